"""What a unit covers: rectangles in its own frame, x to the right, y to the front, front edge at y = 0, in paces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import cos, radians, sin
from typing import Literal, NamedTuple

from msgspec import Struct

PartKind = Literal["company", "squadron", "gun", "limber", "dots"]
Corners = tuple[tuple[float, float], ...]
"""Front left, front right, rear right, rear left."""


class Part(NamedTuple):
    """One company, squadron, gun or swarm of men."""

    x0: float
    y0: float
    x1: float
    y1: float
    men: int
    label: str
    kind: PartKind


class Footprint(Struct, frozen=True, dict=True):
    """The parts of a unit in a formation. Width and depth are those of the box around them."""

    parts: tuple[Part, ...]

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, rear, right and front of the box around all parts."""
        return (
            min(part.x0 for part in self.parts),
            min(part.y0 for part in self.parts),
            max(part.x1 for part in self.parts),
            max(part.y1 for part in self.parts),
        )

    @property
    def width(self) -> float:
        """From the left flank to the right."""
        return self.bounds[2] - self.bounds[0]

    @property
    def depth(self) -> float:
        """From the front edge to the rear."""
        return self.bounds[3] - self.bounds[1]

    @property
    def men(self) -> int:
        """All men in it."""
        return sum(part.men for part in self.parts)

    @property
    def outline(self) -> Part:
        """The box around all parts, as one part."""
        return Part(*self.bounds, self.men, "", self.parts[0].kind)


def shares(total: int, into: int) -> list[int]:
    """A number of men dealt out as evenly as it goes, none lost."""
    # differences of running totals: whatever is rounded, they add up to the whole
    return [total * (i + 1) // into - total * i // into for i in range(into)]


def box(middle: float, front: float, width: float, depth: float, men: int, label: str, kind: PartKind) -> Part:
    """A part by the middle of its front edge."""
    return Part(middle - width / 2, front - depth, middle + width / 2, front, men, label, kind)


class Cell(NamedTuple):
    """What each place in a row takes: front and depth of a part, and the gap to its neighbour."""

    width: float
    depth: float
    gap: float
    kind: PartKind


def ranks_of_boxes(rows: Sequence[Sequence[str]], cell: Cell, pitch: float, men: int) -> Footprint:
    """Rows of equal parts one behind the other, each row on the middle; men are dealt out over all of them."""
    dealt = iter(shares(men, sum(len(row) for row in rows)))
    parts: list[Part] = []
    for i, row in enumerate(rows):
        left = -((len(row) - 1) * (cell.width + cell.gap)) / 2
        for j, label in enumerate(row):
            middle = left + j * (cell.width + cell.gap)
            parts.append(box(middle, -i * pitch, cell.width, cell.depth, next(dealt), label, cell.kind))
    return Footprint(tuple(parts))


def placed(footprint: Footprint, position: tuple[float, float], facing: float) -> list[Corners]:
    """The corners of each part on the table: paces, x east, y north, facing in degrees clockwise from north."""
    return [corners(part, position, facing) for part in footprint.parts]


def corners(part: Part, position: tuple[float, float], facing: float) -> Corners:
    """One part on the table."""
    own = ((part.x0, part.y1), (part.x1, part.y1), (part.x1, part.y0), (part.x0, part.y0))
    return turned(own, position, facing)


def turned(points: Iterable[tuple[float, float]], position: tuple[float, float], facing: float) -> Corners:
    """Points of a unit's own frame as points of the table."""
    east, north = sin(radians(facing)), cos(radians(facing))
    x, y = position
    return tuple((x + px * north + py * east, y - px * east + py * north) for px, py in points)
