"""Chapter 5: when morale is checked, what counts in the check, and what becomes of a unit after it."""

import pytest

LAST = "leader_casualties_and_disorder_recovery"
PHASES = ["movement", "artillery_fire", "small_arms_fire", "close_combat"]


# ---- when to check


@pytest.mark.rule("CS-5.1", "CS-5a")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize(
    "figures, before, now, due, percent",
    [
        (24, 4, 1, False, 21),
        (24, 5, 1, True, 25),
        (24, 5, 7, True, 50),
        (24, 6, 5, False, 46),
        (24, 6, 6, True, 50),
        (24, 17, 1, True, 75),
        (24, 12, 0, False, 50),
        (10, 2, 0, False, 20),
        (10, 2, 1, True, 30),
        (199, 0, 49, False, 24),
        (199, 49, 1, True, 26),
        (24, 23, 1, True, 100),
    ],
)
def test_each_quarter_lost_calls_for_one_check_in_any_phase(outcome, phase, figures, before, now, due, percent):
    answer = outcome("morale-check-due", phase=phase, figures=figures, lost_before=before, lost_now=now)
    assert answer == (due, ("a quarter lost",) * due, percent)


@pytest.mark.rule("CS-5.1")
def test_losses_of_several_quarters_count_in_one_check(outcome, modifier):
    answer = outcome("morale-check-due", phase="artillery_fire", figures=24, lost_before=5, lost_now=7)
    assert modifier("morale", morale_rating=8, casualties_percent=answer.casualties_percent) == 8 - 2


@pytest.mark.rule("CS-5.1")
def test_no_unit_loses_more_than_it_had(roll):
    refusal = roll("morale-check-due", phase="close_combat", figures=24, lost_before=20, lost_now=5).refusal
    assert refusal == ("CS-5.1", "it cannot have lost more than its 24 figures")


@pytest.mark.rule("CS-5.1", "CS-10.1.2f")
@pytest.mark.parametrize(
    "facts, due, killed_only",
    [
        ({"leader": "killed", "leader_distance": 100}, True, True),
        ({"leader": "killed", "leader_distance": 101}, False, False),
        ({"leader": "killed", "leader_distance": 50, "leader_in_sight": False}, False, False),
        ({"leader": "serious", "leader_distance": 100}, True, False),
        ({"leader": "light", "leader_distance": 100}, True, False),
        ({"leader": "horse_shot", "leader_distance": 0}, False, False),
        ({"leader": "none"}, False, False),
    ],
)
def test_units_that_see_a_leader_fall_near_them_check(outcome, facts, due, killed_only):
    answer = outcome("morale-check-due", phase=LAST, figures=24, **facts)
    assert (answer.due, answer.reasons) == (due, ("leader fallen",) * due)
    assert outcome("morale-check-due", None, "killed-only", phase=LAST, figures=24, **facts).due is killed_only


@pytest.mark.rule("CS-5.1")
@pytest.mark.parametrize("phase", [*PHASES, "rally_and_morale"])
def test_a_fallen_leader_is_checked_for_in_the_last_phase_only(outcome, phase):
    assert not outcome("morale-check-due", phase=phase, figures=24, leader="killed").due


@pytest.mark.rule("CS-5.1")
@pytest.mark.parametrize(
    "phase, retreats, paces, due",
    [
        ("rally_and_morale", True, 120, True),
        ("rally_and_morale", True, 121, False),
        ("rally_and_morale", False, 0, False),
        ("close_combat", True, 20, False),
    ],
)
def test_a_friend_retreating_near_is_checked_for_in_the_rally_phase(outcome, phase, retreats, paces, due):
    answer = outcome("morale-check-due", phase=phase, figures=24, friend_retreats=retreats, friend_distance=paces)
    assert (answer.due, answer.reasons) == (due, ("friend retreating",) * due)


@pytest.mark.rule("CS-5.1")
def test_two_reasons_make_one_check(outcome):
    answer = outcome("morale-check-due", phase=LAST, figures=8, lost_now=2, leader="killed")
    assert (answer.due, answer.reasons) == (True, ("a quarter lost", "leader fallen"))


