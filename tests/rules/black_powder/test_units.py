"""Units: profiles, sizes, zones, bases, what is formed."""

import pytest

ARMS = ("infantry", "light_cavalry", "heavy_cavalry", "foot_artillery", "horse_artillery")


@pytest.mark.rule("BP-UNIT-1", "BP-UNIT-3")
@pytest.mark.parametrize(
    "arm, values",
    list(zip(ARMS, ((6, 3, 4, 3), (6, 0, 4, 3), (8, 0, 4, 3), (1, 3, 4, 2), (1, 3, 4, 1)), strict=True)),
)
def test_the_usual_profiles(outcome, arm, values):
    found = outcome("profile", arm=arm)
    assert (found.hand_to_hand, found.shooting, found.morale, found.stamina) == values
    assert found.special == (("heavy_cavalry",) if arm == "heavy_cavalry" else ())


@pytest.mark.rule("BP-UNIT-3")
@pytest.mark.parametrize("experience, morale", [("raw", 5), ("regular", 4), ("veteran", 3), ("guard", 3)])
def test_experience_makes_morale(outcome, experience, morale):
    assert outcome("profile", arm="infantry", experience=experience).morale == morale


@pytest.mark.rule("BP-UNIT-2")
@pytest.mark.parametrize(
    "size, values", [("large", (8, 4, 4)), ("standard", (6, 3, 3)), ("small", (4, 2, 2)), ("tiny", (1, 1, 1))]
)
def test_sizes_of_infantry(outcome, size, values):
    assert outcome("unit-size", size=size, hand_to_hand=6, shooting=3, stamina=3) == values
    found = outcome("profile", arm="infantry", size=size)
    assert (found.hand_to_hand, found.shooting, found.stamina) == values
    assert found.morale == 4


@pytest.mark.rule("BP-UNIT-2")
def test_no_value_falls_below_one_but_shooting_stays_nought(outcome):
    assert outcome("unit-size", size="small", hand_to_hand=1, shooting=1, stamina=1) == (1, 1, 1)
    assert outcome("unit-size", size="small", hand_to_hand=2, shooting=2, stamina=2) == (1, 1, 1)
    assert [outcome("unit-size", size=size, shooting=0).shooting for size in ("large", "small", "tiny")] == [0, 0, 0]
    assert outcome("profile", arm="foot_artillery", size="large").shooting == 4
    assert outcome("profile", arm="foot_artillery", size="small").shooting == 2


@pytest.mark.rule("BP-UNIT-4")
@pytest.mark.parametrize(
    "bearing, zone",
    [
        (0, "front"), (10, "front"), (45, "front"), (46, "right_flank"), (60, "right_flank"), (90, "right_flank"),
        (135, "right_flank"), (136, "rear"), (180, "rear"), (224, "rear"), (225, "left_flank"), (270, "left_flank"),
        (314, "left_flank"), (315, "front"), (359, "front"),
    ],
)  # fmt: skip
def test_zones_are_quarters(outcome, bearing, zone):
    assert outcome("zone", bearing=bearing).zone == zone
    assert outcome("zone", bearing=bearing, formation="square").zone == "front"


@pytest.mark.rule("BP-UNIT-4", "BP-SKIRM-1")
@pytest.mark.parametrize(
    "arm, formation, found",
    [
        ("infantry", "line", (True, "none", "infantry")),
        ("infantry", "attack_column", (True, "none", "infantry")),
        ("infantry", "march_column", (True, "none", "infantry")),
        ("infantry", "square", (True, "none", "infantry")),
        ("infantry", "mixed_line", (True, "mixed_formation", "infantry")),
        ("infantry", "mixed_attack_column", (True, "mixed_formation", "infantry")),
        ("infantry", "skirmish", (False, "skirmish_company", "skirmishers")),
        ("infantry", "grande_bande", (False, "grande_bande", "skirmishers")),
        ("light_cavalry", "march_column", (True, "none", "cavalry")),
        ("heavy_cavalry", "line", (True, "none", "cavalry")),
        ("foot_artillery", "unlimbered", (False, "none", "infantry")),
    ],
)
def test_what_is_formed_and_on_which_row_it_breaks(outcome, arm, formation, found):
    assert outcome("formed", arm=arm, formation=formation) == found


@pytest.mark.rule("BP-SKIRM-1")
def test_a_skirmish_company_has_fewer_than_a_hundred_men(bp):
    assert bp.tables.value("BP-SKIRM-1", "skirmish_company")["men"] == 99


