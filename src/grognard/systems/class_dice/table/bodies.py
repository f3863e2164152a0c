"""What units cover: stands on their bases, in the formations of the charts."""

from __future__ import annotations

from functools import lru_cache

from grognard.army.shapes import Footprint, PartKind
from grognard.ground.placing import Shape
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures import stands
from grognard.miniatures.stands import Base

from ..checks.charts import paces
from ..checks.units import castings_in, per_stand
from ..terms import Arm, Formation, branch
from .state import UnitState

_ABREAST = 2
"""Stands in a row of a column: those that fire from it (CD-fire-who)."""
_KINDS: dict[str, PartKind] = {"unlimbered": "gun", "limbered": "limber"}


def castings(t: Tables, unit: UnitState) -> int:
    """Castings, or tubes, that it has left."""
    return castings_in(t, branch(unit.arm), unit.steps)


def stands_of(t: Tables, arm: Arm, figures: int) -> int:
    """Stands, or gun models, for so many castings or tubes."""
    # rounded up: a stand is there until its last casting is gone
    return max(1, -(-figures // per_stand(t, branch(arm))))


@implements("CD-scale", "CD-formations")
def footprint(t: Tables, arm: Arm, formation: Formation, figures: int) -> Footprint:
    """The ground of so many castings, or tubes, in a formation. In general order stands are a base apart, and a column
    keeps a base's distance between its rows, as a march column does; a closed column keeps none."""
    kind = _KINDS.get(formation, "squadron" if branch(arm) == "cavalry" else "company")
    return _footprint(*_measured(t, arm, formation), formation, stands_of(t, arm, figures), kind)


def _measured(t: Tables, arm: Arm, formation: Formation) -> tuple[float, float]:
    base = t.value("CD-scale", "limbered" if formation == "limbered" else branch(arm))
    quarter = paces(t, 1) / 4  # bases are given in quarters of an inch
    return base["wide"] * quarter, base["deep"] * quarter


@lru_cache(1024)
def _footprint(wide: float, deep: float, formation: Formation, many: int, kind: PartKind) -> Footprint:
    base, pair = Base(wide, deep), min(many, _ABREAST)
    match formation:
        case "general":
            # two ranks of stands, the odd one in front
            return stands.column(many, base, abreast=-(-many // 2), distance=deep, kind=kind)
        case "column":
            return stands.column(many, base, abreast=pair, distance=deep / 2, kind=kind)
        case "closed_column" | "limbered":
            return stands.column(many, base, abreast=pair, kind=kind)
        case "square":
            return stands.square(many, base, kind=kind)
        case "road":
            return stands.column(many, base, kind=kind)
        case _:
            return stands.line(many, base, kind=kind)


def shape(t: Tables, unit: UnitState, formation: Formation | None = None) -> Shape:
    """The shape of a unit in the formation it has, or might have."""
    arm, steps, now = unit.arm, unit.steps, formation or unit.formation
    # by steps, so that nobody counts castings for a shape that is known
    return t.made(("shape of steps", arm, now, steps), lambda: shape_of(t, arm, now, castings(t, unit)))


def shape_of(t: Tables, arm: Arm, formation: Formation, figures: int) -> Shape:
    """The shape of so many castings, or tubes."""
    key = "shape", arm, formation, figures
    return t.made(key, lambda: stands.shape_of(footprint(t, arm, formation, figures)))
