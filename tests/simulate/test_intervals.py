"""Intervals: against values that everybody has in a table, and by how often they hold what is true."""

from __future__ import annotations

from random import Random

import pytest

from grognard.simulate import intervals as iv


@pytest.mark.parametrize(
    "chance, free, value",
    [
        (0.975, 1, 12.7062), (0.975, 2, 4.3027), (0.975, 5, 2.5706), (0.975, 10, 2.2281), (0.975, 30, 2.0423),
        (0.975, 1000, 1.9623), (0.995, 9, 3.2498), (0.95, 20, 1.7247), (0.9, 3, 1.6377),
    ],
)  # fmt: skip
def test_students_t_as_printed(chance, free, value):
    assert iv.t_quantile(chance, free) == pytest.approx(value, abs=5e-5)


def test_wilson_as_printed():
    """The thousand battles of the Farm in the sketch of the laboratory."""
    for found, low, high in ((817, 79.2, 84.0), (149, 12.8, 17.2), (34, 2.4, 4.7)):
        got = iv.share(found, 1000).times(100)
        assert (round(got.low, 1), round(got.high, 1)) == (low, high)
    assert iv.share(0, 10).low == 0
    assert iv.share(10, 10).high == 1


def test_pairs_know_more_than_groups():
    random = Random(4)
    base = [random.gauss(30, 10) for _ in range(200)]
    other = [value + random.gauss(1, 2) for value in base]
    together, apart = iv.paired_mean(base, other), iv.parted_mean(base, other)
    assert not together.holds_nought
    assert apart.holds_nought
    assert together.high - together.low < (apart.high - apart.low) / 3


def _wins(random: Random, share: float, games: int) -> list[bool]:
    return [random.random() < share for _ in range(games)]


@pytest.mark.parametrize("level", [0.9, 0.99])
@pytest.mark.parametrize("games", [30, 100])
def test_intervals_hold_the_truth_as_often_as_they_say(level, games):
    """400 times each: the share that miss lies within four standard errors of what is stated, never far above it."""
    random, tries, missed = Random(games), 400, dict.fromkeys(("share", "mean", "pairs", "groups", "apart"), 0)
    for _ in range(tries):
        base, other = _wins(random, 0.4, games), _wins(random, 0.4, games)
        one, two = ([random.gauss(20, spread) for _ in range(games)] for spread in (5, 9))
        got = iv.share(sum(base), games, level)
        missed["share"] += not got.low <= 0.4 <= got.high
        got = iv.mean(one, level)
        missed["mean"] += not got.low <= 20 <= got.high
        missed["pairs"] += not iv.paired_share(base, other, level).holds_nought
        missed["groups"] += not iv.parted_share(base, other, level).holds_nought
        missed["apart"] += not iv.parted_mean(one, two, level).holds_nought
    stated = 1 - level
    for what, count in missed.items():
        assert count / tries <= stated + 4 * (stated * level / tries) ** 0.5, what
    assert missed["mean"] / tries >= stated - 4 * (stated * level / tries) ** 0.5


def test_a_few_pairs_that_differ_cannot_tell():
    assert not iv.can_tell(5, 0.95)
    assert iv.can_tell(6, 0.95)
    assert not iv.can_tell(7, 0.99)
    assert iv.can_tell(8, 0.99)
