"""Automatic orders in play: what units do by themselves, and when."""

import pytest
from msgspec.structs import replace

from grognard.systems.cold_steel.checks.command.marching_orders import WheelFacts
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.phases.initiative.marking import mark_units
from grognard.systems.cold_steel.staging import BLUE, RED, run, told
from grognard.systems.cold_steel.table.bodies import frontage
from grognard.systems.cold_steel.table.state import Attack, Doings, Forming, Mission, Order, PlainChit, Straight

from ..by_themselves import MARCH, battery, field, foot, horse, play, threatened_by_horse
from ..ground import area


def marked(b, who="a"):
    """The automatic order on a unit, if any."""
    return next((mark.name for mark in mark_units(b) if mark.unit == who), "")


# -- what triggers


@pytest.mark.rule("CS-4.1a")
@pytest.mark.parametrize("paces, discipline, order", [
    (350, "trained", "cavalry_advance"), (400, "trained", "cavalry_advance"), (401, "trained", ""),
    (350, "militia", ""), (350, "rabble", ""),
])  # fmt: skip
def test_cavalry_that_threatens_an_enemy_advances_unless_it_is_militia(paces, discipline, order):
    b = field(
        horse("a", at=(1000, 1000)),
        foot("r", RED, at=(1000, 1000 + paces), men=400),
        ratings={"a": {"discipline": discipline}},
    )
    assert marked(b) == order


@pytest.mark.rule("CS-4.1a")
@pytest.mark.parametrize("turn, gait, movement", [(0, "double", "forward"), (60, "quick", "wheel")])
def test_cavalry_canters_if_that_brings_it_to_the_enemy_this_turn(turn, gait, movement):
    b = field(horse("a", at=(1000, 1000), facing=turn), foot("r", RED, at=(1000, 1390), men=400))
    play(b)
    order = b.unit("a").order
    assert (order.way, order.attacks, order.target, order.move.gait) == (movement, True, "r", gait)
    assert (order.by, order.rule) == ("automatic:cavalry_advance", "CS-4.1a")


def advanced(b, who="a", foe="r"):
    """The initiative and movement phases: degrees turned, the price of that, paces straight on, and paces to the enemy
    before and after."""
    now, before = b.unit(who), b.survey.distance(who, foe)
    play(b)
    went = movement.plan(b, who, b.unit(who).order)
    turning = WheelFacts(front=frontage(b, now), degrees=abs(went.degrees)) if went.degrees else None
    price = b.settle("wheel", turning).paces if turning else 0
    run(movement.play(b))
    assert b.unit(who).heading == (now.heading + went.degrees) % 360
    return went.degrees, price, went.paces, before, b.survey.distance(who, foe)


@pytest.mark.rule("CS-4.1a", "CS-3.2n")
def test_cavalry_wheels_to_its_enemy_before_it_advances_and_pays_for_the_wheel():
    b = field(horse("a", at=(1000, 1000), facing=60), foot("r", RED, at=(1000, 1390), men=400))
    degrees, price, paces, before, after = advanced(b)
    assert (degrees, price, paces) == (-68, 193, 240 - 193)  # 162 paces wide, at a trot
    assert (before, after) == (320, 263)


@pytest.mark.rule("CS-4.1a")
@pytest.mark.parametrize("stood, order", [("no", ""), ("quick", "cavalry_advance")])
def test_cavalry_that_had_no_room_to_wheel_does_not_try_the_same_again(stood, order):
    friends = [foot(f"f{i}", at=(x, y), facing=60, men=200) for i, (x, y) in enumerate([(1030, 1015), (970, 1065)])]
    b = field(
        horse("a", at=(1000, 1000), facing=60),
        foot("r", RED, at=(1000, 1390), men=400),
        *friends,
        state={"a": {"before": Doings(moved=stood)}},
    )
    assert marked(b) == order


@pytest.mark.rule("CS-4.1a")
def test_cavalry_with_its_enemy_behind_it_wheels_as_far_as_it_gets_and_does_not_ride_away():
    b = field(horse("a", at=(1000, 1000), facing=150, men=480), foot("r", RED, at=(1000, 1380), men=400))
    degrees, price, paces, before, after = advanced(b)
    assert degrees == -42
    assert (price, paces) == (238, 2)  # all of a trot, in whole degrees of 325 paces
    assert after - before < 20  # straight on it would be 200 farther off


