"""Chapter 8: small arms fire."""

import pytest

from grognard import systems

FAR, CLOSE = 100, 50
"""Paces for a musket: effective, and close."""


def pool(*variants, **facts):
    """The percentages of a volley, without rolling."""
    check = systems.rules("cold-steel", *variants)["small-arms"]
    return check.pool(check.situation(**{"figures": 1, "range": FAR, **facts}))


def each(*variants, **facts):
    """The final percentage of one figure."""
    return pool(*variants, **facts).each


def barred(**facts):
    """The id of the rule that forbids the fire, or None."""
    check = systems.rules("cold-steel")["small-arms"]
    refusal = check.refusal(check.situation(**{"figures": 1, "range": FAR, **facts}))
    return refusal and refusal.rule


RANGES = [  # weapon, close, effective
    ("musket", 60, 120),
    ("cap_lock", 80, 240),
    ("rifle", 120, 240),
    ("early_firelock", 40, 80),
    ("bow", 80, 200),
    ("javelin", 20, 40),
    ("carbine", 40, 80),
    ("pistol", 20, 40),
]


@pytest.mark.rule("CS-8.2", "CS-8.2.1a", "CS-8.2.1b")
@pytest.mark.parametrize("weapon, close, effective", RANGES)
def test_ranges(weapon, close, effective):
    assert each(weapon=weapon, range=0) == 10
    assert each(weapon=weapon, range=close) == 10
    assert each(weapon=weapon, range=close + 1) == 5
    assert each(weapon=weapon, range=effective) == 5
    assert barred(weapon=weapon, range=effective + 1) == "CS-8.2.1b"


STEADY = {"range": CLOSE, "opening_volley": True}
"""Fifteen percent, so that nothing falls below 0."""

ROWS = [
    ({}, 0),
    ({"status": "resolute"}, 3),
    ({"status": "determined"}, 0),
    ({"status": "wavering"}, -4),
    ({"aimed": True}, 2),
    ({"discipline": "hardened"}, 2),
    ({"discipline": "disciplined"}, 1),
    ({"discipline": "trained"}, 0),
    ({"discipline": "militia"}, -1),
    ({"discipline": "raw_recruits"}, -2),
    ({"discipline": "rabble"}, -4),
    ({"unaccustomed": True}, -3),
    ({"arm": "cavalry"}, -3),
    ({"moved": "march"}, -2),
    ({"moved": "quick"}, -3),
    ({"moved": "march", "skirmishers": True}, 0),
    ({"moved": "quick", "skirmishers": True}, 0),
    ({"moved": "march", "walking_fire": True}, -2),
    ({"disorder": 1}, -2),
    ({"disorder": 4}, -8),
    ({"target_formation": "line"}, 0),
    ({"target_formation": "double_line"}, 4),
    ({"target_formation": "line_in_four_ranks"}, 4),
    ({"target_formation": "open_column"}, 4),
    ({"target_formation": "half_interval_column"}, 6),
    ({"target_formation": "closed_column"}, 8),
    ({"target_formation": "open_square"}, 8),
    ({"target_formation": "closed_square"}, 12),
    ({"target_formation": "line", "target_aspect": 60}, 4),
    ({"target_formation": "closed_column", "target_aspect": 60}, 10),
    ({"target_formation": "closed_column", "target_irregular": True}, 0),
    ({"target_arm": "cavalry", "target_formation": "column"}, 6),
    ({"target_arm": "artillery", "target_formation": "limbered"}, 4),
    ({"target_arm": "artillery", "target_formation": "unlimbered"}, 0),
    ({"target_formation": "open_order"}, -1),
    ({"target_formation": "extended_order"}, -2),
    ({"target_formation": "skirmish_squares"}, 0),
    ({"target_cover": "light_cover"}, -1),
    ({"target_cover": "heavy_cover"}, -2),
    ({"target_cover": "heavy_woods"}, -2),
    ({"target_cover": "light_works"}, -1),
    ({"target_cover": "medium_works"}, -2),
    ({"target_cover": "heavy_works"}, -5),
    ({"target_cover": "light_cover,medium_works"}, -2),
    ({"target_cover": "light_cover", "target_irregular": True}, -2),
    ({"target_cover": "heavy_cover", "target_irregular": True}, -4),
    ({"target_cover": "heavy_woods", "target_irregular": True}, -4),
    ({"target_cover": "light_works", "target_irregular": True}, -1),
    ({"target_cover": "medium_works", "target_irregular": True}, -2),
    ({"target_cover": "heavy_works", "target_irregular": True}, -5),
    ({"target_cover": "heavy_cover,heavy_works", "target_irregular": True}, -5),
    ({"weather": "rain"}, -7),
    ({"weather": "snow"}, -7),
    ({"weather": "fog"}, 0),
    ({"smoke": True}, -2),
    ({"slope": "up_slope"}, -2),
    ({"slope": "down_slope"}, -5),
]


