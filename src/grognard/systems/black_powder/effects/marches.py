"""What a move does: the unit stands elsewhere, commanders with it go along, others' get out of its way."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from grognard.battle.events import Set
from grognard.ground.shapes import distance as apart
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement

from ..events.command import LeaderFled
from ..events.movement import FormationChanged, Marched
from ..facts.moving import MoveStep
from ..table.field import PowderField
from ..terms import branch

_TOLD = ("ground", "friend", "foe")
"""What stops a move and is worth a word."""


def carried(b: PowderField, unit: str, place: Placement) -> list[Set]:
    """Commanders who have joined a unit go where it goes, to go with an event."""
    return [
        b.change_leader(leader.id, position=place.position)
        for leader in b.world.leaders.values()
        if leader.attached == unit
    ]


@implements("BP-MOVE-1", "BP-MOVE-2", "BP-CMD-9")
def set_down(b: PowderField, unit: str, step: MoveStep, *, rules: tuple[str, ...] = ("BP-MOVE-1",)) -> None:
    """A unit has made a move, or used it to change its formation."""
    now = b.unit(unit)
    here: dict[str, Any] = {"position": step.place.position, "heading": step.place.heading}
    sets = [b.change(unit, **here, moves=now.moves + 1), *carried(b, unit, step.place)]
    if step.did == "go":
        paces = step.gone // SUB
        how = "turns" if not paces else "rides" if branch(now.arm) == "cavalry" else "moves"
        stopped = step.moved.stopped if step.moved else ""
        told = Marched(unit=unit, paces=paces, how=how, stopped=stopped if stopped in _TOLD else UNSET)
        b.report(told, rules=rules, sets=sets)
        sets = []
    if step.formation != now.formation:
        b.report(
            FormationChanged(unit=unit, formation=step.formation),
            rules=("BP-MOVE-2",),
            sets=[*sets, b.change(unit, formation=step.formation)],
        )
    ride_over(b, unit)


@implements("BP-CMD-9")
def ride_over(b: PowderField, unit: str) -> None:
    """Enemy commanders on whose ground a unit stands now get away to the nearest of their own."""
    now = b.unit(unit)
    for leader in list(b.world.leaders.values()):
        caught = leader.side != now.side and leader.where == "table" and not leader.fell_on and not leader.attached
        if not caught or b.survey.distance_to(unit, leader.position) > 0:
            continue
        friends = b.on_table(leader.side)
        if not friends:
            continue
        nearest = min(friends, key=lambda each: (apart(each.position, leader.position), each.id))
        b.report(
            LeaderFled(leader=leader.id, unit=nearest.id),
            rules=("BP-CMD-9",),
            sets=[b.change_leader(leader.id, position=nearest.position)],
        )
