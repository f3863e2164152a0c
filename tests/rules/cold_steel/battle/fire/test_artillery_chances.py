"""What changes the chance of a gun, and how deep its shot goes."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.scenarios.model import Conditions
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.phases import artillery
from grognard.systems.cold_steel.staging import events, run, stage
from grognard.systems.cold_steel.table.state import Doings

from ..ground import area
from ..gunnery import battery, fire, line, per_gun, pools

MARCHED = Doings(moved="march", paces=60)


# -- what changes the chance


@pytest.mark.rule("CS-7.2.2h")
def test_a_target_that_stood_still_is_easier() -> None:
    assert per_gun(fire(battery(), line())) == 25
    assert per_gun(fire(battery(), line(), state={"x": {"now": Doings(turned=True)}})) == 20


@pytest.mark.rule("CS-7.2.2a", "CS-7.2.2b")
@pytest.mark.parametrize("calibre, percent", [("4-pdr", 17), ("6-pdr", 25), ("8-pdr", 25), ("12-pdr", 33)])
def test_the_weight_of_the_shot(calibre: str, percent: int) -> None:
    assert per_gun(fire(battery(calibre=calibre), line())) == percent


@pytest.mark.rule("CS-7.2.2m")
def test_disorder_of_the_gunners() -> None:
    assert per_gun(fire(battery(), line(), state={"g": {"disorder": 2}})) == 15


@pytest.mark.rule("CS-7.2.2g", "CS-7.2.2p")
@pytest.mark.parametrize(
    "conditions, percent",
    [
        (Conditions(weather="fog"), 15),
        (Conditions(weather="snow"), 15),
        (Conditions(weather="rain"), 8),
        (Conditions(wet_ground=True), 18),
    ],
)
def test_weather_and_wet_ground(conditions: Conditions, percent: int) -> None:
    placed = {"g": {"placed": True}, "x": {"placed": True}}
    assert per_gun(fire(battery(), line(), conditions=conditions, state=placed)) == percent


@pytest.mark.rule("CS-B.8b")
def test_who_has_not_come_out_of_the_fog_is_not_fired_at() -> None:
    assert not events(fire(battery(), line(), conditions=Conditions(weather="fog")), "cannonade")


@pytest.mark.rule("CS-7.2.2p")
def test_a_target_in_the_mud_is_on_wet_ground() -> None:
    assert per_gun(fire(battery(), line(), features=[area("mud", 400, 380, 600, 450)])) == 18


@pytest.mark.rule("CS-7.2.2c", "CS-1.2d")
@pytest.mark.parametrize("character, percent", [("open", 25), ("rolling", 15), ("mountainous", 0), ("desert", 25)])
def test_the_character_of_the_ground(character: Any, percent: int) -> None:
    assert per_gun(fire(battery(), line(), character=character)) == percent


@pytest.mark.rule("CS-7.2.2c", "CS-7.2.2e")
@pytest.mark.parametrize("paces, fires", [(600, True), (601, False)])
def test_no_fire_beyond_p1_on_rolling_ground(paces: int, fires: bool) -> None:
    b = fire(battery(), line(at=(500, 100 + paces)), character="rolling")
    assert bool(events(b, "cannonade")) == fires


@pytest.mark.rule("CS-7.2.2d", "CS-7.2.2e", "CS-1.2d")
@pytest.mark.parametrize("slope, guns, howitzers", [("gentle", 17, 25), ("moderate", 5, 25), ("steep", None, None)])
def test_fire_up_a_slope(slope: str, guns: int | None, howitzers: int | None) -> None:
    b = fire(battery(), line(), features=[area("hill", 300, 380, 700, 900, height=1, slope=slope)])
    found = {piece: each for (_, piece, _), (each, _) in pools(b).items()}
    assert found == ({"gun": guns, "howitzer": howitzers} if guns is not None else {})


@pytest.mark.rule("CS-7.2.2d")
def test_fire_down_a_gentle_slope() -> None:
    b = fire(battery(), line(), features=[area("hill", 300, 20, 700, 110, height=1, slope="gentle")])
    assert {each for each, _ in pools(b).values()} == {35}


@pytest.mark.rule("CS-7.2.2f")
@pytest.mark.parametrize(
    "kind, guns, howitzers",
    [("light_woods", 21, 21), ("light_works", 15, 25), ("medium_works", 10, 25), ("heavy_works", 0, 25)],
)
def test_cover_and_works(kind: str, guns: int, howitzers: int) -> None:
    b = fire(battery(), line(), features=[area(kind, 400, 390, 600, 420)])
    assert {piece: each for (_, piece, _), (each, _) in pools(b).items()} == {"gun": guns, "howitzer": howitzers}


@pytest.mark.rule("CS-7.2.2f")
def test_men_who_lie_down_are_in_light_cover() -> None:
    assert per_gun(fire(battery(), line(), state={"x": {"prone": True}})) == 21


@pytest.mark.rule("CS-7.2.2e")
def test_nobody_fires_at_what_a_hill_hides() -> None:
    hill = area("hill", 300, 200, 700, 400, height=3)
    assert not events(fire(battery(), line(at=(500, 500)), features=[hill]), "cannonade")


@pytest.mark.rule("CS-7.2.2e")
@pytest.mark.parametrize("paces, fires", [(600, True), (601, False)])
def test_heavy_cover_protects_beyond_p1(paces: int, fires: bool) -> None:
    wood = area("heavy_woods", 400, 100 + paces - 1, 600, 100 + paces + 60)
    b = fire(battery(), line(at=(500, 100 + paces)), features=[wood])
    assert bool(events(b, "cannonade")) == fires


@pytest.mark.rule("CS-7.2.2o")
@pytest.mark.parametrize("formation, percent", [("open_order", 20), ("extended_order", 15)])
def test_opened_ranks(formation: str, percent: int) -> None:
    assert per_gun(fire(battery(), line(formation=formation))) == percent


@pytest.mark.rule("CS-7.2.2o")
def test_guns_with_gaps_between_them_count_as_open_order() -> None:
    target = battery("z", "red", at=(500, 400), facing=180, formation="unlimbered_open")
    b = fire(battery(), target, state={"z": {"now": Doings(engaged=True)}})
    assert per_gun(b) == 20


@pytest.mark.rule("CS-7.2.2l")
@pytest.mark.parametrize("x, percent", [(520, 17), (521, 25)])
def test_smoke_of_earlier_turns_hides_the_target(x: int, percent: int) -> None:
    b = stage(battery(howitzers=0), line(), phase="artillery_fire")
    b.world.smoke = (Ball(x, 250, 0), Ball(500, 450, 0), Ball(500, 90, 0))  # the others are behind either
    run(artillery.play(b))
    assert per_gun(b) == percent


@pytest.mark.rule("CS-7.2.2j")
def test_national_modifiers_are_an_option() -> None:
    assert per_gun(fire(battery(), line(), variants=("national-artillery",))) == 30


@pytest.mark.rule("CS-7.2.2n")
@pytest.mark.parametrize("paces, percent", [(100, 60), (120, 60), (121, 20)])
def test_howitzers_at_close_quarters(paces: int, percent: int) -> None:
    b = fire(battery(guns=0, howitzers=2), line(at=(500, 100 + paces)), state={"x": {"now": MARCHED}})
    assert pools(b) == {("g", "howitzer", "x"): (percent, 2 * percent)}


# -- ranks


@pytest.mark.rule("CS-7.2.3a", "CS-7.2.3c", "CS-7.2.3d", "CS-7.2.3b")
@pytest.mark.parametrize(
    "more, lost",
    [
        ({}, 1),
        ({"facing": 135}, 1),  # its middle lies behind its front: 44.6 degrees
        ({"facing": 134}, 2),
        ({"facing": 90}, 2),
        ({"facing": 45}, 2),
        ({"facing": 44}, 1),
        ({"facing": 0}, 1),
        ({"ranks": 4}, 2),
        ({"formation": "double_line"}, 2),
        ({"formation": "column_of_companies", "interval": "half"}, 3),
        ({"formation": "closed_square"}, 6),
        ({"formation": "closed_square", "facing": 90}, 6),
        ({"arm": "irregular", "facing": 90}, 1),
    ],
)
def test_ranks_of_the_target(more: dict[str, Any], lost: int) -> None:
    """One gun hits: its target stands at 400 paces, exactly before it; six figures of 24 make it check its morale."""
    target = line("x", at=(500, 400), **more)
    b = fire(battery(guns=1, howitzers=0, at=(500, 100)), target, dice=[1, 10, 10])
    assert (b.unit("x").lost, b.unit("x").disorder) == (lost, lost)
