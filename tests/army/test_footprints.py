"""The ground a unit covers: geometry that must hold for any unit, and the measures of each formation."""

from itertools import combinations
from math import dist, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.army.footprints import Spacing, footprint, formations, placed, screen
from grognard.army.nations import nations
from grognard.army.oob import Unit
from grognard.kernel.errors import BadInput

FOOT = ["infantry", "light_infantry", "grenadier", "guard", "irregular"]
HORSE = ["light_cavalry", "dragoons", "heavy_cavalry", "lancers"]
GUNS = ["foot_artillery", "horse_artillery"]
HAIR = 1e-9


@st.composite
def situations(draw):
    """Any unit of any army in any formation it can take."""
    arm = draw(st.sampled_from(FOOT + HORSE + GUNS))
    unit = Unit(
        id="a",
        name="2/33e",
        arm=arm,
        nation=draw(st.sampled_from([each.adjective for each in nations().values()])),
        men=draw(st.integers(1, 3000)),
        experience="trained",
        position=(0.0, 0.0),
        facing=0.0,
        formation="line",
        ranks=draw(st.integers(0, 6)),
        companies=draw(st.integers(0, 24)),
        squadrons=draw(st.integers(0, 12)),
        guns=draw(st.integers(1, 24)),
        howitzers=draw(st.integers(0, 12)),
        mounted=None if arm in GUNS else draw(st.sampled_from([None, True, False])),
    )
    return {
        "unit": unit,
        "year": draw(st.integers(1700, 1815)),
        "formation": draw(st.sampled_from(formations(unit))),
        "interval": draw(st.sampled_from(["open", "half", "closed", None])),
        "original": draw(st.none() | st.integers(1, 3000)),
    }


@given(situations())
def test_no_man_is_lost(situation):
    assert sum(part.men for part in footprint(**situation).parts) == situation["unit"].men


@given(situations())
def test_the_box_is_that_of_its_parts_with_the_front_at_zero(situation):
    drawn = footprint(**situation)
    assert drawn.width == max(part.x1 for part in drawn.parts) - min(part.x0 for part in drawn.parts) > 0
    assert drawn.depth == -min(part.y0 for part in drawn.parts) > 0
    assert max(part.y1 for part in drawn.parts) == 0
    assert all(part.x1 > part.x0 and part.y1 > part.y0 for part in drawn.parts)


@given(situations())
def test_a_unit_stands_on_the_middle_of_its_front(situation):
    left, _, right, _ = footprint(**situation).bounds
    assert left == pytest.approx(-right)


@given(situations())
def test_parts_do_not_overlap(situation):
    for one, other in combinations(footprint(**situation).parts, 2):
        wide = min(one.x1, other.x1) - max(one.x0, other.x0)
        deep = min(one.y1, other.y1) - max(one.y0, other.y0)
        assert wide <= HAIR or deep <= HAIR


@given(situations(), st.integers(1, 3000))
def test_losses_do_not_narrow_a_unit(situation, left):
    whole = situation | {"original": None}
    after = Unit(
        **{f: getattr(whole["unit"], f) for f in Unit.__struct_fields__} | {"men": min(left, whole["unit"].men)}
    )
    before, now = footprint(**whole), footprint(**whole | {"unit": after, "original": whole["unit"].men})
    assert now.bounds == before.bounds
    assert [part.label for part in now.parts] == [part.label for part in before.parts]
    assert now.men == after.men


@given(situations(), st.tuples(st.floats(0, 9000), st.floats(0, 9000)), st.floats(0, 360, exclude_max=True))
def test_placing_keeps_distances(situation, position, facing):
    drawn = footprint(**situation)
    for part, corners in zip(drawn.parts, placed(drawn, position, facing), strict=True):
        own = [(part.x0, part.y1), (part.x1, part.y1), (part.x1, part.y0), (part.x0, part.y0)]
        assert len(corners) == 4
        for (here, there), (mine, yours) in zip(combinations(corners, 2), combinations(own, 2), strict=True):
            assert dist(here, there) == pytest.approx(dist(mine, yours), abs=1e-6)
        for corner, mine in zip(corners, own, strict=True):
            assert dist(corner, position) == pytest.approx(hypot(*mine), abs=1e-6)


