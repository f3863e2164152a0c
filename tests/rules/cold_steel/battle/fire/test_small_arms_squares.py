"""Squares, and those who fight without a front: their small arms fire."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import small_arms
from grognard.systems.cold_steel.phases.small_arms import fire_third
from grognard.systems.cold_steel.staging import events, run, stage, unit
from grognard.systems.cold_steel.table.state import Doings

SPENT = {"volley_spent": True, "status": "determined"}


def square(**more: Any) -> Any:
    """A French square of 24 figures with its front edge's middle at (500, 500); it is 35 paces wide."""
    return unit("a", at=(500, 500), **{"formation": "open_square", **more})


def horse(name: str, at: Any, facing: float = 180, men: int = 400) -> Any:
    """A regiment that has ridden at the square this turn, in column."""
    return unit(name, "red", at=at, facing=facing, arm="heavy_cavalry", men=men, formation="column_of_squadrons")


CAME = {"now": Doings(moved="double", paces=300, came_into=("a",)), "status": "determined"}


def fire(*units: Any, state: Any = None, dice: Any = 1, choose: Any = None) -> Any:
    """The field after the small arms phase."""
    riders = {made.id: CAME for side, made in units if side == "red" and made.arm == "heavy_cavalry"}
    b = stage(*units, phase="small_arms_fire", dice=dice, state={"a": SPENT, **riders, **(state or {})})
    run(small_arms.play(b), choose)
    return b


def all_at_once(decision: Any) -> Any:
    """The square keeps nothing back."""
    assert decision.kind == "square_fire"
    return decision.answer("all")


def volleys(b: Any) -> list[tuple[str, int, int]]:
    """Target, figures and percent of each volley of the square."""
    return [
        (event.units["target"], event.secret["figures"], event.roll.details["percent_each"])
        for event in events(b, "volley")
        if event.units["unit"] == "a"
    ]


@pytest.mark.rule("CS-8.1h", "CS-8.1d")
@pytest.mark.parametrize("at, facing", [((500, 540), 180), ((560, 482), 270), ((500, 425), 0), ((440, 482), 90)])
def test_the_face_that_bears_fires_whatever_its_side(at: Any, facing: int) -> None:
    foot = unit("x", "red", at=at, facing=facing, men=160)
    b = fire(square(), foot, state={"x": {"now": Doings(engaged=True)}})
    assert [(target, figures) for target, figures, _ in volleys(b)] == [("x", 6)]


@pytest.mark.rule("CS-8.2.2d")
def test_a_closed_square_fires_at_half_with_a_quarter_of_its_men() -> None:
    """24 figures, 10% at close range, halved."""
    foot = unit("x", "red", at=(500, 540), facing=180, men=160)
    b = fire(square(formation="closed_square"), foot, state={"x": {"now": Doings(engaged=True)}})
    assert volleys(b) == [("x", 6, 5)]
    thinned = fire(
        square(formation="closed_square"), foot, state={"a": {**SPENT, "lost": 3}, "x": {"now": Doings(engaged=True)}}
    )
    assert volleys(thinned) == [("x", 5, 5)]


@pytest.mark.rule("CS-8.1f")
def test_a_square_fires_a_third_at_the_cavalry_and_keeps_two() -> None:
    b = fire(square(), horse("h", (500, 515)))
    assert [(target, figures) for target, figures, _ in volleys(b)] == [("h", 8)]
    assert b.unit("a").now.thirds == 2
    assert GAME.tell(b, events(b, "volley")[0]).startswith("a fires a third of its fire at h at 15 paces: ")


@pytest.mark.rule("CS-8.1f")
def test_the_player_decides_only_when_cavalry_came_in() -> None:
    b = fire(square(), horse("h", (500, 515)), choose=all_at_once)
    assert [(target, figures) for target, figures, _ in volleys(b)] == [("h", 6)]
    assert b.unit("a").now.thirds == 0
    still = {"now": Doings(), "status": "determined"}
    quiet = fire(square(), horse("h", (500, 540)), state={"h": still}, choose=all_at_once)
    assert len(volleys(quiet)) == 1


