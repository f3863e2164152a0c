"""Who attacks and who defends, and in which order the sides set up (CS-1.5b)."""

from __future__ import annotations

from grognard.ground.shapes import distance
from grognard.ground.units import Point, point
from grognard.kernel.checks import implements
from grognard.scenarios.model import Condition

from ...table.battlefield import Battlefield


@implements("CS-1.5b")
def order(b: Battlefield) -> list[tuple[str, ...]]:
    """The sides that set up together, in their order: the defender before the attacker, or both at once."""
    sides = tuple(b.roster.sides)
    if b.scenario.header.engagement == "meeting":
        # a meeting engagement: neither sees the other's dispositions, so both set up at once
        return [sides]
    attacks = attacker(b)
    return [tuple(side for side in sides if side != attacks), (attacks,)]


def attacker(b: Battlefield) -> str:
    """The side that attacks: as the scenario says, else the one with more to win on ground that the enemy is nearer
    to; if that leaves it open, the side that has to come farther, which is the one named first."""
    told = b.scenario.header.attacker
    if told:
        return told
    worth = dict.fromkeys(b.roster.sides, 0)
    for condition in b.scenario.header.victory.condition:
        about_ground = condition.side in worth and condition.measure in ("held", "clear", "units_in")
        if about_ground and _enemy_nearer(b, condition):
            worth[condition.side] += condition.points
    return max(worth, key=lambda side: worth[side])


def _enemy_nearer(b: Battlefield, condition: Condition) -> bool:
    """Whether the enemy's troops stand nearer to the ground of a condition than the side's own, as the order of battle
    has them."""
    place = _place(b, condition)
    if place is None:
        return False
    gaps: dict[bool, int] = {}
    for entry in b.roster.units.values():
        if entry.unit.present:
            own = entry.side == condition.side
            gap = distance(place, point(*entry.unit.position))
            gaps[own] = min(gap, gaps.get(own, gap))
    # nearest unit against nearest unit; a side without troops on the table is nearer to nothing
    return False in gaps and (True not in gaps or gaps[False] < gaps[True])


def _place(b: Battlefield, condition: Condition) -> Point | None:
    if condition.area:
        spots = [point(*spot) for spot in condition.area]
        return sum(x for x, _ in spots) // len(spots), sum(y for _, y in spots) // len(spots)
    found = b.ground.named(condition.place) if condition.place else None
    box = getattr(found, "box", None)
    return ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2) if box else None


__all__ = ["attacker", "order"]
