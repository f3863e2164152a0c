"""A Cold Steel battle: who there is, whose he is, and what is changed about him."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.army.nations import year_of
from grognard.battle.events import Event, Set
from grognard.battle.fight import Fight, Seat
from grognard.ground.field import Field
from grognard.kernel.ruleset import Ruleset
from grognard.scenarios.model import Scenario

from ..terms import percent_lost
from .ground.built import features
from .memo import Memo
from .roster import Entry, Roster, entry_of
from .state import UnitState, World


class Present(Fight[World]):
    """Units and leaders, and the roster as it is now."""

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: World, roster: Roster, ground: Field
    ) -> None:
        super().__init__(scenario, seats, rules, world)
        self.roster, self.ground = roster, ground
        self.year = year_of(scenario.header.date)
        self.scale = scenario.header.figure_scale
        self.built = features(ground)
        """Works and buildings of the field, by id (works.structures)."""
        self.built_ids = {id(area): name for name, area in self.built.items()}
        self._seat_of = _seats_by_unit(seats, roster)
        self._mustered = {
            seat.id: tuple(unit for unit in roster.units if self._seat_of[unit] == seat.id) for seat in seats
        }
        self._names = _names(roster)
        self._altered: dict[str, Entry] = {name: entry_of(self.roster, each) for name, each in world.raised.items()}
        """Units made or changed during the battle (composition)."""
        self._eyes: dict[str, list[str]] = {}
        self.memo = Memo()
        """What other modules have worked out from the table, for as long as it holds."""

    def unit(self, unit: str) -> UnitState:
        """A unit as it is now."""
        return self.world.units[unit]

    def entry(self, unit: str) -> Entry:
        """A unit on the roster, or as it has been made up since; skirmishers who are out are their parent's."""
        found = self._altered.get(unit) or self.roster.units.get(unit)
        return found if found is not None else self.entry(self.world.units[unit].parent)

    def division(self, unit: str) -> str:
        """The formation that takes the division effectiveness test with it (CS-4.4a), or nothing."""
        return self.entry(unit).division(self.rules.tables)

    def name(self, who: str) -> str:
        """The name of a unit or leader."""
        if who in self.roster.leaders:
            return self.world.leaders[who].name or self.roster.leaders[who].name
        if who in self.roster.units:
            return self._names[who]
        if who in self._altered:
            return self._altered[who].name
        return f"skirmishers of {self.name(self.world.units[who].parent)}" if who in self.world.units else who

    def on_table(self, side: str | None = None) -> list[UnitState]:
        """Units on the table, of one side or of both, in the order of the roster."""
        return [unit for unit in self.world.units.values() if unit.where == "table" and side in (None, unit.side)]

    def enemies(self, side: str) -> list[UnitState]:
        """The other side's units on the table."""
        return [unit for unit in self.world.units.values() if unit.where == "table" and unit.side != side]

    def other(self, side: str) -> str:
        """The other side."""
        return next(each for each in self.roster.sides if each != side)

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

    # -- whose they are

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit or leader; skirmishers who are out are their parent's."""
        found = self._seat_of.get(who)
        if found is not None:
            return found
        raised = self.world.raised.get(who)
        return self.seat_of(raised.post if raised is not None else self.world.units[who].parent)

    def owners(self, *units: str) -> tuple[str, ...]:
        """The seats that command these units or leaders."""
        return tuple(dict.fromkeys(self.seat_of(who) for who in units if who))

    def mustered(self, seat: str) -> tuple[str, ...]:
        """The units on the roster that a seat commands, wherever they are."""
        return self._mustered[seat]

    def eyes(self, seat: str) -> list[str]:
        """The units on the table by which a seat sees."""
        if not self._eyes:
            self._eyes = {each.id: [] for each in self.seats}
            for unit in self.on_table():
                self._eyes[self.seat_of(unit.id)].append(unit.id)
        return list(self._eyes[seat])

    # -- what changes

    def change(self, unit: str, **fields: Any) -> Set:
        """A change of a unit, to go with an event."""
        return Set("units", unit, fields)

    def doing(self, unit: str, **fields: Any) -> Set:
        """A change of what a unit did this turn, to go with an event. Not twice for one unit in one event."""
        from msgspec.structs import replace

        return Set("units", unit, {"now": replace(self.world.units[unit].now, **fields)})

    def happen(self, event: Event) -> None:
        """Let an event change the world, and the roster with it."""
        super().happen(event)
        for change in event.sets:
            if change.collection == "raised":
                self._made_up(change.key)

    def _made_up(self, unit: str) -> None:
        """A unit was made, or is not made up as it was."""
        raised = self.world.raised.get(unit)
        if raised is not None:
            self._altered[unit] = entry_of(self.roster, raised)
        else:
            self._altered.pop(unit, None)
        self._eyes = {}

    def restarted(self, world: World) -> None:
        """Another world: nothing derived from the old one holds."""
        super().restarted(world)
        self._altered = {name: entry_of(self.roster, each) for name, each in world.raised.items()}
        self._eyes = {}


def _names(roster: Roster) -> dict[str, str]:
    """Names of units; where several bear the same, with the side."""
    count = Counter(entry.name for entry in roster.units.values())
    return {
        unit: entry.name if count[entry.name] == 1 else f"{entry.name} ({entry.side})"
        for unit, entry in roster.units.items()
    }


def _seats_by_unit(seats: tuple[Seat, ...], roster: Roster) -> dict[str, str]:
    """The seat of every unit and leader: that of the nearest commander who has one."""
    by_leader = {leader: seat.id for seat in seats for leader in seat.leaders}
    found = dict(by_leader)
    for entry in roster.units.values():
        found[entry.id] = next(by_leader[leader] for leader in entry.leaders if leader in by_leader)
    return found
