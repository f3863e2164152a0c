"""Guns without gunners: overrun, abandoned, spiked by order. What an enemy who stays among them does at the end of a
turn (CS-9.1e) is in phases/end_of_turn/guns.py."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.battle.events import Set
from grognard.ground.relations import nearest_points
from grognard.kernel.checks import implements

from ..checks.command.engineers import SpikeGunsFacts
from ..events.close_combat import BatteryOverrun, GunsSpiked, SpikingTried
from ..table.battlefield import Battlefield
from ..table.state import Abandoned, guns_of
from . import units as effects


@implements("CS-9.2.2k")
def overrun(b: Battlefield, battery: str, by: str, rules: Iterable[str]) -> None:
    """The gunners are all dead: the battery is lost, its guns stay on the ground for whoever comes, marked where the
    victor came upon them."""
    now = b.unit(battery)
    pieces = now.guns + now.howitzers
    # where the victor touched them, not the battery's middle: whoever took them has to be in contact with them
    place, _ = nearest_points(b.survey.body(battery).parts, b.survey.body(by).parts)
    name = guns_of(battery)
    left = {"id": name, "side": now.side, "position": place, "pieces": pieces}
    b.report(BatteryOverrun(unit=by, battery=battery, pieces=pieces), rules=rules, sets=[Set("abandoned", name, left)])
    # the pieces are on the ground now; left with the battery they would be counted twice
    gunners = {"lost": now.figures, "guns": 0, "howitzers": 0}
    effects.remove(b, battery, "lost", how="overrun", rules=rules, also=gunners)


def around(b: Battlefield, unit: str) -> list[Abandoned]:
    """Abandoned guns of either side within a unit's reach that are not spiked yet."""
    within = b.rules.tables.number("CS-3.3.2.3h", "within")
    left = [guns for guns in b.world.abandoned.values() if not guns.spiked]
    return [guns for guns in left if b.survey.distance_to(unit, guns.position) <= within]


def _spiked(b: Battlefield, guns: Abandoned, by: str, rules: Iterable[str]) -> None:
    b.report(
        GunsSpiked(unit=by, pieces=guns.pieces, side=guns.side),
        rules=rules,
        sets=[Set("abandoned", guns.id, {"spiked": True})],
    )


@implements("CS-3.3.2.3h")
def spike(b: Battlefield, unit: str) -> None:
    """A unit tries to spike the guns around it: abandoned ones of either side; a battery with none near, its own."""
    abandoned = around(b, unit)
    # its own guns only if no others lie near: the rules have one roll for all guns in reach
    battery = b.entry(unit).rated.arm == "artillery" and not abandoned
    if not abandoned and not battery:
        return
    facts = SpikeGunsFacts(
        arm=b.entry(unit).rated.arm, engineers=bool(b.unit(unit).engineers), guns="own" if battery else "abandoned"
    )
    result = b.roll("spike-guns", facts, by=unit)
    done = result.settled.destroyed
    b.report(
        SpikingTried(unit=unit, outcome="they are destroyed" if done else "in vain"),
        rules=("CS-3.3.2.3h",),
        roll=result,
    )
    for guns in abandoned if done else ():
        _spiked(b, guns, unit, ("CS-3.3.2.3h",))
    if done and battery:
        gone = {"lost": b.unit(unit).figures, "guns": 0, "howitzers": 0}
        effects.remove(b, unit, "lost", how="spiked its guns", rules=("CS-3.3.2.3h",), also=gone)
