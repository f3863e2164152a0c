"""Orders in words: what a unit is told to do, one thing after the other."""

from __future__ import annotations

from grognard.ground.shapes import distance as apart
from grognard.miniatures.motion.placements import bearing_to

from ..table.field import PowderField
from ..table.orders import Order, deeds
from ..terms import Deed

_WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_SAID: dict[Deed, str] = {
    "form_line": "form line",
    "form_attack_column": "form attack column",
    "form_march_column": "fall into a march column",
    "form_square": "form square",
    "form_mixed": "send out the light company",
    "form_grande_bande": "skirmish as a Grande Bande",
    "form_echelon": "form echelon",
    "limber": "limber up",
    "unlimber": "unlimber",
    "retire": "retire",
    "reform": "get into order again",
    "follow_through": "go on if they give way",
    "charge": "charge *",
}
_GOING: dict[Deed, str] = {
    "move": "go",
    "passage": "pass through the lines and go",
    "prolong": "prolong the guns",
    "hand_haul": "haul the guns",
}


def wind(bearing: int) -> str:
    """A bearing as one of eight winds."""
    return _WINDS[(bearing + 22) % 360 // 45]


def words(b: PowderField, unit: str, order: Order) -> list[str]:
    """An order as it is spoken; `*` stands for whom it is to charge."""
    now = b.unit(unit)
    found = []
    for deed in deeds(now, order):
        if deed in _SAID:
            found.append(_SAID[deed])
        elif order.to is not None and apart(now.position, order.to) > b.inch // 2:
            far, where = round(apart(now.position, order.to) / b.inch), wind(bearing_to(now.position, order.to))
            found.append(f"{_GOING[deed]} {max(1, far)} inches to the {where}")
        elif order.facing >= 0:
            found.append(f"face {wind(order.facing)}")
    return found
