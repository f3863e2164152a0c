"""Appendix B: smoke."""

import pytest

from grognard.kernel.sources import NO_DICE
from grognard.systems.cold_steel.checks.ground.smoke import (
    Ball,
    SmokeDriftFacts,
    after_the_gale,
    banks,
    drifted,
    placed_ahead,
    placed_between,
)


def drift_of(cs, strength):
    """What the check says of a bank of so many balls."""
    return lambda bank: cs["smoke-drift"].roll(SmokeDriftFacts(strength=strength, balls=bank), NO_DICE).settled


def balls(*points, made=1):
    return [Ball(x, y, made) for x, y in points]


@pytest.mark.rule("CS-7.1h", "CS-B.11a")
@pytest.mark.parametrize(
    "facts, made", [({}, 0), ({"guns": 6}, 6), ({"guns": 4}, 4), ({"sections": 3, "scale": "40"}, 6)]
)
def test_every_gun_that_fires_makes_a_ball(outcome, facts, made):
    assert outcome("smoke", **facts).balls == made


@pytest.mark.rule("CS-8.1k", "CS-B.11a")
@pytest.mark.parametrize(
    "figures, scale, made",
    [(24, "20", 4), (4, "20", 1), (9, "20", 1), (10, "20", 2), (10, "10", 1), (20, "60", 12), (0, "20", 0)],
)
def test_every_hundred_men_that_fire_make_a_ball_and_few_make_one(outcome, figures, scale, made):
    assert outcome("smoke", figures=figures, scale=scale).balls == made


@pytest.mark.rule("CS-B.11a")
def test_burning_structures(outcome):
    assert outcome("smoke", burning=2).balls == 8
    assert outcome("smoke", None, "section-3.3.2.3", burning=2).balls == 20


@pytest.mark.rule("CS-B.11a")
@pytest.mark.parametrize(
    "facts, made",
    [
        ({"firefight_figures": 24}, 4),
        ({"firefight_figures": 20}, 4),
        ({"firefight_figures": 19}, 3),
        ({"firefight_guns": 6}, 6),
    ],
)
def test_firefights(outcome, facts, made):
    assert outcome("smoke", **facts).balls == made


@pytest.mark.rule("CS-B.11a")
def test_every_source_is_listed(roll):
    result = roll("smoke", guns=2, figures=20, burning=1, firefight_guns=3, firefight_figures=10)
    assert [(m.label, m.value) for m in result.modifiers] == [
        ("gun firing", 2),
        ("each 100 men firing", 4),
        ("burning structure", 4),
        ("gun in a firefight", 3),
        ("each 100 men in a firefight", 2),
    ]
    assert result.outcome.balls == 15


@pytest.mark.rule("CS-B.11d", "CS-B.10a", "CS-10.3a")
@pytest.mark.parametrize(
    "strength, size, drift",
    [
        ("strong", 5, (320, 2, 3)),
        ("strong", 2, (320, 2, 0)),
        ("strong", 3, (320, 2, 1)),
        ("moderate", 4, (160, 1, 3)),
        ("moderate", 3, (160, 1, 2)),
        ("light", 2, (80, 1, 1)),
        ("calm", 6, (0, 0, 6)),
        ("gale", 6, (0, 0, 6)),
    ],
)
def test_a_bank_drifts_and_thins_by_the_wind(outcome, strength, size, drift):
    assert outcome("smoke-drift", strength=strength, balls=size) == drift


@pytest.mark.rule("CS-B.11e")
@pytest.mark.parametrize("strength, left", [("calm", 1), ("light", 0), ("moderate", 0), ("strong", 0), ("gale", 0)])
def test_a_single_ball_goes_in_any_wind(outcome, strength, left):
    assert outcome("smoke-drift", strength=strength, balls=1).left == left


@pytest.mark.rule("CS-B.11c")
@pytest.mark.parametrize(
    "points, sizes",
    [
        ([(0, 0), (90, 0), (180, 0)], [3]),
        ([(0, 0), (180, 0), (90, 0)], [3]),
        ([(0, 0), (100, 0)], [2]),
        ([(0, 0), (101, 0)], [1, 1]),
        ([(0, 0), (60, 80)], [2]),
        ([(0, 0), (61, 80)], [1, 1]),
        ([(0, 0), (0, 0), (300, 0)], [1, 2]),
        ([], []),
    ],
)
def test_a_chain_of_balls_is_one_bank(cs, points, sizes):
    assert sorted(len(bank) for bank in banks(cs.tables, balls(*points))) == sizes