@pytest.mark.parametrize(
    "facing, front_left, rear_right",
    [(0, (-75, 0), (75, -5.4)), (90, (0, 75), (-5.4, -75)), (180, (75, 0), (-75, 5.4)), (270, (0, -75), (5.4, 75))],
)
def test_facing_is_clockwise_from_north(unit, facing, front_left, rear_right):
    line = footprint(unit(companies=1), 1811)
    (corners,) = placed(line, (1000, 500), facing)
    assert corners[0] == pytest.approx((1000 + front_left[0], 500 + front_left[1]))
    assert corners[2] == pytest.approx((1000 + rear_right[0], 500 + rear_right[1]))


@pytest.mark.parametrize(
    "facts, width, depth",
    [
        ({}, 150, 5.4),
        ({"ranks": 2}, 225, 4),
        ({"nation": "British"}, 225, 4),
        ({"formation": "double_line"}, 75, 5.4 + 12 + 5.4),
        ({"formation": "column_of_divisions"}, 50, 2 * 50 + 5.4),
        ({"formation": "column_of_divisions", "interval": "half"}, 50, 2 * 25 + 5.4),
        ({"formation": "column_of_divisions", "interval": "closed"}, 50, 2 * 8.4 + 5.4),
        ({"formation": "attack_column"}, 50, 2 * 25 + 5.4),
        ({"formation": "attack_column", "interval": "closed"}, 50, 2 * 8.4 + 5.4),
        ({"formation": "column_of_companies"}, 25, 5 * 25 + 5.4),
        ({"formation": "column_of_zuege"}, 12.5, 11 * 12.5 + 5.4),
        ({"formation": "open_square"}, 150 / 4 + 5.4, 150 / 4 + 5.4),
        ({"formation": "closed_square"}, 50, 3 * 8.4),
        ({"formation": "open_order"}, 240, 14),
        ({"formation": "extended_order"}, 390, 14),
        ({"formation": "skirmish_squares"}, 5 * 26 + 10, 4 + 10),
        ({"formation": "march_column"}, 6, 150 - 1.2),
        ({"formation": "irregular", "men": 400}, 100, 54),
        ({"arm": "dragoons", "men": 400, "squadrons": 4}, 4 * 62.5 + 3 * 12, 8),
        ({"arm": "dragoons", "men": 400, "squadrons": 4, "ranks": 3}, 4 * 100 / 3 * 1.25 + 3 * 12, 12),
        ({"arm": "dragoons", "men": 400, "squadrons": 4, "formation": "column_of_squadrons"}, 62.5, 3 * 37.5 + 8),
        ({"arm": "foot_artillery", "guns": 4, "howitzers": 2, "formation": "unlimbered"}, 90, 14),
        ({"arm": "foot_artillery", "guns": 6, "formation": "limbered"}, 30, 66),
        ({"arm": "foot_artillery", "guns": 5, "formation": "limbered"}, 30, 66),
        ({"arm": "foot_artillery", "guns": 6, "formation": "march_column"}, 15, 132),
    ],
)  # fmt: skip
def test_measures_of_a_formation(unit, facts, width, depth):
    drawn = footprint(unit(**facts), 1811)
    assert (drawn.width, drawn.depth) == (pytest.approx(width), pytest.approx(depth))


def test_an_open_square_is_hollow(unit):
    square = footprint(unit(), 1811, "open_square")
    middle = -square.depth / 2
    assert [part.label for part in square.parts] == ["front", "right", "rear", "left"]
    assert not any(part.x0 < 0 < part.x1 and part.y0 < middle < part.y1 for part in square.parts)


def test_a_garrison_holds_every_side(unit):
    held = footprint(unit(), 1811, "garrison")
    left, rear, right, front = held.bounds
    for edge, of in [(left, "x0"), (right, "x1"), (front, "y1"), (rear, "y0")]:
        assert [part.label for part in held.parts if getattr(part, of) == pytest.approx(edge)]


def test_a_screen_spreads_on_its_own_front():
    assert (screen(100, front=190).width, screen(100).width) == (190, 175)
    assert screen(101).men == 101
    assert {part.kind for part in screen(100).parts} == {"dots"}


