"""Hand-to-hand: rounds, what is added to hit and to the result, supports, what comes after."""

from fractions import Fraction

import pytest

HORSE = {"arm": "light_cavalry"}
HEAVY = {"arm": "heavy_cavalry", "hand_to_hand": 3, "special": ["heavy_cavalry"]}


@pytest.mark.rule("BP-HTH-1")
def test_the_ledgers_round(both):
    """Ours throw, theirs throw, theirs save, ours save."""
    dice = [3, 3, 3, 2, 2, 1, 4, 5, 1, 1, 2, 2, 1, 4, 5, 6, 2]
    result = both("hand-to-hand", dice, {"charged": True}, {})
    assert (result.details["ours"]["hits_made"], result.details["theirs"]["hits_made"]) == (3, 2)
    assert result.outcome == (1, 1, 1, 1, "draw")


@pytest.mark.rule("BP-HTH-1")
def test_exact_odds_of_a_round(odds):
    """One die each, saves of 4: each hits half the time and half of that is saved."""
    found = odds("hand-to-hand", hand_to_hand=1)
    quarter = Fraction(1, 4)
    assert found.chance(lambda each: each.winner == "ours") == quarter * (1 - quarter)
    assert found.chance(lambda each: each.winner == "draw") == quarter**2 + (1 - quarter) ** 2


@pytest.mark.rule("BP-HTH-2")
@pytest.mark.parametrize(
    "ours, added",
    [
        ({}, 0),
        ({"charged": True}, 1),
        ({"won": True}, 1),
        ({"charged": True, "won": True}, 2),
        ({"shaken": True}, -1),
        ({"disordered": True}, -1),
        ({"shaken": True, "disordered": True}, -1),
        ({"formation": "skirmish"}, -1),
        ({"formation": "grande_bande"}, -1),
        ({"formation": "mixed_line"}, 0),
        ({"struck": "left_flank"}, -1),
        ({"struck": "rear"}, -1),
        ({"struck": "rear", "formation": "square"}, 0),
        ({"struck": "rear", "formation": "skirmish"}, -1),
        ({"struck": "left_flank", "formation": "grande_bande"}, -1),
        ({"struck": "rear", "formation": "grande_bande"}, -2),
        ({"charged": True, "disordered": True}, 0),
        ({"charged": True, "massed": True, "formation": "attack_column"}, 0),
        ({"won": True, "massed": True, "formation": "attack_column"}, 0),
        ({"formation": "grande_bande", "as_square": True, "disordered": True, "struck": "rear"}, -1),
    ],
)
def test_what_is_added_to_hit(fire, ours, added):
    assert fire("blows", [1], {**ours, "most": 1})[3] == added


@pytest.mark.rule("BP-HTH-2", "BP-MASS-4")
def test_ledger_blows(fire):
    assert fire("blows", [4, 3, 5, 1, 6, 6], {"charged": True, "disordered": True, "hand_to_hand": 4})[:1] == (2,)
    assert fire("blows", [4, 5, 6, 6, 6], {"struck": "left_flank", "hand_to_hand": 3})[0] == 2
    assert fire("blows", [3, 4, 5, 6, 6], {"charged": True, "massed": True, "hand_to_hand": 3})[0] == 2


@pytest.mark.rule("BP-HTH-1", "BP-FORM-1")
@pytest.mark.parametrize(
    "facts, dice",
    [
        ({}, 6),
        ({"hand_to_hand": 8}, 8),
        ({"formation": "march_column"}, 1),
        ({"formation": "attack_column"}, 6),
        ({"formation": "square"}, 2),
        ({"formation": "square", "faces": 2}, 4),
        ({"formation": "square", "faces": 4}, 6),
        ({"most": 2}, 2),
    ],
)
def test_dice_hand_to_hand(bp, facts, dice):
    check = bp["blows"]
    found = check.to_hit(check.read({f"ours.{name}": value for name, value in facts.items()}))
    assert len(found.needs) == dice


@pytest.mark.rule("BP-SQCAV-1", "BP-SPEC-4", "BP-SPEC-10")
def test_cavalry_charges_break_on_squares(fire, both, bp):
    square = {"formation": "square"}
    assert fire("blows", [3, 4, 5, 6, 6], {**HEAVY, "charged": True}, square)[:1] == (2,)
    result = both("hand-to-hand", [3, 4, 5, 1, 1, 6, 6], {**HEAVY, "charged": True}, square)
    assert result.details["ours"]["total"] == 0
    assert result.outcome == (0, 0, 0, 3, "theirs")


