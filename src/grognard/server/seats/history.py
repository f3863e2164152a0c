"""Looking back: the table as a link saw it when each phase had ended, made anew from the record.

Events are applied and no rule is asked, so that any step is there in a moment. A past table is taken only where a phase
had just ended: there all look about, and so a view of the world as it was then shows what the seat saw then, and
nothing that it has learnt since.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.events import Event
from grognard.battle.pictures import Picture
from grognard.battle.worlds import apply, snapshot
from grognard.kernel.errors import BadInput

from ..archive.storage import Link
from ..battles.house import House
from ..battles.table import Hindsight
from ..errors import Garbled
from ..shapes import History, Moment, Past, Reel, Seeing, Told
from ..views import showing
from ..views.reels import NOW, Film
from ..views.speech import EVERYTHING, Speech
from ..views.steps import scenes

MOST_RECORDS = 8
"""Battles whose past is kept at hand; others are read again from their record, a fifth of a second for a long one."""
STRETCH = 500
"""Entries of a record after which the world is put by, so that no step is farther than that from one of them."""
BEGINNING = Moment(0, 1, "", -1, -1)
CLOCK = ("turn", "phase")
"""Kinds of events that only say what time it is."""
Phase = tuple[int, str]
"""Of which turn, and which."""


class RecordedBattle:
    """A battle's record: where its phases ended, and the world at any place of it."""

    def __init__(self, battle: Battle) -> None:
        """Of this battle, from its beginning; `battle` itself is not touched."""
        # another battle from the same seed: its world is wound to and fro, and nobody plays on it
        self._battle = Battle(battle.game, battle.scenario, battle.options, battle.seed, battle.fair)
        self._entries: list[Any] = []
        self._worlds = [snapshot(self._battle.fight.world)]
        """As they were after each stretch of the record."""
        self.ends: dict[Phase, int] = {}
        self._steps: dict[str, tuple[Told | None, int, tuple[Moment, ...]]] = {}

    def follow(self, entries: list[Any], ended: int | None = None) -> None:
        """Take in what has come to the record since; where it is another one, because something was taken back, all.
        The last phase that has ended did so before the entry `ended`, or at the end of the record."""
        known = min(len(self._entries), len(entries))
        # something was taken back: all worlds but the first belong to the other course
        if self._entries[:known] != entries[:known]:
            del self._worlds[1:]
        elif len(entries) == len(self._entries):
            return
        self._entries, self.ends = entries, phase_ends(entries if ended is None else entries[:ended])
        # of a shorter one only what it has: a world beyond its end was another battle's
        del self._worlds[len(entries) // STRETCH + 1 :]

    def steps(self, sees: str, told: Sequence[Told]) -> tuple[Moment, ...]:
        """The steps for one who sees with these eyes and was told this."""
        last = told[-1] if told else None
        kept = self._steps.get(sees)
        if kept is None or kept[0] is not last or kept[1] != len(self._entries):
            kept = self._steps[sees] = last, len(self._entries), moments(told, self.ends)
        return kept[2]

    def at(self, place: int) -> Battle:
        """The battle before that entry, for looking at; good until the next is asked for."""
        while len(self._worlds) <= place // STRETCH:
            reached = len(self._worlds)
            self._worlds.append(self._later(self._worlds[-1], (reached - 1) * STRETCH, reached * STRETCH))
        stretch = place // STRETCH
        self._battle.fight.restarted(self._later(self._worlds[stretch], stretch * STRETCH, place))
        return self._battle

    def _later(self, world: Any, start: int, end: int) -> Any:
        # a copy: the worlds put by must stay as they were
        now = snapshot(world)
        for entry in self._entries[start:end]:
            if type(entry) is Event:
                apply(now, entry)
        return now


class LookingBack:
    """Shows links the past of their battles."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._records: OrderedDict[str, RecordedBattle] = OrderedDict()
        self._one = threading.Lock()
        """One at a time: who plays does not wait behind many who look back."""

    def steps(self, token: str) -> History:
        """What a link can look back on."""
        left = self._left(token)
        # after the table's own lock was let go, so that play does not wait for it
        with self._one:
            return History(self._record(left).steps(left.then.sees, left.then.told), left.everything)

    def picture(self, token: str, n: int, see: Seeing) -> Past:
        """The table after a step, as the link saw it then; or with everybody on it, where that may be seen."""
        left = self._left(token)
        sees = _eyes(left, see)
        with self._one:
            record = self._record(left)
            steps = record.steps(left.then.sees, left.then.told)
            if n >= len(steps):
                raise Garbled(f"n: {n}; the steps so far are 0 to {len(steps) - 1}")
            # 0, the beginning, for the first step, which no phase ended
            then = record.at(record.ends.get((steps[n].turn, steps[n].phase), 0))
            picture = _sent(then, left, sees)
        return Past(steps[n], replace(picture, turn=steps[n].turn, phase=steps[n].phase))

    def reel(self, token: str, first: int, last: int, see: Seeing) -> Reel:
        """What happened from one event to another in pictures: from the last table that the link saw before the first
        of them to the first that it saw after the last, which may be the present one."""
        left = self._left(token)
        sees, told = _eyes(left, see), left.then.told
        if not 0 <= first <= last < len(told):
            raise Garbled(f"first: {first}, last: {last}; the events so far are 0 to {len(told) - 1}")
        with self._one:
            record = self._record(left)
            film = Film(told, left.then.places, record.ends, scenes(left.battle.game.id))
            return film.reel(first, last, lambda place: _then(record, left, sees, place))

    def _left(self, token: str) -> _Left:
        """What is needed of the present table. Then its lock is let go, and the battle goes on meanwhile."""
        visitor = self._house.admit(token)
        table, link = visitor
        with self._house.before(visitor):
            self._house.sit_down(visitor)
            then = table.looked_back(link)
            everything = then.sees == EVERYTHING or (table.battle.over and table.revealed)
            return _Left(link, table.battle, table.speech, everything, then)

    def _record(self, left: _Left) -> RecordedBattle:
        game = left.link.game
        if game not in self._records:
            self._records[game] = RecordedBattle(left.battle)
            while len(self._records) > MOST_RECORDS:
                self._records.popitem(last=False)
        self._records.move_to_end(game)
        self._records[game].follow(left.then.entries, left.then.ended)
        return self._records[game]


class _Left(NamedTuple):
    """A table as it was left, for one who looks back from it."""

    link: Link
    battle: Battle
    speech: Speech
    everything: bool
    then: Hindsight


def phase_ends(entries: Sequence[Any]) -> dict[Phase, int]:
    """Where each phase ended in a record that ends with one: before the first event of the next."""
    ends: dict[Phase, int] = {}
    turn, phase = 0, ""
    for place, entry in enumerate(entries):
        if type(entry) is Event and (entry.phase != phase or entry.turn != turn):
            ends[turn, phase] = place
            turn, phase = entry.turn, entry.phase
    ends[turn, phase] = len(entries)
    ends.pop((0, ""), None)
    return ends


def moments(told: Iterable[Told], ended: Mapping[Phase, int]) -> tuple[Moment, ...]:
    """The beginning, and every phase that is over in which there was something to tell."""
    found = [BEGINNING]
    worth = (event for event in told if event.text and event.kind not in CLOCK)
    for when, events in groupby(worth, lambda event: (event.turn, event.phase)):
        if when in ended:
            numbers = [event.n for event in events]
            found.append(Moment(len(found), *when, numbers[0], numbers[-1]))
    return tuple(found)


def _eyes(left: _Left, see: Seeing) -> str:
    """Whose eyes one looks back with."""
    if see == "all" and not left.everything:
        raise BadInput("the troops of all are shown when the battle is over and its host has revealed it")
    return EVERYTHING if see == "all" else left.then.sees


def _then(record: RecordedBattle, left: _Left, sees: str, place: int) -> Picture:
    """The table before an entry of the record, or the present one."""
    if place != NOW:
        return _sent(record.at(place), left, sees)
    # as it was sent: the same eyes see the same picture
    if sees == left.then.sees:
        return left.then.picture
    return _sent(record.at(len(left.then.entries)), left, sees)


def _sent(battle: Battle, left: _Left, sees: str) -> Picture:
    """The table as it would be sent if it were now, to one who sees with these eyes."""
    return left.speech.disguise_then(sees, battle).record(_drawn(battle, left.link, sees))


def _drawn(battle: Battle, link: Link, sees: str) -> Picture:
    if sees == EVERYTHING:
        return _from(showing.open_picture(battle), _side(battle, link.seat))
    if link.seat:
        briefing = battle.game.briefing(battle.fight, link.seat)
        return showing.seat_picture(battle, link.seat, battle.view(link.seat), briefing)
    return showing.public_picture(battle) if link.role == "spectator" else showing.bare_picture(battle)


def _side(battle: Battle, seat: str) -> str:
    return next((each.side for each in battle.fight.seats if each.id == seat), "")


def _from(picture: Picture, side: str) -> Picture:
    """An open table seen from one side of it: the other's troops are not one's own."""
    if not side:
        return picture
    mine = {
        name: tuple(replace(each, own=each.side == side) for each in getattr(picture, name))
        for name in ("units", "leaders", "cards", "margin")
    }
    return replace(picture, **mine)
