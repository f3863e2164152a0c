"""Whom to fire at. Fire is massed: what all fire of a phase does to one unit is tested at once, and who is shaken
already is shaken more easily, so that three volleys break one battalion where they would only scratch three."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grognard.kernel.handful import Handful

from ..checks.fire import FireEffectFacts, free_hits
from ..knowledge.view import Seen
from ..table.state import UnitState
from ..terms import branch
from .approach import hits_of
from .odds import salvo, volley
from .picture import Picture

WORTH = (0.0, 0.3, 0.6, 1.0, 1.15)
"""What a unit has lost for its side at each level of status, from good order to rout, in parts of it."""
FALLEN = 0.04
"""The same for each figure."""
GUNS, RUNNING = 0.8, 0.4
"""How much less a battery is worth shaking, and one who runs already."""
_PRESSED = 2
"""Hits that press anybody."""


def damage(p: Picture, foe: Seen, dice: int) -> float:
    """What fire of so many dice is worth upon an enemy, as far as he is known."""
    if not dice:
        return 0.0
    t, fallen = p.tables, p.fallen(foe)
    level = t.value("SC-5.1", "levels")[foe.status]
    free = free_hits(t, foe.figures + fallen, fallen)
    worth = _damage(dice, _steadiness(p, foe, fallen), free, level)
    if foe.status in ("retreat", "rout"):
        return worth * RUNNING
    return worth * (GUNS if branch(foe.arm) == "artillery" else 1.0)


@lru_cache(maxsize=2000)
def _damage(dice: int, steadiness: int, free: int, level: int) -> float:
    found = FALLEN * dice / 3
    for hits in range(free + 1, dice + 1):
        for saved in range(min(steadiness, hits - free - 1) + 1):
            # a result no worse than what it has already puts it a level lower even so
            worse = max(hits - free - saved, level + 1)
            gain = WORTH[min(worse, len(WORTH) - 1)] - WORTH[level]
            found += hits_of(dice, hits) * hits_of(steadiness, saved) * gain
    return found


def _steadiness(p: Picture, foe: Seen, fallen: int) -> int:
    """Dice by which an enemy stands fire, if he is of the usual sort."""
    known, key = p.board.weighed, ("stands fire", foe.arm, foe.status, fallen)
    found: int | None = known.get(key)
    if found is None:
        check = p.briefing.rules["fire-effect"]
        assert isinstance(check, Handful)
        facts = FireEffectFacts(hits=_PRESSED, status=foe.status, arm=foe.arm, killed=fallen)
        found = known[key] = len(check.dice(facts).dice)
    return found


def marks(p: Picture, unit: UnitState) -> dict[str, int]:
    """The enemies whom a unit can hit from where it stands, with the dice for each."""
    if branch(unit.arm) == "artillery":
        fit = unit.formation == "unlimbered" and unit.manned
        found = {foe.id: salvo(p, unit, foe) for foe in p.targets(unit, p.gun_reach(unit))} if fit else {}
    else:
        reach = p.musket_reach(unit)
        found = {foe.id: volley(p, unit, foe) for foe in p.targets(unit, reach)} if reach else {}
    return {foe: dice for foe, dice in found.items() if dice}


def best(p: Picture, unit: UnitState) -> list[Seen]:
    """The enemies at whom a unit may fire by itself, the best first."""
    found = marks(p, unit)
    worth = {foe: damage(p, p.view.seen[foe], dice) for foe, dice in found.items()}
    # the nearer of equals, then always the same one
    order = sorted(found, key=lambda foe: (-worth[foe], p.range(unit, p.view.seen[foe]), foe))
    return [p.view.seen[foe] for foe in order]


def massed(p: Picture, guns: bool) -> Mapping[str, str]:
    """Whom each unit fires at in a phase of fire for all, so that most is done together."""
    if guns not in p.massed:
        able = [unit for unit in p.own if (branch(unit.arm) == "artillery") == guns and _may_fire(unit)]
        p.massed[guns] = _shared_out(p, {unit.id: found for unit in able if (found := marks(p, unit))})
    return p.massed[guns]


def _may_fire(unit: UnitState) -> bool:
    return not unit.melee and unit.ap > unit.spent and unit.status not in ("retreat", "rout")


def _shared_out(p: Picture, can: dict[str, dict[str, int]]) -> dict[str, str]:
    """All at him to whom all together do most; who adds less to that than he does elsewhere is left for the next."""
    seen, chosen = p.view.seen, dict[str, str]()
    while can:
        totals: dict[str, int] = {}
        for dice in can.values():
            for foe, many in dice.items():
                totals[foe] = totals.get(foe, 0) + many
        target = max(totals, key=lambda foe: (damage(p, seen[foe], totals[foe]), foe))
        # those who can hit nobody else first, then whoever hits hardest
        those = sorted((u for u in can if target in can[u]), key=lambda u: (len(can[u]), -can[u][target], u))
        so_far = 0
        for unit in those:
            more = damage(p, seen[target], so_far + can[unit][target]) - damage(p, seen[target], so_far)
            alone = max((damage(p, seen[foe], d) for foe, d in can[unit].items() if foe != target), default=0.0)
            if so_far and more < alone:
                continue
            so_far += can[unit][target]
            chosen[unit] = target
        can = {
            unit: left
            for unit, dice in can.items()
            if unit not in chosen and (left := {foe: d for foe, d in dice.items() if foe != target})
        }
    return chosen
