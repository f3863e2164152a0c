"""Section 4: melee, loss moves, breakthrough, fatigue."""

import pytest

NONE = None
FOOT = {
    "square": [(3, 6), (3, 6), (3, 6), (3, 6)],
    "attack_column": [(5, 1), (1, 0), (1, 0), (0, 0)],
    "line": [(4, 1), (1, 0), (1, 0), (0, 0)],
    "closed_column": [(4, 3), (1, 1), (1, 1), (0, 0)],
    "semi_formed": [(2, -2), (0, -2), (0, -2), (-1, NONE)],
    "skirmish": [(-1, NONE), (NONE, NONE), (NONE, NONE), (NONE, NONE)],
    "march_column": [(-1, NONE), (NONE, NONE), (NONE, NONE), (NONE, NONE)],
}
HORSE = {
    "march_column": [(1, -3), (NONE, NONE), (NONE, NONE), (NONE, NONE)],
    "echelon_right": [(6, 4), (1, 1), (3, 3), (0, 0)],
    "echelon_left": [(6, 4), (3, 3), (1, 1), (0, 0)],
    "line": [(5, 5), (0, 0), (0, 0), (-1, -1)],
    "double_line": [(6, 4), (2, 2), (2, 2), (0, 0)],
    "field_column": [(3, 2), (1, 1), (1, 1), (-1, -1)],
    "skirmish": [(1, -1), (-2, -2), (-2, -2), (-3, -3)],
}
GUNS = [(-1, NONE), (NONE, NONE), (NONE, NONE), (NONE, NONE)]
BLOCKS = (
    [("infantry", formation, block) for formation, block in FOOT.items()]
    + [(arm, formation, block) for arm in ("light_cavalry", "heavy_cavalry") for formation, block in HORSE.items()]
    + [(arm, "unlimbered", GUNS) for arm in ("foot_artillery", "horse_artillery")]
)
SIDES = ("front", "left", "right", "rear")
STRONG = {"grade": "grenadier", "guard": True}
"""Four dice more, to see negative numbers, and that NONE stays NONE."""


@pytest.mark.rule(
    "SC-4.1",
    "SC-4.1a",
    "SC-4.1b",
    "SC-4.1c",
    "SC-4.1d",
    "SC-4.1e",
    "SC-4.1f",
    "SC-4.1g",
    "SC-4.1h",
    "SC-4.2a",
    "SC-4.2b",
    "SC-4.2c",
    "SC-4.2d",
    "SC-4.2e",
    "SC-4.2f",
    "SC-4.2g",
    "SC-4.2h",
)
@pytest.mark.parametrize("arm, formation, block", BLOCKS)
def test_formation_blocks(melee_pools, arm, formation, block):
    for side, dice in zip(SIDES, block, strict=True):
        for foe, base in zip(("infantry", "heavy_cavalry"), dice, strict=True):
            light_against_heavy = 3 if arm == "light_cavalry" and foe == "heavy_cavalry" else 0
            _, pool = melee_pools({"arm": foe}, {"arm": arm, "formation": formation, "attacked": side, **STRONG})
            assert pool == (0 if base is None else max(0, base + 4 - light_against_heavy)), (side, foe)


@pytest.mark.rule("SC-4.1")
def test_guns_count_as_foot(melee_pools):
    assert melee_pools({}, {"arm": "foot_artillery", "formation": "limbered"})[0] == 4


@pytest.mark.rule("SC-4.1d", "SC-4.4b")
def test_british_line(melee_pools):
    assert melee_pools({}, {"british": True})[1] == 5
    assert melee_pools({}, {"british": True, "formation": "attack_column"})[1] == 5
    assert melee_pools({}, {"arm": "heavy_cavalry", "british": True})[1] == 5


