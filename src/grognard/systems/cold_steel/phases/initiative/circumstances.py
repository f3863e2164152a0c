"""A unit's situation in the initiative phase, read off the table."""

from __future__ import annotations

from typing import Any, cast, get_args

from ...checks.command.missions import FAR
from ...checks.initiative.automatic_orders import AutomaticOrderFacts
from ...facts import situations
from ...facts.initiative.threats import Picture, canter_reaches, nearest_known, ward_menace
from ...orders import drill
from ...table import forms
from ...table.battlefield import Battlefield
from ...table.ground.cover import cover_at
from ...table.state import UnitState
from ...terms import Nation

NATIONS: tuple[str, ...] = get_args(Nation)
SHELTER = frozenset(("light_works", "medium_works", "heavy_works"))
"""Buildings and works: who stands in them needs no square."""


def circumstances(b: Battlefield, unit: UnitState, seen: Picture, target: str) -> AutomaticOrderFacts:
    """A unit's situation as the check of automatic orders asks for it. Who wavers, or was set back and stays put, does
    not advance on his own (CS-5.2.3a, CS-5.6)."""
    # the last turn's doings: in this phase nothing has been done yet
    rated, doing, order = b.entry(unit.id).rated, unit.before, unit.order
    threats = seen.threats[unit.id]
    advances = unit.status != "wavering" and not unit.held
    cavalry, infantry = frozenset(threats["cavalry"]), frozenset(threats["infantry"])
    return AutomaticOrderFacts(
        arm=rated.arm,
        irregular=rated.irregular,
        # irregulars have no discipline; the check only needs a class that never holds them back
        discipline="trained" if rated.discipline == "none" else rated.discipline,
        formation=forms.in_general(unit),
        disorder=unit.disorder,
        casualties_percent=b.percent_lost(unit.id),
        nearest_enemy=nearest_known(b, unit.id)[1],
        cavalry_threat=cavalry,
        infantry_threat=infantry,
        threatens_enemy=advances and bool(target),
        canter_reaches=rated.arm == "cavalry" and bool(target) and canter_reaches(b, unit, target),
        sheltered=sheltered(b, unit) if rated.arm == "infantry" else False,
        firefight=unit.firefight or doing.combat == "firefight",
        # an ordered retreat counts as falling back already, so it does not form line on the way (CS-4.1f)
        fall_back_ordered=order is not None and order.way in ("fall_back", "withdraw", "backward"),
        musketry_casualties=AutomaticOrderFacts.nearest("musketry_casualties", doing.musket_losses),
        limbered=rated.arm == "artillery" and unit.formation not in drill.GUNS_READY,
        heavy_guns=rated.gun_pounds >= b.rules.tables.row("CS-6.2i", "heavy").columns["pounds"],
        closed_at_once=bool(cavalry) and _closed_at_once(b, unit),
        nation=cast(Nation, rated.nation if rated.nation in NATIONS else "other"),
        melee_minded=rated.irregular and (rated.weapon == "none" or "melee_minded" in rated.training),
        close_combat_in_front=bool(unit.melee),
        # support matters only to a unit threatened from there, and is slow to look for
        **(_friends(b, unit.id) if (cavalry | infantry) & {"flank", "rear"} else {}),
        **(_ward(b, unit, seen) if unit.mission and advances else {}),
    )


def sheltered(b: Battlefield, unit: UnitState) -> bool:
    """Inside buildings, or in works."""
    return unit.formation == "garrison" or bool(cover_at(b, b.survey.middle(unit.id)) & SHELTER)


def _closed_at_once(b: Battlefield, unit: UnitState) -> bool:
    """Whether a square order makes a closed square of it: its column closes up, or its army knows no other."""
    if b.entry(unit.id).rated.arm != "infantry" or b.entry(unit.id).rated.irregular:
        return False
    change = drill.formation_change(b, unit.id, "open_square")
    return isinstance(change, drill.Change) and change.formation == "closed_square"


def _friends(b: Battlefield, unit: str) -> dict[str, Any]:
    """Paces to the nearest formed friend off its flanks and behind it, no farther than support reaches (CS-5.2.2b)."""
    t = b.rules.tables
    farthest = max(t.row("CS-5.2.2a", row).columns["within"] for row in ("flank_support", "rear_support"))
    near = [
        (b.survey.zone(unit, each), b.survey.distance(unit, each))
        for each in situations.formed_friends(b, unit, farthest)
    ]
    return {
        f"{side}_friend": min((paces for zone, paces in near if zone == side), default=FAR)
        for side in ("flank", "rear")
    }


def _ward(b: Battlefield, unit: UnitState, seen: Picture) -> dict[str, Any]:
    """Its mission, and whether the unit it protects is threatened by somebody it sees."""
    mission = b.world.missions.get(unit.mission)
    if mission is None:
        return {}
    menace = ward_menace(b, unit, seen)
    return {"mission": mission.kind, "ward_threatened": bool(menace), "ward_enemy_seen": bool(menace)}
