"""The chances of a unit against an enemy in sight, exactly, as far as its own side can know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from grognard.battle import pictures as pic
from grognard.battle.kinds import many, said
from grognard.kernel.checks import Refusal, Refused
from grognard.kernel.errors import BadInput
from grognard.kernel.sources import SeededDice

from ..acts.local import may_charge
from ..checks.movement import AllowanceFacts
from ..facts import fire
from ..facts.bearings import zone
from ..facts.charge import charge_facts, melee_facts, onset
from ..facts.moving import charge_way, movement_facts
from ..table.field import ClassField
from ..terms import branch
from .known import GUESSES, known

Shares = dict[str, Fraction]
SHARES = {
    0: "no movement",
    2: "half its rate",
    3: "three quarters of its rate",
    4: "its full rate",
    5: "5/4 of its rate",
}


def odds(b: ClassField, seat: str, unit: str, target: str) -> list[pic.OddsOf]:
    """All that the unit could do to the target as both stand now."""
    own, foe = b.world.units.get(unit), b.world.units.get(target)
    if own is None or b.seat_of(unit) != seat or own.where != "table":
        raise BadInput(f"no unit {unit!r} of yours on the table")
    if foe is None or target not in b.knowledge.seen_by(seat) or foe.where != "table" or foe.side == own.side:
        raise BadInput(f"no enemy {target!r} in sight")
    return against(known(b, seat), unit, target)


def against(b: ClassField, unit: str, target: str) -> list[pic.OddsOf]:
    """Fire, and the charge step by step."""
    return [_fire(b, unit, target), *_charge(b, unit, target)]


def _fire(b: ClassField, unit: str, target: str) -> pic.OddsOf:
    plan = fire.usual_plan(b, unit, target)
    title = "Fire" if branch(b.unit(unit).arm) != "artillery" else f"Fire, {plan.shot}"
    check = "artillery" if branch(b.unit(unit).arm) == "artillery" else "small-arms"
    refusal = fire.why_not(b, unit, target, plan)
    if refusal is not None:
        return _refused(b, unit, target, check, title, refusal)
    check, facts = fire.fire_facts(b, unit, target, plan)
    found: dict[int, Fraction] = {}
    for shot, chance in b.rules[check].odds(facts):
        found[shot.steps] = found.get(shot.steps, Fraction(0)) + chance
    words = {steps: many(steps, "step") if steps else "nobody falls" for steps in found}
    shares = {words[steps]: chance for steps, chance in found.items()}
    return _told(b, unit, target, check, title, facts, shares, {words[steps]: steps for steps in found})


def _charge(b: ClassField, unit: str, target: str) -> Iterator[pic.OddsOf]:
    """Whether a charge gets home, what it comes to if nobody fires at it, and the first round of a melee."""
    now = b.unit(unit)
    if branch(now.arm) == "artillery":
        return
    if not may_charge(b, unit, target):
        yield _refused(
            b, unit, target, "charge", "Charge", Refusal("CD-charge-sequence", "it cannot charge it from here")
        )
        return
    way = charge_way(b, unit, target)
    facts = movement_facts(b, unit, vacating=False)
    shares: Shares = {"it gets home": Fraction(0), "it falls short": Fraction(0), "it does not move": Fraction(0)}
    for rolled, chance in b.rules["movement"].odds(facts):
        allowance = AllowanceFacts(arm=now.arm, formation=now.formation, quarters=rolled.quarters, charging=True)
        reach = b.settle("allowance", allowance).paces if rolled.quarters else 0
        words = "it gets home" if reach >= way.cost else "it falls short" if rolled.quarters else "it does not move"
        shares[words] += chance
    yield _told(b, unit, target, "movement", f"Charge: {way.cost} paces of allowance to go", facts, shares)
    began = onset(b, (unit,), target, zone(b, target, unit, charge=True), way.length)
    pair = charge_facts(b, began)
    yield _told(
        b, unit, target, "charge", "Charge, if nobody fires at it", pair, _ends(b, "charge", pair), taken=GUESSES
    )
    yield _told(b, unit, target, "melee", "First round of a melee", melee_facts(b, began, 1), _melee(b, began))


def _ends(b: ClassField, check: str, pair: Any) -> Shares:
    return {str(said(found.outcome)): chance for found, chance in b.rules[check].odds(pair)}


def _melee(b: ClassField, began: Any) -> Shares:
    shares: Shares = {}
    for found, chance in b.rules["melee"].odds(melee_facts(b, began, 1)):
        words = {"attacker": "we win the round", "defender": "they win the round"}.get(found.winner, "nobody wins it")
        shares[words] = shares.get(words, Fraction(0)) + chance
    return shares


# -- in numbers


def _told(
    b: ClassField,
    unit: str,
    target: str,
    check: str,
    title: str,
    facts: Any,
    shares: Shares,
    values: dict[str, int] | None = None,
    *,
    taken: tuple[str, ...] = (),
) -> pic.OddsOf:
    """Chances with the modifiers that make them, the likeliest first; numbers in their own order."""
    made = b.rules[check]
    mean = float(sum(shares[text] * value for text, value in values.items())) if values else None
    order: Callable[[str], Any] = (lambda text: values[text]) if values else (lambda text: -shares[text])
    shown = made.roll(facts, SeededDice(0))  # the dice do not matter: only modifiers are read off it
    return pic.OddsOf(
        title=title,
        check=check,
        rule=made.rule,
        facts=taken,
        mean=mean,
        chances=tuple(
            pic.Chance(text=text, percent=round(100 * float(shares[text]), 2), value=(values or {}).get(text))
            for text in sorted(shares, key=order)
            if shares[text]
        ),
        modifiers=tuple(pic.Worth(rule=m.rule, label=m.label, value=m.value, side=m.side) for m in shown.modifiers),
        **_apart(b, unit, target),
    )


def _refused(b: ClassField, unit: str, target: str, check: str, title: str, refusal: Refusal) -> pic.OddsOf:
    return pic.OddsOf(
        title=title,
        check=check,
        rule=b.rules[check].rule,
        refusal=refusal.reason,
        refusal_rule=refusal.rule,
        **_apart(b, unit, target),
    )


def _apart(b: ClassField, unit: str, target: str) -> dict[str, Any]:
    paces = b.survey.distance(unit, target)
    inch = b.paces(1)
    return {"paces": paces, "band": f"{paces / inch:.1f} inches"}


def movement_shares(b: ClassField, unit: str, *, vacating: bool) -> dict[int, Fraction]:
    """How likely each share of its rate is, in quarters."""
    try:
        return {
            found.quarters: chance
            for found, chance in b.rules["movement"].odds(movement_facts(b, unit, vacating=vacating))
        }
    except Refused:
        return {}
