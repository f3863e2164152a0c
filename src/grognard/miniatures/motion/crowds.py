"""Friends in each other's way: who stops short, who passes through whom, and where there is room."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from grognard.ground.placing import Shape
from grognard.ground.relations import Body
from grognard.ground.shapes import Quad

from .meetings import TimedLeg, UnitPair
from .nearness import overlap, trimmed, within
from .neighbours import MARGIN
from .placements import Placement, shifted
from .sweeps import carried_quad, together

ROUNDS = 8
"""After so many rounds of making room, those still in each other's way stay where they were."""


class Crowd:
    """The friends about some who move at the same time, and where each will be when that time is over."""

    def __init__(self, legs: dict[str, TimedLeg], places: dict[str, Placement], shapes: dict[str, Shape]) -> None:
        self.legs, self.places, self.shapes = legs, places, shapes
        self._begin: dict[str, Quad] = {}
        self._turned: dict[str, Quad] = {}

    def before(self, unit: str) -> Quad:
        """The frame of a unit as it begins, less the room for dressing."""
        if unit not in self._begin:
            self._begin[unit] = trimmed(self.shapes[unit], self.places[unit])
        return self._begin[unit]

    def at(self, unit: str, share: float) -> Quad:
        """The same at a moment of it, once it has turned."""
        leg = self.legs[unit]
        if leg.step is None:
            return self.before(unit)
        if unit not in self._turned:
            self._turned[unit] = trimmed(self.shapes[unit], leg.step.place)
        share = min(share, leg.share)
        return carried_quad(self._turned[unit], int(leg.dx * share), int(leg.dy * share))

    def clash(self, pair: UnitPair) -> bool:
        """Whether two end on the same ground."""
        return overlap(self.at(pair[0], 1.0), self.at(pair[1], 1.0))

    def began_together(self, pair: UnitPair) -> bool:
        """Whether they already were on the same ground: then they may only part."""
        return together(self.before(pair[0]), self.before(pair[1]), room=-MARGIN) is not None

    def make_room(self, pairs: Iterable[UnitPair]) -> None:
        """Nobody ends on a friend's ground: the one who moves later stops short."""
        watched = [pair for pair in pairs if not self.began_together(pair)]
        for turn in range(ROUNDS):
            clashes = [pair for pair in watched if self.clash(pair)]
            if not clashes:
                return
            for pair in clashes:
                # asked again: who stopped for one may have made room for the next too
                if self.clash(pair):
                    self._stop_short(pair, give_up=turn >= ROUNDS // 2)

    def _stop_short(self, pair: UnitPair, *, give_up: bool) -> None:
        # the second of a pair is the one who moves later
        for unit in reversed(pair):
            leg = self.legs[unit]
            if leg.step is None:
                continue
            # late rounds give up at once: two who keep stopping short by a little would go on for ever
            leg.share = 0.0 if give_up else self._farthest(unit, pair)
            if not self.clash(pair):
                return
            if leg.step.place != self.places[unit]:  # it may not even turn here
                leg.stay()
            if not self.clash(pair):
                return

    def _farthest(self, unit: str, pair: UnitPair) -> float:
        """How much of its way a unit can go before it runs into the other for good."""
        other = pair[0] if unit == pair[1] else pair[1]
        leg = self.legs[unit]
        span = together(self.at(unit, 0.0), self.at(other, 1.0), leg.dx, leg.dy)
        return min(leg.share, max(0.0, span[0] - MARGIN / max(leg.speed, 1.0))) if span else leg.share

    def through(self, pair: UnitPair) -> bool:
        """Whether two were on the same ground at some moment."""
        one, other = (self.legs[unit] for unit in pair)
        # between two of these moments each goes at an even pace or stands, so one sweep tells
        moments = sorted({0.0, 1.0, *(leg.share for leg in (one, other) if leg.moving)})
        for begin, end in pairwise(moments):
            mine, theirs = self.at(pair[0], begin), self.at(pair[1], begin)
            dx = self._gains(one, begin, end, 0) - self._gains(other, begin, end, 0)
            dy = self._gains(one, begin, end, 1) - self._gains(other, begin, end, 1)
            if together(mine, theirs, dx, dy) is not None:
                return True
        return False

    @staticmethod
    def _gains(leg: TimedLeg, begin: float, end: float, axis: int) -> float:
        """How far it goes between two moments."""
        whole = leg.dy if axis else leg.dx
        return whole * (min(end, leg.share) - min(begin, leg.share))


def free_place(
    shape: Shape,
    here: Placement,
    tries: Iterable[tuple[int, int]],
    *,
    friends: Iterable[Quad],
    foes: Iterable[Body],
    keep: int,
    on_table: Callable[[Placement], bool],
    passable: Callable[[Placement], bool],
) -> Placement | None:
    """The first place, faced as it is, where a body stands on no friend's ground and no nearer to enemies than it may:
    of those so many sixteenths along a bearing, tried in their order. `friends` are frames less the room for dressing;
    what bars the way bars all of it beyond."""
    frames, bodies = list(friends), list(foes)
    barred: set[int] = set()
    for bearing, distance in tries:
        place = shifted(here, bearing, distance)
        if bearing in barred or not on_table(place):
            continue
        if any(overlap(trimmed(shape, place), frame) for frame in frames):
            continue
        if any(within(shape.at(*place), foe, keep) for foe in bodies):
            continue
        if passable(place):
            return place
        barred.add(bearing)
    return None
