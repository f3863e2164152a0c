"""Each order has a sentence that says why, in names that people know; the record does not change by it."""

from __future__ import annotations

from grognard import systems
from grognard.battle.commanding import fight_out
from grognard.battle.record import saves
from grognard.commanders.doctrine import STAFF_1
from grognard.commanders.planning import Planner
from grognard.simulate.afterthoughts import reasons_of, reconsidered
from grognard.simulate.many import begin, staffed

from .situations import body, foe, situation, village

HERE, THERE = (1500.0, 500.0), (1500.0, 1800.0)


def test_a_reason_names_the_ground_its_worth_and_the_odds():
    planner = Planner(1, STAFF_1)
    planner.update(situation([body("a", HERE, strength=4000.0)], [foe("x", THERE)], [village(THERE)]))
    [reason] = planner.reasons
    assert reason.turn == 1
    assert "attack" in reason.text
    assert "worth 5 points" in reason.text
    assert "about 4,000 of ours against 500 seen there" in reason.text


def test_who_keeps_his_task_is_not_told_again_why():
    planner = Planner(1, STAFF_1)
    for turn in (1, 2, 3):
        planner.update(situation([body("a", HERE)], [foe("x", THERE)], [village(THERE)], turn=turn))
    assert len(planner.reasons) == 1


def test_reasons_told_in_the_battle_are_those_found_in_its_record_later():
    battle = begin("farm-at-the-crossroads", seed=3, system="steel-canister", options={"turns": 4})
    staffs = staffed(battle, "hard", "default")
    fight_out(battle, staffs)
    told = reasons_of(battle, staffs, {})
    assert any("Crossroads farm" in each.sentence for each in told)
    content = saves.saved(battle)
    later = reconsidered(content, systems.game, ("hard", "default"))
    assert later == told
    assert reconsidered(content, systems.game, ("default", "default")) == []
