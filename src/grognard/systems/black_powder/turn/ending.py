"""The end of a side's turn: disorder is shaken off, what held for this turn is cleared, somebody may have won."""

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

from ..checks.command.brigades import ArmyMoraleFacts, VictoryFacts
from ..muster import judgement
from ..table.field import PowderField
from ..table.state import Brigade, LeaderState, UnitState
from ..terms import branch
from . import morale

THIS_TURN: dict[str, Any] = {
    "ordered": False,
    "moved_by": "",
    "moves": 0,
    "moves_ordered": 0,
    "gun_move": "",
    "fired": False,
    "closing_fired": False,
    "closing_caused": 0,
    "retired": False,
    "gave_ground": False,
    "tested": False,
    "swept": False,
    "tried": (),
    "started_in_woods": False,
}
"""What is cleared as a side's turn ends."""
OF_LEADERS: dict[str, Any] = {"spoken": False, "moved": False}
GONE = ("lost", "left")


@implements("BP-TURN-1", "BP-STATE-4")
def end_phase(b: PowderField) -> Steps[None]:
    """Disorder is shaken off; after the turn of the second side the battle goes on or is decided."""
    yield from morale.end_side(b)
    _clear(b)
    # a turn is over when the second side has moved
    if b.world.active != next(iter(b.seating.chain.sides)):
        decide(b)


def _clear(b: PowderField) -> None:
    units = ((unit.id, _changed(unit, THIS_TURN)) for unit in b.world.units.values())
    leaders = ((leader.id, _changed(leader, OF_LEADERS)) for leader in b.world.leaders.values())
    sets: list[Set] = [b.change(unit, **fields) for unit, fields in units if fields]
    sets += [b.change_leader(leader, **fields) for leader, fields in leaders if fields]
    if sets:
        b.emit(Noted(), rules=("BP-TURN-1",), sets=sets, to=())


def _changed(record: UnitState | LeaderState, usual: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in usual.items() if getattr(record, name) != value}


# -- the tally


def tally(b: PowderField) -> Tally:
    """How the battle stands, in terms in which victory is counted."""
    return tally_of(b, b.seating.chain, partial(_standing, b), lambda unit: unit.fate == "broken")


def men_left(men: int, casualties: int, stamina: int) -> int:
    """Men in the ranks of a unit with so many casualties marked on it."""
    share: int = judgement()["losses"]["shaken_percent"]
    # a unit that can bear no more has lost only this share of its men
    return men - men * share * min(casualties, stamina) // (100 * max(1, stamina))


def _standing(b: PowderField, unit: UnitState) -> UnitStanding:
    men = b.seating.chain.units[unit.id].unit.men
    edge: Edge | None = unit.left_by or None
    gone = unit.where in GONE
    return UnitStanding(
        id=unit.id,
        arm=branch(unit.arm),
        men_at_start=men,
        men=0 if gone else men_left(men, unit.casualties, unit.stamina),
        place=spot(unit.position) if unit.where == "table" else None,
        formed=not gone and not unit.disordered and not b.shaken(unit.id),
        beaten=gone,
        destroyed=gone,
        left_by=edge if unit.where == "left" else None,
    )


# -- who has won


@implements("BP-ARMY-1", "BP-ARMY-2")
def decide(b: PowderField) -> None:
    """An army may be broken, or the last turn be over; then the scenario's conditions decide."""
    stands, rules = tally(b), ("BP-ARMY-1", "BP-ARMY-2")
    endings.go_on_or_end(b, b.ground, stands, _ending(b, stands), partial(_settle, b), rules=rules)


def _ending(b: PowderField, stands: Tally) -> Ending | None:
    """Why it is over before its time: an army is broken, or a condition of the scenario ends it."""
    broken = [side for side in b.seating.chain.sides if side in b.world.broken]
    one, other = b.seating.chain.sides
    if b.settle("victory", VictoryFacts(ours=one in broken, theirs=other in broken)).winner:
        told = "; ".join(f"{side}: {_brigades(b, side)}" for side in broken)
        return Ending(told, quits=tuple(broken))
    early = victory.early_end(b.scenario.header.victory, stands, b.ground)
    finished = [side for side in b.seating.chain.sides if not _stands(b, side)]
    if finished:
        return Ending("; ".join(f"{side}: nobody is left on the field" for side in finished), quits=tuple(finished))
    return early if early is not None and early.winner else None


