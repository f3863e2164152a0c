"""Who of the artillery may fire, and at whom: 7.1, 7.5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from grognard.ground.arcs import halfway, may_bear
from grognard.ground.relations import Body, bearing
from grognard.ground.shapes import Quad
from grognard.kernel.checks import implements

from ...checks.fire.artillery import Piece
from ...checks.fire.fire_rules import ProlongFacts
from ...checks.setting_up.measures import reach as zone_reach
from ...table.battlefield import Battlefield
from ...table.ground import arcs
from ...table.ground.cover import cover_at
from ...table.state import UnitState
from .. import situations
from . import firing
from .firing import Chance, Choice

UNLIMBERED = ("unlimbered", "unlimbered_open")


class Bearing(NamedTuple):
    """A piece that has a target in its arc."""

    piece: Piece
    stand: Quad
    paces: int


class Laid(NamedTuple):
    """A battery and the target it has announced."""

    unit: str
    target: str
    step: int
    pivots: bool
    spares: bool = False
    """Pieces that have a friend in the way do not fire."""


def has_rockets(b: Battlefield, unit: str) -> bool:
    """Whether its pieces are rocket launchers."""
    return b.entry(unit).rated.rockets


@implements("CS-7.1f", "CS-9.1b", "CS-7.2.2i")
def may_fire(b: Battlefield, unit: UnitState) -> bool:
    """Off its limbers, steady enough, not in close combat when the turn began, at least half of its movement left."""
    return (
        _ready(b, unit)
        # half-way through a change of formation nobody serves the pieces
        and unit.forming is None
        and unit.status not in ("broken", "routed", "dispersed")
        and not unit.now.engaged
        and not unit.melee
        and movement_used(b, unit) <= b.rules.tables.number("CS-7.1f", "most_used")
    )


@implements("CS-8.1a")
def _ready(b: Battlefield, unit: UnitState) -> bool:
    """A battery off its limbers, or a battalion that stands so that its own guns can fire."""
    if unit.battalion_guns:
        said = b.rules.tables["CS-8.1a"]
        return said["battalion_guns_fire"] and unit.formation in said["battalion_guns_in"] and not unit.prone
    return unit.formation in UNLIMBERED and unit.guns + unit.howitzers > 0


@implements("CS-7.1e", "CS-7.1f")
def movement_used(b: Battlefield, unit: UnitState) -> int:
    """Percent of its movement that a battery has used, the time of a formation change included. Paces made before
    unlimbering were made on the limbers, those of a battery that only moved by hand; battalion guns go with their
    battalion."""
    doing, t = unit.now, b.rules.tables
    if not doing.paces and not doing.quarters:
        return 0
    # moved by hand, without a change: that has a rate of its own (CS-7.1e)
    if not doing.quarters and not unit.battalion_guns:
        used: int = b.settle("prolong", ProlongFacts(paces=doing.paces)).movement_used
        return min(100, used)
    horse = b.entry(unit.id).unit.arm == "horse_artillery"
    rates = t.row("CS-6.1a", "mounted" if horse else "foot").columns
    rate = rates["march" if doing.moved == "no" else doing.moved]
    quarters = t.number("CS-6.7.1a", "quarters")
    # rounded up: a fraction over one half is more than one half
    return min(100, -(-100 * (doing.paces * quarters + doing.quarters * rate) // (rate * quarters)))


def chances(b: Battlefield) -> dict[str, list[Chance]]:
    """Batteries that may fire, each with the enemies it sees within effective range."""
    units = [unit for unit in b.on_table() if may_fire(b, unit)]
    return {unit.id: found for unit in units if (found := firing.in_sight(b, unit.id, reach_of(b, unit)))}


@implements("CS-8.1a")
def reach_of(b: Battlefield, unit: UnitState) -> int:
    """How far its guns fire: those of a battalion not as far as a battery's."""
    if not unit.battalion_guns:
        return farthest(b)
    return min(farthest(b), zone_reach(b.rules.tables, b.rules.tables.value("CS-8.1a", "battalion_guns_reach")))


@implements("CS-7.2.1b", "CS-7.2.2c")
def farthest(b: Battlefield) -> int:
    """How far guns fire on this table."""
    t = b.rules.tables
    effective = t.value("CS-7.5a", "effective")
    return max(zone_reach(t, zone) for zone in effective.get(b.ground.character, effective["open"]))


@implements("CS-7.5b")
def lay(b: Battlefield, chances: Mapping[str, list[Chance]], named: Mapping[str, str]) -> list[Laid]:
    """Whom each battery fires at. First all who have a pressing target, then the others, who know by then which
    batteries fire at them; a battery that fired at them last turn is taken to go on."""
    # who fired at us last turn is taken to do so again: this turn's targets are only being chosen
    at_us = {unit: _fired_on_us(b, unit, found) for unit, found in chances.items()}
    lists = {unit: firing.ranked(b, unit, found, named=named.get(unit, "")) for unit, found in chances.items()}
    first = {unit: pressing for unit, choices in lists.items() if (pressing := _pressing(b, unit, choices))}
    laid = []
    for unit, found in chances.items():
        target = first.get(unit)
        if target is None:
            # steps that need to know who fires at us come second, when the first are settled (CS-7.5b)
            on_us = at_us[unit] | {each.unit for each in first.values() if each.target == unit}
            choices = firing.ranked(b, unit, found, firing_on_us=frozenset(on_us)) if on_us else lists[unit]
            target = _at_leisure(b, unit, choices)
        laid += [target] if target else []
    return laid


