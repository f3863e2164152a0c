"""Going back: to a battle before an entry of its record."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.kernel.errors import BadInput


def answers(battle: Battle) -> Iterable[tuple[int, Answer]]:
    """The answers of a record with their places, the last first."""
    entries = battle.entries
    return ((i, entries[i]) for i in range(len(entries) - 1, -1, -1) if type(entries[i]) is Answer)


def rewound(battle: Battle, at: int) -> Battle:
    """The battle before an entry of its record: from the phase it is in, or played again from the beginning."""
    given = [entry for entry in battle.entries[:at] if type(entry) is Answer]
    if battle.checkpoints and battle.checkpoints[0].entry <= at:
        battle.rewind(at)
        return battle
    again = Battle.begin(battle.game, battle.scenario, seed=battle.seed, options=battle.options)
    for answer in given:
        again.answer(answer)
    if again.entries != battle.entries[:at]:
        raise BadInput("it cannot be taken back as far as that: by the rules of today it would be another battle")
    return again
