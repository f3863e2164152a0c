"""Weather and light that the scenario has turn during the battle."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.kernel.checks import implements
from grognard.scenarios.model import Change

from ...effects import fog
from ...events.ending import LightChanged, WeatherChanged
from ...table.battlefield import Battlefield


@implements("CS-B.8a", "CS-B.8b", "CS-B.8d", "CS-B.8e")
def changes(b: Battlefield) -> None:
    """The weather and the light of the coming turn, where the players have not settled them otherwise. Ground that rain
    has made wet stays so."""
    for change in b.scenario.header.conditions.change:
        # at the end of this turn for the next: so all see it when they write their orders
        if change.turn == b.world.turn + 1:
            _turn(b, change)
            _darken(b, change)


def _turn(b: Battlefield, change: Change) -> None:
    if "weather" in b.world.settled:
        return
    # who was in sight before: fog that falls does not hide those already made out
    seen = set().union(*(b.knowledge.seen_by(seat.id) for seat in b.seats))
    fields = {
        "weather": change.weather,
        "sight": change.sight_paces,
        "wet": b.world.wet or change.weather == "rain",
    }
    told = WeatherChanged(weather=change.weather, sight=change.sight_paces, note=change.note)
    b.emit(told, rules=("CS-B.8a",), sets=[Set("", "", fields)])
    fog.close_in(b, seen)
    fog.lift(b)


@implements("CS-1.6.3b")
def _darken(b: Battlefield, change: Change) -> None:
    if change.light is None or change.light == b.world.light or "light" in b.world.settled:
        return
    b.emit(LightChanged(light=change.light), rules=("CS-1.6.3b",), sets=[Set("", "", {"light": change.light})])
