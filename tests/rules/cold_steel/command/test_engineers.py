"""Chapter 3: engineers, works, spiked guns, fires and boats."""

from fractions import Fraction

import pytest


@pytest.mark.rule("CS-3.3.2.3f")
@pytest.mark.parametrize(
    "scale, dice, paces",
    [
        ("20", [5, 8, 3], 20),
        ("20", [9], 0),
        ("20", [10], 20),
        ("20", [10, 10, 9], 20),
        ("20", [10, 10, 10], 40),
        ("5", [4], 0),
        ("5", [5], 10),
        ("10", [5], 10),
        ("30", [10, 4], 0),
        ("30", [10, 5], 30),
        ("40", [10, 9], 0),
        ("40", [10, 10], 40),
        ("50", [10, 10, 4], 0),
        ("50", [10, 10, 5], 50),
        ("60", [10, 10, 5], 50),
    ],
)
def test_paces_of_obstacle_are_rounded_to_an_inch(outcome, scale, dice, paces):
    assert outcome("obstacle", dice, scale=scale, figures=len(dice)).paces == paces


@pytest.mark.rule("CS-3.3.2.3f")
def test_obstacles_need_engineers_who_stay(roll):
    assert roll("obstacle", figures=0).refusal.rule == "CS-3.3.2.3f"
    assert roll("obstacle", figures=3, moved=True).refusal.rule == "CS-3.3.2.3f"


@pytest.mark.rule("CS-3.3.2.3f")
def test_odds_of_one_engineer_clearing_an_inch(cs):
    obstacle = cs["obstacle"]
    odds = [obstacle.odds(obstacle.situation(figures=1, scale=scale)) for scale in ("20", "10")]
    assert [one.chance(lambda cleared: cleared.paces > 0) for one in odds] == [Fraction(1, 10), Fraction(6, 10)]


@pytest.mark.rule("CS-3.3.2.3u")
@pytest.mark.parametrize(
    "dice, paces", [([7, 4], 5), ([1], 0), ([2], 1), ([3], 1), ([10], 5), ([9], 4), ([9, 9, 9], 12)]
)
def test_each_company_raises_half_its_die(outcome, dice, paces):
    facts = {"companies": len(dice), "structure": "light_works", "turns": 5}
    assert outcome("build-works", dice, **facts) == (paces, "medium_works")


@pytest.mark.rule("CS-3.3.2.3u")
@pytest.mark.parametrize(
    "structure, becomes",
    [
        ("nothing", "light_works"),
        ("light_works", "medium_works"),
        ("medium_works", "heavy_works"),
        ("ordinary_building", "stone_building"),
    ],
)
def test_the_ladder_of_works(outcome, structure, becomes):
    assert outcome("build-works", [4], companies=1, structure=structure, turns=5).structure == becomes


@pytest.mark.rule("CS-3.3.2.3u")
@pytest.mark.parametrize(
    "facts, reason",
    [
        ({"companies": 0}, "needs at least 1 company of engineers or sappers"),
        ({"turns": 4}, "5 unbroken turns of work make one roll"),
        ({"moved": True}, "movement breaks off the work"),
        ({"structure": "heavy_works"}, "heavy works and stone buildings cannot be improved"),
        ({"structure": "stone_building"}, "heavy works and stone buildings cannot be improved"),
    ],
)
def test_no_works_without_engineers_time_and_room(roll, facts, reason):
    usual = {"companies": 1, "turns": 5, "structure": "nothing"}
    assert roll("build-works", facts={**usual, **facts}).refusal == ("CS-3.3.2.3u", reason)


@pytest.mark.rule("CS-3.3.2.3g")
@pytest.mark.parametrize(
    "structure, becomes",
    [("light_works", "nothing"), ("medium_works", "light_works"), ("ordinary_building", "nothing")],
)
def test_destroying_goes_down_the_ladder(outcome, structure, becomes):
    assert outcome("destroy-works", [9], companies=1, structure=structure, turns=5) == (4, becomes)


@pytest.mark.rule("CS-3.3.2.3g")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"structure": "stone_building"}, "CS-3.3.2.3g"),
        ({"structure": "heavy_works"}, "CS-3.3.2.3g"),
        ({"structure": "nothing"}, "CS-3.3.2.3g"),
        ({"inflammable": False}, "CS-3.3.2.3g"),
        ({"companies": 0}, "CS-3.3.2.3u"),
        ({"turns": 4}, "CS-3.3.2.3u"),
        ({"moved": True}, "CS-3.3.2.3u"),
    ],
)
def test_what_cannot_be_destroyed(roll, facts, rule):
    usual = {"companies": 1, "turns": 5, "structure": "light_works"}
    assert roll("destroy-works", facts={**usual, **facts}).refusal.rule == rule


@pytest.mark.rule("CS-3.3.2.3h")
@pytest.mark.parametrize(
    "die, facts, total, destroyed",
    [
        (6, {}, 6, True),
        (5, {}, 5, False),
        (3, {"engineers": True}, 6, True),
        (2, {"engineers": True}, 5, False),
        (8, {"arm": "cavalry"}, 5, False),
        (9, {"arm": "cavalry"}, 6, True),
        (6, {"arm": "cavalry", "engineers": True}, 6, True),
        (6, {"arm": "artillery", "guns": "own"}, 6, True),
    ],
)
def test_spiking_guns(roll, die, facts, total, destroyed):
    result = roll("spike-guns", [die], **facts)
    assert (result.total, result.outcome) == (total, (destroyed, 20))


