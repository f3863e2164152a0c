"""Chapter 7: ranks, pooled hits, sections, grazing fire, counter-battery, fires and friends in the way."""

from fractions import Fraction

import pytest

from grognard import systems

P0, P1, P2, P3 = 900, 400, 100, 10
SURE = {"guns": 1, "range": P3}
"""One gun that cannot miss."""


def pool(*variants, check="artillery", **facts):
    """The percentages of a fire, without rolling."""
    bound = systems.rules("cold-steel", *variants)[check]
    return bound.pool(bound.situation(**facts))


def barred(check, **facts):
    """The id of the rule that forbids the fire, or None."""
    bound = systems.rules("cold-steel")[check]
    refusal = bound.refusal(bound.situation(**facts))
    return refusal and refusal.rule


RANKS = [
    ("infantry", "line", 1),
    ("infantry", "double_line", 2),
    ("infantry", "line_in_four_ranks", 2),
    ("infantry", "open_column", 2),
    ("infantry", "half_interval_column", 3),
    ("infantry", "closed_column", 4),
    ("infantry", "open_square", 4),
    ("infantry", "closed_square", 6),
    ("infantry", "road_column", 2),
    ("infantry", "open_order", 1),
    ("infantry", "extended_order", 1),
    ("infantry", "skirmish_squares", 1),
    ("infantry", "in_buildings", 1),
    ("cavalry", "line", 1),
    ("cavalry", "column", 3),
    ("cavalry", "open_order", 1),
    ("cavalry", "extended_order", 1),
    ("artillery", "limbered", 2),
    ("artillery", "unlimbered", 1),
    ("artillery", "unlimbered_open", 1),
    ("artillery", "in_buildings", 1),
]


@pytest.mark.rule("CS-7.2.3a", "CS-7.2.3d", "CS-7.2.4c", "CS-7.2.5a")
@pytest.mark.parametrize("arm, formation, ranks", RANKS)
def test_one_hit_strikes_every_rank(outcome, arm, formation, ranks):
    made = outcome("artillery", [1], guns=1, range=P1, target_arm=arm, target_formation=formation)
    assert (made.hits, made.disorder) == (1, ranks)
    assert made.casualties == (0 if arm == "artillery" else ranks)


@pytest.mark.rule("CS-7.2.3a")
@pytest.mark.parametrize(
    "arm, formation",
    [("cavalry", "closed_square"), ("cavalry", "line_in_four_ranks"), ("artillery", "line"), ("infantry", "limbered")],
)
def test_formations_that_an_arm_does_not_have(arm, formation):
    assert barred("artillery", guns=1, range=P1, target_arm=arm, target_formation=formation) == "CS-7.2.3a"
    assert barred("small-arms", figures=1, range=P2, target_arm=arm, target_formation=formation) == "CS-7.2.3a"


@pytest.mark.rule("CS-7.2.3a", "CS-7.2.4c", "CS-7.2.5a")
@pytest.mark.parametrize(
    "guns, arm, formation, casualties",
    [
        (2, "infantry", "closed_column", 8),
        (2, "infantry", "closed_square", 12),
        (1, "infantry", "open_square", 4),
        (2, "cavalry", "column", 6),
        (3, "infantry", "open_column", 6),
        (1, "infantry", "line", 1),
        (2, "infantry", "half_interval_column", 6),
    ],
)
def test_casualties_and_disorder_are_the_same(outcome, guns, arm, formation, casualties):
    made = outcome("artillery", guns=guns, range=P3, target_arm=arm, target_formation=formation)
    assert (made.hits, made.casualties, made.disorder) == (guns, casualties, casualties)


@pytest.mark.rule("CS-7.2.5a")
def test_gentler_variant_disorders_by_hits_alone(outcome):
    made = outcome("artillery", [], "raw-hit-disorder", guns=2, range=P3, target_formation="half_interval_column")
    assert (made.casualties, made.disorder) == (6, 2)


@pytest.mark.rule("CS-7.2.3c")
@pytest.mark.parametrize(
    "formation, aspect, casualties",
    [
        ("line", 44, 1),
        ("line", 45, 2),
        ("line", 90, 2),
        ("line", 135, 2),
        ("line", 136, 1),
        ("line", 180, 1),
        ("closed_column", 90, 5),
        ("open_square", 90, 4),
        ("closed_square", 60, 6),
    ],
)
def test_fire_on_the_flank_meets_one_more_rank(outcome, formation, aspect, casualties):
    assert outcome("artillery", **SURE, target_formation=formation, target_aspect=aspect).casualties == casualties


