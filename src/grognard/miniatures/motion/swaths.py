"""The ground that a body goes over: the tracks of its leading edge, middle and wings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grognard.ground.placing import Shape
from grognard.ground.shapes import distance, placed
from grognard.ground.units import Point, direction

from .placements import Placement

Track = tuple[Point, ...]


class Swath(NamedTuple):
    """A body on its way over some places, from where it starts; between two of them its stands go straight."""

    shape: Shape
    places: tuple[Placement, ...]

    @property
    def backward(self) -> bool:
        """Whether its rear leads."""
        return is_backward(self.places)

    def tracks(self, *, narrow: bool = False) -> tuple[Track, ...]:
        """Where its leading edge goes: the middle, then both ends of it unless the body is on a narrow front."""
        lead = -self.shape.depth if self.backward else 0
        return tuple([track_of(self.places, right, lead) for right in across(self.shape, narrow)])

    def beneath(self, *, narrow: bool = False) -> tuple[Track, ...]:
        """From rear to front, and round its frame unless it is on a narrow front, where it starts: what crosses these
        lies beneath it and has been paid for already."""
        first = self.places[0]
        file = placed(*first, 0, -self.shape.depth), first.position
        if narrow:
            return (file,)
        frame = self.shape.frame_at(*first)
        return file, (*frame, frame[0])

    @property
    def length(self) -> int:
        """Sixteenths that the stand goes which goes farthest; in a wheel that is the outer end."""
        return max(length_of(track) for track in self.tracks())


def is_backward(places: Sequence[Placement]) -> bool:
    """Whether a body goes rather backward than forward on the last part of its way: then its rear leads."""
    before, after = places[-2:] if len(places) > 1 else (places[0], places[0])
    east, north = direction(after.heading)
    (x, y), (x2, y2) = before.position, after.position
    return (x2 - x) * east + (y2 - y) * north < 0


def across(shape: Shape, narrow: bool) -> tuple[float, ...]:
    """Where to look along a front: the middle, and both wings of whoever is not on a narrow one."""
    return (0,) if narrow else (0, -shape.width / 2, shape.width / 2)


def track_of(places: Sequence[Placement], right: float, ahead: float) -> Track:
    """Where a stand goes that stands so far to the right and ahead of the middle of the front."""
    if not right and not ahead:
        return tuple([place.position for place in places])
    return tuple([_stand_at(place, right, ahead) for place in places])


@lru_cache(4096)
def _stand_at(place: Placement, right: float, ahead: float) -> Point:
    """Where one stand is. How far a body gets is found by trying, and all tries go over the same places but for the
    last."""
    return placed(place.position, place.heading, right, ahead)


def length_of(track: Track) -> int:
    """Sixteenths along a track."""
    return sum(distance(one, other) for one, other in pairwise(track))
