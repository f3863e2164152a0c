"""One body moves, all others stand: how far it gets on a course with so much of a move, and what stops it.

All measures are whole sixteenths of a pace. A system turns its inches into them, says what ground costs (`going`; with
prices by a table, `tolls.Tolls`) and who is about (`Stops`), and gets back where the body ends, what it has spent, and
whom it has met. Nothing is changed and no rule is asked but by the system's own functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import compress
from math import hypot, pi
from typing import Literal, NamedTuple

from grognard.battle.special.staying import Bounds
from grognard.ground.placing import Shape
from grognard.ground.relations import Body
from grognard.ground.shapes import Quad, bounds, placed
from grognard.ground.units import Point

from .borders import room, room_round
from .nearness import between, boxes_apart, clearance, overlap, trimmed
from .neighbours import (
    HAIR,
    BlockedSpan,
    Encounter,
    Neighbour,
    about,
    carrier,
    first_touch,
    shared_ground,
    struck_side,
)
from .placements import (
    Placement,
    converted,
    gone_by,
    middle,
    off,
    on_table,
    shifted,
    to_the_edge,
    turned_about,
    wheeled,
    wheeling,
)
from .scanning import affordable
from .swaths import Swath

ARC = 10
"""Degrees: between two places so far apart on a wheel the stands are taken to go straight. What such a chord is shorter
than its arc, rounding up to sixteenths about makes good: a wheel is measured to half a pace."""
_AMPLE = 1 << 30
"""Sixteenths: more than any table has."""
SQUARELY = 45
"""Degrees by which the front of a body spreads to each side, where nothing else is said."""


class Straight(NamedTuple):
    """So many sixteenths straight on, at so many degrees to the right of the front: 0 is ahead, 45 or -45 obliquely,
    90 or -90 to a side, 180 backward. The front is kept."""

    distance: int
    aside: int = 0


class Wheel(NamedTuple):
    """A turn by so many degrees, to the right if positive, on the flank it turns to or on the middle of the front."""

    degrees: int
    pivot: Literal["flank", "centre"] = "flank"


class OnTheSpot(NamedTuple):
    """A turn by so many degrees on the middle of the ground it covers: about, or to a flank. `cost` is taken off its
    allowance, and without that much left it does not turn."""

    degrees: int
    cost: int = 0


CourseLeg = Straight | Wheel | OnTheSpot
GroundCost = Callable[[Swath], int | None]
"""Sixteenths of a body's allowance that a way uses up, never less for a longer one; None where it cannot be gone."""
WayTolls = dict[tuple[Placement, ...], int | None]
"""What ways cost, by the places on them."""
StoppedBy = Literal["", "allowance", "ground", "edge", "friend", "foe", "bounds"]


@dataclass(frozen=True, slots=True)
class Stops:
    """What may stop a body, apart from the ground."""

    size: Point
    """Of the table."""
    neighbours: Sequence[Neighbour] = ()
    leaves: bool = False
    """It may go off the table."""
    half_angle: int = SQUARELY
    """How far a front spreads, for the side on which others are met."""
    wheels_through: bool = False
    """Friends who let it pass do so while it wheels as well, if it is clear of them at the end of its course."""
    bounds: Bounds | None = None
    """Ground that the middle of its front may not leave."""


class Moved(NamedTuple):
    """Where a move has led."""

    place: Placement
    spent: int
    """Of its allowance."""
    stopped: StoppedBy = ""
    """Why it did not complete its course; nothing if it did. "foe" and "friend" are those in `met`, "bounds" the border
    of a place that it may not leave."""
    met: tuple[Encounter, ...] = ()
    through: tuple[str, ...] = ()
    """Friends it has passed through, in that order."""
    path: tuple[Placement, ...] = ()
    """Where it began, each place it turned at, and its end."""
    straight: int = 0
    """Sixteenths that it went straight on."""
    edge: str = ""
    """The edge by which its middle has left the table."""
    held: str = ""
    """The special rule that lets it go no farther, where it was stopped by that."""

    @property
    def foes(self) -> tuple[Encounter, ...]:
        """The enemies it has come up to, the nearest first."""
        return tuple(each for each in self.met if each.foe)


