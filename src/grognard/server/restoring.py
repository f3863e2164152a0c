"""Who is seated where in a new battle, and battles brought back: from disk, or to an earlier moment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from grognard import systems
from grognard.battle import saves
from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.battle.fight import Seat as Place
from grognard.kernel.errors import BadInput

from .errors import Stale
from .shapes import NewGame
from .storage import Kept
from .table import Table, as_kept

# -- seats


def no_files(wanted: NewGame) -> None:
    """Variants are those of the system: a stranger must not name files of this machine."""
    named, known = wanted.options.get("variants", []), systems.variants(wanted.system)
    if not isinstance(named, list) or any(not isinstance(each, str) or each not in known for each in named):
        raise BadInput(f"options, variants: {str(named)[:100]}; there are {', '.join(known) or 'none'}")


def seated(places: tuple[Place, ...], wanted: Mapping[str, str] | None) -> dict[str, str]:
    """Who sits where: what was asked for by seat or side; else the first side is mine, and the rest the computer's."""
    if wanted is None:
        wanted = {places[0].side: "me"}
    known = {each.id for each in places} | {each.side for each in places}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise BadInput(f"seats: no {unknown[0]!r}; there are {', '.join(each.id for each in places)}")
    return {each.id: wanted.get(each.id, wanted.get(each.side, "staff")) for each in places}


def may_go_on(table: Table) -> None:
    """Refuse while nobody may answer."""
    if table.trouble:
        raise Stale(table.trouble)
    if table.paused:
        raise Stale("the host has paused the battle")


def completed(battle: Battle, answer: Answer) -> Answer:
    """The answer with the values that were not mentioned."""
    asked = next(each for each in battle.decisions(answer.seat) if each.id == answer.decision)
    return Answer(answer.seat, answer.decision, answer.option, asked.completed(answer))


# -- from disk


def whole(battle: Battle) -> bytes:
    """A battle as it is kept."""
    return msgspec.json.encode(saves.saved(battle))


def restored(kept: Kept) -> Table:
    """A battle as it was when the last answer was acknowledged."""
    table = Table(kept.id, replayed(kept), dict(kept.seats))
    table.rows = kept.saved_at + len(kept.journal)
    table.undone = kept.undone
    table.paused, table.revealed = kept.paused, kept.revealed
    return table


def replayed(kept: Kept) -> Battle:
    """The save, and what was accepted after it."""
    battle = saves.resumed(saves.from_bytes(kept.save, kept.id), systems.game, kept.id)
    for row in kept.journal:
        if row.what == "answer":
            battle.answer(as_kept(msgspec.json.decode(row.content, type=Answer)))
        elif row.what == "undo":
            battle.undo(row.content.decode())
    return battle


def answers(battle: Battle) -> Iterable[tuple[int, Answer]]:
    """The answers of a record with their places, the last first."""
    entries = battle.entries
    return ((i, entries[i]) for i in range(len(entries) - 1, -1, -1) if type(entries[i]) is Answer)


def rewound(battle: Battle, at: int) -> Battle:
    """The battle before an entry of its record: from the phase it is in, or played again from the beginning."""
    answers = [entry for entry in battle.entries[:at] if type(entry) is Answer]
    if battle.checkpoints and battle.checkpoints[0].entry <= at:
        battle.rewind(at)
        return battle
    again = Battle.begin(battle.game, battle.scenario, seed=battle.seed, options=battle.options)
    for answer in answers:
        again.answer(answer)
    return again
