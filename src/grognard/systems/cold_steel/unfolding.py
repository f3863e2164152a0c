"""Grand-tactical cards become figures: each component where the sketch on the card has it, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grognard.army.footprints import footprint
from grognard.army.oob import Unit
from grognard.army.shapes import Corners, Footprint, placed, turned
from grognard.ground.relations import gap
from grognard.ground.shapes import quad_in_paces
from grognard.kernel.checks import implements
from grognard.kernel.errors import BadInput


class Sketched(Struct, frozen=True):
    """A component on the sketch: paces right and ahead of the card's middle to the middle of its front, and degrees
    from the card's own facing."""

    unit: Unit
    right: float = 0.0
    ahead: float = 0.0
    turn: float = 0.0


class Card(Struct, frozen=True):
    """A card on the table and the ground kept for its troops."""

    position: tuple[float, float]
    facing: float
    width: float
    depth: float
    sketch: tuple[Sketched, ...]

    def area(self) -> Corners:
        """The ground kept for the troops."""
        x, y = self.width / 2, self.depth / 2
        return turned(((-x, y), (x, y), (x, -y), (-x, -y)), self.position, self.facing)


class Laid(Struct, frozen=True):
    """A component on the table."""

    unit: Unit
    position: tuple[float, float]
    facing: float
    parts: tuple[Corners, ...]


@implements("CS-1.6.1b")
def unfold(card: Card, year: int) -> list[Laid]:
    """Put down every component as the sketch has it."""
    if not card.sketch:
        raise BadInput("the card has no sketch: name at least one unit on it")
    return [_laid(card, component, footprint(component.unit, year)) for component in card.sketch]


def _laid(card: Card, component: Sketched, shape: Footprint) -> Laid:
    right, ahead = _kept_in(card, component, shape)
    ((x, y), *_) = turned(((right, ahead),), card.position, card.facing)
    facing = (card.facing + component.turn) % 360
    return Laid(component.unit, (x, y), facing, tuple(placed(shape, (x, y), facing)))


@implements("CS-1.6.5e")
def _kept_in(card: Card, component: Sketched, shape: Footprint) -> tuple[float, float]:
    """Troops never go down outside the ground kept for them, however they crowd there; what is larger than all of it
    stands in its middle."""
    box = [point for corners in placed(shape, (component.right, component.ahead), component.turn) for point in corners]
    xs, ys = [x for x, _ in box], [y for _, y in box]
    return (
        component.right + _pushed(min(xs), max(xs), card.width / 2),
        component.ahead + _pushed(min(ys), max(ys), card.depth / 2),
    )


def _pushed(low: float, high: float, limit: float) -> float:
    """How far a span has to move to lie within the limit on both sides."""
    if high - low > 2 * limit:
        return -(low + high) / 2
    return max(-limit - low, 0.0) + min(limit - high, 0.0)


@implements("CS-1.6.5a")
def overcrowded(cards: Sequence[Card]) -> list[tuple[int, int]]:
    """Pairs of cards whose ground overlaps; neighbours may touch."""
    shrunk = [quad_in_paces(_within(card).area()) for card in cards]
    return [(i, j) for i in range(len(cards)) for j in range(i + 1, len(cards)) if gap([shrunk[i]], [shrunk[j]]) == 0]


def _within(card: Card) -> Card:
    """The card's ground less half a pace all round, so that edges which only touch do not count as overlapping."""
    return Card(card.position, card.facing, card.width - 1, card.depth - 1, card.sketch)
