"""Chapter 9: the questions around a close combat that need no dice."""

import pytest

from grognard.systems.cold_steel.checks.close_combat.combat_rules import Engagement, resolution_order


@pytest.mark.rule("CS-9")
@pytest.mark.parametrize("paces, engaged", [(0, True), (20, True), (21, False)])
def test_who_is_in_close_combat(outcome, paces, engaged):
    assert outcome("engaged", distance=paces).close_combat is engaged


@pytest.mark.rule("CS-9.1a")
def test_cavalry_first_then_from_the_north_then_from_the_east():
    foot_north = Engagement(cavalry=False, north=900, east=100)
    foot_south = Engagement(cavalry=False, north=100, east=900)
    horse_centre = Engagement(cavalry=True, north=500, east=500)
    horse_south_west = Engagement(cavalry=True, north=100, east=100)
    horse_south_east = Engagement(cavalry=True, north=100, east=800)
    given = [foot_south, horse_south_west, foot_north, horse_centre, horse_south_east]
    assert resolution_order(given) == [horse_centre, horse_south_east, horse_south_west, foot_north, foot_south]


@pytest.mark.rule("CS-9.1e")
@pytest.mark.parametrize("turns, spiked", [(0, False), (1, True), (2, True)])
def test_abandoned_guns_are_spiked_after_a_turn_of_contact(outcome, turns, spiked):
    assert outcome("abandoned-guns", turns_in_contact=turns).spiked is spiked


@pytest.mark.rule("CS-9.2.1b")
@pytest.mark.parametrize(
    "facts, side",
    [
        ({}, "front"),
        ({"oblique": 25, "stands_beyond": 1}, "flank"),
        ({"oblique": 20, "stands_beyond": 1}, "flank"),
        ({"oblique": 19, "stands_beyond": 1}, "front"),
        ({"oblique": 15, "stands_beyond": 1}, "front"),
        ({"oblique": 25, "stands_beyond": 0}, "front"),
        ({"oblique": 90, "stands_beyond": 3}, "flank"),
        ({"behind": 45}, "rear"),
        ({"behind": 46}, "front"),
        ({"behind": 0, "oblique": 25, "stands_beyond": 2}, "rear"),
    ],
)
def test_where_an_attack_strikes(outcome, facts, side):
    assert outcome("attack-direction", **facts).attacks == side


@pytest.mark.rule("CS-9.2.1b")
@pytest.mark.parametrize("facts", [{"oblique": 90, "stands_beyond": 4}, {"behind": 0}])
def test_only_who_attacks_strikes_a_flank_or_rear(outcome, facts):
    assert outcome("attack-direction", **facts).attacks != "front"
    assert outcome("attack-direction", attacking=False, **facts).attacks == "front"
    assert outcome("attack-direction", [], "flanks-for-all", attacking=False, **facts).attacks != "front"


@pytest.mark.rule("CS-9.2.3c", "CS-9.2.1b")
def test_a_reinforcement_that_gains_a_flank_has_it_for_itself_alone(outcome, roll):
    assert outcome("reinforcement", last_result="melee").fights == "in contact, on a flank if it gains one"
    side = outcome("attack-direction", oblique=30, stands_beyond=1).attacks
    totals = [
        roll("close-combat", [5, 6, 5, 6], facts={"morale_rating": 8, "ours.attacks": attacks}).details["ours"]["total"]
        for attacks in (side, "front")
    ]
    assert totals == [24, 19]


@pytest.mark.rule("CS-9.2.1d")
@pytest.mark.parametrize(
    "facts, secured",
    [
        ({"left": "formed_friend", "left_distance": 15, "right": "impassable", "right_distance": 20}, True),
        ({"left": "obstacle", "left_distance": 20, "right": "formed_friend", "right_distance": 0}, True),
        ({"left": "formed_friend", "left_distance": 21, "right": "impassable", "right_distance": 20}, False),
        ({"left": "formed_friend", "left_distance": 15, "right": "impassable", "right_distance": 21}, False),
        ({"left": "formed_friend", "left_distance": 15}, False),
        ({"right": "obstacle"}, False),
        ({}, False),
    ],
)
def test_both_flanks_must_be_covered(outcome, facts, secured):
    assert outcome("flanks-secured", **facts).flanks_secured is secured


@pytest.mark.rule("CS-9.2.1f")
@pytest.mark.parametrize(
    "facts, surprised",
    [
        ({}, False),
        ({"seen_at_start": False}, True),
        ({"smoke_crossed": 5}, False),
        ({"smoke_crossed": 6}, True),
    ],
)
def test_who_is_surprised(outcome, facts, surprised):
    assert outcome("surprise", **facts).surprised is surprised


@pytest.mark.rule("CS-9.2.2a")
@pytest.mark.parametrize(
    "before, after",
    [("resolute", "resolute"), ("determined", "resolute"), ("wavering", "determined"), ("broken", "wavering")],
)
def test_a_trophy_raises_morale_one_level(outcome, before, after):
    assert outcome("trophy", status=before).status == after


