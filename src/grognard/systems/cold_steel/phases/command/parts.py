"""Orders to a flank company, troop or section of a unit (CS-3.2l), given in person as any order is."""

from __future__ import annotations

from grognard.battle.decisions import Option, Values
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Number

from ...composition import wings
from ...desk.others import PART
from ...events.command import PartOrdered
from ...table.battlefield import Battlefield
from ...table.state import Wing
from .in_person import commands, refused, sure
from .spending import bill, leaders_of, may_spend, own_units, paid, way_to

FLANKS = ("left", "right")


def option(b: Battlefield, seat: str) -> Option | None:
    """Which flank of which unit does what."""
    leaders = tuple(leader.id for leader in leaders_of(b, seat) if may_spend(leader))
    lines = tuple(unit for unit in own_units(b, seat) if b.unit(unit).formation in wings.FORMATIONS)
    if not leaders or not lines:
        return None
    most = b.rules.tables.row("CS-6.1a", "prolonging").columns["march"]
    degrees = b.rules.tables.number("CS-3.2l", "most_degrees")
    return Option(
        "part",
        "Wheel a flank company, or a section of guns",
        "CS-3.2l",
        {
            "leader": Choice(leaders),
            "unit": Choice(lines),
            "flank": Choice(FLANKS),
            "degrees": Number(-degrees, degrees),
            "paces": Number(0, most),
        },
        {"degrees": 0, "paces": 0},
        form=PART.id,
    )


def _wing(values: Values) -> Wing:
    return Wing(values["flank"], values.get("degrees", 0), values.get("paces", 0))


@implements("CS-3.2l")
def judge(b: Battlefield, seat: str, values: Values) -> Refusal | None:
    """Whether he reaches the unit, and whether a part of it can be told that."""
    leader, unit = b.world.leaders[values["leader"]], values["unit"]
    paying = bill(b, leader, paces=way_to(b, leader, unit).paces, orders=1)
    return commands(b, seat, leader.id, (unit,)) or wings.judge(b, unit, _wing(values)) or refused(paying)


@implements("CS-3.2l")
def order(b: Battlefield, seat: str, values: Values, id: str) -> None:
    """It is told to the part; the other flank does what it did."""
    leader, unit, wing = b.world.leaders[values["leader"]], values["unit"], _wing(values)
    way = way_to(b, leader, unit)
    paying = sure(bill(b, leader, paces=way.paces, orders=1))
    now = b.unit(unit)
    kept = tuple(each for each in now.told_wings or now.wings if each.flank != wing.flank)
    b.privately(
        PartOrdered(leader=leader.id, unit=unit, flank=wing.flank, degrees=wing.degrees),
        seat,
        rules=("CS-3.2l", "CS-3.2k"),
        sets=[b.change(unit, told_wings=(*kept, wing)), *paid(b, leader, paying, way)],
    )
