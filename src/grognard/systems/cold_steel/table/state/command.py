"""Leaders, their riders, the missions they give, and what divisions remember."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from grognard.ground.units import Point

from ...checks.command.missions import MissionWord as MissionKind
from ...terms import Gait, Rating
from .earlier import with_parts
from .orders import Order
from .units import Where

Hurt = Literal["", "horse_shot", "light_wound", "serious_wound", "killed"]
Rallies = Literal["ask", "always", "never", "odds"]
"""When wavering units try to rally: whoever the commander names, all, nobody, or those whose odds are good enough."""
LEAST = 75


class LeaderState(Struct, frozen=True, omit_defaults=True):
    """A commander's figure."""

    id: str
    side: str
    position: Point
    rating: Rating = "average"
    where: Where = "table"
    hurt: Hurt = ""
    hurt_on: int = 0
    """The turn of his last hit."""
    worst: Hurt = ""
    """His worst wound."""
    points: int = 0
    """Command points left this turn."""
    paces: int = 0
    """Paces that his spent points still carry him (CS-3.2j)."""
    order_in_hand: bool = False
    """The point on which he rides still holds its order (CS-3.2j)."""
    attached: str = ""
    successor_from: int = 0
    """The turn on which a successor takes command (CS-10.1.2e); 0 while he lives."""
    name: str = ""
    """Of the successor, once he commands in the place of the man on the roster."""
    since: int = 0
    """The first turn on which a successor commands."""


class Command(Struct, frozen=True, omit_defaults=True):
    """What an aide or courier carries, or a regimental commander will carry out: orders or a mission."""

    kind: Literal["order", "mission", "message"]
    units: tuple[str, ...] = ()
    order: Order | None = None
    mission: str = ""
    text: str = ""
    acted_on: int = 0
    """The turn in whose command phase it takes effect, once it is known."""


class Rider(Struct, frozen=True, omit_defaults=True):
    """An aide or a courier. Idle aides ride with their commander."""

    id: str
    side: str
    leader: str
    position: Point
    kind: Literal["aide", "courier", "regiment"] = "aide"
    """A regiment's commander who passes a command on: he does not ride, it takes effect when it is due."""
    to: str = ""
    """The unit or leader he rides to."""
    carries: Command | None = None
    delivered: int = 0
    """The turn he arrived."""
    back: bool = False
    """He is riding back."""

    @staticmethod
    def written_now(fields: dict[str, Any]) -> dict[str, Any]:
        """The orders he carries were once written without parts."""
        carries = fields.get("carries")
        if type(carries) is not dict or "order" not in carries:
            return fields
        return {**fields, "carries": {**carries, "order": with_parts(carries["order"])}}


class Mission(Struct, frozen=True, omit_defaults=True):
    """A written mission (CS-3.3.1a). Places are in whole paces."""

    id: str
    side: str
    kind: MissionKind
    units: tuple[str, ...]
    objective: tuple[int, int] = (0, 0)
    route: tuple[tuple[int, int], ...] = ()
    """Places on the way, the objective not among them."""
    radius: int = 150
    """Paces around the objective that are the area of a defence or the position of a rearguard."""
    ward: str = ""
    """Protect: the unit to be protected. Follow me: the leader."""
    gait: Gait = "march"
    wait_until: int = 0
    """It does not set out before this turn."""
    leader: str = ""
    given: int = 0
    start: tuple[int, int] = (0, 0)
    """The middle of the group when it was given, where its route begins; for a protect mission the ward's place."""
    places: tuple[tuple[int, int], ...] = ()
    """Each unit's place in the group, paces to the right and ahead of its middle."""
    facing: int = 0
    """The way the group faced then. orders.groups fills these three."""


class Standing(Struct, frozen=True, omit_defaults=True):
    """What the officers of a seat's units have been told once and for all, so that nobody asks every turn."""

    seat: str
    rally: Rallies = "ask"
    least: int = LEAST
    """Percent: the odds of not getting worse with which a unit tries to rally, where odds decide."""


class Division(Struct, frozen=True, omit_defaults=True):
    """What the effectiveness test remembers of a division."""

    id: str
    side: str
    tested: int = 0
    """Highest threshold of losses tested for, in percent."""
    commanders_lost: int = 0
    enemies_beaten: int = 0
