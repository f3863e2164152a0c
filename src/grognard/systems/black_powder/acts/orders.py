"""Orders: spoken, rolled for, and carried out, or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.shapes import distance as apart
from grognard.ground.units import SUB, point
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Spot

from ..checks.command.command import CommandResult
from ..checks.command.orders import RallyFacts, SilenceFacts
from ..checks.troops.massed import MassedColumnFacts
from ..desk import forms
from ..effects.marches import set_down
from ..events.command import CommanderJoined, LedAstray, OrderRolled, OrderSpoken, Rallied
from ..facts.command import command_facts, unit_moves_facts
from ..facts.moving import first_march, shoved
from ..facts.threats import proximity
from ..facts.wording import words
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving
from .answers import group_orders
from .blunders import blunder
from .charging import charge
from .marching import march
from .support_charges import react

ENDING: tuple[Giving, ...] = ("follow_me", "rally")
"""Words after which a commander gives no more orders."""


@implements("BP-CMD-1", "BP-CMD-2", "BP-CMD-4")
def give(b: PowderField, leader: str, units: tuple[str, ...], order: Order, giving: Giving) -> Steps[bool]:
    """A commander speaks an order and rolls for it; what comes of it happens at once. Whether he may go on speaking."""
    _speak(b, leader, units, order, giving)
    facts = command_facts(b, leader, units, order, giving)
    roll = b.roll("command", facts, by=leader, seen=(leader, *units))
    told: CommandResult = roll.settled
    left = SilenceFacts(passed=told.passed, pending=1, last=giving in ENDING)
    goes_on: bool = b.settle("orders-left", left).orders > 0
    # whatever the roll: a unit is ordered once a turn, obeyed or not
    sets = [b.change(unit, ordered=True, moves_ordered=order.most) for unit in units]
    if not goes_on:
        sets.append(b.change_leader(leader, spoken=True))
    b.report(
        OrderRolled(
            leader=leader,
            unit=units[0],
            passed=told.passed,
            moves=told.moves,
            blunder=told.blunder,
            giving=giving,
            staff=told.staff,
        ),
        rules=("BP-CMD-2", "BP-CMD-3"),
        roll=roll,
        sets=sets,
    )
    if told.blunder:
        # nothing of what was ordered is done
        yield from blunder(b, leader, units)
        return False
    # the same dice serve each unit with its own modifiers
    rolled = sum(roll.dice)
    if giving in ("rally", "brigade_rally"):
        if told.passed:
            _rally(b, leader, units, giving)
    else:
        if giving == "follow_me" and told.passed:
            _join(b, leader, units[0])
        yield from _carry_out(b, units, order, giving, rating=told.staff, rolled=rolled)
    yield from _lost_in_woods(b, units, order, giving, rating=told.staff, rolled=rolled)
    return goes_on


def _speak(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> None:
    said = OrderSpoken(
        leader=leader,
        unit=units[0],
        words=words(b, units[0], order) if giving not in ("rally", "brigade_rally") else [],
        giving=giving,
        others=len(units) - 1,
    )
    if order.target:
        said.target = order.target
    b.report(said, rules=("BP-CMD-1",))


# -- what they make of it


def _carry_out(
    b: PowderField, units: tuple[str, ...], order: Order, giving: Giving, *, rating: int, rolled: int
) -> Steps[None]:
    """Each unit with the moves that it has; a massed column charges as one."""
    # for all before anybody goes: what one meets must not change another's moves
    moves = {unit: _moves(b, unit, order, giving, rating=rating, rolled=rolled).moves for unit in units}
    if order.word == "charge" and len(units) > 1:
        yield from _charge_together(b, units, order, moves)
        return
    own = group_orders(b, units, order)
    waiting = [unit for unit in _front_first(b, units, order) if moves[unit]]
    while waiting:
        unit = next((each for each in waiting if _has_room(b, own[each], each, waiting)), waiting[0])
        waiting.remove(unit)
        if b.here(unit):
            group = giving == "brigade_order"
            # enemies may answer each move in the draft on support charges
            yield from march(b, unit, own[unit], moves[unit], "order", brigade_order=group, answer=react)


def _moves(b: PowderField, unit: str, order: Order, giving: Giving, *, rating: int, rolled: int) -> Any:
    return b.settle("unit-moves", unit_moves_facts(b, unit, order, giving, rating=rating, rolled=rolled))


@implements("BP-CMD-6")
def _front_first(b: PowderField, units: Sequence[str], order: Order) -> list[str]:
    """Those farthest ahead on the group's way move first, so that nobody is in another's way."""
    if order.to is None or len(units) < 2:
        return list(units)
    first = b.unit(units[0]).position
    way = order.to[0] - first[0], order.to[1] - first[1]

    def ahead(unit: str) -> int:
        x, y = b.unit(unit).position
        return x * way[0] + y * way[1]

    return sorted(units, key=lambda unit: (-ahead(unit), unit))


@implements("BP-CMD-6")
def _has_room(b: PowderField, order: Order, unit: str, waiting: Sequence[str]) -> bool:
    """Whether nobody who is still to move with it stands in a unit's way: they march together, so it waits for them."""
    if len(waiting) < 2 or order.to is None or not b.here(unit):
        return True
    moved = first_march(b, unit, order).moved
    return moved is None or not any(each.id in waiting for each in moved.met)