@dataclass(slots=True)
class _Run:
    """A move under way."""

    shape: Shape
    going: GroundCost
    stops: Stops
    allowance: int
    path: list[Placement]
    swath: list[Placement]
    """Places since its leading edge last changed."""
    tolls: WayTolls
    """Of ways that were tried: the one that is gone in the end is among them."""
    spent: int = 0
    """On what was gone before that."""
    straight: int = 0
    stopped: StoppedBy = ""
    met: tuple[Encounter, ...] = ()
    through: list[str] = field(default_factory=list)

    @property
    def place(self) -> Placement:
        return self.path[-1]

    def cost(self, places: Sequence[Placement]) -> int | None:
        """Of all it has gone, if it goes on over these places."""
        way = (*self.swath, *places)
        if way not in self.tolls:
            self.tolls[way] = self.going(Swath(self.shape, way))
        toll = self.tolls[way]
        return None if toll is None else self.spent + toll

    def settle(self) -> None:
        """Write down what was spent so far and begin a new swath."""
        self.spent = self.total()
        self.swath = [self.place]

    def total(self) -> int:
        if len(self.swath) == 1:
            return self.spent
        cost = self.cost(())
        return self.allowance if cost is None else cost


def advance(
    shape: Shape, start: Placement, course: Sequence[CourseLeg], allowance: int, going: GroundCost, stops: Stops
) -> Moved:
    """Move a body along a course as far as it gets.

    It goes on leg by leg until its allowance is spent, the ground or the table's edge stops it, it has come as near to
    an enemy as it may, or a friend is in its way. It passes through friends that allow it, but does not end on their
    ground: it stops before the last of them that it cannot get clear of.
    """
    # first without wheeling through anybody: mostly no friend is in the way, and this is all
    tolls: WayTolls = {}
    strictly = replace(stops, wheels_through=False) if stops.wheels_through else stops
    moved = _advance(shape, start, course, allowance, going, strictly, tolls)
    if moved.stopped == "friend" and stops.wheels_through and _halted_in_wheel(moved, course):
        through = _advance(shape, start, course, allowance, going, stops, tolls)
        before, after = trimmed(shape, start), trimmed(shape, through.place)
        friends = [each for each in about(stops.neighbours, (after,)) if not each.foe]
        # it may end on the ground only of those with whom it shared ground at the start
        if all(overlap(before, each.trimmed) or not overlap(after, each.trimmed) for each in friends):
            return through
    return moved


def _halted_in_wheel(moved: Moved, course: Sequence[CourseLeg]) -> bool:
    return not moved.straight and isinstance(course[0], Wheel) and len(course) > 1


def _advance(
    shape: Shape,
    start: Placement,
    course: Sequence[CourseLeg],
    allowance: int,
    going: GroundCost,
    stops: Stops,
    tolls: WayTolls,
) -> Moved:
    run = _Run(shape, going, stops, allowance, [start], [start], tolls)
    behind = False
    for leg in course:
        backward = isinstance(leg, Straight) and abs(off(0, leg.aside)) > 90
        # now the other edge leads: what lies between the two was not gone over by it, so a new swath begins
        if backward != behind and len(run.swath) > 1:
            run.settle()
        behind = backward
        match leg:
            case Straight():
                _go_straight(run, leg)
            case Wheel():
                _go_round(run, leg)
            case OnTheSpot():
                _turn(run, leg)
        if run.stopped:
            break
    began, end = middle(start, shape.depth), middle(run.place, shape.depth)
    edge = gone_by(stops.size, began, end) if stops.leaves else ""
    through, path = tuple(run.through), tuple(run.path)
    held = stops.bounds.title if stops.bounds is not None and run.stopped == "bounds" else ""
    return Moved(run.place, run.total(), run.stopped, run.met, through, path, run.straight, edge, held)


def _go_straight(run: _Run, leg: Straight) -> None:
    place, bearing = run.place, (run.place.heading + leg.aside) % 360
    top, stopped = leg.distance, run.stopped
    if not run.stops.leaves:
        edge = to_the_edge(run.stops.size, place, run.shape.depth, bearing)
        if edge < top:
            top, stopped = edge, "edge"
    if run.stops.bounds is not None and (held := room(run.stops.bounds, place, bearing, top)) < top:
        top, stopped = held, "bounds"
    if top > 0:
        gone = affordable(lambda distance: run.cost([shifted(place, bearing, distance)]), run.allowance, top)
        if gone < top:
            # a sixteenth more tells which of the two it was: barred ground has no price at all
            barred = run.cost([shifted(place, bearing, gone + 1)]) is None
            top, stopped = gone, "ground" if barred else "allowance"
    carry = carrier(run.shape, place, bearing)
    close = about(run.stops.neighbours, (carry(0).frame, carry(top).frame)) if top > 0 else []
    # after the ground, so that only enemies within its real reach stop it
    for each in close:
        at = first_touch(carry(0), carry, top, each) if each.foe and top > 0 else None
        if at is not None and (at < top or stopped != "foe"):
            top, stopped = at, "foe"
    # friends last: only those matter on whose ground the way that is left would end
    spans = _spans(run, bearing, top, [each for each in close if not each.foe]) if top > 0 else []
    clear = _clear_of(spans, top)
    if clear < top:
        top, stopped = clear, "friend"
    run.through += [span.who.id for span in sorted(spans, key=lambda span: span.first) if span.first < top]
    if top > 0:
        _arrive(run, [shifted(place, bearing, top)])
        run.straight += top
    run.stopped = stopped
    if stopped == "foe":
        run.met = _met(run, place, [each for each in close if each.foe])
    if stopped == "friend":
        run.met = _met(run, place, [span.who for span in spans if span.first <= top + HAIR and span.last > top])


