"""Appendix C: off-board forces."""

import pytest

from grognard.kernel.errors import BadInput
from grognard.systems.cold_steel.checks.movement.off_board import to_nearest


@pytest.mark.rule("CS-C.2a")
@pytest.mark.parametrize(
    "terrain, roads, visibility, march, test",
    [
        ("open", "primary_roads", "unobstructed", 0, 4),
        ("desert", "secondary_roads", "obstructed", 2, 0),
        ("rolling", "no_roads", "obstructed", 7, -2),
        ("hilly_wooded", "secondary_roads", "unobstructed", 7, 2),
        ("mountainous", "no_roads", "unobstructed", 11, 0),
    ],
)
def test_ground_beyond_an_edge(outcome, terrain, roads, visibility, march, test):
    edge = {"terrain": terrain, "roads": roads, "visibility": visibility}
    assert outcome("off-board-ground", **edge) == (march, test)


@pytest.mark.rule("CS-C.2a")
@pytest.mark.parametrize("missing", ["terrain", "roads", "visibility"])
def test_every_edge_is_described_in_full(roll, missing):
    edge = {"terrain": "open", "roads": "no_roads", "visibility": "obstructed"}
    del edge[missing]
    with pytest.raises(BadInput, match=missing):
        roll("off-board-ground", **edge)


@pytest.mark.rule("CS-C.2b")
def test_half_a_company_is_no_screen(roll):
    assert roll("off-board-force", task="screen", size="part_company").refusal.rule == "CS-C.2b"


@pytest.mark.rule("CS-C.2b", "CS-C.2c")
@pytest.mark.parametrize(
    "facts", [{"task": "screen", "size": "company"}, {"task": "movement", "size": "part_company"}, {"task": "defence"}]
)
def test_each_commander_lays_three_cards(outcome, facts):
    assert outcome("off-board-force", **facts) == (3, "numbers of infantry and cavalry figures")


@pytest.mark.rule("CS-1.1b")
def test_no_off_board_forces_where_the_scenario_has_none(roll):
    assert roll("off-board-force", off_board=False).refusal.rule == "CS-1.1b"
    assert roll("off-board-delay", distance=400, off_board=False).refusal.rule == "CS-1.1b"


@pytest.mark.rule("CS-C.1")
@pytest.mark.parametrize("where, rule", [("not_arrived", None), ("leaving_table", None), ("on_table", "CS-C.1")])
def test_troops_on_the_table_do_not_move_off_board(roll, where, rule):
    refusal = roll("off-board-delay", distance=400, where=where).refusal
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("CS-C.1", "CS-C.3b")
def test_a_force_that_leaves_the_table_counts_from_that_turn(outcome):
    force = {"distance": 400, "roads": "primary_roads", "where": "leaving_table", "mission_turn": 6}
    assert outcome("off-board-delay", **force) == (1, 7)


@pytest.mark.rule("CS-C.3a")
def test_without_a_mission_it_does_not_move(roll):
    assert roll("off-board-delay", distance=400, mission=False).refusal.rule == "CS-C.3a"
    assert roll("arrival", attackers=40, mission=False).refusal.rule == "CS-C.3a"


@pytest.mark.rule("CS-C.3c")
@pytest.mark.parametrize(
    "facts, turns",
    [
        ({}, 5),
        ({"distance": 1999}, 5),
        ({"distance": 2000}, 5),
        ({"distance": 2001}, 6),
        ({"friendly_edge": True}, 8),
        ({"french": True}, 3),
        ({"worst_discipline": "hardened"}, 5),
        ({"worst_discipline": "disciplined"}, 5),
        ({"worst_discipline": "militia"}, 7),
        ({"worst_discipline": "raw_recruits"}, 7),
        ({"worst_discipline": "rabble"}, 7),
        ({"roads": "no_roads"}, 9),
        ({"roads": "secondary_roads"}, 7),
        ({"terrain": "rolling"}, 8),
        ({"terrain": "hilly_wooded"}, 10),
        ({"terrain": "mountainous"}, 12),
        ({"terrain": "desert"}, 5),
    ],
)
def test_minimum_delay(outcome, facts, turns):
    march = {"distance": 2000, "roads": "primary_roads", **facts}
    assert outcome("off-board-delay", **march).turns == turns


