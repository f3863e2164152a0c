"""Phases 1 to 4 in play: leaders replaced, orders, cubes, initiative."""

import pytest
from msgspec.structs import replace

from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.phases import command
from grognard.systems.steel_canister.staging import BLUE, RED, events, run, says, stage, unit
from grognard.systems.steel_canister.table.distances import in_command, ways_from


def field(*units, turn=2, **more):
    b = stage(*(units or (unit("a", at=(1, 1)), unit("e", RED, at=(1, 10), facing="S"))), **more)
    b.world.turn = turn
    return b


BRIGADE = "blue: blue brigade"


@pytest.mark.rule("SC-1.5")
@pytest.mark.parametrize("die, back", [(3, False), (4, True)])
def test_a_lost_leader_is_replaced_or_not(die, back):
    b = field(dice=[die])
    b.world.leaders["brigadier-blue"] = replace(b.world.leaders["brigadier-blue"], lost_on=1, where="lost")
    run(command.replacement(b))
    now = b.world.leaders["brigadier-blue"]
    assert (now.where == "board") is back
    assert not back or now.space == (1, 1)


@pytest.mark.rule("SC-1.5")
def test_nobody_is_replaced_on_the_turn_he_falls():
    b = field(dice=[])
    b.world.leaders["brigadier-blue"] = replace(b.world.leaders["brigadier-blue"], lost_on=2, where="lost")
    run(command.replacement(b))
    assert b.world.leaders["brigadier-blue"].lost_on == 2


@pytest.mark.rule("SC-1.6")
@pytest.mark.parametrize(
    "dice, order, written",
    [([3], "attack", ""), ([6, 2], "attack", "hold"), ([4, 4], "hold", "")],
)
def test_an_order_is_written_and_then_issued(dice, order, written):
    b = field(dice=dice)
    run(command.orders(b), says(("orders", "order", {"brigade": BRIGADE, "order": "hold"})))
    assert (b.world.brigades[BRIGADE].order, b.world.brigades[BRIGADE].written) == (order, written)


@pytest.mark.rule("SC-1.6")
def test_a_written_order_needs_only_the_second_roll():
    b = field(dice=[4])
    b.world.brigades[BRIGADE] = replace(b.world.brigades[BRIGADE], written="move")
    run(command.orders(b))
    assert b.world.brigades[BRIGADE].order == "move"


@pytest.mark.rule("SC-1.6")
def test_it_may_be_scrapped():
    b = field(dice=[])
    b.world.brigades[BRIGADE] = replace(b.world.brigades[BRIGADE], written="move")
    run(command.orders(b), says(("orders", "scrap", {"brigade": BRIGADE})))
    assert (b.world.brigades[BRIGADE].order, b.world.brigades[BRIGADE].written) == ("attack", "")


@pytest.mark.rule("SC-1.6")
def test_out_of_reach_of_his_superior_nobody_gets_another_order():
    b = field(dice=[], leaders={BLUE: (15, 0), "red": (15, 11)})
    with pytest.raises(StopIteration):
        next(command.orders(b))


@pytest.mark.rule("SC-7.2")
@pytest.mark.rule("SC-1.6")
def test_opening_orders_are_free_and_secret():
    b = field(turn=1, dice=[])
    run(command.orders(b), says(("orders", "order", {"brigade": BRIGADE, "order": "hold"})))
    assert b.world.brigades[BRIGADE].order == "hold"
    assert events(b, "opening_order")[0].to == (BLUE,)


@pytest.mark.rule("SC-1.4b")
def test_the_way_of_a_word():
    b = stage(unit("a", at=(3, 3)), terrain={(0, 2): "heavy", (1, 2): "heavy"}, leaders={"blue-1": (0, 0)})
    ways = ways_from(b, (0, 0), BLUE)
    assert (ways[0, 3], ways[1, 1], ways[2, 0]) == (4, 2, 2)


