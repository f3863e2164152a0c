"""Targets named before any dice are thrown, and guns swung round to them: 7.1d, 7.2.2k."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.kernel.checks import implements

from ...events.fire import GunsLaid, GunsPivoted
from ...facts.fire.laying import Laid, pivoted
from ...table.battlefield import Battlefield


@implements("CS-7.2.2k")
def announce(b: Battlefield, laid: list[Laid]) -> None:
    """All targets are named before any dice are thrown; guns that must are swung round for it."""
    for unit, target, step, pivots, _ in laid:
        if pivots:
            _pivot(b, unit, target)
        sets = [] if b.unit(target).now.named else [b.doing(target, named=True)]
        b.report(GunsLaid(unit=unit, target=target, step=step), rules=("CS-7.5a",), sets=sets)


@implements("CS-7.1d")
def _pivot(b: Battlefield, unit: str, target: str) -> None:
    b.report(
        GunsPivoted(unit=unit, target=target),
        rules=("CS-7.1d",),
        sets=[b.change(unit, heading=pivoted(b, unit, target), now=replace(b.unit(unit).now, turned=True))],
    )
