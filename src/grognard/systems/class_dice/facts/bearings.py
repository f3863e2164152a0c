"""Who lies in whose front, what stands between them, whose flanks are secure."""

from __future__ import annotations

from grognard.ground.features import BUILT, AreaFeature
from grognard.ground.shapes import Quad, crosses, distance_to_line
from grognard.ground.units import Point, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import bearing_to

from ..checks.field import ArcFacts, SecureFlankFacts, SightFacts
from ..table import ground
from ..table.field import ClassField
from ..terms import Formation, Zone

_SOLID = (*BUILT, "water")


@implements("CD-arcs")
def zone(b: ClassField, unit: str, other: str, *, charge: bool = False) -> Zone:
    """On which side of a unit the middle of another lies."""
    return zone_of(b, unit, b.survey.middle(other), charge=charge)


def zone_of(b: ClassField, unit: str, spot: Point, *, charge: bool = False) -> Zone:
    """On which side of a unit a place lies."""
    now = b.unit(unit)
    bearing = (bearing_to(b.survey.middle(unit), spot) - now.heading) % 360
    # a few hundred moments at most, which come up again and again
    known: dict[tuple[int, Formation, bool], Zone] = b.memo.keep("arcs", b.rules, dict)
    key = bearing, now.formation, charge
    if key not in known:
        known[key] = b.settle("arc", ArcFacts(bearing=bearing, formation=now.formation, charge=charge)).zone
    return known[key]


def before(b: ClassField, unit: str, within: int) -> list[str]:
    """Enemies in a unit's front zone and in its sight no farther off than so many paces, the nearest first."""
    near = b.survey.enemies_within(unit, within)
    return [foe for foe in near if zone(b, unit, foe) == "front" and sees(b, unit, foe)]


# -- the line of fire


@implements("CD-line-of-sight")
def sees(b: ClassField, firer: str, target: str) -> bool:
    """Whether a unit has a line to another, past the ground and past troops."""
    if not b.survey.sees(firer, target):
        return False
    start, end = b.survey.middle(firer), b.survey.middle(target)
    # past the ground the survey has looked; here it is troops who stand in the line
    between = [each for each in _near_line(b, firer, target) if crosses(b.survey.body(each).frame, start, end)]
    if not between:
        return True
    mine = b.unit(firer).side
    friends = [each for each in between if b.unit(each).side == mine]
    facts = SightFacts(
        blocked=len(friends) < len(between),
        friend_between=bool(friends),
        above=b.branch(firer) == "artillery" and ground.higher(b.ground, start, end),
        friend_from_gun=min((b.survey.distance(firer, each) for each in friends), default=0),
        friend_from_target=min((b.survey.distance(each, target) for each in friends), default=0),
    )
    return bool(b.settle("line-of-sight", facts).visible)


def _near_line(b: ClassField, firer: str, target: str) -> list[str]:
    """Others who might stand between two: nobody does who is farther from either than the two are from each other."""
    reach = b.survey.gap(firer, target)
    near = b.survey.gaps(firer, reach)
    also = b.survey.gaps(target, reach)
    loose = ("general",)
    return [each for each in near if each in also and each != target and b.unit(each).formation not in loose]


def standing_behind(b: ClassField, firer: str, target: str, within: int) -> str:
    """The first other unit on the line behind a target, seen from a firer, no farther off than so many paces."""
    start, end = b.survey.middle(firer), b.survey.middle(target)
    length = max(1, b.paces_between(start, end))
    deep = within + 200  # past the target's own depth
    beyond = (end[0] + (end[0] - start[0]) * deep // length, end[1] + (end[1] - start[1]) * deep // length)
    # measured from the target, since who stands behind it must be near it
    near = [(gap, each) for gap, each, _ in b.survey.around(target, within) if each != firer]
    return next((each for _, each in sorted(near) if crosses(b.survey.body(each).frame, end, beyond)), "")


# -- flanks


@implements("CD-secure-flank")
def secure_flanks(b: ClassField, unit: str) -> int:
    """How many flanks of a unit are secure."""
    frame = b.survey.body(unit).frame
    return sum(
        _secure(b, unit, end, hand) for end, hand in ((_side(frame, 0, 3), "left"), (_side(frame, 1, 2), "right"))
    )


def _side(frame: Quad, one: int, other: int) -> Point:
    return (frame[one][0] + frame[other][0]) // 2, (frame[one][1] + frame[other][1]) // 2


def _secure(b: ClassField, unit: str, end: Point, hand: str) -> bool:
    within = b.paces(b.t.number("CD-secure-flank", "within"))
    for friend in b.survey.friends_within(unit, within):
        if b.survey.hand(unit, friend) != hand:
            continue
        facts = SecureFlankFacts(friend=True, distance=b.survey.distance_to(friend, end), status=b.unit(friend).status)
        if b.settle("secure-flank", facts).secure:
            return True
    return bool(b.settle("secure-flank", SecureFlankFacts(obstacle=_leans(b, end, to_sub(within)))).secure)


def _leans(b: ClassField, end: Point, within: int) -> bool:
    """Whether the table's edge, a building or open water is that near."""
    width, height = b.ground.size
    if min(end[0], end[1], width - end[0], height - end[1]) <= within:
        return True
    return any(_touches(area, end, within) for area in b.ground.areas if area.kind in _SOLID)


def _touches(area: AreaFeature, end: Point, within: int) -> bool:
    west, south, east, north = area.box
    if not (west - within <= end[0] <= east + within and south - within <= end[1] <= north + within):
        return False
    return area.holds(end) or distance_to_line(end, (*area.rings[0], area.rings[0][0])) <= within
