"""Moves: rates, ground, changes of formation, passing through friends, woods, guns, retire moves."""

import pytest

ARMS = ("infantry", "light_cavalry", "heavy_cavalry", "foot_artillery", "horse_artillery", "wagon", "battalion_gun")


@pytest.mark.rule("BP-MOVE-1")
@pytest.mark.parametrize("arm, inches", list(zip(ARMS, (12, 18, 18, 12, 18, 12, 12), strict=True)))
def test_the_length_of_a_move(outcome, arm, inches):
    assert outcome("move-rate", arm=arm).inches == inches


@pytest.mark.rule("BP-MOVE-1", "BP-MOVE-2")
@pytest.mark.parametrize(
    "facts, inches",
    [
        ({"arm": "infantry", "moves": 3}, 36), ({"arm": "light_cavalry", "moves": 2}, 36),
        ({"arm": "infantry", "moves": 2, "changes": 1}, 12), ({"arm": "infantry", "moves": 1, "changes": 1}, 0),
        ({"arm": "infantry", "moves": 0, "changes": 1}, 0),
    ],
)  # fmt: skip
def test_several_moves_and_changes_of_formation(outcome, facts, inches):
    assert outcome("march", **facts).inches == inches


@pytest.mark.rule("BP-MOVE-1", "BP-ARTM-5", "BP-ARTM-8")
@pytest.mark.parametrize("guns, inches", [("light", 12), ("medium", 6), ("heavy", 6)])
def test_guns_off_their_limbers(outcome, guns, inches):
    facts = {"arm": "foot_artillery", "formation": "unlimbered", "guns": guns}
    assert outcome("move-rate", **facts, how="prolong").inches == inches
    assert outcome("move-rate", **facts, how="hand_haul").inches == inches
    assert outcome("march", **facts, how="prolong", moves=3).inches == 3 * inches
    assert outcome("march", **facts, how="hand_haul", moves=3).inches == inches


@pytest.mark.rule("BP-MOVE-3", "BP-WOODS-11")
@pytest.mark.parametrize("terrain", ["rough_ground", "light_woods"])
def test_rough_ground_halves_the_pace_of_the_formed(outcome, refusal, terrain):
    for arm, formation, inches in (
        ("infantry", "line", 6),
        ("infantry", "attack_column", 6),
        ("infantry", "mixed_line", 6),
        ("infantry", "skirmish", 12),
        ("infantry", "grande_bande", 12),
        ("light_cavalry", "line", 9),
    ):
        assert outcome("move-rate", arm=arm, formation=formation, terrain=terrain).inches == inches
    assert refusal("move-rate", arm="foot_artillery", formation="limbered", terrain=terrain) == "BP-MOVE-3"


@pytest.mark.rule("BP-MOVE-3")
def test_obstacles_and_buildings(outcome, refusal):
    assert outcome("move-rate", arm="light_cavalry", obstacles=1).inches == 12
    assert [outcome("move-rate", arm="infantry", obstacles=number).inches for number in (1, 2, 3)] == [6, 0, 0]
    entered = [outcome("move-rate", arm="infantry", terrain="building", buildings=number).inches for number in (1, 2)]
    assert entered == [6, 0]
    assert outcome("move-rate", arm="infantry", terrain="building", buildings=1, obstacles=1).inches == 0
    assert refusal("move-rate", arm="infantry", terrain="building") == ""
    assert refusal("move-rate", arm="light_cavalry", terrain="building") == "BP-MOVE-3"
    assert refusal("move-rate", arm="foot_artillery", terrain="building") == "BP-MOVE-3"


@pytest.mark.rule("BP-WOODS-4")
def test_the_rates_of_woods_are_those_of_the_source(bp):
    """That of the infantry is its own anyhow, so moves do not tell whether it stands there."""
    rates = {name: bp.tables.number("BP-WOODS-4", name) for name in ("infantry", "cavalry", "artillery")}
    assert rates == {"infantry": 12, "cavalry": 12, "artillery": 6}


