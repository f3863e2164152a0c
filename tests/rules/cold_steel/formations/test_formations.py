"""Appendix A: the drill tables, cell by cell, and whose drill an army follows.

A cell is a number of quarter turns, m for movement only, c for a closed square at once, s for skirmish squares in a
quarter turn, x for not permitted, and - for the formation itself.
"""

import pytest

DRILLS = {
    "CS-A.2a": ("austrian", "column_of_companies", "column_of_divisions", """
        - 2 2 1 2 m m
        4 - 1 1 2 3 4
        4 3 - 1 c m m
        3 2 2 - c m m
        3 2 3 4 - m m
        m 4 4 3 s - m
        m 5 6 4 s m -"""),
    "CS-A.2b": ("british", "column_of_companies", "column_of_divisions", """
        - 3 4 x 1 m m
        2 - 4 2 2 3 4
        5 4 - 3 c m m
        3 2 3 - c m m
        5 4 4 3 - m m
        m 4 5 4 s - m
        m 5 7 5 s m -"""),
    "CS-A.2c": ("french_1791", "column_of_companies", "column_of_divisions", """
        - 3 4 1 5 m m
        5 - 3 1 4 3 4
        3 1 - 2 4 m m
        1 1 1 - 2 m m
        5 4 4 3 - m m
        m 4 4 3 s - m
        m 5 6 4 s m -"""),
    "CS-A.2d": ("french_1808", "column_of_companies", "column_of_divisions", """
        - 3 3 2 2 m m
        4 - 2 1 2 3 4
        3 2 - 1 2 m m
        2 1 1 - 1 m m
        4 3 3 2 - m m
        m 4 4 3 s - m
        m 5 6 4 s m -"""),
    "CS-A.2g": ("prussian_1808", "column_of_zuege", "column_of_companies", """
        - 2 3 2 3 m m
        4 - 2 1 2 3 4
        2 3 - 1 c m m
        1 1 1 - c m m
        4 3 3 2 - m m
        m 4 4 2 s - m
        m 5 6 4 s m -"""),
    "CS-A.2h": ("russian", "column_of_platoons", "column_of_companies", """
        - 3 4 2 3 m m
        4 - 3 1 1 3 4
        5 2 - 1 c m m
        3 1 1 - c m m
        4 3 3 2 - m m
        m 4 4 3 s - m
        m 5 6 4 s m -"""),
}  # fmt: skip
WITHOUT_DIVISIONS = {
    "CS-A.2e": (
        "prussian_1788",
        """
        -  1  8 4 m m
        1  - 10 2 1 1
        8  6  - 4 m m
        4  2  4 - m m
        m  1  8 s - m
        m  1  8 s m -""",
    ),
    "CS-A.2f": (
        "prussian_1799",
        """
        - 1 4 4 m m
        1 - 3 2 1 1
        4 3 - 1 m m
        4 2 2 - m m
        m 1 4 s - m
        m 1 4 s m -""",
    ),
}


def cell(roll, drill, formation, ordered):
    """The table's entry as the check answers it."""
    result = roll("formation-change", drill=drill, formation=formation, ordered=ordered)
    if result.refusal:
        return "x" if "permit" in result.refusal.reason else "-"
    made = result.outcome
    if made.by_moving:
        return "m" if made.quarter_turns == 0 else "?"
    if made.formation == "skirmish_squares":
        return "s" if made.quarter_turns == 1 else "?"
    return "c" if made.formation == "closed_square" and made.quarter_turns == 0 else str(made.quarter_turns)


def check_table(roll, drill, formations, table):
    rows = [line.split() for line in table.strip().splitlines()]
    found = [[cell(roll, drill, formation, ordered) for ordered in formations] for formation in formations]
    assert found == rows


def formations_of(rule):
    drill, single, double, table = DRILLS[rule]
    return drill, ["line", "double_line", single, double, "square", "open_order", "extended_order"], table


@pytest.mark.rule("CS-A.2a")
def test_austrian_drill(roll):
    check_table(roll, *formations_of("CS-A.2a"))


@pytest.mark.rule("CS-A.2b")
def test_british_drill(roll):
    check_table(roll, *formations_of("CS-A.2b"))


@pytest.mark.rule("CS-A.2c")
def test_french_drill_of_1791(roll):
    check_table(roll, *formations_of("CS-A.2c"))


@pytest.mark.rule("CS-A.2d")
def test_french_drill_of_1808(roll):
    check_table(roll, *formations_of("CS-A.2d"))


