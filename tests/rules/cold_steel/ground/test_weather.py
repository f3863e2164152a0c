"""Appendix B: weather and wind."""

from fractions import Fraction

import pytest

from grognard.kernel.errors import BadInput

DICE = {total: [total // 2, total - total // 2] for total in range(2, 21)}


@pytest.mark.rule("CS-B.8a")
@pytest.mark.parametrize(
    "total, weather", [(2, "fog"), (5, "fog"), (6, "clear"), (16, "clear"), (17, "rain"), (20, "rain")]
)
def test_summer_weather(outcome, total, weather):
    assert outcome("weather", DICE[total], season="summer").weather == weather


@pytest.mark.rule("CS-B.8a")
@pytest.mark.parametrize(
    "total, facts, weather",
    [
        (17, {"season": "winter"}, "snow"),
        (16, {"season": "winter"}, "clear"),
        (5, {"season": "winter", "freezing": True}, "fog"),
        (17, {"season": "spring", "freezing": True}, "snow"),
        (17, {"season": "spring"}, "rain"),
        (17, {"season": "autumn"}, "rain"),
    ],
)
def test_the_season_decides_between_rain_and_snow(outcome, total, facts, weather):
    assert outcome("weather", DICE[total], **facts).weather == weather


@pytest.mark.rule("CS-B.8b", "CS-B.8d", "CS-B.8e")
@pytest.mark.parametrize("weather", ["fog", "rain", "snow"])
def test_in_thick_weather_units_are_placed_when_the_enemy_is_near(outcome, weather):
    assert outcome("weather-effects", weather=weather, nearest_enemy=120).placed
    assert not outcome("weather-effects", weather=weather, nearest_enemy=121).placed
    assert outcome("weather-effects", weather=weather, nearest_enemy=121, on_table=True).placed


@pytest.mark.rule("CS-B.8a", "CS-B.8b")
def test_clear_weather_has_no_effect(outcome):
    assert outcome("weather-effects", weather="clear", nearest_enemy=5000) == (True, "the ground as it is")


@pytest.mark.rule("CS-B.8b")
def test_fog_leaves_the_ground_alone(outcome):
    assert outcome("weather-effects", weather="fog").moves_in == "the ground as it is"


@pytest.mark.rule("CS-B.8d")
@pytest.mark.parametrize("facts", [{}, {"open_ground": False}, {"on_road": True}])
def test_rain_is_mud_for_all(outcome, facts):
    assert outcome("weather-effects", weather="rain", **facts).moves_in == "mud"


@pytest.mark.rule("CS-B.8d")
def test_roads_stay_dry_under_the_variant(outcome):
    assert outcome("weather-effects", None, "dry-roads", weather="rain", on_road=True).moves_in == "the ground as it is"
    assert outcome("weather-effects", None, "dry-roads", weather="rain").moves_in == "mud"


@pytest.mark.rule("CS-B.8e")
def test_snow_makes_open_ground_a_ploughed_field_and_leaves_worse_ground_alone(outcome):
    assert outcome("weather-effects", weather="snow").moves_in == "ploughed_field"
    assert outcome("weather-effects", weather="snow", open_ground=False).moves_in == "the ground as it is"


@pytest.mark.rule("CS-B.8d", "CS-B.8e")
@pytest.mark.parametrize("weather, paces, classes", [("rain", 80, -2), ("snow", 100, -1)])
def test_infantry_marching_over_open_ground_in_bad_weather(roll, outcome, weather, paces, classes):
    ground = frozenset({outcome("weather-effects", weather=weather).moves_in})
    assert outcome("movement", troops="infantry", gait="march", terrain=ground).paces == paces
    assert roll("frontage", men=300, terrain=ground).total == classes


@pytest.mark.rule("CS-B.9")
@pytest.mark.parametrize(
    "die, wind, drifts",
    [
        (1, "north", "south"),
        (2, "northeast", "southwest"),
        (3, "east", "west"),
        (4, "southeast", "northwest"),
        (5, "south", "north"),
        (6, "southwest", "northeast"),
        (7, "west", "east"),
        (8, "northwest", "southeast"),
    ],
)
def test_wind_direction_and_where_smoke_drifts(outcome, die, wind, drifts):
    assert outcome("wind-direction", [die]) == (wind, drifts)


@pytest.mark.rule("CS-B.9")
@pytest.mark.parametrize("dice", [[9, 3], [10, 3], [9, 10, 9, 3]])
def test_nines_and_tens_are_rolled_again(roll, dice):
    result = roll("wind-direction", dice)
    assert (result.dice, result.outcome.wind) == (tuple(dice), "east")


@pytest.mark.rule("CS-B.9")
@pytest.mark.parametrize("die", [9, 10])
def test_a_nine_or_ten_alone_is_not_enough(roll, die):
    with pytest.raises(BadInput):
        roll("wind-direction", [die])


@pytest.mark.rule("CS-B.9")
def test_every_wind_is_equally_likely(cs):
    check = cs["wind-direction"]
    assert [chance for _, chance in check.odds(check.situation())] == [Fraction(1, 8)] * 8


@pytest.mark.rule("CS-B.10a")
@pytest.mark.parametrize(
    "total, wind",
    [
        (2, ("calm", 0, 0)),
        (5, ("calm", 0, 0)),
        (6, ("light", 80, 1)),
        (9, ("light", 80, 1)),
        (10, ("moderate", 160, 1)),
        (12, ("moderate", 160, 1)),
        (13, ("strong", 320, 2)),
        (16, ("strong", 320, 2)),
        (17, ("gale", 0, 0)),
        (20, ("gale", 0, 0)),
    ],
)
def test_wind_strength(outcome, total, wind):
    assert outcome("wind-strength", DICE[total]) == wind


@pytest.mark.rule("CS-B.10b")
@pytest.mark.parametrize("turns, again", [(1, False), (4, False), (5, True), (6, False), (9, False), (10, True)])
def test_in_a_calm_the_wind_is_rolled_for_every_five_turns(outcome, turns, again):
    assert outcome("wind-again", strength="calm", turns=turns).roll_again is again


@pytest.mark.rule("CS-B.10b")
@pytest.mark.parametrize("strength", ["light", "moderate", "strong", "gale"])
def test_any_other_wind_blows_all_day(outcome, strength):
    assert not outcome("wind-again", strength=strength, turns=5).roll_again
