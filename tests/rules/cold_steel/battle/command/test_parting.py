"""Friends do not stand in one another: they pass through, or shift to a free place (CS-6.8)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.ground.units import SUB, to_sub
from grognard.miniatures.motion.nearness import overlap, trimmed
from grognard.miniatures.motion.placements import Placement
from grognard.systems.cold_steel.invariants import broken
from grognard.systems.cold_steel.maneuver import moves
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.battlefield import Battlefield
from grognard.systems.cold_steel.table.bodies import shape, standing
from grognard.systems.cold_steel.table.state import Order, Straight

FAR_FOE = unit("r", RED, at=(2800, 2900), facing=180)
DEEP: dict[str, Any] = {"formation": "column_of_divisions"}


def apart(b: Battlefield, one: str = "a", other: str = "f") -> bool:
    """Whether two units stand on ground of their own."""
    frames = [trimmed(shape(b, b.unit(each)), standing(b.unit(each))) for each in (one, other)]
    return not overlap(*frames)


@pytest.mark.rule("CS-6.8")
def test_who_rallies_in_the_midst_of_guns_shifts_clear_and_the_guns_stay() -> None:
    guns = unit("f", at=(1000, 510), arm="foot_artillery")
    b = stage(unit("a", at=(1000, 500), **DEEP), guns, FAR_FOE, state={"a": {"status": "wavering"}})
    before = b.unit("f").position
    assert not apart(b)
    moves.part(b)
    assert apart(b)
    assert b.unit("f").position == before
    assert broken(b) == []
    assert told(b) == ["a shifts clear of f"]
    assert b.unit("a").disorder == b.unit("f").disorder == 0


@pytest.mark.rule("CS-6.8")
def test_the_shift_is_no_longer_than_it_must_be_and_not_across_water() -> None:
    river = {
        "type": "Feature",
        "properties": {"kind": "river", "fordable": False},
        "geometry": {"type": "LineString", "coordinates": [[0, 300], [3000, 300]]},
    }
    b = stage(unit("a", at=(1000, 450), **DEEP), unit("f", at=(1000, 455), **DEEP), FAR_FOE, features=[river])
    moves.part(b)
    assert apart(b)
    shifted = events(b, "shifted")[0].units["unit"]
    assert b.unit(shifted).position[1] > to_sub(300)
    start = {"a": (1000, 450), "f": (1000, 455)}[shifted]
    x, y = b.unit(shifted).position
    assert max(abs(x / SUB - start[0]), abs(y / SUB - start[1])) < 120


@pytest.mark.rule("CS-6.8")
def test_whoever_fights_stays_and_his_friend_makes_room() -> None:
    foe = unit("r", RED, at=(960, 515), facing=180, men=200)
    b = stage(unit("a", at=(1000, 500), men=300), unit("f", at=(1130, 497), men=900), foe)
    assert not apart(b)
    moves.part(b)
    assert apart(b)
    assert b.unit("a").position == (to_sub(1000), to_sub(500))


@pytest.mark.rule("CS-6.8")
def test_routers_and_skirmishers_disturb_nobody_and_stay_where_they_are() -> None:
    b = stage(unit("a", at=(1000, 500), **DEEP), unit("f", at=(1000, 510)), FAR_FOE, state={"a": {"status": "routed"}})
    moves.part(b)
    b2 = stage(unit("a", at=(1000, 500), formation="open_order"), unit("f", at=(1000, 510)), FAR_FOE)
    moves.part(b2)
    assert events(b, "shifted") == events(b2, "shifted") == []


@pytest.mark.rule("CS-6.8")
@pytest.mark.parametrize("aside, clear", [(4, False), (5, True), (6, True)])
def test_two_road_columns_side_by_side_do_not_share_their_files(aside: float, clear: bool) -> None:
    b = stage(
        unit("a", at=(1000, 500), formation="march_column"),
        unit("f", at=(1000 + aside, 500), formation="march_column"),
        FAR_FOE,
    )
    assert apart(b) is clear


# -- through friends


def marched(order: Order) -> Battlefield:
    """A deep column right behind a line carries out an order."""
    b = stage(
        unit("a", at=(1000, 500), **DEEP),
        unit("f", at=(1000, 512)),
        FAR_FOE,
        state={"a": {"order": order}},
        phase="movement",
    )
    run(movement.play(b))
    return b


@pytest.mark.rule("CS-6.8")
def test_a_column_told_to_pass_through_a_line_is_beyond_it_in_a_turn() -> None:
    b = marched(Order(Straight(gait="quick", through=True)))
    assert b.unit("a").position[1] == to_sub(680)
    assert apart(b)
    assert b.unit("a").disorder == b.unit("f").disorder == 2
    assert len(events(b, "ran_through")) == 1


@pytest.mark.rule("CS-6.8")
def test_a_column_that_is_not_halts_behind_it() -> None:
    b = marched(Order(Straight(gait="quick")))
    assert b.unit("a").position[1] < to_sub(512)
    assert events(b, "ran_through") == []


@pytest.mark.rule("CS-6.8")
def test_who_cannot_get_through_in_a_turn_is_not_left_in_the_midst_of_them() -> None:
    b = marched(Order(Straight(gait="march", paces=60, through=True)))
    assert apart(b)
    assert broken(b) == []


def test_a_unit_is_let_out_of_friends_who_stand_in_it() -> None:
    b = stage(
        unit("a", at=(1000, 500), **DEEP),
        unit("f", at=(1000, 480), **DEEP),
        FAR_FOE,
        state={"a": {"order": Order(Straight())}},
        phase="movement",
    )
    run(movement.play(b))
    assert apart(b)
    assert b.unit("a").now.moved == "march"
    assert Placement(*standing(b.unit("a"))).position[1] > to_sub(500)