@pytest.mark.rule("CS-7.2.3b", "CS-7.2.3c")
@pytest.mark.parametrize("formation", ["line", "closed_column", "closed_square", "column"])
@pytest.mark.parametrize("aspect", [0, 60])
def test_irregulars_are_one_rank_whatever_they_do(outcome, formation, aspect):
    facts = {"target_irregular": True, "target_formation": formation, "target_aspect": aspect}
    assert outcome("artillery", guns=2, range=P3, **facts).casualties == 2


@pytest.mark.rule("CS-7.2.4a")
@pytest.mark.parametrize(
    "guns, paces, dice, percent, hits",
    [
        (3, P1, [38], 60, 1),
        (3, P1, [60], 60, 1),
        (3, P1, [61], 60, 0),
        (5, P2, [50], 250, 3),
        (5, P2, [51], 250, 2),
        (2, P2, [], 100, 1),
        (1, P3, [], 100, 1),
        (6, P3, [], 600, 6),
    ],
)
def test_each_full_hundred_is_a_hit_and_the_rest_is_rolled(roll, guns, paces, dice, percent, hits):
    result = roll("artillery", dice, guns=guns, range=paces)
    assert (result.details["pool_percent"], result.outcome.hits) == (percent, hits)
    assert result.details["automatic"] * 100 + result.details["remainder"] == percent


@pytest.mark.rule("CS-7.2.4b")
@pytest.mark.parametrize("die, hits", [(99, 1), (100, 0)])
def test_guns_in_like_circumstances_roll_once(roll, die, hits):
    result = roll("artillery", [die], guns=3, range=P1, pounds=12, target_moved=False)
    assert (result.total, result.details["pool_percent"], result.outcome.hits) == (33, 99, hits)


@pytest.mark.rule("CS-7.1a")
@pytest.mark.parametrize(
    "scale, guns, elements, percent",
    [
        ("5", 6, 6, 120),
        ("10", 6, 6, 120),
        ("20", 6, 6, 120),
        ("30", 8, 8, 160),
        ("40", 6, 3, 60),
        ("50", 4, 2, 40),
        ("60", 2, 1, 20),
    ],
)
def test_what_fires_by_figure_scale(scale, guns, elements, percent):
    made = pool(guns=guns, range=P1, scale=scale)
    assert (made.shooters, made.percent) == (elements, percent)


@pytest.mark.rule("CS-7.1a")
@pytest.mark.parametrize(
    "facts, each, percent",
    [
        ({"guns": 5, "range": P1}, 20, 50),
        ({"guns": 1, "range": P1}, 20, 10),
        ({"guns": 7, "range": P0, "discipline": "disciplined"}, 15, 52),
        ({"guns": 3, "range": P0, "discipline": "disciplined", "moved": True}, 7, 10),
    ],
)
def test_an_odd_gun_is_half_a_section(facts, each, percent):
    made = pool(scale="40", **facts)
    assert (made.each, made.percent) == (each, percent)


@pytest.mark.rule("CS-7.3a", "CS-7.3c")
@pytest.mark.parametrize(
    "first, behind, rule",
    [
        (300, 450, None),
        (121, 300, None),
        (120, 300, "CS-7.3a"),
        (100, 300, "CS-7.3a"),
        (20, 300, "CS-7.3a"),
        (601, 800, "CS-7.3a"),
        (300, 300, "CS-7.3a"),
        (300, 250, "CS-7.3a"),
        (300, 301, None),
        (450, 600, None),
        (450, 601, "CS-7.3c"),
        (450, 650, "CS-7.3c"),
    ],
)
def test_when_shot_grazes(first, behind, rule):
    assert barred("grazing-fire", guns=4, first_range=first, range=behind) == rule


@pytest.mark.rule("CS-7.3b")
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({"first_range": 300, "range": 500}, 40),
        ({"first_range": 200, "range": 550}, 20),
        ({"first_range": 200, "range": 500}, 40),
        ({"first_range": 200, "range": 501}, 20),
        ({"first_range": 300, "range": 500, "target_formation": "open_order"}, 30),
        ({"first_range": 300, "range": 500, "pounds": 4, "discipline": "hardened", "target_moved": False}, 54),
        ({"first_range": 200, "range": 550, "guns": 3, "pounds": 12, "target_moved": False}, 24),
    ],
)
def test_fire_on_those_behind_is_divided(facts, percent):
    assert pool(check="grazing-fire", **{"guns": 4, **facts}).percent == percent


