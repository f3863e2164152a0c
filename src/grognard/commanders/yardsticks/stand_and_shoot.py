"""A commander who holds whatever ground his troops stand on and lets them fire: a yardstick for better ones."""

from __future__ import annotations

from ..appreciation import Situation
from ..doctrine import STAFF_1
from ..planning import Plan
from ..staff import Staff, adapter_of
from ..tasks import Task


class Rooted:
    """Nobody leaves his post; guns fire from where they are."""

    def __init__(self) -> None:
        self.plan = Plan({})

    def update(self, s: Situation) -> Plan:
        """Everybody holds where he stood when he was first told to; who is beaten and was carried off holds there."""
        kinds = {body.id: "bombard" if body.arm == "guns" else "hold" for body in s.bodies}
        kept = {body.id: self.plan.tasks.get(body.id) for body in s.bodies}
        tasks = {
            body.id: kept[body.id] or Task(body.id, kinds[body.id], body.place)  # type: ignore[arg-type]
            for body in s.bodies
        }
        # the same plan while nobody has come or gone: adapters work out duties once for a plan
        if tasks != self.plan.tasks or not tasks:
            self.plan = Plan(tasks)
        return self.plan


def make(system: str, seat: str, seed: int) -> Staff:
    """One for any seat of any system."""
    return Staff(adapter_of(system, seat, seed, STAFF_1), Rooted())
