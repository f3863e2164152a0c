"""Chapter 1: grand-tactical cards."""

from fractions import Fraction

import pytest


@pytest.mark.rule("CS-1.6a")
@pytest.mark.parametrize(
    "five_mm, sheet", [(False, "8.5 x 11 inches"), (True, "half of 8.5 x 11 inches, or 4 x 6 inches")]
)
def test_sheet_that_covers_a_card(outcome, five_mm, sheet):
    assert outcome("card-size", five_mm=five_mm).sheet == sheet


@pytest.mark.rule("CS-1.6.2a")
@pytest.mark.parametrize(
    "brigades, regiments, each, others, cards",
    [
        (2, 2, 3, 0, 4),  # the French division of twelve battalions
        (1, 4, 1, 0, 1),  # a British brigade
        (1, 5, 1, 0, 1),
        (1, 6, 1, 0, 2),
        (1, 2, 2, 0, 1),
        (1, 2, 2, 1, 1),
        (1, 2, 2, 2, 2),
        (1, 1, 3, 0, 1),
        (1, 1, 3, 2, 2),
        (3, 1, 3, 2, 6),
        (0, 4, 1, 0, 0),
    ],
)
def test_cards_of_infantry(outcome, brigades, regiments, each, others, cards):
    brigade = {"regiments": regiments, "battalions_each": each, "other_battalions": others}
    assert outcome("card-count", infantry_brigades=brigades, **brigade).cards == cards


@pytest.mark.rule("CS-1.6.2c", "CS-1.6.2d")
def test_a_cavalry_division_of_two_brigades_with_its_guns_has_two_cards(outcome):
    assert outcome("card-count", cavalry_brigades=2, attached_batteries=2).cards == 2


@pytest.mark.rule("CS-1.6.2d")
def test_attached_battery_has_no_card_a_reserve_has_one(outcome):
    assert outcome("card-count", attached_batteries=1).cards == 0
    assert outcome("card-count", battery_groups=1).cards == 1


@pytest.mark.rule("CS-1.6.2a", "CS-1.6.2c", "CS-1.6.2d")
def test_every_card_is_accounted_for(roll):
    corps = {"infantry_brigades": 2, "regiments": 2, "battalions_each": 4, "other_battalions": 1}
    result = roll("card-count", **corps, cavalry_brigades=1, battery_groups=1)
    assert [(line.rule, line.label, line.value) for line in result.modifiers] == [
        ("CS-1.6.2a", "a card for each regiment of 3 battalions or more", 4),
        ("CS-1.6.2a", "a card for up to 5 other battalions of a brigade", 2),
        ("CS-1.6.2c", "a card for each cavalry brigade", 1),
        ("CS-1.6.2d", "a card for each group of batteries outside brigades and divisions", 1),
    ]


@pytest.mark.rule("CS-1.6.2b")
@pytest.mark.parametrize("units", [3, 4, 5])
def test_three_to_five_small_regiments_share_a_card(outcome, units):
    assert outcome("mixed-force", units=units).cards == 1


@pytest.mark.rule("CS-1.6.2b")
@pytest.mark.parametrize(
    "facts, reason",
    [
        ({"units": 2}, "a mixed force has 3 to 5 units"),
        ({"units": 6}, "a mixed force has 3 to 5 units"),
        ({"units": 3, "together": False}, "a mixed force belongs to one brigade or task force"),
        ({"units": 3, "single": False}, "only regiments of a single battalion or squadron make up a mixed force"),
    ],
)
def test_no_mixed_force(roll, facts, reason):
    assert roll("mixed-force", **facts).refusal == ("CS-1.6.2b", reason)


@pytest.mark.rule("CS-1.6.2e")
@pytest.mark.parametrize("battalions, squadrons", [(1, 0), (0, 2), (1, 3), (4, 0), (0, 4), (1, 1)])
def test_ad_hoc_group(outcome, battalions, squadrons):
    assert outcome("ad-hoc-group", battalions=battalions, squadrons=squadrons).cards == 1


@pytest.mark.rule("CS-1.6.2e")
@pytest.mark.parametrize(
    "facts, reason",
    [
        ({"squadrons": 1}, "an ad hoc group has at least 1 battalion or 2 squadrons"),
        ({"battalions": 5}, "an ad hoc group has at most 4 units"),
        ({"battalions": 1, "squadrons": 4}, "an ad hoc group has at most 4 units"),
        ({"battalions": 1, "groups": 1}, "a division forms no more than 1 ad hoc group"),
        ({"battalions": 1, "brigades": 1}, "only a division of 2 or more brigades forms an ad hoc group"),
    ],
)
def test_no_ad_hoc_group(roll, facts, reason):
    assert roll("ad-hoc-group", **facts).refusal == ("CS-1.6.2e", reason)


DUMMIES = {
    15: [2, 4, 6, 8, 10, 12, 14, 16, 18],
    14: [1, 2, 4, 5, 6, 8, 9, 10, 12],
    12: [1, 2, 4, 5, 6, 8, 9, 10, 12],
    11: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    9: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    8: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    6: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    5: [0, 1, 1, 2, 3, 3, 4, 5, 5],
    3: [0, 1, 1, 2, 3, 3, 4, 5, 5],
    2: [0, 0, 1, 2, 2, 3, 3, 4, 4],
    0: [0, 0, 1, 2, 2, 3, 3, 4, 4],
    -1: [0, 0, 0, 1, 1, 2, 2, 3, 4],
}


