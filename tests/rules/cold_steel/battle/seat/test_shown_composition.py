"""Units made up anew, as it comes about in a battle."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.cold_steel.staging import RED, scenario, unit

from ..playing import command, events, play

LEADER = "general-blue"


def field(*units: Any, **ratings: Any) -> Any:
    """Some units, their general behind them, and an enemy far away."""
    enemy = unit("x", RED, at=(1000, 2800), facing=180)
    return scenario(*units, enemy, leaders={"blue": (1000.0, 950.0)}, ratings=ratings)


def side_by_side(*names: str, apart: int = 150, **more: Any) -> list[Any]:
    return [unit(name, at=(1000 + apart * i, 1000), **more) for i, name in enumerate(names)]


@pytest.mark.rule("CS-3.3.2.3c")
@pytest.mark.parametrize("formation", ["line", "column_of_divisions"])
def test_two_battalions_are_thrown_together_in_the_formation_they_have_or_another(formation: str) -> None:
    made = field(*side_by_side("a", "b", apart=100, men=300), a={"morale_rating": 9}, b={"morale_rating": 7})
    told = {"special": "brigade", "others": ["b"], "formation": formation}
    battle = play(made, command(1, "blue", "order:a", leader=LEADER, **told), turns=1)
    assert [event.turn for event in events(battle, "brigaded", unit="a")] == [1]
    (new,) = battle.fight.on_table("blue")
    assert (new.figures, new.formation, battle.fight.entry(new.id).rated.morale_rating) == (30, formation, 7)
    assert [battle.fight.unit(each).where for each in "ab"] == ["joined", "joined"]


@pytest.mark.rule("CS-3.3.2.3d")
def test_squadrons_are_grouped_and_march_as_one_the_turn_after() -> None:
    troop = {"arm": "dragoons", "men": 120, "squadrons": 1, "formation": "line"}
    battle = play(
        field(*side_by_side("h", "i", apart=100, **troop)),
        command(1, "blue", "order:h", leader=LEADER, special="brigade", others=["i"]),
        command(2, "blue", "order:h+1", leader=LEADER, movement="forward"),
        turns=2,
    )
    (new,) = battle.fight.on_table("blue")
    assert (new.id, new.figures) == ("h+1", 12)
    assert {event.turn for event in events(battle, "moved", unit="h+1")} == {2}


@pytest.mark.rule("CS-3.3.2.3e")
def test_grenadiers_of_two_battalions_are_converged_two_better_than_the_lower_and_both_are_the_worse_for_it() -> None:
    made = field(*side_by_side("a", "b"), a={"morale_rating": 9}, b={"morale_rating": 8})
    battle = play(made, command(1, "blue", "order:a", leader=LEADER, special="converge", others=["b"]), turns=1)
    assert [event.values["number"] for event in events(battle, "converged", unit="a")] == [2]
    ratings = {each.id: battle.fight.entry(each.id).rated.morale_rating for each in battle.fight.on_table("blue")}
    assert ratings == {"a": 8, "b": 7, "a+1": 10}


@pytest.mark.rule("CS-3.3.2.3d", "CS-3.3.2.2")
def test_nobody_forms_as_another_arm_does_for_being_thrown_together() -> None:
    troop = {"arm": "dragoons", "men": 120, "squadrons": 1, "formation": "line", "armament": "carbine"}
    battle = play(field(*side_by_side("h", "i", apart=100, **troop)), turns=0)
    (decision,) = battle.decisions("blue")
    battle.answer(decision.answer("hold"))
    (decision,) = (each for each in battle.open if each.kind == "council")
    battle.answer(decision.answer("hold"))
    (decision,) = battle.decisions("blue")
    told = {"leader": LEADER, "special": "brigade", "others": ["i"]}
    assert decision.refusal(decision.answer("order:h", formation="line", **told)) is None
    assert decision.refusal(decision.answer("order:h", formation="open_square", **told)) is not None


@pytest.mark.rule("CS-3.3.2.3s")
def test_dragoons_dismount_into_a_formation_of_foot() -> None:
    made = field(unit("h", at=(1000, 1000), arm="dragoons", men=240, squadrons=2, formation="line", armament="carbine"))
    told = {"special": "dismount", "formation": "column_of_companies"}
    battle = play(made, command(1, "blue", "order:h", leader=LEADER, **told), turns=1)
    assert [event.turn for event in events(battle, "dismounted", unit="h")] == [1]
    assert battle.fight.entry("h").rated.arm == "infantry"
