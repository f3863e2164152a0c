"""Bodies of troops: units of one brigade and arm that stand or arrive together, few enough to act as one."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.commanders.appreciation import Arm
from grognard.commanders.clusters import ARMS, Group, called, clusters, near, parts

from ..table.roster import Entry

MOST = 4
"""Units in a body at most: one mission covers no wider front."""
APART = 450.0
"""Paces between neighbours of one body at most."""


def grouped(roster: dict[str, Entry]) -> tuple[Group, ...]:
    """All bodies of a seat."""
    by: dict[tuple[str, Arm], list[Entry]] = {}
    for entry in roster.values():
        by.setdefault((entry.brigade, ARMS[entry.rated.arm]), []).append(entry)
    return tuple(
        _group(brigade, arm, few)
        for (brigade, arm), entries in by.items()
        for cluster in clusters(entries, _together)
        for few in parts(cluster, 1 if arm == "guns" else MOST)
    )


def _group(brigade: str, arm: Arm, entries: Sequence[Entry]) -> Group:
    common = [leader for leader in entries[0].leaders if all(leader in each.leaders for each in entries)]
    name = called(entries[0].name, len(entries), brigade)
    return Group(entries[0].id, name, arm, tuple(entry.id for entry in entries), tuple(common))


def _together(one: Entry, other: Entry) -> bool:
    alike = one.rated.irregular == other.rated.irregular and _loose(one) == _loose(other)
    return alike and near(one.unit, other.unit, APART)


def _loose(entry: Entry) -> bool:
    return entry.unit.formation in ("open_order", "extended_order")
