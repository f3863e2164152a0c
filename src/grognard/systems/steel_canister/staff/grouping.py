"""Bodies of troops: units of one brigade and arm that stand or arrive together, few enough to act as one."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from msgspec import Struct

from grognard.battle.posts import Post
from grognard.commanders.appreciation import Arm
from grognard.commanders.clusters import clusters, parts

from ..muster import Mustered
from ..play.view import Briefing
from ..terms import branch

MOST = 5
"""Units in a body at most."""
APART = 600.0
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


def grouped(briefing: Briefing) -> tuple[Group, ...]:
    """All bodies of a seat."""
    by: dict[tuple[str, Arm], list[str]] = {}
    for unit, post in briefing.posts.items():
        by.setdefault((post.brigade, ARMS[branch(briefing.roster[unit].arm)]), []).append(unit)
    return tuple(
        _group(briefing.roster, brigade, arm, few)
        for (brigade, arm), units in by.items()
        for cluster in clusters(units, lambda one, other: _together(briefing.posts[one], briefing.posts[other]))
        for few in parts(cluster, 1 if arm == "guns" else MOST)
    )


def _group(roster: dict[str, Mustered], brigade: str, arm: Arm, units: Sequence[str]) -> Group:
    first = roster[units[0]].name
    name = first if len(units) == 1 else f"{first} and {len(units) - 1} more of {brigade}"
    return Group(units[0], name, arm, tuple(units))


def _together(one: Post, other: Post) -> bool:
    a, b = one.unit, other.unit
    if "garrison" in (a.formation, b.formation) or a.present != b.present:
        return False
    if a.arrival and b.arrival:
        return abs(a.arrival.turn - b.arrival.turn) <= SOON
    return hypot(a.position[0] - b.position[0], a.position[1] - b.position[1]) <= APART
