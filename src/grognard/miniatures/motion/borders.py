"""How far a body may go that may not leave a place: as long as the middle of its front stays on it."""

from __future__ import annotations

from collections.abc import Callable

from grognard.battle.special.staying import Bounds
from grognard.ground.units import to_sub

from .placements import Placement, shifted
from .scanning import most

STRIDE = to_sub(10)
"""From one place to the next where a straight way is looked at: nobody goes round by ground outside."""


def room(bounds: Bounds, place: Placement, bearing: int, top: int) -> int:
    """Sixteenths, no more than `top`, that a body can go along a bearing."""
    return _inside(lambda far: bounds.holds(shifted(place, bearing, far).position), top, STRIDE)


def room_round(bounds: Bounds, at: Callable[[int], Placement], top: int, arc: int) -> int:
    """Degrees of a wheel, no more than `top`, that it can make; `at` says where it is after so many."""
    # on the middle of its front it goes nowhere
    if at(top).position == at(0).position:
        return top
    return _inside(lambda degrees: bounds.holds(at(degrees).position), top, arc)


def _inside(held: Callable[[int], bool], top: int, step: int) -> int:
    """The greatest number up to which a body does not come out. Whose front is outside as it begins comes in, or
    stays."""
    if not held(0):
        return top if held(top) else 0
    ways = (*range(step, top, step), top)
    outside = next((at for at, far in enumerate(ways) if not held(far)), None)
    if outside is None:
        return top
    begin = ways[outside - 1] if outside else 0
    return begin + most(lambda more: held(begin + more), ways[outside] - begin)
