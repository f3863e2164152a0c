"""Sections 1.4 to 1.6 and 7: radius, leaders, orders, cubes, initiative."""

import pytest

from grognard.kernel.modifiers import Applied
from grognard.kernel.sources import NO_DICE, ScriptedDice
from grognard.scenarios.loading import load
from grognard.systems.steel_canister.muster import muster
from grognard.systems.steel_canister.terms import branch


@pytest.mark.rule("SC-1.4a")
@pytest.mark.parametrize(
    "level, arm, radius",
    [("brigade", "infantry", 3), ("brigade", "light_cavalry", 5), ("brigade", "foot_artillery", 3),
     ("brigade", "horse_artillery", 5), ("brigade", "volante", 5), ("division", "infantry", 6),
     ("division", "heavy_cavalry", 8), ("corps", "infantry", 9), ("corps", "heavy_cavalry", 10),
     ("army", "infantry", 9), ("army", "light_cavalry", 10)],
)  # fmt: skip
def test_radius_and_its_edge(outcome, level, arm, radius):
    assert outcome("command-radius", level=level, arm=arm, distance=radius) == (radius, True)
    assert not outcome("command-radius", level=level, arm=arm, distance=radius + 1).in_command


@pytest.mark.rule("SC-1.4b")
def test_steps_of_the_way(sc):
    table = sc.tables["SC-1.4b"]
    assert (table["straight"], table["diagonal"], table["hindered"]) == (1, 2, 1)


@pytest.mark.rule("SC-1.5")
@pytest.mark.parametrize("die, replaced", [(1, False), (3, False), (4, True), (6, True)])
def test_leader_replacement(outcome, die, replaced):
    assert outcome("leader-replacement", [die]).replaced is replaced


@pytest.mark.rule("SC-1.6")
@pytest.mark.parametrize("step", ["write", "issue"])
@pytest.mark.parametrize("die, succeeds", [(1, False), (3, False), (4, True), (6, True)])
def test_order_change(outcome, step, die, succeeds):
    assert outcome("order-change", [die], step=step).succeeds is succeeds


@pytest.mark.rule("SC-1.6")
@pytest.mark.parametrize("die, more, succeeds", [(1, -1, False), (4, -1, False), (3, 1, True), (6, 1, True)])
def test_a_battles_special_rule_leads_an_order_beyond_the_die(sc, die, more, succeeds):
    check = sc["order-change"]
    facts = check.read({}).under((Applied("SC-1.6", "a sluggish staff", more, ""),))
    assert check.roll(facts, ScriptedDice([die])).settled.succeeds is succeeds


@pytest.mark.rule("SC-7.5", "SC-1.1c")
@pytest.mark.parametrize("dice, winner", [([3, 3], "again"), ([5, 2], "ours"), ([1, 6], "theirs")])
def test_initiative(outcome, dice, winner):
    assert outcome("initiative", dice).winner == winner


@pytest.mark.rule("SC-7.5")
def test_initiative_bonus(outcome):
    assert outcome("initiative", [4, 4], facts={"theirs.bonus": 1}).winner == "theirs"


@pytest.mark.rule("SC-7.3", "SC-6.1", "SC-5.2", "SC-7.1", "SC-7.2", "SC-5.8")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({}, ""),
        ({"engaged": True}, "SC-7.3"),
        ({"status": "rout"}, "SC-7.3"),
        ({"status": "retreat"}, "SC-7.3"),
        ({"status": "halted"}, "SC-5.2"),
        ({"in_command": False}, "SC-7.1"),
        ({"brigade": "move"}, "SC-7.2"),
        ({"brigade": "hold"}, "SC-7.2"),
        ({"brigade": "withdraw"}, "SC-7.2"),
        ({"blown": True}, "SC-5.8"),
        ({"artillery": True}, "SC-6.1"),
    ],
)
def test_who_takes_a_charge_cube(refusal, facts, rule):
    assert refusal("order-cube", cube="charge", **facts) == rule


@pytest.mark.rule("SC-7.3")
@pytest.mark.parametrize("cube, allowed", [("rally", True), ("move", False), ("fire", False), ("hold", False)])
def test_fugitives_only_rally(refusal, cube, allowed):
    assert (not refusal("order-cube", cube=cube, status="rout")) is allowed


