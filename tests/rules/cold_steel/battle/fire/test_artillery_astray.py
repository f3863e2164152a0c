"""Shot that goes on or goes wrong: grazing fire, friends in the arc, rockets."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import artillery
from grognard.systems.cold_steel.staging import events, run, stage, unit
from grognard.systems.cold_steel.table.state import Doings

from ..gunnery import regardless

MARCHED = Doings(moved="march", paces=60)
MOVED = {"now": MARCHED}


def battery(**more: Any) -> Any:
    """Four 8-pounders at (500, 100), facing north."""
    return unit("g", at=(500, 100), arm="foot_artillery", men=120, **{"guns": 4, "howitzers": 0, **more})


def line(name: str, y: int, side: str = "red", x: int = 500, **more: Any) -> Any:
    """A battalion of 24 figures in line across the line of fire."""
    return unit(name, side, at=(x, y), facing=180, **more)


def fire(*units: Any, dice: Any = 1, choose: Any = regardless, **more: Any) -> Any:
    """The field after the artillery phase; all infantry has marched."""
    state = {made.id: MOVED for _, made in units if made.arm == "infantry"} | more.pop("state", {})
    b = stage(*units, dice=dice, phase="artillery_fire", state=state, **more)
    run(artillery.play(b), choose)
    return b


def percent(b: Any, kind: str) -> dict[str, int]:
    """The pooled percentages by target."""
    return {event.units["target"]: event.roll.details["pool_percent"] for event in events(b, kind)}


# -- grazing fire


@pytest.mark.rule("CS-7.3a", "CS-7.3b")
@pytest.mark.parametrize(
    "first, second, chance",
    [(300, 500, 40), (200, 500, 40), (200, 501, 20), (100, 300, None), (121, 300, 40), (300, 601, None)],
)
def test_shot_bounds_on_to_those_behind(first: int, second: int, chance: int | None) -> None:
    b = fire(battery(), line("x", 100 + first), line("behind", 100 + second))
    assert percent(b, "graze") == ({"behind": chance} if chance else {})


@pytest.mark.rule("CS-7.3c")
@pytest.mark.parametrize("paces, grazed", [(600, True), (601, False)])
def test_no_graze_beyond_p1(paces: int, grazed: bool) -> None:
    b = fire(battery(), line("x", 550), line("behind", 100 + paces))
    assert bool(events(b, "graze")) == grazed


@pytest.mark.rule("CS-7.3a")
def test_shot_bounds_into_friends_too_but_not_past_the_flank() -> None:
    b = fire(battery(), line("x", 400), line("friend", 460, "blue"), line("beside", 500, x=700), dice=[99, 1])
    assert percent(b, "graze") == {"friend": 40}
    assert (b.unit("friend").lost, b.unit("friend").disorder) == (1, 1)


@pytest.mark.rule("CS-7.3a")
def test_a_wood_stops_the_shot() -> None:
    ring = [[300, 420], [700, 420], [700, 560], [300, 560], [300, 420]]
    wood = {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    b = fire(battery(), line("x", 400), line("behind", 590), features=[wood])
    assert not events(b, "graze")


@pytest.mark.rule("CS-7.3b")
def test_a_graze_counts_the_ranks_of_the_second_unit() -> None:
    deep = line("behind", 450, formation="column_of_companies", interval="half")
    b = fire(battery(), line("x", 400), deep, dice=[99, 1])
    assert (b.unit("x").lost, b.unit("behind").lost, b.unit("behind").disorder) == (0, 3, 3)
    told = GAME.tell(b, events(b, "graze")[0])
    assert told == "Round shot of g bounds on to behind at 350 paces: 1 hit, through 3 ranks"


# -- friends in the arc


def friend(**more: Any) -> Any:
    """Our battalion in the arc of all guns, beside the line of fire, which it does not cross."""
    return unit("friend", at=(600, 300), facing=0, men=400, **more)


@pytest.mark.rule("CS-7.7a")
@pytest.mark.parametrize("roll, on_friend, on_target", [(22, 1, 0), (77, 1, 0), (100, 1, 0), (38, 0, 1), (81, 0, 0)])
def test_doubles_strike_the_friend(roll: int, on_friend: int, on_target: int) -> None:
    b = fire(battery(), friend(), line("x", 500), dice=[roll, 99, 99])
    assert (b.unit("friend").lost, b.unit("x").lost) == (on_friend, on_target)
    assert b.unit("friend").disorder == on_friend


@pytest.mark.rule("CS-7.7a")
def test_without_a_friend_in_the_arc_doubles_hit() -> None:
    b = fire(battery(), line("x", 500), dice=[22])
    assert b.unit("x").lost == 1


@pytest.mark.rule("CS-7.7a")
def test_a_friend_farther_than_the_target_is_safe() -> None:
    b = fire(battery(), unit("friend", at=(620, 520), facing=0, men=400), line("x", 500), dice=[22])
    assert (b.unit("friend").lost, b.unit("x").lost) == (0, 1)


@pytest.mark.rule("CS-7.7b")
def test_a_certain_hit_may_still_go_astray() -> None:
    """Standing target: 4 x 25 is one sure hit, which needs its roll for the friend's sake."""
    b = fire(battery(), friend(), line("x", 500), dice=[33], state={"x": {}})
    assert (b.unit("friend").lost, b.unit("x").lost) == (1, 0)
    safe = fire(battery(), friend(), line("x", 500), dice=[34], state={"x": {}})
    assert (safe.unit("friend").lost, safe.unit("x").lost) == (0, 1)


