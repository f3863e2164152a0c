"""Melee in play."""

import pytest
from msgspec.structs import replace

from grognard.systems.steel_canister.facts import melee as melee_facts
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.phases import melee
from grognard.systems.steel_canister.staging import events, run, says, stage, unit
from grognard.systems.steel_canister.table.field import worst

COLUMN = {"formation": "attack_column"}
CHARGED = {"melee": True, "attacker": True, "first_round": True}
STRUCK = {"melee": True, "first_round": True}


def column_on_line(dice, came_from=(5, 4), terrain=None, ours=None, variants=(), **theirs):
    theirs.setdefault("facing", "S")
    return stage(
        unit("a", at=(5, 5), came_from=came_from, **COLUMN, **CHARGED, **(ours or {})),
        unit("b", side="red", at=(5, 5), **STRUCK, **theirs),
        dice=dice,
        phase="8",
        terrain=terrain,
        variants=variants,
    )


@pytest.mark.rule("SC-6.6", "SC-4.3b", "SC-4.3c", "SC-4.4c", "SC-5.5")
def test_full_melee_of_the_ledger():
    b = column_on_line([5, 6, 2, 1, 1, 2, 3, 2], terrain={(5, 5): "light"}, grade="green")
    run(melee.play(b))
    a, d = b.unit("a"), b.unit("b")
    assert (d.status, d.killed, d.space, d.facing) == ("retreat", 2, (5, 8), "N")
    assert (a.killed, a.melee, a.space, a.may_break) == (0, False, (5, 5), 2)
    assert not d.melee


@pytest.mark.rule("SC-4.3b", "SC-6.7")
def test_a_tie_leaves_both_engaged():
    b = column_on_line([5, 1, 1, 1, 1, 5, 1, 1, 1])
    run(melee.play(b))
    assert all(b.unit(each).melee and not b.unit(each).first_round for each in "ab")
    assert (b.unit("a").killed, b.unit("b").killed) == (1, 1)


@pytest.mark.rule("SC-0.8", "SC-6.7")
def test_whose_last_enemy_falls_is_in_melee_no_longer():
    b = column_on_line([5, 1, 1, 1, 1, 5, 1, 1, 1], figures=4, killed=3)
    run(melee.play(b))
    assert (b.unit("b").where, b.unit("b").killed) == ("lost", 4)
    assert not b.unit("a").melee


@pytest.mark.rule("SC-6.7", "SC-5.5")
def test_a_beaten_charger_goes_the_way_it_came():
    b = column_on_line([1, 1, 1, 1, 1, 5, 1, 1, 1, 6], came_from=(5, 4))
    run(melee.play(b))
    a = b.unit("a")
    assert (a.status, a.space, a.facing) == ("fallback", (5, 3), "N")
    assert b.unit("b").may_break == 1


@pytest.mark.rule("SC-4.3b", "SC-4.3c", "SC-5.1")
@pytest.mark.parametrize(
    "variants, before, status, spaces",
    [
        ((), "retreat", "retreat", 1),
        ((), "disordered", "fallback", 1),
        (("beaten-again-worse",), "retreat", "rout", 4),
        (("beaten-again-worse",), "disordered", "retreat", 3),
    ],
)
def test_who_is_beaten_by_one_falls_back_one_or_two_spaces(variants, before, status, spaces):
    pool = {"retreat": 1, "disordered": 2}[before]  # a line's four dice, less those of its status
    b = column_on_line([5, 1, 1, 1, 1, *[1] * pool, 1], status=before, variants=variants)
    run(melee.play(b))
    assert (b.unit("b").status, b.unit("b").space) == (status, (5, 5 + spaces))


FARM = {(5, 5): "strong_point"}


@pytest.mark.rule("SC-4.1f", "SC-4.4c")
@pytest.mark.parametrize("ground, dice", [("strong_point", 2), ("heavy", 3)])
def test_who_storms_fights_in_the_formation_of_its_charge_and_comes_apart_inside(ground, dice):
    """A column's five dice less three or two, against the two of a garrison; by two hits to none it is in."""
    b = column_on_line([6, 5, *[1] * dice, 1], terrain={(5, 5): ground}, formation="semi_formed")
    run(melee.play(b))
    (fought,) = events(b, "melee")
    assert fought.roll.details["ours"]["total"] == dice
    assert (b.unit("a").space, b.unit("a").melee, b.unit("a").formation) == ((5, 5), False, "semi_formed")
    assert [event.units["unit"] for event in events(b, "stormed")] == ["a"]
    assert b.unit("b").status == "retreat"


