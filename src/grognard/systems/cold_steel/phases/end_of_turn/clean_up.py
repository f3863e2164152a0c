"""The last tasks of a turn: rosters, chits and markers that are no longer valid."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements

from ...checks.command.orders import OrderStandsFacts
from ...orders import order_text, specials
from ...table.battlefield import Battlefield
from ...table.state import Doings, Order, UnitState, WalkingFire

CALM = Doings()


@implements("CS-10.3b", "CS-10.3c")
def tidy(b: Battlefield) -> None:
    """Every unit's slate is wiped, in one event that nobody has to read."""
    sets = [Set("units", unit.id, fields) for unit in b.world.units.values() if (fields := _tidied(b, unit))]
    if sets:
        b.emit(Noted(), rules=("CS-10.3b", "CS-10.3c", "CS-3.3.2b"), sets=sets, to=())


def _tidied(b: Battlefield, unit: UnitState) -> dict[str, Any]:
    """The fields of a unit that change when the turn is over."""
    order = standing_order(b, unit)
    # chits that were shown and still stand need not be shown again
    shown = order_text.bare(order) if order is not None and unit.revealed is not None else None
    fields: dict[str, Any] = {
        "order": order, "ordered": None, "revealed": shown, "now": CALM, **_passing(unit), **_retreat(unit),
    }  # fmt: skip
    return {name: value for name, value in fields.items() if getattr(unit, name) != value}


@implements("CS-2d", "CS-5.1")
def _retreat(unit: UnitState) -> dict[str, Any]:
    """Who fell back this turn still counts as retreating when his neighbours check morale for it in the coming rally
    phase, but no longer when that turn ends, unless he is beaten again."""
    still = unit.retired and (not unit.before.retired or unit.now.combat == "lost")
    return {"retired": still, "before": replace(unit.now, retired=unit.retired)}


@implements("CS-6.2h")
def _passing(unit: UnitState) -> dict[str, int]:
    """Disorder from entering or leaving buildings on the last turn goes; this turn's goes at the end of the next."""
    # some of it may have been recovered by reforming meanwhile
    gone = min(unit.passing_due, unit.disorder)
    left = unit.disorder - gone
    return {"disorder": left, "passing_due": min(unit.passing_disorder, left), "passing_disorder": 0}


@implements("CS-3.3.2b")
def standing_order(b: Battlefield, unit: UnitState) -> Order | None:
    """What is left of a unit's order next turn. An automatic order ends with its turn, and the player's own, which it
    pushed aside, comes back."""
    if unit.where != "table" or unit.status in ("broken", "routed", "dispersed"):
        return None
    # what the player had ordered, before an automatic order pushed it aside
    order = unit.ordered or unit.order
    if order is None or order.by.startswith("automatic"):
        return None
    # pushed aside, it has not been carried out at all: every chit of it stands
    left = _without_done(b, unit, order) if unit.ordered is None else order
    halt = left == order  # an order without any chit is a halt, and stands like others
    return left if halt or _says_something(left) else None


def _without_done(b: Battlefield, unit: UnitState, order: Order) -> Order:
    """The order without the chits that have been carried out; of wheels and marches of so many paces the movement phase
    has taken off what is done."""
    if order.formation and not _stays(b, "formation", done=unit.forming is None and unit.formation == order.form):
        order = replace(order, formation=None)
    special = specials.of(order)
    if special is not None and not _stays(b, "special", done=special.done(b, unit, order)):
        order = replace(order, special=None)
    # nobody left to attack; firing on the march needs no target
    if order.target and (order.target not in b.world.units or b.unit(order.target).where != "table"):
        order = replace(order, combat=WalkingFire() if order.walking else None)
    return order


def _stays(b: Battlefield, chit: Literal["formation", "special"], *, done: bool) -> bool:
    return bool(b.settle("order-stands", OrderStandsFacts(chit=chit, done=done)).stays)


def _says_something(order: Order) -> bool:
    return bool(order.way or order.formation or order.attacks or order.special)
