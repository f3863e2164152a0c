"""Whole battles between staffs: what must hold does, after every phase."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle.commanding import fight_out
from grognard.simulate.many import begin, staffed
from grognard.systems.cold_steel.game import GAME, ColdSteel
from sampling import SAMPLE

TO_THE_END = ("farm-at-the-crossroads", "maida")
SOME_TURNS = 5


@pytest.fixture
def wrongs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was wrong after any phase of the battles that a test fights."""
    found: list[str] = []
    play = ColdSteel.phase

    def watched(game: ColdSteel, fight: Any) -> Any:
        yield from play(game, fight)
        found.extend(GAME.invariants(fight))

    monkeypatch.setattr(ColdSteel, "phase", watched)
    return found


def fought(battle: str, seed: int, **options: Any) -> Any:
    """A battle that staffs have fought."""
    begun = begin(battle, seed=seed, options=options)
    fight_out(begun, staffed(begun, "staff"))
    return begun.fight


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("battle", TO_THE_END)
def test_a_small_battle_holds_together_to_the_end(battle: str, seed: int, wrongs: list[str]) -> None:
    fight = fought(battle, seed)
    assert fight.world.over
    assert wrongs == []


@pytest.mark.parametrize("battle", sorted(set(SAMPLE) - set(TO_THE_END)))
def test_a_large_battle_holds_together_for_some_turns(battle: str, wrongs: list[str]) -> None:
    fought(battle, 1, turns=SOME_TURNS)
    assert wrongs == []
