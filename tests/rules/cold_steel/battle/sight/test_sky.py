"""The weather, the wind and the light of the day: as the scenario has them, as the players like, or by the dice."""

import pytest

from grognard.battle import choosing
from grognard.battle.battles import Battle
from grognard.kernel.errors import BadInput
from grognard.scenarios.loading import load
from grognard.scenarios.model import Change, Conditions
from grognard.systems.cold_steel import setup
from grognard.systems.cold_steel.checks.ground.smoke import Ball
from grognard.systems.cold_steel.effects import sky
from grognard.systems.cold_steel.game import GAME
from grognard.systems.cold_steel.phases import artillery, end_of_turn, movement, small_arms
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Order, Straight


def field(*, dice=(), date="1809-05-01", conditions=None, apart=800, **options):
    return stage(
        unit("a", at=(500, 500)),
        unit("r", RED, at=(500, 500 + apart), facing=180),
        dice=list(dice),
        date=date,
        conditions=conditions,
        options=options,
        leaders={"red": (2900.0, 2900.0)},
    )


# ---- the weather


@pytest.mark.rule("CS-1.3", "CS-B.8a")
@pytest.mark.parametrize(
    "dice, date, weather",
    [
        ((1, 1), "1809-07-05", "fog"),
        ((2, 3), "1809-07-05", "fog"),
        ((3, 3), "1809-07-05", "clear"),
        ((8, 8), "1809-07-05", "clear"),
        ((9, 8), "1809-07-05", "rain"),
        ((9, 8), "1809-01-16", "snow"),
        ((10, 10), "1808-12-02", "snow"),
        ((10, 10), "1809-11-30", "rain"),
    ],
)
def test_random_weather_is_rolled_for_once_and_in_the_open(dice, date, weather):
    b = field(dice=dice, date=date, weather="random")
    assert b.world.unsettled == ("weather",)
    sky.settle(b)
    sky.settle(b)
    assert b.world.weather == weather
    assert b.world.wet is (weather == "rain")
    (event,) = events(b, "sky")
    assert event.to is None, "both sides see the sky"
    assert (event.roll.check, event.rules) == ("weather", ("CS-1.3", "CS-B.8a"))


@pytest.mark.rule("CS-1.3")
def test_weather_that_history_tells_is_not_rolled_for():
    b = field(conditions=Conditions(weather="fog", sight_paces=300))
    sky.settle(b)
    assert not events(b)
    assert (b.world.weather, b.world.sight) == ("fog", 300)


@pytest.mark.rule("CS-1.3", "CS-B.8b")
def test_in_rolled_fog_only_those_near_the_enemy_are_placed():
    b = field(dice=(1, 1), weather="random", apart=400)
    assert "r" in b.knowledge.seen_by("blue")
    sky.settle(b)
    assert not b.unit("a").placed
    assert "r" not in b.knowledge.seen_by("blue")


@pytest.mark.rule("CS-1.3")
@pytest.mark.parametrize("weather", ["clear", "fog", "rain", "snow"])
def test_the_players_may_choose_the_weather_of_the_whole_day(weather):
    told_otherwise = Conditions(weather="fog", sight_paces=300, change=(Change(2, "snow"),), wind="none")
    b = field(conditions=told_otherwise, weather=weather)
    assert (b.world.weather, b.world.sight, b.world.wet) == (weather, 0, weather == "rain")
    run(end_of_turn.play(b))
    assert b.world.weather == weather, "what the scenario has it turn to does not hold"


def test_an_unknown_weather_is_refused_in_words():
    with pytest.raises(BadInput, match="weather"):
        choosing.read(setup.Options, {"weather": "hail"})


@pytest.mark.rule("CS-1.3")
def test_a_battle_begins_with_the_roll_before_anything_else():
    battle = Battle.begin(GAME, load("farm-at-the-crossroads"), seed=4, options={"weather": "random", "wind": "random"})
    kinds = [event.kind for event in battle.events(battle.fight.seats[0].id)]
    assert kinds[:4] == ["sky", "wind_direction", "wind_strength", "turn"]
    assert battle.fight.world.unsettled == ()


@pytest.mark.rule("CS-B.8d", "CS-B.8e")
@pytest.mark.parametrize(
    "weather, abreast, markers",
    [("clear", 300, 0), ("snow", 240, 0), ("snow", 300, 2), ("rain", 160, 0), ("rain", 200, 2)],
)
def test_mud_and_snow_narrow_the_front_that_keeps_its_order(weather, abreast, markers):
    """Trained foot keeps 360 abreast in order; a class lower 240, two 160."""
    b = stage(
        unit("a", at=(1500, 500), men=3 * abreast),
        unit("r", RED, at=(1500, 2800), facing=180),
        phase="movement",
        ratings={"a": {"discipline": "trained"}},
        options={"weather": weather},
        state={"a": {"order": Order(Straight())}},
    )
    run(movement.play(b))
    assert b.unit("a").disorder == markers


