"""Where the truth lies: intervals for shares and means, alone, in pairs and in two groups.

At a level of 0.95 an interval holds the true value 19 times in 20. No library is asked for: the quantiles that are
needed are a few lines, and a summary must not cost a second of imports.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist, fmean, variance
from typing import NamedTuple

USUAL = 0.95
"""19 times in 20."""


class Estimate(NamedTuple):
    """An estimate and the bounds between which the true value lies at the level asked for."""

    value: float
    low: float
    high: float

    @property
    def holds_nought(self) -> bool:
        """Whether there may be nothing at all."""
        return self.low <= 0 <= self.high

    def times(self, factor: float) -> Estimate:
        """The same in other units."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor)


def share(found: float, of: int, level: float = USUAL) -> Estimate:
    """A share of independent trials, by Wilson's score, which keeps within 0 and 1 however few there are."""
    z = _z(level)
    part, wide = found / of, z * z / of
    middle = (part + wide / 2) / (1 + wide)
    reach = z / (1 + wide) * math.sqrt(part * (1 - part) / of + wide / (4 * of))
    low, high = middle - reach if found else 0.0, middle + reach if found < of else 1.0
    return Estimate(part, low, high)


def mean(values: Sequence[float], level: float = USUAL) -> Estimate:
    """The mean of independent values, by Student's t; of one value nothing is known but itself."""
    middle = fmean(values)
    if len(values) < 2:
        return Estimate(middle, -math.inf, math.inf)
    reach = t_quantile((1 + level) / 2, len(values) - 1) * math.sqrt(variance(values) / len(values))
    return Estimate(middle, middle - reach, middle + reach)


def paired_share(base: Sequence[bool], other: Sequence[bool], level: float = USUAL) -> Estimate:
    """How much more often something is so in the second of each pair, by Bonett and Price's adjusted score."""
    pairs = list(zip(base, other, strict=True))
    gained = sum(not before and after for before, after in pairs)
    lost = sum(before and not after for before, after in pairs)
    n, z = len(pairs), _z(level)
    # a pair of each kind is put to those counted, so that no change at all is not taken for a certainty
    up, down = (gained + 1) / (n + 2), (lost + 1) / (n + 2)
    reach = z * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    return Estimate((gained - lost) / n, max(-1.0, up - down - reach), min(1.0, up - down + reach))


def paired_mean(base: Sequence[float], other: Sequence[float], level: float = USUAL) -> Estimate:
    """How much more the second of each pair is, in the mean."""
    return mean([after - before for before, after in zip(base, other, strict=True)], level)


def parted_share(base: Sequence[bool], other: Sequence[bool], level: float = USUAL) -> Estimate:
    """How much more often something is so in a second group that has nothing to do with the first, by Newcombe's
    hybrid score."""
    one, two = share(sum(base), len(base), level), share(sum(other), len(other), level)
    apart = two.value - one.value
    down = math.hypot(two.value - two.low, one.high - one.value)
    up = math.hypot(two.high - two.value, one.value - one.low)
    return Estimate(apart, apart - down, apart + up)


def parted_mean(base: Sequence[float], other: Sequence[float], level: float = USUAL) -> Estimate:
    """How much greater the mean of a second group is, by Welch's t."""
    apart = fmean(other) - fmean(base)
    if min(len(base), len(other)) < 2:
        return Estimate(apart, -math.inf, math.inf)
    one, two = variance(base) / len(base), variance(other) / len(other)
    if not one + two:
        return Estimate(apart, apart, apart)
    free = (one + two) ** 2 / (one**2 / (len(base) - 1) + two**2 / (len(other) - 1))
    reach = t_quantile((1 + level) / 2, free) * math.sqrt(one + two)
    return Estimate(apart, apart - reach, apart + reach)


def can_tell(differing: int, level: float) -> bool:
    """Whether so many pairs that differ could tell anything at this level: fewer would pass no test of signs, even if
    all pointed one way, and a mean with its t then claims too much."""
    return 2 * 0.5**differing <= 1 - level


@cache
def _z(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


@cache
def t_quantile(chance: float, free: float) -> float:
    """The value below which Student's t with so many degrees of freedom lies with that chance, from a half up."""
    low, high = 0.0, 1.0
    while t_below(high, free) < chance:
        high *= 2
    # halved until a double cannot tell the two apart
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_below(middle, free) < chance else (low, middle)
    return (low + high) / 2


def t_below(t: float, free: float) -> float:
    """The chance that Student's t is below a value that is not negative."""
    return 1 - _beta_share(free / (free + t * t), free / 2, 0.5) / 2


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # there the fraction converges slowly; its mirror does not
        return 1 - _beta_share(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, 300):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 / (1 + term * d), 1 + term / c
            found *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return front * found
