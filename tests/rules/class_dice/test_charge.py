"""Charges: both tables, every modifier, what follows."""

import pytest

from grognard.kernel.opposed import Contest

OPEN = [
    (-30, -12, "attacker_surrenders"), (-11, -10, "attacker_routs"), (-9, -8, "attacker_broken"),
    (-7, -5, "attacker_staggers"), (-4, -3, "attacker_halts"), (-2, -1, "firefight"), (0, 0, "melee"),
    (1, 2, "firefight"), (3, 4, "defender_recoils"), (5, 6, "defender_disordered"), (7, 8, "defender_broken"),
    (9, 10, "defender_routs"), (11, 30, "defender_surrenders"),
]  # fmt: skip
COVER = [
    *OPEN[:6],
    (0, 5, "melee"),
    (6, 6, "firefight"),
    (7, 7, "defender_recoils"),
    (8, 8, "defender_disordered"),
    (9, 9, "defender_broken"),
    (10, 10, "defender_routs"),
    (11, 30, "defender_surrenders"),
]


def read(cd, difference: int, cover: str = "none", ours: str = "infantry", theirs: str = "infantry") -> str:
    """The outcome of a difference between two units of these arms."""
    check = cd["charge"]
    pair = check.read({"ours.arm": ours, "theirs.arm": theirs, "theirs.cover": cover})
    return check.result(Contest(difference, *pair)).outcome


@pytest.mark.rule("CD-charge-open", "CD-charge-cover")
@pytest.mark.parametrize(
    "cover, table",
    [("none", OPEN), ("sparse", OPEN), ("light", COVER), ("medium", COVER), ("heavy", COVER), ("entrenched", COVER)],
)
def test_every_band_of_both_tables(cd, cover, table):
    for low, high, found in table:
        assert read(cd, low, cover) == read(cd, high, cover) == found


@pytest.mark.rule("CD-charge-roll")
@pytest.mark.parametrize(
    "ours, theirs, dice, net, found",
    [
        ({"cw": 14}, {"cw": 11, "secure_flanks": 1}, [7, 4], 5, "defender_disordered"),
        ({"cw": 14}, {"cw": 11, "cover": "light"}, [7, 4], 5, "melee"),
        ({}, {"secure_flanks": 2}, [3, 9], -8, "attacker_broken"),
    ],
)
def test_ledger_charges(both, ours, theirs, dice, net, found):
    result = both("charge", dice, ours, theirs)
    assert (result.total, result.outcome.outcome) == (net, found)


@pytest.mark.rule("CD-charge-cavalry-firefight")
@pytest.mark.parametrize(
    "net, cover, ours, theirs, found",
    [
        (1, "none", "light_cavalry", "heavy_cavalry", "melee"), (-2, "none", "light_cavalry", "light_cavalry", "melee"),
        (2, "none", "heavy_cavalry", "infantry", "defender_recoils"),
        (-1, "none", "heavy_cavalry", "infantry", "attacker_halts"),
        (6, "light", "light_cavalry", "infantry", "defender_recoils"),
        (-2, "light", "light_cavalry", "artillery", "attacker_halts"),
        (1, "none", "infantry", "light_cavalry", "defender_recoils"),
        (1, "none", "infantry", "artillery", "firefight"), (3, "none", "light_cavalry", "infantry", "defender_recoils"),
    ],
)  # fmt: skip
def test_cavalry_does_not_firefight(cd, net, cover, ours, theirs, found):
    assert read(cd, net, cover, ours, theirs) == found


HORSE, FOOT = {"arm": "light_cavalry"}, {"arm": "infantry"}


@pytest.mark.rule("CD-charge-attacker-mods", "CD-charge-mass")
@pytest.mark.parametrize(
    "ours, theirs, worth",
    [
        ({"arm": "heavy_cavalry", "cw": 14}, {"cw": 11}, 9),
        ({"status": "shaken", "cw": 10, "closing": 25, "castings": 44}, {"cw": 12, "castings": 20}, -5),
        (HORSE, {"formation": "square"}, -5), ({"status": "shaken"}, {}, -2), ({"status": "disordered"}, {}, -4),
        ({**HORSE, "path": 239}, {"formation": "square"}, -8), ({**HORSE, "path": 240}, {"formation": "square"}, -5),
        ({"path": 60}, {}, 0), ({"closing": 9}, {}, 0), ({"closing": 10}, {}, -2), ({"closing": 19}, {}, -2),
        ({"closing": 30}, {}, -6), ({"downhill": True}, {}, 1), (HORSE, {"formation": "line"}, 6),
        (HORSE, {"formation": "general"}, 7), (HORSE, {"formation": "column"}, 4), (HORSE, {"formation": "road"}, 4),
        (HORSE, {"formation": "closed_column"}, -2), (HORSE, {"arm": "light_cavalry"}, 0),
        (HORSE, {"arm": "light_cavalry", "formation": "general"}, 7),
        ({"arm": "heavy_cavalry"}, {"arm": "light_cavalry"}, 4),
        ({"arm": "heavy_cavalry"}, {"arm": "heavy_cavalry"}, 0),
        (HORSE, {"arm": "artillery", "formation": "unlimbered"}, 0), ({}, {"formation": "square"}, 4),
        ({}, {"formation": "column"}, 0), ({"leaders": 3}, {}, 3), ({"leaders": -1}, {}, -1),
        ({"strikes": "flank"}, {}, 6), ({"strikes": "rear"}, {}, 8), ({"strikes": "rear"}, {"formation": "square"}, 4),
        ({"strikes": "flank"}, {"formation": "closed_column"}, 0), ({"strikes": "flank"}, {"formation": "general"}, 0),
        ({**HORSE, "strikes": "flank"}, {"formation": "line"}, 12), ({"cw": 19}, {"cw": 1}, 18),
        ({"cw": 3}, {"cw": 10}, -7), ({"formation": "general"}, {}, 0), ({"secure_flanks": 2, "cover": "heavy"}, {}, 0),
    ],
)  # fmt: skip
def test_what_counts_for_the_attacker(totals, ours, theirs, worth):
    assert totals("charge", ours, theirs)[0] == worth


