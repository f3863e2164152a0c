"""A small battle in code: every formation, several nations, every kind of ground."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.army.oob import Arrival, Formation, Leader, Side, Unit
from grognard.scenarios.model import Header, Scenario, Victory


def _area(kind: str, ring: list[list[float]], **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {"kind": kind, **properties},
        "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
    }


def _line(kind: str, places: list[list[float]], **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {"kind": kind, **properties},
        "geometry": {"type": "LineString", "coordinates": places},
    }


def _spot(kind: str, place: list[float], **properties: Any) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {"kind": kind, "radius": 20, **properties},
        "geometry": {"type": "Point", "coordinates": place},
    }


def _square(x: float, y: float, size: float = 120) -> list[list[float]]:
    return [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]


FEATURES = [
    _area("hill", _square(100, 100, 400), height=1, slope="gentle", name="Long hill & <ridge>, lower"),
    _area("hill", _square(200, 200, 200), height=2, slope="steep", name="Long hill & <ridge>, upper"),
    _area("ridge", _square(1400, 60, 260), height=1, slope="moderate"),
    _area("light_woods", _square(700, 100), name="Copse"),
    _area("heavy_woods", _square(900, 100, 200), name="Great wood"),
    _area("field", _square(600, 300, 200)),
    _area("ploughed_field", _square(900, 400)),
    _area("marsh", _square(1100, 300)),
    _area("mud", _square(1250, 300, 80)),
    _area("water", _square(1400, 400, 100), name="Mill pond"),
    _area("clearing", _square(950, 150, 50)),
    _area("village", _square(700, 600, 160), name="Ober-Kirchdorf"),
    _area("town", _square(1200, 600, 200), name="Altstadt"),
    _area("building", _square(1050, 750, 40), name="Farm", stone=True),
    _area("light_works", _square(1500, 800, 50)),
    _area("medium_works", _square(1600, 800, 50)),
    _area("heavy_works", _square(1700, 800, 50)),
    _line("stream", [[0, 560], [600, 540], [1200, 580], [1800, 540]], name="Mühlbach"),
    _line("river", [[1750, 0], [1700, 400], [1760, 1200]], name="Elbe", width_paces=40, fordable=False),
    _line("road", [[780, 0], [780, 600], [800, 1200]], name="High road", width_paces=9, paved=True),
    _line("road", [[0, 700], [780, 680], [1800, 720]], width_paces=5, sunken=True),
    _line("wall", [[650, 800], [850, 800]]),
    _line("fence", [[650, 850], [850, 850]]),
    _line("hedge", [[650, 900], [850, 900]]),
    _spot("bridge", [780, 552], name="Stone bridge"),
    _spot("ford", [300, 550]),
]


def unit(number: int, arm: str, nation: str, formation: str, **more: Any) -> Unit:
    """A unit on a net of places, so that none stands on another."""
    place = (140.0 + number % 9 * 180, 80.0 if number < 9 else 1120.0)
    facing = 0.0 if number < 9 else 180.0
    values: dict[str, Any] = {"men": 480, "experience": "trained", "position": place, "facing": facing, **more}
    return Unit(id=f"u{number}", name=f"{number}/Rgt & <Co>", arm=arm, nation=nation, formation=formation, **values)  # type: ignore[arg-type]


SOUTH = (
    unit(0, "infantry", "French", "line"),
    unit(1, "infantry", "French", "double_line"),
    unit(2, "infantry", "Polish", "column_of_divisions"),
    unit(3, "infantry", "Italian", "column_of_companies", interval="closed"),
    unit(4, "infantry", "Swiss", "open_square"),
    unit(5, "light_infantry", "French", "open_order", men=200),
    unit(6, "heavy_cavalry", "French", "line", squadrons=3),
    unit(7, "foot_artillery", "French", "unlimbered", men=100, guns=6, howitzers=2),
    unit(8, "infantry", "Saxon", "march_column"),
)
NORTH = (
    unit(9, "infantry", "Prussian", "attack_column"),
    unit(10, "infantry", "Austrian", "closed_square"),
    unit(11, "infantry", "British", "garrison", men=300),
    unit(12, "light_infantry", "King's German Legion", "extended_order", men=200),
    unit(13, "irregular", "Croat", "irregular", men=150),
    unit(14, "light_cavalry", "Russian", "column_of_squadrons", squadrons=4),
    unit(15, "horse_artillery", "Brunswick", "limbered", men=90, guns=5),
    unit(16, "infantry", "Dutch", "line", arrival=Arrival(4, "north")),
    unit(17, "infantry", "Spanish", "line", arrival=Arrival(6, "west")),
)


@pytest.fixture(scope="session")
def battle() -> Scenario:
    """The small battle."""
    ney = Leader("General of Division Jean Ney", position=(900, 300))
    south = Side(
        "Army of the South & West",
        "French",
        Leader("General <X> Dupont"),
        "south",
        (Formation("1st Division", ney, "division", units=SOUTH),),
    )
    north = Side(
        "Allies",
        "Prussian",
        Leader("Prince Karl von Tauentzien"),
        "north",
        (Formation("Advance guard", Leader("Commander not established"), "brigade", units=NORTH),),
    )
    header = Header(
        "small",
        "A Small Affair & No <More>",
        "1813-09-12",
        "near Roggenfeld",
        "",
        (1800, 1200),
        Victory(length_turns=12),
    )
    field = {"type": "FeatureCollection", "paces": [1800, 1200], "character": "open", "features": FEATURES}
    return Scenario(header, (south, north), field)