@pytest.mark.rule("CS-A.2g")
def test_prussian_drill_of_1808(roll):
    check_table(roll, *formations_of("CS-A.2g"))


@pytest.mark.rule("CS-A.2h")
def test_russian_drill(roll):
    check_table(roll, *formations_of("CS-A.2h"))


@pytest.mark.rule("CS-A.2e")
def test_prussian_drill_of_1788(roll):
    drill, table = WITHOUT_DIVISIONS["CS-A.2e"]
    formations = ["line", "double_line", "column_of_zuege", "square", "open_order", "extended_order"]
    check_table(roll, drill, formations, table)


@pytest.mark.rule("CS-A.2f")
def test_prussian_drill_of_1799(roll):
    drill, table = WITHOUT_DIVISIONS["CS-A.2f"]
    formations = ["line", "double_line", "column_of_zuege", "square", "open_order", "extended_order"]
    check_table(roll, drill, formations, table)


@pytest.mark.rule("CS-A.2e", "CS-A.2f")
@pytest.mark.parametrize("drill, rule", [("prussian_1788", "CS-A.2e"), ("prussian_1799", "CS-A.2f")])
@pytest.mark.parametrize("formation", ["line", "double_line", "column_of_zuege", "square", "open_order"])
def test_old_prussians_have_no_column_of_divisions(roll, drill, rule, formation):
    refusal = roll("formation-change", drill=drill, formation=formation, ordered="column_of_divisions").refusal
    assert refusal == (rule, "this drill has no column of divisions")


@pytest.mark.rule("CS-A.2e")
def test_old_prussians_have_no_closed_square_two_elements_wide(roll):
    facts = {"drill": "prussian_1788", "formation": "line", "ordered": "closed_square", "elements_abreast": 2}
    assert roll("formation-change", **facts).refusal == ("CS-A.2e", "this drill has no column two elements wide")


@pytest.mark.rule("CS-A.2b")
def test_british_line_may_not_form_column_of_divisions(roll):
    refusal = roll("formation-change", nation="british", formation="line", ordered="column_of_divisions").refusal
    assert refusal == ("CS-A.2b", "this drill does not permit line to column of divisions")


@pytest.mark.rule("CS-A.2d")
def test_the_listed_time_names_its_table(roll):
    result = roll("formation-change", nation="french", year=1813, formation="line", ordered="square")
    assert [(m.rule, m.label, m.value) for m in result.modifiers] == [("CS-A.2d", "line to square", 2)]
    assert result.outcome.formation == "open_square"


@pytest.mark.rule("CS-A.2i", "CS-A.2c")
@pytest.mark.parametrize(
    "nation, year, drill, table",
    [
        ("austrian", 1796, "austrian", "CS-A.2a"),
        ("austrian", 1813, "austrian", "CS-A.2a"),
        ("british", 1815, "british", "CS-A.2b"),
        ("kings_german_legion", 1812, "british", "CS-A.2b"),
        ("portuguese", 1811, "british", "CS-A.2b"),
        ("hanoverian", 1815, "british", "CS-A.2b"),
        ("brunswick", 1815, "british", "CS-A.2b"),
        ("french", 1791, "french_1791", "CS-A.2c"),
        ("french", 1807, "french_1791", "CS-A.2c"),
        ("french", 1808, "french_1808", "CS-A.2d"),
        ("french", 1815, "french_1808", "CS-A.2d"),
        ("italian", 1809, "french_1808", "CS-A.2d"),
        ("polish", 1807, "french_1791", "CS-A.2c"),
        ("rheinbund", 1812, "french_1808", "CS-A.2d"),
        ("neapolitan", 1814, "french_1808", "CS-A.2d"),
        ("dutch", 1806, "french_1791", "CS-A.2c"),
        ("spanish", 1811, "french_1791", "CS-A.2c"),
        ("american", 1814, "french_1791", "CS-A.2c"),
        ("prussian", 1788, "prussian_1788", "CS-A.2e"),
        ("prussian", 1798, "prussian_1788", "CS-A.2e"),
        ("prussian", 1799, "prussian_1799", "CS-A.2f"),
        ("prussian", 1807, "prussian_1799", "CS-A.2f"),
        ("prussian", 1808, "prussian_1808", "CS-A.2g"),
        ("prussian", 1815, "prussian_1808", "CS-A.2g"),
        ("russian", 1805, "russian", "CS-A.2h"),
    ],
)
def test_drill_by_nation_and_year(outcome, nation, year, drill, table):
    assert outcome("drill", nation=nation, year=year) == (drill, table)


