"""The board: square spaces laid over a field, with the ground of each and what lies on the edges between them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple, cast

from grognard.ground.field import Field
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables

from ..checks.measures import NORMALS, along, spaces_between
from ..checks.moving import Edge, Step, Terrain
from ..terms import FACINGS, Facing

Space = tuple[int, int]
SAMPLES = (-1 / 3, 0.0, 1 / 3)
"""Where a space is looked at, in shares of its side from its middle, both ways: nine places."""
FINE = 12
"""Places to a side at which a space is looked at for where exactly its buildings stand."""
MOST = 5
"""Of the nine, as many must lie in a kind of ground for the whole space to be of it."""
_SOME = 2
"""Buildings are small: where two of nine places are built on, the space is a strong point."""
_TERRAIN: dict[str, Terrain] = {
    "light_woods": "light", "heavy_woods": "heavy", "marsh": "swamp", "mud": "light", "ploughed_field": "light",
    "village": "strong_point", "town": "strong_point", "building": "strong_point", "light_works": "light",
    "medium_works": "strong_point", "heavy_works": "strong_point",
}  # fmt: skip
_WORST: tuple[Terrain, ...] = ("strong_point", "heavy", "swamp", "light")
_EDGES: dict[str, Edge] = {
    "stream": "stream",
    "river": "river",
    "wall": "wall",
    "fence": "low_wall",
    "hedge": "low_wall",
}
_EDGE_ORDER: tuple[Edge, ...] = ("river", "wall", "stream", "low_wall")
GROUND = {".": "open", "l": "light", "h": "heavy", "w": "swamp", "s": "strong point", "x": "impassable"}
"""Letters for a map of the board."""
DIRECTIONS: tuple[Space, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Going(NamedTuple):
    """The ground of a step."""

    terrain: Terrain
    edge: Edge
    uphill: bool
    road: bool


class Kept(dict[Any, Any]):
    """What was worked out before, forgotten when there is too much of it."""

    def __init__(self, most: int = 50_000) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: Any, value: Any) -> None:
        # cleared whole: so many different questions are seldom asked again
        if len(self) >= self.most:
            self.clear()
        super().__setitem__(key, value)


class Board:
    """A field as spaces."""

    @implements("SC-0.1")
    def __init__(self, field: Field, tables: Tables) -> None:
        self.field, self.tables = field, tables
        self.side = to_sub(tables.number("SC-0.1", "paces"))
        # rounded up, so that the strip at the edge of a field has spaces too
        self.width = max(1, -(-field.size[0] // self.side))
        self.height = max(1, -(-field.size[1] // self.side))
        self.terrain: dict[Space, Terrain] = {}
        self.level: dict[Space, int] = {}
        self.impassable: set[Space] = set()
        self.fires: frozenset[Space] = frozenset()
        """Spaces that burn on some turn by a special rule of the battle."""
        self.screens: dict[Space, dict[Space, frozenset[Space] | None]] = {}
        """Lines of sight from a space to others, once somebody has looked (SC-0.6)."""
        self.kept: dict[Any, Any] = {}
        """What others work out from the board alone, once somebody has asked."""
        self.steps_known = Kept()
        """The facts of steps by the tables of this board, of which there are few kinds, and whether they are open."""
        self.reckoned = Kept()
        """What checks without dice come to by the same tables, once somebody has asked."""
        self.words = Kept(500)
        """How far a word carries from a space past some enemies (SC-1.4b), and where a leader rides (SC-7.4)."""
        self.weighed = Kept()
        """Odds and dice by the same tables, once somebody has asked."""
        self.carried: dict[Space, list[tuple[Space, int]]] = {}
        """What an order costs on its way to each neighbour, once somebody has asked (SC-1.4b)."""
        names = tables.value("SC-0.3", "directions")
        # facings are quarters, steps eighths of the circle
        self._offsets: dict[Facing, dict[str, Space]] = {
            facing: {name: DIRECTIONS[(2 * quarter + turn) % 8] for turn, name in enumerate(names)}
            for quarter, facing in enumerate(FACINGS)
        }
        self._steps: dict[Facing, dict[Space, Step]] = {
            facing: {offset: cast(Step, name) for name, offset in offsets.items()}
            for facing, offsets in self._offsets.items()
        }
        ahead = ("forward", "forward_left", "forward_right")
        self._ahead = {facing: frozenset(map(offsets.get, ahead)) for facing, offsets in self._offsets.items()}
        self._ranges = [[spaces_between(tables, dx, dy) for dy in range(self.height)] for dx in range(self.width)]
        for space in self.spaces():
            lying = self._lying(space)
            self.terrain[space], self.level[space] = _ground(lying), self._height(space)
            if _share(lying, ("water",)) >= MOST:
                self.impassable.add(space)

    def spaces(self) -> Iterator[Space]:
        """All spaces, row by row from the south."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def on_board(self, space: Space) -> bool:
        """Whether there is such a space."""
        return 0 <= space[0] < self.width and 0 <= space[1] < self.height

    def neighbours(self, space: Space) -> tuple[Space, ...]:
        """The spaces around it, up to eight."""
        found = self._around.get(space)
        if found is None:
            around = ((space[0] + dx, space[1] + dy) for dx, dy in DIRECTIONS)
            found = self._around[space] = tuple(each for each in around if self.on_board(each))
        return found

    def ridden(self, space: Space) -> tuple[Space, ...]:
        """The spaces around it that no river without a bridge parts from it."""
        if space not in self._ridden:
            self._ridden[space] = tuple(
                each for each in self.neighbours(space) if self.edge(space, each) != "river" or self.road(space, each)
            )
        return self._ridden[space]

    def middle(self, space: Space) -> Point:
        """The middle of a space on the field, in sixteenths of a pace."""
        return self._at(space, 0.0, 0.0)

    def heart(self, space: Space) -> Point:
        """Where those who stand in a space are drawn: the middle of what is built there, where it is a strong point;
        else the middle of it."""
        if self.terrain.get(space) != "strong_point":
            return self.middle(space)
        if space not in self._hearts:
            steps = [(each + 0.5) / FINE - 0.5 for each in range(FINE)]
            places = [self._at(space, right, up) for right in steps for up in steps]
            built = [place for place in places if self._built(place)]
            xs, ys = [x for x, _ in built], [y for _, y in built]
            self._hearts[space] = ((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2) if built else self.middle(space)
        return self._hearts[space]

    def built_of(self, names: frozenset[str]) -> frozenset[Space]:
        """The strong points of places of these names."""
        if names not in self._named:
            strong = (space for space, terrain in self.terrain.items() if names and terrain == "strong_point")
            self._named[names] = frozenset(
                space for space in strong if any(a.name in names for a in self.field.areas_at(self.heart(space)))
            )
        return self._named[names]

    def _built(self, place: Point) -> bool:
        return any(_TERRAIN.get(area.kind) == "strong_point" for area in self.field.areas_at(place))

    def space_at(self, point: Point) -> Space:
        """The space that a place of the field lies in."""
        x = min(self.width - 1, max(0, point[0] // self.side))
        return x, min(self.height - 1, max(0, point[1] // self.side))

    @implements("SC-0.3")
    def stepped(self, space: Space, facing: Facing, step: str) -> Space:
        """The space one step away, as a unit that faces so sees it."""
        dx, dy = self._offsets[facing][step]
        return space[0] + dx, space[1] + dy

    def step_to(self, space: Space, facing: Facing, to: Space) -> Step:
        """The name of the step from a space to its neighbour."""
        return self._steps[facing][to[0] - space[0], to[1] - space[1]]

    def ahead_of(self, facing: Facing) -> frozenset[Space | None]:
        """Where the three spaces lie before a unit that faces so, from its own."""
        return self._ahead[facing]

    def range(self, one: Space, other: Space) -> int:
        """Spaces between two spaces, as fire counts them."""
        return self._ranges[abs(other[0] - one[0])][abs(other[1] - one[1])]

    def ahead(self, space: Space, facing: Facing, other: Space) -> tuple[int, int]:
        """How far another space lies ahead and to the right."""
        return along(facing, other[0] - space[0], other[1] - space[1])

    def edge(self, one: Space, other: Space) -> Edge:
        """What lies between two neighbours; the worst of it, but a river with a bridge is no river."""
        # an edge is the same from both sides
        key = (one, other) if one < other else (other, one)
        found = self._edges.get(key)
        if found is None:
            found = self._edges[key] = self._between(*key)
        return found

    def road(self, one: Space, other: Space) -> bool:
        """Whether a road leads from a space to its neighbour."""
        key = (one, other) if one < other else (other, one)
        found = self._roads.get(key)
        if found is None:
            found = self._roads[key] = self._joined(*key)
        return found

    def going(self, one: Space, other: Space) -> Going:
        """What a step from a space into its neighbour leads over and into."""
        found = self._goings.get((one, other))
        if found is None:
            uphill = self.level[other] > self.level[one]
            found = Going(self.terrain[other], self.edge(one, other), uphill, self.road(one, other))
            self._goings[one, other] = found
        return found

    @cached_property
    def lettered(self) -> tuple[str, ...]:
        """What each space counts as, a letter each, row by row from the south."""
        letters = {word: letter for letter, word in GROUND.items()}

        def letter(space: Space) -> str:
            return letters["impassable" if space in self.impassable else self.terrain[space].replace("_", " ")]

        return tuple("".join(letter((x, y)) for x in range(self.width)) for y in range(self.height))

    @cached_property
    def _ridden(self) -> dict[Space, tuple[Space, ...]]:
        return {}

    @cached_property
    def _around(self) -> dict[Space, tuple[Space, ...]]:
        return {}

    @cached_property
    def _goings(self) -> dict[tuple[Space, Space], Going]:
        return {}

    @cached_property
    def _named(self) -> dict[frozenset[str], frozenset[Space]]:
        return {}

    @cached_property
    def _hearts(self) -> dict[Space, Point]:
        return {}

    @cached_property
    def _edges(self) -> dict[tuple[Space, Space], Edge]:
        return {}

    @cached_property
    def _roads(self) -> dict[tuple[Space, Space], bool]:
        return {}

    def _at(self, space: Space, right: float, up: float) -> Point:
        x = int((space[0] + 0.5 + right) * self.side)
        y = int((space[1] + 0.5 + up) * self.side)
        # the last row of spaces may reach beyond the field
        return min(x, self.field.size[0]), min(y, self.field.size[1])

    def _lying(self, space: Space) -> list[set[str]]:
        """The kinds of areas at each place where a space is looked at."""
        places = (self._at(space, right, up) for right in SAMPLES for up in SAMPLES)
        return [{area.kind for area in self.field.areas_at(place)} for place in places]

    def _height(self, space: Space) -> int:
        heights = sorted(self.field.height_at(self._at(space, right, up)) for right in SAMPLES for up in SAMPLES)
        # the middle of nine heights: a hill that only touches a space does not lift it
        return heights[len(heights) // 2]

    def _between(self, one: Space, other: Space) -> Edge:
        met = self.field.crossings([self.middle(one), self.middle(other)])
        found = set()
        for crossed in met.lines:
            # what a bridge or ford leads over is no edge
            if crossed.line.kind in _EDGES and crossed.by is None:
                kind = _EDGES[crossed.line.kind]
                found.add("stream" if kind == "river" and crossed.line.fordable else kind)
        return next((edge for edge in _EDGE_ORDER if edge in found), "none")

    def _joined(self, one: Space, other: Space) -> bool:
        """A road that passes through both."""
        return bool(self._roads_in(one) & self._roads_in(other))

    def _roads_in(self, space: Space) -> frozenset[int]:
        if space not in self._passing:
            west, south = space[0] * self.side, space[1] * self.side
            corners = [
                (west, south),
                (west + self.side, south),
                (west + self.side, south + self.side),
                (west, south + self.side),
            ]
            legs = [
                # a road that passes through a space crosses its sides or one of its diagonals
                *zip(corners, corners[1:] + corners[:1], strict=True),
                (corners[0], corners[2]),
                (corners[1], corners[3]),
            ]
            found = set()
            for a, b in legs:
                for crossed in self.field.crossings([a, b]).lines:
                    if crossed.line.kind == "road":
                        found.add(self.field.lines.index(crossed.line))
            self._passing[space] = frozenset(found)
        return self._passing[space]

    @cached_property
    def _passing(self) -> dict[Space, frozenset[int]]:
        return {}


@implements("SC-0.11")
def _ground(lying: list[set[str]]) -> Terrain:
    """The worst ground that fills most of a space, or some of it where it is built on."""
    for terrain in _WORST:
        kinds = tuple(kind for kind, meant in _TERRAIN.items() if meant == terrain)
        if _share(lying, kinds) >= (_SOME if terrain == "strong_point" else MOST):
            return terrain
    return "open"


def _share(lying: list[set[str]], kinds: tuple[str, ...]) -> int:
    return sum(not places.isdisjoint(kinds) for places in lying)


def facing_of(degrees: float) -> Facing:
    """The facing nearest to a heading."""
    return FACINGS[round(degrees / 90) % 4]


def towards(one: Space, other: Space) -> Facing:
    """The facing that looks from one space to another; ties go north or south."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    if abs(dx) > abs(dy):
        return "E" if dx > 0 else "W"
    return "N" if dy >= 0 else "S"


__all__ = ["DIRECTIONS", "GROUND", "NORMALS", "Board", "Space", "facing_of", "towards"]
