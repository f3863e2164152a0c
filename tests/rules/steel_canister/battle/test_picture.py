"""A seat's table as the page draws it: spaces, cubes, points, radius."""

import pytest
from msgspec.structs import replace

from grognard.scenarios.loading import load
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.staging import BLUE, RED, stage, unit


def picture(b, seat=BLUE):
    found = GAME.picture(GAME.view(b, seat), GAME.briefing(b, seat))
    return found, {each.id: each for each in found.units}, {each.id: each for each in found.leaders}


def rows(unit):
    return {row.label: row.value for row in unit.rows}


def blocks(unit):
    return [badge for badge in unit.badges if badge.shape == "block"]


def both(phase, **more):
    return stage(
        unit("a", at=(5, 5), cube="move", spent=1),
        unit("e", RED, at=(5, 8), facing="S", cube="fire", **more),
        phase=phase,
        leaders={"blue-1": (3, 3)},
        terrain={(2, 0): "strong_point", (3, 5): "heavy"},
    )


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
    assert [(each.letters, each.dashed) for each in blocks(units["a"])] == [("M", covered)]
    assert [(each.letters, each.dashed) for each in blocks(units["e"])] == [("F", False)] * bool(theirs)
    assert (rows(units["a"])["Cube"], rows(units["e"]).get("Cube", "")) == ("move", theirs)


@pytest.mark.rule("SC-0.12")
def test_points_are_the_owners_business():
    _, units, _ = picture(both("5e"))
    assert rows(units["a"])["Action points"] == "2 of 3"
    assert [each.letters for each in units["a"].badges if each.shape == "tail"] == ["2/3"]
    assert "Action points" not in rows(units["e"])
    assert not [each for each in units["e"].badges if each.shape == "tail"]


@pytest.mark.rule("SC-1.3d")
@pytest.mark.parametrize(
    "phase, more, note",
    [
        ("5e", {"formation": "march_column"}, "and 2 along the road"),
        ("5e", {"formation": "march_column", "spent": 4}, "and 1 along the road"),
        ("5e", {"formation": "march_column", "spent": 5}, ""),
        ("5e", {"formation": "limbered", "arm": "horse_artillery"}, "and 3 along the road"),
        ("5e", {"formation": "march_column", "at": (6, 5)}, ""),
        ("5e", {"formation": "line"}, ""),
        ("5g", {"formation": "march_column"}, ""),
    ],
)
def test_a_column_on_its_road_is_told_what_the_road_gives(monkeypatch, phase, more, note):
    b = stage(unit("a", **{"at": (5, 5), "cube": "move", **more}), unit("e", RED, at=(15, 11)), phase=phase)
    monkeypatch.setattr(b.board, "road", lambda one, other: one[0] == other[0] == 5)
    _, units, _ = picture(b)
    assert notes(units["a"]) == [note]
    b.world.units["a"] = replace(b.unit("a"), on_road=False)
    assert notes(picture(b)[1]["a"]) == [""]


def notes(unit):
    return [row.note for row in unit.rows if row.label == "Action points"]


def test_what_all_can_see_of_an_enemy():
    _, units, _ = picture(both("5e", arm="light_cavalry", blown=1))
    assert units["e"].marks == ("blown",)
    locked = stage(unit("a", at=(5, 5), melee=True), unit("e", RED, at=(5, 5), melee=True), phase="8")
    _, units, _ = picture(locked)
    assert (units["a"].engaged, units["e"].engaged) == (("e",), ("a",))


@pytest.mark.rule("SC-1.4a", "SC-1.4b")
def test_how_far_a_word_carries():
    found, _, leaders = picture(both("3"))
    reaches = {area.of: area for area in found.areas if area.style == "reach"}
    assert "carries 3 spaces" in reaches["brigadier-blue"].words
    reach = set(reaches["brigadier-blue"].spaces)
    assert {(3, 3), (6, 3), (4, 4), (3, 0)} <= reach
    assert (5, 5) not in reach
    assert (3, 6) not in reach  # behind the wood
    assert not any(leader.id in reaches for leader in leaders.values() if not leader.own)


