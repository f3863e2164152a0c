"""Ways back, and the retire moves that a unit makes of its own will, or by a blunder."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.ground.shapes import distance as apart
from grognard.kernel.checks import Refusal, implements
from grognard.miniatures.motion.moving import Moved, Stops
from grognard.miniatures.motion.neighbours import Neighbour
from grognard.miniatures.motion.placements import bearing_to, turned_about
from grognard.miniatures.motion.retreats import away_from, retreat

from ..checks.moving.rates import retires
from ..table import bodies
from ..table.field import PowderField
from ..table.orders import Order, gun_move
from .command import enemy_near
from .moving import bare_length, neighbours
from .rates import rate_of


@implements("BP-HTH-7")
def way_back(
    b: PowderField, unit: str, enemy: str, distance: int, *, turns: Sequence[int] = (0, 30, -30, 60, -60)
) -> Moved:
    """The way of a unit that goes back so many sixteenths from an enemy, to its own rear where there is none, its front
    to the enemy at the end. It may pass friends, and leave the table."""
    now = b.unit(unit)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    here, bearing = b.survey.middle(unit), (now.heading + 180) % 360
    if enemy and b.here(enemy):
        there = b.survey.middle(enemy)
        bearing = away_from(here, there, now.heading)
        if here != there and not b.survey.all_front(unit):
            start = turned_about(start, shape.depth, bearing_to(here, there))
    reach = distance + 2 * (shape.width + shape.depth)
    near = neighbours(b, unit, reach, keep=1)
    stops = Stops(b.ground.size, [_passable(each) for each in near], leaves=True)
    return retreat(shape, start, bearing, distance, bare_length(b), stops, about=False, turns=turns)


def _passable(each: Neighbour) -> Neighbour:
    return each if each.foe else Neighbour(each.id, each.shape, each.place, foe=False, through=True)


@implements("BP-HTH-7", "BP-RET-1")
def length(b: PowderField, unit: str, enemy: str, moves: int = 1) -> int:
    """Sixteenths of so many moves back; in a draft a single one ends just beyond initiative range of the enemy."""
    now = b.unit(unit)
    way = "prolong" if now.formation == "unlimbered" else gun_move(now, Order("retire"))
    rate = rate_of(b, now, way, woods=b.in_woods(unit))
    if _near(b, unit, enemy) and moves == 1:
        # from the exact gap, not from whole inches, so that it ends just outside
        return b.sub(retires(b.t, rate, b.survey.gap(unit, enemy) / b.inch))
    return b.sub(rate * moves)


def _near(b: PowderField, unit: str, enemy: str) -> bool:
    return bool(enemy) and b.inches(unit, enemy) <= b.t.number("BP-CMD-7", "range")


@implements("BP-HTH-7")
def back(b: PowderField, unit: str, enemy: str, moves: int = 1) -> Moved:
    """The way back of so many moves: from an enemy within initiative range, else to the unit's own rear."""
    return way_back(b, unit, enemy if _near(b, unit, enemy) else "", length(b, unit, enemy, moves))


@implements("BP-MOVE-1")
def kept_back(b: PowderField, unit: str) -> Refusal | None:
    """Why a unit may not retire of its own will: it may not leave where it is; None where it may."""
    return b.kept_from(unit, back(b, unit, enemy_near(b, unit)[0]).place.position) if b.special.binds else None


@implements("BP-HTH-7")
def no_room(b: PowderField, unit: str) -> Refusal | None:
    """Why a unit cannot retire: it must get at least half of a move away, and stay on the table; None where it can."""
    foe = enemy_near(b, unit)[0]
    # half of a move must be possible, or it would break by going
    moved, whole = back(b, unit, foe), length(b, unit, foe)
    gone = apart(b.unit(unit).position, moved.place.position)
    half = gone * b.t.number("BP-HTH-7", "of") >= whole * b.t.number("BP-HTH-7", "part")
    return (
        None if half and b.ground.on_table(moved.place.position) else Refusal("BP-HTH-7", "there is no room behind it")
    )
