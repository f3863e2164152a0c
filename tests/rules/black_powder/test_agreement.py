"""Cases in which two rules, or two checks, must not say different things; refusals; drafts that are off."""

import pytest

from grognard.kernel.errors import BadInput

from .conftest import bound, sided

BANDE = {"formation": "grande_bande", "as_square": True}
HORSE = {"arm": "light_cavalry", "charged": True}


def struck(result, side):
    return {row.label: row.value for row in result.modifiers if row.side == side}


@pytest.mark.rule("BP-GRANDE-9")
def test_as_if_in_disordered_square(both):
    """Disordered for its blows, with the dice of a square, and nobody else fights so."""
    round_ = both("hand-to-hand", [1] * 6 + [5, 4, 4], HORSE, BANDE)
    told = struck(round_, "theirs")
    assert told["shaken or disordered"] == -1
    assert told["result: square against cavalry"] == 3
    assert "skirmishers" not in told
    assert round_.details["theirs"]["hits_made"] == 1
    assert round_.details["theirs"]["told"].startswith("1 of 2 hit; 5 or more hits")
    more = both("hand-to-hand", [1] * 12, HORSE, BANDE, "bande-square-all-dice")
    assert more.details["theirs"]["told"].startswith("0 of 6 hit")


@pytest.mark.rule("BP-GRANDE-9")
def test_only_a_grande_bande_fights_as_if_in_square(refusal):
    for check in ("hand-to-hand", "blows"):
        assert refusal(check, facts={"ours.as_square": True}) == "BP-GRANDE-9"
        assert refusal(check, facts=sided(BANDE, {})) == ""
    assert refusal("hand-to-hand", facts={"theirs.as_square": True}) == "BP-GRANDE-9"


@pytest.mark.rule("BP-SQCAV-2", "BP-GRANDE-9", "BP-SPEC-3")
@pytest.mark.parametrize("charged", [True, False])
def test_lancers_at_one_as_if_in_square(both, charged):
    lancers = {"arm": "light_cavalry", "special": "lancers", "charged": charged, "hand_to_hand": 1}
    told = struck(both("hand-to-hand", [1, 1, 1], lancers, BANDE), "theirs")
    assert told["lancers against a square"] == -1
    assert "saves from lancers who charged" not in told


@pytest.mark.rule("BP-WOODS-10")
@pytest.mark.parametrize("where", ["ours", "theirs"])
def test_a_fight_is_in_woods_whoever_stands_in_them(both, where):
    ours = {**HORSE, "special": "lancers,heavy_cavalry", "hand_to_hand": 1}
    theirs = {"hand_to_hand": 1}
    {"ours": ours, "theirs": theirs}[where]["terrain"] = "woods"
    told = both("hand-to-hand", [1, 1], ours, theirs)
    assert {row.rule for row in told.modifiers} == {"BP-HTH-2"}


@pytest.mark.rule("BP-HTH-3", "BP-SPEC-4")
def test_a_round_tells_what_makes_up_its_results(both):
    ours = {"arm": "heavy_cavalry", "charged": True, "special": "heavy_cavalry", "rear": True, "hand_to_hand": 1}
    told = struck(both("hand-to-hand", [1, 1, 5], ours, {"hand_to_hand": 1, "building": "medium"}), "ours")
    assert told == {"charged or counter-charged": 1, "result: rear support": 1, "result: D3 of heavy cavalry": 3}


@pytest.mark.rule("BP-CCS-3", "BP-BREAK-5", "BP-POL-3")
def test_who_is_disordered_by_those_who_go_back(refusal, outcome):
    on = {"variant": "friction-support"}
    assert refusal("passed-through") == "BP-CCS-3"
    assert refusal("passed-through", variant="passage-of-lines") == ""
    assert outcome("passed-through", [3], **on).disordered
    for spared in ({"arm": "foot_artillery", "formation": "unlimbered"}, {"formation": "skirmish"}):
        assert refusal("passed-through", **spared, **on) == "BP-CCS-3"