def test_dismounted_dragoons_stand_as_infantry(unit):
    dragoons = unit(arm="dragoons", men=240, ranks=2)
    afoot = unit(arm="dragoons", men=240, ranks=2, mounted=False)
    assert footprint(dragoons, 1811).parts[0].kind == "squadron"
    assert footprint(afoot, 1811).parts[0].kind == "company"
    assert footprint(afoot, 1811).width == pytest.approx(90)


@pytest.mark.parametrize(
    "facts, message",
    [
        ({"formation": "limbered"}, "2/33e: formation = 'limbered'; infantry forms line, double_line"),
        ({"arm": "lancers", "formation": "open_square"}, "cavalry forms line, column_of_squadrons"),
        ({"arm": "foot_artillery", "guns": 6}, "formation = 'line'; artillery forms unlimbered"),
        ({"arm": "foot_artillery", "formation": "limbered"}, "2/33e: guns = 0; a battery has 1 to 24"),
        ({"nation": "Frensh"}, "did you mean French"),
    ],
)
def test_what_a_unit_cannot_do_is_refused(unit, facts, message):
    with pytest.raises(BadInput, match=message):
        footprint(unit(**facts), 1811)


@pytest.mark.rule("CS-A.3a")
@pytest.mark.parametrize("interval", ["open", "half"])
@pytest.mark.parametrize("men", [480, 960])
def test_columns_keep_the_intervals_of_the_appendix(unit, cold_steel, interval, men):
    drawn = footprint(unit(men=men, formation="column_of_companies", interval=interval), 1811)
    spacing = drawn.parts[0].y1 - drawn.parts[1].y1
    by_rule = cold_steel("column-depth", element_front=round(drawn.width), base_depth=9, elements=6, interval=interval)
    assert spacing == by_rule.spacing


@pytest.mark.rule("CS-A.3a")
def test_a_closed_column_is_the_tightest_and_its_bars_stay_apart(unit):
    battalion = unit(formation="column_of_divisions")
    depths = [footprint(battalion, 1811, interval=each).depth for each in ("open", "half", "closed")]
    assert depths == sorted(depths, reverse=True)
    closed = footprint(unit(men=60, companies=6, formation="column_of_companies"), 1811, interval="open")
    assert closed.parts[0].y0 - closed.parts[1].y1 == pytest.approx(3)


@pytest.mark.rule("CS-A.4c")
def test_a_squadron_in_column_of_troops_has_half_its_front(unit):
    squadron = unit(arm="heavy_cavalry", men=160, squadrons=1)
    line, column = footprint(squadron, 1811), footprint(squadron, 1811, "column_of_troops")
    assert column.width == line.width / 2
    assert len(column.parts) == 2
    assert column.parts[1].y1 < column.parts[0].y0


@pytest.mark.rule("CS-A.5d", "CS-1.7f")
@pytest.mark.parametrize("formation, opened", [("unlimbered", False), ("unlimbered_open", True)])
@pytest.mark.parametrize("guns", [1, 2, 6, 12])
def test_front_of_a_gun_line(unit, cold_steel, formation, opened, guns):
    battery = unit(arm="foot_artillery", men=120, guns=guns, formation=formation)
    drawn = footprint(battery, 1811)
    assert drawn.width == cold_steel("gun-line", guns=guns, open_order=opened).paces
    assert len(drawn.parts) == guns


@pytest.mark.rule("CS-A.6")
@pytest.mark.parametrize("order", ["open", "extended"])
def test_opened_ranks_at_the_spacing_of_the_rules(unit, cold_steel, order):
    line = footprint(unit(men=400), 1811)
    by_rule = {each: cold_steel("open-out", line_front=100, ordered=each).front / 100 for each in ("open", "extended")}
    spacing = Spacing(open_order=by_rule["open"], extended_order=by_rule["extended"])
    spread = footprint(unit(men=400), 1811, f"{order}_order", spacing=spacing)
    assert spread.width == pytest.approx(by_rule[order] * line.width)
    assert spread.width > footprint(unit(men=400), 1811, f"{order}_order").width > line.width
