"""The drill of the 18th century as it comes about in a battle."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle.battles import Battle
from grognard.systems.cold_steel.staging import RED, scenario, unit

from ..playing import Said, command, council, events, play

LEADER = "general-blue"


def opposed(nation: str, date: str, paces: int, *said: Said, turns: int = 1, drill: str = "prussian_1788") -> Battle:
    """A battalion, and so many paces before it one that stands and cannot fire."""
    made = scenario(
        unit("a", at=(1000, 1000), nation=nation, men=600),
        unit("x", RED, at=(1000, 1000 + paces), facing=180, nation="austrian", men=600),
        date=date,
        leaders={"blue": (1000.0, 900.0), RED: (2000.0, 2900.0)},
        ratings={"a": {"drill": drill}, "x": {"weapon": "none"}},
    )
    return play(made, *said, turns=turns, variants=("module-2",))


def attack(paces: int) -> Said:
    """A mission to attack what stands so far off."""
    return council("blue", "mission", units=["a"], kind="attack", objective=(1000, 1000 + paces))


def marched(battle: Battle, turn: int) -> int:
    """Paces that the battalion went on a turn."""
    return sum(event.values["paces"] for event in events(battle, "moved", unit="a") if event.turn == turn)


def march_modifier(battle: Battle, turn: int) -> list[int]:
    """What its march took off its volley on a turn."""
    (shot,) = (event for event in events(battle, "volley", unit="a") if event.turn == turn)
    assert shot.roll is not None
    return [worth for _, label, worth in shot.roll.modifiers if "march" in label]


@pytest.mark.rule("CS-M2-8.2.2", "CS-8.2.2c")
def test_prussians_ordered_to_fire_as_they_go_do_so_at_half_their_march() -> None:
    order: dict[str, Any] = {"leader": LEADER, "movement": "forward", "walking": "yes"}
    battle = opposed("prussian", "1745-06-04", 170, command(1, "blue", "order:a", **order))
    assert marched(battle, 1) == 60
    assert march_modifier(battle, 1) == []
    assert "CS-M2-8.2.2" in events(battle, "volley", unit="a")[0].rules


@pytest.mark.rule("CS-M2-8.2.2")
@pytest.mark.parametrize("nation, paces, modifiers", [("prussian", 60, []), ("austrian", 90, [-2])])
def test_on_a_mission_to_attack_they_fire_as_they_go_once_half_a_march_brings_them_into_range(
    nation: str, paces: int, modifiers: list[int]
) -> None:
    """170 paces off: others march the 90 to where they halt, and fire the worse for it."""
    battle = opposed(nation, "1745-06-04", 170, attack(170))
    assert marched(battle, 1) == paces
    assert march_modifier(battle, 1) == modifiers


@pytest.mark.rule("CS-M2-8.2.2")
def test_too_far_off_to_fire_they_march_on() -> None:
    """181 paces: half a march leaves 121, a pace beyond musketry."""
    assert marched(opposed("prussian", "1745-06-04", 181, attack(181)), 1) == 101
    assert marched(opposed("prussian", "1745-06-04", 180, attack(180)), 1) == 60


@pytest.mark.rule("CS-M2-8.1")
def test_swedes_on_a_mission_to_attack_fire_close_up_and_are_in_the_enemy_in_one_turn() -> None:
    """110 paces off: 50 to the range at which they fire, and on; an Austrian line of that year stands and fires."""
    battle = opposed("swedish", "1706-02-13", 110, attack(110))
    assert [event.values["paces"] for event in events(battle, "volley", unit="a")] == [60]
    assert [event.units["target"] for event in events(battle, "onrush", unit="a")] == ["x"]
    assert [event.turn for event in events(battle, "combat")] == [1]
    others = opposed("austrian", "1706-02-13", 110, attack(110))
    assert events(others, "volley", unit="a")
    assert not events(others, "onrush")
    assert not events(others, "combat")
