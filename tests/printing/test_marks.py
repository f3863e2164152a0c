"""The parts of a map: nations, names, figures, labels, curves, relief."""

from __future__ import annotations

import math
import random
import re
import zlib

import numpy as np
import pytest
from shapely.geometry import Point, Polygon

from grognard.army.footprints import footprint
from grognard.army.nations import nations as known_nations
from grognard.army.oob import Formation, Leader, Unit
from grognard.ground.squares import letter
from grognard.printing import battle_map, labels, shapes
from grognard.printing.arrivals import bands, chips
from grognard.printing.features import features
from grognard.printing.figures import LEAST, figure
from grognard.printing.frame import when
from grognard.printing.legend import headed
from grognard.printing.lettering import Room, Style, write
from grognard.printing.look import THEMES, nation_id, nations, palette
from grognard.printing.naming import surname, unit_label, unit_number
from grognard.printing.places import title
from grognard.printing.relief import CELL, RISE, level_lines, png, relief
from grognard.printing.works import _into, _open_course
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario


def test_every_nation_of_an_order_of_battle_has_colours_and_a_pattern() -> None:
    assert set(nations()) == set(known_nations())
    assert nation_id("French") == "french"


def test_no_two_nations_share_a_pattern_or_a_body() -> None:
    looks = nations().values()
    patterns = [(n.pattern.tile, n.pattern.turn, n.pattern.fill, n.pattern.stroke) for n in looks]
    assert len(set(patterns)) == len(patterns)
    assert len({n.pattern.name for n in looks}) == len(patterns)
    for theme in THEMES:
        assert len({n.colours(theme)[0] for n in looks}) == len(patterns)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_front_edges_and_flags_can_be_read(theme: str) -> None:
    for key, nation in nations().items():
        body, edge, _, text = nation.colours(theme)
        assert _contrast(edge, palette(theme).tints[2]) > 4.5, key
        assert _contrast(text, body) > 3, key


@pytest.mark.parametrize(
    "name, short",
    [
        ("2/33e", "2/33e"),
        ("9e chasseurs à cheval", "9e chasseurs"),
        ("Royal Corsican Rangers and Royal Sicilian Volunteers", "Royal Corsican Rangers"),
        ("Watteville's Regiment (five companies)", "Watteville's Rgt"),
        ("89th, three companies (Barnes)", "89th"),
        ("2/67th, right wing", "2/67th, right wing"),
        ("Cossacks, 2nd body", "Cossacks, 2nd body"),
        ("Duncan's guns, second half", "Duncan's guns, 2nd half"),
        ("Legion, 1st horse battery", "Legion, 1st horse bty"),
        ("Nine-pounders on the hill", "Nine-pdrs on the hill"),
        ("Guns that stood longest on the hill", "Guns that stood longest"),
        ("Kilmarnock's Footguards", "Kilmarnock's Footguards"),
        ("Mohawk and other warriors (Anderson)", "Mohawk"),
        ("Grenadier battalion Schack", "Gren. Schack"),
    ],
)
def test_unit_names_are_cut_short(name: str, short: str) -> None:
    assert unit_label(name) == short


def test_a_number_stands_for_a_name_only_where_there_is_one() -> None:
    assert unit_number("II/4th Kurmark Landwehr") == "II/4th"
    assert unit_number("2/33e") == ""
    assert unit_number("Light Battalion") == ""


@pytest.mark.parametrize(
    "name, last",
    [
        ("Major-General Sir John Stuart", "Stuart"),
        ("Field Marshal the Duke of Wellington", "Wellington"),
        ("General of Brigade Franceschi (horse), Chef d'escadron Griois (guns)", "Franceschi"),
        ("King Frederick II", "Frederick"),
        ("Major-General Karl von Hirschfeld in person", "Hirschfeld"),
        ("Commander not established", ""),
    ],
)
def test_flags_bear_surnames(name: str, last: str) -> None:
    assert surname(name) == last


def test_place_names_drop_what_tells_two_polygons_apart() -> None:
    assert title("foot of the Maida height, lower") == "Foot of the Maida height"
    assert title("") == ""


def test_dates_and_letters() -> None:
    assert when("1806-07-04") == "4 July 1806"
    assert when("about noon") == "about noon"
    assert [letter(i) for i in (0, 25, 26, 29, 52)] == ["A", "Z", "AA", "AD", "BA"]


