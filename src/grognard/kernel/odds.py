"""Exact odds: outcomes with whole-number weights. No sampling anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction

Out = TypeVar("Out")
P = TypeVar("P")


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
        return all(self.weights[o] * other.total == other.weights[o] * self.total for o in self.weights)

    def __hash__(self) -> int:
        return hash(frozenset(self.weights))

    def __repr__(self) -> str:
        return "Odds(" + ", ".join(f"{outcome}: {chance}" for outcome, chance in self) + ")"
