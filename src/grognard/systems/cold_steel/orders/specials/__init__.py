"""Special chits, one file each: in `troops/` what units do with themselves and with guns, in `works/` what they do with
buildings, works, fires and boats, in `composition/` how they are made up anew.

A new one is a file here and a line in its list below; its word is added to `SpecialName`, which all of the code is
checked against.
"""

from __future__ import annotations

from grognard.battle.kinds import Noted
from grognard.ground.units import Point
from grognard.kernel.checks import Refusal

from ...events.command import ChitVoid
from ...table.battlefield import Battlefield
from ...table.state import FormationChit, Order, SpecialName, UnitState
from ...works import labour
from .composition import brigade, converge, detach, dismount, regroup, remount, take_place
from .declaration import Moment, SpecialOrder
from .troops import lie_down, recall_skirmishers, reform, send_skirmishers, spike_guns, stand_up
from .works import (
    build_works,
    clear_obstacle,
    destroy_structure,
    disembark,
    embark,
    fight_fire,
    leave,
    make_obstacle,
    move_boat,
    occupy,
    start_fire,
)

TROOPS = (reform, send_skirmishers, recall_skirmishers, lie_down, stand_up, spike_guns)
WORKS = (
    occupy, leave, build_works, destroy_structure, make_obstacle, clear_obstacle, start_fire, fight_fire, embark,
    disembark, move_boat,
)  # fmt: skip
COMPOSITION = (brigade, converge, detach, regroup, dismount, remount, take_place)
SPECIALS: dict[SpecialName, SpecialOrder] = {
    module.SPECIAL.name: module.SPECIAL for module in (*TROOPS, *WORKS, *COMPOSITION)
}
"""By name, in the order in which people read them."""


def of(order: Order | None) -> SpecialOrder | None:
    """The special chit of an order."""
    return SPECIALS[order.special.name] if order is not None and order.special is not None else None


def judge(b: Battlefield, now: UnitState, order: Order) -> Refusal | None:
    """Why a unit cannot carry out the special chit of an order here and now; whether it may be given at all is judged
    elsewhere."""
    special = of(order)
    return special.judge(b, now, order) if special is not None else None


def formation_asked(now: UnitState, order: Order) -> FormationChit | None:
    """The formation that an order comes to, by its formation chit or by a special one."""
    special = of(order)
    if special is None or special.formation is None:
        return order.formation
    return special.formation(now, order.formation)


def carry_out(b: Battlefield, moment: Moment) -> None:
    """All who were told to do what this is the moment for, in the order of the roster."""
    # a list made beforehand: embarking and joining take units off the table as this runs
    for unit in [unit.id for unit in b.on_table()]:
        now = b.unit(unit)
        order = now.order
        special = of(order)
        if order is None or special is None or special.act is None or now.where != "table":
            continue
        if special.act.when != moment:
            continue
        made = special.act.do(b, now, order)
        if made is False:
            _void(b, now, order, special)
        # done: a chit for once must not be carried out a second time next turn
        elif made and b.unit(unit).where == "table":
            b.emit(Noted(unit=unit), sets=[b.change(unit, order=None, ordered=None)], to=())


def _void(b: Battlefield, now: UnitState, order: Order, special: SpecialOrder) -> None:
    """What it was told to do it cannot do any more; its commander hears why."""
    refusal = special.judge(b, now, order) or Refusal(special.rule(b, now), "there is no room for it")
    b.privately(
        ChitVoid(unit=now.id, chit=special.name.replace("_", " "), reason=refusal.reason),
        b.seat_of(now.id),
        rules=(refusal.rule,),
    )


def carry_on_work(b: Battlefield) -> None:
    """All who are at work of several turns and stood still at it have done another turn of it; others have broken it
    off."""
    for unit in b.on_table():
        special = of(unit.order)
        act = special.act if special is not None else None
        # one turn of marching or fighting and the work is begun anew (CS-3.3.2.3u)
        if unit.order is not None and act is not None and act.when == "labour" and labour.undisturbed(unit):
            act.do(b, unit, unit.order)
        elif unit.labour is not None:
            labour.stop(b, unit)


def notes(b: Battlefield, unit: str, order: Order) -> tuple[str, ...]:
    """What a special chit promises, in words for those who give the order."""
    special = of(order)
    return tuple(special.notes(b, b.unit(unit), order)) if special is not None and special.notes is not None else ()


def way(b: Battlefield, unit: str, order: Order) -> tuple[Point, ...]:
    """Where a special chit leads on the map."""
    special = of(order)
    return special.way(b, b.unit(unit), order) if special is not None and special.way is not None else ()


__all__ = [
    "SPECIALS", "Moment", "SpecialOrder", "carry_on_work", "carry_out", "formation_asked", "judge", "notes", "of",
    "way",
]  # fmt: skip