@pytest.mark.rule("BP-SUPC-1", "BP-SUPC-2")
def test_only_cavalry_makes_support_charges(refusal, bp):
    for check in ("may-support-charge", "support-charge"):
        assert refusal(check, variant="support-charge") == ""
        for arm in ("infantry", "foot_artillery"):
            assert refusal(check, variant="support-charge", arm=arm) == "BP-SUPC-1"
        assert "--variant support-charge" in bp[check].refusal(bp[check].read({})).reason


@pytest.mark.rule("BP-HTH-7", "BP-SQUARE-6", "BP-BREAK-6")
@pytest.mark.parametrize("facts", [{"formation": "square"}, {"arm": "foot_artillery", "formation": "limbered"}])
def test_squares_and_limbered_guns_retire_as_their_test_says(outcome, facts):
    test = outcome("break-test", [2, 3], cause="lost", cavalry=True, all_cavalry=True, **facts)
    assert test.result == "fallback_with_all_disordered"
    assert outcome("retire-move", from_combat=True, **facts) == (12, False)
    assert outcome("retire-move", from_combat=True, variant="squares-never-retire", **facts) == (0, True)


@pytest.mark.rule("BP-ORD-5", "BP-ORD-6")
def test_what_may_be_said_to_a_whole_brigade(refusal):
    on = {"variant": "friction-brigade-orders"}
    for standing in ("none", "assault", "maneuver", "withdrawal", "hold", "reserve"):
        assert refusal("command", giving="brigade_rally", standing=standing, **on) == "BP-ORD-6"
    assert refusal("command", giving="brigade_rally", standing="rest", **on) == ""
    assert refusal("command", giving="brigade_rally", standing="rest", engagement="engaged", **on) == "BP-ORD-6"
    assert refusal("command", giving="brigade_order", standing="hold", **on) == "BP-ORD-5"
    assert refusal("command", giving="brigade_order", standing="hold") == ""


@pytest.mark.rule("BP-CMD-10", "BP-CMD-11")
@pytest.mark.parametrize("giving, rule", [("rally", "BP-CMD-11"), ("follow_me", "BP-CMD-10")])
def test_one_distance_is_enough_to_be_too_far(refusal, giving, rule):
    assert refusal("command", giving=giving, distance=12) == ""
    assert refusal("command", giving=giving, distance=13) == rule
    assert refusal("command", giving=giving, distance=12, apart=13) == rule


@pytest.mark.rule("BP-BRIG-4", "BP-BMOR-3", "BP-STATE-2", "BP-STATE-3")
@pytest.mark.parametrize("variant", ["", "brigade-morale-v2"])
def test_the_shaken_and_the_disordered_charge_in_no_brigade(outcome, variant):
    assert outcome("brigade-effects", state="good", variant=variant).may_charge
    assert not outcome("brigade-effects", state="good", shaken=True, variant=variant).may_charge
    assert not outcome("brigade-effects", state="good", disordered=True, variant=variant).may_charge


@pytest.mark.rule("BP-BMOR-4", "BP-BRIG-4")
def test_who_rallies_in_a_broken_brigade(refusal, outcome):
    facts = {"giving": "rally", "brigade": "broken"}
    assert refusal("command", **facts) == "BP-BRIG-4"
    on = {"variant": "brigade-morale-v2"}
    assert refusal("command", **facts, **on) == ""
    assert refusal("command", shaken=True, **facts, **on) == "BP-BMOR-4"
    assert [outcome("brigade-effects", state="broken", shaken=s, **on).may_rally for s in (False, True)] == [
        True,
        False,
    ]


