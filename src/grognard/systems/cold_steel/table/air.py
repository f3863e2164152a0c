"""How far one sees through the air of a battle: weather, what the scenario says, and the light."""

from __future__ import annotations

from typing import Protocol

from grognard.kernel.ruleset import Ruleset

from .state import World


class UnderTheSky(Protocol):
    """Where there is weather: a battle with its rules."""

    world: World
    rules: Ruleset


class Air:
    """What hides troops besides the ground."""

    def __init__(self, b: UnderTheSky) -> None:
        self._b = b

    @property
    def far_sighted(self) -> bool:
        """Whether nothing in the air limits sight."""
        world = self._b.world
        return not world.sight and world.weather == "clear"

    @property
    def limit(self) -> int:
        """How far one makes out troops that have not been placed on the table, in paces; 0 for no limit."""
        return self._b.world.sight or (self._in_fog() if self._b.world.weather != "clear" else 0)

    @property
    def night(self) -> bool:
        """Whether it is dark: twilight is not night (CS-1.6.3b). How little dusk lets one see, `world.light` says."""
        return self._b.world.light == "darkness"

    def clear_enough(self, paces: int, *units: str) -> bool:
        """Whether one sees so far in this weather: no farther than the scenario says; where it says nothing, in fog,
        rain or snow only who is near or has been placed on the table (CS-B.8b)."""
        world = self._b.world
        if world.sight:
            return paces <= world.sight
        near = world.weather == "clear" or paces <= self._in_fog()
        # in fog, who has been placed stays to be seen at any distance (CS-B.8b)
        return near or all(world.units[unit].placed for unit in units)

    def _in_fog(self) -> int:
        return self._b.rules.tables.number("CS-B.8b", "within")
