"""Ways over the ground: round water and dense buildings, by bridges and fords, along roads.

A coarse net of places with what it costs to go between them. It is made as it is asked for: the cost of a step when
somebody first looks at it, and for each goal the distances outward from it only as far as somebody has come.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, pi, sin, sqrt
from threading import Lock
from typing import NamedTuple

from grognard.ground.features import HILLS
from grognard.ground.field import Field
from grognard.ground.units import SUB, Point, gap, to_sub

from ..battlefield import Battlefield
from ..state import UnitState

Spot = tuple[float, float]
"""A place in paces."""

STEP = 120
"""Paces between places of the net, at least."""
MOST = 800
"""About so many places at most: on a large table they lie farther apart."""
MOST_TIDES = 300
"""Goals to which the costs of ways are remembered."""
PATCH = 40
"""Paces on which everybody begins his way at the same place."""
SHORE = 40
"""Paces from the end of a bridge or ford to the place where one turns onto it."""
OBSTACLE = 60
"""Paces of detour that a wall, hedge or stream is worth."""
ROAD = 0.7
"""A road shortens the way by this."""
_SLOW = {
    "light_woods": 1.6, "heavy_woods": 2.5, "marsh": 3.0, "mud": 2.0, "ploughed_field": 1.2,
    "village": 3.0, "town": 6.0, "building": 6.0,
}  # fmt: skip
"""How much longer the way seems through such ground."""


class Leg(NamedTuple):
    """A straight stretch: what it seems to cost, and whether only a narrow column can go there."""

    cost: float
    narrow: bool


def leg(field: Field, a: Spot, b: Spot, *, road: bool = False) -> Leg | None:
    """The straight way between two places; None where there is none."""
    path = (to_point(a), to_point(b))
    cost = hypot(b[0] - a[0], b[1] - a[1])
    alike = field.alike_along(*path)
    # most of a table is open, or a hill: nothing there slows anybody
    if alike is not None and all(area.kind in HILLS for area in alike):
        return Leg(cost * ROAD if road else cost, narrow=False)
    met = field.crossings(path)
    if not field.passable(path, met):
        return None
    # streets in which only a narrow column can go
    crowded = [each for each in met.areas if each.area.kind == "town" or each.area.density == "dense"]
    slower = sum((_SLOW.get(each.area.kind, 1.0) - 1.0) * each.distance / to_sub(1) for each in met.areas)
    # on a road neither ground nor hedges slow anybody
    if road:
        return Leg(cost * ROAD, bool(crowded) or any(line.by for line in met.lines))
    # a bridge is no obstacle on the way, it is the way
    cost += slower + OBSTACLE * sum(line.by is None and line.line.kind != "road" for line in met.lines)
    return Leg(cost, bool(crowded) or any(line.by for line in met.lines))


def to_point(spot: Spot) -> Point:
    """In sixteenths of a pace."""
    return to_sub(spot[0]), to_sub(spot[1])


class Net:
    """The places of a field, and the steps between them."""

    def __init__(self, field: Field) -> None:
        self.field = field
        width, height = field.size[0] / to_sub(1), field.size[1] / to_sub(1)
        # on a large table coarser, or every search would take ages
        self.step = max(STEP, ceil(sqrt(width * height / MOST)))
        self.across, self.up = max(1, int(width // self.step)), max(1, int(height // self.step))
        self.spots: list[Spot] = [
            ((i + 0.5) * width / self.across, (j + 0.5) * height / self.up)
            for j in range(self.up)
            for i in range(self.across)
        ]
        self.cell = (width / self.across, height / self.up)
        self.known: dict[int, list[tuple[int, float]]] = {}
        self.linked: dict[int, list[tuple[int, bool]]] = {}
        self.lodged: dict[int, list[int]] = {}
        """Places beside the net's own, on roads and at bridges, by the cell they lie in."""
        self.tides: dict[int, Tide] = {}
        """By the place they go out from; of the ground alone, so that every battle on it finds them."""
        # roads and bridges have places of their own, for the net's would miss them
        self._add_roads()
        self._add_bridges()

    def cell_of(self, spot: Spot) -> int:
        """The place of the net whose cell this is."""
        i = min(self.across - 1, max(0, int(spot[0] // self.cell[0])))
        j = min(self.up - 1, max(0, int(spot[1] // self.cell[1])))
        return j * self.across + i

    def around(self, cell: int) -> list[int]:
        """The places in a cell and the eight about it."""
        i, j = cell % self.across, cell // self.across
        cells = [
            y * self.across + x
            for y in range(max(0, j - 1), min(self.up, j + 2))
            for x in range(max(0, i - 1), min(self.across, i + 2))
        ]
        return cells + [each for near in cells for each in self.lodged.get(near, ())]

    def steps(self, place: int) -> list[tuple[int, float]]:
        """Where one can go from a place, and at what cost."""
        # priced when somebody first looks: most of the table is never walked on
        found = self.known.get(place)
        if found is None:
            linked = self.linked.get(place, [])
            found = self._priced(place, linked, {each for each, _ in linked})
            self.known[place] = found
        return found

    def tide_to(self, goal: int) -> Tide:
        """The costs of all ways to a place of the net."""
        found = self.tides.get(goal)
        if found is None:
            # cleared whole: who goes to so many places has done with the old ones
            if len(self.tides) >= MOST_TIDES:
                self.tides.clear()
            found = self.tides[goal] = Tide(self, goal)
        return found

    def _priced(self, place: int, linked: list[tuple[int, bool]], by_link: set[int]) -> list[tuple[int, float]]:
        here = self.spots[place]
        # linked by road already: the same step across country would only cost more
        near = [(each, False) for each in self.around(self.cell_of(here)) if each != place and each not in by_link]
        priced = ((each, leg(self.field, here, self.spots[each], road=road)) for each, road in [*linked, *near])
        return [(each, found.cost) for each, found in priced if found is not None]

    def _lodge(self, spot: Spot) -> int:
        self.spots.append(spot)
        place = len(self.spots) - 1
        self.lodged.setdefault(self.cell_of(spot), []).append(place)
        return place

    def _link(self, one: int, other: int) -> None:
        self.linked.setdefault(one, []).append((other, True))
        self.linked.setdefault(other, []).append((one, True))

    def _add_roads(self) -> None:
        for line in self.field.lines:
            if line.kind == "road":
                last = -1
                for spot in _paced([in_paces(point) for point in line.points], self.step):
                    place = self._lodge(spot)
                    if last >= 0:
                        self._link(last, place)
                    last = place

    def _add_bridges(self) -> None:
        for crossing in self.field.bridges:
            ends = _shores(self.field, [in_paces(point) for point in crossing.points], crossing.radius / to_sub(1))
            if ends:
                self._link(self._lodge(ends[0]), self._lodge(ends[1]))


def in_paces(point: Point) -> Spot:
    """A place in paces."""
    return point[0] / to_sub(1), point[1] / to_sub(1)


def _paced(points: list[Spot], step: float) -> list[Spot]:
    """Places along a line, none farther than a step from the next."""
    found = points[:1]
    for (ax, ay), (bx, by) in pairwise(points):
        parts = max(1, ceil(hypot(bx - ax, by - ay) / step))
        found += [(ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts) for i in range(1, parts + 1)]
    return found


def _shores(field: Field, points: list[Spot], radius: float) -> tuple[Spot, Spot] | None:
    """The two places before and behind a bridge or ford: along it if it has a length, else across the water, which
    is the way that gets from one side of it to the other on the shortest path."""
    x, y = points[len(points) // 2]
    if len(points) > 1:
        (ax, ay), (bx, by) = points[0], points[-1]
        ways = [(bx - ax, by - ay)]
    else:
        ways = [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0), (2.0, 1.0), (1.0, 2.0), (2.0, -1.0), (1.0, -2.0)]
    # a little farther each time: the bank may be wide, or the ford not quite on the water
    for reach in (SHORE, SHORE + radius, 2 * SHORE + radius):
        for dx, dy in ways:
            long = hypot(dx, dy) or 1.0
            one = (x - dx / long * reach, y - dy / long * reach)
            other = (x + dx / long * reach, y + dy / long * reach)
            if _crosses(field, one, other):
                return one, other
    return None


def _crosses(field: Field, one: Spot, other: Spot) -> bool:
    """Whether the straight way is passable and gets over water from dry ground to dry ground."""
    path = (to_point(one), to_point(other))
    # both ends on dry land, or nobody could turn onto it
    if not all(field.on_table(point) and not _wet(field, point) for point in path):
        return False
    met = field.crossings(path)
    wet = any(line.by for line in met.lines) or any(each.area.kind == "water" for each in met.areas)
    return wet and field.passable(path, met)


def _wet(field: Field, point: Point) -> bool:
    return any(area.kind == "water" for area in field.areas_at(point))


class Tide:
    """Costs to one goal, rising outward from it as far as somebody asks."""

    def __init__(self, net: Net, goal: int) -> None:
        self.net = net
        self.costs: dict[int, float] = {}
        self.onward: dict[int, int] = {}
        self.heap: list[tuple[float, int, int]] = [(0.0, goal, goal)]
        self.firsts: dict[tuple[int, int], int | None] = {}
        """Where to begin, by the patch of ground one stands on."""
        self._rising = Lock()
        """Several battles on one field may be thought about at once."""

    def cost(self, place: int) -> float | None:
        """What it costs from a place to the goal; None if one cannot get there."""
        found = self.costs.get(place)
        return found if found is not None else self._rise(place)

    def _rise(self, place: int) -> float | None:
        with self._rising:
            # only as far as is needed now; the rest of the flood waits in the heap
            while place not in self.costs and self.heap:
                cost, here, onward = heappop(self.heap)
                # reached more cheaply already
                if here in self.costs:
                    continue
                # the way on first: who finds the cost will want it
                self.onward[here] = onward
                self.costs[here] = cost
                for other, more in self.net.steps(here):
                    if other not in self.costs:
                        heappush(self.heap, (cost + more, other, here))
        return self.costs.get(place)


def net_of(b: Battlefield) -> Net:
    """The net of a battle's ground."""
    # kept with the ground, whose own lines never change, for all battles on it
    kept = b.ground.kept
    found: Net | None = kept.get("cold-steel ways")
    if found is None:
        found = kept["cold-steel ways"] = Net(b.ground)
    return found


def way(b: Battlefield, here: Spot, goal: Spot) -> list[Spot]:
    """The places to go by, the goal last; nothing but the goal where no way is known."""
    net = net_of(b)
    # one flood for all goals in a cell: the last steps are straight
    last = net.cell_of(goal)
    ends: dict[int, int] = b.memo.keep("ends of ways", net, dict)
    # where ways into a cell end is settled for the battle by who first wants to go there
    if last not in ends:
        ends[last] = _dry(net, last, goal)
    tide = net.tide_to(ends[last])
    patch = int(here[0] // PATCH), int(here[1] // PATCH)
    if patch not in tide.firsts:
        # from the middle of the patch, so that it does not matter who asked first
        tide.firsts[patch] = _first(net, tide, ((patch[0] + 0.5) * PATCH, (patch[1] + 0.5) * PATCH))
    first = tide.firsts[patch]
    if first is None:
        return [goal]
    spots = [net.spots[first]]
    # the goal's own place points to itself
    while tide.onward[first] != first:
        first = tide.onward[first]
        spots.append(net.spots[first])
    return [*spots, goal]


def _dry(net: Net, cell: int, goal: Spot) -> int:
    """The place nearest to the goal from which one gets to it straight."""
    near = sorted(net.around(cell), key=lambda each: gap(net.spots[each], goal))
    return next((each for each in near if leg(net.field, net.spots[each], goal) is not None), cell)


def _first(net: Net, tide: Tide, here: Spot) -> int | None:
    """Where to begin: the place near by from which the whole way is the shortest."""
    best: tuple[float, int] | None = None
    for place in sorted(net.around(net.cell_of(here)), key=lambda each: gap(net.spots[each], here))[:12]:
        step = leg(net.field, here, net.spots[place])
        # the dozen nearest: a farther one is never the best beginning
        rest = tide.cost(place) if step is not None else None
        if step is not None and rest is not None and (best is None or (step.cost + rest, place) < best):
            best = step.cost + rest, place
    return best[1] if best else None


def next_stop(b: Battlefield, here: Spot, goal: Spot, *, by_road: bool) -> tuple[Spot, bool]:
    """The place to make for now, and whether the way there is only for a narrow column.

    Straight for the goal if one can; a column on a long march takes the way by the roads instead.
    """
    straight = leg(b.ground, here, goal)
    # nothing in the way and no road wanted: no search at all
    if straight is not None and not by_road and not straight.narrow:
        return goal, False
    spots = way(b, here, goal)
    found: tuple[Spot, bool] = (spots[0], True)
    # by road only a few places ahead, or cutting corners would leave the road
    for spot in spots[: 4 if by_road else 12]:
        if gap(here, spot) < net_of(b).step / 4 and spot != goal:
            continue
        reached = leg(b.ground, here, spot)
        if reached is None:
            break
        found = spot, reached.narrow
        # narrow ground begins here: it has to form column before going on
        if reached.narrow:
            break
    return found


def spot_of(now: UnitState) -> Spot:
    """The middle of its front in paces."""
    return now.position[0] / SUB, now.position[1] / SUB


def relative(now: UnitState, spot: Spot) -> tuple[float, float]:
    """How far off a place is, and how many degrees off straight ahead; to the left is negative."""
    x, y = spot_of(now)
    dx, dy = spot[0] - x, spot[1] - y
    bearing = degrees(atan2(dx, dy))
    # between -180 and 180: the shorter way round
    return hypot(dx, dy), (bearing - now.heading + 180) % 360 - 180


def ahead_of(spot: Spot, heading: float, right: float, ahead: float) -> Spot:
    """A place so far to the right and ahead of another, as seen facing that way."""
    at = heading * pi / 180
    return spot[0] + ahead * sin(at) + right * cos(at), spot[1] + ahead * cos(at) - right * sin(at)