@pytest.mark.rule("BP-FORM-2", "BP-CHG-1", "BP-GRANDE-8", "BP-GRANDE-13")
def test_skirmishers_and_guns(refusal, outcome):
    company, bande = {"formation": "skirmish"}, {"formation": "grande_bande"}
    for guns in ("limbered", "unlimbered"):
        assert refusal("may-charge", target=guns, **company) == ""
        assert outcome("skirmishers-charge", target=guns, **company).charge
        for terrain in ("open", "woods"):
            assert refusal("may-charge", target=guns, target_terrain=terrain, **bande) == "BP-GRANDE-8"
    for terrain in ("woods", "light_woods", "rough_ground", "building", "obstacle"):
        assert refusal("may-charge", target_terrain=terrain, **company) == ""
    assert refusal("may-charge", **company) == "BP-CHG-1"


@pytest.mark.rule("BP-SKIRM-4", "BP-GRANDE-9", "BP-SQUARE-1")
@pytest.mark.parametrize("terrain", ["woods", "light_woods", "rough_ground", "building", "obstacle"])
def test_in_the_open_means_one_thing(outcome, terrain):
    for formation in ("skirmish", "grande_bande"):
        assert not outcome("skirmish-responses", formation=formation, terrain=terrain).rolls
        assert not outcome("charge-responses", formation=formation, terrain=terrain).reacts
    assert not outcome("must-form-square", terrain=terrain).must_roll


@pytest.mark.rule("BP-SAVE-2", "BP-SHOOT-6")
@pytest.mark.parametrize("cover, worth", [("none", 0), ("cover", 1), ("building", 2)])
def test_cover_counts_against_closing_fire_too(fire, roll, cover, worth):
    fires = {"closing": True, "shooting": 1}
    assert fire("musketry", [1], fires, {"cover": cover})[4] == worth
    assert roll("saves", [4], hits=1, wound="closing_fire", cover=cover).total == worth


@pytest.mark.rule("BP-SHOOT-1", "BP-ART-1")
def test_a_fact_of_the_other_side_is_refused(bp):
    with pytest.raises(BadInput, match=r"ours\.not_clear means nothing here.*say theirs\.not_clear"):
        bp["musketry"].read({"ours.not_clear": True})
    with pytest.raises(BadInput, match=r"theirs\.weapon means nothing here.*say ours\.weapon"):
        bp["musketry"].checked({"theirs.weapon": "bow"})
    asked = set(bp["artillery"].domains())
    assert {"theirs.zone", "theirs.not_clear", "ours.gun"} <= asked
    assert not {"ours.zone", "ours.morale", "theirs.gun", "theirs.distance"} & asked
    assert len(bp["musketry"].domains()) < 30


@pytest.mark.rule("BP-ART-1")
def test_guns_are_fired_by_batteries(bp, refusal):
    assert bp["artillery"].defaults()["ours.arm"] == "foot_artillery"
    assert bp["artillery"].read({}).ours.formation == "unlimbered"
    assert refusal("artillery", facts={"ours.arm": "infantry"}) == "BP-ART-1"


@pytest.mark.rule("BP-WOODS-4", "BP-MOVE-3", "BP-MOVE-1")
def test_what_goes_with_a_unit(outcome, refusal):
    assert outcome("move-rate", arm="battalion_gun", terrain="woods").inches == 6
    assert outcome("move-rate", arm="wagon", terrain="woods").inches == 12
    for what in ("battalion_gun", "wagon"):
        assert outcome("move-rate", arm=what).inches == 12
        assert refusal("move-rate", arm=what, terrain="rough_ground") == "BP-MOVE-3"
        assert refusal("move-rate", arm=what, terrain="building") == "BP-MOVE-3"


@pytest.mark.rule("BP-FORM-1")
def test_formations_that_an_arm_does_not_have(refusal):
    assert refusal("move-rate", arm="foot_artillery", formation="unlimbered") == "BP-FORM-1"
    assert refusal("move-rate", arm="foot_artillery", formation="unlimbered", how="prolong") == ""
    assert refusal("move-rate", arm="infantry", formation="limbered") == "BP-FORM-1"
    assert refusal("break-test", cause="lost", arm="foot_artillery") == "BP-FORM-1"
    assert refusal("break-test", cause="lost", arm="light_cavalry", formation="square") == "BP-FORM-1"


