"""Morale checks made and taken (CS-5.1, CS-5.2)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from grognard.battle.kinds import Noted
from grognard.kernel.checks import Result, implements

from ..checks.morale.aftermath import MoraleCheckDueFacts
from ..facts.retreats import fright_reach, neighbours, shaken_neighbours
from ..facts.situations import morale_facts, quarters_lost, retreating_near
from ..table.battlefield import Battlefield
from ..table.state import UnitState
from . import units as effects
from .scattering import scatter


@implements("CS-5.2a")
def check_morale(
    b: Battlefield,
    unit: str,
    *,
    cause: str,
    rules: tuple[str, ...] = ("CS-5.2a",),
    friends: Sequence[str] = (),
    **more: Any,
) -> Result[Any]:
    """A unit checks its morale and takes the result; irregulars never rout (CS-5.6). `friends` retreat, if that is why
    it checks."""
    result = b.roll("morale", morale_facts(b, unit, **more), by=unit)
    if result.outcome is not None:
        settle_morale(b, unit, result, cause=cause, rules=rules, friends=friends)
    return result


@implements("CS-5.2b", "CS-5.2.3a")
def settle_morale(
    b: Battlefield,
    unit: str,
    result: Result[Any],
    *,
    cause: str,
    rules: tuple[str, ...],
    friends: Sequence[str] = (),
) -> None:
    """Apply the outcome of a morale check or rally."""
    status = result.settled.status
    irregular = b.entry(unit).rated.irregular
    # whatever the dice say, irregulars neither rout nor dissolve: they are set back (CS-5.6)
    if irregular and status in ("routed", "dispersed"):
        scatter(b, unit, rules=rules, cause=cause, roll=result)
        return
    effects.become(b, unit, status, rules=(*rules, result.rule), cause=cause, roll=result, friends=friends)


def note_quarters(b: Battlefield, unit: str) -> None:
    """Its losses so far have been checked for."""
    now, lost = b.unit(unit), quarters_lost(b, unit)
    # only upward: men who come back, as skirmishers do, must not bring a check back too
    if now.where == "table" and lost > now.quarter_checked:
        b.emit(Noted(unit=unit), sets=[b.change(unit, quarter_checked=lost)], to=())


def _check_due(b: Battlefield, now: UnitState) -> bool:
    """Whether a unit's losses since it was last checked for them call for a check."""
    quarter = b.rules.tables.number("CS-5.1", "quarter")
    # rounded up: the smallest loss that makes so many full quarters
    before = min(now.lost, -(-now.quarter_checked * quarter * now.figures // 100))
    if b.world.phase == "deployment":  # nobody has lost anybody yet
        return False
    facts = MoraleCheckDueFacts(
        phase=b.world.phase, figures=now.figures, lost_before=before, lost_now=now.lost - before
    )
    return bool(b.settle("morale-check-due", facts).due)


def check_losses(b: Battlefield, units: list[str], **more: Any) -> None:
    """At the end of a phase: who has lost another quarter of his strength checks his morale, once a phase (CS-5.1).
    Also clears whence fire came in this phase."""
    # all checks first: a check reads where the fire of the phase came from
    for unit in units:
        if b.unit(unit).where == "table" and _check_due(b, b.unit(unit)):
            check_morale(b, unit, cause="losses", rules=("CS-5.1", "CS-5.2a"), **more)
            # noted even if the check left it as it was: each quarter is checked for once
            note_quarters(b, unit)
    for unit in units:
        if b.unit(unit).now.fire_from:
            b.emit(Noted(unit=unit), sets=[effects.doing(b, unit, fire_from=())], to=())


@implements("CS-5.1")
def check_neighbours(b: Battlefield, checked: Collection[str]) -> set[str]:
    """All friends near a unit that retreats check, once a phase. Who only breaks by such a check frightens his own
    neighbours in the next rally phase. Returns who has checked."""
    return _check(b, shaken_neighbours(b), checked)


@implements("CS-5.4a")
def check_about(b: Battlefield, unit: str, checked: Collection[str]) -> set[str]:
    """The friends near one that runs past."""
    return _check(b, neighbours(b, unit), checked, from_whom=unit)


def _check(b: Battlefield, units: Collection[str], checked: Collection[str], from_whom: str = "") -> set[str]:
    """In the order of the roster."""
    due = set(units).difference(checked)
    # listed beforehand: a check may take units off the table
    for unit in [unit.id for unit in b.on_table() if unit.id in due]:
        if b.unit(unit).where == "table":  # skirmishers may just have gone with the unit they came from
            friends = [from_whom] if from_whom else retreating_near(b, unit, fright_reach(b), friends=True)
            rules = ("CS-5.1", "CS-5.2a")
            check_morale(b, unit, cause="friends retreating", rules=rules, friends=friends)
    return due
