"""Appendix D: roster and deployment cards."""

import pytest


@pytest.mark.rule("CS-D.1")
def test_a_line_has_four_fixed_fields_and_two_for_each_of_ten_turns(outcome):
    form = outcome("roster-form")
    assert form.fixed_fields == "Unit ID, Morale Rating, Discipline Rating, Initial Strength"
    assert (form.per_turn_fields, form.turns, form.fields_per_line) == ("Current Strength, Morale Status", 10, 24)
    assert form.footer == "Notes"


UNIT = {"morale_rating": 9, "initial_strength": 24}


@pytest.mark.rule("CS-D.2")
def test_a_line_without_unit_id_is_refused(roll):
    assert roll("roster-line", **UNIT, identified=False).refusal.rule == "CS-D.2"


@pytest.mark.rule("CS-D.3")
def test_losses_are_counted_from_the_initial_strength(outcome):
    line = outcome("roster-line", **UNIT, casualties=6)
    assert (line.current_strength, line.percent_lost) == (18, 25)


@pytest.mark.rule("CS-D.3")
def test_nobody_loses_more_than_he_has(roll):
    assert roll("roster-line", **UNIT, casualties=25).refusal.rule == "CS-D.3"
    assert roll("roster-line", **UNIT, casualties=24).outcome.current_strength == 0


@pytest.mark.rule("CS-D.3")
def test_written_rating_stays_and_changes_are_kept_beside_it(outcome):
    assert outcome("roster-line", **UNIT).morale_rating_now == 9
    assert outcome("roster-line", **UNIT, rating_change=-1).morale_rating_now == 8


@pytest.mark.rule("CS-D.4")
def test_every_unit_begins_resolute(outcome):
    line = outcome("roster-line", **UNIT)
    assert (line.current_strength, line.morale_status, line.percent_lost) == (24, "resolute", 0)


@pytest.mark.rule("CS-D.4")
def test_strength_and_status_are_entered_each_turn(outcome):
    line = outcome("roster-line", **UNIT, turn=2, casualties=2, status="wavering")
    assert (line.current_strength, line.morale_status, line.column) == (22, "wavering", 2)


@pytest.mark.rule("CS-D.1", "CS-D.4")
@pytest.mark.parametrize(
    "turn, sheet, column", [(0, 1, 1), (1, 1, 1), (10, 1, 10), (11, 2, 1), (20, 2, 10), (21, 3, 1)]
)
def test_a_sheet_has_room_for_ten_turns(outcome, turn, sheet, column):
    line = outcome("roster-line", **UNIT, turn=turn)
    assert (line.sheet, line.column) == (sheet, column)


@pytest.mark.rule("CS-D.3", "CS-1.4", "CS-1.4.3")
@pytest.mark.parametrize("irregular, discipline, rule", [(False, "none", "CS-1.4"), (True, "militia", "CS-1.4.3")])
def test_a_line_needs_the_right_ratings(roll, irregular, discipline, rule):
    assert roll("roster-line", **UNIT, irregular=irregular, discipline=discipline).refusal.rule == rule


@pytest.mark.rule("CS-1.6.1a", "CS-D.6")
def test_a_card_must_identify_its_units(roll):
    assert roll("deployment-card", arm="infantry", identified=False).refusal.rule == "CS-1.6.1a"


@pytest.mark.rule("CS-1.6.1a", "CS-D.5")
@pytest.mark.parametrize("arm", ["infantry", "cavalry", "artillery"])
def test_the_front_shows_the_arm_and_nothing_else(outcome, arm):
    assert outcome("deployment-card", arm=arm).front == f"symbol of {arm}"


@pytest.mark.rule("CS-D.6", "CS-1.6.1a")
def test_lines_and_box_on_the_back(outcome):
    card = outcome("deployment-card", arm="cavalry")
    assert card.back.split(", ") == [
        "Unit ID",
        "Superior Brigade/Division/Corps",
        "Number of Battalions/Regiments",
        "Number of Batteries",
        "Commander/Rating",
        "Morale Rating",
        "Other (1)",
        "Other (2)",
    ]
    assert card.box == "Deployment Sketch"
