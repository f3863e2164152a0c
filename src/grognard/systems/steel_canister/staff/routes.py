"""The way to a place: how many action points it is from anywhere, worked out only as far as somebody asks."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from ..table.board import Board, Space
from ..terms import Branch

ROUGH = 0.34
"""Action points that a die for the ground costs on the average."""
NEVER = 9999.0


class Country:
    """The board as one arm sees it: what each step costs that it can make, whoever stands there."""

    def __init__(self, board: Board, arm: Branch) -> None:
        self.board, self.arm = board, arm
        self._into: dict[Space, list[tuple[Space, float]]] = {}
        self._out: dict[Space, list[tuple[Space, float]]] = {}

    def into(self, space: Space) -> list[tuple[Space, float]]:
        """The neighbours from which a space can be entered, with the cost."""
        if space not in self._into:
            self._into[space] = [
                (there, cost) for there in self.board.neighbours(space) if (cost := self.cost(there, space)) < NEVER
            ]
        return self._into[space]

    def out_of(self, space: Space) -> list[tuple[Space, float]]:
        """The neighbours that can be entered from a space, with the cost."""
        if space not in self._out:
            around = ((there, self.cost(space, there)) for there in self.board.neighbours(space))
            self._out[space] = [(there, cost) for there, cost in around if cost < NEVER]
        return self._out[space]

    def cost(self, one: Space, other: Space) -> float:
        """What a step from one space into the next costs, about."""
        board = self.board
        if other in board.impassable:
            return NEVER
        terrain, edge, road = board.terrain[other], board.edge(one, other), board.road(one, other)
        if edge == "river" and not road:
            return NEVER
        close = terrain in ("heavy", "swamp")
        if self.arm != "infantry" and (terrain == "strong_point" or (close and not road)):
            return NEVER
        cost = 1.0 if one[0] == other[0] or one[1] == other[1] else 2.0
        cost += (close or terrain == "strong_point") + (edge == "wall")
        dice = (terrain == "light") + (edge in ("stream", "low_wall")) + (board.level[other] > board.level[one])
        return cost + ROUGH * dice


class Flow:
    """Action points from any space to one place."""

    def __init__(self, country: Country, goal: Space, burden: Mapping[Space, float]) -> None:
        self.country, self._burden = country, burden
        self._found: dict[Space, float] = {goal: 0.0}
        self._settled: set[Space] = set()
        self._queue = [(0.0, goal)]

    def away(self, space: Space) -> float:
        """How far a space is from the place; very far if there is no way."""
        while space not in self._settled and self._queue:
            so_far, here = heapq.heappop(self._queue)
            if here in self._settled:
                continue
            self._settled.add(here)
            dear = self._burden.get(here, 0.0)
            for there, cost in self.country.into(here):
                whole = so_far + cost + dear
                if whole < self._found.get(there, NEVER):
                    self._found[there] = whole
                    heapq.heappush(self._queue, (whole, there))
        return self._found[space] if space in self._settled else NEVER