@pytest.mark.rule("CS-9.2.2h")
@pytest.mark.parametrize(
    "status, arm, gait, paces",
    [
        ("wavering", "infantry", "quick", 180),
        ("broken", "infantry", "quick", 180),
        ("routed", "infantry", "double", 240),
        ("wavering", "cavalry", "quick", 240),
        ("broken", "cavalry", "quick", 240),
        ("routed", "cavalry", "double", 400),
    ],
)
def test_the_beaten_leave_at_once(outcome, status, arm, gait, paces):
    assert outcome("falling-back", status=status, arm=arm) == (gait, paces)


@pytest.mark.rule("CS-9.2.2l", "CS-9.2.3a", "CS-9.2.3b", "CS-9.2.3d", "CS-9.2.3e")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({}, None),
        ({"last_result": "firefight"}, "CS-9.2.3a"),
        ({"last_result": "other"}, "CS-9.2.3a"),
        ({"starts_in_p3": True}, "CS-9.2.3b"),
        ({"arm": "cavalry", "wheel": 85}, None),
        ({"arm": "cavalry", "wheel": 90}, None),
        ({"arm": "cavalry", "wheel": 91}, "CS-9.2.3d"),
        ({"arm": "cavalry", "wheel": 95}, "CS-9.2.3d"),
        ({"arm": "infantry", "wheel": 95}, None),
        ({"arm": "cavalry", "through_friend": True}, None),
        ({"arm": "infantry", "through_friend": True}, "CS-9.2.3e"),
        ({"arm": "cavalry", "through_friend": True, "friend_arm": "infantry"}, "CS-9.2.3e"),
    ],
)
def test_who_may_reinforce(roll, facts, rule):
    result = roll("reinforcement", **{"last_result": "melee", **facts})
    assert (result.refusal and result.refusal.rule) == rule
    assert rule or result.outcome.joins


@pytest.mark.rule("CS-9.2.3d")
def test_the_refusal_says_how_far_cavalry_may_wheel(roll):
    refusal = roll("reinforcement", last_result="melee", arm="cavalry", wheel=95).refusal
    assert refusal.reason == "cavalry may wheel at most 90 degrees to join"


@pytest.mark.rule("CS-9.2.3e")
def test_cavalry_behind_a_friend_fights_its_enemy(outcome):
    made = outcome("reinforcement", last_result="melee", arm="cavalry", through_friend=True)
    assert made.fights == "as if touching the friend's enemy"


@pytest.mark.rule("CS-M2-8.3a", "CS-M2-8.3b")
@pytest.mark.parametrize("attacking, rule", [(True, "CS-M2-8.3a"), (False, "CS-M2-8.3b")])
def test_fire_trained_cavalry_is_disordered_by_its_fire(roll, outcome, attacking, rule):
    assert outcome("fire-trained-cavalry", [], "module-2", attacking=attacking).disorder == 1
    assert outcome("fire-trained-cavalry", [], "module-2", attacking=attacking, disorder=3).disorder == 4
    assert roll("fire-trained-cavalry", attacking=attacking).refusal.rule == rule


@pytest.mark.rule("CS-M2-8.3a")
def test_the_disorder_of_firing_counts_in_close_combat(roll, outcome):
    disorder = outcome("fire-trained-cavalry", [], "module-2").disorder
    facts = {"morale_rating": 8, "arm": "cavalry", "ours.disorder": disorder}
    sides = roll("close-combat", [5, 6, 5, 6], "module-2", facts=facts).details
    assert sides["ours"]["total"] - sides["theirs"]["total"] == -1


@pytest.mark.rule("CS-M2-8.1")
@pytest.mark.parametrize(
    "moved, enemy, reaches, kept",
    [(120, 50, True, 60), (120, 80, True, 60), (120, 81, False, 60), (180, 20, True, 0), (180, 21, False, 0)],
)
def test_a_gapa_charge_fires_and_closes_in_one_turn(outcome, moved, enemy, reaches, kept):
    assert outcome("gapa-charge", [], "module-2", rate=180, moved=moved, enemy_distance=enemy) == (reaches, kept)


@pytest.mark.rule("CS-M2-8.1")
def test_a_gapa_charge_fires_with_the_modifier_of_its_gait(cs):
    check = cs["small-arms"]
    assert check.pool(check.situation(figures=24, range=50, moved="quick")).each == 5 - 3 + 5


@pytest.mark.rule("CS-M2-8.1")
def test_who_may_not_make_a_gapa_charge(roll):
    assert roll("gapa-charge", rate=180, moved=120, enemy_distance=50).refusal.rule == "CS-M2-8.1"
    too_far = roll("gapa-charge", [], "module-2", rate=180, moved=181, enemy_distance=10)
    assert too_far.refusal == ("CS-M2-8.1", "it moves at most 180 paces this turn")
