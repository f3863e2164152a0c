"""What befalls units and leaders in every phase."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle import fates
from grognard.battle.kinds import Kind, Retold, Scene, Secret, Telling, Who, many, said

from ..terms import Status

SpaceTold = list[int]
PointsSpent = list[int]
"""Action points before something is paid for, and after."""


class FiguresLost(fates.FiguresLost):
    """Figures of a unit fall."""


class StatusChanged(Kind):
    """A unit's spirit sinks, or it pulls itself together."""

    kind: ClassVar = "status"
    retold: ClassVar = (Retold("morale", who="unit"),)
    unit: Who
    status: Status
    before: Status
    cause: str

    def log_text(self, at: Telling) -> str:
        """For the better or for the worse."""
        words = _BETTER if _LEVELS[self.status] < _LEVELS[self.before] else _WORSE
        return f"{at.name()} {words.get(self.status, f'is {said(self.status)}')} ({said(self.cause)})"


_LEVELS = {"good_order": 0, "halted": 1, "disordered": 2, "fallback": 2, "retreat": 3, "rout": 4}
_WORSE = {
    "halted": "comes to a halt, shaken",
    "disordered": "falls into disorder",
    "fallback": "gives ground",
    "retreat": "turns its back and retreats",
    "rout": "breaks and routs",
}
_BETTER = {
    "good_order": "is in good order again",
    "halted": "steadies and stands",
    "disordered": "stops running, though in disorder",
    "retreat": "no longer routs, but goes on retreating",
}


class UnitGone(fates.UnitGone):
    """A unit is out of the battle."""

    ends: ClassVar = {
        "destroyed": "is destroyed to the last man",
        "dispersed": "melts away; its men are scattered over the fields",
        "captured": "is lost with its guns",
        "ran off the field": "runs off the field and is seen no more",
    }


class WentBack(Kind, rename={"from_": "from"}):
    """A unit goes back, of its own will or not."""

    kind: ClassVar = "went_back"
    scenes: ClassVar = (Scene("flight"),)
    unit: Who
    how: str
    spaces: int
    from_: Secret[SpaceTold] = UNSET
    to: Secret[SpaceTold] = UNSET

    def log_text(self, at: Telling) -> str:
        """How far, if anywhere."""
        if not self.spaces:
            return f"{at.name()} can go nowhere"
        return f"{at.name()} {_BACK.get(self.how, 'goes back')} {many(self.spaces, 'space')}"


_BACK = {
    "fallback": "falls back",
    "retreat": "retreats",
    "rout": "runs",
    "evade": "slips away",
}


class GunsTaken(Kind):
    """A battery is taken."""

    kind: ClassVar = "guns_taken"
    text: ClassVar = "{by} takes the guns of {unit}"
    retold: ClassVar = (Retold("overran", who="by", whom="unit"),)
    unit: Who
    by: Who


class LeaderExposed(Kind):
    """A leader is where balls fly, and is missed."""

    kind: ClassVar = "leader_exposed"
    leader: Who
    unit: Who


class LeaderLost(Kind):
    """A leader falls."""

    kind: ClassVar = "leader_lost"
    text: ClassVar = "{leader} falls from his horse at the head of {unit}"
    retold: ClassVar = (Retold("leader", who="leader", whom="unit", befell="fell"),)
    leader: Who
    unit: Who


class LeaderGrazed(Kind):
    """A leader is hit and goes on."""

    kind: ClassVar = "leader_grazed"
    scenes: ClassVar = (Scene("sign", "leader"),)
    text: ClassVar = "A ball grazes {leader}, who rides with {unit}; he stays in the saddle"
    retold: ClassVar = (Retold("leader", who="leader", whom="unit", befell="grazed"),)
    leader: Who
    unit: Who


class LeaderTaken(Kind):
    """A leader is taken prisoner."""

    kind: ClassVar = "leader_taken"
    text: ClassVar = "{leader} is ridden down and taken"
    retold: ClassVar = (Retold("leader", who="leader", befell="taken"),)
    leader: Who


class LeaderRodeOff(Kind):
    """A leader gets away from an enemy who comes upon him."""

    kind: ClassVar = "leader_rode_off"
    scenes: ClassVar = (Scene("ride", "leader", "unit"),)
    text: ClassVar = "{leader} spurs away before the enemy, to {unit}"
    leader: Who
    unit: Who
