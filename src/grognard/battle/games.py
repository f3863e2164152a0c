"""What a rule system has to offer so that battles can be fought under it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from grognard.doors import door
from grognard.ground.units import Point
from grognard.kernel.errors import BadInput
from grognard.scenarios.model import Scenario

from . import choosing, posts
from .decisions import Answer, Decision
from .ending import early
from .ending.early import EarlyEnd
from .ending.tally import Tally
from .events import Event, Rolled, Set
from .fight import Fight, Seat
from .forms import Form
from .kinds import GaveUp, Kind, Noted, PhaseBegins, TurnBegins, log_text
from .pictures import Picture, TableSpot
from .previews.records import OddsOf, Preview
from .procedures import Steps
from .sighting.records import GroundCard, Reach, SightLine


class Mark(Struct, frozen=True):
    """A unit or leader as a small map shows it."""

    x: float
    y: float
    side: str
    symbol: str
    """One letter: I, C, A for the arms, * for a leader."""
    steady: bool = True


class PhaseCard(Struct, frozen=True):
    """A phase, or a part of one, as the ribbon over a table shows it."""

    number: str
    group: str
    """The number of the whole phase: 5 for 5a to 5h."""
    name: str
    short: str = ""
    """A shorter name, where the name does not fit."""


F = TypeVar("F", bound=Fight[Any])
"""A battle as the system's own procedures see it."""


