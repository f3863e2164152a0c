"""Battles brought back from disk: the last whole save, and the answers that were accepted after it.

Rules change. Where a record no longer leads where it led, the battle stands where it last agreed with its record, and
says so; what could not be given once more stays on disk.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.battle.events import Event
from grognard.battle.kinds import BattleOver
from grognard.battle.record import saves
from grognard.battle.worlds import typed
from grognard.kernel.errors import BadData, GrognardError

from ..archive.storage import JournalRow, KeptBattle
from ..errors import Unreadable
from ..views.steps import doing
from .clock import DecisionClock
from .table import Table, as_kept

LOG = logging.getLogger("grognard.server")
RevivalStep = Callable[[Battle], None]


class Revived(NamedTuple):
    """A battle from disk, and why it is not all of it, if it is not."""

    battle: Battle
    missing: int = 0
    """Answers that could not be given once more."""
    why: str = ""


def whole(battle: Battle) -> bytes:
    """A battle as it is kept."""
    return saves.sealed(saves.saved(battle))


def written(answer: Answer, once: str | None = None) -> JournalRow:
    """An answer as the journal has it, with the key that keeps it from being taken twice."""
    return JournalRow("answer", msgspec.json.encode(answer), once)


def carried_out(battle: Battle, answer: Answer) -> JournalRow:
    """Give an answer; the row that says what it led to changes when dice or events do."""
    before = len(battle.entries)
    battle.answer(answer)
    return JournalRow("led", _mark(_as_read(battle, battle.entries[before:])))


def _as_read(battle: Battle, entries: Sequence[Any]) -> list[Any]:
    """Entries as they come back from disk. A value that equals its default is written or left out, by whether it is
    the very same object; in a battle that was read it is, in the one that was written it need not be."""
    written = msgspec.json.encode(entries)
    return _typed(battle, msgspec.json.decode(written, type=list[saves.SavedEntry]))


def _mark(entries: Sequence[Any]) -> bytes:
    return f"{crc32(msgspec.json.encode(entries)):08x}".encode()


def restored(kept: KeptBattle) -> Table:
    """A battle as it was when the last answer was acknowledged, or as near to it as the rules still allow."""
    found = revived(kept)
    table = Table(kept.id, found.battle, dict(kept.seats), kept.secret)
    table.rows = kept.saved_at + len(kept.journal)
    table.undone, table.once, table.saved_at = kept.undone, set(kept.once), kept.saved_at
    table.paused, table.revealed, table.spectators = kept.paused, kept.revealed, kept.spectators
    table.rivals = table.rivals or kept.rivals
    table.clock = DecisionClock(kept.clock, kept.moved)
    if found.why:
        table.hold(held(found))
    return table


def revived(kept: KeptBattle) -> Revived:
    """The save and the journal after it, as far as they lead where they led."""
    content = _content(kept)
    try:
        steps = [*_saved_steps(content), *_journal_steps(kept)]
        battle = _at_phase(content)
    except Exception as error:
        LOG.exception("%s: the save cannot be read", kept.id)
        raise _unreadable(kept, content.made_by, error) from None
    # one by one: what comes before a step that no longer fits is still good
    for number, step in enumerate(steps):
        try:
            step(battle)
        except Exception as error:
            if not kept.journal and any(
                type(entry) is Event and entry.kind == BattleOver.kind for entry in content.entries
            ):
                return Revived(_as_it_ended(content))
            LOG.warning("%s: the record no longer fits the rules", kept.id, exc_info=True)
            # the step that failed may have half happened: what stands is made anew from those before it
            return Revived(_first(content, steps[:number]), len(steps) - number, _reason(error))
    return Revived(battle)


def _content(kept: KeptBattle) -> saves.Saved:
    try:
        return saves.from_bytes(kept.save, kept.title)
    except BadData as error:
        try:  # a field that battles did not have then spoils the digest, and nothing else
            return saves.from_bytes(kept.save, kept.title, trusted=True)
        except BadData:
            raise _unreadable(kept, "another version", error) from None


def _unreadable(kept: KeptBattle, maker: str, error: Exception) -> Unreadable:
    return Unreadable(
        f"{kept.title}: this battle was saved by Grognard {maker}, and the rules of today can make nothing of it "
        f"({_reason(error)}). It is kept as it is: play it on with the version that saved it, or begin a new one."
    )


def _at_phase(content: saves.Saved) -> Battle:
    """The battle at the start of the phase in which it was saved: events are applied, no rule is asked."""
    battle = saves.unfought(content, systems.game)
    if battle.seedless:
        return battle
    battle.resume_at(_typed(battle, content.entries[: content.at]), _dice(content))
    return battle


def _as_it_ended(content: saves.Saved) -> Battle:
    """A battle that is over stays as it was fought: there is nothing left that today's rules could decide."""
    battle = saves.unfought(content, systems.game)
    battle.end_as_told(_typed(battle, content.entries), content.at, _dice(content))
    return battle


