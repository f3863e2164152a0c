"""Bodies of troops: units of one brigade and arm that stand or arrive together, few enough to act as one."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from msgspec import Struct

from grognard.commanders.appreciation import Arm
from grognard.commanders.clusters import clusters, parts

from ..play.roster import Entry

MOST = 4
"""Units in a body at most: one mission covers no wider front."""
APART = 450.0
"""Paces between neighbours of one body at most."""
SOON = 2
"""Turns between the arrivals of one body at most."""
ARMS: dict[str, Arm] = {"infantry": "foot", "cavalry": "horse", "artillery": "guns"}


class Group(Struct, frozen=True):
    """The units of a body; they stay together for the whole battle."""

    id: str
    name: str
    arm: Arm
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    """Who can command all of them, the nearest first."""


def grouped(roster: dict[str, Entry]) -> tuple[Group, ...]:
    """All bodies of a seat."""
    by: dict[tuple[str, str], list[Entry]] = {}
    for entry in roster.values():
        by.setdefault((entry.brigade, ARMS[entry.rated.arm]), []).append(entry)
    return tuple(
        _group(brigade, arm, few)
        for (brigade, arm), entries in by.items()
        for cluster in clusters(entries, _together)
        for few in parts(cluster, 1 if arm == "guns" else MOST)
    )


def _group(brigade: str, arm: str, entries: Sequence[Entry]) -> Group:
    common = [leader for leader in entries[0].leaders if all(leader in each.leaders for each in entries)]
    name = entries[0].name if len(entries) == 1 else f"{entries[0].name} and {len(entries) - 1} more of {brigade}"
    return Group(entries[0].id, name, arm, tuple(entry.id for entry in entries), tuple(common))  # type: ignore[arg-type]


def _together(one: Entry, other: Entry) -> bool:
    a, b = one.unit, other.unit
    if "garrison" in (a.formation, b.formation) or a.present != b.present:
        return False
    if one.rated.irregular != other.rated.irregular or _loose(one) != _loose(other):
        return False
    if a.arrival and b.arrival:
        return abs(a.arrival.turn - b.arrival.turn) <= SOON
    return hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]) <= APART


def _loose(entry: Entry) -> bool:
    return entry.unit.formation in ("open_order", "extended_order")
