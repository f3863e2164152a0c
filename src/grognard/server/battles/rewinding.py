"""Going back: to a battle before an entry of its record."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.battle.events import Event
from grognard.kernel.errors import BadInput

from ..views.steps import doing


def answers(battle: Battle) -> Iterable[tuple[int, Answer]]:
    """The answers of a record with their places, the last first."""
    entries = battle.entries
    return ((i, entries[i]) for i in range(len(entries) - 1, -1, -1) if type(entries[i]) is Answer)


def last_word(battle: Battle, seats: Collection[str]) -> int | None:
    """The place of the last answer that one of these seats gave."""
    return next((place for place, answer in answers(battle) if answer.seat in seats), None)


def told(battle: Battle, place: int) -> str:
    """An answer by whose it is and when it was given, which all may know; not what was said."""
    given: Answer = battle.entries[place]
    title = next(each.title for each in battle.fight.seats if each.id == given.seat)
    before = (entry for entry in reversed(battle.entries[:place]) if type(entry) is Event)
    when = next(((each.turn, each.phase) for each in before), battle.fight.moment())
    return f"the last word of turn {when[0]}, {doing(battle.game.id, when[1]).lower()} ({title})"


def rewound(battle: Battle, at: int) -> Battle:
    """The battle before an entry of its record: from the phase it is in, or played again from the beginning."""
    given = [entry for entry in battle.entries[:at] if type(entry) is Answer]
    if battle.checkpoints and battle.checkpoints[0].entry <= at:
        battle.rewind(at)
        return battle
    # a battle that was loaded has no checkpoints before its save: it is fought again from its seed
    again = Battle(battle.game, battle.scenario, battle.options, battle.seed, battle.fair)
    again.go_on()
    for answer in given:
        again.answer(answer)
    if again.entries != battle.entries[:at]:
        raise BadInput("it cannot be taken back as far as that: by the rules of today it would be another battle")
    return again
