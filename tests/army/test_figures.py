"""Figures, stands and inches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.army.figures import (
    SCALES,
    company_figures,
    figure_range,
    figures,
    firing_elements,
    frontage_in_inches,
    inches,
    men_of,
    row_of_stands,
    stands,
)  # fmt: skip
from grognard.army.footprints import footprint
from grognard.kernel.errors import BadInput

scales = st.sampled_from(SCALES)


@pytest.mark.parametrize(
    "men, scale, count",
    [(600, 20, 30), (609, 20, 30), (610, 20, 31), (611, 20, 31), (5, 60, 1), (0, 20, 0), (89, 60, 1), (90, 60, 2)],
)
def test_figures_are_rounded_to_the_nearest(men, scale, count):
    assert figures(men, scale) == count


@given(st.integers(1, 3000), scales)
def test_a_count_of_figures_means_a_range_of_men(men, scale):
    count = figures(men, scale)
    least, most = figure_range(count, scale)
    assert least <= men <= most
    assert (figures(least, scale), figures(most, scale), figures(most + 1, scale)) == (count, count, count + 1)
    assert least == 1 or figures(least - 1, scale) == count - 1


@given(st.integers(1, 200), scales)
def test_figures_stand_for_their_men(count, scale):
    assert figures(men_of(count, scale), scale) == count


@given(st.integers(1, 3000), scales, st.integers(1, 12))
def test_stands_hold_all_figures_evenly(men, scale, on_a_stand):
    unit = stands(men, scale, on_a_stand)
    assert sum(unit.on_stand) == unit.figures == figures(men, scale)
    assert max(unit.on_stand) <= on_a_stand
    assert max(unit.on_stand) - min(unit.on_stand) <= 1


def test_companies_share_the_figures_of_the_battalion(unit):
    assert company_figures(footprint(unit(men=630), 1811), 20) == [5, 5, 6, 5, 5, 6]


def test_guns_sections_and_figures_fire(unit):
    battery = unit(arm="foot_artillery", men=120, guns=5, howitzers=2, formation="unlimbered")
    assert firing_elements(battery, 20) == 7
    assert firing_elements(battery, 20, by="section") == 4
    assert firing_elements(battery, 20, by="figure") == 6
    assert firing_elements(unit(), 20) == 30


@pytest.mark.rule("CS-1.7a", "CS-1.7f")
@pytest.mark.parametrize("scale", SCALES)
def test_fronts_in_inches_at_the_ground_scale_of_the_rules(unit, cold_steel, scale):
    to_an_inch = cold_steel("ground-scale", length=1, measured_in="inches", scale=str(scale)).paces
    battery = footprint(unit(arm="foot_artillery", guns=6, formation="unlimbered"), 1811)
    by_rule = cold_steel("gun-line", guns=6, scale=str(scale)).inches
    assert frontage_in_inches(battery, to_an_inch) == pytest.approx(float(by_rule), abs=0.005)


@pytest.mark.rule("CS-1.7d")
@pytest.mark.parametrize("basing, front", [("empire", 4), ("fire_and_steel", 4.75)])
def test_bases_that_want_a_gap(cold_steel, basing, front):
    gap = float(cold_steel("basing", basing=basing).inches_between_bases)
    assert row_of_stands(4, 1, gap) == front


@pytest.mark.rule("CS-1.7e")
def test_napoleons_battles_stand_at_half_the_figure_scale(cold_steel):
    base = cold_steel("basing", basing="napoleons_battles", ranks=2, files=4, scale="20")
    assert figures(base.men, 10) == 8
    assert figures(base.men, 20) == base.firing_figures


@pytest.mark.parametrize(
    "wrong, message",
    [
        (lambda: figures(600, 25), "figure scale 1:25; it is one of 1:5, 1:10"),
        (lambda: stands(600, 20, 0), "0 figures on a stand"),
        (lambda: inches(100, 0), "0 paces to an inch"),
    ],
)
def test_scales_there_are_not(wrong, message):
    with pytest.raises(BadInput, match=message):
        wrong()
