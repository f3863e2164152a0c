"""Pitch and Toss as a game that battles can be fought under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard import systems
from grognard.battle import choosing
from grognard.battle.decisions import Answer
from grognard.battle.ending.tally import Tally
from grognard.battle.events import Event, Rolled
from grognard.battle.games import Game, Mark
from grognard.battle.pictures import Picture
from grognard.battle.previews.records import OddsOf, Preview
from grognard.scenarios.model import Scenario

from . import events, invariants, setup
from .desk import FORMS
from .phases import pitching, reckoning, tossing, weathercock
from .seat import picture, previews, view
from .table.field import Fairground

PHASES = {
    "weathercock": weathercock.play,
    "pitching": pitching.play,
    "tossing": tossing.play,
    "reckoning": reckoning.play,
}


class PitchAndToss(Game[Fairground]):
    """The rule system in play."""

    id = setup.SYSTEM
    phases = tuple(systems.rules(setup.SYSTEM).tables.value("PT-1.1", "phases"))
    procedures = PHASES
    sequence_rule = "PT-1.1"
    kinds = events.KINDS
    forms = FORMS
    untold = "keep their hands in their pockets"

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> Fairground:
        """The battle before its first turn."""
        return setup.begin(scenario, choosing.read(self.option_record, options))

    def phase_name(self, phase: str) -> str:
        """A phase as people call it."""
        return str(systems.rules(self.id).tables.value("PT-1.1", "names")[phase])

    def view(self, fight: Fairground, seat: str) -> Any:
        """All that a seat may know of the world."""
        return view.view(fight, seat)

    def briefing(self, fight: Fairground, seat: str) -> Any:
        """What a seat knows from the start and for good."""
        return view.briefing(fight, seat)

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table, made from its view and its briefing alone."""
        return picture.picture(view, briefing)

    def preview(self, fight: Fairground, seat: str, answer: Answer) -> Preview:
        """What an answer would do."""
        return previews.preview(fight, seat, answer)

    def odds(self, fight: Fairground, seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against an enemy."""
        return previews.odds(fight, seat, unit, target)

    def conclude(self, fight: Fairground) -> None:
        """Say who has won, if it is over."""
        reckoning.decide(fight)

    def outcome(self, fight: Fairground) -> dict[str, Any]:
        """Who won and by what."""
        return reckoning.outcome(fight)

    def tally(self, fight: Fairground) -> Tally:
        """How both armies stand, unit by unit."""
        return reckoning.tally(fight)

    def roll_seen(self, fight: Fairground, event: Event, seat: str) -> Rolled | None:
        """Coins are tossed in plain sight."""
        return event.roll

    def marks(self, fight: Fairground) -> list[Mark]:
        """Everybody on the table."""
        return view.marks(fight)

    def invariants(self, fight: Fairground) -> list[str]:
        """What is wrong with the world, if anything is."""
        return invariants.broken(fight)


GAME = PitchAndToss()