@pytest.mark.rule("CS-4.1a")
def test_cavalry_with_its_enemy_before_its_front_rides_straight_at_him_wherever_his_middle_is():
    b = field(horse("a", at=(1000, 1000), men=600), foot("r", RED, at=(1100, 1050), men=200))
    degrees, _, _, _, after = advanced(b)
    assert (degrees, after) == (0, 20)


@pytest.mark.rule("CS-4.1h", "CS-3.2n")
def test_irregulars_turn_to_their_enemy_and_rush_at_him():
    b = field(foot("a", at=(1000, 1000), facing=90, arm="irregular", men=200), foot("r", RED, at=(1000, 1200), men=200))
    degrees, price, paces, before, after = advanced(b)
    assert (degrees, price, paces) == (-102, 127, 240 - 127)  # 71 paces wide, at the double
    assert (before, after) == (165, 43)


@pytest.mark.rule("CS-4.1a", "CS-7.5a")
def test_cavalry_with_several_enemies_before_it_picks_by_the_priorities_of_fire():
    b = field(horse("a", at=(1000, 1000)), battery("g", RED, at=(1000, 1250)), horse("h", RED, at=(1000, 1390)))
    play(b)
    assert b.unit("a").order.target == "h"
    b = field(
        horse("a", at=(1000, 1000)), foot("r", RED, at=(900, 1300), men=400), foot("s", RED, at=(1040, 1290), men=400)
    )
    play(b)
    assert b.unit("a").order.target == "s"


@pytest.mark.rule("CS-4.1a", "CS-5.2.3a")
def test_cavalry_already_ordered_to_attack_is_left_to_it_and_wavering_cavalry_does_not_advance():
    charge = Order(Straight(gait="quick"), combat=Attack("r"))
    enemy = foot("r", RED, at=(1000, 1300), men=400)
    assert not marked(field(horse("a", at=(1000, 1000)), enemy, state={"a": {"order": charge}}))
    assert not marked(field(horse("a", at=(1000, 1000)), enemy, state={"a": {"status": "wavering"}}))
    assert not marked(field(horse("a", at=(1000, 1000)), enemy, state={"a": {"status": "broken"}}))


def protecting(*units, **more):
    b = field(*units, **more)
    b.world.missions["m"] = Mission("m", BLUE, "protect", ("a",), ward="w")
    b.world.units["a"] = replace(b.world.units["a"], mission="m")
    return b


@pytest.mark.rule("CS-4.1b")
def test_a_protector_advances_against_an_enemy_it_sees_who_threatens_its_ward():
    units = foot("a", at=(700, 900)), foot("w", at=(1000, 1000)), foot("r", RED, at=(1000, 1200))
    b = play(protecting(*units))
    order = b.unit("a").order
    assert (order.by, order.target, order.attacks, order.way) == ("automatic:protect", "r", True, "wheel")
    assert (order.move.degrees, order.move.gait) == (48, "quick")
    assert "a: the officers take it on themselves to go to the help of its ward against r" in told(b)
    far = foot("a", at=(700, 900)), foot("w", at=(1000, 1000)), foot("r", RED, at=(1000, 1241))
    assert not marked(protecting(*far))


@pytest.mark.rule("CS-4.1b")
def test_a_protector_does_not_know_of_an_enemy_it_cannot_see():
    units = foot("a", at=(700, 900)), foot("w", at=(1000, 1000)), foot("r", RED, at=(1000, 1200))
    b = protecting(*units, features=[area("heavy_woods", 780, 850, 900, 1400)])
    assert b.survey.sees("w", "r")
    assert not b.survey.sees("a", "r")
    assert not marked(b)


