"""Several move at the same time: enemies who come near each other, who of them stops, where, and for whom."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from grognard.ground.relations import Body
from grognard.ground.units import SUB, Point

from .nearness import between, carried, within
from .placements import Placement, middle, on_table, shifted
from .sweeps import together

UnitPair = tuple[str, str]
SHORTEST = 4
"""Sixteenths: the finest step in which two units are brought together."""


class NextStep(NamedTuple):
    """What a unit wants to do in a stretch of time: turn, then go so far along a bearing."""

    place: Placement
    """Where it is and faces once it has turned."""
    bearing: int
    distance: int
    """Sixteenths."""
    degrees: int = 0


def end_of(step: NextStep, share: float = 1.0) -> Placement:
    """Where a step leads, or the part of it that is made."""
    return shifted(step.place, step.bearing, int(step.distance * share))


PARTS = 64
"""So finely a step is divided that would lead off the table."""


def share_on_table(size: Point, step: NextStep, share: float, depth: int) -> float:
    """As much of a step as leaves a unit's middle on the table."""
    parts = (share * part / PARTS for part in range(PARTS, 0, -1))
    return next((part for part in parts if on_table(size, middle(end_of(step, part), depth))), 0.0)


@dataclass(slots=True)
class TimedLeg:
    """A unit in a stretch of time, moving or not. Shares of that time run from 0 to 1."""

    unit: str
    side: str
    body: Body
    """Where the leg begins, once it has turned."""
    step: NextStep | None
    limit: int
    """It comes no nearer than this to an enemy, in sixteenths."""
    flees: bool = False
    attack: bool = False
    brushed_aside: bool = False
    """It stops no pursuer who is after somebody else."""
    target: str = ""
    share: float = 1.0
    """Of that time, after which it stands."""
    dx: int = 0
    dy: int = 0
    fled: Body | None = None
    """Where it has got to, if it runs away: enemies who follow it have that place before their eyes."""

    @property
    def moving(self) -> bool:
        """Whether it goes anywhere."""
        return bool(self.dx or self.dy)

    @property
    def under_way(self) -> bool:
        """Whether it still moves as enemies come together."""
        return self.moving and self.fled is None

    @property
    def speed(self) -> float:
        """Sixteenths in all of that time."""
        return float((self.dx * self.dx + self.dy * self.dy) ** 0.5)

    def at(self, when: float) -> Body:
        """The ground it covers at a moment of that time."""
        if self.fled is not None:
            return self.fled
        when = min(when, self.share)
        return carried(self.body, int(self.dx * when), int(self.dy * when))

    def stay(self) -> None:
        """It neither turns nor goes."""
        self.step, self.dx, self.dy = None, 0, 0

    def end(self, place: Placement) -> Placement:
        """Where it ends it, having begun at a place."""
        return end_of(self.step, self.share) if self.step else place


def meet(legs: dict[str, TimedLeg], pairs: list[UnitPair], into: int) -> None:
    """Let the enemies among these pairs come together: whoever is no farther from the other than `into` stops; whoever
    keeps farther off stops short; those who flee stop only when they run into somebody."""
    # first, so that those who follow find them where they have got to
    _run(legs, pairs)
    due = {pair: _next(legs, pair, 0.0, into) for pair in pairs}
    while True:
        coming = [(when, pair) for pair, when in due.items() if when is not None]
        if not coming:
            return
        # the earliest first: who stops there is no longer in the way of what would come later
        when, pair = min(coming)
        _halt(legs, pair, when, into)
        touched = set(pair)
        for each in due:
            if touched & set(each):
                due[each] = _next(legs, each, when, into)


def _run(legs: dict[str, TimedLeg], pairs: list[UnitPair]) -> None:
    """Those who run away are off before anybody reaches them; they stop only short of an enemy in their way."""
    for pair in pairs:
        for mine, theirs in ((legs[pair[0]], legs[pair[1]]), (legs[pair[1]], legs[pair[0]])):
            if mine.flees and mine.moving:
                span = together(mine.body.frame, theirs.body.frame, mine.dx, mine.dy, mine.limit)
                if span and _closing(mine, theirs, span[0], between(mine.at(span[0]), theirs.at(0.0))):
                    mine.share = min(mine.share, span[0])
    for leg in legs.values():
        if leg.flees and leg.moving:
            leg.fled = leg.at(1.0)


