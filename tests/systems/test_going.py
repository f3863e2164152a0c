"""Cold Steel on real ground: paths, slopes, cover and zones of a small field."""

import pytest

from grognard import systems
from grognard.ground.field import Field
from grognard.ground.shapes import rectangle
from grognard.ground.units import to_sub
from grognard.scenarios.loading import load
from grognard.systems.cold_steel.table.ground.arcs import reach
from grognard.systems.cold_steel.table.ground.going import cover_at, going, march, slope_class, zone_of

RULES = systems.rules("cold-steel")


def box(kind, x0, y0, x1, y1, **properties):
    ring = [[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]]
    return _feature(kind, {"type": "Polygon", "coordinates": [ring]}, properties)


def line(kind, *points, **properties):
    return _feature(kind, {"type": "LineString", "coordinates": [list(p) for p in points]}, properties)


def _feature(kind, geometry, properties):
    return {"type": "Feature", "geometry": geometry, "properties": {"kind": kind, "name": kind, **properties}}


def field(*features, character="open"):
    data = {"type": "FeatureCollection", "paces": [2000, 2000], "character": character, "features": list(features)}
    return Field.from_geojson(data, "field.geojson")


def at(x, y):
    return to_sub(x), to_sub(y)


@pytest.mark.rule("CS-6.2b", "CS-6.2c")
def test_a_path_meets_areas_and_obstacles():
    ground = field(
        box("ploughed_field", 100, 0, 300, 2000),
        box("light_woods", 400, 0, 600, 2000),
        line("wall", (700, 0), (700, 2000)),
        line("hedge", (800, 0), (800, 2000)),
    )
    met = going(RULES, ground, [at(0, 500), at(1000, 500)])
    assert met.terrain == {"ploughed_field", "light_woods"}
    assert (met.obstacles, met.defiles, met.paces, met.passable) == (2, 0, 1000, True)


@pytest.mark.rule("CS-6.2c")
def test_a_march_pays_for_field_and_wall_as_the_ledger_says():
    ground = field(box("ploughed_field", 0, 0, 60, 2000), line("wall", (70, 0), (70, 2000)))
    moved = march(RULES, ground, [at(10, 500), at(110, 500)], gait="march")
    assert (moved.outcome.paces, moved.outcome.disorder) == (120 - 20 - 20, 1)


@pytest.mark.rule("CS-6.2e")
def test_a_bridge_is_a_defile_and_the_stream_beside_it_an_obstacle():
    bridge = _feature("bridge", {"type": "Point", "coordinates": [500, 500]}, {"radius": 20})
    ground = field(line("stream", (500, 0), (500, 2000)), bridge)
    assert going(RULES, ground, [at(400, 500), at(600, 500)])[1:3] == (0, 1)
    assert going(RULES, ground, [at(400, 900), at(600, 900)])[1:3] == (1, 0)
    over = march(RULES, ground, [at(400, 500), at(600, 500)], one_stand_front=True)
    assert over.outcome.disorder == 1
    assert march(RULES, ground, [at(400, 500), at(600, 500)]).refusal.rule == "CS-6.2e"


@pytest.mark.rule("CS-1.2.1", "CS-6.2b")
@pytest.mark.parametrize("slope, paces", [("gentle", 100), ("moderate", 80), ("steep", 60)])
def test_hills_cost_what_their_slope_says(slope, paces):
    ground = field(box("hill", 500, 500, 1500, 1500, height=1, slope=slope))
    moved = march(RULES, ground, [at(450, 1000), at(550, 1000)])
    assert moved.outcome.paces == paces
    assert slope_class(RULES, ground.slope_between(at(600, 600), at(900, 900))) == "flat"


@pytest.mark.rule("CS-1.2c")
def test_unmarked_ground_of_a_hilly_wooded_table_is_woods():
    ground = field(box("clearing", 100, 100, 400, 400), character="hilly_wooded")
    assert cover_at(ground, at(900, 900)) == {"light_cover"}
    assert cover_at(ground, at(200, 200)) == frozenset()
    assert going(RULES, ground, [at(900, 900), at(950, 900)]).terrain == {"light_woods"}
    assert going(RULES, ground, [at(200, 200), at(250, 200)]).terrain == frozenset()


def test_cover_of_woods_works_and_buildings():
    ground = field(
        box("heavy_woods", 0, 0, 100, 100),
        box("heavy_works", 200, 0, 300, 100),
        box("building", 400, 0, 500, 100, stone=True),
        box("village", 600, 0, 700, 100, density="dense"),
    )
    assert cover_at(ground, at(50, 50)) == {"heavy_woods"}
    assert cover_at(ground, at(250, 50)) == {"heavy_works"}
    assert cover_at(ground, at(450, 50)) == {"medium_works"}
    assert cover_at(ground, at(650, 50)) == {"light_works"}
    assert going(RULES, ground, [at(610, 50), at(690, 50)]).terrain == {"dense_buildings"}


@pytest.mark.rule("CS-1.2.2a")
@pytest.mark.parametrize(
    "sixteenths, zone",
    [
        (20 * 16, "P3"),
        (20 * 16 + 1, "P2"),
        (120 * 16, "P2"),
        (600 * 16 + 1, "P0"),
        (1200 * 16, "P0"),
        (1200 * 16 + 1, "PX"),
    ],
)
def test_a_fraction_of_a_pace_rounds_up(sixteenths, zone):
    assert zone_of(RULES, sixteenths) == zone


def test_the_chaussee_at_quatre_bras_can_be_marched():
    scenario = load("quatre-bras")
    ground = Field.from_geojson(scenario.field, "field.geojson")
    french = next(unit for unit in scenario.sides[1].all_units())
    start = at(*french.position)
    ahead = start[0], start[1] + to_sub(120)
    assert going(RULES, ground, [start, ahead]).passable


@pytest.mark.rule("CS-7.1b", "CS-7.1c")
@pytest.mark.parametrize("paces", [600, 601, 1201])
def test_artillery_measures_from_the_middle_of_its_front_to_the_nearest_point_in_its_arc(paces):
    gun = rectangle(at(1000, 100), 0, to_sub(15), to_sub(10))
    ahead = rectangle(at(1000, 100 + paces + 20), 0, to_sub(100), to_sub(20))
    aside = rectangle(at(400, 300), 0, to_sub(60), to_sub(20))
    assert reach(gun, [ahead], RULES.tables.number("CS-7.1c", "arc")) == paces
    assert reach(gun, [ahead, aside], RULES.tables.number("CS-7.1c", "arc")) == paces
    assert reach(gun, [aside], RULES.tables.number("CS-7.1c", "arc")) is None


@pytest.mark.rule("CS-6.2h")
def test_entering_and_leaving_a_building_costs_paces_and_a_passing_disorder():
    ground = field(box("building", 500, 500, 600, 600))
    for path in ([at(450, 550), at(550, 550)], [at(550, 550), at(650, 550)]):
        moved = march(RULES, ground, path).outcome
        assert (moved.paces, moved.disorder, moved.recovers_next_turn) == (100, 1, 1)
    assert not going(RULES, ground, [at(510, 550), at(590, 550)]).structures
