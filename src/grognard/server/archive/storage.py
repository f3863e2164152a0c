"""Battles in a database.

A battle is the save it was last written as, and a journal of what was accepted since: answers, and answers taken back.
The journal is only ever added to; a row is on disk when `write` returns.
"""

from __future__ import annotations

import secrets
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from ..errors import Damaged
from ..shapes import Watching
from ..shapes.requests import Computer
from .access import Access
from .diagnosis import in_words
from .schema import GAMES, JOURNAL, LINKS, SEATS, TALK, opened

SitterKind = Literal["open", "player"] | Computer
"""Who sits on a seat: nobody yet, a person, or a computer."""
LinkRole = Literal["player", "host", "spectator"]
FORWARD = ("answer", "led", "dice")
"""Rows of a journal by which nothing is taken back."""
FORMER = "former"
"""In place of his role: a player whose seat was given to somebody else since."""


class Link(Struct, frozen=True):
    """Whom a link lets in."""

    game: str
    role: LinkRole
    seat: str
    key: str = ""
    """Its hash, by which it is found again."""
    holds: bool = True
    """False where the seat was given to somebody else since."""


class JournalRow(Struct, frozen=True):
    """A row of the journal.

    `answer`: it was accepted; `led`: a mark of what it led to; `withdrawn`: the row of that number could not be carried
    out; `dice`: a part of the seed came, and the save holds it; `undo` of a seat's last answer; `rewind` to an earlier
    save; `set aside`: a save that the rules no longer fit.
    """

    what: str
    content: bytes
    once: str | None = None
    """Of an answer: its key, by which it is known again should it be sent once more."""


class KeptBattle(Struct, frozen=True):
    """A battle as it is kept."""

    id: str
    battle: str
    system: str
    title: str
    paused: bool
    revealed: bool
    spectators: Watching
    rivals: bool
    """People have played on both sides."""
    over: bool
    save: bytes
    saved_at: int
    """Rows of the journal that the save holds already."""
    seats: dict[str, SitterKind]
    """Who sits where."""
    journal: tuple[JournalRow, ...]
    """The rows after those."""
    undone: int
    """How often something was taken back, in all."""
    secret: str
    """From which follows what stands in place of ids."""
    once: tuple[str, ...]
    """Keys of all answers that were ever accepted."""
    clock: int = 0
    """Seconds that people have for a decision; 0 for as long as they like."""
    moved: float = 0.0
    """When something happened in it last, in seconds of the calendar."""


class StoredStanding(Struct, frozen=True):
    """How far a battle is on disk, and all of it that can change besides its journal and its talk."""

    rows: int
    """Of its journal."""
    said: int
    """Rows of its talk."""
    saved_at: int
    paused: bool
    revealed: bool
    spectators: Watching
    rivals: bool
    seats: dict[str, SitterKind]


