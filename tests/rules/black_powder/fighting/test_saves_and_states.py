"""Morale saves, casualties, what being shaken or disordered means, recovery."""

from fractions import Fraction

import pytest


@pytest.mark.rule("BP-SAVE-1")
def test_ledger_saves(roll):
    canister = roll("saves", [5, 6, 4], hits=3, by="artillery", band="canister")
    assert (canister.outcome.casualties, canister.total) == (2, -2)
    building = roll("saves", [1, 2], hits=2, cover="building")
    assert (building.outcome.casualties, building.total) == (1, 2)
    assert roll("saves", hits=0).outcome.casualties == 0


@pytest.mark.rule("BP-SAVE-1")
def test_a_natural_6_always_saves_and_a_natural_1_never(roll, odds):
    worst = {"morale": 6, "formation": "march_column", "by": "artillery", "band": "canister"}
    assert roll("saves", [6, 5], hits=2, **worst).outcome.casualties == 1
    best = {"morale": 2, "cover": "building"}
    assert roll("saves", [1, 2], hits=2, **best).outcome.casualties == 1
    assert odds("saves", hits=1, **worst).chance(lambda each: each.casualties == 0) == Fraction(1, 6)
    assert odds("saves", hits=1, **best).chance(lambda each: each.casualties == 1) == Fraction(1, 6)


@pytest.mark.rule("BP-SAVE-2")
@pytest.mark.parametrize(
    "facts, added",
    [
        ({}, 0),
        ({"formation": "attack_column"}, 1),
        ({"formation": "attack_column", "by": "artillery", "band": "canister"}, -2),
        ({"formation": "mixed_attack_column"}, 0),
        ({"cover": "cover"}, 1),
        ({"cover": "building"}, 2),
        ({"formation": "attack_column", "cover": "cover"}, 2),
        ({"formation": "march_column"}, -2),
        ({"arm": "foot_artillery", "formation": "limbered"}, -2),
        ({"by": "artillery", "band": "close_canister"}, -2),
        ({"by": "artillery", "band": "canister"}, -2),
        ({"by": "artillery", "band": "effective"}, -2),
        ({"by": "artillery", "band": "effective", "gun_class": "light"}, -1),
        ({"by": "artillery", "band": "canister", "gun_class": "light"}, -2),
        ({"by": "artillery", "band": "long"}, -1),
        ({"cover": "cover", "wound": "hand_to_hand", "covered": True}, 1),
        ({"cover": "cover", "wound": "hand_to_hand", "covered": False}, 0),
        ({"cover": "building", "wound": "hand_to_hand", "covered": False}, 0),
        ({"formation": "attack_column", "massed": True, "wound": "closing_fire"}, 0),
        ({"formation": "attack_column", "massed": True, "wound": "hand_to_hand"}, 1),
    ],
)
def test_what_is_added_to_saves(roll, facts, added):
    assert roll("saves", [6], hits=1, **facts).total == added


@pytest.mark.rule("BP-SAVE-2")
def test_ledger_saves_of_columns(roll):
    wall = roll("saves", [2], hits=1, formation="attack_column", cover="cover")
    assert (wall.total, wall.outcome.casualties) == (2, 0)
    canister = roll("saves", [5], hits=1, formation="attack_column", by="artillery", band="canister")
    assert (canister.total, canister.outcome.casualties) == (-2, 1)


@pytest.mark.rule("BP-WOODS-9", "BP-WOODS-11")
@pytest.mark.parametrize(
    "facts, added",
    [
        ({"formation": "skirmish", "terrain": "woods", "wound": "hand_to_hand", "covered": False}, 1),
        ({"formation": "grande_bande", "terrain": "woods", "wound": "closing_fire", "cover": "cover"}, 1),
        ({"formation": "skirmish", "terrain": "light_woods", "wound": "hand_to_hand"}, 1),
        ({"formation": "mixed_line", "terrain": "woods", "wound": "hand_to_hand", "covered": False}, 0),
        ({"formation": "skirmish", "terrain": "woods", "wound": "shooting", "cover": "cover"}, 1),
        ({"formation": "skirmish", "terrain": "woods", "wound": "shooting"}, 0),
        ({"formation": "line", "terrain": "woods", "wound": "hand_to_hand", "covered": False}, 0),
    ],
)
def test_skirmishers_in_woods(roll, facts, added):
    assert roll("saves", [6], hits=1, **facts).total == added


