"""Chapter 6: paces, terrain, disorder, wrecked guns, interpenetration."""

import pytest

FOOT = {"march": 120, "quick": 180, "double": 240}
MOUNTED = {"march": 160, "quick": 240, "double": 400}


@pytest.mark.rule("CS-6.1a")
@pytest.mark.parametrize("gait", ["march", "quick", "double"])
@pytest.mark.parametrize(
    "troops, rates",
    [("infantry", FOOT), ("foot_artillery", FOOT), ("cavalry", MOUNTED), ("horse_artillery", MOUNTED)],
)
def test_rates(outcome, troops, rates, gait):
    assert outcome("movement", troops=troops, gait=gait) == (rates[gait], 0, 0, "as ordered")


@pytest.mark.rule("CS-6.1a")
def test_unlimbered_guns_prolong_and_pay_for_slopes(outcome):
    assert outcome("movement", troops="unlimbered_artillery").paces == 40
    assert outcome("movement", troops="unlimbered_artillery", terrain="gentle_slope").paces == 20


@pytest.mark.rule("CS-6.1a")
@pytest.mark.parametrize("gait", ["quick", "double"])
def test_unlimbered_guns_know_no_other_gait(roll, gait):
    assert roll("movement", troops="unlimbered_artillery", gait=gait).refusal.rule == "CS-6.1a"


@pytest.mark.rule("CS-6.1b")
@pytest.mark.parametrize("gait, paces", [("march", 160), ("quick", 220), ("double", 280)])
def test_austrian_horse_batteries(outcome, gait, paces):
    assert outcome("movement", troops="austrian_horse_battery", gait=gait).paces == paces


@pytest.mark.rule("CS-6.2i")
@pytest.mark.parametrize(
    "facts, paces",
    [
        ({"pounds": 12}, 80),
        ({"pounds": 18}, 80),
        ({"pounds": 11}, 120),
        ({"pounds": 8}, 120),
        ({"pounds": 12, "terrain": "gentle_slope"}, 60),
        ({"pounds": 12, "troops": "unlimbered_artillery"}, 26),
        ({"pounds": 12, "troops": "horse_artillery"}, 106),
        ({"pounds": 12, "troops": "austrian_horse_battery"}, 106),
        ({"pounds": 12, "troops": "infantry"}, 120),
    ],
)
def test_heavy_guns_move_a_third_less_before_all_else(outcome, facts, paces):
    assert outcome("movement", **{"troops": "foot_artillery", **facts}).paces == paces


@pytest.mark.rule("CS-6.2i")
def test_the_line_for_heavy_guns(roll):
    assert roll("movement", troops="foot_artillery", pounds=12).modifiers[1] == (
        "CS-6.2i",
        "guns of 12 pounds or more move 1/3 less",
        -40,
        "",
    )


@pytest.mark.rule("CS-M2-6.2")
@pytest.mark.parametrize(
    "facts, paces",
    [
        ({"troops": "foot_artillery"}, 80),
        ({"troops": "foot_artillery", "battalion_gun": True}, 120),
        ({"troops": "foot_artillery", "pounds": 12}, 80),
        ({"troops": "unlimbered_artillery"}, 26),
        ({"troops": "infantry"}, 120),
    ],
)
def test_field_guns_of_the_18th_century_are_all_heavy(outcome, facts, paces):
    assert outcome("movement", [], "module-2", **facts).paces == paces


@pytest.mark.rule("CS-6.2b")
@pytest.mark.parametrize(
    "terrain, paces, disorder",
    [
        ("gentle_slope", 100, 0),
        ("ploughed_field", 100, 0),
        ("moderate_slope", 80, 0),
        ("mud", 80, 0),
        ("marsh", 80, 0),
        ("steep_slope", 60, 1),
        ("light_woods", 120, 0),
        ("heavy_woods", 120, 0),
    ],
)
def test_terrain_table(outcome, terrain, paces, disorder):
    assert outcome("movement", terrain=terrain) == (paces, disorder, 0, "as ordered")


@pytest.mark.rule("CS-6.2c")
@pytest.mark.parametrize(
    "facts, paces, disorder",
    [
        ({"terrain": "ploughed_field", "obstacles": 1}, 80, 1),
        ({"obstacles": 2}, 80, 2),
        ({"terrain": "ploughed_field,gentle_slope"}, 100, 0),
        ({"terrain": "mud,moderate_slope,marsh"}, 80, 0),
        ({"terrain": "gentle_slope,moderate_slope,steep_slope"}, 0, 1),
        ({"terrain": "steep_slope", "obstacles": 4}, 0, 5),
    ],
)
def test_terrain_adds_up_and_never_below_nothing(outcome, facts, paces, disorder):
    move = outcome("movement", **facts)
    assert (move.paces, move.disorder) == (paces, disorder)


