"""The way to a place: how many action points it is from anywhere, worked out only as far as somebody asks."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import NamedTuple

from ..table.board import Board, Space
from ..terms import Branch, Facing

ROUGH = 0.34
"""Action points that a die for the ground costs on the average."""
DIAGONAL = 0.01
"""Among ways that cost the same those are taken first that go straight."""
NEVER = 9999.0
ABOUT = 2
"""Spaces about one that is asked for which are asked for next: where it steps to, and where that leads."""
SLACK = 1e-6
"""More than sums of costs differ by the order in which they are added up, and less than any cost."""


class StepOut(NamedTuple):
    """A step into a neighbour: his number, what it costs, where he lies, and whether it is on a diagonal."""

    to: int
    cost: float
    offset: Space
    diagonal: bool


FIRE = 20.0
"""What a space costs besides that burns in this battle: closed, but somebody may stand in it and want to get out."""


class Country:
    """The board as one arm sees it: what each step costs that it can make, whoever stands there.

    Spaces go by numbers here, column by column: ways are searched for by the thousand, and numbers are quicker to look
    up than pairs of them.
    """

    def __init__(self, board: Board, arm: Branch) -> None:
        self.board, self.arm, self.high = board, arm, board.height
        self.ways_in: list[list[tuple[int, float]] | None] = [None] * (board.width * board.height)
        """The neighbours from which each space can be entered, with the cost, once somebody has asked."""
        self._out: dict[Space, list[StepOut]] = {}
        self.xs = [x for x in range(board.width) for _ in range(board.height)]
        self.ys = list(range(board.height)) * board.width
        """Where the space of each number lies."""

    def number(self, space: Space) -> int:
        """The number of a space."""
        return space[0] * self.high + space[1]

    def into(self, number: int) -> list[tuple[int, float]]:
        """The neighbours from which a space can be entered, with the cost."""
        found = self.ways_in[number]
        if found is None:
            space = divmod(number, self.high)
            around = ((there, self.cost(there, space)) for there in self.board.neighbours(space))
            found = self.ways_in[number] = [(self.number(there), cost) for there, cost in around if cost < NEVER]
        return found

    def out_of(self, space: Space) -> list[StepOut]:
        """The neighbours that can be entered from a space."""
        found = self._out.get(space)
        if found is None:
            around = ((there, self.cost(space, there)) for there in self.board.neighbours(space))
            found = self._out[space] = [_step(self, space, there, cost) for there, cost in around if cost < NEVER]
        return found

    def cost(self, one: Space, other: Space) -> float:
        """What a step from one space into the next costs, about."""
        if other in self.board.impassable:
            return NEVER
        terrain, edge, uphill, road = self.board.going(one, other)
        if edge == "river" and not road:
            return NEVER
        close = terrain in ("heavy", "swamp")
        if self.arm != "infantry" and (terrain == "strong_point" or (close and not road)):
            return NEVER
        # averages of the dice, not the rules' own sums: for the choice of a way that is near enough
        cost = 1.0 if one[0] == other[0] or one[1] == other[1] else 2.0
        if other in self.board.fires:
            cost += FIRE
        cost += (close or terrain == "strong_point") + (edge == "wall")
        dice = (terrain == "light") + (edge in ("stream", "low_wall")) + uphill
        return cost + ROUGH * dice


def _step(country: Country, one: Space, other: Space, cost: float) -> StepOut:
    offset = other[0] - one[0], other[1] - one[1]
    return StepOut(country.number(other), cost, offset, 0 not in offset)


def countries(board: Board) -> dict[Branch, Country]:
    """The board for each arm; kept with it, since it does not change: all staffs of all battles on it ask the same."""
    if not board.kept:
        arms: tuple[Branch, ...] = ("infantry", "cavalry", "artillery")
        board.kept.update((arm, Country(board, arm)) for arm in arms)
    return board.kept


class Flow:
    """Action points from any space to one place.

    The search goes from the place outward, first where it comes nearer to the spaces that are asked about: of a step
    straight ahead it is known that it costs a point at least, and of a diagonal one two. Whatever could still turn out
    nearer by as little as the last bit of a number is looked at, so that a way costs the same whoever asked before.
    """

    def __init__(self, country: Country, goal: Space, burden: Mapping[Space, float]) -> None:
        self.country = country
        number = country.number(goal)
        self._burden = {country.number(space): dear for space, dear in burden.items()}
        self._found = [NEVER] * len(country.ways_in)
        self._found[number] = 0.0
        self._queue = [(0.0, 0.0, number)]
        """Spaces to go on from: the least that a way over each costs to those asked about, and to the place."""
        self._about: Space | None = None
        self._beside: list[int] = []
        self._above: list[int] = []

    def away(self, space: Space) -> float:
        """How far a space is from the place; very far if there is no way. It is ready then for questions about the
        spaces within two of this one."""
        if space != self._about:
            self._turn_to(space)
        return self._search(self.country.number(space))

    def nearer(self, space: Space, than: Space) -> bool:
        """Whether a space is nearer to the place than one beside it that was asked about last."""
        # once that one is reached, so is everything nearer about it
        return self._found[self.country.number(space)] < self._found[self.country.number(than)]

    def rest(self, space: Space, facing: Facing, *, turn: bool = True) -> float:
        """The rest of the way from a space, which was asked about last or lies beside it, for a unit that faces so: it
        may wheel for a point, or not."""
        country, found = self.country, self._found
        if found[country.number(space)] == 0:
            return 0.0
        ahead, best, later, final = country.board.ahead_of(facing), NEVER, [], self._frontier()
        for to, cost, offset, diagonal in country.out_of(space):
            wheel = 0 if offset in ahead else 1
            if wheel and not turn:
                continue
            there = found[to]
            if there < final:
                best = min(best, cost + wheel + there + DIAGONAL * diagonal)
            else:
                later.append((to, cost, wheel, diagonal))
        for to, cost, wheel, diagonal in later:
            # who is not reached yet is no nearer than the next to be reached: most need not be looked for
            if cost + wheel + self._frontier() < best:
                best = min(best, cost + wheel + self._search(to) + DIAGONAL * diagonal)
        return best

    def _turn_to(self, space: Space) -> None:
        """Look for the spaces about this one from now on."""
        board, (x, y), found = self.country.board, space, self._found
        self._about = space
        beside = self._beside = [max(0, abs(x - each) - ABOUT) for each in range(board.width)]
        above = self._above = [max(0, abs(y - each) - ABOUT) for each in range(board.height)]
        xs, ys = self.country.xs, self.country.ys
        self._queue = [
            (far + beside[xs[here]] + above[ys[here]], far, here) for _, far, here in self._queue if far == found[here]
        ]
        heapq.heapify(self._queue)

    def _frontier(self) -> float:
        """Spaces about the one asked for that are nearer than this have been reached by their shortest way."""
        return self._queue[0][0] - SLACK if self._queue else NEVER

    def _search(self, number: int) -> float:
        found, queue, burden = self._found, self._queue, self._burden
        beside, above, xs, ys = self._beside, self._above, self.country.xs, self.country.ys
        ways_in, push, pop = self.country.ways_in, heapq.heappush, heapq.heappop
        while queue and queue[0][0] <= found[number] + SLACK:
            _, so_far, here = pop(queue)
            if so_far > found[here]:
                continue
            dear = burden.get(here, 0.0)
            for there, cost in ways_in[here] or self.country.into(here):
                whole = so_far + cost + dear
                if whole < found[there]:
                    found[there] = whole
                    push(queue, (whole + beside[xs[there]] + above[ys[there]], whole, there))
        return found[number]
