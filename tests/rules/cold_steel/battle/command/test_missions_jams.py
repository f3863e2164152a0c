"""What officers do in a jam, under cannon fire, and between two enemies."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.scenarios.loading import load
from grognard.systems.cold_steel import officers as missions
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.orders import judging
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.staging import events, run, stage, unit
from grognard.systems.cold_steel.table.battlefield import Battlefield
from grognard.systems.cold_steel.table.state import Doings, Order, Straight, Wheel

from .test_missions import column, ordered, sent

FIELD = (1000, 1500)
TURNS = 8


def marches(b: Battlefield, goal: tuple[float, float], turns: int = TURNS) -> Battlefield:
    """Battalion a goes to a place, turn by turn, and everybody else stands."""
    for turn in range(1, turns + 1):
        b.world.turn = turn
        order = missions.steer(b, "a", goal, "march")
        assert judging.judge_order(b, "a", order) is None
        now = b.unit("a")
        b.world.units["a"] = replace(now, order=order, revealed=order, before=now.now, now=Doings())
        run(movement.play(b))
    return b


def wall(*xs: int, y: int = 560) -> list[Any]:
    """Batteries in action side by side: a wall without a gap for a column."""
    return [unit(f"g{x}", at=(x, y), arm="foot_artillery") for x in xs]


@pytest.mark.rule("CS-6.8", "CS-3.3.1a")
def test_a_column_behind_a_row_of_guns_is_beyond_them_before_long() -> None:
    b = marches(stage(column(), *wall(760, 880, 1000, 1120, 1240)), (1000, 1100))
    assert b.unit("a").position[1] / 16 > 640
    assert b.unit("a").disorder <= 4


@pytest.mark.rule("CS-6.8", "CS-3.3.1a")
def test_a_column_that_faces_the_wrong_way_between_friends_gets_out() -> None:
    shut = [column(f"f{x}", at=(1000 + x, 500 + y)) for x, y in ((-60, 20), (60, 10), (0, 120), (10, -110))]
    b = marches(stage(unit("a", at=(1000, 500), facing=250, formation="column_of_divisions"), *shut), (1000, 1300))
    x, y = (each / 16 for each in b.unit("a").position)
    assert y > 700 or abs(x - 1000) > 200


@pytest.mark.rule("CS-6.8")
def test_near_the_enemy_nobody_runs_through_friends() -> None:
    foe = unit("r", "red", at=(1000, 740), facing=180)
    b = marches(stage(column(), *wall(760, 880, 1000, 1120, 1240), foe), (1000, 1100), turns=4)
    assert events(b, "ran_through") == []


@pytest.mark.rule("CS-3.3.1a")
def test_nobody_is_told_to_wheel_where_there_is_no_room_to() -> None:
    beside = [column("left", at=(958, 500)), column("right", at=(1042, 500))]
    b = stage(column(), *beside)
    for turn in range(1, 7):
        b.world.turn = turn
        order = missions.steer(b, "a", (2000, 480), "march")
        assert order.way != "wheel" or order.move.through or abs(order.move.degrees) < 90


@pytest.mark.rule("CS-3.3.1a")
def test_guns_that_have_no_room_to_turn_about_draw_off_first() -> None:
    b = stage(
        unit("a", at=(1000, 500), arm="foot_artillery", formation="limbered"),
        column("f", at=(955, 500)),
        unit("r", "red", at=(1010, 200)),
        state={"a": {"revealed": Order(Wheel(-178))}},
    )
    order = missions.steering.face(b, "a", (980, 200))
    assert (order.way, order.move.paces) == ("forward", 60)


# -- cannon fire


def under_fire(*others: Any, hits: int = 1, **more: Any) -> Order:
    """A battalion in column that defends its ground and was fired at by guns last turn."""
    guns = unit("r", "red", at=(1000, 1250), facing=180, arm="foot_artillery")
    b = stage(column(), guns, *others, state={"a": {"before": Doings(cannon_hits=hits), **more}})
    return ordered(sent(b, "defense", "a", objective=(1000, 500)))


@pytest.mark.rule("CS-3.3.1g")
def test_a_column_that_cannon_shot_strikes_deploys() -> None:
    assert under_fire().form == "line"
    assert under_fire(hits=0).form == ""


@pytest.mark.rule("CS-3.3.1g")
@pytest.mark.parametrize("y, deploys", [(1150, False), (1260, True)])
def test_but_not_while_horse_is_about(y: int, deploys: bool) -> None:
    horse = unit("h", "red", at=(1100, y), facing=180, arm="light_cavalry", men=300)
    assert (under_fire(horse).form == "line") is deploys


@pytest.mark.rule("CS-3.3.1g")
@pytest.mark.parametrize("y, reforms", [(690, False), (720, True)])
def test_four_markers_are_reason_to_reform_with_no_enemy_within_200_paces(y: int, reforms: bool) -> None:
    foe = unit("r", "red", at=(1000, y), facing=180)
    b = stage(unit("a", at=(1000, 500)), foe, state={"a": {"disorder": 4}})
    assert (ordered(sent(b, "defense", "a", objective=(1000, 500))).chit == "reform") is reforms


# -- between two enemies


def between(north: int, east: int, *, turned: bool = False) -> Order:
    """A line that faces north, with enemies so far to the north and to the east of it."""
    spots = {"n": (1000, 500 + north), "e": (1000 + east, 500)}
    foes = [unit(name, "red", at=at, arm="light_cavalry", men=100) for name, at in spots.items()]
    b = stage(unit("a", at=(1000, 500), men=300), *foes, state={"a": {"before": Doings(turned=turned)}})
    return ordered(sent(b, "defense", "a", objective=(1000, 500)))


@pytest.mark.rule("CS-3.3.1g")
def test_nobody_turns_from_one_enemy_to_another_who_is_hardly_nearer() -> None:
    assert between(360, 350).way == ""
    assert between(560, 330).way == "conversion"


@pytest.mark.rule("CS-3.3.1g")
def test_who_has_just_turned_thinks_twice_before_he_turns_again() -> None:
    assert between(450, 380).way == "conversion"
    assert between(450, 380, turned=True).way == ""


# -- a dense town


@pytest.mark.rule("CS-6.2g", "CS-3.3.1e")
def test_a_dense_town_is_stormed_in_a_column_that_passes_its_streets() -> None:
    ring = [[800, 700], [1200, 700], [1200, 1100], [800, 1100], [800, 700]]
    town = {
        "type": "Feature",
        "properties": {"kind": "town", "density": "dense"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    foe = unit("r", "red", at=(1000, 850), facing=180, men=140, formation="garrison")
    b = stage(unit("a", at=(1000, 600), formation="attack_column"), foe, features=[town])
    order = ordered(sent(b, "attack", "a", objective=(1000, 850)))
    assert order.form == "march_column"


@pytest.mark.rule("CS-3.3.1a")
@pytest.mark.parametrize("turn", range(1, 7))
def test_who_waits_in_a_jam_lies_with_the_dice_and_not_with_his_name(turn: int) -> None:
    """Else the same units would wait on the same turns in every battle on a field, and one side be the worse for it."""
    from msgspec.structs import replace

    b = stage(column(), *wall(760, 880, 1000, 1120, 1240), state={"a": {"revealed": Order(Straight())}})
    b.world.turn = turn
    leader = next(each for each in b.world.leaders.values() if each.side == b.unit("a").side)
    waits = set()
    for points in range(12):
        b.world.leaders[leader.id] = replace(leader, points=points)
        waits.add(missions.steer(b, "a", (1000, 1100), "march").way == "")
    assert waits == {True, False}


@pytest.mark.rule("CS-3.3.1a")
def test_what_another_seat_has_spent_does_not_say_who_waits() -> None:
    """Seats of one side decide side by side: who answers first must not change what the other's officers do."""
    b = Battle.begin(GAME, load("quatre-bras"), seed=3, options={"seats": "commands"}).fight
    now = next(each for each in b.on_table("French") if b.seat_of(each.id) != b.seats[-1].id)
    others = [each for each in b.world.leaders.values() if b.seat_of(each.id) != b.seat_of(now.id)]
    assert any(each.side == now.side for each in others)
    for b.world.turn in range(1, 7):
        waits = set()
        for points in range(6):
            b.world.leaders.update({each.id: replace(each, points=points) for each in others})
            waits.add(missions.habits.one_turn_in_three(b, now))
        assert len(waits) == 1


