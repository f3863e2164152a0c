"""A battle as a record: what scenario.toml, armies.toml and field.geojson say together."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

from msgspec import Meta, Struct

from grognard.army.oob import Edge, Side
from grognard.doors import door

from .lessons import Lesson, WrittenOrder

Weather = Literal["clear", "fog", "rain", "snow"]
Wind = Literal["none", "light", "moderate", "strong", "gale"]
Light = Literal["day", "twilight", "darkness"]
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
    light: Light | None = None
    """The light from then on, where it turns too."""


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
    twilight: bool = False
    """At daybreak or dusk; by night it is dark."""
    sight_paces: Annotated[int, Meta(ge=0)] = 0
    """How far one sees at the start; 0 where the rules for the weather say enough."""
    change: tuple[Change, ...] = ()

    @property
    def light(self) -> Light:
        """The light at the start."""
        return "darkness" if self.night else "twilight" if self.twilight else "day"


MeasureName = Literal[
    "held",  # own formed troops in the place, no formed enemy in it, at the end
    "clear",  # no formed enemy in the place at the end
    "men_lost",  # by the enemy
    "men_formed",  # own men in formed units, on the field or gone by the edge
    "guns_taken",  # from the enemy
    "leaders_lost",  # the enemy's leaders named, if killed, disabled or taken
    "units_beaten",  # enemy units broken, routed or destroyed
    "units_destroyed",  # enemy units destroyed or taken
    "units_out",  # own formed units that left by the edge
    "units_in",  # own formed units in the place at the end, or gone by the edge
    "units_formed",  # own units formed and in good order at the end
    "bodies_beaten",  # enemy bodies with more than the percentage of their units broken, routed, destroyed or gone
    "bodies_reduced",  # enemy bodies with less than the percentage of their men left
]


class Where(Protocol):
    """What says where: by the name of a feature, by corners, or both, and so many paces around."""

    @property
    def place(self) -> str:
        """Name of a feature of the field."""
        ...

    @property
    def area(self) -> tuple[tuple[float, float], ...]:
        """Corners in paces of ground without a name, or one spot; with a place besides, both are meant."""
        ...

    @property
    def within(self) -> int:
        """So many paces around the place and the area count in."""
        ...


def where_in_words(where: Where) -> str:
    """Ground that is meant, as one says it."""
    named = [where.place] if where.place else []
    area = [f"their {'spot' if len(where.area) == 1 else 'ground'}"] if where.area else []
    said = " and ".join(named + area)
    return f"{where.within:,} paces around {said}" if where.within else said


class Condition(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that earns a side points."""

    side: str
    kind: Literal["ground", "losses", "exit", "preservation", "broken", "other"]
    points: int
    text: str
    place: str = ""
    """Name of a feature of the field: the place that is meant."""
    area: tuple[tuple[float, float], ...] = ()
    """Corners in paces of ground without a name, or one spot; with a place besides, both are meant."""
    within: Annotated[int, Meta(ge=0, le=5000)] = 0
    """So many paces around the place and the area count in."""
    measure: MeasureName | None = None
    """What is counted, in terms a program can count; without it the words above are for people to judge."""
    each: Annotated[int, Meta(ge=0)] = 0
    """The points are earned for each so many of what is counted; 0 for once."""
    most: Annotated[int, Meta(ge=0)] = 0
    """The points are earned at most so many times; 0 for any number."""
    needed: Annotated[int, Meta(ge=1)] = 1
    """How many it takes to earn the points once."""
    edge: Edge | None = None
    arm: Literal["infantry", "cavalry", "artillery"] | None = None
    """Only units of this arm count; a place that foot has to hold is still contested by formed enemies of any arm."""
    units: tuple[str, ...] = ()
    """Ids of the units meant, where only some are."""
    bodies: tuple[tuple[str, ...], ...] = ()
    """Regiments or brigades that are counted as one, each as the ids of its units."""
    percent: Annotated[int, Meta(ge=1, le=100)] = 50
    """Of a body's men or units."""
    leaders: tuple[str, ...] = ()
    """Names of the leaders meant."""
    ends_after: Annotated[int, Meta(ge=0, le=20)] = 0
    """Met at the end of so many turns running, it wins the battle there and then; 0 for never."""


_LEVEL = re.compile(r"\b(\d{1,4})(?: is)? ([a-z]+)")
USUAL_LEVELS = ((3, "marginal"), (6, "clear"), (10, "decisive"))
"""Leads in points and what they are called, where a scenario does not say."""


