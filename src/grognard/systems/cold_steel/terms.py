"""The words Cold Steel's rules use, as types. The order of a list is the rules' own, best first."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from grognard.kernel.facts import Range
from grognard.kernel.tables import Bands, Tables

Discipline = Literal["hardened", "disciplined", "trained", "militia", "raw_recruits", "rabble"]
Status = Literal["resolute", "determined", "wavering", "broken", "routed", "dispersed"]
Rating = Literal["superior", "average", "poor"]
Arm = Literal["infantry", "cavalry", "artillery"]
Zone = Literal["P0", "P1", "P2", "P3"]
Side = Literal["front", "flank", "rear"]
Gait = Literal["march", "quick", "double"]
Character = Literal["open", "rolling", "mountainous", "hilly_wooded", "desert"]
Weather = Literal["clear", "fog", "rain", "snow"]
Nation = Literal["french", "british", "austrian", "russian", "prussian", "spanish", "other"]
Army = Literal[
    Nation, "american", "brunswick", "dutch", "hanoverian", "italian", "kings_german_legion", "neapolitan", "polish",
    "portuguese", "rheinbund",
]  # fmt: skip
"""Also those whose drill follows a greater nation's."""
Phase = Literal[
    "command", "initiative", "rally_and_morale", "movement", "artillery_fire", "small_arms_fire", "close_combat",
    "leader_casualties_and_disorder_recovery",
]  # fmt: skip
Training = Literal[
    "out_of_step", "three_ranks", "walking_fire", "gapa", "fire_trained", "gallop", "trot", "melee_minded",
    "secret_howitzer",
]  # fmt: skip
"""What troops of the 18th century had learned, or had not: only Module 2 asks."""
Cover = Literal["light_cover", "heavy_cover", "heavy_woods", "light_works", "medium_works", "heavy_works"]
"""Light woods are light cover, ordinary buildings light works, stone buildings medium works."""

DISCIPLINES: tuple[Discipline, ...] = get_args(Discipline)
STATUSES: tuple[Status, ...] = get_args(Status)

MoraleRating = Annotated[int, Range(1, 16), "morale rating"]
Disorder = Annotated[int, Range(0, 40), "disorder markers on the unit"]
Percent = Annotated[int, Range(0, 100), "percent of original strength lost"]
Scale = Literal["5", "10", "20", "30", "40", "50", "60"]
"""How many men one figure stands for."""


_DEPTH = {status: depth for depth, status in enumerate(STATUSES)}


def worse(one: Status, other: Status) -> Status:
    """The lower of two morale levels."""
    return one if _DEPTH[one] >= _DEPTH[other] else other


def better(one: Status, other: Status) -> Status:
    """The higher of two morale levels."""
    return one if _DEPTH[one] <= _DEPTH[other] else other


def percent_lost(t: Tables, lost: int, original: int) -> int:
    """Losses in whole percent, as every table reads them: a fraction counts as the next percent, but never completes
    a quarter (CS-5.2.2a, CS-9.2.1g: bands that begin past the quarter, and full steps of it)."""
    percent = -(-100 * lost // original)
    whole = percent * original == 100 * lost
    # a fraction short of a quarter must not be rounded up into it
    return percent if whole or percent % t.number("CS-5.1", "quarter") else percent - 1


def zones(t: Tables) -> Bands[str]:
    """The range band a distance in paces lies in (CS-1.2.2a)."""
    return t.bands("CS-1.2.2a", "rows", _zone)


def _zone(zone: str, **_: object) -> str:
    return zone


WOODS: dict[str, str] = {"heavy_woods": "heavy_cover"}
"""Heavy woods are heavy cover wherever a table has no row for them; where it has, the better row counts."""

NO_COVER: frozenset[Cover] = frozenset()
EMPTY: frozenset[str] = frozenset()
