"""Sections 1.2, 1.3 and 1.8: action points and what they pay for."""

import pytest

from grognard.kernel.uses.outcome_text import words


@pytest.mark.rule("SC-1.2d", "SC-1.2e", "SC-1.2f", "SC-1.2g", "SC-1.2h", "SC-1.2i")
@pytest.mark.parametrize(
    "action, ap",
    [("formation_change", 1), ("facing_change", 1), ("about_face", 1), ("artillery_pivot", 3), ("fire_small_arms", 1),
     ("fire_artillery", 1), ("limber_or_unlimber", 2), ("re_man_guns", 1), ("rally", 1)],
)  # fmt: skip
def test_cost_of_actions(outcome, action, ap):
    assert outcome("action-cost", action=action).ap == ap


@pytest.mark.rule("SC-1.2e", "SC-1.2f")
def test_unlimbered_guns_turn_dearly(outcome):
    guns = {"arm": "foot_artillery", "unlimbered": True}
    assert outcome("action-cost", action="facing_change", **guns).ap == 3
    assert outcome("action-cost", action="about_face", **guns).ap == 6
    assert outcome("action-cost", action="facing_change", arm="foot_artillery").ap == 1


@pytest.mark.rule("SC-1.2f", "SC-1.3g")
@pytest.mark.parametrize("heavy, ap", [(False, 3), (True, 3)])
def test_heavy_guns_pivot_at_the_price_of_the_action(outcome, heavy, ap):
    guns = {"arm": "foot_artillery", "unlimbered": True, "heavy_guns": heavy}
    assert outcome("action-cost", action="facing_change", **guns).ap == ap


@pytest.mark.rule("SC-1.2j")
@pytest.mark.parametrize("left, cost", [(3, 1), (1, 1), (0, 0)])
def test_emergency_square_costs_what_there_is(outcome, left, cost):
    assert outcome("action-cost", action="emergency_square", ap_left=left).ap == cost


COLUMN = {"formation": "attack_column"}


@pytest.mark.rule("SC-1.2a", "SC-1.2b", "SC-1.2c")
@pytest.mark.parametrize(
    "step, formation, ap",
    [("forward", "attack_column", 1), ("left", "attack_column", 2), ("right", "attack_column", 2),
     ("back", "attack_column", 2), ("left", "skirmish", 1), ("back", "skirmish", 1), ("forward_left", "skirmish", 2),
     ("forward_right", "attack_column", 2), ("back_left", "skirmish", 4), ("back_right", "attack_column", 4)],
)  # fmt: skip
def test_cost_of_steps(outcome, step, formation, ap):
    made = outcome("step", step=step, formation=formation, ap_left=5)
    assert (made.enters, made.paid, made.left) == (True, ap, 5 - ap)


@pytest.mark.rule("SC-1.2c", "SC-1.3i")
def test_infantry_never_goes_diagonally_backward(refusal):
    assert refusal("step", step="back_right", ap_left=3, **COLUMN) == "SC-1.3i"
    assert not refusal("step", step="back_right", ap_left=5, arm="light_cavalry", formation="line")


@pytest.mark.rule("SC-1.3a", "SC-1.3c", "SC-1.3e")
@pytest.mark.parametrize(
    "facts, dice, ap",
    [
        ({"formation": "line", "terrain": "light"}, [5, 2], 2),
        ({"formation": "line", "terrain": "light"}, [6, 5], 3),
        ({**COLUMN, "edge": "stream"}, [4], 1),
        ({**COLUMN, "edge": "stream"}, [5], 2),
        ({**COLUMN, "edge": "stream", "terrain": "light"}, [5, 5], 3),
        ({**COLUMN, "edge": "low_wall"}, [6], 2),
        ({**COLUMN, "uphill": True}, [5], 2),
        ({"formation": "square"}, [5, 6], 3),
        ({"formation": "line"}, [3], 1),
        ({"formation": "line", "arm": "heavy_cavalry"}, [], 1),
    ],
)
def test_terrain_and_move_dice(outcome, facts, dice, ap):
    assert outcome("step", dice, ap_left=5, **facts).paid == ap


@pytest.mark.rule("SC-1.3b")
@pytest.mark.parametrize(
    "terrain, edge, ap",
    [("heavy", "none", 2), ("swamp", "none", 2), ("strong_point", "none", 2), ("open", "wall", 2),
     ("heavy", "wall", 3)],
)  # fmt: skip
def test_heavy_ground_costs_more_without_dice(outcome, terrain, edge, ap):
    assert outcome("step", terrain=terrain, edge=edge, **COLUMN).paid == ap


