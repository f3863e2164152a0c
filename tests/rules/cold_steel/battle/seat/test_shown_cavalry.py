"""Cavalry in a battle: squadrons that attack in turn, pursuits, prisoners."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.cold_steel.staging import RED, scenario, unit

from ..playing import command, events, play

AWAY = (unit("far", RED, at=(2800, 2900), facing=180), unit("farther", RED, at=(2500, 2900), facing=180))
CHARGE: dict[str, Any] = {"movement": "forward", "gait": "quick", "attack": "yes", "target": "x"}


def charge(foe: Any, **more: Any) -> Any:
    """Dragoons in four squadrons, an enemy ahead of them without firearms, others far away."""
    made = scenario(
        unit("h", at=(1000, 1000), arm="dragoons", men=480, squadrons=4, formation="line"),
        foe,
        *AWAY,
        leaders={"blue": (1000.0, 900.0)},
        ratings={"x": {"weapon": "none"}},
    )
    return play(made, command(1, "blue", "order:h", leader="general-blue", **CHARGE), **more)


@pytest.mark.rule("CS-9.2.3g", "CS-9.2.3h")
def test_squadrons_charge_a_line_one_after_the_other_until_it_gives_way_or_all_have_been_at_it():
    foe = unit("x", RED, at=(1000, 1200), facing=180, men=600)
    battles = [charge(foe, turns=1, seed=seed, choose={"squadrons": "in_turn"}) for seed in range(1, 9)]
    for battle in battles:
        attacks = [event.values["number"] for event in events(battle, "squadron", unit="h")]
        fights = events(battle, "combat", unit="h")
        assert attacks == list(range(1, len(fights) + 1))  # the line rolls for each of them
        assert all(event.values["winner"] != "unit" or event.values["result"] == "melee" for event in fights[:-1])
    assert max(len(events(battle, "squadron")) for battle in battles) == 4
    assert min(len(events(battle, "squadron")) for battle in battles) < 4


@pytest.mark.rule("CS-9.2.3g")
def test_all_together_they_fight_once():
    battle = charge(unit("x", RED, at=(1000, 1200), facing=180, men=600), turns=1, choose={"squadrons": "together"})
    assert not events(battle, "squadron")
    assert len(events(battle, "combat", unit="h")) == 1


@pytest.mark.rule("CS-9.2.2i", "CS-5.4a", "CS-5.4b", "CS-5.4c")
def test_a_battalion_ridden_down_is_pursued_and_the_next_turn_dispersed_with_prisoners_taken():
    """Squadrons in turn, so that the first of them does it all and few fall: who loses a quarter at once disperses
    before anybody can pursue him. Rating 12 against 5 is 7 percent for each of 24 figures: 168, one figure and the rest
    on a die."""
    made = scenario(
        unit("h", at=(1000, 1000), arm="heavy_cavalry", men=480, squadrons=4, formation="line"),
        unit("x", RED, at=(1000, 1200), facing=90, men=600),
        *AWAY,
        leaders={"blue": (1000.0, 900.0)},
        ratings={"x": {"weapon": "none", "morale_rating": 5}, "h": {"morale_rating": 12}},
    )
    order = command(1, "blue", "order:h", leader="general-blue", **CHARGE)
    battle = play(made, order, turns=2, choose={"squadrons": "in_turn", "secondary": "pursue"})
    assert [(event.turn, event.units["foe"]) for event in events(battle, "pursues", unit="h")] == [(1, "x")]
    (chase,) = events(battle, "chased", unit="h")
    assert (chase.turn, chase.values["prisoners"] in (1, 2)) == (2, True)
    taken = [
        event.values["figures"]
        for event in events(battle, "losses", unit="x")
        if event.values["cause"] == "taken prisoner"
    ]
    assert taken == [chase.values["prisoners"]]
    assert battle.fight.unit("x").status == "dispersed"


@pytest.mark.rule("CS-9.2.2i")
def test_horse_held_back_takes_none():
    made = scenario(
        unit("h", at=(1000, 1000), arm="heavy_cavalry", men=480, squadrons=4, formation="line"),
        unit("x", RED, at=(1000, 1200), facing=90, men=600),
        *AWAY,
        leaders={"blue": (1000.0, 900.0)},
        ratings={"x": {"weapon": "none", "morale_rating": 5}, "h": {"morale_rating": 12}},
    )
    order = command(1, "blue", "order:h", leader="general-blue", **CHARGE)
    battle = play(made, order, turns=2, choose={"squadrons": "in_turn", "secondary": "hold"})
    assert events(battle, "held", unit="h")
    assert not events(battle, "chased")
