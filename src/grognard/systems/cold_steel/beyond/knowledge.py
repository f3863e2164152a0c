"""What a seat knows of what happens beyond the table: its own forces, and cards face down (CS-C.2c, CS-C.4a)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from grognard.army.oob import Edge
from grognard.kernel.checks import implements

from ..table.battlefield import Battlefield
from ..table.state import Force
from .edges import open_to
from .forces import card_of, in_the_area


class EdgeCard(Struct, frozen=True, omit_defaults=True):
    """The card that a commander has laid at an edge. They lie there whether anybody is beyond it or not."""

    side: str
    edge: Edge
    own: bool
    infantry: int | None = None
    """Figures; None while it lies face down."""
    cavalry: int | None = None
    read: int = 0
    """The turn in which an enemy's card was read; it may have changed since."""


def own_forces(b: Battlefield, seat: str) -> dict[str, Force]:
    """A seat's forces beyond the table. Of the enemy it met it knows the figures on his card, not who they are."""
    # whom it met would be told by their ids
    return {force.id: replace(force, foes=()) for force in b.world.forces.values() if force.seat == seat}


@implements("CS-C.2c")
def cards(b: Battlefield, seat: str) -> tuple[EdgeCard, ...]:
    """All cards at the edges: the seat's own open to it, the enemy's face down but for what it has read."""
    if not b.world.off_board:
        return ()
    side = b.seating.side_of(seat)
    return (
        *(_own(b, seat, side, edge) for edge in open_to(b, side)),
        *(_theirs(b, seat, b.seating.other(side), edge) for edge in open_to(b, b.seating.other(side))),
    )


def _own(b: Battlefield, seat: str, side: str, edge: Edge) -> EdgeCard:
    # each seat sees its own share of its side's card
    card = card_of(b, [force for force in in_the_area(b, side, edge) if force.seat == seat])
    return EdgeCard(side, edge, True, card.infantry, card.cavalry)


def _theirs(b: Battlefield, seat: str, side: str, edge: Edge) -> EdgeCard:
    peek = b.world.peeks.get(f"{seat}:{edge}")
    if peek is None:
        return EdgeCard(side, edge, False)
    return EdgeCard(side, edge, False, peek.infantry, peek.cavalry, peek.turn)
