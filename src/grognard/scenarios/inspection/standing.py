"""Where the units stand: on one another, over the edge, in deep water."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.army.oob import Unit
from grognard.kernel.errors import BadInput

from .. import lines
from ..model import Scenario
from .problems import Report, ScenarioProblem
from .walking import walk

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry  # type: ignore[import-untyped]

_CORNERS, _NARROWLY = 3, 1.0  # of a zone at least; paces by which a stand may be out of it
_OVERLAP = 0.05  # of the smaller footprint: files that brush against one another are not worth a word


def standing_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Units on one spot, units whose footprints overlap, units in water that cannot be forded."""
    placed = [(path, unit) for path, unit in walk(scenario.sides) if unit.off_board is None]
    yield from _one_spot(placed, report)
    yield from _in_water(placed, scenario, report)
    year = int(scenario.header.date[:4]) if scenario.header.date[:4].isdigit() else 1800
    drawn = [(path, unit, shape) for path, unit in placed if (shape := _shape(unit, year)) is not None]
    yield from _formation_problems(placed, report)
    yield from _overlaps(drawn, report)
    yield from _over_the_edge(drawn, scenario.header.table_paces, report)
    yield from _outside_its_zone(drawn, scenario, report)


def _formation_problems(placed: list[tuple[lines.Path, Unit]], report: Report) -> Iterator[ScenarioProblem]:
    from grognard.army.footprints import formations

    for path, unit in placed:
        if unit.formation not in (allowed := formations(unit)):
            text = f"formation = {unit.formation!r}; its arm forms {', '.join(allowed)}"
            yield report.error((*path, "formation"), unit.id, text)


def _turn(unit: Unit) -> int:
    return unit.arrival.turn if unit.arrival else 0


def _one_spot(placed: list[tuple[lines.Path, Unit]], report: Report) -> Iterator[ScenarioProblem]:
    """Two units may share a place of entry only if they come on different turns."""
    taken: dict[tuple[float, float, int], str] = {}
    for path, unit in placed:
        spot = (*unit.position, _turn(unit))
        if spot in taken:
            x, y = unit.position
            text = f"position = [{x:g}, {y:g}] is already that of {taken[spot]}; two units cannot stand on one spot"
            yield report.error((*path, "position"), unit.id, text)
        taken.setdefault(spot, unit.id)


def _shape(unit: Unit, year: int) -> BaseGeometry | None:
    """The ground that a unit covers; None when it cannot be drawn, which is told elsewhere."""
    from shapely import MultiPoint  # type: ignore[import-untyped]

    from grognard.army.footprints import footprint, placed

    try:
        corners = placed(footprint(unit, year), unit.position, unit.facing)
    except BadInput:
        return None
    # one shape about all parts: the gaps between guns or companies are nobody else's ground
    return MultiPoint([point for part in corners for point in part]).convex_hull


def _overlaps(drawn: list[tuple[lines.Path, Unit, BaseGeometry]], report: Report) -> Iterator[ScenarioProblem]:
    from shapely import STRtree

    shapes = [shape for _, _, shape in drawn]
    if not shapes:
        return
    for one, other in STRtree(shapes).query(shapes, predicate="intersects").T.tolist():
        (path, unit, shape), (_, neighbour, other_shape) = drawn[one], drawn[other]
        # each pair once; who comes on another turn is not there at the same time
        if one <= other or _turn(unit) != _turn(neighbour) or unit.position == neighbour.position:
            continue
        share = shape.intersection(other_shape).area / max(1.0, min(shape.area, other_shape.area))
        if share > _OVERLAP and "garrison" not in (unit.formation, neighbour.formation):
            text = f"stands on {neighbour.id}: {share:.0%} of the smaller of the two is shared"
            yield report.warning((*path, "position"), unit.id, text)


def _over_the_edge(
    drawn: list[tuple[lines.Path, Unit, BaseGeometry]], table: tuple[int, int], report: Report
) -> Iterator[ScenarioProblem]:
    """Whose front is on the table may still have his rear beyond it."""
    for path, unit, shape in drawn:
        west, south, east, north = shape.bounds
        beyond = max(-west, -south, east - table[0], north - table[1])
        if beyond > 1 and unit.present and _on(table, unit.position):
            text = f"hangs {beyond:.0f} paces over the edge of the table"
            yield report.warning((*path, "position"), unit.id, text)


def _outside_its_zone(
    drawn: list[tuple[lines.Path, Unit, BaseGeometry]], scenario: Scenario, report: Report
) -> Iterator[ScenarioProblem]:
    """Who stands on the table at the start stands where players may set him up; if one side has zones, all have."""
    from shapely import Polygon, union_all

    corners: dict[str, list[BaseGeometry]] = {side.name: [] for side in scenario.sides}
    for zone in scenario.header.zone:
        if zone.side in corners and len(zone.polygon) >= _CORNERS:
            corners[zone.side].append(Polygon(zone.polygon).buffer(_NARROWLY))
    if not any(corners.values()):
        return
    for at, side in enumerate(scenario.sides):
        if not corners[side.name]:
            text = "has no [[zone]] in scenario.toml, and the other side has: players set it up by the rules' own"
            yield report.warning(("side", at), side.name, text)
            continue
        ground = union_all(corners[side.name])
        for path, unit, shape in drawn:
            if path[:2] == ("side", at) and unit.present and not ground.covers(shape):
                text = (
                    f"stands outside the zones of the {side.name} in scenario.toml; players could not set it up there"
                )
                yield report.warning((*path, "position"), unit.id, text)


def _on(table: tuple[int, int], place: tuple[float, float]) -> bool:
    return 0 <= place[0] <= table[0] and 0 <= place[1] <= table[1]


def _in_water(placed: list[tuple[lines.Path, Unit]], scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    from shapely import Point

    for name, water in _deep_water(scenario):
        for path, unit in placed:
            if water.contains(Point(unit.position)):
                yield report.error((*path, "position"), unit.id, f"stands in {name}, which cannot be forded")


def _deep_water(scenario: Scenario) -> Iterator[tuple[str, BaseGeometry]]:
    from shapely.geometry import shape  # type: ignore[import-untyped]

    for feature in scenario.field["features"]:
        said = feature["properties"]
        if said["kind"] == "water":
            yield said.get("name", "water"), shape(feature["geometry"])
        elif said["kind"] == "river" and not said.get("fordable", False):
            yield said.get("name", "a river"), shape(feature["geometry"]).buffer(said.get("width_paces", 10) / 2)
