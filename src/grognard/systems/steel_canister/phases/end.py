"""Phase 12: guns are taken, horses get their breath back, the turn is cleared away, and somebody may have won."""

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
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ..checks.fire import UnmannedGunsFacts
from ..checks.morale import ArmyBreaksFacts as Brigades
from ..checks.morale import ScoreFacts
from ..checks.moving import BlownRestFacts
from ..effects import FLEEING, captured
from ..events.movement import Rested
from ..table.field import Field
from ..table.state import UnitState
from ..terms import branch
from .melee import settle_down
from .morale import gone

FORMED = ("good_order", "halted")
THIS_TURN: dict[str, Any] = {
    "cube": "", "ap": 0, "spent": 0, "acted": False, "shots": 0, "shot_early": False, "charged": False,
    "opportunity": False, "entered": 0, "reacted": 0, "turned_guns": False, "on_road": True, "improved": False,
    "loss_moved": False, "fought": False, "broke_through": 0, "may_break": 0,
}  # fmt: skip
"""What is cleared when a turn ends."""
AFTER_MELEE: dict[str, Any] = {"attacker": False, "came_from": None, "first_round": False, "crossed": False}


@implements("SC-1.1k")
def play(b: Field) -> Steps[None]:
    """Phase 12."""
    # in this order, as we read phase 12: guns, breath, cubes and points, then victory
    settle_down(b)
    _take_guns(b)
    _rest(b)
    _clear(b)
    decide(b)
    yield from ()


@implements("SC-2.5")
def _take_guns(b: Field) -> None:
    """Guns without a crew, in a space that only the enemy holds, are his."""
    for unit in b.on_board():
        if unit.manned or unit.guns_at is None:
            continue
        foes = b.in_space(unit.guns_at, b.seating.other(unit.side))
        facts = UnmannedGunsFacts(
            crew_status=unit.status,
            crew_here=unit.space == unit.guns_at,
            enemy_here=bool(foes),
            friend_here=bool(b.in_space(unit.guns_at, unit.side)),
        )
        if b.settle("unmanned-guns", facts).captured:
            captured(b, unit.id, foes[0].id)


@implements("SC-5.8")
def _rest(b: Field) -> None:
    """Blown cavalry that stood still all turn is fresh again."""
    for unit in b.on_board():
        spent = BlownRestFacts.nearest(
            "ap_spent", max(unit.spent, unit.reacted)
        )  # reactions may come on top of the account
        facts = BlownRestFacts(ap_spent=spent, in_melee=unit.melee or unit.fought, blown_now=unit.blown == b.world.turn)
        if unit.blown and b.settle("blown-rest", facts).fresh:
            b.report(Rested(unit=unit.id), rules=("SC-5.8",), sets=[b.change(unit.id, blown=0)])


def _clear(b: Field) -> None:
    """Cubes, shots and action points of the turn are gone; only who is in melee remembers how he came into it."""
    sets: list[Set] = []
    for unit in b.world.units.values():
        cleared = THIS_TURN if unit.melee else {**THIS_TURN, **AFTER_MELEE}
        changed = {name: value for name, value in cleared.items() if getattr(unit, name) != value}
        if changed:
            sets.append(b.change(unit.id, **changed))
    sets += [Set("leaders", leader.id, {"moved": False}) for leader in b.world.leaders.values() if leader.moved]
    b.emit(Noted(), rules=("SC-1.1k", "SC-0.12"), sets=sets, to=())


# -- the tally


def tally(b: Field) -> Tally:
    """How the battle stands, in terms in which victory is counted."""
    return tally_of(b, b.chain, partial(_standing, b), lambda unit: unit.how == "captured")


def _standing(b: Field, unit: UnitState) -> UnitStanding:
    kept: dict[str, tuple[UnitState, UnitStanding]] = b.memo.keep("standing", b.seating, dict)
    known = kept.get(unit.id)
    # most are as they were when the tally was last taken
    if known is None or known[0] is not unit:
        known = kept[unit.id] = unit, _stands(b, unit)
    return known[1]


def _stands(b: Field, unit: UnitState) -> UnitStanding:
    men = b.chain.units[unit.id].unit.men
    edge: Edge | None = unit.left_by or None
    # where it is drawn: a garrison counts as in its farm although the middle of the space lies beside the walls
    x, y = b.board.heart(unit.space)
    return UnitStanding(
        id=unit.id,
        arm=branch(unit.arm),
        men_at_start=men,
        # a share of the men that it began with, rounded down
        men=0 if unit.where == "lost" else men * (unit.figures - unit.killed) // max(1, unit.figures),
        place=(x / SUB, y / SUB) if unit.where == "board" else None,
        formed=unit.status in FORMED,
        beaten=unit.status in FLEEING,
        destroyed=gone(unit),
        left_by=edge,
    )


