"""Irregulars never rout: they melt away, and are found again far in the rear (CS-5.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from grognard.kernel.checks import Result, implements

from ..checks.morale.aftermath import IrregularsScatteredFacts
from ..events.initiative_and_rally import IrregularsScattered
from ..table.battlefield import Battlefield
from ..terms import Phase
from .shifting import set_down


@implements("CS-5.6")
def scatter(
    b: Battlefield, unit: str, *, rules: Iterable[str] = (), cause: str = "", roll: Result[Any] | None = None
) -> None:
    """Irregulars that would rout or disperse are set down out of canister range toward their own edge, wavering, and
    stay put for two movement phases."""
    now = b.unit(unit)
    facts = IrregularsScatteredFacts(result="routed", turn=b.world.turn, phase=cast(Phase, b.world.phase))
    lifted = b.settle("irregulars-scattered", facts)
    # both sides let go at once: nobody may be locked with one who is gone
    sets = [b.change(foe, melee=tuple(each for each in b.unit(foe).melee if each != unit)) for foe in now.melee]
    fields = {"order": None, "ordered": None, "forming": None, "melee": (), "firefight": False}
    held = b.rules.tables.number("CS-5.6", "halted")
    b.report(
        IrregularsScattered(unit=unit, cause=cause),
        rules=(*rules, "CS-5.6"),
        roll=roll,
        sets=[b.change(unit, status=lifted.status, held=held, **fields), *sets],
    )
    set_down(b, unit, paces=lifted.enemy_distance, rules=("CS-5.6",), cause="scattered")
