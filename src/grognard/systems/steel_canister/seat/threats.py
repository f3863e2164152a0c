"""Which enemies in sight could fire at a unit, or charge it, where it would stand."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.battle.kinds import many
from grognard.battle.previews import records as pre

from ..facts.charges import gun_support
from ..facts.fire import may_shoot, shot_at
from ..knowledge.known import standing_at
from ..phases.movement_opportunity import opportunity
from ..table.field import Field
from ..table.state import UnitState
from .spreads import dice_of


def threats(b: Field, there: UnitState, *, charged: str = "") -> tuple[pre.Threat, ...]:
    """Those who could answer a unit that stands there; `charged` is the enemy it is charging."""
    field = standing_at(b, there)
    foes = field.enemies(there.side)
    return tuple(
        found for foe in foes for found in (*_fires(field, foe, there.id, charged), *_charges(field, foe, there.id))
    )


def _fires(b: Field, foe: UnitState, unit: str, charged: str) -> Iterator[pre.Threat]:
    plain = may_shoot(b, foe.id, unit, early=True) is None
    if not plain and not (charged and gun_support(b, foe.id, unit, charged)):
        return
    dice = dice_of(b, *shot_at(b, foe.id, unit))
    if not dice:
        return
    at_once = b.world.phase in b.rules.tables.value("SC-1.1i", "phases")
    rule = "SC-1.1i" if at_once else "SC-1.1g"
    when = "as it comes" if at_once else "in the fire phases"
    text = f"{b.name(foe.id)} may fire {when}, {many(dice, 'die', 'dice')}"
    yield pre.Threat(unit=foe.id, kind="fire", text=text, rule="SC-4.1j" if not plain else rule)


def _charges(b: Field, foe: UnitState, unit: str) -> Iterator[pre.Threat]:
    if b.world.phase not in b.rules.tables.value("SC-1.1j", "phases"):
        return
    path = opportunity(b, foe.id, unit)
    if path is not None:
        text = f"{b.name(foe.id)} holds and may charge, {many(path.cost, 'action point')} and what dice add"
        yield pre.Threat(unit=foe.id, kind="charge", text=text, rule="SC-1.1j")
