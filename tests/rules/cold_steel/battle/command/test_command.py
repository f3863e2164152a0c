"""The command phase in play: points, orders in person, attachment, marks, reveal."""

import pytest
from msgspec.structs import replace

from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.orders.assignments import UNSAID, judge_mission
from grognard.systems.cold_steel.phases import command
from grognard.systems.cold_steel.phases.command.desk import Desk
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, says, stage, unit
from grognard.systems.cold_steel.table.state import Forming, Mission, Order, Straight

BLUE_LEADER, RED_LEADER = "general-blue", "general-red"
FORWARD = {"movement": "forward"}


def field(*units, turn=2, dice=7, leader=(500, 480), red=(500, 2500), **more):
    """A blue leader, blue units, a red battalion far away; after the first turn, so that nobody has missions."""
    troops = units or (unit("a", at=(500, 500)),)
    b = stage(
        *troops,
        unit("r", RED, at=red, facing=180),
        dice=dice,
        phase="command",
        leaders={BLUE: leader, RED: (2900, 2900)},
        **more,
    )
    b.world.turn = turn
    return b


def change(b, who, **fields):
    """Change a leader."""
    b.world.leaders[who] = replace(b.world.leaders[who], **fields)


def play(b, *answers, seat=BLUE, kind="command"):
    """The phase, with what one seat answers before it is done."""
    run(command.play(b), says(seat, *answers, kind=kind))
    return b


def desk(b, points=5, seat=BLUE, leader=BLUE_LEADER):
    """A seat's decision, its leader with so many points."""
    change(b, leader, points=points)
    return Desk(b, seat).decision()


def refusal(b, option, points=5, **values):
    decision = desk(b, points)
    return decision.refusal(decision.answer(option, **values))


def take(b, option, **values):
    """One answer, judged and carried out."""
    at = Desk(b, BLUE)
    decision = at.decision()
    answer = decision.answer(option, **values)
    assert decision.refusal(answer) is None, decision.refusal(answer)
    at.take(replace(answer, values=decision.completed(answer)))
    return b.world.leaders[BLUE_LEADER]


def give(b, answer):
    """An answer in two parts, taken."""
    return take(b, answer[0], **answer[1])


def order(unit="a", leader=BLUE_LEADER, **chits):
    return "order", {"leader": leader, "unit": unit, **chits}


# -- command points


@pytest.mark.rule("CS-3.1", "CS-3.1.1", "CS-2b")
@pytest.mark.parametrize("dice, points", [((3, 4), 2), ((4, 4), 3), ((6, 6), 3), ((6, 7), 4), ((9, 9), 5)])
def test_every_leader_rolls_once_for_his_points(dice, points):
    b = play(field(dice=[*dice, 1, 1]))
    mine, theirs = events(b, "points")
    assert mine.values["points"] == points
    assert mine.to == (BLUE,)
    assert theirs.to == (RED,)


@pytest.mark.rule("CS-3.1")
def test_points_not_spent_are_gone_when_the_phase_is_over():
    b = play(field(dice=[9, 9, 1, 1]))
    assert b.world.leaders[BLUE_LEADER].points == 0


@pytest.mark.rule("CS-3.1.2a")
@pytest.mark.parametrize("balls, paces, points", [(9, 150, 2), (9, 201, 4), (3, 150, 4), (4, 200, 3)])
def test_smoke_about_him_costs_points(balls, paces, points):
    b = field(dice=[6, 7, 1, 1])
    b.world.smoke = tuple(Ball(500, 480 + paces, 1) for _ in range(balls))
    play(b)
    assert events(b, "points")[0].values["points"] == points


@pytest.mark.rule("CS-3.1.2a")
@pytest.mark.parametrize("rating, points", [("superior", 4), ("average", 4), ("poor", 3)])
def test_his_rating_tells(rating, points):
    b = field(dice=[6, 7, 1, 1])
    change(b, BLUE_LEADER, rating=rating)
    play(b)
    assert events(b, "points")[0].values["points"] == points


