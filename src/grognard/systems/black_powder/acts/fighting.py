"""Hand-to-hand: a combat of all that hang together, its round, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.battle.decisions import Decision, Option
from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import implements
from grognard.kernel.domains import Domain, Number
from grognard.kernel.opposed import Pair

from ..checks.fighting.breaking import BreakTestFacts
from ..checks.fighting.drafts import SpectatorsFacts
from ..checks.fighting.hand_to_hand import CombatResultFacts, RoundOutcomeFacts, charge_rule
from ..checks.troops.formations import fight_dice
from ..checks.troops.massed import MomentumFacts, StaggeredFacts
from ..effects.losses import OUT, break_up, disorder, suffer
from ..events.combat import BlowsStruck, RoundFought, SideReckoned, Winner
from ..facts.charges import could_reach, may_charge
from ..facts.combat import faces_engaged, fight_facts, supports
from ..table.field import PowderField
from ..table.ground import building_of
from ..terms import BreakResult
from .breaking import break_test, facts_now
from .charging import man_again, sweep
from .victory_moves import ride_around, victory


class FightRound(NamedTuple):
    """What came of the blows of a round: casualties, those beyond bearing, and the results of both sides."""

    lost: dict[str, int]
    excess: dict[str, int]
    ours: int
    theirs: int


class Camp(NamedTuple):
    """One side of a combat."""

    units: tuple[str, ...]
    squares: bool
    """All of them are in square."""
    horse: bool
    """All of them are cavalry."""


def camps(b: PowderField, group: Sequence[str]) -> tuple[Camp, Camp]:
    """Both sides of a combat, that of the side to move first."""
    ours = tuple(each for each in group if b.unit(each).side == b.world.active)
    theirs = tuple(each for each in group if each not in ours)
    return _camp(b, ours), _camp(b, theirs)


def _camp(b: PowderField, units: tuple[str, ...]) -> Camp:
    square = all(b.unit(each).formation == "square" or b.unit(each).as_square for each in units)
    return Camp(units, square, all(b.branch(each) == "cavalry" for each in units))


@implements("BP-HTH-1", "BP-HTH-4", "BP-GRANDE-9")
def fight(b: PowderField, group: Sequence[str]) -> Steps[None]:
    """One combat: a round, break tests of who has lost, and what winners do then."""
    for unit in [each for each in group if b.unit(each).doomed]:
        break_up(b, unit, rules=("BP-GRANDE-9",))
    # those who broke have taken their contacts with them
    left = [each for each in group if b.here(each) and b.in_combat(each)]
    # of the whole group, so that those who were spared count as winners
    ours, theirs = camps(b, group)
    if not left:  # whoever was doomed is gone: the others have won without a blow
        yield from _after(b, ours, theirs, "attacker", {})
        return
    ours, theirs = camps(b, left)
    fought = yield from _round(b, ours, theirs)
    outcome = b.settle("round-outcome", RoundOutcomeFacts(ours=fought.ours, theirs=fought.theirs))
    winner: Winner = {"ours": "attacker", "theirs": "defender"}.get(outcome.winner, "none")  # type: ignore[assignment]
    _mark(b, ours, theirs, winner)
    losers = {"attacker": theirs.units, "defender": ours.units}.get(winner, (*ours.units, *theirs.units))
    # all are looked at before any of them goes: in a draw both sides test, though the first to do so may break
    due = [each for unit in losers if (each := _owed(b, unit, fought, draw=winner == "none")) is not None]
    results: dict[str, BreakResult] = {}
    for each in due:
        if b.here(each.unit):
            results[each.unit] = yield from break_test(
                b, each.unit, each.facts.cause, enemy=each.enemy, facts=each.facts
            )
    yield from _after(b, ours, theirs, winner, results)


def _mark(b: PowderField, ours: Camp, theirs: Camp, winner: Winner) -> None:
    """A round has been fought: charges are over, and somebody has won it."""
    sets: list[Set] = []
    for camp, won in ((ours, winner == "attacker"), (theirs, winner == "defender")):
        for unit in camp.units:
            now = b.unit(unit)
            fields: dict[str, Any] = {"charged": False, "closing_caused": 0, "won": won}
            changed = {name: value for name, value in fields.items() if getattr(now, name) != value}
            sets += [b.change(unit, **changed)] if changed else []
    for unit in (*ours.units, *theirs.units):
        for each in b.contacts_of(unit):
            if each.charger == unit:
                sets.append(Set("contacts", each.id, {"rounds": each.rounds + 1}))
    b.emit(Noted(), rules=("BP-HTH-1", "BP-HTH-2"), sets=sets, to=())


class OwedTest(NamedTuple):
    """A break test after a round, as things stand when the blows have fallen."""

    unit: str
    enemy: str
    facts: BreakTestFacts


@implements("BP-HTH-4", "BP-CAVM-1", "BP-BREAK-1")
def _owed(b: PowderField, unit: str, fought: FightRound, *, draw: bool) -> OwedTest | None:
    """Losers test; in a draw the shaken do, and by the draft cavalry is disordered. Winners never test."""
    # asked for one side at a time: the result only needs to be a loss or a draw
    asks = RoundOutcomeFacts(
        theirs=0 if draw else 1,
        ours_shaken=b.shaken(unit),
        ours_arm=b.unit(unit).arm,
    )
    found = b.settle("round-outcome", asks)
    if found.ours_disordered:
        disorder(b, unit, "drawn fight", "BP-CAVM-1")
    if not found.ours_tests:
        return None
    foes = b.opponents(unit)
    facts = facts_now(b, unit, "drawn" if draw else "lost", excess=fought.excess.get(unit, 0))
    return OwedTest(unit, foes[0] if foes else "", facts)


# -- the round


def _round(b: PowderField, ours: Camp, theirs: Camp) -> Steps[FightRound]:
    if len(ours.units) == 1 and len(theirs.units) == 1:
        return _duel(b, ours.units[0], theirs.units[0])
    found = yield from _brawl(b, ours, theirs)
    return found


@implements("BP-HTH-1")
def _duel(b: PowderField, unit: str, foe: str) -> FightRound:
    """Two units alone: both strike at once."""
    # both before either suffers: blows fall at once
    pair = Pair(_facts(b, unit), _facts(b, foe))
    roll = b.roll("hand-to-hand", pair, by=unit, seen=(unit, foe))
    came = roll.settled
    winner: Winner = {"ours": "attacker", "theirs": "defender"}.get(came.winner, "none")  # type: ignore[assignment]
    rounds = next((each.rounds for each in b.contacts_of(unit)), 0) + 1
    b.report(
        RoundFought(unit=unit, target=foe, winner=winner, scores=[came.ours_result, came.theirs_result], round=rounds),
        rules=("BP-HTH-1", "BP-HTH-2", "BP-HTH-3", "BP-HTH-4"),
        roll=roll,
    )
    excess = {
        unit: suffer(b, unit, came.ours_lost, "hand-to-hand", foe),
        foe: suffer(b, foe, came.theirs_lost, "hand-to-hand", unit),
    }
    lost = {unit: came.ours_lost, foe: came.theirs_lost}
    return FightRound(lost, excess, came.ours_result, came.theirs_result)


def _facts(b: PowderField, unit: str, most: int = 14) -> Any:
    return fight_facts(b, unit, most=most, closing_fire=b.unit(unit).closing_caused)


@implements("BP-HTH-1", "BP-HTH-3")
def _brawl(b: PowderField, ours: Camp, theirs: Camp) -> Steps[FightRound]:
    """Several units: each divides its dice among those it is in contact with; a side's casualties are added up."""
    # all divide their dice before any is thrown
    shares: dict[str, dict[str, int]] = {}
    for unit in (*ours.units, *theirs.units):
        shares[unit] = yield from _split(b, unit)
    lost: dict[str, int] = {}
    caused = {"ours": 0, "theirs": 0}
    for unit, share in shares.items():
        for foe, dice in share.items():
            if not dice:
                continue
            roll = b.roll("blows", Pair(_facts(b, unit, dice), _facts(b, foe)), by=unit, seen=(unit, foe))
            fell = roll.settled.casualties
            lost[foe] = lost.get(foe, 0) + fell
            caused["ours" if unit in ours.units else "theirs"] += fell
            b.report(BlowsStruck(unit=unit, target=foe, casualties=fell), rules=("BP-HTH-1", "BP-HTH-2"), roll=roll)
    # before losses are taken: they might change who supports whom
    results = [
        _side(b, ours, theirs, caused["ours"]),
        _side(b, theirs, ours, caused["theirs"]),
    ]
    excess = {}
    for unit, fell in lost.items():
        foes = b.opponents(unit)
        excess[unit] = suffer(b, unit, fell, "hand-to-hand", foes[0] if foes else "")
    winner: Winner = "attacker" if results[0] > results[1] else "defender" if results[1] > results[0] else "none"
    unit = ours.units[0]
    rounds = next((each.rounds for each in b.contacts_of(unit)), 0) + 1
    b.report(
        RoundFought(unit=unit, target=theirs.units[0], winner=winner, scores=results, round=rounds),
        rules=("BP-HTH-3", "BP-HTH-4"),
    )
    return FightRound(lost, excess, *results)


