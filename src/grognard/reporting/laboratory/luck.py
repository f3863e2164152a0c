"""Luck in the games of a run: some of them are fought again with an ear to every roll."""

from __future__ import annotations

from functools import partial

from grognard import systems
from grognard.battle.commanding import fight_out
from grognard.battle.record import saves
from grognard.simulate.many import Job, begin_job, staffed

from ..fortune import luck, total
from ..lexicon import lexicon
from ..record import read
from ..refight import refight


def luck_of(job: Job, seed: int) -> tuple[int, str, dict[str, float]]:
    """The seed, who won, and how far the dice of each side lay from what was to be expected, in standard deviations."""
    battle = begin_job(job, seed)
    fight_out(battle, staffed(battle, *job.commanders))
    # written and read again, as a report of a file is: what is in memory holds more than a record does
    kept = saves.from_bytes(saves.sealed(saves.saved(battle)), f"seed {seed}", trusted=True)
    record, words = read(kept, systems.game, f"seed {seed}"), lexicon(job.system)
    refought = refight(record, [kind for counting in words.dice for kind in counting.events])
    found = luck(record, words, refought)
    return seed, battle.outcome["winner"], {side: round(total(found, side), 3) for side in record.sides}


def teller(job: Job) -> partial[tuple[int, str, dict[str, float]]]:
    """`luck_of` for the seeds of one job."""
    return partial(luck_of, job)
