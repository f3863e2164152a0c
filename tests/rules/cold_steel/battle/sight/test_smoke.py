"""Smoke on the table: where it lies, whom it hides, when it goes."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.ground.units import SUB
from grognard.scenarios.model import Conditions
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.effects import smoke
from grognard.systems.cold_steel.facts import situations
from grognard.systems.cold_steel.phases import artillery, small_arms
from grognard.systems.cold_steel.staging import events, run, stage, unit
from grognard.systems.cold_steel.table.state import Doings


def field(**more: Any) -> Any:
    """Two lines, 100 paces apart."""
    return stage(unit("a", at=(500, 500)), unit("x", "red", at=(500, 600), facing=180), **more)


@pytest.mark.rule("CS-B.11b", "CS-B.11a")
def test_smoke_lies_ten_paces_before_the_front() -> None:
    b = field()
    smoke.make(b, "a", 4, ("CS-8.1k",))
    assert b.world.smoke == (Ball(455, 510, 1), Ball(485, 510, 1), Ball(515, 510, 1), Ball(545, 510, 1))
    smoke.make(b, "x", 1, ("CS-8.1k",))
    assert b.world.smoke[-1] == Ball(500, 590, 1)
    smoke.make(b, "x", 0, ("CS-8.1k",))
    assert len(b.world.smoke) == 5


@pytest.mark.rule("CS-B.11b")
def test_the_smoke_of_a_firefight_lies_midway() -> None:
    b = field()
    smoke.between(b, "a", "x", 2, ("CS-B.11a",))
    assert b.world.smoke == (Ball(470, 550, 1), Ball(530, 550, 1))


@pytest.mark.rule("CS-B.11a")
def test_how_much_smoke_a_fire_makes() -> None:
    b = field()
    assert smoke.balls_of(b, guns=6) == 6
    assert smoke.balls_of(b, figures=24) == 4
    assert smoke.balls_of(b, firefight=20) == 4
    assert smoke.balls_of(b, firefight_guns=6) == 6


@pytest.mark.rule("CS-7.2.2l", "CS-8.2.2j")
@pytest.mark.parametrize(
    "x, y, hides", [(520, 550, True), (521, 550, False), (500, 500, True), (500, 499, False), (500, 601, False)]
)
def test_smoke_within_20_paces_of_the_line_of_fire_hides(x: int, y: int, hides: bool) -> None:
    b = field()
    b.world.smoke = (Ball(x, y, 0),)
    assert smoke.in_the_way(b, (500 * SUB, 500 * SUB), (500 * SUB, 600 * SUB)) == hides


@pytest.mark.rule("CS-2f", "CS-2g", "CS-8.2.2j", "CS-7.2.2l")
def test_the_smoke_of_the_guns_is_there_when_the_muskets_fire_and_that_of_the_muskets_is_not() -> None:
    guns = unit("g", at=(500, 500), arm="foot_artillery", men=120, guns=4, howitzers=0)
    b = stage(
        guns,
        unit("a", at=(500, 540)),
        unit("x", "red", at=(500, 640), facing=180),
        phase="artillery_fire",
        state={"x": {"now": Doings(engaged=True)}, "a": {"now": Doings(turned=True)}},
    )
    run(artillery.play(b))
    assert len(b.world.smoke) == 4
    b.world.smoke = (*b.world.smoke, Ball(500, 600, 1))
    b.world.phase = "small_arms_fire"
    run(small_arms.play(b))
    (volley,) = events(b, "volley")
    assert ("CS-8.2.2a", -2) in {(rule, worth) for rule, _, worth in volley.roll.modifiers}


@pytest.mark.rule("CS-8.2.2j")
def test_muskets_of_the_same_phase_blind_nobody() -> None:
    """The line that stood fires first; the other, which moved, sees as well as before."""
    b = field(phase="small_arms_fire", state={"x": {"now": Doings(moved="march", paces=50)}})
    run(small_arms.play(b))
    assert [label for event in events(b, "volley") for _, label, _ in event.roll.modifiers if "smoke" in label] == []
    assert len(b.world.smoke) == 8


@pytest.mark.rule("CS-B.10c")
@pytest.mark.parametrize("phase, play", [("artillery_fire", artillery.play), ("small_arms_fire", small_arms.play)])
@pytest.mark.parametrize("wind, left", [("gale", [3]), ("strong", [2, 3])])
def test_a_gale_clears_old_smoke_when_firing_begins(phase: str, play: Any, wind: Any, left: list[int]) -> None:
    b = stage(unit("a", at=(500, 500)), phase=phase, conditions=Conditions(wind="strong"))
    b.world.wind, b.world.turn = wind, 3
    b.world.smoke = (Ball(100, 100, 2), Ball(120, 100, 3))
    run(play(b))
    assert [ball.made for ball in b.world.smoke] == left


@pytest.mark.rule("CS-B.11c")
def test_balls_in_reach_of_each_other_are_one_bank() -> None:
    b = field()
    b.world.smoke = (Ball(0, 0, 1), Ball(90, 0, 1), Ball(180, 0, 1), Ball(281, 0, 1))
    assert sorted(map(len, situations.smoke_banks(b))) == [1, 3]
