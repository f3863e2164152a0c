"""Chapter 3: missions."""

import pytest

from grognard.systems.cold_steel.checks.command.missions import MISSIONS

TYPES = ["attack", "protect", "defense", "rearguard", "maneuver", "skirmish", "follow_me"]


@pytest.mark.rule("CS-3.3.1d")
def test_there_are_seven_missions():
    assert sorted(MISSIONS) == sorted(TYPES)


@pytest.mark.rule("CS-3.3.1d")
@pytest.mark.parametrize("name, meant", [("support", "protect"), *((name, name) for name in TYPES)])
def test_support_is_another_name_of_protect(outcome, name, meant):
    assert outcome("mission", mission=name).mission == meant


@pytest.mark.rule("CS-3.3.1a", "CS-3.2a", "CS-3.2k")
@pytest.mark.parametrize("by, points", [("aide", 1), ("in_person", 2)])
def test_a_mission_by_aide_is_cheaper(outcome, by, points):
    assert outcome("mission", mission="attack", by=by).command_points == points


@pytest.mark.rule("CS-3.3.1c")
def test_mission_types_are_announced_only_by_agreement(outcome):
    assert not outcome("mission", mission="attack").announced
    assert outcome("mission", [], "announced-missions", mission="attack").announced


@pytest.mark.rule("CS-3.3.1k")
@pytest.mark.parametrize(
    "units, player, allowed",
    [
        (1, "adjacent", True),
        (1, "among", True),
        (1, "outside", False),
        (2, "among", True),
        (2, "adjacent", False),
        (5, "outside", False),
    ],
)
def test_follow_me_needs_the_leader_among_his_men(roll, units, player, allowed):
    result = roll("mission", mission="follow_me", units=units, player=player)
    assert result.outcome == ("follow_me", 2, False) if allowed else result.refusal.rule == "CS-3.3.1k"


@pytest.mark.rule("CS-3.3.1k")
def test_other_missions_do_not_ask_where_the_leader_is(outcome):
    assert outcome("mission", mission="attack", units=5, player="outside").mission == "attack"


@pytest.mark.rule("CS-3.3.1a")
@pytest.mark.parametrize("mission", TYPES)
def test_chits_that_fit_are_free_however_far_away(outcome, mission):
    assert outcome("mission-chits", mission=mission).command_points == 0


@pytest.mark.rule("CS-3.3.1a")
@pytest.mark.parametrize("mission", TYPES)
def test_chits_that_do_not_fit_need_an_order(roll, mission):
    assert roll("mission-chits", mission=mission, fits=False).refusal.rule == "CS-3.3.1a"


@pytest.mark.rule("CS-3.3.1l")
@pytest.mark.parametrize("mishap", ["leader_wounded", "leader_shifted"])
def test_without_their_leader_followers_keep_their_last_chits(roll, mishap):
    assert roll("mission-chits", facts={"mission": "follow_me", mishap: True}).refusal.rule == "CS-3.3.1l"
    kept = roll("mission-chits", facts={"mission": "follow_me", mishap: True, "changed": False})
    assert kept.outcome.command_points == 0
    assert roll("mission-chits", facts={"mission": "attack", mishap: True}).refusal is None


@pytest.mark.rule("CS-3.3.1b")
@pytest.mark.parametrize(
    "edge, has_mission, expected",
    [
        ("flank", False, (True, False)),
        ("flank", True, (True, True)),
        ("enemy_rear", False, (True, False)),
        ("friendly_rear", False, (False, True)),
    ],
)
def test_who_needs_a_mission_to_enter(outcome, edge, has_mission, expected):
    assert outcome("entry-mission", edge=edge, has_mission=has_mission) == expected


@pytest.mark.rule("CS-3.3.1e")
@pytest.mark.parametrize(
    "where, distance, attacked",
    [
        ("along_route", 200, True),
        ("along_route", 201, False),
        ("at_objective", 200, True),
        ("at_objective", 201, False),
        ("beyond_objective", 100, True),
        ("beyond_objective", 101, False),
    ],
)
def test_whom_an_attack_mission_attacks(outcome, where, distance, attacked):
    facts = {"mission": "attack", "where": where, "distance": distance}
    assert outcome("mission-attack", **facts) == (attacked, "CS-3.3.1e")


@pytest.mark.rule("CS-3.3.1f")
@pytest.mark.parametrize("ward, unit, attacked", [(120, 240, True), (120, 241, False), (121, 240, False), (0, 0, True)])
def test_whom_a_protector_attacks(outcome, ward, unit, attacked):
    facts = {"mission": "protect", "from_ward": ward, "from_unit": unit}
    assert outcome("mission-attack", **facts) == (attacked, "CS-3.3.1f")


@pytest.mark.rule("CS-3.3.1g")
@pytest.mark.parametrize("distance, attacked", [(0, True), (120, True), (121, False)])
def test_whom_a_defender_attacks(outcome, distance, attacked):
    assert outcome("mission-attack", mission="defense", distance=distance) == (attacked, "CS-3.3.1g")


@pytest.mark.rule("CS-3.3.1h")
@pytest.mark.parametrize("distance, attacked", [(0, True), (1, False)])
def test_a_rearguard_attacks_who_penetrates_its_position(outcome, distance, attacked):
    assert outcome("mission-attack", mission="rearguard", distance=distance) == (attacked, "CS-3.3.1h")


