"""Appendix A, page A1: what lengthens, shortens or replaces the listed times of infantry."""

import pytest

from grognard import systems


@pytest.fixture
def change(roll):
    """`change("french", "line", "square")`: quarter turns and what is formed, or the rule that forbids it."""

    def make(nation, formation, ordered, *variants, **facts):
        facts = {"nation": nation, "formation": formation, "ordered": ordered, "year": 1813, **facts}
        result = roll("formation-change", [], *variants, **facts)
        return result.refusal.rule if result.refusal else (result.outcome.quarter_turns, result.outcome.formation)

    return make


@pytest.mark.rule("CS-A.1a")
@pytest.mark.parametrize(
    "nation, column, quarters",
    [
        ("austrian", "column_of_companies", (4, 1, 8)),
        ("british", "column_of_companies", (5, 1, 10)),
        ("french", "column_of_companies", (3, 1, 6)),
        ("russian", "column_of_platoons", (5, 1, 10)),
        ("prussian", "column_of_zuege", (2, 1, 4)),
    ],
)
def test_column_to_line_by_a_flank(change, nation, column, quarters):
    faced = [change(nation, column, "line", face=face) for face in ("ahead", "left", "right")]
    assert faced == [(time, "line") for time in quarters]


@pytest.mark.rule("CS-A.1a")
@pytest.mark.parametrize("face, quarters", [("ahead", 2), ("left", 1), ("right", 4)])
def test_line_to_column_by_a_flank(change, face, quarters):
    assert change("austrian", "line", "column_of_companies", face=face) == (quarters, "column_of_companies")


@pytest.mark.rule("CS-A.1a")
def test_flank_rule_is_not_for_columns_of_divisions(change):
    assert change("austrian", "column_of_divisions", "line", face="left") == "CS-A.1a"
    assert change("austrian", "line", "square", face="right") == "CS-A.1a"


@pytest.mark.rule("CS-A.1a")
def test_flank_lines_of_the_sum(roll):
    facts = {"nation": "austrian", "formation": "column_of_companies", "ordered": "line"}
    left = roll("formation-change", face="left", **facts).modifiers[1]
    right = roll("formation-change", face="right", **facts).modifiers[1]
    assert left[:3] == ("CS-A.1a", "facing left, its companies wheel together", -3)
    assert right[:3] == ("CS-A.1a", "facing right takes 2 times as long", 4)


@pytest.mark.rule("CS-A.1b", "CS-A.1c")
@pytest.mark.parametrize("interval, quarters", [("open", 2), ("half", 3), ("closed", 4)])
def test_columns_extend_before_they_deploy(change, interval, quarters):
    assert change("french", "column_of_divisions", "line", interval=interval) == (quarters, "line")


@pytest.mark.rule("CS-A.1b")
@pytest.mark.parametrize("interval", ["open", "half", "closed"])
def test_a_column_may_be_formed_at_any_interval_in_the_listed_time(roll, interval):
    facts = {"nation": "french", "formation": "line", "ordered": "column_of_divisions"}
    made = roll("formation-change", ordered_interval=interval, **facts).outcome
    assert (made.quarter_turns, made.interval) == (2, interval)


@pytest.mark.rule("CS-A.1b", "CS-A.1c")
@pytest.mark.parametrize(
    "now, then, quarters",
    [("open", "closed", 2), ("closed", "open", 2), ("open", "half", 1), ("half", "open", 1), ("half", "closed", 1)],
)
def test_closing_or_opening_a_column(change, now, then, quarters):
    column = "column_of_companies"
    assert change("austrian", column, column, interval=now, ordered_interval=then) == (quarters, column)


@pytest.mark.rule("CS-A.2a")
@pytest.mark.parametrize("formation", ["line", "column_of_companies", "square", "closed_square", "road_column"])
def test_what_stands_already_is_not_formed_again(change, formation):
    assert change("austrian", formation, formation) == "CS-A.2a"


@pytest.mark.rule("CS-A.1b", "CS-A.1l")
def test_a_closed_column_goes_to_open_order_by_moving_alone(change, roll):
    assert change("french", "column_of_divisions", "open_order", interval="closed") == (0, "open_order")
    facts = {"nation": "french", "formation": "line", "ordered": "open_order"}
    assert roll("formation-change", **facts).outcome.by_moving


@pytest.mark.rule("CS-A.1f")
@pytest.mark.parametrize(
    "formation, ordered, quarters",
    [
        ("column_of_companies", "road_column", 2),
        ("road_column", "column_of_companies", 2),
        ("line", "road_column", 5),
        ("road_column", "line", 5),
        ("column_of_divisions", "road_column", 3),
        ("road_column", "square", 4),
        ("road_column", "open_order", 2),
    ],
)
def test_road_column(change, formation, ordered, quarters):
    assert change("french", formation, ordered)[0] == quarters


