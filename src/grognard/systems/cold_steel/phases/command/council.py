"""Before the first turn: the council of war, where missions cost nothing; and missions for those who come later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from grognard.battle import pictures as pic
from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Several

from ... import beyond
from ... import officers as missions
from ...desk.missions import IN_PERSON
from ...events.words import place_words
from ...orders import assignments
from ...table.battlefield import Battlefield
from ...table.drawn import mission_line
from ...table.state import Mission, UnitState
from . import off_board
from .mission_fields import mission_fields

DONE = Option("done", "The rest as their officers see fit", "CS-3.3.1a")
HOLD = Option("hold", "The rest wait for orders", "CS-3.3.1a")
"""Nobody has to have a mission: who stands on the table without one stays there until he is told something."""
RULES = ("CS-3.3.1a", "CS-3.3.1d")


@implements("CS-3.3.1a")
def council_of_war(b: Battlefield) -> Steps[None]:
    """On the first turn every seat writes missions for its troops, those still to come too; who gets none from it does
    what the scenario's task makes plain, or waits, as the seat says. Those who come later must have one (CS-3.3.1b)."""
    if b.world.turn == 1:
        waiting: list[str] = []
        yield from together(_council(b, seat.id, waiting) for seat in b.seats)
        # leaders whose troops were all sent beyond the table go with them, and command nobody here
        beyond.ride_along(b)
        hand_out(b, {unit.id for unit in b.world.units.values() if not _waits(b, unit, waiting)})
    else:
        hand_out(b, {unit.id for unit in b.world.units.values() if _new_here(b, unit)})


def _waits(b: Battlefield, unit: UnitState, waiting: Sequence[str]) -> bool:
    """On the table, and of a seat that gives it nothing to do."""
    return unit.where == "table" and b.seat_of(unit.id) in waiting


def hand_out(b: Battlefield, units: set[str]) -> None:
    """Missions for units that have none."""
    for mission in as_they_see_fit(b, units):
        _give(b, mission)


def as_they_see_fit(b: Battlefield, units: set[str]) -> list[Mission]:
    """The missions that those of these units would get who have none."""
    without = {unit for unit in units if not b.unit(unit).mission and not b.unit(unit).parent and _comes(b, unit)}
    if not without:
        return []
    shared = [
        (mission, tuple(unit for unit in mission.units if unit in without)) for mission in missions.default_missions(b)
    ]
    return [replace(mission, units=for_them) for mission, for_them in shared if for_them]


def preview(b: Battlefield, seat: str, key: str) -> pre.Preview:
    """Who would be given which mission if the seat said no more; those who are still to come get theirs in any case."""
    units = {unit for unit in b.seating.mustered(seat) if key == "done" or b.unit(unit).where != "table"}
    # officers guess from where the enemy is; while he is on cards, that is nobody's to know beforehand
    given = [] if b.world.on_cards else [shown(b, mission) for mission in as_they_see_fit(b, units)]
    idle = sum(b.unit(unit).where == "table" and not b.unit(unit).mission for unit in b.seating.mustered(seat))
    notes = (f"{many(idle, 'unit')} on the table without a mission: to be ordered in person, by aide or by a colonel",)
    return pre.Preview(lines=tuple(given), notes=notes if key == "hold" and idle else ())


def shown(b: Battlefield, mission: Mission) -> pic.Line:
    """A mission as it would be drawn, told by the name of its ground."""
    where = "" if mission.objective == (0, 0) else place_words(b, *mission.objective)
    ward = f" {b.name(mission.ward)}" if mission.ward else ""
    return mission_line(mission, f"{mission.kind.replace('_', ' ')}{ward}{where}")


def _comes(b: Battlefield, unit: str) -> bool:
    """Forces beyond the table have their own missions, or none (CS-C.3a)."""
    return b.unit(unit).where not in ("beyond", "joined")


def _give(b: Battlefield, mission: Mission) -> None:
    # an id taken by an earlier mission would overwrite it
    id = mission.id if mission.id and mission.id not in b.world.missions else f"{mission.units[0]}/{b.world.turn}"
    leader = mission.leader or b.entry(mission.units[0]).leaders[0]
    assignments.assigned(b, replace(mission, id=id, leader=leader), "at the council", rules=RULES)


def _new_here(b: Battlefield, unit: UnitState) -> bool:
    """Just arrived: nobody has told it anything yet."""
    come = not b.entry(unit.id).unit.present and unit.where == "table"
    # who has had an order, or shows a chit, has been here before
    return come and not unit.mission and unit.order is None and unit.revealed is None


def _council(b: Battlefield, seat: str, waiting: list[str]) -> Steps[None]:
    written = 0
    while True:
        answer = yield from ask(_decision(b, seat))
        if answer.option in ("done", "hold"):
            waiting += [seat] if answer.option == "hold" else []
            return
        written += 1
        if answer.option == off_board.KEY:
            off_board.take(b, seat, answer.values, f"{seat}/force-{written}")
            continue
        _write(b, seat, answer, f"{seat}/council-{written}")


def _decision(b: Battlefield, seat: str) -> Decision:
    sent = off_board.option(b, seat)

    def one(key: str) -> Option | None:
        return {"done": DONE, "hold": HOLD, "mission": _option(b, seat), off_board.KEY: sent}.get(key)

    return Decision(
        seat,
        "council",
        "Missions given at the council of war",
        # made when somebody looks: the forms of a large army are slow to draw up
        lambda: [DONE, _option(b, seat), *([sent] if sent else []), HOLD],
        default=("done", {}),
        rules=RULES,
        one=one,
        judge=lambda key, values: _judge(b, seat, key, values),
        done="hold",
    )


def _option(b: Battlefield, seat: str) -> Option:
    leaders = next(each.leaders for each in b.seats if each.id == seat)
    optional = {**assignments.UNSAID, "leader": leaders[0]}
    return Option(
        "mission",
        "A mission",
        "CS-3.3.1a",
        {"leader": Choice(leaders), "units": Several(b.seating.mustered(seat)), **mission_fields(b, seat)},
        optional,
        form=IN_PERSON.id,
    )


def _judge(b: Battlefield, seat: str, key: str, values: Mapping[str, Any]) -> Refusal | None:
    if key in ("done", "hold"):
        return None
    if key == off_board.KEY:
        return off_board.judge(b, seat, values)
    away = next((unit for unit in values["units"] if not _comes(b, unit)), None)
    if away is not None:
        return Refusal("CS-C.3a", f"{b.name(away)} is beyond the table: its force gets a mission with its orders")
    leader = b.world.leaders[values["leader"]]
    return assignments.judge_mission(b, values, tuple(values["units"]), leader, by="in_person")


def _write(b: Battlefield, seat: str, answer: Answer, id: str) -> None:
    units = tuple(answer.values["units"])
    mission = assignments.written(b, id, answer.values["leader"], units, answer.values)
    assignments.assigned(b, mission, "at the council", rules=RULES)
