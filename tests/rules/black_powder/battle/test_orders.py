"""Orders in battle: spoken, rolled for, carried out."""

import pytest

from grognard.battle.kinds import log_text
from grognard.systems.black_powder.acts.orders import give
from grognard.systems.black_powder.events import KINDS
from grognard.systems.black_powder.staging import INCH, RED, events, run, says, stage, unit
from grognard.systems.black_powder.table.orders import Order
from grognard.systems.black_powder.turn import command

from .inches import at, paces, where

CHIEF, GENERAL = "brigadier-blue-1", "general-blue"
FAR = unit("r", RED, at=(66, 46), facing=180)
WOOD = {
    "type": "Feature",
    "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [600, 0], [600, 450], [0, 450], [0, 0]]]},
    "properties": {"kind": "heavy_woods", "name": "a wood"},
}


def told(b, kind):
    return [log_text(b, event, KINDS) for event in events(b, kind)]


def order(b, units, wish, giving="order", leader=CHIEF, choose=None):
    return run(give(b, leader, tuple(units), wish, giving), choose)


@pytest.mark.rule("BP-CMD-2", "BP-CMD-4", "BP-MOVE-1")
@pytest.mark.parametrize("dice, made", [([4, 4], 1), ([2, 4], 2), ([1, 2], 3), ([5, 4], 0)])
def test_an_order_gives_moves_by_its_margin(dice, made):
    b = stage(unit("a", at=(20, 4)), FAR, dice=dice)
    assert order(b, "a", Order("move", to=at(20, 44))) is (made > 0)
    assert where(b, "a") == (20, 4 + 12 * made)
    assert (b.unit("a").ordered, b.unit("a").moves) == (True, made)
    assert b.world.leaders[CHIEF].spoken is (made == 0)


@pytest.mark.rule("BP-CMD-2")
def test_moves_are_a_maximum():
    b = stage(unit("a", at=(20, 4)), FAR, dice=[1, 2, 1, 2])
    order(b, "a", Order("move", to=at(20, 10)))
    assert (where(b, "a"), b.unit("a").moves) == ((20, 10), 1)
    b = stage(unit("a", at=(20, 4)), FAR, dice=[1, 2])
    order(b, "a", Order("move", to=at(20, 44), most=2))
    assert (where(b, "a"), b.unit("a").moves) == ((20, 28), 2)


@pytest.mark.rule("BP-CMD-1")
def test_an_order_is_spoken_before_it_is_rolled_for():
    b = stage(unit("a", at=(20, 4)), FAR, dice=[4, 4])
    order(b, "a", Order("move", to=at(20, 20), formation="attack_column"))
    kinds = [event.kind for event in events(b)]
    assert kinds.index("order_spoken") < kinds.index("order") < kinds.index("formation")
    assert told(b, "order_spoken") == ["Brigadier blue 1: “a: form attack column, then go 16 inches to the north!”"]
    assert told(b, "order") == ["a has 1 move"]


@pytest.mark.rule("BP-MOVE-2")
def test_a_change_of_formation_takes_a_move():
    b = stage(unit("a", at=(20, 4)), FAR, dice=[2, 4])
    order(b, "a", Order("move", to=at(20, 44), formation="attack_column"))
    assert b.unit("a").formation == "attack_column"
    middle = b.survey.middle("a")[1] / INCH / 16
    assert 14 < middle < 18  # its middle stayed in the change, then it went twelve inches


@pytest.mark.rule("BP-CMD-6")
def test_a_brigade_order_moves_all_of_them_alike():
    b = stage(unit("a", at=(20, 8)), unit("b", at=(31, 4)), FAR, dice=[2, 4])
    order(b, ("a", "b"), Order("move", to=at(20, 32)), "brigade_order")
    assert (where(b, "a"), where(b, "b")) == ((20, 32), (31, 28))
    assert told(b, "order_spoken") == ["Brigadier blue 1: “a and 1 unit with it: go 24 inches to the north!”"]


@pytest.mark.rule("BP-CMD-6")
def test_of_a_group_nobody_runs_into_those_who_march_with_him():
    # b stands behind a and would have to pass through it: a march column is too deep for one move
    column = {"formation": "march_column"}
    b = stage(unit("a", at=(20, 22), **column), unit("b", at=(20, 10), **column), FAR, dice=[2, 4])
    order(b, ("b", "a"), Order("move", to=at(20, 34)), "brigade_order")
    assert (where(b, "a"), where(b, "b")) == ((20, 46), (20, 34))


