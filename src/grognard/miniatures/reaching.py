"""How far enemies whom a seat sees reach: made from its picture, so that it tells nothing that the picture does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grognard.battle.pictures import SHAKEN, UnitPicture, drawn_step
from grognard.battle.sighting.records import Reach, ReachBand

BLIND = 4
"""Paces: a band that ends so near to the front that it cannot be drawn."""


class Reaching(NamedTuple):
    """How far somebody reaches: bands, the nearest first, the degrees to each side of straight ahead, and the rule."""

    bands: Sequence[tuple[str, int]]
    half: float
    rule: str


def deployed(unit: UnitPicture) -> bool:
    """Whether a battery is in action."""
    return unit.arm == "artillery" and any(part[6] == "gun" for part in unit.parts)


def may_charge(unit: UnitPicture) -> bool:
    """Whether it looks as if it could charge: foot or horse in order, and no square."""
    steady = drawn_step(unit.steadiness) < SHAKEN
    return unit.arm in ("infantry", "cavalry") and steady and unit.shape != "square" and not unit.engaged


def in_sight(units: Iterable[UnitPicture]) -> Iterator[UnitPicture]:
    """Enemies who stand on the table."""
    return (unit for unit in units if not unit.own and unit.where == "table" and not unit.faint)


def reach_of(unit: UnitPicture, far: Reaching, *, charge: bool) -> Reach:
    """The reach of a unit as it stands there."""
    bands = tuple(ReachBand(name, paces) for name, paces in far.bands if paces > BLIND)
    widest = bands[-1].paces
    verb = "may charge" if charge else "fires"
    sides = [side for part in unit.parts for side in (part[0], part[2])] or [0.0]
    return Reach(
        unit=unit.id,
        kind="charge" if charge else "guns",
        words=f"{unit.name} {verb} up to {widest} paces: " + ", ".join(f"{each.name} {each.paces}" for each in bands),
        rule=far.rule,
        bands=bands,
        x=unit.x,
        y=unit.y,
        heading=unit.heading,
        wide=round(max(sides) - min(sides), 1),
        half=far.half,
    )
