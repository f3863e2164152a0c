"""The terrain generator: rolls by the book, and ground that a player would believe."""

import json
from collections import Counter
from functools import cache
from typing import get_args

import numpy as np
import pytest
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box, shape

from grognard import systems
from grognard.ground.field import Field
from grognard.kernel.errors import BadInput
from grognard.kernel.sources import ScriptedDice
from grognard.systems.cold_steel.checks.ground.terrain import TerrainFeatureResult
from grognard.systems.cold_steel.terms import Character
from grognard.systems.cold_steel.terrain.countryside.arranging import Countryside
from grognard.systems.cold_steel.terrain.countryside.drawing import DrawnTable, Pencil, groups
from grognard.systems.cold_steel.terrain.countryside.lattice import Lattice
from grognard.systems.cold_steel.terrain.countryside.relief import SLOPES, contour_spacing, raise_hills
from grognard.systems.cold_steel.terrain.countryside.waters import Waters
from grognard.systems.cold_steel.terrain.generator import Mandatory, generate

CHARACTERS = get_args(Character)
SEEDS = range(1, 7)
TABLE = DrawnTable(8, 6, 240)
RULES = systems.rules("cold-steel")


@cache
def ground(character, seed):
    """The field of a character and seed; many tests look at the same few."""
    return generate(character, seed=seed).field


def kinds(field, *wanted):
    return [each for each in field["features"] if each["properties"]["kind"] in wanted]


def shapes(field, *wanted):
    return [shape(each["geometry"]) for each in kinds(field, *wanted)]


def country(features, character="open", demands=(), seed=1, table=TABLE):
    """A table with these features by square and nothing else."""
    rolled = {square: TerrainFeatureResult(**given) for square, given in features.items()}
    drawn = Countryside(rolled, demands, character, table, Pencil(seed), RULES.tables).features()
    return {"type": "FeatureCollection", "paces": [table.width, table.depth], "character": character, "features": drawn}


def height(field, x, y):
    levels = [each for each in kinds(field, "hill", "ridge") if shape(each["geometry"]).covers(Point(x, y))]
    return max((each["properties"]["height"] for each in levels), default=0)


HILL = {"feature": "hill", "slope": "steep"}
MARSH, STREAM, HOUSE = {"feature": "marsh"}, {"feature": "stream"}, {"feature": "building"}


# ---- rolls


@pytest.mark.rule("CS-B.1a", "CS-B.1d")
@pytest.mark.parametrize("feet, squares", [((8, 6), 48), ((4, 4), 16), ((1, 1), 1)])
def test_one_roll_for_every_square(feet, squares):
    made = generate("open", feet)
    rolls = [roll for roll in made.log if roll.check == "terrain-feature"]
    assert len(rolls) == len({roll.square for roll in rolls}) == squares
    assert all(len(roll.dice) == 1 and 1 <= roll.dice[0] <= 100 for roll in rolls)


@pytest.mark.rule("CS-1.7a")
@pytest.mark.parametrize("scale, paces", [(10, [960, 720]), (20, [1920, 1440]), (60, [4800, 3600])])
def test_the_figure_scale_sets_the_size(scale, paces):
    assert generate("open", scale=scale).field["paces"] == paces


@pytest.mark.rule("CS-B.1b")
def test_squares_with_demanded_terrain_are_not_rolled_for():
    made = generate("open", mandatory=[Mandatory((3, 2), "town"), Mandatory((1, 1), "light_works")], seed=2)
    assert len([roll for roll in made.log if roll.square]) == 46
    assert not {(3, 2), (1, 1)} & {roll.square for roll in made.log}
    (town,), (works,) = shapes(made.field, "town"), shapes(made.field, "light_works")
    assert box(480, 240, 720, 480).contains(town.centroid)
    assert box(0, 0, 240, 240).contains(works)