@pytest.mark.rule("BP-FLANK-1", "BP-FLANK-2")
@pytest.mark.parametrize(
    "formation, zone, found",
    [
        ("grande_bande", "left_flank", ("front", 0)), ("grande_bande", "right_flank", ("front", 0)),
        ("grande_bande", "rear", ("rear", -1)), ("skirmish", "rear", ("front", 0)),
        ("skirmish", "left_flank", ("front", 0)), ("line", "left_flank", ("left_flank", -1)),
        ("line", "right_flank", ("right_flank", -1)), ("line", "rear", ("rear", -1)), ("line", "front", ("front", 0)),
        ("mixed_line", "rear", ("rear", -1)), ("square", "rear", ("front", 0)),
    ],
)  # fmt: skip
def test_which_side_is_struck(outcome, formation, zone, found):
    assert outcome("struck-side", formation=formation, zone=zone) == found


@pytest.mark.rule("BP-FLANK-1")
def test_guns_have_no_flank_that_shakes_them(outcome):
    assert outcome("struck-side", arm="foot_artillery", formation="unlimbered", zone="rear") == ("rear", 0)


@pytest.mark.rule("BP-BASE-1")
@pytest.mark.parametrize(
    "size, bases", [("tiny", (1, 0, 60)), ("small", (1, 1, 120)), ("standard", (2, 1, 180)), ("large", (3, 2, 300))]
)
def test_bases_of_batteries(outcome, size, bases):
    assert outcome("battery-bases", size=size)[:3] == bases


@pytest.mark.rule("BP-BASE-1")
def test_bases_are_measured_in_millimetres_and_never_scaled(bp, outcome):
    table = bp.tables["BP-BASE-1"]
    assert table["gun"] == {"wide": 60, "deep": 80, "guns": 1, "crew": 4}
    assert table["spacer"] == {"wide": 60, "deep": 80, "guns": 0, "crew": 2}
    assert (table["mm_per_inch"], table["paces_per_inch"]) == (25.4, 15)
    assert table["infantry"] == {"wide": 40, "deep": 40}
    assert table["cavalry"] == {"wide": 60, "deep": 60}
    assert table["skirmish"] == {"wide": 40, "deep": 20}
    assert table["stands"] == {
        "infantry": {"tiny": 3, "small": 4, "standard": 6, "large": 8},
        "cavalry": {"tiny": 2, "small": 3, "standard": 4, "large": 6},
    }
    assert outcome("battery-bases")[3:] == (106, 47)  # 180 mm and 80 mm at 15 paces to 25.4 mm
    assert outcome("battery-bases", variant="measuring-66")[3:] == (106, 47)


@pytest.mark.rule("BP-SKIRM-3")
@pytest.mark.parametrize("gap, valid", [(0, True), (5, True), (6, False)])
def test_a_skirmish_company_stands_close(outcome, gap, valid):
    assert outcome("company-bases", widest_gap=gap) == (3, 6, valid)


@pytest.mark.rule("BP-MIXED-1")
@pytest.mark.parametrize("distance, valid", [(19, False), (20, True), (25, True), (30, True), (31, False), (35, False)])
def test_a_screen_is_two_to_three_inches_ahead(outcome, distance, valid):
    assert outcome("screen", distance=distance) == (2, 4, valid)
    assert outcome("screen", body="attack_column", distance=distance) == (2, 4, valid)


@pytest.mark.rule("BP-MIXED-1")
@pytest.mark.parametrize("body", ["march_column", "square", "skirmish"])
def test_only_lines_and_attack_columns_are_screened(refusal, body):
    assert refusal("screen", body=body) == "BP-MIXED-1"


@pytest.mark.rule("BP-GRANDE-2")
@pytest.mark.parametrize("size, stands", [("small", (3, 1)), ("standard", (4, 2)), ("large", (6, 3))])
def test_stands_of_a_grande_bande(outcome, refusal, size, stands):
    assert outcome("grande-bande-bases", size=size)[:2] == stands
    found = [outcome("grande-bande-bases", size=size, distance=tenths).valid for tenths in (19, 20, 30, 31)]
    assert found == [False, True, True, False]
    assert refusal("grande-bande-bases", size="tiny") == "BP-GRANDE-2"


