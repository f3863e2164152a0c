"""Arcs of fire: the quick way to a range in an arc against the exact one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.ground.relations import range_in_arc
from grognard.ground.shapes import rectangle
from grognard.ground.units import SUB, to_sub
from grognard.systems.cold_steel.table.ground import arcs

places = st.tuples(st.integers(0, to_sub(600)), st.integers(0, to_sub(600)))
headings = st.integers(0, 359)
ARC = 22


@pytest.mark.rule("CS-7.1b", "CS-7.1c", "CS-8.1d")
@given(places, headings, places, headings, st.integers(100, 4000), st.integers(80, 1500))
def test_the_quick_range_is_the_exact_one(at, heading, there, facing, width, depth) -> None:
    """But for the rounding of corners that the exact one cuts, a pace at most where they are cut to a sliver,
    and for a target that touches the muzzle from behind."""
    stand, target = rectangle(at, heading, 320, 86), rectangle(there, facing, width, depth)
    exact, quick = range_in_arc(stand, (target,), ARC), arcs.reach(stand, (target,), ARC)
    if exact is None or quick is None:
        assert (exact is None) == (quick is None) or quick == 0 or _grazes(stand, target)
    else:
        assert abs(-(-exact // SUB) - quick) <= 1
    if quick is not None:
        assert arcs.may_bear(stand, target, ARC)


def _grazes(stand, target) -> bool:
    """Whether the target only touches the side of the arc, where rounding decides."""
    return range_in_arc(stand, (target,), ARC + 0.1) is not None and range_in_arc(stand, (target,), ARC - 0.1) is None


@pytest.mark.rule("CS-7.1c")
@pytest.mark.parametrize("degrees, seen", [(21, True), (22, True), (23, False)])
def test_22_degrees_are_in_the_arc(degrees: int, seen: bool) -> None:
    from grognard.ground.shapes import placed

    stand = rectangle((10_000, 10_000), 0, 240, 224)
    spot = placed((10_000, 10_000), degrees, 0, to_sub(400))
    target = rectangle(spot, 180, 2, 2)
    assert (arcs.reach(stand, (target,), ARC) is not None) == seen
