"""Levels and characters: what may be named, what each changes, and commanders that other packages bring."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from itertools import pairwise

import pytest

from grognard import commanders
from grognard.commanders import KINDS, commander, must_be_kind
from grognard.commanders.doctrine import STAFF_1, USUAL, characters, doctrine_of
from grognard.commanders.planning import Planner
from grognard.commanders.yardsticks.absent import Absent
from grognard.kernel.errors import BadInput

from .situations import body, foe, situation, village

HERE, THERE = (1500.0, 500.0), (1500.0, 1100.0)


@pytest.mark.parametrize("kind", [*KINDS, "hard:bold", "easy:mack", "staff:steady"])
def test_all_that_are_told_of_can_be_made(kind):
    must_be_kind(kind)
    assert commander(kind, "cold-steel", "french", 1)


@pytest.mark.parametrize(
    "kind, why",
    [("brilliant", "no commander 'brilliant'"), ("hard:mad", "no character 'mad'"), ("random:bold", "no co")],
)
def test_others_are_refused_with_what_there_is(kind, why):
    with pytest.raises(BadInput, match=why):
        must_be_kind(kind)


def test_a_character_shifts_the_odds_and_nothing_else():
    bold, plain = doctrine_of("hard:bold"), doctrine_of("hard")
    assert bold.boldness > plain.boldness > doctrine_of("hard:cautious").boldness
    assert (bold.counts_points, bold.guns_see, bold.storm) == (plain.counts_points, plain.guns_see, plain.storm)


def test_every_character_has_its_reason():
    assert all(0.5 < each.boldness < 2 and len(each.why) > 20 for each in characters().values())


def test_the_first_staff_is_the_doctrine_with_everything_later_left_out():
    assert doctrine_of("staff") == USUAL
    assert not any((STAFF_1.counts_points, STAFF_1.guns_see, STAFF_1.garrisons_stay, STAFF_1.storm, STAFF_1.firm))


def test_a_bold_commander_presses_harder():
    far = (1500.0, 1800.0)
    s = situation([body("a", HERE)], [foe("x", far, guarded=True)], [village(far)])
    press = {kind: Planner(1, doctrine_of(kind)).update(s).tasks["a"].urge for kind in ("hard:cautious", "hard:bold")}
    assert 0 < press["hard:cautious"] < press["hard:bold"]


def test_easy_thinks_anew_only_every_third_turn():
    planner = Planner(1, doctrine_of("easy"))
    plans = [
        planner.update(situation([body("a", HERE)], [foe("x", THERE)], [village(THERE)], turn=turn))
        for turn in range(1, 8)
    ]
    assert [one is other for one, other in pairwise(plans)] == [
        True,
        True,
        False,
        True,
        True,
        False,
    ]


def test_other_packages_bring_commanders_of_theirs(monkeypatch):
    found = EntryPoint("nobody", "grognard.commanders.yardsticks.absent:make", commanders.GROUP)
    monkeypatch.setattr(commanders, "entry_points", lambda group: [found])
    commanders.brought.cache_clear()
    try:
        assert isinstance(commander("nobody", "cold-steel", "french", 1), Absent)
    finally:
        monkeypatch.undo()
        commanders.brought.cache_clear()