@pytest.mark.rule("SC-0.7")
def test_figures_of_a_card_add_up():
    b = stage(
        unit("a", at=(5, 5), killed=3),
        unit("g", at=(6, 5), arm="foot_artillery", formation="unlimbered", killed=2),
        unit("e", RED, at=(5, 8), facing="S", arm="foot_artillery", formation="unlimbered"),
        phase="5e",
    )
    _, units, _ = picture(b)
    foot, guns, theirs = units["a"], units["g"], units["e"]
    men = b.chain.units["a"].unit.men
    assert (foot.men_of, foot.men) == (men, round(men * foot.strength))
    assert guns.guns == guns.guns_of == b.chain.units["g"].unit.guns
    assert (theirs.guns, theirs.men, theirs.men_of) == (b.chain.units["e"].unit.guns, 0, 0)


@pytest.mark.rule("SC-1.1b")
@pytest.mark.parametrize("phase, order", [("3", "move cube"), ("5e", ""), ("5g", "")])
def test_a_cube_that_is_up_is_no_order_that_waits(phase, order):
    _, units, _ = picture(both(phase))
    assert (units["a"].order, rows(units["a"])["Cube"]) == (order, "move")


@pytest.mark.parametrize(
    "phase, more, said, rule",
    [
        ("3", {"cube": "", "melee": True}, "no cube", "SC-7.3"),
        ("5e", {"melee": True}, "phase 8", "SC-6.5"),
        ("5e", {"charged": True}, "has charged", "SC-6.2"),
        ("5e", {"spent": 3}, "no action points", "SC-0.12"),
        ("5g", {"status": "rout"}, "rally", "SC-5.2"),
        ("5e", {"cube": "hold"}, "says hold", "SC-7.3"),
        ("5e", {"cube": "fire", "acted": True}, "", ""),
        ("5g", {"cube": "hold"}, "", ""),
        ("5e", {}, "", ""),
        ("8", {"melee": True}, "", ""),
    ],
)
def test_why_a_unit_can_be_told_nothing(phase, more, said, rule):
    b = stage(unit("a", at=(5, 5), **{"cube": "move", **more}), unit("e", RED, at=(5, 9), facing="S"), phase=phase)
    _, units, _ = picture(b)
    assert said in units["a"].held
    assert (bool(units["a"].held), units["a"].held_rule) == (bool(said), rule)
    assert (units["e"].held, units["e"].held_rule) == ("", "")


@pytest.mark.rule("SC-0.5")
def test_the_nearest_enemy_is_told_in_spaces():
    _, units, _ = picture(both("5e"))
    near = units["a"].nearest
    assert (near.unit, near.paces, near.spaces) == ("e", 3 * 120, 3)
    assert units["e"].nearest is None


def test_what_holds_for_the_whole_table():
    found, _, _ = picture(both("5e"))
    assert [(chip.name, chip.text in ("blue", "red")) for chip in found.chips] == [("first", True)]


@pytest.mark.rule("SC-1.1c")
def test_whose_a_phase_is_once_it_is_settled():
    assert picture(both("4"))[0].whose == {}
    b = both("5a")
    b.world.a = RED
    found = picture(b)[0].whose
    assert (found["5a"], found["5b"], found["9a"], found.get("6")) == (RED, BLUE, RED, None)


def test_a_garrison_is_drawn_in_its_buildings():
    scenario = load("farm-at-the-crossroads")
    b = GAME.begin(scenario, GAME.options({}))
    GAME.look_about(b)
    _, units, _ = picture(b, "french")
    held = units["1st-light"]
    west, east, south, north = 930, 960, 630, 720  # the part of the farm that lies in its space
    middle = held.x + 28  # it faces west, and its block is 56 deep
    assert (held.space, held.heading) == ((7, 5), 270)
    assert west <= middle <= east
    assert south <= held.y <= north
    assert (units["1st-line"].x + 28, units["1st-line"].y) == (10.5 * 120, 3.5 * 120)
