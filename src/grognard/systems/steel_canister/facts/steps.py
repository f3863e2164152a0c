"""Steps by choice: where a unit may go next, and what it costs."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.kernel.checks import implements

from ..checks.command import BrigadeOrderFacts, BrigadeOrderResult
from ..checks.moving import (
    Edge,
    EntryFacts,
    StepFacts,
    Terrain,
    fixed_cost,
    step_rule,
    storms_as,
)
from ..table.board import Space, towards
from ..table.field import Field
from ..table.state import UnitState
from ..terms import Arm, Facing, Formation
from .staying import kept_from

MARCHING = ("march_column", "limbered")
MOST_AP = StepFacts.nearest("ap_left", sys.maxsize)
"""More than anybody ever has: what a step would cost whoever could pay for it."""
LEAST_AP = StepFacts.nearest("ap_left", -sys.maxsize)


class Way(NamedTuple):
    """A step that may be tried: into a space, or through it and its skirmishers or guns into the next."""

    name: str
    to: Space
    facing: Facing
    formation: Formation
    steps: tuple[StepFacts, ...]
    on_road: bool


def left(unit: UnitState) -> int:
    """Action points not spent yet."""
    return max(0, unit.ap - unit.spent)


@implements("SC-1.3d")
def points_for(b: Field, unit: UnitState, to: Space, budget: int, reaction: bool = False) -> int:
    """Action points for a step: on a road that it has not left this turn a marching column has some more, but not for
    a reaction."""
    on_road = unit.on_road and unit.formation in MARCHING and b.board.road(unit.space, to)
    # a budget below what is left is a limit of its own, to which the road adds nothing
    if reaction or not on_road or budget < left(unit):
        return max(0, budget)
    march = b.reckoned("action-points", arm=unit.arm, road_march=True).ap
    plain = b.reckoned("action-points", arm=unit.arm).ap
    # the bonus of the road goes on top of what is left of the turn's points
    return int(max(budget, unit.ap + march - plain - unit.spent))


@implements("SC-0.11", "SC-1.2c", "SC-4.1f")
def entered_as(b: Field, unit: UnitState, to: Space, *, contact: bool = False) -> Formation | None:
    """The formation a unit would have in a neighbouring space; None if it may not go there. `contact`: it fights the
    enemy in it."""
    board = b.board
    if not board.on_board(to) or b.shut(unit.space, to) or squeezed(b, unit, to):
        return None
    if (b.special.binds and kept_from(b, unit, to) is not None) or (not contact and b.held_against(unit.side, to)):
        return None
    terrain, edge, _, road = board.going(unit.space, to)
    formation = _formed_in(b, unit.arm, unit.formation, terrain, edge, road)
    # a charger is not inside while the enemy holds the space, so it fights in the formation it came in
    return storms_as(b.rules.tables, unit.formation, terrain) if contact and formation is not None else formation


def _formed_in(b: Field, arm: Arm, formation: Formation, terrain: Terrain, edge: Edge, road: bool) -> Formation | None:
    """What a unit would be in a space, by the ground alone; None if it may not go in. There are few cases, and each
    comes up thousands of times."""
    known, key = b.board.steps_known, (arm, formation, terrain, edge, road)
    if key not in known:
        facts = EntryFacts(arm=arm, formation=formation, terrain=terrain, edge=edge, road=road)
        refused = b.rules["entry"].refusal(facts) is not None
        known[key] = None if refused else b.settle("entry", facts).formation
    found: Formation | None = known[key]
    return found


@implements("SC-1.2c")
def squeezed(b: Field, unit: UnitState, to: Space) -> bool:
    """A diagonal step between two spaces that the enemy holds."""
    (x0, y0), (x1, y1) = unit.space, to
    # either space alone would let it pass: only both bar a diagonal
    return x0 != x1 and y0 != y1 and b.held_against(unit.side, (x0, y1)) and b.held_against(unit.side, (x1, y0))


@implements("SC-1.2a", "SC-1.2b", "SC-1.2c", "SC-0.10")
def ways(b: Field, unit: str, budget: int, began: int | None = None, *, reaction: bool = False) -> dict[str, Way]:
    """The steps a unit may try, by name. `began` is how far the nearest enemy in sight was when the phase began."""
    now = b.unit(unit)
    if not may_walk(b, now):
        return {}
    found: dict[str, Way] = {}
    free = not _wary(b, now) and _allows(b, now).may_close
    for name in b.rules.tables.value("SC-0.3", "directions"):
        to = b.board.stepped(now.space, now.facing, name)
        way = _way(b, now, name, to, budget, reaction) or _through(b, now, name, to, budget, reaction)
        if way is not None and (free or _may_go(b, now, way.to, began)):
            found[way.name] = way
    return found


@implements("SC-5.2", "SC-7.2")
def may_walk(b: Field, now: UnitState) -> bool:
    """Whether a unit may enter a space by choice at all, as its status and its brigade's order allow."""
    if b.rules.tables.value("SC-5.2", now.status)["move"] == "compulsory":
        return False
    return _allows(b, now, now.entered).may_enter


