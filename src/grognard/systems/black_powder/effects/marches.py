"""A move put on the table: the unit set down, commanders who go with it or get out of its way, passages of lines."""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.ground.shapes import distance as apart
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement

from ..checks.moving.changes import PassageFacts
from ..events.command import CommanderRode
from ..events.movement import FormationChanged, LinesPassed, Marched, Withdrew
from ..facts.backward import back
from ..facts.moving import MoveStep, set_on_table
from ..facts.passing import at_risk
from ..table.field import PowderField
from ..table.orders import Order, gun_move
from ..terms import Moving

_HOW = {"prolong": "is dragged on the prolong", "hand_haul": "is hauled by hand"}


def carried(b: PowderField, unit: str, place: Placement) -> list[Set]:
    """Commanders who have joined a unit go where it goes."""
    return [
        b.change_leader(leader.id, position=place.position)
        for leader in b.world.leaders.values()
        if leader.attached == unit
    ]


@implements("BP-MOVE-1", "BP-MOVE-2", "BP-ARTM-1", "BP-ARTM-6")
def set_down(b: PowderField, unit: str, step: MoveStep, *, order: Order, by: Moving) -> None:
    """A move is made: the unit stands where it led, in its new formation."""
    now, way = b.unit(unit), gun_move(b.unit(unit), order)
    fields: dict[str, Any] = {
        "position": step.place.position,
        "heading": step.place.heading,
        "formation": step.formation,
        "moves": now.moves + 1,
        "moved_by": by,
    }
    # turning or forming in place does not bar guns from firing, dragging does
    if way and step.did == "go":
        fields["gun_move"] = way
    sets = [b.change(unit, **fields), *carried(b, unit, step.place)]
    if step.did == "form":
        b.report(FormationChanged(unit=unit, formation=step.formation), rules=("BP-MOVE-2", "BP-FORM-1"), sets=sets)
    else:
        # what it went straight on: who faces about has his front elsewhere before he takes a step
        gone = -(-step.moved.straight // b.inch) if step.moved else 0
        how = _HOW.get(way, "moves" if gone else "turns")
        told = Marched(unit=unit, inches=gone, how=how, unlimbers=step.formation != now.formation)
        stopped = step.moved.stopped if step.moved else ""
        if stopped and stopped != "allowance":
            told.stopped = stopped
        if step.moved and step.moved.held:
            told.held = step.moved.held
        b.report(told, rules=("BP-MOVE-1",), sets=sets)
    ridden_down(b, unit)


@implements("BP-CMD-9")
def ridden_down(b: PowderField, unit: str) -> None:
    """Enemy commanders upon whom a unit comes ride at once to the nearest of their troops."""
    now = b.unit(unit)
    for leader in list(b.world.leaders.values()):
        if leader.side == now.side or leader.where != "table" or leader.attached or leader.fell_on:
            continue
        # only those upon whom it stands: no distance at all
        if b.survey.distance_to(unit, leader.position):
            continue
        friends = [each.id for each in b.on_table(leader.side)]
        if not friends:
            continue
        nearest = min(friends, key=lambda each: (b.survey.distance_to(each, leader.position), each))
        to = b.unit(nearest).position
        b.report(
            CommanderRode(leader=leader.id, inches=b.survey.distance_to(nearest, leader.position), fled=True),
            rules=("BP-CMD-9",),
            sets=[b.change_leader(leader.id, position=to)],
        )


@implements("BP-POL-2")
def pass_lines(b: PowderField, unit: str, step: MoveStep, *, brigade_order: bool) -> None:
    """After a passage of lines the mover and those it passed roll whether they keep their order, where it was a
    risk."""
    for each in at_risk(b, unit, step):
        # nothing worse can come of it
        if b.unit(each).disordered:
            continue
        roll = b.roll("passage", PassageFacts(brigade_order=brigade_order), by=each, seen=(each,))
        disordered = roll.settled.disordered
        sets = [b.change(each, disordered=True)] if disordered else []
        b.report(LinesPassed(unit=each, disordered=disordered), rules=("BP-POL-2",), roll=roll, sets=sets)


@implements("BP-DISM-1", "BP-CMD-5")
def withdraw(b: PowderField, unit: str, enemy: str, moves: int, *, by: Moving) -> int:
    """A unit goes back so many moves from an enemy, its front to him, or to its own rear where he is not near; as far
    as there is room. Inches it went."""
    now = b.unit(unit)
    moved = back(b, unit, enemy, moves)
    place = set_on_table(b, moved.place)
    gone = -(-apart(now.position, place.position) // b.inch)
    b.report(
        # what it went: its front may come to stand somewhat farther off where it turned to the enemy first
        Withdrew(unit=unit, inches=-(-moved.straight // b.inch)),
        rules=("BP-HTH-7",),
        sets=[
            b.change(
                unit,
                position=place.position,
                heading=place.heading,
                moves=now.moves + moves,
                moved_by=by,
                gave_ground=by == "initiative",
                gun_move="prolong" if now.formation == "unlimbered" else now.gun_move,
            ),
            *carried(b, unit, place),
        ],
    )
    ridden_down(b, unit)
    return gone
