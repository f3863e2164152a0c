"""Forces that come up beyond the table's edge: whom they meet, what it costs, when and where they arrive."""

import pytest
from msgspec.structs import replace

from grognard.scenarios.model import Beyond, Conditions
from grognard.systems.cold_steel import beyond, invariants
from grognard.systems.cold_steel.beyond import assigning
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.phases.movement import arrivals
from grognard.systems.cold_steel.seat.view import view
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, says, stage, told, unit

PLAIN = Beyond("west", "open", "secondary")
"""Ground that adds nothing to the test."""
GUNS = {"arm": "foot_artillery"}
HORSE = {"arm": "light_cavalry"}


def foot(name, figures=24, side=BLUE, **more):
    at = (0, 1500) if side == BLUE else (0, 1600)
    return unit(name, side, at=at, facing=90, men=figures * 20, off_board="west", **more)


def horse(name, figures, side=BLUE, **more):
    return foot(name, figures, side, arm="light_cavalry", squadrons=more.pop("squadrons", 2), **more)


def coming(*units, dice=(), ground=PLAIN, rating="average", perfect=6, task="screen", **more):
    """Blue's force beyond the west edge with orders to come on, due on turn 6; red's there, if any, on its guard."""
    here = (unit("a", at=(1500, 500)), unit("r", RED, at=(1500, 2500), facing=180))
    b = stage(*here, *units, options={"off_board": "yes"}, beyond=(ground,), dice=list(dice), phase="movement", **more)
    for side, said in ((BLUE, {"kind": "attack", "objective": (900, 1500)}), (RED, {"task": task, "kind": ""})):
        own = [name for name, now in b.world.units.items() if now.where == "beyond" and now.side == side]
        values = {**assigning.UNSAID, "units": own, "edge": "west", "place": 1500, **said}
        if own:
            assert assigning.judge(b, values, turn=0) is None
            assigning.assign(b, side, values, f"{side}/force", turn=0)
    general = b.world.forces[f"{BLUE}/force"].leader
    b.world.leaders[general] = replace(b.world.leaders[general], rating=rating)
    b.world.forces[f"{BLUE}/force"] = replace(b.world.forces[f"{BLUE}/force"], perfect=perfect)
    b.world.turn = perfect
    return b


def turn(b, number, *answers):
    """The movement phase of a turn."""
    b.world.turn = number
    run(movement.play(b), says(BLUE, *answers, kind="arrival"))
    assert not invariants.broken(b)
    return b


def force(b, side=BLUE):
    return b.world.forces.get(f"{side}/force")


# ---- the test


@pytest.mark.rule("CS-C.5b", "CS-C.5c")
@pytest.mark.parametrize(
    "dice, due",
    [((4, 4), 14), ((5, 4), 14), ((5, 5), 11), ((6, 6), 11), ((7, 6), 9), ((7, 7), 9), ((8, 7), 8), ((8, 8), 8),
     ((10, 7), 6), ((10, 10), 6)],
)  # fmt: skip
def test_delays_by_total(dice, due):
    b = turn(coming(foot("f"), dice=dice), 6)
    if due == 6:
        assert b.unit("f").where == "table"
        return
    assert (force(b).status, force(b).due) == ("arriving", due)
    turn(b, due - 1)
    assert b.unit("f").where == "beyond"
    turn(b, due)
    assert b.unit("f").where == "table"
    assert force(b) is None


@pytest.mark.rule("CS-C.3b")
def test_nobody_tests_before_his_perfect_arrival_turn():
    b = turn(coming(foot("f")), 5)
    assert force(b).status == "marching"
    assert not events(b, "arrival_test")


@pytest.mark.rule("CS-C.5a")
@pytest.mark.parametrize(
    "rating, ground, weather, night, total",
    [
        ("average", PLAIN, "clear", False, 10),
        ("superior", PLAIN, "clear", False, 14),
        ("poor", PLAIN, "clear", False, 7),
        ("average", Beyond("west", "open", "secondary", True), "clear", False, 12),
        ("average", Beyond("west", "open", "none"), "clear", False, 8),
        ("average", Beyond("west", "open", "primary"), "clear", False, 12),
        ("average", PLAIN, "fog", False, 8),
        ("average", PLAIN, "clear", True, 8),
        ("average", PLAIN, "snow", True, 8),  # bad weather or night, not both
        ("superior", Beyond("west", "open", "primary", True), "clear", False, 18),
    ],
)
def test_modifiers_of_the_test(rating, ground, weather, night, total):
    dice = [5, 5, *[10] * 9]
    conditions = Conditions(weather=weather, night=night)
    b = turn(coming(foot("f"), dice=dice, ground=ground, rating=rating, conditions=conditions), 6)
    assert events(b, "arrival_test")[0].roll.total == total


