"""A unit on its way before the enemy: who fires at it or acts against it, and at which moment of its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from grognard.battle.procedures import Steps
from grognard.ground.batch import gap_of_quads
from grognard.ground.shapes import Quad, centre, distance
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement, Stride, strides

from ..checks.charts import driven_back
from ..effects.morale import worse
from ..facts.bearings import zone_of
from ..table import bodies
from ..table.field import ClassField
from ..terms import Effect
from .defending import Volley, decide, defensive_reach, give, may_defend
from .local import REACH, Reaction, react, volunteers

SetDown = Callable[[Placement, int], None]
"""Sets a unit down on its way, so many sixteenths from where it set out."""


class Exposure(NamedTuple):
    """A moment of a way at which a unit is before an enemy."""

    moment: int
    paces: int


class Passage(NamedTuple):
    """What a unit met on its way: the worst it suffered, and who acted against it before it was there."""

    worst: Effect = "none"
    reactions: tuple[Reaction, ...] = ()
    gone: int = 0
    """Sixteenths of its way that it had gone when it was last stopped."""


@implements("CD-defensive-fire", "CD-defensive-fire-limits", "CD-fire-discipline-range", "CD-local-initiative-use")
def come_under_fire(
    b: ClassField, mover: str, path: Sequence[Placement], come: SetDown, target: str = ""
) -> Steps[Passage]:
    """Whoever may fires at a unit on its way, each at his own moment: infantry when it has come as near as its fire
    discipline says, guns where it is nearest to them. It stands where it is fired at, and goes on if it is not driven
    back. Those whom it passes by may act on local initiative while it is nearest to them, if their seats wish to be
    asked; after that its way has to be laid anew, and the passage ends. A target that did not see a charge begin acts
    when it is near."""
    if not _anybody_near(b, mover, path):
        return Passage()
    # half-inch steps: finer than any band of ranges in these rules
    way = strides(path, to_sub(b.paces(1)) // 2)
    frames = _frames(b, mover, way)
    before = {foe: seen for foe in _lookers_on(b, mover, way) if (seen := _exposures(b, foe, frames))}
    events: list[tuple[int, str, Volley | None]] = [(_opens(b, foe, seen), foe, None) for foe, seen in before.items()]
    window = _in_view(b, mover, target, frames) if target else _passes_by(b, mover, way, frames)
    if window is not None:
        events.append((window, "", None))
    # by moment, then by id: the order of a list must not decide who fires first
    heapify(events)
    worst: Effect = "none"
    at, reactions = -1, list[Reaction]()
    while events:
        moment, foe, volley = heappop(events)
        # who is shot away or driven back comes no farther, and nobody fires at him there
        if not b.here(mover) or driven_back(b.t, worst):
            break
        if moment > at:
            at = moment
            come(way[at].place, way[at].gone)
        if not foe:
            # after a reaction the old way may lead through somebody, so the caller lays a new one
            reactions += yield from react(b, mover, target)
            if reactions and not target:
                return Passage(worst, tuple(reactions), way[at].gone)
        elif volley is not None:
            worst = worse(worst, give(b, volley, mover, target).get(mover, "none"))
        elif may_defend(b, foe, mover, target):
            seen = before[foe]
            nearest = min(each.paces for each in seen)
            ready = yield from decide(b, foe, mover, nearest, charge=bool(target))
            # the first moment from now on at which it is as near as his fire discipline says
            when = [each.moment for each in seen if each.moment >= at and ready and each.paces <= ready.at]
            if when:
                heappush(events, (when[0], foe, ready))
        elif (later := _nearer(b, before[foe], at)) is not None:
            heappush(events, (later, foe, None))  # he may see it then
    return Passage(worst, tuple(reactions), way[at].gone if at >= 0 else 0)


def _anybody_near(b: ClassField, mover: str, path: Sequence[Placement]) -> bool:
    """Whether a way leads so near to any enemy that he could fire or act; most do not."""
    length = -(-sum(distance(one.position, other.position) for one, other in pairwise(path)) // SUB) + 1
    return bool(b.survey.enemies_within(mover, length + max(defensive_reach(b), b.paces(REACH))))


def _lookers_on(b: ClassField, mover: str, way: Sequence[Stride]) -> list[str]:
    """Enemies who could give defensive fire somewhere on a way, by how far they fire."""
    if not way:
        return []
    length = -(-way[-1].gone // SUB)
    near = b.survey.enemies_within(mover, length + defensive_reach(b))
    return [foe for foe in near if b.survey.distance(mover, foe) <= length + defensive_reach(b, foe)]


def _frames(b: ClassField, mover: str, way: Sequence[Stride]) -> list[Quad]:
    """The ground that a unit covers at each moment of its way: all who look on ask about the same."""
    shape = bodies.shape(b.t, b.unit(mover))
    return [shape.frame_at(*stride.place) for stride in way]


def _exposures(b: ClassField, foe: str, frames: Sequence[Quad]) -> list[Exposure]:
    """The moments at which a unit on its way is in an enemy's front zone and within his defensive range."""
    frame, reach = b.survey.body(foe).frame, defensive_reach(b, foe)
    mine, far, found = centre(frame), reach * SUB + _radius(frame) + (_radius(frames[0]) if frames else 0), []
    for moment, there in enumerate(frames):
        middle = centre(there)
        # most moments are told apart by the circles around both, without a look at their edges
        if hypot(middle[0] - mine[0], middle[1] - mine[1]) > far:
            continue
        paces = -(-gap_of_quads(there, frame) // SUB)
        if paces <= reach and zone_of(b, foe, middle) == "front":
            found.append(Exposure(moment, paces))
    return found


def _radius(frame: Quad) -> float:
    """Sixteenths from the middle of a frame to its farthest corner, with a pace to spare for what is rounded."""
    x, y = centre(frame)
    return max(hypot(east - x, north - y) for east, north in frame) + SUB


def _opens(b: ClassField, foe: str, seen: Sequence[Exposure]) -> int:
    """The moment at which an enemy decides about his fire: foot as soon as it may, guns when the shot is shortest."""
    if b.branch(foe) == "artillery":
        return min(seen, key=lambda each: (each.paces, each.moment)).moment
    return seen[0].moment


def _nearer(b: ClassField, seen: Sequence[Exposure], at: int) -> int | None:
    """The next moment at which an enemy looks again who could not fire: when the mover has come to short range, or to
    an inch."""
    now = next((each.paces for each in seen if each.moment == at), 0)
    edges = [edge for inches in b.t.value("CD-fire-discipline-range", "free") if (edge := b.paces(inches)) < now]
    return next((each.moment for each in seen if each.moment > at and edges and each.paces <= edges[0]), None)


def _in_view(b: ClassField, mover: str, target: str, frames: Sequence[Quad]) -> int | None:
    """The moment at which a target acts that did not see a charge when it began: when the charger is so near that he
    would endanger a flank."""
    if b.knows(b.seat_of(target), mover):
        return None
    frame = b.survey.body(target).frame
    near = to_sub(b.paces(b.t.number("CD-local-initiative-mandatory", "within")))
    for moment, there in enumerate(frames):
        if gap_of_quads(there, frame) <= near:
            return moment
    return None


def _passes_by(b: ClassField, mover: str, way: Sequence[Stride], frames: Sequence[Quad]) -> int | None:
    """The moment at which a unit is nearest to those whom it passes by and whose seats wish to be asked; None where
    nobody does, or it comes to them at the end of its way, when all are asked."""
    if not way:
        return None
    reach, found = to_sub(b.paces(REACH)), []
    for unit in volunteers(b, mover, within=b.paces(REACH) + way[-1].gone // SUB):
        frame = b.survey.body(unit).frame
        gaps = [gap_of_quads(there, frame) for there in frames]
        if min(gaps) <= reach and min(gaps) < gaps[-1]:
            found.append(gaps.index(min(gaps)))
    return min(found, default=None)
