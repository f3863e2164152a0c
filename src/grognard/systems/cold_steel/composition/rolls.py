"""Units made, changed and struck off during a battle: what goes with the event, and where a new unit stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from grognard.army.oob import FormationName, Unit
from grognard.battle.events import Set
from grognard.ground.placing import Shape
from grognard.ground.shapes import distance_of_quads, placed
from grognard.ground.units import Point, to_sub
from grognard.miniatures.motion.placements import Placement

from ..muster import Mustered
from ..table import footprints as measured
from ..table.battlefield import Battlefield
from ..table.bodies import shape
from ..table.ground.underfoot import under_way
from ..table.state import Raised, Share, UnitState

GAP = 10
"""Paces between a unit and what has come out of it."""


def entered(b: Battlefield, raised: Raised) -> Set:
    """Put it on the roster."""
    return Set("raised", raised.id, {name: getattr(raised, name) for name in raised.__struct_fields__})


def struck(name: str) -> Set:
    """Take it off again."""
    return Set("raised", name, None)


def changed(b: Battlefield, unit: str, made: Unit, rated: Mustered, parts: tuple[Share, ...] = ()) -> Raised:
    """A unit that is still itself, but not as the order of battle has it."""
    before = b.world.raised.get(unit)
    if before is not None:
        # it was changed before: only what is new is written over
        return replace(before, unit=made, rated=rated, parts=parts or before.parts)
    return Raised(unit, made, rated, unit)


def missions_without(b: Battlefield, gone: Iterable[str], instead: str = "") -> list[Set]:
    """Missions from which units have gone, the first of them replaced if somebody is there for it. Those that nobody
    is left for end."""
    leaving, sets = set(gone), []
    for mission in b.world.missions.values():
        if leaving.isdisjoint(mission.units):
            continue
        # missions from before places were kept have none
        places = mission.places or ((0, 0),) * len(mission.units)
        # one of those who go is replaced, the others just leave
        first = next(unit for unit in mission.units if unit in leaving)
        kept = [
            (instead if unit == first and instead else unit, place)
            for unit, place in zip(mission.units, places, strict=True)
            if unit not in leaving or (unit == first and instead)
        ]
        units, spots = tuple(unit for unit, _ in kept), tuple(place for _, place in kept)
        changed = {"units": units, "places": spots if mission.places else ()}
        sets.append(Set("missions", mission.id, changed if units else None))
    return sets


def set_free(b: Battlefield, now: UnitState, into: str) -> list[Set]:
    """Leaders who were with a unit that is no more are with the one it went into; nobody is left fighting it."""
    with_it = [leader.id for leader in b.world.leaders.values() if leader.attached == now.id]
    return [
        *(Set("leaders", leader, {"attached": into}) for leader in with_it),
        *(b.change(foe, melee=tuple(each for each in b.unit(foe).melee if each != now.id)) for foe in now.melee),
    ]


def beside(b: Battlefield, now: UnitState, made: Unit, formation: FormationName) -> Point | None:
    """A place for a new unit on the right of another, else on its left or behind it, if there is room for it."""
    body, own = measured.shape_of(b.rules, made, b.year, formation, now.interval), shape(b, now)
    aside, behind = (own.width + body.width) // 2 + to_sub(GAP), own.depth + to_sub(GAP)
    spots = (placed(now.position, now.heading, *way) for way in ((aside, 0), (-aside, 0), (0, -behind)))
    return next((spot for spot in spots if _room(b, now, body, spot)), None)


def _room(b: Battlefield, now: UnitState, body: Shape, spot: Point) -> bool:
    """Whether troops can stand there, and nobody does."""
    frame = body.at(spot, now.heading).frame
    if not all(map(b.ground.on_table, frame)):
        return False
    if not under_way(b, body, [Placement(spot, now.heading)], narrow=False).passable:
        return False
    others = (each.id for each in b.on_table() if each.id != now.id)
    # known or not: two cannot stand on one place
    return all(distance_of_quads(frame, b.survey.body(each).frame) for each in others)


def fields(made: UnitState, **more: Any) -> dict[str, Any]:
    """All fields of a new unit, so that nothing is left of one that bore its name before."""
    return {name: getattr(made, name) for name in made.__struct_fields__} | more
