"""Phases 9 and 10: winners of melees break through, run into new enemies, and may be tired out by it."""

from __future__ import annotations

from typing import get_args

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Result, implements

from ..checks.melee import BreakthroughFacts, BreakthroughResult, FatigueFacts
from ..checks.moving import EntryFacts, fixed_cost, storms_as
from ..effects import drive_off_leaders, relocated, worsen
from ..events.combat import BreakthroughRolled, BrokeThrough, Fatigue, Recoiled, Wheeled
from ..events.movement import StaysThere
from ..facts.charges import rough
from ..facts.melee import charged_in, fought_over
from ..facts.staying import kept_from
from ..facts.steps import squeezed
from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState
from ..terms import Facing, branch
from .charges import broken_into
from .melee import fight, settle_down

STEPS = ("forward", "forward_left", "forward_right")


# -- 9a and 9b


def player_a(b: Field) -> Steps[None]:
    """Phase 9a."""
    yield from _play(b, b.player("A"))


def player_b(b: Field) -> Steps[None]:
    """Phase 9b."""
    yield from _play(b, b.player("B"))


@implements("SC-1.1h", "SC-6.8")
def _play(b: Field, side: str) -> Steps[None]:
    """The leads of a side that won: those who charged must roll, those who were charged may."""
    for unit in [each.id for each in b.on_board(side) if each.may_break]:
        if _fit(b, b.unit(unit)) and (yield from _goes(b, unit)):
            yield from _break_through(b, unit)
    spent = [b.change(unit.id, may_break=0) for unit in b.on_board(side) if unit.may_break]
    if spent:
        b.emit(Noted(), rules=("SC-6.8",), sets=spent, to=())


def _fit(b: Field, unit: UnitState) -> bool:
    """Squares, guns and units in a strong point never break through."""
    stays = unit.formation in b.rules.tables.value("SC-6.8", "never") or branch(unit.arm) == "artillery"
    return unit.where == "board" and not unit.melee and not stays and b.board.terrain[unit.space] != "strong_point"


def _goes(b: Field, unit: str) -> Steps[bool]:
    """Whether a winner rolls: who charged has no choice."""
    if charged_in(b.unit(unit)):
        return True
    options = [Option("hold", "hold the ground", "SC-6.8"), Option("roll", "go after them", "SC-6.8")]
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "breakthrough",
            f"{b.name(unit)} has won: after them?",
            options,
            default=("hold", {}),
            rules=("SC-6.8",),
            about={"unit": unit},
        )
    )
    return answer.option == "roll"


def breakthrough_facts(now: UnitState) -> BreakthroughFacts:
    """By how much it won, and whether it rides."""
    margin = BreakthroughFacts.nearest("margin", now.may_break)
    return BreakthroughFacts(margin=margin, cavalry=branch(now.arm) == "cavalry")


@implements("SC-4.5a")
def _break_through(b: Field, unit: str) -> Steps[None]:
    """The roll, the move forward or back, and a turn where the die allows it."""
    rolled: Result[BreakthroughResult] = b.roll("breakthrough", breakthrough_facts(b.unit(unit)), by=unit)
    result = rolled.settled
    b.report(
        BreakthroughRolled(unit=unit, ap=result.ap),
        rules=("SC-4.5a", "SC-6.8"),
        roll=rolled,
        sets=[b.change(unit, may_break=0)],
    )
    if result.ap < 0:
        _recoil(b, unit, -result.ap)
    elif result.ap:
        yield from _advance(b, unit, result.ap)
    after = b.unit(unit)
    if result.may_turn and after.where == "board" and not after.melee:
        yield from _turn(b, unit)


# -- backwards


@implements("SC-4.5c")
def _recoil(b: Field, unit: str, spaces: int) -> None:
    """Straight back along the line of the charge, as far as there is room."""
    start = b.unit(unit)
    dx, dy = _line_back(b, start)
    space = start.space
    for _ in range(spaces):
        there = space[0] + dx, space[1] + dy
        if not _open(b, start, space, there) or b.in_space(there, b.seating.other(start.side)):
            break
        space = there
    if space != start.space:
        _goes_to(b, unit, space, kind=Recoiled, rules=("SC-4.5c",), spent=start.broke_through)


