"""The field: cover, arcs, line of sight, secure flanks, division integrity."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import reckoning
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ..terms import Cover, Formation, Status, Zone
from .charts import paces
from .units import in_good_order


class CoverFacts(Facts):
    """A target, the best cover about it, and the lines of those who fire at it."""

    cover: Annotated[Cover, "the best cover that any of the firers' lines crosses or ends in"]
    crossed: Annotated[int, Range(0, 100), "firers' lines that cross or end in it"] = 1
    lines: Annotated[int, Range(1, 100), "firers' lines in all"] = 1


class CoverResult(NamedTuple):
    """The cover that counts, by the words of each list, and the charge table."""

    cover: Cover
    fire: Cover
    charge: Cover
    table: str


@reckoning("cover", "CD-cover-classes", asks=CoverFacts)
def cover(t: Tables, s: CoverFacts) -> CoverResult:
    """Whether a target counts as in cover, and how each list calls it."""
    # a share of the lines, compared crosswise without rounding
    enough = s.crossed * t.number("CD-cover-classes", "of") >= s.lines * t.number("CD-cover-classes", "crossed")
    counts: Cover = s.cover if enough else "none"
    row = t.value("CD-cover-classes", counts)
    return CoverResult(counts, row["fire"], row["charge"], row["table"])


class ArcFacts(Facts):
    """Where somebody stands as seen from a unit."""

    bearing: Annotated[int, Range(0, 359), "degrees clockwise from straight ahead to the middle of the other"]
    formation: Annotated[Formation, "formation of the unit"] = "line"
    charge: Annotated[bool, "the other charges; no: he fires, or is fired at"] = False


class ArcResult(NamedTuple):
    """The zone he is in."""

    zone: Zone


@reckoning("arc", "CD-arcs", asks=ArcFacts)
def arc(t: Tables, s: ArcFacts) -> ArcResult:
    """Whether somebody is before a unit, on its flank or behind it."""
    if all_round(t, s.formation, charge=s.charge):
        return ArcResult("front")
    # left and right alike
    aside = min(s.bearing, 360 - s.bearing)
    if aside <= t.number("CD-arcs", "front"):
        return ArcResult("front")
    return ArcResult("flank" if aside <= t.number("CD-arcs", "flank") else "rear")


def all_round(t: Tables, formation: Formation, *, charge: bool = False) -> bool:
    """Whether a formation has neither flank nor rear."""
    if charge and formation in t.value("CD-arcs", "all_front_in_a_charge"):
        return True
    return formation in t.value("CD-arcs", "all_front")


class SightFacts(Facts):
    """The straight line from a firer to a target."""

    woods: Annotated[Paces, "paces of woods on it"] = 0
    blocked: Annotated[bool, "a village, a hill or an enemy's formed unit lies across it"] = False
    friend_between: Annotated[bool, "a friendly formed unit stands across it"] = False
    above: Annotated[bool, "the firer is artillery on higher ground"] = False
    friend_from_gun: Annotated[Paces, "paces from the gun to the friend"] = 0
    friend_from_target: Annotated[Paces, "paces from the friend to the target"] = 0


class SightResult(NamedTuple):
    """Whether the target is seen."""

    visible: bool


@reckoning("line-of-sight", "CD-line-of-sight", asks=SightFacts)
def line_of_sight(t: Tables, s: SightFacts) -> SightResult:
    """Whether a firer sees a target."""
    if s.blocked or s.woods > paces(t, t.number("CD-line-of-sight", "woods")):
        return SightResult(False)
    clear = paces(t, t.number("CD-line-of-sight", "over_friends"))
    # guns above may fire over friends who are well clear of the muzzles and of the target
    over = s.above and s.friend_from_gun >= clear and s.friend_from_target >= clear
    return SightResult(not s.friend_between or over)


class SecureFlankFacts(Facts):
    """One end of a unit."""

    obstacle: Annotated[bool, "impassable ground, a building or the table edge lies within reach"] = False
    friend: Annotated[bool, "there is a friendly formed unit"] = False
    distance: Annotated[Paces, "paces from this end to the friend"] = 0
    status: Annotated[Status, "status of the friend"] = "steady"


class SecureFlankResult(NamedTuple):
    """Whether this flank is secure."""

    secure: bool


@reckoning("secure-flank", "CD-secure-flank", asks=SecureFlankFacts)
def secure_flank(t: Tables, s: SecureFlankFacts) -> SecureFlankResult:
    """Whether a flank is secure."""
    near = s.distance <= paces(t, t.number("CD-secure-flank", "within"))
    return SecureFlankResult(s.obstacle or (s.friend and near and in_good_order(t, s.status)))


class IntegrityFacts(Facts):
    """A unit and its division."""

    distance: Annotated[Paces, "paces to the division commander"] = 0
    commander: Annotated[bool, "the division has a commander"] = True
    units: Annotated[int, Range(1, 60), "units the division began with"] = 1
    lost: Annotated[int, Range(0, 60), "of these broken or gone from play"] = 0


class IntegrityResult(NamedTuple):
    """Whether it has division integrity."""

    integrity: bool


@reckoning("division-integrity", "CD-division-integrity", asks=IntegrityFacts)
def division_integrity(t: Tables, s: IntegrityFacts) -> IntegrityResult:
    """Whether a unit has division integrity."""
    near = s.distance <= paces(t, t.number("CD-command-radius", "division"))
    share = t.number("CD-division-integrity", "of") * s.lost >= t.number("CD-division-integrity", "lost") * s.units
    return IntegrityResult(s.commander and near and not share)
