"""What units do when they are activated: wishes, the best first, of which the first legal one is taken."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.commanders.appreciation import bearing, gap, turned
from grognard.commanders.duties import Duty

from ..seat.view import Seen
from ..table.state import UnitState
from ..terms import Formation, branch
from . import assault, screens
from .guns import batteries
from .guns.gunnery import best
from .marching import ALERT, ARRIVED, BACK, READY, Marching, UnitWish, whole
from .odds import threat
from .ranges import Ranges

FRONT = 30.0
"""Degrees by which a front may be off the enemy's bearing."""
PATIENCE = 3
"""Turns that columns wait for their chance before they go into the line of fire."""
WAITS = 260.0
"""Paces from the enemy at which columns halt that are to charge: out of his best fire, within their own reach."""
DEPLOYS = 340.0
"""Paces from the enemy at which attackers deploy who do not charge: a line gets on half as fast as a column."""
CLOSES = 90.0
"""Paces to which those close up who cannot hurt the enemy from where they stand."""
FEW = 3
"""An enemy of fewer than one of so many castings of ours is charged rather than fired at."""
SQUARE, FOOT_NEAR = 900.0, 400.0
"""Paces from enemy horse at which a square is thought of, and from enemy foot or guns at which it is not."""
DANGER = 0.22
"""What a charge of enemy horse must promise him before a unit forms square beforehand."""
OUT_OF_FIRE = 320.0
"""Paces that horse keeps from enemy foot it does not charge; from guns it keeps more."""