@pytest.mark.rule("BP-SPEC-4", "BP-HTH-3")
def test_the_weight_of_heavy_cavalry(both, roll):
    ours = {**HEAVY, "charged": True, "hand_to_hand": 1}
    result = both("hand-to-hand", [3, 1, 3, 4], ours, {"hand_to_hand": 1})
    assert result.outcome == (0, 1, 3, 0, "ours")
    assert both("hand-to-hand", [1, 1], {**ours, "charged": False}, {"hand_to_hand": 1}).outcome.ours_result == 0
    for die, worth in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)):
        assert roll("combat-result", [die], caused=1, heavy=1).outcome.result == 1 + worth


@pytest.mark.rule("BP-WOODS-10", "BP-SPEC-4", "BP-SPEC-3")
def test_nothing_is_gained_by_charging_in_woods_but_the_one(both, outcome):
    ours = {**HEAVY, "charged": True, "hand_to_hand": 1, "terrain": "woods", "special": ["heavy_cavalry", "lancers"]}
    result = both("hand-to-hand", [3, 1, 4], ours, {"hand_to_hand": 1, "terrain": "woods"})
    assert result.details["ours"]["total"] == 1
    assert result.outcome == (0, 0, 0, 0, "draw")
    found = outcome("charge-rules", special=["heavy_cavalry", "lancers"], terrain="woods")
    assert found == (False, False, False, 0)


@pytest.mark.rule("BP-SPEC-3", "BP-SQCAV-2")
def test_lances_in_a_fight(fire):
    lancers = {**HORSE, "special": ["lancers"], "hand_to_hand": 1}
    assert fire("blows", [4, 4], {**lancers, "charged": True})[1::3] == (1, -1)
    assert fire("blows", [4, 4], lancers)[1::3] == (0, 0)
    assert fire("blows", [4, 3], lancers, {"formation": "square"})[1::3] == (0, 1)
    assert fire("blows", [4, 2], {**lancers, "charged": True}, {"formation": "square"})[1::3] == (1, 1)


@pytest.mark.rule("BP-SPEC-10")
def test_ferocious_charges_throw_all_misses_again(fire, odds):
    wild = {"charged": True, "special": ["ferocious_charge"], "hand_to_hand": 3}
    assert fire("blows", [1, 2, 4, 3, 2, 6, 6], wild)[0] == 2
    assert fire("blows", [1, 2, 4, 6], {**wild, "charged": False})[0] == 1
    horse = {**wild, "arm": "light_cavalry"}
    assert fire("blows", [1, 2, 4, 6], horse, {"formation": "square"})[0] == 1
    chance = odds("blows", facts={"ours.hand_to_hand": 1, "ours.special": "ferocious_charge", "ours.charged": True})
    assert chance.chance(lambda each: each.casualties) == (1 - Fraction(1, 9)) / 2


@pytest.mark.rule("BP-SPEC-10")
def test_terrifying_charges(outcome):
    terror = {"special": ["terrifying_charge"]}
    assert outcome("charge-rules", **terror).terrifying
    assert not outcome("charge-rules", target="square", **terror).terrifying
    assert not outcome("charge-rules", terrain="woods", **terror).terrifying
    assert outcome("charge-rules", special=["determined_charge", "fresh_horses"]) == (False, False, False, 0)
    assert outcome("charge-rules", special=["ferocious_charge", "heavy_cavalry", "lancers"]) == (False, True, True, -1)


@pytest.mark.rule("BP-SPEC-11")
def test_tough_fighters_throw_one_die_again(fire):
    tough = {"special": ["tough_fighters"], "hand_to_hand": 3}
    assert fire("blows", [1, 2, 4, 5, 6, 6], tough)[0] == 2
    assert fire("blows", [1, 2, 4, 3, 6], tough)[0] == 1
    assert fire("blows", [4, 4, 4, 6, 6, 6], tough)[0] == 3


