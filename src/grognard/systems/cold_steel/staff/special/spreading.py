"""Columns that wait in the sight of guns deploy before they are hit: shot that goes through one rank hits once."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import BEATEN, gap
from grognard.commanders.shelter import exposure

from ...table.forms import in_column
from ..outlook import Outlook, Told, spot_of

HORSE, UPON = 700.0, 250.0
"""Paces to enemy horse, and to anybody, within which foot stays as it is."""
LINE = ({"formation": "line"},)


def chits(look: Outlook) -> Iterator[Told]:
    """Foot and horse in column that stay where they are."""
    if not look.s.batteries:
        return
    riders = [foe.place for foe in look.s.foes if foe.arm == "horse" and foe.steadiness > BEATEN]
    for unit in look.able("infantry", "cavalry"):
        if not in_column(unit) or look.mission(unit) != "defense" or not look.waits(unit) or unit.prone or unit.aboard:
            continue
        at = spot_of(unit)
        near = any(gap(at, place) < HORSE for place in riders) and look.arm(unit) == "infantry"
        if not near and look.nearest(unit) > UPON and exposure(look.s, at):
            yield unit.id, LINE


__all__ = ["chits"]