@pytest.mark.rule("CS-6.2a", "CS-6.6")
@pytest.mark.parametrize(
    "facts, paces",
    [
        ({"terrain": "heavy_woods"}, 120),
        ({"obstacles": 1, "gait": "double"}, 220),
        ({"terrain": "steep_slope"}, 60),
        ({"structures": True}, 100),
        ({"terrain": "dense_buildings"}, 120),
        ({"defile": "cleared"}, 120),
        ({"men": 3000, "pays_frontage": True}, 120),
        ({"men": 3000}, 120),
    ],
)
def test_irregulars_pay_paces_and_nothing_else(outcome, facts, paces):
    assert outcome("movement", irregular=True, **facts) == (paces, 0, 0, "as ordered")


@pytest.mark.rule("CS-6.2a")
def test_one_stand_on_a_steep_slope_is_enough(outcome):
    move = outcome("movement", terrain="steep_slope")
    assert (move.paces, move.disorder) == (60, 1)


@pytest.mark.rule("CS-6.2d")
def test_marker_for_an_obstacle_comes_with_the_last_stand(outcome):
    begun = outcome("movement", astride_obstacle=True)
    assert (begun.paces, begun.disorder) == (100, 0)
    across = outcome("movement", obstacles=1)
    assert (across.paces, across.disorder) == (100, 1)


@pytest.mark.rule("CS-6.2d", "CS-6.2e")
@pytest.mark.parametrize("where", [{"astride_obstacle": True}, {"defile": "inside", "one_stand_front": True}])
def test_quick_reference_gives_the_marker_before_a_morale_test(outcome, where):
    assert outcome("movement", must_test_morale=True, **where).disorder == 0
    assert outcome("movement", [], "quick-reference", must_test_morale=True, **where).disorder == 1
    assert outcome("movement", [], "quick-reference", **where).disorder == 0


@pytest.mark.rule("CS-6.2e")
def test_bridges_are_for_columns_one_stand_wide(roll, outcome):
    assert roll("movement", defile="inside").refusal.rule == "CS-6.2e"
    assert roll("movement", defile="cleared", order="open").refusal.rule == "CS-6.2e"
    assert outcome("movement", defile="inside", one_stand_front=True) == (120, 0, 0, "as ordered")
    assert outcome("movement", defile="cleared", one_stand_front=True) == (120, 1, 0, "as ordered")


@pytest.mark.rule("CS-6.2f")
@pytest.mark.parametrize(
    "facts, disorder",
    [
        ({}, 1),
        ({"order": "open"}, 0),
        ({"order": "extended"}, 0),
        ({"one_stand_front": True}, 0),
        ({"stands_still": True}, 0),
    ],
)
def test_sparse_buildings(outcome, facts, disorder):
    assert outcome("movement", terrain="sparse_buildings", **facts).disorder == disorder


@pytest.mark.rule("CS-6.2g")
def test_dense_buildings(roll, outcome):
    assert roll("movement", terrain="dense_buildings").refusal.rule == "CS-6.2g"
    assert outcome("movement", terrain="dense_buildings", order="open").disorder == 1
    assert outcome("movement", terrain="dense_buildings", order="extended").disorder == 1
    assert outcome("movement", terrain="dense_buildings", one_stand_front=True).disorder == 1
    assert outcome("movement", terrain="dense_buildings", stands_still=True).disorder == 0


@pytest.mark.rule("CS-6.2h")
def test_disorder_of_entering_buildings_goes_by_itself(outcome):
    assert outcome("movement", structures=True) == (100, 1, 1, "as ordered")
    assert outcome("movement", structures=True, obstacles=1) == (80, 2, 1, "as ordered")


@pytest.mark.rule("CS-6.4a", "CS-6.4b")
@pytest.mark.parametrize(
    "facts, paces, disorder",
    [
        ({"pays_frontage": True}, 80, 0),
        ({}, 120, 2),
        ({"stands_still": True}, 120, 0),
        ({"men": 240, "pays_frontage": True}, 120, 0),
        ({"men": 360, "pays_frontage": True}, 40, 0),
        ({"men": 480, "pays_frontage": True}, 0, 0),
        ({"men": 480}, 120, 2),
    ],
)
def test_militia_on_too_wide_a_front(outcome, facts, paces, disorder):
    move = outcome("movement", **{"discipline": "militia", "men": 300, "ranks": 1, **facts})
    assert (move.paces, move.disorder) == (paces, disorder)


UPHILL = {"gait": "quick", "discipline": "disciplined", "terrain": "moderate_slope"}


@pytest.mark.rule("CS-6.5b")
@pytest.mark.parametrize(
    "facts, paces, disorder",
    [
        ({"gait": "double"}, 240, 2),
        ({"gait": "double", "pays_frontage": True}, 200, 0),
        ({"gait": "quick"}, 180, 0),
        (UPHILL, 140, 2),
        ({**UPHILL, "pays_frontage": True}, 100, 0),
    ],
)
def test_faster_than_march(outcome, facts, paces, disorder):
    move = outcome("movement", men=600, **facts)
    assert (move.paces, move.disorder) == (paces, disorder)


@pytest.mark.rule("CS-6.7.1b", "CS-3.2n")
@pytest.mark.parametrize("quarters, paces", [(0, 120), (1, 90), (2, 60), (3, 30), (4, 0)])
def test_time_left_after_a_formation_change(outcome, quarters, paces):
    move = outcome("movement", quarters_spent=quarters)
    assert (move.paces, move.direction) == (paces, "straight ahead" if quarters else "as ordered")


