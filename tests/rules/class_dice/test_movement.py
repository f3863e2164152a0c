"""Movement: the whole table, rates, guns, terrain, disruptive ground."""

from fractions import Fraction
from itertools import groupby

import pytest

from grognard.kernel.checks import Thrown

QUARTERS = {"1.25": 5, "1": 4, "3/4": 3, "1/2": 2, "NM": 0}
TABLE = {
    "superior": "1.25 1.25 1.25 1.25 1 1 1 1 3/4 3/4 NM",
    "excellent": "1.25 1.25 1.25 1 1 1 1 3/4 3/4 NM NM",
    "good": "1.25 1.25 1 1 1 3/4 3/4 3/4 NM NM NM",
    "average": "1 1 1 1 3/4 3/4 1/2 1/2 NM NM NM",
    "poor": "1 1 3/4 3/4 3/4 1/2 1/2 NM NM NM NM",
}
PRINTED = {
    "superior": "1.25 1.25 1 1 3/4 NM",
    "excellent": "1.25 1.25 1 1 3/4 NM NM",
    "good": "1.25 1 1 3/4 3/4 NM NM",
    "average": "1 1 3/4 1/2 NM NM",
    "poor": "1 1 3/4 3/4 1/2 NM NM",
}


@pytest.mark.rule("CD-move-table")
@pytest.mark.parametrize("co", list(TABLE))
def test_every_cell_of_the_movement_table(cd, co):
    check = cd["movement"]
    facts = check.read({"troop_class": "line", "co": co})
    for total, cell in zip(range(12, 1, -1), TABLE[co].split(), strict=True):
        assert check.result(Thrown(total, 7, facts)).quarters == QUARTERS[cell], total
    assert check.result(Thrown(15, 12, facts)).quarters == QUARTERS[TABLE[co].split()[0]]
    assert check.result(Thrown(-3, 3, facts)).quarters == 0


@pytest.mark.rule("CD-move-table")
@pytest.mark.parametrize("co", list(TABLE))
def test_the_grid_holds_the_printed_cells_in_their_order(cd, co):
    """Fewer cells are printed than there are columns: the same words come in the same order."""
    grid = [quarters for quarters, _ in groupby(cd.tables.value("CD-move-table", co))]
    assert grid == [QUARTERS[cell] for cell, _ in groupby(PRINTED[co].split())]


@pytest.mark.rule("CD-move-table", "CD-move-natural-2")
@pytest.mark.parametrize(
    "facts, dice, total, quarters",
    [
        ({"troop_class": "line", "co": "good", "in_smoke": True}, [4, 3], 6, 3),
        ({"troop_class": "elite", "co": "superior", "cw": 16}, [6, 2, 5], 12, 5),
        ({"troop_class": "conscript", "co": "poor", "cw": 6}, [6], 5, 0),
        ({"troop_class": "line", "co": "superior", "cw": 16, "moved_last_turn": True}, [1, 1], 4, 0),
        ({"troop_class": "conscript", "co": "superior", "cw": 16, "moved_last_turn": True}, [1], 3, 0),
        ({"troop_class": "conscript", "co": "superior", "cw": 16, "moved_last_turn": True}, [2], 4, 0),
        ({"troop_class": "elite", "co": "superior", "cw": 16}, [1, 1, 2], 4, 3),
    ],
)
def test_ledger_movement_rolls(roll, facts, dice, total, quarters):
    result = roll("movement", dice, **facts)
    assert (result.total, result.outcome.quarters) == (total, quarters)


@pytest.mark.rule("CD-move-modifiers", "CD-combat-worth")
@pytest.mark.parametrize(
    "facts, worth",
    [
        ({"cw": 14}, 0), ({"cw": 15}, 1), ({"cw": 19}, 1), ({"cw": 8}, 0), ({"cw": 7}, -1), ({"cw": 0}, -1),
        ({"status": "shaken"}, -1), ({"status": "disordered"}, -2), ({"vacating_cover": True}, -2),
        ({"in_smoke": True}, -1), ({"moved_last_turn": True}, 1),
        ({"cw": 16, "in_smoke": True, "moved_last_turn": True}, 1),
        ({"cw": 6, "status": "disordered", "vacating_cover": True}, -5),
    ],
)  # fmt: skip
def test_what_counts_for_movement(roll, facts, worth):
    assert roll("movement", [5], troop_class="conscript", co="good", **facts).total == 5 + worth