@pytest.mark.rule("CS-3.3.2.3h")
@pytest.mark.parametrize("guns, refused", [("abandoned", False), ("overrun", False), ("own", False), ("crewed", True)])
def test_crewed_enemy_guns_are_never_spiked(cs, guns, refused):
    spiking = cs["spike-guns"]
    refusal = spiking.refusal(spiking.situation(guns=guns))
    assert (refusal.rule == "CS-3.3.2.3h") if refused else refusal is None


@pytest.mark.rule("CS-3.3.2.3t")
@pytest.mark.parametrize(
    "bound, degrees, scale, course, paces",
    [
        ("upstream", 0, "20", "upstream", 80),
        ("upstream", 20, "20", "upstream", 80),
        ("upstream", 21, "20", "across", 180),
        ("downstream", 20, "20", "downstream", 300),
        ("downstream", 21, "20", "across", 180),
        ("downstream", 90, "30", "across", 270),
        ("upstream", 0, "60", "upstream", 200),
    ],
)
def test_boats(outcome, bound, degrees, scale, course, paces):
    assert outcome("boat-speed", bound=bound, degrees_off=degrees, scale=scale) == (course, paces)


@pytest.mark.rule("CS-3.3.2.3t")
@pytest.mark.parametrize("die, paces", [(1, 20), (7, 140), (10, 200)])
def test_a_landing_boat_drifts_downstream(outcome, die, paces):
    assert outcome("boat-landing", [die]).paces == paces


@pytest.mark.rule("CS-3.3.2.3w")
@pytest.mark.parametrize(
    "die, rain, total, burns", [(7, False, 7, True), (6, False, 6, False), (9, True, 6, False), (10, True, 7, True)]
)
def test_starting_a_fire(roll, die, rain, total, burns):
    result = roll("start-fire", [die], rain=rain)
    assert (result.total, result.outcome.burns) == (total, burns)


@pytest.mark.rule("CS-3.3.2.3w")
@pytest.mark.parametrize("fact", ["flammable", "touching"])
def test_no_fire_without_fuel_or_from_afar(roll, fact):
    assert roll("start-fire", facts={fact: False}).refusal.rule == "CS-3.3.2.3w"


@pytest.mark.rule("CS-3.3.2.3x")
@pytest.mark.parametrize(
    "burned, die, total, out", [(2, 8, 6, True), (5, 10, 5, False), (0, 6, 6, True), (0, 5, 5, False), (4, 10, 6, True)]
)
def test_fighting_a_fire(roll, burned, die, total, out):
    result = roll("fight-fire", [die], burned=burned)
    assert (result.total, result.outcome.out) == (total, out)


@pytest.mark.rule("CS-3.3.2.3y")
@pytest.mark.parametrize(
    "die, facts, total, burns",
    [
        (4, {"downwind": True}, 7, True),
        (3, {"downwind": True}, 6, False),
        (6, {}, 6, False),
        (7, {}, 7, True),
        (9, {"rain": True}, 6, False),
        (10, {"rain": True}, 7, True),
        (7, {"rain": True, "downwind": True}, 7, True),
        (7, {"distance": 20}, 7, True),
    ],
)
def test_fire_leaps_to_a_neighbour(roll, die, facts, total, burns):
    result = roll("fire-spreads", [die], burned=6, **facts)
    assert (result.total, result.outcome.burns) == (total, burns)


@pytest.mark.rule("CS-3.3.2.3y")
@pytest.mark.parametrize(
    "facts, refusal",
    [
        ({"burned": 5}, ("CS-3.3.2.3y", "a fire spreads when it has burned more than 5 turns")),
        ({"distance": 21}, ("CS-3.3.2.3y", "fire leaps no more than 20 paces")),
        ({"flammable": False}, ("CS-3.3.2.3w", "only flammable structures burn")),
    ],
)
def test_fire_does_not_leap_early_far_or_to_stone(roll, facts, refusal):
    assert roll("fire-spreads", facts={"burned": 6, **facts}).refusal == refusal


@pytest.mark.rule("CS-3.3.2.3w")
@pytest.mark.parametrize(
    "cover, turn, left",
    [
        ("medium_works", 4, "medium_works"),
        ("medium_works", 8, "medium_works"),
        ("medium_works", 9, "light_works"),
        ("medium_works", 13, "light_works"),
        ("medium_works", 14, "nothing"),
        ("medium_works", 40, "nothing"),
        ("heavy_works", 9, "medium_works"),
        ("light_works", 9, "nothing"),
    ],
)
def test_a_fire_lit_on_turn_four_eats_the_cover(outcome, cover, turn, left):
    assert outcome("burning", lit=4, turn=turn, cover=cover).cover == left


@pytest.mark.rule("CS-3.3.2.3y")
@pytest.mark.parametrize("turn, burned, spreads", [(4, 0, False), (9, 5, False), (10, 6, True), (15, 11, True)])
def test_from_its_sixth_turn_a_fire_may_spread(outcome, turn, burned, spreads):
    assert outcome("burning", lit=4, turn=turn)[::2] == (burned, spreads)


@pytest.mark.rule("CS-3.3.2.3z")
@pytest.mark.parametrize("structures, balls, by_the_section", [(0, 0, 0), (1, 4, 10), (2, 8, 20)])
def test_smoke_of_burning_structures(outcome, structures, balls, by_the_section):
    facts = {"lit": 1, "turn": 1, "structures": structures}
    assert outcome("burning", **facts).smoke_balls == balls
    assert outcome("burning", [], "section-3.3.2.3", **facts).smoke_balls == by_the_section