@pytest.mark.rule("CS-C.3b", "CS-C.3c")
@pytest.mark.parametrize("french, turns", [(False, 13), (True, 11)])
def test_a_long_march_round_the_flank(roll, french, turns):
    march = {"distance": 1900, "friendly_edge": True, "roads": "secondary_roads", "terrain": "rolling"}
    result = roll("off-board-delay", **march, french=french)
    assert result.outcome == (turns, turns)
    assert ("CS-C.3c", "each 400 paces or fraction", 5, "") in result.modifiers


@pytest.mark.rule("CS-C.3b")
@pytest.mark.parametrize(
    "distance, french, mission_turn, turns, arrival",
    [(1000, False, 2, 3, 5), (300, True, 0, 1, 1), (0, False, 4, 1, 5), (800, False, 0, 2, 2)],
)
def test_perfect_arrival_turn(outcome, distance, french, mission_turn, turns, arrival):
    march = {"distance": distance, "french": french, "mission_turn": mission_turn, "roads": "primary_roads"}
    assert outcome("off-board-delay", **march) == (turns, arrival)


TEST, FIGHT = "test", "fight"


@pytest.mark.rule("CS-C.4a")
@pytest.mark.parametrize(
    "facts, sees",
    [
        ({}, False),
        ({"defenders": 2, "defender_size": "part_company"}, False),
        ({"defenders": 4, "defender_size": "company"}, True),
        ({"defenders": 20}, True),
    ],
)
def test_a_force_in_the_way_sees_the_flanking_card(outcome, facts, sees):
    assert outcome("off-board-encounter", attackers=100, **facts).enemy_sees_card is sees


@pytest.mark.rule("CS-C.4b", "CS-C.4e")
@pytest.mark.parametrize(
    "attacking, defending, row",
    [
        (6, 6, "attacking to defending cavalry 1:1"),
        (11, 6, "attacking to defending cavalry 1:1"),
        (12, 6, "attacking to defending cavalry 2:1"),
        (15, 6, "attacking to defending cavalry 2:1"),
        (18, 6, "attacking to defending cavalry 3:1"),
        (24, 6, "attacking to defending cavalry 4:1"),
        (30, 6, "attacking to defending cavalry 5:1"),
        (60, 6, "attacking to defending cavalry 5:1"),
        (60, 0, ""),
        (0, 0, ""),
    ],
)
def test_ratio_of_cavalry_rounds_down(outcome, attacking, defending, row):
    forces = {"attackers": 100, "defenders": 30, "attacking_cavalry": attacking, "defending_cavalry": defending}
    assert outcome("off-board-encounter", **forces).cavalry_row == row


@pytest.mark.rule("CS-C.4b", "CS-C.4f")
@pytest.mark.parametrize(
    "attackers, size, row",
    [
        (60, "battalion", "attackers to defenders 3:1"),
        (79, "battalion", "attackers to defenders 3:1"),
        (80, "battalion", "attackers to defenders 4:1"),
        (100, "battalion", "attackers to defenders 5:1"),
        (300, "battalion", "attackers to defenders 5:1"),
        (59, "company", "attackers to defenders 3:1"),
        (10, "company", "attackers to defenders 3:1"),
    ],
)
def test_ratio_of_all_figures(outcome, attackers, size, row):
    met = outcome("off-board-encounter", attackers=attackers, defenders=20, defender_size=size)
    assert (met.next, met.total_row) == (TEST, row)


@pytest.mark.rule("CS-C.4b")
def test_nobody_in_the_way(outcome):
    assert outcome("off-board-encounter", attackers=40, attacking_cavalry=10) == (TEST, 0, False, "", "")