@pytest.mark.rule("BP-CAVF-3", "BP-CAVF-4")
@pytest.mark.parametrize(
    "ours, theirs, added",
    [
        ({"formation": "echelon", "charged": True}, {}, -1),
        ({"formation": "echelon", "charged": True}, {"size": "small"}, 0),
        ({"formation": "echelon", "charged": True}, {"arm": "infantry"}, 0),
        ({"size": "small", "charged": True}, {}, 0),
        ({"size": "small"}, {"size": "large"}, -1),
        ({"charged": True}, {}, 1),
        ({"formation": "march_column"}, {}, -1),
        ({}, {"formation": "echelon"}, 0),
    ],
)
def test_cavalry_formations_by_the_draft(fire, ours, theirs, added):
    found = fire("blows", [1], {**HORSE, "most": 1, **ours}, {**HORSE, **theirs}, variant="cavalry-formations")
    assert found[3] == added
    assert fire("blows", [1], {**HORSE, "most": 1, **ours}, {**HORSE, **theirs})[3] == ours.get("charged", False)


@pytest.mark.rule("BP-HTH-3")
@pytest.mark.parametrize(
    "facts, result",
    [
        ({}, 0),
        ({"caused": 1, "rear": True, "left": True, "right": True}, 4),
        ({"rear": True}, 1),
        ({"left": True}, 1),
        ({"right": True}, 1),
        ({"square": True}, 3),
        ({"building": "small"}, 1),
        ({"building": "medium"}, 2),
        ({"building": "large"}, 3),
    ],
)
def test_what_is_added_to_the_result(roll, facts, result):
    assert roll("combat-result", **facts).outcome.result == result


@pytest.mark.rule("BP-HTH-3")
def test_a_square_beats_lancers(both):
    lancers = {**HORSE, "hand_to_hand": 2, "special": ["lancers"]}
    result = both("hand-to-hand", [6, 6, 1, 1, 1, 1], lancers, {"formation": "square"})
    assert result.outcome == (0, 2, 2, 3, "theirs")


@pytest.mark.rule("BP-HTH-3")
def test_supports_and_closing_fire_count_in_a_round(both):
    ours = {"hand_to_hand": 1, "rear": True, "left": True, "right": True, "building": "large", "closing_fire": 2}
    assert both("hand-to-hand", [1, 1], ours, {"hand_to_hand": 1}).outcome == (0, 0, 8, 0, "ours")


@pytest.mark.rule("BP-HTH-4")
@pytest.mark.parametrize(
    "facts, winner, ours, theirs",
    [
        ({"ours": 3, "theirs": 2}, "ours", False, True),
        ({"ours": 3, "theirs": 2, "ours_shaken": True}, "ours", False, True),
        ({"ours": 2, "theirs": 3}, "theirs", True, False),
        ({"ours": 2, "theirs": 2, "ours_shaken": True}, "draw", True, False),
        ({"ours": 2, "theirs": 2, "ours_shaken": True, "theirs_shaken": True}, "draw", True, True),
        ({"ours": 2, "theirs": 2}, "draw", False, False),
    ],
)
def test_who_tests(outcome, facts, winner, ours, theirs):
    assert outcome("round-outcome", **facts)[:3] == (winner, ours, theirs)


@pytest.mark.rule("BP-CAVM-1")
def test_draws_disorder_cavalry_by_the_draft(outcome):
    draw = {"ours": 2, "theirs": 2, "ours_arm": "light_cavalry"}
    assert outcome("round-outcome", variant="cavalry-melees", **draw) == ("draw", False, False, True, False)
    assert outcome("round-outcome", **draw) == ("draw", False, False, False, False)
    both = {**draw, "theirs_arm": "heavy_cavalry"}
    assert outcome("round-outcome", variant="cavalry-melees", **both)[3:] == (True, True)
    assert outcome("round-outcome", variant="cavalry-melees", **{**both, "ours": 3})[3:] == (False, False)