@pytest.mark.rule("BP-SQUARE-4", "BP-SQCAV-2", "BP-SPEC-3")
@pytest.mark.parametrize(
    "facts, added",
    [
        ({"formation": "square", "by": "cavalry"}, 2),
        ({"formation": "square", "by": "cavalry", "disordered": True}, 0),
        ({"formation": "square", "by": "infantry"}, 0),
        ({"formation": "square", "by": "cavalry", "lancers": True, "wound": "hand_to_hand"}, 1),
        (
            {"formation": "square", "by": "cavalry", "lancers": True, "lancers_charged": True, "wound": "hand_to_hand"},
            1,
        ),
        ({"by": "cavalry", "lancers": True, "lancers_charged": True, "wound": "hand_to_hand"}, -1),
        ({"by": "cavalry", "lancers": True, "wound": "hand_to_hand"}, 0),
        ({"by": "cavalry", "lancers": True, "lancers_charged": True, "wound": "hand_to_hand", "terrain": "woods"}, 0),
        ({"by": "cavalry", "lancers": True, "lancers_charged": True, "wound": "shooting"}, 0),
    ],
)
def test_squares_and_lances(roll, facts, added):
    assert roll("saves", [6], hits=1, **facts).total == added


@pytest.mark.rule("BP-SQUARE-4", "BP-SQCAV-2")
def test_ledger_saves_of_squares(outcome):
    square = {"formation": "square", "by": "cavalry", "wound": "hand_to_hand"}
    assert outcome("saves", [2, 1, 3], hits=3, **square).casualties == 1
    assert outcome("saves", [2, 1, 3], hits=3, disordered=True, **square).casualties == 3
    assert outcome("saves", [3, 2], hits=2, lancers=True, **square).casualties == 1


@pytest.mark.rule("BP-SPEC-3")
def test_lances_at_a_line(outcome):
    lances = {"by": "cavalry", "lancers": True, "lancers_charged": True, "wound": "hand_to_hand"}
    assert outcome("saves", [4, 5], hits=2, **lances).casualties == 1
    assert outcome("saves", [4, 5], hits=2, variant="lancers-minus-two", **lances).casualties == 2
    square = {**lances, "formation": "square"}
    assert outcome("saves", [3, 2], hits=2, variant="lancers-minus-two", **square).casualties == 1


@pytest.mark.rule("BP-SPEC-11")
def test_stubborn_and_crack_units_save_again(outcome, odds):
    assert outcome("saves", [2, 5, 4], hits=2, special=["stubborn"]).casualties == 0
    assert outcome("saves", [2, 3, 4], hits=2, special=["stubborn"]).casualties == 1
    assert outcome("saves", [2, 5], hits=2, special=["crack"], casualties=1).casualties == 1
    assert outcome("saves", [2, 5, 4], hits=2, special=["crack"]).casualties == 0
    assert outcome("saves", [2, 3, 4], hits=2, special=["crack"]).casualties == 1
    assert outcome("saves", [2, 3, 2], hits=2, special=["stubborn", "crack"]).casualties == 2
    assert odds("saves", hits=1, special=["stubborn"]).chance(lambda each: each.casualties) == Fraction(1, 4)


@pytest.mark.rule("BP-CAVM-2")
@pytest.mark.parametrize(
    "facts, added",
    [
        ({"disordered": True, "wound": "hand_to_hand"}, -1),
        ({"disordered": True, "wound": "shooting"}, 0),
        ({"disordered": True, "wound": "closing_fire"}, 0),
        ({"disordered": False, "wound": "hand_to_hand"}, 0),
    ],
)
def test_the_disordered_save_worse_in_melees_by_the_draft(roll, facts, added):
    found = roll("saves", [4], hits=1, variant="cavalry-melees", **facts)
    assert (found.total, found.outcome.casualties) == (added, -added)
    assert roll("saves", [4], hits=1, **facts).total == 0