@pytest.mark.rule(
    "CS-8.2.2a",
    "CS-8.2.2c",
    "CS-8.2.2e",
    "CS-8.2.2f",
    "CS-8.2.2g",
    "CS-8.2.2h",
    "CS-8.2.2i",
    "CS-8.2.2j",
    "CS-8.2.2k",
    "CS-M2-8.2.2",
)
@pytest.mark.parametrize("facts, value", ROWS)
def test_modifiers(facts, value):
    assert each(**STEADY, **facts) == 15 + value


@pytest.mark.rule("CS-8.2.2a", "CS-8.2.2b", "CS-8.2.2g")
@pytest.mark.parametrize(
    "weapon, opening, rain",
    [
        ("musket", 5, -7),
        ("cap_lock", 5, -7),
        ("rifle", 5, -7),
        ("early_firelock", 5, -7),
        ("carbine", 5, -7),
        ("pistol", 5, -7),
        ("bow", 0, 0),
        ("javelin", 0, 0),
    ],
)
def test_opening_volley_and_rain_are_for_firearms(weapon, opening, rain):
    facts = {"weapon": weapon, "range": 20}
    assert each(**facts) == 10
    assert each(**facts, opening_volley=True) == 10 + opening
    assert each(**facts, weather="rain") == 10 + rain


@pytest.mark.rule("CS-8.2.2f")
def test_twice_the_cover_is_said_in_the_label(roll):
    result = roll("small-arms", [50], figures=10, range=FAR, target_irregular=True, target_cover="heavy_cover")
    assert [(line.label, line.value) for line in result.modifiers] == [
        ("base", 5),
        ("target in heavy cover, twice for irregulars", -4),
    ]


@pytest.mark.rule("CS-8.2.2a")
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({"discipline": "disciplined", "status": "resolute", "opening_volley": True, "range": CLOSE}, 19),
        ({"discipline": "militia", "status": "wavering", "disorder": 2}, 0),
        ({"weapon": "rifle", "aimed": True, "target_formation": "extended_order", "target_cover": "light_cover"}, 9),
    ],
)
def test_rows_add_up_and_never_fall_below_nothing(facts, percent):
    assert each(**facts) == percent


@pytest.mark.rule("CS-8.2.2c", "CS-8.2.2g", "CS-8.2.2h", "CS-8.2.2i", "CS-8.2.2j", "CS-8.2.2k")
@pytest.mark.parametrize(
    "facts, percent",
    [
        ({"moved": "march"}, 3),
        ({"moved": "quick"}, 2),
        ({"moved": "quick", "skirmishers": True}, 5),
        ({"weather": "rain"}, 0),
        ({"weather": "rain", "weapon": "bow"}, 5),
        ({"weather": "rain", **STEADY}, 8),
        ({"slope": "up_slope"}, 3),
        ({"slope": "down_slope"}, 0),
        ({"discipline": "hardened", "status": "resolute", "aimed": True}, 12),
        ({"arm": "cavalry", "disorder": 1}, 0),
        ({"smoke": True}, 3),
        ({"target_formation": "open_order"}, 4),
        ({"target_formation": "extended_order"}, 3),
    ],
)
def test_ledger_cases_at_a_hundred_paces(facts, percent):
    assert each(**facts) == percent


@pytest.mark.rule("CS-8.2.2e")
@pytest.mark.parametrize(
    "formation, aspect, printed, milder",
    [
        ("line", 0, 5, 5),
        ("line", 60, 9, 7),
        ("double_line", 0, 9, 7),
        ("closed_column", 0, 13, 11),
        ("closed_square", 0, 17, 15),
    ],
)
def test_deep_targets(formation, aspect, printed, milder):
    facts = {"target_formation": formation, "target_aspect": aspect}
    assert each(**facts) == printed
    assert each("ranks-beyond-first", **facts) == milder


@pytest.mark.rule("CS-8.1a", "CS-8.1c", "CS-8.1d", "CS-8.1g", "CS-8.2", "CS-8.2.1b", "CS-8.2.2c")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({}, None),
        ({"weapon": "rifle"}, None),
        ({"weapon": "bow"}, None),
        ({"weapon": "javelin", "range": 40}, None),
        ({"weapon": "battalion_gun", "range": 10}, "CS-8.1a"),
        ({"weapon": "rocket", "range": 10}, "CS-8.1a"),
        ({"status": "wavering"}, None),
        ({"status": "broken"}, "CS-8.2"),
        ({"status": "routed"}, "CS-8.2"),
        ({"status": "dispersed"}, "CS-8.2"),
        ({"in_close_combat": True}, "CS-8.1c"),
        ({"in_melee": True}, "CS-8.1g"),
        ({"bearing": 22}, None),
        ({"bearing": 23}, "CS-8.1d"),
        ({"range": 120}, None),
        ({"range": 121}, "CS-8.2.1b"),
        ({"moved": "double"}, "CS-8.2.2c"),
        ({"moved": "double", "skirmishers": True}, "CS-8.2.2c"),
    ],
)
def test_prohibitions(facts, rule):
    assert barred(**facts) == rule


