"""Rolls in words, where dice and modifiers alone do not tell how the result came about."""

from __future__ import annotations

from collections.abc import Sequence

from .events import Rolled


def faces_told(faces: Sequence[int], uncounted: Sequence[int]) -> list[str]:
    """Faces as they fell, those in these places in brackets: they do not count."""
    return [f"({face})" if place in uncounted else str(face) for place, face in enumerate(faces)]


def reckoned(roll: Rolled) -> str:
    """How a pool of percentages was thrown for: `11 at 14% each, 160% in all: 1 sure hit and another by 60 or less;
    thrown 59`. Nothing for any other roll."""
    details = roll.details or {}
    if "pool_percent" not in details:
        return ""
    each, shooters, percent = (details[name] for name in ("percent_each", "shooters", "pool_percent"))
    farther = percent - each * shooters
    pool = f"{shooters} at {each}% each" + (f" and {farther}% from farther off" if farther > 0 else "")
    sure, rest = details["automatic"], details["remainder"]
    chances = [f"{sure} sure hit{'' if sure == 1 else 's'}"] if sure else []
    chances += [f"another by {rest} or less" if sure else f"a hit by {rest} or less"] if rest else []
    thrown = f"; thrown {', '.join(map(str, roll.dice))}" if roll.dice else ""
    count = f"of which {percent}% count" if farther < 0 else f"{percent}% in all"
    return f"{pool}, {count}: {' and '.join(chances) or 'no chance'}{thrown}"
