"""Cold Steel & Canister as a game that battles can be fought under."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard import systems
from grognard.battle import choosing
from grognard.battle.decisions import Answer, Decision
from grognard.battle.ending.early import EarlyEnd
from grognard.battle.ending.tally import Tally
from grognard.battle.events import Event, Rolled
from grognard.battle.games import Game, Mark, PhaseCard
from grognard.battle.pictures import Picture, TableSpot
from grognard.battle.previews.records import OddsOf, Preview
from grognard.battle.procedures import Steps
from grognard.battle.sighting.records import GroundCard, Reach, SightLine
from grognard.ground.units import Point
from grognard.kernel.checks import implements
from grognard.kernel.errors import BadData
from grognard.scenarios.model import Scenario

from . import events, invariants, setup
from .desk import FORMS, GOES, IN_SHORT
from .knowledge import view
from .muster import SYSTEM
from .phases import breakthrough, charges, command, end, fire, melee, morale, movement
from .seat import chances, dice_seen, picture, previews, sighting
from .table.field import Field

PHASES: dict[str, Callable[[Field], Steps[None]]] = {
    "1": command.replacement, "2": command.orders, "3": command.cubes, "4": command.initiative,
    "5a": charges.play, "5b": charges.play, "5c": charges.play, "5d": charges.play,
    "5e": movement.play, "5f": movement.play, "5g": movement.react, "5h": movement.react,
    "6": fire.artillery, "7": fire.musketry, "8": melee.play,
    "9a": breakthrough.player_a, "9b": breakthrough.player_b, "9c": breakthrough.melees, "10": breakthrough.fatigue,
    "11": morale.play, "12": end.play,
}  # fmt: skip


class SteelCanister(Game[Field]):
    """The rule system in play."""

    id = SYSTEM
    forms = FORMS
    phases: tuple[str, ...] = tuple(systems.rules(SYSTEM).tables.value("SC-1.1a", "phases"))
    procedures = PHASES
    sequence_rule = "SC-1.1a"
    kinds = events.KINDS

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> Field:
        """The battle before its first turn."""
        return setup.begin(scenario, choosing.read(self.option_record, options))

    def another(self, fight: Field, scenario: Scenario, options: Mapping[str, Any]) -> Field:
        """The same battle once more, of its roster and ground."""
        return Field(fight.scenario, fight.seats, fight.rules, fight.world, fight.chain, fight.roster, fight.board)

    @implements("SC-1.1a")
    def look_about(self, fight: Field) -> None:
        """Who sees whom is settled as each phase begins."""
        fight.knowledge.look()

    def view(self, fight: Field, seat: str) -> Any:
        """All that a seat may know of the world."""
        return view.view(fight, seat)

    def briefing(self, fight: Field, seat: str) -> Any:
        """What a seat knows from the start and for good."""
        return view.briefing(fight, seat)

    def phase_name(self, phase: str) -> str:
        """Its number and what is done in it, with the player whose phase it is."""
        return f"{phase} {self._done_in(phase)}"

    def phase_card(self, phase: str) -> PhaseCard:
        """The phases have numbers of their own, and letters for their parts."""
        name, player = self._done_in(phase), systems.rules(self.id).tables.value("SC-1.1a", "players").get(phase, "")
        name += f", {GOES[player]}" if player else ""
        return PhaseCard(phase, phase.rstrip("abcdefgh"), name[:1].upper() + name[1:], IN_SHORT[phase])

    def _done_in(self, phase: str) -> str:
        t = systems.rules(self.id).tables
        names, player = t.value("SC-1.1a", "names"), t.value("SC-1.1a", "players").get(phase)
        if phase not in names:
            raise BadData(f"no phase {phase!r}; there are {', '.join(names)}")
        return f"{names[phase]}" + (f", player {player}" if player else "")

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table, made from its view and its briefing alone."""
        return picture.picture(view, briefing)

    def preview(self, fight: Field, seat: str, answer: Answer) -> Preview:
        """What an answer would do, as far as the seat can know."""
        return previews.preview(fight, seat, answer)

    def weigh(self, fight: Field, decision: Decision, answer: Answer) -> Preview:
        """The same, where a question says more than whom it is about."""
        return previews.weigh(fight, decision, answer)

    def odds(self, fight: Field, seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against an enemy in sight."""
        return chances.odds(fight, seat, unit, target)

    def sightline(self, fight: Field, seat: str, one: Point, other: Point) -> SightLine:
        """Whether two places see each other, and what hides them."""
        return sighting.sightline(fight, view.view(fight, seat), one, other)

    def ground_card(self, fight: Field, seat: str, spot: Point) -> GroundCard:
        """What lies at a place, and what it is worth."""
        return sighting.ground_card(fight, spot)

    def reaches(self, view: Any, briefing: Any) -> tuple[Reach, ...]:
        """How far the guns and the charges of enemies in sight reach."""
        return sighting.reaches(view, briefing)

    def looks_over(self, fight: Field, post: TableSpot, spots: Sequence[TableSpot]) -> list[bool]:
        """Whether the ground lets a place see others."""
        return sighting.looks_over(fight, post, spots)

    def conclude(self, fight: Field) -> None:
        """Say who has won, if it is over."""
        end.decide(fight)

    def outcome(self, fight: Field) -> dict[str, Any]:
        """Who won and by what."""
        return end.outcome(fight)

    def tally(self, fight: Field) -> Tally:
        """How both armies stand, unit by unit."""
        return end.tally(fight)

    def roll_seen(self, fight: Field, event: Event, seat: str) -> Rolled | None:
        """What a seat sees of a roll."""
        return dice_seen.roll_seen(fight, event, seat)

    def particulars(self, fight: Field, event: Event) -> str:
        """Spaces, action points before and after, and which step of several it was."""
        return events.particulars(event)

    def rollers(self, fight: Field, event: Event) -> tuple[str, ...]:
        """Who rolled against whom: a charger against one who runs from him, a side against a side, a unit against
        another."""
        if event.kind == "evades":
            return event.units["charger"], event.units["unit"]
        return tuple(fight.chain.sides) if event.kind.startswith("initiative") else tuple(event.units.values())

    def early_ends(self, fight: Field, seat: str) -> tuple[EarlyEnd, ...]:
        """What would end the battle before its turns are over."""
        return end.early_ends(fight, seat)

    def marks(self, fight: Field) -> list[Mark]:
        """Everybody on the board."""
        return view.marks(fight)

    def invariants(self, fight: Field) -> list[str]:
        """What is wrong with the world, if anything is."""
        return invariants.broken(fight)


GAME = SteelCanister()
