"""What a link has been told so far. It grows with the record of a battle, and only what the link may know goes in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.battle.events import Event, Rolled

from .shapes import Told


def public(event: Event, seats: Sequence[str]) -> Event | None:
    """What every seat knows of an event, if all have learnt of it: what one of them does not know is left out."""
    if not all(map(event.known_to, seats)):
        return None
    known = [event.seen_by(seat) for seat in seats]
    first = known[0]
    return replace(
        first,
        units={role: who if all(each.units[role] for each in known) else "" for role, who in first.units.items()},
        secret=first.secret if all(each.secret == first.secret for each in known) else {},
        roll=first.roll if all(each.roll is not None for each in known) else None,
    )


class Hearing:
    """The events that a seat, or a spectator, has learnt of, in sentences.

    `heard` counts them and the seat's own answers: the number of a state, which grows only when the seat could notice
    that something happened. It is the same after a restart, because it follows from the record.
    """

    def __init__(self, battle: Battle, seat: str, *, all_of_it: bool = False) -> None:
        """For a seat; without one for spectators, who hear what every seat has learnt."""
        self.battle, self.seat, self.all_of_it = battle, seat, all_of_it
        self.heard = 0
        self.told: list[Told] = []
        self.names: dict[str, str] = {}
        self._when: list[int] = []
        self._read = 0

    def listen(self) -> None:
        """Take in what has come to the record since."""
        entries = self.battle.entries
        for entry in entries[self._read :]:
            if type(entry) is Event:
                known = self._known(entry)
                if known is not None:
                    self.heard += 1
                    self._when.append(self.heard)
                    self.told.append(self._tell(known))
            elif type(entry) is Answer and entry.seat == self.seat:
                self.heard += 1
        self._read = len(entries)

    def since(self, heard: int) -> tuple[Told, ...]:
        """What was told after that state."""
        return tuple(self.told[bisect_right(self._when, heard) :])

    def _known(self, event: Event) -> Event | None:
        if self.all_of_it:
            return event
        if self.seat:
            return event.seen_by(self.seat) if event.known_to(self.seat) else None
        return public(event, [seat.id for seat in self.battle.fight.seats])

    def _tell(self, event: Event) -> Told:
        fight = self.battle.fight
        for who in event.units.values():
            if who:
                self.names[who] = fight.name(who)
        roll = self._rolled(event.roll) if event.roll is not None else None
        return Told(
            len(self.told), event.kind, event.turn, event.phase, event.quarter, self.battle.game.tell(fight, event),
            event.rules, event.units, event.values, event.secret, roll,
        )  # fmt: skip

    def _rolled(self, roll: Rolled) -> dict[str, Any]:
        """A roll with the sides of its dice, which the record does not keep: the rules know them."""
        plain: dict[str, Any] = msgspec.to_builtins(roll)
        sides = self.battle.fight.rules[roll.check].sides
        return {**plain, "sides": sides} if sides else plain
