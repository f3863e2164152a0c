"""Forces assigned to march, defend or screen beyond the table, before the battle and during it (CS-C.2b).

What is said: units, task (movement, defence, screen), edge, [place: paces along the edge from its western or southern
end; its middle if nothing is said], and a mission as everywhere else, which only a defence or a screen does without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from grognard.battle.decisions import Values
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Number, Several

from ..checks.movement.off_board import OffBoardForceFacts, OffBoardTask
from ..events.beyond import SentBeyond
from ..orders import assignments
from ..table.battlefield import Battlefield
from ..table.state import Force, Mission, UnitState
from .edges import EdgeSpot, length, open_to, point_of
from .forces import BUSY, FIGHTERS, commander_of, engaged, force_of, made, size_of, taken_from
from .marching import not_before, perfect_arrival, starts

TASKS: tuple[OffBoardTask, ...] = get_args(OffBoardTask)
KINDS = ("", *(kind for kind in assignments.KINDS if kind != "follow_me"))
"""Missions for those whose general is not with them."""
UNSAID: dict[str, Any] = {**assignments.UNSAID, "kind": "", "place": None, "task": "movement"}
RULES = ("CS-C.1", "CS-C.2b", "CS-C.2c", "CS-C.3a", "CS-3.3.1b")
_LEFT = "marched off the table"


@implements("CS-C.1")
def free(b: Battlefield, seat: str, *, before: bool = False) -> tuple[str, ...]:
    """Units of a seat that can be sent beyond the table: those not yet arrived, those who have left it in good order,
    and those already there who are not on the road; before the battle everybody."""
    # skirmishers go with their parent
    own = (now for now in b.world.units.values() if not now.parent and b.seat_of(now.id) == seat)
    return tuple(now.id for now in own if _free(b, now, before))


def _free(b: Battlefield, now: UnitState, before: bool) -> bool:
    if now.where == "beyond":
        force = force_of(b, now.id)
        # on the road no new orders reach it, and who fights has no choice
        return force is not None and force.status not in (*BUSY, "out") and not engaged(b, force)
    if now.where == "waiting":
        return b.entry(now.id).unit.arrival is not None
    return (now.where == "left" and now.how == _LEFT) or (before and now.where == "table")


def fields(b: Battlefield, seat: str, units: tuple[str, ...]) -> dict[str, Domain]:
    """What is said of a force; the mission comes besides."""
    side = b.seating.side_of(seat)
    edges = open_to(b, side)
    longest = max(length(b, edge) for edge in edges)
    return {"units": Several(units), "task": Choice(TASKS), "edge": Choice(edges), "place": Number(0, longest)}


def destination(b: Battlefield, values: Values) -> EdgeSpot:
    """Where a force is to go."""
    edge = values["edge"]
    return EdgeSpot(edge, length(b, edge) // 2 if values["place"] is None else values["place"])


# -- whether it may be


@implements("CS-1.1b", "CS-C.2b", "CS-C.3a", "CS-3.3.1b")
def judge(b: Battlefield, values: Values, *, turn: int) -> Refusal | None:
    """Why a force cannot be sent so, if it cannot."""
    units = tuple(values["units"])
    # the cards count foot and horse only: a force of guns would be nobody
    if not any(b.entry(unit).rated.arm in FIGHTERS for unit in units):
        return Refusal("CS-C.2b", "a force has foot or horse: say its units; guns do not go alone")
    facts = OffBoardForceFacts(off_board=b.world.off_board, task=values["task"], size=size_of(b, units))
    return (
        b.rules["off-board-force"].refusal(facts)
        or _judge_place(b, values)
        or _judge_mission(b, units, values)
        or perfect_arrival(b, units, destination(b, values), not_before(b, units, turn)).refusal
    )


def _judge_place(b: Battlefield, values: Values) -> Refusal | None:
    most = length(b, values["edge"])
    if values["place"] is not None and values["place"] > most:
        return Refusal("CS-C.3b", f"the {values['edge']} edge is {most} paces long; {values['place']} lies beyond it")
    return None


def _judge_mission(b: Battlefield, units: Sequence[str], values: Values) -> Refusal | None:
    """Who is to come onto the table needs a mission, by whatever edge; who stays beyond it does not."""
    if not values["kind"]:
        row = b.rules.tables.row("CS-C.3a", "no_mission")
        return Refusal(row.rule, f"{row.label}: say its kind") if values["task"] == "movement" else None
    if values["task"] == "movement" and values["ward"] in units:
        return Refusal("CS-3.3.1f", "nobody protects himself: name a unit or leader outside the force")
    # the mission of each brigade must hold by itself, for they may come on apart
    judged = (assignments.judge_mission(b, values, group, None, by="aide") for group in acting_together(b, units))
    return next((wrong for wrong in judged if wrong is not None), None)


@implements("CS-3.3.1a")
def acting_together(b: Battlefield, units: Iterable[str]) -> list[tuple[str, ...]]:
    """Units brigade by brigade: each of these has a mission of its own."""
    groups: dict[str, list[str]] = {}
    for unit in units:
        groups.setdefault(b.entry(unit).brigade, []).append(unit)
    return [tuple(group) for group in groups.values()]


# -- that it is


@implements("CS-C.1", "CS-C.2b", "CS-C.3b")
def assign(b: Battlefield, seat: str, values: Values, id: str, *, turn: int, also: Iterable[Set] = ()) -> None:
    """A force gets its orders, and its figures are written on the card at the edge; only its own seat knows."""
    force = _written(b, seat, values, id, turn)
    b.privately(
        SentBeyond(
            unit=force.units[0],
            leader=force.leader,
            task=force.task,
            edge=force.edge,
            place=force.place,
            number=len(force.units),
            perfect=force.perfect,
            due=force.due,
        ),
        seat,
        rules=RULES,
        sets=[
            *assignments.given_up(b, force.units),
            *taken_from(b, force.units),
            made(force),
            *(b.change(unit, **_GONE) for unit in force.units),
            *_cards_left(b, force.units),
            *also,
        ],
    )


_GONE: dict[str, Any] = {
    "where": "beyond", "how": "", "mission": "", "order": None, "ordered": None, "revealed": None, "card": "",
}  # fmt: skip
"""Who stood on the table stands there no more, and has no order but his force's. By which edge he left it is
remembered."""


def _cards_left(b: Battlefield, units: Sequence[str]) -> list[Set]:
    """Cards that stand for nobody any more are put away."""
    left = dict.fromkeys(card for unit in units if (card := b.unit(unit).card))
    # troops of the same card who stay behind keep it
    still = {unit.card for unit in b.on_table() if unit.id not in units}
    return [Set("cards", card, None) for card in left if card not in still]


def _written(b: Battlefield, seat: str, values: Values, id: str, turn: int) -> Force:
    units, end = tuple(values["units"]), destination(b, values)
    begins = not_before(b, units, turn)
    perfect = perfect_arrival(b, units, end, begins).settled.perfect_arrival_turn
    leader = commander_of(b, units)
    mission = _mission(b, id, leader, units, values, end) if values["kind"] else None
    posted = values["task"] != "movement"
    # posted where they already are, they stand there at once
    near = all(starts(b, b.unit(unit))[0].edge == end.edge for unit in units)
    if mission is not None and not posted:
        perfect = max(perfect, mission.wait_until)
    return Force(
        id,
        b.unit(units[0]).side,
        seat,
        units,
        end.edge,
        end.place,
        values["task"],
        leader,
        mission,
        issued=turn,
        perfect=0 if posted else perfect,
        # who has to march to his post is there no sooner than a march takes
        due=(begins if near else perfect) if posted else 0,
        status="posted" if posted else "marching",
    )


def _mission(b: Battlefield, id: str, leader: str, units: tuple[str, ...], values: Values, end: EdgeSpot) -> Mission:
    """A mission that names no place is about the place where they come onto the table."""
    x, y = point_of(b, end)
    here = values["objective"] or (x // SUB, y // SUB)
    return assignments.written(b, id, leader, units, {**values, "objective": here})


@implements("CS-C.1")
def ride_along(b: Battlefield) -> None:
    """Before the first turn: leaders who have nobody left on the table go with their troops, but for the general; and
    all look about anew."""
    if not b.world.forces:
        return
    gone = [
        leader.id
        for leader in b.world.leaders.values()
        # the general stays: the army is his, not the column
        if leader.where == "table" and b.roster.leaders[leader.id].level != "army" and _all_beyond(b, leader.id)
    ]
    if gone:
        sets = [Set("leaders", leader, {"where": "waiting"}) for leader in gone]
        b.emit(Noted(), rules=("CS-C.1",), sets=sets, to=())
    b.knowledge.look()


def _all_beyond(b: Battlefield, leader: str) -> bool:
    units = [b.unit(unit) for unit in b.roster.leaders[leader].units]
    return any(unit.where == "beyond" for unit in units) and all(unit.where != "table" for unit in units)


__all__ = ["KINDS", "TASKS", "UNSAID", "assign", "fields", "free", "judge", "ride_along"]
