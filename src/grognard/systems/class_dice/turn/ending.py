"""The end phase: what runs out, what is cleared away, who has won."""

from __future__ import annotations

from functools import partial
from typing import Any

from grognard.army.oob import Edge
from grognard.battle.ending import early, endings, victory
from grognard.battle.ending.counting import pieces, tally_of
from grognard.battle.ending.early import Counted, EarlyEnd
from grognard.battle.ending.tally import Army, Tally, UnitStanding
from grognard.battle.ending.victory import DRAW, Ending, Score, Verdict, VictoryLine
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.ground.units import spot
from grognard.kernel.checks import implements

from ..checks.sequence.ending import ArmyBreakFacts, PointsFacts, VictoryFacts
from ..checks.sequence.turn import EndPhaseFacts
from ..checks.units import in_good_order
from ..effects.morale import leave_firefight
from ..events.troops import LeaderReplaced, Recovered
from ..table.field import ClassField
from ..table.state import UnitState
from ..terms import branch

THIS_TURN: dict[str, Any] = {
    "activated": False,
    "moved": False,
    "gone": 0,
    "allowance": 0,
    "smoked": False,
    "charged": False,
    "skirmished": False,
    "local_acts": 0,
    "tried": 0,
    "defended": 0,
    "silenced": False,
}
"""What is cleared when a turn ends."""
GONE = ("lost", "left")


@implements("CD-end-phase", "CD-morale-duration", "CD-smoke", "CD-firefight")
def end_phase(b: ClassField) -> Steps[None]:
    """What has run its time is over; then the next turn begins, or the battle is decided."""
    for unit in list(b.on_table()):
        _leaves_turn(b, unit)
    _replace_leaders(b)
    _clear(b)
    decide(b)
    yield from ()


def _leaves_turn(b: ClassField, unit: UnitState) -> None:
    near = b.survey.nearest_enemy(unit.id)[1]
    found = b.settle(
        "end-phase",
        EndPhaseFacts(
            turn=b.world.turn,
            status=unit.status,
            # a status from before the battle counts as got on its first turn
            since=max(1, unit.since),
            smoke=unit.smoke,
            fired=unit.smoked,
            in_firefight=unit.firefight,
            enemy=min(20_000, near),
            moved=unit.moved,
        ),
    )
    if unit.status != found.status:
        b.report(
            Recovered(unit=unit.id, status=unit.status),
            rules=("CD-morale-duration",),
            sets=[b.change(unit.id, status=found.status, since=0)],
        )
    if unit.firefight and not found.in_firefight:
        leave_firefight(b, unit.id)
    fields = {"smoke": found.smoke, "moved_last_turn": found.moved_last_turn}
    changed = {name: value for name, value in fields.items() if getattr(unit, name) != value}
    if changed:
        b.emit(Noted(), rules=("CD-end-phase", "CD-smoke"), sets=[b.change(unit.id, **changed)], to=())


@implements("CD-leader-casualty")
def _replace_leaders(b: ClassField) -> None:
    rating = b.t.value("CD-leader-casualty", "successor")
    for leader in list(b.world.leaders.values()):
        if leader.fell_on:
            b.report(
                LeaderReplaced(leader=leader.id),
                rules=("CD-leader-casualty",),
                sets=[b.change_leader(leader.id, fell_on=0, rating=rating)],
            )


def _clear(b: ClassField) -> None:
    """Unspent points and unused activations lapse."""
    sets: list[Set] = []
    for unit in b.world.units.values():
        changed = {name: value for name, value in THIS_TURN.items() if getattr(unit, name) != value}
        if changed:
            sets.append(b.change(unit.id, **changed))
    sets += [
        b.change_leader(leader.id, moved=False, tried=False)
        for leader in b.world.leaders.values()
        if leader.moved or leader.tried
    ]
    sets += [
        b.change_division(each.id, contested=(), activations=0)
        for each in b.world.divisions.values()
        if each.contested or each.activations
    ]
    sets.append(b.change_world(holder="", active="", led=False, ended=False, action=0))
    b.emit(Noted(), rules=("CD-end-phase",), sets=sets, to=())


# -- the tally


def tally(b: ClassField) -> Tally:
    """How the battle stands, in terms in which victory is counted."""
    return tally_of(b, b.seating.chain, partial(_standing, b), lambda unit: unit.fate == "taken")


def _standing(b: ClassField, unit: UnitState) -> UnitStanding:
    men = b.seating.chain.units[unit.id].unit.men
    edge: Edge | None = unit.left_by or None
    return UnitStanding(
        id=unit.id,
        arm=branch(unit.arm),
        men_at_start=men,
        men=0 if unit.where in GONE else men * unit.steps // max(1, unit.starting),
        place=spot(unit.position) if unit.where == "table" else None,
        formed=in_good_order(b.t, unit.status),
        beaten=unit.status == "broken",
        destroyed=unit.where in GONE,
        left_by=edge if unit.where == "left" else None,
    )


# -- who has won


@implements("CD-victory", "CD-army-break")
def decide(b: ClassField) -> None:
    """An army may break, or the last turn be over; then the scenario's conditions decide, or the rules' own points."""
    stands, rules = tally(b), ("CD-victory", "CD-army-break")
    endings.go_on_or_end(b, b.ground, stands, _ending(b, stands), partial(_settle, b), rules=rules)


