"""Orders, blunders, commanders who ride."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Retold, Secret, Telling, Who, many, said

_GIVEN = {
    "order": "{leader} orders {unit} to {what}",
    "brigade_order": "{leader} orders {unit} and {others} to {what}",
    "follow_me": "{leader} calls on {unit} to follow him and {what}",
    "rally": "{leader} tries to rally {unit}",
    "brigade_rally": "{leader} tries to rally {unit} and {others}",
}
_BLUNDERS = {
    "retire": "{unit} misunderstands the order and goes back",
    "move_or_charge": "{unit} misunderstands the order and goes {direction}",
    "charge_nearest": "{unit} misunderstands the order and rushes at the enemy",
}


class OrderRolled(Kind):
    """A commander has spoken, and it is rolled for what comes of it."""

    kind: ClassVar = "order"
    leader: Who
    unit: Who
    giving: str
    what: str
    units: int
    """How many were told."""
    passed: bool
    moves: int
    free: bool
    blunder: bool
    spoken: Secret[str] = UNSET
    """The order in full: where to, against whom."""

    def log_text(self, at: Telling) -> str:
        """What he said and what came of it."""
        others = many(self.units - 1, "other")
        told = _GIVEN[self.giving].format(leader=at.name("leader"), unit=at.name(), others=others, what=said(self.what))
        if self.blunder:
            return f"{told}: a blunder"
        if self.free:
            return f"{told}: not heard, but it keeps moving"
        if not self.passed:
            return f"{told}: nothing comes of it"
        if self.giving in ("rally", "brigade_rally"):
            return f"{told}: done"
        return f"{told}: {many(self.moves, 'move') if self.moves else 'no move'}"


class Blundered(Kind):
    """A unit does something else than it was told."""

    kind: ClassVar = "blunder"
    unit: Who
    result: str
    direction: str
    moves: int

    def log_text(self, at: Telling) -> str:
        """What it does instead."""
        return _BLUNDERS[self.result].format(unit=at.name(), direction=said(self.direction))


class Rallied(Kind):
    """A unit is rallied."""

    kind: ClassVar = "rallied"
    text: ClassVar = "{unit} rallies; {casualties} casualties stay on it"
    unit: Who
    casualties: int


class LeaderJoined(Kind):
    """A commander joins a unit."""

    kind: ClassVar = "joined"
    text: ClassVar = "{leader} joins {unit}"
    leader: Who
    unit: Who


class LeaderRode(Kind):
    """A commander rides elsewhere."""

    kind: ClassVar = "rode"
    text: ClassVar = "{leader} rides {paces} paces"
    leader: Who
    paces: int


class LeaderFled(Kind):
    """A commander is caught by enemy troops and gets away to friends."""

    kind: ClassVar = "fled"
    text: ClassVar = "{leader} escapes to {unit}"
    leader: Who
    unit: Who


class LeaderLost(Kind):
    """A commander is lost with the unit that he had joined."""

    kind: ClassVar = "leader_lost"
    text: ClassVar = "{leader} is lost with {unit}"
    retold: ClassVar = (Retold("leader", who="leader", befell="lost"),)
    leader: Who
    unit: Who


class StandingOrdered(Kind):
    """A brigade is given a standing order, by the draft on command friction."""

    kind: ClassVar = "standing_order"
    leader: Who
    order: Secret[str] = UNSET

    def log_text(self, at: Telling) -> str:
        """Only its own side learns which."""
        known = f": {said(self.order)}" if self.order is not UNSET else ""
        return f"{at.name('leader')} has orders for his brigade{known}"
