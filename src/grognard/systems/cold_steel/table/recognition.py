"""What Cold Steel says about who makes out whom: cards, troops that are not identified, generals far off."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

from grognard.ground.units import Point
from grognard.miniatures.knowledge import KnowledgeRules

from ..checks.setting_up.deployment import SightingFacts
from ..checks.setting_up.measures import reach
from ..terms import Character
from .eyesight import Overlooked
from .likenesses import general_name
from .state import LeaderState, UnitState, guns_of


class Recognised(Overlooked, Protocol):
    """The part of a battlefield that these rules look at."""

    @property
    def character(self) -> Character: ...

    def settle(self, check: str, facts: Any) -> Any: ...


class Recognition(KnowledgeRules[UnitState, LeaderState]):
    """Cold Steel's rules for what a seat knows."""

    def __init__(self, b: Recognised) -> None:
        self._b = b

    @property
    def blind(self) -> bool:
        """While they deploy, nobody has laid anything on the table yet."""
        return self._b.world.phase == "deployment"

    def hidden(self, unit: UnitState, side: str) -> bool:
        """The enemy sees a card where it lies."""
        # own troops on cards are known to all of the side
        return bool(unit.card) and unit.side != side

    def makes_out(self, eye: str, leader: LeaderState, place: Point) -> bool:
        """Where cards are used, an enemy general far off would betray which of them have troops behind them: he is
        seen only by those near enough to make out figures there (CS-1.6.3a)."""
        b = self._b
        # among friends nobody hides
        if not b.world.on_cards or b.world.units[eye].side == leader.side:
            return True
        if b.survey.far_beyond(reach(b.rules.tables, "P0"), place, eye):
            return False
        facts = SightingFacts(distance=b.survey.distance_to(eye, place), terrain=b.character, night=b.air.night)
        return bool(b.settle("sighting", facts).on_table == "figures")

    @property
    def hangs_on(self) -> Hashable | None:
        """On nothing but whether they deploy still; with cards, on where these lie as well."""
        return None if self._b.world.on_cards or self._b.world.cards else self.blind

    @property
    def strangers(self) -> bool:
        """Where cards are used, there are."""
        return self._b.world.on_cards

    def likeness(self, unit: UnitState, side: str) -> str:
        """What one calls a unit of the enemy that has not been near enough to be identified (CS-1.6.3a)."""
        return "" if unit.identified else general_name(self._b.entry(unit.id).unit, bool(unit.parent))

    def betraying(self, units: Sequence[str]) -> list[str]:
        """Guns that they left."""
        return [guns for unit in units if (guns := guns_of(unit)) in self._b.world.abandoned]
