"""Water that carries boats, and what burns by default."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.ground import waters
from grognard.ground.field import Field
from grognard.ground.shapes import nearest_on
from grognard.ground.units import SUB, point


def field(*features: tuple[str, str, Any, dict[str, Any]]) -> Field:
    made = [
        {"type": "Feature", "properties": {"kind": kind, **more}, "geometry": {"type": shape, "coordinates": at}}
        for kind, shape, at, more in features
    ]
    return Field.from_geojson({"type": "FeatureCollection", "paces": [1000, 1000], "features": made}, "field.geojson")


RIVER = ("river", "LineString", [[0, 500], [500, 500], [500, 1000]], {"width_paces": 60})


def test_a_river_carries_boats_as_far_as_it_is_wide():
    ground = field(RIVER)
    assert waters.afloat(ground, point(200, 530))
    assert not waters.afloat(ground, point(200, 531))
    assert not waters.afloat(field(("stream", "LineString", [[0, 500], [900, 500]], {})), point(200, 500))


def test_its_points_run_downstream():
    [river] = field(RIVER).lines
    assert waters.downstream(river, point(200, 510)) == pytest.approx(90)
    assert waters.downstream(river, point(490, 800)) == pytest.approx(0)


@pytest.mark.parametrize("course, found", [
    (90, ("downstream", 0)), (110, ("downstream", 20)), (0, ("downstream", 90)), (271, ("upstream", 1)),
    (180, ("downstream", 90)), (-90, ("upstream", 0)),
])  # fmt: skip
def test_a_course_is_rather_up_or_down_the_stream(course, found):
    [river] = field(RIVER).lines
    assert waters.off_stream(river, point(200, 500), course) == found
    assert waters.off_stream(None, point(200, 500), course) == ("downstream", 90)


def test_the_bank_stops_a_boat_and_so_does_the_edge_of_the_table():
    ground = field(RIVER)
    assert waters.rowed(ground, point(200, 480), 0, 100) == (point(200, 530), 50, True)
    assert waters.rowed(ground, point(200, 480), 0, 20) == (point(200, 500), 20, False)
    end, paces, landed = waters.rowed(ground, point(30, 500), 270, 100)
    assert (end, paces, landed) == (point(0, 500), 30, False)


def test_it_drifts_round_a_bend_and_not_off_the_table():
    ground = field(RIVER)
    [river] = ground.lines
    x, y = waters.drifted(ground, river, point(400, 480), 200)  # right of the stream, 20 paces from its middle
    assert abs(x / SUB - 520) <= 1
    assert abs(y / SUB - 600) <= 1
    assert waters.drifted(ground, river, point(500, 990), 200) == point(500, 1000)


def test_the_nearest_point_of_a_segment():
    assert nearest_on((0, 0), (100, 0), (30, 50)) == (30, 0)
    assert nearest_on((0, 0), (100, 0), (300, 50)) == (100, 0)
    assert nearest_on((7, 7), (7, 7), (300, 50)) == (7, 7)


RING = [[[100, 100], [200, 100], [200, 200], [100, 200], [100, 100]]]


@pytest.mark.parametrize("kind, more, burns", [
    ("building", {}, True), ("village", {}, True), ("town", {"stone": True}, False),
    ("building", {"stone": True}, False),
    ("building", {"stone": True, "flammable": True}, True), ("village", {"flammable": False}, False),
    ("light_works", {}, False), ("medium_works", {"flammable": True}, True), ("heavy_woods", {}, False),
])  # fmt: skip
def test_what_is_built_burns_unless_it_is_of_stone(kind, more, burns):
    [area] = field((kind, "Polygon", RING, more)).areas
    assert area.flammable == burns
