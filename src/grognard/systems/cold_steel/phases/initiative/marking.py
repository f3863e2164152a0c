"""Which units are marked with an automatic order, and why: each looks about as the phase begins (CS-4.1, CS-4.2a)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.checks import implements

from ...checks.initiative.automatic_orders import Automatic, triggered
from ...facts import situations
from ...facts.initiative.threats import Picture, chosen_target, picture
from ...facts.situations import engaged
from ...table.battlefield import Battlefield
from ...table.state import Order, UnitState
from . import chits
from .circumstances import circumstances


class Mark(NamedTuple):
    """A unit marked with an automatic order."""

    unit: str
    orders: dict[str, Order]
    """By name: the one that is marked first, then others it might be changed to."""
    menaced: tuple[str, ...]
    """Enemies it threatens."""
    ignorable: bool
    """The player is with it (CS-4.1j)."""
    free: bool = False
    """Which of them it does is for its owner to say, without a check (CS-M2-4.1b)."""

    @property
    def name(self) -> str:
        """The automatic order on it."""
        return next(iter(self.orders))

    @property
    def order(self) -> Order:
        """Its chits."""
        return self.orders[self.name]


@implements("CS-4.1k", "CS-4.2a")
def mark_units(b: Battlefield) -> list[Mark]:
    """All units whose situation calls for an automatic order that they are not carrying out already."""
    # one look for all: who acts first must not change what the next one sees
    seen = picture(b)
    found = (_mark(b, unit, seen) for unit in b.on_table() if _acts(unit))
    return [mark for mark in found if mark is not None]


def mark_of(b: Battlefield, unit: str) -> Mark | None:
    """The same for one of them, as long as nothing has changed since."""
    return _mark(b, b.unit(unit), picture(b))


def _acts(unit: UnitState) -> bool:
    """Who flees obeys nobody, who retires goes on retiring (CS-4.4.2), and skirmishers who are out go by their parent
    (CS-3.3.2.3k)."""
    return unit.status not in ("broken", "routed") and not unit.retire and not unit.parent


def _mark(b: Battlefield, unit: UnitState, seen: Picture) -> Mark | None:
    """The orders its situation calls for, in the order of their priority; those it cannot carry out are passed over.
    A unit already at what comes first is left to it."""
    target = chosen_target(b, unit.id, seen.menaced.get(unit.id, []), seen)
    orders: dict[str, Order] = {}
    for found in _open_to(b, unit, triggered(b.rules.tables, circumstances(b, unit, seen, target))):
        order = chits.automatic_chits(b, unit, found, target=target, picture=seen)
        if order is None or found.order in orders:
            continue
        # already at what comes first: lesser orders must not call it off that
        if not orders and chits.doing_already(unit, found.order, order, seen.menaced.get(unit.id, [])):
            return None
        orders[found.order] = order
    if not orders:
        return None
    ignorable, menaced = player_attached(b, unit.id), tuple(seen.menaced.get(unit.id, ()))
    if next(iter(orders)) != "face_cavalry":
        return Mark(unit.id, orders, menaced, ignorable)
    square = _or_square(b, unit, seen)
    return Mark(unit.id, orders | square, menaced, ignorable, free=bool(square))


@implements("CS-M2-4.1b")
def _or_square(b: Battlefield, unit: UnitState, seen: Picture) -> dict[str, Order]:
    """Foot with cavalry on its flank faces it or forms square, as its owner likes."""
    # asked again as if the owner wanted a square, for else the rules say to face
    facts = circumstances(b, unit, seen, "").replace(prefers_square=True)
    found = next(each for each in triggered(b.rules.tables, facts) if each.order == "form_square")
    order = chits.automatic_chits(b, unit, found, target="", picture=seen)
    return {"form_square": order} if order is not None else {}


def _open_to(b: Battlefield, unit: UnitState, found: list[Automatic]) -> list[Automatic]:
    """Who is locked in close combat can only fight on, unless he falls back; the rules are silent, but nobody deploys,
    reforms or limbers with the enemy among his ranks."""
    if not found or not engaged(b, unit):
        return found
    return [each for each in found if each.order == "fall_back"]


@implements("CS-4.1j")
def player_attached(b: Battlefield, unit: str) -> bool:
    """Whether a player figure is in contact with the unit."""
    return any(situations.is_player(b, leader.id) for leader in situations.leaders_near(b, unit, 0))
