"""Melees: who fights whom, and the facts of a round."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.checks import implements
from grognard.kernel.handful import Handfuls
from grognard.kernel.opposed import Pair

from ..checks.melee import MeleeFacts
from ..table.board import Space
from ..table.field import Field, worst
from ..table.state import UnitState
from ..terms import branch

WALLS = ("low_wall",)
"""Edges that cover who is charged over them; a wall counts by itself as charged through (SC-4.4c)."""


class Sides(NamedTuple):
    """A melee: its space, the side that charged, and the other."""

    space: Space
    charging: str
    charged: str


# -- who fights whom


def fought_over(b: Field) -> list[Space]:
    """The spaces where enemies are in melee, in the order of the roster."""
    spaces = dict.fromkeys(unit.space for unit in b.on_board() if unit.melee)
    return [space for space in spaces if len({unit.side for unit in b.in_space(space)}) > 1]


def sides_of(b: Field, space: Space) -> Sides:
    """Who charged: where both sides did, those who have nobody there that was charged before."""
    sides = [b.player("A"), b.player("B")]
    here = {side: b.in_space(space, side) for side in sides}
    # where both charged in, the side of which all did comes first, then one of which some did
    order = sorted(
        sides, key=lambda side: (not all(u.attacker for u in here[side]), not any(u.attacker for u in here[side]))
    )
    return Sides(space, order[0], order[1])


def pools(b: Field, sides: Sides, charger: str, defender: str) -> tuple[int, int]:
    """Dice of both leads."""
    check = b.rules["melee"]
    assert isinstance(check, Handfuls)
    ours, theirs = check.pools(pair_of(b, sides, charger, defender))
    return ours.count, theirs.count


# -- the facts


def charged_in(unit: UnitState) -> bool:
    """Whether a unit charged into its melee, on whichever side: it fights to its front (SC-4.1)."""
    return unit.attacker or unit.came_from is not None


@implements("SC-4.1", "SC-4.4c", "SC-0.11")
def pair_of(b: Field, sides: Sides, charger: str, defender: str) -> Pair:
    """The two leads as the check asks for them: who charged is ours."""
    one, other = b.unit(charger), b.unit(defender)
    origin = one.came_from or one.space
    ours = _fighter(b, sides, one, charged=True, charged_through=one.crossed and one.first_round)
    # who charged in himself has turned to the enemy and is not struck in flank
    attacked = "front" if charged_in(other) else b.side_attacked(defender, origin)
    covers = b.covers(sides.space, origin, WALLS)
    theirs = _fighter(b, sides, other, attacked=attacked, cover=worst(covers), more_cover=b.more_cover(covers))
    return Pair(ours, theirs)


def _fighter(b: Field, sides: Sides, unit: UnitState, **more: object) -> MeleeFacts:
    known: dict[str, object] = {
        "arm": unit.arm,
        "formation": unit.formation,
        "grade": unit.grade,
        "guard": unit.guard,
        "old_guard": unit.old_guard,
        "british": unit.british,
        "status": unit.status,
        "blown": bool(unit.blown),
        "leader": b.leader_with(unit.id),
        "killed": unit.killed,
        "units": _mass(b, sides.space, unit.side),
        "lances": unit.lances and unit.first_round,
        "sappers": unit.sappers and b.board.terrain[sides.space] in ("heavy", "strong_point"),
    }
    return MeleeFacts(**{**known, **more})  # type: ignore[arg-type]


@implements("SC-4.4d")
def _mass(b: Field, space: Space, side: str) -> int:
    """Battalions and regiments of a side; guns do not count."""
    return MeleeFacts.nearest("units", sum(branch(unit.arm) != "artillery" for unit in b.in_space(space, side)))
