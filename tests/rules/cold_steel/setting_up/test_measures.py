"""Chapter 1: zones, slopes, terrain character, scales, bases and gun lines."""

import pytest

from grognard.systems.cold_steel.checks.setting_up.measures import zone_of


@pytest.mark.rule("CS-1.2.2a")
@pytest.mark.parametrize(
    "paces, zone",
    [
        (0, "P3"), (20, "P3"), (21, "P2"), (120, "P2"), (121, "P1"), (600, "P1"),
        (601, "P0"), (1200, "P0"), (1201, "PX"), (20_000, "PX"),
    ],
)  # fmt: skip
def test_zone_of_a_distance(outcome, paces, zone):
    assert outcome("zone", distance=paces).zone == zone


@pytest.mark.rule("CS-1.2.2a")
def test_zones_have_names(outcome):
    names = [outcome("zone", distance=paces).name for paces in (5, 100, 500, 1000, 1500)]
    assert names == ["close combat", "musketry", "canister", "round shot", "beyond effective artillery fire"]


@pytest.mark.rule("CS-1.2.2b")
def test_the_nearest_enemy_counts(cs):
    assert zone_of(cs.tables, [400, 90]) == "P2"
    assert zone_of(cs.tables, [400, 121]) == "P1"


@pytest.mark.rule("CS-1.2.1")
@pytest.mark.parametrize(
    "contours, paces, slope",
    [
        (0, 10, "flat"),
        (1, 401, "gentle"),
        (1, 400, "gentle"),
        (1, 399, "moderate"),
        (1, 300, "moderate"),
        (1, 200, "moderate"),
        (1, 199, "steep"),
        (2, 800, "gentle"),
        (2, 799, "moderate"),
        (3, 600, "moderate"),
        (3, 599, "steep"),
    ],
)
def test_slope_by_contours(outcome, contours, paces, slope):
    assert outcome("slope", contours=contours, paces=paces).slope == slope


@pytest.mark.rule("CS-1.7b")
@pytest.mark.parametrize("scale", ["5", "10", "20", "30", "40", "50", "60"])
def test_contours_are_the_same_at_every_scale(outcome, scale):
    assert outcome("slope", contours=1, paces=400, scale=scale).slope == "gentle"
    assert outcome("terrain-character", character="open", scale=scale).contour_feet == 20


@pytest.mark.rule("CS-1.7c")
@pytest.mark.parametrize(
    "scale, contours, paces, slope, feet",
    [
        ("5", 2, 400, "gentle", 10),
        ("5", 2, 399, "moderate", 10),
        ("10", 2, 400, "gentle", 10),
        ("10", 2, 399, "moderate", 10),
        ("20", 1, 400, "gentle", 20),
        ("40", 1, 400, "gentle", 20),
        ("50", 1, 400, "moderate", 40),
        ("50", 1, 800, "gentle", 40),
        ("60", 1, 400, "moderate", 40),
        ("60", 1, 800, "gentle", 40),
    ],
)
def test_option_of_rescaled_contours(outcome, scale, contours, paces, slope, feet):
    option = "rescaled-contours"
    assert outcome("slope", [], option, contours=contours, paces=paces, scale=scale).slope == slope
    assert outcome("terrain-character", [], option, character="open", scale=scale).contour_feet == feet