def _line_back(b: Field, unit: UnitState) -> Space:
    """The way a charger came, reversed; for one who was charged the way behind him."""
    if unit.came_from is not None and unit.came_from != unit.space:
        return unit.came_from[0] - unit.space[0], unit.came_from[1] - unit.space[1]
    x, y = b.board.stepped(unit.space, unit.facing, "back")
    return x - unit.space[0], y - unit.space[1]


# -- forwards


@implements("SC-6.8")
def _advance(b: Field, unit: str, ap: int) -> Steps[None]:
    """It must go as far as its points carry it, straight on or obliquely, until it is stopped or meets an enemy."""
    left, crossed, before = ap, False, b.unit(unit).broke_through
    shown: list[tuple[int, set[Space]]] = []  # what each step cost, and the enemies who saw it
    while steps := _ways(b, unit, left):
        now = b.unit(unit)
        step = yield from _way(b, unit, list(steps))
        there, cost = steps[step]
        left -= cost
        crossed = crossed or rough(b, now.space, there)
        if b.in_space(there, b.seating.other(now.side)):
            # what he sees of the charge gives an enemy time (SC-1.7b)
            # no dice are thrown in a breakthrough, so all of these points are those of the way
            seen = sum(paid for paid, watching in shown if there in watching)
            b.emit(Noted(), rules=("SC-4.6b",), sets=[b.change(unit, broke_through=before + ap - left)], to=())
            yield from broken_into(b, unit, there, charge_ap=seen, last=cost, crossed=crossed)
            if b.unit(unit).space != there:  # it pulled up before a square: that step it did not make
                unspent = b.change(unit, broke_through=before + ap - left - cost)
                b.emit(Noted(), rules=("SC-4.6b",), sets=[unspent], to=())
            return
        _goes_to(b, unit, there, kind=BrokeThrough, rules=("SC-6.8",), spent=before + ap - left)
        shown.append((cost, {b.unit(foe).space for foe in b.visible_enemies(unit)}))
    _held(b, unit, left)


def _held(b: Field, unit: str, left: int) -> None:
    """It is told where only a special rule of the battle keeps it from going on."""
    now = b.unit(unit)
    kept = (kept_from(b, now, there) for there, _ in _ways(b, unit, left, anywhere=True).values())
    refusal = next(filter(None, kept), None)
    if refusal is not None:
        b.report(StaysThere(unit=unit, why=refusal.reason), rules=(refusal.rule,))


def _ways(b: Field, unit: str, left: int, *, anywhere: bool = False) -> dict[str, tuple[Space, int]]:
    """Steps that a unit can still make, with what they cost: no dice are rolled for the ground. `anywhere`: also those
    by which it would leave a place that it may not leave."""
    now, found = b.unit(unit), {}
    for step in STEPS:
        there = b.board.stepped(now.space, now.facing, step)
        if not _open(b, now, now.space, there) or squeezed(b, now, there):
            continue
        if not anywhere and kept_from(b, now, there) is not None:
            continue
        # a breakthrough pays for ground, but throws no dice for it (SC-1.3a)
        cost = fixed_cost(b.rules.tables, b.stepping(unit, there, ap_left=left))
        if cost <= left:
            found[step] = there, cost
    return found


@implements("SC-6.1", "SC-6.8")
def _open(b: Field, unit: UnitState, space: Space, there: Space) -> bool:
    """Whether a unit can go on into a space: it is on the board, has room, and is ground that it may charge into."""
    board = b.board
    if not board.on_board(there) or b.shut(space, there):
        return False
    horse = branch(unit.arm) == "cavalry"
    if horse and board.terrain[there] in b.rules.tables.value("SC-6.1", "not_into"):
        return False
    entering = _entering(b, unit, space, there)
    if b.rules["entry"].refusal(entering) is not None:
        return False
    if b.in_space(there, b.seating.other(unit.side)):
        return b.fits(unit, there, storms_as(b.rules.tables, unit.formation, entering.terrain))
    return b.fits(unit, there, b.settle("entry", entering).formation)