@implements("BP-HTH-3", "BP-SPEC-4")
def _side(b: PowderField, camp: Camp, other: Camp, caused: int) -> int:
    """The combat result of a side."""
    # those who fight in the same combat support nobody: they have their own enemies
    helped = [supports(b, unit, also=camp.units) for unit in camp.units]
    heavy = sum(_heavy(b, unit) for unit in camp.units)
    sizes = [building_of(b, unit) for unit in camp.units]
    order = ("none", "small", "medium", "large")
    facts = CombatResultFacts(
        caused=min(30, caused + sum(b.unit(unit).closing_caused for unit in camp.units)),
        rear=any(each["rear"] for each in helped),
        left=any(each["left_flank"] for each in helped),
        right=any(each["right_flank"] for each in helped),
        square=any(b.unit(u).formation == "square" or b.unit(u).as_square for u in camp.units) and _horse(b, other),
        # of several buildings the largest counts, once
        building=max(sizes, key=order.index),
        heavy=min(6, heavy),
    )
    roll = b.roll("combat-result", facts, by=camp.units[0], seen=camp.units)
    result: int = roll.settled.result
    b.report(SideReckoned(unit=camp.units[0], result=result), rules=("BP-HTH-3",), roll=roll)
    return result


def _horse(b: PowderField, camp: Camp) -> bool:
    return any(b.branch(each) == "cavalry" for each in camp.units)