@pytest.mark.rule("CS-C.4b")
@pytest.mark.parametrize("facts", [{"attacking_cavalry": 41}, {"defenders": 5, "defending_cavalry": 6}])
def test_cavalry_is_part_of_the_force(roll, facts):
    assert roll("off-board-encounter", attackers=40, **facts).refusal.rule == "CS-C.4b"
    assert roll("arrival", attackers=40, **facts).refusal.rule == "CS-C.4b"


@pytest.mark.rule("CS-C.4c")
@pytest.mark.parametrize(
    "facts, goes_on",
    [
        ({"attacker_size": "company"}, "halted"),
        ({"attacker_size": "part_company"}, "halted"),
        ({"attacker_size": "company", "player_commander": True}, TEST),
        ({"attacker_size": "company", "defenders": 0}, TEST),
        ({"attacker_size": "battalion"}, TEST),
    ],
)
def test_a_tiny_force_that_meets_anyone_halts(roll, facts, goes_on):
    forces = {"attackers": 5, "defenders": 4, "defender_size": "company", **facts}
    assert roll("off-board-encounter", **forces).outcome.next == goes_on
    refusal = roll("arrival", [] if goes_on == "halted" else [5, 5], **forces).refusal
    assert (refusal and refusal.rule) == ("CS-C.4c" if goes_on == "halted" else None)


@pytest.mark.rule("CS-C.4d")
@pytest.mark.parametrize(
    "attackers, cavalry, goes_on",
    [
        (100, 4, "not_today"),
        (149, 4, "not_today"),
        (150, 4, TEST),
        (160, 4, TEST),
        (100, 6, TEST),
        (100, 5, "not_today"),
    ],
)
def test_outnumbered_cavalry_does_not_get_through(roll, attackers, cavalry, goes_on):
    forces = {"attackers": attackers, "attacking_cavalry": cavalry, "defenders": 30, "defending_cavalry": 6}
    assert roll("off-board-encounter", **forces).outcome.next == goes_on
    refusal = roll("arrival", [] if goes_on == "not_today" else [5, 5], **forces).refusal
    assert (refusal and refusal.rule) == ("CS-C.4d" if goes_on == "not_today" else None)


@pytest.mark.rule("CS-C.4d")
def test_at_five_to_one_defending_cavalry_is_ignored(outcome):
    forces = {"attackers": 150, "attacking_cavalry": 6, "defenders": 30, "defending_cavalry": 6}
    assert outcome("off-board-encounter", **forces).cavalry_row == ""
    assert not outcome("arrival", [5, 5], **forces).cavalry_dispersed


@pytest.mark.rule("CS-C.4f")
@pytest.mark.parametrize("attackers, goes_on, turn", [(40, FIGHT, 7), (59, FIGHT, 7), (60, TEST, 0)])
def test_a_battalion_is_fought_below_three_to_one(outcome, attackers, goes_on, turn):
    met = outcome("off-board-encounter", attackers=attackers, defenders=20, turn=6)
    assert (met.next, met.fight_from_turn) == (goes_on, turn)


@pytest.mark.rule("CS-C.4f")
def test_no_test_before_the_fight_is_won(roll):
    forces = {"attackers": 40, "defenders": 20}
    assert roll("arrival", **forces).refusal == ("CS-C.4f", "the force has to fight its way through first")
    assert roll("arrival", **forces, combat="attackers_broke").refusal.rule == "CS-C.4f"


@pytest.mark.rule("CS-C.4f")
def test_broken_defenders_delay_nobody(roll):
    result = roll("arrival", [8, 9], attackers=40, defenders=20, combat="defenders_broke", turn=8)
    assert (result.total, result.outcome.arrival_turn, result.outcome.infantry_hits) == (17, 8, 0)


def _mounted(attacking, defending):
    """Cavalry against cavalry, four to one in all."""
    return {"attackers": 120, "attacking_cavalry": attacking, "defenders": 30, "defending_cavalry": defending}