@pytest.mark.rule("BP-CAVF-3", "BP-CAVF-5")
@pytest.mark.parametrize(
    "facts, added",
    [
        ({"formation": "echelon", "wound": "closing_fire"}, 1),
        ({"formation": "echelon", "wound": "closing_fire", "by": "artillery", "band": "close_canister"}, -2),
        ({"formation": "echelon", "wound": "shooting"}, 0),
        ({"by": "cavalry", "wound": "hand_to_hand"}, 1),
        ({"by": "cavalry", "wound": "hand_to_hand", "shaken": True}, 0),
        ({"by": "cavalry", "wound": "hand_to_hand", "disordered": True}, 0),
        ({"by": "infantry", "wound": "hand_to_hand"}, 0),
    ],
)
def test_cavalry_formations_by_the_draft(roll, facts, added):
    facts = {"arm": "light_cavalry", **facts}
    assert roll("saves", [6], hits=1, variant="cavalry-formations", **facts).total == added
    assert roll("saves", [6], hits=1, **facts).total == min(added, 0)


@pytest.mark.rule("BP-BMOR-3")
def test_shaken_brigades_save_worse_by_the_draft(roll):
    for brigade, added in (("good", 0), ("shaken", -1), ("broken", -1)):
        assert roll("saves", [4], hits=1, brigade=brigade, variant="brigade-morale-v2").total == added
        assert roll("saves", [4], hits=1, brigade=brigade).total == 0


@pytest.mark.rule("BP-STATE-1")
@pytest.mark.parametrize(
    "before, now, shaken, excess, after",
    [(2, 3, True, 2, 3), (1, 1, False, 0, 2), (1, 2, True, 0, 3), (3, 0, True, 0, 3), (3, 1, True, 1, 3)],
)
def test_casualties(outcome, before, now, shaken, excess, after):
    assert outcome("casualties", stamina=3, casualties=before, suffered=now) == (shaken, excess, after)


@pytest.mark.rule("BP-STATE-1")
def test_a_winner_discards_its_excess(outcome):
    assert outcome("casualties", stamina=3, casualties=2, suffered=3, won=True) == (True, 0, 3)


@pytest.mark.rule("BP-STATE-2", "BP-STATE-3")
def test_what_states_mean(outcome):
    well = outcome("state")
    assert (well.to_hit, well.break_test) == (0, 0)
    assert all(well[2:8])
    assert well[8:] == (False, False)
    shaken = outcome("state", shaken=True)
    assert (shaken.to_hit, shaken.break_test) == (-1, 0)
    assert shaken.may_be_ordered
    assert shaken.may_use_initiative
    assert shaken.may_change_formation
    assert not shaken.may_charge
    assert not shaken.may_counter_charge
    assert not shaken.may_support
    assert shaken.tests_in_draw
    assert shaken.recovers_by_rally
    disordered = outcome("state", disordered=True)
    assert (disordered.to_hit, disordered.break_test) == (-1, -1)
    assert disordered.may_support
    assert not disordered.may_be_ordered
    assert not disordered.may_use_initiative
    assert not disordered.may_charge
    assert not disordered.may_counter_charge
    assert not disordered.may_change_formation
    assert not disordered.tests_in_draw
    both = outcome("state", shaken=True, disordered=True)
    assert (both.to_hit, both.break_test, both.may_be_ordered) == (-1, -1, False)


@pytest.mark.rule("BP-STATE-4")
@pytest.mark.parametrize(
    "facts, disordered",
    [
        ({}, False),
        ({"in_combat": True}, True),
        ({"retired": True}, True),
        ({"own_turn": False}, True),
        ({"brigade": "broken"}, False),
    ],
)
def test_recovery(outcome, facts, disordered):
    assert outcome("recovery", **facts).disordered == disordered


@pytest.mark.rule("BP-STATE-4", "BP-BMOR-4")
def test_broken_brigades_never_recover_by_the_draft(outcome):
    assert outcome("recovery", brigade="broken", variant="brigade-morale-v2").disordered
    assert not outcome("recovery", brigade="shaken", variant="brigade-morale-v2").disordered


@pytest.mark.rule("BP-SPEC-5")
@pytest.mark.parametrize("elite, recovers", [("elite_3", 3), ("elite_4", 4), ("elite_5", 5)])
def test_elite_units_recover_before_their_orders(outcome, elite, recovers):
    for die in range(1, 7):
        assert outcome("elite", [die], elite=elite).disordered == (die < recovers)
