"""Who may fire with small arms, and with how many figures: 8.1."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.army.shapes import shares
from grognard.ground.shapes import Quad
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import implements

from ...checks.fire.small_arms import FiringFiguresFacts, SquareFireFacts
from ...table import forms
from ...table.battlefield import Battlefield
from ...table.bodies import shape_of
from ...table.state import UnitState
from .. import eighteenth
from .. import skirmishers as skirmishing
from . import firing

FACED = (*forms.SQUARES, "garrison", "skirmish_squares")
"""Formations that have a face on each of four sides."""
_WORDS = {"open": "open_order", "extended": "extended_order"}


class Stand(NamedTuple):
    """Figures that fire from one place."""

    quad: Quad
    """Its front edge first."""
    figures: int
    all_round: bool = False
    """It has no arc: irregulars turn to whomever they fire at."""


@implements("CS-8.1a", "CS-8.1c", "CS-8.1g", "CS-9.1b", "CS-8.2", "CS-8.2.2c")
def may_fire(b: Battlefield, unit: UnitState) -> bool:
    """Armed with what needs no crew, steady, not in close combat when the turn began nor in a melee now, and not come
    up at the double; horsemen who fire only from the halt (a variant) not on the move, unless they are trained to."""
    weapon, t = b.entry(unit.id).rated.weapon, b.rules.tables
    if weapon == "none" or unit.now.engaged or unit.melee or unit.now.moved == "double":
        return False
    # such weapons need a crew and are fired as artillery
    if unit.status in ("broken", "routed", "dispersed") or weapon in t.value("CS-8.1a", "weapons"):
        return False
    arm = b.entry(unit.id).rated.arm
    if arm == "cavalry" and weapon in t.value("CS-8.2.1a", "firearms") and t.value("CS-8.2.2c", "carbines_halted"):
        return not firing.has_moved(unit) or eighteenth.fire_trained(b, unit.id)
    return arm != "artillery"


@implements("CS-8.2.1a", "CS-8.2.1b")
def effective_range(b: Battlefield, unit: str) -> int:
    """How far its weapon carries."""
    return _paces(b, "effective", b.entry(unit).rated.weapon)


def close_range(b: Battlefield, unit: str) -> int:
    """How near is close for its weapon."""
    return _paces(b, "close", b.entry(unit).rated.weapon)


def _paces(b: Battlefield, kind: str, weapon: str) -> int:
    t = b.rules.tables
    printed: dict[str, int] = t.value("CS-8.2.1a", kind)
    return printed[t.value("CS-8.2.1b", "ranges_as").get(weapon, weapon)]


def stands_of(b: Battlefield, unit: str) -> list[Stand]:
    """The stands of a unit that can fire, each with its live figures."""
    now = b.unit(unit)
    if now.formation == "irregular" or b.entry(unit).rated.irregular:
        return [Stand(b.survey.body(unit).frame, b.live(unit), True)]
    return _faces(b, unit) if now.formation in FACED else _front(b, now)


@implements("CS-8.2.2d", "CS-8.1h")
def _faces(b: Battlefield, unit: str) -> list[Stand]:
    """Four faces, a quarter of the live figures on each."""
    live = b.live(unit)
    figures = shares(live, b.rules.tables.number("CS-8.2.2d", "sides"))
    if b.unit(unit).formation == "closed_square":
        # a closed square counts its sides by a rule of its own, all alike
        figures = [b.settle("square-fire", SquareFireFacts(figures=live)).closed_square_side] * len(figures)
    a, c, d, e = b.survey.body(unit).frame
    return [
        Stand(quad, n)
        for quad, n in zip(((a, c, d, e), (c, d, e, a), (d, e, a, c), (e, a, c, d)), figures, strict=True)
    ]


@implements("CS-8.1h", "CS-8.1i", "CS-8.1l", "CS-7.1i", "CS-3.3.2.3r")
def _front(b: Battlefield, now: UnitState) -> list[Stand]:
    """The stands of the front rank; the fallen no longer fire, but keep their place, and of a column those whom
    musketry took are missed in its leading stands. Skirmishers of the third rank are not missed in the first."""
    parts = shape_of(b, now, now.formation, now.interval).parts
    # parts of the foremost row, give or take what rounding did to them
    front = max(part.y1 for part in parts)
    row = [quad for part, quad in zip(parts, b.survey.body(now.id).parts, strict=True) if part.y1 >= front - 1]
    formation: Any = forms.in_general(now)
    # the third rank never fired from its place, so those of it who are out are not missed
    whole = now.figures + skirmishing.still_in_the_ranks(b, now.id)
    ranked = FiringFiguresFacts(
        figures=whole,
        casualties=now.lost,
        formation=_WORDS.get(formation, formation),
        leading=max(1, whole * len(row) // len(parts)),
        # gaps that musketry tore into a leading company stay; all other losses are filled from behind
        made_good=now.lost - min(now.front_lost, now.lost),
    )
    figures = shares(b.settle("firing-figures", ranked).firing, len(row))
    return [Stand(quad, n) for quad, n in zip(row, figures, strict=True)]


class RankPlan(NamedTuple):
    """Stands of one unit that fire together at one target."""

    unit: str
    target: str
    shots: tuple[tuple[int, int], ...]
    """Figures and paces, stand by stand."""
    origin: Point
    """Whence they fire: the middle of the stands that do."""
    friendly: bool = False
    third: bool = False


def stand_off(b: Battlefield, unit: str) -> int:
    """Sixteenths from the enemy at which it halts to fire before it closes: close range of its weapon."""
    return close_range(b, unit) * SUB
