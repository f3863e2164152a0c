"""Section 1.7: emergency squares and evasion."""

from fractions import Fraction

import pytest


@pytest.mark.rule("SC-1.7b", "SC-1.7c")
@pytest.mark.parametrize(
    "charge_ap, formation, die, formed, disordered",
    [(4, "line", 4, True, False), (4, "line", 5, False, False), (2, "attack_column", 5, False, True),
     (2, "attack_column", 4, False, False), (3, "closed_column", 4, True, False), (3, "semi_formed", 3, False, False),
     (3, "semi_formed", 5, False, True), (2, "closed_column", 5, False, False), (2, "closed_column", 6, False, True),
     (6, "line", 6, True, False)],
)  # fmt: skip
def test_emergency_square(outcome, charge_ap, formation, die, formed, disordered):
    assert outcome("emergency-square", [die], charge_ap=charge_ap, formation=formation) == (formed, disordered)


@pytest.mark.rule("SC-1.7a")
@pytest.mark.parametrize(
    "facts, allowed",
    [
        ({"status": "halted"}, True),
        ({"status": "fallback"}, True),
        ({"status": "disordered"}, False),
        ({"status": "retreat"}, False),
        ({"status": "rout"}, False),
        ({"in_melee": True}, False),
        ({"formation": "skirmish", "arm": "light_infantry"}, False),
        ({"ground": "heavy"}, False),
        ({"ground": "strong_point"}, False),
        ({"ground": "light"}, True),
        ({"arm": "light_cavalry"}, False),
    ],
)
def test_who_may_try_a_square(refusal, facts, allowed):
    assert (refusal("emergency-square", charge_ap=3, **facts) == "") is allowed


@pytest.mark.rule("SC-1.7d", "SC-4.1g")
@pytest.mark.parametrize(
    "arm, formation, ground, formed, evades",
    [("light_infantry", "skirmish", "none", True, "must"), ("light_infantry", "skirmish", "heavy", True, "may"),
     ("light_infantry", "skirmish", "none", False, "may"), ("infantry", "line", "none", True, "no"),
     ("light_cavalry", "skirmish", "none", False, "must"), ("foot_artillery", "limbered", "none", True, "may"),
     ("horse_artillery", "unlimbered", "none", True, "may")],
)  # fmt: skip
def test_who_may_or_must_evade(roll, arm, formation, ground, formed, evades):
    result = roll("may-evade", arm=arm, formation=formation, ground=ground, charger_formed=formed)
    found = "no" if result.refusal else "must" if result.outcome.must else "may"
    assert found == evades


@pytest.mark.rule("SC-1.7d")
@pytest.mark.parametrize("facts", [{"status": "retreat"}, {"status": "rout"}, {"engaged": True}])
def test_who_cannot_evade(refusal, facts):
    assert refusal("may-evade", arm="light_infantry", formation="skirmish", **facts) == "SC-1.7d"


# dice: the charger's, then the evader's
@pytest.mark.rule("SC-1.7e", "SC-1.7f", "SC-1.7g")
@pytest.mark.parametrize(
    "arm, formation, spent, charge_ap, dice, totals, casualties",
    [
        ("light_infantry", "skirmish", 1, 4, [6, 3], (2, 3), 0),
        ("light_infantry", "skirmish", 0, 1, [6, 2], (5, 3), 2),
        ("foot_artillery", "unlimbered", 1, 2, [4, 5], (2, 2), 0),
        ("horse_artillery", "unlimbered", 1, 2, [4, 3], (2, 1), 1),
        ("british_horse_artillery", "unlimbered", 0, 2, [4, 3], (2, 2), 0),
        ("foot_artillery", "limbered", 0, 2, [6, 3], (4, 3), 1),
        ("light_cavalry", "skirmish", 0, 3, [5, 1], (2, 3), 0),
    ],
)
def test_evasion(roll, arm, formation, spent, charge_ap, dice, totals, casualties):
    theirs = {"evades": True, "arm": arm, "formation": formation, "ap_spent": spent}
    facts = {f"theirs.{name}": value for name, value in theirs.items()}
    result = roll("evasion", dice, facts={**facts, "ours.arm": "light_cavalry", "ours.charge_ap": charge_ap})
    assert tuple(result.details[side]["total"] for side in ("ours", "theirs")) == totals
    assert result.outcome == (casualties, casualties > 0)


@pytest.mark.rule("SC-1.7g")
def test_skirmishers_get_no_bonus_before_loose_troops_or_in_cover(roll):
    facts = {"theirs.evades": True, "theirs.arm": "light_infantry", "theirs.before_formed": False}
    assert roll("evasion", [3, 3], facts=facts).total == 0


@pytest.mark.rule("SC-1.7e", "SC-1.7f")
@pytest.mark.parametrize("dice, casualties", [((6, 2), 2), ((3, 3), 0), ((1, 6), 0)])
def test_evasion_is_the_same_whoever_of_the_two_is_ours(roll, sc, dice, casualties):
    """Dice: the charger's and the evader's; the charge cost 1 AP in the evader's sight, skirmishers have +1."""
    charger, evader = {"arm": "light_cavalry", "charge_ap": 1}, {"arm": "light_infantry", "evades": True}
    for ours, theirs, thrown in ((charger, evader, list(dice)), (evader, charger, list(dice[::-1]))):
        facts = {f"ours.{name}": value for name, value in ours.items()}
        facts |= {f"theirs.{name}": value for name, value in theirs.items()}
        assert roll("evasion", thrown, facts=facts).outcome == (casualties, casualties > 0)
        caught = sc["evasion"].odds(sc["evasion"].read(facts)).chance(lambda out: out.retreats)
        assert caught == Fraction(6, 36)  # the charger's die, less 1, above the evader's, plus 1


@pytest.mark.rule("SC-1.7e")
@pytest.mark.parametrize("evades", [True, False])
def test_an_evasion_has_one_who_runs_and_one_who_follows(refusal, evades):
    assert refusal("evasion", evades=evades) == "SC-1.7e"
