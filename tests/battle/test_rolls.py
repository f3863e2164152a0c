"""Pools of percentages in words."""

import pytest

from grognard.battle.events import Rolled
from grognard.battle.rolls import reckoned, shots


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


@pytest.mark.parametrize(
    "roll, others, parts, said",
    [
        (pool(15, 11, 205, (5,)), 4, ((11, 15), (4, 10)), "11 at 15%, 4 at 10%, 205% in all: 2 sure hits and "),
        (pool(15, 11, 165, (5,)), 0, ((11, 15),), "11 at 15% each, 165% in all: 1 sure hit and "),
        (pool(15, 11, 205, (5,)), 3, (), "11 at 15% each and 40% from farther off, 205% in all: "),
        (pool(20, 10, 100, ()), 3, (), "10 at 20% each, of which 100% count: "),
    ],
)
def test_shooters_at_different_percentages_are_told_in_parts(roll, others, parts, said):
    assert shots(roll, others) == parts
    assert reckoned(roll, others).startswith(said)
    if len(parts) > 1:
        assert sum(many * each for many, each in parts) == roll.details["pool_percent"]


def test_other_rolls_have_no_parts():
    assert shots(Rolled("morale", "X-2", (3, 4), 7), 3) == ()
