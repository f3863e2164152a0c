"""Black Powder as a game that battles can be fought under."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grognard.battle import choosing
from grognard.battle.decisions import Answer, Decision
from grognard.battle.ending.early import EarlyEnd
from grognard.battle.ending.tally import Tally
from grognard.battle.events import Event, Rolled
from grognard.battle.games import Game, Mark
from grognard.battle.kinds import Noted, PhaseBegins, TurnBegins
from grognard.battle.pictures import Picture, TableSpot
from grognard.battle.previews.records import OddsOf, Preview
from grognard.battle.procedures import Steps
from grognard.battle.sighting.records import GroundCard, Reach, SightLine
from grognard.ground.units import Point, point
from grognard.kernel.checks import implements
from grognard.scenarios.model import Scenario

from . import invariants, setup
from .checks.command.turn import fires_before_orders
from .desk.forms import FORMS
from .events import KINDS
from .muster import SYSTEM
from .seat import chances, dice_seen, picture, previews, sighting, view
from .table.field import PowderField
from .turn import combat, command, ending, initiative, shooting, start

PHASES: dict[str, Callable[[PowderField], Steps[None]]] = {
    "start": start.start_phase,
    "initiative": initiative.initiative_moves,
    "command": command.command_phase,
    "shooting": shooting.shooting_phase,
    "combat": combat.combat_phase,
    "end": ending.end_phase,
}
_NAMES = {
    "start": "start of the turn",
    "initiative": "initiative moves",
    "command": "command",
    "shooting": "shooting",
    "combat": "hand-to-hand",
    "end": "end of the turn",
}


class BlackPowder(Game[PowderField]):
    """The rule system in play."""

    id = SYSTEM
    forms = FORMS
    phases: tuple[str, ...] = invariants.PHASES
    procedures = PHASES
    sequence_rule = "BP-TURN-1"
    kinds = KINDS
    untold = "stand where they are"

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> PowderField:
        """The battle before its first turn."""
        return setup.begin(scenario, choosing.read(self.option_record, options))

    def another(self, fight: PowderField, scenario: Scenario, options: Mapping[str, Any]) -> PowderField:
        """The same battle once more, of its roster and ground."""
        return PowderField(fight.scenario, fight.seats, fight.rules, fight.world, fight.seating.chain, fight.ground)

    def look_about(self, fight: PowderField) -> None:
        """Who sees whom is settled as each phase begins, and after each move."""
        fight.knowledge.look()

    @implements("BP-TURN-1")
    def phase(self, fight: PowderField) -> Steps[None]:
        """A turn is a turn of each side; it begins with that of the first."""
        self.look_about(fight)
        now, rules = fight.world.phase, (self.sequence_rule,)
        if now == self.phases[0] and fight.world.active == next(iter(fight.seating.chain.sides)):
            fight.emit(TurnBegins(), rules=rules)
        fight.emit(PhaseBegins(phase=now), rules=rules)
        yield from self.procedures[now](fight)
        if not self.over(fight):
            self._next(fight)

    @implements("BP-TURN-1", "BP-SEQ-1")
    def _next(self, fight: PowderField) -> None:
        """The next phase of the side to move; after its last the other side's first, and after both the next turn."""
        world, sides = fight.world, tuple(fight.seating.chain.sides)
        order = invariants.PHASES_V2 if fires_before_orders(fight.t) else invariants.PHASES
        place = order.index(world.phase) + 1
        fields: dict[str, Any] = {"phase": order[place % len(order)]}
        if place == len(order):
            side = (sides.index(world.active) + 1) % len(sides)
            fields |= {"active": sides[side], "stroke": world.stroke + 1, "turn": world.turn + (side == 0)}
        fight.emit(Noted(), sets=[fight.change_world(**fields)], to=())

    def phase_name(self, phase: str) -> str:
        """A phase as people call it."""
        return _NAMES[phase]

    def view(self, fight: PowderField, seat: str) -> Any:
        """All that a seat may know of the world."""
        return view.view(fight, seat)

    def briefing(self, fight: PowderField, seat: str) -> Any:
        """What a seat knows from the start and for good."""
        return view.briefing(fight, seat)

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table, made from its view and its briefing alone."""
        return picture.picture(view, briefing)

    def weigh(self, fight: PowderField, decision: Decision, answer: Answer) -> Preview:
        """What an answer would do, as far as the seat can know."""
        return previews.preview(fight, decision, answer)

    def odds(self, fight: PowderField, seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against an enemy in sight."""
        return chances.odds(fight, seat, unit, target)

    def sightline(self, fight: PowderField, seat: str, one: Point, other: Point) -> SightLine:
        """Whether two places see each other, and what hides them."""
        return sighting.sightline(fight, view.view(fight, seat), one, other)

    def ground_card(self, fight: PowderField, seat: str, spot: Point) -> GroundCard:
        """What lies at a place, and what it is worth."""
        return sighting.ground_card(fight, spot)

    def reaches(self, view: Any, briefing: Any) -> tuple[Reach, ...]:
        """How far the guns and the charges of enemies in sight reach."""
        return sighting.reaches(view, briefing)

    def looks_over(self, fight: PowderField, post: TableSpot, spots: Sequence[TableSpot]) -> list[bool]:
        """Whether the ground lets a place see others."""
        return fight.survey.looks_over(point(*post), [point(*each) for each in spots])

    def conclude(self, fight: PowderField) -> None:
        """Say who has won, if it is over."""
        ending.decide(fight)

    def outcome(self, fight: PowderField) -> dict[str, Any]:
        """Who won and by what."""
        return ending.outcome(fight)

    def tally(self, fight: PowderField) -> Tally:
        """How both armies stand, unit by unit."""
        return ending.tally(fight)

    def roll_seen(self, fight: PowderField, event: Event, seat: str) -> Rolled | None:
        """What a seat sees of a roll."""
        return dice_seen.roll_seen(fight, event, seat)

    def early_ends(self, fight: PowderField, seat: str) -> tuple[EarlyEnd, ...]:
        """What would end the battle before its turns are over."""
        return ending.early_ends(fight, seat)

    def marks(self, fight: PowderField) -> list[Mark]:
        """Everybody on the table."""
        return view.marks(fight)

    def invariants(self, fight: PowderField) -> list[str]:
        """What is wrong with the world, if anything is."""
        return invariants.broken(fight)


GAME = BlackPowder()