DRAFTS = [
    ("passage", {}, "passage-of-lines"),
    ("charge-after-passage", {"moves": 2}, "passage-of-lines"),
    ("rally", {"casualties": 2, "brigade_rally": True}, "friction-brigade-orders"),
    ("lapse", {"order": "maneuver"}, "friction-brigade-orders"),
    ("assault-begins", {}, "friction-brigade-orders"),
    ("standing-order", {"order": "hold"}, "friction-brigade-orders"),
    ("artillery", {"ours.closing": True, "ours.sheltering": True}, "sheltering"),
    ("halted-charge", {}, "sheltering"),
    ("spectators", {}, "sheltering"),
    ("idle", {}, "friction-zones"),
    ("engagement", {"distance": 9}, "friction-zones"),
    ("charge-roll", {"step": "roll_to_charge"}, "friction-charge-sequence"),
]


@pytest.mark.rule("BP-POL-2", "BP-POL-4", "BP-ORD-1", "BP-ORD-2", "BP-ORD-3", "BP-ORD-6", "BP-SHELT-2", "BP-FRIC-5")
@pytest.mark.parametrize("check, facts, variant", DRAFTS)
def test_a_draft_that_is_off_is_refused_and_names_its_variant(bp, refusal, check, facts, variant):
    refused = bp[check].refusal(bp[check].read(facts))
    assert f"--variant {variant}" in refused.reason
    assert refusal(check, facts=facts, variant=variant) == ""


@pytest.mark.rule("BP-MEAS-1", "BP-RET-1")
def test_inches_of_the_rules_and_of_the_table(outcome):
    reduced = {"variant": "measuring-66"}
    assert outcome("measure", inches=12, **reduced).inches == 8
    assert outcome("measure", inches=8, measured=True, **reduced).inches == 12
    assert outcome("retire-distance", gap=12, variant="retire-moves") == (0.1, 0.1)
    both_drafts = outcome("retire-distance", variant="retire-moves,measuring-66")
    assert both_drafts == (12.15, 8.1)
    assert both_drafts.told() == "12.15 inches, 8.1 on the table"


@pytest.mark.rule("BP-FRIC-8", "BP-STATE-4")
@pytest.mark.parametrize("state, kept", [("unengaged", False), ("engaged", True), ("threatened", True)])
def test_recovery_knows_engagement(outcome, state, kept):
    assert outcome("recovery", engagement=state, variant="friction-zones").disordered is kept
    assert outcome("reform", state=state, variant="friction-zones").disordered is kept
    assert not outcome("recovery", engagement=state).disordered


@pytest.mark.rule("BP-SPEC-2", "BP-ARTM-2", "BP-ARTM-7", "BP-ARTM-9", "BP-WOODS-3")
def test_an_order_says_why_it_gave_nothing(outcome):
    assert outcome("command", [4, 4], special="unreliable").unreliable == "BP-SPEC-2"
    assert "unreliable: the roll is just equal (BP-SPEC-2)" in outcome("command", [4, 4], special="unreliable").told()
    assert outcome("command", [4, 3], special="unreliable").unreliable == ""
    guns = {"arm": "foot_artillery", "guns": "heavy", "formations": "unlimbered"}
    assert outcome("command", [4, 4], how="prolong", **guns).unreliable == "BP-ARTM-7"
    assert outcome("command", [4, 4], how="hand_haul", **guns).unreliable == "BP-ARTM-9"
    horse = {"arm": "horse_artillery", "unlimbers": True, "formations": "unlimbered"}
    assert outcome("command", [4, 4], **horse).unreliable == "BP-ARTM-2"
    assert "inches" not in outcome("command", [4, 4]).told()
    assert "the enemy may move it 6 inches" in outcome("command", [5, 5], in_woods=True).told()


