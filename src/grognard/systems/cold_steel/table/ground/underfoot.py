"""The ground under a move: what a unit goes through, what it crosses, and where it cannot go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.ground.placing import Shape
from grognard.ground.shapes import placed
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement
from grognard.miniatures.motion.swaths import Track, is_backward, track_of
from grognard.miniatures.motion.swaths import across as stands_across

from ...checks.ground.weather import WeatherEffectsFacts
from ...checks.movement.frontage import Terrain
from ..battlefield import Battlefield
from . import obstacles
from .going import going, open_ground


class Met(NamedTuple):
    """What a unit meets on a way, with all its stands."""

    terrain: frozenset[Terrain] = frozenset()
    obstacles: int = 0
    defiles: int = 0
    structures: bool = False
    passable: bool = True


PLAIN = Met()


def under_way(b: Battlefield, shape: Shape, places: Sequence[Placement], *, narrow: bool) -> Met:
    """What any stand of a unit is in, and what its leading edge gets across, on the way over these places."""
    first = places[0]
    # going backward, the rear leads
    lead, last = (-shape.depth, 0) if is_backward(places) else (0, -shape.depth)
    rights = stands_across(shape, narrow)
    # from the rear of where it stands: what lies under it now costs it as well
    rears = [placed(first.position, first.heading, right, last) for right in rights]
    tracks = [(rear, *track_of(places, right, lead)) for rear, right in zip(rears, rights, strict=True)]
    # one look tells of most ground that nothing on it matters
    if not b.world.works and open_ground(b.ground, [point for track in tracks for point in track]):
        return Met(_in_this_weather(b, PLAIN.terrain, places, narrow))
    moving = _under(b, tracks, narrow=narrow)
    # only where something was crossed at all: looking is slow
    standing = _astride(b, shape, first, narrow) if moving.obstacles or moving.defiles else PLAIN
    return Met(
        _in_this_weather(b, moving.terrain, places, narrow),
        # what it stood across as it began was paid for when the front got over it
        max(0, moving.obstacles - standing.obstacles),
        max(0, moving.defiles - standing.defiles),
        moving.structures,
        moving.passable,
    )


def _astride(b: Battlefield, shape: Shape, place: Placement, narrow: bool) -> Met:
    """What lies between the front of a unit and its rear: it has been paid for."""
    tracks = [
        tuple([placed(place.position, place.heading, right, along) for along in (0, -shape.depth)])
        for right in stands_across(shape, narrow)
    ]
    return _under(b, tracks, narrow=narrow)


def behind(b: Battlefield, shape: Shape, places: Sequence[Placement], *, narrow: bool) -> Met:
    """What the last stand of a unit gets across on the way over these places."""
    last = 0 if is_backward(places) else -shape.depth
    return _under(b, [track_of(places, right, last) for right in stands_across(shape, narrow)], narrow=narrow)


def across(b: Battlefield, shape: Shape, place: Placement) -> tuple[str, ...]:
    """Obstacles and defiles between the front of a unit and its rear."""
    rear = placed(place.position, place.heading, 0, -shape.depth)
    met = b.ground.crossings((rear, place.position))
    way = (rear, place.position)
    lines = [each.line for each in met.lines if each.line.kind != "road" and not obstacles.open_at(b, way, each)]
    return (*(line.name or line.kind for line in lines), *("obstacle" for _ in obstacles.made(b, way)))


def _under(b: Battlefield, tracks: Sequence[Track], *, narrow: bool) -> Met:
    """What stands meet on their tracks, the middle one's first. Wings add ground, obstacles and what stops them;
    bridges and doors are for the middle: they are passed by whoever leads."""
    terrain: frozenset[Terrain] = frozenset()
    obstacles, defiles, structures, passable = 0, 0, False, True
    for place, track in enumerate(tracks):
        met = going(b.rules, b.ground, track)
        # a wide unit does not file over a bridge if it can wade: then it is an obstacle, not a defile
        forded = _forded(b, track) if met.defiles and not narrow else 0
        # few battles have any works: skip the search
        changed = _engineered(b, track) if b.world.works else 0
        if met.terrain:
            terrain |= met.terrain
        # an obstacle under several stands is one obstacle
        obstacles = max(obstacles, met.obstacles + forded + changed)
        if not place:
            defiles, structures = met.defiles - forded, met.structures
        passable = passable and met.passable
    return Met(terrain, obstacles, defiles, structures, passable)


def _engineered(b: Battlefield, track: Track) -> int:
    """Obstacles that engineers have put in the way, less those they have cleared out of it."""
    # a hedge with a gap counts as crossed in `going`, so it is taken off again
    opened = sum(obstacles.open_at(b, track, each) for each in b.ground.crossings(track).lines)
    return len(obstacles.made(b, track)) - opened


def _forded(b: Battlefield, track: Track) -> int:
    """Bridges over water that one can wade: whoever is too wide for the bridge goes through the water beside it."""
    return sum(each.by is not None and each.line.fordable for each in b.ground.crossings(track).lines)


@implements("CS-B.8d", "CS-B.8e")
def _in_this_weather(
    b: Battlefield, terrain: frozenset[Terrain], places: Sequence[Placement], narrow: bool
) -> frozenset[Terrain]:
    """Rain makes mud of all ground, snow something like ploughed fields of open ground. On a road is who keeps to it on
    a front of one stand; a wider one has its wings in the fields."""
    if b.world.weather not in ("rain", "snow"):
        return terrain
    # every place of the way: a stretch beside the road is in the mud
    on_road = narrow and all(b.ground.roads_at(place.position) for place in places)
    facts = WeatherEffectsFacts(weather=b.world.weather, open_ground=not terrain, on_road=on_road)
    ground = b.settle("weather-effects", facts).moves_in
    return terrain | {ground} if ground in ("mud", "ploughed_field") else terrain
