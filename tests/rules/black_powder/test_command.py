"""Orders: the command test, its modifiers, blunders, groups, rallies, initiative, the proximity rule, commanders."""

from fractions import Fraction

import pytest

from grognard.kernel.uses.chain import chain_odds


def moves(outcome, dice, **facts):
    found = outcome("command", dice, **facts)
    return found.staff, found.moves


@pytest.mark.rule("BP-CMD-1")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({}, ""), ({"ordered": True}, "BP-CMD-1"), ({"moved_by_initiative": True}, "BP-CMD-1"),
        ({"own_brigade": False}, "BP-CMD-1"), ({"own_brigade": False, "general": True}, ""),
        ({"disordered": True}, "BP-STATE-3"), ({"disordered": True, "reform": True}, "BP-STATE-3"),
        ({"in_combat": True}, "BP-CMD-1"),
    ],
)  # fmt: skip
def test_who_may_be_ordered(refusal, facts, rule):
    assert refusal("may-order", **facts) == rule


@pytest.mark.rule("BP-CMD-1")
def test_staff_ratings_run_from_five_to_ten(bp):
    table = bp.tables["BP-CMD-1"]
    assert (table["least"], table["most"], table["usual"]) == (5, 10, 8)
    assert bp["command"].defaults()["staff"] == 8
    for staff in (4, 11):
        with pytest.raises(Exception, match="allowed: 5 to 10"):
            bp["command"].read({"staff": staff})


@pytest.mark.rule("BP-CMD-1", "BP-CMD-2")
def test_a_modified_rating_may_leave_the_span_and_twelve_fails_all_the_same(outcome):
    facts = {"staff": 10, "formations": "march_column", "on_road": True, "special": "reliable"}
    assert outcome("command", [5, 6], **facts)[:3] == (13, True, 2)
    assert outcome("command", [6, 6], **facts) == (13, False, 0, False, True, 0, "")
    assert outcome("command", [1, 1], staff=5, distance=48)[:3] == (1, False, 0)


@pytest.mark.rule("BP-CMD-2")
@pytest.mark.parametrize(
    "dice, passed, moves",
    [
        ([4, 4], True, 1), ([3, 4], True, 1), ([2, 4], True, 2), ([1, 4], True, 3), ([1, 1], True, 3),
        ([5, 4], False, 0), ([5, 6], False, 0),
    ],
)  # fmt: skip
def test_moves_by_the_margin(outcome, dice, passed, moves):
    assert outcome("command", dice, staff=8) == (8, passed, moves, False, False, 0, "")


@pytest.mark.rule("BP-CMD-2")
def test_exact_odds_of_an_order(odds):
    found = {(each.passed, each.moves, each.blunder): 0 for each in odds("command", staff=8).weights}
    for each, weight in odds("command", staff=8).weights.items():
        found[each.passed, each.moves, each.blunder] += weight
    assert found == {
        (True, 3, False): 10,
        (True, 2, False): 5,
        (True, 1, False): 11,
        (False, 0, False): 9,
        (False, 0, True): 1,
    }


@pytest.mark.rule("BP-CMD-3")
@pytest.mark.parametrize("distance, worth", [(0, 0), (11, 0), (12, -1), (23, -1), (24, -2), (25, -2), (36, -3)])
def test_each_full_foot_from_the_commander(outcome, distance, worth):
    assert outcome("command", [4, 4], staff=8, distance=distance).staff == 8 + worth


@pytest.mark.rule("BP-CMD-3")
@pytest.mark.parametrize("enemy, worth", [(1, -1), (12, -1), (13, 0), (400, 0)])
def test_enemies_within_a_foot(outcome, enemy, worth):
    assert outcome("command", [4, 4], staff=8, enemy=enemy).staff == 8 + worth


@pytest.mark.rule("BP-CMD-3")
@pytest.mark.parametrize(
    "formations, on_road, worth",
    [
        ("line", False, 0), ("line", True, 0), ("attack_column", False, 1), ("attack_column", True, 1),
        ("march_column", False, 1), ("march_column", True, 2), ("limbered", False, 1), ("limbered", True, 2),
        ("square", False, 0), ("unlimbered", True, 0), ("attack_column,line", False, 0),
        ("march_column,limbered", True, 2), ("march_column,line", True, 0), ("skirmish", False, 0),
    ],
)  # fmt: skip
def test_formations_that_are_easy_to_order(outcome, formations, on_road, worth):
    assert outcome("command", [1, 2], staff=8, formations=formations, on_road=on_road).staff == 8 + worth