def _dice(content: saves.Saved) -> dict[str, tuple[int, int]]:
    return {stream: (int(state, 16), int(step, 16)) for stream, (state, step) in content.dice.items()}


def _first(content: saves.Saved, steps: Sequence[RevivalStep]) -> Battle:
    battle = _at_phase(content)
    for step in steps:
        step(battle)
    return battle


def _typed(battle: Battle, entries: Sequence[Any]) -> list[Any]:
    world = type(battle.fight.world)
    return [typed(world, entry) if type(entry) is Event else entry for entry in entries]


# -- what was accepted later


def _saved_steps(content: saves.Saved) -> Iterator[RevivalStep]:
    """What the save holds of its last phase: how it began, and each answer with what it led to."""
    entries = content.entries
    starts = [content.at, *(i for i in range(content.at, len(entries)) if type(entries[i]) is Answer)]
    for start, end in zip(starts, [*starts[1:], len(entries)], strict=True):
        yield _saved_step(entries[start:end], start)


def _saved_step(expected: Sequence[Any], start: int) -> RevivalStep:
    def give(battle: Battle) -> None:
        if expected and type(expected[0]) is Answer:
            battle.answer(expected[0])
        # all that followed and not only the answer: the same answer may lead elsewhere under rules that were mended
        if battle.entries[start:] != _typed(battle, expected):
            raise BadData("what follows is no longer the same")

    return give


def _journal_steps(kept: KeptBattle) -> Iterator[RevivalStep]:
    """What was accepted after the save, each answer with what it led to, if that is known."""
    # rows are only ever added, so that an answer that was taken back before it was carried out is named by a later one
    withdrawn = {int(row.content) for row in kept.journal if row.what == "withdrawn"}
    for number, (row, after) in enumerate(zip_longest(kept.journal, kept.journal[1:]), start=kept.saved_at + 1):
        if row.what == "undo":
            yield _undone(*row.content.decode().split("\n"))
        elif row.what == "answer" and number not in withdrawn:
            answer = as_kept(msgspec.json.decode(row.content, type=Answer))
            yield _given(answer, after if after is not None and after.what == "led" else None)


def _undone(seat: str, *again: str) -> RevivalStep:
    def give(battle: Battle) -> None:
        battle.undo(seat, again)

    return give


def _given(answer: Answer, led: JournalRow | None) -> RevivalStep:
    def give(battle: Battle) -> None:
        before = len(battle.entries)
        now = carried_out(battle, answer)
        older = _mark(battle.entries[before:])  # as earlier versions wrote it
        if led is not None and led.content not in (now.content, older):
            raise BadData("what follows is no longer the same")

    return give


# -- in words


def held(found: Revived) -> str:
    """What those who play are told."""
    turn, phase = found.battle.fight.moment()
    name = doing(found.battle.game.id, phase)
    return (
        f"since this battle was played last, the rules have changed, and it cannot be followed beyond turn {turn}, "
        f"{name} ({found.why}). You see it as it was then. The host can let it go on from here; what was answered "
        f"later ({counted(found.missing)}) stays on disk. Or begin a new one."
    )


def counted(answers: int) -> str:
    """A number of answers in words."""
    return "one answer" if answers == 1 else f"{answers} answers"


def _reason(error: Exception) -> str:
    said = str(error) if isinstance(error, GrognardError) else f"{type(error).__name__}: {error}"
    return said[:300].rstrip(".")
