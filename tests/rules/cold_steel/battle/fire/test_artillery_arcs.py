"""Arcs of fire in whole paces."""

from __future__ import annotations

import pytest

from grognard.ground.shapes import placed, rectangle
from grognard.ground.units import to_sub
from grognard.systems.cold_steel.table.ground import arcs

ARC = 22
HERE = (10_000, 10_000)


@pytest.mark.rule("CS-7.1c")
@pytest.mark.parametrize("degrees, seen", [(21, True), (22, True), (23, False)])
def test_22_degrees_are_in_the_arc(degrees: int, seen: bool) -> None:
    stand = rectangle(HERE, 0, 240, 224)
    spot = placed(HERE, degrees, 0, to_sub(400))
    target = rectangle(spot, 180, 2, 2)
    assert (arcs.reach(stand, (target,), ARC) is not None) == seen


@pytest.mark.rule("CS-7.1b", "CS-8.1d")
@pytest.mark.parametrize("sixteenths, paces", [(0, 0), (1, 1), (16, 1), (17, 2), (9600, 600), (9601, 601)])
def test_a_fraction_of_a_pace_counts_as_the_next(sixteenths: int, paces: int) -> None:
    stand = rectangle(HERE, 0, 240, 224)
    target = rectangle(placed(HERE, 0, 0, sixteenths), 180, 240, 100)
    assert arcs.reach(stand, (target,), ARC) == paces
