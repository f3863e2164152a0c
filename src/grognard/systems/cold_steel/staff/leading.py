"""Where a staff's leaders are: with a unit that has lost heart or decides the battle, else behind their troops."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Set
from math import inf

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation, TableSpot, bearing, gap, middle, shifted, toward
from grognard.commanders.clusters import Group
from grognard.commanders.planning import Plan
from grognard.commanders.tasks import homeward_of
from grognard.ground.units import spot

from ..seat.view import Briefing, View
from ..table.state import LeaderState, UnitState

CLOSE, BEHIND = 35.0, 160.0
"""Paces behind the front of a unit that is to be rallied, and behind his troops, at which a leader rides."""
MUSKETRY, CANISTER = 150.0, 620.0
"""Paces from the enemy within which no leader goes, and out of which he stays without need."""
APART = 300
"""Paces from the enemy at which a leader may join a unit that wavers: he should not be with it in close combat."""
AMONG = 130.0
"""Paces from the middle of a unit within which it would be shaken by his fall."""
AWAY = 60.0
"""A leader rides only when he is farther than this from where he should be."""
LAST = 3
"""Turns before the end in which a brigadier stakes himself: he is not needed after."""
FIREFIGHT = (21, 120)
"""Paces from the enemy at which the unit that decides it must keep its order. In close combat he would hardly come out
unhurt, and his fall would shake it more than his voice can steady it."""
SHAKEN = ("wavering", "broken")


class Leaders:
    """What leaders do with the points that are left when all orders are given."""

    def __init__(self, briefing: Briefing, groups: dict[str, Group], s: Situation, plan: Plan) -> None:
        self.briefing, self.groups, self.s, self.plan = briefing, groups, s, plan
        self.player = next(iter(briefing.leaders), "")
        self._backed: dict[TableSpot, TableSpot] = {}
        self._stood: tuple[dict[str, UnitState], list[TableSpot]] | None = None

    def moves(self, view: View, decision: Decision, moved: Set[str] = frozenset()) -> Iterator[Answer]:
        """Each leader who can still ride, and has not, goes where he is of use, or out of harm's way; the first of a
        leader's answers that is taken is his. Who is with a unit that needs him stays."""
        stride = self.briefing.rules.tables.row("CS-3.2j", "paces").per
        for leader in view.leaders.values():
            if leader.where != "table" or leader.hurt == "killed" or leader.id in moved:
                continue
            reach = leader.points * stride + leader.paces
            with_it = view.units.get(leader.attached)
            # who has joined a unit stays as long as it needs him: leaving costs a point
            if with_it is not None and self._needs(view, leader, with_it):
                continue
            unit = self._called_by(view, leader, reach)
            if unit is not None:
                yield decision.answer("attach", leader=leader.id, unit=unit.id)
            yield from self._rides(view, decision, leader, reach)

    def _rides(self, view: View, decision: Decision, leader: LeaderState, reach: float) -> Iterator[Answer]:
        here, goal = spot(leader.position), self._post(view, leader, reach) if reach >= AWAY else None
        if goal is not None and gap(here, goal) > AWAY:
            # a pace short, for rounding to whole paces must not cost a point more
            end = toward(here, goal, reach - 1)
            width, height = self.s.size
            at = (round(min(max(end[0], 0), width)), round(min(max(end[1], 0), height)))
            yield decision.answer("ride", leader=leader.id, to=at)
        elif leader.attached:
            yield decision.answer("detach", leader=leader.id)

    # -- with a unit

    def _called_by(self, view: View, leader: LeaderState, reach: float) -> UnitState | None:
        """The nearest unit within his reach that needs him with it, and has no other like him."""
        found = [
            (away, unit.id)
            for unit in self._units(view, leader)
            if self._needs(view, leader, unit) and (away := gap(spot(leader.position), spot(unit.position))) <= reach
        ]
        # one of a kind is enough: two brigadiers add nothing, a general and a brigadier do (CS-5.2.2b)
        taken = {each.attached for each in view.leaders.values() if self._like(each, leader)} if found else set()
        free = [each for each in found if each[1] not in taken]
        return view.units[min(free)[1]] if free else None

    def _like(self, one: LeaderState, other: LeaderState) -> bool:
        """Whether both count alike with troops: there is a player's own figure, and there are the others."""
        return one.id != other.id and (one.id == self.player) == (other.id == self.player)

    def _needs(self, view: View, leader: LeaderState, unit: UnitState) -> bool:
        """Whether a unit wavers, with nobody upon it soon, or decides the battle. Who runs would take him along, away
        from the rest of his brigade: by him he only halts for a moment."""
        if unit.where != "table":
            return False
        # no enemy known counts as far off
        wavers = unit.status == "wavering" and view.nearest.get(unit.id, ("", APART))[1] >= APART
        return wavers or self._decides(view, leader, unit)

    def _decides(self, view: View, leader: LeaderState, unit: UnitState) -> bool:
        """Whether it is in the firefight of the main effort as the battle ends; the general keeps out of it."""
        main = self.groups.get(self.plan.main)
        if main is None or unit.id not in main.units or self.s.left > LAST or leader.id == self.player:
            return False
        near, far = FIREFIGHT
        _, paces = view.nearest.get(unit.id, ("", far + 1))
        return near <= paces <= far and not unit.melee and unit.status not in ("broken", "routed")

    def _units(self, view: View, leader: LeaderState) -> list[UnitState]:
        """His units on the table."""
        entry = self.briefing.leaders[leader.id]
        return [view.units[unit] for unit in entry.units if unit in view.units and view.units[unit].where == "table"]

    # -- by himself

    def _post(self, view: View, leader: LeaderState, reach: float) -> TableSpot | None:
        """By a unit that has lost heart, where his presence tells when it rallies; else behind his troops, out of
        canister, and not so near to any unit that it would be shaken if he were hit."""
        units = self._units(view, leader)
        if not units:
            return None
        shaken = sorted(
            (gap(spot(leader.position), at), unit.id, at)
            for unit in units
            if unit.status in SHAKEN and self._calm_enough(at := self._behind(unit))
        )
        if shaken and shaken[0][0] <= reach:
            return shaken[0][2]
        mine = [body for body in self.s.bodies if body.here and body.id == self.plan.main] if self._army(leader) else []
        place = mine[0].place if mine else middle(spot(unit.position) for unit in units)
        return self._clear_of(view, self._safe(homeward_of(self.s, place, BEHIND)))

    def _army(self, leader: LeaderState) -> bool:
        return self.briefing.leaders[leader.id].level == "army"

    def _behind(self, unit: UnitState) -> TableSpot:
        """Close behind a unit, as seen from the enemy."""
        at = spot(unit.position)
        foe = self.s.nearest_foe(at)
        return shifted(at, bearing(at, foe.place) if foe else unit.heading, 0.0, -CLOSE)

    def _calm_enough(self, place: TableSpot) -> bool:
        """Whether a leader may go there: nowhere within musketry."""
        foe = self.s.nearest_foe(place)
        return foe is None or gap(foe.place, place) > MUSKETRY

    def _safe(self, place: TableSpot) -> TableSpot:
        """Farther back if an enemy is too near."""
        # most who have no need to ride are asked again after each command
        if place not in self._backed:
            self._backed[place] = self._farther_back(place)
        return self._backed[place]

    def _farther_back(self, place: TableSpot) -> TableSpot:
        # a few steps back at a time: the nearest enemy may be another by then
        for _ in range(7):
            foe = self.s.nearest_foe(place)
            if foe is None or gap(foe.place, place) >= CANISTER:
                return place
            place = homeward_of(self.s, place, CANISTER / 6)
        return place

    def _standing(self, view: View) -> list[TableSpot]:
        """Where our units stand, from west to east; made once while none of them changes."""
        # asked about every leader, and most views have the same units
        if self._stood is None or self._stood[0] is not view.units:
            self._stood = (
                view.units,
                sorted(spot(unit.position) for unit in view.units.values() if unit.where == "table"),
            )
        return self._stood[1]

    def _clear_of(self, view: View, place: TableSpot) -> TableSpot:
        """A little aside if a unit stands there."""
        spots = self._standing(view)
        for _ in range(3):
            x, y = place
            # sorted by x, so that only a strip of the army has to be looked at
            near = spots[bisect_left(spots, (x - AMONG,)) : bisect_right(spots, (x + AMONG, inf))]
            if all(abs(each[1] - y) > AMONG or gap(each, place) > AMONG for each in near):
                return place
            place = homeward_of(self.s, place, AMONG / 2)
        return place
