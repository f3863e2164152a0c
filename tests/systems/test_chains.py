"""Chains of Cold Steel checks: exact odds against hand-made sums and against playing it many times."""

from fractions import Fraction

import pytest

from grognard import systems
from grognard.kernel.opposed import Pair
from grognard.kernel.sources import ScriptedDice, SeededDice
from grognard.kernel.uses.chain import chain_odds, play
from grognard.systems.cold_steel.chains import Verdict, charge
from grognard.systems.cold_steel.checks.close_combat.combat import CloseCombatFacts
from grognard.systems.cold_steel.checks.fire.small_arms import SmallArmsFacts
from grognard.systems.cold_steel.checks.morale.morale import MoraleFacts

RULES = systems.rules("cold-steel")


def program(figures=24, **volley):
    firing = SmallArmsFacts(figures=figures, range=40, opening_volley=True, status="resolute", **volley)
    ours, theirs = CloseCombatFacts(morale_rating=9, status="resolute"), CloseCombatFacts(morale_rating=8)
    return charge(RULES, firing, MoraleFacts(morale_rating=9), ours, theirs)


def test_a_volley_too_weak_to_shake_leaves_only_the_close_combat():
    """5 figures at 18% lose the attacker at most one figure, so no morale check."""
    odds = chain_odds(program(figures=5))
    fight = RULES["close-combat"]
    expected = Fraction(0)
    for lost, chance in ((0, Fraction(10, 100)), (1, Fraction(90, 100))):
        ours = CloseCombatFacts(
            morale_rating=9, status="resolute", figures=24 - lost, casualties_percent=5 if lost else 0
        )
        pair = Pair(ours, CloseCombatFacts(morale_rating=8))
        expected += chance * fight.odds(pair).chance(lambda combat: combat.winner == "ours")
    assert odds.chance(lambda verdict: verdict.winner == "ours") == expected


def test_a_murderous_volley_causes_a_morale_check_on_the_way():
    odds = chain_odds(program(figures=40))
    assert sum(chance for _, chance in odds) == 1
    assert odds.chance(lambda verdict: verdict.result.startswith("attacker stops")) > Fraction(1, 4)
    _, made = play(program(figures=40), SeededDice(5))
    assert [result.check for result in made][:2] == ["small-arms", "morale"]


def test_rolled_often_the_chain_comes_close_to_its_odds():
    odds, dice = chain_odds(program(figures=30)), SeededDice(1806)
    won = sum(play(program(figures=30), dice)[0].winner == "ours" for _ in range(3000))
    assert won / 3000 == pytest.approx(float(odds.chance(lambda verdict: verdict.winner == "ours")), abs=0.04)


def test_nobody_is_left_to_charge():
    firing = SmallArmsFacts(figures=200, range=40, opening_volley=True)
    ours, theirs = CloseCombatFacts(morale_rating=9, figures=3), CloseCombatFacts(morale_rating=8)
    doomed = charge(RULES, firing, MoraleFacts(morale_rating=9), ours, theirs)
    assert play(doomed, ScriptedDice([]))[0] == Verdict("attacker shot down", "theirs")
