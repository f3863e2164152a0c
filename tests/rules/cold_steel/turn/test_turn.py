"""Chapter 2: the phases and steps of a turn; section 10.3: its end."""

from typing import get_args

import pytest

from grognard.systems.cold_steel.checks.turn.sequence import StepOfTurn, TurnTask, sequence
from grognard.systems.cold_steel.terms import Phase

PHASES = [
    ("command", "initiative"),
    ("initiative", "rally_and_morale"),
    ("rally_and_morale", "movement"),
    ("movement", "artillery_fire"),
    ("artillery_fire", "small_arms_fire"),
    ("small_arms_fire", "close_combat"),
    ("close_combat", "leader_casualties_and_disorder_recovery"),
]

STEPS = {
    "command": (
        "1a acquire command points",
        "1b write commands and messages",
        "1c leader movement and order marking",
        "1d reveal orders",
    ),
    "initiative": ("2a mark automatic orders", "2b initiative checks", "2c division effectiveness tests"),
    "rally_and_morale": (
        "3a-i rally routed",
        "3a-ii stand losses",
        "3b-i rally broken or wavering",
        "3b-ii adjacent retreat checks",
        "3b-iii dispersals",
    ),
    "movement": ("4a off board arrivals", "4b-i card movement", "4b-ii figure movement and formation change"),
    "artillery_fire": ("5a announce and fire", "5b mark smoke", "5c morale checks"),
    "small_arms_fire": ("6a announce and fire", "6b mark smoke", "6c morale checks"),
    "close_combat": ("7a combats with cavalry", "7b other combats", "7c mark smoke", "7d morale checks"),
    "leader_casualties_and_disorder_recovery": (
        "8a-i leader casualties",
        "8a-ii leader casualty morale checks",
        "8b disorder removal",
        "8c end turn tasks",
    ),
}


@pytest.mark.rule("CS-2a")
@pytest.mark.parametrize("phase, follows", PHASES)
def test_phases_follow_each_other_within_the_turn(outcome, phase, follows):
    answer = outcome("phase", phase=phase, turn=3)
    assert (answer.next_phase, answer.next_turn) == (follows, 3)


@pytest.mark.rule("CS-2a")
def test_the_last_phase_is_followed_by_command_of_the_next_turn(outcome):
    answer = outcome("phase", phase="leader_casualties_and_disorder_recovery", turn=3)
    assert (answer.number, answer.next_phase, answer.next_turn) == (8, "command", 4)


@pytest.mark.rule("CS-2b", "CS-2c", "CS-2d", "CS-2e", "CS-2f", "CS-2g", "CS-2h", "CS-2i")
@pytest.mark.parametrize("number, phase", list(enumerate(STEPS, start=1)))
def test_steps_of_each_phase(outcome, number, phase):
    answer = outcome("phase", phase=phase)
    assert (answer.number, answer.steps) == (number, STEPS[phase])


@pytest.mark.rule("CS-2a")
def test_every_phase_step_and_task_that_can_be_asked_for_is_in_the_turn(cs):
    order = sequence(cs.tables)
    assert list(dict.fromkeys(at.phase for at in order)) == list(get_args(Phase))
    assert [at.step for at in order] == list(get_args(StepOfTurn))
    assert {at.task for at in order} == set(get_args(TurnTask))


@pytest.mark.rule("CS-2b")
@pytest.mark.parametrize(
    "step, seen", [("1a", ()), ("1c", ()), ("1d", ("orders",)), ("2a", ("orders",)), ("8c", ("orders",))]
)
def test_the_enemy_sees_orders_once_they_are_revealed_and_missions_never(outcome, step, seen):
    assert outcome("step", step=step).enemy_sees == seen


