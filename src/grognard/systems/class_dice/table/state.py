"""The state of a Class Dice battle: frozen records, replaced by events, never changed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.army.oob import Edge
from grognard.ground.units import Point

from ..terms import Arm, Carriage, Formation, Gun, Level, Rating, Status, TroopClass, Weapon

Where = Literal["table", "waiting", "left", "lost"]
Fate = Literal["", "destroyed", "routed", "surrendered", "taken", "abandoned"]
Reactions = Literal["charges", "ask", "always", "never"]
"""When a seat is asked whether its units react: to charges and where fire is free; to every enemy move close by too;
never, because all react as is usual, or because nobody reacts who need not."""
Contests = Literal["in_reach", "ask", "always", "never"]
"""When a seat is asked whether it contests the initiative: where the enemy is near, each time, never because it always
does, or because it never does."""


class UnitState(Struct, frozen=True, omit_defaults=True):
    """A regiment or battalion, or a battery."""

    id: str
    side: str
    division: str
    brigade: str
    arm: Arm
    troop_class: TroopClass
    cw: int
    starting: int
    """Steps it began with."""
    steps: int
    """Steps it has left: three to a casting, one to a tube."""
    position: Point
    heading: int
    formation: Formation
    where: Where = "table"
    weapon: Weapon | Literal[""] = "musket"
    """What it fires; nothing for guns, and for cavalry without firearms."""
    light: bool = False
    dismounted: Arm | Literal[""] = ""
    """What dragoons on foot are in the saddle."""
    gun: Gun = "6pdr"
    carriage: Carriage = "6pdr"
    howitzers: bool = False
    battalion_guns: Gun | Literal[""] = ""
    ammunition: int = 0
    prisoners: int = 0
    """Castings that were taken."""
    status: Status = "steady"
    since: int = 0
    """The turn in which it got its status."""
    screen: int = 0
    """Stands out before its front."""
    screen_beaten: bool = False
    """Called in until its next activation."""
    smoke: bool = False
    firefight: bool = False
    volleyed: bool = False
    """It has given its initial volley."""
    moved_last_turn: bool = False
    # -- this turn; cleared in the end phase
    activated: bool = False
    moved: bool = False
    gone: int = 0
    """Paces it has moved in its activation, or by local initiative."""
    allowance: int = 0
    """Paces it was allowed then."""
    smoked: bool = False
    """It has fired, or taken smoke as a result."""
    charged: bool = False
    skirmished: bool = False
    local_acts: int = 0
    tried: int = 0
    """The last enemy action against which it rolled for local initiative, by its number."""
    defended: int = 0
    """Defensive fires it has given in this activation of an enemy division."""
    silenced: bool = False
    """Guns that do not fire any more this turn."""
    left_by: Edge | Literal[""] = ""
    fate: Fate = ""


class LeaderState(Struct, frozen=True, omit_defaults=True):
    """A leader of a division, a corps or the army."""

    id: str
    side: str
    level: Level
    rating: Rating
    position: Point
    where: Where = "table"
    attached_to: Literal["", "regiment", "brigade"] = ""
    attached: str = ""
    """The unit, or the brigade."""
    moved: bool = False
    tried: bool = False
    """He has tried to attach himself in this activation."""
    fell_on: int = 0
    """The turn on which he fell, till his successor comes; 0 while he commands."""
    fallen: int = 0
    """How many who held his command have fallen."""


class DivisionState(Struct, frozen=True, omit_defaults=True):
    """What is activated at one time: a division, or what stands for one."""

    id: str
    side: str
    name: str
    leader: str
    corps: str
    """The corps commander over it; nothing where there is none."""
    army: str
    brigades: tuple[str, ...]
    units: tuple[str, ...]
    contested: tuple[str, ...] = ()
    """Active divisions from which it has tried to take the initiative this turn."""
    activations: int = 0
    """How often it has been named this turn."""


class Instructions(Struct, frozen=True, omit_defaults=True):
    """What a seat has said once, so that it is not asked each time."""

    id: str
    reactions: Reactions = "charges"
    contests: Contests = "in_reach"
    odds: int = 0
    """Percent: where success is less likely than that, nobody is asked."""
    let_be: int = 0
    """The turn for whose rest nobody reacts who need not."""
    leave_it: int = 0
    """The turn for whose rest it contests nothing."""


class World(Struct):
    """All of it."""

    turn: int = 1
    phase: str = "initiative"
    over: str = ""
    gave_up: str = ""
    """The side that has given the battle up."""
    units: dict[str, UnitState] = {}
    leaders: dict[str, LeaderState] = {}
    divisions: dict[str, DivisionState] = {}
    brigades: dict[str, str] = {}
    """Names of brigades by their ids."""
    instructions: dict[str, Instructions] = {}
    """By seat."""
    points: dict[str, int] = {}
    """Grand-Tac points that each side has left this turn."""
    holder: str = ""
    """The side that has the initiative."""
    active: str = ""
    """The division that is active."""
    by: Literal["", "opening", "contest", "passed"] = ""
    """How its side came by the initiative: by the opening roll, by a contest, because the other has nobody left."""
    challenger: str = ""
    """The division that contests the initiative just now."""
    led: bool = False
    """Its leaders have ridden; its brigades are being activated."""
    action: int = 0
    """The number of the last move or charge of a unit."""
    ended: bool = False
    """An initiative roll has ended the turn."""
    turns: int = 0
    """The battle ends after so many."""
    held: dict[str, int] = {}
