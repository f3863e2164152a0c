"""The movement phase: how far, over what ground, at what cost."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.army.oob import Arrival
from grognard.ground.units import SUB
from grognard.scenarios.model import Condition, Conditions, Victory
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.phases.movement import plan
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import FormationChit, Oblique, Order, Rider, Straight, Wheel

from ..ground import area, feature, line
from ..marching import play

FAR_FOE = unit("r", RED, at=(2800, 2900), facing=180)


def across(kind: str, y: float, **more: Any) -> dict[str, Any]:
    return line(kind, [0, y], [3000, y], **more)


def march(order: Order, *others: Any, given: dict[str, Any] | None = None, state: Any = None, **more: Any) -> Any:
    """A battalion in line at (500, 500), facing north, carries out an order."""
    fields: dict[str, Any] = {"at": (500, 500), **(given or {})}
    ratings = {"a": {"discipline": fields.pop("discipline", "trained")}} if not fields.get("irregular") else {}
    fields.pop("irregular", None)
    return play(unit("a", **fields), *(others or (FAR_FOE,)), orders={"a": order}, ratings=ratings, state=state, **more)


def gone(b: Any, name: str = "a", start: tuple[float, float] = (500, 500)) -> tuple[float, float]:
    x, y = b.unit(name).position
    return x / SUB - start[0], y / SUB - start[1]


def ahead(b: Any) -> float:
    return gone(b)[1]


# -- rates


@pytest.mark.rule("CS-6.1a", "CS-2e")
@pytest.mark.parametrize("gait, paces", [("march", 120), ("quick", 180), ("double", 240)])
def test_foot_goes_by_its_gait(gait, paces):
    b = march(Order(Straight(gait=gait)))
    assert gone(b) == (0, paces)
    assert b.unit("a").now.moved == gait
    assert b.unit("a").now.paces == paces
    quarters = [event.quarter for event in events(b, "moved")]
    assert quarters == [1, 2, 3, 4]


@pytest.mark.rule("CS-6.1a")
@pytest.mark.parametrize("gait, paces", [("march", 160), ("quick", 240), ("double", 400)])
def test_horse_goes_by_its_gait(gait, paces):
    b = march(Order(Straight(gait=gait)), given={"arm": "heavy_cavalry", "men": 300})
    assert ahead(b) == paces


@pytest.mark.rule("CS-6.1b")
def test_austrian_horse_batteries_are_foot_batteries_in_a_hurry():
    given = {"arm": "horse_artillery", "formation": "limbered", "nation": "Austrian", "calibre": "6-pdr"}
    assert ahead(march(Order(Straight()), given=given)) == 160


@pytest.mark.rule("CS-7.1e", "CS-6.1a")
@pytest.mark.parametrize("wanted, paces", [(60, 40), (40, 40), (25, 25)])
def test_unlimbered_guns_are_prolonged_forty_paces(wanted, paces):
    b = march(Order(Straight("prolong", paces=wanted)), given={"arm": "foot_artillery"})
    assert ahead(b) == paces


@pytest.mark.rule("CS-6.2i")
@pytest.mark.parametrize("calibre, paces", [("12-pdr", 80), ("8-pdr", 120)])
def test_heavy_guns_move_a_third_less(calibre, paces):
    given = {"arm": "foot_artillery", "formation": "limbered", "calibre": calibre}
    assert ahead(march(Order(Straight()), given=given)) == paces


@pytest.mark.rule("CS-6.1c")
@pytest.mark.parametrize("throw, left", [((3, 3), 1), ((3, 4), 2)])
def test_a_gun_at_the_double_may_be_wrecked(throw, left):
    given = {"arm": "foot_artillery", "formation": "limbered", "guns": 1, "howitzers": 1, "men": 60}
    b = march(Order(Straight(gait="double")), given=given, dice=[*throw, 10, 10, 10, 9])
    assert b.live("a") == left
    assert len(events(b, "gun_wrecked")) == 2 - left


@pytest.mark.rule("CS-5.1")
@pytest.mark.parametrize("guns, checks", [(3, ["losses"]), (5, [])])
def test_a_gun_wrecked_at_the_double_is_checked_for_when_movement_ends(guns, checks):
    # one of four is a quarter of the battery, one of six is not
    given = {"arm": "foot_artillery", "formation": "limbered", "guns": guns, "howitzers": 1, "men": 60}
    rolled = [3, 3, *[10, 10] * guns]
    b = march(Order(Straight(gait="double")), given=given, dice=[*rolled, 5, 6])
    assert [event.values["cause"] for event in events(b, "morale")] == checks


@pytest.mark.rule("CS-6.1c")
def test_woods_are_worse_for_galloping_guns_and_a_trot_is_safe():
    given = {"arm": "foot_artillery", "formation": "limbered", "guns": 1, "howitzers": 1, "men": 60}
    wood = area("light_woods", 400, 550, 600, 900)
    b = march(Order(Straight(gait="double")), given=given, dice=[5, 5, 5, 6, 10, 9], features=[wood])
    assert b.live("a") == 1
    assert b.live("a") < march(Order(Straight(gait="quick")), given=given, dice=[], features=[wood]).live("a")


@pytest.mark.rule("CS-3.3.2.1a")
def test_a_march_of_so_many_paces_ends_there():
    b = march(Order(Straight(paces=50)))
    assert ahead(b) == 50
    assert b.unit("a").order.way == ""
    assert march(Order(Straight(paces=200))).unit("a").order.move.paces == 80


@pytest.mark.rule("CS-3.3.2.1a")
def test_stepping_back_keeps_the_front():
    b = march(Order(Straight("backward")))
    assert gone(b) == (0, -120)
    assert b.unit("a").heading == 0


@pytest.mark.rule("CS-3.3.2.1b")
def test_an_oblique_march_keeps_the_facing():
    b = march(Order(Oblique(22)))
    east, north = gone(b)
    assert (round(east), round(north)) == (45, 111)
    assert b.unit("a").heading == 0


# -- wheels


@pytest.mark.rule("CS-3.2n", "CS-3.3.2.1a")
def test_who_has_no_room_to_wheel_does_not_march_off_the_way_he_faces():
    friend = unit("f", at=(500, 516), men=400)  # before him when he begins, gone when he would march on
    orders = {"a": Order(Wheel(30, gait="quick")), "f": Order(Straight())}
    b = play(unit("a", at=(500, 500), men=400), friend, FAR_FOE, orders=orders)
    assert gone(b) == (0, 0)
    assert b.unit("a").heading == 0
    assert (b.unit("a").order.way, b.unit("a").order.move.degrees) == ("wheel", 30)
    assert gone(b, "f", (500, 516))[1] == 90  # a quarter of its march was lost between the two


@pytest.mark.rule("CS-3.2n")
def test_a_wheel_to_where_one_faces_already_is_told_as_a_march():
    b = march(Order(Wheel(0, paces=1)))
    assert [line for line in told(b) if line.startswith("a ")] == ["a advances 1 pace"]


@pytest.mark.rule("CS-3.3.2.1a", "CS-3.2n")
def test_a_wheel_costs_what_its_outer_flank_travels_and_the_rest_is_straight_ahead():
    b = march(Order(Wheel(30)), given={"men": 400})  # 100 paces of front
    assert b.unit("a").heading == 30
    arc = 53
    assert b.unit("a").now.paces == pytest.approx(120, abs=1)
    straight = sum(event.values["paces"] for event in events(b, "moved"))
    assert straight == 120 - arc
    assert b.unit("a").now.turned


@pytest.mark.rule("CS-3.3.2.1a", "CS-3.3.2.1c")
@pytest.mark.parametrize("degrees, flank", [(30, 550), (-30, 450)])
@pytest.mark.parametrize("gait", ["march", "quick", "double"])
def test_a_wheel_pivots_on_the_flank_it_turns_to(degrees, flank, gait):
    b = march(Order(Wheel(degrees, gait=gait, paces=1)), given={"men": 400})
    corners = b.survey.body("a").frame[:2]
    pivot = corners[1] if degrees > 0 else corners[0]
    straight = 1
    assert abs(pivot[0] / SUB - flank) <= straight
    assert abs(pivot[1] / SUB - 500) <= straight


@pytest.mark.rule("CS-3.3.2.1a")
def test_a_conversion_turns_on_the_centre_for_half_the_price():
    b = march(Order(Wheel(30, way="conversion")), given={"men": 400})
    assert b.unit("a").heading == 30
    assert sum(event.values["paces"] for event in events(b, "moved")) == 120 - 27


@pytest.mark.rule("CS-3.2n")
def test_a_wheel_too_far_for_one_turn_goes_on_the_next():
    b = march(Order(Wheel(90)), given={"men": 400})
    turned = b.unit("a").heading
    assert 60 <= turned < 90
    assert b.unit("a").order.move.degrees == 90 - turned


@pytest.mark.rule("CS-6.2a", "CS-3.3.2.1a", "CS-3.2n")
@pytest.mark.parametrize(
    "kind, order, turned, straight",
    [
        ("marsh", Order(Wheel(90)), 45, 0),  # 80 paces are left; 46 degrees take 81
        ("ploughed_field", Order(Wheel(90)), 57, 0),  # 100 paces; 58 degrees take 102
        ("marsh", Order(Wheel(30)), 30, 120 - 40 - 53),
        ("marsh", Order(Wheel(90, way="conversion")), 90, 120 - 40 - 79),
    ],
)
def test_wheels_and_conversions_pay_for_the_ground(kind, order, turned, straight):
    ground = [area(kind, 200, 200, 800, 900)]
    b = march(order, given={"men": 400}, features=ground)  # 100 paces of front
    assert b.unit("a").heading == turned
    assert sum(event.values["paces"] for event in events(b, "moved")) == straight


@pytest.mark.rule("CS-6.1a", "CS-6.2a")
@pytest.mark.parametrize("kind, turned", [("marsh", 0), ("ploughed_field", 9), ("", 19)])
def test_guns_that_mud_holds_fast_do_not_wheel_either(kind, turned):
    """Eight pieces on a front of 120 paces; 0, 20 or 40 paces are theirs to wheel."""
    ground = [area(kind, 200, 200, 800, 900)] if kind else []
    b = march(Order(Wheel(90)), given={"arm": "foot_artillery"}, features=ground)
    assert b.unit("a").heading == turned
    assert b.unit("a").now.moved == ("march" if turned else "no")


@pytest.mark.rule("CS-6.2a", "CS-3.3.2.1a")
def test_a_wheel_stops_where_its_outer_wing_gets_into_ground_it_cannot_pay_for():
    """66 degrees of the open field take 116 of 120 paces; with a stand in the marsh 80 are all it has."""
    west = area("marsh", 430, 548, 560, 900)
    b = march(Order(Wheel(66)), given={"men": 400}, features=[west])
    assert march(Order(Wheel(66)), given={"men": 400}).unit("a").heading == 66
    assert 25 <= b.unit("a").heading <= 45


@pytest.mark.rule("CS-6.2a")
def test_nobody_wheels_into_water_that_cannot_be_crossed():
    river = line("river", [400, 540], [600, 540], fordable=False)
    b = march(Order(Wheel(60)), given={"men": 400}, features=[river])
    assert max(y for _, y in b.survey.body("a").frame) / SUB <= 540


@pytest.mark.rule("CS-3.3.2.1a")
def test_nobody_wheels_off_the_table():
    """Facing east, its right flank hangs over the southern edge: a wheel to the right would carry its front beyond."""
    b = march(Order(Wheel(90)), given={"at": (500, 6), "facing": 90, "men": 200})
    assert b.unit("a").position[1] >= 0
    assert 90 <= b.unit("a").heading < 180


@pytest.mark.rule("CS-6.2a", "CS-3.2n")
@pytest.mark.parametrize("way", ["wheel", "conversion"])
def test_what_is_shown_of_a_wheel_over_rough_ground_is_what_happens(way):
    order, ground = Order(Wheel(80, way)), [area("marsh", 200, 520, 800, 900)]
    planned = plan(stage(unit("a", at=(500, 500)), FAR_FOE, features=ground, phase="movement"), "a", order)
    b = march(order, features=ground)
    assert (planned.places[-1].position, planned.places[-1].heading) == (b.unit("a").position, b.unit("a").heading)
    assert planned.degrees > 0
    assert planned.disorder == b.unit("a").disorder


@pytest.mark.rule("CS-8.1b")
def test_who_turns_or_forms_counts_as_a_mover_and_who_stands_does_not():
    for order in (Order(Wheel(5)), Order(formation=FormationChit("column_of_divisions"))):
        b = march(order)
        assert b.unit("a").now.turned
        assert b.unit("a").now.moved == "march"
    still = march(Order()).unit("a").now
    assert not still.turned
    assert still.moved == "no"


# -- ground


@pytest.mark.rule("CS-6.2b", "CS-6.2c")
@pytest.mark.parametrize(
    "kind, more, paces",
    [
        ("ploughed_field", {}, 100),
        ("marsh", {}, 80),
        ("mud", {}, 80),
        ("light_woods", {}, 120),
        ("heavy_woods", {}, 120),
    ],
)
def test_ground_slows_the_march(kind, more, paces):
    b = march(Order(Straight()), features=[area(kind, 300, 400, 700, 900, **more)])
    assert ahead(b) == paces


@pytest.mark.rule("CS-6.2a", "CS-6.2b")
def test_one_stand_on_a_steep_slope_is_enough():
    hill = area("hill", 555, 530, 800, 900, height=1, slope="steep")
    b = march(Order(Straight()), features=[hill])
    assert ahead(b) == 60
    assert b.unit("a").disorder == 1


@pytest.mark.rule("CS-6.2c", "CS-6.2d")
def test_every_wall_costs_twenty_paces_and_a_marker():
    b = march(Order(Straight()), features=[across("wall", 520), across("wall", 540)])
    assert ahead(b) == 80
    assert b.unit("a").disorder == 2
    mixed = march(Order(Straight()), features=[across("wall", 520), area("ploughed_field", 300, 400, 700, 900)])
    assert ahead(mixed) == 80


@pytest.mark.rule("CS-6.2d")
def test_the_marker_comes_when_the_last_stand_is_across():
    column = {"formation": "column_of_companies", "men": 600}
    b = march(Order(Straight()), given=column, features=[across("hedge", 560)])
    assert ahead(b) == 100  # its head is over, its tail is not
    assert b.unit("a").disorder == 0
    assert b.unit("a").astride == ("hedge",)
    again = b.unit("a")
    b.world.units["a"] = replace(again, now=type(again.now)())
    run(movement.play(b))
    assert b.unit("a").disorder == 1
    assert b.unit("a").astride == ()


@pytest.mark.rule("CS-6.2c")
def test_a_unit_goes_up_to_ground_that_it_has_no_paces_left_for():
    b = march(Order(Straight()), features=[area("marsh", 300, 610, 700, 900)])
    assert 105 <= ahead(b) <= 110


@pytest.mark.rule("CS-6.2e")
@pytest.mark.parametrize("formation, far", [("line", False), ("column_of_companies", True)])
def test_a_bridge_is_passed_on_a_front_of_one_stand(formation, far):
    river = across("river", 560, fordable=False)
    bridge = feature("bridge", "Point", [500, 560])
    b = march(Order(Straight()), given={"formation": formation, "men": 200}, features=[river, bridge])
    assert (ahead(b) > 60) == far
    assert far or 55 <= ahead(b) < 60


@pytest.mark.rule("CS-6.2e")
def test_a_column_takes_its_marker_when_it_is_off_the_bridge():
    river = across("river", 520, fordable=False)
    bridge = feature("bridge", "Point", [500, 520])
    given = {"formation": "column_of_companies", "men": 160, "interval": "closed"}
    b = march(Order(Straight()), given=given, features=[river, bridge])
    assert ahead(b) == 120
    assert b.unit("a").disorder == 1


@pytest.mark.rule("CS-6.2b")
def test_water_and_rivers_stop_everybody_who_has_no_bridge():
    for barrier in (area("water", 300, 560, 700, 700), across("river", 560, fordable=False)):
        b = march(Order(Straight(gait="double")), features=[barrier])
        assert 50 <= ahead(b) <= 60


@pytest.mark.rule("CS-6.2f")
@pytest.mark.parametrize("formation, markers", [("line", 1), ("open_order", 0), ("column_of_companies", 0)])
def test_villages_string_out_whoever_moves_on_a_wide_front(formation, markers):
    village = area("village", 100, 520, 900, 900, density="sparse")
    b = march(Order(Straight()), given={"formation": formation}, features=[village])
    assert b.unit("a").disorder == markers
    still = march(Order(), given={"formation": formation}, features=[village])
    assert still.unit("a").disorder == 0


@pytest.mark.rule("CS-6.2g")
@pytest.mark.parametrize("formation, far", [("line", False), ("open_order", True), ("column_of_companies", True)])
def test_dense_towns_are_for_columns_and_open_order(formation, far):
    town = area("town", 100, 540, 900, 900)
    b = march(Order(Straight()), given={"formation": formation}, features=[town])
    assert (ahead(b) == 120) == far
    assert b.unit("a").disorder == (1 if far else 0)
    assert far or 35 <= ahead(b) < 40


@pytest.mark.rule("CS-6.2h")
def test_going_into_a_house_costs_twenty_paces_and_a_passing_marker():
    house = area("building", 300, 560, 700, 900)
    b = march(Order(Straight()), given={"formation": "column_of_companies"}, features=[house])
    assert ahead(b) == 100
    assert b.unit("a").passing_disorder == 1


@pytest.mark.rule("CS-6.6", "CS-6.2a")
def test_irregulars_pay_paces_but_keep_no_order_to_lose():
    given = {"arm": "irregular", "irregular": True}
    b = march(Order(Straight(gait="double")), given=given, features=[across("wall", 520)])
    assert ahead(b) == 220
    assert b.unit("a").disorder == 0


@pytest.mark.rule("CS-B.8d", "CS-B.8e")
@pytest.mark.parametrize("weather, paces", [("rain", 80), ("snow", 100), ("clear", 120)])
def test_mud_and_snow_slow_the_march(weather, paces):
    b = march(Order(Straight()), conditions=Conditions(weather=weather))
    assert ahead(b) == paces


@pytest.mark.rule("CS-B.8e")
def test_worse_ground_keeps_its_own_penalty_in_snow():
    fields = [area("marsh", 300, 400, 700, 900)]
    assert ahead(march(Order(Straight()), features=fields, conditions=Conditions(weather="snow"))) == 80


@pytest.mark.rule("CS-B.8b")
@pytest.mark.parametrize("apart, placed", [(240, True), (260, False)])
def test_in_fog_a_unit_is_placed_when_its_march_brings_it_near(apart, placed):
    foe = unit("r", RED, at=(500, 500 + apart), facing=180)
    fog = Conditions(weather="fog")
    b = march(Order(Straight()), foe, conditions=fog, state={"a": {"placed": False}, "r": {"placed": False}})
    assert b.unit("a").placed is placed
    assert b.unit("r").placed is placed


# -- frontage


@pytest.mark.rule("CS-6.3a", "CS-6.3b", "CS-6.4a", "CS-6.4b")
@pytest.mark.parametrize("pays, paces, markers", [(True, 80, 0), (False, 120, 2)])
def test_too_wide_a_front_costs_order_or_paces(pays, paces, markers):
    given = {"men": 900, "discipline": "militia"}  # 300 abreast
    b = march(Order(Straight(pays_frontage=pays)), given=given)
    assert ahead(b) == paces
    assert b.unit("a").disorder == markers


@pytest.mark.rule("CS-6.4a")
def test_nobody_loses_order_standing_and_a_wheel_is_a_move():
    given = {"men": 900, "discipline": "militia"}
    assert march(Order(), given=given).unit("a").disorder == 0
    assert march(Order(Wheel(10)), given=given).unit("a").disorder == 2


@pytest.mark.rule("CS-6.5a", "CS-6.5b")
@pytest.mark.parametrize("gait, markers", [("march", 0), ("quick", 0), ("double", 2)])
def test_the_faster_the_narrower(gait, markers):
    b = march(Order(Straight(gait=gait)), given={"men": 600})  # 200 abreast, trained: 360, 240, 160
    assert b.unit("a").disorder == markers


@pytest.mark.rule("CS-6.3b", "CS-A.4c")
@pytest.mark.parametrize(
    "formation, squadrons, markers",
    [
        ("line", 6, 2),  # 450 abreast; at the trot militia keep 160
        ("column_of_squadrons", 6, 0),  # 75
        ("column_of_troops", 6, 0),  # 37
        ("march_column", 6, 0),  # 4
        ("column_of_squadrons", 2, 2),  # 225
        ("column_of_troops", 2, 0),  # 112
    ],
)
def test_a_cavalry_column_is_as_wide_as_what_leads_it(formation, squadrons, markers):
    given = {"arm": "heavy_cavalry", "men": 900, "squadrons": squadrons, "formation": formation}
    b = march(Order(Straight(gait="quick")), given={**given, "discipline": "militia"})
    assert b.unit("a").disorder == markers


@pytest.mark.rule("CS-6.5a")
def test_open_order_is_easier_to_keep():
    given = {"men": 600, "formation": "open_order"}
    assert march(Order(Straight(gait="double")), given=given).unit("a").disorder == 0


@pytest.mark.rule("CS-6.5c")
def test_a_square_has_the_front_of_all_its_faces():
    given = {"men": 600, "formation": "open_square", "discipline": "raw_recruits"}
    assert march(Order(Straight()), given=given).unit("a").disorder == 2


@pytest.mark.rule("CS-6.3b")
def test_a_column_has_the_front_of_its_leading_company():
    given = {"men": 900, "formation": "column_of_companies", "discipline": "militia"}
    assert march(Order(Straight()), given=given).unit("a").disorder == 0


# -- the table and its edges


@pytest.mark.rule("CS-2e")
def test_who_is_due_comes_on_and_may_move_at_once():
    late = unit("late", at=(1000, 20), arrival=Arrival(turn=3, edge="south"))
    b = play(late, FAR_FOE, orders={"late": Order(Straight())})
    assert b.unit("late").where == "waiting"
    b.world.turn = 3
    run(movement.play(b))
    assert b.unit("late").where == "table"
    assert gone(b, "late", (1000, 20)) == (0, 120)
    assert "late comes onto the table from the south" in told(b)


@pytest.mark.rule("CS-2e")
def test_a_blocked_entry_is_passed_along_the_edge_or_waited_for():
    late = unit("late", at=(1000, 20), arrival=Arrival(turn=1, edge="south"))
    b = play(late, unit("a", at=(1000, 20)), FAR_FOE, orders={})
    assert b.unit("late").where == "table"
    assert b.unit("late").position[0] / SUB in (880, 1120)
    wall = [unit(f"w{i}", at=(100 * i, 20), men=400) for i in range(31)]
    b = play(late, *wall, FAR_FOE, orders={})
    assert b.unit("late").where == "waiting"


@pytest.mark.rule("CS-6.1a")
def test_nobody_marches_off_the_table_but_by_an_edge_he_may_leave_by():
    east = {"at": (2900, 500), "facing": 90}
    b = march(Order(Straight()), given=east)
    assert b.unit("a").where == "table"
    assert b.unit("a").position[0] / SUB == 3000
    ordered_out = Victory(length_turns=10, condition=(Condition("blue", "exit", 5, "get away", edge="east"),))
    b = march(Order(Straight(gait="quick")), given=east, victory=ordered_out)
    assert b.unit("a").where == "left"
    assert b.unit("a").left_by == "east"


@pytest.mark.rule("CS-5.6")
def test_held_irregulars_stay_put_for_two_phases():
    given = {"arm": "irregular", "irregular": True}
    b = march(Order(Straight()), given=given, state={"a": {"held": 2}})
    assert ahead(b) == 0
    run(movement.play(b))
    assert (ahead(b), b.unit("a").held) == (0, 0)
    run(movement.play(b))
    assert ahead(b) == 120


@pytest.mark.rule("CS-3.3.2.3b", "CS-2e")
def test_a_leader_who_is_attached_goes_with_his_unit():
    b = stage(unit("a", at=(500, 500)), FAR_FOE, state={"a": {"order": Order(Straight())}})
    leader = next(each for each in b.world.leaders.values() if each.side == "blue")
    b.world.leaders[leader.id] = replace(leader, attached="a")
    run(movement.play(b))
    assert b.world.leaders[leader.id].position == b.survey.middle("a")
    assert all(isinstance(rider, Rider) for rider in b.world.riders.values())


@pytest.mark.rule("CS-2e")
def test_a_preview_changes_nothing_and_tells_where_the_march_leads():
    b = stage(unit("a", at=(500, 500)), FAR_FOE)
    before = len(b.entries)
    seen = movement.plan(b, "a", Order(Straight(gait="quick"), formation=FormationChit("column_of_divisions")))
    assert len(b.entries) == before
    assert [place.position[1] / SUB for place in seen.places] == [500, 500, 545, 590]
    assert (seen.formation, seen.quarters, seen.paces) == ("column_of_divisions", 2, 90)