@pytest.mark.rule("BP-CMD-3")
def test_two_ratings_of_the_ledger(outcome):
    assert moves(outcome, [3, 3], staff=8, distance=25, enemy=12, formations="attack_column") == (6, 1)
    assert moves(outcome, [3, 4], staff=8, distance=11, formations="march_column", on_road=True) == (10, 3)


@pytest.mark.rule("BP-CMD-4")
@pytest.mark.parametrize(
    "facts, left",
    [
        ({"passed": False, "pending": 3}, 0), ({"passed": True, "pending": 3}, 3), ({"passed": True, "pending": 0}, 0),
        ({"passed": True, "pending": 3, "last": True}, 0),
    ],
)  # fmt: skip
def test_a_failure_silences_the_commander(outcome, facts, left):
    assert outcome("orders-left", **facts).orders == left
    assert not outcome("command", [5, 4], staff=7).passed


@pytest.mark.rule("BP-CMD-4")
def test_the_general_speaks_last_and_one_at_a_time(outcome):
    assert outcome("speaker", others=2).speaks
    assert not outcome("speaker", general=True, others=1).speaks
    assert outcome("speaker", general=True, others=0).speaks
    assert not outcome("speaker", speaking=True).speaks


@pytest.mark.rule("BP-CMD-5")
@pytest.mark.parametrize(
    "dice, found",
    [
        ([1], ("retire", "rear", 2)), ([2], ("retire", "rear", 1)), ([3], ("move_or_charge", "left", 1)),
        ([4], ("move_or_charge", "right", 1)), ([5], ("move_or_charge", "front", 1)),
        ([6, 1], ("charge_nearest", "nearest_enemy", 1)), ([6, 2], ("charge_nearest", "nearest_enemy", 1)),
        ([6, 3], ("charge_nearest", "nearest_enemy", 2)), ([6, 4], ("charge_nearest", "nearest_enemy", 2)),
        ([6, 5], ("charge_nearest", "nearest_enemy", 3)), ([6, 6], ("charge_nearest", "nearest_enemy", 3)),
    ],
)  # fmt: skip
def test_the_table_of_blunders(outcome, dice, found):
    assert outcome("blunder", dice) == found


@pytest.mark.rule("BP-CMD-5")
def test_how_likely_a_headlong_charge_is(bp):
    order, blunder = bp["command"], bp["blunder"]

    def program(throw):
        told = throw(order, order.read({"staff": 9}))
        return throw(blunder, blunder.read({})).result if told.blunder else "none"

    found = chain_odds(program)
    assert found.probability("charge_nearest") == Fraction(1, 216)
    assert found.probability("retire") == Fraction(1, 108)


@pytest.mark.rule("BP-CMD-6")
@pytest.mark.parametrize("gap, rule", [(0, ""), (5, ""), (6, ""), (7, "BP-CMD-6")])
def test_a_group_hangs_together(refusal, gap, rule):
    assert refusal("order-group", gap=gap) == rule


@pytest.mark.rule("BP-CMD-6")
def test_a_group_has_a_bonus_only_if_all_of_it_earns_it(outcome):
    facts = {"staff": 8, "distance": 13, "giving": "brigade_order"}
    assert moves(outcome, [3, 4], **facts, formations="attack_column,line") == (7, 1)
    assert moves(outcome, [3, 4], **facts, formations="attack_column") == (8, 1)


@pytest.mark.rule("BP-CMD-7")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"enemy": 11}, ""), ({"enemy": 12}, ""), ({"enemy": 13}, "BP-CMD-7"), ({"enemy": 5, "deed": "charge"}, ""),
        ({"enemy": 5, "shaken": True}, ""), ({"enemy": 5, "shaken": True, "deed": "charge"}, "BP-CMD-7"),
        ({"enemy": 5, "disordered": True}, "BP-DISM-1"), ({"enemy": 0, "in_combat": True}, "BP-CMD-7"),
    ],
)  # fmt: skip
def test_initiative(refusal, outcome, facts, rule):
    assert refusal("initiative", **facts) == rule
    if not rule:
        assert outcome("initiative", **facts).moves == 1


@pytest.mark.rule("BP-DISM-1")
@pytest.mark.parametrize(
    "deed, enemy, rule",
    [
        ("retire", 10, ""), ("retire", 12, ""), ("retire", 14, "BP-CMD-7"), ("move", 10, "BP-DISM-1"),
        ("charge", 10, "BP-DISM-1"), ("form_line", 10, "BP-DISM-1"),
    ],
)  # fmt: skip
def test_the_disordered_can_only_retire(refusal, outcome, deed, enemy, rule):
    assert refusal("initiative", deed=deed, enemy=enemy, disordered=True) == rule
    assert outcome("retire-distance", arm="infantry", gap=10).inches == 12


