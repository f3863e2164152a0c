"""Shooting: small arms, ranges, what is added to hit, disorder, who may shoot at whom."""

from fractions import Fraction
from itertools import product

import pytest

from grognard import systems

GUNS = {"arm": "foot_artillery", "formation": "unlimbered"}


@pytest.mark.rule("BP-SHOOT-1")
def test_a_plain_volley(fire):
    assert fire("musketry", [4, 2, 5, 3, 4], {"shooting": 3}, {"morale": 4}) == (2, 1, False, 0, 0)


@pytest.mark.rule("BP-SHOOT-1", "BP-SHOOT-4", "BP-SAVE-1")
def test_exact_odds_of_casualties_and_disorder_together(bp):
    """Three dice that hit on 4, saves of 4: against a count by hand of every throw."""
    check = bp["musketry"]
    odds = check.odds(check.read({}))
    expected: dict[tuple[int, bool], Fraction] = {}
    for dice in product(range(1, 7), repeat=3):
        hits = sum(die >= 4 for die in dice)
        for saves in product((True, False), repeat=hits):
            key = (saves.count(False), 6 in dice)
            expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 216) * Fraction(1, 2**hits)
    assert {(each.casualties, each.disordered): chance for each, chance in odds} == expected


@pytest.mark.rule("BP-SHOOT-2")
@pytest.mark.parametrize(
    "weapon, reach",
    [
        ("pistol", 6),
        ("smoothbore_carbine", 12),
        ("bow", 12),
        ("smoothbore_musket", 18),
        ("rifled_carbine", 18),
        ("rifled_musket", 24),
    ],
)
def test_ranges_of_small_arms(refusal, weapon, reach):
    for distance, rule in ((reach, ""), (reach + 1, "BP-SHOOT-2")):
        assert refusal("musketry", facts={"ours.weapon": weapon, "ours.distance": distance}) == rule
    assert refusal("musketry", facts={"ours.weapon": weapon, "ours.distance": 40, "ours.closing": True}) == ""


@pytest.mark.rule("BP-SHOOT-3")
@pytest.mark.parametrize(
    "ours, theirs, added",
    [
        ({}, {}, 0),
        ({"distance": 6}, {}, 1),
        ({"distance": 7}, {}, 0),
        ({"closing": True}, {}, 1),
        ({"formation": "skirmish"}, {}, 1),
        ({"formation": "skirmish", "distance": 6, "closing": True}, {}, 1),
        ({"shaken": True}, {}, -1),
        ({"disordered": True}, {}, -1),
        ({"shaken": True, "disordered": True}, {}, -1),
        ({}, {"formation": "skirmish"}, -1),
        ({}, {"arm": "foot_artillery", "formation": "unlimbered"}, -1),
        ({}, {"arm": "foot_artillery", "formation": "limbered"}, 0),
        ({}, {"not_clear": True}, -1),
        ({}, {"formation": "skirmish", "not_clear": True, "terrain": "woods"}, -1),
        ({"distance": 5, "disordered": True}, {}, 0),
        ({"disordered": True}, {"not_clear": True}, -2),
        ({"distance": 6}, {"formation": "attack_column"}, 1),
    ],
)
def test_what_is_added_to_hit(fire, ours, theirs, added):
    assert fire("musketry", [1], {**ours, "most": 1}, theirs)[3] == added


@pytest.mark.rule("BP-SHOOT-3")
def test_ledger_fires(fire):
    assert fire("musketry", [4, 3, 1, 6], {"distance": 5, "disordered": True})[:4] == (1, 0, False, 0)
    near = {"formation": "skirmish", "shooting": 1, "distance": 6}
    assert fire("musketry", [4, 1], near, {"formation": "skirmish", "not_clear": True})[:4] == (1, 1, False, 0)


@pytest.mark.rule("BP-SHOOT-3")
@pytest.mark.parametrize(
    "formation, added",
    [
        ("line", 0),
        ("attack_column", 1),
        ("march_column", 1),
        ("square", 1),
        ("mixed_attack_column", -1),
        ("grande_bande", -1),
    ],
)
def test_guns_like_deep_targets(fire, formation, added):
    assert fire("artillery", [1], {**GUNS, "distance": 20, "most": 1}, {"formation": formation})[3] == added
    limbered = {"arm": "foot_artillery", "formation": "limbered"}
    assert fire("artillery", [1], {**GUNS, "distance": 20, "most": 1}, limbered)[3] == 1


