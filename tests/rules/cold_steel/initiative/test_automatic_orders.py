"""Chapter 4: automatic orders."""

import pytest

FLANK = frozenset({"flank"})
FRONT = frozenset({"front"})
REAR = frozenset({"rear"})


@pytest.fixture
def automatic(outcome):
    """`automatic("infantry", disorder=7)`: the order marked and its rule."""

    def mark(arm, *variants, **facts):
        return outcome("automatic-order", [], *variants, arm=arm, **facts)

    return mark


@pytest.mark.rule("CS-4a", "CS-4.1k")
@pytest.mark.parametrize("arm", ["infantry", "cavalry", "artillery"])
def test_quiet_units_do_nothing_by_themselves(automatic, arm):
    assert automatic(arm) == ("none", "CS-4.1k", "", "", 0, 0, "", False, False)


@pytest.mark.rule("CS-4.1a")
@pytest.mark.parametrize(
    "discipline, order",
    [
        ("hardened", "cavalry_advance"),
        ("disciplined", "cavalry_advance"),
        ("trained", "cavalry_advance"),
        ("militia", "none"),
        ("raw_recruits", "none"),
        ("rabble", "none"),
    ],
)
def test_good_cavalry_advances_on_whom_it_threatens(automatic, discipline, order):
    assert automatic("cavalry", discipline=discipline, threatens_enemy=True).order == order


@pytest.mark.rule("CS-4.1a")
@pytest.mark.parametrize("reaches, gait", [(True, "double"), (False, "quick")])
def test_cavalry_canters_if_that_brings_it_in(automatic, reaches, gait):
    marked = automatic("cavalry", threatens_enemy=True, canter_reaches=reaches)
    assert (marked.rule, marked.gait) == ("CS-4.1a", gait)


@pytest.mark.rule("CS-4.1a", "CS-4.1h")
def test_infantry_does_not_advance_by_itself(automatic):
    assert automatic("infantry", threatens_enemy=True).order == "none"


@pytest.mark.rule("CS-4.1b")
@pytest.mark.parametrize(
    "mission, threatened, seen, order",
    [
        ("protect", True, True, "protect"),
        ("support", True, True, "protect"),
        ("protect", True, False, "none"),
        ("protect", False, True, "none"),
        ("attack", True, True, "none"),
        ("none", True, True, "none"),
    ],
)
def test_protectors_advance_on_the_enemy_they_see(automatic, mission, threatened, seen, order):
    marked = automatic("infantry", mission=mission, ward_threatened=threatened, ward_enemy_seen=seen)
    assert marked.order == order
    assert order == "none" or marked.rule == "CS-4.1b"


@pytest.mark.rule("CS-4.1c")
@pytest.mark.parametrize("threat", ["cavalry_threat", "infantry_threat"])
@pytest.mark.parametrize(
    "facts, formation, quarters, disorder",
    [({}, "limbered", 1, 2), ({"heavy_guns": True}, "limbered", 2, 2), ({"limbered": True}, "", 0, 0)],
)
def test_threatened_artillery_withdraws(automatic, threat, facts, formation, quarters, disorder):
    marked = automatic("artillery", **facts, **{threat: FRONT})
    assert marked[:6] == ("withdraw", "CS-4.1c", formation, "quick", quarters, disorder)


@pytest.mark.rule("CS-4.1c", "CS-3.2n")
@pytest.mark.parametrize("heavy, rate, paces", [(False, 180, 135), (True, 120, 60)])
def test_how_far_the_guns_get(automatic, outcome, heavy, rate, paces):
    quarters = automatic("artillery", cavalry_threat=FRONT, heavy_guns=heavy).quarters
    assert outcome("leftover-movement", rate=rate, quarters=quarters).paces == paces


