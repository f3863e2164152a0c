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
        found = self._into.get(space)
        if found is None:
            around = ((there, self.cost(there, space)) for there in self.board.neighbours(space))
            found = self._into[space] = [(there, cost) for there, cost in around if cost < NEVER]
        return found

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
        # averages of the dice, not the rules' own sums: for the choice of a way that is near enough
        cost = 1.0 if one[0] == other[0] or one[1] == other[1] else 2.0
        cost += (close or terrain == "strong_point") + (edge == "wall")
        dice = (terrain == "light") + (edge in ("stream", "low_wall")) + (board.level[other] > board.level[one])
        return cost + ROUGH * dice


def countries(board: Board) -> dict[Branch, Country]:
    """The board for each arm; kept with it, since it does not change: all staffs of all battles on it ask the same."""
    if not board.kept:
        arms: tuple[Branch, ...] = ("infantry", "cavalry", "artillery")
        board.kept.update((arm, Country(board, arm)) for arm in arms)
    return board.kept


class Flow:
    """Action points from any space to one place."""

    def __init__(self, country: Country, goal: Space, burden: Mapping[Space, float]) -> None:
        self.country, self._burden = country, burden
        self._found: dict[Space, float] = {goal: 0.0}
        self._settled: dict[Space, float] = {}
        self._queue = [(0.0, goal)]

    def away(self, space: Space) -> float:
        """How far a space is from the place; very far if there is no way."""
        settled = self._settled
        if space in settled:
            return settled[space]
        found, queue, burden, into = self._found, self._queue, self._burden, self.country.into
        # from the goal outward and only until the space that is asked about: most of the board is never looked at
        while space not in settled and queue:
            so_far, here = heapq.heappop(queue)
            if here in settled:
                continue
            settled[here] = so_far
            dear = burden.get(here, 0.0)
            for there, cost in into(here):
                whole = so_far + cost + dear
                # who is settled has found his shortest way
                if whole < found.get(there, NEVER):
                    found[there] = whole
                    heapq.heappush(queue, (whole, there))
        return settled.get(space, NEVER)
