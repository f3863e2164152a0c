"""Odds in a report: from the checks themselves, under the facts of the moment; luck against an independent sum."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.battle.events import Event
from grognard.kernel.sources import ScriptedDice
from grognard.kernel.uses.export import plain
from grognard.reporting.dicing import chance
from grognard.reporting.fortune import _chance, decisive, luck, total
from grognard.reporting.record import read
from grognard.reporting.refight import Refought, refight

from .conftest import battle_under

HEARD: dict[str, Refought] = {}


def heard(fought, record=None):
    """What the dice of a record are worth; of the whole battle found out once."""
    kinds = [kind for one in fought.words.dice for kind in one.events]
    if record is not None:
        return refight(record, kinds)
    system = fought.content.system
    if system not in HEARD:
        HEARD[system] = refight(fought.record, kinds)
    return HEARD[system]


def test_every_counted_roll_is_heard_with_its_outcome(fought):
    found = heard(fought)
    assert not found.trouble
    kinds = {kind for one in fought.words.dice for kind in one.events}
    entries = fought.content.entries
    rolled = [n for n, e in enumerate(entries) if type(e) is Event and e.kind in kinds and e.roll is not None]
    assert rolled
    for number in rolled:
        one = found.rolls[number]
        assert plain(one.result.outcome) == entries[number].roll.outcome
        assert one.odds.probability(one.result.outcome) > 0


def test_the_shared_rules_do_not_stay_under_the_ear(fought):
    rules = systems.rules(fought.record.content.system)
    check = rules[next(iter(e.roll.check for e in fought.content.entries if type(e) is Event and e.roll))]
    heard(fought, fought.record)
    assert "roll" not in vars(check)


def test_expected_hits_are_a_third_of_the_dice_thrown():
    """Steel & Canister: every die hits on 5 and 6, so the exact sum can be had without asking the checks."""
    fought = battle_under("steel-canister")
    rows = {one.side: one for one in luck(fought.record, fought.words, heard(fought)) if one.title == "Hits by fire"}
    for side, row in rows.items():
        shots = [t for t in fought.record.told if t.event.kind == "shot" and t.sides["unit"] == side]
        dice = sum(told.event.values["dice"] for told in shots)
        assert row.rolls == len(shots)
        assert row.expected == pytest.approx(dice / 3)
        assert row.actual == sum(told.event.values["hits"] for told in shots)
        assert row.spread == pytest.approx((dice * 2 / 9) ** 0.5)
    assert rows


def test_morale_odds_are_what_comes_of_all_hundred_throws():
    """Cold Steel: the chance on the page against every pair of faces, rolled one by one under the same facts."""
    fought = battle_under("cold-steel")
    found, morale = heard(fought), systems.rules("cold-steel")["morale"]
    counting = fought.words.counting("morale")
    checked = [one for one in found.rolls.values() if one.result.check == "morale"]
    assert checked
    for one in checked:
        faces = [(a, b) for a in range(1, 11) for b in range(1, 11)]
        outcomes = [morale.roll(one.facts, ScriptedDice(pair)).outcome for pair in faces]
        same = sum(outcome.status == one.result.outcome.status for outcome in outcomes)
        assert _chance(one, counting) == (Fraction(same, 100), "")


def test_decisive_rolls_have_something_at_stake_and_no_unit_twice(fought):
    found = decisive(fought.record, fought.words, heard(fought))
    assert found
    assert len({one.unit for one in found}) == len(found)
    for one in found:
        assert one.men > 0
        assert 0 < one.chance <= 1
        assert one.text
        assert one.roll.dice
    assert [one.turn for one in found] == sorted(one.turn for one in found)


def test_a_seat_counts_only_dice_that_it_saw(fought):
    everything = luck(fought.record, fought.words, heard(fought))
    for seat in fought.battle.fight.seats:
        record = read(fought.content, systems.game, "farm", seat.id)
        found = luck(record, fought.words, heard(fought, record))
        assert found
        assert {one.side for one in found} == {seat.side}
        seen = {told.number for told in record.told if told.event.roll is not None}
        own = sum(one.rolls for one in everything if one.side == seat.side)
        assert sum(one.rolls for one in found) <= min(own, len(seen))


def test_other_dice_than_the_recorded_give_no_odds(fought):
    record = read(replace(fought.content, seed_written=fought.content.seed + 1), systems.game, "farm")
    found = heard(fought, record)
    assert found.rolls == {}
    assert "another course" in found.trouble
    assert luck(record, fought.words, found) == []


def test_luck_in_all_is_none_where_there_are_no_dice():
    assert total([], "French") == 0


def test_chances_in_words():
    assert chance(Fraction(3, 50), "") == "The chance of this: 3/50 = 6.0%, one time in 17"
    assert chance(Fraction(21, 50), "or better") == "The chance of this or better: 21/50 = 42.0%"