def _stands(b: PowderField, side: str) -> bool:
    return any(unit.side == side and unit.where in ("table", "waiting") for unit in b.world.units.values())


def _brigades(b: PowderField, side: str) -> str:
    now = _counted(b, side)
    return f"{now.down} of {now.of} brigades broken"


@implements("BP-ARMY-1")
def _counted(b: PowderField, side: str) -> Counted:
    """Its brigades that are broken, and with how many it is."""
    own = [each for each in b.world.brigades.values() if each.side == side]
    of = len(own)
    needed = early.least(of, lambda n: bool(b.settle("army-morale", ArmyMoraleFacts(brigades=of, broken=n)).broken))
    return Counted("brigades", "broken", sum(_broken(b, each) for each in own), of, needed, "BP-ARMY-1")


@implements("BP-ARMY-1", "BP-ARMY-2")
def early_ends(b: PowderField, seat: str) -> tuple[EarlyEnd, ...]:
    """What would end it before its time: an army that is broken, unless it is agreed to play on."""
    sides = () if b.t.value("BP-ARMY-2", "play_on") else b.seating.chain.sides
    return (
        *(early.quits(b, seat, side, _counted(b, side)) for side in sides),
        *early.by_conditions(b.scenario.header.victory),
    )


def _broken(b: PowderField, brigade: Brigade) -> bool:
    """Whether a brigade would be broken though its army were not."""
    # or a broken army would count all its brigades as broken
    facts = morale.brigade_facts(b, brigade).replace(army_broken=False)
    if not b.on("brigade_morale_v2"):
        facts = facts.replace(was="good")
    return bool(b.settle("brigade-morale", facts).state == "broken")


def _settle(b: PowderField, stands: Tally, ending: Ending | None) -> tuple[tuple[Score, ...], Verdict]:
    rules = b.scenario.header.victory
    by_scenario = any(condition.measure for condition in rules.condition)
    scores = victory.score_at_end(rules.condition, stands, b.ground, ending) if by_scenario else _points(b)
    if ending and len(ending.quits) == len(stands.armies):
        return scores, Verdict("", DRAW, 0, ending.why)
    return scores, victory.verdict(rules, scores, ending)


def _points(b: PowderField) -> tuple[Score, ...]:
    """Where a scenario has no conditions: what each side did to the enemy, in brigades and units."""
    found = []
    for side in b.seating.chain.sides:
        brigades = sum(each.side != side and each.morale == "broken" for each in b.world.brigades.values())
        units = sum(each.side != side and each.where in GONE for each in b.world.units.values())
        worth = judgement()["losses"]
        lines = (
            VictoryLine(brigades * worth["brigade_points"], f"brigades: {brigades}", "enemy brigades broken"),
            VictoryLine(units * worth["unit_points"], f"units: {units}", "enemy units broken or driven off"),
        )
        found.append(Score(side, sum(line.points for line in lines), lines))
    return tuple(found)


# -- the outcome


def outcome(b: PowderField) -> dict[str, Any]:
    """Who won and by what, as plain data; before the end, how it stands."""
    stands = tally(b)
    return endings.outcome(b, stands, _ending(b, stands), partial(_settle, b), partial(_account, b))


def _account(b: PowderField, army: Army) -> dict[str, int]:
    """What became of a side's units."""
    states = [b.world.units[unit.id] for unit in army.units]
    return {
        "guns_lost": sum(pieces(b.seating.chain, unit.id) for unit in states if unit.where in GONE),
        "broken": sum(unit.where == "table" and b.shaken(unit.id) for unit in states),
        "routed": sum(unit.fate == "broken" for unit in states),
        # who broke is counted once; what is left of them are those who went off the table
        "destroyed": sum(unit.where in GONE and unit.fate != "broken" for unit in states),
    }
