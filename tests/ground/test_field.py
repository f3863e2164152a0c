"""Fields: what lies where, what a path meets, and what is refused."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from ground_fields import box, feature, field, geojson, line

import grognard.scenarios
from grognard.ground.field import Field
from grognard.ground.shapes import rectangle
from grognard.ground.units import point, to_sub
from grognard.kernel.errors import BadData

HILL = box("hill", 100, 100, 500, 500, height=1)
TOP = box("hill", 200, 200, 300, 300, height=2, slope="steep", name="Top")


def test_height_is_that_of_the_highest_contour_around():
    ground = field(HILL, TOP)
    heights = [ground.height_at(point(x, 250)) for x in (99, 100, 199, 200, 300, 301, 501)]
    assert heights == [0, 1, 1, 2, 2, 1, 0]


def test_cover_is_woods_buildings_and_works():
    ground = field(
        box("heavy_woods", 0, 0, 100, 100),
        box("village", 50, 0, 100, 100),
        box("marsh", 0, 0, 100, 100),
        box("light_works", 0, 0, 60, 60),
    )
    assert ground.cover_at(point(10, 90)) == {"heavy_woods"}
    assert ground.cover_at(point(55, 55)) == {"heavy_woods", "village", "light_works"}
    assert ground.cover_at(point(500, 500)) == frozenset()
    assert {area.kind for area in ground.areas_at(point(10, 90))} == {"heavy_woods", "marsh"}


def test_in_a_clearing_one_is_not_in_the_wood():
    ground = field(box("heavy_woods", 0, 0, 100, 100), box("clearing", 40, 40, 60, 60))
    assert ground.cover_at(point(50, 50)) == frozenset()
    assert ground.cover_at(point(30, 50)) == {"heavy_woods"}


def test_a_hilly_wooded_table_is_woods_but_for_its_clearings():
    ground = field(box("clearing", 400, 400, 600, 600), character="hilly_wooded")
    assert ground.cover_at(point(100, 100)) == {"light_woods"}
    assert ground.cover_at(point(500, 500)) == frozenset()


def test_slope_counts_contours_up_and_down():
    ground = field(HILL, TOP)
    up = ground.slope_between(point(50, 250), point(250, 250))
    assert (up.climb, up.crossed, up.distance, up.slope) == (2, 2, to_sub(200), "steep")
    over = ground.slope_between(point(50, 250), point(550, 250))
    assert (over.climb, over.crossed) == (0, 4)
    flat = ground.slope_between(point(600, 600), point(700, 600))
    assert (flat.climb, flat.crossed, flat.slope) == (0, 0, None)


def test_slope_under_a_body_looks_from_rear_to_front():
    ground = field(HILL, TOP)
    climbing = ground.slope_under(rectangle(point(110, 250), 90, to_sub(40), to_sub(20)))
    assert (climbing.climb, climbing.crossed, climbing.slope) == (1, 1, "gentle")
    assert ground.slope_under(rectangle(point(90, 250), 270, to_sub(40), to_sub(20))).climb == -1
    assert ground.slope_under(rectangle(point(700, 250), 90, to_sub(40), to_sub(20))).crossed == 0
    around = ground.slope_under(rectangle(point(250, 320), 0, to_sub(140), to_sub(140)))
    assert around.crossed == 1, "a contour wholly beneath the body counts"


def test_a_path_is_measured_through_each_area():
    ground = field(
        box("marsh", 100, 0, 150, 1000, name="bog"),
        box("light_woods", 300, 0, 500, 1000),
        box("clearing", 350, 100, 400, 900),
        line("stream", [600, 0], [600, 1000]),
        line("hedge", [20, 0], [20, 900]),
    )
    met = ground.crossings([point(0, 500), point(200, 500), point(700, 500)])
    assert met.distance == to_sub(700)
    assert [(s.area.kind, s.distance) for s in met.areas] == [("marsh", to_sub(50)), ("light_woods", to_sub(150))]
    assert [(c.line.kind, c.at) for c in met.lines] == [("hedge", to_sub(20)), ("stream", to_sub(600))]


def test_a_river_is_passed_by_bridge_or_ford_only():
    river = line("river", [0, 500], [1000, 500], width_paces=30)
    bridge = feature("bridge", [300, 500], "Point", radius=15, name="Pont")
    ground = field(river, bridge)
    assert ground.passable([point(310, 400), point(310, 600)])
    assert not ground.passable([point(316, 400), point(316, 600)])
    (met,) = ground.crossings([point(310, 400), point(310, 600)]).lines
    assert met.by is not None
    assert met.by.name == "Pont"
    assert field(line("river", [0, 500], [1000, 500], fordable=True)).passable([point(9, 400), point(9, 600)])


def test_open_water_is_not_passed():
    pond = box("water", 400, 400, 600, 600)
    causeway = line("bridge", [500, 390], [500, 610])
    assert not field(pond).passable([point(500, 300), point(500, 700)])
    assert field(pond).passable([point(300, 300), point(300, 700)])
    assert field(pond, causeway).passable([point(500, 300), point(500, 700)])
    assert not field(pond, causeway).passable([point(550, 300), point(550, 700)])


def test_roads_have_a_width():
    ground = field(line("road", [0, 500], [1000, 500], width_paces=12, paved=True))
    assert [len(ground.roads_at(point(100, y))) for y in (493, 494, 506, 507)] == [0, 1, 1, 0]


BAD = {
    "unknown kind": ([box("jungle", 0, 0, 9, 9)], "feature 1: kind 'jungle' is not known; allowed: light_woods"),
    "unknown property": ([box("marsh", 0, 0, 9, 9, depth=3)], "property 'depth' is not known for marsh"),
    "property of another kind": ([box("marsh", 0, 0, 9, 9, height=3)], "property 'height' is not known for marsh"),
    "height 0": ([box("hill", 0, 0, 9, 9, height=0)], "height is 0; it is a whole number from 1"),
    "no height": ([box("hill", 0, 0, 9, 9)], "a hill needs its height"),
    "slope": ([box("hill", 0, 0, 9, 9, height=1, slope="mild")], 'slope is \'mild\'; it is "gentle" or "moderate"'),
    "self-crossing": (
        [HILL, feature("marsh", [[[0, 0], [90, 90], [90, 0], [0, 90], [0, 0]]], name="Bog")],
        r'"Bog": the polygon crosses itself at \[45, 45\]',
    ),
    "contours cross": (
        [HILL, box("ridge", 400, 200, 600, 300, height=2, name="Spur")],
        'feature 1: contour 1 crosses contour 2 of "Spur"',
    ),
    "clearing over the edge": (
        [box("heavy_woods", 0, 0, 50, 50, name="Wood"), box("clearing", 40, 10, 60, 20)],
        'feature 2: a clearing lies within a wood .* edge of "Wood"',
    ),
    "outside": ([line("road", [0, 0], [1001, 0], name="Way")], '"Way": .*outside the table of 1,000 by 1,000'),
    "open ring": ([feature("marsh", [[[0, 0], [9, 0], [9, 9]]])], "at least three corners"),
    "ring not closed": ([feature("marsh", [[[0, 0], [9, 0], [9, 9], [0, 9]]])], "feature 1: its ring is not closed"),
    "no area": ([feature("marsh", [[[1, 1], [1, 1], [1, 1], [1, 1]]])], "no area"),
    "flat": ([feature("marsh", [[[0, 0], [9, 9], [5, 5], [0, 0]]])], "polygon"),
    "geometry": ([line("marsh", [0, 0], [9, 9])], "a marsh is drawn as Polygon, not as 'LineString'"),
    "road as area": ([box("road", 0, 0, 9, 9)], "a road is drawn as LineString"),
    "infinite": ([line("road", [0, 0], [float("nan"), 1])], "is no place"),
    "three numbers": ([line("road", [0, 0, 0], [1, 1, 1])], r"a place is \[x, y\]"),
    "a point twice": ([line("road", [5, 5], [5, 5])], "two different points"),
    "not a feature": ([7], 'feature 1: not an object with type "Feature"'),
    "no geometry": ([{"type": "Feature", "properties": {"kind": "marsh"}, "geometry": None}], "properties and a geom"),
}


@pytest.mark.parametrize("features, message", BAD.values(), ids=BAD.keys())
def test_a_malformed_field_is_refused_by_name(features, message):
    with pytest.raises(BadData, match=r"^field\.geojson, .*" + message):
        field(*features)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"type": "Feature"}, "FeatureCollection"),
        ({"paces": [0, 5]}, "paces is"),
        ({"paces": [1e9, 5]}, "paces is"),
        ({"paces": None}, "paces is"),
        ({"character": "swampy"}, "character is 'swampy'; allowed: open"),
        ({"fetures": []}, "'fetures' is not known"),
        ({"features": [{}] * 2001}, "at most 2,000"),
    ],
)
def test_a_malformed_file_is_refused(change, message):
    with pytest.raises(BadData, match=message):
        Field.from_geojson(geojson() | change, "field.geojson")


def test_contours_that_touch_or_lie_apart_are_fine():
    beside = box("hill", 500, 100, 700, 500, height=3)
    assert len(field(HILL, TOP, beside).hills) == 3


@pytest.mark.parametrize("garbage", [b"\xff" * 10_000_000, b"[" * 10_000_000, b'{"a":' * 2_000_000])
def test_ten_megabytes_of_garbage_are_refused_at_once(garbage):
    start = time.perf_counter()
    with pytest.raises(BadData, match=r"field\.geojson: 10,000,000 bytes; a field has at most"):
        Field.from_bytes(garbage, "field.geojson")
    assert time.perf_counter() - start < 0.5


@pytest.mark.parametrize(
    "text, message",
    [(b"{\n oops", "line 2: not JSON"), (b"\xff\xfe\x00", "not"), (b"[" * 100_000, "not"), (b"[]", "not a list")],
)
def test_what_is_no_json_object_is_refused(text, message):
    with pytest.raises(BadData, match=message):
        Field.from_bytes(text, "field.geojson")


def test_one_ring_of_too_many_points_is_refused():
    ring = [[i % 900, i % 7] for i in range(60_000)]
    with pytest.raises(BadData, match="more than 50,000 points"):
        field(feature("marsh", [ring], name="Endless"))


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadData, match="nowhere"):
        Field.from_file(tmp_path / "nowhere.geojson")


BATTLES = sorted((Path(grognard.scenarios.__file__).parent / "battles").glob("*/field.geojson"))


@pytest.mark.parametrize("path", BATTLES, ids=[path.parent.name for path in BATTLES])
def test_the_bundled_fields_load(path):
    ground = Field.from_file(path)
    assert ground.areas
    assert all(ground.on_table(corner) for area in ground.areas for corner in area.rings[0])


def test_lines_alone_and_ground_without_hills_are_parts_of_what_a_path_meets():
    ground = field(HILL, box("marsh", 0, 450, 700, 550), line("fence", (300, 0), (300, 1000)))
    path = [point(50, 500), point(280, 480), point(600, 500)]
    met, level = ground.crossings(path), ground.crossings(path, hills=False)
    assert ground.lines_met(path) == met.lines == level.lines
    assert [stretch.area.kind for stretch in met.areas] == ["hill", "marsh"]
    assert level.areas == met.areas[1:]
