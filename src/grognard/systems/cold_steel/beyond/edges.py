"""The table's edge as a road around it: places along it, how far they lie apart, and what is beyond (CS-C.2a)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.army.oob import Edge
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import implements
from grognard.scenarios.model import Beyond as Described

from ..checks.movement.off_board import Corner, LostBeyondCornerFacts, OffBoardGroundFacts, RoadDensity
from ..table.battlefield import Battlefield

ROUND: tuple[Edge, ...] = ("west", "north", "east", "south")
"""Clockwise from the south-western corner: to the left of whoever comes onto the table."""
INWARD: dict[Edge, int] = {"west": 90, "north": 180, "east": 270, "south": 0}
"""The heading of whoever comes on there."""
_UPWARD = ("west", "north")
"""Edges along which the way round goes from the western or southern end."""
_ROADS: dict[str, RoadDensity] = {"none": "no_roads", "secondary": "secondary_roads", "primary": "primary_roads"}


class EdgeSpot(NamedTuple):
    """A place on an edge: paces from its western or southern end."""

    edge: Edge
    place: int


def length(b: Battlefield, edge: Edge) -> int:
    """Of an edge, in paces."""
    width, height = b.scenario.header.table_paces
    return width if edge in ("north", "south") else height


def paces_at(table: tuple[int, int], edge: Edge, place: int, inward: int = 0) -> tuple[int, int]:
    """A place on an edge of a table of that size, or so far in from it."""
    width, height = table
    return {
        "west": (inward, place),
        "east": (width - inward, place),
        "south": (place, inward),
        "north": (place, height - inward),
    }[edge]


def point_of(b: Battlefield, spot: EdgeSpot, inward: int = 0) -> Point:
    """A place on an edge as a point, so many sixteenths of a pace in from it."""
    width, height = b.scenario.header.table_paces
    return paces_at((width * SUB, height * SUB), spot.edge, spot.place * SUB, inward)


def spot_at(b: Battlefield, edge: Edge, position: Point) -> tuple[EdgeSpot, int]:
    """The place on an edge nearest to a point, and how many paces the point lies out beyond the edge."""
    width, height = b.scenario.header.table_paces
    x, y = (round(each / SUB) for each in position)
    along, most = (x, width) if edge in ("north", "south") else (y, height)
    out = {"west": -x, "south": -y, "east": x - width, "north": y - height}[edge]
    return EdgeSpot(edge, min(max(0, along), most)), max(0, out)


def open_to(b: Battlefield, side: str) -> tuple[Edge, ...]:
    """The edges at which a side lays its cards: its own and the flanks, not the enemy's (CS-C.2c)."""
    theirs = b.roster.sides[b.seating.other(side)].deployment_edge
    return tuple(edge for edge in ROUND if edge != theirs)


def way(b: Battlefield, start: EdgeSpot, end: EdgeSpot) -> int:
    """Paces from one place to another along the edge, the shorter way round."""
    whole = sum(length(b, edge) for edge in ROUND)
    apart = abs(_around(b, start) - _around(b, end))
    return min(apart, whole - apart)


def _around(b: Battlefield, spot: EdgeSpot) -> int:
    """Paces clockwise from the south-western corner."""
    before = sum(length(b, edge) for edge in ROUND[: ROUND.index(spot.edge)])
    return before + (spot.place if spot.edge in _UPWARD else length(b, spot.edge) - spot.place)


@implements("CS-C.5e", "CS-C.5f")
def strayed(b: Battlefield, side: str, spot: EdgeSpot, paces: int, to: str) -> EdgeSpot:
    """Where a lost force comes on: so many paces to the left or right of where it wanted to, as it sees the table; past
    a corner half of what is left, along the next edge."""
    left = to == "left"
    # on two edges the left is toward higher numbers, on the others toward lower
    onward = left == (spot.edge in _UPWARD)  # away from the western or southern end
    to_corner = length(b, spot.edge) - spot.place if onward else spot.place
    beyond = ROUND[(ROUND.index(spot.edge) + (1 if left else -1)) % len(ROUND)]
    enemy = b.roster.sides[b.seating.other(side)].deployment_edge
    corner: Corner = "enemy" if beyond == enemy else "friendly"
    found = b.settle("lost-beyond-corner", LostBeyondCornerFacts(offset=paces, to_corner=to_corner, corner=corner))
    if paces <= to_corner:
        return EdgeSpot(spot.edge, spot.place + (found.paces if onward else -found.paces))
    near_end = left == (beyond in _UPWARD)  # it begins at the western or southern end of the next edge
    most = length(b, beyond)
    # never past the next corner as well
    along = min(found.paces, most)
    return EdgeSpot(beyond, along if near_end else most - along)


@implements("CS-C.2a")
def ground(b: Battlefield, edge: Edge) -> OffBoardGroundFacts:
    """The ground beyond an edge: as the scenario describes it; else as on the table, with secondary roads, and nothing
    of the battle to be seen from there."""
    header = b.scenario.header
    told = next((each for each in header.beyond if each.edge == edge), None)
    # nothing said of it: then it is like the table, and the battle is out of sight from there
    told = told or Described(edge=edge, terrain=header.character)
    return OffBoardGroundFacts(
        terrain=told.terrain,
        roads=_ROADS[told.roads],
        visibility="unobstructed" if told.unobstructed else "obstructed",
    )
