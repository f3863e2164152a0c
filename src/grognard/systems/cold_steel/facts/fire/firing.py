"""What guns and muskets have in common: whom one sees and may aim at, aspect, slope, cover, the list of targets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import ceil, floor
from typing import Any, NamedTuple, cast, get_args

from grognard.ground.arcs import may_bear
from grognard.ground.relations import bearing
from grognard.ground.shapes import Quad
from grognard.ground.units import Point
from grognard.kernel.checks import implements
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE

from ...checks.fire.artillery import TargetSlope
from ...checks.fire.target_priority import TargetPriorityFacts
from ...checks.fire.targets import TargetFormation, ranks_of
from ...checks.setting_up.measures import reach as zone_reach
from ...table import forms
from ...table.battlefield import FAR, Battlefield
from ...table.ground.cover import cover_against
from ...table.ground.going import slope_class
from ...table.state import UnitState
from ...terms import Arm, Character, Discipline, Nation, zones
from .. import situations

HAIR = 1e-6
"""So much of a degree is nothing but rounding."""


class Chance(NamedTuple):
    """An enemy that is near enough and seen."""

    paces: int
    target: str


# -- who is there to be fired at


@implements("CS-8.1g")
def into_melee(b: Battlefield) -> bool:
    """Whether officers give fire at enemies who are locked with our own men."""
    so: bool = b.rules.tables.value("CS-8.1g", "into_melee")
    return so


@implements("CS-7.2.2e", "CS-9.1b")
def in_sight(b: Battlefield, unit: str, within: int) -> list[Chance]:
    """Enemies that a unit sees no farther off than that, nearest first. Those locked with our own men in close combat
    are none, but for a variant (CS-8.1g)."""
    side, units, far = b.unit(unit).side, b.world.units, b.air.far_sighted
    into = into_melee(b)
    found = [
        Chance(paces, foe)
        for paces, foe, seen in b.survey.around(unit, within)
        if seen
        and units[foe].side != side
        and (into or not units[foe].melee)
        # what stands on a card cannot be aimed at as a unit
        and not units[foe].card
        # weather and dark limit how far one makes out a target
        and (far or b.air.clear_enough(paces, unit, foe))
    ]
    return sorted(found)


def friends_before(b: Battlefield, unit: str, within: int, arc: int, frame: Quad | None = None) -> list[str]:
    """Friends nearer than that of whom some part may lie in the arc of some stand; `frame` is where the unit will
    stand, if not where it stands now."""
    side, units = b.unit(unit).side, b.world.units
    frame = frame or b.survey.body(unit).frame
    return [
        other
        for paces, other, _ in b.survey.around(unit, within)
        if paces < within and units[other].side == side and may_bear(frame, b.survey.body(other).frame, arc)
    ]


def outline(b: Battlefield, unit: str) -> tuple[Quad, ...]:
    """What of a unit can be hit: its parts, or the box around them where that is the same."""
    body = b.survey.body(unit)
    now = b.unit(unit)
    # their parts stand side by side without gaps, so the box around them is the same ground
    boxed = now.formation in ("line", "open_order", "extended_order", "unlimbered", *forms.SQUARES)
    return (body.frame,) if boxed and b.entry(unit).rated.arm != "cavalry" else body.parts


# -- what a target looks like


def has_moved(unit: UnitState) -> bool:
    """Whether it moved, wheeled, turned or changed formation this turn (CS-7.2.2h, CS-8.1b)."""
    doing = unit.now
    return doing.moved != "no" or doing.paces > 0 or doing.turned or doing.quarters > 0


def formation_of(b: Battlefield, unit: str) -> TargetFormation:
    """The formation as a target, in a word that its arm has; guns caught limbering up stand as they stand."""
    now = b.unit(unit)
    seen = forms.as_target(b, now)
    arm = b.entry(unit).rated.arm
    known = b.rules.tables.value("CS-7.2.3a", "ranks")[arm]
    if seen in known or (seen == "line_in_four_ranks" and "double_line" in known):
        return seen
    usual: dict[Arm, TargetFormation] = {"infantry": "line", "cavalry": "line", "artillery": "unlimbered"}
    # guns that limber have no word of their own in the table of ranks
    return cast(TargetFormation, now.formation) if now.formation in known else usual[arm]


@implements("CS-7.2.3c")
def aspect(b: Battlefield, target: str, firer: Point) -> int:
    """Degrees between a target's facing and the line from its middle to those who fire. A fraction counts away from
    the flank, so that what is short of 45 degrees stays short of it."""
    off = (bearing(b.survey.middle(target), firer) - b.unit(target).heading) % 360
    off = min(off, 360 - off)
    # a hair is taken off first: an angle of exactly 45 must not fall to either side by rounding
    return floor(off + HAIR) if off <= 90 else ceil(off - HAIR)


def as_target(b: Battlefield, target: str, firer: Point) -> dict[str, Any]:
    """What the fire checks ask about a target."""
    rated = b.entry(target).rated
    return {
        "target_arm": rated.arm,
        "target_formation": formation_of(b, target),
        "target_irregular": rated.irregular,
        "target_cover": cover_against(b, target, firer),
        "target_aspect": aspect(b, target, firer),
    }


def ranks(b: Battlefield, seen: Any) -> int:
    """How many ranks a target counts; `seen` are facts with its formation and aspect."""
    return _ranks(b.rules)(seen)


# asked for every shot; the tables of a ruleset never change
@lru_cache(8)
def _ranks(rules: Ruleset) -> Callable[[Any], int]:
    return ranks_of(rules.tables)


@implements("CS-1.2d", "CS-7.2.2d")
def slope(b: Battlefield, a: Point, c: Point) -> TargetSlope:
    """The slope that a line of fire climbs or descends."""
    gradient = b.ground.slope_between(a, c)
    if not gradient.climb:
        return "level"
    grade = slope_class(b.rules, gradient, b.scale)
    if grade == "gentle":
        return "up_gentle" if gradient.climb > 0 else "down_gentle"
    return "level" if grade == "flat" else cast(TargetSlope, grade)


def character(b: Battlefield) -> Character:
    """The character of the table, as the checks know it."""
    return cast(Character, b.ground.character)


def discipline(b: Battlefield, unit: str) -> Discipline:
    """Irregulars have none, which the tables read as trained."""
    found = b.entry(unit).rated.discipline
    return "trained" if found == "none" else found


def nation(b: Battlefield, unit: str) -> Nation:
    """The nation as the national modifiers know it."""
    found = b.entry(unit).rated.nation
    return cast(Nation, found) if found in get_args(Nation) else "other"


# -- whom one fires at (7.5)


class Choice(NamedTuple):
    """An enemy in his place on the list of targets."""

    step: int
    nearness: int
    target: str


@implements("CS-7.5a", "CS-7.5b")
def ranked(
    b: Battlefield, unit: str, chances: Iterable[Chance], *, named: str = "", firing_on_us: frozenset[str] = frozenset()
) -> list[Choice]:
    """Enemies by their place on the list, among equals the closest first."""
    chances = list(chances)
    threats = _threatening(b, unit, chances)
    horse = sum(b.entry(each.target).rated.arm == "cavalry" for each in chances)
    found = []
    for paces, target in chances:
        rated = b.entry(target).rated
        near = paces
        # cavalry counts by its distance to us or to a friend we support (CS-7.5a); alone it needs no comparing
        if rated.arm == "cavalry" and horse > 1:
            near = min(paces, _to_supported(b, unit, target))
        candidate = TargetPriorityFacts(
            range=_zone_end(b.rules, paces),
            arm=rated.arm,
            formation=formation_of(b, target),
            irregular=rated.irregular,
            designated=target == named,
            threatening=target in threats,
            firing_on_us=target in firing_on_us,
            terrain=character(b),
        )
        found.append(Choice(_step(b.rules, candidate), near, target))
    return sorted(found)


def _threatening(b: Battlefield, unit: str, chances: list[Chance]) -> frozenset[str]:
    """Those among them who threaten it; asked only where somebody may, and nobody is nearer on the list."""
    t = b.rules.tables
    farthest = max(t.number("CS-1.8a", arm) for arm in ("infantry", "cavalry"))
    if not chances or chances[0].paces > farthest:
        # sorted by distance: if the nearest is beyond it, nobody threatens
        return frozenset()
    if zones(t)[chances[0].paces] in t.value("CS-7.5a", "musketry"):
        # somebody in musketry range goes before all threats, so they need not be looked for
        return frozenset()
    return frozenset(situations.threatening(b, unit))


def _to_supported(b: Battlefield, unit: str, cavalry: str) -> int:
    """Paces from cavalry to the nearest friend that a unit stands beside closely enough to support him."""
    beside = b.rules.tables.row("CS-5.2.2a", "flank_support").columns["within"]
    return min((b.survey.distance(friend, cavalry) for friend in b.survey.friends_within(unit, beside)), default=FAR)


@lru_cache(4096)
def _zone_end(rules: Ruleset, paces: int) -> int:
    """A distance that stands for all of its zone, so that few candidates differ."""
    zone = zones(rules.tables)[paces]
    # beyond all zones the distance itself is the zone
    return paces if zone == "PX" else zone_reach(rules.tables, zone)


@lru_cache(4096)
def _step(rules: Ruleset, candidate: TargetPriorityFacts) -> int:
    step: int = rules["target-priority"].roll(candidate, NO_DICE).settled.priority
    return step


def musketry(b: Battlefield) -> int:
    """Paces within which muskets do their work: the end of P2."""
    return zone_reach(b.rules.tables, "P2")
