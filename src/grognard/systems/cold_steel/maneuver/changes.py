"""Changes of formation as they are completed on the table, and facing about."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.kernel.checks import implements
from grognard.miniatures.motion.nearness import overlap, trimmed
from grognard.miniatures.motion.placements import turned_about

from ..events.movement import HasFormed, NoRoomToForm, UnitFaced
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from .encounters import interpenetrate
from .movers import Mover
from .room import friends_in, ground_for


@implements("CS-6.7.1a", "CS-6.8")
def complete(b: Battlefield, mover: Mover) -> None:
    """The change is made, in the midst of friends if need be, who are run into; it waits only where it would carry the
    unit into P3 of an enemy whom it does not attack."""
    change, now = mover.change, b.unit(mover.unit)
    assert change is not None
    # who attacks or runs may be in P3 already; only the others must keep out of it (CS-3.2m)
    place = ground_for(b, now, change, near=mover.attack or mover.flees)
    if place is None:
        too_near(b, mover)
        return
    hit = friends_in(b, now, change, place)
    # forming without going anywhere still counts as moving, at march, when fire is reckoned (CS-8.1b)
    moved = "march" if now.now.moved == "no" else now.now.moved
    doing = replace(now.now, turned=True, quarters=mover.began, moved=moved)
    # gaps in the front of the old formation are closed up as the new one is taken
    told_off = {} if change.to == now.formation else {"front_lost": 0}
    b.report(
        HasFormed(unit=mover.unit, formation=change.to, interval=change.interval),
        rules=change.rules or ("CS-6.7.1a",),
        sets=[
            b.change(
                mover.unit,
                position=place.position,
                heading=place.heading,
                forming=None,
                now=doing,
                formation=change.to,
                interval=change.interval,
                **told_off,
            )
        ],
    )
    mover.change = None
    mover.path.append(place)
    for friend in hit:
        # once a pair and turn (CS-6.8): who was met on the march is not run into again by forming
        if friend not in b.unit(mover.unit).now.met:
            interpenetrate(b, mover.unit, friend)


def too_near(b: Battlefield, mover: Mover) -> None:
    """It has to wait; that is told once a turn."""
    if not mover.hemmed_in and mover.change is not None:
        mover.hemmed_in = True
        b.report(NoRoomToForm(unit=mover.unit, formation=mover.change.to), rules=("CS-3.2m",))


def face_the_enemy(b: Battlefield, mover: Mover) -> None:
    """Who fell back ends faced to the enemy, if there is room to turn (CS-4.1i)."""
    now = b.unit(mover.unit)
    if mover.face_at_end is None or now.where != "table" or now.heading == mover.face_at_end:
        return
    body = shape(b, now)
    place = turned_about(standing(now), body.depth, mover.face_at_end)
    frame = trimmed(body, place)
    near = list(b.survey.gaps(now.id, body.width + body.depth))
    if any(overlap(frame, trimmed(shape(b, b.unit(each)), standing(b.unit(each)))) for each in near):
        return
    sets = [b.change(now.id, position=place.position, heading=place.heading, now=replace(now.now, turned=True))]
    b.report(UnitFaced(unit=now.id), rules=mover.rules, sets=sets)
