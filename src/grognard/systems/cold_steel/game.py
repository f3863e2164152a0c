"""Cold Steel as a game that battles can be fought under."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from grognard.battle import choosing
from grognard.battle.decisions import Answer, Decision
from grognard.battle.ending.early import EarlyEnd
from grognard.battle.ending.tally import Tally
from grognard.battle.events import Event
from grognard.battle.games import Game, Mark, PhaseCard
from grognard.battle.pictures import Picture, TableSpot
from grognard.battle.previews.records import OddsOf, Preview
from grognard.battle.procedures import Steps
from grognard.battle.sighting.records import GroundCard, Reach, SightLine
from grognard.ground.units import Point, point
from grognard.scenarios.model import Scenario

from . import events, invariants, setup
from .desk import FORMS
from .effects import sky
from .phases import artillery, close_combat, command, deployment, end_of_turn, initiative, movement, rally
from .phases import small_arms as small_arms_phase
from .phases.command import off_board
from .phases.end_of_turn import victory
from .seat import foreseen, picture, previews, shooters, sighting, view, weighing
from .table.battlefield import Battlefield
from .terms import Phase
from .works import fires

PHASES: dict[str, Callable[[Battlefield], Steps[None]]] = {
    "deployment": deployment.play,
    "command": command.play,
    "initiative": initiative.play,
    "rally_and_morale": rally.play,
    "movement": movement.play,
    "artillery_fire": artillery.play,
    "small_arms_fire": small_arms_phase.play,
    "close_combat": close_combat.play,
    "leader_casualties_and_disorder_recovery": end_of_turn.play,
}
# added from here: the deployment must not know of forces beyond the table
deployment.EXTRA.append(deployment.Provider(off_board.KEY, off_board.option, off_board.judge, off_board.take))


SHORT_NAMES = {
    "rally_and_morale": "Rally",
    "artillery_fire": "Artillery",
    "small_arms_fire": "Small arms",
    "leader_casualties_and_disorder_recovery": "Recovery",
}


class ColdSteel(Game[Battlefield]):
    """The rule system in play."""

    id = "cold-steel"
    phases: tuple[str, ...] = get_args(Phase)
    procedures = PHASES
    sequence_rule = "CS-2a"
    untold = "do as their missions or their officers say"
    unreached = "No leader who has points left can reach it now."
    option_record = setup.Options
    kinds = events.KINDS
    forms = FORMS

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> Battlefield:
        """The battle before its first turn."""
        return setup.begin(scenario, choosing.read(setup.Options, options))

    def another(self, fight: Battlefield, scenario: Scenario, options: Mapping[str, Any]) -> Battlefield:
        """The same battle once more, of its roster and ground."""
        return Battlefield(fight.scenario, fight.seats, fight.rules, fight.world, fight.roster, fight.ground)

    def look_about(self, fight: Battlefield) -> None:
        """Who sees whom, what the sky does and what burns is settled as each phase begins."""
        fight.knowledge.look()
        sky.settle(fight)
        fires.kindle(fight)

    def view(self, fight: Battlefield, seat: str) -> Any:
        """All that a seat may know of the world."""
        return view.view(fight, seat)

    def briefing(self, fight: Battlefield, seat: str) -> Any:
        """What a seat knows from the start and for good."""
        return view.briefing(fight, seat)

    def sightline(self, fight: Battlefield, seat: str, one: Point, other: Point) -> SightLine:
        """Whether two places see each other, and what hides them."""
        return sighting.sightline(fight, seat, one, other)

    def ground_card(self, fight: Battlefield, seat: str, spot: Point) -> GroundCard:
        """What lies at a place, and what it is worth."""
        return sighting.ground_card(fight, spot)

    def reaches(self, view: Any, briefing: Any) -> tuple[Reach, ...]:
        """How far the guns and the charges of enemies in sight reach."""
        return sighting.reaches(view, briefing)

    def looks_over(self, fight: Battlefield, post: TableSpot, spots: Sequence[TableSpot]) -> list[bool]:
        """Whether the ground lets a place see others."""
        return fight.survey.looks_over(point(*post), [point(*each) for each in spots])

    def conclude(self, fight: Battlefield) -> None:
        """Say who has won, if it is over."""
        end_of_turn.decide(fight)

    def outcome(self, fight: Battlefield) -> dict[str, Any]:
        """Who won and by what."""
        return end_of_turn.outcome(fight)

    def tally(self, fight: Battlefield) -> Tally:
        """How both armies stand, unit by unit."""
        return victory.tally(fight)

    def early_ends(self, fight: Battlefield, seat: str) -> tuple[EarlyEnd, ...]:
        """What would end the battle before its turns are over."""
        return victory.early_ends(fight, seat)

    def other_shooters(self, fight: Battlefield, event: Event) -> int:
        """Figures farther off than the rest, or the gun beside its sections."""
        return shooters.others(fight, event)

    def roll_note(self, fight: Battlefield, event: Event) -> str:
        """Why shot went astray on a friend who may stand far from the line of fire."""
        return shooters.strayed(fight, event)

    def marks(self, fight: Battlefield) -> list[Mark]:
        """Everybody on the table."""
        return view.marks(fight)

    def phase_card(self, phase: str) -> PhaseCard:
        """Some of the names are long."""
        return replace(super().phase_card(phase), short=SHORT_NAMES.get(phase, ""))

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table."""
        return picture.picture(view, briefing)

    def preview(self, fight: Battlefield, seat: str, answer: Answer) -> Preview:
        """What an order would do."""
        return previews.preview(fight, seat, answer)

    def weigh(self, fight: Battlefield, decision: Decision, answer: Answer) -> Preview:
        """The same, and what the answer to a question may come to."""
        if decision.kind in (*weighing.WEIGHED, weighing.HOLD_FIRE):
            return weighing.weigh(fight, decision, answer)
        return self.preview(fight, decision.seat, answer)

    def odds(self, fight: Battlefield, seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against an enemy in sight, from where it will be when it can strike him."""
        return foreseen.against(fight, seat, unit, target)

    def unidentified(self, fight: Battlefield, seat: str) -> tuple[str, ...]:
        """Enemies who have not been near enough to a seat's side to be identified (CS-1.6.3a)."""
        return fight.knowledge.unidentified(seat)

    def talk(self, fight: Battlefield, seat: str) -> tuple[str, ...]:
        """With whom a seat may talk freely now (CS-1.5e)."""
        return deployment.talk(fight, seat)

    def invariants(self, fight: Battlefield) -> list[str]:
        """What is wrong with the world, if anything is."""
        return invariants.broken(fight)


GAME = ColdSteel()