@pytest.mark.rule("CS-8.1f")
def test_the_other_thirds_come_before_the_close_combat_dice() -> None:
    """24 figures, 2 disorder at most: 8 at each of three squadrons, one after the other."""
    b = fire(square(), horse("first", (500, 512)), horse("second", (540, 482), 270), horse("third", (500, 440), 0))
    fire_third(b, "a", "second")
    assert b.unit("a").now.thirds == 1
    fire_third(b, "a", "third")
    fire_third(b, "a", "third")
    assert [(target, figures) for target, figures, _ in volleys(b)] == [("first", 8), ("second", 8), ("third", 8)]
    assert b.unit("a").now.thirds == 0
    assert len(b.world.smoke) == 3  # 160 men each time


@pytest.mark.rule("CS-8.1g")
def test_a_melee_ends_all_firing() -> None:
    from msgspec.structs import replace

    b = fire(square(), horse("first", (500, 512)), horse("second", (540, 482), 270))
    b.world.units["a"] = replace(b.unit("a"), melee=("first",))
    fire_third(b, "a", "second")
    assert len(volleys(b)) == 1


@pytest.mark.rule("CS-8.2.4b", "CS-8.1f")
def test_hits_of_all_thirds_count_together() -> None:
    """Opening volley, close, resolute: 18% and 6 more for the cavalry's three ranks make 192% for eight figures; then
    without the first volley, and through its smoke, 17% make 136%."""
    state = {"a": {"volley_spent": False, "status": "resolute"}}
    b = fire(square(), horse("h", (500, 512)), state=state, dice=[92, 52])
    assert b.unit("h").now.musket_hits == 2
    assert b.unit("h").disorder == 0
    fire_third(b, "a", "h")
    assert b.unit("h").now.musket_hits == 3
    assert b.unit("h").disorder == 1


@pytest.mark.rule("CS-8.1h")
@pytest.mark.parametrize("at, facing", [((500, 560), 180), ((610, 470), 270), ((500, 380), 0)])
def test_irregulars_have_a_front_on_every_side(at: Any, facing: int) -> None:
    crowd = unit("a", at=(500, 500), arm="irregular")
    b = fire(crowd, unit("x", "red", at=at, facing=facing), state={"x": {"now": Doings(engaged=True)}})
    assert [(target, figures) for target, figures, _ in volleys(b)] == [("x", 24)]


@pytest.mark.rule("CS-8.1f")
def test_cavalry_that_comes_at_a_corner_is_fired_at_too() -> None:
    """In the arc of no face: but a third of the square is not a face."""
    corner = unit("h", "red", at=(528, 510), facing=225, arm="heavy_cavalry", men=60, formation="march_column")
    b = fire(square(), corner)
    assert [(target, figures) for target, figures, _ in volleys(b)] == [("h", 8)]


@pytest.mark.rule("CS-8.1h", "CS-8.2.2f", "CS-7.2.2e")
def test_a_garrison_fires_from_its_windows_and_is_fired_at_there() -> None:
    """The building is larger than the ground that the battalion takes in it; works cost those outside one percent."""
    ring = [[430, 410], [570, 410], [570, 510], [430, 510], [430, 410]]
    house = {
        "type": "Feature",
        "properties": {"kind": "building"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    foot = unit("x", "red", at=(500, 560), facing=180, men=160)
    units = unit("a", at=(500, 500), formation="garrison"), foot
    b = stage(*units, features=[house], phase="small_arms_fire", state={"a": SPENT, "x": SPENT})
    assert b.survey.sees("a", "x")
    run(small_arms.play(b))
    fired = {event.units["unit"]: event.roll.details["percent_each"] for event in events(b, "volley")}
    assert fired == {"a": 10, "x": 9}
    assert [figures for _, figures, _ in volleys(b)] == [6]