@pytest.mark.rule("CS-4.1c")
def test_threatened_guns_limber_and_withdraw_from_the_nearest_enemy():
    b = play(field(battery("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1200), men=100)))
    order = b.unit("a").order
    assert (order.way, order.move.gait, order.form, order.move.away_from) == ("withdraw", "quick", "limbered", "r")
    b = play(field(battery("a", at=(1000, 1000), formation="limbered"), foot("r", RED, at=(1000, 1200), men=100)))
    assert b.unit("a").order.form == ""
    assert b.unit("a").order.way == "withdraw"
    assert not marked(field(battery("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1241), men=100)))
    assert not marked(field(battery("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1200), men=60)))


@pytest.mark.rule("CS-4.1d")
@pytest.mark.parametrize(
    "formation, square",
    [
        ("line", "open_square"),
        ("open_order", "skirmish_squares"),
        ("extended_order", "skirmish_squares"),
    ],
)
def test_infantry_threatened_by_cavalry_forms_square(formation, square):
    b = play(field(foot("a", at=(1000, 1000), formation=formation), horse("h", RED, at=(1000, 1300))))
    assert (b.unit("a").order.form, b.unit("a").order.by) == (square, "automatic:form_square")


@pytest.mark.rule("CS-4.1d")
def test_a_column_whose_drill_closes_up_at_once_forms_a_closed_square():
    column = foot("a", at=(1000, 1000), formation="column_of_companies", interval="closed", nation="Austrian")
    b = play(field(column, horse("h", RED, at=(1000, 1300)), ratings={"a": {"drill": "austrian"}}))
    assert b.unit("a").order.form == "closed_square"


@pytest.mark.rule("CS-4.1d")
def test_squares_garrisons_and_irregulars_need_no_square():
    for formation in ("open_square", "closed_square", "garrison"):
        assert not marked(field(foot("a", at=(1000, 1000), formation=formation), horse("h", RED, at=(1000, 1300))))
    works = area("medium_works", 900, 900, 1100, 1100)
    assert not marked(field(foot("a", at=(1000, 1000)), horse("h", RED, at=(1000, 1300)), features=[works]))
    wild = foot("a", at=(1000, 1000), arm="irregular")
    assert marked(field(wild, horse("h", RED, at=(1000, 1300)))) != "form_square"


@pytest.mark.rule("CS-4.1d")
def test_a_firefight_at_close_quarters_keeps_infantry_from_forming_square():
    enemies = foot("r", RED, at=(1000, 1020)), horse("h", RED, at=(1000, 1300))
    b = field(foot("a", at=(1000, 1000)), *enemies, state={"a": {"firefight": True}})
    assert marked(b) == ""
    b = field(foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1021)), enemies[1], state={"a": {"firefight": True}})
    assert marked(b) == "form_square"


@pytest.mark.rule("CS-4.1e")
@pytest.mark.parametrize("disorder, order", [(5, ""), (6, "reform")])
def test_a_unit_with_six_disorder_reforms(disorder, order):
    assert marked(field(foot("a", at=(1000, 1000)), state={"a": {"disorder": disorder}})) == order


@pytest.mark.rule("CS-4.1e")
def test_who_reforms_by_order_already_is_not_asked_and_nobody_reforms_in_contact():
    b = field(foot("a", at=(1000, 1000)), state={"a": {"disorder": 6, "order": Order(special=PlainChit("reform"))}})
    assert not marked(b)
    b = field(foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1020)), state={"a": {"disorder": 6}})
    assert not marked(b)


@pytest.mark.rule("CS-4.1f")
@pytest.mark.parametrize("formation, paces, order", [
    ("column_of_divisions", 100, "form_line"), ("column_of_divisions", 120, "form_line"),
    ("column_of_divisions", 121, ""), ("open_square", 100, "form_line"), ("double_line", 100, ""),
    ("open_order", 100, ""), ("line", 100, ""),
])  # fmt: skip
def test_a_column_or_square_at_p2_forms_line(formation, paces, order):
    b = field(foot("a", at=(1000, 1000), formation=formation), foot("r", RED, at=(1000, 1000 + paces), men=200))
    assert b.survey.distance("a", "r") == paces
    assert marked(b) == order


@pytest.mark.rule("CS-4.1f")
def test_a_column_does_not_form_line_under_a_cavalry_threat_or_when_it_is_to_go_back():
    column = foot("a", at=(1000, 1000), formation="column_of_divisions")
    enemy = foot("r", RED, at=(1000, 1100), men=200)
    assert marked(field(column, enemy, horse("h", RED, at=(1000, 1300)))) == "form_square"
    assert not marked(field(column, enemy, state={"a": {"order": Order(Straight("backward"))}}))


@pytest.mark.rule("CS-4.1f")
def test_a_column_that_is_forming_line_already_is_left_to_it():
    column = foot("a", at=(1000, 1000), formation="column_of_divisions")
    b = field(column, foot("r", RED, at=(1000, 1100), men=200), state={"a": {"forming": Forming("line", quarters=2)}})
    assert not marked(b)


@pytest.mark.rule("CS-4.1g")
def test_infantry_hit_by_musketry_last_turn_halts_and_returns_fire():
    enemy = foot("r", RED, at=(1000, 1100), men=200)
    shot = {"before": Doings(musket_losses=1), "order": MARCH}
    b = play(field(foot("a", at=(1000, 1000)), enemy, state={"a": shot}))
    assert b.unit("a").order == Order(by="automatic:return_fire", rule="CS-4.1g")
    assert b.unit("a").ordered == MARCH
    shelled = {"before": Doings(cannon_hits=1), "order": MARCH}
    assert not marked(field(foot("a", at=(1000, 1000)), enemy, state={"a": shelled}))


@pytest.mark.rule("CS-4.1g")
def test_a_column_that_returns_fire_forms_line_for_it_and_who_stands_needs_no_telling():
    enemy = foot("r", RED, at=(1000, 1100), men=200)
    shot = {"before": Doings(musket_losses=1)}
    b = play(field(foot("a", at=(1000, 1000), formation="column_of_divisions"), enemy, state={"a": shot}))
    assert (b.unit("a").order.form, b.unit("a").order.way) == ("line", "")
    assert not marked(field(foot("a", at=(1000, 1000)), enemy, state={"a": shot}))


@pytest.mark.rule("CS-4.1h")
def test_irregulars_rush_at_an_enemy_they_threaten():
    wild = foot("a", at=(1000, 1000), arm="irregular")
    b = play(field(wild, foot("r", RED, at=(1000, 1240), men=200)))
    order = b.unit("a").order
    assert (order.way, order.move.gait, order.attacks, order.target) == ("forward", "double", True, "r")
    assert not marked(field(wild, foot("r", RED, at=(1000, 1241), men=200)))
    held = field(wild, foot("r", RED, at=(1000, 1240), men=200), state={"a": {"held": 2}})
    assert not marked(held)


def flanked(*friends, **more):
    """Infantry with an enemy battalion on its right flank."""
    enemy = foot("r", RED, at=(1200, 997), facing=270, men=200)
    return field(foot("a", at=(1000, 1000), men=400), enemy, *friends, **more)


@pytest.mark.rule("CS-4.1i")
def test_a_unit_taken_in_flank_without_support_falls_back_from_those_who_threaten_it():
    b = play(flanked())
    order = b.unit("a").order
    assert (order.way, order.move.gait, order.move.away_from) == ("fall_back", "quick", "r")


@pytest.mark.rule("CS-4.1i")
@pytest.mark.parametrize(
    "at, order",
    [
        ((780, 1000), ""),
        ((779, 1000), "fall_back"),
        ((1000, 795), ""),
        ((1000, 794), "fall_back"),
    ],
)
def test_a_formed_friend_at_120_paces_of_the_flank_or_200_of_the_rear_is_support_enough(at, order):
    assert marked(flanked(foot("f", at=at, men=400))) == order


@pytest.mark.rule("CS-4.1i")
@pytest.mark.parametrize(
    "state, order",
    [
        ({"lost": 18}, ""),
        ({"lost": 19}, "fall_back"),
        ({"disorder": 10}, "reform"),
        ({"disorder": 11}, "fall_back"),
    ],
)
def test_a_unit_past_75_percent_losses_or_10_disorder_falls_back(state, order):
    assert marked(field(foot("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1500)), state={"a": state})) == order


@pytest.mark.rule("CS-4.1i", "CS-4.1e")
def test_with_no_enemy_on_the_table_a_spent_unit_reforms():
    assert marked(field(foot("a", at=(1000, 1000)), state={"a": {"disorder": 11}})) == "reform"


@pytest.mark.rule("CS-4.1i")
def test_who_is_locked_in_close_combat_can_only_fall_back():
    enemy = foot("r", RED, at=(1000, 1010))
    assert not marked(field(foot("a", at=(1000, 1000)), enemy, state={"a": {"disorder": 7, "melee": ("r",)}}))
    b = field(foot("a", at=(1000, 1000)), enemy, state={"a": {"disorder": 11, "melee": ("r",)}})
    assert marked(b) == "fall_back"


@pytest.mark.rule("CS-4.1k")
def test_the_first_of_several_automatic_orders_is_marked():
    assert marked(threatened_by_horse(state={"a": {"disorder": 7}})) == "form_square"
    assert marked(threatened_by_horse(state={"a": {"disorder": 11}})) == "fall_back"
    b = field(horse("a", at=(1000, 1000)), foot("r", RED, at=(1000, 1300), men=400), state={"a": {"disorder": 6}})
    assert marked(b) == "reform"
