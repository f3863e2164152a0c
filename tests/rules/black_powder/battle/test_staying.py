"""Troops that may not leave a place by a special rule of the battle (BP-MOVE-1)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle.staging import bind
from grognard.scenarios.model import Effect
from grognard.systems.black_powder.acts.charging import charge
from grognard.systems.black_powder.acts.marching import march
from grognard.systems.black_powder.acts.meeting import ride_out
from grognard.systems.black_powder.effects.marches import withdraw
from grognard.systems.black_powder.effects.retreats import retire
from grognard.systems.black_powder.facts.moving import moves_to_contact, next_step
from grognard.systems.black_powder.facts.telling import why_not
from grognard.systems.black_powder.game import GAME
from grognard.systems.black_powder.seat.previews import preview
from grognard.systems.black_powder.staging import INCH, RED, events, run, stage, unit
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.turn.command import decision

from .inches import at, paces, where

TITLE = "The garrison"
FAR = unit("r", RED, at=(66, 46), facing=180)


def rectangle(west: float, south: float, east: float, north: float) -> tuple[tuple[float, float], ...]:
    return tuple((INCH * x, INCH * y) for x, y in ((west, south), (east, south), (east, north), (west, north)))


GROUND = rectangle(10, 10, 30, 20)


def field(*units: Any, effect: Effect | None = None, **more: Any) -> Any:
    """The ground of a is twenty inches wide, and ends eight inches before its front where it stands at (20, 12)."""
    b = stage(*units, *(() if any(each[0] == RED for each in units) else (FAR,)), **more)
    stay = effect or Effect("stay", units=("a",), area=GROUND, turns=(1, 3))
    bind(b, stay, title=TITLE)
    b.world.turn = 1
    return b


NORTH = Order("move", to=at(20, 30))


@pytest.mark.rule("BP-MOVE-1")
@pytest.mark.parametrize("formation", ["line", "march_column", "skirmish"])
@pytest.mark.parametrize("bound, stands", [("a", 20), ("other", 30)])
def test_a_march_stops_at_the_border_and_says_why(formation: str, bound: str, stands: int) -> None:
    b = field(unit("a", at=(20, 12), formation=formation), effect=Effect("stay", units=(bound,), area=GROUND))
    run(march(b, "a", NORTH, 3, "order"))
    assert where(b, "a") == (20, stands)
    assert (TITLE in GAME.tell(b, events(b, "marched")[-1])) is (bound == "a")


@pytest.mark.rule("BP-MOVE-1")
def test_at_the_border_it_turns_forms_and_goes_back_in_and_an_order_to_go_out_is_refused() -> None:
    b = field(unit("a", at=(20, 20)))
    refused = why_not(b, "a", NORTH)
    assert refused is not None
    assert TITLE in refused.reason
    assert refused.rule == "BP-MOVE-1"
    assert why_not(b, "a", Order("form", formation="attack_column")) is None
    run(march(b, "a", Order("move", to=at(20, 12)), 1, "order"))
    assert where(b, "a")[1] < 20


@pytest.mark.rule("BP-MOVE-1")
def test_a_corner_of_other_ground_is_not_cut() -> None:
    # the way leads over ground outside between two parts that belong to it
    ring = ((10, 10), (30, 10), (30, 30), (10, 30), (10, 22), (20, 22), (20, 18), (10, 18))
    area = tuple((INCH * x, INCH * y) for x, y in ring)
    b = field(unit("a", at=(15, 14), formation="skirmish"), effect=Effect("stay", units=("a",), area=area))
    run(march(b, "a", Order("move", to=at(15, 26)), 3, "order"))
    assert where(b, "a") == (15, 18)


@pytest.mark.rule("BP-MOVE-1")
def test_it_is_released_after_its_turns() -> None:
    b = field(unit("a", at=(20, 19)))
    b.world.turn = 4
    run(march(b, "a", NORTH, 1, "order"))
    assert where(b, "a")[1] > 20


@pytest.mark.rule("BP-MOVE-1")
@pytest.mark.parametrize("near, goes", [(300, False), (2000, True)])
def test_it_is_released_while_an_enemy_it_knows_of_is_near(near: int, goes: bool) -> None:
    stay = Effect("stay", units=("a",), area=GROUND, unless_within=near)
    b = field(unit("a", at=(20, 19)), unit("r", RED, at=(40, 40), facing=180), effect=stay)
    run(march(b, "a", NORTH, 1, "order"))
    assert (where(b, "a")[1] > 20) is goes


@pytest.mark.rule("BP-MOVE-1", "BP-CHG-1")
@pytest.mark.parametrize("turn, home", [(1, False), (4, True)])
def test_a_charge_is_cut_off_at_the_border(turn: int, home: bool) -> None:
    b = field(unit("a", at=(20, 14)), unit("r", RED, at=(20, 24), facing=180), dice=[3] * 60)
    b.world.turn = turn
    assert bool(moves_to_contact(b, "a", "r")) is home
    run(charge(b, ("a",), "r", 3, by="order"))
    short = events(b, "charge_short")
    assert bool(short) is not home
    if not home:
        assert where(b, "a") == (20, 20)
        assert TITLE in GAME.tell(b, short[-1])


@pytest.mark.rule("BP-MOVE-1", "BP-CHG-1")
def test_a_charge_within_the_ground_gets_home() -> None:
    b = field(unit("a", at=(20, 12)), unit("r", RED, at=(20, 18), facing=180), dice=[3] * 60)
    assert moves_to_contact(b, "a", "r") == 1


@pytest.mark.rule("BP-MOVE-1", "BP-CHG-3")
def test_cavalry_rides_out_to_meet_a_charge_no_farther_than_the_border() -> None:
    foe = unit("r", RED, at=(20, 36), facing=180, arm="light_cavalry")
    b = field(unit("a", at=(20, 19), arm="light_cavalry"), foe)
    ride_out(b, "a", "r")
    assert where(b, "a") == (20, 20)


@pytest.mark.rule("BP-MOVE-1", "BP-HTH-7")
def test_it_does_not_retire_out_of_the_place_but_is_driven_out_of_it_and_is_free_then() -> None:
    stay = Effect("stay", units=("a",), area=rectangle(10, 20, 30, 30))
    b = field(unit("a", at=(20, 21)), unit("r", RED, at=(20, 31), facing=180), effect=stay)
    refused = why_not(b, "a", Order("retire", most=1))
    assert refused is not None
    assert TITLE in refused.reason
    run(march(b, "a", Order("retire", most=1), 1, "initiative"))
    assert where(b, "a") == (20, 21)
    retire(b, "a", "r", disordered=False, from_combat=False, rules=("BP-HTH-7",))
    assert where(b, "a")[1] < 18
    assert b.bounds("a") is None
    assert next_step(b, "a", Order("move", to=at(40, 5))) is not None
    run(march(b, "a", Order("move", to=at(20, 21)), 3, "order"))
    assert b.bounds("a") is not None


@pytest.mark.rule("BP-MOVE-1", "BP-CMD-5")
def test_a_blunder_drives_it_back_out_of_the_place() -> None:
    b = field(unit("a", at=(20, 11)), unit("r", RED, at=(20, 24), facing=180))
    withdraw(b, "a", "r", 2, by="order")
    assert where(b, "a")[1] < 10


@pytest.mark.rule("BP-MOVE-1")
def test_the_preview_ends_at_the_border_and_names_the_special_rule() -> None:
    b = field(unit("a", at=(20, 12)), phase="command")
    asked = decision(b, "brigadier-blue-1")
    (found,) = preview(b, asked, asked.answer("move:a", to=list(paces(20, 40)))).units
    assert max(place.y for place in found.places) == INCH * 20
    assert any(TITLE in row.value for row in found.rows)