@pytest.mark.rule("CS-B.8d")
@pytest.mark.parametrize(
    "variants, formation, x, paces",
    [
        (("dry-roads",), "march_column", 1500, 120),
        (("dry-roads",), "march_column", 1400, 80),
        (("dry-roads",), "line", 1500, 80),
        ((), "march_column", 1500, 80),
    ],
)
def test_in_rain_a_column_on_the_road_is_not_in_mud_under_the_variant(variants, formation, x, paces):
    road = {"type": "LineString", "coordinates": [[1500, 0], [1500, 3000]]}
    b = stage(
        unit("a", at=(x, 500), formation=formation),
        unit("r", RED, at=(1500, 2800), facing=180),
        phase="movement",
        features=[{"type": "Feature", "properties": {"kind": "road", "width_paces": 12}, "geometry": road}],
        options={"weather": "rain"},
        variants=variants,
        state={"a": {"order": Order(Straight())}},
    )
    run(movement.play(b))
    assert b.unit("a").position[1] == (500 + paces) * 16


# ---- the wind


@pytest.mark.rule("CS-B.9", "CS-B.10a", "CS-1.3")
@pytest.mark.parametrize(
    "dice, whence, strength",
    [((1, 1, 1), "north", "calm"), ((9, 10, 3, 4, 5), "east", "light"), ((7, 10, 10), "west", "gale")],
)
def test_random_wind(dice, whence, strength):
    b = field(dice=dice, wind="random")
    sky.settle(b)
    assert (b.world.wind_from, b.world.wind) == (whence, strength)
    assert events(b, "wind_direction")[0].rules == ("CS-B.9", "CS-1.3")


@pytest.mark.rule("CS-B.10b")
def test_a_calm_that_was_rolled_is_rolled_for_again_at_the_end_of_turn_5():
    b = field(dice=(1, 1, 1, 3, 5, 5), wind="random")
    sky.settle(b)
    assert b.world.wind == "calm"
    for number in range(1, 6):
        b.world.turn = number
        run(end_of_turn.play(b))
    assert (b.world.wind, b.world.wind_from) == ("moderate", "east")


@pytest.mark.rule("CS-B.10c")
@pytest.mark.parametrize("phase, play", [("artillery_fire", artillery.play), ("small_arms_fire", small_arms.play)])
@pytest.mark.parametrize("wind, left", [("gale", 2), ("strong", 8)])
def test_in_a_gale_the_smoke_of_the_turn_before_is_gone_when_the_firing_begins(phase, play, wind, left):
    b = field(conditions=Conditions(wind=wind))
    b.world.turn, b.world.phase = 4, phase
    b.world.smoke = (*(Ball(100 * i, 2000, 3) for i in range(6)), *(Ball(100 * i, 2500, 4) for i in range(2)))
    run(play(b))
    assert len(b.world.smoke) == left


@pytest.mark.rule("CS-B.8b")
@pytest.mark.parametrize("weather, seen", [("clear", True), ("fog", False)])
def test_who_is_not_placed_cannot_be_fired_at(weather, seen):
    b = stage(
        unit("g", at=(500, 500), arm="foot_artillery"),
        unit("r", RED, at=(500, 900), facing=180),
        dice=7,
        options={"weather": weather},
        phase="artillery_fire",
        leaders={"red": (2900.0, 2900.0)},
    )
    run(artillery.play(b))
    assert b.unit("g").now.fired is seen


# ---- the light


@pytest.mark.rule("CS-1.6.3b")
@pytest.mark.parametrize(
    "conditions, light, expected, night",
    [
        (Conditions(), "scenario", "day", False),
        (Conditions(night=True), "scenario", "darkness", True),
        (Conditions(twilight=True), "scenario", "twilight", False),
        (Conditions(night=True), "day", "day", False),
        (Conditions(), "darkness", "darkness", True),
        (Conditions(), "twilight", "twilight", False),
    ],
)
def test_light(conditions, light, expected, night):
    b = field(conditions=conditions, light=light)
    assert (b.world.light, b.air.night) == (expected, night)


@pytest.mark.rule("CS-1.6.3b")
@pytest.mark.parametrize("light, then", [("scenario", "darkness"), ("day", "day")])
def test_night_falls_when_the_scenario_says_unless_the_players_settled_it(light, then):
    changes = (Change(2, "clear", light="twilight"), Change(3, "clear", light="darkness"))
    b = field(conditions=Conditions(change=changes, wind="none"), light=light)
    for number in (1, 2):
        b.world.turn = number
        run(end_of_turn.play(b))
    assert b.world.light == then
    assert ("Night has fallen" in told(b)) is (then == "darkness")


@pytest.mark.rule("CS-1.6.3b")
def test_both_sides_see_the_light_and_the_weather():
    b = field(light="darkness", weather="snow")
    for seat in ("blue", "red"):
        view = GAME.view(b, seat)
        picture = GAME.picture(view, GAME.briefing(b, seat))
        assert [(tint.style, tint.words) for tint in picture.tints] == [("darkness", "Night"), ("snow", "Snow")]
        assert ("wind", "light, from the west") in [(chip.name, chip.text) for chip in picture.chips]
