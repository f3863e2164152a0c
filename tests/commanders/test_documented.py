"""The example of docs/commanders.md is a commander that fights."""

from __future__ import annotations

import re
from pathlib import Path

from grognard.battle.commanding import fight_out
from grognard.simulate.many import begin

PAGE = Path(__file__).parents[2] / "docs" / "commanders.md"


def test_the_example_fights_a_battle():
    code = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
    assert len(code.splitlines()) <= 35
    made: dict = {"__name__": "patient"}
    exec(code, made)
    battle = begin("farm-at-the-crossroads", seed=1, system="class-dice", options={"turns": 2})
    fight_out(battle, {seat.id: made["make"]("class-dice", seat.id, 1) for seat in battle.fight.seats})
    assert battle.over
