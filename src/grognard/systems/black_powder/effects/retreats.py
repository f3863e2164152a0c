"""Ways back: retiring, falling back, evading; units of broken brigades that must go."""

from __future__ import annotations

from msgspec import UNSET

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.moving import Moved

from ..checks.command.brigades import BrigadeEffectsFacts
from ..checks.fighting.aftermath import RetireMoveFacts
from ..events.troops import FellBack
from ..facts.backward import way_back
from ..facts.moving import set_on_table
from ..table.field import PowderField
from ..table.ground import in_flames
from .losses import break_up, disorder, out_of_combat
from .marches import carried, ridden_down


@implements("BP-HTH-7", "BP-RET-1")
def retire(
    b: PowderField,
    unit: str,
    enemy: str,
    *,
    distance: float | None = None,
    disordered: bool,
    from_combat: bool,
    breaks: bool = True,
    how: str = "retire",
    rules: tuple[str, ...] = ("BP-HTH-7",),
) -> bool:
    """A unit goes back, with its face to the enemy: one move, or so many inches. Who cannot go half of it breaks,
    unless nothing is lost by staying (`breaks`). Whether it is still there."""
    now = b.unit(unit)
    gap = b.inches(unit, enemy) if enemy and b.here(enemy) else 0
    facts = RetireMoveFacts(arm=now.arm, formation=now.formation, gap=gap, from_combat=from_combat)
    found = b.settle("retire-move", facts)
    # unlimbered guns that must go back from a fight are lost
    if found.breaks:
        break_up(b, unit, rules=rules)
        return False
    inches = found.inches if distance is None else distance
    moved = way_back(b, unit, enemy, b.sub(inches))
    part, of = b.t.number("BP-HTH-7", "part"), b.t.number("BP-HTH-7", "of")
    # who comes to the edge has gone as far as there is table; he leaves, he does not break
    if breaks and not moved.edge and moved.straight * of < b.sub(inches) * part:
        break_up(b, unit, rules=rules)
        return False
    _set_down(b, unit, moved, enemy, how, from_combat=from_combat, rules=rules)
    if moved.edge:
        break_up(b, unit, rules=rules, how="left", edge=moved.edge)
        return False
    if disordered:
        disorder(b, unit, "retreat", "BP-BREAK-5")
    return True


def _set_down(
    b: PowderField, unit: str, moved: Moved, enemy: str, how: str, *, from_combat: bool, rules: tuple[str, ...]
) -> None:
    place = set_on_table(b, moved.place)
    # who went back from a fight does not shake off disorder this turn
    fields = out_of_combat(b, unit) | ({"retired": True} if from_combat else {})
    b.report(
        FellBack(
            unit=unit, paces=moved.straight // SUB, inches=round(moved.straight / b.inch), how=how, by=enemy or UNSET
        ),
        rules=rules,
        sets=[
            b.change(unit, position=place.position, heading=place.heading, **fields),
            *carried(b, unit, place),
            *b.part(unit),
        ],
    )
    ridden_down(b, unit)


@implements("BP-BRIG-4", "BP-BMOR-3")
def compulsory(b: PowderField) -> Steps[None]:
    """Before orders are given, units of brigades that have lost heart go back from enemies that are near."""
    yield from ()  # nothing is asked
    for unit in [each.id for each in b.on_table(b.world.active)]:
        # one move back is asked for: who has made it by his own initiative need not go twice
        if b.here(unit) and not b.unit(unit).gave_ground and must_retire(b, unit):
            enemy, _ = b.nearest_enemy(unit)
            retire(b, unit, enemy, disordered=False, from_combat=False, rules=("BP-BRIG-4", "BP-HTH-7"))
            if b.here(unit):
                # it has had its move: no order may be given to it this turn
                b.emit(Noted(), rules=("BP-BRIG-4",), sets=[b.change(unit, ordered=True, moves=1)], to=())


@implements("BP-MOVE-3")
def leave_flames(b: PowderField) -> None:
    """Before orders are given, whoever stands in a place that burns goes back from it, out of order."""
    for unit in [each.id for each in b.on_table(b.world.active)]:
        if in_flames(b, unit) and not b.in_combat(unit):
            enemy, _ = b.nearest_enemy(unit)
            retire(b, unit, enemy, disordered=True, from_combat=False, breaks=False, rules=("BP-MOVE-3", "BP-HTH-7"))


def must_retire(b: PowderField, unit: str) -> bool:
    """Whether the state of its brigade makes a unit go back."""
    now = b.unit(unit)
    _, near = b.nearest_enemy(unit)
    facts = BrigadeEffectsFacts(
        state=b.brigade_of(unit).morale,
        shaken=now.casualties >= now.stamina,
        disordered=now.disordered,
        enemy=near,
        in_combat=b.in_combat(unit),
    )
    return bool(b.settle("brigade-effects", facts).must_retire)
