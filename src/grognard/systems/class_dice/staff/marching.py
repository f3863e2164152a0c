"""The march of a unit: how far toward its place it may go, by which way, in which formation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grognard.commanders.appreciation import TableSpot, bearing, gap, shifted, toward, turned

from ..checks.command import radius
from ..seat.view import Seen
from ..table.state import UnitState
from ..terms import Branch, Formation, branch
from .picture import Picture
from .reading import spot
from .routes import Going

UnitWish = tuple[str, dict[str, Any]]
"""A kind of action and its values."""
ARRIVED = 40.0
"""Paces from its place at which a unit is there."""
ALERT, READY = 900.0, 620.0
"""Paces from the enemy at which foot leaves the march column, and at which it deploys where it stands."""
HEARD, SIDE = 0.9, 70.0
"""The part of his radius within which troops stay about their commander; degrees off its front that are no longer
ahead."""
LOOSE = 450.0
"""Paces ahead that rough ground is looked for."""
BACK = 300.0
"""Paces that a unit goes back."""
MARGIN = 60.0
"""Paces from the table's edge that nobody is sent to."""


class Marching:
    """One activation's marches. `stuck` says for how many turns units have been told to march and have not moved."""

    def __init__(self, p: Picture, countries: Mapping[Branch, Going], stuck: Mapping[str, int] | None = None) -> None:
        self.p, self.countries, self.stuck = p, countries, stuck or {}

    def march(self, unit: UnitState, place: TableSpot, formation: Formation, halt: float) -> Iterator[UnitWish]:
        """Toward a place, in a formation, no nearer to the enemy than so many paces."""
        end = self.stop(unit, place, halt)
        if end is None:
            return
        values: dict[str, Any] = {"to": whole(end)}
        # every second turn: the usual way may be open again in the meantime
        if self.stuck.get(unit.id, 0) % 2:
            yield "march", self._otherwise(unit, end)
        if self._loosely(unit, end):
            if unit.formation != "general":
                yield "march", values | {"formation": "general"}
            yield "march", values
            return
        # a march column is quicker still, and far from the enemy it is safe
        if formation != unit.formation and not (formation == "column" and unit.formation == "road" and self._far(unit)):
            yield "march", values | {"formation": formation}
        yield "march", values

    def _loosely(self, unit: UnitState, end: TableSpot) -> bool:
        """Whether the way leads over rough ground that is better crossed in general order: no enemy is upon it."""
        if self.p.nearest(unit)[0] < READY:
            return False
        here = spot(unit.position)
        return self.countries[branch(unit.arm)].rough(here, toward(here, end, LOOSE))

    def _far(self, unit: UnitState) -> bool:
        return self.p.nearest(unit)[0] > ALERT

    def stop(self, unit: UnitState, place: TableSpot, halt: float) -> TableSpot | None:
        """How far toward a place one may go and keep so far from the enemy; nothing where one should stay."""
        here = spot(unit.position)
        on = self.countries[branch(unit.arm)].toward(here, place)
        far = gap(here, on)
        if far <= ARRIVED:
            return None
        course = bearing(here, on)
        # sorted by distance, so the first that is too far ends the search
        for away, foe in self.p.near(unit):
            if away > far + halt:
                break
            aside = turned(bearing(here, self.p.place(foe)), course)
            # who stands beside the way does not stop the march
            if aside < 70:
                far = min(far, max(0.0, away - halt))
        far = min(far, self._leash(unit, here, on))
        return toward(here, on, far) if far > ARRIVED / 2 else None

    def _leash(self, unit: UnitState, here: TableSpot, on: TableSpot) -> float:
        """Paces that a unit may go without leaving its division commander behind: he must be heard next turn too."""
        division = self.p.view.divisions.get(unit.division)
        leader = self.p.view.leaders.get(division.leader) if division is not None else None
        if leader is None or leader.where != "table":
            return 9e9
        at, heard = spot(leader.position), HEARD * radius(self.p.tables, "division")
        far, step = gap(here, on), 0.0
        # one who is out of hearing already may go, if that brings him no farther off
        most = max(heard, gap(here, at))
        while step < far and gap(toward(here, on, step + ARRIVED), at) <= most:
            step += ARRIVED
        return step if step < far else far

    def _otherwise(self, unit: UnitState, end: TableSpot) -> dict[str, Any]:
        """Another way for who did not get on: straight ahead if that leads there about, else aside with front kept."""
        here = spot(unit.position)
        if turned(bearing(here, end), unit.heading) < SIDE:
            ahead = shifted(here, unit.heading, 0.0, min(BACK, gap(here, end)))
            return {"to": whole(self.on_table(ahead))}
        return {"to": whole(end), "keep_front": "yes"}

    def back(self, unit: UnitState, foe: Seen) -> Iterator[UnitWish]:
        """Away from an enemy, front kept."""
        here = spot(unit.position)
        end = self.on_table(shifted(here, bearing(self.p.place(foe), here), 0.0, BACK))
        yield "march", {"to": whole(end), "keep_front": "yes"}

    def on_table(self, place: TableSpot) -> TableSpot:
        """The place, or the nearest one that is on the table."""
        width, height = self.p.briefing.header.table_paces
        return min(max(place[0], MARGIN), width - MARGIN), min(max(place[1], MARGIN), height - MARGIN)


def whole(place: TableSpot) -> tuple[int, int]:
    """A place in whole paces."""
    return round(place[0]), round(place[1])