@pytest.mark.rule("CS-B.2", "CS-B.3", "CS-B.4", "CS-B.5", "CS-B.6", "CS-B.7")
@pytest.mark.parametrize("character", CHARACTERS)
def test_what_was_rolled_is_what_the_table_of_the_character_says(character):
    check = RULES["terrain-feature"]
    for roll in generate(character, seed=9).log[:48]:
        found = check.roll(check.situation(character=character), ScriptedDice(list(roll.dice))).settled
        assert found.feature.replace("_", " ") in roll.outcome
        assert found.slope in (*SLOPES, "none")
        assert found.slope == "none" or roll.outcome.startswith(found.slope)


@pytest.mark.rule("CS-B.1c")
def test_another_character_is_refused():
    with pytest.raises(BadInput, match="no terrain character 'swampy'; there are open, rolling"):
        generate("swampy")


@pytest.mark.parametrize(
    "wrong, message",
    [
        ({"scale": 7}, "scale 7: a figure stands for 5, 10"),
        ({"feet": (0, 6)}, "width = 0; allowed: 1 to 40"),
        ({"seed": -1}, "a seed is 0 or more"),
        ({"mandatory": [Mandatory((9, 1), "town")]}, r"town in square 9,1: the table has squares 1,1 to 8,6"),
        ({"mandatory": [Mandatory((1, 1), "castle")]}, r"castle in square 1,1: there are town"),
        ({"mandatory": [Mandatory((1, 1), "town")] * 2}, "the square is taken"),
    ],
)
def test_a_request_that_makes_no_sense_is_refused(wrong, message):
    with pytest.raises(BadInput, match=message):
        generate("open", **wrong)


@pytest.mark.rule("CS-B.8a", "CS-B.9", "CS-B.10a")
def test_the_days_weather_and_wind_are_rolled_too():
    made = generate("open", seed=4)
    sky, direction, strength = made.log[-3:]
    assert (sky.check, direction.check, strength.check) == ("weather", "wind-direction", "wind-strength")
    assert made.conditions.weather == sky.outcome
    assert made.conditions.wind_from == direction.outcome
    assert made.conditions.wind == strength.outcome.replace("calm", "none")


@pytest.mark.rule("CS-7.2.2p")
@pytest.mark.parametrize("season, falls, wet", [("summer", "rain", True), ("winter", "snow", False)])
def test_rain_wets_the_ground_and_snow_does_not(season, falls, wet):
    days = [generate("open", (1, 1), seed=seed, season=season).conditions for seed in range(60)]
    assert {day.wet_ground for day in days if day.weather == falls} == {wet}
    assert not any(day.wet_ground for day in days if day.weather in ("clear", "fog"))


def test_rain_in_winter_is_snow():
    skies = {generate("open", (1, 1), seed=seed, season="winter").conditions.weather for seed in range(60)}
    assert skies == {"clear", "fog", "snow"}


# ---- the ground as a whole


@pytest.mark.rule("CS-B.1e")
@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_field_is_one_that_a_battle_accepts(character, seed):
    field = Field.from_geojson(json.loads(json.dumps(ground(character, seed))), "generated")
    assert field.character == character
    assert len(field.areas) + len(field.lines) >= 3


@pytest.mark.parametrize("scale", [5, 10, 30, 50])
def test_fields_of_other_scales_are_accepted_too(scale):
    Field.from_geojson(generate("mountainous", (6, 4), scale, seed=3).field, "generated")


def test_the_same_seed_gives_the_same_ground_and_another_gives_another():
    assert generate("rolling", seed=5) == generate("rolling", seed=5)
    assert len({json.dumps(ground("rolling", seed)) for seed in SEEDS}) == len(SEEDS)


def test_countries_differ():
    def share(character, *wanted):
        fields = [ground(character, seed) for seed in SEEDS]
        return sum(each.area for field in fields for each in shapes(field, *wanted)) / len(fields) / TABLE.outline.area

    high = {character: share(character, "hill", "ridge") for character in CHARACTERS}
    assert high["mountainous"] > 2 * high["rolling"] > 2 * high["open"]
    assert share("rolling", "light_woods", "heavy_woods") > 2 * share("open", "light_woods", "heavy_woods")