def _spans(run: _Run, bearing: int, top: int, friends: Sequence[Neighbour]) -> list[BlockedSpan]:
    """Where a straight way is over the ground of friends."""
    mine, (dx, dy) = trimmed(run.shape, run.place), placed((0, 0), bearing, 0, top)
    spans = [shared_ground(mine, dx, dy, top, each) for each in friends]
    return [span for span in spans if span is not None]


def _clear_of(spans: Sequence[BlockedSpan], top: int) -> int:
    """As far as a body may go and end on no friend's ground: not on to those who let nobody through, and not onto the
    ground of others unless it gets off it again."""
    # no farther than to the first who lets nobody through
    clear = min([span.first for span in spans if not span.who.through] + [top])
    while True:
        # stepping back from one it may come onto the ground of another, so it is asked again
        inside = [span.first for span in spans if span.first < clear < span.last]
        if not inside:
            return clear
        clear = min(inside)


def _go_round(run: _Run, leg: Wheel) -> None:
    place, sign = run.place, 1 if leg.degrees > 0 else -1
    turned = wheeling(place, run.shape.width, sign) if leg.pivot == "flank" else partial(converted, place)

    # every try goes over the same places at first, and begins where it stands
    at = _Wheeling(lambda degrees: turned(sign * degrees))
    at[0] = wheeled(place, run.shape.width, 0) if leg.pivot == "flank" else place

    def way(degrees: int) -> list[Placement]:
        return [at[each] for each in (*range(ARC, degrees, ARC), degrees)]

    asked = abs(leg.degrees)
    if not asked:
        return
    top = affordable(lambda degrees: run.cost(way(degrees)), run.allowance, asked)
    stopped: StoppedBy = run.stopped
    if top < asked:
        stopped = "ground" if run.cost(way(top + 1)) is None else "allowance"
    if run.stops.bounds is not None and (held := room_round(run.stops.bounds, at.__getitem__, top, ARC)) < top:
        top, stopped = held, "bounds"
    done, why, who = _round_among(run, leg, at, top)
    if why:
        stopped = why
    if done:
        _arrive(run, way(done))
    run.stopped = stopped
    if who:
        run.met = _met(run, place, who)


class _Wheeling(dict[int, Placement]):
    """Where a body is after so many degrees of a wheel, worked out when it is first asked."""

    def __init__(self, turned: Callable[[int], Placement]) -> None:
        self._turned = turned

    def __missing__(self, degrees: int) -> Placement:
        found = self[degrees] = self._turned(degrees)
        return found


def _round_among(
    run: _Run, leg: Wheel, at: Mapping[int, Placement], top: int
) -> tuple[int, StoppedBy, list[Neighbour]]:
    """As many degrees of a wheel as the others leave room for, what stops it, and who."""
    close, inside_table = _about_wheel(run, [at[degrees] for degrees in (*range(0, top, ARC), top)])
    if inside_table and not close:
        return top, "", []
    first = at[0]
    before = trimmed(run.shape, first)
    # those on whose ground it stands already do not hold it there
    friends = [each for each in close if not each.foe and not overlap(before, each.trimmed)]
    foes = _foes_about(run, first, close)
    if inside_table and not foes and not friends:
        return top, "", []
    # each is looked at again only where a corner may have gone far enough to make a difference; while nobody else
    # matters, the degrees between are passed over
    reach = _reach_of_wheel(run.shape, leg)
    due, within = [0] * len(friends), [False] * len(friends)
    foes_due = 0 if foes else top + 1
    degrees, clear, inside = 0, 0, list[Neighbour]()
    while degrees <= top:
        place = at[degrees]
        if not inside_table and not _on_table(run, place):
            return clear, "edge", []
        if foes_due <= degrees:
            room = _room_before(run.shape.at(*place), foes)
            if room < 0:
                return degrees, "foe", [foe for foe, _ in foes]
            foes_due = degrees + 1 + _idle_degrees(reach, room)
        frame = None
        for i, each in enumerate(friends):
            if due[i] <= degrees:
                frame = frame or trimmed(run.shape, place)
                apart = clearance(frame, each.trimmed)
                within[i], due[i] = apart <= 0, degrees + 1 + _idle_degrees(reach, abs(apart))
        inside = list(compress(friends, within))
        if any(not each.through for each in inside):
            return clear, "friend", inside
        following = min([foes_due, *due]) if inside_table else degrees + 1
        if not inside:
            clear = min(top, following - 1)
        degrees = following
    if inside and run.stops.wheels_through:
        return top, "", []
    return clear, "friend" if inside else "", inside


