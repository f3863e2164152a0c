"""A battle as a record: what scenario.toml, armies.toml and field.geojson say together."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from grognard.army.oob import Edge, Side

Weather = Literal["clear", "fog", "rain", "snow"]
Wind = Literal["none", "light", "moderate", "strong", "gale"]
Compass = Literal["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
Character = Literal["open", "rolling", "mountainous", "hilly_wooded", "desert"]


class Source(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where something is known from."""

    title: str
    author: str = ""
    what_for: str = ""
    confidence: str = ""
    checked: str = ""


class Change(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Weather that turns during the battle."""

    turn: Annotated[int, Meta(ge=2, le=200)]
    weather: Weather
    sight_paces: Annotated[int, Meta(ge=0)] = 0
    note: str = ""


class Conditions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Weather and light."""

    weather: Weather = "clear"
    weather_note: str = ""
    wind: Wind = "light"
    wind_from: Compass = "west"
    wind_note: str = ""
    wet_ground: bool = False
    ground_note: str = ""
    night: bool = False
    sight_paces: Annotated[int, Meta(ge=0)] = 0
    """How far one sees at the start; 0 where the rules for the weather say enough."""
    change: tuple[Change, ...] = ()


Measure = Literal[
    "held",  # own formed troops in the place, no formed enemy in it, at the end
    "clear",  # no formed enemy in the place at the end
    "men_lost",  # by the enemy
    "guns_taken",  # from the enemy
    "units_beaten",  # enemy units broken, routed or destroyed
    "units_out",  # own formed units that left by the edge
    "units_formed",  # own units formed and in good order at the end
]


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that earns a side points."""

    side: str
    kind: Literal["ground", "losses", "exit", "preservation", "broken", "other"]
    points: int
    text: str
    place: str = ""
    """Name of a feature of the field, for what is held or clear of the enemy."""
    measure: Measure | None = None
    """What is counted, in terms a program can count; without it the words above are for people to judge."""
    each: Annotated[int, Meta(ge=0)] = 0
    """The points are earned for each so many of what is counted; 0 for once."""
    most: Annotated[int, Meta(ge=0)] = 0
    """The points are earned at most so many times; 0 for any number."""
    needed: Annotated[int, Meta(ge=1)] = 1
    """How many it takes to earn the points once."""
    edge: Edge | None = None
    arm: Literal["infantry", "cavalry", "artillery"] | None = None
    """Only units of this arm count."""
    units: tuple[str, ...] = ()
    """Ids of the units meant, where only some are."""


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long the battle lasts and who wins it."""

    length_turns: Annotated[int, Meta(ge=1, le=200)]
    scoring: str = ""
    condition: tuple[Condition, ...] = ()
    note: str = ""


class Losses(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a side really lost."""

    side: str
    men_low: int
    men_high: int
    killed: int = 0
    wounded: int = 0
    prisoners_low: int = 0
    prisoners_high: int = 0
    guns_lost: int = 0
    confidence: str = ""
    note: str = ""


class Moment(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that really happened, on the turn it corresponds to."""

    turn: int
    event: str
    clock: str = ""


class Outcome(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How it really ended."""

    winner: str
    level: str = ""
    note: str = ""
    losses: tuple[Losses, ...] = ()
    moment: tuple[Moment, ...] = ()


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step of a teaching action."""

    turn: int
    title: str
    goal: str
    hint: str = ""
    teaches: tuple[str, ...] = ()


class SpecialRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that holds in this battle only."""

    title: str
    text: str


class Zone(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a side may set up, in paces."""

    side: str
    polygon: tuple[tuple[float, float], ...]
    hidden: bool = False


class Beyond(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The ground beyond one edge of the table, for forces that march off it."""

    edge: Edge
    terrain: Character = "open"
    roads: Literal["none", "secondary", "primary"] = "secondary"
    unobstructed: bool = False
    """The battlefield or a landmark on it can be seen from there."""


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of scenario.toml."""

    id: str
    title: str
    date: str
    place: str
    summary: str
    table_paces: tuple[int, int]
    victory: Victory
    character: Character = "open"
    start: str = ""
    end: str = ""
    minutes_per_turn: Annotated[int, Meta(ge=1, le=60)] = 5
    fictitious: bool = False
    teaching: bool = False
    figure_scale: Literal[5, 10, 20, 30, 40, 50, 60] = 20
    off_board: bool = False
    """Forces may march beyond the table's edges."""
    beyond: tuple[Beyond, ...] = ()
    engagement: Literal["attack_defence", "meeting"] = "attack_defence"
    conditions: Conditions = Conditions()
    zone: tuple[Zone, ...] = ()
    outcome: Outcome | None = None
    special_rule: tuple[SpecialRule, ...] = ()
    lesson: tuple[Lesson, ...] = ()
    source: tuple[Source, ...] = ()
    note: str = ""


class Scenario(Struct, frozen=True):
    """A whole battle."""

    header: Header
    sides: tuple[Side, ...]
    field: dict[str, Any]
    """field.geojson as read; grognard.ground makes a Field of it."""
    ratings: dict[str, dict[str, Any]] = {}
    """ratings/<system>.toml by system id: ratings that are not to be derived, by unit id."""
