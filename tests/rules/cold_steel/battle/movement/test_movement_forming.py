"""The movement phase: changes of formation, in quarters of a turn, and who is caught in one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.ground.units import SUB
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Attack, Doings, FormationChit, Order, Straight, Wheel, Withdraw

from ..marching import play

FAR_FOE = unit("r", RED, at=(2800, 2900), facing=180)


def form(order: Order, *others: Any, given: dict[str, Any] | None = None, **more: Any) -> Any:
    fields: dict[str, Any] = {"at": (500, 500), **(given or {})}
    return play(unit("a", **fields), *(others or (FAR_FOE,)), orders={"a": order}, **more)


def next_turn(b: Any) -> None:
    b.world.turn += 1
    for each in list(b.world.units.values()):
        b.world.units[each.id] = replace(each, now=Doings())
    run(movement.play(b))


def ahead(b: Any) -> float:
    return b.unit("a").position[1] / SUB - 500


DRILLS = {  # nation, year, time in quarters for line to the first column and to a square
    "CS-A.2a": ("Austrian", "1809-07-05", "column_of_divisions", 1, 2),
    "CS-A.2b": ("British", "1812-07-22", "column_of_companies", 4, 1),
    "CS-A.2c": ("French", "1806-10-14", "column_of_divisions", 1, 5),
    "CS-A.2d": ("French", "1809-07-05", "column_of_divisions", 2, 2),
    "CS-A.2e": ("Prussian", "1794-05-23", "column_of_zuege", 8, 4),
    "CS-A.2f": ("Prussian", "1806-10-14", "column_of_zuege", 4, 4),
    "CS-A.2g": ("Prussian", "1813-08-26", "column_of_companies", 2, 3),
    "CS-A.2h": ("Russian", "1812-09-07", "column_of_companies", 2, 3),
}


@pytest.mark.parametrize(
    "rule", [pytest.param(rule, marks=pytest.mark.rule(rule, "CS-A.2i", "CS-6.7.2")) for rule in DRILLS]
)
def test_every_army_forms_column_and_square_by_its_own_drill(rule):
    nation, date, column, quarters, square = DRILLS[rule]
    given = {"nation": nation, "formation": "line"}
    for wanted, time in ((column, quarters), ("open_square", square)):
        b = form(Order(formation=FormationChit(wanted)), given=given, date=date)
        begun = events(b, "forms")[0]
        assert begun.values["quarters"] == time
        assert rule in begun.rules
        assert (b.unit("a").formation == "line") == (time > 4)


@pytest.mark.rule("CS-3.3.2.2", "CS-6.7.1a", "CS-6.7.1b", "CS-3.2n")
def test_after_half_a_turn_of_forming_half_a_march_is_left():
    b = form(Order(Straight(), formation=FormationChit("column_of_divisions")))
    assert b.unit("a").formation == "column_of_divisions"
    assert ahead(b) == 60
    assert b.unit("a").now.quarters == 2
    assert [event.quarter for event in events(b, "formed")] == [2]
    assert [event.quarter for event in events(b, "moved")] == [3, 4]


@pytest.mark.rule("CS-6.7.1a")
def test_an_automatic_order_to_form_is_begun_in_the_same_turn():
    b = form(Order(formation=FormationChit("open_square"), by="automatic:form_square", rule="CS-4.1d"))
    assert b.unit("a").formation == "open_square"


@pytest.mark.rule("CS-6.7.1c", "CS-A.1d", "CS-A.2c")
def test_a_change_longer_than_a_turn_is_finished_first_thing_in_the_next():
    b = form(Order(Straight(), formation=FormationChit("open_square")), date="1806-10-14")  # one turn and a quarter
    assert b.unit("a").formation == "line"
    assert b.unit("a").forming.quarters == 1
    assert ahead(b) == 0
    b.world.units["a"] = replace(b.unit("a"), order=Order(Straight(), formation=FormationChit("column_of_divisions")))
    next_turn(b)
    assert b.unit("a").formation == "open_square"  # no other order counts until it is done
    assert b.unit("a").forming is None
    assert ahead(b) == 90


@pytest.mark.rule("CS-A.1a")
@pytest.mark.parametrize("face, heading, quarters", [("left", 270, 1), ("right", 90, 8), ("ahead", 0, 4)])
def test_a_column_of_companies_wheels_into_line_by_a_flank(face, heading, quarters):
    given = {"nation": "Austrian", "formation": "column_of_companies"}
    b = form(Order(formation=FormationChit("line", face=face)), given=given)
    middle = b.survey.middle("a")
    assert events(b, "forms")[0].values["quarters"] == quarters
    if quarters <= 4:
        assert b.unit("a").formation == "line"
        assert b.unit("a").heading == heading
    if face == "left":
        assert abs(middle[0] / SUB - 500) <= 1


@pytest.mark.rule("CS-A.1b", "CS-A.1c")
@pytest.mark.parametrize("interval, quarters", [("open", 2), ("half", 3), ("closed", 4)])
def test_columns_extend_before_they_deploy(interval, quarters):
    given = {"formation": "column_of_divisions", "interval": interval}
    b = form(Order(formation=FormationChit("line")), given=given)
    assert events(b, "forms")[0].values["quarters"] == quarters


@pytest.mark.rule("CS-A.1b")
def test_a_column_closes_up_in_half_a_turn():
    order = Order(formation=FormationChit("column_of_divisions", interval="closed"))
    b = form(order, given={"formation": "column_of_divisions"})
    assert events(b, "forms")[0].values["quarters"] == 2
    assert b.unit("a").interval == "closed"


@pytest.mark.rule("CS-A.1f")
def test_the_road_takes_half_a_turn_more():
    b = form(Order(formation=FormationChit("march_column")), given={"formation": "column_of_companies"})
    assert events(b, "forms")[0].values["quarters"] == 2
    assert b.unit("a").formation == "march_column"


@pytest.mark.rule("CS-A.1g")
def test_a_column_makes_no_conversion_march():
    order = Order(Wheel(30, way="conversion"))
    assert form(order, given={"formation": "column_of_divisions"}).unit("a").heading == 0
    assert form(order).unit("a").heading == 30


@pytest.mark.rule("CS-A.1h")
def test_an_austrian_column_is_a_closed_square_at_once():
    given = {"nation": "Austrian", "formation": "column_of_divisions"}
    b = form(Order(Straight(), formation=FormationChit("open_square")), given=given)
    assert b.unit("a").formation == "closed_square"
    assert not events(b, "forms")
    assert ahead(b) == 120


@pytest.mark.rule("CS-A.1l", "CS-A.6")
def test_opening_out_costs_the_paces_of_the_wings():
    b = form(Order(Straight(), formation=FormationChit("open_order")), given={"men": 400})  # 100 paces wide
    assert b.unit("a").formation == "open_order"
    west, east = b.survey.body("a").frame[0][0], b.survey.body("a").frame[1][0]
    assert (east - west) / SUB == 200
    assert ahead(b) == 70


@pytest.mark.rule("CS-A.6")
@pytest.mark.parametrize("formation, times", [("open_order", 2), ("extended_order", 3)])
def test_open_order_takes_twice_the_front_and_extended_order_three_times(formation, times):
    b = stage(unit("a", at=(500, 500), men=400, formation=formation), FAR_FOE)
    frame = b.survey.body("a").frame
    assert (frame[1][0] - frame[0][0]) / SUB == 100 * times


@pytest.mark.rule("CS-A.1l")
def test_spacing_too_wide_for_one_turn_goes_on_the_next():
    order = Order(formation=FormationChit("extended_order"))
    b = form(order, given={"men": 900})  # 225 paces: the wings have 225 to go
    assert b.unit("a").formation == "line"
    assert b.unit("a").forming.quarters == 4
    next_turn(b)
    assert b.unit("a").formation == "extended_order"


@pytest.mark.rule("CS-A.1m")
@pytest.mark.parametrize("nation", ["French", "Austrian", "British", "Russian"])
def test_skirmishers_run_into_little_squares_in_a_quarter(nation):
    b = form(Order(formation=FormationChit("open_square")), given={"nation": nation, "formation": "open_order"})
    assert b.unit("a").formation == "skirmish_squares"
    assert [event.quarter for event in events(b, "formed")] == [1]


@pytest.mark.rule("CS-A.4a", "CS-A.4b", "CS-6.7.2")
@pytest.mark.parametrize(
    "nation, discipline, quarters",
    [
        ("French", "disciplined", 2),
        ("French", "trained", 3),
        ("Austrian", "raw_recruits", 6),
        ("British", "disciplined", 3),
    ],
)
def test_horse_forms_by_nation_and_training(nation, discipline, quarters):
    given = {"arm": "heavy_cavalry", "men": 300, "nation": nation, "formation": "column_of_squadrons"}
    b = form(Order(formation=FormationChit("line")), given=given, ratings={"a": {"discipline": discipline}})
    assert events(b, "forms")[0].values["quarters"] == quarters


@pytest.mark.rule("CS-A.4c")
def test_a_column_of_troops_has_half_the_front_of_its_squadron():
    given = {"arm": "heavy_cavalry", "men": 150, "squadrons": 1}
    wide, narrow = (
        stage(unit("a", at=(500, 500), formation=formation, **given), FAR_FOE).survey.body("a").frame
        for formation in ("line", "column_of_troops")
    )
    assert (narrow[1][0] - narrow[0][0]) * 2 == pytest.approx(wide[1][0] - wide[0][0], abs=2)


@pytest.mark.rule("CS-A.5a", "CS-A.5c")
@pytest.mark.parametrize(
    "calibre, formation, to, quarters",
    [
        ("6-pdr", "unlimbered", "limbered", 4),
        ("6-pdr", "limbered", "unlimbered", 2),
        ("12-pdr", "limbered", "unlimbered", 4),
    ],
)
def test_guns_limber_in_a_turn_and_unlimber_in_half(calibre, formation, to, quarters):
    given = {"arm": "foot_artillery", "calibre": calibre, "formation": formation}
    b = form(Order(formation=FormationChit(to)), given=given)
    assert b.unit("a").now.quarters == quarters
    assert b.unit("a").formation == to


@pytest.mark.rule("CS-A.5d")
def test_guns_may_unlimber_with_room_between_them():
    given = {"arm": "foot_artillery", "formation": "limbered", "guns": 6, "howitzers": 0}
    orders = [Order(formation=FormationChit(to)) for to in ("unlimbered", "unlimbered_open")]
    frames = [form(order, given=given).survey.body("a").frame for order in orders]
    closed, opened = ((frame[1][0] - frame[0][0]) / SUB for frame in frames)
    assert opened - closed == 5 * 20


@pytest.mark.rule("CS-A.5b", "CS-4.1c", "CS-A.5a")
def test_threatened_guns_limber_in_a_hurry_and_drive_off():
    order = Order(Withdraw(gait="quick"), formation=FormationChit("limbered"), by="automatic:withdraw", rule="CS-4.1c")
    foe = unit("r", RED, at=(500, 700), facing=180)
    b = form(order, foe, given={"arm": "foot_artillery", "calibre": "8-pdr"})
    assert b.unit("a").formation == "limbered"
    assert b.unit("a").disorder == 2
    assert b.unit("a").now.paces == 135
    assert b.survey.distance("a", "r") > 200


@pytest.mark.rule("CS-A.5c", "CS-4.1c")
def test_heavy_guns_take_twice_as_long_to_get_away():
    order = Order(Withdraw(gait="quick"), formation=FormationChit("limbered"), by="automatic:withdraw", rule="CS-4.1c")
    foe = unit("r", RED, at=(500, 700), facing=180)
    b = form(order, foe, given={"arm": "foot_artillery", "calibre": "12-pdr"})
    assert b.unit("a").now.paces == 60


@pytest.mark.rule("CS-6.7")
def test_irregulars_have_no_formation_to_change():
    b = form(Order(formation=FormationChit("line")), given={"arm": "irregular"})
    assert b.unit("a").formation == "irregular"
    assert not events(b, "forms")


# -- caught


def charge(order: Order, apart: int = 190, nation: str = "French") -> Any:
    """Cavalry at the canter against a battalion that forms."""
    horse = unit("r", RED, at=(500, 500 + apart), facing=180, arm="heavy_cavalry", men=300)
    return play(
        unit("a", at=(500, 500), nation=nation),
        horse,
        orders={"a": order, "r": Order(Straight(gait="double"), combat=Attack("a"))},
    )


@pytest.mark.rule("CS-A.1e")
def test_a_square_complete_as_the_cavalry_arrives_stands():
    b = charge(Order(formation=FormationChit("open_square")))  # half a turn; the cavalry needs two quarters
    assert b.unit("a").formation == "open_square"
    assert not b.unit("a").now.caught
    assert b.unit("a").disorder == 0
    assert b.survey.distance("a", "r") == 20


@pytest.mark.rule("CS-A.1e")
def test_a_square_too_late_is_no_square():
    b = charge(Order(formation=FormationChit("open_square")), apart=110)
    assert b.unit("a").formation == "line"
    assert b.unit("a").now.caught
    assert b.unit("a").disorder == 4
    assert "r catches a while it changes formation" in told(b)
    assert b.unit("a").order == Order()  # the chit is gone: what is left of the order can be read and saved


@pytest.mark.rule("CS-A.1e")
@pytest.mark.parametrize("apart, caught", [(120, True), (121, False)])
def test_the_pace_that_decides(apart, caught):
    """A hundred paces a quarter: at 120 the horse is in close range in the first, at 121 in the second."""
    b = charge(Order(formation=FormationChit("open_square")), apart=apart)
    assert b.unit("a").now.caught is caught


@pytest.mark.rule("CS-A.1e")
def test_deploying_before_an_enemy_at_arms_length_is_being_caught():
    foe = unit("r", RED, at=(500, 518), facing=180)
    b = form(Order(formation=FormationChit("line")), foe, given={"formation": "column_of_divisions"})
    assert b.unit("a").now.caught
    assert b.unit("a").disorder == 4
