"""Works, fires, boats, engineers, guns in a staff's orders: what they change in its plan, and chits for single units.

Where a battle has none of them the plan stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from grognard.commanders.appreciation import Situation, TableSpot, TroopBody, gap, middle
from grognard.commanders.clusters import Group
from grognard.commanders.doctrine import STAFF_1, Doctrine
from grognard.commanders.planning import Plan
from grognard.commanders.tasks import Task
from grognard.ground.features import AreaFeature

from ...beyond.leaving import AT_THE_EDGE
from ...seat.view import Briefing, View
from ...table.state import UnitState
from ..outlook import Land, Outlook, Told, spot_of
from ..wording import Wish, whole
from . import charging, engineers, fires, gunners, prone, spiking, spreading, stepping, storming, works
from .ferry import Ferry
from .fires import HEAT

THERE = 150.0
"""Paces from the middle of works within which their garrison is at home. Whoever is not yet there must not be told to
defend the place: he would defend the ground on which he hears of it."""
AROUND = 60.0
"""Paces by which a way round a fire may be out."""
MOST_STOPS = 8
"""Places on the way of a mission at most."""


class SpecialStaff:
    """What a seat's staff makes of all this in the course of a battle."""

    def __init__(self, briefing: Briefing, groups: Sequence[Group], land: Land, doctrine: Doctrine = STAFF_1) -> None:
        self.briefing, self.groups, self.land, self.doctrine = briefing, groups, land, doctrine
        self.ferry = Ferry(briefing.ground)
        self._places: tuple[Outlook, dict[str, TableSpot]] | None = None

    def look(self, view: View, s: Situation, tasks: dict[str, Task]) -> Outlook:
        """The moment as it is."""
        return Outlook(view, self.briefing, self.land, s, self.groups, tasks)

    def concerned(self, view: View) -> bool:
        """Whether anything about the ground or the water can change the plan."""
        boats = any(boat.side == view.side for boat in view.boats.values())
        return boats or bool(self.land.works or view.works or self.land.burning(view))

    # -- in the plan

    def planned(self, view: View, s: Situation, plan: Plan) -> Plan:
        """The plan with fires avoided."""
        # nothing of the kind here: then the plan is the plan
        if not self.concerned(view):
            return plan
        burning = list(self.land.burning(view).values())
        look = self.look(view, s, plan.tasks)
        stay = [group.id for group in self.groups if burning and fires.stays(look, _here(view, group))]
        return Plan(fires.clear_of(s, plan.tasks, burning, stay), plan.stance, plan.main)

    def worded(self, look: Outlook, body: TroopBody, wanted: Wish) -> list[Wish]:
        """A body's mission as the ground has it: round fires, out of reach of works, and to a boat for who must."""
        # with off-board play an objective at the very edge would mean to march off it
        if look.view.edge_cards:
            wanted = _this_side(look, wanted)
        if not self.concerned(look.view):
            return [wanted]
        own = self._own_places(look)
        alone = [_alone(look, wanted, unit, own[unit]) for unit in wanted.units if unit in own]
        rest = tuple(unit for unit in wanted.units if unit not in own)
        if not alone:
            return [self._round(look, body, wanted)]
        return [*alone, *([self._round(look, body, _without(look, wanted, rest))] if rest else [])]

    def _own_places(self, look: Outlook) -> dict[str, TableSpot]:
        """Units that go to a place of their own: works that they man, a boat that takes them over."""
        # the same moment asks for every body
        if self._places is None or self._places[0] is not look:
            self._places = look, {**works.posts(look), **self.ferry.marches(look)}
        return self._places[1]

    def _round(self, look: Outlook, body: TroopBody, wanted: Wish) -> Wish:
        units = [look.view.units[unit] for unit in wanted.units]
        if body.arm == "horse" and works.shy(look, units):
            places = [foe.place for foe in look.s.foes if foe.guarded]
            away = works.keep_off(look.s, body.place, places)
            return replace(wanted, values={"kind": "maneuver", "objective": whole(look.s, away), "gait": "quick"})
        burning = list(self.land.burning(look.view).values())
        if not burning:
            return wanted
        if fires.close_to(wanted.values["objective"], burning):
            wanted = _out_of_it(wanted, units, burning)
        if wanted.values["kind"] not in ("attack", "maneuver"):
            return wanted
        stops = [*wanted.values.get("route", ()), wanted.values["objective"]]
        route = [whole(look.s, each) for each in fires.ways_round(body.place, stops, burning)]
        if route == list(wanted.values.get("route", ())):
            return wanted
        return replace(wanted, values={**wanted.values, "route": route[:MOST_STOPS]}, off_way=AROUND)

    # -- on the spot

    def chits(self, look: Outlook) -> list[Told]:
        """Chits for single units, the most pressing for each."""
        found: dict[str, Told] = {}
        for unit, chits in self._every(look):
            # the first for a unit stands: they come in the order of what presses most
            found.setdefault(unit, (unit, chits))
        return list(found.values())

    def _every(self, look: Outlook) -> Iterator[Told]:
        yield from fires.chits(look)
        yield from spiking.chits(look)
        if any(boat.side == look.view.side for boat in look.view.boats.values()):
            yield from self.ferry.chits(look)
        yield from engineers.chits(look)
        yield from works.chits(look)
        if self.doctrine.patient:
            yield from gunners.chits(look)
            yield from stepping.chits(look)
            yield from charging.chits(look)
            yield from spreading.chits(look)
        if self.doctrine.fires_first:
            yield from storming.chits(look)
        yield from prone.chits(look)


