"""What happens in the command phase: points, orders, missions, and how they are given."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from msgspec import UNSET

from grognard.battle.events import Event
from grognard.battle.kinds import Filed, Kind, Letter, Maybe, Scene, Telling, Who, many, said

from .words import place_words


class PointsRolled(Kind):
    """A leader's command points of this turn are settled."""

    kind: ClassVar = "points"
    leader: Who
    points: int
    reason: str

    def log_text(self, at: Telling) -> str:
        """And why they are what they are."""
        told = f"{at.name('leader')} has {many(self.points, 'command point')}"
        return f"{told}: {self.reason}" if self.reason else told


class NobodyCommands(Kind):
    """A leader has fallen, and no successor commands yet."""

    kind: ClassVar = "no_commander"
    text: ClassVar = "nobody commands in the place of {leader}"
    leader: Who


class OrderGiven(Kind):
    """Chits are placed with a unit."""

    kind: ClassVar = "ordered"
    unit: Who
    leader: Who
    chits: str
    how: str
    left: Maybe[str] = UNSET
    """The mission that it leaves by that."""

    def log_text(self, at: Telling) -> str:
        """Who orders it what."""
        left = f"; it leaves its mission ({said(self.left)})" if self.left else ""
        return f"{at.name('leader')} orders {at.name()} {self.how}: {self.chits}{left}"


class MissionGiven(Kind, rename={"mission": "kind"}):
    """Units take up a mission. The record keeps each of them in a role of its own, so that it is found by each name."""

    kind: ClassVar = "mission"
    unit: Who
    leader: Who
    mission: str
    number: int
    objective: list[int]
    how: str
    others: tuple[str, ...] = ()
    """All but the first; in the record `unit_2`, `unit_3` and so on."""

    def filed(self) -> Filed:
        """With a role for each of the others."""
        units, values, secret = super().filed()
        roles = {f"{_NEXT}{at}": unit for at, unit in enumerate(values.pop("others"), start=2)}
        return units | roles, values, secret

    @classmethod
    def read(cls, event: Event) -> Self:
        """With the others gathered again."""
        found = super().read(event)
        found.others = tuple(who for role, who in event.units.items() if role.startswith(_NEXT))
        return found

    def log_text(self, at: Telling) -> str:
        """Who gives whom which mission, and where."""
        others = self.number - 1
        more = at.name(f"{_NEXT}2") if others == 1 and self.others else many(others, "other")
        whom = at.name() + (f" and {more}" if others else "")
        x, y = self.objective
        where = place_words(at.b, x, y)
        return f"{at.name('leader')} gives {whom} a mission {self.how}: {said(self.mission)}{where}"


_NEXT = "unit_"


class MissionAnnounced(Kind, rename={"mission": "kind"}):
    """The type of a mission is told to all, by an optional rule."""

    kind: ClassVar = "announced"
    text: ClassVar = "{side} announces a mission: {kind}"
    unit: Who
    mission: str
    number: int
    side: str


class MarkedForMission(Kind):
    """A unit gets chits under its mission."""

    kind: ClassVar = "marked"
    text: ClassVar = "{unit}, under its mission: {chits}"
    unit: Who
    chits: str


class LeftToMissions(Kind):
    """Units are left to their missions."""

    kind: ClassVar = "mission_marks"
    number: int

    def log_text(self, at: Telling) -> str:
        """How many."""
        return f"{many(self.number, 'unit')} left to {'its mission' if self.number == 1 else 'their missions'}"


class PartOrdered(Kind):
    """A flank of a unit is brought forward or back."""

    kind: ClassVar = "part_ordered"
    leader: Who
    unit: Who
    flank: Literal["left", "right"]
    degrees: int

    def log_text(self, at: Telling) -> str:
        """Which, and how far."""
        how = f" {'up' if self.degrees > 0 else 'back'} {abs(self.degrees)} degrees" if self.degrees else " forward"
        return f"{at.name('leader')} has the {self.flank} of {at.name()} brought{how}"


class ChitsRevealed(Kind):
    """All who see a unit see its chits."""

    kind: ClassVar = "revealed"
    unit: Who
    chits: str
    """Nothing where they were taken away."""

    def log_text(self, at: Telling) -> str:
        """What they say."""
        return f"{at.name()}: {self.chits}" if self.chits else ""


