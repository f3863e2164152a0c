"""Victory conditions as goals."""

from __future__ import annotations

from grognard.commanders.objectives import fight_points, goals_of, heart, homeward
from grognard.ground.features import AreaFeature
from grognard.ground.units import point
from grognard.scenarios.model import Condition, Victory

from .situations import field

SQUARE = ((1000.0, 1000.0), (1200.0, 1000.0), (1200.0, 1200.0), (1000.0, 1200.0))


def goals(*conditions: Condition, side: str = "us"):
    return goals_of(Victory(10, condition=conditions), side, field())


def condition(**more):
    return Condition(**{"side": "us", "kind": "ground", "points": 4, "text": "", "area": SQUARE, **more})


def test_ground_to_hold_has_its_place_and_points():
    (goal,) = goals(condition(measure="held"))
    assert (goal.kind, goal.points, goal.place) == ("hold", 4.0, (1100.0, 1100.0))
    assert goal.holds((1100.0, 1150.0))
    assert not goal.holds((1300.0, 1100.0))


def test_what_the_enemy_wants_to_hold_is_to_be_kept_clear_of_him():
    (goal,) = goals(condition(side="them", measure="held"))
    assert (goal.kind, goal.points) == ("clear", 2.4)


def test_a_place_that_both_want_is_one_goal():
    (goal,) = goals(condition(measure="held"), condition(side="them", measure="held"))
    assert (goal.kind, goal.points) == ("hold", 4.0)


def test_clearing_and_holding_the_same_place_add_up():
    (goal,) = goals(condition(measure="held"), condition(measure="clear", points=2, within=100))
    assert (goal.kind, goal.points) == ("hold", 6.0)


def test_the_edge_to_leave_by_is_a_goal():
    (goal,) = goals(condition(measure="units_out", area=(), edge="north", needed=6))
    assert (goal.kind, goal.place, goal.needed) == ("leave", (1500.0, 3000.0), 6)


def test_losses_are_no_ground_but_worth_a_fight():
    earned = condition(measure="men_lost", area=(), each=100, points=1)
    assert goals(earned) == ()
    assert fight_points(Victory(10, condition=(earned,)), "us") == 3.0
    assert fight_points(Victory(10, condition=(earned,)), "them") == 0.0


def test_the_best_goal_comes_first():
    other = tuple((x + 900, y) for x, y in SQUARE)
    found = goals(condition(measure="held", points=1), condition(measure="held", points=9, area=other))
    assert [goal.points for goal in found] == [9.0, 1.0]


def test_the_heart_of_a_bent_area_lies_in_it():
    corners = ((0, 0), (300, 0), (300, 40), (40, 40), (40, 300), (0, 300))
    bent = AreaFeature("field", "", (tuple(point(*each) for each in corners),))
    x, y = heart(bent)
    assert bent.holds(point(x, y))


def test_home_lies_toward_the_own_edge():
    assert homeward("west") == (-1.0, 0.0)