@pytest.mark.rule("BP-CMD-8")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"enemy": 12}, "BP-CMD-8"), ({"enemy": 13}, ""), ({"enemy": 5, "in_front": True}, ""),
        ({"enemy": 5, "withdrew": True}, ""), ({"enemy": 5, "charged": True}, ""),
        ({"enemy": 5, "in_front": True, "withdrew": True}, ""),
    ],
)  # fmt: skip
def test_who_is_near_must_be_dealt_with(refusal, facts, rule):
    assert refusal("proximity", **facts) == rule


@pytest.mark.rule("BP-CMD-9")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"distance": 48}, ""), ({"distance": 49}, "BP-CMD-9"), ({"distance": 36, "mounted": False}, ""),
        ({"distance": 37, "mounted": False}, "BP-CMD-9"), ({"distance": 1, "spoken": False}, "BP-CMD-9"),
        ({"distance": 1, "moved": True}, "BP-CMD-9"),
    ],
)  # fmt: skip
def test_how_far_commanders_ride(refusal, facts, rule):
    assert refusal("commander-move", **facts) == rule


@pytest.mark.rule("BP-CMD-9")
def test_a_successor_is_one_worse(outcome):
    assert outcome("commander-move", distance=40).left == 8
    assert [outcome("successor", staff=staff).staff for staff in (10, 8, 6, 5)] == [9, 7, 5, 5]


@pytest.mark.rule("BP-CMD-10")
def test_follow_me(outcome, refusal):
    facts = {"giving": "follow_me", "staff": 8}
    assert outcome("command", [4, 4], **facts, apart=5)[:3] == (8, True, 3)
    assert outcome("command", [5, 4], **facts, apart=5)[:4] == (8, False, 0, False)
    assert outcome("command", [5, 4], **facts, formations="march_column")[1:3] == (True, 3)
    assert outcome("command", [5, 5], **facts, formations="march_column")[1:4] == (False, 0, False)
    assert [refusal("command", **facts, apart=apart) for apart in (12, 13)] == ["", "BP-CMD-10"]


@pytest.mark.rule("BP-CMD-11")
def test_a_rally_order(outcome, refusal):
    facts = {"giving": "rally", "staff": 8}
    assert outcome("command", [3, 4], **facts)[1:4] == (True, 0, False)
    assert outcome("command", [5, 5], **facts, formations="limbered")[1:4] == (False, 0, False)
    assert [refusal("command", **facts, apart=apart) for apart in (12, 13)] == ["", "BP-CMD-11"]


@pytest.mark.rule("BP-CMD-11")
@pytest.mark.parametrize(
    "casualties, found", [(3, (2, False)), (4, (3, True)), (2, (1, False)), (1, (1, False)), (0, (0, False))]
)
def test_what_a_rally_brings(outcome, casualties, found):
    assert outcome("rally", casualties=casualties, stamina=3)[:2] == found
    assert outcome("rally", casualties=casualties, disordered=True).disordered


@pytest.mark.rule("BP-CMD-12")
@pytest.mark.parametrize(
    "formations, dice, found",
    [
        ("march_column", [5, 4], (False, 1, True)), ("limbered", [5, 4], (False, 1, True)),
        ("line", [5, 4], (False, 0, False)), ("march_column", [6, 6], (False, 0, False)),
        ("march_column", [1, 2], (True, 3, False)), ("square", [1, 2], (True, 1, False)),
        ("square", [5, 4], (False, 0, False)),
    ],
)  # fmt: skip
def test_free_moves_and_squares(outcome, formations, dice, found):
    assert outcome("command", dice, staff=7, formations=formations)[1:4] == found


@pytest.mark.rule("BP-CMD-12", "BP-CMD-6")
def test_each_unit_of_a_group_makes_its_own_of_the_order(outcome):
    told = {"rating": 8, "rolled": 5}
    assert outcome("unit-moves", **told, formations="line") == (3, False, 0)
    assert outcome("unit-moves", **told, formations="square") == (1, False, 0)
    assert outcome("unit-moves", rating=8, rolled=8, formations="line", special="unreliable") == (0, False, 0)
    assert outcome("unit-moves", rating=8, rolled=9, formations="march_column") == (1, True, 0)
    assert outcome("unit-moves", rating=8, rolled=10, formations="line", in_woods=True) == (0, False, 6)
    assert outcome("unit-moves", rating=10, rolled=10, formations="line", in_woods=True) == (1, False, 0)
    assert outcome("unit-moves", rating=13, rolled=12, formations="march_column") == (0, False, 0)


