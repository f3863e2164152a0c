"""Units into bodies: those that belong together, in parts small enough to act as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist
from typing import TypeVar

from msgspec import Struct, structs

from grognard.army.oob import Unit as Listed
from grognard.scenarios.model import Effect

from .appreciation import FightingArm

SOON = 2
"""Turns between the arrivals of one body at most."""
HORSE = 1.3
"""Men on foot that a horseman is worth."""
ARMS: dict[str, FightingArm] = {"infantry": "foot", "cavalry": "horse", "artillery": "guns"}
Unit = TypeVar("Unit")


class Group(Struct, frozen=True):
    """The units of a body; they stay together for the whole battle."""

    id: str
    name: str
    arm: FightingArm
    units: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    """Who can command all of them, the nearest first, where a system asks for it."""


class Member(Struct, frozen=True):
    """A unit of an order of battle that is to go into a body."""

    unit: Listed
    brigade: str
    arm: FightingArm
    leaders: tuple[str, ...] = ()
    """Who can command it, the nearest first, where a system asks for it."""
    sort: str = ""
    """Only units of the same sort go together: loose order apart from close order, for instance."""


def arm_of(listed: str) -> FightingArm:
    """The arm as a staff counts it, from what an order of battle calls a unit."""
    if listed.endswith("artillery"):
        return "guns"
    return "horse" if listed in ("light_cavalry", "dragoons", "heavy_cavalry", "lancers") else "foot"


def grouped(members: Iterable[Member], most: int, apart: float) -> tuple[Group, ...]:
    """Units of one brigade and arm that stand or arrive together as bodies of so many units at most, with so many paces
    between neighbours; guns alone."""
    by: dict[tuple[str, FightingArm], list[Member]] = {}
    for member in members:
        by.setdefault((member.brigade, member.arm), []).append(member)
    return tuple(
        _group(few)
        for (_, arm), those in by.items()
        for cluster in clusters(those, lambda one, other: one.sort == other.sort and near(one.unit, other.unit, apart))
        for few in parts(cluster, 1 if arm == "guns" else most)
    )


def bound_apart(groups: Iterable[Group], stays: Sequence[Effect]) -> tuple[Group, ...]:
    """The same bodies, but that units which may not leave a place by a special rule are bodies by themselves."""
    return tuple(part for group in groups for part in (_bound_apart(group, stays) if stays else (group,)))


def _bound_apart(group: Group, stays: Sequence[Effect]) -> list[Group]:
    by: dict[tuple[bool, ...], list[str]] = {}
    for unit in group.units:
        by.setdefault(tuple(unit in effect.units for effect in stays), []).append(unit)
    names = {key: f"those of {group.name} who stay" if any(key) else group.name for key in by}
    return [
        structs.replace(group, id=units[0], name=names[key] if len(by) > 1 else group.name, units=tuple(units))
        for key, units in by.items()
    ]


def _group(members: Sequence[Member]) -> Group:
    first = members[0]
    common = tuple(leader for leader in first.leaders if all(leader in each.leaders for each in members))
    name = called(first.unit.name, len(members), first.brigade)
    return Group(first.unit.id, name, first.arm, tuple(each.unit.id for each in members), common)


def called(first: str, units: int, brigade: str) -> str:
    """The name of a body, after its first unit."""
    return first if units == 1 else f"{first} and {units - 1} more of {brigade}"


def near(one: Listed, other: Listed, apart: float) -> bool:
    """Whether two units of an order of battle stand within some paces of each other, or arrive soon after."""
    # a garrison is a body by itself: it must not be drawn off with its neighbours
    if "garrison" in (one.formation, other.formation) or one.present != other.present:
        return False
    if one.arrival and other.arrival:
        return abs(one.arrival.turn - other.arrival.turn) <= SOON
    return dist(one.position[:2], other.position[:2]) <= apart


def clusters(units: Iterable[Unit], together: Callable[[Unit, Unit], bool]) -> list[list[Unit]]:
    """Units linked by `together`, directly or through others, in the order they are given."""
    found: list[list[Unit]] = []
    for unit in units:
        linked = [each for each in found if any(together(unit, other) for other in each)]
        for each in linked:
            found.remove(each)
        # one unit may link what were several clusters until now
        found.append([other for each in linked for other in each] + [unit])
    return found


def parts(cluster: Sequence[Unit], most: int) -> list[Sequence[Unit]]:
    """As few and as equal parts as may be."""
    count = -(-len(cluster) // most)
    size = -(-len(cluster) // count)
    return [cluster[i : i + size] for i in range(0, len(cluster), size)]