class Game(ABC, Generic[F]):
    """A rule system in play. One object in the system's `game.py`, called GAME."""

    id: str
    phases: tuple[str, ...]
    """The phases of a turn, in their order."""
    procedures: Mapping[str, Callable[[F], Steps[None]]] = {}
    """What is done in each of them, and in those that only come before the first turn."""
    sequence_rule: str = ""
    """The rule that gives their order."""
    kinds: Mapping[str, type[Kind]] = {}
    """Everything that can happen, by what the record calls it."""
    untold: str = "stay as they are"
    """What units do that were told nothing, in words."""
    unreached: str = "It cannot be told anything now."
    """Why a unit can be told nothing, where its picture does not say it (`UnitPicture.held`)."""
    option_record: type[choosing.Options] = choosing.Options
    """The options of a battle with what they may be and what they mean; `options` reads them."""
    forms: Mapping[str, Form] = {}
    """How the fields of its options are described to people, by the ids that options name."""

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a battle, checked and completed; refuses what makes no sense with BadInput."""
        options = choosing.read(self.option_record, given)
        # a variant that there is not is refused by whoever lays it over the tables
        door("rules of a system")(self.id, *options.variants)
        return choosing.plain(options)

    def choices(self) -> dict[str, tuple[Any, ...]]:
        """Options that are one of a few words, or yes or no, each with all that may be chosen, the usual first."""
        return choosing.choices(self.option_record)

    def meanings(self) -> dict[str, str]:
        """What each option is about, in a few words."""
        return choosing.meanings(self.option_record)

    def option_labels(self) -> dict[str, choosing.OptionLabels]:
        """What people call an option and its values, where the plain words will not do."""
        return choosing.option_labels(self.option_record)

    def seats(self, scenario: Scenario, options: Mapping[str, Any]) -> tuple[Seat, ...]:
        """Who sits at the table: somebody for each side, or for each of its greater commands as well, as the options
        say."""
        return posts.seats_of(posts.chain_of(scenario), choosing.read(self.option_record, options).seats)

    def turns(self, scenario: Scenario) -> int:
        """How many turns a battle lasts when nobody says."""
        return scenario.header.victory.length_turns

    @abstractmethod
    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> F:
        """The battle before its first turn."""

    def another(self, fight: F, scenario: Scenario, options: Mapping[str, Any]) -> F:
        """The same battle once more, for a branch, which puts a world of its own into it. A system that need not muster
        its armies anew for that makes it of the parts of the fight that never change."""
        return self.begin(scenario, options)

    def look_about(self, fight: F) -> None:
        """Before a phase: who sees whom, what the sky does."""
        return

    def phase(self, fight: F) -> Steps[None]:
        """Play the phase that the world says it is, and leave the world at the beginning of the next."""
        self.look_about(fight)
        now, rules = fight.world.phase, (self.sequence_rule,)
        if now == self.phases[0]:
            fight.emit(TurnBegins(), rules=rules)
        fight.emit(PhaseBegins(phase=now), rules=rules)
        yield from self.procedures[now](fight)
        # a battle that is decided stays in the phase that decided it
        if not self.over(fight):
            self._next(fight)

    def _next(self, fight: F) -> None:
        """The phase after this one; the first of all follows those before the battle, and begins the next turn."""
        now = fight.world.phase
        place = self.phases.index(now) + 1 if now in self.phases else 0
        last = place == len(self.phases)
        fields = {"phase": self.phases[0 if last else place], "turn": fight.world.turn + last}
        # told to nobody: the phase announces itself when it begins
        fight.emit(Noted(), sets=[Set("", "", fields)], to=())

    def over(self, fight: F) -> bool:
        """Whether the battle is decided."""
        return bool(fight.world.over)

    @abstractmethod
    def conclude(self, fight: F) -> None:
        """Say who has won, where something has ended the battle or its turns are over; else it goes on."""

    def give_up(self, fight: F, side: str) -> None:
        """A side gives the battle up, which ends it there and then."""
        fight.emit(GaveUp(side=side), rules=(self.sequence_rule,), sets=[Set("", "", {"gave_up": side})])
        self.conclude(fight)

    @abstractmethod
    def view(self, fight: F, seat: str) -> Any:
        """All that a seat may know of the world, built by allow-list: a frozen msgspec record."""

    @abstractmethod
    def briefing(self, fight: F, seat: str) -> Any:
        """What a seat knows from the start and for good."""

    @abstractmethod
    def outcome(self, fight: F) -> dict[str, Any]:
        """Who won and by what, with losses: plain data (winner, level, turns, quits, sides -> men, lost, points …)."""

    def tally(self, fight: F) -> Tally:
        """How both armies stand, unit by unit; nobody where a system keeps no count."""
        return Tally(())

    def early_ends(self, fight: F, seat: str) -> tuple[EarlyEnd, ...]:
        """What would end the battle before its turns are over, as far as a seat may know how near it is; with no seat,
        as anybody may."""
        return early.by_conditions(fight.scenario.header.victory)

    def tell(self, fight: F, event: Event) -> str:
        """An event in a sentence; nothing for one that is not worth a line."""
        return log_text(fight, event, self.kinds)

    def particulars(self, fight: F, event: Event) -> str:
        """What a player at a table would note beside the dice, where the sentence leaves it out: places, points before
        and after, which of several steps. Nothing where there is nothing to add."""
        return ""

    def roll_seen(self, fight: F, event: Event, seat: str) -> Rolled | None:
        """What a seat that learns of an event sees of its roll: all of it where it is its own, by `Event.owners`, and
        nothing of others'. Where dice lie in plain sight a system shows them too, without what they would betray.
        With no seat: what anybody sees who looks on."""
        return event.roll if event.owners is None or seat in event.owners else None

    def other_shooters(self, fight: F, event: Event) -> int:
        """Of many who shot together and were rolled for at once: how many did so at another percentage than those whom
        the roll counts. Nobody where all were alike."""
        return 0

    def roll_note(self, fight: F, event: Event) -> str:
        """What dice and modifiers do not tell of a roll and its reader should know, in words."""
        return ""

    def rollers(self, fight: F, event: Event) -> tuple[str, ...]:
        """Where two roll against each other: each of them, a unit as the event names it or a side, ours first."""
        return tuple(event.units.values())[:2]

    def marks(self, fight: F) -> list[Mark]:
        """Everybody on the table, for small maps; places in paces."""
        return []

    def phase_name(self, phase: str) -> str:
        """A phase as people call it."""
        return phase.replace("_", " ")

    def phase_card(self, phase: str) -> PhaseCard:
        """A phase of the turn on the ribbon: its number and its name."""
        place, name = str(self.phases.index(phase) + 1), self.phase_name(phase)
        return PhaseCard(place, place, name[:1].upper() + name[1:])

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table, made from its view and its briefing and from nothing else."""
        return Picture(turn=getattr(view, "turn", 0), phase=getattr(view, "phase", ""))

    def preview(self, fight: F, seat: str, answer: Answer) -> Preview:
        """What an answer would do, before it is given; changes nothing, and shows only what the seat may know."""
        return Preview()

    def weigh(self, fight: F, decision: Decision, answer: Answer) -> Preview:
        """The same where what would come of it hangs on what the decision is about; the answer alone is enough for
        most."""
        return self.preview(fight, decision.seat, answer)

    def odds(self, fight: F, seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against a target, as far as the seat can know them; refuses with BadInput who is not
        its own or not in its sight."""
        return []

    def sightline(self, fight: F, seat: str, one: Point, other: Point) -> SightLine:
        """Whether two places of the table see each other, by the ground and by what the seat knows of, and what hides
        them."""
        raise BadInput("these rules do not say who sees whom")

    def ground_card(self, fight: F, seat: str, spot: Point) -> GroundCard:
        """What lies at a place of the table, and what it is worth under these rules."""
        raise BadInput("these rules do not say what the ground is worth")

    def reaches(self, view: Any, briefing: Any) -> tuple[Reach, ...]:
        """How far the guns and the charges of enemies reach whom a seat sees, made from its view and its briefing and
        from nothing else, as a picture is; without rays."""
        return ()

    def looks_over(self, fight: F, post: TableSpot, spots: Sequence[TableSpot]) -> list[bool]:
        """Whether a place sees each of others, by the ground alone."""
        return [True] * len(spots)

    def unidentified(self, fight: F, seat: str) -> Sequence[str]:
        """Ids that would tell a seat who it is that it sees, or may see, but cannot name; none where whoever is seen is
        known. A server sends it other words for them; in sentences the system itself names nobody by them."""
        return ()

    def talk(self, fight: F, seat: str) -> tuple[str, ...]:
        """The seats with whom a seat may talk freely now; nobody where the rules do not say."""
        return ()

    @abstractmethod
    def invariants(self, fight: F) -> list[str]:
        """What is wrong with the world, if anything is: for the fuzzer and the tests."""
