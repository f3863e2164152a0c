"""Bodies of troops: units of one brigade and arm that stand or arrive together, few enough to act as one."""

from __future__ import annotations

from grognard.commanders import clusters
from grognard.commanders.clusters import ARMS, Group, Member

from ..table.roster import Entry

MOST = 4
"""Units in a body at most: one mission covers no wider front."""
APART = 450.0
"""Paces between neighbours of one body at most."""


def grouped(roster: dict[str, Entry]) -> tuple[Group, ...]:
    """All bodies of a seat."""
    return clusters.grouped(map(_member, roster.values()), MOST, APART)


def _member(entry: Entry) -> Member:
    loose = entry.unit.formation in ("open_order", "extended_order")
    # loose and close troops do not keep step: they are never one body
    sort = f"{'irregular' if entry.rated.irregular else 'regular'}, {'loose' if loose else 'close'}"
    return Member(entry.unit, entry.brigade, ARMS[entry.rated.arm], entry.leaders, sort)
