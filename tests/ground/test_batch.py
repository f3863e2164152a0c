"""All pairs at once: the same answers as one by one, in plain Python and compiled, in any order."""

from __future__ import annotations

import subprocess
import sys

import pytest
from ground_fields import BLOCKING, battalions, blocks, box, field, fields
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.ground import batch, kernels, relations
from grognard.ground.batch import Lookout, Pairs, gap_of_quads
from grognard.ground.relations import Body, Zone
from grognard.ground.shapes import centre, distance_of_quads, rectangle
from grognard.ground.sight import Crest, Sight, SightRules
from grognard.ground.units import point, to_sub
from grognard.kernel.errors import BadInput

RULES = SightRules(dict.fromkeys(BLOCKING, to_sub(60)), crest=Crest(to_sub(20), 1))
ENGINES = ("python", "numba")
armies = st.lists(blocks() | battalions(), min_size=2, max_size=6)
sides = st.lists(st.integers(0, 1), min_size=6, max_size=6)
reaches = st.tuples(st.integers(-1, 2000), st.integers(-1, 16_000))
puffs = st.lists(st.tuples(*[st.integers(0, 16_000)] * 2, st.integers(0, 1600)), max_size=2)


def pairs(bodies, ground, engine, **more):
    return Pairs(bodies, Sight(ground, RULES), half_angle=45, engine=engine, **more)


@pytest.fixture(scope="module", autouse=True)
def _compiled_once():
    """Compiling takes seconds, which no single example should have to wait for."""
    pairs([Body.block(point(1, 1), 0, 16, 16)], field(), "numba")


@settings(deadline=None)
@given(fields(), armies, puffs, st.booleans())
def test_batch_equals_single(ground, bodies, smoke, block):
    many, sight = pairs(bodies, ground, "numba", smoke=smoke, troops_block=block), Sight(ground, RULES)
    for i, one in enumerate(bodies):
        for j, other in enumerate(bodies):
            if i != j:
                rest = [part for k, body in enumerate(bodies) if k not in (i, j) for part in body.parts if block]
                assert many.sees(i, j) == sight.clear(one.eye, other.eye, smoke=smoke, screens=rest)
                assert many.distance(i, j) == relations.gap(one.parts, other.parts)
                assert many.zone(j, i) == relations.zone(one.frame, centre(other.frame), 45)


@settings(deadline=None)
@given(fields(), armies, puffs, st.booleans(), sides, reaches)
def test_enemies_near_by_see_stand_to_stand_and_whoever_is_in_contact_sees(ground, bodies, smoke, block, whose, reach):
    contact, near = reach
    many = pairs(
        bodies, ground, "numba", smoke=smoke, troops_block=block, contact=contact, near=near, sides=whose[: len(bodies)]
    )
    sight = Sight(ground, RULES)
    for i, one in enumerate(bodies):
        for j, other in enumerate(bodies):
            if i != j:
                rest = [part for k, body in enumerate(bodies) if k not in (i, j) for part in body.parts if block]
                apart, enemies = many.distance(i, j), whose[i] != whose[j]
                ends = [(one.eye, other.eye)]
                if apart <= near and enemies:
                    ends += [(here, there) for here in one.lookouts for there in other.lookouts]
                clear = any(sight.clear(*line, smoke=smoke, screens=rest) for line in ends)
                assert many.sees(i, j) == many.sees(j, i) == (apart <= contact or clear)


def test_a_body_is_looked_from_along_its_front_and_from_its_rear():
    line = Body.block(point(500, 500), 0, to_sub(100), to_sub(10))
    along = [point(x, 500) for x in (450, 475, 525, 550, 500)]
    assert line.lookouts == (*along, point(550, 490), point(450, 490))
    assert len(line.lookouts) == kernels.STANDS


@settings(deadline=None)
@given(fields(), armies, puffs, st.booleans(), sides, reaches)
def test_plain_python_and_compiled_agree_to_the_last_bit(ground, bodies, smoke, block, whose, reach):
    contact, near = reach
    more = {"contact": contact, "near": near, "sides": whose[: len(bodies)]}
    plain, compiled = (pairs(bodies, ground, engine, smoke=smoke, troops_block=block, **more) for engine in ENGINES)
    assert plain.tables() == compiled.tables()


@settings(deadline=None)
@given(fields(), armies, st.randoms(use_true_random=False))
def test_the_order_of_units_does_not_matter(ground, bodies, rng):
    order = list(range(len(bodies)))
    rng.shuffle(order)
    first, second = pairs(bodies, ground, "numba"), pairs([bodies[i] for i in order], ground, "numba")
    for here, i in enumerate(order):
        for there, j in enumerate(order):
            assert first.sees(i, j) == second.sees(here, there)
            assert first.distance(i, j) == second.distance(here, there)
            assert first.zone(i, j) == second.zone(here, there)


