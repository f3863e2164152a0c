"""Forces beyond the table, as they come about in a battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.scenarios.model import Condition, Victory
from grognard.simulate.many import begin, staffed
from grognard.systems.cold_steel.staging import RED, scenario, unit

from ..playing import council, events, play

HILL = Condition(
    side="blue",
    kind="ground",
    points=5,
    text="the hill",
    measure="held",
    area=((1000.0, 1000.0), (1600.0, 1000.0), (1600.0, 1600.0), (1000.0, 1600.0)),
)


def flank(**more: Any) -> Any:
    """Three battalions on the table, two in column beyond its western edge."""
    column = {"formation": "column_of_divisions", "off_board": "west"}
    made = scenario(
        *(unit(name, at=(1300 + 160 * i, 400)) for i, name in enumerate("abc")),
        unit("f", at=(0, 1300), **column),
        unit("g", at=(0, 1500), **column),
        *(unit(name, RED, at=(1300 + 160 * i, 2500), facing=180) for i, name in enumerate("xy")),
        victory=Victory(24, condition=(HILL,)),
        **more,
    )
    return replace(made, header=replace(made.header, off_board=True))


@pytest.mark.rule("CS-C.1", "CS-C.3a", "CS-C.5c", "CS-2e")
def test_a_column_that_is_given_its_mission_at_the_council_comes_on_where_it_was_sent():
    march = {"units": ["f", "g"], "edge": "west", "place": 1400, "kind": "attack", "objective": (1300, 1300)}
    battles = [play(flank(), council("blue", "beyond", **march), turns=16, seed=seed) for seed in range(1, 5)]
    came = [battle for battle in battles if events(battle, "arrived", unit="f")]
    assert came
    for battle in battles:
        (test,) = events(battle, "arrival_test", unit="f")
        assert test.to == ("blue",)
        on = events(battle, "arrived", unit="f")
        if on and not test.values["lost"]:
            assert (on[0].turn, on[0].values["edge"]) == (test.values["due"], "west")


@pytest.mark.rule("CS-C.3a")
def test_without_a_mission_it_stays_where_it_is():
    battle = play(flank(), turns=12)
    assert not events(battle, "arrived")
    assert battle.fight.unit("f").where == "beyond"


@pytest.mark.rule("CS-C.1", "CS-C.5c")
def test_the_staff_brings_on_what_waits_beyond_the_table():
    fought = [staffs_fight(seed) for seed in (1, 2, 3)]
    assert all(events(battle, "off_board", unit="f") for battle in fought)
    assert any(events(battle, "arrived", unit="f") for battle in fought)


def staffs_fight(seed: int) -> Battle:
    battle = begin(flank(), seed=seed)
    fight_out(battle, staffed(battle, "staff"))
    return battle
