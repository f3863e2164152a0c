"""A commander who sends everybody straight at the nearest enemy: a yardstick for better ones."""

from __future__ import annotations

from ..appreciation import BEATEN, Situation, TableSpot, TroopBody
from ..doctrine import STAFF_1
from ..planning import Plan
from ..staff import Staff, adapter_of
from ..tasks import Task


class Charging:
    """One thought: forward."""

    def __init__(self) -> None:
        self.plan = Plan({})
        self._made = 0

    def update(self, s: Situation) -> Plan:
        """Foot and horse attack, guns follow them up as far as their range asks for."""
        # asked for with every decision of a turn
        if self._made != s.turn:
            self._made = s.turn
            self.plan = Plan({body.id: _forward(s, body) for body in s.bodies}, "attack")
        return self.plan


def _forward(s: Situation, body: TroopBody) -> Task:
    foe = s.nearest_foe(body.place, steady=BEATEN) or s.nearest_foe(body.place)
    place = foe.place if foe is not None else _ahead(s, body)
    return Task(body.id, "bombard" if body.arm == "guns" else "attack", place, foe=foe.id if foe is not None else "")


def _ahead(s: Situation, body: TroopBody) -> TableSpot:
    """Where nobody is to be seen: the weightiest ground, else the far edge."""
    ground = [goal for goal in s.goals if goal.kind in ("hold", "clear")]
    if ground:
        return ground[0].place
    x, y = s.home
    far_x, far_y = body.place[0] - x * s.size[0], body.place[1] - y * s.size[1]
    return min(max(far_x, 120.0), s.size[0] - 120), min(max(far_y, 120.0), s.size[1] - 120)


def make(system: str, seat: str, seed: int) -> Staff:
    """One for any seat of any system."""
    return Staff(adapter_of(system, seat, seed, STAFF_1), Charging())
