"""Chapter 3: special orders."""

import pytest

SPECIAL = {
    "reform": ("CS-3.3.2.3a", ""),
    "attachment": ("CS-3.3.2.3b", ""),
    "brigade_units": ("CS-3.3.2.3c", "brigade-units"),
    "brigade_squadrons": ("CS-3.3.2.3d", ""),
    "converge_elites": ("CS-3.3.2.3e", "converge-elites"),
    "obstacle": ("CS-3.3.2.3f", "obstacle"),
    "destroy_structure": ("CS-3.3.2.3g", "destroy-works"),
    "spike_guns": ("CS-3.3.2.3h", "spike-guns"),
    "detach": ("CS-3.3.2.3i", ""),
    "regroup": ("CS-3.3.2.3i", ""),
    "skirmishers_out": ("CS-3.3.2.3j", "send-out-skirmishers"),
    "skirmishers_in": ("CS-3.3.2.3q", ""),
    "dismount": ("CS-3.3.2.3s", ""),
    "remount": ("CS-3.3.2.3s", ""),
    "move_boats": ("CS-3.3.2.3t", "boat-speed"),
    "build_works": ("CS-3.3.2.3u", "build-works"),
    "multi_battalion": ("CS-3.3.2.3v", "multi-battalion"),
    "start_fire": ("CS-3.3.2.3w", "start-fire"),
    "fight_fire": ("CS-3.3.2.3x", "fight-fire"),
    "embark": ("CS-3.3.2.3aa", ""),
    "disembark": ("CS-3.3.2.3aa", ""),
    "lie_down": ("CS-3.3.2.3ab", ""),
    "stand_up": ("CS-3.3.2.3ab", "initiative"),
    "occupy": ("CS-3.3.2.3ac", ""),
    "leave_building": ("CS-3.3.2.3ac", ""),
    "leave_works": ("CS-3.3.2.3ac", ""),
}
HALF_TURN = {"dismount", "remount", "embark", "disembark"}
WITH_FORMATION = {"brigade_units", "regroup", "dismount", "remount", "disembark", "leave_building"}


@pytest.mark.rule("CS-3.2k", "CS-3.3.2.3b", "CS-3.3.2.3q", "CS-3.3.2.3s", "CS-3.3.2.3aa")
@pytest.mark.parametrize("order", SPECIAL)
def test_price_and_time_of_a_special_order(outcome, order):
    rule, then = SPECIAL[order]
    points = 2 if order == "attachment" else 1
    quarters = 2 if order in HALF_TURN else 0
    assert outcome("special-order", order=order, formation_chit=True) == (rule, points, quarters, then)


@pytest.mark.rule("CS-3.3.2.3c", "CS-3.3.2.3i", "CS-3.3.2.3s", "CS-3.3.2.3aa", "CS-3.3.2.3ac")
@pytest.mark.parametrize("order", SPECIAL)
def test_which_special_orders_need_a_formation_chit(roll, order):
    result = roll("special-order", order=order)
    if order in WITH_FORMATION:
        assert result.refusal.rule == SPECIAL[order][0]
        assert "formation chit" in result.refusal.reason
    else:
        assert result.outcome.rule == SPECIAL[order][0]


@pytest.mark.rule("CS-3.3.2.3f", "CS-3.3.2.3g", "CS-3.3.2.3t", "CS-3.3.2.3w", "CS-3.3.2.3x")
def test_the_check_named_exists(cs):
    assert {then for _, then in SPECIAL.values() if then} <= set(cs)


@pytest.mark.rule("CS-3.3.2.3a")
@pytest.mark.parametrize(
    "facts, allowed",
    [({"nearest_enemy": 21}, True), ({"nearest_enemy": 20}, False), ({"moves": True}, False), ({}, True)],
)
def test_reforming_units_stand_still_outside_p3(roll, facts, allowed):
    result = roll("special-order", order="reform", **facts)
    assert result.refusal is None if allowed else result.refusal.rule == "CS-3.3.2.3a"


@pytest.mark.rule("CS-3.3.2.3a")
def test_only_reforming_is_bound_to_the_spot(roll):
    assert roll("special-order", order="detach", moves=True, nearest_enemy=10).refusal is None