@pytest.mark.rule("CS-B.1d")
@pytest.mark.parametrize(
    "given, kind",
    [
        (HILL, "hill"),
        (MARSH, "marsh"),
        ({"feature": "field"}, "field"),
        ({"feature": "woods", "woods": "heavy"}, "heavy_woods"),
    ],
)
@pytest.mark.parametrize("square", [(1, 1), (4, 3), (8, 6)])
def test_a_feature_lies_near_the_middle_of_its_square(given, kind, square):
    lowest = shapes(country({square: given}), kind)[0]
    assert lowest.centroid.distance(Point(TABLE.middle(square))) < 0.3 * TABLE.square


# ---- hills


@pytest.mark.rule("CS-B.1e")
def test_neighbouring_hills_become_one_ridge_and_others_stay_apart():
    field = country({(5, 1): HILL, (6, 1): HILL, (2, 4): HILL})
    ridge = [each for each in kinds(field, "ridge") if each["properties"]["height"] == 1]
    hill = [each for each in kinds(field, "hill") if each["properties"]["height"] == 1]
    assert len(ridge) == len(hill) == 1
    assert all(shape(ridge[0]["geometry"]).contains(Point(TABLE.middle(square))) for square in [(5, 1), (6, 1)])


@pytest.mark.rule("CS-B.7", "CS-1.2.1")
@pytest.mark.parametrize("slope", SLOPES)
def test_contours_are_as_close_as_the_slope_class_demands(slope):
    """Hills large enough for several contours: the ground between two of them has the class that was rolled."""
    table = DrawnTable(12, 12, 240)
    hills = {(column, row): slope for column in range(2, 12) for row in range(2, 12)}
    relief = raise_hills(hills, table, Pencil(1), RULES.tables)
    check = RULES["slope"]
    assert len(relief.levels) > 2
    for lower, upper in zip(relief.contours, relief.contours[1:], strict=False):
        assert upper.level == lower.level + 1
        apart = round(upper.shape.exterior.distance(lower.shape.exterior))
        facts = check.situation(contours=1, paces=apart)
        assert check.roll(facts, ScriptedDice([])).settled.slope == slope == upper.slope


@pytest.mark.rule("CS-B.7")
def test_steeper_country_has_closer_contours():
    spacing = contour_spacing(RULES.tables)
    assert spacing["steep"] < spacing["moderate"] < spacing["gentle"]
    assert max(each["properties"]["height"] for each in kinds(country({(4, 3): HILL}), "hill")) > 1


@pytest.mark.parametrize("seed", SEEDS)
def test_higher_contours_lie_within_lower_ones(seed):
    field = ground("mountainous", seed)
    for each in kinds(field, "hill", "ridge"):
        level = each["properties"]["height"]
        below = [shape(e["geometry"]) for e in kinds(field, "hill", "ridge") if e["properties"]["height"] == level - 1]
        assert level == 1 or any(lower.covers(shape(each["geometry"])) for lower in below)


# ---- water


def on_edge(field, spot):
    width, depth = field["paces"]
    return spot[0] in (0, width) or spot[1] in (0, depth)


@pytest.mark.rule("CS-B.1e")
@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("seed", range(1, 11))
def test_water_never_runs_uphill_and_leaves_the_table_or_joins_other_water(character, seed):
    field = ground(character, seed)
    streams, marshes = shapes(field, "stream"), shapes(field, "marsh")
    for stream in streams:
        heights = [height(field, *stream.interpolate(at).coords[0]) for at in np.arange(0, stream.length, 10)]
        assert heights == sorted(heights, reverse=True)
        end = Point(stream.coords[-1])
        others = [water for water in (*streams, *marshes) if water is not stream]
        assert on_edge(field, stream.coords[-1]) or any(water.distance(end) < 40 for water in others)


