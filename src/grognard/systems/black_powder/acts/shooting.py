"""Shooting: a volley and its saves, the tests it calls for, closing fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import Result, implements

from ..checks.fighting.saves import SavesFacts
from ..checks.troops.massed import MassedSaveFacts
from ..effects.losses import disorder, suffer
from ..events.combat import Fired, Saved
from ..facts.fire import ALL, band_of, fire_check, fire_facts, unit_fields
from ..table.field import PowderField
from ..terms import Band, Wound, branch
from .breaking import break_test, must_test


class FireTally:
    """What a unit has suffered by fire, till all fire at it is over and it tests."""

    def __init__(self, casualties: int, *, shaken: bool) -> None:
        self.before, self.shaken = casualties, shaken
        self.suffered, self.excess, self.artillery, self.by = 0, 0, False, ""

    def add(self, lost: int, excess: int, *, artillery: bool, by: str) -> None:
        """One more volley."""
        self.suffered += lost
        self.excess += excess
        self.artillery = self.artillery or (artillery and lost > 0)
        self.by = by if lost else self.by


def tally_of(b: PowderField, unit: str) -> FireTally:
    """A unit before anybody fires at it."""
    return FireTally(b.unit(unit).casualties, shaken=b.shaken(unit))


@implements("BP-SHOOT-1", "BP-SHOOT-4")
def shoot(b: PowderField, unit: str, target: str, felt: FireTally, *, most: int = ALL) -> None:
    """A unit shoots at a target, which saves; the test that it may owe comes when all have fired."""
    pair = fire_facts(b, unit, target, most=most)
    if b.rules[fire_check(b, unit)].refusal(pair) is not None:
        return
    roll = b.roll(fire_check(b, unit), pair, by=unit, seen=(unit, target))
    _told(b, unit, target, roll, closing=False)
    lost = roll.settled.casualties
    excess = suffer(b, target, lost, "fire", unit)
    if roll.settled.disordered:
        disorder(b, target, "fire", "BP-SHOOT-4")
    felt.add(lost, excess, artillery=b.branch(unit) == "artillery", by=unit)


def _told(
    b: PowderField, unit: str, target: str, roll: Result[Any], *, closing: bool, rule: str = "BP-SHOOT-1"
) -> None:
    now, came = b.unit(unit), roll.settled
    fields: dict[str, Any] = {"closing_fired": True} if closing else {"fired": True}
    b.report(
        Fired(
            unit=unit,
            target=target,
            hits=roll.details["ours"]["hits_made"],
            casualties=came.casualties,
            disorders=came.disordered,
            band="" if closing else band_of(b, unit, target),
            closing=closing,
        ),
        rules=("BP-SHOOT-6" if closing else "BP-SHOOT-1", "BP-SHOOT-3", "BP-SAVE-1"),
        roll=roll,
        sets=[b.change(unit, **fields, **({} if now.volleyed else {"volleyed": True}))],
    )


@implements("BP-BREAK-1", "BP-BREAK-4")
def feel_fire(b: PowderField, unit: str, felt: FireTally) -> Steps[None]:
    """When all shooting at a unit is over, it takes the test that it owes."""
    if must_test(b, unit, "shooting", before=felt.before, suffered=felt.suffered):
        enemy = felt.by if felt.by and b.here(felt.by) else ""
        yield from break_test(
            b, unit, "shooting", enemy=enemy, excess=felt.excess, artillery=felt.artillery, shaken=felt.shaken
        )


# -- closing fire


@implements("BP-SHOOT-6", "BP-MASS-2", "BP-SHELT-2")
def closing_fire(
    b: PowderField, unit: str, chargers: Sequence[str], *, most: int = ALL, sheltering: bool = False
) -> Steps[list[str]]:
    """A unit that is charged fires; chargers that are shaken, or hit by guns, test whether they come on. Returns those
    who do."""
    first, guns = chargers[0], b.branch(unit) == "artillery"
    felt = {each: tally_of(b, each) for each in chargers}
    pair = fire_facts(b, unit, first, closing=True, most=most, sheltering=sheltering)
    if b.rules[fire_check(b, unit)].refusal(pair) is None:
        roll = b.roll(fire_check(b, unit), pair, by=unit, seen=(unit, first))
        _told(b, unit, first, roll, closing=True)
        lost = roll.settled.casualties
        felt[first].add(lost, suffer(b, first, lost, "closing fire", unit, "BP-SHOOT-6"), artillery=guns, by=unit)
        hits = roll.details["ours"]["hits_made"]
        for other in chargers[1:]:
            if _every_hit(b, other):
                band: Band = "close_canister" if guns else "none"
                lost, excess = save(b, other, hits, unit, wound="closing_fire", band=band)
                felt[other].add(lost, excess, artillery=guns, by=unit)
        if roll.settled.disordered:
            for each in [first, *(other for other in chargers[1:] if _every_hit(b, other))]:
                disorder(b, each, "closing fire", "BP-SHOOT-4")
    _caused(b, unit, sum(each.suffered for each in felt.values()))
    coming = []
    for each in chargers:
        if not b.here(each):
            continue
        had = felt[each]
        if not must_test(b, each, "closing_fire", before=had.before, suffered=had.suffered, artillery=had.artillery):
            coming.append(each)
            continue
        result = yield from break_test(b, each, "closing_fire", enemy=unit, excess=had.excess, artillery=had.artillery)
        if b.here(each) and b.t.value("BP-BREAK-5", result)["move"] == "none":
            coming.append(each)
    return coming


def forget_fire(b: PowderField, unit: str) -> None:
    """Closing fire that has stopped a charge counts in no fight."""
    _caused(b, unit, 0)


@implements("BP-HTH-3")
def _caused(b: PowderField, unit: str, casualties: int) -> None:
    """All casualties of its closing fire count in the round that follows."""
    if b.unit(unit).closing_caused != casualties:
        b.emit(Noted(), rules=("BP-HTH-3",), sets=[b.change(unit, closing_caused=casualties)], to=())


def _every_hit(b: PowderField, unit: str) -> bool:
    facts = MassedSaveFacts(massed=bool(b.unit(unit).massed), wound="closing_fire")
    return bool(b.settle("massed-save", facts).every_hit)


@implements("BP-SAVE-1", "BP-SAVE-2")
def save(
    b: PowderField, unit: str, hits: int, by: str = "", *, wound: Wound = "shooting", band: Band = "none"
) -> tuple[int, int]:
    """A unit saves hits that were not rolled for with it; its casualties, which it takes, and those beyond bearing."""
    if not hits or not b.here(unit):
        return 0, 0
    fields = unit_fields(b, unit, against=by) if by else unit_fields(b, unit)
    striker: Any = branch(b.unit(by).arm) if by else "infantry"
    facts = SavesFacts(**fields, hits=hits, wound=wound, by=striker, band=band)
    roll = b.roll("saves", facts, by=unit, seen=(unit,))
    lost: int = roll.settled.casualties
    b.report(
        Saved(unit=unit, hits=hits, casualties=lost, by=by or UNSET),
        rules=("BP-SAVE-1",),
        roll=roll,
    )
    return lost, suffer(b, unit, lost, "fire", by)
