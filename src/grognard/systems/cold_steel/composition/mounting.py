"""Cavalry that fights on foot (CS-3.3.2.3s)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.army.footprints import formations
from grognard.army.oob import FormationName
from grognard.kernel.checks import Refusal, implements

from ..events.composition import HasDismounted, HasMounted
from ..muster import drill_of
from ..table import raised
from ..table.battlefield import Battlefield
from ..table.state import Forming, Order, UnitState
from . import rolls

RULE = "CS-3.3.2.3s"


def mounted_troops(b: Battlefield, unit: str) -> bool:
    """Whether a unit came with horses."""
    return b.roster.units[raised.shares_of(b, unit)[0].unit].rated.arm == "cavalry"


def judge_dismount(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether it has horses to get off, and is told how to stand then."""
    if not mounted_troops(b, now.id) or b.entry(now.id).rated.arm != "cavalry":
        return Refusal(RULE, f"{b.name(now.id)} is on foot")
    if b.entry(now.id).rated.weapon == "none":
        return Refusal(RULE, f"{b.name(now.id)} has no firearms to fight with on foot")
    if drill_of(b.entry(now.id).rated.nation, b.year, b.rules) == "none":
        return Refusal(RULE, f"{b.name(now.id)} has never been drilled on foot")
    return _form(b, now, order, mounted=False)


def judge_remount(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Whether its horses wait for it."""
    if not mounted_troops(b, now.id) or b.entry(now.id).rated.arm == "cavalry":
        return Refusal(RULE, f"{b.name(now.id)} has no horses to mount")
    return _form(b, now, order, mounted=True)


def forms(b: Battlefield, unit: str, *, mounted: bool) -> tuple[FormationName, ...]:
    """The formations that it has on horseback, or on foot."""
    return formations(replace(b.entry(unit).unit, mounted=mounted))


def _form(b: Battlefield, now: UnitState, order: Order, *, mounted: bool) -> Refusal | None:
    known = forms(b, now.id, mounted=mounted)
    if not order.form or order.form in known:
        return None
    return Refusal(RULE, f"then it forms no {order.form.replace('_', ' ')}; there is {', '.join(known)}")


@implements("CS-3.3.2.3s")
def change_over(b: Battlefield, unit: str) -> bool:
    """Off the horses, or on them again: half a turn, the new formation included."""
    now = b.unit(unit)
    order = now.order
    if order is None or order.formation is None:
        return False
    told, down = order.formation, order.chit == "dismount"
    if (judge_dismount if down else judge_remount)(b, now, order) is not None:
        return False
    entry, quarters = b.entry(unit), b.rules.tables.number(RULE, "quarters")
    made = replace(entry.unit, mounted=not down)
    drill = drill_of(entry.rated.nation, b.year, b.rules) if down else "none"
    rated = replace(entry.rated, arm="infantry" if down else "cavalry", drill=drill)
    # half-way: neither what it was nor what it will be, so that the change has somewhere to come from
    meanwhile = "open_order" if down else "column_of_squadrons" if told.to == "line" else "line"
    b.report(
        HasDismounted(unit=unit) if down else HasMounted(unit=unit),
        rules=(RULE,),
        sets=[
            rolls.entered(b, rolls.changed(b, unit, made, rated)),
            b.change(
                unit,
                formation=meanwhile,
                interval="open",
                # the ranks are told off anew
                front_lost=0,
                forming=Forming(told.to, told.interval, quarters, now.heading),
            ),
        ],
    )
    return True
