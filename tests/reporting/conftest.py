"""Two small battles under each system that can be played, fought once for all tests here: whole, and cut off early.

Systems that GROGNARD_SYSTEMS names are among them, and the one that is made up for the tests.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from grognard import systems
from grognard.battle.commanding import fight_out
from grognard.battle.record import saves
from grognard.reporting.lexicon import lexicon
from grognard.reporting.record import read
from grognard.reporting.story.deeds import deeds
from grognard.simulate.many import Job, begin_job, staffed

sys.path.insert(0, str(Path(__file__).parents[1] / "conformance"))

from every_system import PLAYABLE, made_up_too

SEEDS = {"black-powder": 3, "class-dice": 3, "cold-steel": 2, "steel-canister": 7}
"""With which it comes to close combat, both sides under the first staff, which does not change."""
ANY = 7
"""For a system of which nothing is said there."""
BREAK = 4
"""The turn in which the unfinished battle was saved, or an earlier one where it was over by then."""


class Fought:
    """A battle, saved whole and in its course, with what is read from it."""

    def __init__(self, system: str) -> None:
        battle = begin_job(Job("farm-at-the-crossroads", system), SEEDS.get(system, ANY))
        kept: list[saves.Saved] = []

        def turn_over(fought):
            if fought.turn <= BREAK:
                kept.append(saves.saved(fought))

        fight_out(battle, staffed(battle, "staff-1"), turn_over)
        earlier = [each for turn, each in enumerate(kept, start=2) if turn < battle.turn]
        self.battle, self.content, self.unfinished = battle, saves.saved(battle), earlier[-1]
        self.words = lexicon(system)
        self.record = read(self.content, systems.game, "farm.grog.json")
        self.deeds = deeds(self.record, self.words)


@pytest.fixture(autouse=True, scope="module")
def _made_up_too() -> Iterator[None]:
    with made_up_too():
        yield


@cache
def battle_under(system: str) -> Fought:
    """Fought when first asked for."""
    return Fought(system)


@pytest.fixture(params=PLAYABLE)
def fought(request) -> Fought:
    return battle_under(request.param)
