"""Charges: who may charge, how a charge is met, counter-charges, evading, turning to face."""

import pytest


@pytest.mark.rule("BP-CHG-1")
def test_the_side_that_a_charge_strikes(outcome):
    assert outcome("may-charge", zone="left_flank").face == "left_flank"
    assert outcome("may-charge").face == "front"
    assert outcome("may-charge", zone="rear", target="square").face == "front"
    assert outcome("may-charge", zone="rear", target="skirmish").face == "front"


@pytest.mark.rule("BP-CHG-1", "BP-STATE-2", "BP-STATE-3", "BP-BRIG-4")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"shaken": True}, "BP-STATE-2"),
        ({"disordered": True}, "BP-STATE-3"),
        ({"formation": "square"}, "BP-CHG-1"),
        ({"formation": "march_column"}, "BP-CHG-1"),
        ({"arm": "foot_artillery", "formation": "limbered"}, "BP-CHG-1"),
        ({"arm": "horse_artillery", "formation": "unlimbered"}, "BP-CHG-1"),
        ({"seen": False}, "BP-CHG-1"),
        ({"in_front": False}, "BP-CHG-1"),
        ({"in_combat": True}, "BP-CHG-1"),
        ({"brigade": "broken"}, "BP-CHG-1"),
        ({"formation": "skirmish"}, "BP-CHG-1"),
        ({"formation": "grande_bande"}, "BP-GRANDE-8"),
        ({"formation": "skirmish", "target": "grande_bande"}, ""),
        ({"formation": "grande_bande", "target_terrain": "woods"}, ""),
        ({"formation": "attack_column"}, ""),
        ({"formation": "mixed_line"}, ""),
        ({"arm": "light_cavalry"}, ""),
    ],
)
def test_who_may_charge(refusal, facts, rule):
    assert refusal("may-charge", **facts) == rule


@pytest.mark.rule("BP-CHG-1", "BP-BMOR-4")
def test_a_broken_brigade_has_other_effects_by_the_draft(refusal):
    assert refusal("may-charge", brigade="broken", variant="brigade-morale-v2") == ""


HORSE = {"arm": "light_cavalry"}
GUNS = {"arm": "foot_artillery", "formation": "unlimbered"}


@pytest.mark.rule("BP-CHG-2", "BP-SHOOT-6", "BP-SQUARE-1", "BP-SKIRM-4", "BP-GRANDE-9")
@pytest.mark.parametrize(
    "facts, responses",
    [
        ({}, ("stand", "closing_fire")),
        ({"zone": "left_flank"}, ("stand",)),
        ({"formation": "attack_column"}, ("stand", "closing_fire")),
        ({"formation": "march_column"}, ("stand",)),
        ({"fired": True}, ("stand",)),
        ({"in_combat": True}, ("stand",)),
        ({"disordered": True}, ("stand", "closing_fire")),
        ({"shaken": True}, ("stand", "closing_fire")),
        ({"charger": "light_cavalry"}, ("form_square",)),
        ({"charger": "light_cavalry", "disordered": True}, ("form_square",)),
        ({"charger": "light_cavalry", "terrain": "woods"}, ("stand", "closing_fire")),
        ({"charger": "heavy_cavalry", "formation": "square"}, ("stand", "closing_fire")),
        (HORSE, ("stand", "counter_charge", "evade")),
        ({**HORSE, "shaken": True}, ("stand", "evade")),
        ({**HORSE, "disordered": True}, ("stand",)),
        ({**HORSE, "formation": "march_column"}, ("stand", "evade")),
        ({**HORSE, "zone": "left_flank", "begun": 14}, ("stand", "evade", "turn_to_face")),
        ({"arm": "heavy_cavalry"}, ("stand", "counter_charge")),
        ({"arm": "heavy_cavalry", "zone": "rear", "begun": 9}, ("stand",)),
        (GUNS, ("stand", "closing_fire")),
        ({**GUNS, "zone": "rear"}, ("stand",)),
        ({"arm": "foot_artillery", "formation": "limbered"}, ("stand",)),
        ({"arm": "horse_artillery", "formation": "limbered"}, ("stand", "evade")),
        ({"arm": "horse_artillery", "formation": "unlimbered"}, ("stand", "closing_fire")),
        ({"formation": "skirmish", "terrain": "woods"}, ("stand", "closing_fire", "evade")),
        ({"formation": "skirmish", "charger_formation": "skirmish"}, ("stand", "closing_fire", "evade")),
        (
            {"formation": "grande_bande", "terrain": "woods", "charger": "light_cavalry"},
            ("stand", "closing_fire", "evade"),
        ),
    ],
)
def test_how_a_charge_may_be_met(outcome, facts, responses):
    assert outcome("charge-responses", **facts).responses == responses


