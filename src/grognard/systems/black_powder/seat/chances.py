"""The chances of a unit against an enemy in sight, and of an order, exactly, as far as its own side can know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from grognard.battle.kinds import many
from grognard.battle.previews import records as pre
from grognard.battle.previews.chances import Shares, denied, figure, told
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal
from grognard.kernel.errors import BadInput
from grognard.kernel.opposed import Pair

from ..facts import fire
from ..facts.combat import charge_facts, fight_facts
from ..facts.command import command_facts
from ..facts.moving import moves_to_contact, run_up
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving
from .charge_odds import charge_shares
from .known import GUESSES, known

MOVES = {0: "no move", 1: "one move", 2: "two moves", 3: "three moves"}
FREE = "a free move"
"""One that is made although the order has failed."""
BLUNDER = "a blunder"
HEARD, UNHEARD = "he is heard", "he is not heard"


def odds(b: PowderField, seat: str, unit: str, target: str) -> list[pre.OddsOf]:
    """All that the unit could do to the target as both stand now."""
    own, foe = b.world.units.get(unit), b.world.units.get(target)
    if own is None or b.seat_of(unit) != seat or own.where != "table":
        raise BadInput(f"no unit {unit!r} of yours on the table")
    if foe is None or target not in b.knowledge.seen_by(seat) or foe.where != "table" or foe.side == own.side:
        raise BadInput(f"no enemy {target!r} in sight")
    # nothing below may look at the real field, or the odds would tell what is hidden
    field = known(b, seat)
    return [*fired(field, unit, target), *charged(field, unit, target)]


def fired(b: PowderField, unit: str, target: str, *, most: int = fire.ALL) -> Iterator[pre.OddsOf]:
    """Fire with its saves: casualties that are left, and whether they disorder."""
    if not fire.reach(b, unit):
        return
    check, band = fire.fire_check(b, unit), fire.band_of(b, unit, target)
    title, place = f"Fire, {band}" if band and band != "none" else "Fire", _apart(b, unit, target)
    refusal = fire.why_not(b, unit, target)
    if refusal is not None:
        yield denied(b.rules[check], title, refusal, **place)
        return
    pair = fire.fire_facts(b, unit, target, most=min(most, fire.most_dice(b, unit, target)))
    shares: dict[int, Fraction] = {}
    disordered = Fraction(0)
    for shot, chance in b.rules[check].odds(pair):
        shares[shot.casualties] = shares.get(shot.casualties, Fraction(0)) + chance
        disordered += chance if shot.disordered else 0
    words = {lost: many(lost, "casualty", "casualties") if lost else "nobody falls" for lost in shares}
    yield told(
        b.rules[check], title, pair, {words[lost]: chance for lost, chance in shares.items()},
        {words[lost]: lost for lost in shares}, taken=GUESSES, **place,
    )  # fmt: skip
    if disordered:
        yield pre.OddsOf(
            title="Disorder by that fire",
            check=check,
            rule="BP-SHOOT-4",
            chances=(
                pre.Chance(text="disordered", percent=round(100 * float(disordered), 2)),
                pre.Chance(text="in order", percent=round(100 * float(1 - disordered), 2)),
            ),
            facts=GUESSES,
            **place,
        )


def charged(b: PowderField, unit: str, target: str) -> Iterator[pre.OddsOf]:
    """Whether an order brings a charge home, and what it comes to if it does."""
    if b.branch(unit) == "artillery":
        return
    moves = moves_to_contact(b, unit, target)
    # with several moves it may come round before the last
    facts, place = charge_facts(b, unit, target, in_front=True if moves > 1 else None), _apart(b, unit, target)
    refusal = b.rules["may-charge"].refusal(facts)
    if refusal is None and not moves:
        barred_by = next((each.id for each in run_up(b, unit, target).moved.met if each.id != target), "")
        why = (
            f"in its way: {b.name_to(b.seat_of(unit), barred_by)}" if barred_by else "three moves do not bring it there"
        )
        refusal = Refusal("BP-CHG-1", why)
    if refusal is not None:
        yield denied(b.rules["hand-to-hand"], "Charge", refusal, **place)
        return
    leader = b.commander_of(unit)
    if leader.where == "table" and not leader.fell_on:
        order = Order("charge", target=target)
        shares = order_shares(b, leader.id, (unit,), order, "order")
        title = f"Order to charge: {many(moves, 'move')} to contact, home {figure(home(shares, moves))}"
        yield told(
            b.rules["command"], title, command_facts(b, leader.id, (unit,), order, "order"), shares, kept=True, **place
        )  # fmt: skip
    yield struck(b, unit, target, place=True)


def struck(b: PowderField, unit: str, target: str, *, place: bool = False) -> pre.OddsOf:
    """What a charge comes to that gets home: closing fire, the rounds, the break tests."""
    return told(
        b.rules["hand-to-hand"], "The whole charge, if it comes home",
        Pair(fight_facts(b, unit, charged=True), fight_facts(b, target)), charge_shares(b, unit, target),
        taken=GUESSES, kept=True, **(_apart(b, unit, target) if place else {}),
    )  # fmt: skip


def blows(b: PowderField, unit: str, foe: str, dice: int, called: str) -> pre.OddsOf:
    """What so many of its dice do to one of those it fights, after saves; by the name that its side has for him."""
    ours = fight_facts(b, unit, most=dice, closing_fire=b.unit(unit).closing_caused)
    pair, shares, values = Pair(ours, fight_facts(b, foe)), Shares(), dict[str, int]()
    for found, chance in b.rules["blows"].odds(pair):
        fell = found.casualties
        word = many(fell, "casualty", "casualties") if fell else "nobody falls"
        shares[word], values[word] = shares.get(word, Fraction(0)) + chance, fell
    title = f"Blows at {called}, {many(dice, 'die', 'dice')}"
    return told(b.rules["blows"], title, pair, shares, values, taken=GUESSES)


# -- orders


def order_shares(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> Shares:
    """How likely an order gives no move, one, two or three, or ends in a blunder; of a word to rally, whether it is
    heard."""
    shares: Shares = {}
    facts = command_facts(b, leader, units, order, giving)
    rallies = giving in ("rally", "brigade_rally")
    for found, chance in b.rules["command"].odds(facts):
        # a free move counts as a failed order, so it is told apart
        word = FREE if found.free and found.moves else MOVES[min(found.moves, order.most)]
        if rallies:
            word = HEARD if found.passed else UNHEARD
        word = BLUNDER if found.blunder else word
        shares[word] = shares.get(word, Fraction(0)) + chance
    words = (HEARD, UNHEARD, MOVES[0], FREE, *(MOVES[n] for n in (1, 2, 3)), BLUNDER)
    return {word: shares[word] for word in words if word in shares}


def home(shares: Shares, moves: int) -> Fraction:
    """How likely an order gives so many moves or more."""
    # a free move is one move: it brings home only what is that near
    enough = [MOVES[n] for n in range(moves, 4)] + ([FREE] if moves <= 1 else [])
    return sum((shares.get(word, Fraction(0)) for word in enough), Fraction(0))


def _apart(b: PowderField, unit: str, target: str) -> dict[str, Any]:
    """How far it is from one to the other."""
    return {"paces": b.survey.gap(unit, target) // SUB}
