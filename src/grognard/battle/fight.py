"""A battle as the procedures of a rule system see it: the world, the rules, the dice, and events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from grognard.kernel.checks import Result
from grognard.kernel.facts import Facts
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.uses.export import plain
from grognard.scenarios.model import EffectOn, Scenario

from .events import Event, Rolled, Set
from .kinds import Filed, Kind
from .record.recorded import NotedDice, Threw
from .special.effects import SpecialEffects, SpecialWorth
from .words.agreeing import agreed
from .worlds import apply

W = TypeVar("W", bound=Struct)
R = TypeVar("R")
S = TypeVar("S", bound=Facts)

RecordEntry = Any
"""An answer, dice or an event of the record."""


class Seat(Struct, frozen=True):
    """A place at the table: somebody who decides for one or more commanders of a side."""

    id: str
    side: str
    title: str
    leaders: tuple[str, ...] = ()


class Fight(Generic[W]):
    """What procedures work with. Rule systems add their own readings of the world in a subclass."""

    special_worth = SpecialWorth(wait="", on={})
    """What special rules of battles come to under a system, as its special.toml says."""

    def __init__(self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: W) -> None:
        self.scenario, self.seats, self.rules, self.world = scenario, seats, rules, world
        self.entries: list[RecordEntry] = []
        self.streams: dict[str, NotedDice] = {}
        self.quarter = 0
        self.special = SpecialEffects(scenario, self.special_worth)

    @property
    def dice(self) -> NotedDice:
        """The dice that all may see."""
        return self.streams[""]

    def secret_dice(self, seat: str) -> NotedDice:
        """The dice of a seat's secret rolls."""
        return self.streams[seat]

    def use_dice(self, sources: Mapping[str, Any]) -> None:
        """Take dice from these sources, by stream."""
        # every throw goes into the record in the order in which it was made, whichever stream it came from
        note = self.entries.append
        self.streams = {stream: NotedDice(source, stream, note) for stream, source in sources.items()}

    def emit(
        self,
        what: Kind,
        *,
        rules: Iterable[str] = (),
        roll: Result[Any] | None = None,
        sets: Iterable[Set] = (),
        to: tuple[str, ...] | None = None,
        owners: tuple[str, ...] | None = None,
        masked: Mapping[str, tuple[str, ...]] | None = None,
        called: Mapping[str, dict[str, str]] | None = None,
    ) -> Event:
        """Something happens: it is recorded, and the world is changed by it."""
        return self._record(what.kind, what.filed(), rules, roll, sets, to, owners, masked or {}, called or {})

    def _record(
        self,
        kind: str,
        filed: Filed,
        rules: Iterable[str],
        roll: Result[Any] | None,
        sets: Iterable[Set],
        to: tuple[str, ...] | None,
        owners: tuple[str, ...] | None,
        masked: Mapping[str, tuple[str, ...]],
        called: Mapping[str, dict[str, str]],
    ) -> Event:
        turn, phase = self.moment()
        event = Event(
            kind,
            turn,
            phase,
            self.quarter,
            tuple(rules),
            *filed,
            rolled(roll) if roll is not None else None,
            tuple(sets),
            to,
            owners,
            dict(masked),
            dict(called),
        )
        self.entries.append(event)
        # recorded first: whoever is told of the change finds the event that made it
        self.happen(event)
        return event

    def happen(self, event: Event) -> None:
        """Let an event change the world; a subclass keeps what it derives from the world up to date."""
        apply(self.world, event)

    def moment(self) -> tuple[int, str]:
        """The turn and the phase."""
        world: Any = self.world
        return world.turn, world.phase

    def seats_of(self, side: str) -> tuple[str, ...]:
        """The seats of one side."""
        return tuple(seat.id for seat in self.seats if seat.side == side)

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit or leader."""
        raise NotImplementedError

    def owned(self, seat: str, records: Mapping[str, R]) -> dict[str, R]:
        """Those of some records, by the ids of units or leaders, that a seat commands."""
        return {who: record for who, record in records.items() if self.seat_of(who) == seat}

    def name(self, who: str) -> str:
        """What a unit or leader is called."""
        return who

    def name_then(self, who: str, turn: int) -> str:
        """What he was called on an earlier turn: a leader who fell since is not called by his successor's name."""
        return self.name(who)

    def agreed(self, words: str, who: Iterable[str]) -> str:
        """A sentence whose verbs agree with the names of those it is about."""
        return agreed(words, (self.name(each) for each in who if each))

    def called(self, seat: str, who: str) -> str:
        """What a seat calls a unit that it sees but cannot name; nothing where it knows who it is."""
        return ""

    def name_to(self, seat: str, who: str) -> str:
        """What a seat calls a unit or leader."""
        return self.called(seat, who) or self.name(who)

    def known_as(self, seat: str, who: str) -> str:
        """The same for a word that the seat has said: the word itself where it is nobody's id, or that of an enemy
        whom the seat does not see."""
        # a word that names nobody is given back as it was said: a refusal must not tell a guess from a hit
        name = self.name_to(seat, who)
        if name == who:
            return who
        side = next(each.side for each in self.seats if each.id == seat)
        return name if self.knows(seat, who) or self.seat_of(who) in self.seats_of(side) else who

    def knows(self, seat: str, who: str) -> bool:
        """Whether a seat can make out a unit or leader."""
        raise NotImplementedError

    def report(
        self,
        what: Kind,
        *,
        rules: Iterable[str],
        roll: Result[Any] | None = None,
        sets: Iterable[Set] = (),
    ) -> Event:
        """Something that can be seen: the seats of those who have a part in it, and all who see one of them, learn of
        it. The dice and the secret values go to the owners of the first unit named only."""
        filed = what.filed()
        units = filed[0]
        who = [each for each in units.values() if each]
        masked: dict[str, tuple[str, ...]] = {}
        called: dict[str, dict[str, str]] = {}
        to = []
        for seat in self.seats:
            hidden = tuple(role for role, each in units.items() if each and not self.knows(seat.id, each))
            # a seat that can make out at least one of those concerned learns of it, with the others masked
            if len(hidden) < len(who):
                to.append(seat.id)
                if hidden:
                    masked[seat.id] = hidden
                names = {role: name for role, each in units.items() if each and (name := self.called(seat.id, each))}
                if names:
                    called[seat.id] = names
        # the first unit named is the one that acts or rolls: its dice are its own
        owners = (self.seat_of(who[0]),) if who else ()
        return self._record(what.kind, filed, rules, roll, sets, tuple(to), owners, masked, called)

    def privately(
        self,
        what: Kind,
        seat: str,
        *,
        rules: Iterable[str],
        roll: Result[Any] | None = None,
        sets: Iterable[Set] = (),
    ) -> Event:
        """Something that only one seat knows of: orders, missions, points, secret checks."""
        return self.emit(what, rules=rules, roll=roll, sets=sets, to=(seat,), owners=(seat,))

    def specially(self, on: EffectOn, facts: S, *, unit: str = "", side: str = "") -> S:
        """The facts of a check of a unit, or of a side, with what the battle's special rules add to it."""
        return facts.under(self.special.modifiers(on, self.moment()[0], unit=unit, side=side))

    def settle(self, check: str, facts: Any) -> Any:
        """The outcome of a check that needs no dice; raises Refused where the rules say no."""
        return self.rules[check].settle(facts)

    def roll(self, check: str, facts: Any, *, by: str = "", seen: Iterable[str] = (), secret: str = "") -> Result[Any]:
        """Make a check. Whose dice only some are shown come from their own stream, so that nobody can tell by the dice
        that all see what was rolled in secret: of a unit or leader (`by`) from his seat's, unless every seat sees those
        by whom it would know of them (`seen`); or from a seat's (`secret`). All others are for all to see."""
        # one seat that does not see it is enough: from the open stream it could count that something was rolled
        if by and not (seen and self._in_sight_of_all(seen)):
            secret = self.seat_of(by)
        return self.rules[check].roll(facts, self.secret_dice(secret) if secret else self.dice)

    def _in_sight_of_all(self, who: Iterable[str]) -> bool:
        return all(self.knows(seat.id, each) for each in who for seat in self.seats)

    def restarted(self, world: W) -> None:
        """The world was replaced, by undo or loading; a subclass forgets what it derived from the old one."""
        self.world = world


def rolled(result: Result[Any]) -> Rolled:
    """A result as the record keeps it."""
    details = {
        side: {**plain(part), "modifiers": [[m.rule, m.label, m.value] for m in part["modifiers"]]}
        if side in ("ours", "theirs")
        else plain(part)
        for side, part in result.details.items()
    }
    return Rolled(
        result.check,
        result.rule,
        result.dice,
        result.total,
        tuple((m.rule, m.label, m.value) for m in result.modifiers),
        plain(result.outcome),
        details or None,
    )


__all__ = ["Fight", "Seat", "Threw", "rolled"]
