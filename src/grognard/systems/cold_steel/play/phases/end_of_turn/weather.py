"""Weather that the scenario has turn during the battle."""

from __future__ import annotations

from grognard.battle.events import Event, Set
from grognard.kernel.checks import implements

from ... import fog
from ...battlefield import Battlefield
from ...telling import Tell


@implements("CS-B.8a", "CS-B.8b", "CS-B.8d", "CS-B.8e")
def changes(b: Battlefield) -> None:
    """The weather of the coming turn. Ground that rain has made wet stays so."""
    for change in b.scenario.header.conditions.change:
        if change.turn != b.world.turn + 1:
            continue
        seen = set().union(*(b.seen_by(seat.id) for seat in b.seats))
        fields = {
            "weather": change.weather, "sight": change.sight_paces,
            "wet": b.world.wet or change.weather == "rain",
        }  # fmt: skip
        values = {"weather": change.weather, "sight": change.sight_paces, "note": change.note}
        b.emit("weather", rules=("CS-B.8a",), values=values, sets=[Set("", "", fields)])
        fog.close_in(b, seen)
        fog.lift(b)


_SKIES = {
    "clear": "The sky clears", "fog": "Fog covers the field", "rain": "Rain pours down", "snow": "Snow falls",
}  # fmt: skip


def _weather(b: Battlefield, event: Event) -> str:
    sight = event.values["sight"]
    words = _SKIES[event.values["weather"]] + (f"; one sees {sight} paces" if sight else "")
    return f"{words}: {note}" if (note := event.values["note"]) else words


TELLS: dict[str, Tell] = {"weather": _weather}
