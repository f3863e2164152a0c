"""Chapter 7: the chance of artillery fire, what forbids it, and what its hits do."""

import pytest

from grognard import systems

P0, P1, P2, P3 = 900, 400, 100, 10


def pool(*variants, check="artillery", **facts):
    """The percentages of a fire, without rolling."""
    bound = systems.rules("cold-steel", *variants)[check]
    return bound.pool(bound.situation(**{"guns": 1, "range": P2, **facts}))


def each(*variants, **facts):
    """The final percentage of one gun."""
    return pool(*variants, **facts).each


def barred(*variants, check="artillery", **facts):
    """The id of the rule that forbids the fire, or None."""
    bound = systems.rules("cold-steel", *variants)[check]
    refusal = bound.refusal(bound.situation(**{"guns": 1, "range": P2, **facts}))
    return refusal and refusal.rule


@pytest.mark.rule("CS-7.2", "CS-7.2.1a")
@pytest.mark.parametrize(
    "paces, percent", [(0, 100), (20, 100), (21, 50), (120, 50), (121, 20), (600, 20), (601, 10), (1200, 10)]
)
def test_base_by_range(paces, percent):
    assert each(range=paces) == percent


@pytest.mark.rule("CS-7.2.1b")
@pytest.mark.parametrize("paces, rule", [(1200, None), (1201, "CS-7.2.1b"), (5000, "CS-7.2.1b")])
def test_no_fire_beyond_p0(paces, rule):
    assert barred(range=paces) == rule


ROWS = [  # facts, guns, howitzers; at P2 guns have 50%, howitzers 60%
    ({}, 0, 0),
    ({"wet_ground": True}, -7, -7),
    ({"terrain": "rolling"}, -10, -10),
    ({"terrain": "mountainous"}, -25, -25),
    ({"terrain": "hilly_wooded"}, 0, 0),
    ({"terrain": "desert"}, 0, 0),
    ({"slope": "up_gentle"}, -8, 0),
    ({"slope": "down_gentle"}, 10, 10),
    ({"slope": "moderate"}, -20, 0),
    ({"target_formation": "open_order"}, -5, -5),
    ({"target_formation": "extended_order"}, -10, -10),
    ({"target_formation": "skirmish_squares"}, 0, 0),
    ({"target_formation": "closed_square"}, 0, 0),
    ({"target_arm": "artillery", "target_formation": "unlimbered_open"}, -5, -5),
    ({"target_arm": "artillery", "target_formation": "unlimbered"}, 0, 0),
    ({"target_cover": "light_cover"}, -4, -4),
    ({"target_cover": "heavy_cover"}, -10, -10),
    ({"target_cover": "heavy_woods"}, -10, -10),
    ({"target_cover": "light_works"}, -10, 0),
    ({"target_cover": "medium_works"}, -15, 0),
    ({"target_cover": "heavy_works"}, -25, 0),
    ({"target_cover": "light_cover,heavy_works"}, -25, -4),
    ({"target_cover": "heavy_cover,light_works"}, -10, -10),
    ({"disorder": 1}, -5, -5),
    ({"disorder": 3}, -15, -15),
    ({"discipline": "hardened"}, 10, 10),
    ({"discipline": "disciplined"}, 5, 5),
    ({"discipline": "trained"}, 0, 0),
    ({"discipline": "militia"}, -5, -5),
    ({"discipline": "raw_recruits"}, -10, -10),
    ({"discipline": "rabble"}, -20, -20),
    ({"weather": "fog"}, -10, -10),
    ({"weather": "snow"}, -10, -10),
    ({"weather": "rain"}, -17, -17),
    ({"weather": "rain", "wet_ground": True}, -17, -17),
    ({"under_fire": True}, -5, -5),
    ({"smoke": True}, -8, -8),
    ({"target_moved": False}, 5, 5),
    ({"status": "resolute"}, 0, 0),
    ({"nation": "french"}, 0, 0),
    ({"secret_howitzer": True}, 0, 0),
]


@pytest.mark.rule(
    "CS-7.2.2a",
    "CS-7.2.2c",
    "CS-7.2.2d",
    "CS-7.2.2f",
    "CS-7.2.2g",
    "CS-7.2.2h",
    "CS-7.2.2k",
    "CS-7.2.2l",
    "CS-7.2.2m",
    "CS-7.2.2o",
    "CS-7.2.2p",
)
@pytest.mark.parametrize("facts, guns, howitzers", ROWS)
def test_modifiers(facts, guns, howitzers):
    assert each(**facts) == 50 + guns
    assert each(piece="howitzer", **facts) == 60 + howitzers
    assert each(piece="mortar", **facts) == 50 + howitzers