@pytest.mark.rule("CS-A.1f", "CS-A.1b", "CS-A.1c")
@pytest.mark.parametrize("interval, quarters", [("open", 2), ("half", 3), ("closed", 4)])
def test_a_closed_column_extends_before_it_takes_to_the_road(change, interval, quarters):
    assert change("french", "column_of_companies", "road_column", interval=interval) == (quarters, "road_column")


@pytest.mark.rule("CS-A.1h")
@pytest.mark.parametrize("nation", ["austrian", "british", "french", "russian", "prussian"])
def test_a_closed_column_is_a_closed_square(change, nation):
    single = {"russian": "column_of_platoons", "prussian": "column_of_zuege"}.get(nation, "column_of_companies")
    assert change(nation, single, "closed_square", interval="closed") == (0, "closed_square")
    assert change(nation, "closed_square", single, ordered_interval="closed") == (0, single)


@pytest.mark.rule("CS-A.1h")
@pytest.mark.parametrize("interval", ["open", "half", "closed"])
def test_drills_that_say_so_close_up_at_once(change, interval):
    assert change("austrian", "column_of_divisions", "closed_square", interval=interval) == (0, "closed_square")
    assert change("austrian", "column_of_divisions", "square", interval=interval) == (0, "closed_square")


@pytest.mark.rule("CS-A.1h")
@pytest.mark.parametrize("interval, quarters", [("open", 2), ("half", 1), ("closed", 0)])
def test_other_drills_take_time_to_close_up(change, interval, quarters):
    assert change("french", "column_of_divisions", "closed_square", interval=interval) == (quarters, "closed_square")


@pytest.mark.rule("CS-A.1h")
@pytest.mark.parametrize(
    "nation, formation, ordered, wide, made",
    [
        ("french", "column_of_divisions", "square", 2, (1, "open_square")),
        ("austrian", "closed_square", "line", 2, (5, "line")),
        ("austrian", "closed_square", "line", 1, (6, "line")),
        ("austrian", "closed_square", "column_of_companies", 1, (2, "column_of_companies")),
        ("austrian", "closed_square", "column_of_companies", 2, (4, "column_of_companies")),
        ("austrian", "closed_square", "road_column", 1, (4, "road_column")),
        ("austrian", "closed_square", "square", 1, "CS-A.2a"),
        ("french", "closed_square", "square", 2, (3, "open_square")),
        ("austrian", "line", "closed_square", 1, (2, "closed_square")),
        ("austrian", "line", "closed_square", 2, (1, "closed_square")),
        ("austrian", "square", "closed_square", 2, (4, "closed_square")),
        ("austrian", "open_order", "closed_square", 2, (3, "closed_square")),
        ("british", "line", "closed_square", 2, "CS-A.2b"),
        ("austrian", "road_column", "closed_square", 1, (2, "closed_square")),
        ("french", "road_column", "closed_square", 1, (4, "closed_square")),
    ],
)
def test_closed_squares(change, nation, formation, ordered, wide, made):
    assert change(nation, formation, ordered, elements_abreast=wide) == made


@pytest.mark.rule("CS-A.1h", "CS-A.2g", "CS-A.3f")
@pytest.mark.parametrize(
    "formation, ordered, wide, made",
    [
        ("line", "square", 1, (3, "closed_square")),
        ("line", "closed_square", 2, (3, "closed_square")),
        ("closed_square", "line", 1, (4, "line")),
        ("square", "line", 1, (4, "line")),
        ("closed_square", "column_of_zuege", 1, (3, "column_of_zuege")),
        ("closed_square", "column_of_companies", 2, (2, "column_of_companies")),
        ("closed_square", "square", 1, "CS-A.2g"),
        ("column_of_zuege", "square", 1, (0, "closed_square")),
        ("open_order", "square", 1, (1, "skirmish_squares")),
        ("open_order", "closed_square", 2, (2, "closed_square")),
    ],
)
def test_prussians_from_1808_form_closed_squares_only(change, formation, ordered, wide, made):
    assert change("prussian", formation, ordered, elements_abreast=wide) == made


@pytest.mark.rule("CS-A.1h", "CS-A.3e")
def test_earlier_prussians_form_open_squares(change):
    assert change("prussian", "line", "square", year=1806) == (4, "open_square")
    assert change("prussian", "line", "square", year=1792) == (4, "open_square")


@pytest.mark.rule("CS-A.1m")
@pytest.mark.parametrize("nation", ["austrian", "british", "french", "russian", "prussian", "american"])
@pytest.mark.parametrize("formation", ["open_order", "extended_order"])
def test_skirmishers_form_skirmish_squares(change, nation, formation):
    assert change(nation, formation, "square") == (1, "skirmish_squares")


