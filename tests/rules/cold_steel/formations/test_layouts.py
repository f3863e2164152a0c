"""Appendix A: where companies stand, and the room that formations take."""

import pytest

EIGHT = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"]
LAYOUTS = {
    ("french_1791", "line"): ["voltigeur, 1st, 2nd, 3rd, 4th, 5th, 6th, 7th, 8th, grenadier"],
    ("french_1791", "double_line"): ["2nd, 3rd, 4th, 5th, 6th", "voltigeur, 1st, 7th, 8th, grenadier"],
    ("french_1791", "column_of_companies"): ["grenadier", *EIGHT, "voltigeur"],
    ("french_1791", "column_of_divisions"): ["4th, 5th", "3rd, 6th", "2nd, 7th", "1st, 8th", "voltigeur, grenadier"],
    ("french_1808", "line"): ["voltigeur, 4th, 3rd, 2nd, 1st, grenadier"],
    ("french_1808", "double_line"): ["3rd, 2nd, 1st", "voltigeur, 4th, grenadier"],
    ("french_1808", "column_of_companies"): ["grenadier", "1st", "2nd", "3rd", "4th", "voltigeur"],
    ("french_1808", "column_of_divisions"): ["3rd, 2nd", "4th, 1st", "voltigeur, grenadier"],
    ("french_guard", "line"): ["4th, 3rd, 2nd, 1st"],
    ("french_guard", "double_line"): ["3rd, 2nd", "4th, 1st"],
    ("french_guard", "column_of_companies"): ["1st", "2nd", "3rd", "4th"],
    ("french_guard", "column_of_divisions"): ["3rd, 2nd", "4th, 1st"],
    ("prussian_1788", "line"): ["8th, 7th, 6th, 5th, 4th, 3rd, 2nd, 1st"],
    ("prussian_1788", "double_line"): ["6th, 5th, 4th, 3rd", "8th, 7th, 2nd, 1st"],
    ("prussian_1788", "column_of_zuege"): EIGHT,
    ("prussian_1808", "line"): ["8th, 7th, 6th, 5th, 4th, 3rd, 2nd, 1st"],
    ("prussian_1808", "double_line"): ["6th, 5th, 4th, 3rd", "8th, 7th, 2nd, 1st"],
    ("prussian_1808", "column_of_zuege"): EIGHT,
    ("prussian_1808", "column_of_companies"): ["5th, 4th", "6th, 3rd", "7th, 2nd", "8th, 1st"],
    ("russian", "line"): ["4th, 3rd, 2nd, 1st"],
    ("russian", "double_line"): ["3rd, 2nd", "4th, 1st"],
    ("russian", "column_of_platoons"): EIGHT,
    ("russian", "column_of_companies"): ["1st", "2nd", "3rd", "4th"],
    ("british", "line"): ["light, 8th, 7th, 6th, 5th, 4th, 3rd, 2nd, 1st, grenadier"],
    ("british", "double_line"): ["7th, 6th, 5th, 4th, 3rd", "light, 8th, 2nd, 1st, grenadier"],
    ("british", "column_of_companies"): ["grenadier", *EIGHT, "light"],
    ("british", "column_of_divisions"): ["5th, 4th", "6th, 3rd", "7th, 2nd", "8th, 1st", "light, grenadier"],
    ("austrian", "line"): ["6th, 5th, 4th, 3rd, 2nd, 1st"],
    ("austrian", "double_line"): ["5th, 4th, 3rd", "6th, 2nd, 1st"],
    ("austrian", "column_of_companies"): ["1st", "2nd", "3rd", "4th", "5th", "6th"],
    ("austrian", "column_of_divisions"): ["4th, 3rd", "5th, 2nd", "6th, 1st"],
}


@pytest.mark.rule(
    "CS-A.3b",
    "CS-A.3c",
    "CS-A.3d",
    "CS-A.3e",
    "CS-A.3f",
    "CS-A.3g",
    "CS-A.3h",
    "CS-A.3i",
)
@pytest.mark.parametrize("battalion, formation", LAYOUTS)
def test_where_the_companies_stand(outcome, battalion, formation):
    assert (
        list(outcome("company-layout", battalion=battalion, formation=formation).rows) == LAYOUTS[battalion, formation]
    )


