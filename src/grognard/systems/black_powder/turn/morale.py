"""The morale of brigades and armies as a turn begins, elite units that dress their ranks, disorder shaken off."""

from __future__ import annotations

from typing import Any

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..checks.command.brigades import ArmyMoraleFacts, BrigadeMoraleFacts
from ..checks.fighting.specials import EliteFacts, elite_of
from ..checks.fighting.units import RecoveryFacts
from ..effects.losses import recover
from ..events.troops import ArmyBroken, BrigadeMorale, EliteRolled
from ..table.field import PowderField
from ..table.state import Brigade, UnitState
from ..terms import branch

GONE = ("lost", "left")


@implements("BP-TURN-1")
def begin_side(b: PowderField) -> Steps[None]:
    """Army and brigades are looked at, then elite units try to get into order."""
    # before the army, which is counted in broken brigades
    brigade_morale(b)
    army_morale(b)
    _dress_ranks(b)
    yield from ()


# -- brigades


@implements("BP-BRIG-1", "BP-BRIG-2", "BP-BRIG-3", "BP-BMOR-1", "BP-BMOR-2")
def brigade_morale(b: PowderField) -> None:
    """The state in which each brigade of the side begins its turn. Its own side is told."""
    for brigade in list(b.world.brigades.values()):
        if brigade.side != b.world.active:
            continue
        state = b.settle("brigade-morale", brigade_facts(b, brigade)).state
        if state != brigade.morale:
            # morale of brigades is not seen across the field: its own side alone is told
            seats = b.seats_of(brigade.side)
            b.emit(
                BrigadeMorale(name=brigade.name, side=brigade.side, state=state),
                rules=("BP-BRIG-1",) if not b.on("brigade_morale_v2") else ("BP-BMOR-1",),
                sets=[b.change_brigade(brigade.id, morale=state)],
                to=seats,
                owners=seats,
            )


def brigade_facts(b: PowderField, brigade: Brigade) -> BrigadeMoraleFacts:
    """A brigade counted from the units it began with."""
    units = [b.unit(unit) for unit in brigade.units]
    light = [unit for unit in units if _light(b, unit)]
    heavy = [unit for unit in units if unit not in light]
    return BrigadeMoraleFacts(
        units=len(heavy),
        shaken=_shaken(heavy),
        routed=_routed(heavy),
        light=len(light),
        light_shaken=_shaken(light),
        light_routed=_routed(light),
        was=brigade.morale,
        army_broken=brigade.side in b.world.broken,
    )


def _light(b: PowderField, unit: UnitState) -> bool:
    """Batteries and Skirmish Companies; by the draft batteries and all tiny units."""
    small = unit.size == "tiny" if b.on("brigade_morale_v2") else unit.formation == "skirmish"
    return branch(unit.arm) == "artillery" or small


def _shaken(units: list[UnitState]) -> int:
    return sum(unit.where == "table" and unit.casualties >= unit.stamina for unit in units)


def _routed(units: list[UnitState]) -> int:
    # counted for ever: who is gone cannot rally
    return sum(unit.where in GONE for unit in units)


# -- the army


@implements("BP-ARMY-1", "BP-ARMY-2")
def army_morale(b: PowderField) -> None:
    """An army of which half the brigades are broken is broken, and all its brigades with it."""
    side = b.world.active
    own = [each for each in b.world.brigades.values() if each.side == side]
    down = sum(each.morale == "broken" for each in own)
    facts = ArmyMoraleFacts(brigades=len(own), broken=down, was=side in b.world.broken)
    if side in b.world.broken or not b.settle("army-morale", facts).broken:
        return
    # with the army all its brigades are broken, in the same event
    sets = [b.change_brigade(each.id, morale="broken") for each in own if each.morale != "broken"]
    b.emit(
        ArmyBroken(side=side, down=down, all=len(own)),
        rules=("BP-ARMY-1", "BP-ARMY-2"),
        sets=[b.change_world(broken=(*b.world.broken, side)), *sets],
    )


# -- disorder


@implements("BP-SPEC-5", "BP-BMOR-4")
def _dress_ranks(b: PowderField) -> None:
    for unit in list(b.on_table(b.world.active)):
        elite = elite_of(frozenset(unit.special))
        # nobody dresses ranks with the enemy upon him
        if not elite or not unit.disordered or b.in_combat(unit.id) or _never(b, unit):
            continue
        roll = b.roll("elite", EliteFacts(elite=elite), by=unit.id, seen=(unit.id,))
        still: bool = roll.settled.disordered
        fields: dict[str, Any] = {} if still else {"disordered": False}
        b.report(
            EliteRolled(unit=unit.id, recovers=not still),
            rules=("BP-SPEC-5",),
            roll=roll,
            sets=[b.change(unit.id, **fields)] if fields else [],
        )


def _never(b: PowderField, unit: UnitState) -> bool:
    """Whether the draft on brigade morale keeps a unit in disorder for good."""
    return b.on("brigade_morale_v2") and b.brigade_of(unit.id).morale == "broken"


@implements("BP-STATE-4", "BP-FRIC-8")
def end_side(b: PowderField) -> Steps[None]:
    """Units of the side shake off their disorder, unless they fight or have just gone back from a fight; by the draft
    on friction only those who are not engaged do."""
    for unit in list(b.on_table(b.world.active)):
        if not unit.disordered:
            continue
        facts = RecoveryFacts(
            own_turn=True,
            in_combat=b.in_combat(unit.id),
            retired=unit.retired,
            brigade=b.brigade_of(unit.id).morale,
            engagement=unit.engagement,
        )
        if not b.settle("recovery", facts).disordered:
            recover(b, unit.id, "BP-STATE-4")
    yield from ()
