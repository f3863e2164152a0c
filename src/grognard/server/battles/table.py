"""One battle that is being played: the battle itself, who sits at it, and what each link may see of it.

Whoever calls holds the table's lock. Nothing here knows of HTTP or of a database.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, Commander
from grognard.battle.decisions import Answer, Decision
from grognard.battle.fight import Seat as Place
from grognard.battle.pictures import Picture
from grognard.commanders import commander, is_kind
from grognard.kernel.errors import BadInput

from ..archive.storage import JournalRow, Link, SitterKind
from ..lobby import gallery
from ..shapes import BattleHeader, ClockTold, SeatCard, SeatState, Told, Update, Watching
from ..views import showing
from ..views.aliases import Aliases
from ..views.hearing import Hearing
from ..views.speech import EVERYTHING as EVERYTHING
from ..views.speech import Speech
from ..views.steps import doing, scenes, steps
from .clock import DecisionClock
from .rewinding import last_word, told
from .talk import Conversation

LOG = logging.getLogger("grognard.server")
EPOCH = 1_000_000
"""States are counted anew, from the next million, when something was taken back."""
Listener = Callable[[], None]
ATTENTION = 60.0
"""Seconds for which a look without a live line counts: computers alone fight only while somebody looks."""


class Hindsight(NamedTuple):
    """What a link may look back on."""

    sees: str
    """Whose eyes it sees with."""
    told: list[Told]
    places: list[int]
    """Where each event that it was told of stands in the record."""
    entries: list[Any]
    ended: int
    """How far the record goes up to the phase that it is now."""
    picture: Picture
    """The table as it is now."""


class Table:
    """A battle in play, with everybody who sits at it and everything that is known of them."""

    def __init__(self, game: str, battle: Battle, kinds: dict[str, SitterKind], secret: str = "") -> None:
        self.game, self.battle = game, battle
        self.secret = secret or secrets.token_hex(32)
        """From which the words follow that stand for ids; it lies with the battle on disk."""
        self._aliases = Aliases(self.secret)
        self.kinds: dict[str, SitterKind] = {each.id: kinds[each.id] for each in battle.fight.seats}
        self.lock = threading.RLock()
        self.wanted = 0
        """People who wait for the lock: a computer that thinks gives way to them."""
        self.rows = 0
        """Of the journal, on disk."""
        self.due: list[JournalRow] = []
        """Rows that go to disk with the next ones."""
        self.saved_at, self.saved_on = 0, battle.turn
        """The row after which it was written whole, and the turn."""
        self.undone = 0
        self.paused = self.revealed = False
        self.spectators: Watching = "public"
        self.rivals = self._enemies("player")
        """People have played on both sides."""
        self.thinking = False
        self.trouble = ""
        self.pending: Answer | None = None
        """An answer that is on disk and has still to be carried out."""
        self.once: set[str] = set()
        """Keys of the answers that were accepted, each with its seat; also of those that were taken back."""
        self.stuck = self.held = False
        """Computers wait until something has changed; nobody may answer before the host has decided."""
        self.unreached = False
        """What went wrong was that the database could not be reached."""
        self.consents: set[str] = set()
        self.here: Counter[str] = Counter()
        """Live lines of each seat, with this process."""
        self.elsewhere: dict[str, tuple[float, Counter[str]]] = {}
        """The same of other processes, each with the time at which it said so."""
        self.listeners: set[Listener] = set()
        self._looked = time.monotonic()
        self.talk = Conversation()
        self.clock = DecisionClock()
        self.header = gallery.header(battle.scenario, battle.game.id)
        self.begin_anew(battle)

    def begin_anew(self, battle: Battle) -> None:
        """Take another battle's place, or the same one's after something was taken back."""
        self.battle = battle
        # all of these remember the battle as it was, and with it what may now not have happened
        self._hearings: dict[str, Hearing] = {}
        self._chairs: dict[str, Chair] = {}
        self._commanders: dict[str, Commander] = {}
        self.speech = Speech(battle, self._aliases)
        self._pictures: dict[str, tuple[int, Picture]] = {}

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Hold the lock, before any computer that waits for it."""
        # counted before waiting, so that a computer that thinks sees it and breaks off
        self.wanted += 1
        try:
            self.lock.acquire()
        finally:
            self.wanted -= 1
        try:
            yield
        finally:
            self.lock.release()

    # -- trouble

    def stuck_with(self, trouble: str) -> None:
        """Something could not be carried out; computers wait until somebody has done something about it."""
        self.trouble, self.stuck = trouble, True

    def hold(self, trouble: str) -> None:
        """The record does not fit the rules: nobody answers before the host has decided."""
        self.trouble, self.held = trouble, True

    def all_well(self) -> None:
        """Something was done, and went well."""
        if not self.held:
            self.trouble, self.stuck, self.unreached = "", False, False

    def go_on(self) -> None:
        """The host has decided to play on from here."""
        self.held = False
        self.undone += 1
        self.saved_on = self.battle.turn
        self.begin_anew(self.battle)
        self.all_well()

    def taken_back(self, battle: Battle) -> None:
        """The battle was taken back to an earlier answer: links get everything anew."""
        self.undone += 1
        # else it would be long before it is written whole again
        self.saved_on = min(self.saved_on, battle.turn)
        self.begin_anew(battle)
        self.all_well()

    # -- who sits here

    def place(self, seat: str) -> Place | None:
        """A seat by its id."""
        return next((each for each in self.battle.fight.seats if each.id == seat), None)

    def title(self, seat: str) -> str:
        """What people call a seat."""
        return next((each.title for each in self.battle.fight.seats if each.id == seat), seat)

    def people(self) -> list[str]:
        """Seats that persons have taken."""
        return [seat for seat, kind in self.kinds.items() if kind == "player"]

    def computers(self) -> list[str]:
        """Seats that a computer plays."""
        return [seat for seat, kind in self.kinds.items() if is_kind(kind)]

    def look(self) -> None:
        """Somebody looks at it."""
        self._looked = time.monotonic()

    @property
    def unmanned(self) -> bool:
        """Whether computers alone fight here, with nobody expected."""
        return len(self.computers()) == len(self.kinds)

    @property
    def asleep(self) -> bool:
        """Whether computers alone fight here, and nobody has looked for some time."""
        watched = self.listeners or any(here.total() for _, here in self.elsewhere.values())
        return self.unmanned and not watched and time.monotonic() > self._looked + ATTENTION

    def sits(self, seat: str, kind: SitterKind) -> None:
        """Somebody else sits there."""
        self.kinds[seat] = kind
        self._commanders.pop(seat, None)
        self.consents.discard(seat)
        self.rivals = self.rivals or self._enemies("player")
        # whoever may sit down there next must not have watched both sides
        if self._enemies("player", "open"):
            self.spectators = "public"

    def given_away(self, seat: str) -> str:
        """What is told to one whose link to a seat no longer holds."""
        to = "the computer" if is_kind(self.kinds.get(seat, "")) else "another person"
        return f"the host has given this seat to {to}; ask him for a new link"

    def let_watch(self, see: Watching) -> None:
        """What spectators see while the battle is on; not everything where people play, or played, against each
        other: whoever takes a seat back must not have seen all of it in between."""
        if see == "all" and not self._may_be_watched():
            raise BadInput(
                "spectators cannot see everything where people have played on both sides, until the battle is over; "
                "let them see what is in sight of all"
            )
        self.spectators = see

    @property
    def watching(self) -> Watching:
        """What spectators see now."""
        return self.spectators if self._may_be_watched() else "public"

    def _may_be_watched(self) -> bool:
        return self.battle.over or not (self.rivals or self._enemies("player", "open"))

    def _enemies(self, *kinds: SitterKind) -> bool:
        """Whether such sit on both sides."""
        return len({each.side for each in self.battle.fight.seats if self.kinds[each.id] in kinds}) > 1

    def cards(self) -> tuple[SeatCard, ...]:
        """Who sits where, and who is there just now."""
        return tuple(
            SeatCard(each.id, each.side, each.title, self.kinds[each.id], self._is_here(each.id))
            for each in self.battle.fight.seats
        )

    def _is_here(self, seat: str) -> bool:
        return self.here[seat] > 0 or any(here[seat] > 0 for _, here in self.elsewhere.values())

    def notify(self) -> None:
        """Tell all who listen that something may have changed."""
        for listener in list(self.listeners):
            listener()

    # -- the computer's part

    def next_answer(self) -> Answer:
        """What a computer answers to the first decision that is one's. One that stumbles does as the rules suggest."""
        seats = set(self.computers())
        decision = next(each for each in self.battle.open if each.seat in seats)
        try:
            answer = as_kept(self._commander(decision.seat).decide(self._chair(decision.seat), decision))
            refusal = self.battle.refusal(answer)
            if refusal is None:
                return answer
            LOG.error("%s: the computer answers what is refused: %s (%s)", self.game, answer, refusal.reason)
        except Exception:
            LOG.exception("%s: the computer cannot answer %s", self.game, decision.id)
        # a computer that errs must not stop a battle of people; what it should have done is in the log
        return as_kept(decision.default)

    def to_think(self) -> bool:
        """Whether there is something to carry out, or for a computer to decide."""
        seats = set(self.computers())
        if self.pending is not None:
            return True
        if self.paused or self.stuck or self.held or self.asleep:
            return False
        return any(each.seat in seats for each in self.battle.open) or self.overdue() is not None

    def overdue(self) -> Decision | None:
        """A decision for which a person's time has run out; none while nobody may answer."""
        if self.paused or self.stuck or self.held:
            self.clock.stop()
            return None
        self.clock.look(self._asked_of_people())
        return self.clock.overdue(self._asked_of_people())

    def _asked_of_people(self) -> list[Decision]:
        return [each for each in self.battle.open if self.kinds[each.seat] == "player"]

    def _commander(self, seat: str) -> Commander:
        if seat not in self._commanders:
            seats = [each.id for each in self.battle.fight.seats]
            # a commander has chances of its own, the same after a restart, and no two seats share them
            seed = self.battle.seed * len(seats) + seats.index(seat)
            self._commanders[seat] = commander(self.kinds[seat], self.battle.game.id, seat, seed)
        return self._commanders[seat]

    def _chair(self, seat: str) -> Chair:
        if seat not in self._chairs:
            self._chairs[seat] = Chair(self.battle, seat)
        return self._chairs[seat]

    # -- what a link sees

    def state(self, link: Link) -> int:
        """The number of the state that a link is in."""
        return self.undone * EPOCH + self._hearing(link).heard

    def update(self, link: Link, since: int = -1) -> Update:
        """What a link has to be told, with the events after the state it knows."""
        return Update(**self._changing(link, since))

    def everything(self, link: Link) -> SeatState:
        """All that a link shows."""
        place = self.place(link.seat)
        game = self.battle.game
        return SeatState(
            **self._changing(link, -1),
            game=self.game,
            seat=link.seat,
            side=place.side if place else "",
            kind=link.role,
            battle=self._header(place.side if place else ""),
            system=game.id,
            turns=self._turns(),
            phases=tuple(game.phases),
            steps=steps(game.id),
            untold=game.untold,
            unreached=game.unreached,
            forms=dict(game.forms),
            scenes=scenes(game.id),
            view=self._viewed(link.seat) if place else None,
        )

    def _header(self, side: str) -> BattleHeader:
        """The battle as one side knows it: a lesson names troops, so that only those whom it teaches may read it."""
        lessons = {name: each for name, each in self.header.lessons.items() if each.side == side}
        return msgspec.structs.replace(self.header, lessons=lessons)

    def looked_back(self, link: Link) -> Hindsight:
        """What a link may look back on."""
        ended = self.battle.checkpoints[-1].entry if self.battle.begun else 0
        hearing, sees = self._hearing(link), self._sees(link)
        told = list(self.speech.disguise(sees).told(hearing.told))
        return Hindsight(sees, told, list(hearing.places), list(self.battle.entries), ended, self._picture(link))

    def _viewed(self, seat: str) -> Any:
        return self.speech.disguise(seat).record(self._chair(seat).view)

    def _changing(self, link: Link, since: int) -> dict[str, Any]:
        battle, hearing = self.battle, self._hearing(link)
        turn, phase = battle.fight.moment()
        epoch, heard = divmod(since, EPOCH)
        # a state beyond all that it has heard is none of this battle as it stands
        reset = since < 0 or epoch != self.undone or heard > hearing.heard
        picture, disguise = self._picture(link), self.speech.disguise(self._sees(link))
        decisions = self.speech.asked(link.seat) if link.seat else ()
        return {
            "state": self.state(link),
            "turn": turn,
            "phase": phase,
            "over": battle.over,
            "paused": self.paused,
            "picture": picture,
            "decisions": decisions,
            "reset": reset,
            "events": disguise.told(hearing.since(0 if reset else heard)),
            "waiting": not decisions and not battle.over,
            "seats": self.cards(),
            "names": disguise.record(_names(hearing, picture)),
            "undo": tuple(sorted(self.consents)),
            "outcome": battle.game.outcome(battle.fight) if battle.over else None,
            "trouble": self.trouble,
            "held": self.held,
            "doing": doing(battle.game.id, phase),
            "spectators": self.watching,
            "talk": self.talk.told(battle, link.seat) if link.role == "player" else None,
            "notices": self.talk.notices(),
            "undo_of": self._wished(),
            "ends": () if battle.over else battle.game.early_ends(battle.fight, link.seat),
            "clock": self._clock_told(link.seat),
            "dice": showing.dice_told(battle, all_known=self.revealed or self._sees(link) == EVERYTHING),
        }

    def _clock_told(self, seat: str) -> ClockTold | None:
        if not self.clock.seconds:
            return None
        self.overdue()  # what has just been asked begins to run when it is told
        left = self.clock.left([each for each in self._asked_of_people() if each.seat == seat])
        return ClockTold(self.clock.seconds, left)

    def _wished(self) -> str:
        """What those who ask to take back would have back, in words."""
        place = last_word(self.battle, self.people()) if self.consents else None
        return told(self.battle, place) if place is not None else ""

    def _turns(self) -> int:
        turns: int = getattr(self.battle.fight.world, "turns", 0)
        return turns or self.battle.scenario.header.victory.length_turns

    def _hearing(self, link: Link) -> Hearing:
        key = self._sees(link)
        if key not in self._hearings:
            self._hearings[key] = Hearing(self.battle, link.seat, all_of_it=key == EVERYTHING)
        self._hearings[key].listen()
        return self._hearings[key]

    def _sees(self, link: Link) -> str:
        """The seat that a link looks from; for those without one, how much they may see."""
        if link.seat:
            return link.seat
        if (self.battle.over and self.revealed) or (link.role == "spectator" and self.watching == "all"):
            return EVERYTHING
        return link.role

    def _picture(self, link: Link) -> Picture:
        at = len(self.battle.entries)
        key = self._sees(link)
        if key not in self._pictures or self._pictures[key][0] != at:
            self._pictures[key] = at, self.speech.disguise(key).record(self._drawn(link))
        return self._pictures[key][1]

    def _drawn(self, link: Link) -> Picture:
        if link.seat:
            chair = self._chair(link.seat)
            return showing.seat_picture(self.battle, link.seat, chair.view, chair.briefing)
        if self._sees(link) == EVERYTHING:
            return showing.open_picture(self.battle)
        return showing.public_picture(self.battle) if link.role == "spectator" else showing.bare_picture(self.battle)


def _names(hearing: Hearing, picture: Picture) -> dict[str, str]:
    everybody: tuple[Any, ...] = (*picture.units, *picture.leaders, *picture.ghosts)
    return {**hearing.names, **{one.id: one.name for one in everybody}}


def as_kept(answer: Answer) -> Answer:
    """An answer as it comes back from disk, so that a battle never depends on what JSON cannot tell apart."""
    return msgspec.json.decode(msgspec.json.encode(answer), type=Answer)
