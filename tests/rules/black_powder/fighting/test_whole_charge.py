"""A whole charge, worked out exactly: against sums by hand, and against playing it many times."""

from collections import Counter
from fractions import Fraction

import pytest

from grognard import systems
from grognard.kernel.sources import ScriptedDice, SeededDice
from grognard.kernel.uses.chain import chain_odds, play
from grognard.systems.black_powder.checks.fighting.gunnery import GunneryFacts
from grognard.systems.black_powder.checks.fighting.hand_to_hand import HandToHandFacts
from grognard.systems.black_powder.checks.fighting.shooting import MusketryFacts
from grognard.systems.black_powder.checks.fighting.whole_charge import ChargeEnd, Duellist, charge_odds, whole_charge
from grognard.systems.black_powder.checks.troops.squares import FormSquareFacts

RULES = systems.rules("black-powder")
COLUMN = HandToHandFacts(formation="attack_column", charged=True)
LINE = HandToHandFacts()


def infantry(**changes):
    return Duellist(COLUMN.replace(**changes)), Duellist(LINE), MusketryFacts()


@pytest.mark.rule("BP-SHOOT-6", "BP-HTH-4", "BP-BREAK-4")
def test_merged_states_are_the_same_as_every_path():
    """One round, with few dice so that every path can be walked."""
    attacker = Duellist(COLUMN.replace(hand_to_hand=2), stamina=1)
    defender, volley = Duellist(LINE.replace(hand_to_hand=2), stamina=2), MusketryFacts(shooting=1)
    walked = chain_odds(whole_charge(RULES, attacker, defender, volley))
    assert charge_odds(RULES, attacker, defender, volley) == walked


@pytest.mark.rule("BP-SHOOT-6", "BP-BREAK-1")
def test_a_charge_stopped_by_canister():
    """Only casualties from guns, or being shaken, make a charger test on the way."""
    attacker, defender = Duellist(COLUMN), Duellist(HandToHandFacts(arm="foot_artillery", hand_to_hand=1, morale=4), 2)
    defender = defender._replace(facts=defender.facts.replace(formation="unlimbered"))
    guns = GunneryFacts(arm="foot_artillery", formation="unlimbered")
    end, made = play(whole_charge(RULES, attacker, defender, guns), ScriptedDice([3, 1, 1, 2, 2, 2]))
    assert end == ChargeEnd("stopped", "stands")
    assert [each.check for each in made if each.dice] == ["artillery", "break-test"]
    muskets = whole_charge(RULES, attacker, Duellist(LINE), MusketryFacts())
    dice = [3, 1, 1, 2, *[1] * 6, *[1] * 6]
    end, made = play(muskets, ScriptedDice([*dice, 6, 6]))
    assert [each.check for each in made if each.dice] == ["musketry", "hand-to-hand", "break-test"]
    assert end == ChargeEnd("stands", "stands")


@pytest.mark.rule("BP-HTH-3", "BP-HTH-5")
def test_supports_help():
    attacker, defender, volley = infantry()

    def holds(**supports):
        second = defender._replace(facts=defender.facts.replace(**supports))
        return charge_odds(RULES, attacker, second, volley).chance(lambda end: end.defender == "stands")

    none, rear, full = holds(), holds(rear=True), holds(rear=True, left=True, right=True)
    assert none < rear < full


@pytest.mark.rule("BP-SQUARE-2", "BP-SQUARE-6", "BP-SQCAV-1")
def test_cavalry_at_infantry():
    horse = Duellist(HandToHandFacts(arm="light_cavalry", charged=True))
    foot, volley = Duellist(LINE), MusketryFacts()
    odds = charge_odds(RULES, horse, foot, volley, FormSquareFacts(), rounds=1)
    assert sum(chance for _, chance in odds) == 1
    sudden = charge_odds(RULES, horse, foot, volley, FormSquareFacts(distance=8), rounds=1)
    broken = [each.chance(lambda end: end.defender == "breaks") for each in (odds, sudden)]
    assert broken[0] < broken[1]
    # a line that goes back is ridden down; only a square gets away, and by another reading not even that
    assert 0 < odds.chance(lambda end: end.defender == "goes_back") < Fraction(1, 50)
    other = systems.rules("black-powder", "squares-never-retire")
    never = charge_odds(other, horse, foot, volley, FormSquareFacts(), rounds=1)
    assert never.chance(lambda end: end.defender == "goes_back") == 0


@pytest.mark.rule("BP-SPEC-7")
def test_a_valiant_unit_tests_again():
    """The first test breaks it, the second holds."""
    attacker = Duellist(HandToHandFacts(hand_to_hand=1, charged=True))
    defender = Duellist(HandToHandFacts(hand_to_hand=1, special=frozenset({"valiant"})))
    program = whole_charge(RULES, attacker, defender)
    end, made = play(program, ScriptedDice([3, 1, 1, 1, 1, 5, 5]))
    assert end == ChargeEnd("stands", "stands")
    assert [each.dice for each in made if each.check == "break-test"] == [(1, 1), (5, 5)]


@pytest.mark.rule("BP-HTH-4", "BP-HTH-1")
def test_more_rounds_settle_more_fights():
    attacker, defender, volley = infantry()
    odds = [charge_odds(RULES, attacker, defender, volley, rounds=rounds) for rounds in (1, 2, 3)]
    locked = [each.probability(ChargeEnd("stands", "stands")) for each in odds]
    assert locked[0] > locked[1] > locked[2] > 0
    assert sum(chance for _, chance in odds[-1]) == 1


@pytest.mark.rule("BP-HTH-1", "BP-SPEC-4")
def test_rolled_often_a_charge_comes_close_to_its_odds():
    heavy = HandToHandFacts(arm="heavy_cavalry", hand_to_hand=8, charged=True, special=frozenset({"heavy_cavalry"}))
    attacker, defender = Duellist(heavy), Duellist(HandToHandFacts(arm="light_cavalry", charged=True))
    odds, dice = charge_odds(RULES, attacker, defender, rounds=2), SeededDice(1807)
    program = whole_charge(RULES, attacker, defender, rounds=2)
    seen = Counter(play(program, dice)[0] for _ in range(3000))
    for end, chance in odds:
        assert seen[end] / 3000 == pytest.approx(float(chance), abs=0.03)


@pytest.mark.rule("BP-SHOOT-4", "BP-HTH-2")
def test_a_disordered_charger_fights_worse():
    """A volley of sixes disorders, and the charger then hits on 4 in spite of his charge."""
    attacker, defender, volley = infantry(hand_to_hand=1, formation="line")
    _, made = play(
        whole_charge(RULES, attacker, defender._replace(facts=LINE.replace(hand_to_hand=1)), volley),
        ScriptedDice([6, 1, 1, 6, 3, 1]),
    )
    assert made[2].details["ours"]["total"] == 0
    assert made[0].outcome.disordered


@pytest.mark.rule("BP-HTH-4")
def test_the_odds_of_a_single_die_each_by_hand():
    """Each side has a die: who wins a round makes the other test on 2D6, who holds on 8 or more."""
    one = HandToHandFacts(hand_to_hand=1)
    odds = charge_odds(RULES, Duellist(one), Duellist(one))
    quarter, holds = Fraction(1, 4), Fraction(15, 36)
    wins = quarter * (1 - quarter)
    assert odds.chance(lambda end: end.attacker == "stands" and end.defender != "stands") == wins * (1 - holds)
    assert odds.probability(ChargeEnd("stands", "stands")) == 1 - 2 * wins * (1 - holds)
