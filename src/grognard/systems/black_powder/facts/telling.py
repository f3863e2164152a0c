"""What may be told to a unit, by an order or by its own initiative: what is open to it at all, and why an order may not
be given."""

from __future__ import annotations

from typing import Literal

from grognard.ground.shapes import distance as apart
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.placements import bearing_to, off

from ..checks.moving.guns import HandHaulFacts
from ..checks.troops.units import ZoneFacts
from ..table.field import PowderField
from ..table.orders import Order
from ..terms import Moving, Zone, branch
from .backward import kept_back, no_room
from .changes import formations, why_not_form
from .command import brigade_effects, enemy_near
from .moving import after, lay, next_step
from .rates import gun_class
from .threats import against_orders, friction, proximity

Told = Literal["move", "charge", "form", "turn", "prolong", "hand_haul", "retire", "reform"]


@implements("BP-ARTM-5", "BP-ARTM-8", "BP-FRIC-8", "BP-STATE-3", "BP-DISM-1")
def missing(b: PowderField, word: Told, unit: str, by: Moving) -> Refusal | None:
    """Why a unit cannot be told something at all, charges apart; None where it can."""
    now = b.unit(unit)
    guns = branch(now.arm) == "artillery"
    if b.in_combat(unit):
        return Refusal("BP-CMD-1", b.t.row("BP-CMD-1", "fighting").label)
    if waits := b.waits(unit):
        return waits
    if word == "reform":
        return None if b.on("friction_zones") and now.disordered else Refusal("BP-FRIC-8", "it is in order")
    # in disorder a unit may still go back by itself
    if now.disordered and (by == "order" or word != "retire"):
        return Refusal("BP-STATE-3", "a disordered unit is given no orders")
    if word in ("prolong", "hand_haul"):
        dragged = guns and now.formation == "unlimbered"
        rule = "BP-ARTM-5" if word == "prolong" else "BP-ARTM-8"
        return None if dragged else Refusal(rule, "only unlimbered guns are moved so")
    if word in ("move", "turn") and now.formation == "unlimbered":
        return None if word == "move" else Refusal("BP-ARTM-5", "unlimbered guns turn on the prolong or by hand")
    if word == "form" and not formations(b, unit):
        return Refusal("BP-MOVE-2", "there is no other formation for it")
    return None


@implements("BP-CMD-8", "BP-MOVE-2", "BP-ARTM-8")
def why_not(b: PowderField, unit: str, order: Order) -> Refusal | None:
    """Why a unit may not be told this, charges apart; None where it may."""
    now = b.unit(unit)
    if order.formation and order.formation != now.formation:
        refusal = why_not_form(b, unit, order.formation)
        if refusal is not None:
            return refusal
    if order.word == "retire":
        return kept_back(b, unit) or no_room(b, unit) or against_orders(b, unit, "move")
    if order.word == "reform":
        return None
    if now.formation == "unlimbered" and order.word == "move" and order.formation != "limbered":
        return Refusal("BP-ARTM-4", "guns limber up before they drive off")
    if order.word == "hand_haul":
        refusal = _hauled(b, unit, order)
        if refusal is not None:
            return refusal
    step = next_step(b, unit, order, last=order.most == 1)
    if step is None:
        kept = b.kept_from(unit, order.to) if order.to is not None else None
        return kept or Refusal("BP-MOVE-1", "there it stands already, or it cannot go there")
    # later moves are judged when they are made: the enemy may have moved by then
    near = proximity(b, unit, step) or friction(b, unit, step) or disheartened(b, unit, order)
    if near is not None or not b.on("friction_brigade_orders"):
        return near
    return against_orders(b, unit, "move", lay(b, unit, order, order.most))


@implements("BP-BRIG-4", "BP-BMOR-4")
def disheartened(b: PowderField, unit: str, order: Order) -> Refusal | None:
    """Why a unit of a brigade whose morale is gone may not go there: nearer to the enemy; None where it may."""
    foe, distance = enemy_near(b, unit)
    effects = brigade_effects(b, unit)
    if effects.may_approach or not foe:
        return None
    now = b.unit(unit)
    # measured as it would stand at the end
    with b.survey.supposing(after(now, lay(b, unit, order, order.most)[-1])):
        left = b.inches(unit, foe)
    if not b.on("brigade_morale_v2"):
        return Refusal("BP-BRIG-4", "a broken brigade goes no nearer to the enemy") if left < distance else None
    near = left < distance and left <= b.t.number("BP-BMOR-4", "range")
    return Refusal("BP-BMOR-4", "the shaken of a broken brigade go no nearer to the enemy") if near else None


def _hauled(b: PowderField, unit: str, order: Order) -> Refusal | None:
    now = b.unit(unit)
    turn = abs(off(now.heading, order.facing)) if order.facing >= 0 else 0
    far = 0 if order.to is None else -(-apart(now.position, order.to) // b.inch)
    facts = HandHaulFacts(
        guns=gun_class(b, now), distance=min(400, far), zone=_toward(b, unit, order), turn=turn, moves=now.moves
    )
    return b.rules["hand-haul"].refusal(facts)


def _toward(b: PowderField, unit: str, order: Order) -> Zone:
    """The zone of its own into which guns are hauled, by the direction in which they go."""
    now = b.unit(unit)
    if order.to is None or now.position == order.to:
        return "front"
    aside = off(now.heading, bearing_to(now.position, order.to))
    found: Zone = b.settle("zone", ZoneFacts(bearing=aside % 360, formation=now.formation)).zone
    return found
