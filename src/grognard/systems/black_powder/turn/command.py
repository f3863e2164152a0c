"""The command phase: commanders speak one after the other, the general last, and then ride."""

from __future__ import annotations

from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, YesNo

from ..acts.answers import order_of
from ..acts.orders import give
from ..commands import SENIORITY
from ..desk import forms
from ..effects.retreats import compulsory
from ..facts.command import command_facts, commanders, may_order, may_order_group
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving
from .commanders import ride
from .options import MOST, WORDS, charge_targets, judged, missing, moving, option, several
from .standing import standing_orders

GIVING: dict[str, Giving] = {
    "brigade": "brigade_order",
    "brigade_charge": "brigade_order",
    "brigade_rally": "brigade_rally",
    "follow_me": "follow_me",
    "rally": "rally",
}
SINGLE = (*WORDS, "follow_me", "rally")
GROUP = ("brigade", "brigade_charge", "brigade_rally")


@implements("BP-TURN-1", "BP-CMD-4")
def command_phase(b: PowderField) -> Steps[None]:
    """Units of broken brigades go back; then commanders give orders, level by level."""
    yield from compulsory(b)
    yield from standing_orders(b)
    for level in SENIORITY:
        waiting = [each for each in commanders(b, b.world.active) if b.world.leaders[each].level == level]
        while waiting and not b.world.over:
            leader = yield from _speaker(b, waiting)
            if not leader:
                break
            waiting.remove(leader)
            yield from _speaks(b, leader)


# -- who speaks


@implements("BP-CMD-4")
def _speaker(b: PowderField, waiting: list[str]) -> Steps[str]:
    """Who begins, if there is a choice: the first seat that has somebody to speak says it."""
    able = [each for each in waiting if _told_by(b, each)]
    silent = [each for each in waiting if each not in able]
    for leader in silent:
        waiting.remove(leader)
        yield from ride(b, leader)
    if not able:
        return ""
    seat = b.seat_of(able[0])
    own = [each for each in able if b.seat_of(each) == seat]
    if len(own) == 1:
        return own[0]
    options = [Option(f"speak:{each}", f"{b.name(each)} gives orders", "BP-CMD-4", about=each) for each in own]
    answer = yield from ask(
        Decision(seat, "speaker", "Which commander gives orders now?", options, rules=("BP-CMD-4",))
    )
    return answer.option.split(":", 1)[1]


def _told_by(b: PowderField, leader: str) -> list[str]:
    """The units to which a commander may speak now."""
    if b.world.leaders[leader].spoken or b.world.leaders[leader].fell_on:
        return []
    reform = b.on("friction_zones")
    return [unit for unit in b.under(leader) if may_order(b, leader, unit, reform=reform) is None]


@implements("BP-CMD-1", "BP-CMD-4")
def _speaks(b: PowderField, leader: str) -> Steps[None]:
    """A commander gives orders, one at a time, till he has done or fails; then he may ride."""
    while not b.world.over:
        units = _told_by(b, leader)
        if not units:
            break
        answer = yield from ask(_decision(b, leader, units))
        if answer.option == "done":
            break
        word, who = answer.option.split(":", 1)
        group = tuple(answer.values["units"]) if word in GROUP else (who,)
        order = order_of(b, word, group[0], answer.values)
        goes_on = yield from give(b, leader, group, order, GIVING.get(word, "order"))
        if not goes_on:
            break
    if not b.world.leaders[leader].spoken:
        b.emit(Noted(), rules=("BP-CMD-4",), sets=[b.change_leader(leader, spoken=True)], to=())
    yield from ride(b, leader)


# -- what he may say


