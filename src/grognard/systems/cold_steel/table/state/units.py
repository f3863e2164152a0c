"""Units as they are now, what they did in a turn, and those made during the battle."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from grognard.army.oob import Edge, FormationName, Interval, Unit
from grognard.ground.units import Point

from ...muster import Mustered
from ...terms import Side, Status
from .earlier import with_parts
from .orders import Forming, Labour, Order, Wing

Where = Literal["table", "waiting", "beyond", "joined", "left", "lost"]
"""On the table; not yet arrived; in a force beyond the table's edge (appendix C); gone into another unit; gone off the
table by an edge; destroyed, dispersed or captured."""
Moved = Literal["no", "march", "quick", "double"]


class Doings(Struct, frozen=True, omit_defaults=True):
    """What a unit did and suffered in one turn; cleared at its end (CS-10.3c)."""

    moved: Moved = "no"
    paces: int = 0
    quarters: int = 0
    """Of the turn spent on a formation change."""
    turned: bool = False
    """It wheeled, changed formation or faced about."""
    engaged: bool = False
    """It was in P3 of an enemy when the movement phase began (CS-9.1b)."""
    came_into: tuple[str, ...] = ()
    """Enemies into whose P3 it moved this turn."""
    from_where: Point = (0, 0)
    """Where its centre was when the movement phase began."""
    met: tuple[str, ...] = ()
    """Friends it ran through (CS-6.8: once a pair and turn)."""
    caught: bool = False
    """An enemy came upon it while it changed formation: it fights as in open order (CS-A.1e)."""
    fired: bool = False
    fired_at: tuple[str, ...] = ()
    named: bool = False
    """It was named as a target by artillery (CS-7.2.2k)."""
    fire_from: tuple[Side, ...] = ()
    """Whence fire cost it casualties in this phase (CS-5.2.2b)."""
    musket_hits: int = 0
    musket_losses: int = 0
    shot_at: bool = False
    """Fired at with small arms."""
    cannon_hits: int = 0
    fire_hurt: bool = False
    """Fire cost it casualties or disorder this turn (CS-10.2.1)."""
    thirds: int = 0
    """Thirds of its fire that a square has left for the close combat phase (CS-8.1f)."""
    combat: Literal["", "melee", "firefight", "won", "lost"] = ""
    foes: tuple[str, ...] = ()
    """Whom it fought in close combat."""
    surprised: bool = False
    walking: bool = False
    """It went at half its march to fire as it went (CS-M2-8.2.2)."""
    onrush: str = ""
    """The enemy whom it will charge as soon as it has fired (CS-M2-8.1, CS-M2-8.3a)."""
    rate: int = 0
    """Paces it could have moved this turn: what it has not used is kept back for the charge."""
    retired: bool = False
    """It was retreating when that turn ended."""


class Share(Struct, frozen=True):
    """How many figures of a unit of the roster are in another."""

    unit: str
    figures: int


class Raised(Struct, frozen=True, omit_defaults=True):
    """A unit that was made during the battle, or is no longer as the order of battle has it."""

    id: str
    unit: Unit
    """As an order of battle would have it."""
    rated: Mustered
    post: str
    """The unit of the roster whose place in the chain of command it has."""
    parts: tuple[Share, ...] = ()
    """Whose men it has; nothing if they are its own."""
    of: str = ""
    """The unit that it was detached from."""


class UnitState(Struct, frozen=True, omit_defaults=True):
    """A unit as it is now. What never changes about it stands in its `Entry` on the roster."""

    id: str
    side: str
    position: Point
    """The middle of its front edge, in sixteenths of a pace."""
    heading: int
    """Whole degrees clockwise from north."""
    formation: FormationName
    figures: int
    """It began the battle with so many; guns of a battery."""
    interval: Interval = "open"
    where: Where = "table"
    status: Status = "resolute"
    disorder: int = 0
    passing_disorder: int = 0
    """Of these, markers that go away by themselves next turn (CS-6.2h)."""
    passing_due: int = 0
    """Of these, markers of the last turn that go away at the end of this one."""
    lost: int = 0
    """Figures lost; guns and howitzers out of action for a battery."""
    front_lost: int = 0
    """Of these, figures that musketry took from the front rank of a column since it was formed (CS-8.1i)."""
    guns: int = 0
    """Guns still served."""
    howitzers: int = 0
    battalion_guns: int = 0
    """Guns of its own that go and fire with it."""
    order: Order | None = None
    ordered: Order | None = None
    """The player's own order while an automatic one has its place (CS-4.2b)."""
    revealed: Order | None = None
    """The chits that lie open since the last reveal (CS-3.2p, CS-4.3), for all who see the unit."""
    mission: str = ""
    forming: Forming | None = None
    now: Doings = Doings()
    before: Doings = Doings()
    """The last turn's."""
    quarter_checked: int = 0
    """Full quarters of its strength lost for which it has checked morale (CS-5.1)."""
    volley_spent: bool = False
    within: str = ""
    """The unit it has gone into."""
    wings: tuple[Wing, ...] = ()
    """Flanks that stand otherwise than the rest of its line."""
    told_wings: tuple[Wing, ...] = ()
    """What its flanks were told to do in this turn."""
    parent: str = ""
    """Skirmishers: the unit they came from; they are a unit of their own while they are out."""
    skirmishers: str = ""
    """The unit that its skirmishers are, while they are out."""
    melee: tuple[str, ...] = ()
    """Enemies it is locked with after a close combat that came out as a melee or firefight."""
    set_upon: tuple[str, ...] = ()
    """Of these, the ones whom it came upon itself (CS-9.2.1b)."""
    firefight: bool = False
    converged: bool = False
    """Put together because of casualties."""
    trophies: int = 0
    placed: bool = True
    """In fog, rain or snow: it has been within sight of the enemy, and stays on the table (CS-B.8b)."""
    card: str = ""
    """The grand-tactical card that stands for it; nothing when its figures are on the table (CS-1.6a)."""
    identified: bool = False
    """The enemy has been near enough to tell exactly who it is (CS-1.6.3a)."""
    news: int = 0
    """The enemy may give no orders in answer to it before this turn (CS-1.6.4d)."""
    packed: bool = False
    """Its figures were put down on ground that others have as well (CS-1.6.5e)."""
    prone: bool = False
    deserted: bool = False
    """Its limbers have left it, so that it can only be prolonged (CS-M2-4.1e)."""
    held: int = 0
    """Movement phases for which it stays put (CS-5.6)."""
    retire: bool = False
    """It retires to P1 after a division effectiveness test (CS-4.4.2)."""
    retired: bool = False
    """It is retreating: it fell back, was broken or routed in this turn."""
    astride: tuple[str, ...] = ()
    """Obstacles and defiles it is partly across: the marker comes when the last stand is over (CS-6.2d)."""
    engineers: int = 0
    """Companies of engineers, sappers or pioneers with it, or of which it consists."""
    labour: Labour | None = None
    """Engineers' work of several turns that it is at."""
    aboard: str = ""
    """The boat it is in."""
    left_by: Literal["", Edge] = ""
    how: str = ""
    """What became of it: dispersed, overrun, captured, left the table …"""

    @staticmethod
    def written_now(fields: dict[str, Any]) -> dict[str, Any]:
        """Orders were once written without parts."""
        return {name: with_parts(value) if name in _ORDERS else value for name, value in fields.items()}


_ORDERS = ("order", "ordered", "revealed")