def _this_side(look: Outlook, wanted: Wish) -> Wish:
    """A march that ends on the table: one that ends at its very edge would lead off it, to go round beyond."""
    x, y = wanted.values["objective"]
    (width, height), room = look.s.size, 2 * AT_THE_EDGE
    kept = round(min(max(x, room), width - room)), round(min(max(y, room), height - room))
    if wanted.values["kind"] != "maneuver" or kept == (x, y):
        return wanted
    return replace(wanted, values={**wanted.values, "objective": kept})


def _without(look: Outlook, wanted: Wish, rest: tuple[str, ...]) -> Wish:
    """The mission for those of a body who are left, about the place that they would have had with the others."""
    (ox, oy), (x, y) = (middle(spot_of(look.view.units[unit]) for unit in units) for units in (wanted.units, rest))
    east, north = wanted.values["objective"]
    moved = whole(look.s, (east + x - ox, north + y - oy))
    return replace(wanted, units=rest, values={**wanted.values, "objective": moved})


def _out_of_it(wanted: Wish, units: Sequence[UnitState], burning: Sequence[AreaFeature]) -> Wish:
    """To the pace; and whoever is to defend the ground beside a fire in which he stands has to march there first."""
    inside = any(fires.close_to(spot_of(unit), burning, HEAT) for unit in units)
    if not inside or wanted.values["kind"] != "defense":
        return replace(wanted, exact=True)
    values = {"kind": "maneuver", "objective": wanted.values["objective"], "gait": "march"}
    return replace(wanted, values=values, exact=True)


def _alone(look: Outlook, wanted: Wish, unit: str, place: TableSpot) -> Wish:
    """A mission for one unit of a body: it goes to a place of its own, and holds it."""
    now = look.view.units[unit]
    there = now.formation == "garrison" and gap(spot_of(now), place) <= THERE
    values = {"kind": "defense" if there else "maneuver", "objective": whole(look.s, place), "gait": "march"}
    return Wish(wanted.body, (unit,), values, wanted.urgency, exact=True)


def _here(view: View, group: Group) -> list[UnitState]:
    return [view.units[unit] for unit in group.units if unit in view.units and view.units[unit].where == "table"]


__all__ = ["SpecialStaff"]
