"""The activation of one unit: fire discipline, skirmish combat, the move or the charge, fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..acts.charging import answered, charge
from ..acts.firing import discipline, lock, may_fire, plan_of, volley
from ..acts.local import next_action
from ..acts.marching import change_horses, march, prolong
from ..acts.runs import draw_off
from ..acts.screens import may_skirmish, set_screen, skirmish
from ..checks.fire_discipline import FireOrderFacts
from ..facts import fire as fire_of
from ..facts.activation import activation_facts
from ..table.field import ClassField
from ..terms import branch
from .orders import march_order, stands_ordered


@implements("CD-unit-activation", "CD-fire-discipline-when", "CD-skirmish-procedure")
def act(b: ClassField, unit: str, word: str, values: dict[str, Any]) -> Steps[None]:
    """A unit is activated and does what it was told, as far as it is free to."""
    beside = tuple(values.get("beside", ()))
    b.emit(
        Noted(),
        rules=("CD-unit-activation",),
        sets=[b.change(each, activated=True, screen_beaten=False) for each in (unit, *beside)],
        to=(),
    )
    # what others may react to begins anew with every activation
    next_action(b)
    if word == "fire" and beside:
        _fire_together(b, (unit, *beside), values)
        return
    held = yield from _discipline(b, unit, word, values)
    if b.here(unit):
        set_screen(b, unit, stands_ordered(b, unit, values))
        foe = values.get("skirmish", "")
        if foe and b.here(foe) and may_skirmish(b, unit, foe):
            skirmish(b, unit, foe)
    if held or not b.here(unit) or b.unit(unit).status == "broken":
        return
    yield from _does(b, unit, word, values, beside)


@implements("CD-fire-discipline-when", "CD-fire-discipline-meaning", "CD-firefight", "CD-pinned-4in")
def _discipline(b: ClassField, unit: str, word: str, values: dict[str, Any]) -> Steps[bool]:
    """Infantry with the enemy close before it rolls fire discipline; whether it had to fire, and does nothing more."""
    now = b.unit(unit)
    facts = activation_facts(b, unit)
    if now.status == "broken" or not b.settle("unit-activation", facts).rolls_discipline:
        return False
    targets = fire_of.targets(b, unit)
    within = b.paces(b.t.number("CD-fire-discipline-when", "within"))
    # those close before it; farther off it fires only if nobody is near
    opponents = [foe for foe in targets if b.survey.distance(unit, foe) <= within] or targets
    order, _ = discipline(b, unit, aimless=not opponents)
    result = b.settle("fire-order", FireOrderFacts(order=order, target=bool(opponents)))
    if order == "free":
        lock(b, unit, False)
        return False
    if result.must_fire:
        yield from _must_fire(b, unit, opponents, word, values)
    # after the fire, which may have driven it back out of the firefight
    lock(b, unit, result.in_firefight and b.here(unit) and b.unit(unit).status != "broken")
    return True


@implements("CD-combined-action", "CD-fire-discipline-when")
def _fire_together(b: ClassField, units: Sequence[str], values: dict[str, Any]) -> None:
    """Units of a brigade fire as one. Infantry with the enemy close before it rolls fire discipline first: it fires
    whatever that comes to, and may be in a firefight then."""
    orders = {
        each: discipline(b, each)[0]
        for each in units
        if b.settle("unit-activation", activation_facts(b, each)).rolls_discipline
    }
    target = values["target"]
    volley(b, units[0], target, plan_of(b, units[0], target, values), units[1:])
    for each, order in orders.items():
        lock(b, each, order == "firefight" and b.here(each) and b.unit(each).status != "broken")


def _must_fire(b: ClassField, unit: str, opponents: Sequence[str], word: str, values: dict[str, Any]) -> Steps[None]:
    """It fires at those close before it, at the one it was told if he is one of them."""
    target = values.get("target", "")
    if word == "fire" and target in opponents:
        volley(b, unit, target, plan_of(b, unit, target, values))
    else:
        yield from may_fire(b, unit, must=opponents, text=f"{b.name(unit)} cannot hold its fire")


def _does(b: ClassField, unit: str, word: str, values: dict[str, Any], beside: tuple[str, ...]) -> Steps[None]:
    match word:
        case "march" | "change":
            yield from _moves(b, unit, values)
        case "charge":
            if b.here(values["target"]) and not b.unit(unit).firefight:
                with_it = tuple(each for each in beside if b.here(each))
                yield from charge(b, unit, values["target"], with_it)
                yield from _after_charge(b, unit)
        case "fire":
            target = values["target"]
            if b.here(target) and fire_of.why_not(b, unit, target, plan_of(b, unit, target, values)) is None:
                volley(b, unit, target, plan_of(b, unit, target, values))
        case "prolong":
            prolong(b, unit, values["points"], values["facing"])
            yield from answered(b, unit)
            left = b.t.number("CD-prolong", "effort") - values["points"]
            if b.here(unit) and left:
                yield from may_fire(b, unit, most=left)
        case "dismount" | "mount":
            change_horses(b, unit)
            yield from answered(b, unit)
            yield from may_fire(b, unit)
        case "draw_off":
            yield from draw_off(b, unit, ask_first=False)
            yield from answered(b, unit)
        case _:
            yield from _fires_if_it_likes(b, unit)


def _moves(b: ClassField, unit: str, values: dict[str, Any]) -> Steps[None]:
    laid = yield from march(b, unit, march_order(values))
    if not b.here(unit) or b.unit(unit).status == "broken":
        return
    most = laid.highest_rate if laid is not None and branch(b.unit(unit).arm) == "artillery" else None
    if most != 0:
        yield from may_fire(b, unit, most=most)


def _after_charge(b: ClassField, unit: str) -> Steps[None]:
    """A charge that came to nothing because the unit did not move leaves it its fire."""
    if b.here(unit) and not b.unit(unit).gone and b.unit(unit).status != "broken":
        yield from may_fire(b, unit)


def _fires_if_it_likes(b: ClassField, unit: str) -> Steps[None]:
    yield from may_fire(b, unit)
