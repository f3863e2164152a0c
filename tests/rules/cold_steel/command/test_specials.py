"""Special chits: each a file of its own, which says all about it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import fields

from grognard.systems.cold_steel.checks.command.special_orders import RULES
from grognard.systems.cold_steel.orders import specials
from grognard.systems.cold_steel.orders.answers import ANY_UNIT, UNSAID, from_order, to_order
from grognard.systems.cold_steel.orders.specials import COMPOSITION, SPECIALS, TROOPS, WORKS
from grognard.systems.cold_steel.orders.specials.declaration import Moment, SpecialOrder
from grognard.systems.cold_steel.table.state import Order
from grognard.systems.cold_steel.table.state.orders import PlainName, SpecialName

FOLDER = Path(specials.__file__).parent
KINDS = {"troops": TROOPS, "works": WORKS, "composition": COMPOSITION}


@pytest.mark.parametrize("kind", KINDS)
def test_every_file_of_a_special_chit_is_on_the_list(kind):
    there = {path.stem for path in (FOLDER / kind).glob("*.py")} - {"__init__"}
    assert {module.__name__.rpartition(".")[2]: module.SPECIAL.name for module in KINDS[kind]} == {n: n for n in there}


def test_the_words_for_special_chits_are_those_of_the_files():
    names = [name for literal in get_args(SpecialName) for name in get_args(literal)] or [*get_args(SpecialName)]
    assert Counter(names) == Counter([*SPECIALS])


@pytest.mark.parametrize("special", SPECIALS.values(), ids=SPECIALS.keys())
def test_a_special_chit_says_all_about_itself(special: SpecialOrder):
    plain = special.name in get_args(PlainName)
    said = {*special.fields, *special.also}
    assert said == (set() if plain else {field.name for field in fields(special.chit)})
    assert said <= set(ANY_UNIT) & set(UNSAID)
    assert special.word in RULES
    assert special.icon
    assert special.act or special.formation, "it does something"
    assert special.asks == "" or special.fields
    assert set(special.fields) == set() or special.choices is not None


@pytest.mark.parametrize("special", SPECIALS.values(), ids=SPECIALS.keys())
def test_a_special_chit_is_read_from_an_answer_and_written_into_one(special: SpecialOrder):
    some = {"others": ["b", "c"], "companies": 2, "right": -20, "ahead": 30, "degrees": 90, "paces": 40}
    values = {"special": special.name, **{name: some[name] for name in (*special.fields, *special.also)}}
    order = to_order(values)
    assert specials.of(order) is special
    assert (order.chit, order.move) == (special.name, None)
    assert to_order(from_order(order)) == order
    assert special.complete(order.special) is None
    assert (special.complete(special.chit) is None) == (special.asks == "")
    assert to_order({"special": special.name}) == Order(special=special.chit)


def test_the_phases_carry_out_all_that_can_be_told():
    """Every moment is one that a phase asks for, and no phase asks for a moment that there is not."""
    phases = FOLDER.parents[1] / "phases"
    asked = {
        moment for path in phases.rglob("*.py") for moment in get_args(Moment) if f'b, "{moment}")' in path.read_text()
    }
    assert asked == {*get_args(Moment)} - {"labour"}, "labour has a way of its own, for it can be broken off"
    assert {special.act.when for special in SPECIALS.values() if special.act} == {*get_args(Moment)}
