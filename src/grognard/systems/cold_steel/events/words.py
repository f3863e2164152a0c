"""Words that several sentences need: hits, cards, formations, places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.army.oob import spelt
from grognard.battle.kinds import many
from grognard.battle.posts import slug
from grognard.ground.squares import square_of
from grognard.ground.units import SUB

OFFICERS_WISH = {
    "fall_back": "fall back",
    "form_square": "form square",
    "withdraw": "limber up and withdraw",
    "reform": "halt and reform",
    "return_fire": "halt and return fire",
    "form_line": "form line",
    "protect": "go to the help of its ward",
    "irregulars_advance": "rush forward",
    "cavalry_advance": "advance against the enemy",
    "face_cavalry": "face the cavalry",
}
"""What the officers want to do by themselves, as a player would say it."""
OFFICERS_REASON = {
    "fall_back": "its flank or rear is threatened and nobody supports it, or its losses or its disorder are too great",
    "form_square": "cavalry threatens it",
    "withdraw": "the guns are threatened",
    "reform": "it has too many markers of disorder",
    "return_fire": "it lost men to small arms last turn",
    "form_line": "it is foot within musketry (P2) of the enemy, where officers want to fire",
    "protect": "the enemy threatens whom it protects",
    "irregulars_advance": "irregulars who threaten an enemy rush at him",
    "cavalry_advance": "horse that threatens an enemy rides at him unless it is held",
    "face_cavalry": "cavalry is on its flank",
}
"""Why they want it, in short."""


def hits_in_words(hits: int) -> str:
    """No hit, 1 hit, 2 hits."""
    return many(hits, "hit") if hits else "no hit"


def formation_in_words(formation: str) -> str:
    """A formation as people write it."""
    return spelt(formation)


def card_name(label: str, sides: Iterable[str]) -> str:
    """`prussians-card-3` as people say it: by the name of whichever of these sides it is."""
    spelt, _, number = label.rpartition("-card-")
    return f"card {number} of the {next((side for side in sides if slug(side) == spelt), spelt)}"


def place_words(b: Any, x: int, y: int) -> str:
    """A place by its name and its square on the map; nothing for a mission without one."""
    if (x, y) == (0, 0):
        return ""
    named = next((area.name for area in b.ground.areas_at((x * SUB, y * SUB)) if area.name), "")
    square = square_of(x, y, b.scenario.header.table_paces[1])
    return f", {named} ({square})" if named else f", square {square}"


def listed(names: Sequence[str]) -> str:
    """`A, B and C`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