@pytest.mark.rule("BP-WOODS-1", "BP-WOODS-4")
@pytest.mark.parametrize(
    "arm, formation, guns, how, inches",
    [
        ("infantry", "line", "medium", "limbered", 12), ("infantry", "skirmish", "medium", "limbered", 12),
        ("infantry", "square", "medium", "limbered", 12), ("light_cavalry", "line", "medium", "limbered", 12),
        ("heavy_cavalry", "march_column", "medium", "limbered", 12),
        ("foot_artillery", "limbered", "medium", "limbered", 6),
        ("horse_artillery", "limbered", "medium", "limbered", 6),
        ("foot_artillery", "unlimbered", "light", "prolong", 6),
        ("foot_artillery", "unlimbered", "light", "hand_haul", 6),
    ],
)  # fmt: skip
def test_anybody_enters_woods_at_their_rate(outcome, arm, formation, guns, how, inches):
    facts = {"arm": arm, "formation": formation, "guns": guns, "how": how}
    assert outcome("move-rate", **facts, terrain="woods").inches == inches


@pytest.mark.rule("BP-WOODS-6", "BP-WOODS-7")
@pytest.mark.parametrize(
    "facts, visible",
    [
        ({"length": 6, "woods": 6, "from_edge": 3, "to_edge": 3}, True),
        ({"length": 7, "woods": 7, "from_edge": 4, "to_edge": 3}, False),
        ({"length": 15, "woods": 4, "from_edge": 4}, False), ({"length": 15, "woods": 1, "from_edge": 1}, True),
        ({"length": 15, "woods": 2, "to_edge": 2}, False), ({"length": 6, "woods": 2, "to_edge": 2}, True),
        ({"length": 30, "woods": 6}, True), ({"length": 30, "woods": 7}, False), ({"length": 30}, True),
    ],
)  # fmt: skip
def test_sight_in_woods(outcome, facts, visible):
    assert outcome("woods-sight", **facts).visible is visible


@pytest.mark.rule("BP-WOODS-11")
@pytest.mark.parametrize("light, visible", [(18, True), (19, False)])
def test_sight_in_light_woods(outcome, light, visible):
    assert outcome("woods-sight", length=30, light_woods=light).visible is visible


@pytest.mark.rule("BP-WOODS-7")
@pytest.mark.parametrize("inside, fires", [(0, True), (1, True), (2, False), (3, False)])
def test_fire_from_the_edge_of_a_wood(outcome, inside, fires):
    assert outcome("wood-edge", inside=inside) == (fires, True)


@pytest.mark.rule("BP-MOVE-2")
def test_a_change_takes_a_move_and_must_be_ordered(outcome, refusal):
    for before, after in (("line", "attack_column"), ("attack_column", "line"), ("march_column", "square")):
        assert outcome("formation-change", before=before, after=after) == (1, False)
        assert refusal("formation-change", before=before, after=after, ordered=False) == "BP-MOVE-2"
    assert outcome("formation-change", before="line", after="line") == (0, False)
    assert outcome("formation-change", arm="light_cavalry", before="line", after="march_column") == (1, False)


@pytest.mark.rule("BP-FORM-3")
@pytest.mark.parametrize(
    "before, after, rule",
    [
        ("line", "mixed_line", ""), ("mixed_line", "line", ""), ("attack_column", "mixed_attack_column", ""),
        ("mixed_attack_column", "attack_column", ""), ("mixed_line", "mixed_attack_column", ""),
        ("mixed_line", "square", ""), ("line", "mixed_attack_column", "BP-FORM-3"),
        ("mixed_line", "march_column", "BP-FORM-3"), ("mixed_line", "attack_column", "BP-FORM-3"),
        ("square", "mixed_line", "BP-FORM-3"),
    ],
)  # fmt: skip
def test_throwing_out_a_screen(refusal, before, after, rule):
    assert refusal("formation-change", before=before, after=after) == rule


@pytest.mark.rule("BP-GRANDE-1", "BP-GRANDE-6")
def test_light_infantry_to_and_from_grande_bande(outcome, refusal):
    light = {"light_infantry": True}
    assert outcome("formation-change", before="line", after="grande_bande", **light) == (1, False)
    assert outcome("formation-change", before="grande_bande", after="line", **light) == (1, True)
    assert outcome("formation-change", before="grande_bande", after="attack_column", **light) == (1, True)
    for before, after in (("line", "grande_bande"), ("grande_bande", "line")):
        assert refusal("formation-change", before=before, after=after) == "BP-GRANDE-6"
    assert refusal("formation-change", before="grande_bande", after="mixed_line", **light) == "BP-GRANDE-6"


@pytest.mark.rule("BP-SKIRM-3")
def test_a_skirmish_company_stays_one(refusal):
    assert refusal("formation-change", before="skirmish", after="line") == "BP-SKIRM-3"
    assert refusal("formation-change", before="line", after="skirmish") == "BP-SKIRM-3"


