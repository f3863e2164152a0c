"""Units on a skirmish mission make way for friends in close order who pass through them (CS-3.3.1j)."""

from __future__ import annotations

from grognard.ground.shapes import distance, placed
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements

from ..checks.command.missions import MissionMoveFacts
from ..events.troops import MadeWay
from ..table import bodies
from ..table.battlefield import Battlefield
from ..table.forms import LOOSE, order_of
from ..table.state import UnitState

FLANK_GAP = 2
"""Paces between the friend's flank and those who made way."""


@implements("CS-3.3.1j")
def make_way(b: Battlefield) -> None:
    """Units on a skirmish mission shift to the sides of a friend in close order who passes through them."""
    for unit in b.on_table():
        mission = b.world.missions.get(unit.mission)
        if mission is None or mission.kind != "skirmish" or unit.formation not in LOOSE:
            continue
        # nought paces: they stand in each other now
        friends = [b.unit(each) for each in b.survey.friends_within(unit.id, 0)]
        friend = next((each for each in friends if order_of(each) == "close" and not each.parent), None)
        facts = MissionMoveFacts(mission="skirmish", friend_passing="close" if friend else "none")
        if friend is not None and b.settle("mission-move", facts).steps_aside:
            _shift(b, unit, friend)


def _shift(b: Battlefield, unit: UnitState, friend: UnitState) -> None:
    """To the flank of the friend that is nearer."""
    aside = (bodies.shape(b, friend).width + bodies.shape(b, unit).width) // 2 + to_sub(FLANK_GAP)
    spots = [placed(friend.position, friend.heading, side * aside, 0) for side in (1, -1)]
    # at the edge of the table there may be only one side to go to
    on_table = [spot for spot in spots if b.ground.on_table(spot)] or spots
    spot = min(on_table, key=lambda each: (distance(each, unit.position), each))
    b.report(
        MadeWay(unit=unit.id, friend=friend.id),
        rules=("CS-3.3.1j",),
        sets=[b.change(unit.id, position=spot, heading=friend.heading)],
    )
