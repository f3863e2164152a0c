"""Pieces of a seat's picture that are the same under all rules: places, footprints, the tree of formations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard.army.oob import Level
from grognard.army.shapes import Part
from grognard.battle import pictures as pic
from grognard.ground.units import SUB, Point

BARS: Mapping[Level, int] = {"army": 3, "corps": 2, "division": 2, "brigade": 1, "regiment": 1}
"""On a leader's flag."""


def at(position: Point) -> dict[str, Any]:
    """A place as fields of a picture's pieces: `pic.Token(…, **at(position))`."""
    return {"x": position[0] / SUB, "y": position[1] / SUB}


def parts_of(parts: Iterable[Part]) -> tuple[pic.DrawnPart, ...]:
    """The parts of a footprint as a picture has them, to a tenth of a pace."""
    return tuple(
        (round(p.x0, 1), round(p.y0, 1), round(p.x1, 1), round(p.y1, 1), p.men, p.label, p.kind) for p in parts
    )


def formation_tree(
    units: Sequence[tuple[Sequence[str], str]], leaders: Mapping[str, str]
) -> tuple[pic.BodyPicture, ...]:
    """Units by formation, each with the names of the formations it stands in, the largest first; `leaders` by the name
    of what they command."""
    found = []
    for name in dict.fromkeys(path[0] for path, _ in units if path):
        inside = [(path[1:], unit) for path, unit in units if path and path[0] == name]
        own = tuple(unit for path, unit in inside if not path)
        below = formation_tree([(path, unit) for path, unit in inside if path], leaders)
        found.append(pic.BodyPicture(name=name, leader=leaders.get(name, ""), units=own, formations=below))
    return tuple(found)
