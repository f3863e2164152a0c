"""Answers out of turn and after fights: how a charge is met, whether one goes on, at whom one fires."""

from __future__ import annotations

from collections.abc import Callable

from grognard.battle.decisions import Answer, Decision
from grognard.kernel.domains import Choice

from ..facts.rates import rate_of
from ..terms import dispersed
from .odds import Reckoner

EVADES = 0.25
"""What a charge must promise the enemy before those evade who can."""
FOLLOWS = 0.1
"""What another charge must promise to those who have just won one."""
STANDS = 0.35
"""What the worst charge upon it may promise the enemy while a unit that was shot at holds its place in disorder."""
SUPPORTS = 0.05
"""What a charge in support must promise."""
NEAR = 18
"""Inches at which an enemy might charge a unit."""
MOVES, REACH = 3, 54
"""Moves of a charge at most, and inches that horse makes with them."""


def respond(odds: Reckoner, decision: Decision) -> Answer | None:
    """What is usual, but those who can get away do before what they cannot stand."""
    unit, foe = decision.about["unit"], decision.about.get("foe", "")
    # limbered guns evade as is usual, without being told
    if foe not in odds.b.world.units or decision.option("evade") is None or odds.b.branch(unit) == "artillery":
        return None
    return decision.answer("evade") if odds.promise(foe, unit) > EVADES else None


def victory_move(odds: Reckoner, decision: Decision) -> Answer | None:
    """On at the next enemy, if it promises well; else where they are."""
    unit, option = decision.about["unit"], decision.option("charge")
    field = option.fields.get("target") if option is not None else None
    if not isinstance(field, Choice):
        return None
    known = [foe for foe in field.values if foe in odds.b.world.units]
    value, target = max(((odds.promise(unit, foe), foe) for foe in known), default=(0.0, ""))
    return decision.answer("charge", target=target) if value >= FOLLOWS else None


def support_charge(odds: Reckoner, decision: Decision) -> Answer | None:
    """Horse rides at an enemy who moves, if that promises anything."""
    unit, foe = decision.about["unit"], decision.about.get("foe", "")
    if foe not in odds.b.world.units:
        return None
    return decision.answer("charge") if odds.promise(unit, foe) >= SUPPORTS else None


def hold_or_retreat(odds: Reckoner, decision: Decision) -> Answer | None:
    """It holds in disorder, unless somebody is near who would ride or run it down."""
    b, unit = odds.b, decision.about["unit"]
    near = [foe for foe in b.near(unit, NEAR) if b.branch(foe) != "artillery" and not b.shaken(foe)]
    worst = max((odds.promise(foe, unit) for foe in near[:2]), default=0.0)
    return decision.answer("go" if worst > STANDS else "stay")


def shoot(odds: Reckoner, decision: Decision, content: set[str]) -> Answer | None:
    """Units whose fire is worth more at another than at their usual target are told so; then all fire. `content` are
    those who have been looked at."""
    for option in decision.options:
        word, _, unit = option.key.partition(":")
        if word != "fire" or unit in content:
            continue
        content.add(unit)
        field = option.fields["target"]
        if not isinstance(field, Choice) or len(field.values) < 2:
            continue
        best = max(field.values, key=lambda foe: (odds.fire(unit, foe), foe))
        answer = decision.answer(option.key, target=best)
        # only if it is clearly better: the usual target is the nearest, and the nearest is the danger
        if odds.fire(unit, best) > 1.1 * odds.fire(unit, field.values[0]) and decision.accepts(answer):
            return answer
    return None


def counsel(odds: Reckoner, decision: Decision) -> Answer | None:
    """It wants to be asked how charges are met while somebody who could evade has enemies within their reach."""
    b = odds.b
    evades = b.t.value("BP-CHG-2", "evade")["arms"]
    nimble = [unit for unit in b.own if unit.arm in evades or dispersed(unit.formation)]
    wanted = "ask" if any(_threatened(odds, unit.id) for unit in nimble) else "usual"
    assert b.view is not None
    # asked only when it changes, or the question would come up for ever
    return decision.answer("instruct", responses=wanted) if b.view.instructions.responses != wanted else None


def _threatened(odds: Reckoner, unit: str) -> bool:
    """Whether somebody could charge a unit."""
    b = odds.b
    foes = ((foe, b.unit(foe)) for foe in b.near(unit, REACH) if b.branch(foe) != "artillery")
    return any(b.inches(foe, unit) <= MOVES * rate_of(b, now, "") for foe, now in foes)


ANSWERS: dict[str, Callable[[Reckoner, Decision], Answer | None]] = {
    "respond": respond, "victory_move": victory_move, "support_charge": support_charge,
    "hold_or_retreat": hold_or_retreat, "counsel": counsel,
}  # fmt: skip
