"""The end of a turn, and of a battle."""

import pytest
from msgspec.structs import replace

from grognard.battle.ending.measures import ConditionCount
from grognard.scenarios.loading import load
from grognard.scenarios.model import Condition, Victory
from grognard.systems.steel_canister.effects import leaders_at_risk
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.phases import end, melee
from grognard.systems.steel_canister.staging import events, run, stage, unit

GUNS = {"arm": "foot_artillery", "formation": "unlimbered"}


@pytest.mark.rule("SC-2.5", "SC-1.1k")
@pytest.mark.parametrize(
    "enemy, friend, where", [(True, False, "lost"), (False, False, "board"), (True, True, "board")]
)
def test_guns_without_crew_are_taken(enemy, friend, where):
    units = [unit("g", at=(5, 2), manned=False, guns_at=(5, 5), **GUNS), unit("far", at=(1, 1))]
    units += [unit("e", side="red", at=(5, 5) if enemy else (5, 9), melee=friend)]
    units += [unit("f", at=(5, 5), melee=True)] if friend else []
    b = stage(*units, phase="12")
    run(end.play(b))
    assert b.unit("g").where == where
    assert len(events(b, "guns_taken")) == (where == "lost")


@pytest.mark.rule("SC-5.8", "SC-1.1k")
@pytest.mark.parametrize("since, spent, blown", [(1, 0, 0), (2, 0, 2), (1, 1, 1)])
def test_blown_horses_rest(since, spent, blown):
    b = stage(
        unit("c", at=(5, 5), arm="dragoons", blown=since, spent=spent), unit("r", side="red", at=(5, 9)), phase="12"
    )
    b.world.turn = 2
    run(end.play(b))
    assert b.unit("c").blown == blown


@pytest.mark.rule("SC-1.1k", "SC-0.12")
def test_the_turn_is_cleared_away():
    b = stage(
        unit(
            "a",
            at=(5, 5),
            cube="charge",
            spent=2,
            shots=1,
            shot_early=True,
            charged=True,
            entered=2,
            may_break=1,
            broke_through=1,
            attacker=True,
            came_from=(5, 4),
        ),
        unit("m", at=(7, 5), melee=True, attacker=True, came_from=(7, 4)),
        unit("r", side="red", at=(7, 5), melee=True),
        phase="12",
    )
    run(end.play(b))
    a = b.unit("a")
    assert (a.cube, a.ap, a.spent, a.shots, a.shot_early, a.charged, a.entered) == ("", 0, 0, 0, False, False, 0)
    assert (a.may_break, a.broke_through, a.attacker, a.came_from) == (0, 0, False, None)
    assert (b.unit("m").attacker, b.unit("m").came_from) == (True, (7, 4))


def two_sides(**more):
    blue = [unit(f"b{i}", at=(2 * i, 2)) for i in range(4)]
    red = [unit(f"r{i}", side="red", at=(2 * i, 9), facing="S") for i in range(4)]
    return stage(*blue, *red, phase="12", **more)


def change(b, name, **fields):
    b.world.units[name] = replace(b.unit(name), **fields)


def break_brigade(b, side):
    for brigade in list(b.world.brigades.values()):
        if brigade.side == side:
            b.world.brigades[brigade.id] = replace(brigade, broken=True, order="withdraw")


@pytest.mark.rule("SC-8.1")
def test_an_army_breaks_with_half_its_brigades():
    b = two_sides()
    break_brigade(b, "red")
    run(end.play(b))
    found = end.outcome(b)
    assert (found["winner"], found["turns"]) == ("blue", 1)
    assert b.world.over == found["why"]


@pytest.mark.rule("SC-8.1")
def test_both_break_and_it_is_a_draw():
    b = two_sides()
    for side in ("blue", "red"):
        break_brigade(b, side)
    run(end.play(b))
    assert (end.outcome(b)["winner"], end.outcome(b)["level"]) == ("", "draw")


@pytest.mark.rule("SC-8.1")
def test_an_army_without_a_unit_left_is_beaten():
    b = two_sides()
    for i in range(4):
        change(b, f"r{i}", where="left", how="ran off the field")
    run(end.play(b))
    assert end.outcome(b)["winner"] == "blue"


@pytest.mark.rule("SC-8.1")
@pytest.mark.parametrize("destroyed, winner, level", [(1, "", "draw"), (2, "blue", "marginal"), (3, "blue", "clear")])
def test_points_after_the_last_turn(destroyed, winner, level):
    b = two_sides()
    b.world.turn = b.world.turns
    for i in range(destroyed):
        change(b, f"r{i}", where="lost")
    run(end.play(b))
    found = end.outcome(b)
    assert (found["winner"], found["level"]) == (winner, level)
    assert found["sides"]["blue"]["points"] == 2 * destroyed


