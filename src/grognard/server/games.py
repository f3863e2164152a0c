"""All battles in play: beginning them, letting people in by their links, answers, undo, the host's word, computers.

Knows no HTTP. Every answer is on disk before it is acknowledged; computers think in threads of their own.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.kernel.checks import Refused
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled

from . import gallery
from .errors import Stale, Unknown
from .restoring import answers, completed, may_go_on, no_files, replayed, restored, rewound, seated, whole
from .shapes import (
    Aim,
    Considered,
    Given,
    GivenSeat,
    Hosted,
    NewGame,
    NewLinks,
    Previewed,
    Problem,
    Reckoned,
    Seat,
    Undone,
    Update,
)
from .storage import Kind, Link, Row, Storage
from .table import Listener, Table
from .tokens import hashed, new_token

LOG = logging.getLogger("grognard.server")
SLICE = 0.15
"""Seconds that a computer thinks before others get their turn and all are told."""
SAVE_EVERY = 8
"""Turns after which a battle is written whole, so that a restart has less to play again."""
MOST_OPEN = 100
"""Battles kept in memory; those that nobody watches are put away first."""


class Visitor(NamedTuple):
    """Somebody who came by a link."""

    table: Table
    link: Link


class Games:
    """The service."""

    def __init__(self, storage: Storage, *, thinkers: int = 2) -> None:
        self.storage = storage
        self._tables: dict[str, Table] = {}
        self._lock = threading.Lock()
        self._loading: dict[str, threading.Lock] = {}
        self._pool = ThreadPoolExecutor(thinkers, "staff")
        self._closed = False

    def close(self) -> None:
        """Stop thinking and let go of the database."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)
        self.storage.close()

    # -- beginning

    def begin(self, wanted: NewGame) -> NewLinks:
        """Set up a battle; BadInput where it cannot be."""
        if wanted.battle not in bundled():
            raise BadInput(f"no battle {wanted.battle!r}; there are {', '.join(bundled())}")
        game, scenario = systems.game(wanted.system), gallery.scenario(wanted.battle)
        no_files(wanted)
        options = game.options(wanted.options)
        kinds = seated(game.seats(scenario, options), wanted.seats)
        seed = secrets.randbits(48) if wanted.seed is None else wanted.seed
        battle = Battle.begin(game, scenario, seed=seed, options=options)
        return self._opened(battle, kinds)

    def _opened(self, battle: Battle, kinds: dict[str, str]) -> NewLinks:
        name = secrets.token_urlsafe(9)
        tokens = {seat: new_token() for seat, kind in kinds.items() if kind in ("me", "open")}
        host, spectator = new_token(), new_token()
        links = {hashed(token): Link(name, "player", seat) for seat, token in tokens.items()}
        links |= {hashed(host): Link(name, "host", ""), hashed(spectator): Link(name, "spectator", "")}
        seats: dict[str, Kind] = {seat: "player" if kind == "me" else kind for seat, kind in kinds.items()}  # type: ignore[misc]
        about = {
            "battle": battle.scenario.header.id, "system": battle.game.id, "title": battle.scenario.header.title,
        }  # fmt: skip
        self.storage.create(name, about, whole(battle), seats, links)
        table = Table(name, battle, dict(seats))
        with self._lock:
            self._tables[name] = table
        self._put_away()
        self._wake(table)
        given = [
            GivenSeat(each.id, each.side, each.title, seats[each.id], tokens.get(each.id, ""))
            for each in battle.fight.seats
        ]
        return NewLinks(name, host, tuple(given), spectator)

    # -- coming in

    def admit(self, token: str, *, role: str = "") -> Visitor:
        """Whoever has a link; Unknown for all others, whatever the reason."""
        link = self.storage.link(hashed(token))
        if link is None or (role and link.role != role):
            raise Unknown("this link leads nowhere; ask whoever gave it to you for a new one")
        return Visitor(self.table(link.game), link)

    def table(self, game: str) -> Table:
        """A battle, from memory or from disk."""
        with self._lock:
            found = self._tables.get(game)
            loading = self._loading.setdefault(game, threading.Lock())
        if found is not None:
            return found
        with loading:
            with self._lock:
                found = self._tables.get(game)
            return found if found is not None else self._loaded(game)

    def _loaded(self, game: str) -> Table:
        kept = self.storage.read(game)
        if kept is None:
            raise Unknown("there is no such battle")
        table = restored(kept)
        with self._lock:
            self._tables[game] = table
        self._put_away()
        self._wake(table)
        return table

    def _put_away(self) -> None:
        """Keep no more in memory than one needs: what is on disk can be read again."""
        with self._lock:
            idle = [name for name, table in self._tables.items() if not table.listeners and not table.thinking]
            for name in idle[: max(0, len(self._tables) - MOST_OPEN)]:
                del self._tables[name]
                self._loading.pop(name, None)

    # -- looking

    def everything(self, token: str) -> Seat:
        """All that a link shows; whoever looks at an open seat sits on it."""
        visitor = self.admit(token)
        with visitor.table.lock:
            self._sit_down(visitor)
            return visitor.table.everything(visitor.link)

    def update(self, visitor: Visitor, since: int) -> Update:
        """What a link has to be told since a state."""
        with visitor.table.lock:
            return visitor.table.update(visitor.link, since)

    def arrived(self, visitor: Visitor, listener: Listener) -> None:
        """Somebody's live line is up; he is called when something may have changed."""
        with visitor.table.lock:
            self._sit_down(visitor)
            visitor.table.listeners.add(listener)
            visitor.table.here[visitor.link.seat] += 1
        visitor.table.notify()

    def left(self, visitor: Visitor, listener: Listener) -> None:
        """His line is cut."""
        with visitor.table.lock:
            visitor.table.listeners.discard(listener)
            visitor.table.here[visitor.link.seat] -= 1
        visitor.table.notify()

    def preview(self, token: str, considered: Considered) -> Previewed:
        """What an answer would do; where it would be refused, why."""
        table, link = self.admit(token, role="player")
        answer = Answer(link.seat, considered.decision, considered.option, considered.values)
        with table.lock:
            refusal = table.battle.refusal(answer)
            if refusal is not None:
                return Previewed(refusal=Problem(refusal.reason, refusal.rule))
            found = table.battle.game.preview(table.battle.fight, link.seat, completed(table.battle, answer))
        return Previewed(**{name: getattr(found, name) for name in found.__struct_fields__})

    def odds(self, token: str, aim: Aim) -> Reckoned:
        """The chances of a unit against a target, as far as the seat can know them."""
        table, link = self.admit(token, role="player")
        with table.lock:
            return Reckoned(tuple(table.battle.game.odds(table.battle.fight, link.seat, aim.unit, aim.target)))

    def _sit_down(self, visitor: Visitor) -> None:
        table, link = visitor
        if link.role == "player" and table.kinds.get(link.seat) == "open":
            self.storage.sat_down(table.game, link.seat)
            table.kinds[link.seat] = "player"
            table.notify()

    # -- answering

    def answer(self, token: str, given: Given) -> int:
        """Take a seat's answer; returns the state it led to. Refused, Stale or BadInput where it is not taken."""
        visitor = self.admit(token, role="player")
        table, link = visitor
        with table.lock:
            self._sit_down(visitor)
            may_go_on(table)
            if given.state is not None and given.state != table.state(link):
                raise Stale("something has happened since; look again before you answer")
            answer = Answer(link.seat, given.decision, given.option, given.values)
            with self._mended(table):
                table.battle.answer(answer)
                self._journal(table, [Row("answer", msgspec.json.encode(answer))])
            table.consents.clear()
            state = table.state(link)
        table.notify()
        self._wake(table)
        return state

    def _journal(self, table: Table, rows: list[Row]) -> None:
        """What happened goes to disk, now and then all of it."""
        self.storage.write(table.game, table.rows, rows, over=table.battle.over)
        table.rows += len(rows)
        if table.battle.turn >= table.saved_on + SAVE_EVERY or table.battle.over:
            self.storage.keep(table.game, whole(table.battle), table.rows, over=table.battle.over)
            table.saved_on = table.battle.turn

    @contextmanager
    def _mended(self, table: Table) -> Iterator[None]:
        """Whatever goes wrong halfway, the battle is again as it is on disk."""
        try:
            yield
        except Refused:
            raise
        except Exception as error:
            LOG.exception("%s: an answer could not be carried out", table.game)
            kept = self.storage.read(table.game)
            assert kept is not None
            table.begin_anew(replayed(kept))
            table.trouble = f"the rules could not go on: {type(error).__name__}: {error}"
            raise

    # -- undo

    def undo(self, token: str) -> Undone:
        """Take back a seat's last answer if nothing has come to light since; else note that it wishes to."""
        table, link = self.admit(token, role="player")
        with table.lock:
            may_go_on(table)
            try:
                table.battle.undo(link.seat)
            except BadInput as error:
                return self._wished(table, link, error)
            self._journal(table, [Row("undo", link.seat.encode())])
            self._taken_back(table, table.battle)
            state = table.state(link)
        table.notify()
        self._wake(table)
        return Undone(state, True)

    def _wished(self, table: Table, link: Link, error: BadInput) -> Undone:
        if len(table.people()) < 2 or not any(type(entry) is Answer for entry in table.battle.entries):
            raise error
        table.consents.add(link.seat)
        missing = tuple(seat for seat in table.people() if seat not in table.consents)
        if not missing:
            self._rewind(table)
        table.notify()
        return Undone(table.state(link), not missing, missing)

    def host_undo(self, token: str) -> Hosted:
        """The host takes back the last answer of a person, whatever has come to light, if all of them consent."""
        table, _ = self.admit(token, role="host")
        with table.lock:
            people = table.people()
            missing = [seat for seat in people if seat not in table.consents]
            if len(people) > 1 and missing:
                raise BadInput(f"all who play must ask for it; still to ask: {', '.join(missing)}")
            self._rewind(table)
        table.notify()
        self._wake(table)
        return self._hosted(table)

    def _rewind(self, table: Table) -> None:
        battle, people = table.battle, set(table.people())
        at = next((i for i, entry in answers(battle) if entry.seat in people), None)
        if at is None:
            raise BadInput("nobody has answered anything yet")
        with self._mended(table):
            again = rewound(battle, at)
            row = Row("rewind", str(at).encode())
            self.storage.keep(table.game, whole(again), table.rows + 1, row, over=False)
        table.rows += 1
        self._taken_back(table, again)

    def _taken_back(self, table: Table, battle: Battle) -> None:
        table.undone += 1
        table.saved_on = min(table.saved_on, battle.turn)
        table.begin_anew(battle)
        table.consents.clear()

    # -- the host

    def pause(self, token: str, paused: bool) -> Hosted:
        """Nobody answers, or all go on."""
        table, _ = self.admit(token, role="host")
        with table.lock:
            self.storage.change(table.game, paused=paused)
            table.paused = paused
        table.notify()
        self._wake(table)
        return self._hosted(table)

    def reveal(self, token: str, revealed: bool = True) -> Hosted:
        """Spectators may see everything, once the battle is over."""
        table, _ = self.admit(token, role="host")
        with table.lock:
            self.storage.change(table.game, revealed=revealed)
            table.revealed = revealed
        table.notify()
        return self._hosted(table)

    def seat(self, token: str, seat: str, kind: str) -> Hosted:
        """Hand a seat to the computer, or to a person by a new link."""
        table, _ = self.admit(token, role="host")
        person = kind in ("me", "open")
        link = new_token() if person else ""
        with table.lock:
            if table.place(seat) is None:
                raise BadInput(f"no seat {seat!r}; there are {', '.join(table.kinds)}")
            sits: Kind = "player" if kind == "me" else kind  # type: ignore[assignment]
            self.storage.seat(table.game, seat, sits, hashed(link) if link else "")
            table.seat_anew(seat, sits)
        table.notify()
        self._wake(table)
        return self._hosted(table, link)

    def _hosted(self, table: Table, token: str = "") -> Hosted:
        return Hosted(table.paused, table.revealed, table.cards(), token)

    # -- computers

    def _wake(self, table: Table) -> None:
        """Let the computers of a battle think, unless they do already."""
        with table.lock:
            if table.thinking or self._closed or not table.to_think():
                return
            table.thinking = True
        self._pool.submit(self._think, table)

    def _think(self, table: Table) -> None:
        """A slice of thought, journalled and told; then back to the end of the queue, if there is more."""
        try:
            with table.lock:
                self._answer_for(table)
        except Exception:
            LOG.exception("%s: a computer could not go on", table.game)
        finally:
            with table.lock:
                table.thinking = False
        table.notify()
        self._wake(table)

    def _answer_for(self, table: Table) -> None:
        rows: list[Row] = []
        stop = time.monotonic() + SLICE
        with self._mended(table):
            while table.to_think() and time.monotonic() < stop and not self._closed:
                answer = table.next_answer()
                if answer is None:
                    break
                table.battle.answer(answer)
                rows.append(Row("answer", msgspec.json.encode(answer)))
            if rows:
                self._journal(table, rows)
