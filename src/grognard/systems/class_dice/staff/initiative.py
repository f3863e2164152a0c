"""The initiative: points for its rolls, which division goes first, whether to contest the enemy's."""

from __future__ import annotations

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.duties import Duty
from grognard.kernel.domains import Number

from ..table.state import DivisionState, UnitState
from ..terms import branch
from .picture import FAR, Picture
from .ranges import Ranges

HOT = 500.0
"""Paces from the enemy within which a unit is about to fight."""
CLOSE = 650.0
"""Paces between the armies within which the order of divisions matters."""
CONTESTS = 2
"""Contests in a turn at most: each may end it."""
KEEN = 2.0
"""What a division must have to do before it is worth a contest."""


class Initiative:
    """One moment in which a side thinks of the initiative."""

    def __init__(self, p: Picture, duties: dict[str, Duty], ranges: Ranges) -> None:
        self.p, self.duties, self.ranges = p, duties, ranges

    # -- how much there is to do

    def heat(self, division: DivisionState) -> float:
        """How much a division has to do at once: fire, charges, guns in action."""
        units = [self.p.view.units[unit] for unit in division.units if unit in self.p.view.units]
        return sum(self._heat(unit) for unit in units if unit.where == "table" and not unit.activated)

    def _heat(self, unit: UnitState) -> float:
        away, _ = self.p.nearest(unit)
        if unit.status == "broken" or away >= FAR:
            return 0.0
        duty = self.duties.get(unit.id)
        attacks = duty is not None and duty.kind == "attack"
        if branch(unit.arm) == "artillery":
            # guns on wheels lose little by going later
            return 0.8 if unit.formation == "unlimbered" and away < 2 * HOT else 0.1
        near = 1.0 if away <= self.ranges.medium else 0.7 if away <= HOT else 0.2 if away <= 2 * HOT else 0.0
        return near + (0.5 if attacks and away <= HOT else 0.0) + (0.1 if attacks else 0.0)

    def close(self) -> bool:
        """Whether any of ours is near the enemy."""
        return any(self.p.nearest(unit)[0] < CLOSE for unit in self.p.own)

    # -- answers

    def counsel(self, decision: Decision) -> Answer | None:
        """Half of the points, rounded up, for the opening where the armies are close; the others are for contests,
        which are worth nothing while the armies are far apart."""
        # else every enemy activation would ask in vain
        option, wanted = decision.option("done"), "ask" if self.close() else "never"
        said = decision.option("instruct")
        if said is not None and said.optional["contests"] != wanted:
            return decision.answer("instruct", contests=wanted)
        most = option.fields.get("points") if option is not None else None
        if not isinstance(most, Number):
            return None
        # rounded up: with one point the opening is the only use for it
        points = -(-most.high // 2) if self.close() else 0
        return decision.answer("done", points=points)

    def name_division(self, decision: Decision) -> Answer | None:
        """The one with most to do."""
        found = [
            (self.heat(each), each.id)
            for each in self.p.view.divisions.values()
            if decision.option(f"activate:{each.id}") is not None
        ]
        return decision.answer(f"activate:{max(found)[1]}") if found else None

    def contest(self, decision: Decision, tried: int) -> Answer | None:
        """With the division that has most to do, if that is much and more than the enemy has left to lose by it."""
        if tried >= CONTESTS or not self.close():
            return None
        found = [
            (self.heat(each), each.id)
            for each in self.p.view.divisions.values()
            if decision.option(f"contest:{each.id}") is not None
        ]
        if not found:
            return None
        heat, division = max(found)
        idle = sum(not unit.activated for unit in self.p.own)
        waiting = sum(not foe.activated for foe in self.p.foes)
        # a contest may end the turn: who has more still to act loses more by it
        return decision.answer(f"contest:{division}") if heat >= KEEN and idle <= 1.5 * waiting + 2 else None

    def stake(self, decision: Decision) -> Answer | None:
        """All in a fight that matters, half of it in others."""
        option = decision.option("done")
        most = option.fields.get("points") if option is not None else None
        if not isinstance(most, Number):
            return None
        hottest = max((self.heat(each) for each in self.p.view.divisions.values()), default=0.0)
        return decision.answer("done", points=most.high if hottest >= 2 * KEEN else -(-most.high // 2))