def _foes_about(run: _Run, place: Placement, close: Sequence[Neighbour]) -> list[tuple[Neighbour, int]]:
    """Enemies with how near a body stands to each at first: who is too near already stops it only where it comes nearer
    still."""
    foes = [each for each in close if each.foe]
    standing = run.shape.at(*place) if foes else None
    return [(each, between(standing, each.body)) for each in foes if standing is not None]


def _reach_of_wheel(shape: Shape, leg: Wheel) -> float:
    """Sixteenths from the pivot to the corner that goes farthest round it: the far rear one."""
    return hypot(shape.width if leg.pivot == "flank" else shape.width / 2, shape.depth)


def _idle_degrees(reach: float, room: float) -> int:
    """Degrees of a wheel in which no corner goes so far, the rounding to whole sixteenths allowed for."""
    return max(0, int((room - 4) * 180 / (pi * reach)) - 1)


def _room_before(body: Body, foes: Sequence[tuple[Neighbour, int]]) -> int:
    """Sixteenths that any part of a body may go and certainly come no nearer to an enemy than it may; below nought
    where it has come as near, and nearer than it stood at first."""
    least = _AMPLE
    for foe, apart in foes:
        room = boxes_apart(body.frame, foe.body.frame) - foe.keep
        if room <= 0:
            now = between(body, foe.body)
            if now <= foe.keep and now < apart:
                return -1
            room = max(0, now - foe.keep)
        least = min(least, room)
    return least


def _about_wheel(run: _Run, places: Sequence[Placement]) -> tuple[list[Neighbour], bool]:
    """Those who may be in the way of a wheel over these places, and whether the table's edge is certainly not. A look
    at some of the places tells: between them a corner bulges out by less than a hundredth."""
    some = [run.shape.frame_at(*place) for place in places]
    west, south, east, north = bounds([corner for frame in some for corner in frame])
    bulge = (run.shape.width + run.shape.depth) // 100 + 1
    west, south, east, north = west - bulge, south - bulge, east + bulge, north + bulge
    box: Quad = (west, north), (east, north), (east, south), (west, south)
    close = about(run.stops.neighbours, (box,))
    return close, run.stops.leaves or all(on_table(run.stops.size, corner) for corner in box)


def _turn(run: _Run, leg: OnTheSpot) -> None:
    """It turns all the way, or not at all."""
    if len(run.swath) > 1:
        run.settle()
    if run.spent + leg.cost > run.allowance:
        run.stopped = "allowance"
        return
    place = run.place
    turned = turned_about(place, run.shape.depth, (place.heading + leg.degrees) % 360)
    if run.stops.bounds is not None and not run.stops.bounds.holds(turned.position):
        run.stopped = "bounds"
        return
    before, after = trimmed(run.shape, place), trimmed(run.shape, turned)
    close = about(run.stops.neighbours, (after,))
    # those whose ground it shared before it turned are not run into by turning
    hit = [each for each in close if overlap(after, each.trimmed) and not overlap(before, each.trimmed)]
    if hit:
        run.stopped = "foe" if any(each.foe for each in hit) else "friend"
        run.met = _met(run, place, hit)
        return
    run.spent += leg.cost
    run.path.append(turned)
    run.swath = [turned]


def _arrive(run: _Run, places: Sequence[Placement]) -> None:
    run.swath += places
    run.path.append(places[-1])


def _met(run: _Run, began: Placement, whom: Sequence[Neighbour]) -> tuple[Encounter, ...]:
    """Those of them who are as near as they may be, the nearest first, and on which side each is met: that on which
    the mover's front was when the leg began."""
    body = run.shape.at(*run.place)
    apart = [(between(body, each.body), each) for each in whom]
    close = [(gap, each) for gap, each in apart if not each.foe or gap <= each.keep + HAIR]
    close.sort(key=lambda found: (found[0], found[1].id))
    return tuple(
        Encounter(each.id, each.foe, struck_side(each.body.frame, began.position, run.stops.half_angle), gap)
        for gap, each in close
    )


def _on_table(run: _Run, place: Placement) -> bool:
    return all(on_table(run.stops.size, spot) for spot in (place.position, middle(place, run.shape.depth)))