@pytest.mark.rule("CS-3.3.2.3d", "CS-3.3.2.3q")
@pytest.mark.parametrize(
    "order, rule", [("brigade_squadrons", "CS-3.3.2.3d"), ("skirmishers_in", "CS-3.3.2.3q"), ("detach", None)]
)
def test_what_must_be_announced(roll, order, rule):
    refusal = roll("special-order", order=order, announced=False).refusal
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("CS-3.3.2.3c")
@pytest.mark.parametrize(
    "facts, rating", [({}, 7), ({"casualties": True}, 6), ({"lowest_rating": 1, "casualties": True}, 1)]
)
def test_brigaded_units_have_the_lowest_rating(outcome, facts, rating):
    assert outcome("brigade-units", facts={"lowest_rating": 7, **facts}).morale_rating == rating


@pytest.mark.rule("CS-3.3.2.3c")
def test_brigaded_units_are_as_bad_as_their_worst_part(outcome):
    parts = {"lowest_rating": 7, "statuses": "resolute,wavering,determined", "disciplines": "hardened,militia,trained"}
    assert outcome("brigade-units", **parts) == (7, "wavering", "militia", False)
    assert outcome("brigade-units", **parts, casualties=True) == (6, "wavering", "militia", True)


@pytest.mark.rule("CS-3.3.2.3e")
@pytest.mark.parametrize("parent, after", [(8, 7), (9, 8), (10, 9)])
def test_converged_elites_and_their_parents(outcome, parent, after):
    assert outcome("converge-elites", lowest_parent=8, parent_rating=parent) == (10, after)
    assert outcome("converge-elites", lowest_parent=8, parent_rating=parent, returned=True) == (10, parent)


@pytest.mark.rule("CS-3.3.2.3e")
@pytest.mark.parametrize("lowest, battalion", [(13, 15), (14, 16), (15, 16), (16, 16)])
def test_no_battalion_is_rated_above_sixteen(outcome, lowest, battalion):
    assert outcome("converge-elites", lowest_parent=lowest, parent_rating=16).battalion_rating == battalion


@pytest.mark.rule("CS-3.3.2.3e")
def test_no_parent_falls_below_one(outcome):
    assert outcome("converge-elites", lowest_parent=1, parent_rating=1).parent_rating == 1


@pytest.mark.rule("CS-3.3.2.3v")
@pytest.mark.parametrize("quarters, shift, takes", [(2, 40, 3), (2, 0, 2), (2, 1, 3), (0, 40, 1), (4, 20, 5)])
def test_time_to_a_regimental_square(outcome, quarters, shift, takes):
    assert outcome("multi-battalion", quarters=quarters, shift=shift).quarters == takes


@pytest.mark.rule("CS-3.3.2.3v")
def test_limits_of_a_multi_battalion_formation(roll):
    assert roll("multi-battalion", quarters=2, shift=41).refusal == (
        "CS-3.3.2.3v",
        "a unit may be shifted up to 40 paces",
    )
    assert roll("multi-battalion", quarters=2, units=2).refusal is None
    assert roll("multi-battalion", quarters=2, units=1).refusal.rule == "CS-3.3.2.3v"


@pytest.mark.rule("CS-3.3.2.3s")
def test_dismounted_and_in_line_with_half_a_march_left(outcome):
    quarters = outcome("special-order", order="dismount", formation_chit=True).quarters
    assert outcome("leftover-movement", rate=120, quarters=quarters).paces == 60


@pytest.mark.rule("CS-3.3.2.3ab")
@pytest.mark.parametrize(
    "dice, total, expected",
    [
        ([4, 4], 15, (True, "none", 0)),
        ([3, 4], 14, (False, "light_cover", 0)),
        ([1, 1], 9, (False, "light_cover", 0)),
    ],
)
def test_standing_up(roll, outcome, dice, total, expected):
    check = roll("initiative", dice, morale_rating=7)
    assert check.total == total
    assert outcome("stand-up", initiative=check.outcome.result) == expected


@pytest.mark.rule("CS-3.3.2.3ab")
def test_a_confused_unit_stays_down_in_disorder(roll, outcome):
    check = roll("initiative", [1, 1], morale_rating=5)
    assert check.total == 7
    assert outcome("stand-up", initiative=check.outcome.result) == (False, "light_cover", 2)
