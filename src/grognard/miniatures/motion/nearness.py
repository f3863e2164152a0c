"""How near bodies are to each other, and whether they share ground: the far ones are told apart at once."""

from __future__ import annotations

from functools import lru_cache

from grognard.ground.batch import gap_of_quads
from grognard.ground.placing import Shape
from grognard.ground.relations import Body
from grognard.ground.shapes import Quad, ends
from grognard.ground.units import SUB

from .placements import Placement
from .sweeps import apart_by, carried_quad, together

DRESSING = SUB
"""Neighbours dressed edge to edge are not in contact: footprints must overlap by more than this."""


SLENDER = 10
"""Of a body no wider than ten times that, a tenth: two road columns side by side must not share their files."""


def trimmed(shape: Shape, place: Placement) -> Quad:
    """The frame of a body less the room that dressing takes, for finding out who runs into whom."""
    return _trimmed(shape.width, shape.depth).frame_at(*place)


@lru_cache(4096)
def _trimmed(width: int, depth: int) -> Shape:
    wide, deep = (max(2, each - 2 * min(DRESSING, each // SLENDER)) for each in (width, depth))
    cut = (depth - deep) // 2
    return Shape(((-wide, -2 * (cut + deep), wide, -2 * cut),), wide, cut + deep)


def overlap(one: Quad, other: Quad) -> bool:
    """Whether two frames have ground in common."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = one
    (ex, ey), (fx, fy), (gx, gy), (hx, hy) = other
    # most are told apart by the boxes around them, and half of those from west to east already
    (west, east), (left, right) = ends(ax, bx, cx, dx), ends(ex, fx, gx, hx)
    if east < left or right < west:
        return False
    (south, north), (low, high) = ends(ay, by, cy, dy), ends(ey, fy, gy, hy)
    if north < low or high < south:
        return False
    return together(one, other) is not None


def clearance(one: Quad, other: Quad) -> float:
    """A distance that two frames certainly have; nought or less where they have ground in common, exactly as `overlap`
    has it, and below nought by how much the one would have to be carried off to get clear."""
    boxes = boxes_apart(one, other)
    return boxes if boxes > 0 else apart_by(one, other)


def boxes_apart(one: Quad, other: Quad) -> int:
    """A distance that two quadrilaterals certainly have: the wider gap of the boxes around them."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = one
    (ex, ey), (fx, fy), (gx, gy), (hx, hy) = other
    (west, east), (left, right) = ends(ax, bx, cx, dx), ends(ex, fx, gx, hx)
    (south, north), (low, high) = ends(ay, by, cy, dy), ends(ey, fy, gy, hy)
    return max(west - right, left - east, south - high, low - north)


def between(one: Body, other: Body) -> int:
    """Sixteenths between the nearest parts of two bodies; parts that cannot be the nearest are passed over."""
    if len(one.parts) == len(other.parts) == 1:
        return gap_of_quads(one.parts[0], other.parts[0])
    ways = sorted(
        ((boxes_apart(mine, theirs), i, j) for i, mine in enumerate(one.parts) for j, theirs in enumerate(other.parts))
    )
    best = gap_of_quads(one.parts[ways[0][1]], other.parts[ways[0][2]])
    for least, i, j in ways[1:]:
        # sorted by the least that they can be apart: none that follows is nearer
        if least >= best:
            break
        best = min(best, gap_of_quads(one.parts[i], other.parts[j]))
    return best


def within(one: Body, other: Body, limit: int) -> bool:
    """Whether two bodies are no farther apart than that; those who are far apart cost next to nothing."""
    return boxes_apart(one.frame, other.frame) <= limit and between(one, other) <= limit


def carried(body: Body, dx: int, dy: int) -> Body:
    """A body carried along without turning."""
    if not dx and not dy:
        return body
    parts = tuple([carried_quad(part, dx, dy) for part in body.parts])
    return Body(parts, carried_quad(body.frame, dx, dy), (body.eye[0] + dx, body.eye[1] + dy))