@pytest.mark.rule("CS-B.11d", "CS-B.9")
@pytest.mark.parametrize(
    "wind, strength, shift",
    [
        ("north", "light", (0, -80)),
        ("east", "light", (-80, 0)),
        ("south", "moderate", (0, 160)),
        ("west", "strong", (320, 0)),
        ("northwest", "light", (57, -57)),
        ("southwest", "moderate", (113, 113)),
        ("southeast", "light", (-57, 57)),
        ("northeast", "light", (-57, -57)),
    ],
)
def test_smoke_moves_downwind(cs, wind, strength, shift):
    left = drifted(cs.tables, balls((500, 500), (500, 500), (500, 500)), wind, drift_of(cs, strength))
    assert set(left) == {Ball(500 + shift[0], 500 + shift[1], 1)}


@pytest.mark.rule("CS-B.11d")
def test_the_oldest_balls_of_a_bank_go_first(cs):
    bank = [Ball(0, 0, 3), Ball(50, 0, 1), Ball(100, 0, 2)]
    assert [ball.made for ball in drifted(cs.tables, bank, "north", drift_of(cs, "light"))] == [2, 3]
    assert [ball.made for ball in drifted(cs.tables, bank, "north", drift_of(cs, "strong"))] == [3]


@pytest.mark.rule("CS-B.11d")
@pytest.mark.parametrize("wind, stays", [("west", 80), ("east", -30)])
def test_of_balls_equally_old_the_most_downwind_goes_first(cs, wind, stays):
    left = drifted(cs.tables, balls((0, 0), (50, 0)), wind, drift_of(cs, "light"))
    assert [ball.x for ball in left] == [stays]


@pytest.mark.rule("CS-B.11d", "CS-10.3a")
def test_every_bank_loses_its_own(cs):
    smoke = balls((0, 0), (50, 0), (100, 0), (150, 0), (1000, 0), (1050, 0), (1100, 0), (3000, 0))
    sizes = sorted(len(bank) for bank in banks(cs.tables, drifted(cs.tables, smoke, "south", drift_of(cs, "moderate"))))
    assert sizes == [2, 3]


@pytest.mark.rule("CS-B.11e")
def test_in_a_calm_even_a_single_ball_stays_where_it_is(cs):
    assert drifted(cs.tables, balls((7, 9)), "north", drift_of(cs, "calm")) == balls((7, 9))


@pytest.mark.rule("CS-B.10c")
@pytest.mark.parametrize(
    "strength, phase, left",
    [
        ("gale", "movement", [3, 4]),
        ("gale", "artillery_fire", [4]),
        ("gale", "small_arms_fire", [4]),
        ("gale", "close_combat", [3, 4]),
        ("strong", "artillery_fire", [3, 4]),
    ],
)
def test_a_gale_clears_the_smoke_of_earlier_turns_before_firing(cs, strength, phase, left):
    smoke = [*balls((0, 0), made=3), *balls((0, 0), made=4)]
    assert [ball.made for ball in after_the_gale(cs.tables, smoke, strength, phase, turn=4)] == left


@pytest.mark.rule("CS-B.11b")
def test_each_gun_of_a_battery_has_its_ball_ahead_of_it(cs):
    facing_north = placed_ahead(cs.tables, (0, 0), (120, 0), 6)
    assert facing_north == [(10, 10), (30, 10), (50, 10), (70, 10), (90, 10), (110, 10)]
    facing_west = placed_ahead(cs.tables, (0, 0), (0, 120), 2)
    assert facing_west == [(-10, 30), (-10, 90)]


@pytest.mark.rule("CS-B.11b")
def test_smoke_of_a_firefight_lies_midway(cs):
    ours, theirs = ((0, 0), (80, 0)), ((80, 20), (0, 20))
    assert placed_between(ours, theirs, 4) == [(10, 10), (30, 10), (50, 10), (70, 10)]
