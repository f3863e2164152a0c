"""The service: whoever has a link may look, consider, answer and take back. Knows no HTTP."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from grognard.battle.decisions import Answer
from grognard.battle.ending.giving_up import GIVE_UP
from grognard.battle.sighting import asking
from grognard.battle.sighting.records import GroundCard, SightLine
from grognard.kernel.checks import Refused
from grognard.kernel.errors import BadInput
from grognard.scenarios.model import Scenario

from ..archive.storage import Storage
from ..battles.house import House, Visitor
from ..battles.journal import ADVICE
from ..battles.table import Listener, Table
from ..errors import Stale
from ..limits import NO_LIMITS, Limits
from ..shapes import (
    Aim,
    Considered,
    EnemyReach,
    Given,
    NewGame,
    NewLinks,
    OnePlace,
    OwnPart,
    Previewed,
    Problem,
    ReckonedOdds,
    SeatState,
    TwoPlaces,
    Undone,
    Update,
)
from . import beginning, dicing, undoing
from .accounts import Accounts
from .arrivals import Arrivals
from .copies import Copies
from .history import LookingBack
from .hosting import Hosting
from .notices import wish
from .seating import may_go_on
from .talking import Talking
from .wording import SeatWording

RULES = 1
"""Threads in which accepted answers are carried out. The interpreter runs one at a time, so that more would only keep
those who wait for an answer waiting."""
PATIENCE = 0.008
"""Seconds that one who answered waits for what comes of it; an order takes a few milliseconds, a turn much more."""


class Games:
    """All battles in play."""

    def __init__(self, storage: Storage, *, thinkers: int = 1, limits: Limits = NO_LIMITS) -> None:
        self._limits = limits
        self._house = House(storage, thinkers)
        self._rules = ThreadPoolExecutor(RULES, "rules")
        self.host = Hosting(self._house)
        self.talk = Talking(self._house)
        self.history = LookingBack(self._house)
        self.wording = SeatWording(self._house, self.history)
        self.accounts = Accounts(self._house)
        self.copies = Copies(self._house)
        self.arrivals = Arrivals(self._house, limits)

    def close(self) -> None:
        """Stop thinking and let go of the database."""
        self.talk.close()
        self._rules.shutdown(wait=True)
        self._house.close()

    def begin(self, wanted: NewGame) -> NewLinks:
        """Set up a battle; BadInput where it cannot be."""
        return beginning.begin(self._house, wanted, self._limits)

    def admit(self, token: str) -> Visitor:
        """Whoever has a link; Unknown for all others."""
        return self._house.admit(token)

    # -- looking

    def everything(self, token: str) -> SeatState:
        """All that a link shows; whoever looks at an open seat sits on it."""
        visitor = self._house.admit(token)
        with self._house.before(visitor):
            self._house.sit_down(visitor)
            self.talk.looked(visitor)
            found = visitor.table.everything(visitor.link)
        # outside the lock: it may wake others
        self._house.looked_at(visitor.table)
        return found

    def scenario(self, token: str) -> Scenario:
        """The battle that a link leads to, as it was when it was begun."""
        return self._house.admit(token).table.battle.scenario

    def update(self, visitor: Visitor, since: int) -> Update:
        """What a link has to be told since a state."""
        with self._house.before(visitor):
            self.talk.looked(visitor)
            return visitor.table.update(visitor.link, since)

    def arrived(self, visitor: Visitor, listener: Listener) -> None:
        """Somebody's live line is up; he is called when something may have changed."""
        with self._house.before(visitor):
            self._house.sit_down(visitor)
            visitor.table.listeners.add(listener)
            visitor.table.here[visitor.link.seat] += 1
        visitor.table.notify()
        self._house.say_who(visitor.table)
        self._house.looked_at(visitor.table)

    def left(self, visitor: Visitor, listener: Listener) -> None:
        """His line is cut."""
        with visitor.table.entered():
            visitor.table.listeners.discard(listener)
            visitor.table.here[visitor.link.seat] -= 1
        visitor.table.notify()
        self._house.say_who(visitor.table)

    def preview(self, token: str, considered: Considered) -> Previewed:
        """What an answer would do; where it would be refused, why."""
        visitor = self._house.admit(token, role="player")
        table, link = visitor
        answer = Answer(link.seat, considered.decision, considered.option, considered.values)
        with self._house.before(visitor):
            refusal = table.speech.refusal(answer)
            if refusal is not None:
                return Previewed(refusal=Problem(refusal.reason, refusal.rule))
            if answer.decision == GIVE_UP:
                return Previewed()
            # inside the lock: the decision may be gone a moment later
            found = table.speech.weighed(answer)
        assert found is not None, "what is not refused can be weighed"
        return Previewed(**{name: getattr(found, name) for name in found.__struct_fields__})

    def odds(self, token: str, aim: Aim) -> ReckonedOdds:
        """The chances of a unit against a target, as far as the seat can know them."""
        visitor = self._house.admit(token, role="player")
        table, link = visitor
        with self._house.before(visitor):
            battle, disguise = table.battle, table.speech.disguise(link.seat)
            unit, target = disguise.meant(aim.unit), disguise.meant(aim.target)
            try:
                return ReckonedOdds(tuple(battle.game.odds(battle.fight, link.seat, unit, target)))
            except BadInput as error:
                # in the words that the seat used: the reason must not name an id that is hidden from it
                raise BadInput(disguise.echoed(str(error), aim.unit, aim.target)) from error

    def sight(self, token: str, places: TwoPlaces) -> SightLine:
        """Whether two places see each other, by the ground and by what the seat knows of."""
        visitor = self._house.admit(token, role="player")
        table, link = visitor
        with self._house.before(visitor):
            return asking.sightline(table.battle.game, table.battle.fight, link.seat, places.start, places.end)

    def ground(self, token: str, place: OnePlace) -> GroundCard:
        """What lies at a place, and what it is worth."""
        visitor = self._house.admit(token, role="player")
        table, link = visitor
        with self._house.before(visitor):
            return asking.ground_card(table.battle.game, table.battle.fight, link.seat, place.at)

    def reach(self, token: str) -> EnemyReach:
        """How far the enemies reach whom the seat sees."""
        visitor = self._house.admit(token, role="player")
        table, link = visitor
        with self._house.before(visitor):
            found = asking.reaches(table.battle.game, table.battle.fight, link.seat)
            disguise = table.speech.disguise(link.seat)
        return disguise.record(EnemyReach(found))

    # -- answering

    def answer(self, token: str, given: Given) -> int:
        """Take a seat's answer: when this returns, it is on disk. Refused, Stale or BadInput where it is not taken.

        One that was taken before, by its key, is not taken again, even if it was taken back since.
        A turn that begins with it is fought meanwhile: then the state that is told is the first of those to come.
        """
        visitor = self._house.admit(token, role="player")
        table, link = visitor
        with self._house.before(visitor, alone=True):
            self._house.sit_down(visitor)
            once = None if given.key is None else f"{link.seat} {given.key}"
            # before all refusals: it was taken, and the sender may only not have heard so
            if once in table.once:
                return table.state(link)
            may_go_on(table)
            if given.state is not None and given.state != table.state(link):
                raise Stale("something has happened since; look again before you answer")
            self._accept(table, Answer(link.seat, given.decision, given.option, given.values), once)
            provisional = table.state(link) + 1
        # in the thread of the rules: on disk it is already, so nothing is lost meanwhile
        done = self._rules.submit(self._settled, visitor)
        try:
            return done.result(timeout=PATIENCE)
        except TimeoutError:
            return provisional

    def _accept(self, table: Table, answer: Answer, once: str | None) -> None:
        refusal = table.speech.refusal(answer)
        if refusal is not None:
            raise Refused(refusal)
        with self._house.journal.mended(table, ADVICE), self._house.storage.access.together():
            self._house.journal.accept(table, table.speech.meant(answer), once)
            # whoever goes on playing no longer asks to go back
            wish(self._house.storage, table, ())

    def _settled(self, visitor: Visitor) -> int:
        """The state that an accepted answer leads to."""
        with visitor.table.entered():
            fault = self._house.journal.settle(visitor.table)
            state = visitor.table.state(visitor.link)
        self._house.changed(visitor.table)
        if fault is not None:
            # after all others were told: the fault concerns the sender alone
            raise fault
        return state

    def part_of_the_dice(self, token: str, own: OwnPart) -> int:
        """A person's part of the seed; the first die falls when all have given theirs."""
        return dicing.take(self._house, token, own)

    def trouble(self) -> str:
        """Why battles can be neither read nor written; nothing where all is well."""
        return self._house.storage.trouble()

    def in_memory(self) -> int:
        """How many battles are."""
        return sum(1 for _ in self._house.tables)

    def undo(self, token: str) -> Undone:
        """Take back a seat's last answer if nothing has come to light since; else note that it wishes to."""
        return undoing.undo(self._house, token)

    def keep(self, token: str) -> Undone:
        """Say no to those who ask to take something back."""
        return undoing.refuse(self._house, token)