def _conditions(total):
    """A die and a commander that make the total: a superior one adds 6, a poor one takes 4 away."""
    if total > 10:
        return total - 6, {"commander": "superior"}
    return (total + 4, {"commander": "poor"}) if total < 1 else (total, {})


@pytest.mark.rule("CS-1.6.2.1a")
@pytest.mark.parametrize("column", range(1, 10))
@pytest.mark.parametrize("total", DUMMIES)
def test_dummy_cards_by_total_and_column(roll, total, column):
    die, conditions = _conditions(total)
    for regiments in (2 * column - 1, 2 * column):
        result = roll("dummy-cards", [die], regiments=regiments, **conditions)
        assert (result.total, result.outcome.most) == (total, DUMMIES[total][column - 1])


@pytest.mark.rule("CS-1.6.2.1a", "CS-1.6.2f")
@pytest.mark.parametrize(
    "regiments, die, commander, total, most",
    [(12, 7, "superior", 13, 8), (5, 2, "poor", -2, 0), (20, 9, "superior", 15, 18), (200, 9, "superior", 15, 18)],
)
def test_dummy_cards_of_the_ledger(roll, regiments, die, commander, total, most):
    result = roll("dummy-cards", [die], regiments=regiments, commander=commander)
    assert (result.total, result.outcome.most) == (total, most)


@pytest.mark.rule("CS-1.6.2.2", "CS-1.6.2f")
@pytest.mark.parametrize(
    "facts, value",
    [
        ({}, 0),
        ({"light": "twilight"}, 4),
        ({"light": "darkness"}, 6),
        ({"terrain": "rolling"}, 2),
        ({"terrain": "hilly_wooded"}, 4),
        ({"terrain": "mountainous"}, 0),
        ({"terrain": "desert"}, 0),
        ({"commander": "superior"}, 6),
        ({"commander": "average"}, 0),
        ({"commander": "poor"}, -4),
        ({"light": "darkness", "terrain": "rolling", "commander": "superior"}, 14),
    ],
)
def test_dummy_card_modifiers(roll, facts, value):
    assert roll("dummy-cards", [5], regiments=12, **facts).total == 5 + value


@pytest.mark.rule("CS-1.6.5a", "CS-1.6.5b")
def test_overcrowded_units_are_thrown_into_disorder(outcome):
    assert outcome("overcrowding") == (6, True, False, 0)


@pytest.mark.rule("CS-1.6.5a", "CS-1.6.5b")
def test_with_room_enough_nothing_happens(outcome):
    assert outcome("overcrowding", overlapping=False, shaken=True, hits=3) == (0, False, False, 3)


@pytest.mark.rule("CS-1.6.5c")
@pytest.mark.parametrize("shaken", [True, False])
def test_overcrowded_units_check_morale_if_shelled_or_threatened(outcome, shaken):
    assert outcome("overcrowding", shaken=shaken).morale_check is shaken


@pytest.mark.rule("CS-1.6.5c")
def test_the_new_disorder_counts_in_that_check(outcome, modifier):
    disorder = outcome("overcrowding", shaken=True).disorder_each
    assert modifier("morale", morale_rating=9, disorder=disorder) == 9 - 6


@pytest.mark.rule("CS-1.6.5d")
def test_overcrowding_doubles_the_hits(outcome):
    assert outcome("overcrowding", hits=3).hits == 6
    assert outcome("card-hits", hits=3, overcrowded=True).hits == 6


@pytest.mark.rule("CS-1.6.6a")
def test_hits_stay_on_the_card_until_figures_replace_it(roll):
    assert roll("card-hits", hits=2, figures_placed=False).refusal.rule == "CS-1.6.6a"
    assert roll("card-hits", hits=2).outcome.hits == 2


@pytest.mark.rule("CS-1.6.6b")
@pytest.mark.parametrize("wave, hits", [("first", 5), ("second", 2), ("third", 1)])
def test_five_hits_fall_on_three_waves(outcome, wave, hits):
    assert outcome("card-hits", hits=5, wave=wave).hits == hits


@pytest.mark.rule("CS-1.6.6b")
@pytest.mark.parametrize("wave, die, hits", [("second", 20, 2), ("second", 21, 1), ("third", 60, 1), ("third", 61, 0)])
def test_a_fraction_is_a_percent_chance(outcome, wave, die, hits):
    assert outcome("card-hits", [die], hits=3, wave=wave).hits == hits


@pytest.mark.rule("CS-1.6.6b")
def test_odds_of_the_odd_hit(cs):
    check = cs["card-hits"]
    odds = check.odds(check.situation(hits=3, wave="second"))
    assert odds.chance(lambda wave: wave.hits == 2) == Fraction(1, 5)


@pytest.mark.rule("CS-1.6.6b")
@pytest.mark.parametrize("hits, units, each, one_more", [(5, 2, 2, 1), (4, 2, 2, 0), (7, 4, 1, 3), (2, 3, 0, 2)])
def test_hits_are_split_equally_and_odd_ones_go_to_the_right(outcome, hits, units, each, one_more):
    assert outcome("card-hits", hits=hits, units=units) == (hits, each, one_more)
