"""Fire before bayonets: who stands before a garrison fires until it wavers, and only then goes in.

Left to themselves, officers storm a house as soon as they are no fewer than its garrison, one battalion after the
other, and are thrown out of it again."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import gap
from grognard.ground.units import spot

from ...seat.view import Seen
from ...table.state import UnitState
from ..outlook import Outlook, Told, spot_of
from .works import HALT

MUSKETRY = 130.0
"""Paces from a garrison at which a battalion may be told to halt and fire; its muskets tell at eighty."""
VOLLEY = 90.0
"""Paces to which it goes before."""
HANDFUL = 2
"""So many times the garrison's figures make it a handful."""
LAST = 2
"""Turns before the end in which there is nothing more to wait for."""
UNTIDY = 4
"""Disorder with which a garrison is ripe."""


def chits(look: Outlook) -> Iterator[Told]:
    """Attackers before a garrison that is still firm."""
    if look.s.left <= LAST:
        return
    garrisons = [foe for foe in look.view.seen.values() if foe.side != look.view.side and foe.formation == "garrison"]
    firm = [foe for foe in garrisons if _firm(foe)]
    for unit in look.able("infantry") if firm else ():
        if look.mission(unit) != "attack":
            continue
        before = [foe for foe in firm if gap(spot_of(unit), spot(foe.position)) <= MUSKETRY]
        if before and not any(_may_storm(unit, foe) for foe in before) and _in_front(unit, before):
            yield unit.id, HALT


def _firm(foe: Seen) -> bool:
    return foe.status in ("resolute", "determined") and foe.disorder < UNTIDY


def _may_storm(unit: UnitState, foe: Seen) -> bool:
    return HANDFUL * foe.figures <= unit.figures - unit.lost


def _in_front(unit: UnitState, foes: list[Seen]) -> bool:
    """Whether it is near enough to fire to some purpose."""
    return min(gap(spot_of(unit), spot(foe.position)) for foe in foes) <= VOLLEY + 40