@pytest.mark.rule("CS-8.1c", "CS-9.1b")
def test_a_unit_that_marched_into_p3_still_fires():
    assert each(range=18, moved="march") == 5 + 5 - 2


@pytest.mark.rule("CS-8.2.2d")
@pytest.mark.parametrize(
    "facts, open_square, closed_square",
    [
        ({"target_formation": "closed_column"}, 13, 6),
        ({"range": CLOSE}, 10, 5),
        ({}, 5, 2),
        ({"status": "wavering", "disorder": 1}, 0, 0),
    ],
)
def test_a_closed_square_fires_at_half(facts, open_square, closed_square):
    assert each(**facts) == open_square
    assert each(closed_square=True, **facts) == closed_square


@pytest.mark.rule("CS-8.2.2d")
def test_one_side_of_a_closed_square(outcome):
    side = outcome("square-fire", figures=24).closed_square_side
    assert side == 6
    assert pool(figures=side, range=CLOSE, closed_square=True).percent == 30


@pytest.mark.rule("CS-8.1f")
@pytest.mark.parametrize(
    "figures, attackers, thirds, before",
    [
        (24, 1, (8, 8, 8), (1, 1)),
        (24, 2, (8, 8, 8), (2, 2)),
        (24, 3, (8, 8, 8), (2, 3)),
        (24, 4, (8, 8, 8), (2, 3)),
        (25, 1, (9, 8, 8), (1, 1)),
        (26, 1, (10, 8, 8), (1, 1)),
    ],
)
def test_a_square_fires_by_thirds_at_cavalry(outcome, figures, attackers, thirds, before):
    made = outcome("square-fire", figures=figures, attackers=attackers)
    assert (made.first, made.second, made.third) == thirds
    assert (made.second_before_attacker, made.third_before_attacker) == before


@pytest.mark.rule("CS-8.2.2d")
@pytest.mark.parametrize("figures, side", [(24, 6), (27, 6), (28, 7)])
def test_a_side_is_a_quarter_of_the_square(outcome, figures, side):
    assert outcome("square-fire", figures=figures).closed_square_side == side


@pytest.mark.rule("CS-7.1i", "CS-8.1h", "CS-8.1i", "CS-8.1l")
@pytest.mark.parametrize(
    "facts, firing, live",
    [
        ({}, 24, 24),
        ({"casualties": 2}, 22, 22),
        ({"casualties": 3}, 21, 21),
        ({"formation": "double_line"}, 12, 24),
        ({"formation": "double_line", "casualties": 2}, 12, 22),
        ({"formation": "double_line", "casualties": 12}, 12, 12),
        ({"formation": "double_line", "casualties": 13}, 11, 11),
        ({"formation": "open_order", "casualties": 2}, 22, 22),
        ({"formation": "extended_order"}, 24, 24),
        ({"formation": "column", "leading": 4}, 4, 24),
        ({"formation": "column", "leading": 4, "casualties": 1}, 3, 23),
        ({"formation": "column", "leading": 4, "casualties": 3}, 1, 21),
        ({"formation": "column", "leading": 4, "casualties": 4}, 4, 20),  # the next company is in front now
        ({"formation": "column", "leading": 4, "casualties": 5}, 3, 19),
        ({"formation": "column", "leading": 4, "casualties": 21}, 3, 3),
        ({"formation": "column", "leading": 4, "casualties": 9, "made_good": 7}, 2, 15),
        ({"formation": "column", "leading": 4, "casualties": 9, "made_good": 9}, 4, 15),
        ({"formation": "column", "leading": 4, "casualties": 22, "made_good": 22}, 2, 2),
        ({"formation": "square", "leading": 6}, 6, 24),
        ({"casualties": 30}, 0, 0),
    ],
)
def test_who_fires_and_who_stays_on_the_table(outcome, facts, firing, live):
    assert outcome("firing-figures", figures=24, **facts) == (firing, live, 24)


@pytest.mark.rule("CS-8.1i")
def test_columns_that_close_up_fire_as_before(outcome):
    facts = {"figures": 24, "formation": "column", "leading": 4, "casualties": 3}
    assert outcome("firing-figures", [], "columns-close-up", **facts).firing == 4


@pytest.mark.rule("CS-8.1h")
def test_an_odd_double_line_has_the_longer_line_in_front(outcome):
    assert outcome("firing-figures", figures=25, formation="double_line").firing == 13