@pytest.mark.rule("CS-7.3b")
def test_grazing_hits_are_multiplied_by_the_ranks_of_those_behind(outcome):
    made = outcome("grazing-fire", [40], guns=4, first_range=300, range=500, target_formation="closed_column")
    assert (made.hits, made.casualties) == (1, 4)
    assert outcome("grazing-fire", [41], guns=4, first_range=300, range=500).hits == 0


@pytest.mark.rule("CS-7.3b", "CS-7.3a")
def test_grazing_fire_is_forbidden_for_the_same_reasons_as_any():
    facts = {"guns": 4, "first_range": 300, "range": 500}
    assert barred("grazing-fire", slope="steep", **facts) == "CS-7.2.2e"
    assert barred("grazing-fire", in_close_combat=True, **facts) == "CS-9.1b"


@pytest.mark.rule("CS-7.6a")
@pytest.mark.parametrize(
    "guns, facts, destroyed, disorder",
    [
        (1, {}, 0, 1),
        (2, {}, 1, 2),
        (3, {}, 1, 3),
        (4, {}, 2, 4),
        (1, {"target_formation": "limbered"}, 1, 2),
        (1, {"hits_before": 1}, 1, 1),
        (1, {"hits_before": 2}, 0, 1),
        (2, {"hits_before": 3}, 1, 2),
    ],
)
def test_two_hits_in_a_turn_destroy_a_gun(outcome, guns, facts, destroyed, disorder):
    battery = {"target_arm": "artillery", "target_formation": "unlimbered", **facts}
    made = outcome("artillery", guns=guns, range=P3, **battery)
    assert (made.guns_destroyed, made.disorder, made.casualties) == (destroyed, disorder, 0)


@pytest.mark.rule("CS-7.6a")
def test_infantry_has_no_guns_to_lose(outcome):
    assert outcome("artillery", guns=4, range=P3, hits_before=1).guns_destroyed == 0


@pytest.mark.rule("CS-7.6a")
@pytest.mark.parametrize(
    "dice, guns, destroyed",
    [([3, 3], 6, 1), ([3, 4], 6, 0), ([1, 2, 1, 2], 6, 2), ([5, 5, 5], 6, 1), ([4, 4, 4, 4], 4, 1), ([2], 2, 0)],
)
def test_hits_may_fall_on_guns_at_random(outcome, dice, guns, destroyed):
    made = outcome("gun-allocation", dice, "random-allocation", hits=len(dice), guns=guns)
    assert made.guns_destroyed == destroyed


@pytest.mark.rule("CS-7.6a")
def test_random_allocation_leaves_the_guns_to_its_own_roll(roll):
    facts = {"guns": 4, "range": P3, "target_arm": "artillery", "target_formation": "unlimbered"}
    assert roll("artillery", [], "random-allocation", **facts).outcome.guns_destroyed == 0
    assert roll("gun-allocation", [], hits=4, guns=6).refusal.rule == "CS-7.6a"


@pytest.mark.rule("CS-7.6a")
def test_two_hits_on_two_guns_fall_together_half_the_time():
    check = systems.rules("cold-steel", "random-allocation")["gun-allocation"]
    odds = check.odds(check.situation(hits=2, guns=2))
    assert odds.probability((1,)) == Fraction(1, 2)


@pytest.mark.rule("CS-7.6b")
@pytest.mark.parametrize("hits, guns, destroyed", [(0, 6, 0), (1, 6, 1), (2, 6, 2), (7, 6, 6)])
def test_every_small_arms_hit_costs_a_gun(outcome, hits, guns, destroyed):
    assert outcome("crews-shot-down", hits=hits, guns=guns).guns_destroyed == destroyed


@pytest.mark.rule("CS-7.6b", "CS-8.2.4b")
def test_two_musket_hits_on_a_battery_place_no_disorder(outcome):
    made = outcome("small-arms", figures=40, range=100, target_arm="artillery", target_formation="unlimbered")
    assert (made.hits, made.disorder) == (2, 0)