def down(b: ClassField, side: str) -> tuple[int, int]:
    """Units of a side that are gone or broken, and all it began with."""
    own = [unit for unit in b.world.units.values() if unit.side == side]
    return sum(unit.where in GONE or unit.status == "broken" for unit in own), len(own)


def _ending(b: ClassField, stands: Tally) -> Ending | None:
    """Why it is over before its time: an army is broken, or a condition of the scenario ends it."""
    one, other = b.seating.chain.sides
    (lost, own), (lost_too, theirs) = down(b, one), down(b, other)
    found = b.settle(
        "army-break",
        ArmyBreakFacts(
            ours=min(200, own), ours_lost=min(200, lost), theirs=min(200, theirs), theirs_lost=min(200, lost_too)
        ),
    )
    if found.ours or found.theirs:
        beaten = [side for side, broken in ((one, found.ours), (other, found.theirs)) if broken]
        told = {one: f"{lost} of {own} units broken or gone", other: f"{lost_too} of {theirs} units broken or gone"}
        winner = {"ours": one, "theirs": other}.get(found.winner, "")
        # where both are broken, the one that the rules let win stays on the field
        quits = tuple(side for side in beaten if side != winner)
        return Ending("; ".join(f"{side}: {told[side]}" for side in beaten), quits=quits)
    early = victory.early_end(b.scenario.header.victory, stands, b.ground)
    # that half of the units are down is judged by CD-army-break above
    return early if early is not None and early.winner else None


@implements("CD-army-break")
def early_ends(b: ClassField, seat: str) -> tuple[EarlyEnd, ...]:
    """What would end it before its time: an army of which so many units are broken or gone."""
    return (
        *(early.quits(b, seat, side, _counted(b, side)) for side in b.seating.chain.sides),
        *early.by_conditions(b.scenario.header.victory),
    )


def _counted(b: ClassField, side: str) -> Counted:
    lost, own = down(b, side)

    def breaks(number: int) -> bool:
        return bool(b.settle("army-break", ArmyBreakFacts(ours=min(200, own), ours_lost=min(200, number))).ours)

    return Counted("units", "broken or gone", lost, own, early.least(own, breaks), "CD-army-break")


def _settle(b: ClassField, stands: Tally, ending: Ending | None) -> tuple[tuple[Score, ...], Verdict]:
    rules = b.scenario.header.victory
    by_scenario = any(condition.measure for condition in rules.condition)
    scores = victory.score_at_end(rules.condition, stands, b.ground, ending) if by_scenario else _points(b)
    if ending and len(ending.quits) == len(stands.armies):
        return scores, Verdict("", DRAW, 0, ending.why)
    verdict = victory.verdict(rules, scores, ending)
    if by_scenario or ending is not None:
        return scores, verdict
    ours, theirs = scores
    found = b.settle(
        "victory", VictoryFacts(turn=200, ours=min(20_000, ours.points), theirs=min(20_000, theirs.points))
    ).winner
    return scores, verdict if found != "draw" else Verdict("", DRAW, verdict.lead, verdict.why)


@implements("CD-victory")
def _points(b: ClassField) -> tuple[Score, ...]:
    """What each side did to the enemy."""
    return tuple(_score(b, side) for side in b.seating.chain.sides)


def _score(b: ClassField, side: str) -> Score:
    castings = prisoners = tubes = 0
    for unit in b.world.units.values():
        if unit.side == side:
            continue
        left = 0 if unit.where in GONE else unit.steps
        lost = unit.starting - left
        if branch(unit.arm) == "artillery":
            tubes += lost
        else:
            prisoners += unit.prisoners
            castings += max(0, lost // b.t.number("CD-casualty-step", "steps_per_casting") - unit.prisoners)
    counted = {
        "castings": (min(5000, castings), "enemy castings lost"),
        "prisoners": (min(5000, prisoners), "enemy castings taken"),
        "tubes": (min(500, tubes), "enemy tubes lost"),
    }
    lines = []
    for name, (number, text) in counted.items():
        worth = b.settle("points", PointsFacts(**{name: number})).points
        lines.append(VictoryLine(worth, f"{name}: {number}", text))
    return Score(side, sum(line.points for line in lines), tuple(lines))


# -- the outcome


def outcome(b: ClassField) -> dict[str, Any]:
    """Who won and by what, as plain data; before the end, how it stands."""
    stands = tally(b)
    return endings.outcome(b, stands, _ending(b, stands), partial(_settle, b), partial(_account, b))


def _account(b: ClassField, army: Army) -> dict[str, int]:
    """What became of a side's units."""
    states = [b.world.units[unit.id] for unit in army.units]
    return {
        "guns_lost": sum(pieces(b.seating.chain, unit.id) for unit in states if unit.where in GONE),
        "broken": sum(unit.status == "broken" and unit.where == "table" for unit in states),
        "routed": sum(unit.fate == "routed" for unit in states),
        "destroyed": sum(unit.where in GONE and unit.fate != "routed" for unit in states),
    }
