"""What befalls units: losses, status, loss moves, leaders."""

import pytest
from msgspec.structs import replace

from grognard.systems.steel_canister import effects
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.staging import BLUE, RED, events, stage, told, unit


@pytest.mark.rule("SC-0.8")
@pytest.mark.parametrize(
    "killed, status, where", [(12, "retreat", "lost"), (12, "halted", "board"), (11, "rout", "board")]
)
def test_a_unit_that_runs_with_two_thirds_gone_disperses(killed, status, where):
    b = stage(unit("a", at=(5, 5), killed=killed))
    effects.become(b, "a", status, rules=("SC-5.1",), cause="fire")
    assert b.unit("a").where == where


@pytest.mark.rule("SC-0.8")
def test_the_last_figure_gone_the_unit_is_destroyed():
    b = stage(unit("a", at=(5, 5), killed=16))
    assert effects.lose(b, "a", 5, rules=("SC-3.4",), cause="fire") == 2
    assert (b.unit("a").where, b.unit("a").how) == ("lost", "destroyed")


@pytest.mark.rule("SC-5.1")
@pytest.mark.parametrize(
    "status, result, cause, then",
    [
        ("good_order", "halted", "fire", "halted"),
        ("halted", "halted", "fire", "disordered"),
        ("halted", "halted", "melee", "fallback"),
        ("retreat", "halted", "fire", "rout"),
        ("disordered", "halted", "other", "disordered"),
    ],
)
def test_results_add_up_on_the_ladder(status, result, cause, then):
    b = stage(unit("a", at=(5, 5), status=status))
    assert effects.worsen(b, "a", result, cause) == then == b.unit("a").status


@pytest.mark.rule("SC-4.3c")
@pytest.mark.rule("SC-5.5")
@pytest.mark.parametrize(
    "result, die, spaces",
    [("fallback", 3, 1), ("fallback", 4, 2), ("retreat", 3, 3), ("retreat", 4, 4), ("rout", 1, 4), ("rout", 6, 5)],
)
def test_how_far_the_beaten_go(result, die, spaces):
    b = stage(unit("a", at=(5, 6)), dice=[die])
    assert effects.loss_move(b, "a", result, (0, -1)) == spaces
    assert b.unit("a").space == (5, 6 - spaces)
    assert b.unit("a").facing == ("N" if result == "fallback" else "S")


@pytest.mark.rule("SC-5.5", "SC-0.9")
@pytest.mark.parametrize("result, where, space", [("fallback", "board", (5, 1)), ("rout", "left", (5, 1))])
def test_at_the_edge_it_stays_where_there_is_room(result, where, space):
    b = stage(unit("a", at=(5, 1)), unit("f", at=(5, 0)), dice=[6])
    effects.loss_move(b, "a", result, (0, -1))
    assert (b.unit("a").where, b.unit("a").space) == (where, space)
    assert GAME.invariants(b) == []
    assert b.unit("f").status == ("halted" if result == "rout" else "good_order")


@pytest.mark.rule("SC-5.5")
@pytest.mark.parametrize(
    "enemy, away", [((5, 9), (0, -1)), ((6, 9), (0, -1)), ((8, 8), (-1, -1)), ((9, 6), (-1, 0)), ((1, 2), (1, 1))]
)
def test_away_from_an_enemy(enemy, away):
    assert effects.away_from(enemy, (5, 5)) == away


@pytest.mark.rule("SC-5.5")
def test_round_an_enemy_on_the_side_of_the_own_edge():
    b = stage(unit("a", at=(5, 5)), unit("e", RED, at=(4, 5)), dice=[1])
    effects.loss_move(b, "a", "fallback", (-1, 0))
    assert b.unit("a").space == (4, 4)


@pytest.mark.rule("SC-5.5")
def test_surrounded_it_stays_and_loses_a_figure_for_each_space():
    around = [(x, y) for x in (3, 4, 5) for y in (3, 4, 5) if (x, y) != (4, 4)]
    b = stage(unit("a", at=(4, 4)), *(unit(f"e{i}", RED, at=at) for i, at in enumerate(around)), dice=[4])
    assert effects.loss_move(b, "a", "fallback", (0, 1)) == 0
    assert (b.unit("a").space, b.unit("a").killed) == ((4, 4), 2)