@pytest.mark.rule("BP-SHOOT-3")
def test_guns_fire_overhead(fire):
    assert fire("artillery", [1], {**GUNS, "distance": 20, "most": 1, "overhead": True})[3] == -1


@pytest.mark.rule("BP-SHOOT-4")
def test_a_natural_six_disorders_though_it_is_saved(fire):
    assert fire("musketry", [6, 1, 2, 5], {"shooting": 3}, {"morale": 4})[:3] == (1, 0, True)
    assert fire("musketry", [5, 1, 2, 5], {"shooting": 3}, {"morale": 4})[:3] == (1, 0, False)


@pytest.mark.rule("BP-SHOOT-4", "BP-HTH-1")
def test_sixes_hand_to_hand_disorder_nobody(both):
    outcome = both("blows", [6, 6, 1, 1], {"hand_to_hand": 2}, {}).outcome
    assert outcome.casualties == 2
    assert not hasattr(outcome, "disordered")


@pytest.mark.rule("BP-SHOOT-5")
def test_who_may_shoot(outcome, refusal):
    assert outcome("may-shoot", moves=2).allowed
    assert outcome("may-shoot", moves=3).allowed
    assert refusal("may-shoot", target_zone="left_flank") == "BP-SHOOT-5"
    assert refusal("may-shoot", target_zone="rear") == "BP-SHOOT-5"
    assert refusal("may-shoot", fighting=True) == "BP-SHOOT-5"
    assert refusal("may-shoot", fired=True) == "BP-SHOOT-5"
    assert refusal("may-shoot", seen=False) == "BP-SHOOT-5"
    assert refusal("may-shoot", formation="march_column") == "BP-SHOOT-5"
    assert outcome("may-shoot", formation="skirmish", target_zone="rear").most == 14
    assert outcome("may-shoot", formation="square", target_zone="right_flank").allowed
    assert outcome("may-shoot", formation="grande_bande", target_zone="left_flank").most == 1
    assert refusal("may-shoot", formation="grande_bande", target_zone="rear") == "BP-SHOOT-5"


@pytest.mark.rule("BP-SHOOT-5")
@pytest.mark.parametrize(
    "nearer, nearer_clear, not_clear, refused",
    [
        (False, True, False, False),
        (True, True, False, True),
        (True, False, False, False),
        (True, False, True, True),
        (True, True, True, True),
    ],
)
def test_the_nearest_target_unless_it_is_not_clear(refusal, nearer, nearer_clear, not_clear, refused):
    facts = {"nearer": nearer, "nearer_clear": nearer_clear, "not_clear": not_clear}
    assert bool(refusal("may-shoot", **facts)) == refused


@pytest.mark.rule("BP-SHOOT-5")
@pytest.mark.parametrize(
    "facts, not_clear",
    [
        ({}, False),
        ({"hidden": 49}, False),
        ({"hidden": 50}, True),
        ({"outside": True}, True),
        ({"terrain": "woods"}, True),
        ({"terrain": "light_woods"}, False),
    ],
)
def test_when_a_target_is_not_clear(outcome, facts, not_clear):
    assert outcome("clearness", **facts).not_clear == not_clear


@pytest.mark.rule("BP-SHOOT-5")
def test_tables_may_let_nobody_shoot_who_has_moved_much(refusal):
    for variant, most in (("two-moves-then-shoot", 2), ("one-move-then-shoot", 1)):
        assert [bool(refusal("may-shoot", moves=moves, variant=variant)) for moves in range(4)] == [
            moves > most for moves in range(4)
        ]
        assert refusal("may-shoot", moves=3, arm="artillery", formation="unlimbered", variant=variant) == ""


@pytest.mark.rule("BP-SHOOT-5")
def test_the_setting_stands_at_all_moves_that_there_are(bp):
    assert bp.tables.number("BP-SHOOT-5", "most_moves") == 3


@pytest.mark.rule("BP-SHOOT-6")
def test_closing_fire_of_a_line(fire):
    assert fire("musketry", [3, 4, 2, 4, 3], {"closing": True}, {"morale": 4}) == (2, 1, False, 1, 0)