@pytest.mark.rule("BP-SPEC-1", "BP-SPEC-2", "BP-SPEC-8", "BP-SPEC-11")
def test_special_rules_of_command(outcome):
    assert moves(outcome, [5, 4], staff=8, special="reliable") == (9, 1)
    assert outcome("command", [4, 4], staff=8, special="unreliable")[:4] == (8, True, 0, False)
    assert moves(outcome, [3, 4], staff=8, special="unreliable") == (8, 1)
    assert moves(outcome, [4, 4], staff=8, special="reliable,unreliable") == (8, 1)
    assert moves(outcome, [3, 4], staff=8, distance=40, enemy=12, special="marauders") == (7, 1)
    assert outcome("command", [5, 5], staff=8, special="superbly_drilled")[1:4] == (False, 1, True)
    assert outcome("command", [6, 6], staff=8, special="superbly_drilled")[1:4] == (False, 0, False)


@pytest.mark.rule("BP-MIXED-2")
def test_a_mixed_attack_column_is_no_column(outcome, refusal):
    assert moves(outcome, [4, 4], staff=8, formations="mixed_attack_column") == (8, 1)
    assert moves(outcome, [4, 4], staff=8, formations="attack_column") == (9, 1)
    assert refusal("order-group", formations="mixed_attack_column") == "BP-WOODS-2"
    assert not outcome("massed-column", formations="mixed_attack_column").massed


@pytest.mark.rule("BP-GRANDE-3")
def test_a_grande_bande_goes_sideways_with_trouble(outcome):
    facts = {"staff": 8, "formations": "grande_bande"}
    assert moves(outcome, [4, 4], **facts, sideways=True) == (7, 0)
    assert moves(outcome, [4, 4], **facts) == (8, 1)
    assert moves(outcome, [4, 4], staff=8, sideways=True) == (8, 1)


@pytest.mark.rule("BP-RELF-1")
@pytest.mark.parametrize(
    "first, variant, found",
    [
        ("form_line", "", (9, 0)), ("form_line", "reliable-formations", (10, 1)),
        ("move", "reliable-formations", (9, 0)), ("form_square", "reliable-formations", (9, 0)),
    ],
)  # fmt: skip
def test_reliable_in_line_while_in_column(outcome, first, variant, found):
    facts = {"staff": 8, "formations": "attack_column", "special": "reliable_line", "first": first}
    assert moves(outcome, [5, 5], **facts, variant=variant) == found


@pytest.mark.rule("BP-RELF-1")
def test_reliable_in_a_formation_that_it_has(outcome):
    assert moves(outcome, [5, 4], staff=8, special="reliable_line") == (9, 1)
    assert moves(outcome, [5, 4], staff=8, special="reliable_attack_column") == (8, 0)
    assert moves(outcome, [5, 5], staff=8, special="reliable_attack_column", formations="attack_column") == (10, 1)
    facts = {"staff": 8, "special": "reliable_attack_column", "first": "form_attack_column"}
    assert moves(outcome, [5, 4], **facts, variant="reliable-formations") == (9, 1)


@pytest.mark.rule("BP-CAVF-3")
def test_echelon_is_easy_to_order(outcome):
    facts = {"staff": 8, "arm": "light_cavalry", "formations": "echelon"}
    assert moves(outcome, [5, 4], **facts, variant="cavalry-formations") == (9, 1)
    assert moves(outcome, [5, 4], **facts) == (8, 0)


@pytest.mark.rule("BP-SUPC-4")
def test_opportunists_do_not_like_to_be_told(outcome):
    facts = {"staff": 8, "special": "opportunist_chargers", "charges": True}
    assert moves(outcome, [4, 4], **facts, variant="support-charge") == (7, 0)
    assert moves(outcome, [4, 4], **facts) == (8, 1)


@pytest.mark.rule("BP-WOODS-2")
@pytest.mark.parametrize(
    "formations, gap, rule",
    [
        ("line", 4, "BP-WOODS-2"), ("attack_column,march_column", 6, ""), ("attack_column", 7, "BP-CMD-6"),
        ("attack_column,limbered", 0, ""), ("attack_column,line", 0, "BP-WOODS-2"), ("skirmish", 0, "BP-WOODS-2"),
        ("none", 6, ""),
    ],
)  # fmt: skip
def test_orders_in_woods(refusal, formations, gap, rule):
    assert refusal("order-group", formations=formations, gap=gap) == rule