@pytest.mark.rule("CS-A.2i")
def test_other_armies_need_a_drill_from_the_scenario(roll, outcome):
    assert roll("drill", nation="other").refusal.rule == "CS-A.2i"
    assert roll("formation-change", nation="other", formation="line", ordered="square").refusal.rule == "CS-A.2i"
    assert outcome("drill", nation="other", drill="russian") == ("russian", "CS-A.2h")


@pytest.mark.rule("CS-A.2i", "CS-A.2c")
def test_americans_form_square_by_the_old_french_drill(outcome):
    made = outcome("formation-change", nation="american", year=1814, formation="line", ordered="square")
    assert made.quarter_turns == 5


@pytest.mark.rule("CS-6.7")
def test_irregulars_form_nothing(roll):
    facts = {"nation": "russian", "formation": "line", "ordered": "square"}
    assert roll("formation-change", irregular=True, **facts).refusal.rule == "CS-6.7"


@pytest.mark.rule("CS-6.7.1a", "CS-6.7.1b", "CS-6.7.1c")
@pytest.mark.parametrize(
    "formation, ordered, quarters, turn, left",
    [
        ("line", "open_order", 0, 1, 4),
        ("line", "column_of_divisions", 1, 1, 3),
        ("line", "column_of_companies", 4, 1, 0),
        ("line", "square", 5, 2, 3),
        ("line", "road_column", 6, 2, 2),
    ],
)
def test_what_is_left_of_the_turn_in_which_a_change_is_done(outcome, formation, ordered, quarters, turn, left):
    made = outcome("formation-change", drill="french_1791", formation=formation, ordered=ordered)
    assert (made.quarter_turns, made.done_on_turn, made.quarters_left) == (quarters, turn, left)


@pytest.mark.rule("CS-6.7.1c")
def test_a_change_of_two_turns_is_done_when_the_third_begins(outcome):
    made = outcome("formation-change", drill="prussian_1788", formation="line", ordered="column_of_zuege")
    assert (made.quarter_turns, made.done_on_turn, made.quarters_left) == (8, 2, 0)


# -- names of the print


@pytest.mark.rule("CS-A.2h", "CS-A.2g")
@pytest.mark.parametrize(
    "drill, formation, quarters, printed",
    [
        ("russian", "column_of_platoons", 5, "open column of companies"),
        ("russian", "column_of_companies", 3, "open column of divisions"),
        ("prussian_1808", "column_of_zuege", 2, "column of companies"),
        ("prussian_1808", "column_of_companies", 1, "open column of divisions"),
    ],
)
def test_columns_that_the_print_calls_otherwise_show_its_name(roll, drill, formation, quarters, printed):
    """The printed cell from an open column of companies to line is 1 1/4 turns for Russians: their platoons."""
    result = roll("formation-change", drill=drill, formation=formation, ordered="line")
    assert result.settled.quarter_turns == quarters
    assert [f"{printed})" in line.label for line in result.modifiers] == [True]


@pytest.mark.rule("CS-A.2h", "CS-A.2g")
@pytest.mark.parametrize("drill", ["russian", "prussian_1808"])
def test_a_column_that_only_the_print_knows_is_refused_with_what_it_stands_for(roll, drill):
    refusal = roll("formation-change", drill=drill, formation="column_of_divisions", ordered="line").refusal
    assert refusal.reason == "this drill has no column of divisions; what is printed so is its column of companies"


@pytest.mark.rule("CS-A.2h", "CS-A.2g")
def test_the_names_of_the_print_stand_in_facts_chart_and_rule(cs, call):
    for rule in ("CS-A.2g", "CS-A.2h"):
        for own, printed in cs.tables.value(rule, "printed").items():
            assert f"{own.replace('_', ' ')} is printed as {printed}" in call(
                "check cold-steel formation-change --sheet"
            )
            assert f"{own.replace('_', ' ')}: {printed}" in " ".join(call(f"rules show {rule}").split())
    facts = call("check cold-steel formation-change --facts")
    for printed in cs.tables.value("CS-A.2h", "printed").values():
        assert printed in facts


@pytest.fixture
def call(capsys):
    """What a command line prints."""
    from grognard.cli import main

    def made(line):
        assert main(line.split()) == 0
        return capsys.readouterr().out

    return made
