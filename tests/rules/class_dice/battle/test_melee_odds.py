"""The chances of a whole melee, and of a charge with all that may follow it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard import systems
from grognard.kernel.sources import SeededDice
from grognard.kernel.uses.chain import chain_odds
from grognard.systems.class_dice.acts import melee
from grognard.systems.class_dice.chains import OnsetFacts, charge
from grognard.systems.class_dice.checks.fire import SmallArmsFacts
from grognard.systems.class_dice.facts.charge import charge_facts, onset
from grognard.systems.class_dice.facts.morale import morale_facts
from grognard.systems.class_dice.seat import chances
from grognard.systems.class_dice.seat.melee_odds import APART, BOTH, LOST, WON, melee_ends
from grognard.systems.class_dice.staging import RED, stage, unit

MANY = 500


def locked(*, cw=11, strong=18, weak=18, **target):
    """A column that has come upon a line."""
    charger = unit("a", at=(30, 20), castings=strong, formation="column", cw=cw)
    return stage(charger, unit("b", RED, at=(30, 20.1), facing=180, castings=weak, **target), dice=[])


@pytest.mark.rule("CD-melee", "CD-melee-disorder", "CD-morale-check")
@pytest.mark.parametrize(
    "situation",
    [{"cw": 9}, {"strong": 6, "weak": 4, "cw": 8}, {"strong": 20, "weak": 8, "troop_class": "conscript", "cw": 12}],
    ids=["alike", "few of them", "many against few"],
)
def test_a_melee_ends_as_often_as_the_odds_say(situation):
    b = locked(**situation)
    ends = melee_ends(b, onset(b, ["a"], "b", "front", 240))
    assert sum(ends.values()) == 1
    won = 0
    for seed in range(MANY):
        b = locked(**situation)
        b.use_dice({"": SeededDice(seed)})
        won += melee.fight(b, onset(b, ["a"], "b", "front", 240))
    chance = float(ends[WON])
    assert abs(won - MANY * chance) < 4 * (MANY * chance * (1 - chance)) ** 0.5
    assert set(ends) == {WON, LOST, BOTH, APART}


@pytest.mark.rule("CD-melee", "CD-morale-check")
def test_who_never_gives_way_is_parted_after_the_last_round():
    charger = unit("a", at=(30, 20), castings=40, formation="column", cw=19, troop_class="elite")
    foe = unit("b", RED, at=(30, 20.1), facing=180, castings=40, cw=19, troop_class="elite")
    b = stage(charger, foe, dice=[])
    ends = melee_ends(b, onset(b, ["a"], "b", "front", 240))
    assert ends[APART] > Fraction(1, 2)


@pytest.mark.rule("CD-charge-sequence", "CD-charge-roll", "CD-melee")
def test_before_a_charge_one_is_told_how_all_of_it_ends():
    b = stage(
        unit("a", at=(30, 20), castings=18, formation="column"),
        unit("b", RED, at=(30, 24), facing=180, castings=18),
        dice=[],
    )
    told = chances.odds(b, b.seat_of("a"), "a", "b")
    last = told[-1]
    assert last.title == "All told, if nobody fires at it or acts against it"
    assert sum(each.percent for each in last.chances) == pytest.approx(100, abs=0.1)
    texts = {each.text for each in last.chances}
    assert {"it does not get home", "the charge fails", "they give way before it", "a firefight", WON, LOST} <= texts


@pytest.mark.rule("CD-charge-sequence", "CD-melee", "CD-melee-disorder")
@pytest.mark.parametrize(
    "situation", [{"strong": 6, "weak": 4, "cw": 8}, {"strong": 8, "weak": 4, "troop_class": "conscript"}]
)
def test_the_sequence_at_the_odds_desk_ends_as_a_charge_on_the_table_does(situation):
    """Two reckonings of their own: one on the table, one from facts alone."""
    b = locked(**situation)
    began = onset(b, ["a"], "b", "front", 240)
    pair, rules = charge_facts(b, began), systems.rules("class-dice")
    nobody = OnsetFacts(screened=False, fires=False, attacker_starting=1, defender_starting=1)
    volley = SmallArmsFacts(distance=60, stands=4)
    nerve, firmness = morale_facts(b, "a", by="b"), morale_facts(b, "b", by="a")
    ends = chain_odds(charge(rules, nobody, volley, pair.ours, nerve, pair.theirs, firmness))
    melee_of_it = rules["charge"].odds(pair).chance(lambda found: found.outcome == "melee")
    on_the_table = melee_ends(b, began)
    for said, text in (("defender gives way", WON), ("attacker gives way", LOST), ("both give way", BOTH)):
        assert ends.chance(lambda end, said=said: end.result.startswith(said)) == melee_of_it * on_the_table[text]
    for outcome in ("firefight", "defender_broken", "attacker_halts"):
        once = rules["charge"].odds(pair).chance(lambda found, outcome=outcome: found.outcome == outcome)
        assert ends.chance(lambda end, outcome=outcome: end.result == outcome.replace("_", " ")) == once


@pytest.mark.rule("CD-charge-sequence")
@pytest.mark.parametrize("away, beyond", [(28, False), (30, True)])
def test_what_contact_would_come_to_is_told_apart_where_no_charge_arrives(away, beyond):
    charger = unit("a", at=(30, 20), castings=18, formation="column", cw=11)
    b = stage(charger, unit("b", RED, at=(30, away), facing=180), dice=[])
    way, *met = chances.charged(b, "a", "b")
    arrives = sum(each.percent for each in way.chances if each.text == "it gets home")
    assert bool(arrives) is not beyond
    assert not way.beyond
    assert met
    assert {each.beyond for each in met} == {beyond}
