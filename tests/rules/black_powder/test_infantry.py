"""Infantry tactics: contact, Massed Columns, squares, cavalry against squares."""

import pytest

CHARGE_RULES = (
    "heavy_cavalry", "lancers", "ferocious_charge", "terrifying_charge", "determined_charge", "fresh_horses",
)  # fmt: skip


@pytest.mark.rule("BP-INF-1")
@pytest.mark.parametrize("off, room, left", [(0, 40, 0), (3, 40, 0), (3, 2, 1), (3, 0, 3)])
def test_middle_against_middle(outcome, off, room, left):
    assert outcome("contact", off=off, room=room).off == left


@pytest.mark.rule("BP-INF-2")
@pytest.mark.parametrize(
    "facts, rule", [({}, ""), ({"there": 1}, "BP-INF-2"), ({"there": 1, "massed": True}, ""),
    ({"there": 2, "massed": True}, "")]
)  # fmt: skip
def test_one_unit_to_a_facing(refusal, facts, rule):
    assert refusal("facing", **facts) == rule


@pytest.mark.rule("BP-MASS-1")
@pytest.mark.parametrize(
    "facts, massed",
    [
        ({}, True), ({"units": 3}, True), ({"units": 1}, False), ({"brigade_order": False}, False),
        ({"faces": 2}, False),
        ({"formations": "attack_column,line"}, False), ({"formations": "mixed_attack_column"}, False),
        ({"formations": "none"}, False),
    ],
)  # fmt: skip
def test_what_makes_a_massed_column(outcome, facts, massed):
    assert outcome("massed-column", **facts).massed is massed


@pytest.mark.rule("BP-MASS-2", "BP-MASS-3")
@pytest.mark.parametrize(
    "wound, massed, found",
    [
        ("closing_fire", True, (False, True)), ("closing_fire", False, (True, False)),
        ("hand_to_hand", True, (True, False)),
        ("shooting", True, (True, False)),
    ],
)  # fmt: skip
def test_saves_of_a_massed_column(outcome, wound, massed, found):
    assert outcome("massed-save", wound=wound, massed=massed) == found


@pytest.mark.rule("BP-MASS-4")
def test_a_massed_column_has_no_bonus_for_charging_or_winning(outcome):
    facts = {"arm": "infantry", "formation": "attack_column"}
    assert outcome("charge-bonuses", **facts, massed=True)[:2] == (False, False)
    assert outcome("charge-bonuses", **facts)[:2] == (True, True)


@pytest.mark.rule("BP-MASS-5")
@pytest.mark.parametrize(
    "facts, moves",
    [({}, True), ({"disordered": True}, False), ({"shaken": True}, False), ({"won": False}, False),
    ({"enemy_gone": False}, False)],
)  # fmt: skip
def test_momentum(outcome, facts, moves):
    assert outcome("momentum", **facts).victory_move is moves


@pytest.mark.rule("BP-MASS-6")
@pytest.mark.parametrize(
    "facts, disordered",
    [
        ({"enemy": "hold_locked"}, True), ({"enemy": "hold"}, True), ({"enemy": "hold", "tested": False}, True),
        ({"enemy": "break"}, False), ({"enemy": "retreat_disordered"}, False), ({"column_left": True}, False),
    ],
)  # fmt: skip
def test_staggered(outcome, facts, disordered):
    assert outcome("staggered", **facts).disordered is disordered


@pytest.mark.rule("BP-SQUARE-1")
@pytest.mark.parametrize(
    "facts, must",
    [
        ({"formation": "line"}, True), ({"formation": "attack_column"}, True), ({"formation": "march_column"}, True),
        ({"formation": "mixed_line"}, True), ({"formation": "square"}, False), ({"formation": "grande_bande"}, False),
        ({"formation": "skirmish"}, False), ({"terrain": "woods"}, False), ({"terrain": "rough_ground"}, False),
        ({"terrain": "building"}, False), ({"terrain": "obstacle"}, False), ({"terrain": "light_woods"}, False),
        ({"in_combat": True}, False),
    ],
)  # fmt: skip
def test_who_must_form_square(outcome, facts, must):
    assert outcome("must-form-square", **facts).must_roll is must


@pytest.mark.rule("BP-SQUARE-2")
@pytest.mark.parametrize(
    "face, found",
    [
        (1, ("Disordered", False, True, False)), (2, ("Disordered Square", True, True, False)),
        (3, ("Form Square", True, False, False)), (4, ("Form Square", True, False, False)),
        (5, ("Form Square", True, False, False)), (6, ("Form Square and Fire", True, False, True)),
    ],
)  # fmt: skip
def test_the_table_of_squares(outcome, face, found):
    assert outcome("form-square", [face]) == found
    name, square, _, fire = found
    assert outcome("form-square", [face], disordered=True) == (name, square, True, fire)


@pytest.mark.rule("BP-SQUARE-2")
def test_a_new_square_fires_one_die(bp):
    assert bp.tables.number("BP-SQUARE-2", "dice") == 1


