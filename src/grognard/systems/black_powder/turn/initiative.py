"""Initiative moves: before any order is given, units near the enemy act of themselves."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Refusal, implements

from ..acts.answers import order_of
from ..acts.marching import march
from ..events.command import ActedAlone
from ..facts.command import may_act_alone
from ..facts.telling import Told
from ..facts.wording import words
from ..table.field import PowderField
from ..table.orders import Order
from .options import WORDS, judged, option

_OPEN: tuple[Told, ...] = tuple(word for word in WORDS if word != "reform")
ONE = 1


@implements("BP-CMD-7", "BP-TURN-1", "BP-SEQ-1")
def initiative_moves(b: PowderField) -> Steps[None]:
    """The seats of the side to move, one after the other, let their units act of themselves."""
    for seat in b.seats_of(b.world.active):
        while _able(b, seat):
            answer = yield from ask(_decision(b, seat))
            if answer.option == "done":
                break
            word, _, unit = answer.option.partition(":")
            # initiative gives one move, whatever was asked for
            yield from _act(b, unit, replace(order_of(b, word, unit, answer.values), most=ONE))


def _act(b: PowderField, unit: str, order: Order) -> Steps[None]:
    now = b.unit(unit)
    said = ActedAlone(unit=unit, words=words(b, unit, order))
    if order.target:
        said.target = order.target
    b.report(
        said,
        rules=("BP-CMD-7",),
        sets=[b.change(unit, moved_by="initiative", moves_ordered=ONE, moves=now.moves)],
    )
    yield from march(b, unit, order, ONE, "initiative")


def _able(b: PowderField, seat: str) -> list[str]:
    """Units of a seat that have an enemy near and have not moved."""
    return [
        unit.id
        for unit in b.on_table(b.world.active)
        # the mildest wish: who may not even retire may do nothing
        if b.seat_of(unit.id) == seat and may_act_alone(b, unit.id, Order("retire")) is None
    ]


def _decision(b: PowderField, seat: str) -> Decision:
    able = _able(b, seat)

    def one(key: str) -> Option | None:
        word, _, unit = key.partition(":")
        if key == "done":
            return _done()
        return option(b, word, unit, "initiative") if unit in able and word in _OPEN else None

    def keys() -> list[str]:
        return ["done", *(f"{word}:{unit}" for unit in able for word in _OPEN)]

    def every() -> list[Option]:
        return [each for key in keys() if (each := one(key)) is not None]

    def judge(key: str, values: Any) -> Refusal | None:
        word, _, unit = key.partition(":")
        if not unit:
            return None
        order = replace(order_of(b, word, unit, values), most=ONE)
        return may_act_alone(b, unit, order) or judged(b, word, unit, {**values, "moves": ONE}, "initiative")

    return Decision(
        seat,
        "initiative",
        "Who acts by his own initiative?",
        every,
        default=("done", {}),
        rules=("BP-CMD-7", "BP-DISM-1"),
        one=one,
        keys=keys,
        judge=judge,
    )


def _done() -> Option:
    return Option("done", "Nobody else", "BP-CMD-7")
