"""What a field is made of: areas, lines, crossings; and which properties each kind may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from grognard.ground.exact import in_rings
from grognard.ground.shapes import Ring, bounds, edges_of
from grognard.ground.units import Point, to_sub

Slope = Literal["gentle", "moderate", "steep"]
SLOPES: tuple[Slope, ...] = ("gentle", "moderate", "steep")

WOODS = ("light_woods", "heavy_woods")
WORKS = ("light_works", "medium_works", "heavy_works")
BUILT = ("village", "town", "building")
HILLS = ("hill", "ridge")
AREAS = (*WOODS, "field", "ploughed_field", "marsh", "mud", "water", "clearing", *BUILT, *WORKS, *HILLS)
COVER = (*WOODS, *BUILT, *WORKS)
WATERCOURSES = ("stream", "river")
LINES = (*WATERCOURSES, "road", "wall", "fence", "hedge")
CROSSINGS = ("bridge", "ford")
KINDS = (*AREAS, *LINES, *CROSSINGS)

USUAL_WIDTH = {"stream": to_sub(4), "river": to_sub(40), "road": to_sub(10)}
"""Widths where the field names none: a brook to jump, a river of forty paces, a road two wagons wide."""
USUAL_RADIUS = to_sub(20)
"""How near a bridge or ford one has to be to use it, where the field does not say."""


@dataclass(frozen=True, slots=True)
class AreaFeature:
    """Ground of one kind: a polygon, the outer ring first and anticlockwise, holes clockwise."""

    kind: str
    name: str
    rings: tuple[Ring, ...]
    height: int = 0
    slope: Slope = "gentle"
    density: str = ""
    stone: bool = False
    flammable: bool = False
    note: str = ""
    confidence: str = ""
    edges: tuple[int, ...] = ()
    box: tuple[int, int, int, int] = (0, 0, 0, 0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "edges", tuple(edges_of(self.rings)))
        object.__setattr__(self, "box", bounds(self.rings[0]))

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it; its edge counts in."""
        west, south, east, north = self.box
        inside = west <= point[0] <= east and south <= point[1] <= north
        return inside and in_rings(*point, self.edges, 0, len(self.edges) // 4)


@dataclass(frozen=True, slots=True)
class LineFeature:
    """A road, a watercourse or an obstacle."""

    kind: str
    name: str
    points: tuple[Point, ...]
    width: int = 0
    fordable: bool = True
    paved: bool = False
    sunken: bool = False
    note: str = ""
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge or a ford: whoever crosses water within its radius uses it."""

    kind: str
    name: str
    points: tuple[Point, ...]
    radius: int
    note: str = ""
    confidence: str = ""
