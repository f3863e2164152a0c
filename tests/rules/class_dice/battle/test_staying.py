"""Troops that may not leave a place by a special rule of the battle (CD-move-apply)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.staging import bind
from grognard.scenarios.model import Effect
from grognard.systems.class_dice.acts import charging, marching
from grognard.systems.class_dice.acts.charge_ends import occupy
from grognard.systems.class_dice.acts.runs import draw_off
from grognard.systems.class_dice.effects.morale import suffer
from grognard.systems.class_dice.effects.retreats import straight_back
from grognard.systems.class_dice.facts.moving import MarchOrder, charge_way, lay, why_not
from grognard.systems.class_dice.game import GAME
from grognard.systems.class_dice.seat.previews import _marching
from grognard.systems.class_dice.staging import INCH, RED, events, run, says, stage, unit
from grognard.systems.class_dice.turn import orders

TITLE = "The garrison"
SUB = 16


def spot(x: float, y: float) -> tuple[int, int]:
    return round(x * INCH * SUB), round(y * INCH * SUB)


def area(west: float, south: float, east: float, north: float) -> tuple[tuple[float, float], ...]:
    return (
        (west * INCH, south * INCH),
        (east * INCH, south * INCH),
        (east * INCH, north * INCH),
        (west * INCH, north * INCH),
    )


STAY = Effect("stay", units=("a",), area=area(20, 14, 40, 24), turns=(1, 3))
NORTH = MarchOrder(to=spot(30, 40))
FAR = unit("b", RED, at=(60, 45), facing=180)


def field(*units: Any, effect: Effect = STAY, turn: int = 1, **more: Any) -> Any:
    """The ground of a ends four inches before its front where it stands at (30, 20)."""
    b = stage(*units, **more)
    bind(b, effect, title=TITLE)
    b.world.turn = turn
    return b


def at(b: Any, name: str = "a") -> tuple[float, float]:
    x, y = b.unit(name).position
    return x / SUB / INCH, y / SUB / INCH


@pytest.mark.rule("CD-move-apply")
@pytest.mark.parametrize("turn, stands", [(1, 24), (3, 24), (4, 26)])
def test_a_march_stops_at_the_border_says_why_and_goes_on_after_its_turns(turn: int, stands: float) -> None:
    b = field(unit("a", at=(30, 20), formation="column", castings=18), FAR, turn=turn, dice=[4, 4])
    run(marching.march(b, "a", NORTH))
    assert at(b) == (30, stands)
    assert (f"held by the special rule {TITLE}" in GAME.tell(b, events(b, "marched")[-1])) is (turn <= 3)


@pytest.mark.rule("CD-move-apply")
def test_at_the_border_a_march_out_is_refused_but_it_turns_forms_and_goes_back_in() -> None:
    b = field(unit("a", at=(30, 24), formation="column", castings=18), FAR)
    refused = why_not(b, "a", NORTH)
    assert refused is not None
    assert TITLE in refused.reason
    assert refused.rule == "CD-move-apply"
    for order in (MarchOrder(to=spot(30, 16)), MarchOrder(formation="square"), MarchOrder(facing=90)):
        assert why_not(b, "a", order) is None
    assert lay(b, "a", MarchOrder(to=spot(30, 16)), 4).moved.place.position[1] < spot(30, 24)[1]


@pytest.mark.rule("CD-move-apply")
def test_others_are_not_held() -> None:
    b = field(unit("a", at=(30, 20), formation="column"), FAR, effect=replace(STAY, units=("b",)))
    assert lay(b, "a", NORTH, 4).moved.place.position[1] > spot(30, 24)[1]


@pytest.mark.rule("CD-move-apply", "CD-charge-sequence")
@pytest.mark.parametrize("turn, reaches", [(1, False), (4, True)])
def test_a_charge_is_cut_off_at_the_border(turn: int, reaches: bool) -> None:
    charger = unit("a", at=(30, 20), castings=18, formation="column")
    b = field(charger, unit("b", RED, at=(30, 27), facing=180, castings=18), turn=turn, dice=[6] * 60)
    assert charge_way(b, "a", "b").reaches is reaches
    refused = orders._no_charge(b, "a")
    assert (refused is None) is reaches
    assert reaches or (refused is not None and TITLE in refused.reason)
    run(charging.charge(b, "a", "b"), says(("volley", "done", {})))
    short = events(b, "charge_short")
    assert bool(short) is not reaches
    if short:
        assert TITLE in GAME.tell(b, short[0])
        assert at(b) == (30, 24)


@pytest.mark.rule("CD-move-apply", "CD-countercharge")
def test_cavalry_meets_a_charge_no_farther_than_the_border() -> None:
    horse = {"arm": "heavy_cavalry", "castings": 12}
    b = field(unit("a", at=(30, 23), **horse), unit("b", RED, at=(30, 33), facing=180, **horse))
    assert charging._rides_out(b, "a", "b")
    assert 23 < at(b)[1] <= 24


@pytest.mark.rule("CD-move-apply", "CD-charge-results")
def test_ground_outside_is_not_taken() -> None:
    b = field(unit("a", at=(30, 23)), unit("b", RED, at=(30, 30), facing=180))
    run(occupy(b, "a", "b", b.placement("b")), says(("occupy", "occupy", {})))
    assert at(b) == (30, 24)


@pytest.mark.rule("CD-move-apply", "CD-cavalry-stand-off", "CD-morale-moves")
def test_it_goes_back_out_only_where_it_must_and_is_free_until_it_is_inside_again() -> None:
    horse = {"arm": "heavy_cavalry", "castings": 12}
    b = field(unit("a", at=(30, 15), **horse), unit("b", RED, at=(30, 17), facing=180))
    run(draw_off(b, "a", ask_first=False))
    assert at(b)[1] >= 14
    assert straight_back(b, "a", "b", b.paces(5), about=False).place.position[1] < spot(30, 14)[1]
    suffer(b, "a", "broken", "b", told=False, cause="charge")
    assert at(b)[1] < 13
    assert b.bounds("a") is None
    b.world.units["a"] = replace(b.unit("a"), position=spot(30, 20))
    b.restarted(b.world)
    assert b.bounds("a") is not None


@pytest.mark.rule("CD-move-apply")
def test_the_preview_ends_at_the_border_and_names_the_special_rule() -> None:
    b = field(unit("a", at=(30, 20), formation="column"), FAR)
    found = _marching(b, "a", NORTH, ())
    assert max(place.y for place in found.places) == 24 * INCH
    assert any(TITLE in row.value for row in found.rows)
