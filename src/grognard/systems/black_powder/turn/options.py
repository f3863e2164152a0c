"""What may be told to units, by order or of their own initiative: the list, and why something is not on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.battle.decisions import Option
from grognard.ground.units import SUB
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain, Number, Several, Spot, YesNo
from grognard.miniatures.motion.placements import off

from ..acts.answers import AS_IT_IS, order_of
from ..acts.marching import why_not_step
from ..checks.command.brigades import BrigadeEffectsFacts
from ..checks.moving.changes import FormationChangeFacts
from ..checks.moving.guns import HandHaulFacts
from ..desk import forms
from ..facts import threats
from ..facts.combat import charge_facts
from ..facts.moving import after, moves_to_contact, next_step
from ..facts.rates import gun_class, rate_of
from ..table.field import MOST_INCHES, PowderField
from ..table.orders import Order
from ..table.state import UnitState
from ..terms import Formation, Giving, branch

FORMATIONS: tuple[Formation, ...] = (
    "line",
    "attack_column",
    "march_column",
    "square",
    "mixed_line",
    "mixed_attack_column",
    "grande_bande",
    "echelon",
    "limbered",
    "unlimbered",
)
WORDS = ("move", "charge", "form", "turn", "prolong", "hand_haul", "retire", "reform")
MOST = 3
"""Moves that an order may give."""
NEAREST = 4
"""So many enemies are looked at whether a unit could charge them."""


# -- what a unit can be told at all


@implements("BP-STATE-3", "BP-BRIG-4")
def missing(b: PowderField, word: str, unit: str, most: int) -> Refusal | None:
    """Why a unit cannot be told something at all, whoever says it; None where it can."""
    now = b.unit(unit)
    guns = branch(now.arm) == "artillery"
    if now.shelters:
        return Refusal("BP-SHELT-4", "its gunners have run to a friend")
    if word == "reform":
        may = b.on("friction_zones") and now.disordered
        return None if may else Refusal("BP-FRIC-8", "nobody reforms by order unless the draft says so")
    if now.disordered and word != "retire":
        return Refusal("BP-STATE-3", "a disordered unit is told nothing")
    if word in ("prolong", "hand_haul"):
        ok = guns and now.formation == "unlimbered"
        return None if ok else Refusal("BP-ARTM-5", "only unlimbered guns are moved so")
    if word == "charge":
        return None if charge_targets(b, unit, most) else Refusal("BP-CHG-1", "no enemy that it could charge")
    if word == "form":
        return None if changes(b, now) else Refusal("BP-MOVE-2", "it has no other formation")
    if word == "turn" and guns and now.formation == "unlimbered":
        return Refusal("BP-ARTM-8", "guns turn by hand or on the prolong")
    if word == "retire" and guns and now.formation == "unlimbered":
        return Refusal("BP-HTH-7", "unlimbered guns do not retire")
    return None


def charge_targets(b: PowderField, unit: str, most: int) -> list[str]:
    """Enemies that a unit could come upon with so many moves, the nearest first."""
    now, seat = b.unit(unit), b.seat_of(unit)
    if branch(now.arm) == "artillery":
        return []
    reach = rate_of(b, now, "limbered") * most
    near = [foe for foe in b.survey.enemies_within(unit, reach) if b.knows(seat, foe)]
    return [foe for foe in near[:NEAREST] if why_no_charge(b, unit, foe, most) is None]


@implements("BP-CHG-1")
def why_no_charge(b: PowderField, unit: str, target: str, most: int) -> Refusal | None:
    """Why a unit may not be told to charge an enemy; None where it may."""
    ahead = b.zone(unit, target) == "front"
    facts = charge_facts(b, unit, target, in_front=ahead or most > 1)
    refusal = b.rules["may-charge"].refusal(facts)
    if refusal is None and not moves_to_contact(b, unit, target, most):
        return Refusal("BP-CHG-1", "it does not get there")
    return refusal


@implements("BP-MOVE-2", "BP-GRANDE-6")
def changes(b: PowderField, now: UnitState) -> tuple[Formation, ...]:
    """The formations into which a unit may change."""
    return tuple(
        each
        for each in FORMATIONS
        if each != now.formation and b.rules["formation-change"].refusal(change_facts(now, each)) is None
    )


def change_facts(now: UnitState, formation: Formation) -> FormationChangeFacts:
    """What a change of formation asks."""
    return FormationChangeFacts(
        arm=now.arm,
        size=now.size,
        before=now.formation,
        after=formation,
        light_infantry="light_infantry" in now.special,
    )


# -- the options


def option(b: PowderField, word: str, unit: str, most: int) -> Option:
    """What a unit may be told, with what is said with it. `most`: moves that it may get."""
    name, fields, usual = b.name(unit), *_fields(b, word, unit, most)
    text, rule, form = _SAID[word]
    return Option(f"{word}:{unit}", text.format(name), rule, fields, usual, unit, form)


_SAID = {
    "move": ("{} moves", "BP-MOVE-1", forms.MOVE.id),
    "charge": ("{} charges", "BP-CHG-1", forms.CHARGE.id),
    "form": ("{} changes formation", "BP-MOVE-2", forms.FORM.id),
    "turn": ("{} turns", "BP-MOVE-1", forms.TURN.id),
    "prolong": ("{} moves on the prolong", "BP-ARTM-5", forms.PROLONG.id),
    "hand_haul": ("{} is hauled by hand", "BP-ARTM-8", forms.HAUL.id),
    "retire": ("{} retires", "BP-HTH-7", forms.RETIRE.id),
    "reform": ("{} reforms", "BP-FRIC-8", ""),
    "follow_me": ("{}, follow me!", "BP-CMD-10", forms.FOLLOW_ME.id),
    "rally": ("{} is rallied", "BP-CMD-11", ""),
}


def _fields(b: PowderField, word: str, unit: str, most: int) -> tuple[dict[str, Domain], dict[str, Any]]:
    now = b.unit(unit)
    fields: dict[str, Domain] = {}
    usual: dict[str, Any] = {}
    match word:
        case "move":
            fields, usual = moving(b, now)
        case "charge":
            fields = {"target": Choice(tuple(charge_targets(b, unit, most))), "follow_through": YesNo()}
            usual = {"follow_through": "no"}
        case "form":
            fields = {"formation": Choice(changes(b, now)), "facing": Number(-1, 359)}
            usual = {"facing": -1}
        case "turn":
            fields = {"facing": Number(0, 359)}
        case "prolong" | "hand_haul":
            fields, usual = {"to": spot(b), "facing": Number(-1, 359)}, {"facing": -1}
        case "follow_me":
            fields, usual = moving(b, now)
            usual["to"] = None
            targets = charge_targets(b, unit, most)
            if targets:
                fields["target"], usual["target"] = Choice(("", *targets)), ""
        case _:
            pass
    if most > 1 and word in ("move", "charge", "prolong", "retire"):
        fields["moves"], usual["moves"] = Number(1, most), most
    return fields, usual


def spot(b: PowderField) -> Spot:
    """Anywhere on the table."""
    width, height = (each // SUB for each in b.ground.size)
    return Spot(width, height)


def moving(b: PowderField, now: UnitState) -> tuple[dict[str, Domain], dict[str, Any]]:
    """What is said with a move."""
    may = tuple(each for each in changes(b, now) if now.formation != "unlimbered" or each == "limbered")
    fields: dict[str, Domain] = {
        "to": spot(b),
        "facing": Number(-1, 359),
        "keep_front": YesNo(),
        "formation": Choice((AS_IT_IS, *may)),
        "form_first": YesNo(),
    }
    usual: dict[str, Any] = {"facing": -1, "keep_front": "no", "formation": AS_IT_IS, "form_first": "yes"}
    if b.on("passage_of_lines"):
        fields["passage"], usual["passage"] = YesNo(), "no"
    return fields, usual


# -- what the fields alone cannot say


def judged(b: PowderField, word: str, units: Sequence[str], values: Any, giving: Giving, most: int) -> Refusal | None:
    """Why an order cannot be given like this; None where it can."""
    if word in ("rally", "brigade_rally", "reform"):
        return None
    order = order_of(b, word, units[0], values)
    if order.word == "move" and order.to is None and order.facing < 0:
        return Refusal("BP-CMD-1", "where to?")
    for unit in units:
        refusal = _judged(b, unit, order, giving, most)
        if refusal is not None:
            return refusal
    return None


@implements("BP-CMD-8", "BP-BRIG-4", "BP-ARTM-8")
def _judged(b: PowderField, unit: str, order: Order, giving: Giving, most: int) -> Refusal | None:
    now = b.unit(unit)
    if order.word == "charge":
        against = threats.against_orders(b, unit, "charge")
        return against or why_no_charge(b, unit, order.target, min(most, order.most))
    if order.formation and order.formation != now.formation:
        refusal = b.rules["formation-change"].refusal(change_facts(now, order.formation))
        if refusal is not None:
            return refusal
    if order.word in ("retire", "reform"):
        return None
    step = next_step(b, unit, order)
    if step is None:
        return Refusal("BP-MOVE-1", "it cannot go there")
    then = after(now, step)
    refusal = why_not_step(b, unit, step) or threats.against_orders(b, unit, "move", (step,))
    if refusal is None and order.word == "hand_haul":
        refusal = _hauled(b, now, then)
    return refusal or _keeps_away(b, now, then)


def _hauled(b: PowderField, now: UnitState, then: UnitState) -> Refusal | None:
    """By hand guns go forward or back, and turn a little only."""
    facts = HandHaulFacts(
        guns=gun_class(b, now),
        distance=0,
        zone=b.zone_of(now.id, then.position) if then.position != now.position else "front",
        turn=abs(off(now.heading, then.heading)),
        moves=min(MOST, now.moves),
    )
    return b.rules["hand-haul"].refusal(facts)


@implements("BP-BRIG-4", "BP-BMOR-4")
def _keeps_away(b: PowderField, now: UnitState, then: UnitState) -> Refusal | None:
    """Units of a broken brigade are told only to hold, or to move away from the enemy."""
    foe, apart = b.nearest_enemy(now.id)
    facts = BrigadeEffectsFacts(
        state=b.brigade_of(now.id).morale,
        shaken=b.shaken(now.id),
        disordered=now.disordered,
        enemy=min(MOST_INCHES, apart),
        in_combat=b.in_combat(now.id),
    )
    if not foe or b.settle("brigade-effects", facts).may_approach or then.position == now.position:
        return None
    with b.survey.supposing(then):
        nearer = b.nearest_enemy(now.id)[1] < apart
    return Refusal("BP-BRIG-4", "its brigade is broken: it goes no nearer to the enemy") if nearer else None


def several(units: Sequence[str]) -> Several:
    """Some of these units."""
    return Several(tuple(units), len(units))
