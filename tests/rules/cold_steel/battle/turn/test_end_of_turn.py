"""The tasks at the end of a turn: disorder recovered, chits and markers taken away, guns spiked."""

import pytest
from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.systems.cold_steel.orders import specials
from grognard.systems.cold_steel.phases import end_of_turn
from grognard.systems.cold_steel.phases.end_of_turn import clean_up, guns
from grognard.systems.cold_steel.staging import RED, events, run, stage, unit
from grognard.systems.cold_steel.table.state import (
    Abandoned,
    Attack,
    Doings,
    FallBack,
    FormationChit,
    Forming,
    Order,
    PlainChit,
    Straight,
)

PHASE = "leader_casualties_and_disorder_recovery"
REFORM = Order(special=PlainChit("reform"), by="general-blue")
FORWARD = Order(Straight(gait="quick"), by="general-blue")


def field(dice=(), *, foe=900, leader=(2900.0, 100.0), ratings=None, features=(), **state):
    return stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(500, 500 + foe), facing=180),
        dice=list(dice),
        phase=PHASE,
        leaders={"blue": leader, "red": (2900.0, 2900.0)},
        state={"a": state},
        ratings=ratings,
        features=features,
    )


# ---- the order of things


@pytest.mark.rule("CS-2i")
def test_leaders_roll_before_disorder_is_removed():
    b = field([10, 10, 10, 9, 9, 9, 9], foe=121, leader=(500, 480), order=REFORM, disorder=3)
    run(end_of_turn.play(b))
    kinds = [event.kind for event in events(b) if event.kind in ("leader_hit", "morale", "recovered")]
    assert kinds == ["leader_hit", "morale", "recovered"]


# ---- disorder


@pytest.mark.rule("CS-10.2a")
@pytest.mark.parametrize(
    "foe, changes, rolls",
    [
        (21, {}, True),
        (20, {}, False),
        (900, {"order": None}, False),
        (900, {"order": FORWARD}, False),
        (900, {"now": Doings(moved="march", paces=40)}, False),
        (900, {"now": Doings(turned=True)}, False),
        (900, {"now": Doings(quarters=1)}, False),
        (900, {"now": Doings(fired=True)}, True),
        (900, {"disorder": 0}, False),
    ],
)
def test_who_may_remove_disorder(foe, changes, rolls):
    b = field([9, 9], foe=foe, **{"disorder": 3, "order": REFORM, **changes})
    specials.carry_out(b, "recovery")
    assert bool(events(b, "recovered")) is rolls


@pytest.mark.rule("CS-10.2a")
def test_an_automatic_reform_order_counts_too():
    b = field([9, 9], disorder=3, order=replace(REFORM, by="automatic:reform"))
    specials.carry_out(b, "recovery")
    assert b.unit("a").disorder == 0


@pytest.mark.rule("CS-10.2b", "CS-10.2.2")
@pytest.mark.parametrize(
    "dice, removed", [([1, 2], 1), ([2, 2], 2), ([4, 5], 3), ([5, 5], 4), ([7, 7], 5), ([9, 9], 6)]
)
def test_how_many_markers_go(dice, removed):
    b = field(dice, disorder=10, order=REFORM, ratings={"a": {"discipline": "trained"}})
    specials.carry_out(b, "recovery")
    assert b.unit("a").disorder == 10 - removed


@pytest.mark.rule("CS-10.2b")
def test_no_more_markers_go_than_there_are():
    b = field([9, 9], disorder=2, order=REFORM)
    specials.carry_out(b, "recovery")
    assert b.unit("a").disorder == 0


