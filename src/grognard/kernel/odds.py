"""Exact odds: outcomes with whole-number weights. No sampling anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from grognard.doors import door

if TYPE_CHECKING:
    from fractions import Fraction

Out = TypeVar("Out")
P = TypeVar("P")
MOST_SHOWN = 24
"""Outcomes that are listed when odds are looked at; there may be thousands."""


class Odds(Generic[Out]):
    """The outcomes of a check and how many of `total` equally likely cases lead to each.

    Weights stay whole numbers; a Fraction is only made when one is asked for.
    """

    __slots__ = ("total", "weights")

    def __init__(self, cases: Iterable[tuple[Out, int]]) -> None:
        weights: dict[Out, int] = {}
        for outcome, weight in cases:
            if weight:
                weights[outcome] = weights.get(outcome, 0) + weight
        self.weights = weights
        self.total = sum(weights.values())

    @classmethod
    def certain(cls, outcome: Out) -> Odds[Out]:
        """One outcome, whatever is rolled."""
        return cls(((outcome, 1),))

    def __iter__(self) -> Iterator[tuple[Out, Fraction]]:
        from fractions import Fraction

        return ((outcome, Fraction(weight, self.total)) for outcome, weight in self.weights.items())

    def __len__(self) -> int:
        return len(self.weights)

    def chance(self, of: Callable[[Out], bool]) -> Fraction:
        """How likely an outcome is for which `of` holds."""
        from fractions import Fraction

        return Fraction(sum(weight for outcome, weight in self.weights.items() if of(outcome)), self.total)

    def probability(self, outcome: Out) -> Fraction:
        """How likely just this outcome is."""
        from fractions import Fraction

        return Fraction(self.weights.get(outcome, 0), self.total)

    def mean(self, of: Callable[[Out], int]) -> Fraction:
        """The average of a number read off each outcome."""
        from fractions import Fraction

        return Fraction(sum(of(outcome) * weight for outcome, weight in self.weights.items()), self.total)

    def map(self, change: Callable[[Out], P]) -> Odds[P]:
        """The odds of something that follows from the outcome."""
        return Odds((change(outcome), weight) for outcome, weight in self.weights.items())

    def __eq__(self, other: object) -> bool:
        """Equal when every outcome is equally likely in both, whatever the weights are counted in."""
        if not isinstance(other, Odds) or self.weights.keys() != other.weights.keys():
            return NotImplemented if not isinstance(other, Odds) else False
        # cross-multiplied: whole numbers, and no fraction is made
        return all(self.weights[o] * other.total == other.weights[o] * self.total for o in self.weights)

    def __hash__(self) -> int:
        # by outcomes alone: equal odds may have different weights, and must have one hash
        return hash(frozenset(self.weights))

    def __repr__(self) -> str:
        """A line for each outcome with its chance in percent and as a fraction."""
        from .uses.outcome_text import words

        if len(self) == 1:
            return f"Odds: certain: {words(next(iter(self.weights)))}"
        shown = [(f"{float(chance):10.3%}", str(chance), words(outcome)) for outcome, chance in self][:MOST_SHOWN]
        wide = max(len(fraction) for _, fraction, _ in shown)
        lines = [f"{percent}  {fraction:>{wide}}  {told}" for percent, fraction, told in shown]
        more = [f"    and {len(self) - MOST_SHOWN:,} more"] if len(self) > MOST_SHOWN else []
        return "\n".join([f"Odds of {len(self):,} outcomes:", *lines, *more])

    def _repr_html_(self) -> str:
        """A notebook's picture: a bar for each outcome."""
        return str(door("odds as HTML")(self))