@pytest.mark.rule("CS-3.3.1i", "CS-3.3.1j", "CS-3.3.1k")
@pytest.mark.parametrize(
    "mission, rule", [("maneuver", "CS-3.3.1i"), ("skirmish", "CS-3.3.1j"), ("follow_me", "CS-3.3.1k")]
)
def test_other_missions_attack_nobody(outcome, mission, rule):
    facts = {"mission": mission, "distance": 0, "from_ward": 0, "from_unit": 0}
    assert outcome("mission-attack", **facts) == (False, rule)


@pytest.mark.rule("CS-3.3.1e", "CS-3.3.1g", "CS-3.3.1h", "CS-3.3.1i")
@pytest.mark.parametrize(
    "mission, distance, rule",
    [
        ("attack", 201, "CS-3.3.1e"),
        ("defense", 121, "CS-3.3.1g"),
        ("rearguard", 1, "CS-3.3.1h"),
        ("maneuver", 0, "CS-3.3.1i"),
    ],
)
def test_an_attack_the_mission_does_not_want_is_refused(roll, mission, distance, rule):
    assert roll("mission-move", mission=mission, distance=distance, attacks=True).refusal.rule == rule


@pytest.mark.rule("CS-3.3.1h")
def test_a_rearguard_may_go_at_the_enemy_only_to_attack(roll):
    toward = {"mission": "rearguard", "before": 300, "after": 299}
    assert roll("mission-move", **toward).refusal.rule == "CS-3.3.1h"
    assert roll("mission-move", **toward, attacks=True, distance=0).outcome == ("CS-3.3.1h", False)
    assert roll("mission-move", mission="rearguard", before=300, after=300).refusal is None
    assert roll("mission-move", mission="rearguard", before=300, after=420).refusal is None


@pytest.mark.rule("CS-3.3.1a")
@pytest.mark.parametrize("mission", ["attack", "maneuver"])
def test_leaving_the_route_needs_a_new_mission(roll, mission):
    assert roll("mission-move", mission=mission).refusal is None
    assert roll("mission-move", mission=mission, on_route=False).refusal.rule == "CS-3.3.1a"


@pytest.mark.rule("CS-3.3.1f")
def test_a_protector_keeps_its_place(roll):
    assert roll("mission-move", mission="protect").refusal is None
    assert roll("mission-move", mission="support", keeps_station=False).refusal.rule == "CS-3.3.1f"


@pytest.mark.rule("CS-3.3.1g")
@pytest.mark.parametrize(
    "facts, allowed",
    [
        ({"before": 300, "after": 200, "distance": 121}, False),
        ({"before": 300, "after": 200, "distance": 120}, True),
        ({"before": 300, "after": 300, "distance": 121}, True),
    ],
)
def test_a_defender_moves_only_toward_enemies_near_its_area(roll, facts, allowed):
    result = roll("mission-move", mission="defense", **facts)
    assert result.refusal is None if allowed else result.refusal.rule == "CS-3.3.1g"


@pytest.mark.rule("CS-3.3.1i")
@pytest.mark.parametrize(
    "after, figures, enemies, allowed",
    [(499, 24, 6, True), (499, 24, 7, False), (500, 24, 7, True), (10, 24, 6, True), (499, 23, 6, False)],
)
def test_a_maneuver_keeps_its_distance_from_all_but_the_weak(roll, after, figures, enemies, allowed):
    facts = {"mission": "maneuver", "after": after, "figures": figures, "enemy_figures": enemies}
    result = roll("mission-move", **facts)
    reason = "it keeps 500 paces from every enemy unless it has 4 times the strength of all within 900 paces"
    assert result.refusal is None if allowed else result.refusal == ("CS-3.3.1i", reason)


@pytest.mark.rule("CS-3.3.1j")
@pytest.mark.parametrize(
    "before, after, reason",
    [
        (30, 30, "skirmishers stay at least 40 paces from the enemy"),
        (30, 39, "skirmishers stay at least 40 paces from the enemy"),
        (30, 40, None),
        (60, 120, None),
        (60, 121, "skirmishers do not go farther than 120 paces from the enemy"),
        (500, 320, None),
        (500, 500, None),
        (500, 501, "skirmishers do not go farther than 120 paces from the enemy"),
    ],
)
def test_skirmishers_keep_their_distance(roll, before, after, reason):
    refusal = roll("mission-move", mission="skirmish", before=before, after=after).refusal
    assert refusal == (reason and ("CS-3.3.1j", reason))


@pytest.mark.rule("CS-3.3.1j")
@pytest.mark.parametrize("friend, aside", [("none", False), ("close", True), ("open", False), ("extended", False)])
def test_skirmishers_make_way_for_formed_friends(outcome, friend, aside):
    facts = {"mission": "skirmish", "before": 80, "after": 80, "friend_passing": friend}
    assert outcome("mission-move", **facts).steps_aside == aside


@pytest.mark.rule("CS-3.3.1j")
def test_units_on_other_missions_do_not_make_way(outcome):
    assert not outcome("mission-move", mission="attack", friend_passing="close").steps_aside


@pytest.mark.rule("CS-3.3.1k")
@pytest.mark.parametrize(
    "movement, allowed",
    [
        ("forward", True),
        ("oblique", True),
        ("backward", False),
        ("wheel", False),
        ("conversion", False),
        ("prolong", False),
    ],
)
def test_followers_move_forward_or_obliquely(roll, movement, allowed):
    result = roll("mission-move", mission="follow_me", movement=movement)
    assert result.refusal is None if allowed else result.refusal.rule == "CS-3.3.1k"


@pytest.mark.rule("CS-3.3.1k")
def test_followers_keep_their_places(roll):
    assert roll("mission-move", mission="follow_me", keeps_station=False).refusal.rule == "CS-3.3.1k"
