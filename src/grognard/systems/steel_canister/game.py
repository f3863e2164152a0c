"""Cold Steel & Canister as a game that battles can be fought under."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard import systems
from grognard.battle import choosing
from grognard.battle.decisions import Answer
from grognard.battle.events import Event, Rolled, Set
from grognard.battle.fight import Fight, Seat
from grognard.battle.games import Game, Mark
from grognard.battle.pictures import OddsOf, Picture, Preview
from grognard.battle.procedures import Steps
from grognard.battle.tally import Tally
from grognard.kernel.checks import implements
from grognard.scenarios.model import Scenario

from . import picture
from .muster import SYSTEM
from .play import chances, dice_seen, invariants, previews, setup, telling, view
from .play.field import Field
from .play.phases import breakthrough, charges, command, end, fire, melee, morale, movement

PHASES: dict[str, Callable[[Field], Steps[None]]] = {
    "1": command.replacement, "2": command.orders, "3": command.cubes, "4": command.initiative,
    "5a": charges.play, "5b": charges.play, "5c": charges.play, "5d": charges.play,
    "5e": movement.play, "5f": movement.play, "5g": movement.react, "5h": movement.react,
    "6": fire.artillery, "7": fire.musketry, "8": melee.play,
    "9a": breakthrough.player_a, "9b": breakthrough.player_b, "9c": breakthrough.melees, "10": breakthrough.fatigue,
    "11": morale.play, "12": end.play,
}  # fmt: skip
_MODULES: tuple[Any, ...] = (command, charges, movement, fire, melee, breakthrough, morale, end)


class SteelCanister(Game):
    """The rule system in play."""

    id = SYSTEM
    phases: tuple[str, ...] = tuple(systems.rules(SYSTEM).tables.value("SC-1.1a", "phases"))

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a battle, checked and completed."""
        return choosing.plain(setup.options_of(given))

    def choices(self) -> dict[str, tuple[Any, ...]]:
        """What may be chosen for its options."""
        return choosing.choices(choosing.Options)

    def meanings(self) -> dict[str, str]:
        """What its options are about."""
        return choosing.meanings(choosing.Options)

    def seats(self, scenario: Scenario, options: Mapping[str, Any]) -> tuple[Seat, ...]:
        """Who sits at the table."""
        return setup.seats_of(scenario, setup.options_of(options))

    def begin(self, scenario: Scenario, options: Mapping[str, Any]) -> Fight[Any]:
        """The battle before its first turn."""
        return setup.begin(scenario, setup.options_of(options))

    @implements("SC-1.1a")
    def phase(self, fight: Fight[Any]) -> Steps[None]:
        """Play the phase that the world says it is, and go on to the next."""
        assert isinstance(fight, Field)
        fight.look()
        if fight.world.phase == self.phases[0]:
            fight.emit("turn", rules=("SC-1.1a",), values={})
        fight.emit("phase", rules=("SC-1.1a",), values={"phase": fight.world.phase})
        yield from PHASES[fight.world.phase](fight)
        if not fight.world.over:
            self._next(fight)

    def _next(self, b: Field) -> None:
        place = self.phases.index(b.world.phase) + 1
        last = place == len(self.phases)
        fields = {"phase": self.phases[0 if last else place], "turn": b.world.turn + last}
        b.emit("noted", sets=[Set("", "", fields)], to=())

    def over(self, fight: Fight[Any]) -> bool:
        """Whether the battle is decided."""
        return bool(fight.world.over)

    def view(self, fight: Fight[Any], seat: str) -> Any:
        """All that a seat may know of the world."""
        assert isinstance(fight, Field)
        return view.view(fight, seat)

    def briefing(self, fight: Fight[Any], seat: str) -> Any:
        """What a seat knows from the start and for good."""
        assert isinstance(fight, Field)
        return view.briefing(fight, seat)

    def phase_name(self, phase: str) -> str:
        """Its number and what is done in it, with the player whose phase it is."""
        t = systems.rules(self.id).tables
        player = t.value("SC-1.1a", "players").get(phase)
        return f"{phase} {t.value('SC-1.1a', 'names')[phase]}" + (f", player {player}" if player else "")

    def picture(self, view: Any, briefing: Any) -> Picture:
        """A seat's table, made from its view and its briefing alone."""
        return picture.picture(view, briefing)

    def preview(self, fight: Fight[Any], seat: str, answer: Answer) -> Preview:
        """What an answer would do, as far as the seat can know."""
        assert isinstance(fight, Field)
        return previews.preview(fight, seat, answer)

    def odds(self, fight: Fight[Any], seat: str, unit: str, target: str) -> list[OddsOf]:
        """The chances of a unit against an enemy in sight."""
        assert isinstance(fight, Field)
        return chances.odds(fight, seat, unit, target)

    def outcome(self, fight: Fight[Any]) -> dict[str, Any]:
        """Who won and by what."""
        assert isinstance(fight, Field)
        return end.outcome(fight)

    def tally(self, fight: Fight[Any]) -> Tally:
        """How both armies stand, unit by unit."""
        assert isinstance(fight, Field)
        return end.tally(fight)

    def tell(self, fight: Fight[Any], event: Event) -> str:
        """An event in a sentence."""
        assert isinstance(fight, Field)
        return telling.tell(fight, event, TELLS)

    def roll_seen(self, fight: Fight[Any], event: Event, seat: str) -> Rolled | None:
        """What a seat sees of a roll."""
        assert isinstance(fight, Field)
        return dice_seen.roll_seen(fight, event, seat)

    def particulars(self, fight: Fight[Any], event: Event) -> str:
        """Spaces, action points before and after, and which step of several it was."""
        return telling.particulars(event)

    def rollers(self, fight: Fight[Any], event: Event) -> tuple[str, ...]:
        """Who rolled against whom: a charger against one who runs from him, a side against a side, a unit against
        another."""
        assert isinstance(fight, Field)
        if event.kind == "evades":
            return event.units["charger"], event.units["unit"]
        return tuple(fight.chain.sides) if event.kind.startswith("initiative") else tuple(event.units.values())

    def marks(self, fight: Fight[Any]) -> list[Mark]:
        """Everybody on the board."""
        assert isinstance(fight, Field)
        return view.marks(fight)

    def invariants(self, fight: Fight[Any]) -> list[str]:
        """What is wrong with the world, if anything is."""
        assert isinstance(fight, Field)
        return invariants.broken(fight)


TELLS: dict[str, telling.Tell] = {
    **telling.TELLS,
    **{kind: words for module in _MODULES for kind, words in module.TELLS.items()},
}
GAME = SteelCanister()