@pytest.mark.rule("CD-charge-defender-mods", "CD-countercharge")
@pytest.mark.parametrize(
    "ours, theirs, worth",
    [
        ({}, {"secure_flanks": 2, "cover": "medium"}, 5), ({}, {"status": "broken", "formation": "general"}, -11),
        ({}, {"status": "shaken"}, -2), ({}, {"status": "disordered"}, -4), ({}, {"status": "broken"}, -9),
        ({}, {"secure_flanks": 1}, 1), ({}, {"formation": "general"}, -2), ({}, {"cover": "light"}, 1),
        ({}, {"cover": "sparse"}, 0), ({}, {"cover": "heavy"}, 5), ({}, {"cover": "entrenched"}, 5),
        (HORSE, HORSE, -3), (HORSE, {**HORSE, "countercharges": True}, 0),
        (HORSE, {"arm": "heavy_cavalry", "countercharges": True}, 4), (HORSE, {"arm": "heavy_cavalry"}, -3),
        (HORSE, {**HORSE, "countercharges": True, "downhill": True, "leaders": 2}, 3),
        (HORSE, {**HORSE, "downhill": True, "leaders": 2}, -3), ({}, {"downhill": True, "leaders": 2}, 0),
        ({}, {"strikes": "rear", "closing": 50, "path": 0}, 0),
    ],
)  # fmt: skip
def test_what_counts_for_the_defender(totals, ours, theirs, worth):
    assert totals("charge", ours, theirs)[1] == worth


@pytest.mark.rule("CD-charge-mass")
@pytest.mark.parametrize(
    "ours, theirs, worth",
    [
        (36, 24, (2, 0)), (24, 17, (0, 0)), (6, 24, (0, 5)), (35, 24, (0, 0)), (47, 24, (2, 0)), (48, 24, (3, 0)),
        (71, 24, (3, 0)), (72, 24, (4, 0)), (95, 24, (4, 0)), (96, 24, (5, 0)), (120, 6, (5, 0)), (24, 36, (0, 2)),
        (24, 24, (0, 0)), (24, 0, (5, 0)), (0, 0, (0, 0)),
    ],
)  # fmt: skip
def test_mass(totals, ours, theirs, worth):
    assert totals("charge", {"castings": ours}, {"castings": theirs}) == worth


@pytest.mark.rule("CD-charge-attacker-mods", "CD-formations")
@pytest.mark.parametrize(
    "ours, rule",
    [
        ({"status": "broken"}, "CD-charge-attacker-mods"), ({"formation": "square"}, "CD-formations"),
        ({"formation": "road"}, "CD-formations"), ({"arm": "artillery", "formation": "unlimbered"}, "CD-formations"),
        ({"arm": "artillery"}, "CD-formations"), ({"status": "disordered"}, ""), ({"formation": "column"}, ""),
    ],
)  # fmt: skip
def test_who_may_charge(refusal, ours, rule):
    assert refusal("charge", facts={f"ours.{name}": value for name, value in ours.items()}) == rule


@pytest.mark.rule("CD-charge-sequence")
@pytest.mark.parametrize(
    "facts, course",
    [
        ({"quarters": 0}, "none"), ({"quarters": 4, "effect": "disordered"}, "home"),
        ({"quarters": 4, "effect": "recoil"}, "stopped"), ({"quarters": 4, "effect": "rout"}, "stopped"),
        ({"quarters": 4, "allowance": 240, "distance": 240}, "home"),
        ({"quarters": 4, "allowance": 240, "distance": 241}, "advance"), ({"quarters": 4, "effect": "shaken"}, "home"),
    ],
)  # fmt: skip
def test_whether_a_charge_strikes_home(outcome, facts, course):
    assert outcome("charge-course", **facts).course == course


