"""What a system's rules say about bodies, fronts and sight, which a survey asks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import ClassVar, Generic

from grognard.ground.relations import Body, Zone
from grognard.ground.sight import SightRules
from grognard.ground.units import SUB, Point

from .records import U


class SurveyRules(ABC, Generic[U]):
    """The rules of one system about the ground that units cover and see over. A system has a subclass of it and must
    say what a unit covers; all else has a usual value.

    It is made with the fight (`TableFight` does that), so that it can look at the weather or at buildings.
    """

    shape_fields: ClassVar[frozenset[str]] = frozenset(("position", "heading", "formation", "where"))
    """Fields of a unit's record on which its body, its sight, or whether it hides others depends. A body is kept until
    an event sets one of them."""

    measure: int = SUB
    """Sixteenths of a pace in the unit by which the rules measure: a pace, or what an inch of the table stands for."""
    far: int = 20_000
    """The distance to an enemy when there is none, in that measure."""
    longest: int = 400 * SUB
    """Sixteenths that no unit reaches from the middle of its front: a quick way to rule out the far ones."""
    half_front: float = 45
    """Degrees by which the front zone spreads outward from each front corner; the rear zone mirrors it."""
    contact: int = -1
    """Sixteenths: units no farther apart see each other whatever is between. Below 0: none do."""
    stand_to_stand: int = -1
    """Sixteenths within which enemies see each other if any stand of the one sees one of the other; farther off, one
    line from front to front counts."""
    troops_block: bool = False
    """Whether units hide what is behind them: those that `blocks` says. All pairs are then worked out after each
    move, which is slow for hundreds of units."""

    @property
    def sight(self) -> SightRules:
        """What of the ground hides troops, how deep one sees into it, and from which height. Read once."""
        return SightRules()

    @abstractmethod
    def body(self, unit: U) -> Body:
        """The ground that a unit covers: `Shape.at(unit.position, unit.heading)` (ground/placing.py)."""

    def blocks(self, unit: U) -> bool:
        """Where troops block: whether this one does. Skirmishers, for instance, may not."""
        return True

    # -- fronts

    def all_front(self, unit: U) -> bool:
        """Whether it has neither flanks nor rear, as a square has not."""
        return False

    def zone(self, of: Body, other: Body) -> Zone | None:
        """In which zone of a body another lies, where the rules have a way of their own to tell. None for the usual
        one, which is worked out for all pairs at once: the zone that holds the middle of the other's frame."""
        return None

    # -- sight beyond what the ground says

    @property
    def far_sighted(self) -> bool:
        """Whether nothing in the air limits sight now. While this is true `clear_enough` is not asked."""
        return True

    @property
    def farthest(self) -> int:
        """How far anybody can see in this light, in the rules' measure; 0 for no such limit. A quick way to rule out
        the far ones: `clear_enough` decides."""
        return 0

    @property
    def sight_hangs_on(self) -> Hashable | None:
        """What `clear_enough` hangs on besides where the units stand that it is asked about: as long as it is equal, so
        are its answers. None where that cannot be told."""
        return () if self.far_sighted and not self.farthest else None

    def clear_enough(self, distance: int, *units: str) -> bool:
        """Whether one sees so far in this weather; `units` are those that look or are looked at."""
        return True

    def indoors(self, unit: U) -> bool:
        """Whether a unit looks out of what it holds (a house, a fort), so that `looks_out` and `window` matter."""
        return False

    def looks_out(self, one: str, other: str) -> bool:
        """Whether two units see each other although the line from front to front does not say so, because one of them
        is indoors. Asked only when the ground says no."""
        return False

    def window(self, unit: U, toward: Point) -> Point | None:
        """Whence a unit indoors looks toward a place and is seen from there; None for its usual place."""
        return None
