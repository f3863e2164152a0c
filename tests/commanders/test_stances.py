"""How a side means to fight, as its briefing says, and what the planner makes of it."""

from __future__ import annotations

import pytest

from grognard.commanders.appreciation import PointsGoal
from grognard.commanders.planning import Planner
from grognard.scenarios.loading import load

from .situations import RULES_OF_THUMB, body, foe, situation, village

HERE = (1500.0, 1500.0)
THERE = (1500.0, 2600.0)


def plan(stance: str, turn: int = 1):
    seen = situation([body("a", HERE)], [foe("x", THERE)], [village(THERE)], turn=turn, stance=stance)
    return Planner(1, RULES_OF_THUMB).update(seen)


@pytest.mark.parametrize("stance, goes", [("attack", True), ("defend", False), ("withdraw", False)])
def test_only_who_attacks_goes_for_ground_that_was_never_his(stance, goes):
    assert (plan(stance).tasks["a"].kind == "attack") is goes


def test_who_defends_does_not_go_for_the_enemys_army_either():
    # the middle of the table, which is nearer to him than to us
    fight, there = PointsGoal("fight", "army", 12.0, (1500.0, 1900.0)), (1500.0, 2200.0)
    for stance, planner, goes in (
        ("attack", Planner(1, RULES_OF_THUMB), True),
        ("defend", Planner(1, RULES_OF_THUMB), False),
        ("defend", Planner(1), False),
    ):
        seen = situation([body("a", HERE), body("b", (1900.0, 1500.0))], [foe("x", there)], [fight], stance=stance)
        assert ("attack" in {task.kind for task in planner.update(seen).tasks.values()}) is goes


def test_who_defends_takes_back_what_was_his():
    planner = Planner(1, RULES_OF_THUMB)
    there = [village((1500.0, 1600.0))]
    planner.update(situation([body("a", HERE)], [], there, stance="defend"))
    lost = situation([body("a", HERE)], [foe("x", (1500.0, 1600.0))], there, turn=2, stance="defend")
    assert planner.update(lost).tasks["a"].kind == "attack"


def test_a_rearguard_goes_back_when_it_has_stood_long_enough():
    assert plan("withdraw").tasks["a"].kind == "hold"
    later = plan("withdraw", turn=15).tasks["a"]
    assert (later.kind, later.place) == ("retire", (1500.0, 700.0))


def test_battles_say_how_their_sides_fight():
    header = load("garcia-hernandez").header
    assert (header.briefed("French rearguard").stance, header.briefed("French rearguard").edge) == ("withdraw", "east")
    assert header.briefed("Wellington's advanced cavalry").stance == "attack"
    assert load("maida").header.briefed("British").stance == "attack"
