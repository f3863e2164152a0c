"""Artillery on the ground: guns in action, limbered, on the road."""

from __future__ import annotations

import re

from grognard.kernel.errors import BadInput

from .oob import FormationName, Unit
from .shapes import Cell, Footprint, ranks_of_boxes

GUN = 15  # paces of front a gun takes with its crew
OPEN_GAP = 20  # paces between guns that stand open
IN_ACTION = 14  # paces from the muzzle to the rear of the crew and the ready ammunition
TEAM = 22  # paces a gun takes on its limber, six horses before it

FORMATIONS: tuple[FormationName, ...] = ("unlimbered", "unlimbered_open", "limbered", "march_column")


def pounds(unit: Unit, unstated: int) -> int:
    """Weight of ball that a battery counts by: that of most of its guns, of as many the heavier, the slower."""
    if unit.pieces:
        return max(unit.pieces, key=lambda each: (each.guns, each.pounds)).pounds
    return max((int(found) for found in re.findall(r"\d+", unit.calibre)), default=unstated)


def pieces(unit: Unit) -> tuple[str, ...]:
    """The guns and howitzers of a battery, from the left; howitzers stood on its left wing."""
    count = ("howitzer",) * unit.howitzers + ("gun",) * unit.guns
    if not count:
        raise BadInput(f"{unit.name}: guns = 0; a battery has 1 to 24 guns or howitzers.")
    return count


def with_guns(unit: Unit, formation: FormationName) -> Footprint:
    """What a battery covers: 15 paces a gun in action, 20 more between guns when open; limbered two by two."""
    guns = pieces(unit)
    if formation in ("limbered", "march_column"):
        abreast = 2 if formation == "limbered" else 1
        rows = tuple(guns[i : i + abreast] for i in range(0, len(guns), abreast))
        return ranks_of_boxes(rows, Cell(GUN, TEAM, 0, "limber"), TEAM, unit.men)
    gap = OPEN_GAP if formation == "unlimbered_open" else 0
    return ranks_of_boxes((guns,), Cell(GUN, IN_ACTION, gap, "gun"), 0, unit.men)
