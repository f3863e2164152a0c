"""The command phase: missions to bodies that need new ones, in person or by aide, then leaders to where they matter."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import Situation, Spot, bearing, gap, shifted, toward
from grognard.commanders.planning import Plan
from grognard.commanders.tasks import homeward_of

from ..play.state import LeaderState, UnitState
from ..play.view import Briefing, View
from .grouping import Group
from .reading import spot, steadiness
from .wording import Wish, able_to_hear, told, wish

BEHIND, WATCHES = 40.0, 300.0
"""Paces behind the front of a unit that a brigadier rides, and an army's commander behind the main effort."""
MUSKETRY, CANISTER = 150.0, 640.0
"""Paces that a brigadier and an army's commander keep from the enemy."""
AWAY = 45.0
"""A leader rides only when he is farther than this from where he should be."""
STRIDE = 240
"""Paces that we count on for a command point when choosing how far to ride; the rules have the last word."""


class Commands:
    """The answers of one command phase or council, one after the other."""

    def __init__(self, briefing: Briefing, groups: tuple[Group, ...], s: Situation, plan: Plan) -> None:
        self.briefing, self.s, self.plan = briefing, s, plan
        self.groups = {group.id: group for group in groups}

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
                    found.append(wish(self.s, bodies[id], task, units, view))
        return sorted(found, key=lambda each: (each.urgency, each.body))

    def missions(self, view: View) -> list[Wish]:
        """Missions that are wanted and not yet given, the most urgent first; only who is here can be told."""
        here = (each for each in self._wishes(view) if any(view.units[u].where == "table" for u in each.units))
        return [each for each in here if not told(view, each)]

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

    def rides(self, view: View, decision: Decision) -> Iterator[Answer]:
        """Each leader with points left goes where he is of use."""
        for leader in view.leaders.values():
            if leader.points <= 0 or leader.where != "table" or leader.hurt == "killed" or leader.attached:
                continue
            goal = self._post(view, leader)
            here = spot(leader.position)
            army = self.briefing.leaders[leader.id].level == "army"
            if goal is None or gap(here, goal) <= (3 * AWAY if army else AWAY):
                continue
            end = toward(here, goal, leader.points * STRIDE - 1)
            width, height = self.s.size
            at = (round(min(max(end[0], 0), width)), round(min(max(end[1], 0), height)))
            yield decision.answer("ride", leader=leader.id, to=at)

    def _post(self, view: View, leader: LeaderState) -> Spot | None:
        """A brigadier rides close behind the unit that needs him most, where his presence tells on its morale; the
        army's commander watches the main effort from out of canister."""
        entry = self.briefing.leaders[leader.id]
        mine = [body for body in self.s.bodies if body.here and self.groups[body.id].units[0] in entry.units]
        if not mine:
            return None
        if entry.level == "army":
            chosen = [body for body in mine if body.id == self.plan.main] or mine
            return self._safe(homeward_of(self.s, chosen[0].place, WATCHES), CANISTER)
        units = [view.units[unit] for unit in entry.units if unit in view.units and view.units[unit].where == "table"]
        rally = [unit for unit in units if unit.status != "routed"] or units
        if not rally:
            return None
        return self._behind(min(rally, key=lambda unit: (self._calm(unit), unit.id)))

    def _calm(self, unit: UnitState) -> float:
        """How little a unit needs its general: it is steady, and far from the enemy. Foot comes before guns."""
        foe = self.s.nearest_foe(spot(unit.position))
        far = min(1500.0, gap(foe.place, spot(unit.position))) if foe else 1500.0
        guns = self.briefing.roster[unit.id].rated.arm == "artillery"
        return steadiness(unit.status, unit.disorder) + far / 1000 + guns

    def _behind(self, unit: UnitState) -> Spot:
        at = spot(unit.position)
        foe = self.s.nearest_foe(at)
        front = bearing(at, foe.place) if foe and gap(at, foe.place) < CANISTER else unit.heading
        return self._safe(shifted(at, front, 0.0, -BEHIND), MUSKETRY)

    def _safe(self, place: Spot, paces: float) -> Spot:
        """Farther back if an enemy is too near."""
        for _ in range(5):
            foe = self.s.nearest_foe(place)
            if foe is None or gap(foe.place, place) >= paces:
                return place
            place = homeward_of(self.s, place, paces / 4)
        return place
