"""Rolls as they are told: in words where dice and modifiers do not tell how the result came about, and of two who
rolled against each other, what one of them sees of it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.kernel.checks import OURS, THEIRS

from .events import Rolled

TWO = (OURS, THEIRS)


def shots(roll: Rolled, others: int = 0) -> tuple[tuple[int, int], ...]:
    """The shooters of a pool by their percentage: so many at so much each. Those at another than the rest, `others`,
    have what the rest leave of the whole; nothing where that comes out even for nobody, and for any other roll."""
    details = roll.details or {}
    if "pool_percent" not in details:
        return ()
    each, shooters, percent = (details[name] for name in ("percent_each", "shooters", "pool_percent"))
    farther = percent - each * shooters
    if not farther:
        return ((shooters, each),)
    return ((shooters, each), (others, farther // others)) if others and farther > 0 and not farther % others else ()


def reckoned(roll: Rolled, others: int = 0) -> str:
    """How a pool of percentages was thrown for: `11 at 15%, 4 at 10%, 205% in all: 2 sure hits and another by 5 or
    less; thrown 59`. `others` of the shooters fired at another percentage than the rest. Nothing for any other roll."""
    details = roll.details or {}
    if "pool_percent" not in details:
        return ""
    each, shooters, percent = (details[name] for name in ("percent_each", "shooters", "pool_percent"))
    farther, parts = percent - each * shooters, shots(roll, others)
    pool = f"{shooters} at {each}% each" + (f" and {farther}% from farther off" if farther > 0 else "")
    if len(parts) > 1:
        pool = ", ".join(f"{many} at {chance}%" for many, chance in parts)
    sure, rest = details["automatic"], details["remainder"]
    chances = [f"{sure} sure hit{'' if sure == 1 else 's'}"] if sure else []
    chances += [f"another by {rest} or less" if sure else f"a hit by {rest} or less"] if rest else []
    thrown = f"; thrown {', '.join(map(str, roll.dice))}" if roll.dice else ""
    count = f"of which {percent}% count" if farther < 0 else f"{percent}% in all"
    return f"{pool}, {count}: {' and '.join(chances) or 'no chance'}{thrown}"


def of_two(roll: Rolled, own: tuple[str, ...], *, called_out: bool = True) -> Rolled:
    """The dice of both sides as all see them fall, and what was added to one's own. Where sums are compared they are
    called out, as at a table; where each die counts for itself (not `called_out`), what the other's dice needed is his
    secret, and how many had it can be seen."""
    parts = {
        side: _others(part, called_out) if side in TWO and side not in own else part
        for side, part in (roll.details or {}).items()
    }
    mine = tuple((rule, label, worth) for side in own for rule, label, worth in parts[side]["modifiers"])
    return replace(roll, modifiers=mine, details=parts)


def _others(part: dict[str, Any], called_out: bool) -> dict[str, Any]:
    """The other's half of a roll: his modifiers would name grades, losses and leaders."""
    seen = {**part, "modifiers": []}
    return seen if called_out else {**seen, "total": None, "told": part["told"].partition(";")[0]}
