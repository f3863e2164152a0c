"""Where leaders ride: to troops that have lost heart, else behind those they command, out of harm's way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from grognard.battle.decisions import Answer, Decision
from grognard.kernel.domains import Choice

from ..table.board import Space
from ..table.state import LeaderState, UnitState
from ..terms import mounted
from .picture import Picture

SAFE = 3
"""Spaces from the enemy within which a leader goes only to troops of ours."""
CLOSE = 2
"""Spaces from the enemy within which he goes to nobody."""


def ride(p: Picture, decision: Decision, leader: LeaderState, main: Sequence[str]) -> Answer | None:
    """Where a leader rides now, if he should."""
    goal = _post(p, leader, main)
    if goal is None or goal == leader.space:
        return None
    option = decision.option(f"leader:{leader.id}")
    places = option.fields["to"] if option else None
    if not isinstance(places, Choice):
        return None
    cost, best = _cheapest(p, _spaces(places.values), goal)
    if cost >= _cost(p, leader.space, goal):
        return None
    return decision.answer(f"leader:{leader.id}", to=f"{best[0]},{best[1]}")


@lru_cache(500)
def _spaces(places: tuple[str, ...]) -> tuple[Space, ...]:
    """The spaces that are offered; the same ones again, where he stands still."""
    return tuple((int(x), int(y)) for x, y in (each.split(",") for each in places))


def _post(p: Picture, leader: LeaderState, main: Sequence[str]) -> Space | None:
    """With troops that need him, else where his word reaches most of his brigades, or of their leaders."""
    direct = {unit for each in p.view.brigades.values() if each.leader == leader.id for unit in each.units}
    under = direct or set(p.briefing.leaders[leader.id].units)
    units = [unit for unit in p.own if unit.id in under]
    if not units:
        return None
    shaken = [unit for unit in units if _needs_him(p, unit)]
    if shaken and leader.level == "brigade":
        return min(shaken, key=lambda unit: (p.board.range(leader.space, unit.space), unit.id)).space
    if not direct:
        units = [unit for unit in units if unit.id in main] or units
    return _hub(p, leader, units)


def _needs_him(p: Picture, unit: UnitState) -> bool:
    shaken = unit.status in ("disordered", "fallback", "retreat", "rout")
    return shaken and not unit.melee and p.away(unit.space, p.nearest(unit.space)) > CLOSE


def _hub(p: Picture, leader: LeaderState, units: Sequence[UnitState]) -> Space:
    """The space of one of them from which he reaches most of the others."""

    def worth(one: UnitState) -> tuple[int, int, str]:
        steps = [_word(one.space, each.space) for each in units]
        heard = sum(far <= _radius(p, leader, each) for far, each in zip(steps, units, strict=True))
        return -heard, sum(steps), one.id

    return min(units, key=worth).space


def _word(one: Space, other: Space) -> int:
    """Action points of a word's way over open ground: a diagonal step costs as much as two."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _radius(p: Picture, leader: LeaderState, unit: UnitState) -> int:
    row = p.tables.value("SC-1.4a", "corps" if leader.level == "army" else leader.level)
    return int(row["cavalry" if mounted(unit.arm) else "infantry"])


def _cheapest(p: Picture, spaces: Sequence[Space], goal: Space) -> tuple[float, Space]:
    """The best of some spaces, and what it costs. The nearest first: no space costs less than its way to the goal, so
    that most need not be asked about."""
    nearest, *others = sorted((p.board.range(space, goal), space) for space in spaces)
    best = _cost(p, nearest[1], goal), nearest[1]
    for far, space in others:
        if far > best[0]:
            break
        best = min(best, (_cost(p, space, goal), space))
    return best


def _cost(p: Picture, space: Space, goal: Space) -> float:
    near = p.away(space, p.nearest(space))
    alone = space not in p.friends
    danger = 20 if near <= 1 or (alone and near <= SAFE) else 0
    return p.board.range(space, goal) + danger
