"""Who sees whom in play: stand to stand near the enemy, out of windows, and always in contact."""

import pytest

from grognard.systems.cold_steel.facts.fire import firing
from grognard.systems.cold_steel.facts.situations import threatening
from grognard.systems.cold_steel.phases import small_arms
from grognard.systems.cold_steel.staging import RED, events, run, stage, unit

from ..ground import area


def facing_each_other(paces, *features, at=1000, **more):
    """A blue battalion at (1000, 1000) facing north, a red one so many paces before it facing south."""
    return stage(
        unit("a", at=(1000, 1000)), unit("r", RED, at=(at, 1000 + paces), facing=180), features=features, dice=1, **more
    )


def both_see(b, one="a", other="r"):
    assert b.survey.sees(one, other) == b.survey.sees(other, one)
    return b.survey.sees(one, other)


COPSE = area("heavy_woods", 980, 1020, 1020, 1090)
"""It hides the middle of one line from the middle of the other, and nothing else of them."""
FOREST = area("heavy_woods", 700, 1030, 1300, 1120)


@pytest.mark.rule("CS-1.8a", "CS-8.1a")
def test_lines_see_past_a_copse_between_their_middles_threaten_each_other_and_fire():
    b = facing_each_other(110, COPSE, phase="small_arms")
    assert both_see(b)
    assert (threatening(b, "a"), threatening(b, "r")) == (["r"], ["a"])
    assert [chance.target for chance in firing.in_sight(b, "a", 240)] == ["r"]
    assert "r" in b.knowledge.seen_by("blue")
    assert "a" in b.knowledge.seen_by("red")
    run(small_arms.play(b))
    assert {event.units["unit"] for event in events(b, "volley")} == {"a", "r"}


@pytest.mark.rule("CS-1.8a")
def test_a_forest_between_them_hides_all_of_both():
    b = facing_each_other(150, FOREST)
    assert not both_see(b)
    assert not threatening(b, "a")
    assert "r" not in b.knowledge.seen_by("blue")


@pytest.mark.rule("CS-1.8a")
@pytest.mark.parametrize("paces, seen", [(400, True), (401, False)])
def test_stand_to_stand_is_for_enemies_who_can_threaten_farther_off_one_line_tells(paces, seen):
    b = facing_each_other(paces, COPSE)
    assert both_see(b) is seen


@pytest.mark.rule("CS-1.8a", "CS-9.1a")
@pytest.mark.parametrize("paces, seen", [(20, True), (21, False)])
def test_whoever_is_in_contact_sees_whatever_is_between(paces, seen):
    wall = area("building", 800, 1008, 1200, 1012)
    b = facing_each_other(paces, wall)
    assert b.survey.distance("a", "r") == paces
    assert both_see(b) is seen
    assert (threatening(b, "a") == ["r"]) is seen
    assert ("r" in b.knowledge.seen_by("blue")) is seen


@pytest.mark.rule("CS-1.8a")
def test_contact_counts_from_any_side_and_for_friends():
    house = area("building", 985, 1015, 1015, 1030)
    b = stage(
        unit("a", at=(1000, 1000), facing=180),
        unit("f", at=(1000, 1040)),
        unit("r", RED, at=(1000, 990), facing=0),
        features=[house],
    )
    assert both_see(b, "a", "r")
    assert both_see(b, "a", "f") is (b.survey.distance("a", "f") <= 20)


@pytest.mark.rule("CS-1.8a")
def test_a_garrison_sees_out_of_its_windows_whatever_part_of_the_enemy_shows():
    farm, barn = area("building", 970, 960, 1030, 1010), area("building", 990, 1060, 1010, 1100)
    b = stage(
        unit("a", at=(1000, 1000), men=200, formation="garrison"),
        unit("r", RED, at=(1000, 1150), facing=180),
        features=[farm, barn],
    )
    assert both_see(b)
    assert threatening(b, "a") == ["r"]
    hidden = area("building", 700, 1060, 1300, 1100)
    b = stage(
        unit("a", at=(1000, 1000), men=200, formation="garrison"),
        unit("r", RED, at=(1000, 1150), facing=180),
        features=[farm, hidden],
    )
    assert not both_see(b)


@pytest.mark.rule("CS-1.8a")
def test_inside_the_farm_those_in_contact_with_its_garrison_see_it():
    farm = area("building", 900, 900, 1100, 1100)
    b = stage(
        unit("a", at=(960, 1000), men=200, formation="garrison"),
        unit("r", RED, at=(1000, 1000), facing=180, men=200, formation="garrison"),
        features=[farm],
    )
    assert b.survey.distance("a", "r") <= 20
    assert both_see(b)
    assert threatening(b, "a") == ["r"]