@pytest.mark.rule("SC-4.1f")
def test_who_is_not_inside_yet_keeps_its_formation():
    b = column_on_line([1, 1, 1, 1], terrain=FARM, formation="semi_formed")
    run(melee.play(b))
    assert (b.unit("a").melee, b.unit("a").formation) == (True, "attack_column")
    beaten = column_on_line([1, 1, 6, 1, 1], terrain=FARM, formation="semi_formed")
    run(melee.play(beaten))
    assert (beaten.unit("a").space, beaten.unit("a").formation) == ((5, 4), "attack_column")


@pytest.mark.rule("SC-6.5", "SC-0.4", "SC-4.4c")
def test_the_side_attacked_is_where_the_lead_came_from():
    b = column_on_line([1] * 8, facing="E", came_from=(5, 4))  # 7 dice on its right flank, which has 1
    run(melee.play(b))
    (fought,) = events(b, "melee")
    assert len(fought.roll.dice) == 8


@pytest.mark.rule("SC-6.5", "SC-4.4d")
def test_two_columns_name_a_lead_and_count_their_mass():
    b = stage(
        unit("a", at=(5, 5), came_from=(5, 4), killed=6, **COLUMN, **CHARGED),
        unit("c", at=(5, 5), came_from=(5, 4), **COLUMN, **CHARGED),
        unit("b", side="red", at=(5, 5), facing="S", **STRUCK),
        dice=[1] * 11,
        phase="8",
    )
    asked = []

    def choose(decision):
        asked.append((decision.kind, decision.default.option, [option.key for option in decision.options]))
        return decision.default

    run(melee.play(b), choose)
    assert asked == [("lead", "c", ["a", "c"])]
    assert events(b, "melee")[0].units["unit"] == "c"


@pytest.mark.rule("SC-6.5")
def test_each_who_might_lead_is_weighed():
    b = stage(
        unit("a", at=(5, 5), came_from=(5, 4), killed=9, **COLUMN, **CHARGED),
        unit("c", at=(5, 5), came_from=(5, 4), **COLUMN, **CHARGED),
        unit("b", side="red", at=(5, 5), facing="S", **STRUCK),
        dice=[1] * 11,
        phase="8",
    )
    wins = {}

    def choose(decision):
        for option in decision.options:
            (shown,) = GAME.weigh(b, decision, decision.answer(option.key)).units
            (odds,) = shown.odds
            assert shown.unit == option.key
            assert sum(chance.percent for chance in odds.chances) == pytest.approx(100, abs=0.1)
            wins[option.key] = sum(chance.percent for chance in odds.chances if chance.text.startswith("we win"))
        return decision.default

    run(melee.play(b), choose)
    assert wins["c"] > wins["a"] > 0, "with more dice it wins more often"


@pytest.mark.rule("SC-6.5", "SC-6.6")
def test_a_result_falls_on_all_and_figures_first_on_the_lead():
    b = stage(
        unit("a", at=(5, 5), came_from=(5, 4), **COLUMN, **CHARGED),
        unit("b", side="red", at=(5, 5), facing="S", killed=16, **COLUMN, **STRUCK),
        unit("d", side="red", at=(5, 5), facing="S", **COLUMN, **STRUCK),
        dice=[5, 5, 5, 1, 1, 1, 1, 3],
        phase="8",
    )
    run(melee.play(b), says(("lead", "b", {})))
    assert b.unit("b").where == "lost"  # its two last figures fall, and the third hit goes to the other
    assert (b.unit("d").killed, b.unit("d").status) == (1, "rout")


@pytest.mark.rule("SC-6.7")
def test_without_dice_the_charger_goes_back_and_halts():
    b = column_on_line([], ours={"grade": "militia", "status": "rout"}, arm="foot_artillery", formation="limbered")
    run(melee.play(b))
    a = b.unit("a")
    assert (a.space, a.melee, b.unit("b").melee) == ((5, 4), False, False)
    assert events(b, "stood_off")


@pytest.mark.rule("SC-6.7")
def test_without_dice_a_charger_in_good_order_halts():
    b = stage(
        unit("a", at=(5, 5), arm="lancers", formation="field_column", came_from=(5, 4), blown=1, killed=6, **CHARGED),
        unit("b", side="red", at=(5, 5), facing="S", arm="foot_artillery", **STRUCK),
        dice=[],
        phase="8",
    )
    run(melee.play(b))
    assert (b.unit("a").space, b.unit("a").status) == ((5, 4), "halted")


@pytest.mark.rule("SC-4.4c", "SC-0.11")
@pytest.mark.parametrize("edge, found", [("low_wall", "light"), ("wall", "none"), ("stream", "none")])
def test_a_wall_counts_as_charged_through_not_as_cover(edge, found):
    b = stage(unit("a", at=(5, 4)), unit("b", side="red", at=(5, 5)), edges={((5, 4), (5, 5)): edge})
    assert worst(b.covers((5, 5), (5, 4), melee_facts.WALLS)) == found