@pytest.mark.rule("CS-C.5a")
@pytest.mark.parametrize(
    "facts, value",
    [
        ({}, 0),
        ({"commander": "superior"}, 4),
        ({"commander": "poor"}, -3),
        ({"visibility": "unobstructed"}, 2),
        ({"roads": "no_roads"}, -2),
        ({"roads": "primary_roads"}, 2),
        ({"bad_weather_or_night": True}, -2),
        ({"attackers": 60, "defenders": 20}, -4),
        ({"attackers": 80, "defenders": 20}, -2),
        ({"attackers": 100, "defenders": 20}, -1),
        ({"attackers": 200, "defenders": 20}, -1),
        ({"attackers": 20, "defenders": 10, "defender_size": "company"}, -4),
        (_mounted(6, 6), -2 - 4),
        (_mounted(12, 6), -2 - 3),
        (_mounted(18, 6), -2 - 2),
        (_mounted(24, 6), -2 - 1),
        (_mounted(30, 6), -2),
        (_mounted(60, 6), -2),
    ],
)
def test_arrival_modifiers(modifier, facts, value):
    assert modifier("arrival", **({"attackers": 40} | facts)) == value


@pytest.mark.rule("CS-C.5a")
@pytest.mark.parametrize(
    "row, label",
    [(f"cavalry_{n}", f"attacking to defending cavalry {n}:1") for n in range(1, 6)]
    + [(f"total_{n}", f"attackers to defenders {n}:1") for n in range(3, 6)],
)
def test_labels_tell_the_ratio(cs, row, label):
    assert cs.tables.row("CS-C.5a", row).label == label


@pytest.mark.rule("CS-C.5a", "CS-C.5b")
def test_arrival_tests_of_the_ledger(roll):
    good = {"commander": "superior", "roads": "primary_roads", "visibility": "unobstructed"}
    result = roll("arrival", [4, 5], attackers=40, **good)
    assert (result.total, result.outcome.result, result.outcome.delay_turns) == (17, "arrives", 0)
    bad = {"commander": "poor", "roads": "no_roads", **_mounted(18, 6)}
    result = roll("arrival", [6, 6], **bad)
    assert (result.total, result.outcome.result, result.outcome.arrival_turn) == (3, "lost", 0)


@pytest.mark.rule("CS-C.5a")
@pytest.mark.parametrize(
    "forces, dispersed, casualties, disorder",
    [
        (_mounted(6, 6), True, 0, 0),
        (_mounted(11, 6), True, 0, 0),
        (_mounted(12, 6), False, 30, 4),
        (_mounted(17, 6), False, 30, 4),
        (_mounted(18, 6), False, 0, 0),
        (_mounted(18, 0), False, 0, 0),
    ],
)
def test_what_the_cavalry_fight_costs(outcome, forces, dispersed, casualties, disorder):
    found = outcome("arrival", [5, 5], **forces)
    cost = (found.cavalry_dispersed, found.cavalry_casualties_percent, found.cavalry_disorder)
    assert cost == (dispersed, casualties, disorder)


@pytest.mark.rule("CS-C.5a")
@pytest.mark.parametrize(
    "attackers, defenders, terrain, hits, disorder",
    [
        (60, 20, "open", 4, 6),
        (60, 20, "rolling", 8, 6),
        (60, 20, "hilly_wooded", 8, 6),
        (60, 20, "mountainous", 4, 6),
        (66, 22, "open", 4, 6),
        (69, 23, "open", 5, 6),
        (80, 20, "rolling", 0, 0),
        (60, 0, "rolling", 0, 0),
    ],
)
def test_what_a_delaying_force_costs(outcome, attackers, defenders, terrain, hits, disorder):
    found = outcome("arrival", [5, 5], attackers=attackers, defenders=defenders, terrain=terrain)
    assert (found.infantry_hits, found.infantry_disorder) == (hits, disorder)