class Storage:
    """All battles of one database. May be used from several threads."""

    def __init__(self, url: str) -> None:
        """Open it, or BadInput with the reason."""
        self.engine = opened(url)
        self.access = Access(self.engine)

    def close(self) -> None:
        """Let go of all connections; a file then holds everything itself."""
        # a database that is gone must not keep the server from stopping
        with suppress(SQLAlchemyError):
            self._checkpoint("TRUNCATE")
        # a thread that still has a line gives it back after this: it is closed then, and not left open
        sa.event.listen(self.engine.pool, "checkin", lambda _, record: record.invalidate())
        self.engine.dispose()

    def trouble(self) -> str:
        """What the database says against being used; nothing where it can be."""
        try:
            with self.engine.connect() as c:
                c.execute(sa.select(GAMES.c.id).limit(1)).all()
        except SQLAlchemyError as error:
            return in_words(error)
        return ""

    def create(
        self,
        game: str,
        about: dict[str, str | int],
        save: bytes,
        seats: dict[str, SitterKind],
        links: dict[str, Link],
        *,
        over: bool = False,
        revealed: bool = False,
    ) -> None:
        """A new battle with its seats and its links, by the hash of each."""
        now = time.time()
        with self.access.writing(game) as c:
            row = {"id": game, **about, "made": now, "played": now, "save": zlib.compress(save), "saved_at": 0}
            c.execute(sa.insert(GAMES), {**row, "paused": False, "revealed": revealed, "over": over})
            c.execute(sa.insert(SEATS), [{"game": game, "seat": seat, "kind": kind} for seat, kind in seats.items()])
            if links:
                c.execute(sa.insert(LINKS), [_row(key, link) for key, link in links.items()])

    def write(self, game: str, after: int, rows: Sequence[JournalRow], *, over: bool = False) -> None:
        """Add rows to a journal that has so many; on disk when this returns."""
        now = time.time()
        values = [
            {"game": game, "number": number, "what": row.what, "content": row.content, "at": now, "once": row.once}
            for number, row in enumerate(rows, start=after + 1)
        ]
        # all rows or none: half an answer would be no answer
        with self.access.writing(game) as c:
            c.execute(sa.insert(JOURNAL), values)
            if over:
                c.execute(sa.update(GAMES).where(GAMES.c.id == game).values(over=True, played=now))

    def keep(self, game: str, save: bytes, at: int, row: JournalRow | None = None, **fields: Any) -> None:
        """Write a battle whole as it is after so many rows, the last of which may come with it."""
        # packed lightly: it is written while people play
        changed = {"save": zlib.compress(save, 1), "saved_at": at, "played": time.time(), **fields}
        with self.access.writing(game) as c:
            if row is not None:
                values = {"game": game, "number": at, "what": row.what, "content": row.content, "at": time.time()}
                c.execute(sa.insert(JOURNAL), values)
            # another process may have written a later one meanwhile, which an older must not replace
            newer = sa.and_(GAMES.c.id == game, GAMES.c.saved_at <= at)
            c.execute(sa.update(GAMES).where(newer).values(**changed))
        self._checkpoint("PASSIVE")

    def _checkpoint(self, how: str) -> None:
        """What was committed goes from the log beside a file into the file, so that a copy of it is not an old one."""
        if self.engine.dialect.name == "sqlite":
            with self.engine.connect() as c:
                c.exec_driver_sql(f"PRAGMA wal_checkpoint({how})")

    def set_aside(self, game: str, save: bytes, after: int) -> None:
        """Go on from another save after so many rows. The one before goes into the journal: nothing is lost."""
        now = time.time()
        with self.access.writing(game) as c:
            # packed as it was: nobody has to be able to read it to keep it
            old = c.execute(sa.select(GAMES.c.save).where(GAMES.c.id == game)).scalar_one()
            values = {"game": game, "number": after + 1, "what": "set aside", "content": old, "at": now}
            c.execute(sa.insert(JOURNAL), values)
            changed = {"save": zlib.compress(save, 1), "saved_at": after + 1, "played": now, "over": False}
            c.execute(sa.update(GAMES).where(GAMES.c.id == game).values(**changed))

    def change(self, game: str, **fields: Any) -> None:
        """Change whether a battle is paused, or what spectators may see."""
        with self.access.writing(game) as c:
            c.execute(sa.update(GAMES).where(GAMES.c.id == game).values(**fields))

    def read(self, game: str) -> KeptBattle | None:
        """A battle with the part of its journal that its save does not hold."""
        # one transaction: save and journal must be of the same moment
        with self.access.reading(several=True) as c:
            found = c.execute(sa.select(GAMES).where(GAMES.c.id == game)).mappings().first()
            if found is None:
                return None
            seats = c.execute(sa.select(SEATS.c.seat, SEATS.c.kind).where(SEATS.c.game == game)).all()
            later = sa.select(JOURNAL.c.what, JOURNAL.c.content).where(
                JOURNAL.c.game == game, JOURNAL.c.number > found["saved_at"]
            )
            journal = tuple(JournalRow(what, content) for what, content in c.execute(later.order_by(JOURNAL.c.number)))
            taken = sa.select(sa.func.count()).where(JOURNAL.c.game == game, JOURNAL.c.what.not_in(FORWARD))
            undone = c.execute(taken).scalar_one()
            keys = sa.select(JOURNAL.c.once).where(JOURNAL.c.game == game, JOURNAL.c.once.is_not(None))
            once = tuple(c.execute(keys).scalars())
            moved = c.execute(sa.select(sa.func.max(JOURNAL.c.at)).where(JOURNAL.c.game == game)).scalar()
        names = ("id", "battle", "system", "title", "paused", "revealed", "spectators", "rivals", "over", "saved_at")
        return KeptBattle(
            **{name: found[name] for name in (*names, "clock")},
            moved=max(moved or 0.0, found["made"]),
            save=_unpacked(found["save"], found["title"]),
            seats={row.seat: row.kind for row in seats},
            journal=journal,
            undone=undone,
            once=once,
            secret=found["secret"] or self._new_secret(game),
        )

    def overdue(self) -> list[str]:
        """Battles in which nothing has happened for longer than their people have for a decision."""
        moved = sa.select(sa.func.max(JOURNAL.c.at)).where(JOURNAL.c.game == GAMES.c.id).scalar_subquery()
        late = sa.func.coalesce(moved, GAMES.c.made) + GAMES.c.clock < time.time()
        on = sa.and_(GAMES.c.clock > 0, GAMES.c.over.is_(False), GAMES.c.paused.is_(False), late)
        with self.access.reading() as c:
            return list(c.execute(sa.select(GAMES.c.id).where(on)).scalars())

    def _new_secret(self, game: str) -> str:
        """For a battle of an earlier version, which has none."""
        none = sa.and_(GAMES.c.id == game, GAMES.c.secret == "")
        with self.access.writing(game) as c:
            # only where there is none yet: of two processes the first decides
            c.execute(sa.update(GAMES).where(none).values(secret=secrets.token_hex(32)))
            return str(c.execute(sa.select(GAMES.c.secret).where(GAMES.c.id == game)).scalar_one())

    def standing(self, game: str) -> StoredStanding:
        """How far a battle is, by one look: what another process has written shows in it."""
        row = sa.select(
            GAMES.c.paused,
            GAMES.c.revealed,
            GAMES.c.spectators,
            GAMES.c.rivals,
            GAMES.c.saved_at,
            _last(JOURNAL, game).label("rows"),
            _last(TALK, game).label("said"),
            sa.select(sa.func.json_object_agg(SEATS.c.seat, SEATS.c.kind))
            .where(SEATS.c.game == game)
            .scalar_subquery()
            .label("seats"),
        ).where(GAMES.c.id == game)
        with self.access.reading() as c:
            return StoredStanding(**c.execute(row).mappings().one())

    def rows(self, game: str, after: int) -> list[JournalRow]:
        """The rows of a journal after so many."""
        wanted = sa.select(JOURNAL.c.what, JOURNAL.c.content, JOURNAL.c.once).where(
            JOURNAL.c.game == game, JOURNAL.c.number > after
        )
        with self.access.reading() as c:
            return [JournalRow(*found) for found in c.execute(wanted.order_by(JOURNAL.c.number))]

    def link(self, key: str) -> Link | None:
        """Whom a link lets in, by its hash."""
        with self.access.reading() as c:
            found = c.execute(sa.select(LINKS).where(LINKS.c.hash == key)).mappings().first()
        if found is None:
            return None
        former = found["role"] == FORMER
        return Link(found["game"], "player" if former else found["role"], found["seat"], key, not former)

    def seat(self, game: str, seat: str, kind: SitterKind, key: str = "") -> None:
        """Somebody else sits on a seat; the old links to it no longer hold, a new one may come with it."""
        with self.access.writing(game) as c:
            c.execute(sa.update(SEATS).where(SEATS.c.game == game, SEATS.c.seat == seat).values(kind=kind))
            theirs = sa.and_(LINKS.c.game == game, LINKS.c.seat == seat, LINKS.c.role == "player")
            # kept under another role, so that whoever still has it is told why it leads nowhere
            c.execute(sa.update(LINKS).where(theirs).values(role=FORMER))
            if key:
                c.execute(sa.insert(LINKS), {"hash": key, "game": game, "role": "player", "seat": seat})

    def delete(self, game: str) -> None:
        """Everything of a battle."""
        with self.access.writing(game) as c:
            for table in (TALK, JOURNAL, LINKS, SEATS):
                c.execute(sa.delete(table).where(table.c.game == game))
            c.execute(sa.delete(GAMES).where(GAMES.c.id == game))

    def sat_down(self, game: str, seat: str) -> bool:
        """Somebody takes an open seat; false where it is no longer open."""
        open_one = sa.and_(SEATS.c.game == game, SEATS.c.seat == seat, SEATS.c.kind == "open")
        with self.access.writing(game) as c:
            # the database decides who came first, if two sit down at once
            return c.execute(sa.update(SEATS).where(open_one).values(kind="player")).rowcount == 1


def _last(table: sa.Table, game: str) -> sa.ColumnElement[int]:
    """The highest number of a battle's rows."""
    highest = sa.select(sa.func.coalesce(sa.func.max(table.c.number), 0)).where(table.c.game == game)
    return highest.scalar_subquery()


def _unpacked(save: bytes, title: str) -> bytes:
    try:
        return zlib.decompress(save)
    except zlib.error:
        raise Damaged(f"{title}: what is on disk of this battle is damaged; put a backup in its place") from None


def _row(key: str, link: Link) -> dict[str, str]:
    return {"hash": key, "game": link.game, "role": link.role, "seat": link.seat}
