"""Ranges in an arc, to the sixteenth: against a target cut to shape in fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grognard.ground.arcs import in_arc, may_bear, range_in_arc
from grognard.ground.placing import Shape
from grognard.ground.shapes import rectangle
from grognard.ground.units import direction, to_sub

places = st.tuples(st.integers(0, to_sub(600)), st.integers(0, to_sub(600)))
headings = st.integers(0, 359)
sizes = st.integers(2, 4000), st.integers(2, 1500)
ARCS = (5, 22, 45, 80)


def cut_to_shape(stand, target, arc):
    """Sixteenths to the nearest point of a target in an arc, by cutting it along both sides of the arc in fractions."""
    (lx, ly), (rx, ry) = stand[0], stand[1]
    tip = Fraction(lx + rx, 2), Fraction(ly + ry, 2)
    ex, ey = rx - lx, ry - ly
    side, forward = direction(arc)
    piece = [(Fraction(x) - tip[0], Fraction(y) - tip[1]) for x, y in target]
    for sign in (1, -1):
        a, b = sign * ex * forward + ey * side, sign * ey * forward - ex * side  # a x + b y: how far outside
        kept = []
        for p, q in zip(piece, piece[1:] + piece[:1], strict=True):
            one, other = a * p[0] + b * p[1], a * q[0] + b * q[1]
            if one <= 0:
                kept.append(p)
            if (one < 0 < other) or (other < 0 < one):
                share = one / (one - other)
                kept.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
        piece = kept
    if not piece:
        return None
    turns = [p[0] * q[1] - p[1] * q[0] for p, q in zip(piece, piece[1:] + piece[:1], strict=True)]
    if len(piece) > 2 and all(turn <= 0 for turn in turns):
        return 0
    square = min(_square(p, q) for p, q in zip(piece, piece[1:] + piece[:1], strict=True))
    reach = int(square**0.5)
    while reach * reach < square:
        reach += 1
    while reach and (reach - 1) ** 2 >= square:
        reach -= 1
    return reach


def _square(p, q):
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = dx * dx + dy * dy
    share = min(Fraction(1), max(Fraction(0), -(p[0] * dx + p[1] * dy) / length)) if length else Fraction(0)
    x, y = p[0] + share * dx, p[1] + share * dy
    return x * x + y * y


@pytest.mark.rule("CS-7.1b", "CS-7.1c", "CS-8.1d")
@given(places, headings, places, headings, *sizes, st.sampled_from(ARCS))
@example((1000, 1000), 0, (1000, 1000), 180, 320, 200, 22)  # face to face, touching
@example((1000, 1000), 0, (1000, 1000), 0, 320, 200, 22)  # on the same ground
@example((1000, 1000), 0, (1000, 900), 0, 320, 200, 22)  # just behind
def test_the_range_is_exact(at, heading, there, facing, width, depth, arc):
    stand, target = rectangle(at, heading, 320, 86), rectangle(there, facing, width, depth)
    found = range_in_arc(stand, (target,), arc)
    assert found == cut_to_shape(stand, target, arc)
    if found is not None:
        assert may_bear(stand, target, arc)


@given(places, headings, places, headings)
def test_of_several_parts_the_nearest_counts(at, heading, there, facing):
    stand = rectangle(at, heading, 321, 86)
    parts = Shape.of([(-60 + 20 * i, -5 - i, -42 + 20 * i, -i) for i in range(6)]).at(there, facing).parts
    ranges = [each for part in parts if (each := range_in_arc(stand, (part,), 22)) is not None]
    assert range_in_arc(stand, parts, 22) == range_in_arc(stand, parts[::-1], 22) == min(ranges, default=None)


@given(places, headings, places)
def test_a_point_in_the_arc_has_a_range(at, heading, spot):
    stand = rectangle(at, heading, 320, 86)
    if in_arc(stand, spot, 22):
        assert range_in_arc(stand, ((spot,) * 4,), 22) is not None or spot == at
