"""What a near enemy forbids a unit that moves: the proximity rule, and in drafts threat, point-blank range and
standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.ground.shapes import crosses, placed
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.placements import Placement, bearing_to, off

from ..checks.command.friction import PointBlankFacts
from ..checks.command.initiative import ProximityFacts
from ..checks.command.standing import Doing, UnderOrderFacts
from ..table.field import MOST_INCHES, PowderField
from ..terms import Zone, branch
from .command import enemy_near, near, standing_of
from .moving import MoveStep, after

AHEAD = 60
"""Inches to which a unit's centre line is drawn."""
BEHIND = 135
"""Degrees off its front beyond which a move leads straight into a unit's own rear zone."""


def enemies_by(b: PowderField, unit: str) -> list[str]:
    """Enemies within proximity of whom its commander knows, the nearest first."""
    seat, reach = b.seat_of(unit), b.t.number("BP-CMD-8", "range")
    return [foe for foe in b.survey.enemies_within(unit, reach) if b.knows(seat, foe)]


@implements("BP-CMD-8")
def proximity(b: PowderField, unit: str, step: MoveStep) -> Refusal | None:
    """Why a move does not deal with the enemies who are near; None where it does."""
    close = enemies_by(b, unit)
    if not close or step.did == "form":
        return None
    # distances to a fraction: an inch rounded up could hide that it came nearer
    now, before = b.unit(unit), {foe: b.survey.gap(unit, foe) for foe in close}
    back = abs(off(now.heading, bearing_to(now.position, step.place.position))) > BEHIND if step.gone else False
    with b.survey.supposing(after(now, step)):
        in_front = any(b.zone(unit, foe) == "front" for foe in close)
        # from every one of them: to go from one toward another is no withdrawal
        farther = all(b.survey.gap(unit, foe) > before[foe] for foe in close)
    facts = ProximityFacts(enemy=b.inches(unit, close[0]), in_front=in_front, withdrew=back and farther)
    return b.rules["proximity"].refusal(facts)


# -- command friction, a draft


@implements("BP-FRIC-4", "BP-FRIC-7")
def friction(b: PowderField, unit: str, step: MoveStep) -> Refusal | None:
    """Why a move is against the draft on engagement and threat; None where it is not, or the draft is off."""
    if not b.on("friction_zones") or step.did == "form" or not step.gone:
        return None
    now, (foe, distance) = b.unit(unit), enemy_near(b, unit)
    if not foe:
        return None
    with b.survey.supposing(after(now, step)):
        left = b.inches(unit, foe)
    nearer = left < distance
    if nearer and now.engagement != "unengaged" and not _points_at_enemy(b, unit, step):
        return Refusal("BP-FRIC-4", b.t.row("BP-FRIC-4", "facing").label)
    if nearer:
        return b.rules["point-blank"].refusal(PointBlankFacts(distance=left))
    return None


def _points_at_enemy(b: PowderField, unit: str, step: MoveStep) -> bool:
    """Whether the centre line of a unit, as it goes straight on, points at some enemy."""
    path = step.moved.path if step.moved else ()
    # before its last leg: that is the line on which it goes straight on
    start = path[-2] if len(path) > 1 else b.placement(unit)
    return points_at(b, unit, Placement(start.position, step.place.heading))


def points_at(b: PowderField, unit: str, place: Placement) -> bool:
    """Whether a centre line from there points at some enemy of whom the unit's commander knows."""
    seat, end = b.seat_of(unit), placed(place.position, place.heading, 0, b.sub(AHEAD))
    for foe in b.survey.enemies_within(unit, AHEAD):
        if b.knows(seat, foe) and crosses(b.survey.body(foe).frame, place.position, end):
            return True
    return False


@implements("BP-ORD-2", "BP-ORD-3", "BP-ORD-4", "BP-ORD-5", "BP-ORD-6")
def against_orders(b: PowderField, unit: str, doing: Doing, steps: Sequence[MoveStep] = ()) -> Refusal | None:
    """Why the standing order of its brigade forbids a unit something; None where it does not, or the draft is off."""
    standing = standing_of(b, unit)
    if not b.on("friction_brigade_orders") or standing == "none":
        return None
    now, zone, farther, staff = b.unit(unit), _into(b, unit, steps), False, near(b, b.commander_of(unit).id, unit)
    foe, distance = enemy_near(b, unit)
    if steps:
        with b.survey.supposing(after(now, steps[-1])):
            left = b.inches(unit, foe) if foe else MOST_INCHES
            staff = near(b, b.commander_of(unit).id, unit)
        # with no enemy about, any way leads away
        farther = left > distance or not foe
        close = b.t.number("BP-SHOOT-3", "close")
        # only if it came nearer: who is there already may stay
        if doing == "move" and left <= close and left < distance:
            doing = "close_range"
    facts = UnderOrderFacts(
        standing=standing, doing=doing, arm=branch(now.arm), zone=zone, from_staff=staff, farther=farther
    )
    return b.rules["under-order"].refusal(facts)


def _into(b: PowderField, unit: str, steps: Sequence[MoveStep]) -> Zone:
    """The zone of its own into which a way leads a unit."""
    if not steps or not any(step.gone for step in steps):
        return "front"
    return b.zone_of(unit, steps[-1].place.position)
