"""Reads field.geojson: every feature checked, and refused by name where something is wrong with it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from grognard.ground import features as kinds
from grognard.ground.features import HILLS, WOODS, AreaFeature, Crossing, LineFeature
from grognard.ground.shapes import Ring, area_twice
from grognard.ground.units import Point, to_paces, to_sub
from grognard.kernel.errors import BadData

CHARACTERS = ("open", "rolling", "mountainous", "hilly_wooded", "desert")
LARGEST_TABLE = 32_000
"""Paces; up to this size all products of coordinates fit into 64 bits."""
LARGEST_FILE = 4_000_000
MOST_FEATURES = 2_000
MOST_POINTS = 50_000
HIGHEST = 60
WIDEST = 2_000

ValueTest = Callable[[Any], bool]


def _number(low: float, high: float) -> tuple[ValueTest, str]:
    def fits(value: Any) -> bool:
        # Python counts true and false as numbers; a field file does not
        return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high

    return fits, f"a number from {low:,} to {high:,}"


def _choice(*allowed: str) -> tuple[ValueTest, str]:
    return lambda value: isinstance(value, str) and value in allowed, " or ".join(f'"{word}"' for word in allowed)


_TEXT: tuple[ValueTest, str] = (lambda value: isinstance(value, str), "text")
_FLAG: tuple[ValueTest, str] = (lambda value: isinstance(value, bool), "true or false")
_HEIGHT: tuple[ValueTest, str] = (
    lambda value: isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= HIGHEST,
    f"a whole number from 1 to {HIGHEST}",
)
_COMMON = {"kind": _TEXT, "name": _TEXT, "note": _TEXT, "confidence": _TEXT}
_WIDTH = {"width_paces": _number(1, WIDEST)}
_BURNS = {"flammable": _FLAG}
_HOUSE = _BURNS | {"stone": _FLAG}
_BUILT = _HOUSE | {"density": _choice("sparse", "dense")}
_HILL = {"height": _HEIGHT, "slope": _choice(*kinds.SLOPES)}
_WATER = _WIDTH | {"fordable": _FLAG}
_OVER = _WIDTH | {"radius": _number(1, WIDEST)}
_OWN: dict[str, dict[str, tuple[ValueTest, str]]] = {
    "village": _BUILT, "town": _BUILT, "building": _HOUSE,
    "light_works": _BURNS, "medium_works": _BURNS, "heavy_works": _BURNS,
    "hill": _HILL, "ridge": _HILL, "stream": _WATER, "river": _WATER, "bridge": _OVER, "ford": _OVER,
    "road": _WIDTH | {"paved": _FLAG, "sunken": _FLAG},
}  # fmt: skip


@dataclass(frozen=True)
class Reading:
    """The features of one file, as records."""

    size: Point
    character: str
    areas: tuple[AreaFeature, ...]
    lines: tuple[LineFeature, ...]
    crossings: tuple[Crossing, ...]


def parse(text: bytes, source: str) -> dict[str, Any]:
    """The JSON of a field file; one that is too large is refused unread."""
    if len(text) > LARGEST_FILE:
        raise BadData(f"{source}: {len(text):,} bytes; a field has at most {LARGEST_FILE:,}")
    try:
        data = json.loads(text)
    except (UnicodeDecodeError, RecursionError):
        raise BadData(f"{source}: this is not GeoJSON text") from None
    except json.JSONDecodeError as error:
        raise BadData(f"{source}, line {error.lineno}: not JSON: {error.msg}") from None
    if not isinstance(data, dict):
        raise BadData(f"{source}: a field is a FeatureCollection, not a {type(data).__name__}")
    return data


def read(data: Mapping[str, Any], source: str) -> Reading:
    """All features, each checked by itself and then beside the others."""
    size = _table(data, source)
    features = data.get("features")
    if not isinstance(features, list) or len(features) > MOST_FEATURES:
        raise BadData(f"{source}: features is a list of at most {MOST_FEATURES:,} features")
    character = data.get("character", "open")
    if character not in CHARACTERS:
        raise BadData(f"{source}: character is {character!r}; allowed: {', '.join(CHARACTERS)}")
    budget = _Budget(MOST_POINTS)
    made = [_Feature(source, index, raw, size, budget).record() for index, raw in enumerate(features, 1)]
    check_together({index: record for index, record in enumerate(made, 1) if isinstance(record, AreaFeature)}, source)
    areas = tuple(record for record in made if isinstance(record, AreaFeature))
    return Reading(
        size,
        character,
        _wooded_throughout(size, character, areas),
        tuple(record for record in made if isinstance(record, LineFeature)),
        tuple(record for record in made if isinstance(record, Crossing)),
    )


def _table(data: Mapping[str, Any], source: str) -> Point:
    if data.get("type") != "FeatureCollection":
        raise BadData(f'{source}: type is {_short(data.get("type"))}; a field is a "FeatureCollection"')
    unknown = sorted(set(data) - {"type", "paces", "character", "features", "name", "note", "crs", "bbox"})
    if unknown:
        raise BadData(f"{source}: {unknown[0]!r} is not known; a field has type, paces, character and features")
    paces, (fits, allowed) = data.get("paces"), _number(1, LARGEST_TABLE)
    if not isinstance(paces, list | tuple) or len(paces) != 2 or not all(fits(side) for side in paces):
        raise BadData(f"{source}: paces is {_short(paces)}; it is [width, depth], each {allowed}")
    return to_sub(paces[0]), to_sub(paces[1])


def _wooded_throughout(size: Point, character: str, areas: tuple[AreaFeature, ...]) -> tuple[AreaFeature, ...]:
    """On a hilly-wooded table where clearings are drawn and no wood is, everything else is woods."""
    there = {area.kind for area in areas}
    if character != "hilly_wooded" or "clearing" not in there or there & set(WOODS):
        return areas
    table = ((0, 0), (size[0], 0), size, (0, size[1]))
    return (AreaFeature("light_woods", "the woods", (table,)), *areas)


def check_together(numbered: dict[int, AreaFeature], source: str) -> None:
    """Contours of different heights do not cross, and a clearing does not reach out of its wood."""
    from shapely import Polygon, STRtree  # type: ignore[import-untyped]

    if not numbered:
        return
    shapes = [Polygon(area.rings[0], area.rings[1:]) for area in numbered.values()]
    overlapping = STRtree(shapes).query(shapes, predicate="overlaps").T.tolist()
    called = [f'"{area.name}"' if area.name else f"feature {index}" for index, area in numbered.items()]
    areas = list(numbered.values())
    for first, second in sorted(overlapping):
        wrong = _clash(areas[first], areas[second], called[second])
        if wrong:
            raise BadData(f"{source}, {called[first]}: {wrong}")


def _clash(one: AreaFeature, other: AreaFeature, called: str) -> str:
    """What is wrong with two areas that overlap in part, if anything."""
    if one.kind in HILLS and other.kind in HILLS and one.height != other.height:
        return f"contour {one.height} crosses contour {other.height} of {called}; the higher lies within the lower"
    if one.kind == "clearing" and other.kind in WOODS:
        return f"a clearing lies within a wood or outside it, and this one crosses the edge of {called}"
    return ""


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


@dataclass
class _Budget:
    """Points a file may still have, over all features."""

    left: int

    def take(self, points: int) -> bool:
        self.left -= points
        return self.left >= 0


@dataclass
class _Feature:
    """One feature while it is read."""

    source: str
    index: int
    raw: Any
    size: Point
    budget: _Budget

    def wrong(self, what: str) -> BadData:
        """An error that names file and feature."""
        properties = self.raw.get("properties") if isinstance(self.raw, dict) else None
        name = properties.get("name") if isinstance(properties, dict) else None
        called = f'"{name[:60]}"' if isinstance(name, str) and name else f"feature {self.index}"
        return BadData(f"{self.source}, {called}: {what}")

    def record(self) -> AreaFeature | LineFeature | Crossing:
        """The feature as a record."""
        if not isinstance(self.raw, dict) or self.raw.get("type") != "Feature":
            raise self.wrong('not an object with type "Feature"')
        properties, geometry = self.raw.get("properties"), self.raw.get("geometry")
        if not isinstance(properties, dict) or not isinstance(geometry, dict):
            raise self.wrong("a feature has properties and a geometry")
        kind = self._kind(properties)
        if kind in kinds.AREAS:
            return self._area(kind, properties, self._rings(kind, geometry))
        if kind in kinds.LINES:
            points = self._coordinates(kind, geometry, "LineString")
            return self._line(kind, properties, points)
        wanted = "Point" if geometry.get("type") == "Point" else "LineString"
        radius = properties.get("radius", properties.get("width_paces"))
        return Crossing(
            kind,
            points=self._coordinates(kind, geometry, wanted),
            radius=kinds.USUAL_RADIUS if radius is None else to_sub(radius),
            **_said(properties),
        )

    def _kind(self, properties: dict[str, Any]) -> str:
        kind = properties.get("kind")
        if kind not in kinds.KINDS:
            raise self.wrong(f"kind {_short(kind)} is not known; allowed: {', '.join(kinds.KINDS)}")
        own = _COMMON | _OWN.get(kind, {})
        for key, value in properties.items():
            if key not in own:
                raise self.wrong(f"property {_short(key)} is not known for {kind}; allowed: {', '.join(own)}")
            fits, allowed = own[key]
            if not fits(value):
                raise self.wrong(f"{key} is {_short(value)}; it is {allowed}")
        if kind in HILLS and "height" not in properties:
            raise self.wrong(f"a {kind} needs its height in contours")
        return str(kind)

    def _area(self, kind: str, properties: dict[str, Any], rings: tuple[Ring, ...]) -> AreaFeature:
        density = {"village": "sparse", "town": "dense"}.get(kind, "") if kind in kinds.BUILT else ""
        wanted: dict[str, Any] = {key: properties[key] for key in ("height", "slope", "stone") if key in properties}
        # what is built burns unless it is of stone, or the field says otherwise
        wanted["flammable"] = properties.get("flammable", kind in kinds.BUILT and not properties.get("stone", False))
        return AreaFeature(kind, rings=rings, density=properties.get("density", density), **_said(properties), **wanted)

    def _line(self, kind: str, properties: dict[str, Any], points: tuple[Point, ...]) -> LineFeature:
        width = properties.get("width_paces")
        line = LineFeature(
            kind,
            points=points,
            width=kinds.USUAL_WIDTH.get(kind, 0) if width is None else to_sub(width),
            fordable=properties.get("fordable", kind != "river"),
            **_said(properties),
        )
        return replace(line, paved=properties.get("paved", False), sunken=properties.get("sunken", False))

    def _rings(self, kind: str, geometry: dict[str, Any]) -> tuple[Ring, ...]:
        self._type(kind, geometry, "Polygon")
        raw = geometry.get("coordinates")
        if not isinstance(raw, list) or not raw:
            raise self.wrong("a Polygon has at least one ring of coordinates")
        rings = [self._ring(ring) for ring in raw]
        self._simple(rings)
        # whichever way they were drawn: exact geometry takes the outer ring anticlockwise, holes clockwise
        return tuple(ring if (area_twice(ring) > 0) == (i == 0) else ring[::-1] for i, ring in enumerate(rings))

    def _ring(self, raw: Any) -> Ring:
        points = tuple(self._points(raw))
        if len(points) < 4:
            raise self.wrong("a ring has at least three corners and ends where it began")
        if points[0] != points[-1]:
            raise self.wrong(f"its ring is not closed: it begins at {_at(points[0])} and ends at {_at(points[-1])}")
        return tuple(point for point, after in pairwise(points) if point != after)

    def _simple(self, rings: list[Ring]) -> None:
        from shapely import Polygon, is_valid_reason

        # corners that fell on one sixteenth were dropped, so little may be left of a tiny ring
        if any(len(ring) < 3 for ring in rings):
            raise self.wrong("the polygon has no area")
        shape = Polygon(rings[0], rings[1:])
        if not shape.is_valid:
            reason, _, place = is_valid_reason(shape).partition("[")
            x, _, y = place.rstrip("]").partition(" ")
            where = f" at {_at((round(float(x)), round(float(y))))}" if y else ""
            crossed = "the polygon crosses itself" if "ntersection" in reason else f"bad polygon ({reason.lower()})"
            raise self.wrong(crossed + where)

    def _coordinates(self, kind: str, geometry: dict[str, Any], wanted: str) -> tuple[Point, ...]:
        self._type(kind, geometry, wanted)
        raw = geometry.get("coordinates")
        points = tuple(self._points([raw] if wanted == "Point" else raw))
        if wanted == "LineString" and len(set(points)) < 2:
            raise self.wrong("a line has at least two different points")
        return points

    def _type(self, kind: str, geometry: dict[str, Any], wanted: str) -> None:
        if geometry.get("type") != wanted:
            raise self.wrong(f"a {kind} is drawn as {wanted}, not as {_short(geometry.get('type'))}")

    def _points(self, raw: Any) -> Iterator[Point]:
        if not isinstance(raw, list):
            raise self.wrong("its coordinates are not a list of [x, y]")
        # counted before the first is read, so that a file of millions is refused at once
        if not self.budget.take(len(raw)):
            raise self.wrong(f"the field has more than {MOST_POINTS:,} points")
        for pair in raw:
            if not isinstance(pair, list | tuple) or len(pair) != 2 or not all(map(_is_number, pair)):
                raise self.wrong(f"{_short(pair)} is no place; a place is [x, y] in paces")
            if not all(0 <= number <= to_paces(most) for number, most in zip(pair, self.size, strict=True)):
                limits = " by ".join(f"{to_paces(side):,.0f}" for side in self.size)
                raise self.wrong(f"{_short(list(pair))} lies outside the table of {limits} paces")
            yield to_sub(pair[0]), to_sub(pair[1])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _at(point: Point) -> str:
    return f"[{to_paces(point[0]):g}, {to_paces(point[1]):g}]"


def _said(properties: dict[str, Any]) -> dict[str, Any]:
    return {key: properties.get(key, "") for key in ("name", "note", "confidence")}