@pytest.mark.rule("CS-10.1.2b", "CS-10.1.2c", "CS-3.1.2a")
@pytest.mark.parametrize(
    "hurt, turn, points",
    [("horse_shot", 6, 3), ("horse_shot", 7, 4), ("light_wound", 6, 3), ("light_wound", 12, 3)],
)
def test_a_shot_horse_counts_once_and_a_wound_always(hurt, turn, points):
    b = field(dice=[6, 7, 1, 1], turn=turn)
    change(b, BLUE_LEADER, hurt=hurt, hurt_on=5, worst=hurt)
    play(b)
    assert events(b, "points")[0].values["points"] == points


@pytest.mark.rule("CS-10.1.2d")
def test_who_was_seriously_wounded_commands_nothing_next_turn_and_badly_later():
    b = field(dice=[1, 1], turn=6)
    change(b, BLUE_LEADER, hurt="serious_wound", hurt_on=5, worst="serious_wound")
    play(b)
    assert events(b, "points")[0].values["points"] == 0
    b = field(dice=[7, 8, 1, 1], turn=7)
    change(b, BLUE_LEADER, hurt="serious_wound", hurt_on=5, worst="serious_wound")
    play(b)
    assert events(b, "points")[0].values["points"] == 3


@pytest.mark.rule("CS-10.1.2c")
def test_the_worst_wound_counts_not_the_last():
    b = field(dice=[7, 8, 1, 1], turn=9)
    change(b, BLUE_LEADER, hurt="light_wound", hurt_on=7, worst="serious_wound")
    play(b)
    assert events(b, "points")[0].values["points"] == 3


@pytest.mark.rule("CS-10.1.2e")
def test_nobody_commands_in_the_place_of_the_fallen():
    b = field(dice=[1, 1], turn=6)
    change(b, BLUE_LEADER, hurt="killed", hurt_on=5, where="lost")
    play(b)
    assert len(events(b, "points")) == 1
    assert events(b, "no_commander")[0].units == {"leader": BLUE_LEADER}
    assert all(option.key in ("done",) for option in desk(b).options)


# -- orders in person


@pytest.mark.rule("CS-3.2k", "CS-3.2j", "CS-3.3.2a")
def test_an_order_in_person_costs_a_point_and_leaves_its_paces():
    b = field()
    change(b, BLUE_LEADER, points=3)
    after = give(b, order(**FORWARD, gait="quick"))
    assert (after.points, after.paces) == (2, 240)
    assert b.unit("a").order == Order(Straight(gait="quick"), by=BLUE_LEADER, rule="CS-3.2m")


@pytest.mark.rule("CS-3.2o")
@pytest.mark.parametrize("paces, points", [(20, 1), (260, 1), (261, 2), (500, 2), (501, 3)])
def test_he_must_come_within_20_paces_of_its_middle(paces, points):
    b = field(unit("a", at=(500, 1000), formation="open_square"), leader=(500, 100))
    x, y = b.survey.middle("a")
    change(b, BLUE_LEADER, position=(x, y - paces * 16), points=5)
    after = give(b, order(**FORWARD))
    assert after.points == 5 - points
    assert refusal_after(b, paces, points - 1) == "CS-3.2k"


def refusal_after(b, paces, points):
    """Why he cannot with a point less."""
    x, y = b.survey.middle("a")
    change(b, BLUE_LEADER, position=(x, y - paces * 16), paces=0, order_in_hand=False)
    found = refusal(b, "order", points, **order(**FORWARD)[1])
    return found.rule if found else ""


@pytest.mark.rule("CS-3.2j")
def test_two_points_ride_order_ride_order():
    b = field(unit("a", at=(500, 360)), unit("c", at=(500, 600)), leader=(500, 100))
    change(b, BLUE_LEADER, points=2)
    give(b, order("a", **FORWARD))
    after = give(b, order("c", **FORWARD))
    assert after.points == 0
    assert b.unit("c").order.way == "forward"


