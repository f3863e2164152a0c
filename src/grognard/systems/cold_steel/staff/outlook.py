"""What a staff looks at when it thinks of works, fires, boats and guns: its view, and its tasks unit by unit.

A chit for a unit under a mission costs nothing if it fits the mission (CS-3.3.1a): so special orders are marked on the
units themselves, and what their officers see to unasked is left to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any

from grognard.army.oob import Unit
from grognard.commanders.appreciation import BEATEN, Situation, TableSpot, gap
from grognard.commanders.clusters import Group
from grognard.commanders.tasks import Task
from grognard.ground.features import WORKS, AreaFeature
from grognard.ground.field import Field
from grognard.ground.shapes import placed
from grognard.ground.units import Point, spot, to_sub
from grognard.scenarios.extents import near

from ..seat.view import Briefing, View
from ..table.ground.built import features
from ..table.state import UnitState
from ..terms import Arm

ChitFields = dict[str, Any]
"""The fields of an order."""
DEEP = 20
"""Paces from the front of a unit to its middle, about: what it stands in is judged there."""
WAITING = ("hold", "reserve", "support", "screen", "bombard")
"""Tasks of troops that stay where they are unless they are called."""


class Land:
    """Buildings and works of a field."""

    def __init__(self, ground: Field) -> None:
        self.ground = ground
        self.built = features(ground)
        self.works = {name: area for name, area in self.built.items() if area.kind in WORKS}

    def burning(self, view: View) -> dict[str, AreaFeature]:
        """What burns now."""
        return {name: self.built[name] for name, now in view.structures.items() if now.lit}

    def standing_works(self, view: View) -> list[AreaFeature]:
        """Works that still give cover and do not burn."""
        return [area for name, area in self.works.items() if self._stands(view, name)]

    def _stands(self, view: View, name: str) -> bool:
        now = view.structures.get(name)
        return now is None or (now.cover is not None and not now.lit)


class Outlook:
    """One moment of a command phase."""

    def __init__(
        self, view: View, briefing: Briefing, land: Land, s: Situation, groups: Iterable[Group], tasks: dict[str, Task]
    ) -> None:
        self.view, self.briefing, self.land, self.s = view, briefing, land, s
        self.tasks = {unit: tasks[group.id] for group in groups if group.id in tasks for unit in group.units}

    def able(self, *arms: Arm) -> Iterator[UnitState]:
        """Units on the table, of these arms, that would take an order now, in the order of the roster."""
        for unit in self.view.units.values():
            if _free(unit) and (not arms or self.arm(unit) in arms):
                yield unit

    def arm(self, unit: UnitState) -> Arm:
        """Its arm, as it is made up now."""
        return self.view.entry(self.briefing, unit.id).rated.arm

    def listed(self, unit: UnitState) -> Unit:
        """As an order of battle would have it now."""
        return self.view.entry(self.briefing, unit.id).unit

    def waits(self, unit: UnitState) -> bool:
        """Whether its task keeps it where it is."""
        task = self.tasks.get(unit.id)
        return task is not None and task.kind in WAITING

    def mission(self, unit: UnitState) -> str:
        """The kind of its mission; nothing if it has none."""
        now = self.view.missions.get(unit.mission)
        return now.kind if now is not None else ""

    def nearest(self, unit: UnitState) -> float:
        """Paces to the nearest enemy known who is fit to fight."""
        at = spot_of(unit)
        return min((gap(foe.place, at) for foe in self.s.foes if foe.steadiness > BEATEN), default=inf)


def _free(unit: UnitState) -> bool:
    """On its feet or not, it is here, its own master, and not in the middle of something."""
    here = unit.where == "table" and not unit.parent and not unit.card
    # half-way through a change it would be refused any order
    return here and unit.status not in ("broken", "routed", "dispersed") and unit.forming is None and not unit.melee


def spot_of(unit: UnitState) -> TableSpot:
    """Where its front is, in paces."""
    return spot(unit.position)


def middle_of(unit: UnitState) -> Point:
    """About where its middle is."""
    return placed(unit.position, unit.heading, 0, to_sub(-DEEP))


def stands_in(unit: UnitState, areas: Iterable[AreaFeature]) -> AreaFeature | None:
    """The first of some areas that it stands in."""
    # front or middle: a unit at the edge of a wood is in it with one of the two
    spots = (middle_of(unit), unit.position)
    return next((area for area in areas if any(area.holds(spot) for spot in spots)), None)


def stands_by(unit: UnitState, areas: Iterable[AreaFeature], paces: int) -> AreaFeature | None:
    """The first of some areas within some paces of its front."""
    return next((area for area in areas if near(area, unit.position, to_sub(paces))), None)


Told = tuple[str, Sequence[ChitFields]]
"""A unit, and chits of which it gets the first that may be given."""