@pytest.mark.rule("CS-B.1e")
def test_marshes_are_linked_and_drained():
    field = country({(2, 2): MARSH, (2, 4): MARSH})
    first, second = shapes(field, "marsh")
    streams = shapes(field, "stream")
    assert all(any(stream.intersects(marsh) for stream in streams) for marsh in (first, second))
    waters = first.union(second).buffer(2)
    for stream in streams:
        waters = waters.union(stream.buffer(2))
    assert waters.geom_type == "Polygon", "all water hangs together"
    assert any(on_edge(field, stream.coords[-1]) for stream in streams)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stream_from_a_hill_runs_down_it(seed):
    field = country({(4, 3): HILL, (4, 4): HILL, (5, 4): STREAM}, "mountainous", seed=seed)
    (stream,) = shapes(field, "stream")
    assert height(field, *stream.coords[0]) >= height(field, *stream.coords[-1]) == 0
    assert stream.distance(Point(TABLE.middle((5, 4)))) < 0.3 * TABLE.square


@pytest.mark.rule("CS-B.1e")
def test_a_line_that_climbs_is_no_bed_for_water():
    relief = raise_hills({(4, 3): "steep"}, TABLE, Pencil(1), RULES.tables)
    waters = Waters(relief, Lattice(TABLE), Pencil(1))
    plain, top, beyond = (100, 600), TABLE.middle((4, 3)), (1800, 600)
    assert waters.never_rises(LineString([top, plain]))
    assert not waters.never_rises(LineString([plain, top]))
    assert not waters.never_rises(LineString([plain, beyond]))


@pytest.mark.rule("CS-B.1e")
@pytest.mark.parametrize("seed", SEEDS)
def test_water_goes_round_a_ridge_that_bars_its_way(seed):
    ridge = {(column, 1): HILL for column in range(1, 9)}
    field = country({**ridge, (4, 2): MARSH}, seed=seed)
    (marsh,), (stream,) = shapes(field, "marsh"), shapes(field, "stream")
    assert marsh.covers(Point(stream.coords[0]))
    assert on_edge(field, stream.coords[-1])
    assert not any(stream.intersects(hill) for hill in shapes(field, "ridge"))


def test_a_marsh_lies_beside_the_hills_and_not_on_them():
    field = country({(4, 3): HILL, (5, 3): MARSH})
    (marsh,), hill = shapes(field, "marsh"), shapes(field, "hill")[0]
    assert not marsh.intersects(hill)


def test_river_beds_of_the_desert_may_be_dry():
    notes = Counter(
        each["properties"].get("note", "") for seed in range(1, 20) for each in kinds(ground("desert", seed), "stream")
    )
    assert notes["dry river bed"] > notes[""] > 0


# ---- woods, fields, clearings


@pytest.mark.rule("CS-B.1e")
def test_trees_clump_together():
    wood = {"feature": "woods", "woods": "light"}
    assert len(shapes(country({(3, 3): wood, (4, 3): wood, (4, 4): wood}), "light_woods")) == 1
    assert len(shapes(country({(3, 3): wood, (6, 3): wood}), "light_woods")) == 2


@pytest.mark.rule("CS-B.1e")
@pytest.mark.parametrize("seed", SEEDS)
def test_trees_seek_water(seed):
    wood = {"feature": "woods", "woods": "light"}
    (dry,) = shapes(country({(4, 3): wood}, seed=seed), "light_woods")
    (near,) = shapes(country({(4, 3): wood, (5, 3): MARSH}, seed=seed), "light_woods")
    marsh = Point(TABLE.middle((5, 3)))
    assert near.centroid.distance(marsh) < dry.centroid.distance(marsh)


@pytest.mark.rule("CS-B.3", "CS-1.2c")
@pytest.mark.parametrize("seed", SEEDS)
def test_hilly_wooded_tables_are_woods_but_for_clearings(seed):
    made = generate("hilly_wooded", seed=seed)
    field = Field.from_geojson(made.field, "generated")
    check = RULES["terrain-feature"]
    for roll in made.log[:48]:
        found = check.roll(check.situation(character="hilly_wooded"), ScriptedDice(list(roll.dice))).settled
        x, y = TABLE.middle(roll.square)
        wooded = bool({"light_woods", "heavy_woods"} & field.cover_at((round(x * 16), round(y * 16))))
        if found.clearing:
            assert not wooded, roll
    assert any("light_woods" in field.cover_at((x * 16, y * 16)) for x in range(0, 1920, 60) for y in (5, 715, 1435))


