"""Leaders with their troops, as it comes about in a battle."""

from __future__ import annotations

import pytest

from grognard.systems.cold_steel.staging import RED, scenario, unit

from ..playing import command, events, play

LEADER = "general-blue"


def modifiers(event):
    return {label: worth for _, label, worth in event.roll.modifiers}


@pytest.mark.rule("CS-3.3.2.3b", "CS-3.2k", "CS-5.2.2a")
def test_a_general_joins_a_battalion_that_has_lost_heart_and_it_rallies_on_him():
    """He is 300 paces off: that takes two points, as joining it does."""
    made = scenario(
        unit("a", at=(1000, 1000)),
        unit("x", RED, at=(1000, 2500), facing=180),
        leaders={"blue": (1000.0, 680.0)},
        ratings={"a": {"status": "wavering"}},
    )
    battle = play(made, command(1, "blue", "attach", leader=LEADER, unit="a"), turns=1)
    assert [event.units for event in events(battle, "attached")] == [{"leader": LEADER, "unit": "a"}]
    (rally,) = [event for event in events(battle, "morale", unit="a") if event.values["cause"] == "rallying"]
    assert modifiers(rally)["player figure within 60 paces"] == 6
    assert battle.fight.world.leaders[LEADER].position == battle.fight.survey.middle("a")


@pytest.mark.rule("CS-3.3.2.3b", "CS-9.2.1a")
def test_he_goes_into_the_enemy_with_it_and_leaves_it_by_riding_away():
    made = scenario(
        unit("a", at=(1000, 1000), men=800),
        unit("x", RED, at=(1000, 1140), facing=180),
        unit("y", RED, at=(1000, 2900), facing=180),
        unit("z", RED, at=(1300, 2900), facing=180),
        leaders={"blue": (1000.0, 680.0)},
        ratings={"x": {"weapon": "none"}},
    )
    attack = {"movement": "forward", "gait": "quick", "attack": "yes", "target": "x"}
    battle = play(
        made,
        command(1, "blue", "attach", leader=LEADER, unit="a"),
        command(2, "blue", "order:a", leader=LEADER, **attack),
        command(3, "blue", "detach", leader=LEADER),
        command(3, "blue", "ride", leader=LEADER, to=(1000, 950)),
        turns=3,
        seed=3,
    )
    (fight,) = events(battle, "combat")
    assert fight.turn == 2
    assert modifiers(fight)["average leader within 20 paces"] == 2
    rode = events(battle, "rode")
    assert [(event.turn, event.units["leader"]) for event in rode] == [(3, LEADER)]
    assert rode[0].values["paces"] > 120  # from where the battalion had taken him
    assert not battle.fight.world.leaders[LEADER].attached


@pytest.mark.rule("CS-10.1.1b", "CS-3.3.2.3b")
def test_with_a_unit_in_close_combat_he_is_the_easier_hit():
    made = scenario(
        unit("a", at=(1000, 1000)),
        unit("x", RED, at=(1000, 1060), facing=180, men=900),
        leaders={"blue": (1000.0, 900.0), RED: (1000.0, 1120.0)},
        ratings={"a": {"morale_rating": 16}, "x": {"morale_rating": 16}},
    )
    said = (
        command(1, "blue", "attach", leader=LEADER, unit="a"),
        command(1, "red", "order:x", leader="general-red", movement="forward", attack="yes", target="a"),
    )
    battles = [play(made, *said, turns=1, seed=seed) for seed in range(1, 13)]
    locked = [battle for battle in battles if battle.fight.unit("a").melee]
    assert locked
    for battle in locked:
        rolled = [*events(battle, "unhurt", leader=LEADER), *events(battle, "struck", leader=LEADER)]
        assert [modifiers(event).get("attached to a unit in P3") for event in rolled] == [3]


@pytest.mark.rule("CS-4.1j", "CS-3.3.2.3b")
def test_with_him_there_a_battalion_need_not_form_square():
    made = scenario(
        unit("a", at=(1000, 1000)),
        unit("h", RED, at=(1000, 1240), facing=180, arm="light_cavalry", men=320),
        leaders={"blue": (1000.0, 900.0)},
    )
    joins = command(1, "blue", "attach", leader=LEADER, unit="a")
    battle = play(made, joins, turns=1, choose={"automatic": lambda d: "ignore" if d.seat == "blue" else "accept"})
    assert not events(battle, "initiative_check")
    assert battle.fight.unit("a").formation == "line"
    left_alone = play(made, turns=1)
    assert left_alone.fight.unit("a").formation != "line"
