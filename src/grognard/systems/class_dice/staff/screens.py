"""Skirmishers: thrown out before every line that has the enemy near, and when they should fight those of the enemy."""

from __future__ import annotations

from typing import Any

from grognard.commanders.duties import Duty
from grognard.kernel.checks import Refused

from ..checks.charts import paces
from ..checks.skirmish import ScreenFacts, SkirmishFacts
from ..table.state import UnitState
from .picture import Picture

PART = 4
"""One of so many stands goes out, and one at least: who fights in the screen does not fire with the line."""
NEAR = 1200.0
"""Paces from the enemy at which skirmishers go out."""
HARM = {"NE": 0.0, "Smk": 0.3, "SH(20)": 1.0, "DO(40)": 2.0, "DOR(40)": 3.0}
"""What each result of skirmish combat costs."""
GAIN = 0.1
"""By how much it must cost the enemy more."""
WANTED = 0.5
"""How much more it may cost those who have to drive in a screen before they charge."""


def out(p: Picture, unit: UnitState, duty: Duty | None) -> dict[str, Any]:
    """Stands to put out, and whom they fight."""
    away, _ = p.nearest(unit)
    most = stands(p, unit) if away <= NEAR else 0
    if not most:
        return {}
    found: dict[str, Any] = {"screen": most} if most != unit.screen else {}
    foe = _opponent(p, unit, most, duty)
    return found | ({"skirmish": foe} if foe else {})


def stands(p: Picture, unit: UnitState) -> int:
    """Stands that a unit may put out."""
    facts = ScreenFacts(
        troop_class=unit.troop_class, light=unit.light, rifles=unit.weapon == "rifle", formation=unit.formation
    )
    try:
        most = next(iter(p.rules["screen"].odds(facts).weights)).stands
    except Refused:
        return 0
    whole = p.castings(unit) // p.tables.number("CD-infantry-stand", "castings")
    # one stand at least stays in the line
    return int(max(0, min(most, whole - 1, max(1, whole // PART))))


def _opponent(p: Picture, unit: UnitState, screen: int, duty: Duty | None) -> str:
    """The enemy whom skirmish combat would cost more than us."""
    if unit.skirmished or unit.screen_beaten:
        return ""
    within = paces(p.tables, p.tables.number("CD-skirmish-procedure", "within"))
    found = []
    for _, foe in p.within(unit, within)[:3]:
        if not p.faces(unit, foe):
            continue
        ours = SkirmishFacts(
            troop_class=unit.troop_class, screen=min(2, screen), enemy_screen=min(2, foe.screen),
            formation=unit.formation, cover=p.cover(unit),
        )  # fmt: skip
        # nobody sees what class the enemy is of
        theirs = SkirmishFacts(
            troop_class="line", screen=min(2, foe.screen), enemy_screen=min(2, screen),
            enemy_rifles=unit.weapon == "rifle", formation=foe.formation, cover=p.cover(foe),
        )  # fmt: skip
        gain = _cost(p, theirs) - _cost(p, ours)
        if foe.screen and duty is not None and duty.kind == "attack":
            gain += WANTED
        found.append((gain, foe.id))
    gain, foe_id = max(found, default=(0.0, ""))
    return foe_id if gain > GAIN else ""


def _cost(p: Picture, facts: SkirmishFacts) -> float:
    odds = p.rules["skirmish"].odds(facts)
    return float(sum(HARM[out.cell] * weight for out, weight in odds.weights.items()) / odds.total)