def _allows(b: Field, now: UnitState, entered: int = 0) -> BrigadeOrderResult:
    """What the order of its brigade allows a unit that has entered so many spaces."""
    spaces = BrigadeOrderFacts.nearest("spaces", entered)
    found: BrigadeOrderResult = b.reckoned("brigade-order", order=b.world.brigades[now.brigade].order, spaces=spaces)
    return found


def _wary(b: Field, now: UnitState) -> bool:
    """Whether a unit goes no nearer to the enemy."""
    return bool(b.rules.tables.value("SC-5.2", now.status)["move"] == "not_nearer")


def _facing(now: UnitState, to: Space) -> Facing:
    """A square takes any facing as it moves off (SC-1.2e)."""
    return towards(now.space, to) if now.formation == "square" else now.facing


def _way(b: Field, now: UnitState, name: str, to: Space, budget: int, reaction: bool) -> Way | None:
    formation = entered_as(b, now, to)
    if formation is None or not b.fits(now, to, formation):
        return None
    facing = _facing(now, to)
    points = _clamped(points_for(b, now, to, budget, reaction))
    step, refused = b.trying(now, to, facing, points)
    return None if refused else Way(name, to, facing, formation, (step,), step.on_road)


@implements("SC-0.10", "SC-7.2")
def _through(b: Field, now: UnitState, name: str, via: Space, budget: int, reaction: bool) -> Way | None:
    """Straight through friends in loose order or guns, when there is room beyond and it may enter both spaces."""
    friends = b.in_space(via, now.side)
    if not friends:
        return None
    passable, formation = b.rules.tables.value("SC-0.10", "through"), entered_as(b, now, via)
    if formation is None or any(each.formation not in passable for each in friends):
        return None
    first = b.trying(now, via, _facing(now, via), _clamped(budget)).facts
    there = replace(now, space=via, facing=_facing(now, via), formation=formation, entered=now.entered + 1)
    to = b.board.stepped(via, there.facing, first.step)
    # the second step is tried with what the first leaves before dice; the dice may still stop it
    beyond = _way(b, there, name, to, budget - fixed_cost(b.rules.tables, first), reaction)
    if beyond is None or not may_walk(b, there):
        return None
    return Way(f"{name}_through", to, beyond.facing, beyond.formation, (first, *beyond.steps), False)


def _may_go(b: Field, now: UnitState, to: Space, began: int | None) -> bool:
    """Shaken units go no nearer to an enemy in sight; those that are to withdraw end no nearer than they began."""
    wary, closes = _wary(b, now), _allows(b, now).may_close
    # enemies out of sight are not asked about: a refusal would tell that somebody is there
    before, after = b.nearest_enemy(now.id), b.nearest_enemy(now.id, to)
    if wary and before is not None and after is not None and after < before:
        return False
    return closes or began is None or after is None or after >= began


def _clamped(points: int) -> int:
    return max(LEAST_AP, min(MOST_AP, points))


def step_rules(way: Way) -> tuple[str, ...]:
    """The rules by which a step is paid for: straight ahead, aside or on a diagonal, and the dice."""
    return *dict.fromkeys(step_rule(step.step) for step in way.steps), "SC-1.3a"


def points_left(now: UnitState, spent: int) -> list[int]:
    """Action points before something is paid for, and after."""
    return [left(now), max(0, now.ap - spent)]


@implements("SC-1.1f", "SC-0.12")
def paying(b: Field, now: UnitState, paid: int, reaction: bool) -> dict[str, Any]:
    """What an action leaves of a unit's points: those of a reaction come out of the rest, or on top of it."""
    extra = reaction and b.rules.tables.value("SC-1.1f", "extra")
    return {
        "spent": now.spent + (0 if extra else paid),
        "acted": now.acted or not reaction,
        "reacted": now.reacted + (paid if reaction else 0),
    }
