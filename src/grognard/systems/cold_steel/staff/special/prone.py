"""Lying down: foot that has to stand under cannon shot, with nobody near enough to come at it before it is up again.

It takes off the same from a long shot as from a near one, which is much of the one and little of the other; and who
lies down cannot reform, nor form square. So guns that are near do not send men to the ground, and horse keeps them on
their feet from farther off than foot."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import BEATEN, FightingArm, gap

from ...table.forms import LOOSE
from ...table.state import UnitState
from ..outlook import ChitFields, Outlook, Told, spot_of

FAR: dict[FightingArm, float] = {"foot": 450.0, "horse": 700.0, "guns": 300.0}
"""Paces to the enemy, by his arm, that leave time to get up: it takes a check, which may fail once, and then two moves
of a line, or one at the gallop and a square. Guns nearer than this hit whoever lies down nearly as well."""
FIT = 4
"""Markers of disorder with which nothing but reforming helps."""
LINES = ("line", "double_line", *LOOSE)
"""Formations in which one waits: columns deploy first."""
DOWN: tuple[ChitFields, ...] = ({"special": "lie_down"},)
UP: tuple[ChitFields, ...] = ({"special": "stand_up"},)
STAY: tuple[ChitFields, ...] = ({},)


def chits(look: Outlook) -> Iterator[Told]:
    """Who lies down, who stays down, and who gets up; left to himself an officer has his men up again at once."""
    for unit in look.able("infantry"):
        if unit.aboard or unit.formation == "garrison":
            continue
        # named or hit: guns that have its range fire again
        cannonaded = unit.before.named or bool(unit.before.cannon_hits)
        under_fire = cannonaded and unit.disorder < FIT and _may_wait(look, unit)
        if unit.prone:
            yield unit.id, STAY if under_fire else UP
        # who moves is harder to hit and has somewhere to be
        elif under_fire and unit.formation in LINES and unit.before.moved == "no":
            yield unit.id, DOWN


def _may_wait(look: Outlook, unit: UnitState) -> bool:
    """Whether nobody is near, and it is there to hold ground."""
    if not look.waits(unit) or look.mission(unit) != "defense":
        return False
    at = spot_of(unit)
    return all(gap(foe.place, at) > FAR[foe.arm] for foe in look.s.foes if foe.steadiness > BEATEN)


__all__ = ["chits"]