# ---- what counts


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize(
    "facts, flanks",
    [
        ({}, 0),
        ({"left": 120}, 1),
        ({"left": 121}, 0),
        ({"right": 120}, 1),
        ({"right": 121}, 0),
        ({"left": 20, "right": 20}, 2),
        ({"left": 20, "left_status": "resolute"}, 1),
        ({"left": 20, "left_status": "wavering"}, 0),
        ({"right": 20, "right_status": "broken"}, 0),
    ],
)
def test_formed_friends_near_support_a_flank(outcome, facts, flanks):
    assert outcome("support", **facts) == (flanks, False, False, False, False)


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize(
    "facts, supported",
    [({"rear": 200}, True), ({"rear": 201}, False), ({"rear": 50, "rear_status": "wavering"}, False)],
)
def test_formed_friends_behind_support_the_rear(outcome, facts, supported):
    assert outcome("support", **facts) == (0, supported, False, False, False)


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize(
    "facts, answer",
    [
        ({"player": 60}, (0, False, True, False, False)),
        ({"player": 61}, (0, False, False, False, False)),
        ({"leader": 60}, (0, False, False, True, False)),
        ({"leader": 61}, (0, False, False, False, False)),
        ({"suffered": True}, (0, False, False, False, True)),
        ({"suffered": True, "fired": True}, (0, False, False, False, False)),
        ({"fired": True}, (0, False, False, False, False)),
    ],
)
def test_leaders_near_and_fire_not_answered(outcome, facts, answer):
    assert outcome("support", **facts) == answer


@pytest.mark.rule("CS-5.2.2b")
@pytest.mark.parametrize(
    "around, value", [({"left": 120}, 2), ({"player": 60, "leader": 60}, 9), ({"suffered": True}, -2)]
)
def test_the_answer_goes_straight_into_a_morale_check(outcome, modifier, around, value):
    assert modifier("morale", morale_rating=8, **outcome("support", **around)._asdict()) == 8 + value


# ---- what a level allows and obliges


@pytest.mark.rule("CS-5.2.3a")
@pytest.mark.parametrize("status", ["resolute", "determined"])
@pytest.mark.parametrize("advances", [False, True])
def test_steady_units_do_as_they_are_told(outcome, status, advances):
    answer = outcome("morale-status", status=status, order_advances=advances)
    assert answer == (True, "as ordered", "", "", 0, True, False)


@pytest.mark.rule("CS-5.2.3a")
def test_a_wavering_unit_will_not_go_forward_but_obeys_other_orders(outcome):
    assert outcome("morale-status", status="wavering", order_advances=True) == (False, "stands", "", "", 0, True, False)
    assert outcome("morale-status", status="wavering") == (True, "as ordered", "", "", 0, True, False)


@pytest.mark.rule("CS-5.2.3a")
@pytest.mark.parametrize("advances", [False, True])
def test_a_dispersed_unit_is_removed(outcome, advances):
    answer = outcome("morale-status", status="dispersed", order_advances=advances)
    assert answer == (False, "is removed", "", "", 0, False, False)


@pytest.mark.rule("CS-5.2.3b")
@pytest.mark.parametrize(
    "facts, halts",
    [
        ({}, True),
        ({"order_advances": True}, True),
        ({"fired_on": True}, False),
        ({"charged": True}, False),
        ({"in_cover": True, "charged": True}, False),
        ({"in_cover": True, "fired_on": True}, False),
    ],
)
def test_a_broken_unit_withdraws_at_the_quick_toward_cover(outcome, facts, halts):
    answer = outcome("morale-status", status="broken", **facts)
    assert answer == (False, "withdraws", "quick", "cover", 45, True, halts)


@pytest.mark.rule("CS-5.2.3b")
def test_a_broken_unit_left_alone_stays_in_cover(outcome):
    assert outcome("morale-status", status="broken", in_cover=True) == (False, "stays in cover", "", "", 0, True, False)


@pytest.mark.rule("CS-5.2.3c")
@pytest.mark.parametrize("facts", [{}, {"in_cover": True}, {"fired_on": True}])
def test_a_routed_unit_flees_at_the_double_cover_or_not(outcome, facts):
    answer = outcome("morale-status", status="routed", **facts)
    assert answer == (False, "flees", "double", "own table edge", 0, False, False)


@pytest.mark.rule("CS-5.2.3b", "CS-5.2.3c")
@pytest.mark.parametrize("status", ["broken", "routed"])
def test_a_fleeing_unit_that_leaves_the_table_is_lost(outcome, status):
    assert outcome("morale-status", status=status, at_edge=True).move == "leaves the table and is lost"


@pytest.mark.rule("CS-5.2.3b", "CS-5.2.3c")
@pytest.mark.parametrize(
    "status, troops, paces", [("broken", "infantry", 180), ("routed", "infantry", 240), ("routed", "cavalry", 400)]
)
def test_how_far_a_fleeing_unit_gets_over_open_ground(outcome, status, troops, paces):
    gait = outcome("morale-status", status=status).gait
    assert outcome("movement", troops=troops, gait=gait).paces == paces


# ---- routs