@pytest.mark.rule("CS-6.7.1b")
def test_time_is_taken_before_penalties_and_rounds_down(outcome):
    assert outcome("movement", quarters_spent=2, terrain="gentle_slope").paces == 40
    assert outcome("movement", troops="horse_artillery", pounds=12, quarters_spent=1).paces == 79
    assert outcome("movement", troops="foot_artillery", pounds=12, gait="quick", quarters_spent=2).paces == 60
    assert outcome("movement", troops="foot_artillery", gait="quick", quarters_spent=1).paces == 135


@pytest.mark.rule("CS-3.2n")
def test_paces_left_after_a_wheel_go_straight_ahead(outcome, roll):
    assert outcome("movement", paces_spent=50) == (70, 0, 0, "straight ahead")
    assert outcome("movement", paces_spent=500).paces == 0
    assert roll("movement", paces_spent=50).modifiers[-1][:3:2] == ("CS-3.2n", -50)


@pytest.mark.rule("CS-6.2c")
def test_every_marker_is_explained(roll):
    facts = {"terrain": "steep_slope,sparse_buildings", "obstacles": 2, "structures": True, "men": 3000}
    result = roll("movement-disorder", **facts)
    assert result.outcome == (7, 1)
    assert [(m.rule, m.label, m.value) for m in result.modifiers] == [
        ("CS-6.2b", "steep slope", 1),
        ("CS-6.2d", "linear obstacle ×2", 2),
        ("CS-6.2f", "through sparse buildings, neither one stand wide nor in open order", 1),
        ("CS-6.2h", "into or out of buildings", 1),
        ("CS-6.4a", "moved on too wide a front", 2),
    ]
    assert roll("movement", **facts).outcome.disorder == 7


@pytest.mark.rule("CS-6.1c")
@pytest.mark.parametrize(
    "dice, rough, destroyed",
    [([1, 1], False, True), ([3, 3], False, True), ([3, 4], False, False), ([5, 5], True, True), ([5, 6], True, False)],
)
def test_guns_wrecked_at_the_double(outcome, dice, rough, destroyed):
    assert outcome("gun-at-the-double", dice, rough_ground=rough) == ("gun", destroyed)


@pytest.mark.rule("CS-6.1c")
@pytest.mark.parametrize("gait", ["march", "quick"])
def test_slower_guns_do_not_roll(roll, gait):
    assert roll("gun-at-the-double", [], gait=gait).refusal.rule == "CS-6.1c"


@pytest.mark.rule("CS-6.1c")
@pytest.mark.parametrize("scale, rolled_for", [("20", "gun"), ("30", "gun"), ("40", "section"), ("60", "section")])
def test_one_roll_for_a_gun_or_a_section(outcome, scale, rolled_for):
    assert outcome("gun-at-the-double", [9, 9], scale=scale).rolled_for == rolled_for


@pytest.mark.rule("CS-6.1c")
def test_scales_over_30_roll_by_section(cs):
    assert cs.tables.number("CS-6.1c", "section_above_scale") == 30


@pytest.mark.rule("CS-6.1c")
def test_odds_of_a_wreck(cs):
    check = cs["gun-at-the-double"]
    assert check.odds(check.read({})).chance(lambda wreck: wreck.destroyed) * 100 == 15
    assert check.odds(check.read({"rough_ground": True})).chance(lambda wreck: wreck.destroyed) * 100 == 45


@pytest.mark.rule("CS-6.8")
@pytest.mark.parametrize(
    "facts, disorder",
    [
        ({}, (2, 2)),
        ({"others": 2}, (4, 2)),
        ({"overlap": False}, (0, 0)),
        ({"unit": "routing"}, (0, 0)),
        ({"other": "routing"}, (0, 0)),
        ({"unit": "irregular"}, (0, 0)),
        ({"unit": "detached_skirmishers"}, (0, 0)),
        ({"unit": "open_order"}, (0, 0)),
        ({"other": "extended_order"}, (0, 0)),
        ({"unit": "leader"}, (0, 0)),
    ],
)
def test_interpenetration(outcome, facts, disorder):
    assert outcome("interpenetration", **facts) == disorder


@pytest.mark.rule("CS-M2-8.2.2")
def test_walking_fire_halves_the_rate_before_the_ground_takes_its_share(roll):
    def paces(*variants, **facts):
        return roll("movement", None, *variants, walking_fire=True, **facts).settled.paces

    assert paces("module-2") == 60
    assert paces() == 120, "only where Module 2 is played"
    assert paces("module-2", quarters_spent=1) == 45
    assert paces("module-2", terrain="gentle_slope") == 60 - 20
    assert paces("module-2", troops="cavalry") == 80


@pytest.mark.rule("CS-M2-8.2.2")
@pytest.mark.parametrize("gait", ["quick", "double"])
def test_walking_fire_is_at_the_march_only(roll, gait):
    assert roll("movement", None, "module-2", walking_fire=True, gait=gait).refusal.rule == "CS-M2-8.2.2"
    assert roll("movement", None, walking_fire=True, gait=gait).refusal is None