@pytest.mark.rule("SC-5.5", "SC-6.7")
def test_a_loser_without_a_way_out_stays_locked():
    friends = [unit(f"x{x}{y}", at=(x, y), **COLUMN) for x in (4, 5, 6) for y in (5, 6) if (x, y) != (5, 5)]
    b = stage(
        unit("a", at=(5, 5), came_from=(5, 4), **COLUMN, **CHARGED),
        unit("b", side="red", at=(5, 5), facing="S", **STRUCK),
        *friends,
        dice=[5, 1, 1, 1, 1, 1, 1, 1, 1, 6],
        phase="8",
    )
    run(melee.play(b))
    assert (b.unit("b").space, b.unit("b").killed) == ((5, 5), 3)
    assert (b.unit("a").melee, b.unit("b").melee, b.unit("a").may_break) == (True, True, 0)


@pytest.mark.rule("SC-7.4")
def test_a_leader_with_the_losing_unit_is_in_danger():
    # the brigadier gives the line a fifth die
    b = column_on_line([5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 5, 2])
    leader = next(each for each in b.world.leaders.values() if each.side == "red" and each.level == "brigade")
    b.world.leaders[leader.id] = replace(leader, attached="b", space=(5, 5))
    run(melee.play(b))
    assert b.world.leaders[leader.id].lost_on == 1


@pytest.mark.rule("SC-4.4e")
@pytest.mark.parametrize("ground, dice", [("heavy", 1), ("open", 0)])
def test_sappers_break_into_close_country(ground, dice):
    def pool(sappers):
        b = stage(
            unit("a", at=(5, 5), came_from=(5, 4), melee=True, attacker=True, sappers=sappers, **COLUMN),
            unit("e", side="red", at=(5, 5), facing="S", melee=True),
            dice=1,
            phase="8",
            terrain={(5, 5): ground},
        )
        run(melee.play(b))
        return len(events(b, "melee")[0].roll.details["ours"]["dice"])

    assert pool(True) - pool(False) == dice


@pytest.mark.rule("SC-4.1", "SC-6.5")
def test_who_charges_in_to_help_fights_to_his_front():
    """The red column that came from the west would have its right to the blue, had it been charged itself."""
    b = stage(
        unit("a", at=(5, 5), came_from=(5, 4), **COLUMN, **CHARGED),
        unit("b", side="red", at=(5, 5), facing="S", **COLUMN, **STRUCK),
        unit("c", side="red", at=(5, 5), facing="E", came_from=(4, 5), **COLUMN, **STRUCK),
        dice=[1] * 12,
        phase="8",
    )
    sides = melee_facts.Sides((5, 5), "blue", "red")
    pair = melee_facts.pair_of(b, sides, "a", "c")
    assert (pair.theirs.attacked, pair.ours.attacked) == ("front", "front")


@pytest.mark.rule("SC-6.7", "SC-7.4")
def test_who_stands_off_drives_a_leader_from_the_space_he_goes_back_to():
    b = stage(
        unit(
            "a",
            at=(5, 5),
            came_from=(5, 4),
            formation="field_column",
            arm="dragoons",
            status="good_order",
            killed=11,
            figures=12,
            **CHARGED,
        ),
        unit("b", side="red", at=(5, 5), facing="S", formation="march_column", **STRUCK),
        unit("far", side="red", at=(9, 9)),
        leaders={"red-1": (5, 4)},
        dice=[],
        phase="8",
    )
    run(melee.play(b))
    assert (b.unit("a").space, b.unit("a").status) == ((5, 4), "halted")
    assert b.world.leaders["brigadier-red"].space in ((5, 5), (9, 9))


@pytest.mark.rule("SC-6.7", "SC-5.5")
def test_who_charged_in_to_help_and_is_beaten_goes_the_way_he_came():
    b = stage(
        unit("a", at=(5, 5), came_from=(5, 4), **COLUMN, **CHARGED),
        unit("b", side="red", at=(5, 5), facing="S", **COLUMN, **STRUCK),
        unit("c", side="red", at=(5, 5), facing="E", came_from=(4, 5), **COLUMN, **STRUCK),
        dice=[6, 6, 1, 1, 1, *[1] * 7, 1, 1],
        phase="8",
    )
    run(melee.play(b))
    assert [(b.unit(each).status, b.unit(each).space) for each in "bc"] == [("retreat", (5, 8)), ("retreat", (2, 5))]
