"""The third phase: all coins that were pitched are tossed, in the order of the roster."""

from __future__ import annotations

from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ..checks.tossing import TossFacts, TossResult
from ..events import CoinTossed, GoesHome
from ..table.field import Fairground
from ..table.state import Pitch


@implements("PT-3.1")
def play(b: Fairground) -> Steps[None]:
    """Last turn's coins are picked up; then each unit tosses, if both it and its enemy are still there."""
    b.emit(Noted(), rules=("PT-3.1",), sets=[Set("coins", unit, None) for unit in b.world.coins], to=())
    pitched = [b.world.pitches[unit] for unit in b.world.units if unit in b.world.pitches]
    for pitch in pitched:
        both = (b.world.units[pitch.unit], b.world.units[pitch.target])
        if all(unit.where == "table" for unit in both):
            _toss(b, pitch)
    b.emit(Noted(), rules=("PT-3.1",), sets=[Set("pitches", unit, None) for unit in b.world.pitches], to=())
    yield from ()


def facts_of(b: Fairground, pitch: Pitch) -> TossFacts:
    """What a toss depends on, all of which both sides can see once it is in the air."""
    unit, target = b.world.units[pitch.unit], b.world.units[pitch.target]
    return TossFacts(
        coin=pitch.coin,
        ells=pitch.ells,
        caught=pitch.caught,
        wind=b.world.wind,
        lucky=unit.lucky,
        superstition=unit.superstition,
        mark=target.superstition,
    )


def _toss(b: Fairground, pitch: Pitch) -> None:
    roll = b.roll("toss", facts_of(b, pitch))
    result: TossResult = roll.settled
    ours, theirs = _lost(b, pitch.unit, result.ours), _lost(b, pitch.target, result.theirs)
    minds = dict(zip((pitch.unit, pitch.target), superstition(b, pitch, result), strict=True))
    coin = {"unit": pitch.unit, "target": pitch.target, "coin": pitch.coin, "ells": pitch.ells, "fell": result.fell}
    b.report(
        CoinTossed(
            unit=pitch.unit,
            target=pitch.target,
            coin=pitch.coin,
            ells=pitch.ells,
            fell=result.fell,
            found_out=result.found_out,
            lost=ours + theirs,
        ),
        rules=("PT-3.1", "PT-3.3", "PT-4.1", "PT-4.2"),
        roll=roll,
        sets=[
            _changed(b, pitch.unit, ours, minds[pitch.unit], **_luck(result)),
            _changed(b, pitch.target, theirs, minds[pitch.target]),
            Set("coins", pitch.unit, coin),
        ],
    )
    steps = b.rules.tables.number("PT-4.1", "steps")
    for unit in (unit for unit, mind in minds.items() if mind > steps):
        b.report(GoesHome(unit=unit), rules=("PT-4.1",), sets=[Set("units", unit, {"where": "left"})])


@implements("PT-4.1")
def superstition(b: Fairground, pitch: Pitch, result: TossResult) -> tuple[int, int]:
    """How superstitious both units are after a toss; beyond the last step they go home."""
    t = b.rules.tables
    ours = t.number("PT-4.1", result.fell) if result.fell != "heads" else 0
    theirs = t.number("PT-4.1", result.fell) if result.fell != "tails" else 0
    cheat = t.number("PT-4.1", "found_out") if result.found_out else 0
    units = b.world.units
    return units[pitch.unit].superstition + ours + cheat, units[pitch.target].superstition + theirs


@implements("PT-4.2")
def _luck(result: TossResult) -> dict[str, Any]:
    return {} if result.fell == "edge" else {"lucky": result.fell == "heads"}


@implements("PT-3.3")
def _lost(b: Fairground, unit: str, percent: int) -> int:
    """Men who go to look for the coin; the colours stay."""
    men = b.world.units[unit].men
    return min(men * percent // 100, men - 1)


def _changed(b: Fairground, unit: str, lost: int, mind: int, **more: Any) -> Set:
    steps = b.rules.tables.number("PT-4.1", "steps")
    return Set("units", unit, {"men": b.world.units[unit].men - lost, "superstition": min(mind, steps), **more})
