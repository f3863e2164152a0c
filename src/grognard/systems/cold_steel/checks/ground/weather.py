"""Appendix B: weather and wind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import D10, TWO_D10, Reroll
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.tables import Tables

from ...terms import Weather

Season = Literal["spring", "summer", "autumn", "winter"]
Strength = Literal["calm", "light", "moderate", "strong", "gale"]
Compass = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]


class WeatherFacts(Facts):
    """The day of the battle."""

    season: Annotated[Season, "the season"] = "summer"
    freezing: Annotated[bool, "it is below freezing"] = False


class WeatherResult(NamedTuple):
    """The day's weather."""

    weather: Weather


@check("weather", "CS-B.8a", asks=WeatherFacts)
def weather(t: Tables) -> Roll[WeatherFacts, WeatherResult]:
    """The day's weather."""
    table = t.bands("CS-B.8a", "rows", WeatherResult)
    wintry = t.value("CS-B.8a", "snow_seasons")

    def result(throw: Thrown[WeatherFacts]) -> WeatherResult:
        sky = table[throw.total]
        frozen = throw.s.freezing or throw.s.season in wintry
        # the same roll: what is rain in summer falls as snow in winter
        return WeatherResult("snow") if sky.weather == "rain" and frozen else sky

    return Roll(dice=TWO_D10, result=result, depends=("season", "freezing"))


class WeatherEffectsFacts(Facts):
    """A unit under the day's weather."""

    weather: Annotated[Weather, "the day's weather"]
    nearest_enemy: Annotated[Paces, "paces to the nearest enemy"] = 400
    on_table: Annotated[bool, "it was already placed on the table"] = False
    open_ground: Annotated[bool, "it moves over ground without a penalty of its own"] = True
    on_road: Annotated[bool, "it moves along a road"] = False


class WeatherEffectsResult(NamedTuple):
    """Whether the unit stands on the table, where it can be seen, shot at and threatened; the ground it moves in."""

    placed: bool
    moves_in: str


@reckoning("weather-effects", "CS-B.8b", asks=WeatherEffectsFacts)
def weather_effects(t: Tables, s: WeatherEffectsFacts) -> WeatherEffectsResult:
    """Whether a unit is on the table in this weather, and what ground it moves in."""
    seen = s.weather == "clear" or s.nearest_enemy <= t.number("CS-B.8b", "within")
    return WeatherEffectsResult(s.on_table or seen, _ground(t, s))


def _ground(t: Tables, s: WeatherEffectsFacts) -> str:
    """Rain turns all ground to mud, snow only open ground to something like ploughed fields."""
    # on a road nobody is in the mud (CS-B.8d)
    if s.weather == "rain" and not (s.on_road and t.value("CS-B.8d", "roads_are_dry")):
        return str(t.value("CS-B.8d", "ground"))
    # worse ground keeps its own penalty under the snow (CS-B.8e)
    if s.weather == "snow" and s.open_ground:
        return str(t.value("CS-B.8e", "ground"))
    return "the ground as it is"


class NothingFacts(Facts):
    """Nothing has to be known."""


class WindDirectionResult(NamedTuple):
    """Where the wind comes from, and where it carries smoke."""

    wind: Compass
    smoke_drifts: Compass


@check("wind-direction", "CS-B.9", asks=NothingFacts)
def wind_direction(t: Tables) -> Roll[NothingFacts, WindDirectionResult]:
    """Where the wind comes from."""
    winds = t.value("CS-B.9", "winds")

    def result(throw: Thrown[NothingFacts]) -> WindDirectionResult:
        wind = winds[throw.total - 1]
        return WindDirectionResult(wind, downwind(t, wind))

    # nine and ten are thrown again, not read as something
    return Roll(dice=Reroll(D10, t.value("CS-B.9", "again")), result=result)


def downwind(t: Tables, wind: Compass) -> Compass:
    """The opposite point of the compass."""
    winds: list[Compass] = t.value("CS-B.9", "winds")
    return winds[winds.index(wind) - len(winds) // 2]


class WindStrengthResult(NamedTuple):
    """The wind, and what it does to smoke each turn."""

    strength: Strength
    smoke_moves: int
    bank_loses: int


@check("wind-strength", "CS-B.10a", asks=NothingFacts)
def wind_strength(t: Tables) -> Roll[NothingFacts, WindStrengthResult]:
    """How strong the wind is, and what it does to smoke."""
    table = t.bands("CS-B.10a", "rows", WindStrengthResult)
    return Roll(dice=TWO_D10, result=lambda throw: table[throw.total])


@implements("CS-B.10a")
def winds(t: Tables) -> Mapping[Strength, WindStrengthResult]:
    """The winds by strength."""
    return {wind.strength: wind for _, _, wind in t.bands("CS-B.10a", "rows", WindStrengthResult).bands}


class WindAgainFacts(Facts):
    """The wind at the end of a turn."""

    strength: Annotated[Strength, "the wind now"] = "calm"
    turns: Annotated[int, Range(1, 500), "turns ended since it was rolled for, this one included"]


class WindAgainResult(NamedTuple):
    """Whether direction and strength are rolled for again."""

    roll_again: bool


@reckoning("wind-again", "CS-B.10b", asks=WindAgainFacts)
def wind_again(t: Tables, s: WindAgainFacts) -> WindAgainResult:
    """Whether the wind is rolled for again at the end of this turn."""
    return WindAgainResult(s.strength == "calm" and s.turns % t.number("CS-B.10b", "turns") == 0)
