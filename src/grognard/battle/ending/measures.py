"""Counts what victory conditions ask for: a short function for each measure of scenarios/model.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from grognard.ground.field import Field
from grognard.ground.units import point
from grognard.kernel.errors import BadInput
from grognard.scenarios.extents import Extent
from grognard.scenarios.model import Condition, MeasureName

from .tally import Army, Tally, UnitStanding

GROUND: tuple[MeasureName, ...] = ("held", "clear", "units_in")
"""Measures that look at who stands where."""


class ConditionCount:
    """One condition with what it looks at: the side's own army, its enemies as one, the ground that is meant."""

    def __init__(self, condition: Condition, tally: Tally, field: Field) -> None:
        self.condition = condition
        self.own = _own(condition.side, tally)
        self.foes = [unit for army in tally.armies if army is not self.own for unit in army.units]
        self.leaders_lost = {name for army in tally.armies if army is not self.own for name in army.leaders_lost}
        self._ground = Extent(condition, field)

    def total(self) -> int:
        """How many there are of what is counted; 1 for a condition that is simply met. Needs a measure."""
        measure = self.condition.measure
        return _COUNTS[measure](self) if measure else 0

    def meant(self, units: Iterable[UnitStanding]) -> Iterator[UnitStanding]:
        """Those of the arm, and with the ids, that the condition names."""
        arm, ids = self.condition.arm, self.condition.units
        return (unit for unit in units if arm in (None, unit.arm) and (not ids or unit.id in ids))

    def there(self, unit: UnitStanding) -> bool:
        """Whether it is formed and on the ground that is meant."""
        if unit.place is None or not unit.orderly:
            return False
        return self._ground.holds(point(*unit.place))

    def went_out(self, unit: UnitStanding) -> bool:
        """Whether it left in good order by the edge that is meant."""
        return unit.orderly and unit.left_by is not None and unit.left_by == self.condition.edge

    def bodies(self) -> Iterator[list[UnitStanding]]:
        """The enemy's bodies, each as its units."""
        foes = {unit.id: unit for unit in self.foes}
        for body in self.condition.bodies:
            # bodies are named by the scenario; a unit of one that is in no tally counts for nothing
            yield [foes[unit_id] for unit_id in body if unit_id in foes]


def _own(side: str, tally: Tally) -> Army:
    for army in tally.armies:
        if army.side == side:
            return army
    raise BadInput(f"no side {side!r} in the tally; there are {', '.join(army.side for army in tally.armies)}")


# ---- measures


def _held(count: ConditionCount) -> int:
    """An enemy of any arm contests a place, also where only own foot can hold it."""
    return int(any(map(count.there, count.meant(count.own.units))) and not any(map(count.there, count.foes)))


def _clear(count: ConditionCount) -> int:
    return int(not any(map(count.there, count.meant(count.foes))))


def _men_lost(count: ConditionCount) -> int:
    return sum(unit.men_at_start - unit.men for unit in count.foes)


def _men_formed(count: ConditionCount) -> int:
    units = count.meant(count.own.units)
    return sum(unit.men for unit in units if _saved(unit) or count.went_out(unit))


def _saved(unit: UnitStanding) -> bool:
    """Whether it is in good order on the field, or went off it so with its army."""
    return (unit.on_field and unit.orderly) or unit.marched_off


def _guns_taken(count: ConditionCount) -> int:
    return count.own.guns_taken


def _leaders_lost(count: ConditionCount) -> int:
    return len(count.leaders_lost & set(count.condition.leaders))


def _units_beaten(count: ConditionCount) -> int:
    return sum(unit.down for unit in count.meant(count.foes))


def _units_destroyed(count: ConditionCount) -> int:
    return sum(unit.destroyed for unit in count.meant(count.foes))


def _units_out(count: ConditionCount) -> int:
    return sum(map(count.went_out, count.meant(count.own.units)))


def _units_in(count: ConditionCount) -> int:
    return sum(count.there(unit) or count.went_out(unit) for unit in count.meant(count.own.units))


def _units_formed(count: ConditionCount) -> int:
    """Those that marched off in good order included; those that never came not."""
    units = count.meant(count.own.units)
    return sum(_saved(unit) or (unit.orderly and unit.left_by is not None) for unit in units)


def _bodies_beaten(count: ConditionCount) -> int:
    """A body is beaten when more than the percentage of its units are beaten, destroyed or off the field."""
    gone = ([unit.down or unit.left_by is not None for unit in body] for body in count.bodies())
    # multiplied out: percentages in whole numbers, so that exactly half is never a matter of rounding
    return sum(sum(body) * 100 > len(body) * count.condition.percent for body in gone)


def _bodies_reduced(count: ConditionCount) -> int:
    """A body is reduced when less than the percentage of its men are left."""
    strengths = ((sum(map(_left, body)), sum(unit.men_at_start for unit in body)) for body in count.bodies())
    return sum(left * 100 < start * count.condition.percent for left, start in strengths)


def _left(unit: UnitStanding) -> int:
    """Men still with the army: routed troops on the field may rally, those that ran off it are lost to it."""
    ran_off = unit.beaten and unit.left_by is not None
    return 0 if unit.destroyed or ran_off else unit.men


_COUNTS: dict[MeasureName, Callable[[ConditionCount], int]] = {
    "held": _held,
    "clear": _clear,
    "men_lost": _men_lost,
    "men_formed": _men_formed,
    "guns_taken": _guns_taken,
    "leaders_lost": _leaders_lost,
    "units_beaten": _units_beaten,
    "units_destroyed": _units_destroyed,
    "units_out": _units_out,
    "units_in": _units_in,
    "units_formed": _units_formed,
    "bodies_beaten": _bodies_beaten,
    "bodies_reduced": _bodies_reduced,
}