def _wood():
    ring = [[300, 300], [700, 300], [700, 700], [300, 700], [300, 300]]
    return {
        "type": "Feature",
        "properties": {"kind": "light_woods"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


@pytest.mark.rule("CS-10.2.1")
@pytest.mark.parametrize(
    "changes, more, worth",
    [
        ({}, {"ratings": {"a": {"discipline": "hardened"}}}, 4),
        ({}, {"ratings": {"a": {"discipline": "militia"}}}, -2),
        ({"lost": 6}, {}, -2),
        ({"lost": 5}, {}, 0),
        ({"now": Doings(fire_hurt=True)}, {}, -3),
        ({}, {"features": [_wood()]}, -4),
        ({}, {"leader": (500.0, 520.0)}, 2),
        ({}, {"leader": (500.0, 521.0)}, 0),
    ],
)
def test_what_helps_and_hinders_recovery(changes, more, worth):
    ratings = {"ratings": {"a": {"discipline": "trained"}}}
    b = field([5, 5], **{**ratings, **more}, **{"disorder": 9, "order": REFORM, **changes})
    specials.carry_out(b, "recovery")
    assert events(b, "recovered")[0].roll.total == 10 + worth


@pytest.mark.rule("CS-6.2h")
def test_disorder_from_entering_a_house_goes_by_itself_on_the_next_turn():
    b = field(disorder=2, passing_disorder=1)
    run(end_of_turn.play(b))
    assert b.unit("a").disorder == 2
    b.world.turn = 2
    run(end_of_turn.play(b))
    assert b.unit("a").disorder == 1
    b.world.turn = 3
    run(end_of_turn.play(b))
    assert b.unit("a").disorder == 1


# ---- chits and markers


@pytest.mark.rule("CS-3.3.2b", "CS-10.3c")
def test_a_march_goes_on_turn_after_turn():
    b = field(order=FORWARD, revealed=FORWARD)
    run(end_of_turn.play(b))
    now = b.unit("a")
    assert (now.order, now.revealed) == (FORWARD, replace(FORWARD, by=""))


@pytest.mark.rule("CS-3.3.2b", "CS-10.3c")
@pytest.mark.parametrize(
    "order, changes, left",
    [
        (Order(formation=FormationChit("line")), {}, None),
        (
            Order(formation=FormationChit("attack_column")),
            {"forming": Forming("attack_column", quarters=2)},
            "attack_column",
        ),
        (Order(Straight(), formation=FormationChit("line")), {}, ""),
    ],
)
def test_a_formation_chit_goes_when_the_formation_is_formed(order, changes, left):
    b = field(order=order, **changes)
    clean_up.tidy(b)
    now = b.unit("a").order
    assert (now and now.form) == left


@pytest.mark.rule("CS-3.3.2b", "CS-10.3c")
@pytest.mark.parametrize(
    "special, changes, stays",
    [
        ("reform", {"disorder": 2}, True),
        ("reform", {"disorder": 0}, False),
        ("send_skirmishers", {"skirmishers": "a/s"}, False),
        ("send_skirmishers", {}, True),
        ("recall_skirmishers", {}, False),
        ("lie_down", {"prone": True}, False),
        ("lie_down", {}, True),
        ("stand_up", {}, False),
        ("spike_guns", {}, False),
    ],
)
def test_a_special_chit_goes_when_it_is_done(special, changes, stays):
    b = field(order=Order(special=PlainChit(special), by="general-blue"), **changes)
    clean_up.tidy(b)
    assert (b.unit("a").order is not None) is stays


@pytest.mark.rule("CS-3.3.2b")
def test_the_players_order_comes_back_after_an_automatic_one():
    b = field(order=Order(FallBack(), by="automatic:fall_back"), ordered=FORWARD)
    clean_up.tidy(b)
    assert (b.unit("a").order, b.unit("a").ordered) == (FORWARD, None)
    b = field(order=Order(FallBack(), by="automatic:fall_back"))
    clean_up.tidy(b)
    assert b.unit("a").order is None


@pytest.mark.rule("CS-3.3.2b")
def test_orders_of_broken_troops_are_worth_nothing():
    b = field(order=FORWARD, status="broken")
    clean_up.tidy(b)
    assert b.unit("a").order is None


@pytest.mark.rule("CS-3.3.2b")
def test_an_attack_on_an_enemy_who_is_gone_is_over():
    b = field(order=replace(FORWARD, combat=Attack("r")))
    b.emit(Noted(), sets=[b.change("r", where="lost")])
    clean_up.tidy(b)
    assert b.unit("a").order == FORWARD


@pytest.mark.rule("CS-3.3.2b")
def test_a_halt_stands_like_other_orders():
    halt = Order(by="general-blue")
    b = field(order=halt)
    clean_up.tidy(b)
    assert b.unit("a").order == halt


@pytest.mark.rule("CS-10.3c")
def test_counter_battery_hits_go_and_disorder_stays():
    b = field(now=Doings(cannon_hits=1, fire_hurt=True), disorder=3)
    clean_up.tidy(b)
    now = b.unit("a")
    assert (now.now, now.before.cannon_hits, now.disorder) == (Doings(), 1, 3)


@pytest.mark.rule("CS-10.3b")
def test_strength_and_morale_stay_on_the_roster():
    b = field(lost=3, status="determined")
    run(end_of_turn.play(b))
    assert (b.live("a"), b.unit("a").status) == (21, "determined")


@pytest.mark.rule("CS-10.3c")
def test_the_clean_up_is_one_event_that_nobody_hears_of():
    b = field(order=FORWARD, now=Doings(moved="quick", paces=160))
    clean_up.tidy(b)
    assert [(event.kind, event.to) for event in events(b)] == [("noted", ())]


@pytest.mark.rule("CS-2d")
def test_who_fell_back_still_counts_in_the_next_rally_phase_and_not_after_it():
    b = field(retired=True, now=Doings(combat="lost"))
    clean_up.tidy(b)
    assert b.unit("a").retired
    clean_up.tidy(b)
    assert not b.unit("a").retired


# ---- guns


@pytest.mark.rule("CS-9.1e")
@pytest.mark.parametrize("paces, spiked", [(20, True), (21, False)])
def test_abandoned_guns_are_spiked_after_a_turn_of_contact(paces, spiked):
    b = field()
    place = (500 * 16, (500 + paces) * 16)
    b.emit(Noted(), sets=[Set("abandoned", "g", {"id": "g", "side": RED, "position": place, "pieces": 6})])
    guns.spike(b)
    assert not b.world.abandoned["g"].spiked
    guns.spike(b)
    assert b.world.abandoned["g"].spiked is spiked
    assert b.world.abandoned["g"].touched_by == ("blue" if spiked else "")


@pytest.mark.rule("CS-9.1e")
def test_whoever_leaves_the_guns_must_start_anew():
    b = field()
    b.world.abandoned["g"] = Abandoned("g", RED, (500 * 16, 510 * 16), 6)
    guns.spike(b)
    b.emit(Noted(), sets=[b.change("a", position=(500 * 16, 100 * 16))])
    guns.spike(b)
    b.emit(Noted(), sets=[b.change("a", position=(500 * 16, 500 * 16))])
    guns.spike(b)
    assert not b.world.abandoned["g"].spiked
