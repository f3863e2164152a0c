"""The weather, the wind and the light that a battle begins with (CS-1.3)."""

from __future__ import annotations

import re
from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.kernel.checks import implements
from grognard.scenarios.model import Conditions

from ..checks.ground.weather import NothingFacts, Season, WeatherFacts
from ..checks.setting_up.deployment import ScenarioPreparationFacts, Source
from ..events.ending import WeatherRolled, WindRose, WindTurned
from ..table.battlefield import Battlefield
from . import fog

_WIND = {"none": "calm"}
"""What scenarios call a calm."""
_SEASONS: dict[Season, tuple[int, ...]] = {
    "winter": (12, 1, 2),
    "spring": (3, 4, 5),
    "summer": (6, 7, 8),
    "autumn": (9, 10, 11),
}


def at_first(conditions: Conditions, *, weather: str, wind: str, light: str) -> dict[str, Any]:
    """The sky before the first turn, as fields of the world: the scenario's, or what the players have settled. What
    is left to the dice is clear and calm until they have fallen."""
    told = weather == "scenario"
    sky: dict[str, Any] = {
        "weather": conditions.weather if told else "clear" if weather == "random" else weather,
        # how far one sees belongs to the scenario's own weather; other weather has the rules' limits
        "sight": conditions.sight_paces if told else 0,
        "wet": conditions.wet_ground or weather == "rain",
        "wind": "calm" if wind == "random" else _WIND.get(conditions.wind, conditions.wind),
        "wind_from": conditions.wind_from,
        "light": conditions.light if light == "scenario" else light,
    }
    chosen = {"weather": weather, "light": light}
    # what the players have settled, the scenario's changes in the course of the day leave alone
    sky["settled"] = tuple(name for name, choice in chosen.items() if choice != "scenario")
    sky["unsettled"] = tuple(name for name, choice in (("weather", weather), ("wind", wind)) if choice == "random")
    return sky


@implements("CS-1.3", "CS-1.1a")
def settle(b: Battlefield) -> None:
    """Before anything else, in the open: what history does not tell is rolled for, once."""
    left = b.world.unsettled
    if not left:
        return
    # first of all: rolled once, whatever happens next
    b.emit(Noted(), rules=("CS-1.3",), sets=[Set("", "", {"unsettled": ()})], to=())
    source: Source = "hypothetical" if b.scenario.header.fictitious else "historical"
    prepared = b.settle(
        "scenario-preparation", ScenarioPreparationFacts(source=source, weather_recorded="weather" not in left)
    )
    for _ in range(prepared.weather_rolls):
        _roll_weather(b)
    if "wind" in left:
        roll_wind(b, ("CS-1.3",))


@implements("CS-B.8a")
def _roll_weather(b: Battlefield) -> None:
    """Fog, clear, or rain; in winter snow. In bad weather all vanish who have no enemy near."""
    result = b.roll("weather", WeatherFacts(season=season(b.scenario.header.date)))
    now = result.settled.weather
    fields = {"weather": now, "wet": b.world.wet or now == "rain"}
    b.emit(WeatherRolled(weather=now), rules=("CS-1.3", "CS-B.8a"), roll=result, sets=[Set("", "", fields)])
    # nobody has seen anybody yet
    fog.close_in(b, set())
    b.knowledge.look()


def season(date: str) -> Season:
    """The season of a date such as 1815-06-16; summer, when armies fought, where it names no month."""
    found = re.match(r"\d{4}-(\d{2})", date)
    month = int(found[1]) if found else 0
    return next((name for name, months in _SEASONS.items() if month in months), "summer")


@implements("CS-B.9", "CS-B.10a")
def roll_wind(b: Battlefield, rules: tuple[str, ...]) -> None:
    """Whence the wind blows, and how hard."""
    whence, strength = b.roll("wind-direction", NothingFacts()), b.roll("wind-strength", NothingFacts())
    b.emit(
        WindTurned(wind=whence.settled.wind),
        rules=("CS-B.9", *rules),
        roll=whence,
        sets=[Set("", "", {"wind_from": whence.settled.wind})],
    )
    b.emit(
        WindRose(strength=strength.settled.strength, wind=whence.settled.wind),
        rules=("CS-B.10a", *rules),
        roll=strength,
        sets=[Set("", "", {"wind": strength.settled.strength})],
    )
