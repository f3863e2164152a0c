"""Pools of percentages in words."""

import pytest

from grognard.battle.events import Rolled
from grognard.battle.rolls import reckoned


def pool(each, shooters, percent, dice):
    sure, rest = divmod(percent, 100)
    details = {
        "percent_each": each, "shooters": shooters, "pool_percent": percent, "automatic": sure, "remainder": rest,
        "hits": 0,
    }  # fmt: skip
    return Rolled("small-arms", "X-1", dice, each, details=details)


@pytest.mark.parametrize(
    "roll, said",
    [
        (pool(14, 5, 70, (97,)), "5 at 14% each, 70% in all: a hit by 70 or less; thrown 97"),
        (
            pool(12, 11, 160, (59,)),
            "11 at 12% each and 28% from farther off, 160% in all: 1 sure hit and another by 60 or less; thrown 59",
        ),
        (pool(20, 10, 200, ()), "10 at 20% each, 200% in all: 2 sure hits"),
        (pool(20, 10, 100, ()), "10 at 20% each, of which 100% count: 1 sure hit"),
        (pool(0, 4, 0, ()), "4 at 0% each, 0% in all: no chance"),
        (Rolled("morale", "X-2", (3, 4), 7), ""),
    ],
)
def test_how_a_pool_was_thrown_for(roll, said):
    assert reckoned(roll) == said