def _halt(legs: dict[str, TimedLeg], pair: UnitPair, when: float, into: int) -> None:
    one, other = legs[pair[0]], legs[pair[1]]
    apart = between(one.at(when), other.at(when))
    for mine, theirs in ((one, other), (other, one)):
        if mine.share <= when or not mine.under_way:
            continue
        upon = apart <= into and not mine.flees and _minds(mine, theirs)
        if upon or (apart <= _limit(mine, theirs) and _closing(mine, theirs, when, apart)):
            mine.share = when


def _limit(mine: TimedLeg, theirs: TimedLeg) -> int:
    # whom it does not stop for it still does not walk over: a pace is left between
    return mine.limit if _minds(mine, theirs) else SUB


def _minds(mine: TimedLeg, theirs: TimedLeg) -> bool:
    """Whether it stops for this enemy."""
    return not theirs.brushed_aside or mine.target == theirs.unit


def _next(legs: dict[str, TimedLeg], pair: UnitPair, since: float, into: int) -> float | None:
    """When one of a pair has to stop because of the other."""
    one, other = legs[pair[0]], legs[pair[1]]
    active = [(mine, theirs) for mine, theirs in ((one, other), (other, one)) if mine.under_way and mine.share > since]
    if not active:
        return None
    found = [_when(mine, theirs, since, into) for mine, theirs in active]
    return min((when for when in found if when is not None), default=None)


def _when(mine: TimedLeg, theirs: TimedLeg, since: float, into: int) -> float | None:
    """When this one has to stop because of that one, by going on as far as the two cannot have met."""
    speed = mine.speed + (theirs.speed if theirs.under_way and theirs.share > since else 0.0)
    limit, when = _limit(mine, theirs), since
    soonest = _soonest(mine, theirs, since, limit)
    if soonest is None:
        return None
    when = soonest
    upon = into if not mine.flees and not theirs.flees and _minds(mine, theirs) else -1
    while when <= mine.share:
        apart = between(mine.at(when), theirs.at(when))
        if apart <= upon or (apart <= limit and _closing(mine, theirs, when, apart)):
            return when
        if apart <= limit and (upon < 0 or not theirs.under_way):
            return None  # near, but on its way past or off: a straight line does not bring it back
        goal = limit if apart > limit else upon
        # no sooner than their joint speed allows; at least a little, so that it comes to an end
        when += max(apart - goal, SHORTEST) / max(speed, 1.0)
    return None


def _soonest(mine: TimedLeg, theirs: TimedLeg, since: float, limit: int) -> float | None:
    """Before when the frames around the two are certainly too far apart for either to mind."""
    if theirs.under_way and since < theirs.share < 1.0:
        return since  # it stops on the way: too rare to be clever about
    left = 1.0 - since
    theirs_too = left if theirs.under_way and theirs.share > since else 0.0
    dx, dy = mine.dx * left - theirs.dx * theirs_too, mine.dy * left - theirs.dy * theirs_too
    span = together(mine.at(since).frame, theirs.at(since).frame, dx, dy, limit + SHORTEST)
    return None if span is None else since + span[0] * left


def _closing(mine: TimedLeg, theirs: TimedLeg, when: float, apart: int) -> bool:
    """Whether its own next pace brings it nearer."""
    ahead = SUB / max(mine.speed, 1.0)
    moved = carried(mine.body, int(mine.dx * (when + ahead)), int(mine.dy * (when + ahead)))
    return between(moved, theirs.at(when)) < apart


def keep_apart(legs: dict[str, TimedLeg], enemies: Iterable[UnitPair]) -> None:
    """Who was stopped by a friend may now stand where an enemy meant to go: then that one does not go."""
    for pair in enemies:
        one, other = legs[pair[0]], legs[pair[1]]
        if not within(one.at(1.0), other.at(1.0), SUB - 1):
            continue
        for leg in (one, other):
            if leg.moving:
                leg.share = 0.0
