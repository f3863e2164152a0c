"""A battle in progress: it runs on until somebody has to decide something, and takes answers.

    battle = Battle.begin(game, scenario, seed=7)
    while battle.open:
        for decision in battle.decisions("blue"): …
        battle.answer(decision.default)

At the start of each phase the world is put by. Undo, branches and loading begin there and give the later answers once
more, with the same dice: procedures need not be saved, and a record that does not lead to the same events is found out.
A branch does so when somebody first looks at it: until then it is no more than the record and where it goes on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.doors import door
from grognard.kernel.checks import Refusal, Refused
from grognard.kernel.errors import BadData, BadInput
from grognard.kernel.sources import NO_DICE, SeededDice
from grognard.scenarios.model import Scenario

from .decisions import Answer, Decision, refusal_among
from .ending import giving_up
from .events import Event
from .fight import Fight, Seat
from .games import Game
from .procedures import Steps
from .record.fair import Fair
from .record.recorded import ReplayedDice, Threw, seeded
from .worlds import snapshot


class Checkpoint(NamedTuple):
    """The start of a phase: how long the record was, the world, and where the dice stood."""

    entry: int
    world: Any
    dice: dict[str, tuple[int, int]]


class PutOff(NamedTuple):
    """What a branch is until somebody looks at it."""

    origin: Fight[Any]
    """The fight that it came from, for what never changes of it: rules, ground, roster."""
    entries: list[Any]
    point: Checkpoint


class Battle:
    """One battle under one rule system."""

    fight: Fight[Any]
    open: list[Decision]

    def __init__(
        self, game: Game[Any], scenario: Scenario, options: Mapping[str, Any], seed: int, fair: Fair | None = None
    ) -> None:
        """Before anything has happened; `begin` is what one wants. `fair` are the parts that the seed is made of."""
        self.game, self.scenario, self.seed, self.fair = game, scenario, seed, fair
        self.options = game.options(options)
        self.fight = game.begin(scenario, self.options)
        self.fight.use_dice(self._streams())
        self.begun = False
        self.checkpoints: list[Checkpoint] = []
        self.open = []
        self.whole = 0
        """Entries up to which the record is whole; what follows belongs to an answer that is being carried out."""
        self._steps: Steps[None] | None = None
        self._put_off: PutOff | None = None

    @classmethod
    def begin(
        cls, game: Game[Any], scenario: Scenario, *, seed: int, options: Mapping[str, Any] | None = None
    ) -> Battle:
        """A battle that waits for its first decisions."""
        # a scenario may ask for options of its own; what the host says goes before them
        battle = cls(game, scenario, scenario.header.options_for(game.id, options or {}), seed)
        battle.go_on()
        return battle

    @property
    def entries(self) -> list[Any]:
        """The record: answers, dice and events in the order they came."""
        return self.fight.entries

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits at the table."""
        return self.fight.seats

    @property
    def outcome(self) -> dict[str, Any]:
        """Who won and by what, with losses and points by side; how it stands, while it goes on."""
        return self.game.outcome(self.fight)

    @property
    def seedless(self) -> bool:
        """Whether its seed is still being made: all can look at it, and nothing happens."""
        return self.fair is not None and self.fair.seed is None

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.begun and not self.open

    @property
    def turn(self) -> int:
        """The number of the current turn."""
        return self.fight.moment()[0]

    def save(self, path: str | Path) -> None:
        """Write it to a file, from which `grognard.load` makes it again."""
        door("save a battle")(self, Path(path))

    def __repr__(self) -> str:
        called = f"<Battle {self.scenario.header.title}, {self.game.id}, seed {self.seed}"
        turn, phase = self.fight.moment()
        if not self.over:
            waits = [f"{seat.id} ({len(self.decisions(seat.id))})" for seat in self.seats if self.decisions(seat.id)]
            return f"{called}: turn {turn}, {self.game.phase_name(phase)}; waits for {', '.join(waits)}>"
        end = self.outcome
        return f"{called}: over on turn {turn}: {end['why']}; {end['winner'] or 'nobody'} won>"

    def _repr_svg_(self) -> str:
        """A notebook's picture: the table with all troops where they stand."""
        return str(door("battle as SVG")(self))

    def decisions(self, seat: str) -> list[Decision]:
        """What a seat has to decide now."""
        return [decision for decision in self.open if decision.seat == seat]

    def view(self, seat: str) -> Any:
        """What a seat may know of the world."""
        self._must_be_seat(seat)
        return self.game.view(self.fight, seat)

    def events(self, seat: str | None = None, since: int = 0) -> list[Event]:
        """What happened, as a seat learnt of it (or all of it, without a seat), after the first so many."""
        every = (entry for entry in self.entries if type(entry) is Event)
        if seat is None:
            return list(every)[since:]
        self._must_be_seat(seat)
        return [event.seen_by(seat) for event in every if event.known_to(seat)][since:]

    def refusal(self, answer: Answer) -> Refusal | None:
        """Why an answer would not be taken, if it would not."""
        if answer.decision == giving_up.GIVE_UP:
            return giving_up.refusal(self.fight, answer, over=self.over)
        return refusal_among(self.decisions(answer.seat), answer, lambda who: self.fight.known_as(answer.seat, who))

    def answer(self, answer: Answer) -> None:
        """Take an answer and run on; raises Refused with the reason where it is not allowed."""
        refusal = self.refusal(answer)
        if refusal is not None:
            raise Refused(refusal)
        self._take(answer)

    def undo(self, seat: str, again: Collection[str] = ()) -> Answer:
        """Take back a seat's last answer, unless dice have been thrown since or somebody else has learnt something.

        What others were asked only because of that answer is asked of those in `again` once more when it is due; where
        another has answered such a thing, nothing is taken back.
        """
        self._must_be_seat(seat)
        at = next((i for i in range(len(self.entries) - 1, -1, -1) if self._is_answer(i, seat)), None)
        # answers are given again from the last checkpoint only; farther back goes `rewind`, where all consent
        if at is None or (self.checkpoints and at < self.checkpoints[-1].entry):
            title = next(each.title for each in self.fight.seats if each.id == seat)
            raise BadInput(f"{title}: nothing to take back since the last dice, or since the phase began")
        if _revealed(self.entries[at:]):
            raise BadInput("it cannot be taken back: dice have been thrown or something has come to light since")
        # nothing is unmade entry by entry: the phase is played again from its start without that answer
        undone: Answer = self.entries[at]
        point = self.checkpoints[-1]
        earlier, later = self._given(point.entry, at), self._given(at + 1, len(self.entries))
        self._back_to(point)
        # later answers of others stand, if they still answer something; else all is put back as it was
        if not self._gave([*earlier, *later], again):
            self._back_to(point)
            for answer in (*earlier, undone, *later):
                self.answer(answer)
            raise BadInput("it cannot be taken back: somebody else has answered since what it led to")
        return undone

    def _given(self, start: int, end: int) -> list[Answer]:
        return [entry for entry in self.entries[start:end] if type(entry) is Answer]

    def _gave(self, answers: Sequence[Answer], again: Collection[str]) -> bool:
        """Give answers once more; false where somebody's no longer has a question to answer who is not to be asked
        again."""
        for answer in answers:
            # judged as it comes up, not beforehand: whether it is still asked depends on those before it
            if self.refusal(answer) is None:
                self.answer(answer)
            elif answer.seat not in again:
                return False
        return True

    def rewind(self, at: int) -> None:
        """Go back to just before an entry of the record, whatever has come to light since: where all consent. A battle
        that was loaded goes back no farther than to the phase it was loaded in."""
        point = next((each for each in reversed(self.checkpoints) if each.entry <= at), None)
        if point is None:
            raise BadInput("it cannot be taken back as far as that")
        # read before going back, which cuts them off the record
        answers = self._given(point.entry, at)
        self._back_to(point)
        for answer in answers:
            self.answer(answer)

    def branch(self) -> Battle:
        """Another battle that goes on from here by itself. To make it costs next to nothing; the answers of the phase
        are given again when somebody first looks at it."""
        other = Battle.__new__(Battle)
        other.game, other.scenario, other.seed, other.fair = self.game, self.scenario, self.seed, self.fair
        other.options, other.begun, other.whole = self.options, self.begun, self.whole
        # worlds are never changed, only replaced, so both battles may share the snapshots
        other.checkpoints = list(self.checkpoints)
        waiting = self._put_off
        fight, entries = (waiting.origin, waiting.entries) if waiting else (self.fight, self.entries)
        other._put_off = PutOff(fight, list(entries), self.checkpoints[-1])
        return other

    if not TYPE_CHECKING:  # a checker would take it that any name may be asked for

        def __getattr__(self, name: str) -> Any:
            # Python asks this for what is missing: of a branch, what nobody has looked at so far
            waiting = self.__dict__.get("_put_off")
            if waiting is None or name not in ("fight", "open", "_steps"):
                raise AttributeError(f"a battle has no {name!r}")
            self._catch_up(waiting)
            return getattr(self, name)

    def _catch_up(self, waiting: PutOff) -> None:
        """Become what the branch stands for: back at the start of the phase, and its answers given once more."""
        self._put_off = None
        self.fight = self.game.another(waiting.origin, self.scenario, self.options)
        self.fight.entries[:] = waiting.entries
        answers = self._given(waiting.point.entry, len(waiting.entries))
        self._back_to(waiting.point)
        for answer in answers:
            # not asked again whether it is allowed: it was when it was given
            self._take(answer)

    def resume(self, entries: Sequence[Any], at: int, dice: Mapping[str, tuple[int, int]]) -> None:
        """Go on from a record: events up to a checkpoint are applied, the answers after it are given once more."""
        self.resume_at(entries[:at], dice)
        for entry in entries[at:]:
            if type(entry) is Answer:
                self.answer(entry)
        # the answers were given to today's rules: what came of them must be what stands in the record
        if len(self.entries) != len(entries) or any(
            a != b for a, b in zip(self.entries[at:], entries[at:], strict=True)
        ):
            raise BadData("the record does not lead where it says: its answers, dice and events do not fit together")

    def resume_at(self, entries: Sequence[Any], dice: Mapping[str, tuple[int, int]]) -> None:
        """Go on from the start of a phase: the events of a record up to there are applied, and no rule is asked."""
        # into the same list: the dice note their throws in it
        self.fight.entries[:] = entries
        self._told(entries)
        self._back_to(Checkpoint(len(entries), snapshot(self.fight.world), dict(dice)))

    def end_as_told(self, entries: Sequence[Any], at: int, dice: Mapping[str, tuple[int, int]]) -> None:
        """A battle that is over, as its record tells it: no rule is asked. Its last phase began at entry `at`."""
        self.fight.entries[:] = entries
        self._told(entries[:at])
        self.checkpoints.append(Checkpoint(at, snapshot(self.fight.world), dict(dice)))
        self._told(entries[at:])
        self.begun, self.whole = True, len(entries)

    def _told(self, entries: Sequence[Any]) -> None:
        for entry in entries:
            if type(entry) is Event:
                self.fight.happen(entry)

    def replay(self, entries: Sequence[Any]) -> None:
        """Give all answers of a record from the very beginning, with the dice that stand in it."""
        for stream, noted in self.fight.streams.items():
            # dice from the record, so that a battle can be told again whose seed nobody knows
            noted.source = ReplayedDice([entry for entry in entries if type(entry) is Threw and entry.stream == stream])
        self.go_on()
        for entry in entries:
            if type(entry) is Answer:
                self.answer(entry)

    def go_on(self) -> None:
        """Run the phases until somebody has to decide something."""
        self.open, self.begun = [], True
        while not self.open and not self.game.over(self.fight):
            # before the procedure is made: a generator cannot be saved, so going back means making it anew
            self._put_by()
            self._steps = self.game.phase(self.fight)
            try:
                self.open = self._asked_of(next(self._steps))
            # a phase without a question: on to the next
            except StopIteration:
                continue
        self.whole = len(self.entries)

    def _take(self, answer: Answer) -> None:
        if answer.decision == giving_up.GIVE_UP:
            self._give_up(answer)
            return
        decision = self._asked(answer)
        assert decision is not None
        self.entries.append(answer)
        self._send(decision, answer)

    def _give_up(self, answer: Answer) -> None:
        self.entries.append(answer)
        # nobody is asked any more: what was under way stops where it is
        self._steps = None
        self.game.give_up(self.fight, giving_up.side_of(self.fight, answer.seat))
        self.go_on()

    def _send(self, decision: Decision, answer: Answer) -> None:
        assert self._steps is not None
        try:
            self.open = self._asked_of(self._steps.send((decision, answer)))
        except StopIteration:
            self.go_on()
        for each in self.open:
            each.happened()
        self.whole = len(self.entries)

    def _asked_of(self, decisions: Iterable[Decision]) -> list[Decision]:
        """Decisions that are open now, in sentences that agree with the names in them."""
        found = list(decisions)
        for each in found:
            each.agreeing(self.fight.agreed)
        return found

    def _put_by(self) -> None:
        states = {
            stream: noted.source.state
            for stream, noted in self.fight.streams.items()
            # dice from a record or from a person's hand have no place to go back to
            if isinstance(noted.source, SeededDice)
        }
        self.checkpoints.append(Checkpoint(len(self.entries), snapshot(self.fight.world), states))

    def _back_to(self, point: Checkpoint) -> None:
        # the point itself goes too: `go_on` puts it by again
        while self.checkpoints and self.checkpoints[-1].entry >= point.entry:
            self.checkpoints.pop()
        self.whole = min(self.whole, point.entry)
        del self.fight.entries[point.entry :]
        # a copy, because the phase that begins here will put its changes into it
        self.fight.restarted(snapshot(point.world))
        sources = self._streams()
        for stream, state in point.dice.items():
            sources[stream].go_on_from(state)
        self.fight.use_dice(sources)
        self.go_on()

    def _streams(self) -> dict[str, Any]:
        """The dice; none while their seed is being made."""
        seats = [seat.id for seat in self.fight.seats]
        if self.seedless:
            return dict.fromkeys(("", *seats), NO_DICE)
        return seeded(self.seed, seats)

    def _asked(self, answer: Answer) -> Decision | None:
        return next((each for each in self.open if each.seat == answer.seat and each.id == answer.decision), None)

    def _is_answer(self, i: int, seat: str) -> bool:
        entry = self.entries[i]
        return type(entry) is Answer and entry.seat == seat

    def _must_be_seat(self, seat: str) -> None:
        known = [each.id for each in self.fight.seats]
        if seat not in known:
            raise BadInput(f"no seat {seat!r}; there are {', '.join(known)}")


def _revealed(entries: Sequence[Any]) -> bool:
    """Whether chance came in, or an answer showed something to anybody but him who gave it."""
    seat = ""
    for entry in entries:
        if type(entry) is Answer:
            seat = entry.seat
        elif type(entry) is Threw or (type(entry) is Event and (entry.to is None or set(entry.to) - {seat})):
            return True
    return False
