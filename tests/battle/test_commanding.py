"""Battles that computers fight to their end."""

from __future__ import annotations

import gc

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import SELDOM, fight_out
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed

FARM = "farm-at-the-crossroads"


def fight(*, turns: int = 1) -> list[int]:
    """A battle, and how seldom Python tidied up as it was fought."""
    battle = Battle.begin(systems.game("cold-steel"), load(FARM), seed=1, options={"turns": turns})
    found: list[int] = []
    fight_out(battle, staffed(battle, "staff"), each_answer=lambda _: found.append(gc.get_threshold()[0]))
    return found


def test_python_tidies_up_seldom_while_they_fight_and_as_before_after_it():
    before = gc.get_threshold()
    assert set(fight()) == {SELDOM}
    assert gc.get_threshold() == before


def test_who_has_switched_that_off_finds_it_off():
    before = gc.get_threshold()
    gc.set_threshold(0)
    try:
        assert set(fight()) == {0}
    finally:
        gc.set_threshold(*before)


def test_nobody_looks_about_again_where_nothing_has_stirred():
    battle = Battle.begin(systems.game("cold-steel"), load(FARM), seed=1)
    fight, knowledge = battle.fight, battle.fight.knowledge
    knowledge.look()
    looks, seen = knowledge.looks, dict(knowledge.seen)
    knowledge.look()
    assert (knowledge.looks, knowledge.seen) == (looks, seen)
    leader = next(each for each in fight.leaders.values() if each.where == "table")
    x, y = leader.position
    fight.world.leaders[leader.id] = type(leader)(
        **{name: getattr(leader, name) for name in leader.__struct_fields__ if name != "position"}, position=(x, y + 16)
    )
    knowledge.look()
    assert knowledge.looks is not looks