@pytest.mark.rule("CD-move-modifiers")
def test_bands_of_combat_worth_on_the_movement_list(cd):
    assert cd.tables.row("CD-move-modifiers", "cw_high").columns == {"from": 15, "to": 19}
    assert cd.tables.row("CD-move-modifiers", "cw_low").columns == {"from": 0, "to": 7}


@pytest.mark.rule("CD-move-rates")
@pytest.mark.parametrize(
    "arm, rates",
    [
        ("infantry", {"road": 18, "column": 8, "closed_column": 8, "line": 4, "general": 6, "square": 1}),
        ("light_cavalry", {"road": 30, "column": 15, "line": 11, "general": 13}),
        ("heavy_cavalry", {"road": 24, "column": 12, "line": 9, "general": 10}),
    ],
)
def test_every_rate(outcome, arm, rates):
    for formation, inches in rates.items():
        assert outcome("allowance", arm=arm, formation=formation, on_road=True).paces == 60 * inches
    assert outcome("allowance", arm=arm, formation="road").paces == 60 * rates["column"]


@pytest.mark.rule("CD-move-rates", "CD-move-apply")
@pytest.mark.parametrize(
    "facts, inches",
    [
        ({"arm": "infantry", "formation": "column", "quarters": 3}, Fraction(6)),
        ({"arm": "heavy_cavalry", "formation": "line", "charging": True}, Fraction(17)),
        ({"arm": "light_cavalry", "formation": "line", "charging": True, "quarters": 3}, Fraction(57, 4)),
        ({"arm": "infantry", "formation": "line", "charging": True, "quarters": 5}, Fraction(5)),
        ({"arm": "light_cavalry", "formation": "line", "charging": True, "quarters": 0}, Fraction(0)),
    ],
)
def test_the_roll_multiplies_the_rate(outcome, facts, inches):
    assert outcome("allowance", **facts).paces == 60 * inches


@pytest.mark.rule("CD-move-rates")
def test_there_is_no_square_on_horseback(refusal):
    assert refusal("allowance", arm="light_cavalry", formation="square") == "CD-move-rates"
    assert refusal("allowance", arm="artillery", formation="limbered") == "CD-move-rates"


GUNS = {
    "12pdr_heavy": (12, 3, 1, None, None, "1/2"), "12pdr_light": (16, 5, 3, None, None, "1"),
    "8pdr": (16, 7, 5, None, None, "1"), "6pdr": (18, 8, 6, 2, None, "3/2"), "4pdr": (20, 9, 7, 2, None, "2"),
    "8pdr_horse": (29, 13, 11, 8, 6, "1"), "6pdr_horse": (30, 14, 12, 9, 7, "2"),
}  # fmt: skip
ACTIONS = ("road", "field", "limber_or_unlimber", "unlimber_fire", "limber_unlimber_fire")


@pytest.mark.rule("CD-move-artillery", "CD-prolong")
@pytest.mark.parametrize("carriage", list(GUNS))
def test_every_distance_of_the_guns(outcome, refusal, carriage):
    for action, inches in zip(ACTIONS, GUNS[carriage], strict=False):
        if inches is None:
            assert refusal("battery-allowance", carriage=carriage, action=action) == "CD-move-artillery"
        else:
            assert outcome("battery-allowance", carriage=carriage, action=action).paces == 60 * inches
    assert outcome("prolong", carriage=carriage, points=1).paces == 60 * Fraction(GUNS[carriage][-1])


