"""Battalion guns: they go with their battalion, fire with it, and are left when it runs."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.scenarios.loading import load
from grognard.scenarios.telling import strength
from grognard.systems.cold_steel.effects import units as effects
from grognard.systems.cold_steel.facts.fire import laying
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import artillery, movement
from grognard.systems.cold_steel.phases.end_of_turn.victory import outcome
from grognard.systems.cold_steel.seat.chances import odds
from grognard.systems.cold_steel.seat.picture import picture
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Doings, Order, Straight


def foot(name: str = "a", *, at: Any = (500, 500), **more: Any) -> Any:
    """A battalion in a line of 120 paces, with two 3-pounders."""
    return unit(name, at=at, **{"battalion_guns": 2, "battalion_gun_calibre": "3-pounder", **more})


def enemy(paces: int = 200, **more: Any) -> Any:
    return unit("x", RED, at=(500, 500 + paces), facing=180, **more)


def fire(*units: Any, state: Any = None, dice: Any = 1, **more: Any) -> Any:
    b = stage(*units, phase="artillery_fire", state=state, dice=dice, **more)
    run(artillery.play(b))
    return b


def shots(b: Any) -> list[tuple[str, str, int, str]]:
    found = [event for event in events(b, "cannonade") if event.units["unit"] == "a"]
    return [(e.units["unit"], e.units["target"], e.values["pieces"], e.values["piece"]) for e in found]


@pytest.mark.rule("CS-8.1a", "CS-7.2", "CS-7.1h")
def test_they_fire_as_guns_of_their_calibre_with_their_battalion() -> None:
    """Each of them as a gun of a battery of that weight and discipline would."""
    b = fire(foot(), enemy(), ratings={"a": {"discipline": "militia"}})
    assert shots(b) == [("a", "x", 2, "battalion gun")]
    (event,) = events(b, "cannonade")
    battery = unit("g", at=(500, 500), arm="foot_artillery", men=60, guns=2, howitzers=0, calibre="3-pounder")
    by_battery = fire(battery, enemy(), ratings={"g": {"discipline": "militia"}})
    (same,) = events(by_battery, "cannonade")
    assert event.roll.details["percent_each"] == same.roll.details["percent_each"] > 0
    assert len(b.world.smoke) == 2
    assert any("fires 2 battalion guns at x" in line for line in told(b))
    assert b.unit("a").now.fired_at == ("x",)
    assert not b.unit("a").volley_spent


@pytest.mark.rule("CS-8.1a")
@pytest.mark.parametrize(
    "change, fires",
    [
        ({}, True),
        ({"formation": "double_line"}, True),
        ({"formation": "column_of_divisions"}, False),
        ({"formation": "open_square"}, False),
        ({"status": "wavering"}, True),
        ({"status": "broken"}, False),
        ({"melee": ("x",)}, False),
        ({"now": Doings(engaged=True)}, False),
        ({"now": Doings(moved="march", paces=60)}, True),  # half of the 120 that foot artillery makes
        ({"now": Doings(moved="march", paces=61)}, False),
        ({"now": Doings(turned=True, quarters=2)}, True),
        ({"now": Doings(turned=True, quarters=3)}, False),
        ({"prone": True}, False),
        ({"battalion_guns": 0}, False),
    ],
)
def test_when_they_fire(change: Any, fires: bool) -> None:
    b = stage(foot(), enemy(), phase="artillery_fire", state={"a": change})
    assert laying.may_fire(b, b.unit("a")) == fires


@pytest.mark.rule("CS-8.1a")
def test_they_reach_to_p1_and_the_battalion_does_not_swing_round_for_them() -> None:
    reach = laying.zone_reach(stage(foot(), enemy()).rules.tables, "P1")
    assert shots(fire(foot(), enemy(reach)))
    assert not shots(fire(foot(), enemy(reach + 1)))
    beside = unit("x", RED, at=(900, 500), facing=270)
    b = fire(foot(), beside)
    assert not shots(b)
    assert b.unit("a").heading == 0


@pytest.mark.rule("CS-8.1a")
def test_the_variant_silences_them() -> None:
    assert not shots(fire(foot(), enemy(), variants=("silent-battalion-guns",)))


@pytest.mark.rule("CS-M2-6.2")
@pytest.mark.parametrize("variants", [(), ("module-2",)])
def test_they_keep_up_with_their_battalion(variants: Any) -> None:
    """Module 2 makes all guns heavy on the march but these: the battalion makes its 120 paces, guns and all."""
    order = Order(Straight(gait="march"))
    b = stage(foot(), enemy(1500), phase="movement", state={"a": {"order": order}}, variants=variants)
    run(movement.play(b))
    assert b.unit("a").now.paces == 120
    assert b.unit("a").battalion_guns == 2


@pytest.mark.rule("CS-8.1a", "CS-9.1e")
@pytest.mark.parametrize("status", ["broken", "routed", "dispersed"])
def test_a_battalion_that_runs_leaves_them(status: Any) -> None:
    b = stage(foot(), enemy(), phase="small_arms_fire")
    spot = b.unit("a").position
    effects.become(b, "a", status, rules=("CS-5.2.1a",), cause="a test")
    (left,) = b.world.abandoned.values()
    assert (left.side, left.pieces, left.position) == ("blue", 2, spot)
    assert b.unit("a").battalion_guns == 0
    assert "a leaves 2 battalion guns standing" in told(b)
    assert outcome(b)["sides"]["blue"]["guns_lost"] == 2


@pytest.mark.rule("CS-8.1a")
def test_a_wavering_battalion_keeps_them_and_a_destroyed_one_does_not() -> None:
    b = stage(foot(), enemy(), phase="small_arms_fire")
    effects.become(b, "a", "wavering", rules=("CS-5.2.1a",), cause="a test")
    assert b.unit("a").battalion_guns == 2
    effects.lose(b, "a", 24, rules=("CS-8.2.4a",), cause="a test")
    assert b.world.abandoned["guns-of-a"].pieces == 2


@pytest.mark.rule("CS-8.1a")
def test_their_owner_sees_them_and_their_odds() -> None:
    b = stage(foot(), enemy(), phase="artillery_fire")
    shown = next(each for each in picture(GAME.view(b, "blue"), GAME.briefing(b, "blue")).units if each.id == "a")
    assert "2 battalion guns, 3-pounder" in shown.marks
    assert any(each.title.startswith("Cannonade, 2") for each in odds(b, "blue", "a", "x"))


@pytest.mark.rule("CS-8.1a")
def test_mollwitz_has_them() -> None:
    from grognard.systems.cold_steel import setup

    b = setup.begin(load("mollwitz"), setup.Options())
    guns = [each.battalion_guns for each in b.world.units.values() if each.battalion_guns]
    assert guns == [2] * 16
    assert strength(load("mollwitz").sides[0]).endswith("guns and 32 with the battalions")
