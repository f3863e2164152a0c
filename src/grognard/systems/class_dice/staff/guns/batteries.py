"""Guns: in battery where they hit well, on wheels when there is nothing to hit from where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.commanders.appreciation import TableSpot, bearing, gap, shifted, turned
from grognard.commanders.duties import Duty

from ...checks.movement import BatteryAllowanceFacts
from ...seat.view import Seen
from ...table.state import UnitState
from ...terms import branch
from ..marching import Marching, UnitWish, whole
from ..picture import Picture
from .gunnery import best, cannonade, reach

WELL = 1.2
"""Casualty steps of a slow fire from which on guns stay where they are."""
ASIDE = (0.0, 130.0, -130.0, 260.0, -260.0)
"""Paces to the right of its place at which a battery looks for a clear line."""
CLOSE, HELP = 300.0, 300.0
"""Paces at which enemies threaten guns, and within which friends help them."""
BACK = 420.0
"""Paces that guns go back."""


def wishes(c: Marching, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
    """What a battery would like to do, the best first."""
    if unit.formation == "unlimbered":
        yield from _in_battery(c, unit, duty)
    else:
        yield from _on_wheels(c, unit, duty)


def _in_battery(c: Marching, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
    p = c.p
    if not unit.ammunition or _exposed(p, unit):
        foe = p.nearest(unit)[1]
        if foe is not None and p.gap(unit, foe) < 2 * BACK and _exposed(p, unit):
            yield from _fire(p, unit)  # canister first: those who are upon them will be on them before they are gone
            yield from _away(c, unit, foe)
    found = best(p, unit, (foe.id for foe in p.standing))
    elsewhere = duty is not None and not duty.stays and duty.kind in ("bombard", "retire")
    # guns with orders to go on stay only while they hit well
    if found is not None and (found.steps >= WELL or not elsewhere):
        yield "fire", {"target": found.target, "rate": found.rate, "shot": found.shot}
    yield from _turn(c, unit)
    yield from _fire(p, unit)
    if elsewhere and duty is not None:
        place = c.stop(unit, duty.place, CLOSE)
        if place is not None:
            yield "march", {"to": whole(place), "formation": "limbered"}


def _fire(p: Picture, unit: UnitState) -> Iterator[UnitWish]:
    found = best(p, unit, (foe.id for foe in p.standing if p.faces(unit, foe) and _clear(p, unit, p.place(unit), foe)))
    if found is not None:
        yield "fire", {"target": found.target, "rate": found.rate, "shot": found.shot}


def _turn(c: Marching, unit: UnitState) -> Iterator[UnitWish]:
    """Round to an enemy beside them whom they would hit well."""
    p = c.p
    far = reach(p, unit.gun, "long")
    beside = [
        (cannonade(p, unit, foe, 1), foe.id, foe)
        for gone, foe in p.within(unit, far)
        if not p.faces(unit, foe) and _clear(p, unit, p.place(unit), foe)
    ]
    if beside:
        steps, _, foe = max(beside, key=lambda each: each[:2])
        if steps >= WELL:
            facing = round(bearing(p.place(unit), p.place(foe))) % 360
            yield "prolong", {"points": 1, "facing": facing}
            yield "change", {"formation": "as_it_is", "facing": facing}


def _on_wheels(c: Marching, unit: UnitState, duty: Duty | None) -> Iterator[UnitWish]:
    """Go on until an enemy can be hit well, face him, unlimber."""
    p = c.p
    away, foe = p.nearest(unit)
    # on wheels they can do nothing but go
    if foe is not None and away < CLOSE and _exposed(p, unit):
        yield from _away(c, unit, foe)
    if duty is None or duty.kind == "retire":
        if duty is not None and not duty.stays:
            yield "march", {"to": whole(duty.place)}
        return
    place, target = _site(p, unit, duty)
    near = gap(p.place(unit), place)
    facing = round(bearing(place, p.place(target)) if target is not None else duty.facing) % 360
    if near <= 60.0:
        yield "change", {"formation": "unlimbered", "facing": facing}
        # a few paces off it is not worth a march, but it may be that it cannot unlimber where it stands
        yield "march", {"to": whole(place), "formation": "unlimbered", "facing": facing}
        return
    end = c.stop(unit, place, CLOSE)
    if end is None:
        yield "change", {"formation": "unlimbered", "facing": facing}
        return
    if near <= _unlimbers_within(p, unit):
        yield "march", {"to": whole(end), "formation": "unlimbered", "facing": facing, "fire_after": "yes"}
        yield "march", {"to": whole(end), "formation": "unlimbered", "facing": facing}
    yield "march", {"to": whole(end)}


def _unlimbers_within(p: Picture, unit: UnitState) -> float:
    # a little less than a full move: the roll is not known yet
    facts = BatteryAllowanceFacts(carriage=unit.carriage, action="limber_or_unlimber", quarters=3)
    return float(next(iter(p.rules["battery-allowance"].odds(facts).weights)).paces)


def _site(p: Picture, unit: UnitState, duty: Duty) -> tuple[TableSpot, Seen | None]:
    """A place about the one that the plan names with a clear line to somebody, and to whom."""
    wanted = p.view.seen.get(duty.foe)
    far = reach(p, unit.gun, "long")
    for right in ASIDE:
        place = shifted(duty.place, duty.facing, right)
        if wanted is not None and gap(place, p.place(wanted)) <= far and _clear(p, unit, place, wanted):
            return place, wanted
    near = [foe for foe in p.standing if gap(duty.place, p.place(foe)) <= far and _clear(p, unit, duty.place, foe)]
    return duty.place, min(near, key=lambda foe: (gap(duty.place, p.place(foe)), foe.id), default=None)


def _clear(p: Picture, unit: UnitState, place: TableSpot, foe: Seen) -> bool:
    return p.open_line(place, p.place(foe), unit.id, foe.id)


def _exposed(p: Picture, unit: UnitState) -> bool:
    """Whether enemies are upon the guns and nobody is there to help them."""
    near = [foe for far, foe in p.within(unit, CLOSE) if branch(foe.arm) != "artillery"]
    if not near:
        return False
    friends = [
        each
        for each in p.friends
        if each.id != unit.id and branch(each.arm) != "artillery" and p.gap(unit, each) <= HELP
        and each.status in ("steady", "shaken")
    ]  # fmt: skip
    return sum(map(p.castings, friends)) < 0.7 * sum(map(p.castings, near))


def _away(c: Marching, unit: UnitState, foe: Seen) -> Iterator[UnitWish]:
    here = c.p.place(unit)
    course = bearing(c.p.place(foe), here)
    place = c.on_table(shifted(here, course, 0.0, BACK))
    # at the table's edge the way back may lead toward the enemy
    if turned(course, bearing(here, place)) < 90:
        yield "march", {"to": whole(place), "formation": "limbered"}
        yield "march", {"to": whole(place)}
