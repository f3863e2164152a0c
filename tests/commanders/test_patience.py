"""An army that stands and fires: it holds while that wins, enters empty ground late, goes in together when it must."""

from __future__ import annotations

import pytest

from grognard.battle.commanding import fight_out
from grognard.commanders.appreciation import Account, PointsGoal
from grognard.commanders.doctrine import LEVELS, STAFF_1, USUAL
from grognard.commanders.foresight.intents import everybody
from grognard.commanders.patience.abreast import abreast
from grognard.commanders.patience.leaving import Leaving
from grognard.commanders.patience.waiting import EnemyLosses, prospect, standing
from grognard.commanders.planning import Planner
from grognard.commanders.tasks import Task
from grognard.simulate.many import begin, staffed

from .situations import body, foe, situation, village

HERE, THERE, BETWEEN = (1500.0, 500.0), (1500.0, 2300.0), (1500.0, 1200.0)


def accounts(goal: PointsGoal) -> tuple[Account, ...]:
    return Account(True, "hold", 4.0, goal), Account(False, "hold", 4.0, goal)


def patient(bodies, foes, goals, **more):
    ledger = tuple(account for goal in goals if goal.kind == "hold" for account in accounts(goal))
    return situation(bodies, foes, goals, accounts=ledger, margin=2.0, patience=True, **more)


def tasks(s, doctrine=USUAL):
    return Planner(1, doctrine).update(s).tasks


def test_only_the_staff_at_its_best_is_patient():
    assert [name for name, level in LEVELS.items() if level.patient] == ["hard", "staff"]
    assert not STAFF_1.patient


def test_while_there_is_time_nobody_goes_for_empty_ground():
    s = patient([body("a", HERE)], [foe("x", THERE)], [village(BETWEEN)])
    assert tasks(s)["a"].place == HERE


def test_empty_ground_is_entered_by_one_unit_when_it_is_time():
    task = tasks(patient([body("a", HERE)], [foe("x", THERE)], [village(BETWEEN)], turn=14))["a"]
    assert (task.kind, task.place, task.single) == ("hold", BETWEEN, True)


def test_nobody_goes_alone_into_ground_with_enemies_about_it():
    near = [foe("x", THERE), foe("y", (1500.0, 1550.0))]
    assert tasks(patient([body("a", HERE)], near, [village(BETWEEN)], turn=14))["a"].place != BETWEEN


def test_ground_that_the_enemy_holds_is_attacked_by_all_before_it_is_too_late():
    bodies = [body("a", HERE), body("b", (1900.0, 500.0))]
    held = foe("x", BETWEEN, strength=1000.0)
    early, late, too_late = (
        {task.kind for task in tasks(patient(bodies, [held], [village(BETWEEN)], turn=turn)).values()}
        for turn in (1, 8, 19)
    )
    assert (early, late, too_late) == ({"hold"}, {"attack"}, {"hold"})


@pytest.mark.parametrize("turn, place", [(12, (1800.0, 500.0)), (15, BETWEEN)])
def test_ground_that_counts_for_him_while_we_are_not_there_is_entered_at_the_last(turn, place):
    ours, his = village(HERE), village(BETWEEN, kind="clear")
    ledger = (*accounts(ours), Account(False, "clear", 2.0, his))
    bodies = [body("in", HERE, fixed=True), body("a", (1800.0, 500.0))]
    s = situation(bodies, [foe("x", THERE)], [ours], accounts=ledger, margin=2.0, patience=True, turn=turn)
    assert tasks(s)["a"].place == place


def test_ground_that_can_be_marched_into_counts_as_won():
    goal = village(BETWEEN)
    assert prospect(patient([body("a", HERE)], [foe("x", THERE)], [goal]), EnemyLosses()) == 4
    assert prospect(patient([body("a", HERE)], [foe("x", (1500.0, 1400.0))], [goal]), EnemyLosses()) == 0


def test_men_who_have_fallen_count_where_they_earn_points():
    men = (Account(True, "men", 0.02), Account(False, "men", 0.01))
    s = situation([body("a", HERE, strength=600.0, at_start=1000.0)], [foe("x", THERE)], [], accounts=men)
    assert prospect(s, EnemyLosses(men=300)) == pytest.approx(6 - 4)


def test_an_army_that_has_won_by_an_attack_stands_again():
    goal, planner = village(BETWEEN), Planner(1, USUAL)
    before = [body("a", HERE), body("b", (1900.0, 500.0))]
    held, gone = (foe("x", at, strength=1000.0) for at in (BETWEEN, THERE))
    assert planner.update(patient(before, [held], [goal], turn=8)).tasks["a"].kind == "attack"
    after = [body("a", BETWEEN), body("b", (1700.0, 1000.0))]
    plan = planner.update(patient(after, [gone], [goal], turn=9))
    assert {task.kind for task in plan.tasks.values()} == {"hold"}


def test_after_an_attack_empty_ground_is_entered_at_once():
    s = patient([body("a", HERE)], [foe("x", THERE)], [village(BETWEEN)])
    late, soon = (standing(s, list(s.bodies), {}, coming=False, at_once=each)["a"].place for each in (False, True))
    assert (late, soon) == (HERE, BETWEEN)


def test_ground_with_enemies_about_it_is_entered_with_enough_friends_beside_it():
    near = [foe("x", (1500.0, 1550.0))]
    friends = [body("b", (1300.0, 1050.0)), body("c", (1700.0, 1050.0))]
    s = patient([body("a", (1500.0, 950.0)), *friends], near, [village(BETWEEN)], turn=18)
    assert standing(s, list(s.bodies), {}, coming=False)["a"].place == BETWEEN