def _heavy(b: PowderField, unit: str) -> bool:
    """Whether heavy cavalry adds its weight: against whatever it strikes that is not a square."""
    return any(charge_rule(b.t, _facts(b, unit).facing(_facts(b, foe)), "heavy_cavalry") for foe in b.opponents(unit))


@implements("BP-HTH-1")
def _split(b: PowderField, unit: str) -> Steps[dict[str, int]]:
    """How a unit divides its dice among those it fights: evenly, unless its owner likes it otherwise."""
    foes, now = b.opponents(unit), b.unit(unit)
    one = fight_dice(b.t, now.formation, now.hand_to_hand)
    dice = min(now.hand_to_hand, one * faces_engaged(b, unit) if now.formation == "square" else one)
    # odd dice go to the first in the roster's order
    even = {foe: dice // len(foes) + (i < dice % len(foes)) for i, foe in enumerate(foes)}
    # among three or more nobody is asked: the dice are few, and even is fair
    if len(foes) != 2:
        return even
    first, second = foes
    fields: dict[str, Domain] = {"dice": Number(0, dice)}
    usual = {"dice": even[first]}
    one_foe, other = (b.name_to(b.seat_of(unit), each) for each in (first, second))
    text = f"{b.name(unit)} fights {one_foe} and {other}: dice at {one_foe}"
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "split",
            text,
            [Option("divide", "Divide them", "BP-HTH-1", fields, usual, about=unit)],
            default=("divide", usual),
            rules=("BP-HTH-1",),
            about={"unit": unit, "foe": first},
        )
    )
    at_first = int(answer.values["dice"])
    return {first: at_first, second: dice - at_first}


# -- afterwards


