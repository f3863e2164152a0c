"""Module 2 in play: what troops of the 18th century do otherwise, where a fact of a check cannot say it."""

from __future__ import annotations

from grognard.kernel.checks import Refusal, implements

from ..table.battlefield import Battlefield
from ..table.state import Move, Order, Straight, UnitState
from ..terms import Training

_LIMBERED = ("limbered", "march_column")


def drilled(b: Battlefield, unit: str, training: Training, rule: str) -> bool:
    """Whether a unit has learned something, and the rule about it is in force."""
    return bool(b.rules.tables.value(rule, "in_force")) and training in b.entry(unit).rated.training


@implements("CS-M2-8.2.2")
def fires_walking(b: Battlefield, unit: str) -> bool:
    """Whether it may fire as it goes."""
    return drilled(b, unit, "walking_fire", "CS-M2-8.2.2")


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why an order cannot be given to troops of this century."""
    t = b.rules.tables
    if order.walking and not fires_walking(b, now.id):
        return Refusal("CS-M2-8.2.2", t.row("CS-M2-8.2.2", "no_walking_fire").label)
    if order.walking and not _marches_on(order.move):
        return Refusal("CS-M2-8.2.2", t.row("CS-M2-8.2.2", "only_march").label)
    # without limbers it can only be moved by hand
    if now.deserted and order.way not in ("", "prolong"):
        return stranded(b, now)
    return None


def _marches_on(move: Move | None) -> bool:
    return isinstance(move, Straight) and move.way == "forward" and move.gait == "march"


@implements("CS-M2-4.1e")
def stranded(b: Battlefield, now: UnitState, formation: str = "limbered") -> Refusal | None:
    """Why a battery whose limbers have left it is not limbered."""
    if not now.deserted or formation not in _LIMBERED:
        return None
    return Refusal("CS-M2-4.1e", b.rules.tables.row("CS-M2-4.1e", "no_limbers").label)


@implements("CS-M2-8.1", "CS-M2-8.3a")
def fires_first(b: Battlefield, unit: str) -> bool:
    """Whether its attack is a volley close to the enemy, and then the charge in the same turn: Swedish foot, and
    cavalry trained to fire."""
    # pikes and swords have no volley to begin with
    if b.entry(unit).rated.weapon == "none":
        return False
    return drilled(b, unit, "gapa", "CS-M2-8.1") or fire_trained(b, unit)


@implements("CS-M2-8.3a", "CS-M2-8.3b")
def fire_trained(b: Battlefield, unit: str) -> bool:
    """Cavalry that fires from the saddle before it fights."""
    return drilled(b, unit, "fire_trained", "CS-M2-8.3a")
