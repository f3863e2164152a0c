"""Smoke, wind and weather at the end of a turn."""

import pytest

from grognard.battle.kinds import Noted
from grognard.scenarios.model import Change, Conditions
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.effects import fog, sightings
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import end_of_turn
from grognard.systems.cold_steel.phases.end_of_turn import smoke, weather
from grognard.systems.cold_steel.staging import RED, events, run, stage, unit


def field(*, apart=800, dice=(), **conditions):
    changes = tuple(conditions.pop("change", ()))
    return stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(500, 500 + apart), facing=180),
        dice=list(dice),
        phase="leader_casualties_and_disorder_recovery",
        leaders={"red": (2900.0, 2900.0)},
        conditions=Conditions(**conditions, change=changes),
    )


def bank(count, x=1000, y=1000, made=1):
    return tuple(Ball(x + 10 * i, y, made) for i in range(count))


# ---- smoke


@pytest.mark.rule("CS-10.3a", "CS-B.10a", "CS-B.11d")
@pytest.mark.parametrize("wind, moves, left", [("light", 80, 4), ("moderate", 160, 4), ("strong", 320, 3)])
def test_banks_drift_downwind_and_thin(wind, moves, left):
    b = field(wind=wind, wind_from="south")
    b.world.smoke = bank(5)
    smoke.drift(b)
    assert {ball.y for ball in b.world.smoke} == {1000 + moves}
    assert len(b.world.smoke) == left


@pytest.mark.rule("CS-B.11d")
def test_the_oldest_balls_go_first():
    b = field(wind="light", wind_from="south")
    b.world.smoke = (*bank(2, made=2), *bank(1, x=1030, made=1))
    smoke.drift(b)
    assert {ball.made for ball in b.world.smoke} == {2}


@pytest.mark.rule("CS-B.11e")
@pytest.mark.parametrize("wind, left", [("none", 1), ("light", 0)])
def test_a_single_ball_goes_in_any_wind(wind, left):
    b = field(wind=wind, dice=[1, 2, 2])
    b.world.smoke = bank(1)
    smoke.drift(b)
    assert len(b.world.smoke) == left


@pytest.mark.rule("CS-B.11d")
def test_smoke_that_leaves_the_table_is_gone():
    b = field(wind="strong", wind_from="south")
    b.world.smoke = bank(6, y=2800)
    smoke.drift(b)
    assert b.world.smoke == ()
    assert GAME.tell(b, events(b, "smoke_drifts")[0]) == "The last of the smoke clears away"


# ---- wind


@pytest.mark.rule("CS-B.10b", "CS-B.9", "CS-B.10a")
def test_a_calm_is_rolled_for_again_at_the_end_of_turn_5():
    b = field(wind="none", dice=[9, 3, 5, 6])
    b.world.turn = 4
    smoke.wind_rises(b)
    assert b.world.wind == "calm"
    b.world.turn = 5
    smoke.wind_rises(b)
    assert (b.world.wind, b.world.wind_from) == ("moderate", "east")
    told = GAME.tell(b, events(b, "wind_strength")[0])
    assert told == "A moderate wind springs up from the east"
    b.world.turn = 10
    smoke.wind_rises(b)
    assert len(events(b, "wind_strength")) == 1


@pytest.mark.rule("CS-B.10b")
def test_calm_again_is_rolled_for_every_five_turns():
    b = field(wind="none", dice=[1, 1, 2, 7, 8, 8])
    b.world.turn = 5
    smoke.wind_rises(b)
    assert b.world.wind == "calm"
    b.world.turn = 10
    smoke.wind_rises(b)
    assert (b.world.wind, b.world.wind_from) == ("strong", "west")


@pytest.mark.rule("CS-B.10c", "CS-B.10a")
def test_in_a_gale_smoke_stays_until_the_next_fire_phase():
    b = field(wind="gale", wind_from="south")
    b.world.smoke = bank(6)
    smoke.drift(b)
    assert len(b.world.smoke) == 6


# ---- fog, rain and snow


@pytest.mark.rule("CS-B.8b", "CS-B.8d", "CS-B.8e")
@pytest.mark.parametrize("kind", ["fog", "rain", "snow"])
@pytest.mark.parametrize("apart, seen", [(120, True), (121, False)])
def test_units_are_placed_within_120_paces_of_the_enemy(kind, apart, seen):
    b = field(weather=kind, apart=apart)
    assert b.unit("a").placed is seen
    assert b.survey.sees("a", "r") is seen
    assert ("r" in b.knowledge.seen_by("blue")) is seen


@pytest.mark.rule("CS-B.8b")
def test_once_placed_a_unit_is_seen_at_any_range():
    b = field(weather="fog", apart=121)
    b.emit(Noted(), sets=[b.change("r", position=(500 * 16, 620 * 16))])
    sightings.update(b)
    assert b.unit("a").placed is b.unit("r").placed is True
    b.emit(Noted(), sets=[b.change("r", position=(500 * 16, 900 * 16))])
    fog.place(b)
    assert b.survey.sees("a", "r")


@pytest.mark.rule("CS-B.8b")
@pytest.mark.parametrize("apart, seen", [(150, True), (151, False)])
def test_a_scenario_may_say_how_far_one_sees(apart, seen):
    b = field(weather="fog", sight_paces=150, apart=apart)
    assert b.survey.sees("a", "r") is seen


@pytest.mark.rule("CS-B.8a")
def test_the_weather_turns_on_the_turn_that_the_scenario_names():
    b = field(change=[Change(3, "rain", 150, "a cloudburst")], wind="none")
    run(end_of_turn.play(b))
    assert b.world.weather == "clear"
    b.world.turn = 2
    run(end_of_turn.play(b))
    assert (b.world.weather, b.world.sight, b.world.wet) == ("rain", 150, True)
    told = GAME.tell(b, events(b, "weather")[0])
    assert told == "Rain pours down; one sees 150 paces: a cloudburst"
    assert not b.survey.sees("a", "r")


@pytest.mark.rule("CS-B.8a", "CS-B.8b")
def test_fog_that_comes_up_swallows_only_who_is_not_in_sight():
    b = stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(500, 1300), facing=180),
        unit("far", RED, at=(2500, 2900)),
        phase="leader_casualties_and_disorder_recovery",
        features=[_woods(2000, 2500, 2990, 2800), _woods(2000, 2500, 2300, 2990)],
        conditions=Conditions(wind="none", change=(Change(2, "fog"), Change(3, "clear"))),
    )
    assert (b.survey.sees("a", "r"), b.survey.sees("a", "far")) == (True, False)
    run(end_of_turn.play(b))
    assert (b.survey.sees("a", "r"), b.unit("far").placed) == (True, False)
    b.world.turn = 2
    run(end_of_turn.play(b))
    assert all(each.placed for each in b.on_table())


def _woods(x, y, right, top):
    ring = [[x, y], [right, y], [right, top], [x, top], [x, y]]
    return {
        "type": "Feature",
        "properties": {"kind": "heavy_woods"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


@pytest.mark.rule("CS-B.8a")
def test_clear_weather_changes_nothing():
    b = field()
    weather.changes(b)
    assert not events(b, "weather")
    assert b.survey.sees("a", "r")
