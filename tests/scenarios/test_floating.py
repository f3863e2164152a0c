"""Boats and engineers in a scenario: what its check says of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.kernel.errors import BadData
from grognard.scenarios.inspection.checking import check_scenario
from grognard.scenarios.loading import from_texts, load
from grognard.scenarios.model import Boat, Scenario
from grognard.scenarios.saving import texts


def errors(scenario: Scenario) -> list[str]:
    return [str(problem) for problem in check_scenario(scenario) if problem.severity == "error"]


def on_the_water(*boats: Boat) -> Scenario:
    """A small battle with a river through it."""
    sound = load("farm-at-the-crossroads")
    width, _ = sound.header.table_paces
    river = {"type": "LineString", "coordinates": [[0, 60], [width, 60]]}
    feature = {"type": "Feature", "properties": {"kind": "river", "width_paces": 40}, "geometry": river}
    field = {**sound.field, "features": [*sound.field["features"], feature]}
    return replace(sound, field=field, header=replace(sound.header, boat=boats))


def side() -> str:
    return load("farm-at-the-crossroads").sides[0].name


def test_a_boat_on_the_river_is_sound_and_is_written_and_read_back():
    scenario = on_the_water(Boat("ferry", side(), (300, 75), 200))
    assert errors(scenario) == []
    assert from_texts(texts(scenario)).header.boat == scenario.header.boat


@pytest.mark.parametrize(
    "change, said",
    [
        ({"position": (300, 81)}, "position = [300, 81] is not on a river or open water"),
        ({"side": "Nobody"}, "side = 'Nobody' is no side"),
        ({"id": "The Ferry"}, "lower case letters, digits and hyphens"),
    ],
)
def test_what_is_wrong_with_a_boat_is_named(change: Any, said: str):
    boat = replace(Boat("ferry", side(), (300, 80), 200), **change)
    [found] = errors(on_the_water(boat))
    assert said in found


def test_two_boats_of_one_id():
    boat = Boat("ferry", side(), (300, 75), 200)
    [found] = errors(on_the_water(boat, boat))
    assert "two boats of this id" in found


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"engineer_men": 40}, "say how many companies they are"),
        ({"engineers": 20}, "the unit's men include them"),
        ({"engineers": 1}, ""),
    ],
)
def test_engineers_are_companies_of_the_units_own_men(fields: Any, said: str):
    assert [said in text for text in errors(with_first_unit(**fields))] == ([True] if said else [])


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"weapons": ("rocket",)}, "infantry with rocket"),
        ({"musketry": "unaccustomed"}, "is for irregulars"),
        ({"weapons": ("rifle", "sword"), "musketry": "trained_to_aim"}, ""),
    ],
)
def test_weapons_that_such_troops_do_not_have(fields: Any, said: str):
    assert [said in text for text in errors(with_first_unit(**fields))] == ([True] if said else [])


def test_words_about_weapons_that_nobody_understands_are_named():
    spoiled = with_first_unit(weapons=(), armament="musket, claymore and bayonet; no targes")
    [found] = [str(problem) for problem in check_scenario(spoiled) if "no weapon" in str(problem)]
    assert "'claymore' is taken for no weapon" in found


def test_a_weapon_that_there_is_not_is_refused_with_all_that_there_are():
    sound = texts(load("farm-at-the-crossroads"))
    spoiled = {**sound, "armies.toml": sound["armies.toml"].replace('"bayonet"', '"bayonette"', 1)}
    with pytest.raises(BadData, match=r"line \d+, .*'bayonette'; allowed are axe, bayonet, bow"):
        from_texts(spoiled)


def with_first_unit(**fields: Any) -> Any:
    """A sound battle, its first unit changed."""
    sound = load("farm-at-the-crossroads")
    first, *others = sound.sides
    body = first.formations[0]
    path = []
    while not body.units:
        path.append(body)
        body = body.formations[0]
    changed = replace(body, units=(replace(body.units[0], **fields), *body.units[1:]))
    for outer in reversed(path):
        changed = replace(outer, formations=(changed, *outer.formations[1:]))
    return replace(sound, sides=(replace(first, formations=(changed, *first.formations[1:])), *others))