@pytest.mark.rule("BP-SQCAV-3")
@pytest.mark.parametrize("cause, worth", [("lost", 2), ("drawn", 0), ("closing_fire", 0)])
def test_stand_off_is_for_those_who_lost(roll, cause, worth):
    result = roll("break-test", [3, 3], cause=cause, arm="light_cavalry", squares=True)
    assert result.total == 6 + worth


@pytest.mark.rule("BP-SPEC-9", "BP-SPEC-11")
def test_batteries_have_their_first_fire_and_their_marksmen(both):
    far = {"distance": 48}
    first = {**far, "first": True, "special": "first_fire"}
    assert both("artillery", [1, 1], first, {}).dice == (1, 1)
    assert both("artillery", [1, 2], {**far, "special": "sharpshooters"}, {}).dice == (1, 2)


@pytest.mark.rule("BP-SQUARE-1", "BP-SQUARE-2")
@pytest.mark.parametrize("formation", ["square", "skirmish", "grande_bande", "echelon", "limbered", "unlimbered"])
def test_who_forms_no_square(refusal, outcome, formation):
    assert refusal("form-square", formation=formation) == "BP-SQUARE-1"
    assert not outcome("must-form-square", formation=formation).must_roll


@pytest.mark.rule("BP-GRANDE-10")
def test_light_infantry_forms_a_disordered_square(outcome):
    found = outcome("grande-bande-charged", [4], charged_by="cavalry", light_infantry=True)
    assert found.told() == "Fire and Retire: forms square, disordered"


@pytest.mark.rule("BP-FLANK-2", "BP-UNIT-4")
@pytest.mark.parametrize("bearing", [0, 90, 180, 270])
def test_a_skirmish_company_has_only_a_front(outcome, bearing):
    assert outcome("zone", bearing=bearing, formation="skirmish").zone == "front"


@pytest.mark.rule("BP-CMD-6", "BP-WOODS-2")
def test_groups_that_are_none(refusal):
    assert refusal("order-group", units=1, formations="line") == ""
    assert refusal("order-group", units=2, formations="line") == "BP-WOODS-2"
    assert refusal("order-group", units=0) == "BP-CMD-6"
    assert refusal("order-group", units=5, brigade=4) == "BP-CMD-6"
    assert refusal("order-group", units=4, brigade=4) == ""


@pytest.mark.rule("BP-BRIG-1", "BP-ARMY-1")
def test_counts_that_cannot_be(refusal):
    assert refusal("brigade-morale", units=4, shaken=3, routed=2) == "BP-BRIG-1"
    assert refusal("brigade-morale", units=4, light=1, light_shaken=2) == "BP-BRIG-1"
    assert refusal("brigade-morale", units=4, shaken=2, routed=2) == ""
    assert refusal("army-morale", brigades=2, broken=3) == "BP-ARMY-1"
    assert refusal("army-morale", brigades=2, broken=2) == ""


@pytest.mark.rule("BP-SQUARE-5", "BP-BREAK-5")
def test_a_result_that_disorders_does(outcome):
    square = {"formation": "square"}
    assert outcome("beaten-by-cavalry", result="hold_disordered", **square).disordered
    assert outcome("beaten-by-cavalry", result="retreat_disordered", **square).disordered
    assert not outcome("beaten-by-cavalry", result="hold_locked", **square).disordered
    assert outcome("beaten-by-cavalry", result="hold_locked") == ("hold_locked", True, True)


@pytest.mark.rule("BP-CHG-2", "BP-UNIT-4")
def test_a_square_fires_to_every_side(outcome):
    assert "closing_fire" in outcome("charge-responses", formation="square", zone="left_flank").responses
    assert "closing_fire" not in outcome("charge-responses", zone="left_flank").responses


@pytest.mark.rule("BP-GRANDE-2", "BP-GRANDE-6")
def test_a_tiny_unit_is_no_grande_bande(refusal):
    change = {"before": "line", "after": "grande_bande", "light_infantry": True}
    assert refusal("formation-change", size="tiny", **change) == "BP-GRANDE-2"
    assert refusal("formation-change", size="small", **change) == ""


