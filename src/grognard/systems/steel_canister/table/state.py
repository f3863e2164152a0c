"""The state of a Steel & Canister battle: frozen records, replaced by events, never changed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.army.oob import Edge as BoardEdge
from grognard.army.oob import Unit

from ..terms import Arm, BrigadeOrder, Cube, Facing, Formation, Grade, Status, Weight
from .board import Space

Where = Literal["board", "waiting", "left", "lost"]


class UnitState(Struct, frozen=True, omit_defaults=True):
    """A battalion, regiment or battery."""

    id: str
    side: str
    brigade: str
    arm: Arm
    grade: Grade
    figures: int
    space: Space
    facing: Facing
    formation: Formation
    where: Where = "board"
    guard: bool = False
    old_guard: bool = False
    british: bool = False
    lances: bool = False
    rifles: bool = False
    sappers: bool = False
    weight: Weight = "light"
    killed: int = 0
    status: Status = "good_order"
    blown: int = 0
    """The turn on which it became blown; 0 while it is not."""
    manned: bool = True
    """Guns with their crew; a crew that ran leaves them in `guns_at`."""
    guns_at: Space | None = None
    # -- this turn; cleared in phase 12
    cube: Cube | Literal[""] = ""
    ap: int = 0
    spent: int = 0
    acted: bool = False
    """Its first action, that of its cube, is done."""
    shots: int = 0
    shot_early: bool = False
    """It has fired in 5a to 5h, opportunity fire included."""
    charged: bool = False
    opportunity: bool = False
    """It has made its opportunity charge."""
    entered: int = 0
    """Spaces it entered by choice."""
    reacted: int = 0
    turned_guns: bool = False
    on_road: bool = True
    """All its action points went into marching on a road so far."""
    in_command: bool = True
    improved: bool = False
    """It has rallied by a step."""
    loss_moved: bool = False
    began: Status = "good_order"
    """Its status when the turn began, or that to which it has rallied since."""
    fought: bool = False
    """It was in melee this turn."""
    broke_through: int = 0
    """AP of its breakthrough move that were really spent."""
    may_break: int = 0
    """Hits it won its melee by, while its breakthrough is still to come."""
    # -- melee
    melee: bool = False
    attacker: bool = False
    """Its side charged into the melee."""
    came_from: Space | None = None
    first_round: bool = False
    crossed: bool = False
    """It charged through or from a wall, stream or swamp."""
    how: str = ""
    left_by: BoardEdge | Literal[""] = ""
    counted: bool = False
    """Its loss has been felt by its brigade."""


class LeaderState(Struct, frozen=True, omit_defaults=True):
    """A leader."""

    id: str
    side: str
    level: Literal["brigade", "division", "corps", "army"]
    space: Space
    where: Where = "board"
    attached: str = ""
    lost_on: int = 0
    """The turn he was lost; 0 while he commands."""
    fallen: int = 0
    """How many who held his command were lost since the battle began, he among them."""
    moved: bool = False


class BrigadeState(Struct, frozen=True, omit_defaults=True):
    """A brigade."""

    id: str
    side: str
    leader: str
    superior: str
    units: tuple[str, ...]
    order: BrigadeOrder = "attack"
    written: BrigadeOrder | Literal[""] = ""
    broken: bool = False
    failed: bool = False
    """Its last morale test was a failure."""


class World(Struct):
    """All of it."""

    turn: int = 1
    phase: str = "1"
    over: str = ""
    gave_up: str = ""
    """The side that has given the battle up."""
    a: str = ""
    """The side that is player A this turn."""
    units: dict[str, UnitState] = {}
    leaders: dict[str, LeaderState] = {}
    brigades: dict[str, BrigadeState] = {}
    turns: int = 0
    """The battle ends after so many."""
    held: dict[str, int] = {}


def arrival_turn(unit: Unit) -> int:
    """The turn on which a unit is due; 0 for who is there, or comes when the rules let it."""
    return unit.arrival.turn if unit.arrival else 0
