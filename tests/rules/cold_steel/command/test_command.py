"""Chapter 3: command points."""

import pytest

DICE = {-5: [1, 1], 2: [1, 1], 7: [3, 4], 8: [4, 4], 12: [6, 6], 13: [6, 7], 17: [8, 9], 18: [9, 9], 20: [10, 10]}


@pytest.mark.rule("CS-3.1", "CS-3.1.1")
@pytest.mark.parametrize("total, points", [(2, 2), (7, 2), (8, 3), (12, 3), (13, 4), (17, 4), (18, 5), (20, 5)])
def test_points_by_total(outcome, total, points):
    assert outcome("command-points", DICE[total]).command_points == points


@pytest.mark.rule("CS-3.1.1")
def test_table_is_open_at_both_ends(outcome):
    assert outcome("command-points", [1, 1], smoke_balls=8).command_points == 2
    assert outcome("command-points", [10, 10], rating="superior", new_order=True).command_points == 5


@pytest.mark.rule("CS-3.1.2a")
@pytest.mark.parametrize(
    "facts, value",
    [
        ({}, 0),
        ({"smoke_balls": 3}, 0),
        ({"smoke_balls": 4}, -4),
        ({"smoke_balls": 7}, -4),
        ({"smoke_balls": 8}, -8),
        ({"rating": "superior"}, 4),
        ({"rating": "poor"}, -4),
        ({"rating": "average"}, 0),
        ({"wound": "light"}, -4),
        ({"wound": "serious"}, -7),
        ({"new_order": True}, 3),
    ],
)
def test_modifiers(modifier, facts, value):
    assert modifier("command-points", **facts) == value


@pytest.mark.rule("CS-3.1.2a")
def test_labels_tell_the_distance(cs):
    assert cs.tables.row("CS-3.1.2a", "smoke_balls").label == "each 4 smoke balls within 200 paces"


@pytest.mark.rule("CS-3.1.2a")
@pytest.mark.parametrize(
    "dice, facts, total, points",
    [
        ([6, 7], {"rating": "superior"}, 17, 4),
        ([6, 7], {"smoke_balls": 9}, 5, 2),
        ([9, 9], {"rating": "poor", "wound": "light", "new_order": True}, 13, 4),
    ],
)
def test_ledger_cases(roll, dice, facts, total, points):
    result = roll("command-points", dice, **facts)
    assert (result.total, result.outcome.command_points) == (total, points)


@pytest.mark.rule("CS-10.1.2b", "CS-10.1.2c")
def test_horse_shot_counts_as_a_light_wound(modifier):
    assert modifier("command-points", wound="horse_shot") == -4


@pytest.mark.rule("CS-3.2i")
def test_player_as_regimental_commander_rolls_at_minus_three(roll):
    result = roll("command-points", [7, 7], regimental_player=True)
    assert (result.total, result.outcome.command_points) == (11, 3)


@pytest.mark.rule("CS-10.1.2d")
def test_serious_wound_costs_next_turns_points(roll):
    result = roll("command-points", [], wound="serious", wounded_last_turn=True)
    assert result.refusal.rule == "CS-10.1.2d"
    assert roll("command-points", [7, 8], wound="serious").outcome.command_points == 3


@pytest.mark.rule("CS-10.1.2e")
def test_no_commands_until_a_successor_is_in_place(roll):
    assert roll("command-points", [], successor_awaited=True).refusal.rule == "CS-10.1.2e"