@pytest.mark.rule("CS-2a", "CS-2e", "CS-2i")
@pytest.mark.parametrize(
    "step, phase, task, next_step, next_turn",
    [
        ("1d", "command", "reveal_orders", "2a", 6),
        ("4a", "movement", "off_board_arrivals", "4b-i", 6),
        ("4b-ii", "movement", "figure_movement_and_formation_change", "5a", 6),
        ("8c", "leader_casualties_and_disorder_recovery", "end_turn_tasks", "1a", 7),
    ],
)
def test_what_is_done_in_a_step_and_what_follows(outcome, step, phase, task, next_step, next_turn):
    answer = outcome("step", step=step, turn=6)
    assert (answer.phase, answer.task, answer.next_step, answer.next_turn) == (phase, task, next_step, next_turn)


@pytest.mark.rule("CS-2c")
def test_a_division_that_loses_heavily_in_combat_tests_next_turn(outcome):
    due = outcome("when-next", task="division_effectiveness_tests", turn=4, step="7a")
    assert due == (5, "initiative", "2c")


@pytest.mark.rule("CS-2d")
def test_routed_units_roll_before_broken_and_wavering_ones(outcome):
    assert outcome("when-next", task="rally_broken_or_wavering", turn=2, step="3a-i") == (2, "rally_and_morale", "3b-i")
    assert outcome("when-next", task="rally_routed", turn=2, step="3b-i") == (3, "rally_and_morale", "3a-i")


@pytest.mark.rule("CS-2e")
def test_a_force_arriving_may_move_in_the_same_turn(outcome):
    due = outcome("when-next", task="figure_movement_and_formation_change", turn=2, step="4a")
    assert due == (2, "movement", "4b-ii")


@pytest.mark.rule("CS-2f", "CS-2g")
@pytest.mark.parametrize("task, step", [("mark_smoke", "5b"), ("morale_checks", "5c")])
def test_smoke_and_morale_of_artillery_fire_come_before_small_arms_fire(outcome, task, step):
    assert outcome("when-next", task=task, turn=2, step="5a").step == step
    assert outcome("when-next", task="announce_and_fire", turn=2, step=step).step == "6a"


@pytest.mark.rule("CS-2h")
def test_combats_with_cavalry_come_first(outcome):
    assert outcome("when-next", task="other_combats", turn=2, step="7a") == (2, "close_combat", "7b")
    assert outcome("when-next", task="combats_with_cavalry", turn=2, step="7b").turn == 3


@pytest.mark.rule("CS-2i")
def test_leader_casualty_checks_come_before_disorder_removal(outcome):
    last = "leader_casualties_and_disorder_recovery"
    assert outcome("when-next", task="leader_casualty_morale_checks", turn=2, step="7d") == (2, last, "8a-ii")
    assert outcome("when-next", task="disorder_removal", turn=2, step="8a-ii") == (2, last, "8b")


@pytest.mark.rule("CS-10.3a", "CS-10.3b", "CS-10.3c")
def test_the_turn_ends_with_smoke_then_rosters_then_markers(outcome):
    answer = outcome("end-of-turn")
    assert answer.tasks == ("move_and_thin_smoke", "update_rosters", "remove_old_markers")


@pytest.mark.rule("CS-10.3b")
def test_rosters_take_down_strength_and_morale_status(outcome):
    assert outcome("end-of-turn").roster == ("strength", "status")


@pytest.mark.rule("CS-10.3c")
def test_single_counter_battery_hits_go_and_disorder_stays(outcome):
    answer = outcome("end-of-turn", markers=frozenset({"counter_battery_hit", "disorder"}))
    assert (answer.cleared, answer.kept) == (("counter_battery_hit",), ("disorder",))


@pytest.mark.rule("CS-10.3c")
@pytest.mark.parametrize(
    "marker, goes", [("completed_order", True), ("took_fire", True), ("order", False), ("disorder", False)]
)
def test_which_markers_are_no_longer_valid(outcome, marker, goes):
    assert (marker in outcome("end-of-turn", markers=frozenset({marker})).cleared) is goes