@pytest.mark.rule("CS-7.7c", "CS-5.1")
def test_a_friend_suffers_as_an_enemy_would() -> None:
    column = unit("friend", at=(540, 300), facing=0, men=320, formation="column_of_companies", interval="closed")
    b = fire(battery(), column, line("x", 500), dice=[22, 10, 10])
    assert (b.unit("friend").lost, b.unit("friend").disorder) == (4, 4)
    assert [event.units["unit"] for event in events(b, "morale")] == ["friend"]
    said = GAME.tell(b, events(b, "cannonade")[0])
    assert said == "g fires 4 guns at x at 400 paces: no hit, and 4 on its own friend"
    assert GAME.roll_note(b, events(b, "cannonade")[0]) == (
        "a double goes astray: it strikes a friend anywhere in the arc, 22 degrees to each side, no farther than the "
        "target; friend is the nearest to the line of fire"
    )
    clear = fire(battery(), column, line("x", 500), dice=[23, 10, 10])
    assert GAME.roll_note(clear, events(clear, "cannonade")[0]) == ""


# -- fire that is held


def by_default(decision: Any) -> Any:
    """Nobody says more than the rules suggest."""
    return decision.default


@pytest.mark.rule("CS-7.7a")
def test_guns_hold_their_fire_while_friends_are_in_the_way() -> None:
    near = unit("friend", at=(530, 300), facing=0, men=160)
    b = fire(battery(), near, line("x", 500), dice=[], choose=by_default)
    assert not events(b, "cannonade")
    assert not b.unit("g").now.fired
    assert [GAME.tell(b, event) for event in events(b, "holds_fire")] == ["g holds its fire: friend is in the way"]
    assert not b.world.smoke


@pytest.mark.rule("CS-7.7a")
@pytest.mark.parametrize("paces, fires", [(120, True), (121, False)])
def test_guns_fire_all_the_same_when_the_enemy_is_upon_their_friends(paces: int, fires: bool) -> None:
    """The friend's front is at y = 300."""
    near = unit("friend", at=(560, 300), facing=0, men=160)
    b = fire(battery(), near, unit("x", "red", at=(600, 300 + paces), facing=180), dice=[1] * 8, choose=by_default)
    assert bool(events(b, "cannonade")) == fires


@pytest.mark.rule("CS-7.7a")
def test_pieces_with_a_clear_view_fire_while_the_others_hold() -> None:
    """The friend is in the arc of the right wing of a wide battery only."""
    beside = unit("friend", at=(600, 200), facing=0, men=80, formation="column_of_companies", interval="closed")
    wide = battery(guns=8, formation="unlimbered_open")
    b = fire(wide, beside, line("x", 500), dice=[1] * 8, choose=by_default)
    (event,) = events(b, "cannonade")
    assert 0 < event.values["pieces"] < 8
    assert not events(b, "holds_fire")


@pytest.mark.rule("CS-7.7a", "CS-7.1d")
def test_guns_are_not_swung_round_to_where_a_friend_is_in_the_way() -> None:
    hidden = unit("friend", at=(700, 100), facing=90, men=400)
    b = fire(battery(), hidden, unit("x", "red", at=(900, 100), facing=270), dice=[], choose=by_default)
    assert not events(b, "pivots")
    assert b.unit("g").heading == 0


@pytest.mark.rule("CS-7.7a")
def test_nobody_is_asked_who_has_a_clear_view() -> None:
    def never(decision: Any) -> Any:
        raise AssertionError(decision.kind)

    fire(battery(), line("x", 500), choose=never)


# -- rockets


def rockets(launchers: int = 1) -> Any:
    """A rocket battery at (500, 100), facing north."""
    return unit(
        "r", at=(500, 100), arm="foot_artillery", men=60, guns=launchers, howitzers=0, calibre="12-pounder rockets"
    )


@pytest.mark.rule("CS-7.4a", "CS-7.4b", "CS-7.4.1", "CS-7.4d", "CS-7.1h")
def test_a_rocket_on_course_falls_beside_the_infantry() -> None:
    b = fire(rockets(), line("x", 500), dice=[5, 6, 4, 7, 9, 10, 10])
    (event,) = events(b, "rocket")
    assert (event.values["flight"], event.values["paces"], event.units["struck"]) == ("on course", 400, "x")
    assert (b.unit("x").lost, b.unit("x").disorder) == (1, 1)
    assert [event.values["cause"] for event in events(b, "morale")] == ["rockets"]
    assert GAME.tell(b, event) == "A rocket of r flies on course, 400 paces, and falls beside x"
    assert len(b.world.smoke) == 1