@settings(deadline=None)
@given(armies)
def test_the_gap_of_two_quads_is_the_same_by_any_means(bodies):
    quads = [quad for body in bodies for quad in (body.frame, *body.parts)]
    for one in quads:
        for other in quads:
            numbers = [number for quad in (one, other) for corner in quad for number in corner]
            assert gap_of_quads(one, other) == distance_of_quads(one, other) == kernels.quad_gap(*numbers)


def test_without_numba_the_gap_of_two_quads_is_measured_in_plain_python(monkeypatch):
    def missing():
        raise ImportError("no numba")

    monkeypatch.setattr(batch, "_compiled", missing)
    batch._gap.cache_clear()
    try:
        assert batch._gap() is distance_of_quads
    finally:
        batch._gap.cache_clear()


@settings(deadline=None)
@given(fields(), armies, armies, st.data(), st.sampled_from(ENGINES), st.booleans())
def test_units_that_come_and_go_leave_the_others_as_they_were(ground, bodies, new, data, engine, block):
    """Some of the old ones stay, in any order, among new ones."""
    before = data.draw(st.lists(st.integers(-1, len(bodies) - 1), min_size=1, max_size=6, unique_by=lambda i: i))
    before += [-1] * data.draw(st.integers(0, 1))
    fresh = iter(new * 3)
    after = [bodies[old] if old >= 0 else next(fresh) for old in before]
    whose = [i % 2 for i in range(len(after))]
    more = {"troops_block": block, "contact": to_sub(20), "near": to_sub(400)}
    # whose it is, nobody changes who stays
    kept = [before.index(old) % 2 if old in before else 0 for old in range(len(bodies))]
    updated = pairs(bodies, ground, engine, sides=kept, **more)
    updated.regroup(after, before, whose)
    assert updated.tables() == pairs(after, ground, engine, sides=whose, **more).tables()


@settings(deadline=None)
@given(fields(), armies, blocks() | battalions(), st.sampled_from(ENGINES), st.booleans())
def test_a_moved_unit_gets_the_answers_of_its_new_place(ground, bodies, moved, engine, block):
    more = {"troops_block": block, "contact": to_sub(20), "near": to_sub(400)}
    updated = pairs(bodies, ground, engine, **more)
    updated.update(1, moved)
    anew = [bodies[0], moved, *bodies[2:]]
    assert updated.tables() == pairs(anew, ground, engine, **more).tables()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_unit_may_change_into_another_number_of_parts(engine):
    one = Body.block(point(100, 100), 0, to_sub(50), to_sub(6))
    companies = [rectangle(point(100, 400 - 20 * row), 0, to_sub(50), to_sub(3)) for row in range(4)]
    column = Body.of(companies, point(100, 400), 0, to_sub(50), to_sub(63))
    found = pairs([one, one], field(), engine)
    found.update(1, column)
    assert found.distance(0, 1) == to_sub(400 - 63 - 100)
    assert found.tables() == pairs([one, column], field(), engine).tables()


@settings(deadline=None)
@given(fields(), armies, st.lists(blocks() | battalions(), min_size=6, max_size=6), st.sampled_from(ENGINES), st.data())
def test_several_moved_at_once_are_as_if_they_had_stood_there(ground, bodies, places, engine, data):
    moved = data.draw(st.sets(st.integers(0, len(bodies) - 1)))
    block = data.draw(st.booleans())
    updated = pairs(bodies, ground, engine, troops_block=block)
    updated.move({index: places[index] for index in moved})
    anew = [places[index] if index in moved else body for index, body in enumerate(bodies)]
    assert updated.tables() == pairs(anew, ground, engine, troops_block=block).tables()


@settings(deadline=None)
@given(fields(), armies, st.sampled_from(ENGINES))
def test_a_row_is_what_one_hears_by_asking_about_each(ground, bodies, engine):
    found = pairs(bodies, ground, engine)
    for i in range(len(bodies)):
        others = [j for j in range(len(bodies)) if j != i]
        row, shown = found.row(i), found.shown(i)
        assert [row.distances[j] for j in others] == [found.distance(i, j) for j in others]
        assert [row.seen[j] for j in others] == [found.sees(i, j) for j in others]
        assert [row.zones[j] for j in others] == [found.zone(j, i) for j in others]
        assert [shown[j] for j in others] == [found.zone(i, j) for j in others]
        assert all(type(number) is int for numbers in (*row, shown) for number in numbers)


