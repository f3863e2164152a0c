"""The way to a place over open ground: straight on where that is well, else by a lattice of places.

What a straight way costs is the rules' business: a system hands in a function of two places. All that was asked is
remembered for the whole battle, because ground does not change.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

from grognard.ground.field import Field as Ground
from grognard.ground.units import SUB

from .appreciation import TableSpot, gap

STEP = 240.0
"""Paces between the places of the lattice."""
NEVER = 1e9
"""What a way costs that nobody can go."""
NEARLY = 40.0
"""Paces within which places are the same when one asks what the straight way from them costs."""
FAIR = 1.35
"""A straight way that costs no more than this, for each of its paces, is not left."""
Node = tuple[int, int]
"""A place of the lattice by its column and row, or a bridge by its number."""
BRIDGE = -1


class Country:
    """The table as one arm sees it: what ways cost, remembered for the whole battle."""

    def __init__(
        self, ground: Ground, cost: Callable[[TableSpot, TableSpot], float], alike: Country | None = None
    ) -> None:
        """`cost` tells what the straight way between two places is worth, in paces; `NEVER` where there is none.
        `alike` is the same country for another arm to which everything costs the same: its lattice serves both."""
        self.ground, self._measured = ground, cost
        self.columns, self.rows = (int(side / SUB / STEP) + 1 for side in ground.size)
        self._straight: dict[tuple[Node, Node], float] = {}
        self._costs: dict[tuple[Node, Node], float] = alike._costs if alike is not None else {}
        self._around: dict[Node, list[Node]] = alike._around if alike is not None else {}
        self._legs: dict[Node, list[tuple[Node, float]]] = alike._legs if alike is not None else {}
        self._flows: dict[Node, _Flow] = alike._flows if alike is not None else {}

    def toward(self, start: TableSpot, end: TableSpot) -> TableSpot:
        """The next place to make for on the way to another: itself if the straight way is fair."""
        far = gap(start, end)
        # a step of slack: nobody goes round about a short way
        if far < STEP or self._along(start, end) <= FAIR * far + STEP:
            return end
        here, goal = self._node(start), self._node(end)
        if goal not in self._flows:
            self._flows[goal] = _Flow(self, goal)
        flow = self._flows[goal]
        if flow.away(here) >= NEVER:
            return end
        ahead, way = end, here
        # as far along the cheapest way as one may go straight
        for _ in range(5):
            if way == goal:
                return ahead if self._along(start, end) > FAIR * far + STEP else end
            way = flow.onward(way)
            spot = self._spot(way)
            if way != here and self._along(start, spot) > FAIR * gap(start, spot) + STEP:
                break
            ahead = spot
        return ahead

    def around(self, node: Node) -> list[Node]:
        """The neighbours of a place."""
        if node not in self._around:
            self._around[node] = [*self._beside(node), *self._bridges(node)]
        return self._around[node]

    def _beside(self, node: Node) -> list[Node]:
        """Places of the lattice: next to another one, or about a bridge."""
        middle, reach = (self._node(self._spot(node)), 2) if node[0] == BRIDGE else (node, 1)
        found = [(middle[0] + i, middle[1] + j) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)]
        return [each for each in found if each != node and 0 <= each[0] < self.columns and 0 <= each[1] < self.rows]

    def _bridges(self, node: Node) -> list[Node]:
        """Bridges and fords near a place: the lattice alone would miss them."""
        here = self._spot(node)
        found = [(BRIDGE, i) for i in range(len(self.ground.bridges))]
        return [each for each in found if each != node and gap(self._spot(each), here) <= 2 * STEP]

    def legs(self, node: Node) -> list[tuple[Node, float]]:
        """The neighbours of a place, and what the way to each costs."""
        if node not in self._legs:
            self._legs[node] = [(each, self.cost(node, each)) for each in self.around(node)]
        return self._legs[node]

    def cost(self, one: Node, other: Node) -> float:
        """What the way between two neighbours costs."""
        # as dear one way as the other, so it is measured once
        key = (one, other) if one < other else (other, one)
        if key not in self._costs:
            self._costs[key] = self._measured(self._spot(key[0]), self._spot(key[1]))
        return self._costs[key]

    def _along(self, start: TableSpot, end: TableSpot) -> float:
        """What the straight way costs; looked up for places near by."""
        key = self.near(start), self.near(end)
        if key not in self._straight:
            self._straight[key] = self._measured(start, end)
        return self._straight[key]

    def near(self, spot: TableSpot) -> Node:
        """A place to within what makes no difference."""
        return round(spot[0] / NEARLY), round(spot[1] / NEARLY)

    def _node(self, spot: TableSpot) -> Node:
        x, y = round(spot[0] / STEP), round(spot[1] / STEP)
        return min(max(x, 0), self.columns - 1), min(max(y, 0), self.rows - 1)

    def _spot(self, node: Node) -> TableSpot:
        if node[0] == BRIDGE:
            along = self.ground.bridges[node[1]].points
            x, y = along[len(along) // 2]
            return x / SUB, y / SUB
        return node[0] * STEP, node[1] * STEP


class _Flow:
    """What it costs from any place of the lattice to one of them, worked out only as far as somebody asks."""

    def __init__(self, country: Country, goal: Node) -> None:
        self.country = country
        self._found: dict[Node, float] = {goal: 0.0}
        self._settled: set[Node] = set()
        self._queue: list[tuple[float, Node]] = [(0.0, goal)]
        self._onward: dict[Node, Node] = {}

    def onward(self, node: Node) -> Node:
        """The neighbour by which the cheapest way from a place leads."""
        if node not in self._onward:
            legs = self.country.legs(node)
            self._onward[node] = min((self.away(each) + cost, each) for each, cost in legs)[1]
        return self._onward[node]

    def away(self, node: Node) -> float:
        """Very much if there is no way."""
        settled, queue, found = self._settled, self._queue, self._found
        legs = self.country.legs
        # from the goal outward, cheapest first; it stops when this place is settled, and goes on from there
        while node not in settled and queue:
            so_far, here = heapq.heappop(queue)
            if here in settled:
                continue
            settled.add(here)
            for there, cost in legs(here):
                if there in settled:
                    continue
                whole = so_far + cost
                if whole < found.get(there, NEVER):
                    found[there] = whole
                    heapq.heappush(queue, (whole, there))
        return found[node] if node in settled else NEVER