@pytest.mark.rule("SC-7.2")
@pytest.mark.parametrize(
    "order, spaces, allowed",
    [("attack", 5, (True, True, True, True)), ("move", 5, (False, True, True, True)),
     ("hold", 0, (False, True, True, True)), ("hold", 1, (False, True, False, True)),
     ("withdraw", 3, (False, False, True, False))],
)  # fmt: skip
def test_what_orders_allow(outcome, order, spaces, allowed):
    assert outcome("brigade-order", order=order, spaces=spaces) == allowed


@pytest.mark.rule("SC-7.4")
@pytest.mark.parametrize("die, second, hit", [(5, False, False), (6, False, True), (4, True, False), (5, True, True)])
def test_leader_loss(outcome, die, second, hit):
    assert outcome("leader-loss", [die], second=second).hit is hit


@pytest.mark.rule("SC-1.1i", "SC-1.1j", "SC-6.3")
def test_when_opportunity_comes(sc):
    t = sc.tables
    assert t.value("SC-1.1i", "phases") == ["5a", "5b", "5c", "5d", "5e", "5f"]
    assert t.value("SC-1.1j", "phases") == ["5e", "5f"]
    assert len(t.value("SC-6.3", "steps")) == 6


@pytest.mark.rule("SC-6.1", "SC-6.2")
def test_who_charges_in_what(sc):
    t = sc.tables
    assert t.value("SC-6.1", "infantry") == ["line", "attack_column", "closed_column"]
    assert t.value("SC-6.1", "not_into") == ["heavy", "swamp", "strong_point"]
    assert len(t.value("SC-6.1", "cavalry")) == 5


@pytest.mark.rule("SC-8.2")
def test_standard_board(sc):
    """Even Ground is the standard battle: its field, its zones, its armies."""
    table, side = sc.tables["SC-8.2"], sc.tables.number("SC-0.1", "paces")
    assert (table["wide"], table["deep"], table["rows"]) == (16, 12, 3)
    battle = load("even-ground")
    assert battle.header.table_paces == (16 * side, 12 * side)
    for zone in battle.header.zone:
        depths = [y for _, y in zone.polygon]
        assert max(depths) - min(depths) == 3 * side


@pytest.mark.rule("SC-8.2")
@pytest.mark.parametrize(
    "across, deep, allowed", [(1, 1, True), (16, 3, True), (16, 4, False), (1, 12, False), (17, 1, None), (1, 13, None)]
)
def test_where_a_side_sets_up_on_the_standard_board(sc, across, deep, allowed):
    check = sc["standard-set-up"]
    made = check.roll(check.situation(across=across, deep=deep), NO_DICE)
    assert made.outcome == (None if allowed is None else (allowed,))
    assert (made.refusal is not None) == (allowed is None)


@pytest.mark.rule("SC-8.2")
@pytest.mark.parametrize("side", [0, 1])
def test_standard_army(side):
    battle = load("even-ground")
    army = battle.sides[side]
    arms = [[unit.arm for unit in formation.units] for formation in army.formations]
    brigade = ["light_infantry", "infantry", "infantry", "infantry", "foot_artillery"]
    assert arms == [brigade, brigade, ["heavy_cavalry", "light_cavalry"]]
    assert all(formation.commander for formation in army.formations)
    mustered = [each for each in muster(battle) if each.side == army.name]
    assert {each.grade for each in mustered} == {"veteran"}
    assert {each.weight for each in mustered if each.arm == "foot_artillery"} == {"medium"}
    assert {(branch(each.arm), each.figures) for each in mustered} == {
        ("infantry", 18),
        ("cavalry", 12),
        ("artillery", 6),
    }


@pytest.mark.rule("SC-1.5", "SC-1.6")
@pytest.mark.parametrize("rule", ["SC-1.5", "SC-1.6"])
def test_bands_of_the_die_meet_and_end_with_it(sc, rule):
    assert [(row["from"], row["to"]) for row in sc.tables.value(rule, "rows")] == [(1, 3), (4, 6)]


@pytest.mark.rule("SC-7.5")
def test_nobody_has_a_bonus_for_initiative_unless_the_battle_says_so(sc):
    assert sc.tables.number("SC-7.5", "bonus") == 0