@pytest.mark.rule("CS-7.2.2b")
@pytest.mark.parametrize(
    "pounds, value", [(3, -8), (4, -8), (5, -8), (6, 0), (8, 0), (10, 0), (11, 8), (12, 8), (24, 8)]
)
def test_weight_of_shot(pounds, value):
    assert each(pounds=pounds) == 50 + value


@pytest.mark.rule("CS-7.2.2b", "CS-7.2.2n")
@pytest.mark.parametrize("pounds", [4, 24])
def test_weight_says_nothing_about_howitzers(pounds):
    assert each(piece="howitzer", pounds=pounds) == 60
    assert each(piece="mortar", pounds=pounds) == 50


@pytest.mark.rule("CS-7.2.2n")
@pytest.mark.parametrize("paces, percent", [(10, 110), (20, 110), (21, 60), (120, 60), (121, 20), (601, 10)])
def test_howitzers_gain_at_close_quarters(paces, percent):
    assert each(piece="howitzer", range=paces) == percent


@pytest.mark.rule("CS-7.2.2a")
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({"pounds": 12, "range": P1, "target_moved": False}, 33),
        ({"pounds": 4, "discipline": "militia", "range": P0}, 0),
        ({"pounds": 12, "discipline": "hardened", "disorder": 2}, 58),
    ],
)
def test_rows_add_up_and_never_fall_below_nothing(facts, percent):
    assert each(**facts) == percent


@pytest.mark.rule("CS-7.2.2a")
def test_a_chance_below_nothing_is_shown_as_raised_to_it(roll):
    result = roll("artillery", guns=6, range=P0, pounds=4, discipline="militia")
    assert [(line.label, line.value) for line in result.modifiers] == [
        ("base at P0", 10),
        ("light gun", -8),
        ("militia", -5),
        ("never below 0", 3),
    ]
    assert (result.total, result.details["pool_percent"], result.outcome.hits) == (0, 0, 0)


@pytest.mark.rule("CS-7.2.2c")
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({"terrain": "rolling", "range": 500}, 10),
        ({"terrain": "mountainous", "range": 500}, 0),
        ({"terrain": "mountainous", "range": 100}, 25),
        ({"terrain": "rolling", "range": 600}, 10),
    ],
)
def test_hilly_tables(facts, percent):
    assert each(**facts) == percent


@pytest.mark.rule(
    "CS-7.2.2d", "CS-7.2.2f", "CS-7.2.2h", "CS-7.2.2k", "CS-7.2.2l", "CS-7.2.2m", "CS-7.2.2o", "CS-7.2.2p"
)
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({"pounds": 6, "slope": "up_gentle"}, 12),
        ({"piece": "howitzer", "slope": "up_gentle"}, 20),
        ({"pounds": 6, "slope": "down_gentle"}, 30),
        ({"slope": "moderate", "range": P2}, 30),
        ({"slope": "moderate", "range": P2, "piece": "howitzer"}, 60),
        ({"target_cover": "medium_works"}, 5),
        ({"target_cover": "medium_works", "piece": "howitzer"}, 20),
        ({"target_cover": "heavy_works"}, 0),
        ({"target_cover": "heavy_works", "piece": "howitzer"}, 20),
        ({"target_cover": "heavy_cover", "piece": "howitzer"}, 10),
        ({"target_moved": False}, 25),
        ({"target_moved": True}, 20),
        ({"under_fire": True}, 15),
        ({"smoke": True}, 12),
        ({"discipline": "hardened", "disorder": 1}, 25),
        ({"discipline": "rabble"}, 0),
        ({"discipline": "raw_recruits"}, 10),
        ({"target_formation": "open_order"}, 15),
        ({"target_formation": "extended_order"}, 10),
        ({"target_arm": "artillery", "target_formation": "unlimbered_open", "target_moved": False}, 20),
        ({"wet_ground": True}, 13),
        ({"weather": "rain"}, 3),
    ],
)
def test_ledger_cases_at_p1(facts, percent):
    assert each(**{"range": P1, **facts}) == percent


@pytest.mark.rule("CS-7.2.2g")
@pytest.mark.parametrize(
    "facts, main, quick",
    [
        ({"weather": "fog", "discipline": "disciplined", "range": P1, "moved": True}, 7, 6),
        ({"weather": "fog", "discipline": "disciplined", "range": P1, "moved": False, "target_moved": False}, 20, 15),
        ({"weather": "fog", "discipline": "disciplined", "range": P1}, 15, 15),
        ({"weather": "snow"}, 40, 27),
        ({"weather": "rain"}, 33, 24),
        ({"weather": "clear"}, 50, 55),
    ],
)
def test_quick_reference_halves_in_bad_weather(facts, main, quick):
    assert each(**facts) == main
    assert each("quick-reference", **facts) == quick