# -- who has won


@implements("SC-8.1")
def decide(b: Field) -> None:
    """An army may break, or the last turn be over; then the scenario's conditions decide, or our points."""
    stands = tally(b)
    endings.go_on_or_end(b, b.board.field, stands, _ending(b, stands), partial(_settle, b), rules=("SC-8.1",))


def _ending(b: Field, stands: Tally) -> Ending | None:
    """Why it is over before its time: an army is broken, or a condition of the scenario ends it."""
    broken = {side: told for side in b.chain.sides if (told := broken_army(b, side))}
    if broken:
        return Ending("; ".join(f"{side}: {told}" for side, told in broken.items()), quits=tuple(broken))
    early = victory.early_end(b.scenario.header.victory, stands, b.board.field)
    # half of the units beaten ends other battles; here brigades decide (SC-8.1)
    return early if early is not None and early.winner else None


@implements("SC-8.1")
def broken_army(b: Field, side: str) -> str:
    """Why an army is beaten: half its brigades broken or gone. Nothing while it fights on."""
    now = _counted(b, side)
    return f"{now.down} of {now.of} brigades broken or gone" if now.of and now.down >= now.needed else ""


@implements("SC-8.1")
def _counted(b: Field, side: str) -> Counted:
    """Its brigades that are broken or gone, and with how many it is beaten."""
    brigades = [brigade for brigade in b.world.brigades.values() if brigade.side == side]
    down, of = sum(each.broken or all(gone(b.unit(unit)) for unit in each.units) for each in brigades), len(brigades)
    needed = early.least(of, lambda n: bool(b.settle("army-breaks", Brigades(brigades=of, broken=n)).broken))
    return Counted("brigades", "broken or gone", down, of, needed, "SC-8.1")


def early_ends(b: Field, seat: str) -> tuple[EarlyEnd, ...]:
    """What would end it before its time."""
    return (
        *(early.quits(b, seat, side, _counted(b, side)) for side in b.chain.sides),
        *early.by_conditions(b.scenario.header.victory),
    )


def _settle(b: Field, stands: Tally, ending: Ending | None) -> tuple[tuple[Score, ...], Verdict]:
    rules = b.scenario.header.victory
    by_scenario = any(condition.measure for condition in rules.condition)
    scores = victory.score_at_end(rules.condition, stands, b.board.field, ending) if by_scenario else _points(b)
    # both armies gone: nobody is left to hold the field, whatever the points
    if ending and len(ending.quits) == len(stands.armies):
        return scores, Verdict("", DRAW, 0, ending.why)
    verdict = victory.verdict(rules, scores, ending)
    close = not by_scenario and ending is None and verdict.lead < b.rules.tables.number("SC-8.1", "lead")
    return scores, Verdict("", DRAW, verdict.lead, verdict.why) if close else verdict


@implements("SC-8.1")
def _points(b: Field) -> tuple[Score, ...]:
    """What each side did to the enemy."""
    return tuple(_score(b, side) for side in b.chain.sides)


def _score(b: Field, side: str) -> Score:
    foes = [unit for unit in b.world.units.values() if unit.side != side]
    counted = {
        "destroyed": (sum(gone(unit) for unit in foes), "enemy units destroyed or taken"),
        "routing": (sum(unit.where == "board" and unit.status == "rout" for unit in foes), "enemy units in rout"),
        "brigades": (
            sum(each.broken for each in b.world.brigades.values() if each.side != side),
            "enemy brigades broken",
        ),
    }
    lines = []
    for name, (number, text) in counted.items():
        worth = b.settle("score", ScoreFacts(**{name: ScoreFacts.nearest(name, number)})).points
        lines.append(VictoryLine(worth, f"{name}: {number}", text))
    return Score(side, sum(line.points for line in lines), tuple(lines))


# -- the outcome


def outcome(b: Field) -> dict[str, Any]:
    """Who won and by what, as plain data; before the end, how it stands."""
    stands = tally(b)
    return endings.outcome(b, stands, _ending(b, stands), partial(_settle, b), partial(_account, b))


def _account(b: Field, army: Army) -> dict[str, int]:
    """What became of a side's units."""
    states = [b.world.units[unit.id] for unit in army.units]
    here = [unit for unit in states if not gone(unit)]
    return {
        "guns_lost": sum(pieces(b.chain, unit.id) for unit in states if gone(unit)),
        "broken": sum(unit.status == "retreat" for unit in here),
        "routed": sum(unit.status == "rout" for unit in here),
        "destroyed": sum(gone(unit) for unit in states),
    }