@pytest.mark.rule("CS-5.4a")
def test_a_routed_unit_with_the_enemy_upon_it_flees_is_seen_and_is_gone(outcome):
    steps = ("rout_move", "adjacent_morale_checks", "removal")
    assert outcome("rout-caught", nearest_enemy=20) == (True, steps)
    assert outcome("rout-caught", nearest_enemy=21) == (False, ())


@pytest.mark.rule("CS-5.4a")
@pytest.mark.parametrize("status", ["broken", "wavering", "determined"])
def test_only_routed_units_are_caught(outcome, status):
    assert outcome("rout-caught", nearest_enemy=5, status=status) == (False, ())


def chase(pursuer, pursuer_morale, pursuer_figures, pursued_morale, **more):
    return {
        "pursuer": pursuer,
        "pursuer_morale": pursuer_morale,
        "pursuer_figures": pursuer_figures,
        "pursued_morale": pursued_morale,
        **more,
    }


@pytest.mark.rule("CS-5.4c")
@pytest.mark.parametrize(
    "facts, each, pool",
    [
        (chase("light_cavalry", 11, 10, 7), 15, 150),
        (chase("other_cavalry", 10, 12, 8), 2, 24),
        (chase("not_cavalry", 9, 20, 6), 0, 0),
        (chase("not_cavalry", 9, 20, 3), 1, 20),
        (chase("other_cavalry", 8, 12, 8), 0, 0),
    ],
)
def test_chance_of_prisoners(cs, facts, each, pool):
    check = cs["prisoners"]
    made = check.pool(check.situation(**facts))
    assert (made.each, made.percent) == (each, pool)


@pytest.mark.rule("CS-5.4c")
@pytest.mark.parametrize("die, left, taken", [(50, 200, 2), (51, 200, 1), (50, 1, 1), (1, 0, 0)])
def test_hussars_take_prisoners_but_never_more_than_there_are(outcome, die, left, taken):
    facts = chase("light_cavalry", 11, 10, 7, figures_left=left)
    assert outcome("prisoners", [die], **facts).prisoners == taken


@pytest.mark.rule("CS-5.4c")
def test_no_prisoners_where_the_pursued_are_the_better(roll):
    result = roll("prisoners", [], **chase("not_cavalry", 9, 20, 6))
    assert result.outcome.prisoners == 0
    assert result.modifiers[-1] == ("CS-5.4c", "none where the pursued are the better", 2, "")


@pytest.mark.rule("CS-5.5")
@pytest.mark.parametrize("stands, lost", [(1, 1), (4, 1), (5, 2), (7, 2), (8, 2), (9, 3), (10, 3)])
def test_a_unit_that_goes_on_routing_loses_a_quarter_of_its_stands(outcome, stands, lost):
    assert outcome("disintegration", stands=stands) == (lost, stands - lost)


@pytest.mark.rule("CS-5.5")
@pytest.mark.parametrize("facts", [{"status": "broken"}, {"status": "wavering"}, {"irregular": True}])
def test_rallied_units_and_irregulars_do_not_crumble(outcome, facts):
    assert outcome("disintegration", stands=8, **facts) == (0, 8)


@pytest.mark.rule("CS-5.6")
@pytest.mark.parametrize("result", ["routed", "dispersed"])
def test_irregulars_that_would_rout_are_set_down_far_off_and_stay_two_turns(outcome, result):
    assert outcome("irregulars-scattered", result=result, turn=4) == ("wavering", 601, 7)


@pytest.mark.rule("CS-5.6")
@pytest.mark.parametrize(
    "phase, again",
    [
        ("initiative", 6),
        ("rally_and_morale", 6),
        ("movement", 7),
        ("artillery_fire", 7),
        ("close_combat", 7),
        (LAST, 7),
    ],
)
def test_irregulars_sit_out_the_next_two_movement_phases(outcome, phase, again):
    assert outcome("irregulars-scattered", result="routed", turn=4, phase=phase).moves_again == again


@pytest.mark.rule("CS-5.6")
@pytest.mark.parametrize("edge, distance", [(500, 500), (601, 601), (900, 601)])
def test_irregulars_go_no_farther_than_the_table_edge(outcome, edge, distance):
    assert outcome("irregulars-scattered", result="routed", edge=edge).enemy_distance == distance


@pytest.mark.rule("CS-5.6")
@pytest.mark.parametrize("result", ["resolute", "determined", "wavering", "broken"])
def test_irregulars_with_any_other_result_stay_where_they_are(roll, result):
    assert roll("irregulars-scattered", result=result).refusal == ("CS-5.6", f"{result} irregulars stay where they are")
