"""Every number that the laboratory offers can be changed, and stands in the tables as it is shown."""

from __future__ import annotations

import pytest

from grognard import systems
from grognard.handbook.numbers import rule_numbers
from grognard.kernel.errors import BadInput


@pytest.mark.parametrize("system", systems.playable())
def test_each_can_be_said_as_a_change_and_changes_nothing_as_it_is(system: str) -> None:
    tables, found = systems.rules(system).tables, rule_numbers(system).numbers
    assert len(found) > 100
    assert len({each.place for each in found}) == len(found)
    for each in found:
        same = tables.changed(f"{each.place}={each.value}")
        assert same[each.rule] == tables[each.rule], each.place


@pytest.mark.parametrize("system", systems.playable())
def test_another_number_is_another_rule(system: str) -> None:
    tables = systems.rules(system).tables
    for each in rule_numbers(system).numbers:
        if each.value.lstrip("-").isdigit():
            other = tables.changed(f"{each.place}={int(each.value) + 1}")
            assert other[each.rule] != tables[each.rule], each.place


def test_no_such_system() -> None:
    with pytest.raises(BadInput):
        rule_numbers("chess")