@pytest.mark.rule("BP-CHG-2", "BP-SKIRM-4", "BP-GRANDE-9")
def test_skirmishers_in_the_open_roll_instead(outcome):
    for formation in ("skirmish", "grande_bande"):
        for charger in ("infantry", "light_cavalry"):
            assert outcome("charge-responses", formation=formation, charger=charger) == ((), True)


@pytest.mark.rule("BP-CHG-2")
def test_ledger_cavalry_charged_in_front(outcome):
    found = outcome("charge-responses", **HORSE).responses
    assert "counter_charge" in found
    assert "closing_fire" not in found


@pytest.mark.rule("BP-CHG-3")
def test_both_charge_when_one_counter_charges(outcome):
    found = outcome("counter-charge", gap=8)
    assert (found.charger_to_hit, found.defender_to_hit) == (1, 1)
    assert found.inches == 4
    assert outcome("counter-charge", gap=9).inches == 4
    assert outcome("counter-charge", gap=40, move=18).inches == 18


@pytest.mark.rule("BP-CHG-3")
@pytest.mark.parametrize("gap, charger, caught", [(8, 18, False), (8, 19, False), (8, 20, True), (0, 12, True)])
def test_who_gets_away(outcome, gap, charger, caught):
    found = outcome("evade", gap=gap, charger=charger, move=12)
    assert found == (12, caught)


@pytest.mark.rule("BP-CHG-4")
@pytest.mark.parametrize(
    "facts, turns",
    [
        ({"begun": 14}, True),
        ({"begun": 13}, True),
        ({"begun": 12}, False),
        ({"begun": 9}, False),
        ({"begun": 14, "zone": "rear"}, True),
        ({"begun": 14, "disordered": True}, False),
        ({"begun": 14, "shaken": True}, False),
        ({"begun": 14, "in_combat": True}, False),
        ({"begun": 14, "arm": "infantry"}, False),
        ({"begun": 14, "zone": "front"}, False),
    ],
)
def test_turning_to_face(outcome, facts, turns):
    facts = {"arm": "light_cavalry", "zone": "left_flank", **facts}
    assert ("turn_to_face" in outcome("charge-responses", **facts).responses) == turns


@pytest.mark.rule("BP-SHELT-1")
@pytest.mark.parametrize(
    "facts, may",
    [
        ({"friend": 6}, True),
        ({"friend": 7}, False),
        ({"friend": 4, "zone": "left_flank"}, False),
        ({"friend": 4, "disordered": True}, False),
        ({"friend": 4, "formation": "limbered"}, False),
        ({"friend": 4, "arm": "infantry", "formation": "line"}, False),
    ],
)
def test_gunners_who_take_shelter(outcome, facts, may):
    facts = {**GUNS, **facts}
    assert ("shelter" in outcome("charge-responses", variant="sheltering", **facts).responses) == may
    assert "shelter" not in outcome("charge-responses", **facts).responses


@pytest.mark.rule("BP-SHELT-3")
def test_a_charge_that_halts(outcome, refusal):
    assert outcome("halted-charge", charger="light_cavalry", variant="sheltering") == (18, True)
    assert outcome("halted-charge", charger="infantry", variant="sheltering") == (12, True)
    assert outcome("halted-charge", charger="heavy_cavalry", run=11, variant="sheltering") == (11, True)
    assert refusal("halted-charge") == "BP-SHELT-3"


@pytest.mark.rule("BP-SHELT-4")
@pytest.mark.parametrize(
    "result, lost",
    [
        ("hold", False),
        ("hold_locked", False),
        ("hold_disordered", False),
        ("retreat_disordered", True),
        ("fallback_through_disordered", True),
        ("break", True),
    ],
)
def test_gunners_are_spectators(outcome, refusal, result, lost):
    assert outcome("spectators", result=result, variant="sheltering") == (lost, not lost)
    assert refusal("spectators", result=result) == "BP-SHELT-4"


@pytest.mark.rule("BP-SUPC-1", "BP-SUPC-3")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"distance": 17}, ""),
        ({"distance": 18}, ""),
        ({"distance": 19}, "BP-SUPC-1"),
        ({"distance": 10, "enemy_by": "initiative"}, "BP-SUPC-1"),
        ({"shaken": True}, "BP-STATE-2"),
        ({"disordered": True}, "BP-STATE-3"),
        ({"in_front": False}, "BP-CHG-1"),
        ({"seen": False}, "BP-CHG-1"),
        ({"blundered": True}, "BP-SUPC-3"),
        ({"tried": True}, "BP-SUPC-1"),
    ],
)
def test_when_a_support_charge_may_be_tried(refusal, facts, rule):
    assert refusal("may-support-charge", variant="support-charge", **facts) == rule
    assert refusal("may-support-charge", **facts) == "BP-SUPC-1"


