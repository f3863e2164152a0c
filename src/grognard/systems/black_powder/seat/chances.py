"""The chances of a unit against an enemy in sight, and of an order, exactly, as far as its own side can know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from grognard.battle import pictures as pic
from grognard.battle.kinds import many
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal
from grognard.kernel.errors import BadInput
from grognard.kernel.opposed import Pair
from grognard.kernel.sources import SeededDice

from ..facts import fire
from ..facts.combat import charge_facts, fight_facts
from ..facts.command import command_facts
from ..facts.moving import moves_to_contact
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving
from .charge_odds import ORDER, Shares, charge_shares
from .known import GUESSES, known

MOVES = {0: "no move", 1: "one move", 2: "two moves", 3: "three moves"}
BLUNDER = "a blunder"


def odds(b: PowderField, seat: str, unit: str, target: str) -> list[pic.OddsOf]:
    """All that the unit could do to the target as both stand now."""
    own, foe = b.world.units.get(unit), b.world.units.get(target)
    if own is None or b.seat_of(unit) != seat or own.where != "table":
        raise BadInput(f"no unit {unit!r} of yours on the table")
    if foe is None or target not in b.knowledge.seen_by(seat) or foe.where != "table" or foe.side == own.side:
        raise BadInput(f"no enemy {target!r} in sight")
    return against(known(b, seat), unit, target)


def against(b: PowderField, unit: str, target: str) -> list[pic.OddsOf]:
    """Fire with its saves, and a whole charge: the order, closing fire, the first round, the break test."""
    return [*_fire(b, unit, target), *_charge(b, unit, target)]


def _fire(b: PowderField, unit: str, target: str) -> Iterator[pic.OddsOf]:
    if not fire.reach(b, unit):
        return
    check, band = fire.fire_check(b, unit), fire.band_of(b, unit, target)
    title = f"Fire, {band}" if band and band != "none" else "Fire"
    refusal = fire.why_not(b, unit, target)
    if refusal is not None:
        yield _refused(b, unit, target, check, title, refusal)
        return
    pair = fire.fire_facts(b, unit, target, most=fire.most_dice(b, unit, target))
    found: dict[int, Fraction] = {}
    disordered = Fraction(0)
    for shot, chance in b.rules[check].odds(pair):
        found[shot.casualties] = found.get(shot.casualties, Fraction(0)) + chance
        disordered += chance if shot.disordered else 0
    words = {lost: many(lost, "casualty", "casualties") if lost else "nobody falls" for lost in found}
    yield _told(
        b, unit, target, check, title, pair, {words[lost]: chance for lost, chance in found.items()},
        {words[lost]: lost for lost in found}, taken=(f"disordered {percent(disordered)}", *GUESSES),
    )  # fmt: skip


def _charge(b: PowderField, unit: str, target: str) -> Iterator[pic.OddsOf]:
    """Whether an order brings it home, and what it comes to if it does."""
    if b.branch(unit) == "artillery":
        return
    moves = moves_to_contact(b, unit, target)
    facts = charge_facts(b, unit, target, in_front=True if moves > 1 else None)
    refusal = b.rules["may-charge"].refusal(facts)
    if refusal is None and not moves:
        refusal = Refusal("BP-CHG-1", "three moves do not bring it there")
    if refusal is not None:
        yield _refused(b, unit, target, "hand-to-hand", "Charge", refusal)
        return
    leader = b.commander_of(unit)
    if leader.where == "table" and not leader.fell_on:
        order = Order("charge", target=target)
        shares = order_shares(b, leader.id, (unit,), order, "order")
        home = sum((shares.get(MOVES[n], Fraction(0)) for n in range(moves, 4)), Fraction(0))
        title = f"Order to charge: {many(moves, 'move')} to contact, home {percent(home)}"
        yield _told(b, unit, target, "command", title, command_facts(b, leader.id, (unit,), order, "order"), shares)
    shares = charge_shares(b, unit, target)
    ours, theirs = fight_facts(b, unit, charged=True), fight_facts(b, target)
    yield _told(
        b, unit, target, "hand-to-hand", "The whole charge, if it comes home", Pair(ours, theirs), shares,
        taken=GUESSES, order=ORDER.index,
    )  # fmt: skip


def order_shares(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> Shares:
    """How likely an order gives no move, one, two or three, or ends in a blunder."""
    shares: Shares = {}
    facts = command_facts(b, leader, units, order, giving)
    for found, chance in b.rules["command"].odds(facts):
        word = BLUNDER if found.blunder else MOVES[min(found.moves, order.most)]
        shares[word] = shares.get(word, Fraction(0)) + chance
    words = (*MOVES.values(), BLUNDER)
    return {word: shares[word] for word in words if word in shares}


def percent(chance: Fraction) -> str:
    """As one reads it."""
    return f"{float(100 * chance):.0f}%"


# -- in numbers


def _told(
    b: PowderField,
    unit: str,
    target: str,
    check: str,
    title: str,
    facts: Any,
    shares: Shares,
    values: dict[str, int] | None = None,
    *,
    taken: tuple[str, ...] = (),
    order: Callable[[str], Any] | None = None,
) -> pic.OddsOf:
    """Chances with the modifiers that make them; numbers in their own order."""
    made = b.rules[check]
    mean = float(sum(shares[text] * value for text, value in values.items())) if values else None
    placed = order or ((lambda text: values[text]) if values else list(shares).index)
    shown = made.roll(facts, SeededDice(0))  # the dice do not matter: only modifiers are read off it
    return pic.OddsOf(
        title=title,
        check=check,
        rule=made.rule,
        facts=taken,
        mean=mean,
        chances=tuple(
            pic.Chance(text=text, percent=round(100 * float(shares[text]), 2), value=(values or {}).get(text))
            for text in sorted(shares, key=placed)
            if shares[text]
        ),
        modifiers=tuple(pic.Worth(rule=m.rule, label=m.label, value=m.value, side=m.side) for m in shown.modifiers),
        **_apart(b, unit, target),
    )


def _refused(b: PowderField, unit: str, target: str, check: str, title: str, refusal: Refusal) -> pic.OddsOf:
    return pic.OddsOf(
        title=title,
        check=check,
        rule=b.rules[check].rule,
        refusal=refusal.reason,
        refusal_rule=refusal.rule,
        **_apart(b, unit, target),
    )


def _apart(b: PowderField, unit: str, target: str) -> dict[str, Any]:
    gap = b.survey.gap(unit, target)
    return {"paces": gap // SUB, "band": f"{gap / b.inch:.1f} inches"}
