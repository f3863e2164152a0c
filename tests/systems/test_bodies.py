"""Cold Steel's units as bodies on the ground."""

import pytest

from grognard import systems
from grognard.army.footprints import footprint, formations
from grognard.ground.units import to_sub
from grognard.scenarios.loading import load
from grognard.systems.cold_steel.table.footprints import shape_of

RULES = systems.rules("cold-steel")
UNITS = [unit for side in load("quatre-bras").sides for unit in side.all_units()]


def one(kind):
    return next(unit for unit in UNITS if unit.kind == kind)


def test_every_unit_of_a_battle_in_every_formation_it_can_take():
    for unit in UNITS:
        for formation in formations(unit):
            shape, drawn = shape_of(RULES, unit, 1815, formation), footprint(unit, 1815, formation)
            assert len(shape.at((0, 0), 0).parts) == len(drawn.parts)
            if formation not in ("open_order", "extended_order"):
                assert abs(shape.width - 16 * drawn.width) <= 1
                assert abs(shape.depth - 16 * drawn.depth) <= 1


@pytest.mark.rule("CS-A.6")
@pytest.mark.parametrize("order, fronts", [("open_order", 2), ("extended_order", 3)])
def test_opened_ranks_spread_to_two_and_three_fronts_of_the_line(order, fronts):
    battalion = one("infantry")
    line, opened = (shape_of(RULES, battalion, 1815, formation) for formation in ("line", order))
    assert opened.width == pytest.approx(fronts * line.width, abs=fronts)


def test_the_middle_of_the_front_stands_where_it_is_put():
    body = shape_of(RULES, one("cavalry"), 1815, "line").at((to_sub(300), to_sub(200)), 0)
    left, right, _, _ = body.frame
    assert (left[1], right[1], left[0] + right[0]) == (to_sub(200), to_sub(200), 2 * to_sub(300))


def test_a_shape_is_measured_once():
    unit = one("artillery")
    assert shape_of(RULES, unit, 1815, "unlimbered") is shape_of(RULES, unit, 1815, "unlimbered")
