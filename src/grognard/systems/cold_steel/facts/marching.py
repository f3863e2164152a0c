"""How far a unit goes this turn and what order it loses on the way: the facts of the movement checks."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.army.horse import TROOPS, squadrons_of
from grognard.army.layouts import battalion, rows_of
from grognard.army.oob import FormationName, Unit
from grognard.kernel.checks import Result, implements
from grognard.kernel.ruleset import Ruleset
from grognard.kernel.sources import NO_DICE

from ..checks.movement.march import MarchFacts
from ..table.battlefield import Battlefield
from ..table.forms import COLUMNS, HORSE_COLUMNS
from ..table.ground.underfoot import PLAIN, Met
from ..table.state import UnitState
from ..terms import Gait

ONE_STAND: tuple[FormationName, ...] = (
    "march_column",
    "column_of_companies",
    "column_of_zuege",
    "column_of_troops",
    "limbered",
)
"""Formations on a front of one stand: a company, a troop, or guns that file off one after the other."""

ORDERS: dict[str, str] = {
    "open_order": "open",
    "extended_order": "extended",
    "irregular": "open",
    "skirmish_squares": "open",
    "garrison": "open",
}
"""Formations in open or extended order. Garrisons come out of their houses as they stand in them: loosely."""


def one_stand(formation: FormationName) -> bool:
    """Whether it passes bridges and dense towns in this formation."""
    return formation in ONE_STAND


def facts(
    b: Battlefield, now: UnitState, formation: FormationName, gait: Gait, met: Met = PLAIN, **more: Any
) -> MarchFacts:
    """A unit's move as the movement checks ask for it."""
    entry = b.entry(now.id)
    rated = entry.rated
    words: dict[str, Any] = {
        "troops": troops(b, now, formation),
        # irregulars have no class; they pay no frontage in any case (CS-6.2a)
        "discipline": "rabble" if rated.discipline == "none" else rated.discipline,
        "irregular": rated.irregular,
        # original strength: casualties do not narrow a front (CS-6.3b)
        "men": min(3000, entry.unit.men),
        "ranks": entry.unit.ranks,
        "order": ORDERS.get(formation, "close"),
        "gait": gait,
        "terrain": met.terrain,
        "nation": rated.nation,
        "year": b.year,
        "in_step": "out_of_step" not in rated.training,
        "three_ranks": "three_ranks" in rated.training,
        # a battery without a weight of its own counts as field guns
        "pounds": max(1, min(36, rated.gun_pounds or 6)),
        "obstacles": min(10, met.obstacles),
        "structures": met.structures,
        "one_stand_front": one_stand(formation),
        **_shape_words(entry.unit, b.year, formation),
        **more,
    }
    return MarchFacts(**words)


@implements("CS-6.1a", "CS-6.1b", "CS-7.1e")
def troops(b: Battlefield, now: UnitState, formation: FormationName) -> str:
    """Whose rate it moves at."""
    entry = b.entry(now.id)
    if entry.rated.arm != "artillery":
        return entry.rated.arm
    if formation not in ("limbered", "march_column"):
        return "unlimbered_artillery"
    if entry.unit.arm != "horse_artillery":
        return "foot_artillery"
    return "austrian_horse_battery" if entry.rated.nation == "austrian" else "horse_artillery"


# the layout of a battalion is slow to work out and does not change in a battle
@lru_cache(4096)
def _shape_words(unit: Unit, year: int, formation: FormationName) -> dict[str, Any]:
    """How the rules count the men abreast (CS-6.3b)."""
    if formation == "double_line":
        return {"formation": "double_line"}
    if formation == "open_square":
        return {"formation": "square"}
    if formation == "march_column":
        return {"formation": "road_column"}
    # men abreast are those of the widest element of the column, not of the whole unit
    if unit.kind == "infantry" and (formation in COLUMNS or formation == "closed_square"):
        rows = rows_of(battalion(unit, year, unit.men), formation)
        elements = min(24, sum(len(row) for row in rows))
        return {"formation": "column", "elements": elements, "elements_abreast": min(4, max(map(len, rows)))}
    if formation in HORSE_COLUMNS:
        abreast = TROOPS if formation == "column_of_squadrons" else 1
        return {"formation": "column", "squadrons": squadrons_of(unit), "elements_abreast": abreast}
    return {"formation": "line"}


def rate(b: Battlefield, march: MarchFacts) -> int:
    """Paces of this move; nothing where the rules forbid it."""
    outcome = _settled(b.rules, "movement", march).outcome
    return 0 if outcome is None else int(outcome.paces)


def order_lost(b: Battlefield, march: MarchFacts) -> Result[Any]:
    """The disorder that a move cost."""
    return _settled(b.rules, "movement-disorder", march)


@lru_cache(8192)
def _settled(rules: Ruleset, check: str, march: MarchFacts) -> Result[Any]:
    """Checks without dice come out the same for the same facts, and battalions march much alike."""
    return rules[check].roll(march, NO_DICE)
