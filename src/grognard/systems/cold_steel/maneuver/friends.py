"""Friends in the way: who passes through, who stops short (CS-6.8)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import cast

from grognard.ground.placing import Shape
from grognard.ground.shapes import Quad
from grognard.kernel.checks import implements

from ..checks.movement.march import Friend
from ..table.battlefield import Battlefield
from ..table.ground.places import Place, overlap, trimmed
from ..table.ground.sweeps import carried_quad, together
from ..table.state import UnitState
from .contact import QuarterLeg

Pair = tuple[str, str]
MARGIN = 6
"""Sixteenths by which a unit stops short of a friend; who is not that deep in another's ground only touches it."""
ROUNDS = 8
"""After so many rounds of making room, those still in each other's way stay where they were."""


@implements("CS-6.8")
def kind_of(b: Battlefield, unit: UnitState) -> Friend:
    """A unit in the words of the rule on interpenetration."""
    if unit.status == "routed":
        return "routing"
    if b.entry(unit.id).rated.irregular:
        return "irregular"
    if unit.parent:
        return "detached_skirmishers"
    loose = unit.formation if unit.formation in ("open_order", "extended_order") else "formed"
    return cast(Friend, "open_order" if unit.formation == "skirmish_squares" else loose)


class Crowd:
    """The friends about some movers, and where each will be when the quarter ends."""

    def __init__(self, legs: dict[str, QuarterLeg], places: dict[str, Place], shapes: dict[str, Shape]) -> None:
        self.legs, self.places, self.shapes = legs, places, shapes
        self._begin: dict[str, Quad] = {}
        self._turned: dict[str, Quad] = {}

    def before(self, unit: str) -> Quad:
        """The frame of a unit as the quarter begins, less the room for dressing."""
        if unit not in self._begin:
            self._begin[unit] = trimmed(self.shapes[unit], self.places[unit])
        return self._begin[unit]

    def at(self, unit: str, share: float) -> Quad:
        """The same at a moment of the quarter, once it has turned."""
        leg = self.legs[unit]
        if leg.step is None:
            return self.before(unit)
        if unit not in self._turned:
            self._turned[unit] = trimmed(self.shapes[unit], leg.step.place)
        share = min(share, leg.share)
        return carried_quad(self._turned[unit], int(leg.dx * share), int(leg.dy * share))

    def clash(self, pair: Pair) -> bool:
        """Whether two end the quarter on the same ground."""
        return overlap(self.at(pair[0], 1.0), self.at(pair[1], 1.0))

    def began_together(self, pair: Pair) -> bool:
        """Whether they already were on the same ground: then they may only part."""
        return together(self.before(pair[0]), self.before(pair[1]), room=-MARGIN) is not None

    def make_room(self, pairs: Iterable[Pair]) -> None:
        """Nobody ends a quarter on a friend's ground: the one who moves later stops short."""
        watched = [pair for pair in pairs if not self.began_together(pair)]
        for turn in range(ROUNDS):
            clashes = [pair for pair in watched if self.clash(pair)]
            if not clashes:
                return
            for pair in clashes:
                if self.clash(pair):
                    self._stop_short(pair, give_up=turn >= ROUNDS // 2)

    def _stop_short(self, pair: Pair, *, give_up: bool) -> None:
        for unit in reversed(pair):
            leg = self.legs[unit]
            if leg.step is None:
                continue
            leg.share = 0.0 if give_up else self._farthest(unit, pair)
            if not self.clash(pair):
                return
            if leg.step.place != self.places[unit]:  # it may not even turn here
                leg.stay()
            if not self.clash(pair):
                return

    def _farthest(self, unit: str, pair: Pair) -> float:
        """How much of its way a unit can go before it runs into the other for good."""
        other = pair[0] if unit == pair[1] else pair[1]
        leg = self.legs[unit]
        span = together(self.at(unit, 0.0), self.at(other, 1.0), leg.dx, leg.dy)
        return min(leg.share, max(0.0, span[0] - MARGIN / max(leg.speed, 1.0))) if span else leg.share

    def through(self, pair: Pair) -> bool:
        """Whether two were on the same ground at some moment of the quarter."""
        one, other = (self.legs[unit] for unit in pair)
        moments = sorted({0.0, 1.0, *(leg.share for leg in (one, other) if leg.moving)})
        for begin, end in pairwise(moments):
            mine, theirs = self.at(pair[0], begin), self.at(pair[1], begin)
            dx = self._gains(one, begin, end, 0) - self._gains(other, begin, end, 0)
            dy = self._gains(one, begin, end, 1) - self._gains(other, begin, end, 1)
            if together(mine, theirs, dx, dy) is not None:
                return True
        return False

    @staticmethod
    def _gains(leg: QuarterLeg, begin: float, end: float, axis: int) -> float:
        """How far it goes between two moments."""
        whole = leg.dy if axis else leg.dx
        return whole * (min(end, leg.share) - min(begin, leg.share))