@pytest.mark.rule("BP-WOODS-3")
@pytest.mark.parametrize(
    "staff, dice, in_woods, found",
    [
        (8, [5, 5], True, (0, 6)), (8, [5, 6], True, (0, 6)), (8, [5, 4], True, (0, 0)), (8, [6, 6], True, (0, 0)),
        (10, [5, 5], True, (1, 0)), (8, [5, 5], False, (0, 0)),
    ],
)  # fmt: skip
def test_lost_in_the_woods(outcome, staff, dice, in_woods, found):
    made = outcome("command", dice, staff=staff, in_woods=in_woods)
    assert (made.moves, made.astray) == found


@pytest.mark.rule("BP-WOODS-3", "BP-CMD-12")
def test_a_column_makes_its_free_move_and_is_led_astray_too(outcome):
    found = outcome("command", [5, 5], staff=8, formations="march_column", in_woods=True)
    assert (found.moves, found.free, found.astray) == (1, True, 6)


@pytest.mark.rule("BP-WOODS-5")
@pytest.mark.parametrize(
    "formation, moves",
    [
        ("line", 1), ("attack_column", 1), ("march_column", 1), ("skirmish", 3), ("mixed_line", 3),
        ("mixed_attack_column", 3), ("grande_bande", 3),
    ],
)  # fmt: skip
def test_one_move_in_woods(outcome, formation, moves):
    assert outcome("command", [1, 2], staff=8, formations=formation, in_woods=True).moves == moves


@pytest.mark.rule("BP-ARTM-2")
def test_horse_guns_that_unlimber_are_unreliable(outcome):
    facts = {"staff": 8, "arm": "horse_artillery", "formations": "limbered", "unlimbers": True, "how": "limbered"}
    assert outcome("command", [5, 4], **facts)[:4] == (9, True, 1, True)
    assert outcome("command", [4, 4], **facts)[:4] == (9, True, 1, False)
    assert outcome("command", [5, 4], **{**facts, "unlimbers": False})[:4] == (9, True, 1, False)
    assert outcome("command", [5, 4], **{**facts, "arm": "foot_artillery"})[:4] == (9, True, 1, False)


@pytest.mark.rule("BP-ARTM-3", "BP-ARTM-1")
@pytest.mark.parametrize(
    "dice, blunder, found", [([5, 4], False, (12, True)), ([4, 4], False, (12, True)), ([6, 6], True, (0, False))]
)
def test_guns_deploy_on_a_failed_order(outcome, dice, blunder, found):
    told = outcome("command", dice, staff=7, arm="foot_artillery", formations="limbered", unlimbers=True)
    assert told.blunder is blunder
    assert outcome("battery-order", moves=told.moves, unlimber=True, blunder=told.blunder) == found


@pytest.mark.rule("BP-ARTM-7", "BP-ARTM-9")
@pytest.mark.parametrize(
    "guns, how, dice, found",
    [
        ("light", "prolong", [5, 4], (9, 1)), ("medium", "prolong", [4, 4], (8, 1)),
        ("heavy", "prolong", [4, 4], (8, 0)),
        ("heavy", "prolong", [4, 3], (8, 1)), ("heavy", "hand_haul", [4, 4], (8, 0)),
        ("light", "hand_haul", [4, 4], (8, 1)), ("light", "hand_haul", [5, 4], (8, 0)),
        ("medium", "hand_haul", [1, 1], (8, 1)), ("medium", "prolong", [2, 3], (8, 3)),
    ],
)  # fmt: skip
def test_guns_that_are_dragged(outcome, guns, how, dice, found):
    facts = {"staff": 8, "arm": "foot_artillery", "formations": "unlimbered", "guns": guns, "how": how}
    assert moves(outcome, dice, **facts) == found


@pytest.mark.rule("BP-TURN-1")
def test_the_phases_of_a_turn(outcome, bp):
    assert [outcome("turn-phase", number=number).phase for number in (1, 2, 3, 4)] == [
        "command",
        "shooting",
        "hand_to_hand",
        "end",
    ]
    assert bp.tables.value("BP-TURN-1", "start") == ["army_and_brigades", "elite_recovery"]
    assert bp.tables.value("BP-TURN-1", "end") == ["disorder_recovery"]


@pytest.mark.rule("BP-SEQ-1")
def test_the_phases_of_the_draft(outcome):
    found = [outcome("turn-phase", number=number, variant="turn-sequence-v2") for number in (1, 2, 3, 4)]
    assert [each.phase for each in found] == [
        "initiative_moves",
        "musketry_and_artillery",
        "command_moves",
        "close_combat",
    ]
    assert {each.of for each in found} == {4}
