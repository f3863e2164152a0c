"""What happens when troops and leaders move."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET

from grognard.battle.kinds import Kind, Maybe, Retold, Scene, Secret, Telling, Who, said

from ..terms import Facing, Formation, branch
from .troops import PointsSpent, SpaceTold


class UnitArrived(Kind):
    """A unit comes onto the field."""

    kind: ClassVar = "arrived"
    text: ClassVar = "{unit} comes onto the field from the {edge}"
    retold: ClassVar = (Retold("arrived", who="unit"),)
    unit: Who
    edge: str


class Stepped(Kind, rename={"from_": "from"}):
    """A unit goes to a neighbouring space."""

    kind: ClassVar = "stepped"
    scenes: ClassVar = (Scene("march"),)
    unit: Who
    step: str
    loosened: bool
    paid: Secret[int] = UNSET
    from_: Secret[SpaceTold] = UNSET
    to: Secret[SpaceTold] = UNSET
    points: Secret[PointsSpent] = UNSET

    def log_text(self, at: Telling) -> str:
        """Which way, and what it does to its ranks."""
        through = ", through its friends" if self.step.endswith("_through") else ""
        loosened = " and loses its formation in the close country" if self.loosened else ""
        return f"{at.name()} {_WAYS[self.step.removesuffix('_through')]}{through}{loosened}"


_WAYS = {
    "forward": "goes forward", "forward_right": "obliques to the right", "forward_left": "obliques to the left",
    "right": "edges to the right", "left": "edges to the left", "back": "steps back",
    "back_right": "draws back to the right", "back_left": "draws back to the left",
}  # fmt: skip


class StepDice(Kind):
    """The dice of a step that no other event shows."""

    kind: ClassVar = "step_dice"
    unit: Who
    step: Maybe[int] = UNSET
    of: Maybe[int] = UNSET


class Stuck(Kind, rename={"from_": "from"}):
    """The dice make a step too dear: the unit comes no further."""

    kind: ClassVar = "stuck"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    step: str
    from_: Secret[SpaceTold] = UNSET
    failed: Secret[int] = UNSET
    of: Secret[int] = UNSET
    points: Secret[PointsSpent] = UNSET
    costs: Secret[int] = UNSET

    def log_text(self, at: Telling) -> str:
        """Teams or ranks."""
        guns = bool(self.unit) and self.unit in at.b.world.units and branch(at.b.unit(self.unit).arm) == "artillery"
        return f"the {'teams' if guns else 'ranks'} of {at.name()} get into a tangle; it comes no further this turn"


class StaysThere(Kind):
    """A unit that would go on may not leave a place by a special rule of the battle."""

    kind: ClassVar = "stays_there"
    text: ClassVar = "{unit} goes no farther. {why}"
    unit: Who
    why: str


class LeaderRode(Kind):
    """A leader rides somewhere else."""

    kind: ClassVar = "leader_rode"
    scenes: ClassVar = (Scene("ride", "leader"),)
    text: ClassVar = "{leader} rides along the line"
    leader: Who


class LeaderTurnedBack(Kind):
    """A leader meets the enemy where he rides to."""

    kind: ClassVar = "leader_turned_back"
    scenes: ClassVar = (Scene("ride", "leader"),)
    text: ClassVar = "{leader} finds the enemy before him and turns back"
    leader: Who


class Turned(Kind):
    """A unit turns where it stands."""

    kind: ClassVar = "turned"
    scenes: ClassVar = (Scene("march"),)
    text: ClassVar = "{unit} faces {facing}"
    unit: Who
    facing: Facing


class Formed(Kind):
    """A unit changes its formation."""

    kind: ClassVar = "formed"
    scenes: ClassVar = (Scene("form"),)
    unit: Who
    formation: Formation

    def log_text(self, at: Telling) -> str:
        """Into which."""
        return f"{at.name()} forms {said(self.formation)}"


class Limbered(Kind):
    """Guns are hung on their limbers."""

    kind: ClassVar = "limbered"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} limbers up"
    unit: Who


class Unlimbered(Kind):
    """Guns are made ready to fire."""

    kind: ClassVar = "unlimbered"
    scenes: ClassVar = (Scene("form"),)
    text: ClassVar = "{unit} unlimbers"
    unit: Who


class ReManned(Kind):
    """Gunners who had run come back."""

    kind: ClassVar = "re_manned"
    text: ClassVar = "the gunners of {unit} are back at their pieces"
    unit: Who


class RallyTried(Kind):
    """A unit tries to rally."""

    kind: ClassVar = "rally"
    scenes: ClassVar = (Scene("sign"),)
    unit: Who
    rallied: bool

    def log_text(self, at: Telling) -> str:
        """Only where it was in vain: what it gains is told by itself."""
        return "" if self.rallied else f"the officers of {at.name()} shout themselves hoarse, in vain"


class PointsPaid(Kind, rename={"what": "for"}):
    """Action points are spent."""

    kind: ClassVar = "paid"
    unit: Who
    what: str
    points: PointsSpent


class Rested(Kind):
    """Blown horses have recovered."""

    kind: ClassVar = "rested"
    text: ClassVar = "the horses of {unit} have their breath back"
    unit: Who