def _fired_on_us(b: Battlefield, unit: str, found: list[Chance]) -> set[str]:
    guns = {each.target for each in found if b.entry(each.target).rated.arm == "artillery"}
    return {foe for foe in guns if unit in b.unit(foe).before.fired_at}


@implements("CS-7.1d")
def _pressing(b: Battlefield, unit: str, choices: list[Choice]) -> Laid | None:
    """A target that the general names, the closest within musketry range, or one that threatens. For these guns are
    swung round even though others are in their arc; the rules only say that they may be."""
    # in the order of the list: the first that may be fired at, by swinging round if need be
    for step, _, target in choices:
        if step > b.rules.tables.number("CS-7.5b", "first_steps"):
            return None
        if allowed(b, unit, target):
            if bears(b, unit, target):
                return Laid(unit, target, step, False)
            if may_pivot(b, unit):
                return Laid(unit, target, step, True)
    return None


def _at_leisure(b: Battlefield, unit: str, choices: list[Choice]) -> Laid | None:
    """The first on the list that is in the arc; only if nobody is, the guns are swung round."""
    first = b.rules.tables.number("CS-7.5b", "first_steps")
    legal = [choice for choice in choices if choice.step > first]
    for step, _, target in legal:
        if bears(b, unit, target) and allowed(b, unit, target):
            return Laid(unit, target, step, False)
    if may_pivot(b, unit):
        for step, _, target in legal:
            if allowed(b, unit, target):
                return Laid(unit, target, step, True)
    return None


def legal(b: Battlefield, unit: str, chances: list[Chance]) -> list[str]:
    """Those among them whom a battery may fire at, if it swings its guns round where it must."""
    turns = may_pivot(b, unit)
    return [each.target for each in chances if allowed(b, unit, each.target) and (turns or bears(b, unit, each.target))]


@implements("CS-7.1d")
def may_pivot(b: Battlefield, unit: str) -> bool:
    """Guns that may fire at all have the movement left to turn on the spot; rockets are simply pointed (CS-7.4a), and
    no battalion turns for its guns (CS-8.1a)."""
    return not has_rockets(b, unit) and not b.unit(unit).battalion_guns


@implements("CS-7.2.2e")
def allowed(b: Battlefield, unit: str, target: str) -> bool:
    """Neither over a steep slope nor, beyond P1, into heavy cover."""
    if has_rockets(b, unit):
        return True
    if firing.slope(b, b.unit(unit).position, b.survey.body(target).eye) == "steep":
        return False
    # beyond P1 only what stands in the open can be hit: heavy cover hides it (CS-7.2.2e)
    hidden = cover_at(b, b.survey.middle(target)) & {"heavy_cover", "heavy_woods"}
    return not hidden or situations.zone_at(b, b.survey.distance(unit, target)) != "P0"


def pieces(b: Battlefield, unit: str, body: Body | None = None) -> list[tuple[Piece, Quad]]:
    """The pieces still served, where they stand or might stand: howitzers on the left wing, losses closed up from the
    right."""
    now, made, parts = b.unit(unit), b.entry(unit).unit, (body or b.survey.body(unit)).parts
    if now.battalion_guns:
        return [("gun", stand) for stand in _wings((body or b.survey.body(unit)).frame, now.battalion_guns)]
    howitzers = parts[: made.howitzers][: now.howitzers]
    guns = parts[made.howitzers :][: now.guns]
    return [*(("howitzer", stand) for stand in howitzers), *(("gun", stand) for stand in guns)]


def _wings(frame: Quad, guns: int) -> list[Quad]:
    """A battalion's two wings, from which its guns fire in turn, the right one first."""
    left, right, rear_right, rear_left = frame
    front, rear = halfway(left, right), halfway(rear_left, rear_right)
    wings: tuple[Quad, Quad] = (front, right, rear_right, rear), (left, front, rear, rear_left)
    return [wings[gun % 2] for gun in range(guns)]


def bears(b: Battlefield, unit: str, target: str) -> bool:
    """Whether some piece has the target in its arc and in range; rockets need no arc."""
    arc = b.rules.tables.number("CS-7.1c", "arc")
    if has_rockets(b, unit):
        return True
    # the quick test of the whole front before each piece is measured
    return may_bear(b.survey.body(unit).frame, b.survey.body(target).frame, arc) and bool(
        bearing_pieces(b, unit, target)
    )


@implements("CS-7.1b", "CS-7.1c")
def bearing_pieces(b: Battlefield, unit: str, target: str, body: Body | None = None) -> list[Bearing]:
    """The pieces that have a target in their arc and in range, each with its own range."""
    arc, outline = b.rules.tables.number("CS-7.1c", "arc"), firing.outline(b, target)
    far = reach_of(b, b.unit(unit))
    found = []
    for piece, stand in pieces(b, unit, body):
        paces = arcs.reach(stand, outline, arc)
        if paces is not None and paces <= far:
            found.append(Bearing(piece, stand, paces))
    return found


def pivoted(b: Battlefield, unit: str, target: str) -> int:
    """The heading of guns that are swung round to a target."""
    return round(bearing(b.unit(unit).position, b.survey.middle(target))) % 360
