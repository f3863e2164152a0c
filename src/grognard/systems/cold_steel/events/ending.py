"""What happens at the end of a turn: leaders hit, sky and smoke, who comes into sight and who is lost from it."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, MaybeWho, Retold, Scene, Secret, Telling, Who, many

from ..terms import Rating, Weather

# -- leaders


class LeaderUnhurt(Kind):
    """A leader has an enemy near, whether anybody fires or not, and is not hit (CS-10.1.1a)."""

    kind: ClassVar = "unhurt"
    scenes: ClassVar = (Scene("sign", "leader"),)
    text: ClassVar = "{leader} is within reach of the enemy and comes to no harm"
    leader: Who


class LeaderStruck(Kind):
    """A leader has an enemy near, and is hit: his owner sees the dice."""

    kind: ClassVar = "struck"
    scenes: ClassVar = (Scene("fall", "leader"),)
    text: ClassVar = "{leader} is within reach of the enemy and is hit"
    leader: Who


class LeaderHit(Kind):
    """What a hit does to a leader. The enemy sees no more than that he is hit, or that he falls."""

    kind: ClassVar = "leader_hit"
    retold: ClassVar = (Retold("leader", who="leader", fate="effect"),)
    leader: Who
    falls: bool
    effect: Secret[str] = UNSET

    def log_text(self, at: Telling) -> str:
        """As much as the reader knows."""
        if self.effect:
            return f"{at.name('leader')} {_EFFECTS[self.effect]}"
        return f"{at.name('leader')} {'falls' if self.falls else 'is hit'}"


_EFFECTS = {
    "horse_shot": "has his horse shot under him",
    "light": "is lightly wounded and stays in the saddle",
    "serious": "is seriously wounded",
    "killed": "is killed",
}


class SuccessorNamed(Kind):
    """Somebody follows a leader who fell."""

    kind: ClassVar = "successor"
    text: ClassVar = "{name} ({rating}) takes command in place of {after}"
    leader: Who
    name: str
    rating: Rating
    after: str


# -- weather and light


class WeatherRolled(Kind):
    """The weather of the day is rolled for."""

    kind: ClassVar = "sky"
    weather: Weather

    def log_text(self, at: Telling) -> str:
        """What it is."""
        return _DAY[self.weather]


_DAY: dict[Weather, str] = {
    "clear": "The day is clear",
    "fog": "Fog lies over the field",
    "rain": "It rains, and the fields are mud",
    "snow": "It snows, and snow lies on the fields",
}


class WeatherChanged(Kind):
    """The weather turns during the battle."""

    kind: ClassVar = "weather"
    weather: Weather
    sight: int
    note: str

    def log_text(self, at: Telling) -> str:
        """How far one sees now, and what the scenario says about it."""
        words = _TURNS[self.weather] + (f"; one sees {self.sight} paces" if self.sight else "")
        return f"{words}: {self.note}" if self.note else words


_TURNS: dict[Weather, str] = {
    "clear": "The sky clears",
    "fog": "Fog covers the field",
    "rain": "Rain pours down",
    "snow": "Snow falls",
}


class LightChanged(Kind):
    """It gets light or dark."""

    kind: ClassVar = "light"
    light: str

    def log_text(self, at: Telling) -> str:
        """Which."""
        return _LIGHTS[self.light]


_LIGHTS = {"day": "It is day", "twilight": "Twilight falls on the field", "darkness": "Night has fallen"}


class WindTurned(Kind):
    """It is rolled whence the wind blows."""

    kind: ClassVar = "wind_direction"
    wind: str


class WindRose(Kind):
    """It is rolled how hard the wind blows."""

    kind: ClassVar = "wind_strength"
    strength: str
    wind: str

    def log_text(self, at: Telling) -> str:
        """How hard, and whence."""
        calm = self.strength == "calm"
        return "The air stays calm" if calm else f"A {self.strength} wind springs up from the {self.wind}"


# -- smoke


class SmokeRose(Kind):
    """Fire makes smoke."""

    kind: ClassVar = "smoke"
    balls: int
    unit: MaybeWho = UNSET
    other: MaybeWho = UNSET


class SmokeBlownAway(Kind):
    """A gale leaves no smoke on the field."""

    kind: ClassVar = "smoke_gone"
    text: ClassVar = "The gale blows the smoke away"
    balls: int


class SmokeDrifted(Kind):
    """The smoke moves downwind and thins."""

    kind: ClassVar = "smoke_drifts"
    paces: int
    toward: str
    before: int
    left: int

    def log_text(self, at: Telling) -> str:
        """How far and whither."""
        if not self.left:
            return "The last of the smoke clears away"
        return f"The smoke drifts {self.paces} paces to the {self.toward} and thins" if self.paces else ""


# -- sight


class _Sighting(Kind):
    """Enemies whom a seat sees or does not see any more."""

    units: list[str]
    """Their ids, or what the seat takes them for."""

    def log_text(self, at: Telling) -> str:
        """Who they are."""
        return self.text.format(whom=_whom(at.b, self.units))


class EnemySighted(_Sighting):
    """Enemies come into sight."""

    kind: ClassVar = "sighted"
    text: ClassVar = "Enemy in sight: {whom}"


class LostFromSight(_Sighting):
    """Enemies are out of sight."""

    kind: ClassVar = "lost_from_sight"
    text: ClassVar = "Lost from sight: {whom}"


_MANY = 4
"""Above this they are counted rather than named."""
_ARMS = {
    "infantry": ("battalion", "battalions"),
    "cavalry": ("regiment of horse", "regiments of horse"),
    "artillery": ("battery", "batteries"),
}


def _whom(b: Any, units: list[str]) -> str:
    """Names of a few, numbers of many."""
    if len(units) <= _MANY:
        return ", ".join(b.name(unit) for unit in units)
    arms = Counter(b.entry(unit).rated.arm for unit in units if unit in b.world.units)
    known = [many(count, *_ARMS[arm]) for arm, count in sorted(arms.items())]
    unknown = Counter(unit.removeprefix("a ") for unit in units if unit not in b.world.units)
    return ", ".join([*known, *(f"{count} x {kind}" for kind, count in sorted(unknown.items()))])
