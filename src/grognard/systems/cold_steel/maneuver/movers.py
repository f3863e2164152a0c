"""A unit on the move through the four quarters of a turn: what it has yet to do, and where it has been."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.battle.special.staying import Bounds
from grognard.ground.placing import Shape
from grognard.miniatures.motion.meetings import NextStep
from grognard.miniatures.motion.placements import Placement, converted, turned_about, wheeled

from ..terms import Gait
from .forming import ReckonedChange


@dataclass(slots=True)
class Mover:
    """A unit's move in one turn. Time runs in paces: all that it could go in the quarters after a formation change."""

    unit: str
    how: str
    gait: Gait
    rules: tuple[str, ...]
    quarters: int
    """Of a turn."""
    change: ReckonedChange | None = None
    forming: int = 0
    """Quarters still needed for the change."""
    began: int = 0
    """Quarters of this turn that the change takes; after them it moves."""
    time: int = 0
    """Sixteenths it could go in the quarters left."""
    spread: int = 0
    """Of these, spent on taking up new spacing."""
    doors: bool = False
    """The change takes it into buildings, or out of them (CS-6.2h)."""
    wheel: int = 0
    """Of these, spent on a wheel."""
    degrees: int = 0
    """It wheels so far."""
    on_centre: bool = False
    straight: int = 0
    """Sixteenths it goes straight on."""
    aside: int = 0
    """Degrees off its front along which it goes; 180 is backward."""
    bearing: int | None = None
    """Whither it goes whatever it faces: retreats."""
    facing: int | None = None
    """It turns there on the spot as it sets out: those who run."""
    face_at_end: int | None = None
    """It turns there on the spot when it stops: those who fall back."""
    walking: bool = False
    """It fires as it goes (CS-M2-8.2.2)."""
    onrush: bool = False
    """It halts short of the enemy to fire, and closes after that (CS-M2-8.1, CS-M2-8.3a)."""
    attack: bool = False
    target: str = ""
    flees: bool = False
    """Enemies near do not stop it."""
    beaten: bool = False
    """Friends see it retreat (CS-5.1): it falls back, is broken or routed."""
    formed: bool = True
    """In formation: frontage matters."""
    leaves: bool = False
    """It may go off the table."""
    pays_frontage: bool = False
    through: bool = False
    """It passes through friends rather than halt behind them."""
    until_clear: int = 0
    """It stops as soon as it is farther than so many sixteenths from every enemy."""
    bounds: Bounds | None = None
    """Ground that it may not leave: nobody who has to go back is held by it."""
    held: str = ""
    """The special rule that lets it go no farther than it does."""
    plain: bool = False
    """There is nothing on its way that costs anything."""
    turned: int = 0
    gone: int = 0
    path: list[Placement] = field(default_factory=list)
    halted: bool = False
    caught: bool = False
    hemmed_in: bool = False
    """The enemy was too near for its new formation."""

    @property
    def moves(self) -> bool:
        """Whether there is anything to do but change formation."""
        return bool(self.degrees or self.straight or self.facing is not None)

    def ready_in(self, quarter: int) -> bool:
        """Whether a change of formation is complete in this quarter, the first being 0 (CS-A.1e: before contact)."""
        if self.change is None or self.forming > 0:
            return False
        if self.spread:
            return self._clock(quarter) >= self.spread
        return quarter >= self.began - 1

    def _clock(self, quarter: int) -> int:
        """The time when a quarter ends."""
        return self.time * (quarter + 1 - self.began) // max(1, self.quarters - self.began)

    def step(self, quarter: int, place: Placement, shape: Shape) -> NextStep | None:
        """What it wants to do in a quarter; nothing while it forms, or when it is through."""
        if quarter < self.began or self.halted:
            return None
        # differences of running totals: what rounding takes in one quarter comes back in the next
        start, end = (self._clock(quarter - 1) if quarter > self.began else 0), self._clock(quarter)
        degrees = self._degrees(end) - self._degrees(start)
        distance = self._distance(end) - self._distance(start)
        place = self._turn(place, shape, degrees, first=quarter == self.began)
        bearing = self.bearing if self.bearing is not None else (place.heading + self.aside) % 360
        return NextStep(place, bearing, distance, degrees)

    def _turn(self, place: Placement, shape: Shape, degrees: int, *, first: bool) -> Placement:
        if first and self.facing is not None:
            return turned_about(place, shape.depth, self.facing)
        if not degrees:
            return place
        return converted(place, degrees) if self.on_centre else wheeled(place, shape.width, degrees)

    def _degrees(self, at: int) -> int:
        if not self.degrees:
            return 0
        done = max(0, min(at - self.spread, self.wheel))
        # rounded toward nought either way, so that a wheel to the left mirrors one to the right
        return self.degrees * done // self.wheel if self.degrees > 0 else -(-self.degrees * done // self.wheel)

    def _distance(self, at: int) -> int:
        """How far along the straight it is by then."""
        first = self.spread + self.wheel
        # what the ground costs is spread over the whole way: within a turn it goes at an even speed
        left = self.time - first
        return self.straight * max(0, min(at - first, left)) // left if left > 0 else 0