@pytest.mark.rule("BP-CAVF-1")
@pytest.mark.parametrize(
    "formation, stands, found",
    [
        ("echelon", 4, (2, 2)), ("line", 4, (1, 4)), ("march_column", 4, (4, 1)), ("echelon", 5, (2, 3)),
        ("line", 6, (1, 6)), ("march_column", 6, (6, 1)),
    ],
)  # fmt: skip
def test_ranks_of_cavalry(outcome, formation, stands, found):
    assert outcome("cavalry-ranks", formation=formation, stands=stands, variant="cavalry-formations") == found


@pytest.mark.rule("BP-CAVF-1", "BP-CAVF-2")
def test_who_forms_echelon(refusal):
    for size, rule in (("tiny", "BP-CAVF-2"), ("small", "BP-CAVF-2"), ("standard", ""), ("large", "")):
        assert refusal("cavalry-ranks", formation="echelon", size=size, variant="cavalry-formations") == rule
        facts = {"arm": "light_cavalry", "formation": "echelon", "size": size}
        assert refusal("formation", **facts, variant="cavalry-formations") == rule
    assert refusal("cavalry-ranks", formation="echelon") == "BP-CAVF-1"
    assert refusal("cavalry-ranks", formation="line", size="small") == ""


@pytest.mark.rule("BP-FORM-1")
@pytest.mark.parametrize(
    "arm, formation, found",
    [
        ("infantry", "line", (3, 0, 6, True)), ("infantry", "attack_column", (1, 0, 6, True)),
        ("infantry", "march_column", (0, 0, 1, False)), ("infantry", "square", (1, 0, 2, False)),
        ("infantry", "skirmish", (3, 3, 6, True)), ("infantry", "mixed_line", (3, 1, 6, True)),
        ("infantry", "mixed_attack_column", (1, 1, 6, True)), ("infantry", "grande_bande", (3, 3, 6, True)),
        ("light_cavalry", "line", (3, 0, 6, True)), ("light_cavalry", "march_column", (0, 0, 1, False)),
        ("foot_artillery", "limbered", (0, 0, 1, False)), ("foot_artillery", "unlimbered", (3, 0, 6, False)),
    ],
)  # fmt: skip
def test_dice_and_charges_by_formation(outcome, arm, formation, found):
    assert outcome("formation", arm=arm, formation=formation, shooting=3, hand_to_hand=6) == found


@pytest.mark.rule("BP-FORM-1")
@pytest.mark.parametrize(
    "arm, formation",
    [
        ("infantry", "limbered"), ("infantry", "unlimbered"), ("infantry", "echelon"), ("light_cavalry", "square"),
        ("heavy_cavalry", "attack_column"), ("foot_artillery", "line"), ("light_cavalry", "grande_bande"),
    ],
)  # fmt: skip
def test_formations_that_an_arm_does_not_have(refusal, arm, formation):
    assert refusal("formation", arm=arm, formation=formation, variant="cavalry-formations") == "BP-FORM-1"


@pytest.mark.rule("BP-FORM-1", "BP-CAVF-3")
def test_cavalry_in_echelon_fights_with_all_its_dice(outcome):
    facts = {"arm": "light_cavalry", "formation": "echelon", "shooting": 0, "hand_to_hand": 6}
    assert outcome("formation", **facts, variant="cavalry-formations") == (0, 0, 6, True)


@pytest.mark.rule("BP-MIXED-3", "BP-GRANDE-11")
@pytest.mark.parametrize("formation", ["mixed_line", "mixed_attack_column", "grande_bande"])
def test_screens_have_one_die_of_closing_fire(outcome, formation):
    assert outcome("formation", formation=formation, shooting=3, closing=True)[:2] == (1, 1)
    assert outcome("formation", formation="line", shooting=3, closing=True)[:2] == (3, 0)


@pytest.mark.rule("BP-FORM-2", "BP-FORM-3", "BP-GRANDE-5", "BP-WOODS-8")
@pytest.mark.parametrize(
    "formation, screens",
    [
        ("line", ()), ("attack_column", ()), ("skirmish", ("front", "left_flank", "right_flank", "rear")),
        ("mixed_line", ("front",)), ("mixed_attack_column", ("front",)),
        ("grande_bande", ("front", "left_flank", "right_flank")),
    ],
)  # fmt: skip
def test_who_is_hard_to_hit_from_where(outcome, formation, screens):
    for zone in ("front", "left_flank", "right_flank", "rear"):
        assert outcome("screened", formation=formation, zone=zone) == (zone in screens, False)
        assert outcome("screened", formation=formation, zone=zone, terrain="woods").not_clear
        assert not outcome("screened", formation=formation, zone=zone, terrain="light_woods").not_clear
