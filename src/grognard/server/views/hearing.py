"""What a link has been told so far. It grows with the record of a battle, and only what the link may know goes in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.decisions import Answer
from grognard.battle.events import Event, Rolled
from grognard.battle.posts import chain_of

from ..shapes import Told
from .rolls import rolled


def public(event: Event, seats: Sequence[str]) -> Event | None:
    """What every seat knows of an event, if all have learnt of it: what one of them does not know is left out, and who
    has only a general name for one of them has it for all."""
    # who looks on might tell a seat what he hears: so he hears only what each of them knows already
    if not all(map(event.known_to, seats)):
        return None
    known = [event.seen_by(seat) for seat in seats]
    first = known[0]
    return replace(
        first,
        units={role: _least([each.units[role] for each in known], who) for role, who in event.units.items()},
        secret=first.secret if all(each.secret == first.secret for each in known) else {},
        roll=first.roll if all(each.roll is not None for each in known) else None,
    )


def _least(known: Sequence[str], who: str) -> str:
    """By which word all know somebody: nothing where one of them does not, his id only where nobody lacks it."""
    return next((each for each in known if each != who), who) if all(known) else ""


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
        self.places: list[int] = []
        """Where each of them stands in the record."""
        self.names: dict[str, str] = self._comrades()
        """What those are called whom it knows of: leaders of its side from the first, others as it hears of them."""
        self._when: list[int] = []
        self._read = 0

    def _comrades(self) -> dict[str, str]:
        """One may write to whoever commands on one's own side, in sight or not."""
        side = next((place.side for place in self.battle.fight.seats if place.id == self.seat), "")
        posts = chain_of(self.battle.scenario).leaders if side else {}
        return {leader: post.name for leader, post in posts.items() if post.side == side}

    def listen(self) -> None:
        """Take in what has come to the record since."""
        entries = self.battle.entries
        hidden = self._unidentified() if self._read < len(entries) else {}
        for place, entry in enumerate(entries[self._read :], start=self._read):
            if type(entry) is Event:
                event = self._as_called(entry, hidden)
                known = self._known(event)
                if known is not None:
                    self.heard += 1
                    self._when.append(self.heard)
                    self.places.append(place)
                    self.told.append(self._tell(event, known))
            elif type(entry) is Answer and entry.seat == self.seat:
                # one's own answer is noticed; that others answer must not show, not even in a number
                self.heard += 1
        self._read = len(entries)

    def since(self, heard: int) -> tuple[Told, ...]:
        """What was told after that state."""
        return tuple(self.told[bisect_right(self._when, heard) :])

    def _unidentified(self) -> dict[str, frozenset[str]]:
        """Whom seats cannot name, by seat."""
        battle = self.battle
        found = {seat.id: frozenset(battle.game.unidentified(battle.fight, seat.id)) for seat in battle.fight.seats}
        return {seat: hidden for seat, hidden in found.items() if hidden}

    def _as_called(self, event: Event, hidden: Mapping[str, frozenset[str]]) -> Event:
        """The event with what seats call those whom they cannot name, whether or not it says so itself."""
        called = {
            seat: {role: self.battle.fight.called(seat, who) for role, who in event.units.items() if who in ids}
            for seat, ids in hidden.items()
        }
        if not any(called.values()):
            return event
        all_known = {seat: {**event.called.get(seat, {}), **names} for seat, names in called.items()}
        return replace(event, called={**event.called, **all_known})

    def _known(self, event: Event) -> Event | None:
        if self.all_of_it:
            return event
        if self.seat:
            return self._seen(event, self.seat) if event.known_to(self.seat) else None
        seats = [seat.id for seat in self.battle.fight.seats]
        # dice are for those who look on only where no seat lacks them, like everything else
        known = public(event, seats)
        if known is None or event.roll is None or any(self._roll(event, seat) is None for seat in seats):
            return known
        return replace(known, roll=self._roll(event, ""))

    def _seen(self, event: Event, seat: str) -> Event:
        seen = event.seen_by(seat)
        return seen if event.roll is None else replace(seen, roll=self._roll(event, seat))

    def _roll(self, event: Event, seat: str) -> Rolled | None:
        return self.battle.game.roll_seen(self.battle.fight, event, seat)

    def _tell(self, event: Event, known: Event) -> Told:
        fight = self.battle.fight
        for who in known.units.values():
            if who:
                self.names[who] = fight.name(who)
        kind = self.battle.game.kinds.get(known.kind)
        return Told(
            len(self.told),
            known.kind,
            known.turn,
            known.phase,
            known.quarter,
            self.battle.game.tell(fight, known),
            known.rules,
            known.units,
            known.values,
            known.secret,
            rolled(self.battle, event, known, self.seat),
            kind.written if kind else None,
        )