class Conduct:
    """One activation's choices."""

    def __init__(self, marching: Marching, ranges: Ranges) -> None:
        self.p, self.marching, self.ranges = marching.p, marching, ranges

    def wishes(self, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
        """What a unit would like to do, the best first."""
        if unit.status == "broken":
            yield "stay", {}
            return
        match branch(unit.arm):
            case "artillery":
                yield from batteries.wishes(self.marching, unit, duty)
            case "cavalry":
                yield from self._horse(unit, duty)
            case _:
                screen = screens.out(self.p, unit, duty)
                for kind, values in self._foot(unit, duty):
                    # with skirmishers if that is allowed, else without: the rest of the wish is worth having
                    # alone
                    yield kind, values | screen
                    yield kind, values
        yield "stay", {}

    # -- foot

    def _foot(self, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
        away, foe = self.p.nearest(unit)
        square = self._square(unit)
        if square and unit.formation != "square":
            yield "change", {"formation": "square"}
        if not square:
            yield from self._charge(unit, duty)
        # this near no unit may march off by choice
        if away <= self.ranges.medium:
            yield from self._pinned(unit, duty, foe)
            return
        if square:
            yield from self._fire(unit)
            return
        yield from self._foot_moves(unit, duty, away, foe)

    def _charge(self, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
        found = assault.best(self.p, unit, duty)
        if found is not None:
            if found.beside:
                yield "charge", {"target": found.target, "beside": found.beside}
            yield "charge", {"target": found.target}

    def _fire(self, unit: UnitState) -> Iterator[UnitWish]:
        found = best(self.p, unit, (foe.id for _, foe in self.p.within(unit, self.ranges.long)))
        if found is not None:
            yield "fire", {"target": found.target}

    def _pinned(self, unit: UnitState, duty: Duty | None, foe: Seen | None) -> Iterator[UnitWish]:
        """Within musket shot: face him, deploy if there is time, fire."""
        if foe is None:
            return
        facing = round(bearing(self.p.place(unit), self.p.place(foe))) % 360
        turn = not self.p.faces(unit, foe)
        # in column only two stands fire
        if unit.formation in ("road", "square") or (unit.formation == "column" and not self._assaults(unit, duty, foe)):
            yield "change", {"formation": "line", **({"facing": facing} if turn else {})}
        if turn:
            yield "change", {"formation": "as_it_is", "facing": facing}
        yield from self._fire(unit)
        if duty is not None and duty.kind == "attack" and unit.status in ("steady", "shaken"):
            # nothing to be had from here: closer, where the fire tells and the charge is short
            end = self.marching.stop(unit, self.p.place(foe), CLOSES)
            if end is not None:
                yield "march", {"to": whole(end)}

    def _assaults(self, unit: UnitState, duty: Duty | None, foe: Seen | None) -> bool:
        """Whether a unit is to charge rather than to fire: who follows behind the first line, and who has such enemies
        before him as fire would hardly touch, because they are in cover or few."""
        if duty is None or duty.kind != "attack":
            return False
        few = foe is not None and FEW * self.p.castings(foe) < self.p.castings(unit)
        return duty.second or few or (foe is not None and self.p.cover(foe) not in ("none", "sparse"))

    def _foot_moves(self, unit: UnitState, duty: Duty | None, away: float, foe: Seen | None) -> Iterator[UnitWish]:
        p = self.p
        if unit.ammunition <= 0 and foe is not None and away < 2 * BACK:
            yield from self.marching.back(unit, foe)
        if duty is None or duty.stays or gap(p.place(unit), duty.place) <= ARRIVED:
            yield from self._stand(unit, duty, away, foe)
            return
        attack = duty.kind == "attack"
        waits = self._assaults(unit, duty, foe) and duty.waited < PATIENCE
        halt = WAITS if waits else self.ranges.medium - 20.0 if attack else READY
        deploys = attack and not waits and foe is not None and away < DEPLOYS
        formation: Formation = "line" if deploys else "column"
        # near enough: to go on would bring it under fire before its chance
        if waits and away <= WAITS + ARRIVED:
            yield from self._stand(unit, duty, away, foe)
            return
        yield from self.marching.march(unit, duty.place, formation, halt if foe is not None else 0.0)
        yield from self._stand(unit, duty, away, foe)

    def _stand(self, unit: UnitState, duty: Duty | None, away: float, foe: Seen | None) -> Iterator[UnitWish]:
        """In its place: line before the enemy, front to him."""
        p = self.p
        if foe is None:
            return
        facing = round(bearing(p.place(unit), p.place(foe)))
        off = away < 2 * ALERT and turned(facing, unit.heading) > FRONT
        new: Formation = unit.formation
        if away < READY and not self._assaults(unit, duty, foe):
            new = "line"
        # a square cannot march, so it is left as soon as horse is gone
        elif (away < ALERT and unit.formation in ("road", "square")) or unit.formation == "square":
            new = "column"
        if new != unit.formation:
            yield "change", {"formation": new, **({"facing": facing % 360} if off else {})}
        if off:
            yield "change", {"formation": "as_it_is", "facing": facing % 360}
        if away <= self.ranges.long:
            yield from self._fire(unit)

    def _square(self, unit: UnitState) -> bool:
        """Whether foot should be in square: horse within reach to whom it would be easy prey, no foot or guns near."""
        p = self.p
        if p.cover(unit) not in ("none", "sparse"):
            return False
        horse, rider = p.nearest(unit, "cavalry")
        if rider is None or horse > SQUARE or not p.memory.sees(p.place(unit), p.place(rider)):
            return False
        if p.nearest(unit, "infantry", "artillery")[0] < FOOT_NEAR:
            return False
        as_it_is = "square" if unit.formation == "square" else ""
        # a square is kept for less than it was formed for, or it would form and break up each turn
        limit = DANGER * (0.6 if as_it_is else 1.0)
        loose = unit if not as_it_is else _in_column(unit)
        return any(threat(p, foe, loose, square=False) > limit for far, foe in p.within(unit, SQUARE) if _mounted(foe))

    # -- horse

    def _horse(self, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
        p = self.p
        yield from self._charge(unit, duty)
        away, foe = p.nearest(unit, "infantry", "artillery")
        if foe is not None and away < OUT_OF_FIRE and p.faces(foe, unit):
            yield "draw_off", {}
            yield from self.marching.back(unit, foe)
        if duty is None or duty.stays:
            yield from self._stand_mounted(unit)
            return
        place, halt = duty.place, OUT_OF_FIRE + 60.0
        prey = p.view.seen.get(duty.foe)
        if duty.kind == "attack" and prey is not None:
            place = p.place(prey)
            # out of his fire but within a gallop; the broken are simply ridden at
            halt = 500.0 if prey.status != "broken" else 0.0
        yield from self.marching.march(unit, place, "column", halt)
        yield from self._stand_mounted(unit)

    def _stand_mounted(self, unit: UnitState) -> Iterator[UnitWish]:
        away, foe = self.p.nearest(unit)
        if foe is None or away > 2 * ALERT:
            return
        facing = round(bearing(self.p.place(unit), self.p.place(foe)))
        if turned(facing, unit.heading) > FRONT:
            yield "change", {"formation": "as_it_is", "facing": facing % 360}
        if unit.formation == "road":
            yield "change", {"formation": "column"}


def _mounted(foe: Seen) -> bool:
    return branch(foe.arm) == "cavalry" and foe.status in ("steady", "shaken")


def _in_column(unit: UnitState) -> UnitState:
    return replace(unit, formation="column")
