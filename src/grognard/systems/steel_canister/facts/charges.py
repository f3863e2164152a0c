"""Who may charge whom, and by which way (SC-6.1, SC-6.2)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from grognard.kernel.checks import implements

from ..checks.moving import fixed_cost
from ..table.board import Space
from ..table.field import Field
from ..table.state import UnitState
from ..terms import FACINGS, Facing, Formation, branch
from .fire import may_shoot
from .steps import MOST_AP, entered_as

AHEAD = ("forward", "forward_left", "forward_right")
_COVER = ("heavy", "strong_point")


class Path(NamedTuple):
    """A way to charge: the facing after its one turn, what that turn costs, the spaces entered, the target's last."""

    facing: Facing
    turning: int
    spaces: tuple[Space, ...]
    cost: int
    """Before any dice, the turn included."""


class _Reached(NamedTuple):
    cost: int
    spaces: tuple[Space, ...]
    formation: Formation


@implements("SC-6.1", "SC-5.8")
def may_charge(b: Field, unit: UnitState) -> bool:
    """Whether a unit is fit to charge at all, whatever its cube."""
    t, arm = b.rules.tables, branch(unit.arm)
    if arm == "artillery" or unit.blown or unit.melee or unit.charged or unit.opportunity or unit.where != "board":
        return False
    formations = t.value("SC-6.1", arm)
    loose = arm == "infantry" and unit.formation in t.value("SC-6.1", "in_cover")
    return bool(t.value("SC-5.2", unit.status)["charge"]) and (unit.formation in formations or loose)


@implements("SC-6.1", "SC-6.2")
def charges(b: Field, unit: str, budget: int) -> dict[str, Path]:
    """The enemies a unit can charge with so many action points, with the cheapest way to each."""
    now = b.unit(unit)
    if not may_charge(b, now):
        return {}
    found: dict[str, Path] = {}
    for foe in b.enemies(now.side):
        # a step costs at least one point, so nobody farther off can be reached; this spares the search
        if max(abs(foe.space[0] - now.space[0]), abs(foe.space[1] - now.space[1])) > budget:
            continue
        path = path_to(b, now, foe, budget) if b.sees(now.space, foe.space) else None
        if path is not None:
            found[foe.id] = path
    return found


def path_to(b: Field, now: UnitState, foe: UnitState, budget: int) -> Path | None:
    """The cheapest way to charge one enemy, if there is any: straight ahead, or after one turn to either side."""
    in_cover = b.board.terrain[now.space] in _COVER or b.board.terrain[foe.space] in _COVER
    if now.formation in b.rules.tables.value("SC-6.1", "in_cover") and not in_cover:
        return None
    turn = b.reckoned("action-cost", action="facing_change", arm=now.arm).ap
    # one turn of a quarter at most, and only before it sets out
    at = FACINGS.index(now.facing)
    ways = [(now.facing, 0), (FACINGS[at - 1], turn), (FACINGS[(at + 1) % len(FACINGS)], turn)]
    paths = [path for facing, cost in ways if (path := _straight(b, now, foe, facing, cost, budget)) is not None]
    return min(paths, key=lambda path: (path.cost, len(path.spaces)), default=None)


def _straight(b: Field, now: UnitState, foe: UnitState, facing: Facing, cost: int, budget: int) -> Path | None:
    """Row by row ahead: only forward and diagonal forward steps, each at its cost before dice."""
    rows, _ = b.board.ahead(now.space, facing, foe.space)
    reached = {now.space: _Reached(cost, (), now.formation)}
    for row in range(1, rows + 1):
        further: dict[Space, _Reached] = {}
        for space, so_far in reached.items():
            here = replace(now, space=space, facing=facing, formation=so_far.formation)
            for to, step in _ahead(b, here, foe, row, rows):
                total = so_far.cost + step.cost
                # the cheapest way to each space of the row: steps only lead ahead, so no row is entered twice
                if total <= budget and (to not in further or total < further[to].cost):
                    further[to] = _Reached(total, (*so_far.spaces, to), step.formation)
        reached = further
    if not rows or foe.space not in reached:
        return None
    last = reached[foe.space]
    return Path(facing, cost, last.spaces, last.cost)


def _ahead(b: Field, here: UnitState, foe: UnitState, row: int, rows: int) -> list[tuple[Space, _Reached]]:
    """The steps ahead that a charger may take from a space."""
    found = []
    for name in AHEAD:
        to = b.board.stepped(here.space, here.facing, name)
        # the target is entered with the last step and with no other
        if (to == foe.space) != (row == rows):
            continue
        formation = entered_as(b, here, to, contact=to == foe.space)
        # in its last space before contact it may have to stop, so it needs room there
        if formation is None or barred(b, here, to) or not _room(b, here, to, formation, row >= rows - 1):
            continue
        facts = b.stepping(here.id, to, MOST_AP, here)
        found.append((to, _Reached(fixed_cost(b.rules.tables, facts), (), formation)))
    return found


@implements("SC-6.1")
def barred(b: Field, here: UnitState, to: Space) -> bool:
    """Cavalry never charges into close country."""
    return branch(here.arm) == "cavalry" and b.board.terrain[to] in b.rules.tables.value("SC-6.1", "not_into")


def _room(b: Field, here: UnitState, to: Space, formation: Formation, stops: bool) -> bool:
    """Room for it there; it may ride through skirmishers and guns where it does not stop."""
    if b.fits(here, to, formation):
        return True
    through = b.rules.tables.value("SC-0.10", "through")
    return not stops and all(friend.formation in through for friend in b.in_space(to, here.side))


@implements("SC-4.1j")
def gun_support(b: Field, firer: str, charger: str, target: str) -> bool:
    """Whether guns beside the target of a charge may fire at the charger in support."""
    return _beside(b, firer, target) and may_shoot(b, firer, charger, early=True, support=True) is None


def _beside(b: Field, firer: str, target: str) -> bool:
    guns, (x, y) = b.unit(firer), b.unit(target).space
    near = max(abs(guns.space[0] - x), abs(guns.space[1] - y)) <= 1
    return branch(guns.arm) == "artillery" and firer != target and near


@implements("SC-4.4c")
def rough(b: Field, space: Space, there: Space) -> bool:
    """Whether a charge from one space into the next goes through or from a wall, a stream or a swamp; of the space that
    it begins in, whether that is one."""
    t, board = b.rules.tables, b.board
    edge = "none" if space == there else board.edge(space, there)
    return any(
        each != "none" and t.value("SC-0.11", each)["charge_through"]
        for each in (edge, board.terrain[there], board.terrain[space])
    )
