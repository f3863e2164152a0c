"""What units cover: stands on their bases, in the formations of the rules."""

from __future__ import annotations

from functools import lru_cache

from grognard.army.shapes import Footprint, Part, PartKind
from grognard.ground.placing import Shape
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures import stands
from grognard.miniatures.stands import Base

from ..terms import Arm, Branch, Formation, Size, branch
from .state import UnitState

_ABREAST = 2
"""Stands in a row of an attack column: a column of divisions of a battalion of six stands is three rows deep."""
_KINDS: dict[Branch, PartKind] = {"infantry": "company", "cavalry": "squadron", "artillery": "gun"}


@implements("BP-MEAS-1")
def inch(t: Tables, *, reduced: bool = False) -> int:
    """Sixteenths of a pace in an inch of the rules. Bases are never reduced."""
    whole = SUB * t.number("BP-BASE-1", "paces_per_inch")
    if not reduced:
        return whole
    return whole * t.number("BP-MEAS-1", "part") // t.number("BP-MEAS-1", "of")


def _paces(t: Tables, millimetres: float) -> float:
    """Millimetres on the table in paces of the ground."""
    return float(millimetres * t.number("BP-BASE-1", "paces_per_inch") / t.value("BP-BASE-1", "mm_per_inch"))


def stands_of(t: Tables, arm: Arm, size: Size) -> int:
    """Bases of a unit; of a battery guns and spacers together."""
    of = branch(arm)
    if of == "artillery":
        row = t.value("BP-BASE-1", size)
        return int(row["gun_bases"] + row["spacer_bases"])
    return int(t.value("BP-BASE-1", "stands")[of][size])


@implements("BP-BASE-1", "BP-SKIRM-3", "BP-CAVF-1")
def footprint(t: Tables, arm: Arm, formation: Formation, size: Size) -> Footprint:
    """The ground of a unit in a formation. Screens of skirmishers count for nothing: all is measured from the main body
    (BP-MIXED-1, BP-GRANDE-2)."""
    of = branch(arm)
    base = t.value("BP-BASE-1", "skirmish" if formation == "skirmish" else "gun" if of == "artillery" else of)
    wide, deep = _paces(t, base["wide"]), _paces(t, base["deep"])
    gap = _paces(t, t.value("BP-BASE-1", "mm_per_inch") / 2) if formation == "skirmish" else 0.0  # half an inch
    many = stands_of(t, arm, size)
    if formation == "grande_bande":
        # the main body only: its screen is drawn, but nothing is measured from it
        many = int(t.value("BP-GRANDE-2", size)["formed"])
    elif formation == "skirmish":
        many = t.number("BP-SKIRM-3", "bases")
    elif formation == "limbered":
        # on the road the spacers close up
        many = int(t.value("BP-BASE-1", size)["gun_bases"])
    kind: PartKind = "limber" if formation == "limbered" else "dots" if formation == "skirmish" else _KINDS[of]
    return _footprint(wide, deep, gap, formation, many, kind)


@lru_cache(1024)
def _footprint(wide: float, deep: float, gap: float, formation: Formation, many: int, kind: PartKind) -> Footprint:
    base, pair = Base(wide, deep), min(many, _ABREAST)
    match formation:
        case "attack_column" | "mixed_attack_column":
            return stands.column(many, base, abreast=pair, kind=kind)
        case "echelon":
            # two ranks of stands, the odd one in front
            return stands.column(many, base, abreast=-(-many // 2), distance=deep, kind=kind)
        case "square":
            return stands.square(many, base, kind=kind)
        case "march_column" | "limbered":
            return stands.column(many, base, kind=kind)
        case _:
            return stands.line(many, base, kind=kind, gap=gap)


@implements("BP-MIXED-1", "BP-GRANDE-2")
def screen(t: Tables, formation: Formation, size: Size) -> tuple[Part, ...]:
    """The bases of skirmishers before a main body, as they are drawn."""
    if formation == "grande_bande":
        many, ahead = int(t.value("BP-GRANDE-2", size)["skirmish"]), t.number("BP-GRANDE-2", "nearest")
    elif formation in ("mixed_line", "mixed_attack_column"):
        many, ahead = t.number("BP-MIXED-1", "bases"), t.number("BP-MIXED-1", "nearest")
    else:
        return ()
    base = t.value("BP-BASE-1", "skirmish")
    wide, deep = _paces(t, base["wide"]), _paces(t, base["deep"])
    before = ahead * t.number("BP-BASE-1", "paces_per_inch") + deep
    drawn = stands.line(many, Base(wide, deep), kind="dots", gap=wide / 2)
    return tuple(part._replace(y0=part.y0 + before, y1=part.y1 + before) for part in drawn.parts)


@lru_cache(1024)
def _shape(of: Footprint) -> Shape:
    return stands.shape_of(of)


@lru_cache(1024)
def _known(t: Tables, arm: Arm, formation: Formation, size: Size) -> Shape:
    return _shape(footprint(t, arm, formation, size))


def shape(t: Tables, unit: UnitState, formation: Formation | None = None) -> Shape:
    """The shape of a unit in the formation it has, or might have."""
    return _known(t, unit.arm, formation or unit.formation, unit.size)
