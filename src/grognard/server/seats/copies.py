"""Battles to keep: a copy as a file at any time, a branch from any moment, and the end of one.

Both a file and a branch hold all that is hidden, and the dice to come. So they are given to whoever plays alone against
computers, or on all seats of people at one screen; to others once the battle is over and all of it is shown.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from grognard.battle.battles import Battle
from grognard.battle.record import saves
from grognard.battle.record.recorded import drawn_after
from grognard.commanders import is_kind
from grognard.kernel.errors import BadInput

from ..archive.storage import KeptBattle, Link
from ..battles.house import House
from ..battles.reviving import held, revived
from ..battles.table import Table
from ..errors import Garbled, Unknown
from ..shapes import BranchLinks, BranchRequest, Hosted
from ..tokens import new_token
from . import beginning
from .history import moments, phase_ends
from .notices import announce
from .seating import seated

OTHERS = (
    "other people play this battle: a file or a branch would show what is hidden from you and the dice to come; it is "
    "given when the battle is over and its host has shown both armies (under “Look back”)"
)
UNBEGUN = "the dice of this battle have not begun yet; play its first turn before you keep it"


class Sitting(NamedTuple):
    """Somebody at a battle with the seats that he shows links to."""

    table: Table
    link: Link
    seats: tuple[str, ...]


class Copies:
    """Hands out battles, whole or up to a moment."""

    def __init__(self, house: House) -> None:
        self._house = house

    def save(self, token: str, also: Sequence[str] = ()) -> tuple[str, bytes]:
        """The battle as a file, with the name that it should have."""
        sitting = self._sitting(token, also)
        table = sitting.table
        with self._house.alone(table):
            must_be_allowed(sitting)
            if table.battle.seedless:
                raise BadInput(UNBEGUN)
            # noted in the same breath: no answer may come between the copy and the word that there is one
            content = saves.sealed(saves.saved(table.battle))
            self._note(table, "a copy of this battle was taken as a file")
        head = table.battle.scenario.header
        return f"{head.id}{'' if table.battle.over else f'-turn-{table.battle.turn}'}.json", content

    def branch(self, token: str, wanted: BranchRequest) -> BranchLinks:
        """A new battle that goes on from a moment of this one, with the same dice as long as the same is done."""
        sitting = self._sitting(token, wanted.also)
        table = sitting.table
        with self._house.alone(table):
            must_be_allowed(sitting)
            if table.battle.seedless:
                raise BadInput(UNBEGUN)
            content = _cut(table, _place(table, sitting.link, wanted.step))
            kinds = _kinds(table, sitting.seats, wanted.seats)
            self._note(table, "a branch of this battle was begun")
        # outside the lock: fighting the record again takes a while, and the first battle may go on meanwhile
        found = taken_in(saves.sealed(content), table.battle.scenario.header.title, kinds)
        if found.table.battle.over:
            raise BadInput("nothing is left to be decided after that moment; choose an earlier one")
        if found.table.held:
            raise BadInput(f"no branch can begin there: {found.table.trouble}")
        links = found.written(self._house)
        turn, phase = found.table.battle.fight.moment()
        return BranchLinks(links.game, links.host, links.seats, links.spectator, turn, phase)

    def delete(self, token: str, also: Sequence[str] = ()) -> Hosted:
        """Everything of a battle, by its host; not while others are at it."""
        table = self._house.admit(token, role="host").table
        mine = {self._seat(table, each) for each in also}
        with self._house.alone(table):
            others = [seat for seat, kind in table.kinds.items() if kind == "player" and seat not in mine]
            if others and not table.battle.over:
                who = ", ".join(map(table.title, others))
                raise BadInput(f"others play this battle ({who}); give their seats to the computer first, or end it")
            # before its rows go: computers must not write to what is no longer there
            table.paused = True
            self._house.storage.delete(table.game)
            self._house.tables.drop(table.game)
            self._house.forget_links()
            found = Hosted(True, table.revealed, table.cards())
        table.notify()
        return found

    def _sitting(self, token: str, also: Sequence[str]) -> Sitting:
        visitor = self._house.admit(token)
        table, link = visitor
        with self._house.before(visitor):
            seats = [link.seat] if link.role == "player" else []
            seats += [self._seat(table, each) for each in also]
        return Sitting(table, link, tuple(dict.fromkeys(seats)))

    def _seat(self, table: Table, token: str) -> str:
        other = self._house.admit(token, role="player")
        # links prove seats of their own battle only, or a seat elsewhere would open this one
        if other.table.game != table.game:
            raise Unknown("also: this link leads to another battle")
        return other.link.seat

    def _note(self, table: Table, text: str) -> None:
        """Whoever sits down at it later must know that somebody may know what is to come."""
        if not table.battle.over:
            announce(self._house.storage, table, f"{text}: who has it knows both sides and the dice to come")
            table.notify()


def must_be_allowed(sitting: Sitting) -> None:
    """Refuse whoever would learn something of people that he does not know."""
    table, _, seats = sitting
    if table.battle.over and table.revealed:
        return
    # hosts and those who look on may see nothing hidden, so they get no file of it either
    if not seats:
        raise BadInput("it is given to those who play, or when the battle is over and its host has shown both armies")
    people = {seat for seat, kind in table.kinds.items() if not is_kind(kind)}
    mine = {each.side for each in table.battle.fight.seats if each.id in seats}
    sides = {each.side for each in table.battle.fight.seats}
    # people may have played on the other side before a computer took their seat, and may come back
    if people - set(seats) or (table.rivals and mine != sides):
        raise BadInput(OTHERS)


def _place(table: Table, link: Link, step: int | None) -> int | None:
    """Where a step of a link's history ended in the record."""
    if step is None:
        return None
    then = table.looked_back(link)
    ends = phase_ends(then.entries if then.ended is None else then.entries[: then.ended])
    found = moments(then.told, ends)
    if step >= len(found):
        raise Garbled(f"step: {step}; the steps so far are 0 to {len(found) - 1}")
    return ends.get((found[step].turn, found[step].phase), 0)