class ChitVoid(Kind):
    """A special chit cannot be carried out any more."""

    kind: ClassVar = "chit_void"
    text: ClassVar = "{unit} cannot carry out its special order ({chit}): {reason}"
    unit: Who
    chit: str
    reason: str


# -- leaders in person


class LeaderRode(Kind):
    """A leader rides somewhere."""

    kind: ClassVar = "rode"
    scenes: ClassVar = (Scene("ride", "leader", paces="paces"),)
    text: ClassVar = "{leader} rides {paces} paces"
    leader: Who
    paces: int
    points: int


class LeaderAttached(Kind):
    """A leader joins a unit."""

    kind: ClassVar = "attached"
    text: ClassVar = "{leader} joins {unit}"
    leader: Who
    unit: Who


class LeaderDetached(Kind):
    """A leader leaves the unit he was with."""

    kind: ClassVar = "detached"
    text: ClassVar = "{leader} leaves {unit}"
    leader: Who
    unit: Who


# -- aides and couriers


class AideSent(Kind):
    """An aide rides off with a command."""

    kind: ClassVar = "aide_sent"
    scenes: ClassVar = (Scene("ride", "leader", "unit", paces="paces"),)
    text: ClassVar = "{leader} sends an aide to {unit}, {paces} paces away: {command}"
    leader: Who
    unit: Who
    command: str
    paces: int


class AideArrived(Kind):
    """An aide reaches the unit he was sent to."""

    kind: ClassVar = "delivered"
    scenes: ClassVar = (Scene("ride", "leader", "unit"),)
    text: ClassVar = "{leader}'s aide reaches {unit}"
    leader: Who
    unit: Who
    command: str


class AideBack(Kind):
    """An aide is back with his leader."""

    kind: ClassVar = "aide_back"
    text: ClassVar = "an aide is back with {leader}"
    leader: Who


class AideTurnedBack(Kind):
    """An aide does not find whom he was sent to."""

    kind: ClassVar = "aide_lost"
    text: ClassVar = "{leader}'s aide cannot find {unit} and turns back"
    leader: Who
    unit: Who


class OrderVoid(Kind):
    """What an aide brings cannot be carried out."""

    kind: ClassVar = "order_void"
    text: ClassVar = "{unit} cannot carry out what it was sent ({chits}): {reason}"
    unit: Who
    leader: Who
    chits: str
    reason: str


class RegimentTold(Kind):
    """A colonel passes an order on to the units of his regiment."""

    kind: ClassVar = "regiment_told"
    leader: Who
    unit: Who
    regiment: str
    number: int
    turns: int
    command: str

    def log_text(self, at: Telling) -> str:
        """What, and when it will have reached them."""
        when = f", in {many(self.turns, 'turn')}" if self.turns else ""
        body = self.regiment.rpartition(" / ")[2]
        whom = f"the colonel of {body} tell {many(self.number, 'unit')}"
        return f"{at.name('leader')} has {whom}: {self.command}{when}"


class CourierSent(Kind, rename={"letter": "text"}):
    """A leader writes to another."""

    kind: ClassVar = "message_sent"
    scenes: ClassVar = (Scene("ride", "leader", "to"),)
    text: ClassVar = "{leader} writes to {to}: {text}"
    written: ClassVar = Letter("sent", "to", "text")
    leader: Who
    to: Who
    letter: str


class CourierArrived(Kind):
    """A courier reaches the leader he was sent to."""

    kind: ClassVar = "message_arrived"
    scenes: ClassVar = (Scene("ride", "leader", "to"),)
    text: ClassVar = "a courier reaches {to}"
    written: ClassVar = Letter("delivered", "to")
    leader: Who
    to: Who


class LetterRead(Kind, rename={"letter": "text"}):
    """A leader reads what another wrote to him."""

    kind: ClassVar = "message"
    text: ClassVar = "{to} reads a message from {leader}: {text}"
    written: ClassVar = Letter("received", "leader", "text")
    to: Who
    leader: Who
    letter: str