@pytest.mark.rule("CS-4.1d")
@pytest.mark.parametrize(
    "facts, order, formation",
    [
        ({}, "form_square", "open_square"),
        ({"closed_at_once": True}, "form_square", "closed_square"),
        ({"formation": "column"}, "form_square", "open_square"),
        ({"formation": "open"}, "form_square", "skirmish_squares"),
        ({"formation": "extended"}, "form_square", "skirmish_squares"),
        ({"formation": "square"}, "none", ""),
        ({"sheltered": True}, "none", ""),
        ({"irregular": True}, "none", ""),
        ({"firefight": True, "nearest_enemy": 20}, "none", ""),
        ({"firefight": True, "nearest_enemy": 21}, "form_square", "open_square"),
        ({"firefight": False, "nearest_enemy": 20}, "form_square", "open_square"),
    ],
)
def test_infantry_threatened_by_cavalry_forms_square(automatic, facts, order, formation):
    marked = automatic("infantry", cavalry_threat=FRONT, **facts)
    assert (marked.order, marked.formation) == (order, formation)
    assert order == "none" or marked.rule == "CS-4.1d"


@pytest.mark.rule("CS-4.1d")
def test_infantry_does_not_form_square_against_infantry(automatic):
    assert automatic("infantry", infantry_threat=FRONT).order == "none"
    assert automatic("cavalry", cavalry_threat=FRONT).order == "none"


@pytest.mark.rule("CS-4.1e")
@pytest.mark.parametrize("disorder, order", [(5, "none"), (6, "reform"), (10, "reform")])
def test_disordered_units_reform(automatic, disorder, order):
    assert automatic("infantry", disorder=disorder).order == order


@pytest.mark.rule("CS-4.1f")
@pytest.mark.parametrize(
    "facts, order",
    [
        ({}, "form_line"),
        ({"nearest_enemy": 21}, "form_line"),
        ({"nearest_enemy": 20}, "none"),
        ({"nearest_enemy": 120}, "form_line"),
        ({"nearest_enemy": 121}, "none"),
        ({"formation": "square"}, "form_line"),
        ({"formation": "line"}, "none"),
        ({"formation": "double_line"}, "none"),
        ({"formation": "open"}, "none"),
        ({"formation": "extended"}, "none"),
        ({"irregular": True}, "none"),
        ({"sheltered": True}, "none"),
        ({"fall_back_ordered": True}, "none"),
        ({"cavalry_threat": FRONT}, "form_square"),
        ({"cavalry_threat": FRONT, "formation": "square"}, "none"),
    ],
)
def test_columns_near_the_enemy_form_line(automatic, facts, order):
    marked = automatic("infantry", **{"formation": "column", "nearest_enemy": 100, **facts})
    assert marked.order == order
    assert order != "form_line" or marked[1:3] == ("CS-4.1f", "line")


@pytest.mark.rule("CS-4.1f")
def test_cavalry_does_not_form_line_by_itself(automatic):
    assert automatic("cavalry", formation="column", nearest_enemy=100).order == "none"


@pytest.mark.rule("CS-4.1g")
@pytest.mark.parametrize(
    "arm, lost, order", [("infantry", 1, "return_fire"), ("infantry", 0, "none"), ("cavalry", 1, "none")]
)
def test_infantry_hit_by_musketry_halts_and_returns_fire(automatic, arm, lost, order):
    assert automatic(arm, musketry_casualties=lost).order == order


@pytest.mark.rule("CS-4.1g", "CS-4.1k")
def test_return_fire_goes_with_forming_line(automatic):
    marked = automatic("infantry", musketry_casualties=1, formation="column", nearest_enemy=100)
    assert marked[:3] == ("return_fire", "CS-4.1g", "line")
    assert automatic("infantry", musketry_casualties=1).formation == ""


@pytest.mark.rule("CS-4.1h")
@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
def test_irregulars_rush_in(automatic, arm):
    marked = automatic(arm, irregular=True, threatens_enemy=True)
    assert (marked.order, marked.rule, marked.gait) == ("irregulars_advance", "CS-4.1h", "double")
    assert automatic(arm, irregular=True).order == "none"


@pytest.mark.rule("CS-4.1i")
@pytest.mark.parametrize("threat", ["cavalry_threat", "infantry_threat"])
@pytest.mark.parametrize(
    "sides, flank_friend, rear_friend, order",
    [
        (FLANK, 130, 210, "fall_back"),
        (REAR, 130, 210, "fall_back"),
        (FLANK, 121, 201, "fall_back"),
        (FLANK, 120, 201, "none"),
        (FLANK, 121, 200, "none"),
        (FRONT, 130, 210, "none"),
    ],
)
def test_units_turned_without_support_fall_back(automatic, threat, sides, flank_friend, rear_friend, order):
    facts = {threat: sides, "flank_friend": flank_friend, "rear_friend": rear_friend}
    marked = automatic("cavalry", **facts)
    assert marked.order == order
    assert order == "none" or (marked.rule, marked.gait) == ("CS-4.1i", "quick")


