"""Two small battles under each system that can be played, fought once for all tests here: whole, and cut off early."""

from __future__ import annotations

from functools import cache

import pytest

from grognard import systems
from grognard.battle.commanding import fight_out
from grognard.battle.record import saves
from grognard.reporting.lexicon import lexicon
from grognard.reporting.record import read
from grognard.reporting.story.deeds import deeds
from grognard.simulate.many import Job, begin_job, staffed

PLAYABLE = [system for system, folder in systems.find().items() if (folder / "game.py").is_file()]
SEEDS = {"black-powder": 3, "class-dice": 3, "cold-steel": 8, "steel-canister": 7}
"""With which it comes to close combat."""
BREAK = 4
"""The turn in which the unfinished battle was saved."""


class Fought:
    """A battle, saved whole and in its course, with what is read from it."""

    def __init__(self, system: str) -> None:
        battle = begin_job(Job("farm-at-the-crossroads", system), SEEDS[system])
        kept: list[saves.Saved] = []

        def turn_over(fought):
            if fought.turn == BREAK and not kept:
                kept.append(saves.saved(fought))

        fight_out(battle, staffed(battle, "staff"), turn_over)
        self.battle, self.content, self.unfinished = battle, saves.saved(battle), kept[0]
        self.words = lexicon(system)
        self.record = read(self.content, systems.game, "farm.grog.json")
        self.deeds = deeds(self.record, self.words)


@cache
def battle_under(system: str) -> Fought:
    """Fought when first asked for."""
    return Fought(system)


@pytest.fixture(params=PLAYABLE)
def fought(request) -> Fought:
    return battle_under(request.param)