@pytest.mark.rule("CS-A.3b", "CS-A.3e", "CS-A.3f", "CS-A.3g", "CS-A.3i")
@pytest.mark.parametrize(
    "battalion, formation, across, deep, elements",
    [
        ("french_1791", "line", 10, 1, "companies"),
        ("french_1791", "column_of_divisions", 2, 5, "companies"),
        ("austrian", "column_of_companies", 1, 6, "companies"),
        ("prussian_1788", "column_of_zuege", 1, 8, "Züge"),
        ("prussian_1808", "column_of_companies", 2, 4, "Züge"),
        ("russian", "column_of_companies", 2, 4, "companies"),
        ("russian", "column_of_platoons", 1, 8, "platoons"),
        ("russian", "line", 8, 1, "companies"),
    ],
)
def test_width_and_depth_in_elements(outcome, battalion, formation, across, deep, elements):
    layout = outcome("company-layout", battalion=battalion, formation=formation)
    assert (layout.across, layout.deep, layout.elements) == (across, deep, elements)


@pytest.mark.rule("CS-A.3c")
def test_column_of_divisions_needs_an_elite_company(roll, outcome):
    battalion = {"battalion": "french_1808", "formation": "column_of_divisions"}
    assert roll("company-layout", detached="grenadier,voltigeur", **battalion).refusal.rule == "CS-A.3c"
    assert outcome("company-layout", detached="voltigeur", **battalion).rows == ("3rd, 2nd", "4th, 1st", "grenadier")
    companies = outcome(
        "company-layout", battalion="french_1808", formation="column_of_companies", detached="grenadier,voltigeur"
    )
    assert companies.rows == ("1st", "2nd", "3rd", "4th")


@pytest.mark.rule("CS-A.3b")
def test_ten_companies_keep_their_divisions_without_the_elites(outcome):
    battalion = {"battalion": "french_1791", "formation": "column_of_divisions", "detached": "grenadier,voltigeur"}
    assert outcome("company-layout", **battalion).rows == ("4th, 5th", "3rd, 6th", "2nd, 7th", "1st, 8th")


@pytest.mark.rule("CS-A.3d", "CS-A.3i")
@pytest.mark.parametrize(
    "battalion, says", [("french_guard", "seldom"), ("austrian", "masse"), ("prussian_1808", "closed")]
)
def test_notes_tell_what_the_drawing_does_not(outcome, battalion, says):
    assert says in outcome("company-layout", battalion=battalion).note


@pytest.mark.rule("CS-A.3d", "CS-A.3e", "CS-A.3h")
@pytest.mark.parametrize(
    "battalion", ["french_1791", "french_1808", "french_guard", "prussian_1788", "russian", "british", "austrian"]
)
def test_open_squares_have_no_set_order(outcome, battalion):
    assert outcome("company-layout", battalion=battalion, formation="square").rows == ("in any order",)


@pytest.mark.rule("CS-A.3f", "CS-A.3e")
def test_formations_an_army_does_not_have(roll):
    assert roll("company-layout", battalion="prussian_1808", formation="square").refusal.rule == "CS-A.3f"
    refusal = roll("company-layout", battalion="prussian_1788", formation="column_of_divisions").refusal
    assert refusal == ("CS-A.3e", "this battalion forms no column of divisions")


@pytest.mark.rule("CS-A.3a")
@pytest.mark.parametrize(
    "front, interval, spacing, depth",
    [
        (40, "open", 40, 140),
        (40, "half", 20, 80),
        (40, "closed", 20, 80),
        (200, "open", 200, 620),
        (200, "half", 100, 320),
        (61, "half", 31, 113),
        (10, "open", 20, 80),
    ],
)
def test_column_intervals(outcome, front, interval, spacing, depth):
    assert outcome("column-depth", element_front=front, elements=4, interval=interval) == (spacing, depth)


@pytest.mark.rule("CS-A.3a")
def test_closed_column_is_as_deep_as_its_bases(outcome):
    assert outcome("column-depth", element_front=40, base_depth=15, elements=3, interval="closed") == (15, 45)


@pytest.mark.rule("CS-A.6", "CS-A.1l")
@pytest.mark.parametrize(
    "now, then, front, paces",
    [
        ("close", "open", 200, 50),
        ("close", "extended", 300, 100),
        ("open", "extended", 300, 50),
        ("open", "close", 100, 50),
        ("extended", "close", 100, 100),
    ],
)
def test_opening_out(outcome, now, then, front, paces):
    assert outcome("open-out", line_front=100, standing_in=now, ordered=then) == (front, paces)


@pytest.mark.rule("CS-A.1l")
def test_opening_out_is_charged_at_the_gait(outcome):
    assert outcome("open-out", line_front=101).paces == 51
    assert outcome("movement", paces_spent=50).paces == 70