@pytest.mark.rule("SC-4.4a", "SC-4.4b", "SC-4.4f", "SC-4.4g", "SC-4.4h")
@pytest.mark.parametrize(
    "facts, worth",
    [({"grade": "grenadier", "guard": True}, 4), ({"grade": "elite"}, 2), ({"grade": "crack", "guard": True}, 2),
     ({"grade": "crack"}, 1), ({"grade": "veteran"}, 0), ({"grade": "green"}, -1), ({"grade": "conscript"}, -2),
     ({"grade": "militia"}, -2), ({"grade": "grenadier", "guard": True, "old_guard": True}, 5),
     ({"leader": "brigade"}, 1), ({"leader": "higher"}, 2), ({"status": "halted"}, -1), ({"status": "fallback"}, -2),
     ({"status": "disordered"}, -2), ({"status": "retreat"}, -3), ({"status": "rout"}, -4), ({"killed": 2}, 0),
     ({"killed": 3}, -1), ({"killed": 8}, -2)],
)  # fmt: skip
def test_what_a_unit_is_worth(melee_pools, facts, worth):
    assert melee_pools(facts, {})[0] == 4 + worth


@pytest.mark.rule("SC-4.4h")
@pytest.mark.parametrize("killed, dice", [(0, 3), (1, 3), (2, 2), (3, 2), (4, 1)])
def test_what_a_battery_loses_with_its_crew(melee_pools, killed, dice):
    crew = {"arm": "foot_artillery", "formation": "unlimbered", "killed": killed, **STRONG}
    assert melee_pools(crew, {})[0] == dice


@pytest.mark.rule("SC-4.4g", "SC-4.4h")
@pytest.mark.parametrize(
    "facts, dice", [({"status": "halted", "blown": True}, 2), ({"killed": 5}, 3), ({"killed": 1}, 5)]
)
def test_horse_blown_and_thinned(melee_pools, facts, dice):
    assert melee_pools({"arm": "heavy_cavalry", **facts}, {})[0] == dice


@pytest.mark.rule("SC-4.4c")
@pytest.mark.parametrize(
    "ours, theirs, worth",
    [
        ({}, {"attacked": "left"}, 2),
        ({}, {"attacked": "rear"}, 2),
        ({"charged_through": True}, {"attacked": "left"}, 0),
        ({}, {"cover": "light"}, -1),
        ({}, {"cover": "heavy"}, -2),
        ({}, {"cover": "strong_point"}, -3),
        ({}, {"cover": "strong_point", "attacked": "left"}, -3),
        ({}, {"formation": "square", "attacked": "rear"}, 0),
        ({"charged_through": True}, {}, -2),
    ],
)
def test_approach(melee_pools, ours, theirs, worth):
    column = {"formation": "attack_column", "charged": True}
    assert melee_pools({**column, **ours}, theirs)[0] == 5 + worth


@pytest.mark.rule("SC-4.4c")
def test_only_the_side_that_charged_counts_the_approach(melee_pools):
    assert melee_pools({"charged": True}, {"charged_through": True})[1] == 4
    assert melee_pools({"charged": True, "cover": "heavy"}, {})[1] == 4


@pytest.mark.rule("SC-4.4d")
@pytest.mark.parametrize(
    "own, enemy, worth", [(2, 1, 2), (3, 2, 0), (4, 1, 3), (3, 1, 3), (2, 0, 2), (1, 1, 0), (4, 2, 2)]
)
def test_mass(melee_pools, own, enemy, worth):
    assert melee_pools({"units": own}, {"units": enemy})[0] == 4 + worth


@pytest.mark.rule("SC-4.4e")
@pytest.mark.parametrize(
    "ours, theirs, pool",
    [
        ({"arm": "light_cavalry", "formation": "double_line", "lances": True}, {"formation": "square"}, 3),
        ({"arm": "light_cavalry"}, {"arm": "heavy_cavalry"}, 2),
        ({"arm": "heavy_cavalry"}, {"arm": "light_cavalry"}, 5),
        ({"sappers": True}, {}, 5),
        ({}, {"formation": "square"}, 4),
    ],
)
def test_unit_types(melee_pools, ours, theirs, pool):
    assert melee_pools(ours, theirs)[0] == pool


@pytest.mark.rule("SC-6.5")
def test_ledger_leads(melee_pools):
    column = {"formation": "attack_column", "charged": True}
    assert melee_pools({**column, "units": 2}, {}) == (7, 4)
    assert melee_pools(column, {"attacked": "left"}) == (7, 1)