@pytest.mark.rule("BP-CMD-6")
def test_of_a_group_that_turns_aside_the_free_ones_go_first():
    # they go west: b, which is as far east as a, stands in the way of nobody, a in that of b when it wheels
    column = {"formation": "march_column"}
    b = stage(unit("a", at=(30, 20), **column), unit("b", at=(31, 20), **column), FAR, dice=[2, 4])
    order(b, ("b", "a"), Order("move", to=at(7, 20)), "brigade_order")
    assert [name for name in ("a", "b") if where(b, name)[0] < 20] == ["a", "b"]


@pytest.mark.rule("BP-MOVE-1")
def test_who_faces_about_is_told_to_have_marched_no_more_than_his_move():
    b = stage(unit("a", at=(20, 30), formation="attack_column"), FAR, dice=[4, 4])
    order(b, "a", Order("move", to=at(20, 2)))
    assert told(b, "marched")[0] == "a moves 12 inches"


@pytest.mark.rule("BP-CMD-6", "BP-CMD-12")
def test_of_a_group_that_fails_the_columns_march_on():
    b = stage(unit("a", at=(20, 8), formation="march_column"), unit("b", at=(26, 8)), FAR, dice=[5, 4])
    assert not order(b, ("a", "b"), Order("move", to=at(20, 32)), "brigade_order")
    assert (where(b, "a"), where(b, "b")) == ((20, 20), (26, 8))


@pytest.mark.rule("BP-CMD-12")
def test_a_square_makes_one_move_at_most():
    b = stage(unit("a", at=(20, 4), formation="square"), FAR, dice=[1, 2])
    order(b, "a", Order("move", to=at(20, 44)))
    assert (where(b, "a"), b.unit("a").moves) == ((20, 16), 1)


@pytest.mark.rule("BP-CMD-10")
def test_follow_me():
    b = stage(unit("a", at=(20, 4)), FAR, dice=[4, 4], leaders={"blue-1": (20, 2)})
    assert not order(b, "a", Order("move", to=at(20, 44)), "follow_me")
    chief = b.world.leaders[CHIEF]
    assert (where(b, "a"), chief.attached, chief.spoken) == ((20, 40), "a", True)
    assert chief.position == b.unit("a").position


@pytest.mark.rule("BP-CMD-10")
def test_follow_me_that_fails():
    b = stage(unit("a", at=(20, 4)), FAR, dice=[5, 4], leaders={"blue-1": (20, 2)})
    assert not order(b, "a", Order("move", to=at(20, 44)), "follow_me")
    assert (where(b, "a"), b.world.leaders[CHIEF].attached, b.world.leaders[CHIEF].spoken) == ((20, 4), "", True)


@pytest.mark.rule("BP-CMD-11")
@pytest.mark.parametrize("casualties, left", [(3, 2), (1, 1)])
def test_a_rally_order(casualties, left):
    b = stage(unit("a", at=(20, 4), casualties=casualties), FAR, dice=[3, 4])
    assert not order(b, "a", Order("form"), "rally")
    assert (b.unit("a").casualties, b.world.leaders[CHIEF].attached) == (left, "a")
    assert (where(b, "a"), b.world.leaders[CHIEF].spoken) == ((20, 4), True)


@pytest.mark.rule("BP-CMD-5")
@pytest.mark.parametrize(
    "dice, end",
    [([1], (30, 0)), ([2], (30, 8)), ([3], (18, 20)), ([4], (42, 20)), ([5], (30, 32))],
)
def test_blunders(dice, end):
    b = stage(unit("a", at=(30, 20), formation="attack_column"), FAR, dice=[6, 6, *dice])
    assert not order(b, "a", Order("move", to=at(20, 44)))
    x, y = where(b, "a")
    assert (round(x), round(y)) == pytest.approx(end, abs=3)
    assert events(b, "blunder")
    assert b.world.leaders[CHIEF].spoken


@pytest.mark.rule("BP-CMD-5")
def test_a_group_blunders_by_one_roll():
    b = stage(unit("a", at=(20, 20)), unit("b", at=(31, 20)), FAR, dice=[6, 6, 2])
    order(b, ("a", "b"), Order("move", to=at(20, 44)), "brigade_order")
    assert [where(b, each)[1] for each in "ab"] == [8, 8]
    assert len(events(b, "blunder")) == 2


@pytest.mark.rule("BP-WOODS-5", "BP-WOODS-4")
def test_one_move_in_woods():
    b = stage(
        unit("a", at=(20, 6), started_in_woods=True),
        unit("s", at=(32, 6), formation="skirmish", size="tiny", started_in_woods=True),
        FAR,
        dice=[1, 2, 1, 2],
        features=[WOOD],
    )
    order(b, "a", Order("move", to=at(20, 46)))
    order(b, "s", Order("move", to=at(32, 46)))
    assert [b.unit(each).moves for each in "as"] == [1, 3]