@pytest.mark.rule("CS-7.2.2g")
def test_fog_halves_before_the_move_does(roll):
    facts = {"weather": "fog", "discipline": "disciplined", "moved": True}
    result = roll("artillery", [50], "quick-reference", guns=1, range=P1, **facts)
    assert [line.value for line in result.modifiers] == [20, 5, -13, -6]
    assert [line.label for line in result.modifiers[2:]] == [
        "rain, snow or fog: halved, rounding down",
        "firing unit moved: halved, rounding down",
    ]


@pytest.mark.rule("CS-7.2.2h")
@pytest.mark.parametrize(
    "facts, main, quick",
    [
        ({"target_moved": False}, 55, 55),
        ({"target_moved": True}, 50, 55),
        ({"target_moved": False, "moved": True}, 27, 25),
        ({"target_moved": False, "pivots": True}, 27, 25),
        ({"target_moved": True, "moved": True}, 25, 25),
    ],
)
def test_who_must_have_stood_still(facts, main, quick):
    assert each(**facts) == main
    assert each("quick-reference", **facts) == quick


@pytest.mark.rule("CS-7.2.2h")
def test_quick_reference_contradicts_the_printed_example():
    assert pool("quick-reference", guns=4, range=P0, discipline="disciplined").percent == 80


@pytest.mark.rule("CS-7.2.2i", "CS-7.1d")
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({"range": P0, "discipline": "disciplined"}, 15),
        ({"range": P0, "discipline": "disciplined", "moved": True}, 7),
        ({"range": P0, "discipline": "disciplined", "pivots": True}, 7),
        ({"range": P0, "discipline": "disciplined", "movement_used": 50}, 7),
        ({"range": P0, "discipline": "disciplined", "status": "wavering"}, 7),
        ({"range": P0, "discipline": "disciplined", "moved": True, "status": "wavering"}, 3),
        ({"range": P0, "discipline": "disciplined", "moved": True, "pivots": True}, 7),
        ({"range": P1, "pounds": 12, "target_moved": False, "status": "wavering"}, 16),
        ({"range": P1, "bearing": 30, "pivots": True}, 10),
    ],
)
def test_halvings_follow_each_other_and_round_down(facts, percent):
    assert each(**facts) == percent


@pytest.mark.rule("CS-7.2.2i")
def test_the_percentage_is_halved_gun_by_gun():
    assert pool(guns=4, range=P0, discipline="disciplined", moved=True) == (7, 4, 28)


@pytest.mark.rule("CS-7.1c", "CS-7.1d", "CS-7.1f", "CS-7.2.2c", "CS-7.2.2d", "CS-7.2.2e", "CS-7.2.2i", "CS-9.1b")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({}, None),
        ({"status": "wavering"}, None),
        ({"status": "broken"}, "CS-7.2.2i"),
        ({"status": "routed"}, "CS-7.2.2i"),
        ({"status": "dispersed"}, "CS-7.2.2i"),
        ({"in_close_combat": True}, "CS-9.1b"),
        ({"movement_used": 50}, None),
        ({"movement_used": 51}, "CS-7.1f"),
        ({"bearing": 22}, None),
        ({"bearing": 23}, "CS-7.1c"),
        ({"bearing": 180, "pivots": True}, None),
        ({"bearing": 30, "pivots": True, "movement_used": 100}, "CS-7.1f"),
        ({"visible": False, "piece": "howitzer", "range": P1}, "CS-7.2.2e"),
        ({"slope": "steep"}, "CS-7.2.2e"),
        ({"slope": "steep", "piece": "howitzer"}, "CS-7.2.2e"),
        ({"slope": "moderate"}, None),
        ({"target_cover": "heavy_cover", "range": 600}, None),
        ({"target_cover": "heavy_cover", "range": 601}, "CS-7.2.2e"),
        ({"target_cover": "heavy_woods", "range": 601}, "CS-7.2.2e"),
        ({"target_cover": "heavy_works", "range": 601}, None),
        ({"terrain": "rolling", "range": 600}, None),
        ({"terrain": "rolling", "range": 601}, "CS-7.2.2c"),
        ({"terrain": "mountainous", "range": 600}, None),
        ({"terrain": "mountainous", "range": 700}, "CS-7.2.2c"),
        ({"terrain": "hilly_wooded", "range": 700}, None),
        ({"target_arm": "cavalry", "target_formation": "closed_square"}, "CS-7.2.3a"),
    ],
)
def test_prohibitions(facts, rule):
    assert barred(**facts) == rule


