"""Charges: who should charge whom, alone or with others of his brigade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.commanders.duties import Duty

from ..seat.view import Seen
from ..table.state import UnitState
from ..terms import branch
from .odds import ChargePromise, charge_reach, comes_home, promise
from .picture import Picture

BOLD = {"attack": 0.03, "hold": 0.12, "support": 0.08, "reserve": 0.12, "screen": 0.15}
"""What a charge must promise, by what the unit is told to do."""
TIMID = 0.25
"""The same for all others, and for those who are shaken."""
IMPATIENCE, LONGEST = 0.03, 5
"""What an attacker who stands before the enemy asks less each turn, and for so many turns at most."""
LIKELY, HOPEFUL = 0.45, 0.2
"""How likely it must be that the charge gets home, and for those who are to attack."""
MOST = 3
"""Units that charge together at most."""
BESIDE = 180.0
"""Paces between those who charge together."""
FEW = 3
"""Enemies in good order for each of ours, above which nobody charges."""
TARGETS = 4
"""Enemies that are looked at: the nearest in front."""


def fit(p: Picture, unit: UnitState) -> bool:
    """Whether a unit could charge at all."""
    row = p.tables.value("CD-formations", unit.formation)
    return (
        branch(unit.arm) != "artillery"
        and row["charge"]
        and unit.status in ("steady", "shaken")
        and not unit.charged
        and not unit.moved
        and 2 * unit.steps > unit.starting
    )


def best(p: Picture, unit: UnitState, duty: Duty | None) -> ChargePromise | None:
    """The best charge of a unit, if one is good enough."""
    if not fit(p, unit) or (duty is not None and duty.garrison):
        return None
    found = [each for foe in _targets(p, unit) for each in _ways(p, unit, foe, _least(duty))]
    chosen = max(found, key=lambda each: (each.value, each.target), default=None)
    if chosen is None or chosen.value < _limit(p, unit, duty):
        return None
    return chosen


def _limit(p: Picture, unit: UnitState, duty: Duty | None) -> float:
    kind = duty.kind if duty is not None else "hold"
    limit = BOLD.get(kind, TIMID)
    # near the end nothing is left to wait for
    late = p.view.turns - p.view.turn < p.view.turns / 4
    if kind == "attack" and duty is not None:
        limit -= 0.05 * late + IMPATIENCE * min(duty.waited, LONGEST) + duty.urge
    return max(limit, TIMID) if unit.status == "shaken" else limit


def _targets(p: Picture, unit: UnitState) -> list[Seen]:
    """The nearest enemies in front of a unit, within its reach; broken ones as well."""
    reach = charge_reach(p, unit, 5)
    near = [
        (p.gap(unit, foe), foe.id, foe)
        for foe in p.foes
        # a quick look in sixteenths, wide enough to leave out nobody who could be reached
        if abs(foe.position[0] - unit.position[0]) + abs(foe.position[1] - unit.position[1]) < 32 * (reach + 400)
    ]
    found = sorted((each for each in near if each[0] <= reach), key=lambda each: each[:2])
    front = [foe for _, _, foe in found if p.zone(unit, p.place(foe)) == "front" and not _at_horse(unit, foe)]
    return [foe for foe in front[:TARGETS] if _open(p, unit, foe)]


def _at_horse(unit: UnitState, foe: Seen) -> bool:
    """Foot does not run at horse in order, which rides away or into it."""
    return branch(unit.arm) == "infantry" and branch(foe.arm) == "cavalry" and foe.status in ("steady", "shaken")


def _open(p: Picture, unit: UnitState, foe: Seen) -> bool:
    """Whether no other enemy stands between a charger and his target."""
    between = p.gap(unit, foe)
    here, there = p.place(unit), p.place(foe)
    for other in p.foes:
        if other.id != foe.id and p.gap(unit, other) < between and p.crosses(other, here, there):
            return False
    return True


def _least(duty: Duty | None) -> float:
    return HOPEFUL if duty is not None and duty.kind == "attack" else LIKELY


def _ways(p: Picture, unit: UnitState, foe: Seen, least: float) -> Iterator[ChargePromise]:
    """A charge of a unit, alone and with others, as far as it gets home often enough."""
    # asked first, since the rest takes long; with others it gets home no more often: the worst of them decides
    if comes_home(p, unit, p.gap(unit, foe)) < least:
        return
    if not _too_few(p, [unit], foe):
        yield promise(p, unit, foe)
    others = _others(p, unit, foe)
    # one more at a time: numbers help, but all of them share what is suffered
    for many in range(1, min(MOST, len(others) + 1)):
        if comes_home(p, others[many - 1], p.gap(others[many - 1], foe)) < least:
            return
        if not _too_few(p, [unit, *others[:many]], foe):
            yield promise(p, unit, foe, others[:many])


def _too_few(p: Picture, units: Sequence[UnitState], foe: Seen) -> bool:
    """Whether so many enemies in good order are charged by so few that these would be lost for nothing, whatever the
    roll promises: a handful of men neither holds the ground it wins nor outlives its neighbours' fire."""
    ours = sum(p.castings(each) for each in units)
    return foe.status in ("steady", "shaken") and p.castings(foe) > FEW * ours and branch(foe.arm) != "artillery"


def _others(p: Picture, unit: UnitState, foe: Seen) -> list[UnitState]:
    """Others of its brigade and branch, in the same status, who could charge with it."""
    found = [
        (p.gap(each, foe), each.id, each)
        for each in p.own
        if each.brigade == unit.brigade
        and each.id != unit.id
        and not each.activated
        and each.status == unit.status
        and branch(each.arm) == branch(unit.arm)
        and fit(p, each)
        and p.gap(each, unit) <= BESIDE
        and p.gap(each, foe) <= charge_reach(p, each)
        and p.faces(each, foe)
    ]
    return [each for _, _, each in sorted(found, key=lambda one: one[:2])]
