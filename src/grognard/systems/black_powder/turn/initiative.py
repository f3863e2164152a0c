"""Initiative moves: units with an enemy near act of their own accord, one move each, before any order."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Refusal, implements

from ..acts.answers import order_of
from ..acts.marching import march
from ..events.command import ActedAlone
from ..facts.command import may_act_alone
from ..facts.wording import words
from ..table.field import PowderField
from ..table.orders import Order
from .options import WORDS, judged, missing, option

ONE = 1


@implements("BP-CMD-7", "BP-DISM-1")
def initiative_moves(b: PowderField) -> Steps[None]:
    """The seats of the side to move, one after the other, say which of their units act alone."""
    for seat in b.side_seats(b.world.active):
        while True:
            units = [unit.id for unit in b.on_table(b.world.active) if b.seat_of(unit.id) == seat and _may(b, unit.id)]
            if not units or b.world.over:
                break
            answer = yield from ask(_decision(b, seat, units))
            if answer.option == "done":
                break
            word, unit = answer.option.split(":", 1)
            order = order_of(b, word, unit, answer.values)
            told = ActedAlone(unit=unit, words=words(b, unit, order), target=order.target or UNSET)
            b.report(told, rules=("BP-CMD-7",), sets=[b.change(unit, **_as_told(b, unit, order))])
            yield from march(b, unit, order, ONE, "initiative")


def _as_told(b: PowderField, unit: str, order: Order) -> dict[str, Any]:
    """It is given no order this turn; guns fire by how they moved."""
    by_hand = order.word in ("prolong", "hand_haul")
    return {"moved_by": "initiative", "moves_ordered": ONE, "gun_move": order.word if by_hand else ""}


def _may(b: PowderField, unit: str) -> bool:
    """Whether a unit may act alone at all: if nothing else, it may retire."""
    return may_act_alone(b, unit, Order("retire")) is None


def _decision(b: PowderField, seat: str, units: list[str]) -> Decision:
    def one(key: str) -> Option | None:
        word, _, unit = key.partition(":")
        if key == "done":
            return _DONE
        if unit not in units or word not in WORDS or word == "reform" or why(key, "", "") is not None:
            return None
        return option(b, word, unit, ONE)

    def every() -> list[Option]:
        found = (one(f"{word}:{unit}") for unit in units for word in WORDS)
        return [_DONE, *(each for each in found if each is not None)]

    def judge(key: str, values: Any) -> Refusal | None:
        word, _, unit = key.partition(":")
        return judged(b, word, (unit,), values, "order", ONE) if unit else None

    def why(key: str, field: str, value: Any) -> Refusal | None:
        word, _, unit = key.partition(":")
        if field or unit not in units or word not in WORDS:
            return None
        deed = (
            Order("charge") if word == "charge" else Order("retire") if word == "retire" else Order("move", to=(0, 0))
        )
        return may_act_alone(b, unit, deed) or missing(b, word, unit, ONE)

    return Decision(
        seat,
        "initiative",
        "Which units act of their own initiative?",
        every,
        default=("done", {}),
        rules=("BP-CMD-7", "BP-CMD-8"),
        one=one,
        judge=judge,
        why=why,
    )


_DONE = Option("done", "All others wait for orders", "BP-CMD-7")