def test_changes_of_formation_do_not_answer_everything_anew(monkeypatch):
    one = Body.block(point(100, 100), 0, to_sub(50), to_sub(6))
    found = pairs([one, one, one], field(), "python")
    monkeypatch.setattr(found, "_begin", lambda: pytest.fail("all pairs were worked out"))
    for parts in (3, 1, 20, 12):
        found.update(1, Body.of([one.frame] * parts, point(100, 100), 0, to_sub(50), to_sub(6)))


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize("engine", ENGINES)
def test_threats_are_the_visible_within_reach_by_zone(engine):
    own = Body.block(point(500, 500), 0, to_sub(100), to_sub(6))
    ahead = Body.block(point(500, 900), 180, to_sub(60), to_sub(20))
    beside = Body.block(point(796, 500), 270, to_sub(60), to_sub(6))
    hidden = Body.block(point(500, 200), 0, to_sub(60), to_sub(20))
    wood = box("heavy_woods", 300, 300, 700, 400)
    found = pairs([own, ahead, beside, hidden], field(wood), engine)
    infantry, cavalry = to_sub(240), to_sub(400)
    contacts = found.contacts(0, [0, cavalry, infantry + to_sub(6), cavalry])
    assert [(c.body, c.distance, c.zone) for c in contacts] == [
        (2, to_sub(246), Zone.FLANK),
        (1, to_sub(400), Zone.FRONT),
    ]
    assert [c.body for c in found.contacts(0, [0, cavalry - 1, infantry, cavalry])] == []


def test_wrong_numbers_are_refused():
    found = pairs([Body.block(point(1, 1), 0, 16, 16)], field(), "python")
    with pytest.raises(BadInput, match="body 1: there are 1"):
        found.sees(0, 1)
    with pytest.raises(BadInput, match="body -1"):
        found.update(-1, found.bodies[0])
    with pytest.raises(BadInput, match="body 1"):
        found.row(1)
    with pytest.raises(BadInput, match="body 1"):
        found.shown(1)
    with pytest.raises(BadInput, match="body 2"):
        found.move({2: found.bodies[0]})
    with pytest.raises(BadInput, match="2 reaches for 1 bodies"):
        found.contacts(0, [1, 2])
    with pytest.raises(BadInput, match="at least one part"):
        Body.of([], (0, 0), 0, 16, 16)


def test_without_numba_plain_python_takes_over(monkeypatch):
    def missing():
        raise ImportError("no numba")

    monkeypatch.setattr(batch, "_compiled", missing)
    both = [Body.block(point(x, 500), 0, 160, 160) for x in (100, 200)]
    assert pairs(both, field(), "auto").distance(0, 1) == to_sub(90)
    with pytest.raises(ImportError):
        pairs(both, field(), "numba")


def test_nothing_heavy_is_imported_before_it_is_needed():
    script = "import sys, grognard.ground.batch; print({'numba', 'numpy', 'shapely'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@settings(deadline=None)
@given(fields(), armies, st.sampled_from(ENGINES))
def test_many_lookouts_see_what_each_sees_alone(ground, bodies, engine):
    sight, places = Sight(ground, RULES), [body.eye for body in bodies]
    lookout, posts = Lookout(sight, engine), places[:2]
    assert lookout.look(posts, places) == [[int(sight.clear(post, at)) for at in places] for post in posts]
    assert all(lookout.sees(post, at) == sight.clear(post, at) for post in posts for at in places)


@settings(deadline=None)
@given(fields(), armies, st.integers(0, 40_000), st.sampled_from(ENGINES))
def test_whole_rows_say_what_single_questions_say(ground, bodies, reach, engine):
    alone, every = pairs(bodies, ground, engine), range(len(bodies))
    asked = [pairs(bodies, ground, engine, horizon=horizon) for horizon in (0, 4_000, 100_000) for _ in range(4)]
    for by_row, by_reach, by_sight, by_nearness in zip(*[iter(asked)] * 4, strict=True):
        assert by_row.distances(0) == [alone.distance(0, j) for j in every]
        near = [j for j in every if alone.distance(0, j) <= reach]
        assert by_reach.near(0, reach) == near
        assert by_reach.gaps(0, reach) == [(j, alone.distance(0, j)) for j in near if j]
        assert by_sight.seen_by_any([0, 1], every) == [int(alone.sees(0, j) or alone.sees(1, j)) for j in every]
        assert by_sight.seen_by_any([], every) == [0] * len(bodies)
        others = [j for j in every if j]
        near = [min((alone.distance(i, j), j) for j in others)[::-1] for i in every]
        assert by_nearness.nearest(every, others) == near
        assert by_nearness.nearest([0], []) == by_nearness.nearest([], [0]) == []
