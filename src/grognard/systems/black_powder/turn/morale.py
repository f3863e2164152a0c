"""The morale of brigades and armies as a side's turn begins, elite units, and recovery as it ends."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..checks.command.brigades import ArmyMoraleFacts, BrigadeMoraleFacts
from ..checks.command.friction import ReformFacts
from ..checks.fighting.specials import EliteFacts, elite_of
from ..checks.fighting.units import RecoveryFacts, never_recovers
from ..effects.losses import recover
from ..events.troops import ArmyBroken, BrigadeMorale, EliteRolled
from ..table.field import PowderField
from ..table.state import Brigade, UnitState
from ..terms import branch


@implements("BP-TURN-1", "BP-ARMY-1", "BP-BRIG-1")
def begin_side(b: PowderField) -> Steps[None]:
    """As a side's turn begins: its brigades, its army, and elite units that get into order."""
    yield from ()  # nothing is asked
    side = b.world.active
    for brigade in [each for each in b.world.brigades.values() if each.side == side]:
        _judge(b, brigade)
    _army(b, side)
    _elite(b, side)


# -- brigades


def _judge(b: PowderField, brigade: Brigade) -> None:
    state = b.settle("brigade-morale", brigade_facts(b, brigade)).state
    if state != brigade.morale:
        b.emit(
            BrigadeMorale(name=brigade.name, side=brigade.side, state=state),
            rules=("BP-BMOR-1",) if b.on("brigade_morale_v2") else ("BP-BRIG-1", "BP-BRIG-2", "BP-BRIG-3"),
            sets=[b.change_brigade(brigade.id, morale=state)],
        )


@implements("BP-BRIG-1", "BP-BRIG-2", "BP-BRIG-3", "BP-BMOR-1", "BP-BMOR-2")
def brigade_facts(b: PowderField, brigade: Brigade) -> BrigadeMoraleFacts:
    """A brigade counted out: units it began with, those shaken and those routed, batteries and the small apart."""
    units = [b.unit(each) for each in brigade.units]
    light = [unit for unit in units if _light(b, unit)]
    heavy = [unit for unit in units if unit not in light]
    return BrigadeMoraleFacts(
        units=len(heavy),
        shaken=sum(map(_shaken, heavy)),
        routed=sum(map(_routed, heavy)),
        light=len(light),
        light_shaken=sum(map(_shaken, light)),
        light_routed=sum(map(_routed, light)),
        was=brigade.morale,
        army_broken=brigade.side in b.world.broken,
    )


def _light(b: PowderField, unit: UnitState) -> bool:
    small = unit.size == "tiny" if b.on("brigade_morale_v2") else unit.formation == "skirmish"
    return branch(unit.arm) == "artillery" or small


def _shaken(unit: UnitState) -> bool:
    return unit.where in ("table", "waiting") and unit.casualties >= unit.stamina


def _routed(unit: UnitState) -> bool:
    return unit.where in ("lost", "left")


@implements("BP-ARMY-1", "BP-ARMY-2")
def _army(b: PowderField, side: str) -> None:
    """An army with half of its brigades broken is broken for good, and all its brigades with it."""
    own = [each for each in b.world.brigades.values() if each.side == side]
    down = sum(each.morale == "broken" for each in own)
    was = side in b.world.broken
    if not b.settle("army-morale", ArmyMoraleFacts(brigades=len(own), broken=down, was=was)).broken or was:
        return
    b.emit(
        ArmyBroken(side=side, down=down, all=len(own)),
        rules=("BP-ARMY-1", "BP-ARMY-2"),
        sets=[
            b.change_world(broken=(*b.world.broken, side)),
            *(b.change_brigade(each.id, morale="broken") for each in own if each.morale != "broken"),
        ],
    )


# -- disorder


@implements("BP-SPEC-5")
def _elite(b: PowderField, side: str) -> None:
    """Disordered elite units roll to be in order before their orders."""
    for unit in list(b.on_table(side)):
        kind = elite_of(frozenset(unit.special))
        if not kind or not unit.disordered or b.in_combat(unit.id):
            continue
        if never_recovers(b.t, b.brigade_of(unit.id).morale):
            continue
        roll = b.roll("elite", EliteFacts(elite=kind), by=unit.id, seen=(unit.id,))
        recovers = not roll.settled.disordered
        b.report(
            EliteRolled(unit=unit.id, recovers=recovers),
            rules=("BP-SPEC-5",),
            roll=roll,
            sets=[b.change(unit.id, disordered=False)] if recovers else [],
        )


@implements("BP-FRIC-8")
def _must_reform(b: PowderField, unit: UnitState) -> bool:
    """Whether a unit gets into order only by a move that it spends on it, by the draft on friction."""
    facts = ReformFacts(state=unit.engagement, in_combat=b.in_combat(unit.id))
    return b.on("friction_zones") and bool(b.settle("reform", facts).disordered)


@implements("BP-STATE-4")
def end_side(b: PowderField) -> Steps[None]:
    """As a side's turn ends its units shake off disorder, unless they fight or went back from a fight."""
    yield from ()  # nothing is asked
    for unit in list(b.on_table(b.world.active)):
        if not unit.disordered or _must_reform(b, unit):
            continue
        facts = RecoveryFacts(
            own_turn=True,
            in_combat=b.in_combat(unit.id),
            retired=unit.retired,
            brigade=b.brigade_of(unit.id).morale,
        )
        if not b.settle("recovery", facts).disordered:
            recover(b, unit.id, "BP-STATE-4")
