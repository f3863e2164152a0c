"""Where a charge should start: on the flank of an enemy, out of his fire, on the side where no wall is."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..checks.moving import Step
from ..knowledge.view import Seen
from ..table.board import Space
from ..table.state import UnitState
from ..terms import FACINGS, Facing, branch
from .approach import ApproachPlan, price, rough
from .duties import Duty
from .odds import Prospects
from .picture import Picture

LOOK, FOES = 7, 3
"""Spaces within which attackers look for a place to charge from, and how many enemies they look at."""
KEPT = 3
"""Places about an enemy that are thought through."""
LEAST = {"attack": 0.25, "support": 0.3, "screen": 0.3, "reserve": 0.4}
"""What a charge must promise from there, by what a unit is to do; others look for none."""
ASIDE, AT_HAND = 2, 2
"""Spaces from the place it is sent to within which an enemy is its business, and from where it stands."""
WAY, STOPPED = 0.03, -0.35
"""What a space of the way to it costs, and what it is worth to be shaken there by fire."""
_OBLIQUE: tuple[Step, ...] = ("forward_left", "forward_right")


def start(p: Picture, unit: UnitState, duty: Duty) -> tuple[Space, Facing] | None:
    """The place about from which a charge next turn promises most, and the way to face there; None if none is good."""
    least = LEAST.get(duty.kind)
    if least is None or duty.garrison or branch(unit.arm) == "artillery" or unit.blown:
        return None
    column = replace(unit, formation=formation(unit), spent=0, status="good_order")
    near = sorted((p.range(unit, foe), foe.id) for foe in p.steady if not foe.melee and _concerns(p, unit, duty, foe))
    found = [
        (worth, space, facing)
        for _, foe in near[:FOES]
        for worth, space, facing in _about(p, column, p.view.seen[foe], least - duty.urge)
    ]
    best = max(found, default=None)
    return (best[1], best[2]) if best is not None else None


def _concerns(p: Picture, unit: UnitState, duty: Duty, foe: Seen) -> bool:
    """Whether an enemy is near enough, and to be beaten for what a unit is to do."""
    away = p.range(unit, foe)
    meant = foe.id == duty.foe or p.board.range(duty.space, foe.space) <= ASIDE
    return away <= AT_HAND or (away <= LOOK and meant)


def formation(unit: UnitState) -> str:
    """In what a unit charges."""
    if branch(unit.arm) == "cavalry":
        return unit.formation if unit.formation in ("line", "double_line") else "double_line"
    return "attack_column"


def _about(p: Picture, unit: UnitState, foe: Seen, least: float) -> Iterator[tuple[float, Space, Facing]]:
    """The best places about an enemy to charge him from, with what each is worth."""
    prospects = Prospects(p)
    if branch(unit.arm) == "cavalry" and p.board.terrain[foe.space] in p.tables.value("SC-6.1", "not_into"):
        return
    sides = []
    for last in p.board.neighbours(foe.space):
        if last in p.board.impassable or last in p.board.fires or last in p.held:
            continue
        way = ApproachPlan(1, 0, last)
        edge = prospects.edge(unit, foe, origin=last, crossed=rough(p, way, foe))
        if edge >= least:
            sides.append((edge, last))
    for _, last in sorted(sides, reverse=True)[:KEPT]:
        for space, facing, cost, dice in _ways(p, unit, foe, last):
            there = replace(unit, space=space, facing=facing)
            worth = prospects.charge(there, foe, ApproachPlan(cost, dice, last))
            if worth < least:
                continue
            # shot at when it comes there and once more before it charges
            stays = (1 - prospects.shaken_at(unit, space)) ** 2
            worth = stays * worth + (1 - stays) * STOPPED
            if worth >= least:
                yield worth - WAY * p.board.range(unit.space, space), space, facing


def _ways(p: Picture, unit: UnitState, foe: Seen, last: Space) -> Iterator[tuple[Space, Facing, int, int]]:
    """Where a charge over this last space can start, with what it costs from there."""
    board = p.board
    for facing in FACINGS:
        steps: tuple[Step, ...] = ("forward", *_OBLIQUE)
        step = next((each for each in steps if board.stepped(last, facing, each) == foe.space), None)
        if step is None:
            continue
        cost, dice = price(p, unit, last, foe.space, step)
        back = board.stepped(last, facing, "back")
        for space in (last, back):
            if not board.on_board(space) or space in p.held or space in board.impassable:
                continue
            if board.terrain[space] not in ("open", "light") or not p.fits(unit, space, unit.formation):
                continue
            more, risk = price(p, unit, back, last, "forward") if space == back else (0, 0)
            if cost + more <= unit.ap:
                yield space, facing, cost + more, dice + risk