@pytest.mark.rule("SC-4.3a", "SC-4.3b", "SC-6.6")
@pytest.mark.parametrize(
    "dice, expected",
    [
        ([5, 6, 5, 6, 5, 1, 1, 1], ("ours", 3, "rout", 1, 4)),
        ([5, 6, 4, 1, 5, 6, 1, 1], ("none", 0, "engaged", 2, 2)),
        ([5, 1, 1, 1, 1, 1, 1, 1], ("ours", 1, "fallback", 0, 1)),
        ([1, 1, 1, 1, 5, 5, 1, 1], ("theirs", 2, "retreat", 2, 0)),
        ([6, 6, 6, 6, 1, 1, 1, 1], ("ours", 4, "rout", 0, 4)),
    ],
)
def test_hits_compared(outcome, dice, expected):
    assert outcome("melee", dice) == expected


@pytest.mark.rule("SC-6.6")
def test_full_melee_of_the_ledger(roll):
    facts = {"ours.formation": "attack_column", "ours.charged": True, "theirs.cover": "light", "theirs.grade": "green"}
    result = roll("melee", [5, 6, 2, 1, 1, 2, 3], facts=facts)
    assert result.outcome == ("ours", 2, "retreat", 0, 2)


@pytest.mark.rule("SC-0.13")
def test_no_horse_in_square(roll):
    assert roll("melee", facts={"ours.arm": "light_cavalry", "ours.formation": "square"}).refusal.rule == "SC-0.13"


@pytest.mark.rule("SC-4.3c", "SC-5.4")
@pytest.mark.parametrize("result, low, high", [("fallback", 1, 2), ("retreat", 3, 4), ("rout", 4, 5)])
def test_loss_moves(outcome, result, low, high):
    assert [outcome("loss-move", [die], result=result).spaces for die in range(1, 7)] == [low] * 3 + [high] * 3


INFANTRY = [(-1, -1, 0, 0), (-1, 0, 0, 1), (0, 1, 1, 1), (0, 1, 1, 2), (1, 1, 2, 2), (1, 2, 2, 3)]
CAVALRY = [(-2, -2, -1, -1), (-1, -1, 1, 1), (0, 1, 1, 2), (1, 2, 2, 3), (2, 2, 3, 4), (2, 3, 4, 4)]


@pytest.mark.rule("SC-4.5a", "SC-4.5b")
@pytest.mark.parametrize("cavalry, table", [(False, INFANTRY), (True, CAVALRY)])
@pytest.mark.parametrize("die", range(1, 7))
def test_breakthrough_table(outcome, cavalry, table, die):
    for margin in (1, 2, 3, 4, 6):
        found = outcome("breakthrough", [die], margin=margin, cavalry=cavalry)
        assert found == (table[die - 1][min(margin, 4) - 1], die in (3, 4))


@pytest.mark.rule("SC-4.6a", "SC-4.6b")
@pytest.mark.parametrize(
    "cavalry, line, dice, halted, blown",
    [(False, True, [4, 5], False, False), (False, True, [4, 6], True, False), (False, False, [6, 6], True, False),
     (True, True, [4, 4], False, False), (True, True, [4, 5], True, False), (True, True, [5, 6], True, True),
     (True, False, [5, 6], True, False), (True, False, [6, 6], True, True), (True, False, [4, 5], False, False)],
)  # fmt: skip
def test_fatigue(outcome, cavalry, line, dice, halted, blown):
    assert outcome("fatigue", dice, cavalry=cavalry, line=line) == (halted, blown)


@pytest.mark.rule("SC-4.6a", "SC-4.6b")
@pytest.mark.parametrize("cavalry", [False, True])
@pytest.mark.parametrize("ap, tires", [(-2, False), (0, False), (1, True), (4, True)])
def test_only_a_breakthrough_of_a_space_or_more_tires(refusal, cavalry, ap, tires):
    assert (refusal("fatigue", cavalry=cavalry, ap=ap) == "") is tires