@pytest.mark.rule("BP-ARTM-8")
@pytest.mark.parametrize("ordered, rule", [(1, ""), (2, "BP-ARTM-8")])
def test_fire_after_one_move_by_hand(refusal, ordered, rule):
    assert refusal("fire-after-move", how="hand_haul", ordered=ordered) == rule


@pytest.mark.rule("BP-CHSEQ-1")
def test_close_combat_is_no_roll(refusal, outcome):
    on = {"variant": "friction-charge-sequence"}
    assert refusal("charge-roll", step="close_combat", **on) == "BP-CHSEQ-1"
    assert outcome("charge-roll", [3, 3], step="roll_to_charge", **on).told() == "it does"


@pytest.mark.rule("BP-SAVE-2", "BP-ART-1")
def test_guns_strike_at_a_range_and_nobody_else(refusal):
    assert refusal("saves", hits=1, by="artillery") == "BP-SAVE-2"
    assert refusal("saves", hits=1, by="artillery", band="long") == ""
    assert refusal("saves", hits=1, by="infantry", band="canister") == "BP-SAVE-2"


@pytest.mark.rule("BP-SAVE-1")
def test_a_save_says_what_it_needs(roll):
    result = roll("saves", [3], hits=1, formation="square", by="cavalry")
    assert result.details["total_name"] == "added to each die; 2 or more on the die saves"


@pytest.mark.rule("BP-FORM-3", "BP-SPEC-9")
def test_dice_say_what_they_need(both):
    """Those of a mixed formation do not all need the same; and who throws a die again says so."""
    mixed = both("musketry", [3, 3, 4, 5, 5], {"formation": "mixed_line", "shooting": 3}, {})
    assert mixed.details["ours"]["told"] == "2 of 3 hit; 3 or more hits with 1, 4 or more hits with 2"
    sharp = both("musketry", [1, 2, 4, 5], {"shooting": 2, "special": "sharpshooters"}, {})
    assert sharp.details["ours"]["told"] == "1 of 2 hit; 4 or more hits; 1 thrown again"


@pytest.mark.rule("BP-SKIRM-2", "BP-GRANDE-7", "BP-CMD-5")
def test_totals_are_what_lies_on_the_table(roll):
    assert roll("company-charged", [1, 4], charged_by="infantry", reliable=True).total == 4
    assert roll("reforming", [3]).total == 3
    assert roll("reforming", [1, 4]).total == 4
    assert roll("blunder", [6, 2]).total == 2


@pytest.mark.rule("BP-CMD-5", "BP-SKIRM-4", "BP-GRANDE-9")
@pytest.mark.parametrize(
    "rule, name", [("BP-CMD-5", "rows"), ("BP-CMD-5", "charge"), ("BP-SKIRM-4", "rows"), ("BP-GRANDE-9", "rows")]
)
def test_rows_of_a_die_cover_its_faces_and_no_more(bp, rule, name):
    rows = bp.tables.value(rule, name)
    assert [face for row in rows for face in range(row["from"], row["to"] + 1)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("BP-ART-4")
def test_inches_are_rounded_as_the_rules_round(bp):
    facts = {"nation": "France", "gun": "6_pounder", "distance": "15.5"}
    assert bp["gun-range"].read(facts).distance == 16
    assert bp["gun-range"].read({**facts, "distance": "15.0"}).distance == 15
    assert bp["gun-range"].read(facts).nation == "france"
    assert bp["command"].read({"distance": "23.9"}).distance == 23
    with pytest.raises(BadInput, match=r"staff = '8\.5'; allowed: whole numbers, 5 to 10"):
        bp["command"].read({"staff": "8.5"})


def test_variants_bind():
    assert bound("retire-move", "squares-never-retire").name == "retire-move"
