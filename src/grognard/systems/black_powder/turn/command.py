"""The command phase: commander after commander gives his orders, the general last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.ground.shapes import distance as apart
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Number, Several, YesNo

from ..acts.answers import MOST, order_of
from ..acts.orders import give
from ..checks.command.orders import SpeakerFacts
from ..desk import forms
from ..effects.retreats import compulsory
from ..facts.charges import may_charge
from ..facts.command import command_facts, commanders, may_order, may_order_group, standing_of
from ..facts.telling import why_not
from ..facts.threats import against_orders
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Giving
from . import standing
from .commanders import ride
from .options import WORDS, judged, moving_fields, option, spot, targets

_GROUPS = ("brigade", "brigade_charge", "brigade_rally")


@implements("BP-TURN-1", "BP-CMD-4")
def command_phase(b: PowderField) -> Steps[None]:
    """Whoever must retire does; then the commanders of the side speak, one after the other, and ride."""
    yield from compulsory(b)
    yield from standing.standing_orders(b)
    for rank in ranks(b):
        for seat in b.seats_of(b.world.active):
            yield from _speak(b, seat, [leader for leader in rank if b.seat_of(leader) == seat])
    if b.on("friction_brigade_orders"):
        standing.note_halts(b)


@implements("BP-CMD-4")
def ranks(b: PowderField) -> list[list[str]]:
    """Commanders of the side to move in the order in which they speak: the general after all others."""
    every = commanders(b, b.world.active)
    general = b.army_leader(b.world.active)
    others = [leader for leader in every if leader != general]
    # whether the general speaks last is a rule, and a variant may change it
    waits = not b.settle("speaker", SpeakerFacts(general=True, others=len(others))).speaks
    if not waits:
        return [every]
    levels = list(dict.fromkeys(b.world.leaders[leader].level for leader in others))
    found = [[leader for leader in others if b.world.leaders[leader].level == level] for level in levels]
    return [*found, [general] if general in every else []]


def _speak(b: PowderField, seat: str, rank: list[str]) -> Steps[None]:
    """The commanders of one seat and rank, in the order in which the seat likes."""
    while True:
        left = [leader for leader in rank if _listens(b, leader)]
        if not left:
            return
        leader = left[0]
        if len(left) > 1:
            answer = yield from ask(_speaker(b, seat, left))
            if answer.option == "done":
                for each in left:
                    # said once for all of them, but each may still ride
                    _hush(b, each)
                    yield from ride(b, each)
                return
            leader = answer.option.partition(":")[2]
        yield from _orders(b, leader)
        yield from ride(b, leader)


def _listens(b: PowderField, leader: str) -> bool:
    now = b.world.leaders[leader]
    return not now.spoken and now.where == "table" and not now.fell_on


def _hush(b: PowderField, leader: str) -> None:
    if not b.world.leaders[leader].spoken:
        b.emit(Noted(), rules=("BP-CMD-4",), sets=[b.change_leader(leader, spoken=True)], to=())


def _speaker(b: PowderField, seat: str, left: Sequence[str]) -> Decision:
    options = [Option(f"speak:{each}", f"{b.name(each)} speaks", "BP-CMD-4", about=each) for each in left]
    return Decision(
        seat,
        "speaker",
        "Who gives his orders next?",
        [*options, Option("done", "Nobody", "BP-CMD-4")],
        default=("done", {}),
        rules=("BP-CMD-4",),
    )


@implements("BP-CMD-1", "BP-CMD-4")
def _orders(b: PowderField, leader: str) -> Steps[None]:
    """A commander gives orders till he has done, or fails."""
    while _listens(b, leader):
        if not _tellable(b, leader):
            break
        answer = yield from ask(decision(b, leader))
        if answer.option == "done":
            break
        units, order, giving = spoken(b, answer.option, answer.values)
        if not (yield from give(b, leader, units, order, giving)):
            break
    _hush(b, leader)


def _tellable(b: PowderField, leader: str) -> list[str]:
    """Units to which a commander may still speak."""
    return [
        unit
        for unit in b.under(leader)
        # a disordered unit may be told nothing but this
        if may_order(b, leader, unit) is None or may_order(b, leader, unit, reform=True) is None
    ]


# -- what he may say


def spoken(b: PowderField, key: str, values: Any) -> tuple[tuple[str, ...], Order, Giving]:
    """Who is told what, and how, by an answer."""
    word, _, who = key.partition(":")
    units = tuple(values["units"]) if word in _GROUPS else (who,)
    order = order_of(b, word, units[0] if units else "", values)
    givings: dict[str, Giving] = {
        "brigade": "brigade_order",
        "brigade_charge": "brigade_order",
        "brigade_rally": "brigade_rally",
        "rally": "rally",
        "follow_me": "follow_me",
    }
    return units, order, givings.get(word, "order")


def decision(b: PowderField, leader: str) -> Decision:
    """What a commander says next."""
    able = tuple(_tellable(b, leader))

    def one(key: str) -> Option | None:
        word, _, who = key.partition(":")
        if key == "done":
            return _done(b, leader)
        if word in _GROUPS:
            return _group(b, word, leader, able) if who == leader else None
        return _single(b, word, who, leader) if who in able else None

    def keys() -> list[str]:
        singles = (f"{word}:{unit}" for unit in able for word in (*WORDS, "follow_me", "rally"))
        return ["done", *(f"{word}:{leader}" for word in _GROUPS), *singles]

    def every() -> list[Option]:
        return [each for key in keys() if (each := one(key)) is not None]

    def judge(key: str, values: Any) -> Refusal | None:
        return None if key == "done" else judge_order(b, leader, key, values)

    return Decision(
        b.seat_of(leader),
        "orders",
        f"{b.name(leader)}: your orders?",
        every,
        default=("done", {}),
        rules=("BP-CMD-1", "BP-CMD-2", "BP-CMD-4"),
        one=one,
        keys=keys,
        judge=judge,
        about={"leader": leader},
    )


def _done(b: PowderField, leader: str) -> Option:
    return Option("done", f"{b.name(leader)} has nothing more to say", "BP-CMD-4")


def _single(b: PowderField, word: str, unit: str, leader: str) -> Option | None:
    """A word to one unit."""
    if word not in WORDS:
        return _last(b, word, unit, leader)
    told: Any = word
    if may_order(b, leader, unit, reform=word == "reform") is not None:
        return None
    return option(b, told, unit, "order")


@implements("BP-CMD-10", "BP-CMD-11")
def _last(b: PowderField, word: str, unit: str, leader: str) -> Option | None:
    """The words that end a commander's say: follow me, and rally."""
    if word not in ("follow_me", "rally") or may_order(b, leader, unit) is not None:
        return None
    giving: Giving = "follow_me" if word == "follow_me" else "rally"
    if b.rules["command"].refusal(command_facts(b, leader, (unit,), Order("move"), giving)) is not None:
        return None
    name = b.name(unit)
    if word == "rally":
        hurt = b.unit(unit).casualties > 0
        return Option(f"rally:{unit}", f"{name} is rallied", "BP-CMD-11", {}, {}, unit) if hurt else None
    if b.unit(unit).formation == "unlimbered":
        return None
    fields: dict[str, Domain] = {"to": spot(b), "facing": Number(-1, 359)}
    usual: dict[str, Any] = {"to": tuple(each // SUB for each in b.unit(unit).position), "facing": -1}

    def add(field: str, domain: Domain, meant: Any) -> None:
        fields[field], usual[field] = domain, meant

    moving_fields(b, unit, add)
    foes = targets(b, unit, "order")
    if foes:
        add("target", Choice(("", *foes)), "")
    return Option(f"follow_me:{unit}", f"{name}: follow me", "BP-CMD-10", fields, usual, unit, forms.FOLLOW_ME.id)


@implements("BP-CMD-6", "BP-MASS-1", "BP-ORD-6")
def _group(b: PowderField, word: str, leader: str, able: Sequence[str]) -> Option | None:
    """A word to several units of one brigade."""
    units = tuple(unit for unit in able if may_order(b, leader, unit) is None)
    if word == "brigade_rally":
        units = (
            tuple(unit for unit in units if standing_of(b, unit) == "rest") if b.on("friction_brigade_orders") else ()
        )
    # a group of one is no group
    if len(units) < 2:
        return None
    fields: dict[str, Domain] = {"units": Several(units)}
    usual: dict[str, Any] = {}

    def add(field: str, domain: Domain, meant: Any = None) -> None:
        fields[field] = domain
        if meant is not None:
            usual[field] = meant

    name = b.name(leader)
    if word == "brigade_rally":
        return Option(
            f"{word}:{leader}", f"{name}: rally together", "BP-ORD-6", fields, usual, "", forms.BRIGADE_RALLY.id
        )
    if word == "brigade_charge":
        # each once, in the order in which they were found
        foes = tuple(dict.fromkeys(foe for unit in units for foe in targets(b, unit, "order")))
        if not foes:
            return None
        add("target", Choice(foes))
        add("follow_through", YesNo(), "no")
        if b.on("passage_of_lines"):
            add("passage", YesNo(), "no")
        add("moves", Number(1, MOST), MOST)
        form = forms.BRIGADE_CHARGE.id
        return Option(f"{word}:{leader}", f"{name}: charge together", "BP-MASS-1", fields, usual, leader, form)
    add("to", spot(b))
    moving_fields(b, units[0], add)
    add("moves", Number(1, MOST), MOST)
    add("facing", Number(-1, 359), -1)
    return Option(f"{word}:{leader}", f"{name}: move together", "BP-CMD-6", fields, usual, leader, forms.BRIGADE.id)


# -- what the fields alone cannot say


@implements("BP-CMD-6", "BP-CMD-10", "BP-CMD-11")
def judge_order(b: PowderField, leader: str, key: str, values: Any) -> Refusal | None:
    """Why an order may not be given; None where it may."""
    units, order, giving = spoken(b, key, values)
    if not units:
        return Refusal("BP-CMD-6", "to whom?")
    for unit in units:
        refusal = may_order(b, leader, unit, reform=order.word == "reform")
        if refusal is not None:
            return refusal
    if giving in ("brigade_order", "brigade_rally"):
        refusal = _judge_group(b, units, order, giving)
        if refusal is not None:
            return refusal
    refusal = _assault_first(b, leader, units, order, giving)
    if refusal is not None:
        return refusal
    refusal = b.rules["command"].refusal(command_facts(b, leader, units, order, giving))
    if refusal is not None or giving in ("rally", "brigade_rally"):
        return refusal
    if giving == "brigade_order":
        return None
    word = key.partition(":")[0]
    told = ("charge" if order.word == "charge" else "move") if word == "follow_me" else word
    return judged(b, told, units[0], values, "order")


@implements("BP-ORD-2")
def _assault_first(b: PowderField, leader: str, units: Sequence[str], order: Order, giving: Giving) -> Refusal | None:
    """Why a brigade that assaults may not be told this: its commander speaks to the brigade first, where he can, and
    sends it toward its objective; None where he may."""
    brigade = b.brigade_of(units[0])
    if not b.on("friction_brigade_orders") or brigade.order != "assault" or brigade.objective is None:
        return None
    # the brigade has been spoken to: now single units may be told
    if any(b.unit(unit).ordered for unit in brigade.units):
        return None
    refusal = Refusal("BP-ORD-2", b.t.row("BP-ORD-2", "first").label)
    if giving == "brigade_order":
        now = b.unit(units[0]).position
        nearer = order.to is not None and apart(order.to, brigade.objective) < apart(now, brigade.objective)
        return None if nearer or order.word == "charge" else refusal
    # where no brigade order is possible, single ones must be
    able = [unit for unit in brigade.units if may_order(b, leader, unit) is None]
    return refusal if len(able) > 1 and may_order_group(b, able) is None else None


def _judge_group(b: PowderField, units: tuple[str, ...], order: Order, giving: Giving) -> Refusal | None:
    if len(units) < 2:
        return Refusal("BP-CMD-6", "a brigade order goes to several units")
    refusal = may_order_group(b, units)
    if refusal is not None or giving == "brigade_rally":
        return refusal
    for unit in units:
        if order.word == "charge":
            refusal = may_charge(b, unit, order.target, by="order") or against_orders(b, unit, "charge")
        elif unit == units[0]:
            refusal = why_not(b, unit, order)
        else:
            # where the others go follows from the first, and is laid when they move
            refusal = against_orders(b, unit, "move")
        if refusal is not None:
            return refusal
    return None
