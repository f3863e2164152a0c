"""The farthest that still fits, found with few looks."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.miniatures.motion.scanning import affordable, farthest, most


@given(st.integers(1, 5000), st.integers(0, 6000))
def test_the_greatest_that_fits(asked, limit):
    assert most(lambda number: number <= limit, asked) == min(asked, limit)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=60), st.integers(0, 250), st.integers(0, 70))
def test_what_an_allowance_buys_wherever_prices_rise(prices, allowance, barred):
    """A price for each step; none beyond `barred`."""
    asked = []

    def cost(steps):
        asked.append(steps)
        return None if steps > barred else sum(prices[:steps])

    bought = affordable(cost, allowance, len(prices))
    fits = [n for n in range(1, len(prices) + 1) if n <= barred and sum(prices[:n]) <= allowance]
    assert bought == max(fits, default=0)
    assert len(asked) <= 14


def test_over_even_ground_three_looks_are_enough():
    asked = []

    def cost(steps):
        asked.append(steps)
        return 500 + 4 * steps // 3

    assert affordable(cost, 2000, 20_000) == 1125
    assert len(asked) <= 6


@given(st.integers(1, 3000), st.integers(0, 3000), st.integers(0, 3000))
def test_the_farthest_that_is_still_allowed(top, beyond, less):
    """Past `beyond` so much less is allowed: to within a pace, the farthest place that is still allowed."""

    def allowed(distance):
        return top if distance <= beyond else top - less

    found = farthest(allowed, top)
    assert allowed(found) >= found or found == 0
    best = max(min(beyond, top), min(top, max(0, top - less)))
    assert best - 16 <= found <= best
