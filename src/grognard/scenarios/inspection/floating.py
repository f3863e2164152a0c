"""Boats of a scenario: whether they float."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grognard.ground.field import Field
from grognard.ground.units import point
from grognard.ground.waters import afloat

from .. import files, lines
from ..model import Scenario
from .problems import Report, ScenarioProblem

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def boat_problems(scenario: Scenario, report: Report) -> Iterator[ScenarioProblem]:
    """Boats of one id, and boats on dry land."""
    if not scenario.header.boat:
        return
    field, seen = Field.from_geojson(scenario.field, files.FIELD), set()
    for at, boat in enumerate(scenario.header.boat):
        path: lines.Path = ("boat", at)
        if not _ID.fullmatch(boat.id):
            text = f"id = {boat.id!r}; lower case letters, digits and hyphens are allowed"
            yield report.error((*path, "id"), boat.id, text)
        if boat.id in seen:
            yield report.error((*path, "id"), boat.id, "two boats of this id")
        seen.add(boat.id)
        if not afloat(field, point(*boat.position)):
            x, y = boat.position
            text = f"position = [{x:g}, {y:g}] is not on a river or open water"
            yield report.error((*path, "position"), boat.id, text)