@pytest.mark.rule("CS-C.5a")
def test_twilight_is_not_night():
    b = turn(coming(foot("f"), dice=[5, 5], conditions=Conditions(twilight=True)), 6)
    assert events(b, "arrival_test")[0].roll.total == 10


# ---- the cards


@pytest.mark.rule("CS-C.4a")
def test_an_enemy_who_is_not_there_does_not_see_the_card():
    b = turn(coming(foot("f"), dice=[9, 9]), 6)
    assert [event.to for event in events(b, "card_read")] == [(BLUE,)]
    assert not events(b, "card_shown")
    assert beyond.cards(b, BLUE)[3].infantry == 0
    assert beyond.cards(b, RED)[3].infantry is None


@pytest.mark.rule("CS-C.4a", "CS-C.2c")
def test_whoever_screens_the_area_sees_it_and_is_seen():
    b = turn(coming(foot("f", 80), horse("h", 12), foot("s", 8, RED), dice=[10, 10]), 6)
    blue, red = beyond.cards(b, BLUE)[3], beyond.cards(b, RED)[3]
    assert (blue.edge, blue.infantry, blue.cavalry, blue.read) == ("west", 8, 0, 6)
    assert (red.edge, red.infantry, red.cavalry, red.read) == ("west", 80, 12, 6)
    assert any("An enemy column comes up beyond the west edge: 80 figures of foot and 12 figures" in x for x in told(b))


@pytest.mark.rule("CS-C.4a")
def test_a_screen_that_has_not_come_yet_is_not_met():
    b = coming(foot("f"), foot("s", 8, RED), dice=[9, 9])
    b.world.forces[f"{RED}/force"] = replace(force(b, RED), due=7)
    turn(b, 6)
    assert not events(b, "card_shown")


# ---- who is stopped


@pytest.mark.rule("CS-C.4c")
@pytest.mark.parametrize("led", [False, True])
def test_a_squadron_that_meets_anybody_halts_unless_a_player_leads_it(led):
    b = coming(horse("q", 8, squadrons=1), foot("s", 2, RED, companies=1), dice=[10, 10])
    if led:
        general = force(b).leader
        b.world.leaders[general] = replace(b.world.leaders[general], where="waiting")
    turn(b, 6)
    assert (b.unit("q").where == "table") is led
    if not led:
        assert (force(b).status, force(b).due) == ("out", 0)
        turn(b, 30)
        assert b.unit("q").where == "beyond"


@pytest.mark.rule("CS-C.4c")
def test_a_squadron_that_meets_nobody_goes_on():
    assert turn(coming(horse("q", 8, squadrons=1), dice=[10, 10]), 6).unit("q").where == "table"


@pytest.mark.rule("CS-C.4d")
@pytest.mark.parametrize("attackers, stopped", [(96, True), (156, False)])
def test_fewer_horse_than_the_enemy_do_not_arrive_but_at_five_to_one(attackers, stopped):
    b = coming(foot("f", attackers), horse("h", 4), foot("s", 24, RED), horse("k", 6, RED), dice=[10, 10])
    turn(b, 6)
    assert (force(b) is not None and force(b).status == "out") is stopped
    assert (b.unit("f").where == "table") is not stopped


# ---- what it costs


@pytest.mark.rule("CS-C.4d", "CS-C.5a")
def test_at_five_to_one_the_enemys_horse_is_ignored():
    b = turn(coming(foot("f", 60), horse("h", 6), horse("k", 6, RED), dice=[10, 10]), 6)
    assert events(b, "arrival_test")[0].roll.total == 20 - 1
    assert (b.unit("h").where, b.unit("k").where) == ("table", "beyond")


@pytest.mark.rule("CS-C.4e", "CS-C.5a", "CS-C.4b")
@pytest.mark.parametrize(
    "cavalry, dispersed, lost, disorder, total",
    [
        (6, True, 0, 0, 20 - 4 - 4),
        (15, False, 5, 4, 20 - 3 - 2),  # 2.5 is 2:1: 30% of 15 is 4.5
        (18, False, 0, 0, 20 - 2 - 2),
    ],
)
def test_horse_against_horse(cavalry, dispersed, lost, disorder, total):
    foot_needed = {6: 84, 15: 105, 18: 102}[cavalry]  # 90 to 30, 120 to 30
    b = coming(foot("f", foot_needed), horse("h", cavalry), foot("s", 24, RED), horse("k", 6, RED), dice=[10, 10])
    turn(b, 6)
    assert events(b, "arrival_test")[0].roll.total == total
    assert (b.unit("h").where == "lost") is dispersed
    assert (b.unit("k").where == "lost") is dispersed
    if not dispersed:
        assert (b.unit("h").lost, b.unit("h").disorder) == (lost, disorder)


