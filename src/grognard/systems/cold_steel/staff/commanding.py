"""The command phase: missions to bodies that need new ones, in person or by aide, then leaders to where they matter."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Set
from math import inf

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation, Spot, bearing, gap, middle, shifted, toward
from grognard.commanders.clusters import Group
from grognard.commanders.planning import Plan
from grognard.commanders.tasks import homeward_of

from ..play.state import LeaderState, UnitState
from ..play.view import Briefing, View
from .outlook import Outlook, Told
from .reading import spot
from .special import Special
from .wording import Wish, able_to_hear, told, wish

CLOSE, BEHIND = 35.0, 160.0
"""Paces behind the front of a unit that is to be rallied, and behind his troops, at which a leader rides."""
MUSKETRY, CANISTER = 150.0, 620.0
"""Paces from the enemy within which no leader goes, and out of which he stays without need."""
AMONG = 130.0
"""Paces from the middle of a unit within which it would be shaken by his fall."""
AWAY = 60.0
"""A leader rides only when he is farther than this from where he should be."""


class Commands:
    """The answers of one command phase or council, one after the other."""

    def __init__(
        self, briefing: Briefing, groups: tuple[Group, ...], s: Situation, plan: Plan, special: Special, look: Outlook
    ) -> None:
        self.briefing, self.s, self.plan, self.special, self.look = briefing, s, plan, special, look
        self.groups = {group.id: group for group in groups}
        self._stood: tuple[View, list[Spot]] | None = None

    def council(self, view: View, decision: Decision) -> Iterator[Answer]:
        """A mission for every body, those still to come included."""
        for wanted in self._wishes(view):
            leader = self.groups[wanted.body].leaders[0]
            yield decision.answer("mission", leader=leader, units=list(wanted.units), **wanted.values)

    def _wishes(self, view: View) -> list[Wish]:
        bodies = {body.id: body for body in self.s.bodies}
        found = []
        for id, task in self.plan.tasks.items():
            if id in bodies and id in self.groups:
                units = [u for u in self.groups[id].units if u in view.units and able_to_hear(view.units[u])]
                if units:
                    found += self.special.worded(self.look, bodies[id], wish(self.s, bodies[id], task, units, view))
        return sorted(found, key=lambda each: (each.urgency, each.body))

    def missions(self, view: View) -> list[Wish]:
        """Missions that are wanted and not yet given, the most urgent first; only who is here can be told."""
        here = (each for each in self._wishes(view) if any(view.units[u].where == "table" for u in each.units))
        return [each for each in here if not told(view, each)]

    def chits(self, view: View) -> list[Told]:
        """What single units are told besides, under the missions that they have by now."""
        return self.special.chits(self.special.look(view, self.s, self.plan.tasks))

    def ways_to_tell(self, view: View, wanted: Wish, decision: Decision) -> Iterator[Answer]:
        """In person by the brigadier, by his aide, then by those above him."""
        units = [unit for unit in wanted.units if view.units[unit].where == "table"]
        able = [view.leaders[id] for id in self.groups[wanted.body].leaders if self._able(view, id)]
        near = sorted(able, key=lambda leader: gap(spot(leader.position), spot(view.units[units[0]].position)))
        for leader in near:
            if leader.points + bool(leader.paces) >= 2 or leader.order_in_hand:
                yield decision.answer("mission", leader=leader.id, units=units, **wanted.values)
        for leader in near:
            if leader.points >= 1:
                yield decision.answer("aide", leader=leader.id, what="mission", units=units, **wanted.values)

    def _able(self, view: View, id: str) -> bool:
        leader = view.leaders.get(id)
        return leader is not None and leader.where == "table" and leader.hurt != "killed" and leader.points > 0

    # -- leaders

    def rides(self, view: View, decision: Decision, ridden: Set[str] = frozenset()) -> Iterator[Answer]:
        """Each leader who can still ride, and has not, goes where he is of use, or out of harm's way."""
        stride = self.briefing.rules.tables.row("CS-3.2j", "paces").per
        for leader in view.leaders.values():
            if leader.where != "table" or leader.hurt == "killed" or leader.attached or leader.id in ridden:
                continue
            here, reach = spot(leader.position), leader.points * stride + leader.paces
            goal = self._post(view, leader, reach) if reach >= AWAY else None
            if goal is None or gap(here, goal) <= AWAY:
                continue
            end = toward(here, goal, reach - 1)
            width, height = self.s.size
            at = (round(min(max(end[0], 0), width)), round(min(max(end[1], 0), height)))
            yield decision.answer("ride", leader=leader.id, to=at)

    def _post(self, view: View, leader: LeaderState, reach: float) -> Spot | None:
        """By a unit that has lost heart, where his presence tells when it rallies; else behind his troops, out of
        canister, and not so near to any unit that it would be shaken if he were hit."""
        entry = self.briefing.leaders[leader.id]
        units = [view.units[unit] for unit in entry.units if unit in view.units and view.units[unit].where == "table"]
        if not units:
            return None
        shaken = sorted(
            (gap(spot(leader.position), at), unit.id, at)
            for unit in units
            if unit.status in ("wavering", "broken") and self._calm_enough(at := self._behind(unit))
        )
        if shaken and shaken[0][0] <= reach:
            return shaken[0][2]
        mine = [body for body in self.s.bodies if body.here and body.id == self.plan.main] if self._army(leader) else []
        place = mine[0].place if mine else middle(spot(unit.position) for unit in units)
        return self._clear_of(view, self._safe(homeward_of(self.s, place, BEHIND)))

    def _army(self, leader: LeaderState) -> bool:
        return self.briefing.leaders[leader.id].level == "army"

    def _behind(self, unit: UnitState) -> Spot:
        """Close behind a unit, as seen from the enemy."""
        at = spot(unit.position)
        foe = self.s.nearest_foe(at)
        return shifted(at, bearing(at, foe.place) if foe else unit.heading, 0.0, -CLOSE)

    def _calm_enough(self, place: Spot) -> bool:
        """Whether a leader may go there: nowhere within musketry."""
        foe = self.s.nearest_foe(place)
        return foe is None or gap(foe.place, place) > MUSKETRY

    def _safe(self, place: Spot) -> Spot:
        """Farther back if an enemy is too near."""
        for _ in range(7):
            foe = self.s.nearest_foe(place)
            if foe is None or gap(foe.place, place) >= CANISTER:
                return place
            place = homeward_of(self.s, place, CANISTER / 6)
        return place

    def _standing(self, view: View) -> list[Spot]:
        """Where our units stand, from west to east; made once for a view."""
        if self._stood is None or self._stood[0] is not view:
            self._stood = view, sorted(spot(unit.position) for unit in view.units.values() if unit.where == "table")
        return self._stood[1]

    def _clear_of(self, view: View, place: Spot) -> Spot:
        """A little aside if a unit stands there."""
        spots = self._standing(view)
        for _ in range(3):
            x, y = place
            near = spots[bisect_left(spots, (x - AMONG,)) : bisect_right(spots, (x + AMONG, inf))]
            if all(abs(each[1] - y) > AMONG or gap(each, place) > AMONG for each in near):
                return place
            place = homeward_of(self.s, place, AMONG / 2)
        return place
