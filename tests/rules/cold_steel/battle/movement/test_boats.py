"""Boats: going aboard, being rowed, drifting, landing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.kinds import Noted
from grognard.ground import waters
from grognard.ground.units import SUB, to_sub
from grognard.scenarios.model import Boat, Conditions
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.orders import answers, judging, options, specials
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import FormationChit, MoveBoat, Order, PlainChit
from grognard.systems.cold_steel.works import boats

FAR_FOE = unit("r", RED, at=(2800, 2900), facing=180)


def river(width: int = 100, **more: Any) -> dict[str, Any]:
    """It flows from west to east along 600."""
    shape = {"type": "LineString", "coordinates": [[0, 600], [1500, 600], [3000, 600]]}
    return {"type": "Feature", "properties": {"kind": "river", "width_paces": width, **more}, "geometry": shape}


def bank(
    order: Order, *, aboard: bool = False, men: int = 480, dice: Any = (), at: Any = (500, 555), **more: Any
) -> Any:
    """A battalion on the southern bank beside a boat for 500 men, or in it."""
    state: dict[str, Any] = {"order": order}
    if aboard:
        state |= {"aboard": "punt", "formation": "garrison", "position": (to_sub(at[0]), to_sub(at[1]))}
    b = stage(
        unit("a", at=(500, 545), men=men),
        more.pop("foe", FAR_FOE),
        dice=dice,
        phase="movement",
        features=more.pop("features", [river()]),
        boats=[Boat("punt", "blue", at, 500)],
        state={"a": state},
        **more,
    )
    run(movement.play(b))
    return b


def paces(b: Any) -> tuple[float, float]:
    x, y = b.world.boats["punt"].position
    return x / SUB, y / SUB


def refusal(b: Any, **chits: Any) -> Any:
    return judging.judge_order(b, "a", answers.to_order(chits))


@pytest.mark.rule("CS-3.3.2.3aa", "CS-9.1b")
@pytest.mark.parametrize("paces, aboard", [(15, ""), (21, "punt")])
def test_nobody_slips_into_a_boat_with_the_enemy_upon_him(paces: int, aboard: str):
    """He was told to before the enemy came up."""
    b = bank(Order(special=PlainChit("embark")), foe=unit("r", RED, at=(500, 545 - 6 - paces)))
    assert b.unit("a").aboard == aboard


@pytest.mark.rule("CS-3.3.2.3aa")
def test_foot_goes_aboard_and_does_nothing_else():
    b = bank(Order(special=PlainChit("embark")))
    now = b.unit("a")
    assert (now.aboard, now.formation, now.position) == ("punt", "garrison", b.world.boats["punt"].position)
    assert now.now.quarters == 2  # half a turn
    for chits in ({"movement": "forward"}, {"formation": "line"}, {"special": "start_fire"}, {"special": "embark"}):
        assert refusal(b, **chits).rule == "CS-3.3.2.3aa"
    assert refusal(b, special="move_boat", degrees=0) is None
    assert {"move_boat", "disembark"} <= set(options.order_option(b, "a").fields["special"].values)


@pytest.mark.rule("CS-3.3.2.3aa")
def test_who_may_not_go_aboard():
    b = stage(
        unit("a", at=(500, 545), men=520), FAR_FOE, features=[river()], boats=[Boat("punt", "blue", (500, 555), 500)]
    )
    assert "520 men find no room" in refusal(b, special="embark").reason
    b = stage(unit("a", at=(500, 530)), FAR_FOE, features=[river()], boats=[Boat("punt", "blue", (500, 551), 500)])
    assert "within 20 paces" in refusal(b, special="embark").reason
    b = stage(unit("a", at=(500, 531)), FAR_FOE, features=[river()], boats=[Boat("punt", "blue", (500, 551), 500)])
    assert refusal(b, special="embark") is None
    assert refusal(b, special="embark", formation="open_order").rule == "CS-3.3.2.3aa"
    b = stage(unit("a", at=(500, 545)), FAR_FOE, features=[river()], boats=[Boat("punt", "red", (500, 555), 500)])
    assert refusal(b, special="embark").rule == "CS-3.3.2.3aa"


@pytest.mark.rule("CS-3.3.2.3aa")
def test_landing_takes_a_formation_chit():
    b = bank(Order(), aboard=True, at=(500, 640))
    assert refusal(b, special="disembark").rule == "CS-3.3.2.3aa"
    assert refusal(b, special="disembark", formation="line") is None
    b = bank(Order(formation=FormationChit("line"), special=PlainChit("disembark")), aboard=True, at=(500, 640))
    now = b.unit("a")
    assert (now.aboard, now.formation, now.now.quarters) == ("", "line", 2)
    assert now.position[1] > 650 * SUB
    assert not waters.afloat(b.ground, now.position)
    assert GAME.invariants(b) == []


@pytest.mark.rule("CS-3.3.2.3t")
@pytest.mark.parametrize("course, way", [(90, (300, "downstream")), (110, (300, "downstream")), (111, (180, "across")),
                                         (-90, (80, "upstream")), (-70, (80, "upstream")), (-69, (180, "across")),
                                         (0, (180, "across"))])  # fmt: skip
def test_upstream_across_and_downstream_have_their_own_pace(course, way):
    b = bank(Order(special=MoveBoat(degrees=course)), aboard=True, at=(1000, 600), features=[river(1000)])
    [moved] = events(b, "boat_moved")
    assert (moved.values["paces"], moved.values["course"]) == way
    assert b.unit("a").position == b.world.boats["punt"].position


@pytest.mark.rule("CS-3.3.2.3t")
@pytest.mark.parametrize("face, drift", [(7, 140), (1, 20), (10, 200)])
def test_on_the_far_bank_it_drifts_downstream(face, drift):
    b = bank(Order(special=MoveBoat(degrees=0)), aboard=True, dice=[face])
    x, y = paces(b)
    assert abs(x - 500 - drift) < 1
    assert 648 <= y <= 650
    assert f"punt drifts {drift} paces downstream as it lands" in told(b)
    assert b.unit("a").position == b.world.boats["punt"].position


@pytest.mark.rule("CS-3.3.2.3t")
def test_a_wide_river_takes_two_turns_and_the_boat_drifts_as_it_lands():
    b = bank(Order(special=MoveBoat(degrees=0)), aboard=True, features=[river(300)], at=(500, 460), dice=[7])
    assert (paces(b), b.world.boats["punt"].put_off) == ((500, 640), (500 * SUB, 460 * SUB))  # beyond the middle
    assert not events(b, "boat_drifted")
    assert any("drifts" in note for note in specials.notes(b, "a", Order(special=MoveBoat(degrees=0))))
    b.emit(Noted(), sets=[b.change("a", order=Order(special=MoveBoat(degrees=0)))], to=())
    run(movement.play(b))
    assert events(b, "boat_drifted")[0].values["paces"] == 140
    assert b.world.boats["punt"].put_off is None


@pytest.mark.rule("CS-3.3.2.3t")
def test_back_to_the_same_bank_it_does_not_drift_and_goes_no_farther_than_told():
    b = bank(Order(special=MoveBoat(degrees=180)), aboard=True, at=(500, 580))
    assert paces(b) == (500, 550)
    assert not events(b, "boat_drifted")
    b = bank(Order(special=MoveBoat(degrees=0, paces=30)), aboard=True)
    assert paces(b) == (500, 585)


@pytest.mark.rule("CS-3.3.2.3t")
def test_at_another_scale_an_inch_is_another_way():
    b = stage(unit("a", at=(500, 545)), FAR_FOE, features=[river(1000)], boats=[Boat("punt", "blue", (1000, 600), 500)])
    b.scale = 30
    b.world.units["a"] = replace(b.unit("a"), aboard="punt", order=Order(special=MoveBoat(degrees=0)))
    specials.carry_out(b, "boats_put_off")
    assert paces(b) == (1000, 870)


@pytest.mark.rule("CS-3.3.2.3t")
def test_an_empty_boat_is_sent_back_by_those_who_landed():
    b = bank(Order(special=MoveBoat(degrees=0)), dice=[1])
    assert b.unit("a").aboard == ""
    assert paces(b)[1] >= 648
    assert "nor beside an empty one" in refusal(b, special="move_boat").reason


@pytest.mark.rule("CS-3.3.2.3t")
def test_still_water_has_no_stream():
    ring = [[0, 560], [3000, 560], [3000, 900], [0, 900], [0, 560]]
    lake = {"type": "Feature", "properties": {"kind": "water"}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    b = bank(Order(special=MoveBoat(degrees=90)), aboard=True, at=(500, 700), features=[lake])
    assert events(b, "boat_moved")[0].values == {"boat": "punt", "course": "across", "paces": 180}


def test_boats_are_seen_by_those_who_see_them():
    wood = [[0, 1000], [3000, 1000], [3000, 1300], [0, 1300], [0, 1000]]
    hidden = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {"type": "Polygon", "coordinates": [wood]},
    }
    near = unit("r", RED, at=(500, 800), facing=180)
    for foe, features, seen in ((FAR_FOE, [river(), hidden], False), (near, [river()], True)):
        b = bank(Order(), foe=foe, features=features)
        assert ("punt" in GAME.view(b, "red").boats) == seen
        assert "punt" in GAME.view(b, "blue").boats
        table = GAME.picture(GAME.view(b, "red"), GAME.briefing(b, "red"))
        assert [token.id for token in table.tokens] == (["punt"] if seen else [])


def test_who_is_driven_from_his_boat_is_no_longer_in_it():
    b = bank(Order(), aboard=True)
    b.world.units["a"] = replace(b.unit("a"), position=(500 * SUB, 500 * SUB))
    boats.jump_ashore(b)
    assert (b.unit("a").aboard, b.unit("a").formation) == ("", "open_order")


def test_whether_and_where_one_may_land_does_not_betray_an_enemy_in_the_mist():
    """It is judged by what is known, and carried out by what is there."""
    state = {"a": {"aboard": "punt", "formation": "garrison", "position": (to_sub(500), to_sub(600))}}
    found = []
    for foe in (unit("r", RED, at=(500, 657), facing=180), FAR_FOE):
        b = stage(
            unit("a", at=(500, 545)),
            foe,
            features=[river()],
            boats=[Boat("punt", "blue", (500, 600), 500)],
            conditions=Conditions(sight_paces=20),
            state=state,
            phase="movement",
        )
        assert refusal(b, special="disembark", formation="line") is None
        known = boats.landing(b, b.unit("a"), "line", known_to="blue")
        order = Order(formation=FormationChit("line"), special=PlainChit("disembark"))
        b.world.units["a"] = replace(b.unit("a"), order=order)
        specials.carry_out(b, "landing")
        found.append((known, b.unit("a").position))
    (known, landed), (free, there) = found
    assert known == free
    assert there == free[0] != landed
