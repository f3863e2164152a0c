"""The plan, whatever the rules: who attacks, holds, waits, retires."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.commanders.appreciation import gap
from grognard.commanders.planning import Planner

from .situations import RULES_OF_THUMB, body, foe, situation, village

HERE = (1500.0, 500.0)
THERE = (1500.0, 1800.0)


def plan(s):
    return Planner(1, RULES_OF_THUMB).update(s)


def test_ground_that_the_enemy_holds_is_attacked():
    found = plan(situation([body("a", HERE)], [foe("x", THERE)], [village(THERE)]))
    assert found.stance == "attack"
    assert found.tasks["a"].kind == "attack"
    assert found.tasks["a"].place == THERE


def test_ground_that_is_ours_is_held_where_we_stand():
    found = plan(situation([body("a", HERE)], [foe("x", THERE)], [village(HERE)]))
    assert found.stance == "hold"
    assert (found.tasks["a"].kind, found.tasks["a"].place) == ("hold", HERE)


def test_empty_ground_near_us_is_occupied_without_an_attack():
    near = (1500.0, 900.0)
    found = plan(situation([body("a", HERE)], [foe("x", (1500.0, 2600.0))], [village(near)]))
    assert (found.tasks["a"].kind, found.tasks["a"].place) == ("hold", near)


def test_a_lesser_prize_is_not_worth_an_attack_by_the_weaker():
    far = replace(village(THERE, points=2.0), id="other")
    weak = situation([body("a", HERE)], [foe("x", THERE, strength=900.0)], [village(HERE, points=6.0), far])
    assert plan(weak).stance == "hold"


def test_attackers_go_side_by_side():
    bodies = [body("left", (1200.0, 500.0)), body("right", (1800.0, 500.0))]
    found = plan(situation(bodies, [foe("x", (1300.0, 1800.0)), foe("y", (1700.0, 1800.0))], [village(THERE)]))
    assert found.tasks["left"].place[0] < found.tasks["right"].place[0]


def test_the_second_line_follows_the_first():
    bodies = [body("front", (1500.0, 700.0)), body("behind", (1500.0, 450.0))]
    found = plan(situation(bodies, [foe("x", THERE)], [village(THERE)]))
    assert gap(found.tasks["front"].place, found.tasks["behind"].place) < 300


def test_the_rearmost_of_four_is_kept_in_reserve_behind_the_main_effort():
    bodies = [body(name, (900.0 + 350 * i, 500.0)) for i, name in enumerate("abc")] + [body("r", (1500.0, 150.0))]
    found = plan(situation(bodies, [foe("x", THERE)], [village(THERE)]))
    assert found.tasks["r"].kind == "reserve"
    assert found.tasks["r"].place[1] < 500


@pytest.mark.parametrize("turn, kind", [(11, "reserve"), (12, "attack")])
def test_the_reserve_goes_in_when_more_than_half_of_the_battle_is_over(turn, kind):
    bodies = [body(name, (900.0 + 350 * i, 500.0)) for i, name in enumerate("abc")] + [body("r", (1500.0, 150.0))]
    found = plan(situation(bodies, [foe("x", THERE)], [village(THERE)], turn=turn))
    assert found.tasks["r"].kind == kind


def test_the_reserve_goes_in_when_those_in_front_are_in_trouble():
    bodies = [body(name, (900.0 + 350 * i, 1500.0)) for i, name in enumerate("abc")] + [body("r", (1500.0, 150.0))]
    shaken = [replace(bodies[0], fighting=True, steadiness=0.5), *bodies[1:]]
    assert plan(situation(shaken, [foe("x", THERE)], [village(THERE)])).tasks["r"].kind == "attack"


def test_a_beaten_body_is_pulled_back_until_it_has_rested():
    planner = Planner(1, RULES_OF_THUMB)

    def then(turn, steadiness):
        s = situation(
            [body("a", (1500.0, 1500.0), steadiness=steadiness)], [foe("x", THERE)], [village(THERE)], turn=turn
        )
        return planner.update(s).tasks["a"]

    beaten = then(1, 0.3)
    assert (beaten.kind, beaten.place) == ("retire", (1500.0, 1000.0))
    assert then(2, 0.6).kind == "retire"
    assert then(3, 0.8).kind == "attack"


def test_an_army_that_has_lost_half_goes_over_to_the_defence():
    left = body("a", HERE, strength=450.0, at_start=880.0)
    s = situation([left], [foe("x", THERE)], [village(THERE)], started_with=1000.0)
    assert plan(s).stance == "hold"


def test_an_attack_against_hopeless_odds_waits_for_help():
    s = situation(
        [body("a", (1500.0, 1400.0), strength=300.0, at_start=300.0)],
        [foe(name, THERE, strength=800.0) for name in "xyz"],
        [village(THERE)],
    )
    assert plan(s).tasks["a"].kind == "hold"


def test_a_task_is_kept_while_the_enemy_shifts_only_a_little():
    planner = Planner(1, RULES_OF_THUMB)
    places = [(1500.0, 1800.0), (1560.0, 1760.0), (1900.0, 1500.0)]
    aims = []
    for turn, at in enumerate(places, 1):
        goal = replace(village(at, kind="clear", half=1000.0), points=5.0)
        aims.append(planner.update(situation([body("a", HERE)], [foe("x", at)], [goal], turn=turn)).tasks["a"].place)
    assert aims[0] == aims[1] != aims[2]


def test_horse_waits_behind_a_flank_while_the_enemy_is_steady():
    s = situation(
        [body("a", HERE), body("h", (1900.0, 500.0), "horse")], [foe("x", (1500.0, 1200.0))], [village(THERE)]
    )
    assert plan(s).tasks["h"].kind == "support"


def test_horse_rides_at_shaken_foot_but_not_at_a_square():
    shaken = foe("x", (1800.0, 900.0), steadiness=0.4)
    for guarded, kind in ((False, "attack"), (True, "support")):
        s = situation(
            [body("a", HERE), body("h", (1900.0, 500.0), "horse")], [replace(shaken, guarded=guarded)], [village(THERE)]
        )
        assert plan(s).tasks["h"].kind == kind


@pytest.mark.parametrize(
    "facing, guarded, kind", [(0.0, False, "attack"), (180.0, False, "support"), (0.0, True, "support")]
)
def test_horse_rides_at_steady_foot_that_has_its_back_turned(facing, guarded, kind):
    marching = foe("x", (1850.0, 900.0), facing=facing, guarded=guarded)
    s = situation([body("a", HERE), body("h", (1900.0, 500.0), "horse")], [marching], [village(THERE)])
    assert plan(s).tasks["h"].kind == kind


def test_guns_in_range_stay_where_they_are():
    at = (1400.0, 1200.0)
    task = plan(situation([body("a", HERE), body("g", at, "guns")], [foe("x", THERE)], [village(THERE)])).tasks["g"]
    assert (task.kind, task.place) == ("bombard", at)


def test_guns_without_foot_near_get_out_of_the_way():
    task = plan(situation([body("g", (1500.0, 1600.0), "guns")], [foe("x", THERE)], [village(THERE)])).tasks["g"]
    assert task.kind == "retire"


def test_light_troops_screen_what_others_hold():
    s = situation([body("a", HERE), body("l", (1500.0, 800.0), loose=True)], [foe("x", THERE)], [village(HERE)])
    assert plan(s).tasks["l"].kind == "screen"


def test_troops_to_come_are_told_where_to_march():
    late = body("late", (1500.0, 50.0), here=False, due=5)
    task = plan(situation([body("a", HERE), late], [foe("x", THERE)], [village(THERE)])).tasks["late"]
    assert task.kind == "reserve"


def test_without_ground_to_win_the_weaker_waits_and_the_stronger_attacks():
    army = replace(village(THERE, kind="army"), shapes=())
    for strength, stance in ((500.0, "attack"), (3000.0, "hold")):
        assert plan(situation([body("a", HERE)], [foe("x", THERE, strength=strength)], [army])).stance == stance


def test_the_plan_is_made_once_a_turn():
    planner, s = Planner(1, RULES_OF_THUMB), situation([body("a", HERE)], [foe("x", THERE)], [village(THERE)])
    assert planner.update(s) is planner.update(s)


@pytest.mark.parametrize("down, stance", [(0.29, "attack"), (0.3, "hold")])
def test_an_army_near_breaking_goes_over_to_the_defence(down, stance):
    s = situation([body("a", HERE)], [foe("x", THERE, strength=900.0)], [village(THERE)], down=down)
    assert plan(s).stance == stance


def test_an_army_near_breaking_breaks_contact_where_the_enemy_is_stronger():
    near = foe("x", (1500.0, 800.0), strength=2000.0)
    s = situation([body("a", HERE)], [near, foe("y", THERE)], [village(THERE)], down=0.4)
    task = plan(s).tasks["a"]
    assert task.kind == "retire"
    assert task.place[1] < HERE[1]


def test_an_army_that_is_much_the_stronger_presses_on_whatever_it_has_lost():
    s = situation([body("a", HERE)], [foe("x", THERE, strength=300.0)], [village(THERE)], down=0.4)
    assert plan(s).stance == "attack"


def test_attackers_who_are_shaken_are_pulled_back_sooner_than_defenders():
    planner = Planner(1, RULES_OF_THUMB)
    goals = [village(THERE)]
    planner.update(situation([body("a", HERE)], [foe("x", THERE)], goals))
    shaken = body("a", (1500.0, 1500.0), steadiness=0.48)
    assert planner.update(situation([shaken], [foe("x", THERE)], goals, turn=2)).tasks["a"].kind == "retire"
    held = situation([replace(shaken, place=HERE, spots=(HERE,))], [foe("x", THERE)], [village(HERE)])
    assert plan(held).tasks["a"].kind == "hold"


# -- villages, reserves, counterattacks


def test_who_does_not_storm_a_village_goes_round_it():
    garrison = foe("x", THERE, guarded=True)
    beside = foe("y", (2200.0, 1900.0))
    bodies = [body("storms", HERE), body("round", (2400.0, 300.0))]
    found = plan(situation(bodies, [garrison, beside], [village(THERE)]))
    assert found.tasks["storms"].place == THERE
    assert (found.tasks["round"].foe, found.tasks["round"].place) == ("y", beside.place)


def test_nobody_is_sent_through_the_village_at_those_behind_it():
    behind = foe("y", (1500.0, 2300.0))
    bodies = [body("storms", HERE), body("second", (1500.0, 300.0))]
    found = plan(situation(bodies, [foe("x", THERE, guarded=True), behind], [village(THERE)]))
    assert found.tasks["second"].foe != "y"


def test_what_lies_beyond_the_main_goal_waits():
    near, far = village(THERE, points=5.0), replace(village((1500.0, 2700.0), points=3.0), id="far")
    bodies = [body("a", HERE), body("b", (1200.0, 500.0)), body("c", (1800.0, 500.0))]
    foes = [foe("x", THERE), foe("y", (1500.0, 2700.0))]
    found = plan(situation(bodies, foes, [near, far]))
    assert {task.goal for task in found.tasks.values()} == {"village"}


@pytest.mark.parametrize("strength, kind", [(700.0, "attack"), (4000.0, "hold")])
def test_those_behind_a_village_throw_back_who_storms_it_if_they_can(strength, kind):
    garrison, reserve = body("garrison", THERE, fixed=True), body("reserve", (1500.0, 1500.0))
    storming = foe("x", (1500.0, 2050.0), strength=strength)
    found = plan(situation([garrison, reserve], [storming], [village(THERE)]))
    assert found.tasks["reserve"].kind == kind


def test_who_is_still_on_the_way_to_his_post_goes_on():
    late = body("late", (1500.0, 1100.0))
    storming = foe("x", (1500.0, 2050.0), strength=700.0)
    found = plan(situation([body("garrison", THERE, fixed=True), late], [storming], [village(THERE)]))
    assert found.tasks["late"].kind == "hold"


def test_guns_follow_the_foot_that_attacks_not_the_reserve_beside_them():
    front = [body(name, (x, 1500.0)) for name, x in (("a", 1100.0), ("b", 1500.0), ("c", 1900.0))]
    bodies = [*front, body("rear", (1500.0, 150.0)), body("g", HERE, "guns")]
    found = plan(situation(bodies, [foe("x", (1500.0, 2700.0))], [village((1500.0, 2700.0))]))
    assert (found.tasks["b"].kind, found.tasks["rear"].kind) == ("attack", "reserve")
    assert found.tasks["g"].place[1] > 1000


def test_guns_shell_the_garrison_that_bars_the_way():
    garrison, nearer = foe("x", (1500.0, 1100.0), guarded=True), foe("y", (1100.0, 900.0))
    bodies = [body("a", HERE), body("b", (1200.0, 500.0)), body("g", (1500.0, 550.0), "guns")]
    found = plan(situation(bodies, [garrison, nearer], [village((1500.0, 1100.0))]))
    assert found.tasks["g"].foe == "x"
