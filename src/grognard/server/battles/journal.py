"""What is accepted goes to disk before it is acknowledged; what goes wrong leaves the battle as it is on disk."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.kernel.errors import GrognardError

from ..archive.diagnosis import in_words
from ..archive.storage import JournalRow, KeptBattle, Storage
from ..errors import Fault
from .reviving import carried_out, held, revived, whole, written
from .table import Table

LOG = logging.getLogger("grognard.server")
ADVICE = "Answer otherwise, or take something back."
SAVE_EVERY = 8
"""Turns after which a battle is written whole, so that a restart has less to play again."""


class Journal:
    """Writes down what happens at the tables."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def write(self, table: Table, rows: list[JournalRow]) -> None:
        """What happened, and now and then all of it."""
        self._add(table, rows)
        if self._is_time(table):
            self.storage.keep(table.game, whole(table.battle), table.rows, over=table.battle.over)
            table.saved_at, table.saved_on = table.rows, table.battle.turn

    def _add(self, table: Table, rows: list[JournalRow]) -> None:
        """Rows, after those that could wait."""
        due = [*table.due, *rows]
        if due:
            self.storage.write(table.game, table.rows, due, over=table.battle.over)
            table.rows += len(due)
            table.due.clear()

    def accept(self, table: Table, answer: Answer, once: str | None = None) -> None:
        """An answer that the rules allow goes to disk, with its key if it has one; `settle` carries it out."""
        # on disk before anything is worked out: after a crash it is carried out again from here
        self._add(table, [written(answer, once)])
        if once is not None:
            table.once.add(once)
        # not carried out yet, so that the sender hears at once that it is taken
        table.pending = answer

    def settle(self, table: Table) -> Fault | None:
        """Carry out what was accepted. What cannot be is withdrawn; then all are told, and the fault is returned."""
        answer, table.pending = table.pending, None
        if answer is None:
            return None
        try:
            with self.mended(table, ADVICE, withdraw=table.rows):
                table.due.append(carried_out(table.battle, answer))
        except Fault as fault:
            return fault
        table.all_well()
        if self._is_time(table):
            self._save_after(table)
        return None

    def _save_after(self, table: Table) -> None:
        try:
            with self.storage.access.alone(table.game):
                # a whole save must hold all rows up to its number; another process may have written some
                if self._abreast(table):
                    self.write(table, [])
        except SQLAlchemyError:  # the answer is on disk, and all of it follows from that: next time
            LOG.exception("%s: the battle could not be written whole", table.game)

    def _abreast(self, table: Table) -> bool:
        """Whether no other process has written anything since; it must be alone with the battle to know."""
        return not self.storage.access.shared or self.storage.standing(table.game).rows == table.rows

    def _is_time(self, table: Table) -> bool:
        return table.battle.turn >= table.saved_on + SAVE_EVERY or table.battle.over

    def rewound(self, table: Table, at: int) -> None:
        """The battle was taken back to before an entry of its record: it is written whole."""
        row = JournalRow("rewind", str(at).encode())
        # whole, because rows after the place that was gone back to must not be read again
        self.storage.keep(table.game, whole(table.battle), table.rows + 1, row, over=False)
        table.rows += 1
        table.saved_at = table.rows
        table.due.clear()

    def set_aside(self, table: Table) -> None:
        """Go on from where the battle stands; the save and the answers that no longer fit stay in the journal."""
        self.storage.set_aside(table.game, whole(table.battle), table.rows)
        table.rows += 1
        table.saved_at = table.rows
        table.due.clear()

    @contextmanager
    def mended(self, table: Table, advice: str, *, withdraw: int = 0) -> Iterator[None]:
        """Whatever goes wrong halfway, the battle is again as it is on disk, where the row that led to it is withdrawn;
        and all are told what can be done."""
        # what is put down must be what held before the attempt, so it is taken now
        battle, before, put_down = table.battle, len(table.battle.entries), _put_down(table)
        try:
            yield
        except Exception as error:
            untouched = table.battle is battle and len(battle.entries) == before
            if isinstance(error, GrognardError) and untouched and not withdraw:
                raise  # refused before anything was done
            LOG.exception("%s: it could not be carried out", table.game)
            put_down()
            self._as_on_disk(table, battle, before, withdraw)
            if not table.held:
                table.stuck_with(f"{_said(error)}; the battle stands as it was. {advice}")
                table.unreached = isinstance(error, SQLAlchemyError)
            raise Fault(table.trouble) from error

    def _as_on_disk(self, table: Table, battle: Battle, before: int, withdraw: int) -> None:
        try:
            with self.storage.access.alone(table.game):
                if withdraw and self._abreast(table):  # else another process could carry it out, or has withdrawn it
                    self.storage.write(table.game, table.rows, [JournalRow("withdrawn", str(withdraw).encode())])
                kept = self.storage.read(table.game)
        except SQLAlchemyError:  # then as it was in memory, which is the same
            battle.rewind(before)
            table.begin_anew(battle)
            return
        assert kept is not None
        self._take_place(table, kept)

    def read_again(self, table: Table) -> None:
        """The battle as it is on disk, all of it."""
        kept = self.storage.read(table.game)
        assert kept is not None
        table.held = False
        table.all_well()
        self._take_place(table, kept)
        table.saved_at, table.saved_on = kept.saved_at, table.battle.turn

    def _take_place(self, table: Table, kept: KeptBattle) -> None:
        found = revived(kept)
        table.rows, table.once, table.undone = kept.saved_at + len(kept.journal), set(kept.once), kept.undone
        table.due.clear()
        table.begin_anew(found.battle)
        if found.why:
            table.hold(held(found))


def _put_down(table: Table) -> Callable[[], None]:
    """Puts a table's account of what is on disk back to what it is now: what was being written was not."""
    rows, due, once, said = table.rows, list(table.due), set(table.once), len(table.talk.spoken)
    consents = set(table.consents)

    def put_down() -> None:
        table.rows, table.due, table.once, table.pending = rows, due, once, None
        table.consents = consents
        # a notice of something that did not happen was never heard
        del table.talk.spoken[said:]

    return put_down


def _said(error: Exception) -> str:
    if isinstance(error, SQLAlchemyError):
        return f"the database does not take it: {in_words(error)}"
    return f"by our fault, the rules could not go on ({type(error).__name__}: {str(error)[:200]})"
