"""What an answer would do, before it is given: where an order leads by one, two or three moves and how likely each is;
what fire and charges promise. All of it is worked out on the field as the seat knows it (`known.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.battle import pictures as pic
from grognard.battle.decisions import Answer
from grognard.ground.units import SUB
from grognard.kernel.checks import Refused
from grognard.kernel.errors import BadInput
from grognard.miniatures.drawing import at, parts_of

from ..acts.answers import MOST, group_orders, order_of
from ..facts.moving import MoveStep, lay
from ..table import bodies
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving
from ..turn.command import spoken
from .chances import MOVES, against, order_shares, percent
from .known import known

_AIMED = ("shoot", "victory_move", "support_charge")


def preview(b: PowderField, seat: str, answer: Answer) -> pic.Preview:
    """What an answer would do, as far as the seat can know."""
    kind, _, about = answer.decision.partition(":")
    word, _, who = answer.option.partition(":")
    if kind in ("orders", "initiative") and who and b.seat_of(who) == seat:
        return _ordered(known(b, seat), kind, word, who, answer.values)
    target = str(answer.values.get("target", ""))
    if kind in _AIMED and target and (who or about):
        return _aimed(known(b, seat), who or about, target)
    return pic.Preview()


def _ordered(b: PowderField, kind: str, word: str, who: str, values: Mapping[str, Any]) -> pic.Preview:
    if word in ("brigade", "brigade_charge", "brigade_rally") and not values.get("units"):
        return pic.Preview()
    units, order, giving = spoken(b, f"{word}:{who}", values)
    if kind == "initiative":
        order, giving = order_of(b, word, who, values), "order"
    if not all(unit in b.world.units and b.here(unit) for unit in units):
        return pic.Preview()
    notes: tuple[str, ...] = ()
    if kind == "orders":
        leader = who if who in b.world.leaders else _speaker(b, units[0])
        notes = _chances(b, leader, units, order, giving)
    if giving in ("rally", "brigade_rally"):
        return pic.Preview(notes=notes)
    if order.word == "charge" and order.target:
        return pic.Preview(units=_aimed(b, units[0], order.target).units, notes=notes)
    moves = 1 if kind == "initiative" else MOST
    led = tuple(_led(b, unit, own, moves) for unit, own in group_orders(b, units, order).items())
    return pic.Preview(units=led, notes=notes)


def _speaker(b: PowderField, unit: str) -> str:
    """Who would give an order to a unit: its commander, or if he has spoken the first above him who has not."""
    own = b.commander_of(unit)
    above = [own, *(each for each in b.world.leaders.values() if unit in b.under(each.id) and each.id != own.id)]
    return next((each.id for each in above if not each.spoken and each.where == "table"), own.id)


def _chances(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> tuple[str, ...]:
    try:
        shares = order_shares(b, leader, units, order, giving)
    except Refused:
        return ()
    return (", ".join(f"{word} {percent(chance)}" for word, chance in shares.items()),)


def _led(b: PowderField, unit: str, order: Order, most: int) -> pic.UnitPreview:
    """Where a unit would get to with each of its moves."""
    try:
        steps = lay(b, unit, order, most)
    except Refused:
        return pic.UnitPreview(unit=unit)
    places = tuple(_place(b, unit, step, MOVES[number]) for number, step in enumerate(steps, 1))
    rows = tuple(
        pic.Row(label=MOVES[number], value=_does(step), rule="BP-CMD-2") for number, step in enumerate(steps, 1)
    )
    return pic.UnitPreview(unit=unit, places=places, moves=bool(places), rows=rows, rules=("BP-CMD-2", "BP-MOVE-1"))


def _does(step: MoveStep) -> str:
    if step.did == "form":
        return f"forms {step.formation.replace('_', ' ')}"
    far = f"{step.gone // SUB} paces"
    stopped = step.moved.stopped if step.moved else ""
    return far + (f", {stopped}" if stopped and stopped != "allowance" else "")


def _place(b: PowderField, unit: str, step: MoveStep, label: str) -> pic.Place:
    now = b.unit(unit)
    found = bodies.footprint(b.t, now.arm, step.formation, now.size)
    return pic.Place(
        label=label,
        **at(step.place.position),
        heading=step.place.heading,
        formation=step.formation.replace("_", " "),
        parts=parts_of(found.parts),
    )


def _aimed(b: PowderField, unit: str, target: str) -> pic.Preview:
    if target not in b.world.units or not b.here(target) or unit not in b.world.units or not b.here(unit):
        raise BadInput(f"no enemy {target!r} in sight")
    return pic.Preview(units=(pic.UnitPreview(unit=unit, odds=tuple(against(b, unit, target))),))
