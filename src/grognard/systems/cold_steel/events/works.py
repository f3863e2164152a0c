"""What happens to works, fires and boats."""

from __future__ import annotations

from typing import ClassVar, Literal

from grognard.army.oob import FormationName
from grognard.battle.kinds import Kind, Scene, Telling, Who, many

# -- labour


class WorkStopped(Kind):
    """A unit breaks off its work."""

    kind: ClassVar = "work_stopped"
    text: ClassVar = "{unit} breaks off its work"
    unit: Who


class WorkGoesOn(Kind):
    """Another turn of work."""

    kind: ClassVar = "work_goes_on"
    text: ClassVar = "{unit} is at work, {turns} of {of} turns"
    unit: Who
    turns: int
    of: int


class WorksBuilt(Kind):
    """What a turn's work on works came to."""

    kind: ClassVar = "works_built"
    unit: Who
    paces: int
    place: str

    def log_text(self, at: Telling) -> str:
        """So many paces, or nothing."""
        done = f"raises {many(self.paces, 'pace')} of {self.place} by a level"
        return f"{at.name()} {done if self.paces else 'gets nothing done'}"


class WorksPulledDown(Kind):
    """What a turn's work on pulling something down came to."""

    kind: ClassVar = "works_destroyed"
    unit: Who
    paces: int
    place: str

    def log_text(self, at: Telling) -> str:
        """So many paces, or nothing."""
        done = f"pulls down {many(self.paces, 'pace')} of {self.place}"
        return f"{at.name()} {done if self.paces else 'pulls nothing down'}"


class ObstacleMade(Kind):
    """What a turn's work on an obstacle came to."""

    kind: ClassVar = "obstacle_made"
    unit: Who
    paces: int

    def log_text(self, at: Telling) -> str:
        """So many paces, or nothing."""
        done = f"makes {many(self.paces, 'pace')} of obstacle before its front"
        return f"{at.name()} {done if self.paces else 'does not get an obstacle made'}"


class ObstacleCleared(Kind):
    """What a turn's work on clearing an obstacle came to."""

    kind: ClassVar = "obstacle_cleared"
    unit: Who
    paces: int

    def log_text(self, at: Telling) -> str:
        """So many paces, or nothing."""
        done = f"clears {many(self.paces, 'pace')} of obstacle"
        return f"{at.name()} {done if self.paces else 'does not get the obstacle cleared'}"


# -- fires


class FireLaid(Kind):
    """A unit tries to set a place on fire."""

    kind: ClassVar = "torched"
    unit: Who
    place: str
    burns: bool

    def log_text(self, at: Telling) -> str:
        """Whether it burns."""
        return f"{at.name()} lays fire to {self.place}{'' if self.burns else ', in vain'}"


class CaughtFire(Kind):
    """A place is on fire."""

    kind: ClassVar = "alight"
    text: ClassVar = "{place} is on fire"
    place: str


class FireFought(Kind):
    """A unit tries to put a fire out."""

    kind: ClassVar = "fire_fought"
    unit: Who
    place: str
    out: bool

    def log_text(self, at: Telling) -> str:
        """Whether it is out."""
        # one verb each: a name in the plural changes the first alone
        return (
            f"{at.name()} puts out the fire at {self.place}"
            if self.out
            else f"{at.name()} fights the fire at {self.place} in vain"
        )


class _PlaceBurns(Kind):
    """What a fire does to a place."""

    place: str


class CoverBurned(_PlaceBurns):
    """A burning place gives less cover than before."""

    kind: ClassVar = "burned"
    text: ClassVar = "The fire eats into {place}; it gives less cover"


class BurnedDown(_PlaceBurns):
    """A burning place gives no cover any more."""

    kind: ClassVar = "burned_down"
    text: ClassVar = "{place} has burned down"


class BurnedOut(_PlaceBurns):
    """A fire is out by itself."""

    kind: ClassVar = "burned_out"
    text: ClassVar = "The fire at {place} has burned itself out"


class FireLeapt(Kind):
    """It is rolled whether a fire spreads."""

    kind: ClassVar = "fire_leaps"
    place: str
    to: str
    burns: bool

    def log_text(self, at: Telling) -> str:
        """If it does."""
        return f"The fire leaps from {self.place} to {self.to}" if self.burns else ""


# -- boats


class WentAboard(Kind):
    """A unit goes aboard a boat."""

    kind: ClassVar = "embarked"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} goes aboard {boat}"
    unit: Who
    boat: str


class WentAshore(Kind):
    """A unit lands."""

    kind: ClassVar = "disembarked"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} lands and forms {formation}"
    unit: Who
    formation: Literal["", FormationName]


class NoLanding(Kind):
    """A unit cannot land where its boat is."""

    kind: ClassVar = "no_landing"
    text: ClassVar = "{unit} finds no free dry ground to land on"
    unit: Who


class BoatRowed(Kind):
    """A boat moves."""

    kind: ClassVar = "boat_moved"
    scenes: ClassVar = (Scene("march", paces="paces"),)
    text: ClassVar = "{unit} has {boat} rowed {course}, {paces} paces"
    unit: Who
    boat: str
    course: str
    paces: int


class BoatDrifted(Kind):
    """A boat that lands is carried downstream."""

    kind: ClassVar = "boat_drifted"
    text: ClassVar = "{boat} drifts {paces} paces downstream as it lands"
    unit: Who
    boat: str
    paces: int
