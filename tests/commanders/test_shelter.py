"""Waiting troops keep out of the sight of guns, and come back when they are wanted."""

from __future__ import annotations

from grognard.commanders.appreciation import gap
from grognard.commanders.planning import Planner
from grognard.commanders.shelter import exposure, under_cover
from grognard.commanders.tasks import Task

from .situations import RULES_OF_THUMB, body, foe, situation, village

POST = (1500.0, 800.0)
GUNS = (1500.0, 1600.0)
FAR = (2800.0, 2800.0)


def behind_a_hill(one, other) -> bool:
    """A ridge west of x = 1,300 hides what lies south of y = 1,000."""
    south, north = sorted((one, other), key=lambda spot: spot[1])
    return not (south[0] < 1300 and south[1] < 1000 < north[1])


def shelled(**more):
    bodies = [body("a", POST, **more)]
    return situation(bodies, [foe("g", GUNS, "guns")], [village(FAR)], sees=behind_a_hill)


def sheltered(s, kind="hold", goal="") -> Task:
    return under_cover(s, {"a": Task("a", kind, POST, goal=goal)})["a"]


def test_guns_bear_on_what_they_see_and_reach():
    s = shelled()
    assert exposure(s, POST) > 0
    assert exposure(s, (1200.0, 800.0)) == 0, "behind the ridge"
    assert exposure(s, (1500.0, 300.0)) == 0, "out of range"
    assert exposure(s, (1500.0, 1100.0)) > exposure(s, (1500.0, 900.0)), "long shots hit less"


def test_waiting_troops_go_behind_the_ridge():
    task = sheltered(shelled())
    assert task.place[0] < 1300
    assert gap(task.place, POST) <= 300


def test_every_unit_of_a_body_has_to_be_hidden():
    wide = sheltered(shelled(spots=((1350.0, 800.0), (1650.0, 800.0))))
    assert wide.place[0] + 150 < 1300 or wide.place == POST


def test_a_garrison_and_those_who_attack_stay():
    assert sheltered(shelled(fixed=True)).place == POST
    assert sheltered(shelled(), kind="attack").place == POST


def test_ground_that_is_to_be_held_is_not_left():
    s = situation([body("a", POST)], [foe("g", GUNS, "guns")], [village(POST)], sees=behind_a_hill)
    assert sheltered(s, goal="village").place == POST


def test_with_the_enemy_coming_on_troops_stand_at_their_post():
    s = situation(
        [body("a", POST)],
        [foe("g", GUNS, "guns"), foe("x", (1500.0, 1150.0))],
        [village(FAR)],
        sees=behind_a_hill,
    )
    assert sheltered(s).place == POST


def test_where_there_is_no_cover_they_stay():
    s = situation([body("a", POST)], [foe("g", (1500.0, 1500.0), "guns")], [village(FAR)])
    assert sheltered(s).place == POST


def test_the_plan_keeps_the_shelter_it_has_found():
    goal = village((1500.0, 1250.0))
    garrison = body("g", (1500.0, 1250.0), fixed=True)
    foes = [foe("g1", (1500.0, 1900.0), "guns"), foe("x", (1500.0, 2600.0))]
    planner = Planner(1, RULES_OF_THUMB)
    first = planner.update(situation([garrison, body("a", POST)], foes, [goal], sees=behind_a_hill)).tasks["a"]
    again = planner.update(situation([garrison, body("a", first.place)], foes, [goal], turn=2, sees=behind_a_hill))
    assert again.tasks["a"].place == first.place
