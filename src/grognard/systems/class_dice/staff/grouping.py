"""Bodies of troops: units of one brigade and arm that stand or arrive together, few enough to act as one."""

from __future__ import annotations

from grognard.commanders import clusters
from grognard.commanders.clusters import Group, Member

from ..seat.view import Briefing

MOST = 5
"""Units in a body at most."""
APART = 700.0
"""Paces between neighbours of one body at most: a battalion in line is some 350 wide."""


def grouped(briefing: Briefing) -> tuple[Group, ...]:
    """All bodies of a seat."""
    members = (Member(post.unit, post.brigade, clusters.arm_of(post.unit.arm)) for post in briefing.posts.values())
    return clusters.grouped(members, MOST, APART)