@pytest.mark.rule("SC-5.5")
@pytest.mark.parametrize("result, where, killed", [("rout", "left", 0), ("fallback", "board", 0)])
def test_at_the_edge_of_the_board(result, where, killed):
    b = stage(unit("a", at=(5, 0)), dice=[4])
    effects.loss_move(b, "a", result, (0, -1))
    now = b.unit("a")
    assert (now.where, now.killed, now.left_by) == (where, killed, "south" if result == "rout" else "")


@pytest.mark.rule("SC-5.5")
def test_a_square_that_retreats_becomes_a_closed_column():
    b = stage(unit("a", at=(5, 6), formation="square"), dice=[1])
    effects.loss_move(b, "a", "retreat", (0, -1))
    assert b.unit("a").formation == "closed_column"


@pytest.mark.rule("SC-0.10")
def test_a_rout_over_friends_halts_them_and_ends_where_there_is_room():
    b = stage(unit("a", at=(5, 9)), unit("f", at=(5, 5)), unit("s", at=(5, 6), formation="skirmish"), dice=[1])
    effects.loss_move(b, "a", "rout", (0, -1))
    assert b.unit("a").space == (5, 4)
    assert (b.unit("f").status, b.unit("s").status) == ("halted", "good_order")


@pytest.mark.rule("SC-2.5")
def test_a_crew_that_runs_leaves_its_guns():
    b = stage(unit("g", at=(5, 6), arm="foot_artillery"), unit("e", RED, at=(5, 9)), dice=[1])
    effects.loss_move(b, "g", "retreat", (0, -1))
    assert (b.unit("g").manned, b.unit("g").guns_at) == (False, (5, 6))
    effects.captured(b, "g", "e")
    assert b.unit("g").how == "captured"
    assert "e takes the guns of g" in told(b)


@pytest.mark.rule("SC-7.4")
@pytest.mark.parametrize("dice, lost", [([6, 5], True), ([6, 4], False), ([5], False)])
def test_a_leader_with_a_unit_under_fire(dice, lost):
    from msgspec.structs import replace

    b = stage(unit("a", at=(5, 5)), dice=dice)
    leader = b.world.leaders["brigadier-blue"]
    b.world.leaders[leader.id] = replace(leader, attached="a", space=(5, 5))
    effects.lose(b, "a", 1, rules=("SC-3.4",), cause="fire")
    assert bool(b.world.leaders[leader.id].lost_on) is lost


@pytest.mark.rule("SC-7.4")
def test_a_lone_leader_rides_off_before_the_enemy():
    b = stage(unit("a", at=(8, 2)), unit("e", RED, at=(5, 5)), leaders={BLUE: (5, 5)})
    effects.drive_off_leaders(b, (5, 5), RED)
    assert b.world.leaders["general-blue"].space == (8, 2)
    assert events(b, "leader_rode_off")


@pytest.mark.rule("SC-7.4")
def test_a_lone_leader_makes_way_for_an_enemy_who_runs():
    b = stage(unit("a", at=(5, 5)), unit("r", RED, at=(9, 9)), leaders={"red-1": (5, 2)}, dice=[1])
    effects.loss_move(b, "a", "retreat", (0, -1))
    assert (b.unit("a").space, b.world.leaders["brigadier-red"].space) == ((5, 2), (9, 9))


@pytest.mark.rule("SC-7.4", "SC-0.8")
def test_a_leader_whose_unit_is_destroyed_in_melee_does_not_stay_with_the_enemy():
    b = stage(
        unit("a", at=(5, 5), killed=17, melee=True),
        unit("f", at=(2, 2)),
        unit("r", RED, at=(5, 5), melee=True),
        leaders={"blue-1": (5, 5)},
        dice=[1],
    )
    leader = b.world.leaders["brigadier-blue"]
    b.world.leaders["brigadier-blue"] = replace(leader, attached="a")
    effects.lose(b, "a", 1, rules=("SC-6.6",), cause="melee")
    assert (b.world.leaders["brigadier-blue"].space, b.world.leaders["brigadier-blue"].where) == ((2, 2), "board")
