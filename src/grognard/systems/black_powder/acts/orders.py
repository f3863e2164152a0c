"""Orders: a commander speaks, it is rolled for, and those whom he told do what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from grognard.battle.procedures import Steps
from grognard.kernel.checks import Result, implements

from ..checks.command.command import CommandResult
from ..checks.command.orders import RallyFacts
from ..checks.troops.massed import MassedColumnFacts
from ..events.command import CommanderJoined, OrderRolled, OrderSpoken, Rallied
from ..facts.command import command_facts, unit_moves_facts
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving
from .answers import group_orders, in_words
from .astray import lead_astray
from .blunders import blunder
from .charging import charge
from .marching import march

LAST = ("follow_me", "rally", "brigade_rally")
"""Words with which a commander ends his orders."""
RALLIES = ("rally", "brigade_rally")


@implements("BP-CMD-1", "BP-CMD-2", "BP-CMD-4")
def give(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> Steps[bool]:
    """A commander gives an order, spoken before it is rolled for; whether he may go on."""
    _speak(b, leader, units, order, giving)
    facts = command_facts(b, leader, units, order, giving)
    roll = b.roll("command", facts, by=leader, seen=(leader, *units))
    found: CommandResult = roll.settled
    goes_on = found.passed and giving not in LAST
    _told(b, leader, units, order, giving, roll, goes_on=goes_on)
    if found.blunder:
        yield from blunder(b, leader, units)
        return False
    if giving in RALLIES:
        if found.passed:
            _rally(b, leader, units, giving)
        return False
    if giving == "follow_me" and found.passed:
        join(b, leader, units[0])
    yield from _carry_out(b, units, order, giving, found, rolled=sum(roll.dice))
    return goes_on


def _speak(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> None:
    b.report(
        OrderSpoken(
            leader=leader,
            unit=units[0],
            words=in_words(b, units[0], order),
            giving=giving,
            others=len(units) - 1,
            target=order.target or UNSET,
        ),
        rules=("BP-CMD-1",),
    )


def _told(
    b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving, roll: Result[Any], *, goes_on: bool
) -> None:
    found: CommandResult = roll.settled
    sets = [b.change(unit, ordered=True) for unit in units]
    if not goes_on:
        sets.append(b.change_leader(leader, spoken=True))
    b.report(
        OrderRolled(
            leader=leader,
            unit=units[0],
            passed=found.passed,
            moves=min(found.moves, order.most),
            blunder=found.blunder,
            giving=giving,
            staff=found.staff,
        ),
        rules=("BP-CMD-1", "BP-CMD-2"),
        roll=roll,
        sets=sets,
    )


# -- what comes of it


@implements("BP-CMD-6", "BP-CMD-12", "BP-MASS-1")
def _carry_out(
    b: PowderField, units: Sequence[str], order: Order, giving: Giving, found: CommandResult, *, rolled: int
) -> Steps[None]:
    moves = dict.fromkeys(units, found.moves)
    astray = dict.fromkeys(units, found.astray)
    if len(units) > 1:
        for unit in units:
            facts = unit_moves_facts(b, unit, order, giving, rating=found.staff, rolled=rolled)
            own = b.settle("unit-moves", facts)
            moves[unit], astray[unit] = own.moves, own.astray
    if order.word == "charge" and len(units) > 1:
        yield from _charge_together(b, units, order, moves)
    else:
        orders = group_orders(b, units, order)
        for unit in _leading_first(b, units, order):
            if b.here(unit) and not b.in_combat(unit):
                yield from march(b, unit, orders[unit], moves[unit], "order", together=len(units) > 1)
    for unit in units:
        if astray[unit] and b.here(unit) and b.unit(unit).started_in_woods:
            yield from lead_astray(b, unit, astray[unit])


def _charge_together(b: PowderField, units: Sequence[str], order: Order, moves: dict[str, int]) -> Steps[None]:
    """Several charge one enemy: attack columns as a massed column, with the fewest moves that any of them has."""
    facts = MassedColumnFacts(
        units=len(units),
        formations=frozenset(b.unit(unit).formation for unit in units),
        brigade_order=True,
        faces=1,
    )
    massed: bool = b.settle("massed-column", facts).massed
    fewest = min(min(moves.values()), order.most)
    if fewest:
        yield from charge(
            b,
            tuple(units),
            order.target,
            fewest,
            by="order",
            follow_through=order.follow_through,
            massed=massed,
        )


def _leading_first(b: PowderField, units: Sequence[str], order: Order) -> list[str]:
    """Those who are farthest ahead on the way move first, so that nobody stands in another's way."""
    if order.to is None:
        return list(units)
    first = b.unit(units[0]).position
    way = order.to[0] - first[0], order.to[1] - first[1]

    def ahead(unit: str) -> int:
        x, y = b.unit(unit).position
        return x * way[0] + y * way[1]

    return sorted(units, key=lambda unit: (-ahead(unit), units.index(unit)))


# -- commanders in person


@implements("BP-CMD-9", "BP-CMD-10", "BP-CMD-11")
def join(b: PowderField, leader: str, unit: str) -> None:
    """A commander joins a unit and stays with it till he rides off."""
    if b.world.leaders[leader].attached == unit:
        return
    b.report(
        CommanderJoined(leader=leader, unit=unit, joined=True),
        rules=("BP-CMD-9",),
        sets=[b.change_leader(leader, attached=unit, position=b.unit(unit).position)],
    )


@implements("BP-CMD-11", "BP-ORD-6")
def _rally(b: PowderField, leader: str, units: Sequence[str], giving: Giving) -> None:
    if giving == "rally":
        join(b, leader, units[0])
    for unit in units:
        now = b.unit(unit)
        facts = RallyFacts(
            casualties=now.casualties,
            stamina=now.stamina,
            brigade_rally=giving == "brigade_rally",
            disordered=now.disordered,
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
            rules=("BP-CMD-11",) if giving == "rally" else ("BP-ORD-6",),
            sets=[b.change(unit, casualties=found.casualties, disordered=found.disordered)],
        )
