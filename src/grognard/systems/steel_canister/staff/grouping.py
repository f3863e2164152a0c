"""Bodies of troops: units of one brigade and arm that stand or arrive together, few enough to act as one."""

from __future__ import annotations

from grognard.commanders import clusters
from grognard.commanders.clusters import ARMS, Group, Member

from ..knowledge.view import Briefing
from ..terms import branch

MOST = 5
"""Units in a body at most."""
APART = 600.0
"""Paces between neighbours of one body at most."""


def grouped(briefing: Briefing) -> tuple[Group, ...]:
    """All bodies of a seat."""
    members = (
        Member(post.unit, post.brigade, ARMS[branch(briefing.roster[unit].arm)])
        for unit, post in briefing.posts.items()
    )
    return clusters.grouped(members, MOST, APART)
