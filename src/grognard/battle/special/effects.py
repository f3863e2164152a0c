"""What the special rules of a battle do, under any rules: modifiers on checks, troops that wait, limits of sight,
places that burn, troops that may not leave a place.

A scenario says it in steps; what a step is worth, and by which rule, each system says in its special.toml.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from grognard.ground.field import Field
from grognard.kernel.checks import Refusal
from grognard.kernel.modifiers import Applied
from grognard.kernel.tables import read_toml
from grognard.scenarios.model import Effect, EffectOn, Scenario

from .staying import Bounds, Stays

_NOTHING: frozenset[str] = frozenset()


class StepWorth(Struct, frozen=True, forbid_unknown_fields=True):
    """What a step is worth in a system's own check, and the rule that the check is by."""

    rule: str
    step: int
    why: str = ""


class SpecialWorth(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a system's special.toml."""

    wait: str
    """The rule by which troops are given orders."""
    on: dict[EffectOn, StepWorth]
    sight: str = ""
    """The rule by which troops see one another; where none is named a battle's limit of sight is not applied here."""
    fire: str = ""
    """The rule for places that burn; where none is named a battle's fires do nothing here."""
    stay: str = ""
    """The rule by which troops move; where none is named troops leave any place here."""

    @property
    def words(self) -> frozenset[str]:
        """All that special rules of a battle can change."""
        ruled = {"wait": self.wait, "sight": self.sight, "fire": self.fire, "stay": self.stay}
        return frozenset((*self.on, *(word for word, rule in ruled.items() if rule)))


@cache
def worth_in(folder: Path) -> SpecialWorth:
    """A system's special.toml, read once."""
    return msgspec.convert(read_toml(folder / "special.toml"), SpecialWorth)


class SpecialEffects:
    """The effects of a battle's special rules."""

    def __init__(self, scenario: Scenario, worth: SpecialWorth) -> None:
        self._worth = worth
        self._effects = [(rule.title, each) for rule in scenario.header.special_rule for each in rule.effect]
        # asked at every glance: most battles have none
        self._sights = [each for _, each in self._effects if each.kind == "sight"] if worth.sight else []
        self._fires = [each for _, each in self._effects if each.kind == "fire"] if worth.fire else []
        self._stays = Stays(worth.stay, self._effects)
        self.binds = bool(self._stays)
        """Whether any troops may ever not leave a place: most battles need not ask about each at every step."""
        self._troops = {unit.id: (side.name, unit.kind) for side in scenario.sides for unit in side.all_units()}

    def modifiers(self, on: EffectOn, turn: int, *, unit: str = "", side: str = "") -> tuple[Applied, ...]:
        """What is added to a check of a unit, or of a side as a whole."""
        if not self._effects or on not in self._worth.on:
            return ()
        each = self._worth.on[on]
        return tuple(
            Applied(each.rule, title, effect.steps * each.step)
            for title, effect in self._effects
            if effect.on == on and self._holds(effect, turn, unit, side)
        )

    def waits(self, turn: int, unit: str, near: Callable[[int], bool]) -> Refusal | None:
        """Why a unit takes no orders yet; `near` tells whether an enemy it knows of is within so many paces."""
        for title, effect in self._effects:
            if effect.kind == "wait" and self._holds(effect, turn, unit, ""):
                if effect.unless_within and near(effect.unless_within):
                    continue
                return Refusal(self._worth.wait, f"{title}: it waits until turn {effect.turns[1] + 1}")
        return None

    def bounds(
        self, turn: int, unit: str, inside: Callable[[Bounds], bool], near: Callable[[int], bool], field: Field
    ) -> Bounds | None:
        """The ground that a unit may not leave now; None where it may go anywhere. See `Stays.of`."""
        return self._stays.of(lambda effect: self._holds(effect, turn, unit, ""), inside, near, field)

    def sight(self, turn: int) -> int:
        """How many paces one sees at most; 0 for no limit of a special rule."""
        # asked at every look about, and most battles have no such rule
        if not self._sights:
            return 0
        return min((each.paces for each in self._sights if self._holds(each, turn, "", "")), default=0)

    def kindled(self, turn: int) -> tuple[str, ...]:
        """Places that begin to burn on a turn."""
        return tuple(each.place for each in self._fires if each.turns[0] == turn)

    def on_fire(self, turn: int, place: str) -> bool:
        """Whether a place burns by a special rule."""
        return place in self.burning(turn)

    def burning(self, turn: int) -> frozenset[str]:
        """The places that burn by a special rule."""
        # asked of every way, and most battles have no such rule
        if not self._fires:
            return _NOTHING
        return frozenset(each.place for each in self._fires if self._holds(each, turn, "", ""))

    def ever_burning(self) -> frozenset[str]:
        """The places that burn on some turn: known to all from the start."""
        return frozenset(each.place for each in self._fires)

    def _holds(self, effect: Effect, turn: int, unit: str, side: str) -> bool:
        first, last = effect.turns
        if not first <= turn <= last:
            return False
        # a unit made in battle of others has no entry: what is said of a whole side holds for it by its side
        own, arm = self._troops.get(unit, (side, None))
        return (
            (not effect.side or effect.side == own)
            and (not effect.units or unit in effect.units)
            and effect.arm in (None, arm)
        )