@pytest.mark.rule("CS-3.2j")
def test_a_ride_of_480_leaves_one_order_of_two_points():
    b = field(leader=(500, 10))
    change(b, BLUE_LEADER, points=2)
    after = take(b, "ride", leader=BLUE_LEADER, to=[500, 490])
    assert (after.points, after.paces, after.order_in_hand) == (0, 0, True)
    after = give(b, order(**FORWARD))
    assert not after.order_in_hand
    assert refusal(b, "order", 0, leader=BLUE_LEADER, unit="a").rule == "CS-3.2k"


@pytest.mark.rule("CS-3.2j")
@pytest.mark.parametrize("paces, allowed", [(1200, True), (1201, False)])
def test_five_points_carry_him_1200_paces_and_no_farther(paces, allowed):
    b = field(leader=(500, 100))
    assert (refusal(b, "ride", 5, leader=BLUE_LEADER, to=[500, 100 + paces]) is None) == allowed


@pytest.mark.rule("CS-3.2j")
def test_leaders_ride_over_any_ground_but_not_off_the_table():
    b = field(leader=(500, 100))
    assert "allowed" in refusal(b, "ride", 5, leader=BLUE_LEADER, to=[500, 3001]).reason


@pytest.mark.rule("CS-3.2k")
def test_three_orders_with_two_points_are_one_too_many():
    b = field()
    change(b, BLUE_LEADER, points=2)
    give(b, order(**FORWARD))
    give(b, order(movement="backward"))
    assert refusal(b, "order", 0, **order(**FORWARD)[1]).rule == "CS-3.2k"


@pytest.mark.rule("CS-3.2k")
def test_nobody_orders_another_army():
    b = field()
    assert "allowed" in refusal(b, "order", leader=BLUE_LEADER, unit="r", movement="forward").reason


@pytest.mark.rule("CS-3.2p", "CS-2b")
def test_chits_are_hidden_until_all_are_done():
    b = field(red=(500, 1200))
    play(b, order(**FORWARD))
    given = next(i for i, each in enumerate(events(b)) if each.kind == "ordered")
    shown = next(i for i, each in enumerate(events(b)) if each.kind == "revealed")
    assert given < shown
    assert events(b, "ordered")[0].to == (BLUE,)
    assert set(events(b, "revealed")[0].to) == {BLUE, RED}
    assert b.unit("a").revealed == Order(Straight())


@pytest.mark.rule("CS-3.2p")
def test_only_those_who_see_a_unit_see_its_chits():
    wood = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {"type": "Polygon", "coordinates": [[[0, 700], [3000, 700], [3000, 1200], [0, 1200], [0, 700]]]},
    }
    b = play(field(red=(500, 1900), features=[wood]), order(**FORWARD))
    assert events(b, "revealed")[0].to == (BLUE,)


@pytest.mark.rule("CS-3.3.2b")
def test_chits_that_stand_are_kept_and_not_told_again():
    marching = Order(Straight(gait="quick"), by=BLUE_LEADER)
    b = field(state={"a": {"order": marching, "revealed": replace(marching, by="")}})
    play(b)
    assert b.unit("a").order == marching
    assert not events(b, "revealed")


@pytest.mark.rule("CS-6.7.1c", "CS-A.1d")
def test_a_unit_in_an_unfinished_change_gets_no_other_order():
    b = field(state={"a": {"forming": Forming("line", quarters=2)}})
    assert refusal(b, "order", **order(**FORWARD)[1]).rule == "CS-A.1d"
    assert not any(option.key.startswith("order") for option in desk(b).options)


# -- attachment


