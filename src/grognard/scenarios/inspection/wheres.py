"""Whether what says where says it: a feature that is there, corners that lie on the table and make a polygon."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.ground.features import AREAS

from ..model import Scenario, Where


def where_problems(where: Where, scenario: Scenario, *, near: bool = True) -> Iterator[tuple[str, str]]:
    """Each problem with the field it stands at. Nothing stands on a line or a bridge but `near` it."""
    properties = [feature["properties"] for feature in scenario.field["features"]]
    kinds = {said.get("name"): said.get("kind") for said in properties}
    if where.place and where.place not in kinds:
        yield "place", f"place = {where.place!r}; field.geojson has no feature of that name"
    elif where.place and near and kinds[where.place] not in AREAS and not where.within:
        yield "place", f"place = {where.place!r} is a {kinds[where.place]}; within must say how near to it"
    if where.within and not (where.place or where.area):
        yield "within", f"within = {where.within} paces of what; set a place or an area"
    yield from _area_problems(where, scenario)


def _area_problems(where: Where, scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Ground given by its corners lies on the table and is a polygon, or one spot with a distance."""
    width, depth = scenario.header.table_paces
    for x, y in where.area:
        if not (0 <= x <= width and 0 <= y <= depth):
            yield "area", f"corner ({x:g}, {y:g}) is off the table of {width} by {depth}"
    if len(where.area) == 1 and not where.within:
        yield "area", "area is one spot; within must say how near to it"
    if len(where.area) == 2 or (len(where.area) > 2 and not _is_polygon(where.area)):
        yield "area", "area has the corners of a polygon, one after the other, or is one spot"


def _is_polygon(corners: tuple[tuple[float, float], ...]) -> bool:
    from shapely import Polygon  # type: ignore[import-untyped]

    return bool(Polygon(corners).is_valid)