@pytest.mark.rule("SC-8.1")
def test_points_of_the_ledger():
    b = two_sides()
    b.world.turn = b.world.turns
    change(b, "r0", where="lost")
    change(b, "r1", where="lost")
    change(b, "r2", status="rout")
    for i in range(3):
        change(b, f"b{i}", where="lost")
    run(end.play(b))
    sides = end.outcome(b)["sides"]
    assert (sides["blue"]["points"], sides["red"]["points"]) == (5, 6)
    assert end.outcome(b)["winner"] == ""


@pytest.mark.rule("SC-8.1")
def test_it_goes_on_while_there_are_turns():
    b = two_sides()
    change(b, "r0", where="lost")
    run(end.play(b))
    assert not b.world.over
    assert (end.outcome(b)["winner"], end.outcome(b)["why"]) == ("", "the battle goes on")


@pytest.mark.rule("SC-8.1")
def test_a_scenario_with_conditions_decides_by_them():
    conditions = (Condition(side="red", kind="losses", points=6, text="destroy two", measure="units_beaten", needed=2),)
    b = two_sides(victory=Victory(length_turns=24, condition=conditions))
    b.world.turn = b.world.turns
    change(b, "b0", where="lost", killed=18)
    change(b, "b1", where="lost", killed=18)
    run(end.play(b))
    assert (end.outcome(b)["winner"], end.outcome(b)["level"]) == ("red", "clear")


@pytest.mark.rule("SC-8.1")
def test_account_of_a_side():
    b = two_sides()
    change(b, "b0", killed=9)
    change(b, "b1", where="lost")
    change(b, "b2", status="rout")
    account = end.outcome(b)["sides"]["blue"]
    assert (account["men"], account["lost"], account["percent"]) == (4 * 630, 315 + 630, 38)
    assert (account["destroyed"], account["routed"], account["units"]) == (1, 1, 4)


@pytest.mark.rule("SC-1.5")
def test_a_leader_who_was_replaced_still_counts_as_lost():
    b = stage(unit("a", at=(5, 5)), dice=[6, 5, 6, 6])
    b.world.leaders["brigadier-blue"] = replace(b.world.leaders["brigadier-blue"], attached="a")
    leaders_at_risk(b, "a")
    fallen = b.world.leaders["brigadier-blue"]
    assert (fallen.lost_on, fallen.fallen) == (1, 1)
    b.world.leaders["brigadier-blue"] = replace(fallen, lost_on=0, where="board", attached="a")
    assert end.tally(b).armies[0].leaders_lost == ("Brigadier blue",)
    leaders_at_risk(b, "a")
    assert end.tally(b).armies[0].leaders_lost == ("Brigadier blue",) * 2


@pytest.mark.rule("SC-5.8")
def test_a_melee_is_no_rest_even_if_it_is_won():
    b = stage(
        unit("c", at=(5, 5), arm="dragoons", blown=1, melee=True, first_round=True),
        unit(
            "r",
            side="red",
            at=(5, 5),
            facing="S",
            came_from=(5, 6),
            melee=True,
            attacker=True,
            first_round=True,
            status="rout",
        ),
        dice=[6, 6, 6, 1, 1, 1, 1, 1, 1],
        phase="8",
    )
    b.world.turn = 2
    run(melee.play(b))
    assert (b.unit("c").melee, b.unit("c").spent) == (False, 0)
    run(end.play(b))
    assert (b.unit("c").blown, b.unit("c").fought) == (1, False)


@pytest.mark.rule("SC-5.8", "SC-1.1f")
def test_a_reaction_is_no_rest_though_its_points_come_on_top():
    b = stage(
        unit("c", at=(5, 5), arm="dragoons", blown=1),
        unit("r", side="red", at=(5, 9)),
        phase="12",
        variants=("extra-reaction",),
    )
    b.world.turn = 2
    change(b, "c", reacted=2)
    run(end.play(b))
    assert b.unit("c").blown == 1


@pytest.mark.parametrize("held", [True, False])
def test_a_garrison_holds_the_farm_it_stands_in(held):
    """The middle of its space lies beside the walls; it counts where it is drawn."""
    scenario = load("farm-at-the-crossroads")
    b = GAME.begin(scenario, GAME.options({}))
    if not held:
        b.world.units["1st-light"] = replace(b.world.units["1st-light"], space=(7, 3))
    french = next(c for c in scenario.header.victory.condition if c.side == "French" and c.measure == "held")
    assert ConditionCount(french, GAME.tally(b), b.board.field).total() == held