OPTION = "formation-discipline"


@pytest.mark.rule("CS-A.1i")
@pytest.mark.parametrize(
    "discipline, three_quarters, one_quarter",
    [
        ("hardened", 2, 1),
        ("disciplined", 2, 1),
        ("trained", 4, 2),
        ("militia", 4, 2),
        ("raw_recruits", 5, 3),
        ("rabble", 5, 3),
    ],
)
def test_option_of_discipline(change, discipline, three_quarters, one_quarter):
    line, column = ("french", "line", "column_of_companies"), ("french", "column_of_divisions", "square")
    assert change(*line, OPTION, discipline=discipline)[0] == three_quarters
    assert change(*column, OPTION, discipline=discipline)[0] == one_quarter
    assert change(*line, discipline=discipline)[0] == 3


@pytest.mark.rule("CS-A.1i")
def test_option_of_discipline_comes_after_all_additions(change):
    facts = {"interval": "closed", "discipline": "disciplined"}
    assert change("french", "column_of_divisions", "line", OPTION, **facts) == (3, "line")
    assert change("french", "line", "column_of_divisions", OPTION, discipline="disciplined")[0] == 1


@pytest.mark.rule("CS-A.1i")
@pytest.mark.parametrize("discipline", ["hardened", "rabble"])
def test_option_of_discipline_leaves_what_takes_no_time(change, discipline):
    assert change("austrian", "column_of_divisions", "square", OPTION, discipline=discipline)[0] == 0
    assert change("austrian", "line", "open_order", OPTION, discipline=discipline)[0] == 0


@pytest.mark.rule("CS-A.1j")
@pytest.mark.parametrize(
    "companies, regulation, quarters", [(3, 6, 2), (4, 6, 3), (2, 6, 2), (5, 10, 2), (6, 10, 3), (5, 9, 3), (4, 9, 2)]
)
def test_option_of_weak_battalions(change, companies, regulation, quarters):
    facts = {"companies": companies, "regulation_companies": regulation}
    assert change("french", "line", "column_of_companies", "weak-battalions", **facts)[0] == quarters
    assert change("french", "line", "column_of_companies", **facts)[0] == 3


@pytest.mark.rule("CS-A.1j")
def test_half_of_the_companies_is_the_limit(cs):
    assert cs.tables.number("CS-A.1j", "percent") == 50


@pytest.mark.rule("CS-A.1j", "CS-A.1i")
def test_no_option_makes_a_change_shorter_than_a_quarter(change):
    weak = {"companies": 2, "discipline": "hardened"}
    assert change("french", "column_of_divisions", "square", "weak-battalions", **weak)[0] == 1
    assert change("french", "line", "column_of_companies", OPTION, "weak-battalions", **weak)[0] == 1
    assert change("french", "line", "square", OPTION, "weak-battalions", **weak)[0] == 1
    assert change("austrian", "column_of_divisions", "square", "weak-battalions", **weak)[0] == 0


NARROW = "narrow-columns"


@pytest.mark.rule("CS-A.1k")
@pytest.mark.parametrize(
    "formation, ordered, quarters",
    [
        ("line", "narrow_column", 4),
        ("narrow_column", "line", 4),
        ("column_of_companies", "narrow_column", 1),
        ("narrow_column", "column_of_companies", 1),
        ("narrow_column", "road_column", 3),
        ("narrow_column", "closed_square", 3),
    ],
)
def test_option_of_narrow_columns(change, formation, ordered, quarters):
    assert change("french", formation, ordered, NARROW)[0] == quarters
    assert change("french", formation, ordered) == "CS-A.1k"


@pytest.mark.rule("CS-A.1k")
def test_narrow_columns_have_intervals_too(change, roll):
    assert change("french", "narrow_column", "line", NARROW, interval="closed") == (6, "line")
    facts = {"nation": "french", "formation": "line", "ordered": "narrow_column", "ordered_interval": "half"}
    assert roll("formation-change", [], NARROW, **facts).outcome.interval == "half"


@pytest.mark.rule("CS-A.1i", "CS-A.1j", "CS-A.1k")
def test_the_chart_lists_options_only_when_in_force():
    printed = systems.rules("cold-steel")["formation-change"].rules()
    assert not {"CS-A.1i", "CS-A.1j", "CS-A.1k"} & set(printed)
    chosen = systems.rules("cold-steel", OPTION, "weak-battalions", NARROW)["formation-change"].rules()
    assert {"CS-A.1i", "CS-A.1j", "CS-A.1k", "CS-A.2a", "CS-A.2h", "CS-A.1b", "CS-A.1c"} <= set(chosen)
