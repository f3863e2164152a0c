"""Appendix B: the terrain generator."""

import pytest

from grognard.kernel.errors import BadInput
from grognard.systems.cold_steel.checks.ground.terrain import free_squares

GENTLE, MODERATE, STEEP = ("hill", "gentle"), ("hill", "moderate"), ("hill", "steep")
LIGHT, HEAVY = ("woods", "none", "light"), ("woods", "none", "heavy")
MARSH, BUILDING, FIELD, CLEAR = ("marsh",), ("building",), ("field",), ("clear",)

OPEN_DICE = [(1, 3), (4, 5), (6, 6), (7, 8), (9, 14), (15, 34), (35, 38), (39, 40), (41, 100)]
OPEN = [STEEP, (*GENTLE, "light"), (*GENTLE, "heavy"), MARSH, BUILDING, FIELD, LIGHT, HEAVY, CLEAR]
HILLY_DICE = [(1, 3), (4, 5), (6, 6), (7, 9), (10, 15), (16, 21), (22, 35), (36, 42), (43, 50), (51, 100)]
HILLY = [
    GENTLE, (*GENTLE, "light"), (*MODERATE, "light"), (*MODERATE, "heavy"), MARSH, BUILDING, FIELD, LIGHT, HEAVY, CLEAR,
]  # fmt: skip
ROLLING_DICE = [(1, 12), (13, 15), (16, 18), (19, 21), (22, 24), (25, 28), (29, 38), (39, 54), (55, 70), (71, 100)]
ROLLING = [
    GENTLE, (*GENTLE, "light"), (*GENTLE, "heavy"), (*MODERATE, "light"), MARSH, BUILDING, FIELD, LIGHT, HEAVY, CLEAR,
]  # fmt: skip
MOUNTAINS_DICE = [
    (1, 20), (21, 40), (41, 42), (43, 45), (46, 55), (56, 58), (59, 64), (65, 68), (69, 74), (75, 85), (86, 100),
]  # fmt: skip
MOUNTAINS = [
    MODERATE, STEEP, (*MODERATE, "light"), (*MODERATE, "heavy"), (*STEEP, "light"), ("stream",),
    ("building_wall_or_fence",), FIELD, LIGHT, HEAVY, CLEAR,
]  # fmt: skip
DESERT_DICE = [(1, 3), (4, 13), (14, 17), (18, 18), (19, 25), (26, 100)]
DESERT = [GENTLE, MODERATE, ("stream_or_dry_river_bed",), BUILDING, LIGHT, ("desert",)]


def rows(dice, features):
    """Both ends of every row, with the feature in full."""
    return [
        (die, (*feature, "none", "none")[:3])
        for ends, feature in zip(dice, features, strict=True)
        for die in dict.fromkeys(ends)
    ]


def check(outcome, character, die, feature, *variants):
    assert outcome("terrain-feature", [die], *variants, character=character)[:3] == feature


@pytest.mark.rule("CS-B.2", "CS-B.1d", "CS-B.7")
@pytest.mark.parametrize("die, feature", rows(OPEN_DICE, OPEN))
def test_open_country(outcome, die, feature):
    check(outcome, "open", die, feature)


@pytest.mark.rule("CS-B.2")
@pytest.mark.parametrize("die, feature", rows(OPEN_DICE, [GENTLE, *OPEN[1:]]))
def test_open_country_with_the_gentle_hill(outcome, die, feature):
    check(outcome, "open", die, feature, "open-hill-gentle")


@pytest.mark.rule("CS-B.3", "CS-B.7")
@pytest.mark.parametrize("die, feature", rows(HILLY_DICE, HILLY))
def test_hilly_wooded_country(outcome, die, feature):
    check(outcome, "hilly_wooded", die, feature)


@pytest.mark.rule("CS-B.3")
@pytest.mark.parametrize("die, feature", rows(ROLLING_DICE, HILLY))
def test_hilly_wooded_country_with_dice_swapped(outcome, die, feature):
    check(outcome, "hilly_wooded", die, feature, "swapped-dice")


@pytest.mark.rule("CS-B.4")
@pytest.mark.parametrize("die, feature", rows(ROLLING_DICE, ROLLING))
def test_rolling_country(outcome, die, feature):
    check(outcome, "rolling", die, feature)


@pytest.mark.rule("CS-B.4")
@pytest.mark.parametrize("die, feature", rows(HILLY_DICE, ROLLING))
def test_rolling_country_with_dice_swapped(outcome, die, feature):
    check(outcome, "rolling", die, feature, "swapped-dice")


@pytest.mark.rule("CS-B.5")
@pytest.mark.parametrize("die, feature", rows(MOUNTAINS_DICE, MOUNTAINS))
def test_mountainous_country(outcome, die, feature):
    check(outcome, "mountainous", die, feature)


@pytest.mark.rule("CS-B.6")
@pytest.mark.parametrize("die, feature", rows(DESERT_DICE, DESERT))
def test_desert(outcome, die, feature):
    check(outcome, "desert", die, feature)


@pytest.mark.rule("CS-B.3")
@pytest.mark.parametrize("die, clearing", [(1, False), (10, False), (16, True), (22, True), (36, False), (51, True)])
def test_in_wooded_country_fields_buildings_and_clear_ground_are_clearings(outcome, die, clearing):
    assert outcome("terrain-feature", [die], character="hilly_wooded").clearing is clearing
    assert not outcome("terrain-feature", [die], character="rolling").clearing


@pytest.mark.rule("CS-B.1c")
def test_there_is_no_other_terrain_character(roll):
    with pytest.raises(BadInput, match="open, rolling, mountainous, hilly_wooded, desert"):
        roll("terrain-feature", [50], character="swampy")


@pytest.mark.rule("CS-B.1a", "CS-B.1d")
@pytest.mark.parametrize(
    "width, depth, mandatory, answer",
    [(8, 6, 0, (48, 48)), (8, 6, 3, (48, 45)), (1, 1, 1, (1, 0)), (12, 5, 60, (60, 0))],
)
def test_squares_of_a_table_and_rolls_for_them(outcome, width, depth, mandatory, answer):
    assert outcome("terrain-grid", width=width, depth=depth, mandatory=mandatory) == answer


@pytest.mark.rule("CS-B.1b")
def test_more_mandatory_squares_than_the_table_has(roll):
    refusal = roll("terrain-grid", width=2, depth=2, mandatory=5).refusal
    assert refusal == ("CS-B.1b", "the table has only 4 squares")


@pytest.mark.rule("CS-B.1b")
def test_a_square_that_the_scenario_fills_is_not_rolled_for(cs):
    free = free_squares(cs.tables, 4, 3, {(3, 2)})
    assert (3, 2) not in free
    assert len(free) == len(set(free)) == 11
    assert {(1, 1), (4, 3)} <= set(free)