@pytest.mark.rule("CS-4.1i")
@pytest.mark.parametrize(
    "facts, order",
    [
        ({"casualties_percent": 75}, "none"),
        ({"casualties_percent": 76}, "fall_back"),
        ({"disorder": 10}, "reform"),
        ({"disorder": 11}, "fall_back"),
    ],
)
def test_spent_units_fall_back(automatic, facts, order):
    assert automatic("infantry", **facts).order == order


COLUMN = {"formation": "column", "nearest_enemy": 100}
GUARD = {"mission": "protect", "ward_threatened": True}


@pytest.mark.rule("CS-4.1k")
@pytest.mark.parametrize(
    "arm, facts, order, others",
    [
        ("infantry", {"disorder": 7, "cavalry_threat": FRONT}, "form_square", "reform"),
        ("infantry", {"disorder": 11, "cavalry_threat": FRONT}, "fall_back", "form_square, reform"),
        ("cavalry", {"disorder": 6, "threatens_enemy": True}, "reform", "cavalry_advance"),
        ("artillery", {"disorder": 11, "cavalry_threat": FRONT}, "fall_back", "withdraw, reform"),
        ("artillery", {"infantry_threat": FLANK}, "withdraw", "fall_back"),
        ("infantry", {"cavalry_threat": FLANK}, "form_square", "fall_back"),
        ("infantry", {"infantry_threat": REAR, "disorder": 6}, "fall_back", "reform"),
        ("infantry", {"disorder": 6, "musketry_casualties": 1}, "reform", "return_fire"),
        ("infantry", {**COLUMN, "musketry_casualties": 1}, "return_fire", "form_line"),
        ("infantry", {**COLUMN, **GUARD}, "form_line", "protect"),
        ("cavalry", {**GUARD, "threatens_enemy": True}, "protect", "cavalry_advance"),
        ("infantry", {**GUARD, "irregular": True, "threatens_enemy": True}, "protect", "irregulars_advance"),
        ("infantry", {"disorder": 11, "infantry_threat": REAR}, "fall_back", "reform"),
    ],
)
def test_which_of_several_comes_first(automatic, arm, facts, order, others):
    marked = automatic(arm, **facts)
    assert (marked.order, marked.also_triggered) == (order, others)


@pytest.mark.rule("CS-4.1j")
@pytest.mark.parametrize("distance, ignored", [(0, True), (1, False), (5, False)])
def test_a_player_in_contact_may_ignore_it(automatic, distance, ignored):
    marked = automatic("infantry", disorder=7, player_distance=distance)
    assert (marked.order, marked.may_be_ignored) == ("reform", ignored)


@pytest.mark.rule("CS-M2-4.1a")
def test_no_automatic_square_in_the_18th_century(automatic):
    assert automatic("infantry", "module-2", cavalry_threat=FRONT).order == "none"
    assert automatic("infantry", cavalry_threat=FRONT).order == "form_square"


@pytest.mark.rule("CS-M2-4.1b")
@pytest.mark.parametrize(
    "facts, order, formation",
    [
        ({"cavalry_threat": FLANK}, "face_cavalry", ""),
        ({"cavalry_threat": REAR}, "face_cavalry", ""),
        ({"cavalry_threat": FLANK, "prefers_square": True}, "form_square", "open_square"),
        ({"cavalry_threat": FLANK, "close_combat_in_front": True}, "none", ""),
        ({"cavalry_threat": FLANK, "sheltered": True}, "none", ""),
        ({"infantry_threat": FLANK}, "none", ""),
    ],
)
def test_cavalry_on_the_flank_in_the_18th_century(automatic, facts, order, formation):
    marked = automatic("infantry", "module-2", flank_friend=50, **facts)
    assert (marked.order, marked.formation) == (order, formation)
    assert order == "none" or marked.rule == "CS-M2-4.1b"