def test_those_near_ground_of_ours_fall_on_who_storms_it():
    bodies = [body("in", BETWEEN, fixed=True), body("by", (1500.0, 900.0))]
    task = tasks(patient(bodies, [foe("x", (1500.0, 1400.0))], [village(BETWEEN)]))["by"]
    assert (task.kind, task.foe) == ("attack", "x")


def test_guns_with_a_target_stay_where_they_are():
    bodies = [body("g", HERE, "guns", strength=360.0, at_start=360.0), body("a", (1300.0, 500.0))]
    task = tasks(patient(bodies, [foe("x", (1500.0, 1050.0))], [village(THERE)]))["g"]
    assert (task.kind, task.place) == ("bombard", HERE)


def test_an_enemy_of_whom_little_has_been_seen_is_attacked_before_the_rest_comes_up():
    bodies = [body("a", HERE), body("b", (1900.0, 500.0))]
    kinds = [
        {task.kind for task in tasks(patient(bodies, [foe("x", BETWEEN, strength=men)], [village(BETWEEN)])).values()}
        for men in (500.0, 1000.0)
    ]
    assert kinds == [{"attack"}, {"hold"}]


# -- an enemy who comes on


def came_on(bodies, goal, *ways, strength=1000.0):
    """What `b` does turn by turn while the enemy is so far up."""
    planner = Planner(1, USUAL)
    moments = [
        patient(bodies, [foe("x", (1500.0, y), strength=strength)], [goal], turn=turn)
        for turn, y in enumerate(ways, start=1)
    ]
    return [planner.update(s).tasks["b"].kind for s in moments]


def test_an_enemy_who_comes_up_is_met_by_everybody_until_he_has_gone_back():
    bodies = [body("a", HERE), body("b", (2300.0, 500.0))]
    ways = (1300.0, 1100.0, 900.0, 1100.0, 1300.0)
    assert came_on(bodies, village(HERE), *ways) == ["hold", "hold", "attack", "attack", "hold"]


def test_one_who_stands_near_or_is_much_the_stronger_is_not():
    bodies = [body("a", HERE), body("b", (2300.0, 500.0))]
    assert came_on(bodies, village(HERE), 900.0, 900.0) == ["hold", "hold"]
    assert came_on(bodies, village(HERE), 1100.0, 900.0, strength=3000.0) == ["hold", "hold"]


def test_attackers_do_not_cross_each_others_ways():
    bodies = [body("a", (1000.0, 500.0)), body("b", (1600.0, 500.0))]
    orders = {
        "a": Task("a", "attack", (1700.0, 1200.0), foe="x"),
        "b": Task("b", "attack", (1000.0, 1200.0), foe="y"),
    }
    found = abreast(patient(bodies, [], []), bodies, orders)
    assert (found["a"].foe, found["b"].foe) == ("y", "x")
    assert found["a"].body == "a"


def test_those_who_go_at_one_enemy_go_side_by_side():
    bodies = [body("a", (1000.0, 500.0)), body("b", (1600.0, 500.0))]
    orders = {each: Task(each, "attack", (1300.0, 1200.0), foe="x") for each in ("a", "b")}
    found = abreast(patient(bodies, [], []), bodies, orders)
    assert found["a"].place[0] < 1300.0 < found["b"].place[0]


def test_a_few_skirmishers_draw_no_brigade_off():
    few, many = foe("x", (1500.0, 900.0), strength=150.0), foe("y", (1500.0, 1400.0), strength=900.0)
    s = patient([body("a", HERE)], [few, many], [])
    assert everybody(s, list(s.bodies), {})["a"].foe == "y"


# -- off by an edge


def leaves(edge: str = "north") -> PointsGoal:
    return PointsGoal("out", "leave", 3.0, (1500.0, 3000.0), edge=edge)


def horse(at=(1500.0, 400.0)):
    return body("h", at, "horse", pace=200.0)


def test_horse_rides_round_the_enemy_to_the_edge_that_wins_points():
    task = tasks(patient([horse()], [foe("x", (1500.0, 1500.0))], [leaves()]))["h"]
    assert task.kind == "leave"
    assert task.place[1] == 3000.0
    assert abs(task.place[0] - 1500.0) > 1000


@pytest.mark.parametrize("more", [{"turn": 18}, {"foes": [(300.0, 1500.0), (1500.0, 1500.0), (2700.0, 1500.0)]}])
def test_it_stays_where_it_would_come_too_late_or_the_way_is_barred(more):
    foes = [foe(f"x{i}", at) for i, at in enumerate(more.get("foes", [(1500.0, 1500.0)]))]
    assert tasks(patient([horse()], foes, [leaves()], turn=more.get("turn", 1)))["h"].kind != "leave"


def test_once_it_is_out_nobody_follows():
    off = Leaving()
    near = horse((1500.0, 2900.0))
    assert off.tasks(patient([near], [], [leaves()]), [near], {})
    other = body("i", (1500.0, 400.0), "horse", pace=200.0)
    s = patient([other], [], [leaves()])
    assert off.tasks(s, [other], {}) == {}
    assert off.sure(s) == 3.0


def test_horse_rides_on_past_enemies_in_sight_and_out():
    battle = begin("maida", seed=1)
    fight_out(battle, staffed(battle, "random", "hard"))
    assert battle.fight.world.units["9e-chasseurs-a-cheval"].left_by == "west"