@pytest.mark.rule("CD-move-artillery", "CD-artillery-move-fire-ap")
@pytest.mark.parametrize(
    "carriage, action, highest",
    [("8pdr_horse", "unlimber_fire", 2), ("6pdr_horse", "unlimber_fire", 2), ("8pdr_horse", "limber_unlimber_fire", 1),
     ("6pdr", "unlimber_fire", 2), ("4pdr", "unlimber_fire", 2)],
)  # fmt: skip
def test_rate_of_fire_after_moving(outcome, refusal, carriage, action, highest):
    facts = {"carriage": carriage, "action": action}
    assert outcome("battery-allowance", rate=highest, **facts).highest_rate == highest
    assert refusal("battery-allowance", rate=highest + 1, **facts) == "CD-artillery-move-fire-ap"


@pytest.mark.rule("CD-move-artillery")
def test_horse_guns_at_three_quarters(outcome):
    facts = {"carriage": "6pdr_horse", "action": "limber_unlimber_fire", "quarters": 3}
    assert outcome("battery-allowance", **facts) == (315, 1)


@pytest.mark.rule("CD-artillery-move-fire-ap")
def test_who_only_moves_does_not_fire(refusal):
    assert refusal("battery-allowance", carriage="6pdr", action="field", rate=1) == "CD-artillery-move-fire-ap"


@pytest.mark.rule("CD-prolong", "CD-ap-cost")
def test_prolonging(outcome, refusal):
    assert outcome("prolong", carriage="6pdr", rate=2, points=2) == (180, 2)
    assert refusal("prolong", carriage="6pdr", rate=3, points=2) == "CD-prolong"
    assert refusal("prolong", carriage="6pdr", rate=3, points=1) == ""
    assert refusal("prolong", carriage="6pdr", rate=3, points=0, ammunition=2) == "CD-ap-cost"


@pytest.mark.rule("CD-formation-change")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({"arm": "infantry", "before": "column", "after": "line"}, (240, 120)),
        ({"arm": "infantry", "before": "line", "after": "column", "quarters": 3}, (180, 90)),
        ({"arm": "infantry", "before": "column", "after": "column"}, (480, 240)),
        ({"arm": "heavy_cavalry", "before": "line", "after": "general"}, (540, 270)),
    ],
)
def test_changing_formation(outcome, facts, result):
    assert outcome("formation-change", **facts) == result


@pytest.mark.rule("CD-formation-change")
def test_when_formation_is_not_changed(refusal):
    change = {"arm": "infantry", "before": "column", "after": "line"}
    assert refusal("formation-change", quarters=0, **change) == "CD-formation-change"
    assert refusal("formation-change", changed=True, **change) == "CD-formation-change"


@pytest.mark.rule("CD-cavalry-stand-off")
@pytest.mark.parametrize(
    "facts, back",
    [({"distance": 180}, 61), ({"distance": 240}, 1), ({"distance": 241}, 0), ({"distance": 60, "in_melee": True}, 0),
     ({"distance": 60, "status": "broken"}, 0)],
)  # fmt: skip
def test_cavalry_stays_outside_four_inches(outcome, facts, back):
    assert outcome("stand-off", **facts).back == back


@pytest.mark.rule("CD-terrain-effects")
@pytest.mark.parametrize(
    "ground, foot, guns",
    [("light_woods", "4/3", "2"), ("heavy_woods", "4", None), ("ford", "2", "4"), ("gradual_slope", "1", "1"),
     ("slope", "4/3", "2"), ("steep_slope", "2", "4"), ("open", "1", "1"), ("village", "1", "1")],
)  # fmt: skip
def test_what_each_pace_of_terrain_costs(outcome, refusal, ground, foot, guns):
    for branch, cost in (("infantry", foot), ("cavalry", foot), ("artillery", guns)):
        if cost is None:
            assert refusal("terrain", branch=branch, ground=ground) == "CD-terrain-effects"
        else:
            found = outcome("terrain", branch=branch, ground=ground)
            assert (Fraction(found.over, found.under), found.crossing) == (Fraction(cost), 0)


