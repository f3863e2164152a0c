"""Units on the ground: the body that a unit in a formation covers, where it stands or might stand."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import msgspec

from grognard.army.footprints import Footprint, Spacing, footprint
from grognard.army.oob import FormationName, Interval, Unit
from grognard.ground.placing import Shape
from grognard.ground.relations import Body
from grognard.ground.units import SUB
from grognard.kernel.ruleset import Ruleset
from grognard.miniatures.motion.placements import Placement

from . import footprints as measured
from . import wings
from .roster import Entry
from .state import UnitState


class Enrolled(Protocol):
    """Where units are on a roster: the part of a battlefield that tells what they are made up of."""

    rules: Ruleset
    year: int
    scale: int

    def entry(self, unit: str) -> Entry: ...


def body_of(b: Enrolled, now: UnitState) -> Body:
    """The ground that a unit covers now."""
    body = shape(b, now).at(now.position, now.heading)
    return wings.wheeled(body, now) if now.wings else body


def standing(now: UnitState) -> Placement:
    """Where a unit is."""
    return Placement(now.position, now.heading)


def shape(
    b: Enrolled, now: UnitState, formation: FormationName | None = None, interval: Interval | None = None
) -> Shape:
    """The shape of a unit, in sixteenths of a pace, in the formation it has or might have; put it down with `.at`.
    Losses do not narrow it (CS-7.1i)."""
    formation = formation or now.formation
    return measured.shape_of(b.rules, _drawn(b, now), b.year, formation, _gap(formation, interval or now.interval))


def shape_of(b: Enrolled, now: UnitState, formation: FormationName, interval: Interval) -> Footprint:
    """What a unit covers in a formation, in paces, company by company."""
    return _footprint(_drawn(b, now), b.year, formation, _gap(formation, interval), measured.spacing(b.rules))


def drawn(rules: Ruleset, unit: Unit, year: int, formation: FormationName, interval: Interval) -> Footprint:
    """As `shape_of`, from what a seat knows of its own units."""
    return _footprint(unit, year, formation, _gap(formation, interval), measured.spacing(rules))


# a layout is slow to draw and the same for a unit all through the battle
@lru_cache(4096)
def _footprint(unit: Unit, year: int, formation: FormationName, interval: Interval, spacing: Spacing) -> Footprint:
    return footprint(unit, year, formation, interval, spacing=spacing)


def _drawn(b: Enrolled, now: UnitState) -> Unit:
    """The unit as the order of battle has it; skirmishers who are out are as many as they are."""
    unit = b.entry(now.parent or now.id).unit
    # by figures, for nobody has listed how many men go out
    return detached(unit, now.id, max(1, now.figures * b.scale)) if now.parent else unit


@lru_cache(1024)
def detached(unit: Unit, name: str, men: int) -> Unit:
    """Some men of a unit who stand by themselves."""
    return msgspec.structs.replace(unit, id=name, men=men)


def _gap(formation: FormationName, interval: Interval) -> Interval:
    """An attack column stands at half interval unless it is told to close."""
    return "half" if formation == "attack_column" and interval == "open" else interval


def frontage(b: Enrolled, now: UnitState) -> int:
    """Its physical front in paces."""
    return max(1, round(shape(b, now).width / SUB))


def front(b: Enrolled, now: UnitState, formation: FormationName | None = None) -> float:
    """Paces that a unit is wide."""
    return shape_of(b, now, formation or now.formation, now.interval).width
