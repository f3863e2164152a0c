"""Those who go back: by order, by panic, after a combat; and units that are lifted or follow at once."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.ground.units import SUB
from grognard.systems.cold_steel.effects.shifting import set_down
from grognard.systems.cold_steel.invariants import broken
from grognard.systems.cold_steel.maneuver import moves
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Attack, Doings, FallBack, FormationChit, Order, Straight, Withdraw

from ..ground import area
from ..marching import play


def foe(at: tuple[float, float] = (500, 1600), name: str = "r", **more: Any) -> Any:
    return unit(name, RED, at=at, facing=more.pop("facing", 180), **more)


def next_turn(b: Any) -> None:
    for each in list(b.world.units.values()):
        b.world.units[each.id] = replace(each, now=Doings(), before=each.now)
    run(movement.play(b))


def centre(b: Any, name: str = "a") -> tuple[float, float]:
    x, y = b.survey.middle(name)
    return x / SUB, y / SUB


def shift(b: Any, name: str = "a") -> float:
    """Paces that its middle moved in the phase."""
    (x, y), (x2, y2) = b.unit(name).now.from_where, b.survey.middle(name)
    return hypot(x2 - x, y2 - y) / SUB


FOOT, HORSE = {"men": 480}, {"arm": "heavy_cavalry", "men": 300}


# -- broken and routed


@pytest.mark.rule("CS-5.2.3c")
@pytest.mark.parametrize("given, paces", [(FOOT, 240), (HORSE, 400)])
def test_routed_troops_run_as_fast_as_they_can(given, paces):
    b = play(unit("a", at=(500, 1000), **given), foe(), state={"a": {"status": "routed"}})
    assert shift(b) == pytest.approx(paces, abs=1)
    assert centre(b)[1] < 1000
    assert b.unit("a").heading == 180
    assert b.unit("a").retired


@pytest.mark.rule("CS-5.2.3c")
def test_routed_troops_pay_for_the_ground_but_keep_no_front():
    marsh = area("marsh", 100, 300, 900, 1100)
    given = {"men": 1200, "at": (500, 1000)}
    b = play(unit("a", **given), foe(), state={"a": {"status": "routed"}}, features=[marsh])
    assert shift(b) == pytest.approx(200, abs=1)
    assert b.unit("a").disorder == 0


@pytest.mark.rule("CS-5.2.3c")
def test_routed_troops_make_for_their_own_edge():
    b = play(unit("a", at=(1000, 1000)), foe((1400, 1000), facing=270), state={"a": {"status": "routed"}})
    x, y = centre(b)
    assert x < 1000
    assert y < 1000


@pytest.mark.rule("CS-5.2.3b", "CS-5.2.3c")
@pytest.mark.parametrize("status", ["broken", "routed"])
def test_who_runs_off_the_table_is_lost(status):
    b = play(unit("a", at=(500, 60)), foe((500, 800)), state={"a": {"status": status}})
    assert b.unit("a").where == "lost"
    assert b.unit("a").left_by == "south"


@pytest.mark.rule("CS-5.2.3b", "CS-5.2.3c", "CS-4.1i")
@pytest.mark.parametrize("how", ["broken", "routed", "falls back"])
@pytest.mark.parametrize("behind, straight", [("steady", False), ("broken", True), ("far off", True)])
def test_who_retreats_turns_aside_from_muskets_behind_him(how, behind, straight):
    front, rear = foe((500, 1150)), foe((500, 400 if behind == "far off" else 780), "s", facing=0)
    orders = {"a": Order(FallBack(gait="quick"))} if how == "falls back" else {}
    state = {"a": {"status": how}} if how != "falls back" else {}
    if behind == "broken":
        state["s"] = {"status": "broken"}
    b = play(unit("a", at=(500, 1000)), front, rear, orders=orders, state=state)
    assert shift(b) > 90
    assert (abs(centre(b)[0] - 500) < 1) == straight
    if not straight:
        assert b.survey.distance("a", "s") > 60  # musket range of its middle, less half its own front
        assert b.survey.distance("a", "r") >= 120


@pytest.mark.rule("CS-9.2.2h")
def test_the_beaten_do_not_fall_back_onto_other_enemies():
    b = stage(unit("a", at=(500, 1000)), foe((500, 1015)), foe((500, 780), "s", facing=0), phase="close_combat")
    moves.retreat(b, "a", gait="quick", away_from="r", rules=("CS-9.2.2h",), cause="falls back")
    assert abs(centre(b)[0] - 500) > 90


@pytest.mark.rule("CS-5.2.3b")
def test_broken_foot_withdraws_at_the_quick():
    b = play(unit("a", at=(500, 1000)), foe(), state={"a": {"status": "broken"}})
    assert shift(b) == pytest.approx(180, abs=1)
    assert {event.rules for event in events(b, "moved")} == {("CS-5.2.3b",)}


@pytest.mark.rule("CS-5.2.3b")
@pytest.mark.parametrize("before, stays", [(Doings(), True), (Doings(shot_at=True), False)])
def test_broken_troops_stay_in_cover_until_they_are_fired_on(before, stays):
    wood = area("heavy_woods", 300, 850, 700, 1100)
    b = play(unit("a", at=(500, 1000)), foe(), state={"a": {"status": "broken", "before": before}}, features=[wood])
    assert (shift(b) == 0) == stays


@pytest.mark.rule("CS-5.2.3b")
def test_broken_troops_bend_toward_cover_and_stop_there():
    wood = area("light_woods", 560, 820, 760, 900)
    b = play(unit("a", at=(500, 1000)), foe(), state={"a": {"status": "broken"}}, features=[wood])
    x, y = centre(b)
    assert 560 <= x <= 760
    assert 820 <= y <= 900
    next_turn(b)
    assert shift(b) == 0


@pytest.mark.rule("CS-5.2.3b")
def test_broken_troops_in_cover_do_not_wait_for_a_charge():
    wood = area("heavy_woods", 300, 850, 700, 1100)
    charge = Order(Straight(), combat=Attack("a"))
    b = play(unit("a", at=(500, 1000)), foe(), state={"a": {"status": "broken"}}, orders={"r": charge}, features=[wood])
    assert shift(b) > 0


@pytest.mark.rule("CS-5.2.3b")
@pytest.mark.parametrize(
    "before, charge, paces", [(Doings(), False, 90), (Doings(shot_at=True), False, 180), (Doings(), True, 180)]
)
def test_broken_troops_who_are_fired_on_or_charged_do_not_stop_at_the_next_cover(before, charge, paces):
    wood = area("light_woods", 300, 880, 700, 920)
    orders = {"r": Order(Straight(), combat=Attack("a"))} if charge else {}
    state = {"a": {"status": "broken", "before": before}}
    b = play(unit("a", at=(500, 1000)), foe((500, 1600)), state=state, orders=orders, features=[wood])
    assert shift(b) == pytest.approx(paces, abs=1)


FALL_BACK = Order(FallBack(gait="quick", away_from="r"), rule="CS-4.1i")


@pytest.mark.rule("CS-6.8", "CS-5.2.3b", "CS-4.1i", "CS-4.4.2")
@pytest.mark.parametrize(
    "how, paces, friend",
    [
        ({"status": "broken"}, 180, 900),
        ({"status": "broken"}, 180, 822),
        ({"order": FALL_BACK}, 180, 900),
        ({"order": FALL_BACK}, 180, 822),
        ({"retire": True}, 135, 900),  # out of musket range after three quarters
        ({"retire": True}, 135, 866),
    ],
)
def test_who_has_to_go_back_does_not_stop_behind_friends_but_disorders_them(how, paces, friend):
    """Friends 100 paces behind are passed through; at 178, or 134, the move ends in their midst, and then beyond."""
    b = play(unit("a", at=(500, 1000)), unit("b", at=(500, friend)), foe((500, 1025)), state={"a": how})
    assert centre(b)[1] < friend - 5
    assert paces - 1 <= shift(b) <= paces + (1 if friend == 900 else 20)
    assert b.unit("a").now.met == ("b",)
    assert b.unit("a").disorder == b.unit("b").disorder == 2
    assert broken(b) == []
    if "order" in how:
        assert b.unit("a").heading == 0


@pytest.mark.rule("CS-5.2.3b", "CS-5.2.3c")
def test_an_enemy_at_their_heels_does_not_stop_runaways_and_may_follow():
    chase = Order(Straight(gait="double"), combat=Attack("a"))
    b = play(
        unit("a", at=(500, 1000)), foe((500, 1030), **HORSE), state={"a": {"status": "routed"}}, orders={"r": chase}
    )
    assert shift(b) == pytest.approx(240, abs=1)
    assert b.survey.distance("a", "r") <= 20


# -- by order


@pytest.mark.rule("CS-4.1i")
def test_falling_back_leads_straight_away_and_ends_faced_to_the_enemy():
    order = Order(FallBack(gait="quick", away_from="r"), by="automatic:fall_back", rule="CS-4.1i")
    b = play(unit("a", at=(1000, 1000), facing=0), foe((1000, 1100)), orders={"a": order})
    assert shift(b) == pytest.approx(180, abs=1)
    assert b.unit("a").heading == 0
    assert b.unit("a").retired
    flanked = play(unit("a", at=(1000, 1000), facing=0, men=240), foe((1300, 1000), facing=270), orders={"a": order})
    assert centre(flanked)[0] < 830
    assert abs(flanked.unit("a").heading - 90) <= 2


@pytest.mark.rule("CS-4.1i", "CS-6.4a")
def test_falling_back_on_too_wide_a_front_costs_order():
    order = Order(FallBack(gait="quick", away_from="r"))
    b = play(
        unit("a", at=(1000, 1000), men=1200),
        foe((1000, 1100)),
        orders={"a": order},
        ratings={"a": {"discipline": "militia"}},
    )
    assert b.unit("a").disorder == 2


@pytest.mark.rule("CS-4.1i")
def test_who_falls_back_gets_away_from_an_enemy_in_close_range():
    order = Order(FallBack(gait="quick", away_from="r"))
    b = play(unit("a", at=(1000, 1000)), foe((1000, 1015)), orders={"a": order})
    assert b.survey.distance("a", "r") >= 190


@pytest.mark.rule("CS-4.1c")
def test_limbered_guns_just_drive_off():
    order = Order(Withdraw(gait="quick"), formation=FormationChit("limbered"), by="automatic:withdraw", rule="CS-4.1c")
    b = play(
        unit("a", at=(500, 1000), arm="foot_artillery", formation="limbered"), foe((500, 1200)), orders={"a": order}
    )
    assert b.unit("a").disorder == 0
    assert b.unit("a").now.paces == 180
    assert not b.unit("a").retired  # it shakes no friends


@pytest.mark.rule("CS-4.4.2")
def test_a_unit_that_must_retire_goes_until_it_is_out_of_musket_range():
    b = play(unit("a", at=(500, 1000)), foe((500, 1060)), state={"a": {"retire": True}})
    assert 121 <= b.survey.distance("a", "r") <= 60 + 180
    assert shift(b) >= 61
    assert not b.unit("a").retire


@pytest.mark.rule("CS-4.4.2")
def test_a_unit_far_from_the_enemy_need_not_retire_but_may_not_advance():
    b = play(
        unit("a", at=(500, 1000)),
        foe((500, 1300)),
        state={"a": {"retire": True}},
        orders={"a": Order(Straight())},
    )
    assert shift(b) == 0
    assert not b.unit("a").retire


# -- at once


@pytest.mark.rule("CS-5.2.3c")
def test_a_unit_beaten_in_combat_runs_at_once():
    b = stage(unit("a", at=(500, 1000)), foe((500, 1015)), phase="close_combat")
    paces = moves.retreat(b, "a", gait="quick", away_from="r", rules=("CS-9.2.2a",), cause="retreats")
    assert paces == pytest.approx(180, abs=6)
    assert b.survey.distance("a", "r") >= 190
    assert b.unit("a").heading == 180
    assert b.unit("a").retired
    assert any(line.startswith("a retreats") for line in told(b))


@pytest.mark.rule("CS-6.8")
def test_a_retreat_through_friends_disorders_them():
    b = stage(unit("a", at=(500, 1000)), unit("b", at=(500, 900)), foe((500, 1015)), phase="close_combat")
    moves.retreat(b, "a", gait="quick", away_from="r", rules=("CS-9.2.2a",), cause="retreats")
    assert b.unit("b").disorder == 2
    routed = stage(
        unit("a", at=(500, 1000)), unit("b", at=(500, 900)), foe((500, 1015)), state={"a": {"status": "routed"}}
    )
    moves.retreat(routed, "a", gait="double", away_from="r", rules=("CS-9.2.2a",), cause="flees")
    assert routed.unit("b").disorder == 0


@pytest.mark.rule("CS-6.8", "CS-9.2.2i")
def test_a_unit_beaten_in_combat_does_not_stop_behind_friends():
    b = stage(unit("a", at=(500, 1000)), unit("b", at=(500, 820)), foe((500, 1015)), phase="close_combat")
    paces = moves.retreat(b, "a", gait="quick", away_from="r", rules=("CS-9.2.2a",), cause="retreats")
    assert paces == pytest.approx(180, abs=6)
    assert b.unit("a").disorder == b.unit("b").disorder == 2
    moves.part(b)
    assert centre(b)[1] < centre(b, "b")[1]
    assert broken(b) == []


@pytest.mark.rule("CS-5.2.3c")
def test_a_retreat_off_the_table_is_the_end():
    b = stage(unit("a", at=(500, 100)), foe((500, 115)))
    moves.retreat(b, "a", gait="quick", away_from="r", rules=("CS-9.2.2a",), cause="retreats")
    assert b.unit("a").where == "lost"
    assert b.unit("a").left_by == "south"


@pytest.mark.rule("CS-5.6", "CS-9.2.3l")
def test_a_unit_is_lifted_and_set_down_toward_its_own_edge():
    b = stage(unit("a", at=(500, 1000)), unit("b", at=(500, 420)), foe((500, 1015)))
    set_down(b, "a", paces=601, rules=("CS-5.6",), cause="scatters")
    assert 601 <= b.survey.distance("a", "r") <= 640
    assert b.survey.distance("a", "b") >= 1
    near_edge = stage(unit("a", at=(500, 300)), foe((500, 315)))
    set_down(near_edge, "a", paces=601, rules=("CS-5.6",), cause="scatters")
    assert near_edge.unit("a").where == "table"
    assert near_edge.survey.middle("a")[1] / SUB <= 20


@pytest.mark.rule("CS-5.4b", "CS-9.2.2i")
def test_a_pursuer_stays_at_the_heels_of_its_quarry():
    b = stage(unit("a", at=(500, 700)), foe((500, 1015), **HORSE), state={"a": {"status": "routed"}})
    assert moves.follow_up(b, "r", "a", rules=("CS-9.2.2i",))
    assert b.survey.distance("r", "a") == 20


@pytest.mark.rule("CS-9.2.3j")
@pytest.mark.parametrize("at, reached", [((500, 1120), True), ((500, 1145), False), ((560, 1060), True)])
def test_cavalry_goes_on_against_a_second_enemy_within_reach(at, reached):
    b = stage(unit("a", at=(500, 1000), arm="heavy_cavalry", men=100, squadrons=1), foe(at, men=240))
    got = moves.close_with(b, "a", "r", paces=120, degrees=60, rules=("CS-9.2.3j",))
    assert got is reached
    assert (b.survey.distance("a", "r") <= 20) == reached
    assert ("r" in b.unit("a").now.came_into) == reached


@pytest.mark.rule("CS-9.2.3j")
def test_an_enemy_too_far_round_is_left_alone():
    b = stage(unit("a", at=(500, 1000), arm="heavy_cavalry", men=100, squadrons=1), foe((600, 985), men=100))
    assert not moves.close_with(b, "a", "r", paces=120, degrees=60, rules=("CS-9.2.3j",))
    assert b.unit("a").position == (500 * SUB, 1000 * SUB)