@pytest.mark.rule("CS-C.5a")
def test_half_a_hit_counts_as_one():
    assert [to_nearest(20, figures) for figures in (2, 3, 5, 7, 8)] == [0, 1, 1, 1, 2]
    assert to_nearest(50, 5) == 3


@pytest.mark.rule("CS-C.5b", "CS-C.5c")
@pytest.mark.parametrize(
    "dice, result, delay",
    [
        ([1, 1], "lost", 0),
        ([3, 4], "lost", 0),
        ([4, 4], "arrives", 8),
        ([4, 5], "arrives", 8),
        ([5, 5], "arrives", 5),
        ([6, 6], "arrives", 5),
        ([6, 7], "arrives", 3),
        ([7, 7], "arrives", 3),
        ([7, 8], "arrives", 2),
        ([8, 8], "arrives", 2),
        ([8, 9], "arrives", 0),
        ([10, 10], "arrives", 0),
    ],
)
def test_arrival_table(outcome, dice, result, delay):
    found = outcome("arrival", dice, attackers=40, turn=6)
    turn = 6 + delay if result == "arrives" else 0
    assert (found.result, found.delay_turns, found.arrival_turn) == (result, delay, turn)


@pytest.mark.rule("CS-C.5d")
@pytest.mark.parametrize(
    "dice, commander, result, delay, turn",
    [
        ([4, 4], "average", "arrives", 8, 14),
        ([3, 3], "superior", "arrives", 5, 11),
        ([5, 5], "poor", "not_today", 0, 0),
        ([3, 4], "average", "not_today", 0, 0),
        ([10, 10], "average", "arrives", 0, 6),
    ],
)
def test_a_lost_force_tries_again(outcome, dice, commander, result, delay, turn):
    assert outcome("arrival-again", dice, commander=commander, turn=6) == (result, delay, turn)


@pytest.mark.rule("CS-C.5d")
def test_its_place_is_not_rolled_before_it_arrives(roll):
    assert roll("lost-location", turn=8, arrival_turn=9).refusal.rule == "CS-C.5d"
    assert roll("lost-location", [5, 5], turn=9, arrival_turn=9).outcome.paces == 200


@pytest.mark.rule("CS-C.5e")
@pytest.mark.parametrize(
    "dice, paces, side",
    [
        ([1, 1], 720, "left"),
        ([1, 2], 720, "left"),
        ([2, 2], 600, "left"),
        ([3, 3], 600, "left"),
        ([3, 4], 360, "left"),
        ([4, 4], 360, "left"),
        ([4, 5], 200, "left"),
        ([5, 5], 200, "left"),
        ([5, 6], 200, "right"),
        ([6, 6], 200, "right"),
        ([6, 7], 360, "right"),
        ([7, 8], 360, "right"),
        ([8, 8], 600, "right"),
        ([9, 9], 600, "right"),
        ([9, 10], 720, "right"),
        ([10, 10], 720, "right"),
    ],
)
def test_where_a_lost_force_arrives(outcome, dice, paces, side):
    assert outcome("lost-location", dice) == (paces, side)


@pytest.mark.rule("CS-C.5e")
def test_location_table_holds_two_dice_and_no_more(cs):
    rows = cs.tables.bands("CS-C.5e", "rows", lambda **row: row)
    assert (rows.low, rows.high) == (2, 20)


@pytest.mark.rule("CS-C.5f")
@pytest.mark.parametrize(
    "offset, to_corner, corner, edge, paces",
    [
        (720, 300, "enemy", "enemy base line", 210),
        (720, 300, "friendly", "friendly base line", 210),
        (200, 300, "enemy", "flank edge", 200),
        (300, 300, "enemy", "flank edge", 300),
        (600, 299, "enemy", "enemy base line", 151),
    ],
)
def test_beyond_a_corner_half_the_rest_counts(outcome, offset, to_corner, corner, edge, paces):
    assert outcome("lost-beyond-corner", offset=offset, to_corner=to_corner, corner=corner) == (edge, paces)
