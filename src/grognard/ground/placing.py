"""Bodies put down quickly: a shape is measured once and then turned and moved, in whole numbers, wherever it goes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from grognard.ground.relations import Body
from grognard.ground.shapes import Quad
from grognard.ground.units import ONE, SUB, Point, direction
from grognard.kernel.errors import BadInput

Rectangle = tuple[float, float, float, float]
"""Left, rear, right and front in paces, in a body's own frame: x to the right, y ahead, its front edge at y = 0."""
Local = tuple[int, int, int, int]
"""The same in half sixteenths, so that half of any width is a whole number."""

_HALF = SUB * 2
_BITS = ONE.bit_length()
"""To shift by from half sixteenths times `ONE` to sixteenths."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The rectangles that a body covers, about the middle of its front edge, and the size of the frame around them."""

    parts: tuple[Local, ...]
    width: int
    """In sixteenths, as the depth."""
    depth: int
    _turns: dict[int, tuple[Quad, tuple[Quad, ...]]] = field(
        default_factory=dict, init=False, repr=False, compare=False, hash=False
    )
    """By whole degrees, its frame and its parts about the middle of its front edge."""

    @classmethod
    def of(cls, rectangles: Sequence[Rectangle]) -> Shape:
        """The shape made of rectangles; its frame reaches as far to the right as to the left."""
        if not rectangles:
            raise BadInput("a body of troops has at least one part")
        lefts, rears, rights, fronts = zip(*(map(_half_sixteenths, each) for each in rectangles), strict=True)
        if max(fronts) > 0:
            raise BadInput(f"a part {max(fronts) / _HALF:g} paces ahead of its body's front edge; parts lie behind it")
        # half sixteenths to one side of the middle are sixteenths across: half of twice as much
        width, depth = max(-min(lefts), max(rights)), -(min(rears) // 2)
        if width < 1 or depth < 1:
            raise BadInput(f"a body {width} sixteenths wide and {depth} deep; both are at least 1")
        return cls(tuple(zip(lefts, rears, rights, fronts, strict=True)), width, depth)

    def frame_at(self, position: Point, heading: int) -> Quad:
        """The frame of the body at a place, where its parts do not matter."""
        return _moved((self._turns.get(heading) or self._turn(heading))[0], *position)

    def at(self, position: Point, heading: int) -> Body:
        """The body with the middle of its front edge there, facing so many whole degrees clockwise from north."""
        x, y = position
        about, parts = self._turns.get(heading) or self._turn(heading)
        frame = _moved(about, x, y)
        # by far the most bodies: the one part is the frame
        if len(parts) == 1 and parts[0] is about:
            return Body((frame,), frame, position)
        return Body(tuple([_moved(part, x, y) for part in parts]), frame, position)

    def _turn(self, heading: int) -> tuple[Quad, tuple[Quad, ...]]:
        """Facing that way, and kept: units turn by whole degrees, and seldom."""
        outline, east_north = (-self.width, -2 * self.depth, self.width, 0), direction(heading)
        frame = _turned(outline, *east_north)
        parts = tuple([frame if part == outline else _turned(part, *east_north) for part in self.parts])
        self._turns[heading] = frame, parts
        return frame, parts


def _moved(quad: Quad, x: int, y: int) -> Quad:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (x + ax, y + ay), (x + bx, y + by), (x + cx, y + cy), (x + dx, y + dy)


def _half_sixteenths(paces: float) -> int:
    return math.floor(paces * _HALF + 0.5)


def _turned(part: Local, east: int, north: int) -> Quad:
    """A rectangle turned. Each corner is rounded as `shapes.placed` rounds it: half up, position apart."""
    left, rear, right, front = part
    # halves are added once, here, so that the shift rounds
    front_x, rear_x = front * east + ONE, rear * east + ONE
    front_y, rear_y = front * north + ONE, rear * north + ONE
    left_x, right_x, left_y, right_y = left * north, right * north, left * east, right * east
    return (
        (front_x + left_x >> _BITS, front_y - left_y >> _BITS),
        (front_x + right_x >> _BITS, front_y - right_y >> _BITS),
        (rear_x + right_x >> _BITS, rear_y - right_y >> _BITS),
        (rear_x + left_x >> _BITS, rear_y - left_y >> _BITS),
    )
