"""Whole-number geometry that runs as it stands in plain Python and, compiled by Numba, on 64-bit integers.

One text for both, so their answers cannot differ. It therefore keeps to plain integers and flat sequences. On a table
of at most 32,000 paces every product fits into 64 bits, with the one exception that `height_up` explains.

Distances are rounded *up* to whole sixteenths. So "at most 240 paces" is decided exactly, and the triangle rule holds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Ints = Sequence[int]


def root_up(square: int) -> int:
    """The square root, rounded up."""
    # the floating root may be one off either way for large squares; the two loops put that right
    root = int(math.sqrt(square))
    while root * root < square:
        root += 1
    while root > 0 and (root - 1) * (root - 1) >= square:
        root -= 1
    return root


def height_up(cross: int, square: int) -> int:
    """Distance of a point from a line: |cross| divided by the root of `square`, rounded up.

    The products here may not fit into 64 bits, but their differences do, and whole numbers that wrap around still
    give a difference exactly.
    """
    area = abs(cross)
    # a guess in floating point, corrected below in whole numbers: machines may differ in the last bit of it
    height = int(area / math.sqrt(square))
    while area * area - height * height * square > 0:
        height += 1
    while height > 0 and area * area - (height - 1) * (height - 1) * square <= 0:
        height -= 1
    return height


def point_to_point(ax: int, ay: int, bx: int, by: int) -> int:
    """Distance of two points, rounded up."""
    return root_up((bx - ax) * (bx - ax) + (by - ay) * (by - ay))


def point_to_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Distance of a point from a segment, rounded up."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = (px - ax) * dx + (py - ay) * dy
    # the foot of the perpendicular lies before one end or past the other: then that end is nearest
    if along <= 0:
        return point_to_point(px, py, ax, ay)
    if along >= square:
        return point_to_point(px, py, bx, by)
    return height_up(dx * (py - ay) - dy * (px - ax), square)


def in_rings(x: int, y: int, edges: Ints, first: int, last: int) -> bool:
    """Whether a point lies in the rings made of edges first to last (four numbers each); their edges count in."""
    inside = False
    for edge in range(4 * first, 4 * last, 4):
        ax, ay, bx, by = edges[edge], edges[edge + 1], edges[edge + 2], edges[edge + 3]
        # a level edge at this height is not skipped: the point may lie on it
        if (ay < y and by < y) or (ay > y and by > y):
            continue
        cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        # on the edge itself, which counts in; asked before the crossing is counted
        if cross == 0 and min(ax, bx) <= x <= max(ax, bx):
            return True
        # half-open: of two edges that meet at this height exactly one is counted
        if (ay > y) != (by > y) and (cross > 0) == (by > ay):
            inside = not inside
    return inside


def stretch_inside(ax: int, ay: int, bx: int, by: int, length: int, edges: Ints, first: int, last: int) -> int:
    """How many sixteenths of the segment lie inside rings: where it leaves them less where it enters.

    A line along an edge or through a corner is treated as if moved a hair to one side.
    """
    dx, dy, total = bx - ax, by - ay, 0
    for edge in range(4 * first, 4 * last, 4):
        ex, ey = edges[edge] - ax, edges[edge + 1] - ay
        fx, fy = edges[edge + 2] - ax, edges[edge + 3] - ay
        side, other = dx * ey - dy * ex, dx * fy - dy * fx
        # nought counts as one side: that is the hair by which a line through a corner is moved
        if (side > 0) == (other > 0):
            continue
        along, whole = ex * (fy - ey) - ey * (fx - ex), other - side
        sign = 1
        if whole < 0:
            along, whole, sign = -along, -whole, -1
        # crossings past an end count as at that end, so the sum telescopes to what lies between the ends
        if along >= whole:
            total += sign * length
        elif along > 0:
            total += sign * (along * length // whole)
    return abs(total)


def rises_above(
    ax: int, ay: int, bx: int, by: int, high_a: int, high_b: int, top: int, edges: Ints, first: int, last: int
) -> bool:
    """Whether a contour stands above the line of sight from height `high_a` to `high_b` where the line crosses it."""
    dx, dy = bx - ax, by - ay
    for edge in range(4 * first, 4 * last, 4):
        ex, ey = edges[edge] - ax, edges[edge + 1] - ay
        fx, fy = edges[edge + 2] - ax, edges[edge + 3] - ay
        side, other = dx * ey - dy * ex, dx * fy - dy * fx
        if (side > 0) == (other > 0):
            continue
        along, whole = ex * (fy - ey) - ey * (fx - ex), other - side
        if whole < 0:
            along, whole = -along, -whole
        # both sides multiplied by `whole`, which is positive: no division, nothing is rounded
        if 0 < along < whole and high_a * whole + along * (high_b - high_a) < top * whole:
            return True
    return False


def beside_box(ax: int, ay: int, bx: int, by: int, boxes: Ints, box: int) -> bool:
    """Whether a segment certainly misses a box (west, south, east, north)."""
    west, south, east, north = boxes[4 * box], boxes[4 * box + 1], boxes[4 * box + 2], boxes[4 * box + 3]
    if max(ax, bx) < west or min(ax, bx) > east or max(ay, by) < south or min(ay, by) > north:
        return True
    dx, dy = bx - ax, by - ay
    # twice the middle of the box, so that it stays whole; then the separating axis across the segment
    middle = dx * (south + north - 2 * ay) - dy * (west + east - 2 * ax)
    return abs(middle) > abs(dx) * (north - south) + abs(dy) * (east - west)


def quads_apart(quads: Ints, first: int, second: int) -> bool:
    """Whether an edge of the first convex quadrilateral (clockwise) has all of the second on its outer side."""
    for edge in range(4):
        ax, ay = quads[8 * first + 2 * edge], quads[8 * first + 2 * edge + 1]
        after = (edge + 1) & 3
        dx, dy = quads[8 * first + 2 * after] - ax, quads[8 * first + 2 * after + 1] - ay
        outside = 0
        for corner in range(4):
            x, y = quads[8 * second + 2 * corner], quads[8 * second + 2 * corner + 1]
            # clockwise, so outside is to the left; a corner on the line is not outside: who touches is not apart
            if dx * (y - ay) - dy * (x - ax) > 0:
                outside += 1
        if outside == 4:
            return True
    return False


def corners_to_edges(quads: Ints, first: int, second: int, best: int) -> int:
    """The least distance from a corner of the first to an edge of the second, if it is less than `best`.

    For quadrilaterals that lie apart: a corner need only be held against the edges that face it.
    """
    for corner in range(8 * first, 8 * first + 8, 2):
        px, py = quads[corner], quads[corner + 1]
        for edge in range(4):
            here, after = 8 * second + 2 * edge, 8 * second + 2 * ((edge + 1) & 3)
            ax, ay, bx, by = quads[here], quads[here + 1], quads[after], quads[after + 1]
            # in line with an edge counts as facing it: the end of that edge may be what is nearest
            if (bx - ax) * (py - ay) - (by - ay) * (px - ax) >= 0:
                best = min(best, point_to_segment(px, py, ax, ay, bx, by))
    return best


def quad_to_quad(quads: Ints, first: int, second: int) -> int:
    """Distance of two convex quadrilaterals, rounded up; nought if they touch or overlap."""
    if not quads_apart(quads, first, second) and not quads_apart(quads, second, first):
        return 0
    # farther than any table is wide
    best = corners_to_edges(quads, first, second, 1 << 40)
    return corners_to_edges(quads, second, first, best)


def through_quad(ax: int, ay: int, bx: int, by: int, quads: Ints, quad: int) -> bool:
    """Whether a segment goes through the inside of a convex quadrilateral (clockwise); touching is not enough."""
    left = right = 0
    for corner in range(4):
        x, y = quads[8 * quad + 2 * corner], quads[8 * quad + 2 * corner + 1]
        after = 8 * quad + 2 * ((corner + 1) & 3)
        dx, dy = quads[after] - x, quads[after + 1] - y
        beyond = dx * (ay - y) - dy * (ax - x) >= 0 and dx * (by - y) - dy * (bx - x) >= 0
        # a quadrilateral may have fallen together into a line or a point: such an edge has no outside
        if beyond and (dx != 0 or dy != 0):
            return False
        side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if side > 0:
            left += 1
        elif side < 0:
            right += 1
    return left > 0 and right > 0


def zone_of(x: int, y: int, quads: Ints, quad: int, forward: int, outward: int) -> int:
    """Where a point lies about a unit's rectangle: 0 front, 1 flank, 2 rear.

    The front lies between two lines that leave the front corners in the direction `forward` ahead and `outward` to the
    side; the rear mirrors it.
    """
    # corners 0 and 1 are the front edge; 2 and 3, the rear edge, make the same figure turned about
    for end in range(2):
        left, right = 8 * quad + 4 * end, 8 * quad + 4 * end + 2
        lx, ly, rx, ry = quads[left], quads[left + 1], quads[right], quads[right + 1]
        ex, ey = rx - lx, ry - ly
        ahead_x, ahead_y, side_x, side_y = -ey * forward, ex * forward, ex * outward, ey * outward
        # both lines count in: whoever stands on one is in the front or the rear, not on the flank
        if (
            ex * (y - ly) - ey * (x - lx) >= 0
            and (ahead_x + side_x) * (y - ry) - (ahead_y + side_y) * (x - rx) >= 0
            and (ahead_x - side_x) * (y - ly) - (ahead_y - side_y) * (x - lx) <= 0
        ):
            return 2 * end
    return 1
