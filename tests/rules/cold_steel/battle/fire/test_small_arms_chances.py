"""What changes the chance of a musket."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.scenarios.model import Conditions
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import small_arms
from grognard.systems.cold_steel.staging import events, run, stage
from grognard.systems.cold_steel.table.state import Doings

from ..musketry import QUIET, SPENT, enemy, fire, foot, one, plain

MARCHED = Doings(moved="march", paces=60)
# -- what changes the chance


@pytest.mark.rule("CS-8.2.2a", "CS-8.2.2b")
def test_the_opening_volley_comes_once() -> None:
    b = fire(foot(), enemy(), state={"a": {"status": "determined"}, "x": QUIET})
    assert one(b)[0] == 10
    assert b.unit("a").volley_spent
    assert "its opening volley" in GAME.tell(b, events(b, "volley")[0])
    assert one(plain(foot(), enemy()))[0] == 5


@pytest.mark.rule("CS-8.2.2b")
def test_bows_have_no_opening_volley() -> None:
    state = {"a": {"status": "determined"}, "x": QUIET}
    b = fire(foot(), enemy(), state=state, ratings={"a": {"weapon": "bow"}})
    assert one(b)[0] == 5


@pytest.mark.rule("CS-8.2.2c", "CS-8.1b")
@pytest.mark.parametrize(
    "doings, percent",
    [(MARCHED, 3), (Doings(moved="quick", paces=100), 2), (Doings(turned=True), 3), (Doings(quarters=1), 3)],
)
def test_fire_after_moving(doings: Doings, percent: int) -> None:
    assert one(plain(foot(), enemy(), a={"now": doings}))[0] == percent


@pytest.mark.rule("CS-8.2.2i")
@pytest.mark.parametrize(
    "state, percent", [({"status": "resolute"}, 8), ({"status": "wavering"}, 1), ({"disorder": 1}, 3)]
)
def test_morale_and_disorder_of_those_who_fire(state: Any, percent: int) -> None:
    assert one(plain(foot(), enemy(), a=state))[0] == percent


@pytest.mark.rule("CS-8.2.2e")
@pytest.mark.parametrize(
    "more, percent",
    [
        ({}, 5),
        ({"formation": "column_of_companies", "interval": "closed"}, 13),
        ({"formation": "double_line"}, 9),
        ({"formation": "open_square"}, 13),
        ({"facing": 120}, 9),
    ],
)
def test_deep_targets(more: dict[str, Any], percent: int) -> None:
    assert one(plain(foot(), enemy(paces=115, **more)))[0] == percent


@pytest.mark.rule("CS-8.2.2k")
@pytest.mark.parametrize("formation, percent", [("open_order", 4), ("extended_order", 3)])
def test_opened_ranks(formation: str, percent: int) -> None:
    assert one(plain(foot(), enemy(formation=formation)))[0] == percent


@pytest.mark.rule("CS-8.2.2f")
@pytest.mark.parametrize(
    "kind, arm, percent",
    [
        ("light_woods", "infantry", 4), ("light_woods", "irregular", 2), ("light_works", "infantry", 4),
        ("medium_works", "infantry", 3), ("heavy_works", "infantry", 0), ("heavy_works", "irregular", 0),
    ],
)  # fmt: skip
def test_cover(kind: str, arm: str, percent: int) -> None:
    ring = [[400, 590], [600, 590], [600, 700], [400, 700], [400, 590]]
    ground = {
        "type": "Feature",
        "properties": {"kind": kind},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    b = plain(foot(), enemy(arm=arm), features=[ground])
    assert one(b)[0] == percent


@pytest.mark.rule("CS-8.2.2g")
@pytest.mark.parametrize("weather, percent", [("rain", 3), ("snow", 3), ("fog", 10)])
def test_wet_powder(weather: Any, percent: int) -> None:
    b = plain(foot(), enemy(paces=60), conditions=Conditions(weather=weather))
    assert one(b)[0] == percent


@pytest.mark.rule("CS-8.2.2h", "CS-1.2d")
@pytest.mark.parametrize("south, north, percent", [(590, 700, 3), (400, 515, 0)])
def test_slopes(south: int, north: int, percent: int) -> None:
    ring = [[300, south], [700, south], [700, north], [300, north], [300, south]]
    hill = {
        "type": "Feature",
        "properties": {"kind": "hill", "height": 1},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    assert one(plain(foot(), enemy(), features=[hill]))[0] == percent


@pytest.mark.rule("CS-8.2.2j")
@pytest.mark.parametrize("made", [0, 1])
def test_smoke_of_the_guns_hides_the_target(made: int) -> None:
    """The artillery phase of this turn, which is turn 1, is over."""
    b = stage(foot(), enemy(), phase="small_arms_fire", state={"a": SPENT, "x": QUIET})
    b.world.smoke = (Ball(500, 550, made),)
    run(small_arms.play(b))
    assert one(b)[0] == 3
