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


def affordable(cost: Callable[[int], int | None], allowance: int, top: int) -> int:
    """The greatest whole number, no more than `top`, that costs no more than the allowance. The greater, the dearer;
    None is more than anybody can pay, and nought is taken to be free.

    Over ground of one kind the cost grows evenly, so the next number tried is where an even growth would spend the
    allowance; every other time it is half-way between, for where that leads astray.
    """
    dear = cost(top) if top else 0
    if dear is not None and dear <= allowance:
        return top
    low, cheap, high, even = 0, 0, top, True
    while high - low > 1:
        tried = (low + high) // 2
        if even and dear is not None:
            tried = low + (allowance - cheap) * (high - low) // max(1, dear - cheap)
            tried = min(max(tried, low + 1), high - 1)
        even = not even or tried == low + 1
        found = cost(tried)
        if found is not None and found <= allowance:
            low, cheap = tried, found
        else:
            high, dear = tried, found
    return low


def farthest(allowed: Callable[[int], int], top: int, fine: int = SUB) -> int:
    """The farthest that is still within what may be gone at that distance, to within `fine` sixteenths. The farther,
    the more ground is in the way, so what is allowed only shrinks."""
    least = allowed(top)
    if least >= top:
        return top
    # what may be gone at the far end may be gone in any case; asked there, it bounds from above too
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