@implements("BP-MASS-1")
def _charge_together(b: PowderField, units: tuple[str, ...], order: Order, moves: dict[str, int]) -> Steps[None]:
    facts = MassedColumnFacts(
        units=len(units), formations=frozenset(b.unit(unit).formation for unit in units), brigade_order=True, faces=1
    )
    if b.settle("massed-column", facts).massed:
        together = tuple(unit for unit in units if moves[unit])
        if together:
            # one mass is as slow as the slowest of it
            least = min(moves[unit] for unit in together)
            yield from charge(
                b,
                together,
                order.target,
                min(least, order.most),
                by="order",
                follow_through=order.follow_through,
                massed=len(together) > 1,
                passage=order.passage,
            )
        return
    for unit in units:
        # one of the group may have driven it off
        if moves[unit] and b.here(unit) and b.here(order.target):
            yield from march(b, unit, order, moves[unit], "order", brigade_order=True, answer=react)


# -- rallies, and commanders who lead


@implements("BP-CMD-10", "BP-CMD-11")
def _join(b: PowderField, leader: str, unit: str) -> None:
    b.report(
        CommanderJoined(leader=leader, unit=unit, joined=True),
        rules=("BP-CMD-10",),
        sets=[b.change_leader(leader, attached=unit, position=b.unit(unit).position)],
    )


@implements("BP-CMD-11", "BP-ORD-6")
def _rally(b: PowderField, leader: str, units: Sequence[str], giving: Giving) -> None:
    """A casualty comes back to the ranks of each unit; the commander is with it."""
    whole = giving == "brigade_rally"
    if not whole:
        _join(b, leader, units[0])
    for unit in units:
        now = b.unit(unit)
        facts = RallyFacts(
            casualties=now.casualties, stamina=now.stamina, brigade_rally=whole, disordered=now.disordered
        )
        found = b.settle("rally", facts)
        b.report(
            Rallied(
                unit=unit,
                leader=leader,
                removed=now.casualties - found.casualties,
                casualties=found.casualties,
                shaken=found.shaken,
            ),
            rules=("BP-ORD-6" if whole else "BP-CMD-11",),
            sets=[b.change(unit, casualties=found.casualties, disordered=found.disordered)],
        )


# -- lost in the woods


@implements("BP-WOODS-3")
def _lost_in_woods(
    b: PowderField, units: Sequence[str], order: Order, giving: Giving, *, rating: int, rolled: int
) -> Steps[None]:
    """The enemy may move each unit that began in woods and failed so badly; those of them whom he sees."""
    for unit in units:
        inches = _moves(b, unit, order, giving, rating=rating, rolled=rolled).astray
        if inches and b.here(unit) and not b.in_combat(unit):
            yield from _lead_astray(b, unit, inches)


def _lead_astray(b: PowderField, unit: str, inches: int) -> Steps[None]:
    side = next(side for side in b.seating.chain.sides if side != b.unit(unit).side)
    seat = b.army_seat(side)
    # the enemy cannot lead astray whom he does not see
    if not b.knows(seat, unit):
        return
    answer = yield from ask(_astray_decision(b, seat, unit, inches))
    if answer.option == "done":
        return
    step = shoved(b, unit, point(*answer.values["to"]), inches)
    b.report(
        LedAstray(unit=unit, inches=-(-step.gone // b.inch)),
        rules=("BP-WOODS-3",),
    )
    set_down(b, unit, step, order=Order("move"), by="order")


def _astray_decision(b: PowderField, seat: str, unit: str, inches: int) -> Decision:
    width, height = (each // SUB for each in b.ground.size)

    def judge(key: str, values: Any) -> Refusal | None:
        if key != "lead":
            return None
        to = point(*values["to"])
        if apart(b.unit(unit).position, to) > b.sub(inches):
            return Refusal("BP-WOODS-3", f"at most {inches} inches")
        # the hand that moves it is bound by the same rules as its own
        return proximity(b, unit, shoved(b, unit, to, inches))

    options = [
        Option("done", "Leave it where it is", "BP-WOODS-3"),
        Option(
            "lead",
            "Lead it astray",
            "BP-WOODS-3",
            {"to": Spot(width, height)},
            {},
            unit,
            forms.ASTRAY.id,
        ),
    ]
    return Decision(
        seat,
        "lead_astray",
        f"{b.name_to(seat, unit)} is lost in the woods",
        options,
        default=("done", {}),
        rules=("BP-WOODS-3",),
        judge=judge,
        about={"unit": unit},
    )
