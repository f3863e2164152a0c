"""A staff that counts points: ahead it lets the enemy come, enters empty ground, and storms what it must have."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.commanders.appreciation import Account, PointsGoal
from grognard.commanders.doctrine import STAFF_1, USUAL
from grognard.commanders.planning import Planner
from grognard.commanders.prizes import lead

from .situations import RULES_OF_THUMB, body, foe, situation, village

HERE, THERE = (1500.0, 500.0), (1500.0, 1800.0)


def accounts(goal, points: float = 4.0) -> tuple[Account, ...]:
    """The same ground earns either side the same."""
    return Account(True, "hold", points, goal), Account(False, "hold", points, goal)


def planned(s, doctrine=RULES_OF_THUMB):
    return Planner(1, doctrine).update(s)


def test_the_lead_counts_ground_and_beaten_units_of_both():
    goal = village(HERE)
    ledger = (*accounts(goal), Account(True, "beat", 1.0), Account(False, "beat", 1.0), Account(False, "keep", 2.0))
    s = situation([body("a", HERE)], [foe("x", THERE)], [goal], accounts=ledger, beaten=3)
    assert lead(s, broken=1) == 4 + 1 - 3 - 2


def test_an_enemy_nobody_has_seen_is_not_taken_to_be_elsewhere():
    goal = village(THERE, kind="clear")
    own = (Account(True, "clear", 3.0, goal),)
    assert lead(situation([body("a", HERE)], [], [goal], accounts=own)) == 0
    assert lead(situation([body("a", HERE)], [foe("x", (200.0, 2900.0))], [goal], accounts=own)) == 3


def test_who_is_ahead_stays_where_the_first_staff_would_attack_for_more():
    mine, his = village(HERE), village(THERE, points=5.0)
    ledger = (Account(True, "hold", 4.0, mine), Account(True, "hold", 5.0, his))
    bodies = [body("a", HERE), body("b", (1200.0, 500.0)), body("c", (1800.0, 500.0))]
    s = situation(bodies, [foe("x", THERE)], [mine, his], accounts=ledger, margin=2.0)
    assert planned(s, STAFF_1).stance == "attack"
    assert planned(s).stance == "hold"


def test_empty_ground_is_entered_by_one_and_not_attacked_by_all():
    goal = village((1500.0, 1000.0))
    bodies = [body("a", HERE), body("b", (1100.0, 500.0))]
    s = situation(bodies, [foe("x", (1500.0, 1700.0))], [goal], accounts=accounts(goal))
    found = planned(s).tasks
    assert found["a"].place == goal.place
    assert found["b"].kind == "hold"


def test_ground_under_guns_is_entered_in_time_and_not_before():
    goal = village((1500.0, 1000.0))
    bodies, guns = [body("a", HERE)], foe("g", (1500.0, 1500.0), "guns")
    early = situation(bodies, [guns], [goal], accounts=accounts(goal), turn=2, last=20)
    late = situation(bodies, [guns], [goal], accounts=accounts(goal), turn=13, last=20)
    assert planned(early).tasks["a"].place != goal.place
    assert planned(late).tasks["a"].place == goal.place


def test_what_the_enemy_holds_and_we_must_have_is_pressed_home_and_more_when_time_runs_out():
    goal = village(THERE)
    s = situation([body("a", HERE)], [foe("x", THERE, guarded=True)], [goal], accounts=accounts(goal))
    late = situation([body("a", HERE)], [foe("x", THERE, guarded=True)], [goal], accounts=accounts(goal), turn=15)
    assert planned(s, STAFF_1).tasks["a"].urge == 0
    assert 0 < planned(s).tasks["a"].urge < planned(late).tasks["a"].urge


def test_where_guns_gain_nothing_by_looking_for_places_they_go_where_the_first_staff_sends_them():
    goal = village(THERE)
    s = situation([body("a", HERE), body("g", (900.0, 500.0), "guns")], [foe("x", THERE)], [goal])
    first = planned(s, replace(RULES_OF_THUMB, guns_see=False)).tasks["g"]
    assert planned(s).tasks["g"] != first
    assert planned(replace(s, guns_seek=False)).tasks["g"] == first


def test_who_makes_the_main_attack_goes_on_making_it():
    goal, x = village(THERE), foe("x", THERE)
    planner = Planner(1, RULES_OF_THUMB)
    bodies = [body("a", (1350.0, 500.0)), body("b", (1650.0, 500.0))]
    first = planner.update(situation(bodies, [x], [goal], accounts=accounts(goal)))
    main = next(id for id, task in first.tasks.items() if task.place == goal.place)
    other = "b" if main == "a" else "a"
    # now the other is a little nearer to the middle
    moved = [body(main, (1300.0, 700.0)), body(other, (1520.0, 760.0))]
    second = planner.update(situation(moved, [x], [goal], accounts=accounts(goal), turn=2))
    assert second.tasks[main].place == goal.place


@pytest.mark.parametrize("doctrine, stays", [(STAFF_1, False), (RULES_OF_THUMB, True)])
def test_garrisons_stay(doctrine, stays):
    s = situation([body("a", HERE, fixed=True)], [foe("x", (1500.0, 800.0))], [village(HERE)])
    assert planned(s, doctrine).tasks["a"].garrison is stays


def test_guns_go_where_they_see_somebody_and_stay_on_their_way():
    blind = (1500.0, 700.0)
    goal = village((1500.0, 1500.0))

    def sees(one, other):
        return abs(one[0] - 1500) > 200

    bodies = [body("a", (1480.0, 900.0)), body("g", blind, "guns")]
    planner = Planner(1, RULES_OF_THUMB)
    s = situation(bodies, [foe("x", (1500.0, 1500.0))], [goal], accounts=accounts(goal), sees=sees)
    place = planner.update(s).tasks["g"].place
    assert sees(place, (1500.0, 1500.0))
    on_the_way = [bodies[0], body("g", ((blind[0] + place[0]) / 2, (blind[1] + place[1]) / 2), "guns")]
    later = situation(on_the_way, [foe("x", (1500.0, 1480.0))], [goal], accounts=accounts(goal), sees=sees, turn=2)
    assert planner.update(later).tasks["g"].place == place


# -- an enemy of whom nothing has been seen


def test_ground_too_far_off_for_guards_is_marched_on_though_nobody_has_been_seen():
    goal = village((1500.0, 2500.0))
    bodies = [body("a", HERE), body("b", (1100.0, 500.0))]
    found = planned(situation(bodies, [], [goal], accounts=accounts(goal), last=40))
    assert found.stance == "attack"
    assert {task.kind for task in found.tasks.values()} == {"attack"}


@pytest.mark.parametrize("doctrine", [RULES_OF_THUMB, USUAL])
def test_who_must_have_ground_clear_goes_to_look_whether_it_is(doctrine):
    goal = village((1500.0, 2500.0), kind="clear")
    s = situation([body("a", HERE)], [], [goal], accounts=(Account(True, "clear", 3.0, goal),), last=40)
    assert planned(s, doctrine).tasks["a"].kind == "attack"


def test_who_has_to_beat_an_army_looks_for_it_at_the_other_end_of_the_table():
    fight = PointsGoal("fight", "army", 6.0, (1500.0, 1500.0))
    s = situation([body("a", HERE)], [], [fight], accounts=(Account(True, "beat", 1.0),), last=40)
    task = planned(s).tasks["a"]
    assert task.kind == "attack"
    assert task.place[1] > 2000
    assert planned(s, STAFF_1).stance == "hold"


def test_who_is_ahead_lets_an_unseen_enemy_come():
    mine, far = village(HERE), village((1500.0, 2500.0))
    s = situation([body("a", HERE)], [], [mine, far], accounts=accounts(mine), last=40)
    assert planned(s).stance == "hold"


def test_who_stands_near_the_ground_he_guards_stays_there_where_a_move_is_dear():
    goal = village(HERE)
    bodies = [body("in", HERE), body("b", (2200.0, 450.0))]
    near = [foe("x", (1500.0, 1300.0), strength=900.0)]
    usual, rooted = (situation(bodies, near, [goal], accounts=accounts(goal), rooted=far) for far in (0.0, 1000.0))
    assert planned(usual).tasks["b"].place != (2200.0, 450.0)
    assert planned(rooted).tasks["b"].place == (2200.0, 450.0)


def test_guns_do_not_limber_up_because_a_target_is_near():
    goal = village(THERE)
    at = (1500.0, 1400.0)
    bodies = [body("a", (1400.0, 1400.0)), body("g", at, "guns", strength=300.0, at_start=300.0)]
    s = situation(bodies, [foe("x", THERE)], [goal], accounts=accounts(goal), gun_safety=560.0)
    assert planned(s).tasks["g"].place == at
