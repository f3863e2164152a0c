"""A village that burns by a special rule of the battle."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.scenarios.loading import load
from grognard.simulate.many import begin
from grognard.systems.class_dice.table.ground import RoughPiece, as_it_is, grade_of


@pytest.mark.rule("CD-disruptive-grades")
@pytest.mark.parametrize("burns, ground, grade", [(True, "burning_village", "D3"), (False, "village", "D2")])
def test_a_burning_village_disrupts_more(burns, ground, grade):
    scenario = load("schoengrabern")
    if not burns:
        scenario = replace(scenario, header=replace(scenario.header, special_rule=()))
    b = begin(scenario, seed=1, system="class-dice").fight
    (number,) = [at for at, area in enumerate(b.ground.areas) if area.name == "Schöngrabern"]
    piece = RoughPiece(f"area {number}", "village")
    assert as_it_is(b, piece) == ground
    assert grade_of(b, piece, "line") == grade
    (other,) = [at for at, area in enumerate(b.ground.areas) if area.name == "Grund"]
    assert as_it_is(b, RoughPiece(f"area {other}", "village")) == "village"