@pytest.mark.rule("CS-C.5a", "CS-C.4f")
@pytest.mark.parametrize("terrain, hits", [("open", 4), ("rolling", 8), ("hilly_wooded", 8), ("mountainous", 4)])
def test_three_to_one_costs_men_and_order_spread_over_all_units(terrain, hits):
    b = coming(foot("f", 30), foot("g", 30), foot("s", 20, RED), ground=replace(PLAIN, terrain=terrain), dice=[10, 10])
    turn(b, 6)
    assert events(b, "arrival_test")[0].roll.total == 16
    assert [b.unit(each).lost for each in ("f", "g")] == [hits // 2, hits // 2]
    assert [b.unit(each).disorder for each in ("f", "g")] == [3, 3]


@pytest.mark.rule("CS-C.5a")
def test_at_four_to_one_there_is_only_delay():
    b = turn(coming(foot("f", 80), foot("s", 20, RED), dice=[10, 10]), 6)
    assert (events(b, "arrival_test")[0].roll.total, b.unit("f").lost, b.unit("f").disorder) == (18, 0, 0)


# ---- fighting through


@pytest.mark.rule("CS-C.4f")
@pytest.mark.parametrize("figures, fought", [(40, True), (59, True), (60, False)])
def test_a_battalion_outnumbered_by_less_than_three_to_one_is_fought(figures, fought):
    b = turn(coming(foot("f", figures), foot("s", 20, RED), dice=[10, 10]), 6)
    assert bool(events(b, "off_board_battle")) is fought
    assert bool(events(b, "arrival_test")) is not fought
    assert not events(b, "off_board_round"), "from the turn after"


@pytest.mark.rule("CS-C.4f")
def test_less_than_a_battalion_at_less_than_three_to_one_counts_as_three_to_one():
    b = turn(coming(foot("f", 8), foot("s", 4, RED, companies=1), dice=[10, 10]), 6)
    assert events(b, "arrival_test")[0].roll.total == 16


@pytest.mark.rule("CS-C.4f")
@pytest.mark.parametrize(
    "defenders, fought",
    [
        ([foot("s", 8, RED, companies=2)], False),
        ([foot("s", 8, RED, companies=3), foot("t", 4, RED, companies=1)], True),  # a Prussian battalion has four
        ([foot("s", 12, RED)], True),
        ([foot("s", 8, RED, companies=1), horse("t", 2, RED, squadrons=1)], False),
        ([foot("s", 10, RED, companies=1), horse("t", 2, RED, squadrons=2)], True),
    ],
)
def test_a_few_companies_are_passed_and_a_battalion_is_fought(defenders, fought):
    b = turn(coming(foot("f", 20), horse("h", 4), *defenders, dice=[10, 10]), 6)
    assert bool(events(b, "off_board_battle")) is fought
    assert bool(events(b, "arrival_test")) is not fought


@pytest.mark.rule("CS-C.4f", "CS-C.5b")
def test_once_the_defenders_break_the_test_is_taken_without_the_odds_of_strength():
    b = coming(foot("f", 40), foot("s", 20, RED), dice=[10, 10, 1, 1, 50, 9, 9])
    turn(b, 6)
    assert force(b).due == 7
    turn(b, 7)
    assert len(events(b, "off_board_round")) == 2
    assert b.unit("s").status in ("broken", "routed", "dispersed")
    assert force(b, RED).status == "out"
    test = events(b, "arrival_test")[0]
    assert (test.turn, test.roll.total) == (7, 18)
    assert b.unit("f").where == "table"
    assert b.unit("s").where in ("left", "lost")


@pytest.mark.rule("CS-C.4f", "CS-C.5c")
def test_nobody_comes_on_out_of_a_fight_beyond_the_table():
    b = turn(coming(foot("f"), foot("s", 20, RED)), 5)
    b.world.forces[f"{BLUE}/force"] = replace(force(b), status="arriving", due=8)
    b.world.forces[f"{RED}/force"] = replace(force(b, RED), status="fighting", due=20, foes=(f"{BLUE}/force",))
    turn(b, 8)
    assert b.unit("f").where == "beyond"
    b.world.forces[f"{RED}/force"] = replace(force(b, RED), status="out")
    turn(b, 9)
    assert b.unit("f").where == "table"


@pytest.mark.rule("CS-C.4c", "CS-C.4f")
def test_who_has_fought_his_way_through_goes_on_however_few_are_left():
    b = coming(foot("f", 40, companies=2), foot("s", 20, RED), dice=[10, 10, 1, 1, 50, 9, 9])
    turn(b, 6)
    b.world.units["f"] = replace(b.unit("f"), lost=25)  # less than one of its two companies
    turn(b, 7)
    assert events(b, "arrival_test")
    assert b.unit("f").where == "table"


@pytest.mark.rule("CS-C.4f", "CS-C.4a")
def test_who_has_left_a_force_adds_nothing_to_its_size():
    b = coming(foot("f", 8), foot("s", 4, RED, companies=1), foot("t", 20, RED), dice=[10, 10])
    b.world.units["t"] = replace(b.unit("t"), where="left", how="broke beyond the table")
    turn(b, 6)
    assert not events(b, "off_board_battle"), "a company is no battalion"
    assert events(b, "arrival_test")


@pytest.mark.rule("CS-C.4a")
def test_who_met_an_enemy_knows_his_card_and_not_who_he_is():
    b = turn(coming(foot("f", 40), foot("s", 20, RED)), 6)
    assert force(b).foes == (f"{RED}/force",)
    shown = view(b, BLUE).forces[f"{BLUE}/force"]
    assert (shown.status, shown.foes) == ("fighting", ())


@pytest.mark.rule("CS-C.4f")
def test_attackers_who_break_do_not_arrive():
    b = coming(foot("f", 40), foot("s", 20, RED), dice=[1, 1, 10, 10, 50, 50])
    turn(b, 6)
    turn(b, 7)
    assert force(b).status == "out"
    assert force(b).why == "it was beaten beyond the table"
    assert not events(b, "arrival_test")
    assert force(b, RED).status == "posted"


@pytest.mark.rule("CS-C.4f")
def test_a_round_a_turn_until_somebody_breaks():
    b = coming(foot("f", 40), foot("s", 20, RED), dice=[5, 5, 5, 5, 5, 5, 5, 5, 50, 50])
    turn(b, 6)
    turn(b, 7)
    assert (force(b).status, force(b).due) == ("fighting", 8)
    turn(b, 8)
    assert len(events(b, "off_board_round")) == 4
    assert force(b).status == "fighting"


@pytest.mark.rule("CS-C.4f", "CS-9.1c")
def test_two_against_one_roll_once_each():
    b = coming(foot("f", 24), foot("g", 24), foot("s", 20, RED), dice=[5, 5, 5, 5, 5, 5, 50, 50, 50, 50])
    turn(b, 6)
    turn(b, 7)
    assert [tuple(event.roll.dice) for event in events(b, "off_board_round")] == [(5, 5)] * 4


@pytest.mark.rule("CS-C.4f")
def test_each_owner_learns_only_of_his_own_units_in_the_fight():
    b = coming(foot("f", 40), foot("s", 20, RED), dice=[5, 5, 5, 5, 50, 50])
    turn(b, 6)
    turn(b, 7)
    for event in events(b, "off_board_round"):
        assert event.to == (b.seat_of(event.units["unit"]),)
    for event in events(b, "losses"):
        assert all(event.masked[seat] for seat in event.to), "the other's unit has no name"


# ---- lost


@pytest.mark.rule("CS-C.5d")
@pytest.mark.parametrize(
    "rating, first, second, due",
    [("average", (3, 3), (4, 4), 14), ("superior", (1, 1), (3, 3), 11), ("poor", (3, 3), (5, 5), 0)],
)
def test_the_lost_roll_again_with_nothing_but_their_commander(rating, first, second, due):
    b = turn(coming(foot("f"), dice=[*first, *second], rating=rating), 6)
    if due:
        assert (force(b).status, force(b).due) == ("astray", due)
        assert not events(b, "strayed"), "where, is not rolled for before it arrives"
    else:
        assert force(b).status == "out"


@pytest.mark.rule("CS-C.5e", "CS-C.5d")
@pytest.mark.parametrize(
    "dice, y", [((1, 2), 2220), ((4, 4), 1860), ((5, 5), 1700), ((6, 5), 1300), ((8, 7), 1140), ((10, 10), 780)]
)
def test_the_lost_come_out_somewhere_else(dice, y):
    b = turn(coming(foot("f"), dice=[3, 3, 4, 4, *dice]), 6)
    turn(b, 14)
    assert b.unit("f").where == "table"
    assert events(b, "arrived")[0].sets[1].fields["position"][1] // 16 == y
    assert events(b, "strayed")[0].turn == 14


@pytest.mark.rule("CS-C.5f")
def test_past_the_corner_they_come_out_along_the_next_edge():
    b = coming(foot("f"), dice=[3, 3, 4, 4, 1, 1])
    b.world.forces[f"{BLUE}/force"] = replace(force(b), place=2700)
    turn(b, 6)
    turn(b, 14)
    position = events(b, "arrived")[0].sets[1].fields["position"]
    assert position[0] // 16 == 210
    assert b.unit("f").position[1] // 16 > 2800, "by the enemy's own edge"


# ---- arriving


@pytest.mark.rule("CS-C.5c", "CS-3.3.1b")
def test_they_deploy_at_the_edge_and_move_at_once_by_their_mission():
    b = turn(coming(foot("f"), foot("g"), dice=[10, 10]), 6)
    (fx, fy), (gx, gy) = (b.unit(each).position for each in ("f", "g"))
    assert b.unit("f").heading == b.unit("g").heading == 90
    assert fy > 1500 * 16 > gy, "the first to the left of the second"
    assert {b.world.missions[b.unit(each).mission].kind for each in ("f", "g")} == {"attack"}
    assert all(b.unit(each).now.moved != "no" or b.unit(each).forming for each in ("f", "g"))
    assert min(fx, gx) > 0


@pytest.mark.rule("CS-C.5c")
@pytest.mark.parametrize("place, accepted", [(1500, True), (1540, True), (1700, False)])
def test_their_commander_says_where_within_their_destination(place, accepted):
    b = coming(foot("f"), dice=[10, 10])
    steps = movement.play(b)
    (decision,) = next(steps)
    assert (decision.kind, decision.seat) == ("arrival", BLUE)
    answer = decision.answer("deploy", place=place)
    assert (decision.refusal(answer) is None) is accepted
    if accepted:
        with pytest.raises(StopIteration):
            steps.send((decision, answer))
        assert events(b, "arrived")[0].sets[1].fields["position"][1] // 16 == place


@pytest.mark.rule("CS-C.5c")
def test_an_enemy_at_the_edge_keeps_them_waiting_or_aside():
    b = coming(foot("f"), unit("e", RED, at=(12, 1500), facing=270), dice=[10, 10])
    turn(b, 6)
    assert b.unit("f").where == "table"
    assert abs(b.unit("f").position[1] - 1500 * 16) > 60 * 16


@pytest.mark.rule("CS-C.5c", "CS-C.5e")
def test_the_lost_who_find_no_room_wait_where_they_have_come_out(monkeypatch):
    b = turn(coming(foot("f"), dice=[3, 3, 4, 4, 5, 5]), 6)
    monkeypatch.setattr(arrivals, "_free_place", lambda *_, **__: None)
    turn(b, 14)
    assert (b.unit("f").where, force(b).place) == ("beyond", 1700)
    monkeypatch.undo()
    turn(b, 15)
    assert b.unit("f").where == "table"
    assert len(events(b, "strayed")) == 1


@pytest.mark.rule("CS-C.5c", "CS-2e")
def test_leaders_beyond_the_table_come_on_with_their_troops():
    b = coming(foot("f"), dice=[10, 10])
    general = force(b).leader
    b.world.leaders[general] = replace(b.world.leaders[general], where="waiting")
    turn(b, 6)
    assert b.world.leaders[general].where == "table"


@pytest.mark.rule("CS-C.5c")
def test_guns_come_with_their_force():
    b = turn(coming(foot("f"), foot("g", 8, **GUNS), dice=[10, 10]), 6)
    assert [b.unit(each).where for each in ("f", "g")] == ["table", "table"]


# ---- secrets


@pytest.mark.rule("CS-C.2b", "CS-C.4a")
def test_until_they_are_seen_the_enemy_knows_nothing_of_marches_and_tests():
    quiet, busy = coming(foot("f"), dice=[5, 5]), coming(foot("f"), dice=[5, 5])
    quiet.world.forces[f"{BLUE}/force"] = replace(force(quiet), status="idle")
    for b in (quiet, busy):
        turn(b, 6)
    assert view(quiet, RED) == view(busy, RED)
    told = [[event.seen_by(RED) for event in events(b) if event.known_to(RED)] for b in (quiet, busy)]
    assert told[0] == told[1]
