"""The chances of a whole melee, and of a charge with all that may follow it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.sources import SeededDice
from grognard.systems.class_dice.acts import melee
from grognard.systems.class_dice.facts.charge import onset
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