@pytest.mark.rule("CS-1.2a")
@pytest.mark.parametrize("character, feet", [("open", 60), ("mountainous", 120), ("rolling", 60), ("desert", 60)])
def test_height_of_three_contours(outcome, character, feet):
    ground = outcome("terrain-character", character=character, contours=3)
    assert (ground.height_feet, ground.contour_feet) == (feet, feet // 3)


@pytest.mark.rule("CS-1.2b")
@pytest.mark.parametrize(
    "character, shift, plays_as",
    [
        ("open", 0, "open"),
        ("rolling", 1, "rolling"),
        ("mountainous", 0, "mountainous"),
        ("hilly_wooded", 1, "hilly_wooded"),
        ("desert", 0, "open"),
    ],
)
def test_character_of_the_battlefield(outcome, character, shift, plays_as):
    ground = outcome("terrain-character", character=character)
    assert (ground.visibility_shift, ground.plays_as) == (shift, plays_as)


@pytest.mark.rule("CS-1.2c")
def test_hilly_wooded_ground_is_woods_outside_clearings(outcome):
    assert outcome("terrain-character", character="hilly_wooded").unmarked_ground == "light_woods"
    assert outcome("terrain-character", character="hilly_wooded", in_clearing=True).unmarked_ground == "open_ground"
    assert outcome("terrain-character", character="rolling").unmarked_ground == "open_ground"


@pytest.mark.rule("CS-1.7a")
@pytest.mark.parametrize(
    "scale, paces_to_an_inch", [("5", 10), ("10", 10), ("20", 20), ("30", 30), ("40", 40), ("50", 50), ("60", 50)]
)
def test_ground_scale_both_ways(outcome, scale, paces_to_an_inch):
    assert outcome("ground-scale", length=3, measured_in="inches", scale=scale).paces == 3 * paces_to_an_inch
    assert outcome("ground-scale", length=paces_to_an_inch, scale=scale) == (paces_to_an_inch, "1")


@pytest.mark.rule("CS-1.7a")
@pytest.mark.parametrize(
    "scale, paces, inches",
    [
        ("20", 120, "6"),
        ("60", 1200, "24"),
        ("5", 20, "2"),
        ("20", 15, "0.75"),
        ("30", 100, "3.33"),
        ("20", 20_000, "1000"),
    ],
)
def test_paces_in_inches(outcome, scale, paces, inches):
    assert outcome("ground-scale", length=paces, scale=scale).inches == inches


@pytest.mark.rule("CS-1.7d")
@pytest.mark.parametrize(
    "basing, gap",
    [
        ("empire", "0"),
        ("legacy_of_glory", "0"),
        ("fire_and_steel", "0.25"),
        ("complete_brigadier", "0.25"),
        ("napoleons_battles", "0"),
    ],
)
def test_gap_between_bases(outcome, basing, gap):
    assert outcome("basing", basing=basing).inches_between_bases == gap


@pytest.mark.rule("CS-1.7e")
def test_napoleons_battles_figures_are_half_as_many_men(outcome):
    two_by_four = outcome("basing", basing="napoleons_battles", ranks=2, files=4)
    assert (two_by_four.men, two_by_four.firing_figures) == (80, 4)
    single_rank = outcome("basing", basing="empire", ranks=1, files=4)
    assert (single_rank.men, single_rank.firing_figures) == (80, 4)


@pytest.mark.rule("CS-1.7f", "CS-A.5d")
@pytest.mark.parametrize(
    "facts, front",
    [
        ({"guns": 6}, (90, "4.5", "unlimbered")),
        ({"guns": 1}, (15, "0.75", "unlimbered")),
        ({"guns": 6, "open_order": True}, (190, "9.5", "unlimbered_open")),
        ({"guns": 6, "scale": "30"}, (90, "3", "unlimbered")),
    ],
)
def test_front_of_a_gun_line(outcome, facts, front):
    assert outcome("gun-line", **facts) == front


@pytest.mark.rule("CS-1.2e")
@pytest.mark.parametrize(
    "facts, sight",
    [
        ({"behind": 20, "levels_apart": -1}, "visible"),
        ({"behind": 20, "levels_apart": 0}, "visible"),
        ({"behind": 20, "levels_apart": 1}, "visible"),
        ({"behind": 21, "levels_apart": -1}, "hidden"),
        ({"behind": 21, "levels_apart": 1}, "hidden"),
        ({"behind": 21, "levels_apart": 1, "viewer_above_crest": True}, "visible"),
        ({"behind": 5, "levels_apart": 2}, "by line of sight"),
        ({"behind": 5, "levels_apart": -2}, "by line of sight"),
    ],
)
def test_a_crest_hides_what_stands_more_than_twenty_paces_behind_it(outcome, facts, sight):
    assert outcome("crest", **facts).sight == sight


@pytest.mark.rule("CS-1.2d")
def test_terrain_affects_fire_as_chapter_seven_says(roll):
    fire = {"guns": 1, "terrain": "mountainous"}
    assert roll("artillery", [1], range=100, **fire).details["percent_each"] == 50 - 25
    assert roll("artillery", [], range=601, **fire).refusal.rule == "CS-7.2.2c"
    assert roll("artillery", [1], guns=1, range=400, slope="up_gentle").details["percent_each"] == 20 - 8
