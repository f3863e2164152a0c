"""The state of a battle of coins: frozen records, replaced by events, never changed."""

from __future__ import annotations

from msgspec import Struct

from ..terms import Caught, Coin, Fell, Where, Wind

Spot = tuple[float, float]


class UnitState(Struct, frozen=True, omit_defaults=True):
    """A battalion, regiment or battery."""

    id: str
    side: str
    place: Spot
    heading: int
    men: int
    where: Where = "table"
    lucky: bool = False
    superstition: int = 0


class LeaderState(Struct, frozen=True, omit_defaults=True):
    """A leader: he looks on."""

    id: str
    side: str
    place: Spot


class Pitch(Struct, frozen=True, omit_defaults=True):
    """A coin that a unit will toss this turn."""

    unit: str
    target: str
    coin: Coin
    ells: int
    caught: Caught = "palm"


class FallenCoin(Struct, frozen=True, omit_defaults=True):
    """A coin that lies where it fell, for the rest of the turn and the next one's pitching."""

    unit: str
    target: str
    coin: Coin
    ells: int
    fell: Fell


class CoinWorld(Struct):
    """All of it."""

    turn: int = 1
    phase: str = "weathercock"
    over: str = ""
    gave_up: str = ""
    turns: int = 0
    wind: Wind = "still"
    units: dict[str, UnitState] = {}
    leaders: dict[str, LeaderState] = {}
    pitches: dict[str, Pitch] = {}
    """Of this turn, by the unit that tosses."""
    coins: dict[str, FallenCoin] = {}
    """Those of the last toss, by the unit that tossed."""
    held: dict[str, int] = {}
