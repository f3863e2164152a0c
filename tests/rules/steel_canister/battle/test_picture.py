"""A seat's table as the page draws it: spaces, cubes, points, radius."""

import pytest

from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.play.staging import BLUE, RED, stage, unit


def picture(b, seat=BLUE):
    found = GAME.picture(GAME.view(b, seat), GAME.briefing(b, seat))
    return found, {each.id: each for each in found.units}, {each.id: each for each in found.leaders}


def both(phase, **more):
    return stage(
        unit("a", at=(5, 5), cube="move", spent=1), unit("e", RED, at=(5, 8), facing="S", cube="fire", **more),
        phase=phase, leaders={"blue-1": (3, 3)}, terrain={(2, 0): "strong_point", (3, 5): "heavy"},
    )  # fmt: skip


@pytest.mark.rule("SC-0.1")
def test_the_grid_and_its_ground():
    found, units, _ = picture(both("5e"))
    assert (found.grid, found.spaces, len(found.ground), len(found.ground[0])) == (120, (16, 12), 12, 16)
    assert found.ground_words[found.ground[0][2]] == "strong point"
    assert found.ground_words[found.ground[5][3]] == "heavy"
    assert (units["a"].space, units["a"].heading, units["e"].heading) == ((5, 5), 0, 180)


@pytest.mark.rule("SC-1.1b")
@pytest.mark.parametrize("phase, covered, theirs", [("3", True, ""), ("4", True, ""), ("5e", False, "fire")])
def test_cubes_lie_covered_until_initiative(phase, covered, theirs):
    _, units, _ = picture(both(phase))
    assert (units["a"].cube, units["a"].covered) == ("move", covered)
    assert (units["e"].cube, units["e"].covered) == (theirs, False)


@pytest.mark.rule("SC-0.12")
def test_points_are_the_owners_business():
    _, units, _ = picture(both("5e"))
    assert (units["a"].points, units["a"].points_of) == (2, 3)
    assert (units["e"].points, units["e"].points_of) == (None, None)


def test_what_all_can_see_of_an_enemy():
    _, units, _ = picture(both("5e", arm="light_cavalry", blown=1))
    assert units["e"].marks == ("blown",)
    locked = stage(unit("a", at=(5, 5), melee=True), unit("e", RED, at=(5, 5), melee=True), phase="8")
    _, units, _ = picture(locked)
    assert (units["a"].engaged, units["e"].engaged) == (("e",), ("a",))


@pytest.mark.rule("SC-1.4a", "SC-1.4b")
def test_how_far_a_word_carries():
    _, _, leaders = picture(both("3"))
    brigadier = leaders["brigadier-blue"]
    assert brigadier.radius == 3 * 120
    reach = set(brigadier.reach)
    assert {(3, 3), (6, 3), (4, 4), (3, 0)} <= reach
    assert (5, 5) not in reach
    assert (3, 6) not in reach  # behind the wood
    assert all(leader.radius == 0 and not leader.reach for leader in leaders.values() if not leader.own)
