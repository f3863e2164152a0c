"""Phase 3: a cube for every unit, and leaders to those who have lost heart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from grognard.battle.decisions import Answer, Decision
from grognard.kernel.domains import Choice

from ..table.state import UnitState
from ..terms import Cube, branch
from . import batteries
from .duties import Duty
from .odds import Prospects, volley
from .picture import Picture

BOLD: dict[str, float] = {"attack": 0.02, "screen": 0.3, "support": 0.15, "reserve": 0.25, "hold": 0.25, "retire": 0.5}
"""How much better than even a charge has to be for a unit with this task."""
LATE, HASTE = 0.6, 0.1
"""After this part of the battle attackers are content with so much less."""
NEVER = 2.0
"""More than any charge can promise."""
SURE = BOLD | {"attack": 0.2}
"""The same for those who know what a lost charge costs a brigade."""
EVEN = 0.0
"""They never ask for less than this, but where ground is worth it."""
WAITED, WORST = 0.06, -0.15
"""So much less for each turn that they have stood before the enemy, but never less than this."""


def limit(p: Picture, duty: Duty | None) -> float:
    """The edge that a charge must promise."""
    if duty is not None and duty.garrison:
        return NEVER
    kind, waited = (duty.kind, duty.waited) if duty else ("hold", 0)
    # a battle that ends with the attack still waiting is lost by whoever had to attack
    late = kind == "attack" and p.view.turn > LATE * p.view.turns
    urge = duty.urge if duty is not None else 0.0
    if p.drilled:
        return max(EVEN, SURE.get(kind, 0.3) - HASTE * late - WAITED / 2 * waited) - urge / 2
    return max(WORST, BOLD.get(kind, 0.3) - HASTE * late - WAITED * waited) - urge


def answers(p: Picture, decision: Decision, duties: Mapping[str, Duty]) -> Iterator[Answer]:
    """Leaders first, then a cube for every unit; those that hold need none."""
    yield from _leaders(p, decision)
    for unit in p.own:
        if unit.melee:
            continue
        for cube in _cubes(p, unit, duties.get(unit.id)):
            option = decision.option(f"cube:{unit.id}")
            allowed = option.fields["cube"] if option else None
            if isinstance(allowed, Choice) and cube in allowed.values:
                yield decision.answer(f"cube:{unit.id}", unit=unit.id, cube=cube)
                break


def _leaders(p: Picture, decision: Decision) -> Iterator[Answer]:
    """A leader joins a unit that is to be rallied, and leaves it when that is done."""
    units = p.view.units
    for leader in p.view.leaders.values():
        if leader.attached and leader.attached in units and units[leader.attached].status == "good_order":
            yield decision.answer("detach", leader=leader.id)
    # one leader for each: a second one adds nothing to the same rally
    taken: set[str] = set()
    for leader in p.view.leaders.values():
        if leader.attached or leader.where != "board" or leader.lost_on:
            continue
        under = p.briefing.leaders[leader.id].units
        shaken = [u for u in p.own if u.space == leader.space and u.id in under and u.status not in ("good_order",)]
        free = [u for u in shaken if u.id not in taken and not u.melee]
        if free:
            taken.add(free[0].id)
            yield decision.answer("attach", leader=leader.id, unit=free[0].id)


def _cubes(p: Picture, unit: UnitState, duty: Duty | None) -> Iterator[Cube]:
    """The cubes that suit a unit, the best first."""
    if unit.status != "good_order":
        yield "rally"
    if branch(unit.arm) == "artillery":
        yield from _gun_cubes(p, unit, duty)
        return
    # in this order: what cannot be had falls through to the next, and a move may always be made
    if promising(p, unit, duty) is not None:
        yield "charge"
    reach = p.musket_reach(unit)
    if reach and any(volley(p, unit, foe) for foe in p.targets(unit, reach)):
        yield "fire"
    if duty is not None and duty.stays and _settled(p, unit, duty):
        yield "hold"
    yield "move"


def _settled(p: Picture, unit: UnitState, duty: Duty) -> bool:
    """Whether a unit that stands has nothing better to do than wait."""
    if branch(unit.arm) == "cavalry":
        return unit.formation not in ("march_column", "field_column")
    if unit.formation == "square":
        return p.horse_near(unit.space, 5)
    return unit.facing == duty.facing and unit.formation in ("line", "skirmish", "semi_formed")


def _gun_cubes(p: Picture, unit: UnitState, duty: Duty | None) -> Iterator[Cube]:
    if unit.formation == "unlimbered" and unit.manned and batteries.marks(p, unit):
        yield "fire"
    yield "move"


def promising(p: Picture, unit: UnitState, duty: Duty | None) -> str | None:
    """The enemy a unit would charge now, if there is one worth it."""
    prospects = Prospects(p)
    if not prospects.able(unit):
        return None
    best: tuple[float, str] | None = None
    for foe in p.foes:
        way = prospects.reach(unit, foe)
        if way is None:
            continue
        edge = prospects.charge(unit, foe, way, helpers(p, prospects, unit, foe.id))
        if best is None or edge > best[0]:
            best = edge, foe.id
    return best[1] if best is not None and best[0] >= limit(p, duty) else None


def helpers(p: Picture, prospects: Prospects, unit: UnitState, foe: str) -> int:
    """How many others may charge the same enemy, as far as there is room: one."""
    # a line fills its space, so nobody comes in beside it
    if unit.formation == "line":
        return 0
    target = p.view.seen[foe]
    for other in p.own:
        near = other.id != unit.id and p.range(other, target) <= other.ap and other.formation != "line"
        ready = other.cube in ("", "charge") and not other.charged
        if near and ready and prospects.able(other) and prospects.reach(other, target) is not None:
            return 1
    return 0
