"""Leaders: behind the middle of their troops, within reach of them; at the head of those who fight, if that helps."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import TableSpot, bearing, gap, middle, shifted
from grognard.commanders.duties import Duty
from grognard.kernel.domains import Choice

from ..checks.charts import paces
from ..checks.command import radius
from ..table.state import DivisionState, LeaderState, UnitState
from .picture import Picture
from .reading import spot

ENGAGED = 450.0
"""Paces from the enemy within which a unit is in the fight, or nearly."""
SAFE = 420.0
"""Paces that a leader who is with nobody keeps from the enemy."""
MOVES = 120.0
"""Paces for which a leader does not mount."""
WITHIN = 0.8
"""The part of his radius within which a leader keeps his troops."""


class LeaderRides:
    """One activation of a division, for its leaders."""

    def __init__(self, p: Picture, duties: dict[str, Duty], main: Sequence[str]) -> None:
        self.p, self.duties, self.main = p, duties, main

    def answer(self, decision: Decision, asked: set[str]) -> Answer | None:
        """What the next leader does; each is thought of twice, to ride and to attach himself."""
        for leader in self.p.view.leaders.values():
            for word in ("attach", "ride"):
                key = f"{word}:{leader.id}"
                if key in asked:
                    continue
                # before it is tried: who was refused is not asked again in this activation
                asked.add(key)
                found = self._attach(decision, leader) if word == "attach" else self._ride(decision, leader)
                if found is not None and decision.accepts(found):
                    return found
        return decision.answer("done")

    # -- with the troops

    def _attach(self, decision: Decision, leader: LeaderState) -> Answer | None:
        """A leader who inspires puts himself at the head of those who fight; others stay where they can command."""
        bonus = self.p.tables.number("CD-leader-il", leader.rating)
        # who adds nothing does better where all his troops hear him
        if leader.attached_to or bonus < 1:
            return None
        join = decision.option(f"join:{leader.id}")
        field = join.fields.get("brigade") if join is not None else None
        if not isinstance(field, Choice):
            return None
        found = [(self._fight(brigade, leader), brigade) for brigade in field.values]
        worth, brigade = max(found, default=(0.0, ""))
        return decision.answer(f"join:{leader.id}", brigade=brigade) if worth >= 1.5 else None

    def _fight(self, brigade: str, leader: LeaderState) -> float:
        """How many units of a brigade fight, or nearly; none if he would lose sight of the others there."""
        units = [unit for unit in self.p.own if unit.brigade == brigade]
        near = [unit for unit in units if self.p.nearest(unit)[0] <= ENGAGED and unit.status != "broken"]
        if not near:
            return 0.0
        under = self._under(leader)
        reach = radius(self.p.tables, leader.level)
        at = middle([self.p.place(unit) for unit in near])
        left = sum(gap(self.p.place(unit), at) > reach for unit in under)
        return len(near) - 2.0 * left

    # -- riding

    def _ride(self, decision: Decision, leader: LeaderState) -> Answer | None:
        if decision.option(f"ride:{leader.id}") is None or (leader.attached_to and self._still_wanted(leader)):
            return None
        place = self._post(leader)
        if place is None or gap(place, spot(leader.position)) < MOVES:
            return None
        # a few paces less, so that rounding does not carry him beyond his reach
        reach = paces(self.p.tables, self.p.tables.number("CD-leader-movement", "inches")) - 5
        here = spot(leader.position)
        far = gap(here, place)
        if far > reach:
            place = here[0] + (place[0] - here[0]) * reach / far, here[1] + (place[1] - here[1]) * reach / far
        return decision.answer(f"ride:{leader.id}", to=(round(place[0]), round(place[1])))

    def _still_wanted(self, leader: LeaderState) -> bool:
        if leader.attached_to != "brigade":
            return True
        return self._fight(leader.attached, leader) > 0

    def _under(self, leader: LeaderState) -> list[UnitState]:
        """Units whose division he commands; for who commands none, those of all divisions below him."""
        divisions = [each for each in self.p.view.divisions.values() if each.leader == leader.id]
        divisions = divisions or [each for each in self.p.view.divisions.values() if _above(leader, each)]
        return [unit for each in divisions for unit in self._here(each)]

    def _here(self, division: DivisionState) -> list[UnitState]:
        units = (self.p.view.units.get(unit) for unit in division.units)
        return [unit for unit in units if unit is not None and unit.where == "table"]

    def _post(self, leader: LeaderState) -> TableSpot | None:
        """Where most of his troops, as they will stand, are within his reach; behind them, as seen from the enemy."""
        under = [unit for unit in self._under(leader) if unit.status != "broken"] or self._under(leader)
        if not under:
            return None
        # above a division, with the main effort: he cannot be near them all
        if leader.level != "division" and self.main:
            under = [unit for unit in under if unit.id in self.main] or under
        spots = [self._ahead(unit) for unit in under]
        reach = WITHIN * radius(self.p.tables, leader.level)

        def heard_at(at: TableSpot) -> tuple[int, float]:
            away = [gap(at, each) for each in spots]
            return sum([each <= reach for each in away]), -sum(away)

        xs, ys = [x for x, _ in spots], [y for _, y in spots]
        between = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        # the middle of the box too: it may reach all where no unit's own place does
        best = max([*spots, between], key=heard_at)
        if heard_at(best)[0] == len(spots):
            return self._behind(best)
        heard = [each for each in spots if gap(best, each) <= reach]
        return self._behind(middle(heard))

    def _ahead(self, unit: UnitState) -> TableSpot:
        """Where a unit will be soon: some paces on the way to its place, or there."""
        here, duty = self.p.place(unit), self.duties.get(unit.id)
        if duty is None or duty.stays:
            return here
        far = gap(here, duty.place)
        part = min(1.0, 200.0 / far) if far else 0.0
        return here[0] + (duty.place[0] - here[0]) * part, here[1] + (duty.place[1] - here[1]) * part

    def _behind(self, place: TableSpot) -> TableSpot:
        near = min(((gap(self.p.place(foe), place), foe.id, foe) for foe in self.p.standing), default=None)
        if near is None or near[0] >= SAFE:
            return place
        x, y = shifted(place, bearing(self.p.place(near[2]), place), 0.0, SAFE - near[0])
        width, height = self.p.briefing.header.table_paces
        return min(max(x, 10.0), width - 10.0), min(max(y, 10.0), height - 10.0)


def _above(leader: LeaderState, division: DivisionState) -> bool:
    return leader.id in (division.corps, division.army)
