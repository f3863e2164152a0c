"""9.2.3: what cavalry may do in close combat besides."""

import pytest


@pytest.mark.rule("CS-9.2.3f")
@pytest.mark.parametrize(
    "arm, attackers, one_after_another, rolls",
    [
        ("cavalry", 2, True, 2),
        ("cavalry", 3, True, 3),
        ("cavalry", 1, False, 1),
        ("infantry", 2, False, 1),
    ],
)
def test_several_units_on_one_target(outcome, arm, attackers, one_after_another, rolls):
    assert outcome("several-attackers", arm=arm, attackers=attackers) == (one_after_another, rolls)


@pytest.mark.rule("CS-9.2.3g", "CS-9.2.3h")
@pytest.mark.parametrize(
    "squadrons, gap, attacks, rolls_each_time",
    [(3, 55, 3, True), (3, 60, 3, True), (3, 61, 1, False), (3, 70, 1, False), (1, 0, 1, False), (2, 0, 2, True)],
)
def test_squadrons_close_together_attack_in_sequence(outcome, squadrons, gap, attacks, rolls_each_time):
    made = outcome("squadron-attacks", squadrons=squadrons, gap=gap)
    assert made == (attacks, rolls_each_time, 0, 0)


@pytest.mark.rule("CS-9.2.3h", "CS-9.2.3i")
@pytest.mark.parametrize(
    "defender, defending, rolls_each_time, pairs, left",
    [
        ("infantry", 1, True, 0, 0),
        ("artillery", 1, True, 0, 0),
        ("cavalry", 1, True, 0, 0),
        ("cavalry", 2, False, 2, 1),
        ("cavalry", 3, False, 3, 0),
        ("cavalry", 5, False, 3, 0),
        ("infantry", 2, True, 0, 0),
    ],
)
def test_how_the_defender_meets_three_squadrons(outcome, defender, defending, rolls_each_time, pairs, left):
    made = outcome("squadron-attacks", squadrons=3, gap=40, defender=defender, defending_squadrons=defending)
    assert made == (3, rolls_each_time, pairs, left)


@pytest.mark.rule("CS-9.2.3i")
def test_squadrons_too_far_apart_are_not_paired_off(outcome):
    made = outcome("squadron-attacks", squadrons=3, gap=70, defender="cavalry", defending_squadrons=2)
    assert made == (1, False, 0, 0)


@pytest.mark.rule("CS-9.2.3j")
@pytest.mark.parametrize(
    "facts, may_attack",
    [
        ({"distance": 110, "wheel": 50}, True),
        ({"distance": 120, "wheel": 60}, True),
        ({"distance": 121, "wheel": 0}, False),
        ({"distance": 10, "wheel": 61}, False),
        ({"distance": 110, "wheel": 65}, False),
        ({"distance": 110, "wheel": 50, "eligible": False}, False),
    ],
)
def test_victorious_cavalry_may_attack_again(outcome, facts, may_attack):
    assert outcome("secondary-attack", **{"eligible": True, **facts}).may_attack is may_attack


@pytest.mark.rule("CS-9.2.3k")
@pytest.mark.parametrize(
    "facts, step",
    [
        ({"goes_on": True}, "attacks again"),
        ({"goes_on": False, "initiative": "succeeded"}, "stops"),
        ({"goes_on": False, "initiative": "failed"}, "attacks again"),
        ({"goes_on": False, "initiative": "confusion"}, "attacks again"),
        ({"goes_on": True, "last_attack": "lost"}, "stops"),
        ({"goes_on": True, "last_attack": "melee"}, "stops"),
        ({"goes_on": False, "distance": 121}, "stops"),
        ({"goes_on": False, "wheel": 61}, "stops"),
        ({"goes_on": True, "distance": 121}, "stops"),
        ({"goes_on": False, "distance": 120, "wheel": 60, "initiative": "failed"}, "attacks again"),
    ],
)
def test_how_a_chain_of_attacks_ends(outcome, facts, step):
    assert outcome("secondary-attacks-end", **{"last_attack": "won", "distance": 100, **facts}).next == step


@pytest.mark.rule("CS-9.2.3k")
@pytest.mark.parametrize("dice, step", [([5, 6], "stops"), ([5, 5], "attacks again")])
def test_the_initiative_check_decides_whether_it_stops(outcome, dice, step):
    checked = outcome("initiative", dice, morale_rating=4, arm="cavalry").result
    made = outcome("secondary-attacks-end", last_attack="won", goes_on=False, distance=100, initiative=checked)
    assert made.next == step


@pytest.mark.rule("CS-9.2.3k")
def test_cavalry_cannot_stop_without_a_check(roll):
    assert roll("secondary-attacks-end", last_attack="won", goes_on=False, distance=100).refusal.rule == "CS-9.2.3k"


@pytest.mark.rule("CS-9.2.3l")
@pytest.mark.parametrize(
    "facts, forced",
    [
        ({"disorder": 7}, False),
        ({"disorder": 8}, True),
        ({"disorder": 9}, True),
        ({"disorder": 9, "in_p3": True}, False),
        ({"disorder": 9, "arm": "infantry"}, False),
    ],
)
def test_disordered_cavalry_is_taken_back(outcome, facts, forced):
    assert outcome("forced-rally", **facts).forced_rally is forced