@pytest.mark.rule("SC-1.3d")
def test_a_road_is_good_going_whatever_lies_around(outcome):
    marching = {"formation": "march_column", "on_road": True, "terrain": "heavy"}
    assert outcome("step", **marching).paid == 1
    assert outcome("step", step="forward_left", uphill=True, **marching).paid == 2


@pytest.mark.rule("SC-1.3f")
def test_blown_cavalry_rolls_two_dice_a_space(outcome):
    blown = {"arm": "light_cavalry", "formation": "line", "blown": True, "ap_left": 5}
    assert outcome("step", [5, 1], **blown).paid + outcome("step", [2, 3], **blown).paid == 3


@pytest.mark.rule("SC-1.3g")
def test_heavy_guns_roll_a_die_off_the_road(outcome):
    guns = {"arm": "foot_artillery", "formation": "limbered", "heavy_guns": True}
    assert outcome("step", [6], **guns).paid == 2
    assert outcome("step", on_road=True, **guns).paid == 1


@pytest.mark.rule("SC-1.3g", "SC-1.2f")
@pytest.mark.parametrize("die, paid, done, left", [(2, 3, True, 0), (5, 3, False, 0)])
def test_heavy_guns_pivot(outcome, die, paid, done, left):
    made = outcome("pivot", [die], heavy_guns=True, ap_left=3)
    assert (made.turned, made.paid, made.left) == (done, paid, left)


@pytest.mark.rule("SC-1.2f", "SC-1.3i")
def test_pivot_of_lighter_guns_needs_no_die(outcome, refusal):
    assert outcome("pivot", ap_left=4).left == 1
    assert refusal("pivot", ap_left=2) == "SC-1.3i"
    assert refusal("pivot", ap_left=5, about=True) == "SC-1.3i"


@pytest.mark.rule("SC-1.3h")
def test_light_infantry_in_loose_order_ignores_the_ground(outcome):
    assert outcome("step", arm="light_infantry", formation="skirmish", terrain="heavy").paid == 1
    assert outcome("step", arm="light_infantry", formation="semi_formed", terrain="light", edge="wall").paid == 1
    assert outcome("step", arm="infantry", formation="semi_formed", terrain="heavy").paid == 2


@pytest.mark.rule("SC-1.3i")
def test_a_step_that_proves_too_dear_costs_all_that_is_left(outcome, refusal):
    made = outcome("step", [6], formation="line", ap_left=1)
    assert (made.enters, made.left) == (False, 0)
    assert refusal("step", terrain="heavy", ap_left=1, **COLUMN) == "SC-1.3i"


@pytest.mark.rule("SC-1.8a", "SC-1.8b", "SC-1.8c")
@pytest.mark.parametrize(
    "arm, ap, charge, reaction",
    [("infantry", 3, 2, 2), ("light_infantry", 3, 2, 2), ("foot_artillery", 3, 0, 0), ("heavy_cavalry", 4, 3, 3),
     ("horse_artillery", 4, 0, 0), ("light_cavalry", 5, 3, 3), ("british_horse_artillery", 5, 0, 0),
     ("volante", 5, 0, 0)],
)  # fmt: skip
def test_action_points(outcome, arm, ap, charge, reaction):
    assert outcome("action-points", arm=arm) == (ap, charge, reaction)


@pytest.mark.rule("SC-0.12", "SC-5.2", "SC-7.1")
@pytest.mark.parametrize(
    "status, commanded, ap",
    [("good_order", True, 3), ("halted", True, 3), ("disordered", True, 2), ("fallback", True, 2),
     ("retreat", True, 2), ("rout", True, 1), ("good_order", False, 2), ("disordered", False, 1), ("rout", False, 1)],
)  # fmt: skip
def test_status_and_command_take_points(outcome, status, commanded, ap):
    assert outcome("action-points", arm="infantry", status=status, in_command=commanded).ap == ap


@pytest.mark.rule("SC-1.3d")
@pytest.mark.parametrize("arm, ap", [("infantry", 5), ("foot_artillery", 5), ("light_cavalry", 8), ("volante", 8)])
def test_road_march(outcome, arm, ap):
    assert outcome("action-points", arm=arm, road_march=True).ap == ap


@pytest.mark.rule("SC-4.1f", "SC-4.1i")
@pytest.mark.parametrize("formation", ["line", "attack_column", "closed_column", "square"])
@pytest.mark.parametrize("terrain", ["heavy", "swamp", "strong_point"])
def test_formed_infantry_comes_apart_in_close_country(outcome, formation, terrain):
    assert outcome("entry", arm="infantry", formation=formation, terrain=terrain).formation == "semi_formed"


