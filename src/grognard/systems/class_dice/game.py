"""Class Dice as a game that battles can be fought under."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard.battle import choosing
from grognard.battle.decisions import Answer, Decision
from grognard.battle.ending.early import EarlyEnd
from grognard.battle.ending.tally import Tally
from grognard.battle.events import Event, Rolled
from grognard.battle.games import Game, Mark
from grognard.battle.kinds import Noted
from grognard.battle.pictures import Picture, TableSpot
from grognard.battle.previews.records import OddsOf, Preview
from grognard.battle.procedures import Steps
from grognard.battle.sighting.records import GroundCard, Reach, SightLine
from grognard.ground.units import Point, point
from grognard.kernel.checks import implements
from grognard.scenarios.model import Scenario

from . import invariants, setup
from .checks.sequence.turn import TurnStepFacts
from .desk.forms import FORMS
from .events import KINDS
from .muster import SYSTEM
from .seat import chances, dice_seen, picture, previews, sighting, view
from .table.field import ClassField
from .turn import activation, ending, initiative

PHASES: dict[str, Callable[[ClassField], Steps[None]]] = {
    "initiative": initiative.opening,
    "activation": activation.one_brigade,
    "end": ending.end_phase,
}
_STEPS: dict[str, Any] = {"initiative": "opening", "activation": "activations", "end": "end"}
_PHASES = {"opening": "initiative", "activations": "activation", "end": "end"}
_NAMES = {"initiative": "opening initiative", "activation": "activations", "end": "end phase"}


class ClassDice(Game[ClassField]):
    """The rule system in play."""

    id = SYSTEM
    forms = FORMS
    phases: tuple[str, ...] = invariants.PHASES
    procedures = PHASES
    sequence_rule = "CD-turn-sequence"
    kinds = KINDS
    untold = "stand where they are"

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> ClassField:
        """The battle before its first turn."""
        return setup.begin(scenario, choosing.read(self.option_record, options))

    def another(self, fight: ClassField, scenario: Scenario, options: Mapping[str, Any]) -> ClassField:
        """The same battle once more, of its roster and ground."""
        return ClassField(fight.scenario, fight.seats, fight.rules, fight.world, fight.seating.chain, fight.ground)

    def look_about(self, fight: ClassField) -> None:
        """Who sees whom is settled as each phase begins, and after each move."""
        fight.knowledge.look()

    @implements("CD-turn-sequence")
    def _next(self, fight: ClassField) -> None:
        """Activations go on, a brigade at a time, till all are done or an initiative roll has ended the turn."""
        world = fight.world
        done = world.phase != "activation" or world.ended
        if not done:
            fight.emit(Noted(), sets=[fight.change_world(phase="activation")], to=())
            return
        after = fight.settle("turn-step", TurnStepFacts(done=_STEPS[world.phase], turn_ends=world.ended)).next
        fields = {"phase": _PHASES[after], "turn": world.turn + (world.phase == "end")}
        fight.emit(Noted(), sets=[fight.change_world(**fields)], to=())

    def phase_name(self, phase: str) -> str:
        """A phase as people call it."""
        return _NAMES[phase]

    def view(self, fight: ClassField, seat: str) -> Any:
        """All that a seat may know of the world."""
        return view.view(fight, seat)

    def briefing(self, fight: ClassField, seat: str) -> Any:
        """What a seat knows from the start and for good."""
        return view.briefing(fight, seat)

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table, made from its view and its briefing alone."""
        return picture.picture(view, briefing)

    def weigh(self, fight: ClassField, decision: Decision, answer: Answer) -> Preview:
        """What an answer would do, as far as the seat can know."""
        return previews.preview(fight, decision, answer)

    def odds(self, fight: ClassField, seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against an enemy in sight."""
        return chances.odds(fight, seat, unit, target)

    def sightline(self, fight: ClassField, seat: str, one: Point, other: Point) -> SightLine:
        """Whether two places see each other, and what hides them."""
        return sighting.sightline(fight, view.view(fight, seat), one, other)

    def ground_card(self, fight: ClassField, seat: str, spot: Point) -> GroundCard:
        """What lies at a place, and what it is worth."""
        return sighting.ground_card(fight, spot)

    def reaches(self, view: Any, briefing: Any) -> tuple[Reach, ...]:
        """How far the guns and the charges of enemies in sight reach."""
        return sighting.reaches(view, briefing)

    def looks_over(self, fight: ClassField, post: TableSpot, spots: Sequence[TableSpot]) -> list[bool]:
        """Whether the ground lets a place see others."""
        return fight.survey.looks_over(point(*post), [point(*each) for each in spots])

    def conclude(self, fight: ClassField) -> None:
        """Say who has won, if it is over."""
        ending.decide(fight)

    def outcome(self, fight: ClassField) -> dict[str, Any]:
        """Who won and by what."""
        return ending.outcome(fight)

    def tally(self, fight: ClassField) -> Tally:
        """How both armies stand, unit by unit."""
        return ending.tally(fight)

    def roll_seen(self, fight: ClassField, event: Event, seat: str) -> Rolled | None:
        """What a seat sees of a roll."""
        return dice_seen.roll_seen(fight, event, seat)

    def rollers(self, fight: ClassField, event: Event) -> tuple[str, ...]:
        """Who rolled against whom: a side against a side for the initiative, a unit against another."""
        return tuple(event.values["sides"]) if event.kind == "initiative" else tuple(event.units.values())[:2]

    def early_ends(self, fight: ClassField, seat: str) -> tuple[EarlyEnd, ...]:
        """What would end the battle before its turns are over."""
        return ending.early_ends(fight, seat)

    def marks(self, fight: ClassField) -> list[Mark]:
        """Everybody on the table."""
        return view.marks(fight)

    def invariants(self, fight: ClassField) -> list[str]:
        """What is wrong with the world, if anything is."""
        return invariants.broken(fight)


GAME = ClassDice()