@pytest.mark.rule("CD-terrain-effects", "CD-terrain-apply")
def test_obstacles_and_overlapping_ground(outcome):
    assert outcome("terrain", obstacles=1).crossing == 60
    assert outcome("terrain", obstacles=2, branch="artillery").crossing == 360
    assert outcome("terrain", ground="light_woods,slope") == (16, 9, 0)
    assert outcome("terrain", ground="light_woods,slope", obstacles=1, marching=True) == (1, 1, 0)


@pytest.mark.rule("CD-terrain-apply")
def test_a_path_through_woods(outcome):
    """Two inches in the open and three in light woods take six of eight inches."""
    woods = outcome("terrain", ground="light_woods")
    assert 8 * 60 - 2 * 60 - 3 * 60 * Fraction(woods.over, woods.under) == 2 * 60


DISRUPTION = {"D1": "NE NE NE SH DO", "D2": "NE NE SH DO DO(20)", "D3": "NE SH DO DO(20) DO(40)"}
CELLS = {
    "NE": ("none", 0),
    "SH": ("shaken", 0),
    "DO": ("disordered", 0),
    "DO(20)": ("disordered", 20),
    "DO(40)": ("disordered", 40),
}


@pytest.mark.rule("CD-disruptive-table")
@pytest.mark.parametrize("grade", list(DISRUPTION))
def test_every_cell_of_disruptive_terrain(outcome, grade):
    for total, cell in zip((6, 5, 4, 3, 2), DISRUPTION[grade].split(), strict=True):
        assert outcome("disruption", [total], troop_class="conscript", grade=grade)[:2] == CELLS[cell]
    assert outcome("disruption", [1], troop_class="conscript", grade=grade)[:2] == CELLS[DISRUPTION[grade].split()[-1]]
    assert outcome("disruption", [10], troop_class="conscript", grade=grade)[:2] == ("none", 0)


@pytest.mark.rule("CD-disruptive-table")
def test_ledger_disruption(outcome, refusal):
    assert outcome("disruption", [1, 3], troop_class="line", grade="D2").effect == "shaken"
    assert outcome("disruption", [2], troop_class="conscript", grade="D3") == ("disordered", 40, False)
    assert outcome("disruption", [1, 1, 2], troop_class="elite", grade="D3") == ("disordered", 20, False)
    assert refusal("disruption", troop_class="line", grade="D3", formation="general") == "CD-disruptive-table"


@pytest.mark.rule("CD-disruptive-grades")
@pytest.mark.parametrize(
    "ground, formation, grade",
    [("light_woods", "column", "D1"), ("linear_obstacle", "column", "D1"), ("slope", "line", "D1"),
     ("slope", "column", "none"), ("heavy_woods", "line", "D2"), ("ford", "line", "D2"), ("village", "line", "D2"),
     ("steep_slope", "column", "D3"), ("marsh", "line", "D3"), ("stream", "line", "D3"),
     ("burning_village", "line", "D3"), ("gradual_slope", "line", "none"), ("open", "line", "none")],
)  # fmt: skip
def test_disruptive_ground(outcome, ground, formation, grade):
    assert outcome("disruptive-ground", ground=ground, formation=formation).grade == grade


@pytest.mark.rule("CD-passing-through")
@pytest.mark.parametrize(
    "facts, checks",
    [({"mover": "broken", "retreating": True}, True), ({"mover": "shaken"}, False), ({"mover": "steady"}, False),
     ({"mover": "disordered"}, True), ({"mover": "broken", "retreating": True, "friend": "disordered"}, True)],
)  # fmt: skip
def test_passing_through(outcome, facts, checks):
    assert outcome("passing-through", **facts).friend_checks is checks


@pytest.mark.rule("CD-passing-through")
@pytest.mark.parametrize("facts", [{"clears": False}, {"friend": "disordered"}])
def test_who_does_not_pass(refusal, facts):
    assert refusal("passing-through", mover="steady", **facts) == "CD-passing-through"
