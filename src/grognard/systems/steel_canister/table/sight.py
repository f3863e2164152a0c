"""Lines of sight over the board (SC-0.6): what the ground hides, and where a formed unit would stand in the way."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import cache

from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables

from .board import Board, Space

_UNASKED: frozenset[Space] = frozenset([(-1, -1)])
"""Stands for a line along which nobody has looked so far."""


@implements("SC-0.6")
def screen(t: Tables, board: Board, one: Space, other: Space) -> frozenset[Space] | None:
    """The spaces in which a formed unit would stand in the line of sight; None where the ground itself does. Kept with
    the board, which does not change."""
    row = board.screens.get(one)
    if row is None:
        row = board.screens[one] = {}
    found = row.get(other, _UNASKED)
    if found is _UNASKED:
        key = (one, other) if one <= other else (other, one)
        # sight is mutual, so one answer serves both ways
        found = row[other] = board.screens.setdefault(other, {})[one] = _screen(t, board, *key)
    return found


def _screen(t: Tables, board: Board, one: Space, other: Space) -> frozenset[Space] | None:
    hides, found = t.value("SC-0.6", "hides"), set()
    wooded = "heavy" in (board.terrain[one], board.terrain[other])
    if wooded and board.range(one, other) > t.number("SC-0.6", "into_heavy"):
        return None
    levels, terrain = board.level, board.terrain
    high = max(levels[one], levels[other])
    for space in between(one, other):
        level = levels[space]
        if level > high:
            return None
        # on level ground nothing is looked over
        if level < high and looked_over(board, space, one, other):
            continue
        if terrain[space] in hides:
            return None
        found.add(space)
    return frozenset(found)


def through_air(board: Board, one: Space, other: Space, limit: int) -> bool:
    """Whether fog or a storm lets two spaces see each other; a limit of 0 is none."""
    return not limit or board.range(one, other) <= limit


def seen_from(t: Tables, board: Board, posts: Iterable[Space], space: Space, hiding: Set[Space]) -> Space | None:
    """The first of several spaces from which one is in sight, with formed units in these spaces."""
    row = board.screens.get(space)
    if row is None:
        row = board.screens[space] = {}
    for post in posts:
        found = row.get(post, _UNASKED)
        if found is _UNASKED:
            found = screen(t, board, space, post)
        if found is not None and found.isdisjoint(hiding):
            return post
    return None


def looked_over(board: Board, space: Space, one: Space, other: Space) -> bool:
    """Whether one of two spaces is higher than one between them that is near to neither."""
    high = max(board.level[one], board.level[other])
    return high > board.level[space] and not _near(space, one) and not _near(space, other)


def between(one: Space, other: Space) -> list[Space]:
    """The spaces whose inside the straight line between two spaces goes through."""
    return [(one[0] + dx, one[1] + dy) for dx, dy in _crossed(other[0] - one[0], other[1] - one[1])]


@cache
def _crossed(dx: int, dy: int) -> tuple[Space, ...]:
    """Offsets of the spaces whose inside the straight line to the middle of another goes through, the ends left out."""
    found = []
    lowest, highest = min(0, dy), max(0, dy)
    # in each column the line rises by so much at most, and goes through no space farther from its middle
    rise = abs(dy) // (2 * abs(dx)) + 2 if dx else highest - lowest
    for x in range(min(0, dx), max(0, dx) + 1):
        middle = x * dy // dx if dx else 0
        for y in range(max(lowest, middle - rise), min(highest, middle + rise) + 1):
            # corners at half spaces, doubled to stay whole; a touched corner is no crossing
            signs = [dx * (2 * y + v) - dy * (2 * x + h) for h in (-1, 1) for v in (-1, 1)]
            if (x, y) not in ((0, 0), (dx, dy)) and min(signs) < 0 < max(signs):
                found.append((x, y))
    return tuple(found)


def _near(one: Space, other: Space) -> bool:
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1