def test_frontage_is_true_and_depth_only_grows_to_the_rear(battle: Scenario) -> None:
    sheet = battle_map._sheet(battle, "light")
    for unit in battle.sides[0].formations[0].units[:4]:
        print_ = footprint(unit, 1813)
        drawn = figure(unit, print_.parts, sheet)
        x0, y0, x1, y1 = drawn.extent
        assert x1 - x0 == pytest.approx(print_.width * sheet.scale, abs=0.01)
        assert y0 == pytest.approx(0, abs=1e-9)
        assert y1 >= print_.depth * sheet.scale - 0.01


def test_a_thin_line_is_drawn_thick_enough_to_see(battle: Scenario) -> None:
    line: Unit = battle.sides[0].formations[0].units[0]
    drawn = figure(line, footprint(line, 1813).parts, battle_map._sheet(battle, "light"))
    assert drawn.extent[3] == LEAST["line"]


def test_a_figure_stands_behind_its_front(battle: Scenario) -> None:
    """North is up on the sheet: a unit that faces north has its body below its front, one that faces south above."""
    sheet = battle_map._sheet(battle, "light")
    for fig in battle_map.figures(battle, sheet):
        middle = sum(y for _, y in fig.corners()) / 4
        assert middle > fig.at[1] if fig.unit.facing == 0 else middle < fig.at[1]


def test_labels_cover_no_figure_and_no_other_label_and_stay_in_the_frame(battle: Scenario) -> None:
    sheet = battle_map._sheet(battle, "light")
    drawn, room = battle_map.figures(battle, sheet), Room(sheet)
    bodies = [Polygon(fig.corners(ahead=9, around=1.5)) for fig in drawn]
    for body in bodies:
        room.take(body)
    written = list(labels.unit_labels(drawn, room, sheet).written.values())
    assert len(written) > 10
    for i, shape in enumerate(written):
        assert room.frame(0).contains(shape)
        assert not any(shape.intersects(body) for body in bodies)
        assert not any(shape.intersects(other) for other in written[:i])


def test_flags_and_their_staffs_cover_no_figure_and_no_label(battle: Scenario) -> None:
    sheet = battle_map._sheet(battle, "light")
    drawn, room = battle_map.figures(battle, sheet), Room(sheet)
    for fig in drawn:
        room.take(Polygon(fig.corners(ahead=9, around=1.5)))
    labels.unit_labels(drawn, room, sheet)
    before = list(room.taken)
    there = {fig.unit.id: fig for fig in drawn}
    labels.flags([who for side in battle.sides for who in labels.leaders(side, there, sheet)], room, sheet)
    planted = room.taken[len(before) :]
    assert len(planted) == 6
    assert not any(flag.intersects(other) for flag in planted for other in before)


def test_a_label_without_room_is_dropped_and_reported(battle: Scenario) -> None:
    sheet = battle_map._sheet(battle, "light")
    room = Room(sheet)
    room.take(room.frame(-10))
    result = labels.unit_labels(battle_map.figures(battle, sheet), room, sheet)
    assert not result.written
    assert len(result.dropped) == 16


def test_arrivals_take_room_only_at_their_edges(battle: Scenario) -> None:
    found = bands(chips(battle, 1.0))
    assert found["north"] == found["west"] > 0
    assert found["south"] == found["east"] == 0


def test_a_curve_goes_through_its_points() -> None:
    points = [(0.0, 0.0), (100.0, 0.0), (100.0, 80.0), (0.0, 80.0)]
    smooth = shapes.curve(points, 5, closed=True)
    assert all(any(math.dist(p, q) < 1e-9 for q in smooth) for p in points)
    assert all(math.dist(a, b) < 10 for a, b in zip(smooth, [*smooth[1:], smooth[0]], strict=True))


def test_a_walk_keeps_its_step() -> None:
    steps = list(shapes.walk([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)], 4))
    assert [(s.x, s.y) for s in steps] == [(0, 0), (4, 0), (8, 0), (10, 2), (10, 6), (10, 10)]


def test_scattered_places_are_inside() -> None:
    shape = Polygon([(0, 0), (60, 0), (0, 60)])
    spots = shapes.scatter(shape, 6, random.Random(1))
    assert 30 < len(spots) < 90
    assert all(x + y < 60 for x, y in spots)