def _cut(table: Table, place: int | None) -> saves.Saved:
    """A battle as it was saved at the start of the phase that begins there, or as it is now. No rule is asked for what
    has happened, so that a branch of an old battle is made in a moment."""
    now = table.battle
    if place is None:
        return saves.saved(now)
    then = Battle(now.game, now.scenario, now.options, now.seed, now.fair)
    entries = now.entries[:place]
    then.resume_at(entries, drawn_after(entries, now.seed, [each.id for each in now.seats]))
    return saves.saved(then)


def _kinds(table: Table, mine: Collection[str], wanted: Mapping[str, str] | None) -> dict[str, str]:
    """Who sits where in a branch."""
    if wanted is not None:
        return seated(table.battle.fight.seats, wanted)
    as_before = {seat: kind if is_kind(kind) else "staff" for seat, kind in table.kinds.items()}
    return as_before | dict.fromkeys(mine, "me")


class TakenIn(NamedTuple):
    """A battle from a file, before it is written down."""

    table: Table
    save: bytes
    kinds: dict[str, str]
    why: str

    def written(self, house: House, *, revealed: bool = False) -> Any:
        """Write it down, and hand out the links."""
        tokens = {seat: new_token() for seat, kind in self.kinds.items() if kind in ("me", "open")}
        return beginning.opened(house, self.table, self.save, tokens, revealed)


def taken_in(save: bytes, title: str, kinds: Mapping[str, str]) -> TakenIn:
    """A battle from the bytes of its file, as far as the rules of today follow it; Unreadable where they cannot."""
    name = secrets.token_urlsafe(9)
    seats = beginning.sitting(kinds)
    kept = KeptBattle(
        name, "", "", title, False, False, "public", False, False, save, 0, seats, (), 0, secrets.token_hex(32), ()
    )
    found = revived(kept)
    table = Table(name, found.battle, seats, kept.secret)
    why = held(found) if found.why else ""
    if why:
        table.hold(why)
    return TakenIn(table, save, dict(kinds), why)
