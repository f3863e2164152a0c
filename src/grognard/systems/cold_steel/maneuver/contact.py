"""Enemies who come near each other in a quarter: who stops, where, and for whom (CS-3.2m, CS-9.1b)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.ground.relations import Body
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset

from ..checks.setting_up.measures import reach
from ..table.battlefield import Battlefield
from ..table.ground.places import Place, between, carried
from ..table.ground.sweeps import together
from .movers import Step, end_of

HAIR = 2
"""Sixteenths by which those who close stop inside a distance rather than on its edge."""
SHORTEST = 4
"""Sixteenths: the finest step in which two units are brought together."""


@dataclass(slots=True)
class QuarterLeg:
    """A unit in one quarter, moving or not. Shares of the quarter run from 0 to 1."""

    unit: str
    side: str
    body: Body
    """Where the leg begins, once it has turned."""
    step: Step | None
    limit: int
    """It comes no nearer than this to an enemy, in sixteenths."""
    flees: bool = False
    attack: bool = False
    brushed_aside: bool = False
    """It stops no pursuer who is after somebody else."""
    target: str = ""
    share: float = 1.0
    """Of the quarter, after which it stands."""
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
        """Sixteenths in the whole quarter."""
        return float((self.dx * self.dx + self.dy * self.dy) ** 0.5)

    def at(self, when: float) -> Body:
        """The ground it covers at a moment of the quarter."""
        if self.fled is not None:
            return self.fled
        when = min(when, self.share)
        return carried(self.body, int(self.dx * when), int(self.dy * when))

    def stay(self) -> None:
        """It neither turns nor goes."""
        self.step, self.dx, self.dy = None, 0, 0

    def end(self, place: Place) -> Place:
        """Where it ends the quarter, having begun at a place."""
        return end_of(self.step, self.share) if self.step else place


def close_range(b: Battlefield) -> int:
    """Sixteenths: no farther off, an enemy is in P3."""
    return _close_range(b.rules)


@lru_cache(16)
def _close_range(rules: Ruleset) -> int:
    return reach(rules.tables, "P3") * SUB


def limits(b: Battlefield) -> tuple[int, int]:
    """How near those come who attack, and those who do not (CS-3.2m: one pace short of P3)."""
    near = close_range(b)
    return near - HAIR, near + SUB


@implements("CS-3.2m", "CS-9.2.3b")
def meet(b: Battlefield, legs: dict[str, QuarterLeg], pairs: list[tuple[str, str]]) -> None:
    """Let the enemies among these pairs come together: whoever attacks goes on into P3, where both stop; whoever does
    not stops short; those who flee stop only when they run into somebody."""
    into, _ = limits(b)
    _run(legs, pairs)
    due = {pair: _next(legs, pair, 0.0, into) for pair in pairs}
    while True:
        coming = [(when, pair) for pair, when in due.items() if when is not None]
        if not coming:
            return
        when, pair = min(coming)
        _halt(legs, pair, when, into)
        touched = set(pair)
        for each in due:
            if touched & set(each):
                due[each] = _next(legs, each, when, into)


def _run(legs: dict[str, QuarterLeg], pairs: list[tuple[str, str]]) -> None:
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


def _halt(legs: dict[str, QuarterLeg], pair: tuple[str, str], when: float, into: int) -> None:
    one, other = legs[pair[0]], legs[pair[1]]
    apart = between(one.at(when), other.at(when))
    for mine, theirs in ((one, other), (other, one)):
        if mine.share <= when or not mine.under_way:
            continue
        upon = apart <= into and not mine.flees and _minds(mine, theirs)
        if upon or (apart <= _limit(mine, theirs) and _closing(mine, theirs, when, apart)):
            mine.share = when


def _limit(mine: QuarterLeg, theirs: QuarterLeg) -> int:
    return mine.limit if _minds(mine, theirs) else SUB


def _minds(mine: QuarterLeg, theirs: QuarterLeg) -> bool:
    """Whether it stops for this enemy."""
    return not theirs.brushed_aside or mine.target == theirs.unit


def _next(legs: dict[str, QuarterLeg], pair: tuple[str, str], since: float, into: int) -> float | None:
    """When one of a pair has to stop because of the other."""
    one, other = legs[pair[0]], legs[pair[1]]
    active = [(mine, theirs) for mine, theirs in ((one, other), (other, one)) if mine.under_way and mine.share > since]
    if not active:
        return None
    found = [_when(mine, theirs, since, into) for mine, theirs in active]
    return min((when for when in found if when is not None), default=None)


def _when(mine: QuarterLeg, theirs: QuarterLeg, since: float, into: int) -> float | None:
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
        when += max(apart - goal, SHORTEST) / max(speed, 1.0)
    return None


def _soonest(mine: QuarterLeg, theirs: QuarterLeg, since: float, limit: int) -> float | None:
    """Before when the frames around the two are certainly too far apart for either to mind."""
    if theirs.under_way and since < theirs.share < 1.0:
        return since  # it stops on the way: too rare to be clever about
    left = 1.0 - since
    theirs_too = left if theirs.under_way and theirs.share > since else 0.0
    dx, dy = mine.dx * left - theirs.dx * theirs_too, mine.dy * left - theirs.dy * theirs_too
    span = together(mine.at(since).frame, theirs.at(since).frame, dx, dy, limit + SHORTEST)
    return None if span is None else since + span[0] * left


def _closing(mine: QuarterLeg, theirs: QuarterLeg, when: float, apart: int) -> bool:
    """Whether its own next pace brings it nearer."""
    ahead = SUB / max(mine.speed, 1.0)
    moved = carried(mine.body, int(mine.dx * (when + ahead)), int(mine.dy * (when + ahead)))
    return between(moved, theirs.at(when)) < apart
