"""The synthetic battle for benchmarks."""

from __future__ import annotations

import pytest

from grognard.kernel.errors import BadInput
from grognard.scenarios.giant import giant
from grognard.scenarios.inspection.checking import check_scenario


@pytest.mark.parametrize("units", [2, 7, 61, 300, 1600, 5000])
def test_has_as_many_units_as_asked_and_is_sound(units):
    scenario = giant(units=units)
    assert sum(1 for side in scenario.sides for _ in side.all_units()) == units
    assert [str(problem) for problem in check_scenario(scenario)] == []


def test_seed_decides():
    assert giant(units=60, seed=3) == giant(units=60, seed=3)
    assert giant(units=60, seed=3).sides != giant(units=60, seed=4).sides


def test_all_arms_are_there():
    kinds = {unit.kind for side in giant(units=300).sides for unit in side.all_units()}
    assert kinds == {"infantry", "cavalry", "artillery"}


def test_armies_face_each_other():
    south, north = giant(units=120).sides
    assert max(unit.position[1] for unit in south.all_units()) < min(unit.position[1] for unit in north.all_units())
    assert {unit.facing for unit in south.all_units()} == {0}
    assert {unit.facing for unit in north.all_units()} == {180}


@pytest.mark.parametrize("units", [-1, 0, 1, 5_001])
def test_too_few_or_too_many(units):
    with pytest.raises(BadInput, match="a giant has 2 to 5,000"):
        giant(units=units)