@pytest.mark.rule("BP-ARTM-1", "BP-ARTM-4")
def test_limbering_costs_a_move_and_unlimbering_none(outcome, refusal):
    for arm in ("foot_artillery", "horse_artillery"):
        assert outcome("formation-change", arm=arm, before="limbered", after="unlimbered").moves == 0
        assert outcome("formation-change", arm=arm, before="unlimbered", after="limbered").moves == 1
        facts = {"arm": arm, "before": "limbered", "after": "unlimbered"}
        assert refusal("formation-change", **facts, ordered=False) == "BP-ARTM-1"
    assert outcome("march", arm="foot_artillery", moves=2, changes=1).inches == 12
    assert outcome("march", arm="horse_artillery", moves=1, changes=1).inches == 0


@pytest.mark.rule("BP-ARTM-1")
@pytest.mark.parametrize(
    "facts, found",
    [
        ({"moves": 1, "unlimber": True}, (12, True)), ({"moves": 1}, (12, False)),
        ({"moves": 0, "unlimber": True}, (0, False)),
        ({"battery": "horse_artillery", "moves": 2, "unlimber": True}, (36, True)),
        ({"moves": 1, "unlimber": True, "blunder": True}, (12, False)),
    ],
)  # fmt: skip
def test_a_battery_moves_and_comes_into_action(outcome, facts, found):
    assert outcome("battery-order", **facts) == found


@pytest.mark.rule("BP-ART-6", "BP-ARTM-5")
@pytest.mark.parametrize("battery", ["foot", "horse"])
@pytest.mark.parametrize("guns", ["light", "medium", "heavy"])
def test_the_two_tables_of_gun_moves_say_the_same(outcome, battery, guns):
    # play goes by the rates of arms and of the prolong; the summary of the artillery rules must not part from them
    arm = f"{battery}_artillery"
    for limbered, how in ((True, "limbered"), (False, "prolong")):
        whole = outcome("battery-move", battery=battery, gun_class=guns, limbered=limbered, moves=1).inches
        assert whole == outcome("move-rate", arm=arm, formation="limbered", how=how, guns=guns).inches


@pytest.mark.rule("BP-ARTM-6")
def test_fire_after_a_prolong(outcome, refusal):
    assert outcome("fire-after-move", how="prolong", ordered=1, nation="france").to_hit == -1
    assert outcome("fire-after-move", how="prolong", ordered=1, nation="britain").to_hit == 0
    for nation in ("austria", "prussia", "russia"):
        assert outcome("fire-after-move", nation=nation).to_hit == -1
    assert refusal("fire-after-move", how="prolong", ordered=2) == "BP-ARTM-6"
    assert refusal("fire-after-move", how="prolong", ordered=2, nation="britain") == "BP-ARTM-6"
    assert outcome("fire-after-move", how="hand_haul").to_hit == 0
    assert outcome("fire-after-move", how="none", ordered=3).to_hit == 0


@pytest.mark.rule("BP-ARTM-8")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"distance": 6, "turn": 45}, ""), ({"distance": 7}, "BP-ARTM-8"), ({"guns": "light", "distance": 12}, ""),
        ({"guns": "light", "distance": 13}, "BP-ARTM-8"), ({"guns": "heavy", "distance": 7}, "BP-ARTM-8"),
        ({"distance": 6, "zone": "rear"}, ""), ({"guns": "light", "distance": 6, "zone": "left_flank"}, "BP-ARTM-8"),
        ({"distance": 6, "zone": "right_flank"}, "BP-ARTM-8"), ({"distance": 3, "turn": 46}, "BP-ARTM-8"),
        ({"distance": 3, "turn": 50}, "BP-ARTM-8"), ({"distance": 1, "moves": 1}, "BP-ARTM-8"),
    ],
)  # fmt: skip
def test_hauling_guns_by_hand(refusal, facts, rule):
    assert refusal("hand-haul", **facts) == rule


@pytest.mark.rule("BP-ARTM-8")
def test_what_is_left_of_a_haul(outcome):
    assert outcome("hand-haul", distance=4).left == 2


@pytest.mark.rule("BP-MOVE-4")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"left": 12, "needed": 9}, ""), ({"left": 9, "needed": 9}, ""), ({"left": 6, "needed": 9}, "BP-MOVE-4"),
        ({"left": 12, "needed": 9, "charge_move": True}, "BP-MOVE-4"),
    ],
)  # fmt: skip
def test_passing_through_friends(refusal, outcome, facts, rule):
    whole = {"mover": "line", "passed": "line", **facts}
    assert refusal("pass-through", **whole) == rule
    if not rule:
        assert not outcome("pass-through", **whole).risk


