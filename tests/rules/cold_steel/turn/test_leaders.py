"""Chapter 10: leaders hit, and what they can do on the turns that follow."""

from fractions import Fraction

import pytest

DICE = {total: [total // 2, total - total // 2] for total in range(2, 21)}


@pytest.mark.rule("CS-10.1.1a")
@pytest.mark.parametrize(
    "paces, zone, hit_from",
    [(600, "P1", 17), (121, "P1", 17), (120, "P2", 14), (21, "P2", 14), (20, "P3", 11), (0, "P3", 11)],
)
def test_leaders_are_hit_by_zone(outcome, paces, zone, hit_from):
    assert outcome("leader-hit", DICE[hit_from - 1], nearest_enemy=paces) == (False, zone)
    assert outcome("leader-hit", DICE[hit_from], nearest_enemy=paces) == (True, zone)


@pytest.mark.rule("CS-10.1")
@pytest.mark.parametrize("paces", [601, 1200, 1201, 5000])
def test_leaders_far_from_the_enemy_do_not_roll(roll, paces):
    assert roll("leader-hit", nearest_enemy=paces).refusal == ("CS-10.1", "no enemy within P1: he does not roll")


@pytest.mark.rule("CS-10.1.1b")
@pytest.mark.parametrize("natural, total, hit", [(7, 10, False), (8, 11, True), (20, 23, True)])
def test_a_leader_attached_to_a_unit_in_close_combat_is_hit_more_easily(roll, natural, total, hit):
    result = roll("leader-hit", DICE[natural], nearest_enemy=15, attached=True)
    assert (result.total, result.outcome.hit) == (total, hit)
    assert [(m.rule, m.value) for m in result.modifiers] == [("CS-10.1.1b", 3)]


@pytest.mark.rule("CS-10.1.1b")
def test_an_attached_leader_behind_his_unit_uses_the_close_combat_column(outcome):
    assert outcome("leader-hit", DICE[8], nearest_enemy=30, attached=True) == (True, "P3")


@pytest.mark.rule("CS-10.1.1a", "CS-10.1.1b")
@pytest.mark.parametrize(
    "paces, attached, percent", [(600, False, 10), (120, False, 28), (20, False, 55), (20, True, 79)]
)
def test_exact_odds_of_a_hit(cs, paces, attached, percent):
    check = cs["leader-hit"]
    odds = check.odds(check.situation(nearest_enemy=paces, attached=attached))
    assert odds.chance(lambda struck: struck.hit) == Fraction(percent, 100)


@pytest.mark.rule("CS-10.1.2a")
@pytest.mark.parametrize(
    "die, effect",
    [(1, "horse_shot"), (3, "horse_shot"), (4, "light"), (7, "light"), (8, "serious"), (9, "serious"), (10, "killed")],
)
def test_effect_of_a_hit(outcome, die, effect):
    fate = outcome("leader-effect", [die])
    assert (fate.effect, fate.wound) == (effect, effect)


@pytest.mark.rule("CS-10.1.2c")
@pytest.mark.parametrize(
    "earlier, die, wound",
    [("light", 5, "light"), ("serious", 5, "serious"), ("serious", 8, "serious"), ("light", 8, "serious"),
     ("light", 2, "light"), ("horse_shot", 5, "light"), ("serious", 10, "killed")],
)  # fmt: skip
def test_wounds_do_not_add_up_and_only_a_ten_kills(outcome, earlier, die, wound):
    assert outcome("leader-effect", [die], earlier_wound=earlier).wound == wound


@pytest.mark.rule("CS-10.1.2f")
@pytest.mark.parametrize("die, within, killed_only", [(3, 0, 0), (4, 100, 0), (9, 100, 0), (10, 100, 100)])
def test_who_checks_morale_for_a_fallen_leader(outcome, die, within, killed_only):
    assert outcome("leader-effect", [die]).morale_checks_within == within
    assert outcome("leader-effect", [die], "killed-only").morale_checks_within == killed_only


@pytest.mark.rule("CS-10.1.2b")
def test_a_shot_horse_counts_as_a_light_wound_next_turn_only(outcome):
    assert outcome("leader-later", effect="horse_shot", turns_later=1) == ("himself", True, -4, "horse_shot", "")
    assert outcome("leader-later", effect="horse_shot", turns_later=2) == ("himself", True, 0, "none", "")


@pytest.mark.rule("CS-10.1.2b", "CS-10.1.2c")
@pytest.mark.parametrize("turns", [1, 2])
def test_a_wounded_leader_who_loses_his_horse_keeps_his_wound(outcome, turns):
    later = outcome("leader-later", effect="horse_shot", earlier_wound="serious", turns_later=turns)
    assert later == ("himself", True, -7, "serious", "")


@pytest.mark.rule("CS-10.1.2c")
@pytest.mark.parametrize("turns", [1, 2, 10])
def test_a_light_wound_tells_on_every_later_turn(outcome, turns):
    later = outcome("leader-later", effect="light", turns_later=turns)
    assert later == ("himself", True, -4, "light", "")
    assert outcome("command-points", [6, 6], wound=later.wound).command_points == 3


@pytest.mark.rule("CS-10.1.2c")
def test_a_light_wound_on_top_of_a_serious_one_changes_nothing(outcome):
    later = outcome("leader-later", effect="light", earlier_wound="serious", turns_later=1)
    assert later == ("himself", True, -7, "serious", "")


@pytest.mark.rule("CS-10.1.2d")
def test_a_serious_wound_costs_a_turn_of_command_and_seven_from_then_on(outcome):
    silent = outcome("leader-later", effect="serious", turns_later=1)
    assert silent == ("himself", False, 0, "serious", "seriously wounded last turn: no command points")
    later = outcome("leader-later", effect="serious", turns_later=2)
    assert later == ("himself", True, -7, "serious", "")
    assert outcome("command-points", [7, 8], wound=later.wound).command_points == 3


@pytest.mark.rule("CS-10.1.2e", "CS-10.1.2a")
@pytest.mark.parametrize(
    "turns, commander, points, remark",
    [
        (1, "nobody", False, "commander killed and successor not yet in command: no command points"),
        (2, "nobody", False, "his successor is named"),
        (3, "successor", True, "average unless the scenario rates him"),
        (9, "successor", True, "average unless the scenario rates him"),
    ],
)
def test_a_killed_leader_is_replaced_on_the_third_turn(outcome, turns, commander, points, remark):
    later = outcome("leader-later", effect="killed", earlier_wound="serious", turns_later=turns)
    assert later == (commander, points, 0, "none", remark)