@pytest.mark.rule("BP-SUPC-2")
def test_ledger_support_charges(outcome):
    aside = {"staff": 9, "distance": 13, "started_in_front": False, "variant": "support-charge"}
    assert outcome("support-charge", [2, 3], **aside) == (5, 1, False)
    assert outcome("support-charge", [3, 3], **aside) == (5, 0, False)
    assert outcome("support-charge", [1, 1], **aside).moves == 1


@pytest.mark.rule("BP-SUPC-2")
@pytest.mark.parametrize("distance, staff", [(11, 9), (12, 7), (23, 7), (24, 5)])
def test_the_distance_counts_twice(outcome, distance, staff):
    assert outcome("support-charge", [4, 4], staff=9, distance=distance, variant="support-charge").staff == staff


@pytest.mark.rule("BP-SUPC-2")
def test_other_modifiers_of_command_apply(outcome, refusal):
    assert outcome("support-charge", [4, 4], staff=9, enemy=12, variant="support-charge").staff == 8
    assert outcome("support-charge", [4, 4], staff=9, enemy=13, variant="support-charge").staff == 9
    assert refusal("support-charge") == "BP-SUPC-1"


@pytest.mark.rule("BP-SUPC-3")
def test_a_support_charge_that_blunders(outcome):
    found = outcome("support-charge", [6, 6], staff=9, variant="support-charge")
    assert (found.moves, found.blunder) == (0, True)
    assert outcome("blunder", [2]).result == "retire"


@pytest.mark.rule("BP-SUPC-3")
@pytest.mark.parametrize(
    "facts, blocked",
    [
        ({"distance": 5}, False),
        ({"distance": 6}, False),
        ({"distance": 7}, True),
        ({"distance": 5, "behind": False}, True),
        ({"distance": 5, "deployed": False}, True),
    ],
)
def test_batteries_do_not_hide_the_enemy(outcome, facts, blocked):
    assert outcome("support-sight", variant="support-charge", **facts).blocked == blocked
    assert outcome("support-sight", **facts).blocked


@pytest.mark.rule("BP-SUPC-4")
def test_opportunist_chargers(outcome):
    eager = {"staff": 8, "special": ["opportunist_chargers"], "variant": "support-charge"}
    assert outcome("support-charge", [5, 5], **eager) == (10, 1, False)
    ordered = outcome("command", [4, 4], charges=True, **eager)
    assert (ordered.staff, ordered.moves) == (7, 0)
    plain = {name: value for name, value in eager.items() if name != "variant"}
    assert outcome("command", [4, 4], charges=True, **plain).staff == 8


@pytest.mark.rule("BP-CHSEQ-1")
def test_a_charge_is_rolled_for_only_with_a_column(outcome, roll, tmp_path):
    assert outcome("charge-sequence") == ("BP-CHG-1", ())
    overlay = tmp_path / "on.toml"
    overlay.write_text('["BP-CHSEQ-1"]\non = true\n', "utf-8")
    assert outcome("charge-sequence", variant=str(overlay)) == ("BP-CHG-1", ())
    found = outcome("charge-sequence", variant="friction-charge-sequence")
    assert found.rule == "BP-CHSEQ-1"
    assert found.steps == ("roll_to_charge", "roll_to_respond", "roll_to_close", "roll_to_hold", "close_combat")


@pytest.mark.rule("BP-CHSEQ-1")
@pytest.mark.parametrize(
    "facts, needs",
    [
        ({}, 6),
        ({"arm": "light_cavalry"}, 5),
        ({"formation": "skirmish"}, 7),
        ({"arm": "foot_artillery", "formation": "unlimbered"}, 6),
        ({"disordered": True}, 7),
        ({"struck": "left_flank"}, 7),
        ({"struck": "rear", "arm": "foot_artillery", "formation": "unlimbered"}, 6),
    ],
)
def test_the_column_of_ours(outcome, refusal, facts, needs):
    for total in range(2, 13):
        dice = [min(6, total - 1), max(1, total - 6)]
        found = outcome("charge-roll", dice, step="roll_to_charge", variant="friction-charge-sequence", **facts)
        assert found.does == (total >= needs), total
    assert refusal("charge-roll", step="roll_to_charge", **facts) == "BP-CHSEQ-1"