def test_hills_rise_where_contours_say_and_cast_their_shade_south_east(battle: Scenario) -> None:
    sheet = battle_map._sheet(battle, "light")
    ground = relief(sheet, features(battle.field, sheet))

    def height(x: float, y: float) -> float:
        return float(ground.z[ground.cell(*sheet.at((x, y)))])

    assert height(300, 300) > height(120, 300) > height(20, 900)
    north_west, south_east = ground.fall(*sheet.at((200, 400))), ground.fall(*sheet.at((400, 200)))
    assert sum(north_west) > 0 > sum(south_east)


def test_lines_of_equal_height_run_at_that_height(battle: Scenario) -> None:
    sheet = battle_map._sheet(battle, "light")
    ground = relief(sheet, features(battle.field, sheet))
    lines = level_lines(ground, 30.0)
    assert lines
    assert all(abs(ground.z[ground.cell(x, y)] - 30) < 4 for line in lines for x, y in line)


def test_a_line_round_a_hill_closes(battle: Scenario) -> None:
    sheet = battle_map._sheet(battle, "light")
    ground = relief(sheet, features(battle.field, sheet))
    edges = sheet.left, sheet.top, sheet.left + sheet.width, sheet.top + sheet.height
    for line in level_lines(ground, 30.0):
        ends = line[0], line[-1]
        assert ends[0] == ends[1] or all(min(abs(v - e) for v in end for e in edges) < 2 * CELL for end in ends)


def test_png_holds_the_pixels() -> None:
    pixels = np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3)
    data = png(pixels)
    start = data.index(b"IDAT")
    size = int.from_bytes(data[start - 4 : start], "big")
    rows = np.frombuffer(zlib.decompress(data[start + 4 : start + 4 + size]), np.uint8).reshape(4, 16)
    assert (rows[:, 0] == 1).all()
    restored = np.cumsum(rows[:, 1:].reshape(4, 5, 3), axis=1, dtype=np.uint8)
    assert (restored == pixels).all()


def test_a_commander_known_by_his_troops_alone_does_not_name_them_twice() -> None:
    commander = Leader("Commander of the artillery")
    assert headed(Formation("Artillery", commander=commander)) == "Artillery"
    assert headed(Formation("Reserve", commander=commander)) == "Reserve, artillery"


def test_a_hill_that_reaches_the_edge_does_not_fall_there() -> None:
    vimeiro = load("vimeiro")
    sheet = battle_map._sheet(vimeiro, "light")
    ground = relief(sheet, features(vimeiro.field, sheet))
    # the eastern height takes up the corner: it is as high there as farther in
    corner, within = sheet.at((3590, 2990)), sheet.at((3200, 2850))
    assert abs(ground.z[ground.cell(*corner)] - ground.z[ground.cell(*within)]) < RISE / 2
    assert math.hypot(*ground.fall(*corner)) < 0.09


def test_a_wood_or_a_sea_fills_the_corner_of_the_table() -> None:
    for name, place in (("goehrde", (4995, 5)), ("plains-of-abraham", (5, 5)), ("barrosa", (5, 3195))):
        scenario = load(name)
        sheet = battle_map._sheet(scenario, "light")
        areas = [
            each
            for each in features(scenario.field, sheet)
            if each.is_area and each.kind in ("heavy_woods", "light_woods", "water")
        ]
        assert any(shapes.polygon(each.smooth).contains(Point(sheet.at(place))) for each in areas), name


def test_a_river_that_ends_at_a_lake_goes_on_into_it_and_its_light_does_not() -> None:
    chippawa = load("chippawa")
    sheet = battle_map._sheet(chippawa, "light")
    found = features(chippawa.field, sheet)
    (creek,) = [each for each in found if each.kind == "river" and "Creek" in each.name]
    lake = shapes.polygon(next(each for each in found if each.kind == "water").smooth)
    course = _into(creek, lake)
    assert any(lake.contains(Point(course[end])) for end in (0, -1))
    # the other end is at the table's edge, as it was
    assert creek.smooth[0] in course
    drawn = _open_course(course, 3.0, lake).split(' d="')[1]
    places = [tuple(map(float, each)) for each in re.findall(r"(-?[\d.]+)[ ,](-?[\d.]+)", drawn)]
    assert places
    assert not any(lake.buffer(-0.5).contains(Point(place)) for place in places)


def test_apostrophes_are_drawn() -> None:
    style = Style(14, colour="#000")
    sheet = battle_map._sheet(load("maida"), "light")
    for name in ("Watteville's Rgt", "Watteville’s Rgt"):
        assert name in write(name, (10, 10), style, sheet)
        assert style.measure(name) > style.measure("Wattevilles Rgt")
