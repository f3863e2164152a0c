"""The host's word: pause, seats, spectators, taking back, and going on after trouble."""

from __future__ import annotations

from typing import cast

from grognard.kernel.errors import BadInput

from ..archive.storage import SitterKind
from ..battles.house import House
from ..battles.table import Table
from ..shapes import Hosted, Watching
from ..tokens import hashed, new_token
from . import dicing, undoing
from .notices import announce, wish

WATCHED = {"public": "what is in sight of all", "all": "everything"}
REVEALED = {
    True: "the host lets all see everything once the battle is over",
    False: "the host no longer lets all see everything once the battle is over",
}


class Hosting:
    """What the host of a battle may do, by his link."""

    def __init__(self, house: House) -> None:
        self._house = house

    def pause(self, token: str, paused: bool) -> Hosted:
        """Nobody answers, or all go on; computers that were stuck try again."""
        table = self._hosted_by(token)
        with self._house.alone(table):
            self._house.storage.change(table.game, paused=paused)
            table.paused = paused
            if not paused:
                table.all_well()
        return self._told(table)

    def reveal(self, token: str, revealed: bool = True) -> Hosted:
        """Spectators may see everything, once the battle is over."""
        table = self._hosted_by(token)
        with self._house.alone(table), self._house.storage.access.together():
            self._house.storage.change(table.game, revealed=revealed)
            table.revealed = revealed
            self._announce(table, REVEALED[revealed])
        return self._told(table)

    def spectators(self, token: str, see: Watching) -> Hosted:
        """What spectators see while the battle is on."""
        table = self._hosted_by(token)
        with self._house.alone(table), self._house.storage.access.together():
            table.let_watch(see)
            self._house.storage.change(table.game, spectators=table.spectators)
            self._announce(table, f"the host lets spectators see {WATCHED[see]}")
        return self._told(table)

    def seat(self, token: str, seat: str, kind: str) -> Hosted:
        """Hand a seat to the computer, or to a person by a new link."""
        table = self._hosted_by(token)
        link = new_token() if kind in ("me", "open") else ""
        with self._house.alone(table):
            with self._house.storage.access.together():
                self._hand_over(table, seat, cast(SitterKind, "player" if kind == "me" else kind), link)
                dicing.reseated(self._house, table)
            # this process may remember the old link as good
            self._house.forget_links()
            table.all_well()
        return self._told(table, link)

    def _hand_over(self, table: Table, seat: str, sits: SitterKind, link: str) -> None:
        if table.place(seat) is None:
            raise BadInput(f"no seat {seat!r}; there are {', '.join(table.kinds)}")
        if table.rivals:  # who sits there now would no longer tell
            self._house.storage.change(table.game, rivals=True)
        self._house.storage.seat(table.game, seat, sits, hashed(link) if link else "")
        wish(self._house.storage, table, table.consents - {seat})
        table.sits(seat, sits)
        self._announce(table, f"{table.title(seat)}: the host has given this seat to {_whom(sits)}")
        # who sits down may have narrowed what spectators see
        self._house.storage.change(table.game, spectators=table.spectators)

    def undo(self, token: str) -> Hosted:
        """Take back the last answer of a person, if all who play ask for it."""
        table = self._hosted_by(token)
        undoing.by_host(self._house, table)
        return self._told(table)

    def go_on(self, token: str) -> Hosted:
        """Play on from where a battle stands that could not be followed to its end on disk."""
        table = self._hosted_by(token)
        with self._house.alone(table):
            if not table.held:
                raise BadInput("nothing stands in the way: the battle can be played on")
            self._house.journal.set_aside(table)
            table.go_on()
        return self._told(table)

    def _announce(self, table: Table, text: str) -> None:
        announce(self._house.storage, table, text)

    def _hosted_by(self, token: str) -> Table:
        return self._house.admit(token, role="host").table

    def _told(self, table: Table, token: str = "") -> Hosted:
        self._house.changed(table)
        with self._house.at(table):
            return Hosted(table.paused, table.revealed, table.cards(), token, table.watching, table.trouble, table.held)


def _whom(kind: SitterKind) -> str:
    """Who sits on a seat, in words."""
    return {"player": "a person", "open": "whoever comes by its link"}.get(kind, "the computer")