@pytest.mark.rule("CS-3.3.2.3b", "CS-3.2k")
def test_attachment_takes_two_points_and_he_stands_with_the_unit():
    b = field()
    assert refusal(b, "attach", 1, leader=BLUE_LEADER, unit="a").rule == "CS-3.2k"
    change(b, BLUE_LEADER, points=2)
    after = take(b, "attach", leader=BLUE_LEADER, unit="a")
    assert (after.points, after.attached, after.position) == (0, "a", b.survey.middle("a"))


@pytest.mark.rule("CS-3.3.2.3b")
def test_he_leaves_with_a_point_and_rides_on_it():
    b = field()
    change(b, BLUE_LEADER, points=1, attached="a", position=b.survey.middle("a"))
    after = take(b, "detach", leader=BLUE_LEADER)
    assert (after.attached, after.points, after.paces) == ("", 0, 240)


@pytest.mark.rule("CS-3.3.2.3b")
def test_riding_away_ends_an_attachment():
    b = field()
    change(b, BLUE_LEADER, points=1, attached="a", position=b.survey.middle("a"))
    assert take(b, "ride", leader=BLUE_LEADER, to=[500, 400]).attached == ""


# -- marks


def on_mission(b, kind="attack", objective=(500, 1500), units=("a",), **more):
    more = {"start": (500, 500), "places": ((0, 0),) * len(units), **more}
    mission = Mission("m", BLUE, kind, units, objective, leader=BLUE_LEADER, given=1, **more)
    b.world.missions["m"] = mission
    for each in units:
        b.world.units[each] = replace(b.world.units[each], mission="m")
    return b


@pytest.mark.rule("CS-3.3.1a")
def test_chits_that_fit_the_mission_are_free_at_any_distance():
    b = on_mission(field(leader=(2900, 100)))
    change(b, BLUE_LEADER, points=0)
    after = take(b, "mark", unit="a", movement="forward", gait="quick")
    assert after.points == 0
    assert b.unit("a").order.move.gait == "quick"


@pytest.mark.rule("CS-3.3.1a")
def test_chits_that_leave_the_route_need_an_order():
    b = on_mission(field(unit("a", at=(900, 500), facing=90), leader=(900, 480)))
    assert refusal(b, "mark", unit="a", movement="forward").rule == "CS-3.3.1a"
    assert refusal(b, "order", leader=BLUE_LEADER, unit="a", movement="forward") is None


@pytest.mark.rule("CS-3.3.1a")
def test_a_unit_without_a_mission_cannot_be_marked():
    b = field()
    assert refusal(b, "mark:a", movement="forward") is not None
    assert not any(option.key.startswith("mark") for option in desk(b).options)


@pytest.mark.rule("CS-3.3.1a")
def test_an_order_in_person_takes_the_place_of_the_mission():
    b = on_mission(field())
    change(b, BLUE_LEADER, points=1)
    give(b, order(movement="backward"))
    assert b.unit("a").mission == ""
    assert "m" not in b.world.missions


@pytest.mark.rule("CS-3.3.1a", "CS-2b")
def test_units_left_to_their_missions_go_on():
    b = play(on_mission(field(unit("a", at=(500, 500), formation="column_of_divisions"))))
    assert b.unit("a").order.way == "forward"
    assert b.unit("a").mission == "m"
    assert events(b, "mission_marks")[0].values == {"number": 1}


@pytest.mark.rule("CS-3.3.1a")
def test_a_marked_unit_is_not_marked_again():
    b = on_mission(field())
    play(b, ("mark", {"unit": "a"}))
    assert b.unit("a").order == Order(by="mission", rule="CS-3.3.1a")


# -- follow me


@pytest.mark.rule("CS-3.3.1k")
@pytest.mark.parametrize("at, allowed", [((600, 496), True), ((600, 450), False), ((600, 540), False)])
def test_he_must_be_among_those_who_are_to_follow(at, allowed):
    b = field(unit("a", at=(500, 500), men=2000), unit("c", at=(700, 500), men=2000), leader=at)
    change(b, BLUE_LEADER, points=5)
    values = {"kind": "follow_me", "units": ["a", "c"], **UNSAID}
    found = judge_mission(b, values, ("a", "c"), b.world.leaders[BLUE_LEADER], by="in_person")
    assert (found.rule if found else "") == ("" if allowed else "CS-3.3.1k")