@pytest.mark.rule("BP-SQUARE-3")
@pytest.mark.parametrize(
    "face, line, column",
    [
        (1, (False, True, False), (False, True, False)), (2, (False, True, False), (False, True, False)),
        (3, (True, True, False), (True, True, False)), (4, (True, True, False), (True, False, False)),
        (5, (True, True, False), (True, False, False)), (6, (True, False, False), (True, False, False)),
    ],
)  # fmt: skip
def test_a_sudden_charge(roll, face, line, column):
    made = roll("form-square", [face], zone="left_flank")
    assert (made.total, made.outcome[1:]) == (face - 1, line)
    assert roll("form-square", [face], zone="rear", formation="attack_column").outcome[1:] == column


@pytest.mark.rule("BP-SQUARE-3")
@pytest.mark.parametrize(
    "facts, total",
    [
        ({}, 4), ({"zone": "right_flank"}, 3), ({"zone": "rear"}, 3), ({"distance": 12}, 3), ({"distance": 13}, 4),
        ({"sweeping": True}, 3), ({"sweeping": True, "zone": "rear", "distance": 5}, 3),
    ],
)  # fmt: skip
def test_what_is_sudden_counts_once(roll, facts, total):
    assert roll("form-square", [4], **facts).total == total


@pytest.mark.rule("BP-SQUARE-2", "BP-SQUARE-3")
def test_odds_of_forming_square(odds):
    def squares(**facts):
        return dict(odds("form-square", **facts).map(lambda each: each[1:]).weights)

    assert squares() == {
        (False, True, False): 1,
        (True, True, False): 1,
        (True, False, False): 3,
        (True, False, True): 1,
    }
    assert squares(distance=6) == {(False, True, False): 2, (True, True, False): 3, (True, False, False): 1}
    assert squares(distance=6, formation="attack_column")[True, False, False] == 3


@pytest.mark.rule("BP-SQUARE-5")
@pytest.mark.parametrize(
    "facts, found",
    [
        ({"result": "hold_locked"}, ("hold_locked", True, True)), ({"result": "hold"}, ("hold", True, True)),
        ({"result": "hold_locked", "all_cavalry": False}, ("hold_locked", False, False)),
        ({"result": "hold_locked", "formation": "square"}, ("hold_locked", False, False)),
        ({"result": "hold_locked", "formation": "grande_bande"}, ("hold_locked", False, False)),
        ({"result": "hold_locked", "lost": False}, ("hold_locked", False, False)),
    ],
)  # fmt: skip
def test_hasty_squares(outcome, facts, found):
    assert outcome("beaten-by-cavalry", **facts) == found


@pytest.mark.rule("BP-SQUARE-6")
@pytest.mark.parametrize(
    "result",
    [
        "fallback_through_disordered", "fallback_with_all_disordered", "retreat_with_all_disordered",
        "retreat_disordered",
        "retreat_good_order", "retreat_through_disordered", "break",
    ],
)  # fmt: skip
def test_rout(outcome, result):
    assert outcome("beaten-by-cavalry", result=result).result == "break"
    assert outcome("beaten-by-cavalry", result=result, all_cavalry=False).result == "break"
    infantry_only = {"all_cavalry": False, "any_cavalry": False}
    assert outcome("beaten-by-cavalry", result=result, **infantry_only).result == result
    assert outcome("beaten-by-cavalry", result=result, formation="square").result == result


@pytest.mark.rule("BP-SQCAV-1", "BP-SQCAV-2", "BP-WOODS-10")
@pytest.mark.parametrize(
    "facts, found",
    [
        ({}, (True, True, CHARGE_RULES, 0)),
        ({"target": "square"}, (False, True, ("lancers",), -1)),
        ({"target": "square", "charged": False}, (False, True, (), -1)),
        ({"terrain": "woods"}, (True, True, (), 0)),
        ({"target": "square", "terrain": "woods"}, (False, True, (), 0)),
        ({"charged": False}, (False, True, (), 0)),
    ],
)  # fmt: skip
def test_what_a_charge_is_worth(outcome, facts, found):
    special = "heavy_cavalry,lancers,ferocious_charge,terrifying_charge,determined_charge,fresh_horses,steady"
    assert outcome("charge-bonuses", special=special, **facts) == found


@pytest.mark.rule("BP-SQCAV-1")
def test_infantry_against_a_square_charges_as_ever(outcome):
    assert outcome("charge-bonuses", arm="infantry", target="square").charge


@pytest.mark.rule("BP-CAVF-3")
def test_echelon_has_no_bonus_for_charging(outcome):
    facts = {"arm": "light_cavalry", "formation": "echelon"}
    assert not outcome("charge-bonuses", **facts, variant="cavalry-formations").charge
    assert outcome("charge-bonuses", arm="light_cavalry", variant="cavalry-formations").charge


@pytest.mark.rule("BP-SQCAV-4")
@pytest.mark.parametrize(
    "facts, found",
    [
        ({}, (True, 18, True)), ({"only_squares": False}, (False, 0, False)), ({"won": False}, (False, 0, False)),
        ({"shaken": True}, (False, 0, False)), ({"disordered": True}, (False, 0, False)),
        ({"arm": "heavy_cavalry"}, (True, 18, True)),
    ],
)  # fmt: skip
def test_riding_around(outcome, facts, found):
    assert outcome("ride-around", **facts) == found
