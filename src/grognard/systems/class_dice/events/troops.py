"""What befalls units: losses, morale, retreats, their end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET

from grognard.battle import fates
from grognard.battle.kinds import Kind, Maybe, MaybeWho, Retold, Scene, Telling, Who, said

from ..terms import branch


class StepsLost(fates.FiguresLost):
    """A unit loses casualty steps, or tubes."""

    def thing(self, at: Telling) -> str:
        """Guns lose tubes, all others steps."""
        guns = self.unit in at.b.world.units and branch(at.b.unit(self.unit).arm) == "artillery"
        return "tube" if guns else "step"


class Gone(fates.UnitGone):
    """A unit is out of the battle."""

    ends: ClassVar[Mapping[str, str]] = {
        "destroyed": "is destroyed",
        "routed": "runs and is seen no more",
        "surrendered": "lays down its arms",
        "taken": "loses its guns to the enemy",
        "abandoned": "leaves its guns and runs",
        "left": "is driven from the field",
    }


class MoraleChecked(Kind):
    """A unit checks its morale."""

    kind: ClassVar = "morale"
    retold: ClassVar = (Retold("morale", who="unit"),)
    unit: Who
    cause: str
    effect: str
    status: str
    """What it is now; one that routs or gives itself up has no status any more, and it is named so."""
    before: str
    by: MaybeWho = UNSET

    def log_text(self, at: Telling) -> str:
        """Whether it stands."""
        ends = {
            "none": "stands firm",
            "shaken": "is shaken",
            "disordered": "falls into disorder",
            "recoil": "recoils in disorder",
            "broken": "breaks",
            "rout": "routs",
            "surrender": "gives itself up",
        }
        worse = self.before != self.status or self.effect not in ("shaken", "disordered")
        does = ends[self.effect] if worse else f"stays {said(self.status)}"
        return f"{at.name()} {does} ({said(self.cause)})"


class StatusGot(Kind):
    """A unit gets a status by a result that is no morale check."""

    kind: ClassVar = "status"
    text: ClassVar = "{unit} is {status} ({cause})"
    retold: ClassVar = (Retold("morale", who="unit"),)
    unit: Who
    status: str
    before: str
    cause: str


class Recovered(Kind):
    """A status ends."""

    kind: ClassVar = "recovered"
    scenes: ClassVar = (Scene("sign"),)
    text: ClassVar = "{unit} is in order again"
    unit: Who
    status: str


class FellBack(Kind):
    """A unit goes back by a result."""

    kind: ClassVar = "fell_back"
    scenes: ClassVar = (Scene("flight", paces="paces"),)
    unit: Who
    paces: int
    how: str
    edge: Maybe[str] = UNSET

    def log_text(self, at: Telling) -> str:
        """How far."""
        how = {"recoil": "recoils", "broken": "falls back broken", "rout": "runs"}.get(self.how, "falls back")
        return f"{at.name()} {how}: {self.paces} paces"


class LeaderFell(Kind):
    """A leader falls."""

    kind: ClassVar = "leader_fell"
    text: ClassVar = "{leader} falls at the head of {unit}"
    retold: ClassVar = (Retold("leader", who="leader", befell="fell"),)
    leader: Who
    unit: Who


class LeaderReplaced(Kind):
    """A successor takes over."""

    kind: ClassVar = "leader_replaced"
    text: ClassVar = "an officer takes over the command of {leader}"
    leader: Who
