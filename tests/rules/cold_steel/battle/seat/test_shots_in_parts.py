"""Figures that fire at different percentages are told in parts, and the parts add up."""

import re

import pytest

from grognard.battle.rolls import reckoned
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import small_arms
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, stage, unit


def field(x, facing):
    return stage(unit("a", at=(500, 500)), unit("r", RED, at=(500 + x, 545), facing=facing), phase="small_arms_fire")


def volley(b):
    return GAME.odds(b, BLUE, "a", "r")[0]


@pytest.mark.rule("CS-8.2.3b")
@pytest.mark.parametrize(
    "x, facing, title",
    [
        (0, 180, "Volley, 24 figures at 18 %"),
        (0, 220, "Volley, 24 figures: 20 at 18 %, 4 at 13 %"),
        (20, 220, "Volley, 24 figures: 16 at 18 %, 8 at 13 %"),
    ],
)
def test_the_odds_tell_who_shoots_at_how_much(x, facing, title):
    found = volley(field(x, facing))
    assert found.title == title
    figures, parts = int(re.search(r"(\d+) figures", title)[1]), re.findall(r"(\d+) at (\d+) %", title)
    shooting = [(int(many), int(each)) for many, each in parts] or [(figures, 18)]
    assert sum(many for many, _ in shooting) == figures
    assert found.mean == pytest.approx(sum(many * each for many, each in shooting) / 100)


@pytest.mark.rule("CS-8.2.3b")
def test_the_record_tells_the_same_parts_as_the_odds():
    b = field(0, 220)
    run(small_arms.play(b))
    fired = next(each for each in events(b, "volley") if each.units["unit"] == "a")
    assert GAME.other_shooters(b, fired) == 4
    assert reckoned(fired.roll, 4).startswith("20 at 18%, 4 at 13%, 412% in all: 4 sure hits and another by 12 or less")


def test_who_does_not_know_how_many_shot_is_not_told_of_parts():
    b = field(0, 220)
    run(small_arms.play(b))
    fired = next(each for each in events(b, "volley") if each.units["unit"] == "a")
    assert GAME.other_shooters(b, fired.seen_by(RED)) == 0