@pytest.mark.rule("BP-WOODS-5")
def test_who_comes_to_woods_makes_one_more_move_in_them():
    b = stage(unit("a", at=(20, 46), facing=180), FAR, dice=[1, 2], features=[WOOD])
    order(b, "a", Order("move", to=at(20, 2)))
    assert b.unit("a").moves == 3  # to the edge, into the wood, and one move inside


@pytest.mark.rule("BP-WOODS-3")
@pytest.mark.parametrize("dice, asked", [([5, 5], True), ([5, 6], True), ([5, 4], False)])
def test_lost_in_the_woods(dice, asked):
    b = stage(
        unit("a", at=(20, 29), started_in_woods=True),
        unit("r", RED, at=(20, 46), facing=180),
        dice=dice,
        features=[WOOD],
    )
    order(b, "a", Order("move", to=at(20, 44)), choose=says(("lead_astray", "lead", {"to": paces(26, 29)})))
    assert where(b, "a") == ((26, 29) if asked else (20, 29))
    assert b.unit("a").heading == 0
    assert bool(events(b, "astray")) is asked


@pytest.mark.rule("BP-CMD-4")
def test_commanders_speak_in_turn_and_the_general_last():
    b = stage(unit("a", at=(20, 4)), unit("b", at=(50, 4), brigade=2), FAR, dice=[5, 4, 4, 4], phase="command")
    asked = []

    def choose(decision):
        asked.append((decision.kind, dict(decision.about).get("leader", "")))
        if decision.kind == "speaker":
            return decision.answer("speak:brigadier-blue-2")
        if decision.kind == "orders" and decision.about["leader"] != CHIEF and not b.unit("b").ordered:
            return decision.answer("move:b", to=paces(50, 44))
        return decision.default

    run(command.command_phase(b), choose)
    leaders = [who for kind, who in asked if kind == "orders"]
    assert leaders == ["brigadier-blue-2", CHIEF, GENERAL]
    assert where(b, "b") == (50, 4)  # his order failed, and he was silent
    assert all(b.world.leaders[each].spoken for each in leaders)


@pytest.mark.rule("BP-CMD-4")
def test_the_general_orders_whom_nobody_spoke_to():
    b = stage(unit("a", at=(20, 4)), FAR, dice=[4, 4], phase="command")

    def choose(decision):
        general = decision.kind == "orders" and decision.about["leader"] == GENERAL
        return decision.answer("move:a", to=paces(20, 10)) if general else decision.default

    run(command.command_phase(b), choose)
    assert where(b, "a") == (20, 10)


@pytest.mark.rule("BP-CMD-1", "BP-CMD-8")
def test_what_a_commander_may_not_say():
    b = stage(
        unit("a", at=(20, 4)), unit("b", at=(45, 4)), unit("c", at=(60, 20)), unit("r", RED, at=(60, 30), facing=180)
    )
    decision = command.decision(b, CHIEF)

    def rule(key, **values):
        found = decision.refusal(decision.answer(key, **values))
        return found.rule if found else ""

    assert rule(f"brigade:{CHIEF}", units=("a", "b"), to=paces(20, 10)) == "BP-CMD-6"
    assert rule("move:c", to=paces(45, 20)) == "BP-CMD-8"  # past the enemy
    assert rule("move:c", to=paces(60, 24)) == ""  # toward him
    assert rule("move:c", to=paces(60, 10), keep_front="yes") == ""  # away from him
    assert rule("move:a", to=paces(20, 4)) == "BP-MOVE-1"
    assert decision.option("prolong:a") is None


@pytest.mark.rule("BP-CMD-9")
def test_commanders_ride_when_they_have_spoken():
    b = stage(unit("a", at=(20, 4)), FAR, phase="command", leaders={"blue-1": (2, 2)})

    def choose(decision):
        if decision.kind == "ride" and decision.about["leader"] == CHIEF:
            assert decision.refusal(decision.answer(f"ride:{CHIEF}", to=paces(51, 2))).rule == "BP-CMD-9"
            return decision.answer(f"ride:{CHIEF}", to=paces(50, 2))
        return decision.default

    run(command.command_phase(b), choose)
    assert b.world.leaders[CHIEF].position == at(50, 2)
    assert b.world.leaders[CHIEF].moved


@pytest.mark.rule("BP-CMD-9")
def test_a_commander_who_is_ridden_down_gets_away():
    b = stage(
        unit("a", at=(20, 4), arm="light_cavalry"), unit("r", RED, at=(60, 46), facing=180), dice=[4, 4],
        leaders={"red-1": (20, 21)},
    )  # fmt: skip
    order(b, "a", Order("move", to=at(20, 22)))
    assert b.world.leaders["brigadier-red-1"].position == b.unit("r").position
