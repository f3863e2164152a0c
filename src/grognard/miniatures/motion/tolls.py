"""What ground costs by a table of prices: for each pace in an area, for each line and contour that is crossed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as kept
from fractions import Fraction
from itertools import chain, pairwise
from math import ceil
from typing import NamedTuple

from grognard.ground.features import AreaFeature, LineFeature
from grognard.ground.field import Field, LineCrossed
from grognard.ground.shapes import distance, point_along
from grognard.ground.units import Point, to_sub

from .swaths import Swath, Track, length_of

Price = int | Fraction
"""Of a pace: how many of open ground it is worth. At three quarters of the usual rate it is 4/3."""
LOOK = to_sub(10)
"""From one place to the next where those who keep to a road are looked for on it."""


MOST_LEGS = 20_000
"""Legs whose cost is kept."""


class LegToll(NamedTuple):
    """What one leg of a track costs, but for the lines that it crosses."""

    cost: Price
    lines: tuple[LineCrossed, ...]
    """Roads left out; `at` counts from the beginning of the leg."""


def free(_feature: AreaFeature | LineCrossed) -> int:
    """It costs nothing more."""
    return 0


@dataclass(frozen=True, slots=True)
class Tolls:
    """The cost of going over a field, for one body as it is now. Hand it to `advance` as its `going`.

    A body goes no faster than its slowest stand: the dearest of the tracks of its middle and wings counts. What lies
    beneath it as it starts has been paid for.
    """

    field: Field
    price: Callable[[tuple[AreaFeature, ...]], Price | None]
    """Of a pace in all these areas at once; None where this body cannot go."""
    line: Callable[[LineCrossed], int | None] = free
    """Sixteenths taken off for a line that is crossed; None where it cannot be. Roads are not asked about, and water
    that nobody can wade is left to the field."""
    contour: Callable[[AreaFeature], int] = free
    """Sixteenths taken off for a contour that is crossed, up or down."""
    narrow: bool = False
    """On a front so narrow that bridges, gates and roads are wide enough."""
    by_road: bool = False
    """In an order in which a road takes it through any ground at the price of open ground."""
    _legs: dict[tuple[Point, Point], LegToll | None] = kept(default_factory=dict, init=False, repr=False, compare=False)
    """Legs that were asked about: how far a body gets is found by trying, and each try begins with the same legs."""

    def __call__(self, swath: Swath) -> int | None:
        """Sixteenths of open ground that a way is worth, rounded up; None where it cannot be gone."""
        if self.by_road and self.on_road(file := swath.tracks(narrow=True)[0]):
            return length_of(file)
        tracks = swath.tracks(narrow=self.narrow)
        alike = self.field.alike_within(chain.from_iterable(tracks))
        # all of a kind and nothing to cross: the longest track is the dearest, and no edge need be looked for
        if alike is not None and not any(area.kind == "water" for area in alike):
            price = self.price(alike)
            return None if price is None else ceil(max(length_of(track) for track in tracks) * price)
        dearest: Price = 0
        for track in tracks:
            cost = self._cost(track, swath)
            if cost is None:
                return None
            dearest = max(dearest, cost)
        return ceil(dearest)

    def on_road(self, track: Track) -> bool:
        """Whether a track keeps to roads from beginning to end."""
        return all(self.field.roads_at(spot) for spot in _spots(track))

    def crossed(self, swath: Swath) -> tuple[LineCrossed, ...]:
        """The lines that any stand gets across on a way and that were not paid for, roads left out, each named once:
        for rules that ask what a body has been through."""
        seen = self._paid(swath)
        found: list[LineCrossed] = []
        for track in swath.tracks(narrow=self.narrow):
            for each in self.field.lines_met(track):
                if each.line.kind != "road" and each.line not in seen:
                    found.append(each)
                    seen = seen | {each.line}
        return tuple(found)

    def _paid(self, swath: Swath) -> frozenset[LineFeature]:
        tracks = swath.beneath(narrow=self.narrow)
        return frozenset(each.line for track in tracks for each in self.field.lines_met(track))

    def _cost(self, track: Track, swath: Swath) -> Price | None:
        cost: Price = 0
        barring: list[LineCrossed] = []
        for leg in pairwise(track):
            found = self._leg(leg)
            if found is None:
                return None
            cost += found.cost
            barring += found.lines
        # only where there is a line to cross: it takes a look under the whole body
        paid = self._paid(swath) if barring else frozenset()
        for each in barring:
            toll = self.line(each) if each.line not in paid else 0
            if toll is None:
                return None
            cost += toll
        return cost

    def _leg(self, leg: tuple[Point, Point]) -> LegToll | None:
        if leg in self._legs:
            return self._legs[leg]
        # emptied whole: legs of one search are asked together, and never again once it is over
        if len(self._legs) >= MOST_LEGS:
            self._legs.clear()
        found = self._legs[leg] = self._asked(leg)
        return found

    def _asked(self, leg: tuple[Point, Point]) -> LegToll | None:
        alike, length = self.field.alike_along(*leg), distance(*leg)
        if alike is not None and length and not any(area.kind == "water" for area in alike):
            price = self.price(alike)
            return None if price is None else LegToll(length * price, ())
        # here something begins or ends along the way, so that the leg is taken piece by piece
        met = self.field.straight_on(*leg)
        if not met.passable:
            return None
        cost: Price = 0
        for piece in met.pieces:
            price = self.price(piece.areas)
            if price is None:
                return None
            cost += piece.distance * price
        cost += sum(self.contour(hill) for hill in met.contours)
        return LegToll(cost, tuple([each for each in met.lines if each.line.kind != "road"]))


def _spots(track: Track) -> list[Point]:
    """Places along a track, near enough to each other that nobody leaves a road between two of them unseen."""
    spots = [track[0]]
    for one, other in pairwise(track):
        length = distance(one, other)
        spots += [point_along(one, other, at) for at in range(LOOK, length, LOOK)]
        spots.append(other)
    return spots