@pytest.mark.rule("CS-7.2.2e")
def test_a_target_in_heavy_cover_at_the_edge_of_p1():
    assert each(range=600, target_cover="heavy_cover") == 10


@pytest.mark.rule("CS-7.2.2j")
@pytest.mark.parametrize(
    "nation, year, value",
    [
        ("french", 1809, 5),
        ("british", 1809, -4),
        ("austrian", 1809, -5),
        ("russian", 1809, 3),
        ("spanish", 1809, -5),
        ("other", 1809, 0),
        ("prussian", 1805, 0),
        ("prussian", 1806, -3),
        ("prussian", 1807, -3),
        ("prussian", 1808, -5),
        ("prussian", 1814, -5),
        ("prussian", 1815, 5),
        ("prussian", 1816, 0),
    ],
)
def test_national_option(nation, year, value):
    assert each("national-artillery", range=P1, nation=nation, year=year) == 20 + value
    assert each(range=P1, nation=nation, year=year) == 20


@pytest.mark.rule("CS-7.2.2j")
def test_national_labels_name_the_years(cs):
    rows = cs.tables.rows("CS-7.2.2j")
    assert rows["prussian_1806"].label == "Prussian artillery 1806-1807"
    assert rows["prussian_1808"].label == "Prussian artillery 1808-1814"
    assert rows["prussian_1815"].label == "Prussian artillery 1815"


@pytest.mark.rule("CS-7.2.2j")
def test_national_option_in_the_printed_example():
    facts = {"guns": 4, "range": P0, "discipline": "disciplined", "nation": "french"}
    assert pool("national-artillery", **facts).percent == 80
    assert pool(**facts).percent == 60


@pytest.mark.rule("CS-M2-7.2.2")
def test_module_2_knows_no_national_artillery():
    facts = {"range": P1, "nation": "french"}
    assert each("national-artillery", **facts) == 25
    assert each("national-artillery", "module-2", **facts) == 20


@pytest.mark.rule("CS-M2-7.2.1a")
@pytest.mark.parametrize("paces, early, late", [(P0, 5, 10), (P1, 10, 20), (P2, 25, 50), (P3, 50, 100)])
def test_early_artillery_has_half_the_base(paces, early, late):
    assert each("module-2", range=paces, year=1720) == early
    assert each("module-2", range=paces, year=1721) == late
    assert each(range=paces, year=1704) == late


@pytest.mark.rule("CS-M2-7.2.1a")
def test_only_the_base_is_halved():
    assert each("module-2", range=P1, year=1704, pounds=6, discipline="disciplined") == 15


@pytest.mark.rule("CS-M2-7.2.1b")
@pytest.mark.parametrize(
    "variants, facts, percent",
    [
        (["secret-howitzer"], {"piece": "howitzer", "range": P3}, 120),
        (["secret-howitzer"], {"piece": "howitzer", "range": P2}, 60),
        (["secret-howitzer"], {"piece": "gun", "range": P3}, 100),
        (["module-2"], {"piece": "howitzer", "range": P3}, 110),
        ([], {"piece": "howitzer", "range": P3}, 110),
    ],
)
def test_the_russian_secret_howitzer(variants, facts, percent):
    assert each(*variants, secret_howitzer=True, **facts) == percent


@pytest.mark.rule("CS-7.2.6a")
def test_worked_example_of_the_french_guns(roll):
    result = roll("artillery", [38], guns=4, range=P0, pounds=8, discipline="disciplined", nation="french")
    assert [(line.rule, line.value) for line in result.modifiers] == [("CS-7.2.1a", 10), ("CS-7.2.2a", 5)]
    assert result.details == {
        "percent_each": 15, "shooters": 4, "pool_percent": 60, "automatic": 0, "remainder": 60, "hits": 1,
    }  # fmt: skip
    assert (result.outcome.casualties, result.outcome.disorder) == (1, 1)


@pytest.mark.rule("CS-7.2.6a")
def test_the_same_guns_on_a_closed_column(outcome):
    made = outcome("artillery", [38], guns=4, range=P0, discipline="disciplined", target_formation="closed_column")
    assert (made.casualties, made.disorder) == (4, 4)


@pytest.mark.rule("CS-7.2.6b", "CS-7.2.4b")
def test_worked_example_of_the_french_howitzers(roll):
    result = roll("artillery", [63], guns=2, range=P0, piece="howitzer", discipline="disciplined", nation="french")
    assert result.details == {
        "percent_each": 15, "shooters": 2, "pool_percent": 30, "automatic": 0, "remainder": 30, "hits": 0,
    }  # fmt: skip
    assert (result.outcome.casualties, result.outcome.disorder) == (0, 0)
