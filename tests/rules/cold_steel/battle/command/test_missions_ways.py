"""Finding one's way: turns, bridges, friends; and the missions a battle begins with."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.kernel.sources import ScriptedDice
from grognard.scenarios.loading import load
from grognard.scenarios.model import Condition, Victory
from grognard.systems.cold_steel import officers as missions
from grognard.systems.cold_steel import setup
from grognard.systems.cold_steel.orders import judging
from grognard.systems.cold_steel.staging import stage, unit
from grognard.systems.cold_steel.table.battlefield import Battlefield
from grognard.systems.cold_steel.table.ground import ways
from grognard.systems.cold_steel.table.state import Doings, Order, Straight
from sampling import SAMPLE

from ..ground import feature


def river(*crossings: tuple[float, float]) -> list[dict[str, Any]]:
    """A river across the table from west to east that nobody wades, with bridges."""
    water = feature("river", "LineString", [[0, 1000], [3000, 1000]], fordable=False)
    return [water, *(feature("bridge", "Point", list(at)) for at in crossings)]


def column(at: tuple[float, float] = (1000, 500), **more: Any) -> Any:
    """A battalion in column, facing north."""
    return unit("a", at=at, formation="column_of_divisions", **more)


@pytest.mark.rule("CS-3.3.2.1a")
def test_straight_ahead_if_the_place_lies_there() -> None:
    order = missions.steer(stage(column()), "a", (1000, 600), "march")
    assert (order.way, order.move.gait, order.move.paces) == ("forward", "march", 100)
    assert missions.steer(stage(column()), "a", (1000, 505), "march").way == ""


@pytest.mark.rule("CS-3.3.2.1b")
@pytest.mark.parametrize("x, movement", [(1200, "oblique"), (1230, "wheel"), (800, "oblique"), (770, "wheel")])
def test_obliquely_up_to_22_degrees_and_by_a_wheel_beyond(x: int, movement: str) -> None:
    b = stage(column())
    order = missions.steer(b, "a", (x, 1000), "march")
    assert order.way == movement
    assert (order.move.degrees > 0) == (x > 1000)
    assert judging.judge_order(b, "a", order) is None


@pytest.mark.rule("CS-3.3.2.1a")
def test_at_the_double_nobody_goes_obliquely() -> None:
    assert missions.steer(stage(column()), "a", (1150, 1000), "double").way == "wheel"


@pytest.mark.rule("CS-3.3.2.1a")
def test_a_line_turns_on_its_centre_no_farther_than_it_can() -> None:
    b = stage(unit("a", at=(1000, 500), men=900))
    order = missions.steer(b, "a", (1000, 100), "march")
    assert order.way == "conversion"
    assert 0 < abs(order.move.degrees) < 180
    assert judging.judge_order(b, "a", order) is None


@pytest.mark.rule("CS-3.3.2.1a")
def test_after_a_wheel_the_place_lies_ahead() -> None:
    b = stage(column())
    order = missions.steer(b, "a", (1400, 600), "march")
    after = missions.fitting.whither(b, b.unit("a"), order)
    assert order.way == "wheel"
    assert abs(missions.steering.relative(after, (1400, 600))[1]) <= 3


@pytest.mark.rule("CS-6.2e")
def test_over_a_river_by_the_bridge_and_in_road_column() -> None:
    b = stage(column(), features=river((2000, 1000)))
    way = ways.way(b, (1000, 500), (1000, 1500))
    assert any(abs(x - 2000) < 60 and abs(y - 1000) < 60 for x, y in way)
    assert missions.steer(b, "a", (1000, 1500), "march").move.degrees > 0  # to the right, where the bridge is
    near = stage(column(at=(2000, 930)), features=river((2000, 1000)))
    assert missions.steer(near, "a", (2000, 1500), "march").form == "march_column"


@pytest.mark.rule("CS-6.2e")
def test_without_a_bridge_there_is_no_way() -> None:
    b = stage(column(at=(1000, 960)), features=river())
    assert ways.leg(b.ground, (1000, 960), (1000, 1100)) is None


def test_columns_take_the_road() -> None:
    road = feature("road", "LineString", [[1000, 400], [1600, 1000], [1600, 2500]])
    b = stage(unit("a", at=(1000, 420), formation="march_column", facing=45), features=[road])
    order = missions.steer(b, "a", (1600, 2400), "march")
    assert order.way in ("forward", "oblique")
    assert abs(getattr(order.move, "degrees", 0)) <= 12  # along the road to the north-east, not straight for the place


@pytest.mark.rule("CS-6.8")
def test_nobody_marches_into_a_friend_who_stands_in_the_way() -> None:
    b = stage(column(), unit("friend", at=(1000, 680), formation="column_of_divisions"))
    order = missions.steer(b, "a", (1000, 1500), "march")
    assert order.way != "forward" or 0 < order.move.paces < 100
    room = missions.steering.clear_way(b, b.unit("a"), 0, 120)
    gap = b.survey.distance("a", "friend")
    assert gap - 5 <= room <= gap


@pytest.mark.rule("CS-6.8")
def test_a_friend_who_marches_the_same_way_is_followed() -> None:
    b = stage(
        column(),
        unit("friend", at=(1000, 680), formation="column_of_divisions"),
        state={"friend": {"before": Doings(moved="march", paces=120)}},
    )
    order = missions.steer(b, "a", (1000, 1500), "march")
    assert (order.way, order.move.paces) == ("forward", 0)


@pytest.mark.rule("CS-6.8")
def test_who_is_jammed_works_himself_loose_when_waiting_has_not_helped() -> None:
    ahead = unit("friend", at=(1000, 600), formation="column_of_divisions")
    b = stage(column(), ahead, state={"a": {"revealed": Order(Straight())}})
    tried = []
    for turn in range(1, 10):
        b.world.turn = turn
        tried.append(missions.steer(b, "a", (1000, 1500), "march"))
    waits = [order == Order(by="mission") for order in tried]
    assert 0 < sum(waits) < 6
    moves = tried[waits.index(False)]
    assert moves.way or moves.form == "march_column"


# -- the missions a battle begins with


def asked(side: str, y: int) -> Victory:
    """Ground for a side to hold."""
    return Victory(length_turns=20, condition=(Condition(side, "ground", 5, "the hill", area=((1000, y),)),))


@pytest.mark.rule("CS-3.3.1a")
def test_who_has_ground_to_take_attacks_and_who_holds_it_defends() -> None:
    b = stage(column(), unit("foe", "red", at=(1000, 2000), facing=180), victory=asked("blue", 2000))
    blue, red = missions.default_missions(b)
    assert (blue.kind, blue.objective, blue.units) == ("attack", (1000, 2000), ("a",))
    assert (red.kind, red.objective) == ("defense", (1000, 2000))
    assert blue.leader
    assert red.leader


@pytest.mark.rule("CS-3.3.1a")
def test_with_no_ground_to_take_the_larger_army_attacks() -> None:
    b = stage(column(men=900), unit("foe", "red", at=(1000, 2000), facing=180))
    assert [mission.kind for mission in missions.default_missions(b)] == ["attack", "defense"]


@pytest.mark.rule("CS-3.3.1a", "CS-3.3.1d")
@pytest.mark.parametrize("name", SAMPLE)
def test_every_battle_begins_with_missions_that_can_be_followed(name: str) -> None:
    b = setup.begin(load(name), setup.Options())
    b.use_dice({"": ScriptedDice([])})
    b.knowledge.look()
    found = missions.default_missions(b)
    assert sorted(unit for mission in found for unit in mission.units) == sorted(b.roster.units)
    width, height = b.scenario.header.table_paces
    for mission in found:
        assert len(mission.places) == len(mission.units)
        assert all(0 <= x <= width and 0 <= y <= height for x, y in (*mission.route, mission.objective))
        _assign(b, mission)
    assert {mission.kind for mission in found} & {"attack"}
    for now in b.on_table():
        order = missions.follow(b, now.id)
        # who waits by a special rule of the battle is given nothing to do
        if judging.may_take_orders(b, now.id) is not None:
            assert order == Order()
            continue
        assert judging.judge_order(b, now.id, order) is None
        assert missions.fits(b, now.id, order) is None


def _assign(b: Battlefield, mission: Any) -> None:
    b.world.missions[mission.id] = mission
    for each in mission.units:
        b.world.units[each] = replace(b.world.units[each], mission=mission.id)