@pytest.mark.rule("CS-M2-4.1c")
@pytest.mark.parametrize("melee_minded, order", [(True, "irregulars_advance"), (False, "none")])
def test_grenzers_do_not_rush_in(automatic, melee_minded, order):
    facts = {"irregular": True, "threatens_enemy": True, "melee_minded": melee_minded}
    assert automatic("infantry", "module-2", **facts).order == order
    assert automatic("infantry", **facts).order == "irregulars_advance"


@pytest.mark.rule("CS-M2-4.1d")
@pytest.mark.parametrize("nation, order", [("prussian", "none"), ("austrian", "return_fire")])
def test_prussians_do_not_halt_to_return_fire(automatic, nation, order):
    assert automatic("infantry", "module-2", nation=nation, musketry_casualties=3).order == order
    assert automatic("infantry", nation=nation, musketry_casualties=3).order == "return_fire"


@pytest.mark.rule("CS-M2-4.1e")
def test_limbers_desert_a_threatened_battery(automatic):
    marked = automatic("artillery", "module-2", cavalry_threat=FRONT)
    assert (marked.order, marked.limbers_leave) == ("none", True)
    assert not automatic("artillery", "module-2").limbers_leave
    assert not automatic("infantry", "module-2", cavalry_threat=FRONT).limbers_leave
    assert not automatic("artillery", cavalry_threat=FRONT).limbers_leave


@pytest.mark.rule("CS-M2-4.1e")
@pytest.mark.parametrize(
    "initiative, expected", [("succeeded", (True, 0)), ("failed", (False, 0)), ("confusion", (False, 2))]
)
def test_a_leader_brings_the_limbers_back(outcome, initiative, expected):
    assert outcome("limbers-return", leader_attached=True, initiative=initiative) == expected


@pytest.mark.rule("CS-M2-4.1e")
@pytest.mark.parametrize("facts", [{"leader_attached": True, "threatened": True}, {"leader_attached": False}])
def test_limbers_stay_away_from_danger_or_without_a_leader(roll, facts):
    assert roll("limbers-return", initiative="succeeded", **facts).refusal.rule == "CS-M2-4.1e"


@pytest.mark.rule("CS-4.2b", "CS-4.2d")
@pytest.mark.parametrize(
    "dice, order, disorder",
    [([5, 5], "original_order", 0), ([3, 4], "automatic_order", 0), ([1, 1], "automatic_order", 2)],
)
def test_cancelling_an_automatic_order(roll, outcome, dice, order, disorder):
    check = roll("initiative", dice, morale_rating=5)
    assert check.total in (15, 12, 7)
    assert outcome("cancel-automatic-order", initiative=check.outcome.result) == (order, disorder)


@pytest.mark.rule("CS-4.2b")
def test_no_cancelling_without_a_check(roll):
    assert roll("cancel-automatic-order").refusal.rule == "CS-4.2b"


@pytest.mark.rule("CS-4.2c")
def test_one_check_in_a_phase(roll):
    assert roll("cancel-automatic-order", tried_before=True, initiative="succeeded").refusal.rule == "CS-4.2c"


@pytest.mark.rule("CS-4.2c")
@pytest.mark.parametrize(
    "initiative, order",
    [("succeeded", "other_automatic_order"), ("failed", "automatic_order"), ("confusion", "automatic_order")],
)
def test_success_may_bring_another_automatic_order(outcome, roll, initiative, order):
    facts = {"wants": "other_automatic_order", "initiative": initiative}
    assert outcome("cancel-automatic-order", **facts, other_triggered=True).order == order
    assert roll("cancel-automatic-order", **facts).refusal.rule == "CS-4.2c"


@pytest.mark.rule("CS-4a")
def test_an_order_the_player_agrees_with_simply_happens(outcome):
    assert outcome("cancel-automatic-order", wants="automatic_order") == ("automatic_order", 0)


@pytest.mark.rule("CS-4a", "CS-4.1j")
def test_an_attached_player_is_obeyed_without_a_check(outcome):
    assert outcome("cancel-automatic-order", player_attached=True) == ("original_order", 0)
