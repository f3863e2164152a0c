"""Works and buildings of the field as they are now: what engineers have made of them and what fire has left.

Levels count the cover they give: 1 for light works and ordinary houses, 2 for medium works and stone, 3 for heavy
works, 0 for ruins.
"""

from __future__ import annotations

from math import ceil
from typing import Any, cast

from grognard.battle.events import Set
from grognard.ground import outlines
from grognard.ground.features import WORKS, AreaFeature
from grognard.ground.shapes import bounds
from grognard.ground.units import SUB, Point, to_sub
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables

from ...checks.command.engineers import StructureKind as Word
from ...checks.setting_up.measures import reach
from ...terms import Cover
from ..battlefield import Battlefield
from ..state import Structure

INNERMOST = ("building", *WORKS, "village", "town")
"""Where one structure lies in another, a house in its village, the house is meant."""


# -- as they are now


def state(b: Battlefield, name: str) -> Structure:
    """What has become of a structure."""
    return b.world.structures.get(name) or Structure(name)


def changed(b: Battlefield, name: str, **fields: Any) -> Set:
    """A change of a structure, to go with an event."""
    # the first change makes the record
    return Set("structures", name, fields if name in b.world.structures else {"id": name, **fields})


def level_at_first(area: AreaFeature) -> int:
    """The level of cover that the field gives it."""
    return WORKS.index(area.kind) + 1 if area.kind in WORKS else 1 + area.stone


@implements("CS-3.3.2.3g", "CS-3.3.2.3u", "CS-3.3.2.3w")
def level(area: AreaFeature, now: Structure) -> int:
    """The level of cover that is left of it, or has been added to it."""
    # what fire and axe do to it cannot take it below ruins or above heavy works
    return max(0, min(len(WORKS), level_at_first(area) + now.raised - now.burnt))


def level_of(b: Battlefield, name: str) -> int:
    """The level of a structure by its id."""
    return level(b.built[name], state(b, name))


def cover_of_level(t: Tables, level: int) -> Cover | None:
    """The row of the cover tables that a level counts as."""
    found = t.value("CS-3.3.2.3u", "works")[level]
    return None if found == "nothing" else cast(Cover, found)


def cover_now(b: Battlefield, area: AreaFeature) -> Cover | None:
    """The cover of a structure that is no longer as the field has it; asked for such only."""
    return cover_of_level(b.rules.tables, level_of(b, b.built_ids[id(area)]))


def word(b: Battlefield, name: str) -> Word:
    """What stands there, in the words of the checks."""
    now, t = level_of(b, name), b.rules.tables
    if not now or b.built[name].kind in WORKS:
        return cast(Word, t.value("CS-3.3.2.3u", "works")[now])
    houses = t.value("CS-3.3.2.3u", "buildings")
    # better than stone there is none: higher levels are called the same
    return cast(Word, houses[min(now, len(houses)) - 1])


def flammable(b: Battlefield, name: str) -> bool:
    """Whether it can burn: the field says so, it is not in ruins, and engineers have not made stone of it."""
    return b.built[name].flammable and state(b, name).raised <= 0 and level_of(b, name) > 0


def burning(b: Battlefield, name: str) -> bool:
    """Whether it is on fire."""
    return bool(state(b, name).lit)


def length(b: Battlefield, name: str) -> int:
    """Paces to be worked on before all of it is a level up or down: the longer side of its ground, as CS-4.4.1b
    measures works."""
    west, south, east, north = b.built[name].box
    return max(1, ceil(max(east - west, north - south) / SUB))


# -- who is where


def touch(t: Tables) -> int:
    """Paces at which a unit touches something: P3, as where guns are touched (CS-9.1e)."""
    return reach(t, "P3")


def holds(b: Battlefield, point: Point) -> list[str]:
    """Structures around a place, the innermost first."""
    found = [name for area in b.ground.areas_at(point) if (name := b.built_ids.get(id(area)))]
    # shells fall on the house, not on the village around it
    return sorted(found, key=lambda name: INNERMOST.index(b.built[name].kind))


@implements("CS-3.3.2.3w")
def in_touch(b: Battlefield, unit: str) -> list[str]:
    """Structures that a unit occupies or touches: those around its middle first, then by distance."""
    frame, near = b.survey.body(unit).frame, touch(b.rules.tables)
    inside = holds(b, b.survey.middle(unit))
    # boxes first: a field may hold a hundred houses
    close = [(name, area) for name, area in b.built.items() if name not in inside and _boxes_near(frame, area, near)]
    beside = [(paces, name) for name, area in close if (paces := outlines.apart(frame, area.rings[0])) <= near]
    return [*inside, *(name for _, name in sorted(beside))]


def _boxes_near(frame: outlines.Outline, area: AreaFeature, paces: int) -> bool:
    """Whether they can be so near at all, which is quickly told."""
    (west, south, east, north), (left, low, right, high) = bounds(frame), area.box
    return max(left - east, west - right, low - north, south - high) <= to_sub(paces)


def name_of(b: Battlefield, name: str) -> str:
    """What people call it."""
    area = b.built.get(name)
    return (area.name or f"the {area.kind.replace('_', ' ')}") if area is not None else "the works"