@pytest.mark.rule("BP-SHOOT-1", "BP-FORM-1", "BP-MIXED-3", "BP-GRANDE-11")
@pytest.mark.parametrize(
    "formation, closing, dice",
    [
        ("line", False, 3),
        ("line", True, 3),
        ("attack_column", False, 1),
        ("attack_column", True, 1),
        ("square", True, 1),
        ("skirmish", False, 3),
        ("mixed_line", False, 3),
        ("mixed_line", True, 1),
        ("mixed_attack_column", False, 1),
        ("grande_bande", False, 3),
        ("grande_bande", True, 1),
    ],
)
def test_dice_by_formation(bp, formation, closing, dice):
    check = bp["musketry"]
    facts = check.read({"ours.formation": formation, "ours.closing": closing})
    assert len(check.to_hit(facts).needs) == dice


@pytest.mark.rule("BP-SHOOT-1", "BP-FORM-1")
def test_who_has_no_dice(refusal, bp):
    assert refusal("musketry", facts={"ours.formation": "march_column"}) == "BP-SHOOT-5"
    check = bp["musketry"]
    assert check.to_hit(check.read({"ours.shooting": 0, "ours.arm": "light_cavalry"})).needs == ()


@pytest.mark.rule("BP-FORM-3")
def test_one_die_of_a_mixed_formation_is_skirmish_fire(bp):
    check = bp["musketry"]
    assert check.to_hit(check.read({"ours.formation": "mixed_line"})).needs == (3, 4, 4)
    assert check.to_hit(check.read({"ours.formation": "mixed_line", "ours.distance": 6})).needs == (3, 3, 3)
    assert check.to_hit(check.read({"ours.formation": "mixed_attack_column"})).needs == (3,)


@pytest.mark.rule("BP-FORM-3", "BP-GRANDE-5", "BP-WOODS-8")
@pytest.mark.parametrize(
    "theirs, dice, hits, added",
    [
        ({"formation": "mixed_line", "zone": "front"}, [4, 4, 5, 6], 1, -1),
        ({"formation": "mixed_line", "zone": "left_flank"}, [4, 4, 5, 6, 6, 6], 3, 0),
        ({"formation": "grande_bande", "zone": "left_flank"}, [4, 5, 2, 6], 1, -1),
        ({"formation": "grande_bande", "zone": "rear"}, [4, 5, 2, 6, 6], 2, 0),
        ({"terrain": "woods"}, [4, 5, 6, 6, 6], 2, -1),
        ({"terrain": "woods", "formation": "skirmish"}, [4, 5, 6, 6, 6], 2, -1),
    ],
)
def test_screens_and_woods(fire, theirs, dice, hits, added):
    found = fire("musketry", dice, {"shooting": 3}, theirs)
    assert (found[0], found[3]) == (hits, added)


@pytest.mark.rule("BP-SPEC-9")
def test_sharpshooters_throw_one_die_again(fire, bp):
    sharp = {"shooting": 2, "special": ["sharpshooters"]}
    assert fire("musketry", [2, 1, 5, 6], sharp)[0] == 1
    assert fire("musketry", [4, 5, 6, 6], sharp)[0] == 2
    assert fire("musketry", [4, 1, 6, 6, 6], sharp)[:3] == (2, 0, True)
    check = bp["musketry"]
    odds = check.odds(check.read({"ours.shooting": 1, "ours.special": "sharpshooters", "theirs.morale": 6}))
    assert odds.chance(lambda each: each.casualties == 1) == Fraction(3, 4) * Fraction(5, 6)


@pytest.mark.rule("BP-SPEC-11")
def test_a_first_fire_has_a_die_more(bp):
    check = bp["musketry"]

    def dice(**more):
        facts = {f"ours.{name}": value for name, value in more.items()}
        return len(check.to_hit(check.read(facts)).needs)

    assert dice(special=["first_fire"], first=True) == 4
    assert dice(special=["first_fire"], first=False) == 3
    assert dice(first=True) == 3
    assert dice(special=["first_fire"], first=True, formation="attack_column") == 1


@pytest.mark.rule("BP-SHOOT-1")
def test_every_check_of_fire_gives_odds():
    rules = systems.rules("black-powder")
    for name in ("musketry", "artillery", "saves", "blows", "hand-to-hand", "break-test"):
        check = rules[name]
        needed = {fact: domain.every()[0] for fact, domain in check.domains().items() if fact not in check.defaults()}
        assert sum(chance for _, chance in check.odds(check.read(needed))) == 1