class Victory(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long the battle lasts and who wins it."""

    length_turns: Annotated[int, Meta(ge=1, le=200)]
    scoring: str = ""
    """In words, as in: points; a lead of 3 is marginal, 6 clear, 10 decisive."""
    condition: tuple[Condition, ...] = ()
    note: str = ""

    @property
    def levels(self) -> tuple[tuple[int, str], ...]:
        """The leads that the scoring names, from the smallest; the usual ones where it names none."""
        told = _LEVEL.findall(self.scoring.partition("a lead of ")[2])
        return tuple(sorted((int(lead), word) for lead, word in told)) or USUAL_LEVELS


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


class HistoricalMoment(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
    moment: tuple[HistoricalMoment, ...] = ()


class TurnNote(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A note for a turn, as battles had them before there were lessons; files that have some are still read."""

    turn: int
    title: str
    goal: str
    hint: str = ""
    teaches: tuple[str, ...] = ()
    system: str = ""


Means = Literal["weather", "sight", "ground", "arrivals", "roster", "variants", "rules"]
"""What can carry out a special rule: a part of the scenario, or the rules by themselves."""


EffectOn = Literal["musketry", "artillery", "morale", "rally", "command"]
"""What a modifier of a special rule is added to; each rule system says which of its checks that is."""


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a special rule does, in terms that every rule system can carry out."""

    kind: Literal["modifier", "wait", "sight", "fire", "stay"]
    """A check is harder or easier; troops take no orders; nobody sees farther than so many paces; a place burns; troops
    may not leave a place."""
    turns: tuple[Annotated[int, Meta(ge=1, le=200)], Annotated[int, Meta(ge=1, le=200)]] = (1, 200)
    """The first and the last turn on which it holds."""
    side: str = ""
    """Whose troops; those of all sides where nothing is said."""
    units: tuple[str, ...] = ()
    """Only these, by their ids."""
    arm: Literal["infantry", "cavalry", "artillery"] | None = None
    on: EffectOn | None = None
    steps: Annotated[int, Meta(ge=-5, le=5)] = 0
    """Steps easier (positive) or harder; what a step is worth the rule system says."""
    unless_within: Annotated[int, Meta(ge=0, le=5000)] = 0
    """Troops that wait or stay may move while an enemy is so near, in paces; 0 for whatever comes."""
    paces: Annotated[int, Meta(ge=0, le=5000)] = 0
    """How far one sees, of an effect on sight."""
    place: str = ""
    """What burns, the name of something built on the map; or where troops stay, the name of any feature."""
    area: tuple[tuple[float, float], ...] = ()
    """Where troops stay: corners in paces, or one spot; with a place besides, both are meant."""
    within: Annotated[int, Meta(ge=0, le=5000)] = 0
    """So many paces around the place and the area troops may still go."""


class SpecialRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that holds in this battle only. It says what applies it, or that it is words."""

    title: str
    text: str
    applied: dict[str, Means] = {}
    """By rule system, what carries it out there; under other systems it is words."""
    effect: tuple[Effect, ...] = ()
    """What it does under every system that has a check for it."""
    words: bool = False
    """Nothing applies it under any rules: a hint for people to keep themselves."""


Stance = Literal["attack", "defend", "withdraw"]


class Briefing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a side is told before the battle, and how it means to fight it."""

    side: str
    text: str = ""
    stance: Stance = "attack"
    """It goes for the enemy; it stands on its ground; or it wants to leave by the edge."""
    edge: Edge | None = None
    """The way out of a side that withdraws."""


class SetUpZone(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
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
    note: str = ""


class Boat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A boat, or several that keep together, on water at the start."""

    id: str
    """Unique in the scenario, lower case, made of letters, digits and hyphens."""
    side: str
    position: tuple[float, float]
    men: Annotated[int, Meta(ge=1, le=3000)]
    """Men that the boat carries."""


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
    teaches: str = ""
    """What there is to learn in it, in a sentence."""
    minutes_per_turn: Annotated[int, Meta(ge=1, le=60)] = 5
    fictitious: bool = False
    teaching: bool = False
    figure_scale: Literal[5, 10, 20, 30, 40, 50, 60] = 20
    off_board: bool = False
    """Forces may march beyond the table's edges."""
    beyond: tuple[Beyond, ...] = ()
    engagement: Literal["attack_defence", "meeting"] = "attack_defence"
    attacker: str = ""
    """The side that attacks and so sets up last; where nothing is said, the one with more ground to win."""
    variants: dict[str, tuple[str, ...]] = {}
    """Variants of the rules that the battle is meant to be fought with, by system."""
    conditions: Conditions = Conditions()
    zone: tuple[SetUpZone, ...] = ()
    boat: tuple[Boat, ...] = ()
    outcome: Outcome | None = None
    briefing: tuple[Briefing, ...] = ()
    special_rule: tuple[SpecialRule, ...] = ()
    lesson: tuple[TurnNote, ...] = ()
    source: tuple[Source, ...] = ()
    note: str = ""

    def briefed(self, side: str) -> Briefing:
        """What a side is told; where nothing is said it attacks."""
        return next((each for each in self.briefing if each.side == side), Briefing(side))

    def options_for(self, system: str, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options of a battle: as given, and where nothing is said about variants, those of the scenario."""
        usual = self.variants.get(system, ())
        return {"variants": list(usual), **given} if usual else dict(given)


class BattleMap(Protocol):
    """A scenario's map; `grognard.printing` draws it."""

    def svg(self) -> str:
        """As SVG, by itself."""
        ...

    def save(self, path: str | Path) -> None:
        """Write it to a file whose ending says as what: .svg, .png or .pdf."""
        ...


class Scenario(Struct, frozen=True):
    """A whole battle."""

    header: Header
    sides: tuple[Side, ...]
    field: dict[str, Any]
    """field.geojson as read; grognard.ground makes a Field of it."""
    ratings: dict[str, dict[str, Any]] = {}
    """ratings/<system>.toml by system id: ratings that are not to be derived, by unit id."""
    lessons: dict[str, Lesson] = {}
    """lessons/<name>.toml by name."""

    def written_orders(self, system: str, side: str) -> tuple[WrittenOrder, ...]:
        """What a side does by itself where another learns: the orders that a lesson under these rules has for it."""
        taught = (each for each in self.lessons.values() if each.system == system and each.side != side)
        return next((each.written for each in taught if each.written), ())

    def map(self, theme: str = "light") -> BattleMap:
        """Its map, to be looked at or saved: the ground, both armies and who is still to come."""
        drawn: BattleMap = door("map of a scenario")(self, theme)
        return drawn

    def __repr__(self) -> str:
        header = self.header
        armies = [f"{side.name} ({sum(unit.men for unit in side.all_units()):,} men)" for side in self.sides]
        turns = f"{header.victory.length_turns} turns"
        return f"<Scenario {header.id}: {header.title}, {header.date}; {' against '.join(armies)}; {turns}>"

    def _repr_svg_(self) -> str:
        """A notebook's picture: the map."""
        return self.map().svg()
