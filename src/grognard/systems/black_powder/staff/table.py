"""The table as a staff knows it, made of its briefing and of its views alone: all that the rules ask about distances,
moves and odds is asked of it."""

from __future__ import annotations

from grognard.army.oob import Leader, Side
from grognard.battle.events import Set
from grognard.battle.fight import Seat
from grognard.battle.posts import Chain
from grognard.commanders.appreciation import TableSpot
from grognard.ground.units import SUB, Point, point
from grognard.scenarios.model import Scenario

from ..seat.known import guessed
from ..seat.view import Briefing, SeenUnit, View
from ..table.field import PowderField
from ..table.state import Brigade, UnitState, World

NEARLY = 20.0
"""Paces within which places are the same when one asks what is in sight from them."""
NOBODY = Brigade(id="", side="", name="", leader="", units=())
"""The brigade of those who are not ours: nothing is known of it."""


class KnownTable(PowderField):
    """A field on which only those stand whom a seat sees. Nothing ever happens on it."""

    def __init__(self, briefing: Briefing) -> None:
        self.briefing = briefing
        leaders = {**briefing.leaders}
        sides = {
            name: Side(name, briefing.nation, Leader(name), edge, ())  # type: ignore[arg-type]
            for name, edge in briefing.edges.items()
        }
        super().__init__(
            Scenario(briefing.header, (), {}),
            (Seat(briefing.seat, briefing.side, briefing.side, tuple(leaders)),),
            briefing.rules,
            World(),
            Chain(briefing.posts, leaders, sides),
            briefing.ground,
        )
        self.view: View | None = None
        self._stirred = False
        self._guesses: dict[str, tuple[SeenUnit, UnitState]] = {}
        self._looked: dict[tuple[int, ...], bool] = {}

    def _commander(self, side: str) -> str:
        return ""

    def look(self, view: View) -> bool:
        """Stand everybody where a view shows him. Whether more has changed since the last than units of our own: then
        nothing holds any more that was thought about enemies, or about fights."""
        # the same view may be handed over many times in one turn
        if view is self.view:
            return False
        self.view, self._stirred = view, False
        before, w = self.world.units, self.world
        moment, fights = (w.turn, w.phase, w.active), w.contacts
        units = {**view.units, **{each.id: self._guess(each) for each in view.seen.values()}}
        w.turn, w.turns, w.phase, w.active, w.broken = view.turn, view.turns, view.phase, view.active, view.broken
        w.units, w.leaders, w.contacts = units, view.leaders, view.contacts
        w.brigades = {"": NOBODY, **view.brigades}
        # those who were there and those who are new: whoever is gone must be forgotten too
        for unit in (*before, *(each for each in units if each not in before)):
            self._changed(unit, before.get(unit), units.get(unit))
        return self._stirred or moment != (w.turn, w.phase, w.active) or fights != w.contacts

    def _changed(self, unit: str, then: UnitState | None, now: UnitState | None) -> None:
        if now is then:
            return
        # own moves are no news to what was thought about enemies
        self._stirred |= unit not in self.briefing.posts
        if now is None or then is None or now.where != then.where:
            self.survey.forget(unit)
            return
        fields = {each: None for each in self.survey.rules.shape_fields if getattr(now, each) != getattr(then, each)}
        if fields:
            self.survey.changed(Set("units", unit, fields))

    def _guess(self, seen: SeenUnit) -> UnitState:
        known = self._guesses.get(seen.id)
        # compared by value: a view has new objects also for those who have not changed
        if known is None or known[0] != seen:
            known = self._guesses[seen.id] = seen, guessed(self, seen, "")
        return known[1]

    # -- whose they are

    def seat_of(self, who: str) -> str:
        """Its own seat's, or nobody's."""
        return self.briefing.seat if who in self.briefing.posts or who in self.briefing.leaders else ""

    def knows(self, seat: str, who: str) -> bool:
        """All who stand here are known."""
        # nobody stands here whom the seat does not see
        return True

    def here(self, unit: str) -> bool:
        """Whether a unit is on the table, as far as the seat knows: of a friend in another seat's hands it may not."""
        return unit in self.world.units and super().here(unit)

    @property
    def own(self) -> list[UnitState]:
        """The seat's own units on the table."""
        assert self.view is not None
        return [unit for unit in self.view.units.values() if unit.where == "table"]

    # -- in paces

    def sees_from(self, one: TableSpot, other: TableSpot) -> bool:
        """Whether two places lie in sight of each other as far as the ground goes; looked up for places near by."""
        key = tuple(round(each / NEARLY) for each in (*one, *other))
        if key not in self._looked:
            start, end = point(key[0] * NEARLY, key[1] * NEARLY), point(key[2] * NEARLY, key[3] * NEARLY)
            self._looked[key] = self.survey.sight.clear(start, end)
        return self._looked[key]

    def place(self, unit: str) -> TableSpot:
        """The middle of the ground that a unit covers."""
        return spot(self.survey.middle(unit))

    def away(self, unit: str, *arms: str) -> tuple[int, str]:
        """Inches to the nearest enemy, and who it is; of one of these branches if any are named."""
        for foe in self.near(unit):
            if not arms or self.branch(foe) in arms:
                return self.inches(unit, foe), foe
        return self.survey.rules.far, ""

    def near(self, unit: str, within: int = 80) -> list[str]:
        """Enemies no farther off than so many inches, the nearest first."""
        return self.survey.enemies_within(unit, within)


def spot(position: Point) -> TableSpot:
    """A place in paces."""
    return position[0] / SUB, position[1] / SUB
