"""What a unit's officer knows: his mission, his men, and the enemies that his side's commander or he can see."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from grognard.ground.units import SUB, gap

from ..table.battlefield import FAR, Battlefield
from ..table.ground.ways import Spot, spot_of
from ..table.roster import Entry
from ..table.state import Mission, UnitState

HORIZON = 1300
"""Paces: enemies farther off do not concern a battalion."""
STALE = 4
"""Turns after which nobody reckons with an enemy at the place where he was last seen."""


class Foe(NamedTuple):
    """An enemy in sight."""

    paces: int
    id: str
    now: UnitState
    arm: str

    @property
    def steady(self) -> bool:
        """Whether he still fights."""
        return self.now.status not in ("broken", "routed")

    @property
    def left(self) -> int:
        """Figures still standing."""
        return self.now.figures - self.now.lost


class Post:
    """A unit, seen from its officer's saddle."""

    def __init__(self, b: Battlefield, unit: str) -> None:
        self.b, self.id = b, unit
        self.now: UnitState = b.unit(unit)
        self.entry: Entry = b.entry(unit)
        self.arm: str = self.entry.rated.arm
        self.seat = b.seat_of(unit)

    @property
    def mission(self) -> Mission | None:
        """Its mission, if it has one."""
        return self.b.world.missions.get(self.now.mission)

    @property
    def spot(self) -> Spot:
        """Where it is, in paces."""
        return spot_of(self.now)

    @property
    def foes(self) -> list[Foe]:
        """Enemies in sight of its seat and not too far off, nearest first."""
        b = self.b
        # several look for one officer: who finds his order, and who judges whether it fits his mission
        of = self.now, b.survey.standing, b.as_before("units"), b.knowledge.seen_by(self.seat)
        return b.memo.keep_while(("officer's foes", self.id), of, self._foes)

    def _foes(self) -> list[Foe]:
        b, place, seen = self.b, self.now.position, self.b.knowledge.seen_by(self.seat)
        found = []
        side = self.now.side
        for now in b.survey.about(place, HORIZON * SUB):
            if now.side == side or now.id not in seen:
                continue
            far = gap(now.position, place) / SUB
            if far > HORIZON:
                continue
            # exact to the pace where a pace may matter, from front to front where not
            paces = b.survey.distance(self.id, now.id) if far < HORIZON / 2 else int(far)
            found.append(Foe(paces, now.id, now, b.entry(now.id).rated.arm))
        return sorted(found, key=lambda each: each[:2])

    @cached_property
    def standing(self) -> list[Foe]:
        """Those of them who still fight."""
        return [foe for foe in self.foes if foe.steady]

    @cached_property
    def nearest(self) -> int:
        """Paces to the nearest enemy who still fights, or to where one was seen lately."""
        seen = self.standing[0].paces if self.standing else FAR
        # seen or remembered: an officer reckons with both
        return min([seen, *(int(gap(self.spot, spot)) for spot in self.ghosts)])

    @cached_property
    def ghosts(self) -> list[Spot]:
        """Where enemies were last seen who are out of sight now, and where their cards lie: nobody knows which of these
        are dummies (CS-1.6a)."""
        b, seat, side = self.b, self.seat, self.now.side
        # the same for all officers of a seat
        of = b.knowledge.seen_by(seat), b.as_before("ghosts"), b.as_before("cards"), b.as_before("")
        return b.memo.keep_while(("ghosts", seat), of, lambda: _remembered(b, seat, side))

    def of(self, arm: str, within: int) -> list[Foe]:
        """Enemies of an arm who still fight and are no farther off."""
        return [foe for foe in self.standing if foe.arm == arm and foe.paces <= within]


def _remembered(b: Battlefield, seat: str, side: str) -> list[Spot]:
    w, seen = b.world, b.knowledge.seen_by(seat)
    past = [
        ghost.position
        for ghost in w.ghosts.values()
        # what has not been seen for long may be anywhere: it must not hold him up for good
        if ghost.seat == seat and ghost.unit not in seen and w.turn - ghost.turn <= STALE
    ]
    # laid on the table, and so before everybody's eyes, dummy or not
    hidden = [card.position for card in w.cards.values() if card.label and card.side != side]
    return [(x / SUB, y / SUB) for x, y in (*past, *hidden)]