@pytest.mark.rule("SC-7.1")
@pytest.mark.rule("SC-1.4a")
@pytest.mark.parametrize("x, arm, ap", [(3, "infantry", 3), (5, "infantry", 2), (5, "light_cavalry", 5)])
def test_out_of_command_costs_a_point(x, arm, ap):
    b = stage(unit("a", at=(x, 0), arm=arm), leaders={"blue-1": (0, 0)})
    run(command.cubes(b))
    assert (b.unit("a").in_command, b.unit("a").ap) == (ap != 2, ap)


@pytest.mark.rule("SC-7.1")
def test_a_leader_with_it_keeps_a_unit_in_command():
    b = stage(unit("a", at=(9, 0)), leaders={"blue-1": (0, 0), BLUE: (9, 0)})
    assert not in_command(b, b.unit("a"), {})
    b.world.leaders["general-blue"] = replace(b.world.leaders["general-blue"], attached="a")
    assert in_command(b, b.unit("a"), {})


def cubes_for(b, name):
    decision = next(each for each in next(command.cubes(b)) if each.seat == BLUE)
    option = decision.option(f"cube:{name}")
    return option and option.fields["cube"].values


@pytest.mark.rule("SC-7.3")
@pytest.mark.parametrize(
    "status, cubes",
    [
        ("good_order", ("charge", "move", "fire", "rally", "hold")),
        ("halted", ("move", "fire", "rally", "hold")),
        ("rout", ("rally",)),
    ],
)
def test_cubes_by_status(status, cubes):
    assert cubes_for(stage(unit("a", at=(1, 1), status=status)), "a") == cubes


@pytest.mark.rule("SC-7.3")
@pytest.mark.rule("SC-7.2")
def test_no_charge_cubes_on_hold_and_none_in_melee():
    assert "charge" not in cubes_for(stage(unit("a", at=(1, 1)), orders={BLUE: "hold"}), "a")
    assert cubes_for(stage(unit("a", at=(1, 1), melee=True)), "a") is None


@pytest.mark.rule("SC-1.1b")
def test_units_without_a_cube_hold_and_cubes_lie_covered_until_initiative():
    b = stage(unit("a", at=(5, 1)), unit("c", at=(6, 1)), unit("e", RED, at=(5, 5), facing="S"), phase="3")
    run(command.cubes(b), says(("cubes", "cube:a", {"cube": "fire"})))
    assert (b.unit("a").cube, b.unit("c").cube) == ("fire", "hold")
    assert events(b, "cube")[0].to == (BLUE,)
    assert GAME.view(b, RED).seen["a"].cube == ""
    b.world.phase = "5a"
    assert GAME.view(b, RED).seen["a"].cube == "fire"


@pytest.mark.rule("SC-1.1b")
def test_a_cube_that_lies_there_can_be_exchanged_until_all_is_done():
    b = stage(unit("a", at=(1, 1)))
    choose = says(("cubes", "cube:a", {"cube": "fire"}), ("cubes", "cube:a", {"cube": "move"}))
    run(command.cubes(b), choose)
    assert b.unit("a").cube == "move"
    assert [event.values["cube"] for event in events(b, "cube")] == ["fire", "move"]
    lying = stage(unit("a", at=(1, 1), cube="fire"))
    assert "fire" not in cubes_for(lying, "a")
    assert "move" in cubes_for(lying, "a")


@pytest.mark.rule("SC-7.4")
def test_a_leader_joins_a_unit_in_his_space():
    b = stage(unit("a", at=(1, 0)), unit("c", at=(2, 0)))
    choose = says(("cubes", "attach", {"leader": "brigadier-blue", "unit": "a"}))
    run(command.cubes(b), choose)
    assert b.leader_with("a") == "brigade"


@pytest.mark.rule("SC-7.5")
@pytest.mark.rule("SC-1.1c")
@pytest.mark.parametrize(
    "dice, choice, first", [([5, 3], "A", BLUE), ([5, 3], "B", RED), ([2, 2, 1, 6], "A", RED), ([1, 6], "B", BLUE)]
)
def test_initiative(dice, choice, first):
    b = stage(unit("a", at=(5, 1)), unit("e", RED, at=(5, 5)), dice=dice, phase="4")
    run(command.initiative(b), says(("initiative", choice, {})))
    assert b.world.a == first
