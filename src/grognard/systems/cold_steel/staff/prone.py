"""Lying down: foot that has to stand under cannon shot, with nobody near enough to come at it before it is up again.

It takes off the same from a long shot as from a near one, which is much of the one and little of the other; and who
lies down cannot reform. So only guns at long range send men to the ground."""

from __future__ import annotations

from collections.abc import Iterator

from ..checks.measures import reach
from ..play.forms import LOOSE
from ..play.state import UnitState
from .outlook import Chits, Outlook, Told

FAR = 900.0
"""Paces to any enemy foot or horse that leave time to get up: it takes a check, which may fail once."""
FIT = 4
"""Markers of disorder with which nothing but reforming helps."""
LINES = ("line", "double_line", *LOOSE)
"""Formations in which one waits: columns deploy first."""
DOWN: tuple[Chits, ...] = ({"special": "lie_down"},)
UP: tuple[Chits, ...] = ({"special": "stand_up"},)
STAY: tuple[Chits, ...] = ({},)


def chits(look: Outlook) -> Iterator[Told]:
    """Who lies down, who stays down, and who gets up; left to himself an officer has his men up again at once."""
    for unit in look.able("infantry"):
        if unit.aboard or unit.formation == "garrison":
            continue
        under_fire = bool(unit.before.cannon_hits) and unit.disorder < FIT and _may_wait(look, unit)
        if unit.prone:
            yield unit.id, STAY if under_fire else UP
        elif under_fire and unit.formation in LINES and unit.before.moved == "no":
            yield unit.id, DOWN


def _may_wait(look: Outlook, unit: UnitState) -> bool:
    """Whether nothing but guns far off is about, and it is there to hold ground."""
    holds = look.waits(unit) and look.mission(unit) == "defense"
    long_shot = reach(look.briefing.rules.tables, "P1")
    return holds and look.nearest(unit, guns=False) > FAR and look.nearest(unit) > long_shot


__all__ = ["chits"]
