"""The roster as it is now: entries for units that were made or changed during the battle, and whose men are in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.army.oob import FormationName, Unit
from grognard.battle.events import Set
from grognard.ground.placing import Shape
from grognard.ground.shapes import distance_of_quads, placed
from grognard.ground.units import Point, to_sub

from ..muster import Mustered
from . import footprints as measured
from .bodies import shape
from .roster import Entry, Roster
from .state import Raised, Share, UnitState

if TYPE_CHECKING:
    from .battlefield import Battlefield

GAP = 10
"""Paces between a unit and what has come out of it."""


def entry_of(roster: Roster, raised: Raised) -> Entry:
    """A unit of the battle as the roster would have it."""
    post = roster.units[raised.post].post
    return Entry(replace(post, unit=raised.unit), raised.rated)


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
        return replace(before, unit=made, rated=rated, parts=parts or before.parts)
    return Raised(unit, made, rated, unit)


def shares(b: Battlefield, now: UnitState) -> dict[str, tuple[int, int]]:
    """Whose men are in a unit: figures and losses by unit of the roster. Losses fall on all alike, odd ones on the
    first."""
    return _scaled(shares_of(b, now.id), now.figures, now.lost)


def shares_of(b: Battlefield, unit: str) -> tuple[Share, ...]:
    """The parts of which a unit is made; itself, if it is as it was mustered."""
    raised = b.world.raised.get(unit)
    return raised.parts if raised is not None and raised.parts else (Share(unit, 1),)


def _scaled(parts: Iterable[Share], figures: int, lost: int) -> dict[str, tuple[int, int]]:
    parts = tuple(parts)
    whole = sum(part.figures for part in parts)
    found: dict[str, tuple[int, int]] = {}
    left_figures, left_lost, left_whole = figures, lost, whole
    for part in parts:
        mine = left_figures * part.figures // left_whole if left_whole else 0
        hurt = min(mine, -(-left_lost * part.figures // left_whole)) if left_whole else 0
        found[part.unit] = mine, hurt
        left_figures, left_lost, left_whole = left_figures - mine, left_lost - hurt, left_whole - part.figures
    return found


def counted(b: Battlefield) -> Mapping[str, tuple[int, int]]:
    """Figures and losses of every unit of the roster, wherever its men are now."""
    together: dict[str, tuple[int, int]] = {}  # a unit with its skirmishers, who are anybody's
    for now in b.world.units.values():
        figures, lost = together.get(now.parent or now.id, (0, 0))
        hurt = now.figures if now.where == "lost" else now.lost
        together[now.parent or now.id] = figures + now.figures, lost + hurt
    found = dict.fromkeys(b.roster.units, (0, 0))
    for unit, (figures, lost) in together.items():
        for part, (mine, hurt) in _scaled(shares_of(b, unit), figures, lost).items():
            found[part] = found[part][0] + mine, found[part][1] + hurt
    return found


def less(parts: Iterable[Share], given: Mapping[str, tuple[int, int]]) -> tuple[Share, ...]:
    """What is left of the parts of a unit after some figures have gone."""
    left = ((part.unit, part.figures - given.get(part.unit, (0, 0))[0]) for part in parts)
    return tuple(Share(unit, figures) for unit, figures in left if figures > 0)


def more(parts: Iterable[Share], come: Iterable[Share]) -> tuple[Share, ...]:
    """The parts of a unit that others have joined."""
    found = {part.unit: part.figures for part in parts}
    for part in come:
        found[part.unit] = found.get(part.unit, 0) + part.figures
    return tuple(Share(unit, figures) for unit, figures in found.items())


def missions_without(b: Battlefield, gone: Iterable[str], instead: str = "") -> list[Set]:
    """Missions from which units have gone, the first of them replaced if somebody is there for it. Those that nobody
    is left for end."""
    leaving, sets = set(gone), []
    for mission in b.world.missions.values():
        if leaving.isdisjoint(mission.units):
            continue
        places = mission.places or ((0, 0),) * len(mission.units)
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
    from .ground.places import Place
    from .ground.underfoot import under_way

    frame = body.at(spot, now.heading).frame
    if not all(map(b.ground.on_table, frame)):
        return False
    if not under_way(b, body, [Place(spot, now.heading)], narrow=False).passable:
        return False
    others = (each.id for each in b.on_table() if each.id != now.id)
    return all(distance_of_quads(frame, b.body(each).frame) for each in others)


def fields(made: UnitState, **more: Any) -> dict[str, Any]:
    """All fields of a new unit, so that nothing is left of one that bore its name before."""
    return {name: getattr(made, name) for name in made.__struct_fields__} | more