@pytest.mark.rule("CD-charge-sequence")
def test_the_steps_of_a_charge(cd):
    assert cd.tables.value("CD-charge-sequence", "steps") == [
        "declare",
        "movement_roll",
        "reactions",
        "crash_through",
        "approach_fire",
        "charge_roll",
        "result",
        "continue",
    ]


NO = (False,) * 2
EFFECTS = {
    "attacker_surrenders": ("surrender", "none", 0, 0, False, False, False, False, *NO),
    "attacker_routs": ("rout", "none", 0, 0, False, False, False, False, *NO),
    "attacker_broken": ("broken", "none", 0, 0, False, False, False, False, *NO),
    "attacker_staggers": ("disordered", "none", 0, 240, False, True, False, False, *NO),
    "attacker_halts": ("none", "none", 0, 180, False, True, False, False, *NO),
    "firefight": ("none", "none", 0, 120, False, False, False, True, *NO),
    "melee": ("none", "none", 0, 0, False, False, True, False, *NO),
    "defender_recoils": ("none", "none", 120, 0, True, True, False, False, *NO),
    "defender_disordered": ("none", "recoil", 0, 0, True, True, False, False, *NO),
    "defender_broken": ("none", "broken", 0, 0, True, True, False, False, *NO),
    "defender_routs": ("none", "rout", 0, 0, True, False, False, False, *NO),
    "defender_surrenders": ("none", "surrender", 0, 0, True, False, False, False, *NO),
}


@pytest.mark.rule("CD-charge-results")
@pytest.mark.parametrize("found", list(EFFECTS))
def test_what_each_result_does(roll, found):
    assert roll("charge-effect", facts={"outcome": found}).outcome == EFFECTS[found]


@pytest.mark.rule("CD-charge-artillery")
@pytest.mark.parametrize(
    "found, limbered, taken, silenced",
    [
        ("defender_disordered", False, True, False), ("defender_broken", False, True, False),
        ("defender_routs", False, True, False), ("defender_surrenders", False, True, False),
        ("defender_recoils", False, False, True), ("defender_recoils", True, True, False),
        ("attacker_halts", False, False, False), ("melee", True, False, False),
    ],
)  # fmt: skip
def test_charging_guns(roll, found, limbered, taken, silenced):
    facts = {"outcome": found, "defender": "artillery", "limbered": limbered}
    assert roll("charge-effect", facts=facts).outcome[-2:] == (taken, silenced)


@pytest.mark.rule("CD-charge-surrender")
@pytest.mark.parametrize("castings, die, result", [(20, 4, (8, 12)), (9, 1, (1, 8)), (20, 10, (20, 0)), (7, 5, (3, 4))])
def test_part_of_a_unit_surrenders(outcome, castings, die, result):
    assert outcome("charge-surrender", [die], castings=castings) == result


@pytest.mark.rule("CD-continue-charge", "CD-no-pursuit")
@pytest.mark.parametrize(
    "facts, allowed",
    [
        ({"outcome": "defender_recoils", "distance": 234}, True),
        ({"outcome": "defender_routs", "distance": 240}, False),
        ({"outcome": "defender_routs", "distance": 239}, True),
        ({"outcome": "defender_routs", "distance": 330, "branch": "cavalry"}, True),
        ({"outcome": "defender_routs", "distance": 359, "branch": "cavalry"}, True),
        ({"outcome": "defender_routs", "distance": 360, "branch": "cavalry"}, False),
        ({"outcome": "defender_surrenders"}, True), ({"outcome": "attacker_halts"}, False),
        ({"outcome": "firefight"}, False), ({"outcome": "melee", "fought": True}, False),
        ({"outcome": "defender_routs", "fought": True}, False), ({"outcome": "defender_broken", "continued": 1}, True),
        ({"outcome": "defender_broken", "continued": 2}, False),
    ],
)  # fmt: skip
def test_continuing_a_charge(roll, facts, allowed):
    assert roll("continue-charge", facts=facts).outcome.allowed is allowed


@pytest.mark.rule("CD-ride-down")
@pytest.mark.parametrize(
    "facts, allowed",
    [
        ({"outcome": "defender_broken"}, True), ({"outcome": "defender_disordered"}, True),
        ({"outcome": "defender_routs"}, True), ({"outcome": "defender_recoils"}, False),
        ({"outcome": "defender_surrenders"}, False), ({"outcome": "defender_broken", "table": "cover"}, False),
        ({"outcome": "defender_broken", "attacker": "infantry"}, False),
        ({"outcome": "defender_broken", "defender": "cavalry"}, False),
    ],
)  # fmt: skip
def test_who_is_ridden_down(roll, facts, allowed):
    assert roll("ride-down", facts=facts).outcome.allowed is allowed