@pytest.mark.rule("CS-7.4.1", "CS-7.4b")
@pytest.mark.parametrize("dice, x, y", [([2, 3], 900, 100), ([4, 6], 783, 383), ([7, 9], 217, 383), ([8, 9], 100, 100)])
def test_a_rocket_flies_where_it_likes(dice: list[int], x: int, y: int) -> None:
    """400 paces to the right, half right, half left, left: a battalion there is struck, not the one aimed at."""
    there = unit("there", at=(x, y), facing=0, men=200)
    b = fire(rockets(), line("x", 500), there, dice=[*dice, 4, 7, 9, 10, 10])
    assert (b.unit("there").lost, b.unit("x").lost) == (1, 0)


@pytest.mark.rule("CS-7.4d")
@pytest.mark.parametrize("paces, lost, disorder", [(60, 1, 2), (61, 0, 0)])
def test_horses_fear_rockets_twice(paces: int, lost: int, disorder: int) -> None:
    """The rocket falls at (500, 500), so many paces short of the cavalry's front."""
    horse = unit("horse", "red", at=(500, 500 + paces), facing=180, arm="light_cavalry", men=400)
    b = fire(rockets(), horse, dice=[5, 6, 4, 7, 9, 10, 10])
    assert (b.unit("horse").lost, b.unit("horse").disorder) == (lost, disorder)


@pytest.mark.rule("CS-7.4d")
def test_ranks_never_multiply_a_rocket() -> None:
    deep = line("x", 500, formation="column_of_companies", interval="closed")
    b = fire(rockets(), deep, dice=[5, 6, 4, 7, 9, 10, 10])
    assert (b.unit("x").lost, b.unit("x").disorder) == (1, 1)


@pytest.mark.rule("CS-7.4c", "CS-7.4a")
def test_doubles_blow_up_launcher_and_crew() -> None:
    """Three launchers roll one after the other; the first explodes, the others fall far from everybody. With a third of
    its launchers gone the battery checks its morale."""
    b = fire(rockets(3), line("x", 900), dice=[5, 5, 5, 6, 4, 4, 4, 5, 6, 3, 4, 4, 10, 10])
    assert [event.values["flight"] for event in events(b, "rocket")] == ["explodes", "on course", "on course"]
    assert b.live("r") == 2


@pytest.mark.rule("CS-7.4a")
def test_rockets_need_no_arc() -> None:
    b = fire(rockets(), unit("x", "red", at=(900, 100), facing=270, men=200), dice=[5, 6, 4, 7, 9, 10, 10])
    assert b.unit("r").heading == 0
    assert b.unit("x").lost == 1


# -- what commanders are told beforehand


@pytest.mark.rule("CS-7.7a")
def test_the_question_says_who_is_at_risk_and_how_much() -> None:
    asked: list[Any] = []

    def choose(decision: Any) -> Any:
        asked.extend([decision] if decision.kind == "hold_fire" else [])
        return decision.default

    b = fire(battery(), line("x", 500), line("friend", 300, "blue"), choose=choose)
    (decision,) = asked
    (way,) = decision.lines
    assert (way.unit, way.target, way.past) == ("g", "x", ("friend",))
    assert way.danger.startswith("4 pieces have them in the arc, 22 degrees to each side: every double")
    assert "unless told" not in way.danger
    asked.clear()
    fire(battery(), line("x", 400), line("friend", 300, "blue"), choose=choose)
    # the usual answer is another then, and says why
    assert asked[0].default.option == "fire"
    assert (
        asked[0]
        .lines[0]
        .danger.endswith("; the enemy is within musketry of the guns or of them: unless told, it fires")
    )
    assert decision.text.endswith("Fire all the same?")
    assert [option.text for option in decision.options] == ["hold its fire", "fire all the same"]
    assert not events(b, "cannonade")


@pytest.mark.rule("CS-7.2")
def test_a_batterys_odds_have_a_total() -> None:
    b = stage(battery(howitzers=2), line("x", 400), phase="artillery_fire")
    whole, *pools = GAME.odds(b, "blue", "g", "x")
    assert whole.title == "Cannonade, 6 pieces in all"
    assert len(pools) == 2
    assert whole.mean == pytest.approx(sum(each.mean for each in pools))
    assert sum(each.percent for each in whole.chances) == pytest.approx(100, abs=0.1)
    one, other = ({each.value: each.percent / 100 for each in pool.chances} for pool in pools)
    for each in whole.chances:
        ways = sum(chance * other.get(each.value - hits, 0) for hits, chance in one.items())
        assert each.percent == pytest.approx(100 * ways, abs=0.02)
    assert len(GAME.odds(stage(battery(), line("x", 400), phase="artillery_fire"), "blue", "g", "x")) == 1
