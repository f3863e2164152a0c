"""Standing orders of brigades, a draft: given before any order of the turn, without a roll."""

from __future__ import annotations

from typing import Any, get_args

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import Point, point
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice
from grognard.miniatures.motion.placements import bearing_to, turned_about

from ..acts.answers import AS_IT_IS
from ..checks.command.standing import AssaultBeginsFacts, LapseFacts, StandingOrderFacts
from ..desk import forms
from ..effects.marches import carried
from ..events.command import StandingOrderGiven
from ..events.movement import FormationChanged, Marched
from ..facts.changes import needs_test, why_not_form
from ..facts.command import engagement
from ..facts.moving import reformed
from ..table import bodies
from ..table.field import PowderField
from ..table.state import Brigade
from ..terms import StandingOrder, branch
from .options import spot

ORDERS: tuple[StandingOrder, ...] = get_args(StandingOrder)


@implements("BP-ORD-1")
def standing_orders(b: PowderField) -> Steps[None]:
    """The seats of the side to move say what their brigades are about; those that maneuvered into engagement range and
    are told nothing else come to hold."""
    if not b.on("friction_brigade_orders"):
        return
    told: list[str] = []
    for seat in b.seats_of(b.world.active):
        while True:
            left = [each for each in _brigades(b, seat) if each.id not in told]
            if not left:
                break
            answer = yield from ask(_decision(b, seat, left))
            if answer.option == "done":
                break
            order, _, brigade = answer.option.partition(":")
            told.append(brigade)
            _give(b, b.world.brigades[brigade], order, answer.values)
    _lapse(b, told)


def _brigades(b: PowderField, seat: str) -> list[Brigade]:
    """Brigades of a seat that have somebody on the table."""
    return [
        each
        for each in b.world.brigades.values()
        if each.side == b.world.active and b.seat_of(each.leader) == seat and any(map(b.here, each.units))
    ]


def _decision(b: PowderField, seat: str, left: list[Brigade]) -> Decision:
    options = [Option("done", "All others as they are", "BP-ORD-1")]
    for each in left:
        for order in ORDERS:
            # an assault may be given again with another objective
            if order == each.order and order != "assault":
                continue
            fields: dict[str, Any] = {}
            usual: dict[str, Any] = {}
            if order == "assault":
                fields = {"objective": spot(b), "formation": Choice((AS_IT_IS, *b.t.value("BP-ORD-2", "forms")))}
                usual = {"formation": AS_IT_IS}
            form = forms.ASSAULT.id if fields else ""
            options.append(
                Option(f"{order}:{each.id}", f"{each.name}: {order}", "BP-ORD-1", fields, usual, each.leader, form)
            )
    return Decision(
        seat, "standing", "What are your brigades about?", options, default=("done", {}), rules=("BP-ORD-1",)
    )


@implements("BP-ORD-2")
def _give(b: PowderField, brigade: Brigade, order: str, values: dict[str, Any]) -> None:
    objective = point(*values["objective"]) if "objective" in values else None
    found = b.settle("standing-order", StandingOrderFacts.of({"order": order}))
    b.report(
        StandingOrderGiven(leader=brigade.leader, order=found.order),
        rules=("BP-ORD-1",),
        sets=[b.change_brigade(brigade.id, order=order, objective=objective, halted=False)],
    )
    if objective is not None:
        for unit in brigade.units:
            if b.here(unit) and not b.in_combat(unit):
                _turn_to(b, unit, objective)
                _form(b, unit, values.get("formation", AS_IT_IS))


def _turn_to(b: PowderField, unit: str, objective: Point) -> None:
    """A unit turns so that the objective of the assault lies in its front zone; that costs it nothing."""
    now = b.unit(unit)
    # guns turn by hand or on the prolong, not for nothing
    if b.zone_of(unit, objective) == "front" or now.position == objective or branch(now.arm) == "artillery":
        return
    place = turned_about(b.placement(unit), bodies.shape(b.t, now).depth, bearing_to(now.position, objective))
    b.report(
        Marched(unit=unit, inches=0, how="turns"),
        rules=("BP-ORD-2",),
        sets=[b.change(unit, position=place.position, heading=place.heading), *carried(b, unit, place)],
    )


@implements("BP-ORD-2")
def _form(b: PowderField, unit: str, formation: Any) -> None:
    """A unit that is told to assault may take up a column at once and for nothing."""
    now = b.unit(unit)
    if formation == AS_IT_IS or formation == now.formation or why_not_form(b, unit, formation) is not None:
        return
    if (
        # what needs a test is not free
        needs_test(b, unit, formation)
        or not b.settle("assault-begins", AssaultBeginsFacts(formation_wanted=formation)).free_change
    ):
        return
    place = reformed(b, now, formation)
    b.report(
        FormationChanged(unit=unit, formation=formation),
        rules=("BP-ORD-2",),
        sets=[b.change(unit, formation=formation, position=place.position), *carried(b, unit, place)],
    )


@implements("BP-ORD-3")
def _lapse(b: PowderField, told: list[str]) -> None:
    for brigade in list(b.world.brigades.values()):
        if brigade.side != b.world.active or not brigade.order or brigade.id in told:
            continue
        facts = LapseFacts(order=brigade.order, halted=brigade.halted)
        order = b.settle("lapse", facts).order
        if order != brigade.order:
            b.report(
                StandingOrderGiven(leader=brigade.leader, order=order, lapsed=True),
                rules=("BP-ORD-3",),
                sets=[b.change_brigade(brigade.id, order=order, halted=False)],
            )


@implements("BP-ORD-3")
def note_halts(b: PowderField) -> None:
    """When all orders are given: which brigades that maneuver have come into engagement range."""
    for brigade in list(b.world.brigades.values()):
        if brigade.side != b.world.active or brigade.order != "maneuver" or brigade.halted:
            continue
        if any(b.here(unit) and engagement(b, unit) != "unengaged" for unit in brigade.units):
            b.emit(Noted(), rules=("BP-ORD-3",), sets=[b.change_brigade(brigade.id, halted=True)], to=())
