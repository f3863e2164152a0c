"""Grand-tactical initiative: the opening roll, contests, Grand-Tac points."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted, many
from grognard.battle.procedures import Steps, ask, together
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice, Domain, Number
from grognard.kernel.opposed import Pair

from ..checks.sequence.initiative import ContestWindowFacts, GrandTacFacts, InitiativeFacts
from ..checks.sequence.turn import NextSideFacts
from ..desk import forms
from ..events.command import DivisionContests, DivisionNamed, InitiativePasses, InitiativeRolled, Instructed
from ..facts.command import called, draws_points, initiative_of, who_know
from ..table.field import ClassField
from ..table.state import DivisionState, Instructions
from .arrivals import arrive

LEAVE_IT = "leave_it"
"""The answer of who does not wish to be asked again this turn."""
_REACTIONS = ("charges", "ask", "always", "never")
_CONTESTS = ("in_reach", "ask", "always", "never")
NEAR = 16
"""Inches between a division and an enemy in sight within which it matters who acts first: who is as near may charge."""


@implements("CD-initiative-opening", "CD-turn-sequence", "CD-grand-tac-pool")
def opening(b: ClassField) -> Steps[None]:
    """The beginning of a turn: reinforcements, points, standing instructions, and the roll of the army commanders."""
    arrive(b)
    _fill_pools(b)
    committed = yield from _counsel(b)
    sides = list(b.seating.chain.sides)
    while True:  # alike: both roll again with the same points
        pair = Pair(*(_army_facts(b, side, committed[side]) for side in sides))
        roll = b.roll("opening-initiative", pair)
        found = roll.settled
        winner = {"ours": sides[0], "theirs": sides[1]}.get(found.winner, "")
        _told(b, sides, [committed[side] for side in sides], winner, found.turn_ends, roll, contest=False)
        if winner or found.turn_ends:
            break
    b.emit(
        Noted(),
        rules=("CD-initiative-opening", "CD-turn-end-17"),
        sets=[b.change_world(holder=winner, by="opening", ended=found.turn_ends, active="", led=False)],
        to=(),
    )


def _fill_pools(b: ClassField) -> None:
    points = {
        side: b.settle("grand-tac-pool", GrandTacFacts(rating=b.world.leaders[b.army_leader(side)].rating)).points
        for side in b.seating.chain.sides
    }
    b.emit(Noted(), rules=("CD-grand-tac-pool",), sets=[b.change_world(points=points, ended=False)], to=())


def _army_facts(b: ClassField, side: str, points: int) -> InitiativeFacts:
    leader = b.world.leaders[b.army_leader(side)]
    facts = InitiativeFacts(points=points, pool=b.world.points[side] + points, own=leader.rating)
    return b.specially("command", facts, side=side)


def _told(
    b: ClassField, sides: list[str], points: list[int], winner: str, ends: bool, roll: Any, *, contest: bool
) -> None:
    b.emit(
        InitiativeRolled(sides=sides, points=points, winner=winner, ends=ends, contest=contest),
        rules=("CD-initiative-roll", "CD-initiative-modifiers", "CD-turn-end-17"),
        roll=roll,
    )


# -- counsel at the beginning of a turn


@implements("CD-grand-tac-points")
def _counsel(b: ClassField) -> Steps[dict[str, int]]:
    """All seats at once, in secret: standing instructions, and the points of the armies for the opening roll."""
    # all at once, so that nobody stakes his points knowing the other's
    answers = yield from together(_one_counsel(b, seat.id) for seat in b.seats)
    committed = dict.fromkeys(b.seating.chain.sides, 0)
    for seat, (points, said) in zip(b.seats, answers, strict=True):
        if b.army_seat(seat.side) == seat.id:
            committed[seat.side] = points
        if said != b.world.instructions[seat.id]:
            b.privately(
                Instructed(seat=seat.title, reactions=said.reactions, contests=said.contests, odds=said.odds or UNSET),
                seat.id,
                rules=("CD-local-initiative-use",),
                sets=[b.instruct(seat.id, reactions=said.reactions, contests=said.contests, odds=said.odds)],
            )
    _spend(b, committed)
    return committed


def _spend(b: ClassField, committed: dict[str, int]) -> None:
    points = {side: left - committed.get(side, 0) for side, left in b.world.points.items()}
    b.emit(Noted(), rules=("CD-grand-tac-points",), sets=[b.change_world(points=points)], to=())


def _one_counsel(b: ClassField, seat: str) -> Steps[tuple[int, Instructions]]:
    said, side = b.world.instructions[seat], b.seating.side_of(seat)
    pool = b.world.points[side] if b.army_seat(side) == seat else 0
    while True:
        answer = yield from ask(_counsel_decision(seat, pool, said))
        if answer.option == "done":
            return int(answer.values.get("points", 0)), said
        said = replace(said, **answer.values)


def _counsel_decision(seat: str, pool: int, said: Instructions) -> Decision:
    return Decision(
        seat,
        "counsel",
        "The turn begins: Grand-Tac points for the opening roll, and standing instructions",
        [
            _staked("Roll for the initiative", pool),
            Option(
                "instruct",
                "Standing instructions",
                "CD-local-initiative-use",
                {"reactions": Choice(_REACTIONS), "contests": Choice(_CONTESTS), "odds": Number(0, 100)},
                {"reactions": said.reactions, "contests": said.contests, "odds": said.odds},
                form=forms.INSTRUCT.id,
            ),
        ],
        default=("done", {}),
        rules=("CD-grand-tac-points", "CD-local-initiative-use"),
    )


def _staked(text: str, pool: int) -> Option:
    """To roll, with so many points at most."""
    if not pool:
        return Option("done", text, "CD-grand-tac-points")
    fields: dict[str, Domain] = {"points": Number(0, pool)}
    return Option("done", text, "CD-grand-tac-points", fields, {"points": 0}, form=forms.COUNSEL.id)


# -- who is active


def waiting_units(b: ClassField, division: DivisionState) -> list[str]:
    """Units of a division that may still be activated."""
    units = b.world.units
    return [unit for unit in division.units if (now := units[unit]).where == "table" and not now.activated]


def ready(b: ClassField, side: str) -> list[DivisionState]:
    """Divisions of a side with units to activate."""
    return [each for each in b.world.divisions.values() if each.side == side and waiting_units(b, each)]


@implements("CD-division-activation")
def name_division(b: ClassField) -> Steps[str]:
    """The side with the initiative names a division; with none left the initiative passes. Nothing when all is done."""
    side = b.world.holder
    other = b.seating.other(side)
    ours, theirs = ready(b, side), ready(b, other)
    after = b.settle("next-side", NextSideFacts(ours=len(ours), theirs=len(theirs))).next
    if after == "end":
        return ""
    if after == "other":
        b.emit(
            InitiativePasses(side=other),
            rules=("CD-division-activation",),
            sets=[b.change_world(holder=other, by="passed")],
        )
        side, ours = other, theirs
    if len(ours) == 1:
        # with one left there is nothing to choose
        activate(b, ours[0].id)
        return ours[0].id
    options = [
        Option(
            f"activate:{each.id}",
            f"{each.name}, {many(len(waiting_units(b, each)), 'unit')}",
            "CD-division-activation",
            about=each.leader,
        )
        for each in ours
    ]
    answer = yield from ask(
        Decision(
            b.army_seat(side),
            "name_division",
            "The initiative is yours. Which division acts?",
            options,
            rules=("CD-division-activation",),
        )
    )
    division = answer.option.split(":", 1)[1]
    activate(b, division)
    return division


def activate(b: ClassField, division: str) -> None:
    """A division becomes the active one."""
    now = b.world.divisions[division]
    # defensive fire is counted for each activation of the enemy anew
    clears = [
        b.change(unit.id, defended=0) for unit in b.world.units.values() if unit.side != now.side and unit.defended
    ]
    tries = [b.change_leader(leader.id, tried=False) for leader in b.world.leaders.values() if leader.tried]
    b.emit(
        DivisionNamed(side=now.side, division=now.name),
        rules=("CD-division-activation",),
        sets=[
            b.change_world(active=division, holder=now.side, led=False),
            b.change_division(division, activations=now.activations + 1),
            *clears,
            *tries,
        ],
        owners=who_know(b, now),
    )


# -- contests


@implements("CD-initiative-contest", "CD-contest-windows")
def window(b: ClassField, moment: str) -> Steps[bool]:
    """The other side may contest the initiative; whether the active division stops."""
    active = b.world.divisions[b.world.active]
    challengers = [each for each in ready(b, b.seating.other(active.side)) if _may_contest(b, each, active, moment)]
    by_seat: dict[str, list[DivisionState]] = {}
    for each in challengers:
        by_seat.setdefault(b.division_seat(each.id), []).append(each)
    if not by_seat:
        return False
    # all seats are asked before any contest is fought; the first of them that contests is taken
    answers = yield from together(_contests(b, seat, several, moment) for seat, several in by_seat.items())
    quiet = [seat for seat, answer in zip(by_seat, answers, strict=True) if answer == LEAVE_IT]
    if quiet:
        sets = [b.instruct(seat, leave_it=b.world.turn) for seat in quiet]
        b.emit(Noted(), rules=("CD-initiative-contest",), sets=sets, to=())
    challenger = next((each for each in answers if each and each != LEAVE_IT), "")
    if not challenger:
        return False
    won = yield from _contest(b, active, b.world.divisions[challenger])
    return won


def _may_contest(b: ClassField, division: DivisionState, active: DivisionState, moment: str) -> bool:
    facts = ContestWindowFacts.of(
        {"moment": moment, "contested": active.id in division.contested, "units_left": len(waiting_units(b, division))}
    )
    return bool(b.settle("contest-window", facts).allowed)


def _contests(b: ClassField, seat: str, divisions: list[DivisionState], moment: str) -> Steps[str]:
    """The division with which a seat contests; nothing, or that it leaves it to them for the rest of the turn."""
    said = b.world.instructions[seat]
    if said.contests == "never" or said.leave_it == b.world.turn:
        return ""
    if said.contests == "always":
        return divisions[0].id
    # who is asked only about good odds is not asked about this one
    likely = [each for each in divisions if _chance(b, each) >= said.odds and _matters(b, seat, each, said.contests)]
    if not likely:
        return ""
    options = [Option("done", "Leave it to them", "CD-initiative-contest")]
    options += [
        Option(f"contest:{each.id}", f"Contest with {each.name}", "CD-initiative-contest", about=each.leader)
        for each in likely
    ]
    options.append(Option(LEAVE_IT, "Leave it to them for the rest of the turn", "CD-initiative-contest"))
    who = called(b, seat, b.world.divisions[b.world.active])
    does = {"division_named": "is to act", "brigade_done": "has done with a brigade"}[moment]
    answer = yield from ask(
        Decision(
            seat,
            "contest",
            f"{who[0].upper()}{who[1:]} {does}. Contest the initiative?",
            options,
            default=("done", {}),
            rules=("CD-initiative-contest", "CD-contest-windows"),
        )
    )
    return answer.option.removeprefix("contest:") if answer.option != "done" else ""


def _matters(b: ClassField, seat: str, division: DivisionState, said: str) -> bool:
    """Whether a seat wishes to be asked: each time, or where an enemy whom it sees is near."""
    near = (foe for unit in waiting_units(b, division) for foe in b.survey.enemies_within(unit, b.paces(NEAR)))
    return said != "in_reach" or any(b.knows(seat, foe) for foe in near)


def _chance(b: ClassField, division: DivisionState) -> float:
    """How likely a contest is to be won if nobody stakes anything, in percent; the other commander taken as average."""
    # what the other side will stake is not known, nor how good its commander is
    pair = Pair(InitiativeFacts(), initiative_of(b, division, 0))
    odds = b.rules["contest-initiative"].odds(pair)
    return 100 * float(odds.chance(lambda found: found.winner == "challenger" and not found.turn_ends))


@implements("CD-initiative-contest", "CD-initiative-roll")
def _contest(b: ClassField, active: DivisionState, challenger: DivisionState) -> Steps[bool]:
    """Two commanders roll for the initiative; whether it changes hands or the turn ends."""
    b.emit(
        DivisionContests(side=challenger.side, division=challenger.name),
        rules=("CD-initiative-contest",),
        sets=[
            b.change_division(challenger.id, contested=(*challenger.contested, active.id)),
            b.change_world(challenger=challenger.id),
        ],
        owners=who_know(b, challenger),
    )
    sides = [active.side, challenger.side]
    points = yield from together(_stake(b, each, challenger) for each in (active, challenger))
    committed = dict(zip(sides, points, strict=True))
    pair = Pair(*(initiative_of(b, each, committed[each.side]) for each in (active, challenger)))
    roll = b.roll("contest-initiative", pair)
    found = roll.settled
    _spend(b, committed)
    # before the result is told: nobody contests any more
    b.emit(Noted(), rules=("CD-initiative-contest",), sets=[b.change_world(challenger="")], to=())
    winner = challenger.side if found.winner == "challenger" else active.side
    _told(b, sides, points, winner, found.turn_ends, roll, contest=True)
    if found.turn_ends:
        b.emit(Noted(), rules=("CD-turn-end-17",), sets=[b.change_world(ended=True)], to=())
        return True
    if found.winner == "challenger":
        activate(b, challenger.id)
        b.emit(Noted(), rules=("CD-initiative-contest",), sets=[b.change_world(by="contest")], to=())
        return True
    return False


def _stake(b: ClassField, division: DivisionState, challenger: DivisionState) -> Steps[int]:
    pool = b.world.points[division.side] if draws_points(b, division.id) else 0
    if not pool:
        return 0
    seat = b.army_seat(division.side)
    who = called(b, seat, challenger)
    text = f"You contest the initiative with {division.name}"
    if division is not challenger:
        text = f"{who[0].upper()}{who[1:]} contests the initiative of {division.name}"
    answer = yield from ask(
        Decision(
            seat,
            "stake",
            f"{text}. How many Grand-Tac points?",
            [_staked("Roll", pool)],
            rules=("CD-grand-tac-points", "CD-initiative-contest"),
            about={"division": division.id, "challenger": "yes" if division is challenger else "no"},
        )
    )
    return int(answer.values["points"])
