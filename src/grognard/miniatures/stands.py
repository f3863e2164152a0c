"""Formations made of stands: what a unit covers whose figures stand on bases of one size, in paces.

`army.footprints` draws battalions as they stood, by their companies and drill; rules that count stands or figures and
measure bases draw them so. Both are the same footprints, for pictures and maps as for the ground.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.army.shapes import Cell, Footprint, Part, PartKind, box, ranks_of_boxes, shares
from grognard.ground.placing import Shape
from grognard.kernel.errors import BadInput


class Base(NamedTuple):
    """What one stand covers, in paces."""

    width: float
    depth: float


def shape_of(footprint: Footprint) -> Shape:
    """The shape of a footprint; put it down with `.at(position, heading)`."""
    return Shape.of([part[:4] for part in footprint.parts])


def line(stands: int, base: Base, men: int = 0, *, kind: PartKind = "company", gap: float = 0) -> Footprint:
    """All stands side by side, with so much room between them: a line; with a gap, a screen or guns in action."""
    return _rows(stands, stands, base, 0, men, kind, gap)


def column(
    stands: int, base: Base, men: int = 0, *, abreast: int = 1, distance: float = 0, kind: PartKind = "company"
) -> Footprint:
    """Rows of so many stands, each that far behind the one before; what is over stands in the last row. With no
    distance it is a closed column, one stand wide a column on the road."""
    return _rows(stands, abreast, base, distance, men, kind, 0)


def square(stands: int, base: Base, men: int = 0, *, kind: PartKind = "company") -> Footprint:
    """Four faces outward about a hollow, with as many stands on each as on the others, the front and the rear before
    the flanks. Fewer than four stands have no hollow: they stand in two rows."""
    if stands < 4:
        return column(stands, base, men, abreast=2, kind=kind)
    # what four does not divide goes to the front first, then to the rear and the right
    front, rear, right, left = ((stands + more) // 4 for more in (3, 2, 1, 0))
    # at least as wide as both flanks are deep, which stand side by side in it
    wide = max(front * base.width, 2 * base.depth)
    deep = right * base.width
    dealt = iter(shares(men, stands))
    parts = [_facing(base, x, 0, next(dealt), kind) for x in _spread(front, base.width)]
    for many, out in ((right, 1), (left, -1)):
        edge = out * (wide - base.depth) / 2
        along = [-base.depth - deep / 2 + at for at in _spread(many, base.width)]
        parts += [box(edge, at + base.width / 2, base.depth, base.width, next(dealt), "", kind) for at in along]
    parts += [_facing(base, x, -base.depth - deep, next(dealt), kind) for x in _spread(rear, base.width)]
    return Footprint(tuple(parts))


def _facing(base: Base, middle: float, front: float, men: int, kind: PartKind) -> Part:
    return box(middle, front, base.width, base.depth, men, "", kind)


def _spread(many: int, width: float) -> Sequence[float]:
    """The middles of so many stands side by side, about nought."""
    return [(i - (many - 1) / 2) * width for i in range(many)]


def _rows(stands: int, abreast: int, base: Base, distance: float, men: int, kind: PartKind, gap: float) -> Footprint:
    if stands < 1 or abreast < 1:
        raise BadInput(f"{stands} stands, {abreast} abreast; a unit has at least one of each")
    rows = [("",) * min(abreast, stands - first) for first in range(0, stands, abreast)]
    return ranks_of_boxes(rows, Cell(base.width, base.depth, gap, kind), base.depth + distance, men)
