"""Orders that could be given but would come to nothing."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ..facts.fire.laying import farthest
from ..facts.fire.ranks import effective_range
from ..facts.situations import engaged
from ..table.battlefield import Battlefield
from ..table.state import Order


@implements("CS-3.2m")
def idle_attack(b: Battlefield, unit: str, order: Order) -> Refusal | None:
    """An attack on an enemy whom neither its fire nor a march would reach comes to nothing, and so does an order that
    says nothing but at whom to fire. Only who gives the order is told so: officers who form up first under a mission
    go on when they are formed."""
    now = b.unit(unit)
    nobody = nobody_to_attack(order)
    if nobody is not None:
        return nobody
    # with a movement chit it will come nearer; in contact it fights anyway
    if not order.target or order.way or engaged(b, now) or not (order.attacks or says_nothing_else(order)):
        return None
    paces, far = b.survey.distance(now.id, order.target), fire_reach(b, now.id)
    if paces <= far:
        return None
    foe = b.name_to(b.seat_of(now.id), order.target)
    needs = f"{b.name(now.id)} needs a movement chit as well"
    if order.attacks:
        return Refusal("CS-3.2m", f"{foe} is {paces} paces off: to attack, {needs}")
    return Refusal("CS-3.2m", f"{foe} is {paces} paces off, its fire carries {far}: to come nearer, {needs}")


def nobody_to_attack(order: Order) -> Refusal | None:
    """An attack has to be told whom it is on, unless it marches, and so attacks whom it meets."""
    if order.attacks and not order.target and not order.way:
        return Refusal("CS-3.2m", "attack whom? Without a movement chit it needs a target")
    return None


def says_nothing_else(order: Order) -> bool:
    """Whether an order has no chit at all, and only names whom to fire at."""
    return order.formation is None and order.special is None


def fire_reach(b: Battlefield, unit: str) -> int:
    """Paces that a unit's fire carries; 0 without firearms."""
    rated = b.entry(unit).rated
    if rated.arm == "artillery":
        return farthest(b)
    return effective_range(b, unit) if rated.weapon != "none" else 0
