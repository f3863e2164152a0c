"""What a rule system has to offer so that battles can be fought under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from grognard.scenarios.model import Scenario

from .decisions import Answer
from .events import Event, Rolled
from .fight import Fight, Seat
from .pictures import OddsOf, Picture, Preview
from .procedures import Steps
from .tally import Tally


class Mark(Struct, frozen=True):
    """A unit or leader as a small map shows it."""

    x: float
    y: float
    side: str
    symbol: str
    """One letter: I, C, A for the arms, * for a leader."""
    steady: bool = True


class Game(Protocol):
    """A rule system in play. One object in the system's `game.py`, called GAME."""

    id: str
    phases: tuple[str, ...]
    missions: bool = False
    """Whether units have missions, which they follow when they are told nothing."""

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a battle, checked and completed; refuses what makes no sense with BadInput."""
        ...

    def choices(self) -> dict[str, tuple[Any, ...]]:
        """Options that are one of a few words, or yes or no, each with all that may be chosen, the usual first."""
        return {}

    def meanings(self) -> dict[str, str]:
        """What each option is about, in a few words."""
        return {}

    def seats(self, scenario: Scenario, options: Mapping[str, Any]) -> tuple[Seat, ...]:
        """Who sits at the table."""
        ...

    def turns(self, scenario: Scenario) -> int:
        """How many turns a battle lasts when nobody says."""
        return scenario.header.victory.length_turns

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> Fight[Any]:
        """The battle before its first turn."""
        ...

    def phase(self, fight: Fight[Any]) -> Steps[None]:
        """Play the phase that the world says it is, and leave the world at the beginning of the next."""
        ...

    def over(self, fight: Fight[Any]) -> bool:
        """Whether the battle is decided."""
        ...

    def view(self, fight: Fight[Any], seat: str) -> Any:
        """All that a seat may know of the world, built by allow-list: a frozen msgspec record."""
        ...

    def briefing(self, fight: Fight[Any], seat: str) -> Any:
        """What a seat knows from the start and for good."""
        ...

    def outcome(self, fight: Fight[Any]) -> dict[str, Any]:
        """Who won and by what, with losses: plain data (keys winner, level, turns, sides -> men, lost, points …)."""
        ...

    def tally(self, fight: Fight[Any]) -> Tally:
        """How both armies stand, unit by unit; nobody where a system keeps no count."""
        return Tally(())

    def tell(self, fight: Fight[Any], event: Event) -> str:
        """An event in a sentence; nothing for one that is not worth a line."""
        ...

    def particulars(self, fight: Fight[Any], event: Event) -> str:
        """What a player at a table would note beside the dice, where the sentence leaves it out: places, points before
        and after, which of several steps. Nothing where there is nothing to add."""
        return ""

    def roll_seen(self, fight: Fight[Any], event: Event, seat: str) -> Rolled | None:
        """What a seat that learns of an event sees of its roll: all of it where it is its own, by `Event.owners`, and
        nothing of others'. Where dice lie in plain sight a system shows them too, without what they would betray.
        With no seat: what anybody sees who looks on."""
        return event.roll if event.owners is None or seat in event.owners else None

    def rollers(self, fight: Fight[Any], event: Event) -> tuple[str, ...]:
        """Where two roll against each other: each of them, a unit as the event names it or a side, ours first."""
        return tuple(event.units.values())[:2]

    def marks(self, fight: Fight[Any]) -> list[Mark]:
        """Everybody on the table, for small maps; places in paces."""
        ...

    def phase_name(self, phase: str) -> str:
        """A phase as people call it."""
        return phase.replace("_", " ")

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table, made from its view and its briefing and from nothing else."""
        return Picture(turn=getattr(view, "turn", 0), phase=getattr(view, "phase", ""))

    def preview(self, fight: Fight[Any], seat: str, answer: Answer) -> Preview:
        """What an answer would do, before it is given; changes nothing, and shows only what the seat may know."""
        return Preview()

    def odds(self, fight: Fight[Any], seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against a target, as far as the seat can know them; refuses with BadInput who is not
        its own or not in its sight."""
        return []

    def unidentified(self, fight: Fight[Any], seat: str) -> Sequence[str]:
        """Ids that would tell a seat who it is that it sees, or may see, but cannot name; none where whoever is seen is
        known. A server sends it other words for them; in sentences the system itself names nobody by them."""
        return ()

    def talk(self, fight: Fight[Any], seat: str) -> tuple[str, ...]:
        """The seats with whom a seat may talk freely now; nobody where the rules do not say."""
        return ()

    def invariants(self, fight: Fight[Any]) -> list[str]:
        """What is wrong with the world, if anything is: for the fuzzer and the tests."""
        ...
