"""The way of a charge: what it costs, how it may fail before contact, and what fire it has to go through."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from ..checks.moving import Step, StepFacts, fixed_cost
from ..knowledge.view import Seen
from ..table.board import Going, Space
from ..table.state import UnitState
from ..terms import DEEP, FACINGS, Facing, branch
from .picture import Picture

AHEAD: tuple[Step, ...] = ("forward", "forward_left", "forward_right")
HIT = 1 / 3
"""The chance of a die, in fire as in the dice for the ground."""


class ApproachPlan(NamedTuple):
    """A way to charge somebody."""

    cost: int
    """Action points before any dice, the turn included."""
    dice: int
    """Dice for the ground, each of which may cost another point."""
    last: Space
    """The last space before contact."""


def straight(unit: UnitState, foe: Seen, spaces: int) -> ApproachPlan:
    """So many spaces over open ground, where the rules found a way that we did not see."""
    (x, y), (ux, uy) = foe.space, unit.space
    return ApproachPlan(spaces, 0, (x - _sign(x - ux), y - _sign(y - uy)))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def approach(p: Picture, unit: UnitState, foe: Seen, points: int) -> ApproachPlan | None:
    """The cheapest way to charge an enemy with so many points, with one turn at most; None if there is none."""
    # by where both stand: the same question is asked for many wishes of one picture
    key = (unit.id, unit.space, unit.facing, unit.formation, foe.space, points)
    if key not in p.approaches:
        p.approaches[key] = _cheapest(p, unit, foe, points)
    found: ApproachPlan | None = p.approaches[key]
    return found


def _cheapest(p: Picture, unit: UnitState, foe: Seen, points: int) -> ApproachPlan | None:
    if branch(unit.arm) == "cavalry" and p.board.terrain[foe.space] in p.tables.value("SC-6.1", "not_into"):
        return None
    # every space costs a point at least, so this is out of reach anyhow
    if p.range(unit, foe) > points + 1 or not p.sees(unit.space, foe.space):
        return None
    at, turn = FACINGS.index(unit.facing), p.tables.number("SC-1.2e", "facing_change")
    # as it faces, or after one turn to either side: a charge goes straight
    ways = ((unit.facing, 0), (FACINGS[at - 1], turn), (FACINGS[(at + 1) % 4], turn))
    found = [way for facing, cost in ways if (way := _straight(p, unit, foe, facing, cost, points)) is not None]
    return min(found, key=lambda way: (way.cost + HIT * way.dice, way.last), default=None)


def _straight(p: Picture, unit: UnitState, foe: Seen, facing: Facing, cost: int, points: int) -> ApproachPlan | None:
    """Row by row ahead, as charges go."""
    rows, aside = p.board.ahead(unit.space, facing, foe.space)
    if rows <= 0 or abs(aside) > rows:
        return None
    reached = {unit.space: ApproachPlan(cost, 0, unit.space)}
    for row in range(1, rows + 1):
        further: dict[Space, ApproachPlan] = {}
        for here, so_far in reached.items():
            for step in AHEAD:
                to = p.board.stepped(here, facing, step)
                # the target is in the last row and nowhere before it
                if (to == foe.space) != (row == rows) or not _open(p, unit, foe, to):
                    continue
                more, dice = price(p, unit, here, to, step)
                way = ApproachPlan(so_far.cost + more, so_far.dice + dice, here)
                # compared as tuples: the cheaper first, then the fewer dice
                if way.cost <= points and (to not in further or way < further[to]):
                    further[to] = way
        reached = further
    return reached.get(foe.space)


def _open(p: Picture, unit: UnitState, foe: Seen, space: Space) -> bool:
    """Whether a charger can pass: nobody else's enemy there, and room among friends."""
    if not p.board.on_board(space) or space in p.board.impassable or space in p.board.fires:
        return False
    if space == foe.space:
        return True
    return space not in p.held and p.fits(unit, space, unit.formation)


def price(p: Picture, unit: UnitState, here: Space, to: Space, step: Step) -> tuple[int, int]:
    """What a step costs, and the dice that are rolled for it."""
    going = p.board.going(here, to)
    key = going, step, unit.arm, unit.formation, bool(unit.blown)
    known: dict[Any, tuple[int, int]] = p.board.weighed
    if key not in known:
        known[key] = _priced(p, unit, going, step)
    return known[key]


def _priced(p: Picture, unit: UnitState, going: Going, step: Step) -> tuple[int, int]:
    terrain, edge, uphill, _ = going
    if edge == "river":
        # more than any unit has
        return 99, 0
    facts = StepFacts(
        step=step,
        arm=unit.arm,
        formation=unit.formation,
        terrain=terrain,
        edge=edge,
        uphill=uphill,
        blown=bool(unit.blown),
    )
    dice = (terrain == "light") + (edge in ("stream", "low_wall")) + uphill
    dice += unit.formation == "line" and branch(unit.arm) == "infantry"
    return fixed_cost(p.tables, facts), dice


def rough(p: Picture, way: ApproachPlan, foe: Seen) -> bool:
    """Whether a charge goes over a wall, a stream or a swamp at the last."""
    t, board = p.tables, p.board
    met = (board.terrain[way.last], board.terrain[foe.space], board.edge(way.last, foe.space))
    return any(each != "none" and t.value("SC-0.11", each)["charge_through"] for each in met)


# -- what may stop it


def short(way: ApproachPlan, points: int) -> float:
    """The chance that the ground costs more than there is."""
    # one hit more than it has points to spare is enough
    return sum(hits_of(way.dice, hits) for hits in range(max(0, points - way.cost + 1), way.dice + 1))


def stopped(dice: int, steadiness: int, free: int) -> float:
    """The chance that so many dice of fire change the status of a unit with so many dice of steadiness, whom so many
    hits do not press."""
    return _stopped(min(dice, 12), max(0, steadiness), free)


@lru_cache(maxsize=512)
def _stopped(dice: int, steadiness: int, free: int) -> float:
    return sum(
        hits_of(dice, hits) * hits_of(steadiness, saved)
        for hits in range(free + 1, dice + 1)
        # fewer saved than pressed: then its status changes
        for saved in range(min(steadiness, hits - free - 1) + 1)
    )


@lru_cache(maxsize=512)
def hits_of(dice: int, hits: int) -> float:
    """The chance that so many of some dice hit."""
    return comb(dice, hits) * HIT**hits * (1 - HIT) ** (dice - hits)


def volleys(p: Picture, unit: UnitState, last: Space, fronts: list[Seen]) -> list[int]:
    """The dice of everybody who has the last space before contact in front of him."""
    t, found = p.tables, []
    deep = t.row("SC-3.3", "deep").value * (unit.formation in DEEP)
    for foe in fronts:
        away = p.board.range(foe.space, last)
        if branch(foe.arm) == "artillery":
            dice = t.value("SC-2.2", "medium")["canister"]
        else:
            dice = t.value("SC-3.1", foe.formation).get("near" if away <= 1 else "far", 0)
        weak = t.row("SC-3.3", foe.status).value if foe.status in ("halted", "disordered", "fallback") else 0
        if dice + deep + weak > 0:
            found.append(dice + deep + weak)
    return found
