"""How far a body gets: the farthest that still fits, found with few looks at the ground."""

from __future__ import annotations

from collections.abc import Callable

from grognard.ground.units import SUB


def most(fits: Callable[[int], bool], asked: int) -> int:
    """The greatest whole number, no more than is asked for, that still fits. The greater it is, the less it does;
    nought is taken to fit."""
    if fits(asked):
        return asked
    low, high = 0, asked
    while high - low > 1:
        half = (low + high) // 2
        low, high = (half, high) if fits(half) else (low, half)
    return low


def farthest(allowed: Callable[[int], int], top: int, fine: int = SUB) -> int:
    """The farthest that is still within what may be gone at that distance, to within `fine` sixteenths. The farther,
    the more ground is in the way, so what is allowed only shrinks."""
    least = allowed(top)
    if least >= top:
        return top
    low = max(0, least)
    again = allowed(low) if low else top
    if again <= low:
        return low
    high = min(top, again)
    while high - low > fine:
        half = (low + high) // 2
        if allowed(half) >= half:
            low = half
        else:
            high = half
    return low
