"""A commander who left orders behind: given once a turn from their occasion on; all else is left to the rules."""

from __future__ import annotations

from msgspec.structs import replace

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.commanders import commander
from grognard.scenarios.lessons import Occasion, WantedEvent, WrittenOrder
from grognard.scenarios.loading import load

SYSTEM = "cold-steel"


def battle_with(*written: WrittenOrder) -> tuple[Battle, Chair]:
    scenario = load("drill-ground")
    lesson = replace(scenario.lessons["drill"], written=written)
    battle = Battle.begin(systems.game(SYSTEM), replace(scenario, lessons={"drill": lesson}), seed=1)
    return battle, Chair(battle, "austrians")


def asked(battle: Battle):
    (decision,) = battle.decisions("austrians")
    return decision


def test_without_orders_he_answers_as_is_usual():
    battle, chair = battle_with()
    assert commander("default", SYSTEM, "austrians", 1).decide(chair, asked(battle)) == asked(battle).default


def test_the_side_that_learns_has_none():
    battle, _ = battle_with(WrittenOrder(option="hold"))
    assert Chair(battle, "french").written == ()


def test_an_order_is_given_when_it_can_be_and_once_a_turn():
    advance = {"leader": "major-von-hess", "movement": "forward", "gait": "march"}
    battle, chair = battle_with(WrittenOrder(option="hold"), WrittenOrder(option="order:uhlans", values=advance))
    absent = commander("default", SYSTEM, "austrians", 1)
    first = absent.decide(chair, asked(battle))
    assert first.option == "hold"
    battle.answer(first)
    battle.answer(battle.decisions("french")[0].answer("hold"))
    second = absent.decide(chair, asked(battle))
    assert (second.option, second.values) == ("order:uhlans", advance)
    battle.answer(second)
    assert absent.decide(chair, asked(battle)) == asked(battle).default


def test_an_order_waits_for_its_occasion_and_ends_with_another():
    begun = Occasion(event=WantedEvent(kind="turn"))
    never = Occasion(event=WantedEvent(kind="volley"))
    battle, chair = battle_with(WrittenOrder(option="hold", when=never))
    assert commander("default", SYSTEM, "austrians", 1).decide(chair, asked(battle)).option == "done"
    battle, chair = battle_with(WrittenOrder(option="hold", when=begun))
    assert commander("default", SYSTEM, "austrians", 1).decide(chair, asked(battle)).option == "hold"
    battle, chair = battle_with(WrittenOrder(option="hold", when=begun, until=begun))
    assert commander("default", SYSTEM, "austrians", 1).decide(chair, asked(battle)).option == "done"


def test_an_order_that_is_refused_is_left():
    battle, chair = battle_with(WrittenOrder(option="mission", values={"leader": "nobody"}))
    assert commander("default", SYSTEM, "austrians", 1).decide(chair, asked(battle)) == asked(battle).default
