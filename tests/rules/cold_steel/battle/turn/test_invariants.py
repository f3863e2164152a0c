"""What must hold in every battle is noticed when it does not."""

import pytest
from msgspec.structs import replace

from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.invariants import broken
from grognard.systems.cold_steel.setup import Options, begin
from grognard.systems.cold_steel.staging import RED, stage, unit
from grognard.systems.cold_steel.table.state import FireAt, Mission, Order
from sampling import SAMPLE


def field(**state):
    return stage(
        unit("a", at=(500, 500)),
        unit("g", at=(1500, 500), arm="foot_artillery"),
        unit("r", RED, at=(500, 900)),
        state=state,
    )


def test_nothing_is_wrong_with_a_battle_that_has_not_begun():
    assert broken(field()) == []


@pytest.mark.parametrize(
    "name, state, wrong",
    [
        ("a", {"lost": 25}, "25 of 24 figures lost"),
        ("a", {"lost": -1}, "-1 of 24"),
        ("a", {"lost": 24}, "without a figure left"),
        ("a", {"figures": 20}, "20 figures, it began with 24"),
        ("g", {"guns": 5}, "7 pieces served"),
        ("a", {"disorder": 41}, "disorder 41"),
        ("a", {"disorder": -1}, "disorder"),
        ("a", {"status": "dispersed"}, "dispersed, but on the table"),
        ("a", {"status": "broken", "prone": True}, "lies down, though broken"),
        ("a", {"status": "merry"}, "status merry"),
        ("a", {"heading": 360}, "heading"),
        ("a", {"position": (500.5, 3)}, "position"),
        ("a", {"position": (-400, 8000)}, "off the table"),
        ("a", {"melee": ("r",)}, "knows nothing of it"),
        ("a", {"melee": ("nobody",)}, "knows nothing of it"),
        ("a", {"order": Order(combat=FireAt("nobody"))}, "an order about nobody"),
        ("a", {"mission": "m9"}, "mission m9"),
        ("a", {"skirmishers": "a/s"}, "a/s are not its skirmishers"),
        ("a", {"where": "lost", "order": Order()}, "ordered about"),
        ("r", {"position": (500 * 16, 500 * 16)}, "a and r stand in one another"),
    ],
)
def test_what_cannot_be_is_noticed(name, state, wrong):
    found = broken(field(**{name: state}))
    assert any(wrong in line for line in found)


@pytest.mark.parametrize(
    "state",
    [{"status": "routed"}, {"formation": "open_order"}, {"melee": ("a",)}, {"position": (500 * 16, 512 * 16)}],
)
def test_routers_skirmish_lines_and_fighters_may_share_ground(state):
    a = {"melee": ("r",)} if "melee" in state else {}
    b = field(r={"position": (500 * 16, 500 * 16), **state}, a=a)
    assert not [line for line in broken(b) if "one another" in line]


def test_leaders_smoke_and_missions_are_looked_at_too():
    b = field()
    b.world.leaders["general-blue"] = replace(b.world.leaders["general-blue"], points=-1, attached="nobody")
    b.world.smoke = (Ball(-5, 10, 1),)
    b.world.missions["m"] = Mission("m", "blue", "attack", ("nobody",))
    told = "\n".join(broken(b))
    for wrong in ("-1 points", "with nobody", "smoke of turn 1", "mission m: for nobody"):
        assert wrong in told


@pytest.mark.parametrize("name", SAMPLE)
def test_bundled_battles_begin_well(name):
    assert broken(begin(load(bundled()[name]), Options())) == []