@pytest.mark.rule("BP-HTH-5")
@pytest.mark.parametrize(
    "facts, kind",
    [
        ({"zone": "rear", "distance": 6}, "rear"),
        ({"zone": "rear", "distance": 7}, ""),
        ({"zone": "left_flank", "distance": 6}, "left_flank"),
        ({"zone": "right_flank", "distance": 6}, "right_flank"),
        ({"zone": "front", "distance": 1}, ""),
        ({"zone": "rear", "distance": 2, "shaken": True}, ""),
        ({"zone": "rear", "distance": 2, "in_combat": True}, ""),
        ({"zone": "rear", "distance": 2, "formation": "march_column"}, ""),
        ({"zone": "rear", "distance": 2, "arm": "foot_artillery", "formation": "limbered"}, ""),
        ({"zone": "rear", "distance": 2, "faces_away": True}, ""),
        ({"zone": "rear", "distance": 2, "taken": True}, ""),
        ({"zone": "rear", "distance": 2, "formation": "skirmish"}, "rear"),
    ],
)
def test_supports(outcome, facts, kind):
    assert outcome("support", **facts) == (kind, 1 if kind else 0)


@pytest.mark.rule("BP-CCS-1", "BP-CCS-2")
@pytest.mark.parametrize(
    "facts, kind",
    [
        ({"formation": "skirmish", "zone": "rear", "distance": 2}, ""),
        ({"formation": "grande_bande", "zone": "left_flank", "distance": 2}, ""),
        ({"formation": "skirmish", "zone": "rear", "distance": 2, "supported_arm": "light_cavalry"}, ""),
        (
            {"formation": "skirmish", "zone": "right_flank", "distance": 2, "supported_arm": "horse_artillery"},
            "right_flank",
        ),
        (
            {"formation": "skirmish", "zone": "left_flank", "distance": 2, "supported_arm": "foot_artillery"},
            "left_flank",
        ),
        ({"formation": "skirmish", "zone": "rear", "distance": 2, "supported_formation": "grande_bande"}, "rear"),
        ({"zone": "rear", "distance": 3}, "rear"),
        ({"zone": "rear", "distance": 4}, ""),
        ({"zone": "rear", "distance": 3, "straight_behind": False}, ""),
        ({"zone": "rear", "distance": 3, "arm": "foot_artillery", "formation": "unlimbered"}, ""),
        ({"zone": "rear", "distance": 3, "arm": "light_cavalry"}, "rear"),
        ({"zone": "left_flank", "distance": 6}, "left_flank"),
        ({"zone": "left_flank", "distance": 7}, ""),
    ],
)
def test_supports_by_the_draft(outcome, facts, kind):
    assert outcome("support", variant="friction-support", **facts) == (kind, 1 if kind else 0)


@pytest.mark.rule("BP-CCS-3")
def test_those_who_are_passed_through(outcome):
    for die in range(1, 7):
        assert outcome("passed-through", [die], variant="friction-support").disordered == (die < 4)


@pytest.mark.rule("BP-HTH-6")
@pytest.mark.parametrize(
    "facts, found",
    [
        ({"move": 18}, (True, 18, True)),
        ({"disordered": True}, (False, 0, False)),
        ({"shaken": True}, (False, 0, False)),
        ({"gone": False}, (False, 0, False)),
        ({"formation": "square"}, (False, 0, False)),
        ({"formation": "unlimbered"}, (False, 0, False)),
        ({"formation": "limbered"}, (False, 0, False)),
        ({"swept": 1}, (True, 12, False)),
    ],
)
def test_victory_moves(outcome, facts, found):
    assert outcome("victory-move", **facts) == found


@pytest.mark.rule("BP-HTH-7")
@pytest.mark.parametrize(
    "facts, found",
    [
        ({"clear": 30}, (12, False)),
        ({"clear": 5}, (0, True)),
        ({"clear": 6}, (6, False)),
        ({"arm": "light_cavalry"}, (18, False)),
        ({"formation": "square", "from_combat": True}, (12, False)),
        ({"formation": "square"}, (12, False)),
        ({"arm": "foot_artillery", "formation": "limbered", "from_combat": True}, (12, False)),
        ({"arm": "foot_artillery", "formation": "unlimbered", "from_combat": True}, (0, True)),
        ({"arm": "horse_artillery", "formation": "limbered"}, (18, False)),
        ({"from_combat": True}, (12, False)),
    ],
)
def test_retire_moves(outcome, facts, found):
    assert outcome("retire-move", **facts) == found


@pytest.mark.rule("BP-HTH-7", "BP-RET-1")
def test_retire_moves_by_the_draft(outcome):
    assert outcome("retire-move", variant="retire-moves").inches == pytest.approx(12.1)
    assert outcome("retire-move", gap=5, variant="retire-moves").inches == pytest.approx(7.1)
