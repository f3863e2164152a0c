"""A battle of coins as its procedures see it: who stands where, who commands whom, who knows what."""

from __future__ import annotations

from functools import cached_property
from math import hypot

from grognard.army.nations import year_of
from grognard.battle.fight import Fight, Seat
from grognard.battle.posts import Chain
from grognard.ground.field import Field as Ground
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.seating import Seating
from grognard.scenarios.model import Scenario

from .state import CoinWorld, UnitState


class Fairground(Fight[CoinWorld]):
    """What the phases work with. Everybody on the table is seen by all."""

    def __init__(
        self, scenario: Scenario, seats: tuple[Seat, ...], rules: Ruleset, world: CoinWorld, chain: Chain
    ) -> None:
        super().__init__(scenario, seats, rules, world)
        self.chain, self.year = chain, year_of(scenario.header.date)
        self.seating = Seating(chain, seats)

    @cached_property
    def ground(self) -> Ground:
        """The field, on which scenarios count who holds what."""
        return Ground.from_geojson(self.scenario.field, "field.geojson")

    def on_table(self) -> list[UnitState]:
        """Units on the table, in the order of the roster."""
        return [unit for unit in self.world.units.values() if unit.where == "table"]

    def own(self, seat: str) -> list[UnitState]:
        """The units of a seat on the table."""
        return [unit for unit in self.on_table() if self.seating.seat_of(unit.id) == seat]

    def enemies(self, side: str, near: UnitState | None = None) -> list[UnitState]:
        """The other side's units on the table, the nearest to a unit first."""
        found = [unit for unit in self.on_table() if unit.side != side]
        return sorted(found, key=lambda unit: (paces(near, unit), unit.id)) if near else found

    def seat_of(self, who: str) -> str:
        """The seat that commands a unit or leader."""
        return self.seating.seat_of(who)

    def name(self, who: str) -> str:
        """What a unit or leader is called."""
        return self.seating.name(who)

    def knows(self, seat: str, who: str) -> bool:
        """Whether a seat can make out a unit or leader: its own, and all who are on the table or were."""
        if who not in self.seating or self.seating.seat_of(who) == seat:
            return True
        if who in self.world.units:
            return self.world.units[who].where != "waiting"
        return any(self.world.units[unit].where == "table" for unit in self.chain.leaders[who].units)


def paces(one: UnitState, other: UnitState) -> float:
    """How far two units are apart."""
    return hypot(one.place[0] - other.place[0], one.place[1] - other.place[1])
