"""Works and obstacles along a line that engineers have made."""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.ground import outlines
from grognard.ground.features import WORKS
from grognard.ground.shapes import distance
from grognard.ground.units import SUB

from ..battlefield import Battlefield
from ..state import Work
from . import structures


def length(work: Work) -> int:
    """Paces from end to end."""
    return max(1, distance(*work.line) // SUB)


def before(b: Battlefield, unit: str, kind: str) -> Work | None:
    """The line of that kind that a unit stands at, the nearest of several."""
    found = [work for work in b.world.works.values() if work.kind == kind]
    if not found:
        return None
    frame, near = b.survey.body(unit).frame, structures.touch(b.rules.tables)
    close = [(outlines.apart(frame, work.line), work.id) for work in found if outlines.within(frame, work.line, near)]
    return b.world.works[min(close)[1]] if close else None


def raised(work: Work, paces: int) -> Set:
    """Works with so many more paces a level higher; at the top what is over is lost."""
    # level and paces in one number, as for structures: raising and pulling down are the same sum
    total = min(work.level * length(work) + work.paces + paces, len(WORKS) * length(work))
    return _at(work, total)


def lowered(work: Work, paces: int) -> Set:
    """Works with so many paces a level lower; with the last of them they are gone."""
    return _at(work, work.level * length(work) + work.paces - paces)


def _at(work: Work, total: int) -> Set:
    fields: dict[str, Any] | None = {"level": total // length(work), "paces": total % length(work)}
    return Set("works", work.id, fields if total > 0 else None)
