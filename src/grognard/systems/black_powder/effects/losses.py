"""Casualties, disorder, and the end of a unit."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from grognard.kernel.checks import Result, implements

from ..checks.fighting.units import CasualtiesFacts
from ..events.troops import CasualtiesTaken, FellIntoDisorder, Gone, LeaderLost, Recovered
from ..table.field import PowderField
from ..table.state import Fate, LeaderState, Where

OUT: dict[str, Any] = {
    "charged": False,
    "won": False,
    "massed": "",
    "as_square": False,
    "doomed": False,
    "closing_caused": 0,
}
"""What holds only while a unit fights."""
_MOST = 30
"""Casualties that facts know."""


@implements("BP-STATE-1", "BP-SHOOT-1")
def suffer(b: PowderField, unit: str, casualties: int, cause: str, by: str = "", rule: str = "BP-STATE-1") -> int:
    """A unit takes casualties; how many of them are more than it can bear."""
    now = b.unit(unit)
    if not casualties or now.where != "table":
        return 0
    facts = CasualtiesFacts(stamina=now.stamina, casualties=now.casualties, suffered=min(_MOST, casualties))
    result = b.settle("casualties", facts)
    b.report(
        CasualtiesTaken(
            unit=unit, figures=casualties, cause=cause, left=max(0, now.stamina - result.after), by=by or UNSET
        ),
        rules=(rule,),
        # excess is never kept: it is handed to the break test that it calls for
        sets=[b.change(unit, casualties=result.after)],
    )
    excess: int = result.excess
    return excess


@implements("BP-STATE-3", "BP-SHOOT-4")
def disorder(b: PowderField, unit: str, cause: str, rule: str = "BP-STATE-3") -> None:
    """A unit is disordered, if it is not so already."""
    if b.here(unit) and not b.unit(unit).disordered:
        b.report(FellIntoDisorder(unit=unit, cause=cause), rules=(rule,), sets=[b.change(unit, disordered=True)])


def recover(b: PowderField, unit: str, rule: str, roll: Result[Any] | None = None) -> None:
    """A unit is in order again."""
    b.report(Recovered(unit=unit), rules=(rule,), roll=roll, sets=[b.change(unit, disordered=False)])


@implements("BP-BREAK-3")
def break_up(b: PowderField, unit: str, *, rules: tuple[str, ...], how: str = "broken", edge: str = "") -> None:
    """A unit breaks and is removed; a commander with it is lost, and its fights are over."""
    if not b.here(unit):
        return
    fate: Fate = "left" if how == "left" else "broken"
    where: Where = "left" if how == "left" else "lost"
    fallen = [leader for leader in b.world.leaders.values() if leader.attached == unit]
    b.report(
        Gone(unit=unit, how=how, edge=edge),
        rules=("BP-BREAK-3", *rules),
        sets=[
            b.change(unit, where=where, fate=fate, left_by=edge, disordered=False, shelters="", **OUT),
            *b.part(unit),
            # freed first: a leader with a unit that is gone would be nowhere
            *(b.change_leader(leader.id, attached="") for leader in fallen),
        ],
    )
    # with a unit that leaves the table he is not lost: he stays without it
    for leader in fallen if how != "left" else []:
        _lost_with(b, leader, unit)
    _abandoned(b, unit)


def _lost_with(b: PowderField, leader: LeaderState, unit: str) -> None:
    b.report(
        LeaderLost(leader=leader.id, unit=unit),
        rules=("BP-BREAK-3", "BP-CMD-9"),
        sets=[b.change_leader(leader.id, fell_on=b.world.stroke, fallen=leader.fallen + 1)],
    )


def _abandoned(b: PowderField, unit: str) -> None:
    """Gunners who had run to a unit that breaks are lost with it (BP-SHELT-4)."""
    for other in list(b.world.units.values()):
        if other.shelters == unit and other.where == "table":
            # may go on to others, but each goes once: it is no longer on the table then
            break_up(b, other.id, rules=("BP-SHELT-4",))


def out_of_combat(b: PowderField, unit: str) -> dict[str, Any]:
    """Fields of a unit that leaves its combat."""
    now = b.unit(unit)
    return {name: value for name, value in OUT.items() if getattr(now, name) != value}
