"""Bodies of troops: units of one brigade and arm that stand or arrive together, few enough to act as one."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.commanders.appreciation import Arm
from grognard.commanders.clusters import ARMS, Group, called, clusters, near, parts

from ..muster import Mustered
from ..play.view import Briefing
from ..terms import branch

MOST = 5
"""Units in a body at most."""
APART = 600.0
"""Paces between neighbours of one body at most."""


def grouped(briefing: Briefing) -> tuple[Group, ...]:
    """All bodies of a seat."""
    by: dict[tuple[str, Arm], list[str]] = {}
    for unit, post in briefing.posts.items():
        by.setdefault((post.brigade, ARMS[branch(briefing.roster[unit].arm)]), []).append(unit)
    return tuple(
        _group(briefing.roster, brigade, arm, few)
        for (brigade, arm), units in by.items()
        for cluster in clusters(units, lambda a, b: near(briefing.posts[a].unit, briefing.posts[b].unit, APART))
        for few in parts(cluster, 1 if arm == "guns" else MOST)
    )


def _group(roster: dict[str, Mustered], brigade: str, arm: Arm, units: Sequence[str]) -> Group:
    return Group(units[0], called(roster[units[0]].name, len(units), brigade), arm, tuple(units))