def test_a_wood_amid_clearings_keeps_its_trees():
    clear = {"feature": "clear", "clearing": True}
    around = {(column, row): clear for column in range(1, 9) for row in range(1, 7)}
    field = Field.from_geojson(country({**around, (4, 3): {"feature": "woods", "woods": "heavy"}}, "hilly_wooded"), "x")
    x, y = TABLE.middle((4, 3))
    assert "heavy_woods" in field.cover_at((round(x * 16), round(y * 16)))


def test_no_field_lies_under_a_house_or_in_a_stream():
    for seed in SEEDS:
        field = ground("hilly_wooded", seed)
        for parcel in shapes(field, "field"):
            assert all(parcel.intersection(house).area < 20 for house in shapes(field, "building", "village"))
            assert all(parcel.intersection(stream).length < 20 for stream in shapes(field, "stream"))


# ---- houses and roads


@pytest.mark.rule("CS-B.1e")
def test_adjoining_buildings_become_a_village_with_a_road_to_the_nearest_edge():
    field = country({(4, 1): HOUSE, (5, 1): HOUSE, (6, 1): HOUSE})
    (village,), (road,) = shapes(field, "village"), shapes(field, "road")
    assert all(village.buffer(80).covers(Point(TABLE.middle((column, 1)))) for column in (4, 5, 6))
    assert village.covers(Point(road.coords[0]))
    assert road.coords[-1][1] == 0


@pytest.mark.rule("CS-B.1e")
def test_a_farm_joins_the_road_when_that_is_nearer_than_the_edge():
    field = country({(3, 3): HOUSE, (4, 4): HOUSE, (7, 6): HOUSE})
    roads = shapes(field, "road")
    ends = [Point(road.coords[-1]) for road in roads]
    joining = [end for road, end in zip(roads, ends, strict=True) if not on_edge(field, end.coords[0])]
    assert len(joining) == 1
    assert sum(road.distance(joining[0]) < 2 for road in roads) == 2


@pytest.mark.rule("CS-B.1e")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_settlement_has_a_road_and_a_wall_or_fence(seed):
    field = ground("hilly_wooded", seed)
    roads, enclosures = shapes(field, "road"), shapes(field, "wall", "fence")
    for house in shapes(field, "building", "village"):
        assert min(road.distance(house) for road in roads) < 60
        assert min(line.distance(house) for line in enclosures) < 60


def test_roads_cross_water_by_bridge_or_ford_only():
    crossed = 0
    for seed in SEEDS:
        field = country({(4, 3): STREAM}, "mountainous", [Mandatory((4, 2), "crossroads")], seed)
        bridged = MultiPoint(shapes(field, "bridge", "ford")).buffer(50)
        for road in shapes(field, "road"):
            for stream in shapes(field, "stream"):
                met = road.intersection(stream)
                crossed += not met.is_empty
                assert met.within(bridged) or met.is_empty
    assert crossed >= 3


@pytest.mark.rule("CS-B.1b")
def test_demanded_crossroads_lead_to_all_four_edges():
    field = country({}, demands=[Mandatory((4, 3), "crossroads")])
    ends = [road.coords[-1] for road in shapes(field, "road")]
    assert len(ends) == 4
    assert {x for x, _ in ends} >= {0, 1920}
    assert {y for _, y in ends} >= {0, 1440}


# ---- parts


def test_squares_hang_together_by_their_sides():
    assert groups([(1, 1), (2, 1), (3, 2), (5, 5)]) == [[(1, 1), (2, 1)], [(3, 2)], [(5, 5)]]
    assert groups([(1, 1), (2, 1), (3, 2), (5, 5)], corners=True) == [[(1, 1), (2, 1), (3, 2)], [(5, 5)]]


def test_shapes_do_not_disturb_the_rolls():
    small, large = generate("open", (2, 2), seed=3), generate("open", (2, 2), 60, seed=3)
    assert small.log == large.log
    assert isinstance(shape(small.field["features"][0]["geometry"]), Polygon | LineString | Point)
