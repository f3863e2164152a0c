"""A Cold Steel battle as its procedures see it: everybody as he is now, with the roster, the survey of the ground, what
each seat knows and the air beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from msgspec.structs import replace

from grognard.army.nations import year_of
from grognard.battle.events import Event, Set
from grognard.battle.fight import Seat
from grognard.battle.special.effects import worth_in
from grognard.ground.field import Field
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.fights import TableFight
from grognard.scenarios.model import Scenario

from ..terms import Character, percent_lost
from .air import Air
from .eyesight import FAR, LONGEST, Eyesight, sight_rules
from .ground.built import features
from .recognition import Recognition
from .roster import Entry, Roster, entry_of
from .state import LeaderState, UnitState, World

__all__ = ["FAR", "LONGEST", "Battlefield", "sight_rules"]


class Battlefield(TableFight[World, UnitState, LeaderState]):
    """What the phases work with."""

    special_worth = worth_in(Path(__file__).parents[1])

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: World, roster: Roster, ground: Field
    ) -> None:
        super().__init__(scenario, seats, rules, world, roster.chain, ground, Eyesight, Recognition)
        self.roster, self.air = roster, Air(self)
        self.year = year_of(scenario.header.date)
        self.scale: int = scenario.header.figure_scale
        self.built = features(ground)
        """Works and buildings of the field, by id (ground.structures)."""
        # by identity: a field may hold two houses of the same name and shape
        self.built_ids = {id(area): name for name, area in self.built.items()}
        self._altered: dict[str, Entry] = {}
        """Units made or changed during the battle (composition)."""
        self._enrol(world)

    # -- who there is

    def unit(self, unit: str) -> UnitState:
        """A unit as it is now."""
        return self.world.units[unit]

    def entry(self, unit: str) -> Entry:
        """A unit on the roster, or as it has been made up since; skirmishers who are out are their parent's."""
        found = self._altered.get(unit) or self.roster.units.get(unit)
        # skirmishers have no entry of their own: their parent's counts
        return found if found is not None else self.entry(self.world.units[unit].parent)

    def division(self, unit: str) -> str:
        """The formation that takes the division effectiveness test with it (CS-4.4a), or nothing."""
        return self.entry(unit).division(self.rules.tables)

    def listed(self, unit: str) -> str:
        """The unit of the roster that a unit is, or whose men it has: a detachment, skirmishers who are out."""
        raised = self.world.raised.get(unit)
        return raised.post if raised is not None else self.world.units[unit].parent or unit

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit or leader; skirmishers who are out are their parent's."""
        found = self.seating.find(who)
        if found is not None:
            return found
        raised = self.world.raised.get(who)
        # a unit made in the battle stands where the unit it came from stood in the chain
        return self.seat_of(raised.post if raised is not None else self.world.units[who].parent)

    @property
    def character(self) -> Character:
        """The character of the table, as the checks know it."""
        return cast(Character, self.ground.character)

    # -- what they are called

    def name(self, who: str) -> str:
        """The name of a unit or leader."""
        if who in self.roster.leaders:
            return self.world.leaders[who].name or self.roster.leaders[who].name
        if who in self.roster.units:
            return self.seating.names[who]
        if who in self._altered:
            return self._altered[who].name
        return f"skirmishers of {self.name(self.world.units[who].parent)}" if who in self.world.units else who

    def name_then(self, who: str, turn: int) -> str:
        """His name on that turn: a leader who fell since is not called by his successor's."""
        leader = self.world.leaders.get(who)
        return self.roster.leaders[who].name if leader is not None and turn < leader.since else self.name(who)

    # -- how they are

    def live(self, unit: str) -> int:
        """Figures left, or guns and howitzers of a battery."""
        now = self.world.units[unit]
        return now.figures - now.lost

    def percent_lost(self, unit: str) -> int:
        """Losses in percent of original strength, as all tables read them."""
        now = self.world.units[unit]
        return percent_lost(self.rules.tables, now.lost, now.figures)

    def formed(self, unit: UnitState) -> bool:
        """Determined or better, on the table, in close order: what supports and secures (CS-5.2.2b)."""
        steady = unit.where == "table" and unit.status in self.rules.tables.value("CS-5.2.2b", "supporters")
        return steady and unit.formation not in ("open_order", "extended_order", "skirmish_squares", "irregular")

    # -- what changes

    def doing(self, unit: str, **fields: Any) -> Set:
        """A change of what a unit did this turn, to go with an event. Not twice for one unit in one event."""
        return self.change(unit, now=replace(self.world.units[unit].now, **fields))

    def happen(self, event: Event) -> None:
        """Let an event change the world, and the roster with it."""
        super().happen(event)
        for change in event.sets:
            # what units are made up of is kept beside the world, and has to follow it
            if change.collection == "raised":
                self._made_up(change.key)

    def _made_up(self, unit: str) -> None:
        """A unit was made, or is not made up as it was."""
        raised = self.world.raised.get(unit)
        if raised is not None:
            self._altered[unit] = entry_of(self.roster, raised)
        else:
            self._altered.pop(unit, None)
        self.made_up(unit)

    def restarted(self, world: World) -> None:
        """Another world: nothing derived from the old one holds."""
        super().restarted(world)
        self._enrol(world)

    def _enrol(self, world: World) -> None:
        self._altered = {name: entry_of(self.roster, each) for name, each in world.raised.items()}
