"""A saved battle told again from its events, without asking the rules."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.errors import BadInput

from ..events import Event
from ..worlds import typed
from .saves import Find, Saved, followed


class Replay:
    """Goes through the events; `fight` is the battle at the point that was reached."""

    def __init__(self, content: Saved, find: Find, source: str) -> None:
        self.game = find(content.system)
        self.content, self.source = content, source
        with followed(source):
            self.options = self.game.options(content.options)
            self.fight = self.game.begin(content.scenario, self.options)

    @property
    def turns(self) -> int:
        """How many turns were played or begun."""
        return max((entry.turn for entry in self.content.entries if type(entry) is Event), default=0)

    def must_have(self, seat: str | None) -> None:
        """Refuse a seat that the battle has not."""
        seats = [each.id for each in self.fight.seats]
        if seat is not None and seat not in seats:
            raise BadInput(f"{self.source}: no seat {seat!r}; there are {', '.join(seats)}")

    def events(self, seat: str | None = None) -> Iterator[Event]:
        """Every event as it happens, or as the seat learns of it."""
        world = type(self.fight.world)
        for number, entry in enumerate(self.content.entries, start=1):
            if type(entry) is not Event:
                continue
            with followed(f"{self.source}, entry {number}"):
                self.fight.happen(typed(world, entry))
            if seat is None:
                yield entry
            elif entry.known_to(seat):
                yield entry.seen_by(seat)
