"""Appendix A: cavalry and artillery changing formation, and units caught while changing."""

import pytest


@pytest.mark.rule("CS-A.4a", "CS-6.7.2")
@pytest.mark.parametrize(
    "nation, quarters",
    [
        ("french", 2), ("prussian", 1), ("russian", 3), ("austrian", 4), ("british", 3), ("other", 3), ("spanish", 3),
        ("american", 3), ("italian", 2), ("polish", 2), ("rheinbund", 2), ("neapolitan", 2), ("dutch", 2),
        ("kings_german_legion", 3), ("portuguese", 3), ("hanoverian", 3), ("brunswick", 3),
    ],
)  # fmt: skip
@pytest.mark.parametrize("formation, ordered", [("column", "line"), ("line", "column")])
def test_cavalry_times_by_nation(roll, nation, quarters, formation, ordered):
    facts = {"nation": nation, "formation": formation, "ordered": ordered, "discipline": "disciplined"}
    result = roll("cavalry-formation-change", **facts)
    assert result.outcome == (quarters, False, 1, 4 - quarters)
    assert [m.rule for m in result.modifiers] == ["CS-A.4a"]


@pytest.mark.rule("CS-A.4a")
def test_other_cavalry_is_named_so(roll):
    facts = {"nation": "other", "discipline": "hardened"}
    assert roll("cavalry-formation-change", **facts).modifiers[0].label == "other cavalry"
    facts["nation"] = "portuguese"
    assert roll("cavalry-formation-change", **facts).modifiers[0].label == "British cavalry"


@pytest.mark.rule("CS-A.4b")
@pytest.mark.parametrize(
    "nation, discipline, quarters, turn",
    [
        ("french", "hardened", 2, 1),
        ("french", "disciplined", 2, 1),
        ("french", "trained", 3, 1),
        ("french", "militia", 3, 1),
        ("french", "raw_recruits", 4, 1),
        ("french", "rabble", 4, 1),
        ("austrian", "raw_recruits", 6, 2),
        ("british", "disciplined", 3, 1),
    ],
)
def test_cavalry_times_by_discipline(outcome, nation, discipline, quarters, turn):
    made = outcome("cavalry-formation-change", nation=nation, discipline=discipline)
    assert (made.quarter_turns, made.done_on_turn) == (quarters, turn)


@pytest.mark.rule("CS-A.4a")
@pytest.mark.parametrize("formation, ordered", [("line", "open_order"), ("extended_order", "column")])
def test_cavalry_opens_out_by_moving(outcome, formation, ordered):
    facts = {"nation": "austrian", "discipline": "rabble", "formation": formation, "ordered": ordered}
    assert outcome("cavalry-formation-change", **facts) == (0, True, 1, 4)


@pytest.mark.rule("CS-A.4a")
def test_cavalry_does_not_form_what_it_is_in(roll):
    facts = {"nation": "french", "formation": "line", "ordered": "line"}
    assert roll("cavalry-formation-change", **facts).refusal.rule == "CS-A.4a"


@pytest.mark.rule("CS-A.5a", "CS-A.5b", "CS-A.5c")
@pytest.mark.parametrize(
    "action, pounds, made",
    [
        ("limber", 6, (4, 0, 1, 0)),
        ("emergency_limber", 6, (1, 2, 1, 3)),
        ("unlimber", 6, (2, 0, 1, 2)),
        ("unlimber", 11, (2, 0, 1, 2)),
        ("limber", 12, (8, 0, 2, 0)),
        ("emergency_limber", 12, (2, 2, 1, 2)),
        ("unlimber", 12, (4, 0, 1, 0)),
        ("unlimber", 18, (4, 0, 1, 0)),
    ],
)
def test_limbering(outcome, action, pounds, made):
    assert outcome("artillery-formation-change", action=action, pounds=pounds) == made


@pytest.mark.rule("CS-A.5c")
def test_the_line_for_heavy_guns(roll):
    lines = roll("artillery-formation-change", action="limber", pounds=12).modifiers
    assert [(m.rule, m.label, m.value) for m in lines] == [
        ("CS-A.5a", "limber", 4),
        ("CS-A.5c", "heavy guns take 2 times as long", 4),
    ]


@pytest.mark.rule("CS-M2-6.2")
def test_field_guns_of_the_18th_century_limber_in_the_usual_time(outcome):
    assert outcome("artillery-formation-change", [], "module-2", action="limber").quarter_turns == 4


CAUGHT, SAFE = (4, "open_order"), (0, "as_formed")


@pytest.mark.rule("CS-A.1e")
@pytest.mark.parametrize(
    "quarters, distance, move, arrives, then",
    [
        (2, 190, 400, "in quarter 2", SAFE),
        (3, 190, 400, "in quarter 2", CAUGHT),
        (2, 120, 400, "in quarter 1", CAUGHT),
        (1, 120, 400, "in quarter 1", SAFE),
        (2, 121, 400, "in quarter 2", SAFE),
        (5, 420, 400, "in quarter 4", CAUGHT),
        (4, 420, 400, "in quarter 4", SAFE),
        (6, 421, 400, "not this turn", SAFE),
        (1, 20, 120, "before the turn", CAUGHT),
        (1, 21, 120, "in quarter 1", SAFE),
    ],
)
def test_race_between_a_change_and_an_enemy(outcome, quarters, distance, move, arrives, then):
    race = outcome("caught-forming", quarters=quarters, enemy_distance=distance, enemy_move=move)
    assert race == (then is CAUGHT, arrives, *then)


@pytest.mark.rule("CS-6.7.1a")
def test_a_square_ordered_this_turn_is_begun_with_the_movement_phase(outcome):
    """Both run from the start of the phase: 200 paces in half a turn against a square formed in half a turn."""
    assert not outcome("caught-forming", quarters=2, enemy_distance=220, enemy_move=400).caught
    assert outcome("caught-forming", quarters=3, enemy_distance=220, enemy_move=400).caught