@pytest.mark.rule("CS-8.1h")
@pytest.mark.parametrize("formation", ["column", "square"])
def test_columns_and_squares_need_to_know_who_leads(roll, formation):
    assert roll("firing-figures", figures=24, formation=formation).refusal.rule == "CS-8.1h"


@pytest.mark.rule("CS-8.2.3a")
@pytest.mark.parametrize(
    "figures, facts, dice, percent, hits",
    [
        (24, {"aimed": True, "discipline": "hardened", "status": "resolute"}, [90], 288, 2),
        (24, {"aimed": True, "discipline": "hardened", "status": "resolute"}, [88], 288, 3),
        (22, {"range": CLOSE}, [93], 220, 2),
        (22, {"range": CLOSE}, [20], 220, 3),
        (22, {"range": CLOSE}, [21], 220, 2),
        (16, {}, [81], 80, 0),
        (16, {}, [80], 80, 1),
        (20, {}, [], 100, 1),
        (30, {"discipline": "disciplined", "status": "resolute", **STEADY}, [70], 570, 6),
    ],
)
def test_each_full_hundred_is_a_hit_and_the_rest_is_rolled(roll, figures, facts, dice, percent, hits):
    result = roll("small-arms", dice, **{"figures": figures, "range": FAR, **facts})
    assert (result.details["pool_percent"], result.outcome.hits) == (percent, hits)


@pytest.mark.rule("CS-8.2.3b")
def test_stands_with_another_percentage_join_the_total(roll):
    result = roll("small-arms", [], figures=16, range=CLOSE, further_percent=40)
    assert (result.total, result.details["pool_percent"], result.outcome.hits) == (10, 200, 2)


@pytest.mark.rule("CS-8.2.4a", "CS-8.2.2e")
@pytest.mark.parametrize("formation, figures", [("line", 80), ("open_square", 400 // 13 + 1)])
def test_each_hit_is_one_casualty_whatever_the_ranks(outcome, formation, figures):
    made = outcome(
        "small-arms", [] if formation == "line" else [100], figures=figures, range=FAR, target_formation=formation
    )
    assert (made.hits, made.casualties) == (4, 4)


@pytest.mark.rule("CS-8.2.4b")
@pytest.mark.parametrize(
    "hits, before, markers",
    [(2, 0, 0), (3, 0, 1), (5, 0, 1), (6, 0, 2), (2, 2, 1), (1, 2, 1), (1, 3, 0), (2, 4, 1), (4, 5, 2), (3, 3, 1)],
)
def test_one_disorder_for_every_three_hits_of_the_turn(outcome, hits, before, markers):
    made = outcome("small-arms", figures=20 * hits, range=FAR, hits_before=before)
    assert (made.hits, made.disorder) == (hits, markers)


@pytest.mark.rule("CS-8.2.5a")
def test_worked_example_of_the_prussian_volley(roll):
    result = roll(
        "small-arms", [90], figures=24, range=FAR, discipline="militia", status="resolute", opening_volley=True
    )
    assert [(line.label, line.value) for line in result.modifiers] == [
        ("base", 5),
        ("opening volley", 5),
        ("resolute", 3),
        ("militia", -1),
    ]
    assert result.details == {
        "percent_each": 12, "shooters": 24, "pool_percent": 288, "automatic": 2, "remainder": 88, "hits": 2,
    }  # fmt: skip
    assert result.outcome == (2, 2, 0)


@pytest.mark.rule("CS-8.2.5b")
def test_worked_example_of_the_french_reply(roll):
    facts = {"discipline": "militia", "status": "resolute", "opening_volley": True, "moved": "march"}
    result = roll("small-arms", [93], figures=22, range=FAR, **facts)
    assert [(line.label, line.value) for line in result.modifiers] == [
        ("base", 5),
        ("opening volley", 5),
        ("resolute", 3),
        ("militia", -1),
        ("moved at march", -2),
    ]
    assert result.details == {
        "percent_each": 10, "shooters": 22, "pool_percent": 220, "automatic": 2, "remainder": 20, "hits": 2,
    }  # fmt: skip
    assert result.outcome == (2, 2, 0)


@pytest.mark.rule("CS-M2-8.2.2")
@pytest.mark.parametrize("moved, plain, walking", [("no", 5, 5), ("march", 3, 5), ("quick", 2, 5)])
def test_walking_fire_ignores_the_move(moved, plain, walking):
    assert each("module-2", moved=moved) == plain
    assert each("module-2", moved=moved, walking_fire=True) == walking


@pytest.mark.rule("CS-M2-8.2.3")
def test_pikes_do_not_fire():
    assert pool("module-2", figures=24, pikes=8) == (5, 16, 80)
    assert pool(figures=24, pikes=8) == (5, 24, 120)
    assert pool("module-2", figures=8, pikes=9).percent == 0
