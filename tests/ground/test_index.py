"""The index of a field changes no answer: everywhere it says what a search through all features says."""

from __future__ import annotations

import copy
import pickle
from functools import cache
from itertools import pairwise

import pytest
from ground_fields import box, feature, field, fields, line
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_ground import PlainField

from grognard.ground import index
from grognard.ground.features import HILLS
from grognard.ground.field import Field
from grognard.ground.shapes import rectangle
from grognard.ground.units import ONE, SUB, direction, point, to_sub
from grognard.scenarios.loading import load
from sampling import SAMPLE

BUNDLED = SAMPLE
STEP = 1 << index.FINEST


def made_up() -> Field:
    """What the bundled fields lack: clearings, one in a corner of its wood, a hole, a pond with a causeway."""
    outer = [[600, 100], [950, 120], [900, 400], [620, 380], [600, 100]]
    hole = [[700, 200], [700, 300], [800, 300], [800, 200], [700, 200]]
    return field(
        box("light_woods", 0, 0, 400, 400),
        box("clearing", 100, 100, 200, 200),
        box("clearing", 300, 300, 400, 400),
        feature("heavy_woods", [outer, hole]),
        box("field", 720, 220, 780, 280),
        box("water", 100, 600, 300, 900),
        box("hill", 600, 600, 900, 800, height=2, slope="steep"),
        box("hill", 500, 500, 900, 900, height=1),
        box("building", 640, 640, 660, 660, stone=True),
        line("bridge", [200, 590], [200, 910], radius=15),
        line("river", [0, 500], [480, 510], [1000, 450]),
        line("road", [200, 0], [200, 1000], width_paces=25),
        line("road", [0, 950], [1000, 950], [1000, 0]),
        line("hedge", [500, 500], [500, 900], [900, 900]),
    )


@cache
def pair(name: str) -> tuple[Field, PlainField]:
    """A field, and the same one without its index."""
    ground = made_up() if name == "made up" else Field.from_geojson(load(name).field, name)
    return ground, plain(ground)


def plain(ground: Field) -> PlainField:
    return PlainField(ground.size, ground.character, ground.areas, ground.lines, ground.bridges)


@st.composite
def places(draw: st.DrawFn, ground: Field) -> tuple[int, int]:
    """Anywhere on the table and a little beyond, on corners and edges and a hair beside them, where windows meet."""
    marks = [p for area in ground.areas for ring in area.rings for p in ring]
    marks += [p for each in (*ground.lines, *ground.bridges) for p in each.points]
    near = st.integers(-1, 1)
    anywhere = [st.integers(-2 * STEP, side + 2 * STEP) for side in ground.size]
    how = draw(st.sampled_from(["anywhere", "corner", "edge", "beside", "seam"]))
    if how == "anywhere" or not marks:
        return draw(st.tuples(*anywhere))
    if how == "seam":
        return tuple(draw(each) // STEP * STEP + draw(near) for each in anywhere)
    if how == "beside":
        near = st.integers(-2 * STEP, 2 * STEP)
    at = draw(st.integers(0, len(marks) - 1))
    a, b = marks[at], marks[at if how == "corner" else at - 1]
    return (a[0] + b[0]) // 2 + draw(near), (a[1] + b[1]) // 2 + draw(near)


@st.composite
def paths(draw: st.DrawFn, ground: Field) -> list[tuple[int, int]]:
    """From anywhere to anywhere, or on by a quarter of a turn's march in some direction, or along an edge."""
    path = [draw(places(ground))]
    for _ in range(draw(st.integers(0, 3))):
        if draw(st.booleans()):
            path.append(draw(places(ground)))
            continue
        (x, y), (east, north) = path[-1], direction(draw(st.integers(0, 23)) * 15)
        paces = draw(st.integers(0, 70))
        path.append((x + east * paces * SUB // ONE, y + north * paces * SUB // ONE))
    return path


def trodden_alike(ground: Field, other: Field, path: list[tuple[int, int]]) -> None:
    """One look at each leg tells the same as every question by itself."""
    met, plain = ground.trodden(path), other.crossings(path)
    assert (met.distance, met.lines, met.passable) == (plain.distance, plain.lines, other.passable(path))
    assert met.areas == tuple(each for each in plain.areas if each.area.kind not in HILLS)
    slopes = [other.slope_between(a, b) for a, b in pairwise(path)]
    assert met.contours == tuple((each.crossed, each.slope, each.distance) for each in slopes if each.crossed)
    assert met.covers == (other.cover_at(path[0]), other.cover_at(path[-1]))


def agree(ground: Field, other: Field, path: list[tuple[int, int]], heading: int) -> None:
    """Every question, asked of both."""
    for place in path:
        assert ground.areas_at(place) == other.areas_at(place)
        assert ground.height_at(place) == other.height_at(place)
        assert ground.cover_at(place) == other.cover_at(place)
        assert ground.roads_at(place) == other.roads_at(place)
    assert ground.crossings(path) == other.crossings(path)
    assert ground.passable(path) == ground.passable(path, ground.crossings(path)) == other.passable(path)
    assert ground.slope_between(path[0], path[-1]) == other.slope_between(path[0], path[-1])
    trodden_alike(ground, other, path)
    body = rectangle(path[0], heading, to_sub(120), to_sub(30))
    assert ground.slope_under(body) == other.slope_under(body)


@pytest.mark.parametrize("name", [*BUNDLED, "made up"])
@settings(deadline=None)
@given(st.data())
def test_the_index_changes_no_answer(name, data):
    ground, other = pair(name)
    agree(ground, other, data.draw(paths(ground)), data.draw(st.integers(0, 359)))


@pytest.mark.parametrize("name", [*BUNDLED, "made up"])
def test_nor_along_the_edges_of_its_features(name):
    ground, other = pair(name)
    rings = [ring for area in ground.areas for ring in area.rings]
    for points in [*((*ring, ring[0]) for ring in rings), *(each.points for each in ground.lines)]:
        for a, b in pairwise(points):
            agree(ground, other, [a, b], 0)
            agree(ground, other, [b, a], 90)


def test_nor_across_a_road():
    ground, other = pair("made up")
    for x in range(to_sub(180), to_sub(220)):
        assert ground.roads_at((x, to_sub(300))) == other.roads_at((x, to_sub(300)))
        assert ground.roads_at((to_sub(700), x + to_sub(750))) == other.roads_at((to_sub(700), x + to_sub(750)))


def test_a_path_within_a_clearing_is_not_in_the_wood():
    ground, _ = pair("made up")
    assert ground.crossings([point(110, 110), point(150, 190)]).areas == ()


@settings(deadline=None)
@given(st.data(), fields())
def test_nor_on_any_other_field(data, ground):
    agree(ground, plain(ground), data.draw(paths(ground)), data.draw(st.integers(0, 359)))


def test_all_bundled_fields_are_tried():
    assert len(BUNDLED) == 12


def test_it_forgets_rather_than_grow_without_end(monkeypatch):
    monkeypatch.setattr(index, "MOST_WINDOWS", 20)
    ground = made_up()
    for x in range(0, 1000, 10):
        assert ground.areas_at(point(x, x)) == plain(ground).areas_at(point(x, x))
    assert len(ground._index._windows) <= 20 + 1


def test_a_copy_leaves_the_index_behind():
    ground = made_up()
    ground.height_at(point(700, 700))
    for other in (copy.copy(ground), pickle.loads(pickle.dumps(ground))):
        assert other == ground
        assert "_index" not in vars(other)
        assert other.height_at(point(700, 700)) == 2
