"""The first task at the end of a turn: smoke drifts and thins, and a calm may end."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.kernel.checks import implements

from ...checks.ground import smoke
from ...checks.ground.weather import WindAgainFacts, downwind
from ...effects import sky
from ...events.ending import SmokeDrifted
from ...table.battlefield import Battlefield


@implements("CS-10.3a", "CS-B.11d", "CS-B.11e", "CS-B.10a")
def drift(b: Battlefield) -> None:
    """All smoke moves downwind and each bank thins; what leaves the table is gone."""
    before, t, w = b.world.smoke, b.rules.tables, b.world
    if not before:
        return
    width, height = b.scenario.header.table_paces
    # moved first, then grouped into banks: where it has drifted together it thins as one (CS-B.11d)
    moved = smoke.drifted(t, before, w.wind_from, lambda bank: _drift(b, bank))
    after = tuple(ball for ball in moved if 0 <= ball.x <= width and 0 <= ball.y <= height)
    told = SmokeDrifted(paces=_drift(b, 1).moves, toward=downwind(t, w.wind_from), before=len(before), left=len(after))
    rules = ("CS-10.3a", "CS-B.10a", "CS-B.11d", "CS-B.11e")
    b.emit(told, rules=rules, sets=[Set("", "", {"smoke": after})])


def _drift(b: Battlefield, balls: int) -> smoke.SmokeDriftResult:
    found: smoke.SmokeDriftResult = b.settle("smoke-drift", smoke.SmokeDriftFacts(strength=b.world.wind, balls=balls))
    return found


@implements("CS-B.10b", "CS-B.9")
def wind_rises(b: Battlefield) -> None:
    """In a calm, direction and strength of the wind are rolled for again every few turns."""
    again = b.settle("wind-again", WindAgainFacts(strength=b.world.wind, turns=b.world.turn))
    if not again.roll_again:
        return
    sky.roll_wind(b, ("CS-B.10b",))
