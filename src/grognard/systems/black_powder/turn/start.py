"""The beginning of a side's turn: reinforcements, instructions, successors, the morale of brigades and army."""

from __future__ import annotations

from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice

from ..checks.command.initiative import SuccessorFacts
from ..desk import forms
from ..effects.retreats import leave_flames
from ..events.turn import CommanderReplaced, Instructed, SideBegins
from ..facts.command import engagement
from ..table.field import PowderField
from ..table.state import LeaderState
from . import ending, morale
from .arrivals import arrive

RESPONSES = ("ask", "usual")


@implements("BP-TURN-1", "BP-ARMY-1", "BP-ARMY-2")
def start_phase(b: PowderField) -> Steps[None]:
    """A side's turn begins. Before the first of a turn all seats say how charges are to be met."""
    # once a turn, for both sides at the same time
    if b.world.active == next(iter(b.seating.chain.sides)):
        yield from together(_counsel(b, seat.id) for seat in b.seats)
    b.emit(SideBegins(side=b.world.active), rules=("BP-TURN-1",))
    # before morale and orders: who arrives may act at once
    arrive(b)
    leave_flames(b)
    _succeed(b)
    yield from morale.begin_side(b)
    # at once, before anybody of the broken army moves
    if b.world.broken and not b.t.value("BP-ARMY-2", "play_on"):
        ending.decide(b)
        return
    _look_round(b)


# -- instructions


def _counsel(b: PowderField, seat: str) -> Steps[None]:
    while True:
        answer = yield from ask(_asked(b, seat))
        if answer.option == "done":
            return
        said = answer.values["responses"]
        b.privately(
            Instructed(seat=seat, responses=said),
            seat,
            rules=("BP-CHG-2",),
            sets=[_instructed(seat, said)],
        )


def _asked(b: PowderField, seat: str) -> Decision:
    now = b.world.instructions[seat].responses
    order = (now, *(each for each in RESPONSES if each != now))
    options = [
        Option("done", "Go on", "BP-TURN-1"),
        Option(
            "instruct",
            "Say how charges are met",
            "BP-CHG-2",
            {"responses": Choice(order)},
            {"responses": now},
            form=forms.INSTRUCT.id,
        ),
    ]
    return Decision(seat, "counsel", "Before the turn", options, default=("done", {}), rules=("BP-TURN-1", "BP-CHG-2"))


def _instructed(seat: str, responses: str) -> Any:
    return Set("instructions", seat, {"responses": responses})


# -- successors


@implements("BP-CMD-9")
def _succeed(b: PowderField) -> None:
    """A commander who was lost is replaced at the start of his side's next turn, by one of a lower staff rating, with
    the first unit of his brigade that is there."""
    for leader in list(b.world.leaders.values()):
        if leader.side != b.world.active or not leader.fell_on:
            continue
        staff: int = b.settle("successor", SuccessorFacts(staff=leader.staff)).staff
        fields: dict[str, Any] = {"fell_on": 0, "staff": staff, "attached": "", "where": "table"}
        near = _own(b, leader)
        if near:
            fields["position"] = b.unit(near).position
        b.report(
            CommanderReplaced(leader=leader.id, staff=staff),
            rules=("BP-CMD-9",),
            sets=[b.change_leader(leader.id, **fields)],
        )


def _own(b: PowderField, leader: LeaderState) -> str:
    return next((unit for unit in b.under(leader.id) if b.here(unit)), "")


# -- what holds for the whole turn of a side


@implements("BP-WOODS-3", "BP-FRIC-1")
def _look_round(b: PowderField) -> None:
    """Who begins in woods, and who is engaged or threatened."""
    sets = []
    # fixed for the whole turn: later moves do not change what orders are rolled with
    for unit in b.on_table(b.world.active):
        fields: dict[str, Any] = {"started_in_woods": b.in_woods(unit.id)}
        if b.on("friction_zones"):
            fields["engagement"] = engagement(b, unit.id)
        changed = {name: value for name, value in fields.items() if getattr(unit, name) != value}
        if changed:
            sets.append(b.change(unit.id, **changed))
    if sets:
        b.emit(Noted(), rules=("BP-WOODS-3", "BP-FRIC-1"), sets=sets, to=())