@pytest.mark.rule("CS-7.2.5b")
@pytest.mark.parametrize(
    "facts, burning",
    [
        ({}, False),
        ({"howitzer_hits": 1}, False),
        ({"howitzer_hits": 2}, True),
        ({"rocket_hits": 1}, True),
        ({"gun_hits": 5}, False),
        ({"howitzer_hits": 1, "gun_hits": 5}, False),
        ({"howitzer_hits": 2, "flammable": False}, False),
        ({"rocket_hits": 1, "flammable": False}, False),
    ],
)
def test_shells_and_rockets_set_houses_alight(outcome, facts, burning):
    assert outcome("structure-alight", **facts).burning is burning


FRIEND = {"guns": 3, "range": 500, "friend_in_arc": True}


@pytest.mark.rule("CS-7.7a")
@pytest.mark.parametrize("double", [11, 22, 33, 44, 55, 66, 77, 88, 99, 100])
def test_every_double_strikes_the_friend(outcome, double):
    made = outcome("artillery", [double], **FRIEND)
    assert (made.hits, made.friend_casualties, made.friend_disorder) == (0, 1, 1)


@pytest.mark.rule("CS-7.7a")
@pytest.mark.parametrize("die, hits", [(38, 1), (60, 1), (61, 0), (10, 1), (1, 1), (12, 1), (98, 0)])
def test_other_rolls_spare_the_friend(outcome, die, hits):
    made = outcome("artillery", [die], **FRIEND)
    assert (made.hits, made.friend_casualties) == (hits, 0)


@pytest.mark.rule("CS-7.7a")
@pytest.mark.parametrize("die, hits", [(22, 1), (77, 0), (100, 0)])
def test_doubles_mean_nothing_without_a_friend(outcome, die, hits):
    made = outcome("artillery", [die], guns=3, range=500)
    assert (made.hits, made.friend_casualties) == (hits, 0)


@pytest.mark.rule("CS-7.7b")
@pytest.mark.parametrize(
    "dice, hits, astray",
    [
        ([47, 33, 50], 2, 1),
        ([47, 34, 51], 2, 0),
        ([11, 100, 88], 0, 3),
        ([99, 99, 51], 0, 2),
        ([98, 97, 49], 3, 0),
    ],
)
def test_sure_hits_are_rolled_for_when_a_friend_is_in_the_arc(outcome, dice, hits, astray):
    made = outcome("artillery", dice, guns=5, range=P2, friend_in_arc=True)
    assert (made.hits, made.friend_casualties) == (hits, astray)


@pytest.mark.rule("CS-7.7b")
def test_a_sure_hit_needs_no_roll_without_a_friend(roll):
    assert roll("artillery", [], **SURE).dice == ()
    assert roll("artillery", [11], **SURE, friend_in_arc=True).outcome.hits == 0


@pytest.mark.rule("CS-7.7a", "CS-7.7b")
def test_exact_odds_of_friendly_fire(cs):
    odds = cs["artillery"].odds(cs["artillery"].situation(**FRIEND))
    assert odds.chance(lambda made: made.friend_casualties == 1) == Fraction(10, 100)
    assert odds.chance(lambda made: made.hits == 1) == Fraction(55, 100)


@pytest.mark.rule("CS-7.7c")
@pytest.mark.parametrize(
    "variants, facts, casualties, disorder, guns",
    [
        ([], {"friend_ranks": 4}, 4, 4, 0),
        ([], {"friend_ranks": 7}, 7, 7, 0),
        (["raw-hit-disorder"], {"friend_ranks": 4}, 4, 1, 0),
        ([], {"friend_arm": "artillery", "friend_ranks": 1}, 0, 1, 0),
        ([], {"friend_arm": "artillery", "friend_ranks": 2}, 0, 2, 1),
    ],
)
def test_a_friend_suffers_what_an_enemy_would(outcome, variants, facts, casualties, disorder, guns):
    made = outcome("artillery", [22], *variants, **FRIEND, **facts)
    assert (made.friend_casualties, made.friend_disorder, made.friend_guns_destroyed) == (casualties, disorder, guns)
    assert (made.casualties, made.disorder) == (0, 0)


@pytest.mark.rule("CS-7.6a", "CS-7.7c")
@pytest.mark.parametrize(
    "change", [{"hits_before": 1}, {"friend_arm": "artillery"}, {"friend_ranks": 2}, {"target_aspect": 90}]
)
def test_odds_are_told_apart_by_all_that_the_result_looks_at(cs, change):
    check = cs["artillery"]
    battery = {**FRIEND, "target_arm": "artillery", "target_formation": "unlimbered"}
    assert check.odds(check.situation(**battery)) != check.odds(check.situation(**battery, **change))