@implements("BP-HTH-6", "BP-MASS-5", "BP-MASS-6", "BP-SQCAV-4", "BP-SHELT-4")
def _after(b: PowderField, ours: Camp, theirs: Camp, winner: Winner, results: dict[str, BreakResult]) -> Steps[None]:
    """Columns that are staggered, gunners who come back, cavalry that rides on, victory moves, fights that are over."""
    _stagger(b, (*ours.units, *theirs.units), results)
    _gunners(b, (*ours.units, *theirs.units), results)
    # squares are ridden past before victory moves: the cavalry is still in contact
    for camp, other, won in ((ours, theirs, winner == "attacker"), (theirs, ours, winner == "defender")):
        for unit in camp.units:
            if won and b.here(unit) and b.in_combat(unit):
                yield from ride_around(
                    b, unit, won=True, only_squares=_only_squares(b, unit), reach=within_a_move, sweep=sweep
                )
        yield from _victories(b, camp, other, won=won)
    _over(b, (*ours.units, *theirs.units))


def _only_squares(b: PowderField, unit: str) -> bool:
    foes = [b.unit(foe) for foe in b.opponents(unit)]
    return bool(foes) and all(foe.formation == "square" or foe.as_square for foe in foes)


def _victories(b: PowderField, camp: Camp, other: Camp, *, won: bool) -> Steps[None]:
    for unit in camp.units:
        # who went back himself does not advance
        if won and b.here(unit) and not b.in_combat(unit) and not b.unit(unit).retired and _goes_on(b, unit):
            yield from victory(b, unit, gone=True, reach=within_a_move, sweep=sweep)


@implements("BP-MASS-5")
def _goes_on(b: PowderField, unit: str) -> bool:
    """Whether a winner goes on: of a massed column each unit by its momentum."""
    now = b.unit(unit)
    facts = MomentumFacts(won=True, enemy_gone=True, shaken=b.shaken(unit), disordered=now.disordered)
    return not now.massed or bool(b.settle("momentum", facts).victory_move)


def within_a_move(b: PowderField, unit: str) -> list[str]:
    """Enemies upon whom a sweeping advance could fall."""
    near = b.survey.enemies_within(unit, b.t.number("BP-MOVE-1", "cavalry"))
    # who rides past a square is still in contact with it
    free = [foe for foe in near if may_charge(b, unit, foe, by="initiative", leaving=True) is None]
    return [foe for foe in free if could_reach(b, unit, foe)]


def _stagger(b: PowderField, units: Sequence[str], results: dict[str, BreakResult]) -> None:
    for unit in units:
        now = b.unit(unit)
        if not now.massed or not b.here(unit):
            continue
        # whom it faced in this round; those who went are no opponents any more
        foes = b.opponents(unit)
        for foe in foes:
            facts = StaggeredFacts(
                enemy=results.get(foe, "hold_locked"), tested=foe in results, column_left=not b.in_combat(unit)
            )
            if b.settle("staggered", facts).disordered:
                disorder(b, unit, "staggered", "BP-MASS-6")


def _gunners(b: PowderField, units: Sequence[str], results: dict[str, BreakResult]) -> None:
    """Gunners with a unit whose fight is over: back at their guns, or lost with it."""
    for battery in list(b.world.units.values()):
        friend = battery.shelters
        if friend not in units or not b.here(battery.id):
            continue
        result = results.get(friend, "hold")
        gone = not b.here(friend) or b.unit(friend).retired
        # gone without a test of its own: as if it had broken
        found = b.settle("spectators", SpectatorsFacts(result="break" if gone and friend not in results else result))
        if found.broken:
            break_up(b, battery.id, rules=("BP-SHELT-4",))
        elif not b.in_combat(friend):
            man_again(b, battery.id)


def _over(b: PowderField, units: Sequence[str]) -> None:
    """Whoever fights nobody any more is out of it."""
    sets = []
    for unit in units:
        if b.here(unit) and not b.in_combat(unit):
            now = b.unit(unit)
            changed = {name: value for name, value in OUT.items() if getattr(now, name) != value}
            sets += [b.change(unit, **changed)] if changed else []
    if sets:
        b.emit(Noted(), rules=("BP-HTH-1",), sets=sets, to=())