@pytest.mark.rule("CS-3.3.1k")
def test_a_single_battalion_follows_who_is_next_to_it():
    b = field(leader=(500, 480))
    take_with(b, 2, "mission", leader=BLUE_LEADER, units=["a"], kind="follow_me")
    assert b.world.missions[b.unit("a").mission].ward == BLUE_LEADER


def take_with(b, points, option, **values):
    change(b, BLUE_LEADER, points=points)
    return take(b, option, **values)


@pytest.mark.rule("CS-3.3.1l")
@pytest.mark.parametrize(
    "hurt, place, rule", [("", (500, 680), ""), ("light_wound", (500, 680), "CS-3.3.1l"), ("", (500, 851), "CS-3.3.1l")]
)
def test_chits_change_only_while_he_is_unhurt_and_in_his_place(hurt, place, rule):
    b = on_mission(field(leader=place), "follow_me", ward=BLUE_LEADER, places=((0, -80),))
    b.world.units["a"] = replace(b.unit("a"), order=Order(Straight(), by="mission"))
    change(b, BLUE_LEADER, hurt=hurt, worst=hurt, hurt_on=2 if hurt else 0)
    found = refusal(b, "mark", unit="a", movement="forward", gait="quick")
    assert (found.rule if found else "") == rule


@pytest.mark.rule("CS-3.3.1l", "CS-3.3.2b")
def test_those_who_followed_a_wounded_man_keep_their_last_chits():
    b = on_mission(field(turn=6, dice=[1, 1, 1, 1]), "follow_me", ward=BLUE_LEADER)
    b.world.units["a"] = replace(b.unit("a"), order=Order(Straight(gait="double"), by="mission"))
    change(b, BLUE_LEADER, hurt="light_wound", worst="light_wound", hurt_on=5)
    play(b)
    assert b.unit("a").order == Order(Straight(gait="double"), by="mission")


# -- what the decision offers


@pytest.mark.rule("CS-3.2k", "CS-3.2o")
def test_only_units_within_reach_of_his_points_are_listed():
    b = field(unit("near", at=(500, 700)), unit("far", at=(500, 1700)), leader=(500, 480))
    keys = {option.key for option in desk(b, 1).options}
    assert "order:near" in keys
    assert "order:far" not in keys


@pytest.mark.rule("CS-3.3.2.2")
def test_a_unit_is_offered_the_formations_of_its_drill():
    b = field(unit("a", at=(500, 500)), unit("g", at=(800, 500), arm="foot_artillery", men=120))
    fields = {option.key: option.fields for option in desk(b).options}
    assert "open_square" in fields["order:a"]["formation"].values
    assert set(fields["order:g"]["formation"].values) == {"", "unlimbered_open", "limbered", "march_column"}


@pytest.mark.rule("CS-3.2m")
def test_every_listed_order_without_chits_is_a_halt_that_is_taken():
    b = field(unit("a", at=(500, 500)), unit("g", at=(800, 500), arm="foot_artillery", men=120))
    decision = desk(b)
    orders = [option for option in decision.options if option.key.startswith("order")]
    assert len(orders) == 2
    for option in orders:
        leader = option.fields["leader"].values[0]
        assert decision.refusal(decision.answer(option.key, leader=leader)) is None


def test_the_log_reads_like_a_report():
    b = play(field(dice=[9, 9, 1, 1]), order(**FORWARD, gait="quick"))
    lines = [GAME.tell(b, event) for event in events(b)]
    assert "General blue has 5 command points" in lines
    assert "General blue orders a in person: forward at the quick" in lines
    assert "a: forward at the quick" in lines
    assert all("{" not in line for line in lines)
