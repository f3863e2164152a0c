"""Changes of formation as they are completed on the table, and facing about."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.ground.relations import Body
from grognard.ground.shapes import Quad
from grognard.ground.units import SUB
from grognard.kernel.checks import implements

from ...battlefield import Battlefield
from ...bodies import shape
from ...state import UnitState
from .encounters import interpenetrate
from .forming import place_after
from .friends import kind_of
from .movers import Mover
from .places import Place, overlap, shifted, standing, trimmed, turned_about, within

NUDGE, NUDGES = 10, 8
"""Paces by which a unit shifts to find room for a new formation, and how often."""
URGENT = ("open_square", "closed_square", "skirmish_squares")
"""Formations that are not put off for want of room."""


@implements("CS-6.7.1a", "CS-6.8")
def complete(b: Battlefield, mover: Mover) -> None:
    """The change is made. Where there is no room for the new formation the unit shifts a little, or waits until there
    is; only squares are formed in the midst of friends, who are run into."""
    change, now = mover.change, b.unit(mover.unit)
    assert change is not None
    new = replace(now, formation=change.to, interval=change.interval)
    place, hit = _room(b, new, place_after(b, now, standing(now), change))
    if place is None or (hit and change.to not in URGENT):
        no_room(b, mover)
        return
    moved = "march" if now.now.moved == "no" else now.now.moved
    doing = replace(now.now, turned=True, quarters=mover.began, moved=moved)
    fields = {"formation": change.to, "interval": change.interval}
    told_off = {} if change.to == now.formation else {"front_lost": 0}
    b.report(
        "formed", rules=change.rules or ("CS-6.7.1a",), units={"unit": mover.unit}, values=fields,
        sets=[b.change(
            mover.unit, position=place.position, heading=place.heading, forming=None, now=doing, **fields, **told_off
        )],
    )  # fmt: skip
    mover.change = None
    mover.path.append(place)
    for friend in hit:
        if friend not in b.unit(mover.unit).now.met:
            interpenetrate(b, mover.unit, friend)


def no_room(b: Battlefield, mover: Mover) -> None:
    """It has to wait; that is told once a turn."""
    if not mover.hemmed_in and mover.change is not None:
        mover.hemmed_in = True
        values = {"formation": mover.change.to}
        b.report("no_room", rules=("CS-6.8",), units={"unit": mover.unit}, values=values)


def _room(b: Battlefield, new: UnitState, place: Place) -> tuple[Place | None, list[str]]:
    """The nearest place where the new formation is on nobody's ground; its own place and the friends there if there is
    none; no place at all if an enemy is there."""
    friends, foes = _neighbours(b, new)
    body = shape(b, new)
    tries = [place] + [
        shifted(place, place.heading + aside, turn * NUDGE * SUB)
        for turn in range(1, NUDGES + 1)
        for aside in (90, 270, 0, 180)
    ]
    crowded: tuple[Place | None, list[str]] = (None, [])
    for tried in tries:
        if any(within(body.at(*tried), foe, SUB) for foe in foes):
            continue
        hit = [each for each, frame in friends.items() if overlap(trimmed(body, tried), frame)]
        if not hit:
            return tried, []
        if crowded[0] is None:
            crowded = tried, hit
    return crowded


def _neighbours(b: Battlefield, new: UnitState) -> tuple[dict[str, Quad], list[Body]]:
    """Formed friends whose ground it is not on already, and enemies, near enough to be in the way."""
    body, now = shape(b, new), b.unit(new.id)
    before, solid = trimmed(shape(b, now), standing(now)), kind_of(b, new) == "formed"
    friends: dict[str, Quad] = {}
    foes: list[Body] = []
    for each, apart in b.gaps(new.id).items():
        if apart > body.width + body.depth + NUDGE * NUDGES * SUB:
            continue
        other = b.unit(each)
        frame = trimmed(shape(b, other), standing(other))
        if other.side != now.side:
            foes.append(b.body(each))
        elif solid and kind_of(b, other) == "formed" and not overlap(frame, before):
            friends[each] = frame
    return friends, foes


def face_the_enemy(b: Battlefield, mover: Mover) -> None:
    """Who fell back ends faced to the enemy, if there is room to turn (CS-4.1i)."""
    now = b.unit(mover.unit)
    if mover.face_at_end is None or now.where != "table" or now.heading == mover.face_at_end:
        return
    body = shape(b, now)
    place = turned_about(standing(now), body.depth, mover.face_at_end)
    frame = trimmed(body, place)
    near = list(b.gaps(now.id, body.width + body.depth))
    if any(overlap(frame, trimmed(shape(b, b.unit(each)), standing(b.unit(each)))) for each in near):
        return
    sets = [b.change(now.id, position=place.position, heading=place.heading, now=replace(now.now, turned=True))]
    b.report("faced", rules=mover.rules, units={"unit": now.id}, sets=sets)