def _entering(b: Field, unit: UnitState, space: Space, there: Space) -> EntryFacts:
    board = b.board
    return EntryFacts(
        arm=unit.arm,
        formation=unit.formation,
        terrain=board.terrain[there],
        edge=board.edge(space, there),
        road=board.road(space, there),
    )


def _way(b: Field, unit: str, steps: list[str]) -> Steps[str]:
    """Which way it goes on, where there is a choice."""
    if len(steps) == 1:
        return steps[0]
    options = [Option(step, step.replace("_", " "), "SC-6.8") for step in steps]
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "way",
            f"{b.name(unit)} breaks through: which way?",
            options,
            default=(steps[0], {}),
            rules=("SC-6.8",),
            about={"unit": unit},
        )
    )
    return answer.option


def _goes_to(
    b: Field, unit: str, there: Space, *, kind: type[BrokeThrough | Recoiled], rules: tuple[str, ...], spent: int
) -> None:
    """A unit goes to another space by its breakthrough, on which it has spent so many points in all."""
    now = b.unit(unit)
    # only a step to a neighbour meets ground on the way; a recoil goes over ground it has held
    if max(abs(there[0] - now.space[0]), abs(there[1] - now.space[1])) == 1:
        formation = b.settle("entry", _entering(b, now, now.space, there)).formation
    else:
        formation = now.formation
    sets = relocated(b, unit, there, formation=formation, broke_through=spent)
    spaces = b.board.range(now.space, there)
    b.report(kind(unit=unit, to=list(there), spaces=spaces), rules=rules, sets=sets)
    b.look_again(unit)
    drive_off_leaders(b, there, now.side)


@implements("SC-4.5b")
def _turn(b: Field, unit: str) -> Steps[None]:
    """It may face another way after its move."""
    now = b.unit(unit)
    facings: tuple[Facing, ...] = get_args(Facing)
    options = [Option(way, f"face {way}", "SC-4.5b") for way in facings]
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "turn",
            f"{b.name(unit)}: which way does it face?",
            options,
            default=(now.facing, {}),
            rules=("SC-4.5b",),
            about={"unit": unit},
        )
    )
    if answer.option != now.facing:
        facing = next(way for way in facings if way == answer.option)
        b.report(Wheeled(unit=unit, facing=facing), rules=("SC-4.5b",), sets=[b.change(unit, facing=facing)])


# -- 9c and 10


@implements("SC-1.1h")
def melees(b: Field) -> Steps[None]:
    """Phase 9c: the melees that breakthroughs ran into; their winners hold the ground, or break through once more."""
    again = b.rules.tables.value("SC-1.1h", "again")
    for space in fought_over(b):
        if any(unit.first_round and unit.broke_through for unit in b.in_space(space)):
            yield from fight(b, space, breaks=again)
    settle_down(b)
    if again:  # whom they run into now they fight next turn
        yield from player_a(b)
        yield from player_b(b)


@implements("SC-4.6a", "SC-4.6b")
def fatigue(b: Field) -> Steps[None]:
    """Phase 10: who went forward in a breakthrough may be halted by it, and horses blown."""
    for unit in b.on_board():
        horse = branch(unit.arm) == "cavalry"
        rolled = b.roll(
            "fatigue", FatigueFacts(cavalry=horse, line=unit.formation == "line", ap=unit.broke_through), by=unit.id
        )
        if rolled.refusal is not None:
            continue
        result = rolled.settled
        sets = [b.change(unit.id, blown=b.world.turn)] if result.blown else []
        rules = ("SC-4.6b" if horse else "SC-4.6a",)
        b.report(Fatigue(unit=unit.id, halted=result.halted, blown=result.blown), rules=rules, roll=rolled, sets=sets)
        if result.halted:
            worsen(b, unit.id, "halted", "other", rules=rules)
    yield from ()
