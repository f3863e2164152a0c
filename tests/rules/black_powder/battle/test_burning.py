"""A village that burns by a special rule of the battle (BP-MOVE-3)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.commanding import fight_out
from grognard.battle.special.effects import SpecialEffects
from grognard.ground.units import point
from grognard.scenarios.loading import load
from grognard.scenarios.model import Effect, SpecialRule
from grognard.simulate.many import begin, staffed
from grognard.systems.black_powder.acts.marching import march
from grognard.systems.black_powder.game import GAME
from grognard.systems.black_powder.staging import INCH, RED, events, run, stage, unit
from grognard.systems.black_powder.table import ground
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.turn.start import start_phase

from .inches import at, where

FAR = unit("r", RED, at=(66, 46), facing=180)
FIRE = Effect("fire", place="Thorpe", turns=(1, 3))


def village(west: int, south: int, east: int, north: int) -> dict[str, Any]:
    ring = [
        [INCH * x, INCH * y] for x, y in ((west, south), (east, south), (east, north), (west, north), (west, south))
    ]
    return {
        "type": "Feature",
        "properties": {"kind": "village", "name": "Thorpe"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


ROAD = {
    "type": "Feature",
    "properties": {"kind": "road"},
    "geometry": {"type": "LineString", "coordinates": [[INCH * 20, 0], [INCH * 20, INCH * 48]]},
}


def field(*units: Any, burns: bool = True) -> Any:
    """Thorpe lies across the road, twelve inches deep."""
    b = stage(*units, FAR, features=[village(10, 20, 30, 32), ROAD])
    rule = SpecialRule("The burning village", "Thorpe burns.", effect=(FIRE,) * burns)
    b.special = SpecialEffects(
        replace(b.scenario, header=replace(b.scenario.header, special_rule=(rule,))), b.special_worth
    )
    b.world.turn = 1
    return b


@pytest.mark.rule("BP-MOVE-3")
@pytest.mark.parametrize("burns", [True, False])
def test_nobody_is_covered_by_a_village_in_flames_or_holds_it(burns: bool) -> None:
    b = field(unit("a", at=(20, 26)), burns=burns)
    assert ground.in_flames(b, "a") is burns
    assert ground.cover_of(b, "a") == ("none" if burns else "building")
    assert ground.building_of(b, "a") == ("none" if burns else "medium")


@pytest.mark.rule("BP-MOVE-3")
@pytest.mark.parametrize("formation", ["line", "march_column", "skirmish"])
@pytest.mark.parametrize("burns", [True, False])
def test_nobody_goes_into_the_flames_not_by_the_road_either(burns: bool, formation: str) -> None:
    b = field(unit("a", at=(20, 18), formation=formation), burns=burns)
    run(march(b, "a", Order("move", to=at(20, 30)), 1, "order"))
    assert (where(b, "a")[1] > 20) is not burns


@pytest.mark.rule("BP-MOVE-3")
def test_the_fire_goes_out_and_the_way_is_open_again() -> None:
    b = field(unit("a", at=(20, 18)))
    order = Order("move", to=at(20, 30))
    run(march(b, "a", order, 1, "order"))
    assert where(b, "a")[1] <= 20
    b.world.turn = 4
    run(march(b, "a", order, 1, "order"))
    assert where(b, "a")[1] > 20


@pytest.mark.rule("BP-MOVE-3", "BP-HTH-7")
@pytest.mark.parametrize("burns", [True, False])
def test_who_stands_in_the_flames_leaves_before_orders_are_given(burns: bool) -> None:
    b = field(unit("a", at=(20, 26)), unit("out", at=(40, 26)), burns=burns)
    run(start_phase(b))
    assert ground.in_flames(b, "a") is False
    assert (where(b, "a") != (20, 26)) is burns
    assert b.unit("a").disordered is burns
    assert where(b, "out") == (40, 26)
    assert len(events(b, "fell_back")) == burns


@pytest.mark.rule("BP-MOVE-3")
def test_the_table_says_that_it_burns() -> None:
    b = field()
    rows = {x: [each.label for each in GAME.ground_card(b, "", point(INCH * x, INCH * 26)).rows] for x in (20, 40)}
    assert "In flames" in rows[20]
    assert "In flames" not in rows[40]


@pytest.mark.rule("BP-MOVE-3")
def test_schoengrabern_is_fought_with_its_village_on_fire_and_nobody_stays_in_it() -> None:
    battle = begin(load("schoengrabern"), seed=1, system="black-powder", options={"turns": 5})
    fight_out(battle, staffed(battle, "staff"))
    b = battle.fight
    assert b.special.burning(1) == {"Schöngrabern"}
    assert not [each.id for each in b.on_table() if ground.in_flames(b, each.id) and not b.in_combat(each.id)]