@pytest.mark.rule("CS-3.3.1a")
def test_two_who_bar_each_other_do_not_wait_at_the_same_times_for_long() -> None:
    """Of those who stand near each other no two wait on the same turns for long, and each waits one turn in three."""
    b = stage(*(unit(f"u{i}", at=(300 + 60 * i, 500)) for i in range(20)))
    waits: list[list[bool]] = [[] for _ in range(20)]
    for b.world.turn in range(1, 13):
        for i, found in enumerate(waits):
            found.append(missions.habits.one_turn_in_three(b, b.unit(f"u{i}")))
    for near in (1, 2, 3):
        assert all(one[:8] != other[:8] for one, other in zip(waits, waits[near:], strict=False))
    assert all(1 <= sum(found) <= 8 for found in waits)
    assert 0.25 < sum(map(sum, waits)) / (12 * len(waits)) < 0.42


# -- room to form


def deploys_on(turns: range, foe_at: tuple[float, float], friend_at: tuple[float, float]) -> list[int]:
    """Turns on which an officer has his column at (1000, 500) form line."""
    b = stage(column(), unit("f", at=friend_at), unit("r", "red", at=foe_at, facing=180))
    found = []
    for b.world.turn in turns:
        if missions.habits.form(b, "a", "line") is not None:
            found.append(b.world.turn)
    return found


@pytest.mark.rule("CS-6.8")
def test_an_officer_does_not_form_among_friends_before_he_must() -> None:
    free, crowded = (1200, 500), (1100, 500)
    assert deploys_on(range(1, 10), (1000, 900), free) == list(range(1, 10))
    now_and_then = deploys_on(range(1, 10), (1000, 900), crowded)
    assert 0 < len(now_and_then) < 6
    assert deploys_on(range(1, 10), (1000, 700), crowded) == list(range(1, 10))


@pytest.mark.rule("CS-3.2m")
def test_an_officer_does_not_order_a_line_that_the_enemy_is_too_near_for() -> None:
    b = stage(column(), unit("r", "red", at=(1070, 470), facing=270))
    assert missions.habits.form(b, "a", "line") is None
