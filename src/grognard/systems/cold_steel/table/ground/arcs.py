"""Ranges within an arc of fire, in whole paces."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.ground.arcs import range_in_arc
from grognard.ground.shapes import Quad
from grognard.ground.units import SUB
from grognard.kernel.checks import implements


@implements("CS-7.1b", "CS-7.1c", "CS-8.1d")
def reach(stand: Quad, target: Iterable[Quad], arc: int) -> int | None:
    """Paces from the middle of a stand's front edge to the nearest point of the target in its arc, fractions rounded
    up; None if no part of it is."""
    sixteenths = range_in_arc(stand, target, arc)
    return None if sixteenths is None else -(-sixteenths // SUB)
