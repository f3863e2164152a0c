"""Troops that wait in the sight of guns spread before they are hit.

Shot that goes through one rank hits once, so columns deploy. Gunners lay on horse before they lay on foot: in extended
order, with nobody near enough to catch it so, it is seldom hit and draws the fire from the others."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import BEATEN, gap
from grognard.commanders.shelter import exposure

from ...table.forms import LOOSE, in_column
from ..outlook import Outlook, Told, spot_of
from .works import HALT

HORSE, UPON = 700.0, 250.0
"""Paces to enemy horse, and to anybody, within which foot stays as it is."""
CLEAR = 650.0
"""Paces to anybody within which horse stands in close order."""
LINE = ({"formation": "line"},)
LOOSELY = ({"formation": "extended_order"}, {"formation": "open_order"})


def chits(look: Outlook) -> Iterator[Told]:
    """Foot and horse in column that stay where they are."""
    if not look.s.batteries:
        return
    riders = [foe.place for foe in look.s.foes if foe.arm == "horse" and foe.steadiness > BEATEN]
    yield from _horse(look)
    for unit in look.able("infantry", "cavalry"):
        if not in_column(unit) or look.mission(unit) != "defense" or not look.waits(unit) or unit.prone or unit.aboard:
            continue
        at = spot_of(unit)
        near = any(gap(at, place) < HORSE for place in riders) and look.arm(unit) == "infantry"
        if not near and look.nearest(unit) > UPON and exposure(look.s, at):
            yield unit.id, LINE


def _horse(look: Outlook) -> Iterator[Told]:
    """Horse that stays where it is, far from everybody; and that stands loosely with somebody near."""
    for unit in look.able("cavalry"):
        if look.mission(unit) != "defense" or not look.waits(unit):
            continue
        loose, far = unit.formation in LOOSE, look.nearest(unit) > CLEAR
        if far and not loose and exposure(look.s, spot_of(unit)):
            yield unit.id, (*LOOSELY, *LINE)
        elif loose:
            yield unit.id, HALT if far else LINE


__all__ = ["chits"]