@pytest.mark.rule("BP-POL-1", "BP-POL-3", "BP-POL-4")
@pytest.mark.parametrize(
    "facts, rule",
    [
        ({"announced": True}, ""), ({}, "BP-POL-1"), ({"passed": "unlimbered"}, ""), ({"passed": "skirmish"}, ""),
        ({"passed": "grande_bande"}, ""), ({"passed": "mixed_line"}, ""), ({"passed": "mixed_attack_column"}, ""),
        ({"passed": "square", "announced": True}, "BP-POL-3"), ({"mover": "skirmish", "passed": "square"}, ""),
        ({"mover": "grande_bande", "passed": "square", "announced": True}, "BP-POL-3"),
        ({"mover": "square", "announced": True}, "BP-POL-3"), ({"mover": "square", "passed": "unlimbered"}, "BP-POL-3"),
        ({"announced": True, "charge_move": True}, "BP-POL-4"),
        ({"announced": True, "left": 4, "needed": 5}, "BP-MOVE-4"),
    ],
)  # fmt: skip
def test_passage_of_lines(refusal, facts, rule):
    whole = {"mover": "line", "passed": "line", "left": 12, "needed": 5, **facts}
    assert refusal("pass-through", **whole, variant="passage-of-lines") == rule


@pytest.mark.rule("BP-POL-2", "BP-POL-3")
@pytest.mark.parametrize(
    "facts, risk",
    [
        ({}, True), ({"middle": False}, False), ({"middle": False, "through": 2}, True),
        ({"passed": "skirmish"}, False),
        ({"passed": "unlimbered", "through": 2}, False),
    ],
)  # fmt: skip
def test_when_a_passage_is_a_risk(outcome, facts, risk):
    whole = {"mover": "line", "passed": "line", "announced": True, **facts}
    assert outcome("pass-through", **whole, variant="passage-of-lines").risk is risk


@pytest.mark.rule("BP-POL-2")
def test_the_dice_of_a_passage(outcome, odds):
    assert [outcome("passage", [face], variant="passage-of-lines").disordered for face in (1, 2, 3, 4, 5, 6)] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
    brigade = [
        outcome("passage", [face], variant="passage-of-lines", brigade_order=True).disordered for face in (1, 2, 3, 4)
    ]
    assert brigade == [True, True, False, False]
    assert odds("passage", variant="passage-of-lines").weights == {(True,): 3, (False,): 3}


@pytest.mark.rule("BP-POL-4")
@pytest.mark.parametrize(
    "facts, charge", [({"moves": 2}, True), ({"moves": 1}, False), ({"moves": 2, "disordered": True}, False),
    ({"moves": 3, "used": 3}, False)]
)  # fmt: skip
def test_charging_after_a_passage(outcome, facts, charge):
    assert outcome("charge-after-passage", variant="passage-of-lines", **facts).charge is charge


@pytest.mark.rule("BP-MEAS-1")
def test_the_reduced_scale(outcome):
    for inches, reduced in ((18, 12), (12, 8), (6, 4)):
        assert outcome("measure", inches=inches).inches == inches
        assert outcome("measure", inches=inches, variant="measuring-66").inches == pytest.approx(reduced)
    assert outcome("measure", inches=24, command=True, variant="measuring-66").inches == 24
    assert outcome("command", [3, 3], staff=8, distance=24, variant="measuring-66").staff == 6


@pytest.mark.rule("BP-RET-1")
def test_retiring_just_beyond_initiative_range(outcome):
    assert outcome("retire-distance", gap=0).inches == 12
    assert outcome("retire-distance", arm="light_cavalry", gap=0).inches == 18
    on = {"variant": "retire-moves"}
    assert outcome("retire-distance", gap=0, **on).inches == pytest.approx(12.1)
    assert outcome("retire-distance", arm="light_cavalry", gap=0, **on).inches == pytest.approx(12.1)
    assert outcome("retire-distance", gap=5, **on).inches == pytest.approx(7.1)
    assert outcome("retire-distance", gap=13, **on).inches == 12
    both = outcome("retire-distance", gap=0, variant="retire-moves,measuring-66").inches
    assert both * outcome("measure", inches=3, variant="measuring-66").inches / 3 == pytest.approx(8.1)
