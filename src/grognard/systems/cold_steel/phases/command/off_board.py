"""The option `beyond`: forces sent beyond the table, at no cost before the battle, by a written command later (CS-C.1).

    beyond      [leader], units, [task=movement], edge, [place], kind and the rest of a mission

A mission can only be left out by a defence or a screen. `place` is paces along the edge from its western or southern
end; the middle of the edge if nothing is said.
"""

from __future__ import annotations

from grognard.battle.decisions import Answer, Option, Values
from grognard.battle.previews import records as pre
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain

from ...beyond import assigning
from ...beyond.arrival_test import chances
from ...beyond.edges import ROUND, paces_at
from ...beyond.forces import commander_of
from ...beyond.marching import not_before, perfect_arrival
from ...desk.missions import BEYOND
from ...table.battlefield import Battlefield
from .in_person import refused, sure
from .mission_fields import mission_fields
from .spending import bill, leaders_of, may_spend, paid

KEY = "beyond"


# -- before the battle


def option(b: Battlefield, seat: str) -> Option | None:
    """What may be sent beyond the table before the battle; None where there is no off-board play."""
    units = assigning.free(b, seat, before=_still_to_deploy(b)) if b.world.off_board else ()
    return _option(b, seat, units, {}) if units else None


def judge(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Why it may not be."""
    if not any(b.unit(unit).where == "table" for unit in b.seating.mustered(seat) if unit not in values["units"]):
        return Refusal("CS-C.2b", "somebody has to stay: not all of an army goes beyond the table")
    return assigning.judge(b, values, turn=0)


@implements("CS-C.1", "CS-C.2b")
def take(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """It is, before the first turn and at no cost."""
    assigning.assign(b, seat, values, id, turn=0)


def _still_to_deploy(b: Battlefield) -> bool:
    """Whether troops on the table can still be set down elsewhere: where there is a deployment, while it lasts; where
    there is none, at the first council."""
    w = b.world
    return w.phase == "deployment" or not (w.placing or w.on_cards or w.confers)


# -- during the battle


def desk_option(b: Battlefield, seat: str) -> Option | None:
    """What may be sent beyond the table, or on from there, in the command phase."""
    if not b.world.off_board:
        return None
    units = assigning.free(b, seat)
    leaders = tuple(leader.id for leader in leaders_of(b, seat) if may_spend(leader))
    return _option(b, seat, units, {"leader": Choice(leaders)}) if units and leaders else None


def judge_desk(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether the leader has the points of a written command, and whether the force can go."""
    leader = b.world.leaders[values["leader"]]
    stranger = next((unit for unit in values["units"] if leader.id not in b.entry(unit).leaders), None)
    if stranger is not None:
        return Refusal("CS-3.2k", f"{b.name(stranger)} is not under {b.name(leader.id)}'s command")
    return assigning.judge(b, values, turn=b.world.turn) or refused(bill(b, leader, written=1))


@implements("CS-C.1", "CS-C.2b", "CS-3.2k")
def send(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """A command is written and carried to them; the march, counted from now, takes in the way of the courier."""
    leader = b.world.leaders[values["leader"]]
    also = paid(b, leader, sure(bill(b, leader, written=1)))
    assigning.assign(b, seat, values, id, turn=b.world.turn, also=also)


# -- what it would do


def preview(b: Battlefield, seat: str, answer: Answer) -> pre.Preview:
    """The turn by which the force would be there if all went well, what that is made of, and where it then goes."""
    values = {**assigning.UNSAID, **answer.values}
    units = [unit for unit in values.get("units", ()) if unit in b.world.units and b.seat_of(unit) == seat]
    if not units or values.get("edge") not in ROUND:
        return pre.Preview()
    end = assigning.destination(b, values)
    # before the battle the march counts from turn 0 (CS-C.3b)
    turn = b.world.turn if "leader" in values else 0
    delay = perfect_arrival(b, units, end, not_before(b, units, turn))
    if delay.refusal is not None:
        return pre.Preview()
    stops = [paces_at(b.scenario.header.table_paces, *end), *values["route"], *filter(None, [values["objective"]])]
    return pre.Preview(
        points=tuple((float(x), float(y)) for x, y in stops),
        arrives=delay.settled.perfect_arrival_turn,
        cost=b.rules.tables.row("CS-3.2k", "written").value if "leader" in values else 0,
        notes=(
            *(f"{each.label}: {each.value:+} turns" for each in delay.modifiers if each.value),
            "if nobody bars its way: "
            + ", ".join(f"{what} {percent}%" for what, percent in chances(b, end.edge, commander_of(b, units))),
        ),
    )


def _option(b: Battlefield, seat: str, units: tuple[str, ...], more: dict[str, Domain]) -> Option:
    said = {**more, **assigning.fields(b, seat, units), **mission_fields(b, seat, assigning.KINDS)}
    return Option(KEY, "A force beyond the table", "CS-C.2b", said, assigning.UNSAID, form=BEYOND.id)