@pytest.mark.rule("SC-4.1h", "SC-4.1i")
def test_what_keeps_its_formation_in_a_wood(outcome, refusal):
    assert outcome("entry", arm="light_infantry", formation="skirmish", terrain="heavy").formation == "skirmish"
    assert refusal("entry", arm="infantry", formation="march_column", terrain="heavy") == "SC-4.1h"
    marching = outcome("entry", arm="infantry", formation="march_column", terrain="heavy", road=True)
    assert marching.formation == "march_column"
    assert outcome("entry", arm="infantry", formation="line", terrain="light").formation == "line"


@pytest.mark.rule("SC-0.11")
@pytest.mark.parametrize(
    "facts, barred",
    [
        ({"arm": "foot_artillery", "formation": "limbered", "terrain": "heavy"}, True),
        ({"arm": "foot_artillery", "formation": "limbered", "terrain": "heavy", "road": True}, False),
        ({"arm": "light_cavalry", "formation": "line", "terrain": "heavy"}, True),
        ({"arm": "light_cavalry", "formation": "skirmish", "terrain": "heavy"}, False),
        ({"arm": "light_cavalry", "formation": "skirmish", "terrain": "swamp"}, True),
        ({"arm": "light_cavalry", "formation": "march_column", "terrain": "strong_point", "road": True}, True),
        ({"arm": "infantry", "edge": "river"}, True),
        ({"arm": "infantry", "edge": "river", "road": True}, False),
    ],
)
def test_who_may_enter_what(refusal, facts, barred):
    assert bool(refusal("entry", **facts)) is barred


@pytest.mark.rule("SC-5.8", "SC-1.1k")
@pytest.mark.parametrize(
    "spent, melee, now, fresh",
    [(0, False, False, True), (1, False, False, False), (0, True, False, False), (0, False, True, False)],
)
def test_blown_horses_rest(outcome, spent, melee, now, fresh):
    assert outcome("blown-rest", ap_spent=spent, in_melee=melee, blown_now=now).fresh is fresh


@pytest.mark.rule("SC-0.11", "SC-4.1h", "SC-2.3", "SC-1.3i")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"arm": "heavy_cavalry", "terrain": "strong_point"}, "SC-0.11"),
        ({"arm": "heavy_cavalry", "terrain": "heavy"}, "SC-0.11"),
        ({"arm": "light_cavalry", "formation": "skirmish", "terrain": "heavy"}, ""),
        ({"arm": "light_cavalry", "formation": "march_column", "terrain": "swamp", "on_road": True}, ""),
        ({"arm": "foot_artillery", "formation": "limbered", "terrain": "swamp"}, "SC-0.11"),
        ({"arm": "foot_artillery", "formation": "unlimbered"}, "SC-2.3"),
        ({"arm": "foot_artillery", "formation": "unlimbered", "manned": False}, ""),
        ({"edge": "river"}, "SC-0.11"),
        ({"edge": "river", "road": True}, ""),
        ({"formation": "march_column", "terrain": "heavy"}, "SC-4.1h"),
        ({"formation": "march_column", "terrain": "heavy", "road": True}, ""),
        ({"terrain": "strong_point"}, ""),
    ],
)
def test_a_step_that_the_ground_forbids_is_refused(refusal, facts, rule):
    assert refusal("step", ap_left=5, **facts) == rule


@pytest.mark.rule("SC-1.2f")
def test_only_guns_are_pivoted(refusal):
    assert refusal("pivot", arm="infantry") == "SC-1.2f"


@pytest.mark.rule("SC-1.3i", "SC-1.2f", "SC-1.7b", "SC-5.3")
@pytest.mark.parametrize(
    "check, dice, facts, told",
    [
        ("step", [6], {"formation": "line", "ap_left": 1}, "does not enter, paid 1, left 0"),
        ("step", [1], {"formation": "line", "ap_left": 1}, "enters, paid 1, left 0"),
        ("pivot", [6], {"heavy_guns": True}, "not turned, paid 3, left 0"),
        ("pivot", [1], {"heavy_guns": True}, "turned, paid 3, left 0"),
        ("emergency-square", [3], {"charge_ap": 1}, "not formed"),
        ("emergency-square", [6], {"charge_ap": 1}, "not formed, disordered"),
        ("emergency-square", [1], {"charge_ap": 1}, "formed"),
        ("rally", [1], {"status": "rout"}, "not rallied, status rout"),
    ],
)
def test_what_fails_is_said_to_fail(roll, check, dice, facts, told):
    assert words(roll(check, dice, **facts).outcome) == told