def _decision(b: PowderField, leader: str, units: list[str]) -> Decision:
    def one(key: str) -> Option | None:
        word, _, who = key.partition(":")
        if key == "done":
            return _DONE
        if word in GROUP and who == leader:
            return _group(b, word, leader, units)
        if word not in SINGLE or who not in units or why(key, "", "") is not None:
            return None
        return option(b, word, who, MOST)

    def every() -> list[Option]:
        keys = [f"{word}:{unit}" for unit in units for word in SINGLE] + [f"{word}:{leader}" for word in GROUP]
        return [_DONE, *(each for each in map(one, keys) if each is not None)]

    def judge(key: str, values: Any) -> Refusal | None:
        word, _, who = key.partition(":")
        if key == "done":
            return None
        group = tuple(values["units"]) if word in GROUP else (who,)
        return _judged(b, leader, word, group, values)

    def why(key: str, field: str, value: Any) -> Refusal | None:
        word, _, unit = key.partition(":")
        if field or unit not in b.world.units or word not in SINGLE:
            return None
        return may_order(b, leader, unit, reform=word == "reform") or _missing(b, leader, word, unit)

    return Decision(
        b.seat_of(leader),
        "orders",
        f"{b.name(leader)}, staff rating {b.world.leaders[leader].staff}: whom does he order to do what?",
        every,
        default=("done", {}),
        rules=("BP-CMD-1", "BP-CMD-2"),
        one=one,
        judge=judge,
        why=why,
        about={"leader": leader},
    )


_DONE = Option("done", "He gives no more orders", "BP-CMD-4")


@implements("BP-CMD-10", "BP-CMD-11")
def _missing(b: PowderField, leader: str, word: str, unit: str) -> Refusal | None:
    """Why a unit cannot be told this by him; None where it can."""
    if word in ("follow_me", "rally"):
        giving: Giving = "follow_me" if word == "follow_me" else "rally"
        facts = command_facts(b, leader, (unit,), Order("move"), giving)
        refusal = b.rules["command"].refusal(facts)
        if refusal is None and word == "rally" and not b.unit(unit).casualties:
            return Refusal("BP-CMD-11", "it has no casualties to rally from")
        return refusal or (missing(b, "move", unit, MOST) if word == "follow_me" else None)
    return missing(b, word, unit, MOST)


@implements("BP-CMD-6")
def _group(b: PowderField, word: str, leader: str, units: list[str]) -> Option | None:
    """An order to several units of his brigade; a general speaks to one brigade at a time."""
    able = [unit for unit in units if not b.unit(unit).disordered or word == "brigade_rally"]
    if len(able) < 2 or (word == "brigade_rally" and not b.on("friction_brigade_orders")):
        return None
    fields: dict[str, Domain] = {"units": several(able)}
    usual: dict[str, Any] = {}
    text, rule, form = "", "BP-CMD-6", forms.BRIGADE.id
    match word:
        case "brigade":
            more, usual = moving(b, b.unit(able[0]))
            fields |= more
            text = "A brigade order"
        case "brigade_charge":
            targets = tuple(dict.fromkeys(foe for unit in able for foe in charge_targets(b, unit, MOST)))
            if not targets:
                return None
            fields |= {"target": Choice(targets), "follow_through": YesNo()}
            usual = {"follow_through": "no"}
            text, rule, form = "Several charge one enemy", "BP-MASS-1", forms.BRIGADE_CHARGE.id
        case _:
            text, rule, form = "The brigade rallies", "BP-ORD-6", forms.BRIGADE_RALLY.id
    return Option(f"{word}:{leader}", text, rule, fields, usual, leader, form)


def _judged(b: PowderField, leader: str, word: str, group: tuple[str, ...], values: Any) -> Refusal | None:
    giving = GIVING.get(word, "order")
    if word in GROUP:
        if len(group) < 2:
            return Refusal("BP-CMD-6", "a brigade order goes to two units or more")
        refusal = may_order_group(b, group)
        if refusal is not None:
            return refusal
    refusal = judged(b, word, group, values, giving, MOST)
    if refusal is not None:
        return refusal
    order = order_of(b, word, group[0], values)
    return b.rules["command"].refusal(command_facts(b, leader, group, order, giving))
