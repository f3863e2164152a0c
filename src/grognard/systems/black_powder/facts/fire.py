"""The facts of fire: whom a unit may shoot at, and what its dice and the target's saves are made of."""

from __future__ import annotations

from typing import Any

from grognard.kernel.checks import Refusal, Refused, implements
from grognard.kernel.opposed import Pair

from ..checks.fighting.gunnery import GunneryFacts, GunRangeFacts
from ..checks.fighting.shooting import MayShootFacts, MusketryFacts
from ..checks.moving.guns import ProlongFireFacts
from ..table.field import PowderField
from ..table.ground import area_terrain, cover_of, higher
from ..terms import Terrain, branch
from .bearings import friends_between, line_of_sight

ALL = 14
"""Dice: as many as it has."""
_ORDER: tuple[Terrain, ...] = ("woods", "light_woods", "building", "rough_ground")


def terrain_of(b: PowderField, unit: str) -> Terrain:
    """The ground on which the middle of a unit stands."""
    found = {area_terrain(area) for area in b.ground.areas_at(b.survey.middle(unit))}
    return next((each for each in _ORDER if each in found), "open")


def unit_fields(b: PowderField, unit: str, *, against: str = "") -> dict[str, Any]:
    """What fire and hand-to-hand ask about a unit, as fields of `UnitFacts`."""
    now = b.unit(unit)
    return {
        "arm": now.arm,
        "size": now.size,
        "formation": now.formation,
        "morale": now.morale,
        "shaken": b.shaken(unit),
        "disordered": now.disordered,
        "casualties": now.casualties,
        "cover": cover_of(b, unit, b.unit(against).position if against else None),
        "terrain": terrain_of(b, unit),
        "special": frozenset(now.special),
        "brigade": b.brigade_of(unit).morale,
        "massed": bool(now.massed),
    }


def fire_check(b: PowderField, unit: str) -> str:
    """The check by which a unit fires."""
    return "artillery" if b.branch(unit) == "artillery" else "musketry"


@implements("BP-SHOOT-1", "BP-SHOOT-6", "BP-ARTM-6")
def fire_facts(
    b: PowderField, unit: str, target: str, *, closing: bool = False, most: int = ALL, sheltering: bool = False
) -> Pair:
    """Both sides of fire: ours shoots, theirs is shot at."""
    now = b.unit(unit)
    shot: dict[str, Any] = {
        "distance": b.inches(unit, target),
        "closing": closing,
        "most": most,
        "first": not now.volleyed,
    }
    zone = b.zone(target, unit)
    # closing fire is at the charge as it comes home: nothing is in the way then
    hit = {"not_clear": not closing and line_of_sight(b, unit, target) == "not_clear", "zone": zone}
    ours, theirs = unit_fields(b, unit) | shot, unit_fields(b, target, against=unit) | hit
    if branch(now.arm) == "artillery":
        # guns dragged on their own turn fire worse, but not at a charge in the enemy's
        moved = now.gun_move == "prolong" and now.moves > 0 and not closing
        guns: dict[str, Any] = {
            "nation": now.nation,
            "gun": now.gun,
            "overhead": not closing and bool(friends_between(b, unit, target)),
            "prolonged": moved,
            "sheltering": sheltering,
        }
        return Pair(b.specially("artillery", GunneryFacts(**ours, **guns), unit=unit), GunneryFacts(**theirs))
    arms: dict[str, Any] = {"shooting": now.shooting, "weapon": now.weapon or "smoothbore_musket"}
    return Pair(b.specially("musketry", MusketryFacts(**ours, **arms), unit=unit), MusketryFacts(**theirs))


def reach(b: PowderField, unit: str) -> int:
    """Inches to which a unit fires; 0 for who has nothing to fire with."""
    now = b.unit(unit)
    if branch(now.arm) == "artillery":
        return int(max(b.t.value("BP-ART-4", now.nation).get(now.gun, (0,))))
    return b.t.number("BP-SHOOT-2", now.weapon) if now.weapon and now.shooting else 0


def bears(b: PowderField, unit: str, target: str) -> bool:
    """Whether a target is in range and can be seen past friends; guns that are higher fire over these."""
    if b.inches(unit, target) > reach(b, unit):
        return False
    seen = line_of_sight(b, unit, target) != "hidden"
    return seen or _overhead(b, unit, target)


def _overhead(b: PowderField, unit: str, target: str) -> bool:
    friends = friends_between(b, unit, target)
    high = b.branch(unit) == "artillery" and bool(friends) and higher(b, unit, target) and b.survey.sees(unit, target)
    return high and line_of_sight(b, unit, target, past=tuple(friends)) != "hidden"


@implements("BP-SHOOT-2", "BP-SHOOT-5", "BP-ARTM-6")
def why_not(b: PowderField, unit: str, target: str) -> Refusal | None:
    """Why a unit may not shoot at a target in its shooting phase; None where it may."""
    now = b.unit(unit)
    far = b.inches(unit, target) > reach(b, unit)
    if far or not b.knows(b.seat_of(unit), target):
        return Refusal("BP-SHOOT-2", b.t.row("BP-SHOOT-2", "out_of_range").label)
    if now.shelters:
        return Refusal("BP-SHELT-4", "its gunners have run to a friend")
    nearer = _nearer(b, unit, target)
    facts = MayShootFacts(
        arm=branch(now.arm),
        formation=now.formation,
        target_zone=b.zone(unit, target),
        seen=bears(b, unit, target),
        fighting=b.in_combat(unit) or b.in_combat(target),
        fired=now.fired,
        moves=min(3, now.moves),
        not_clear=line_of_sight(b, unit, target) == "not_clear",
        nearer=bool(nearer),
        nearer_clear=bool(nearer) and line_of_sight(b, unit, nearer) == "clear",
    )
    refusal = b.rules["may-shoot"].refusal(facts)
    if refusal is not None or branch(now.arm) != "artillery":
        return refusal
    how: Any = now.gun_move if now.gun_move in ("prolong", "hand_haul") and now.moves else "none"
    moved = ProlongFireFacts(how=how, ordered=min(3, now.moves_ordered), nation=now.nation)
    return b.rules["fire-after-move"].refusal(moved)


def _nearer(b: PowderField, unit: str, target: str) -> str:
    """The nearest enemy in the same zone, in range and seen, that is nearer than a target."""
    zone, gap = b.zone(unit, target), b.survey.gap(unit, target)
    for foe in b.survey.enemies_within(unit, reach(b, unit)):
        # sorted by distance, so no nearer one follows
        if b.survey.gap(unit, foe) >= gap:
            return ""
        if foe != target and b.zone(unit, foe) == zone and not b.in_combat(foe) and bears(b, unit, foe):
            return foe
    return ""


def targets(b: PowderField, unit: str) -> list[str]:
    """All that a unit may shoot at now, the nearest first."""
    now = b.unit(unit)
    if not reach(b, unit) or now.fired or b.in_combat(unit) or now.shelters:
        return []
    return [foe for foe in b.survey.enemies_within(unit, reach(b, unit)) if why_not(b, unit, foe) is None]


def usual_target(b: PowderField, unit: str) -> str:
    """At whom a unit fires that nobody tells: the nearest that is clear, else the nearest; nobody if there is none."""
    found = targets(b, unit)
    clear = [foe for foe in found if b.zone(unit, foe) == "front" and line_of_sight(b, unit, foe) == "clear"]
    return (clear or found or [""])[0]


def most_dice(b: PowderField, unit: str, target: str) -> int:
    """How many dice a unit may throw at a target: a Grande Bande one at a flank (BP-GRANDE-4)."""
    now = b.unit(unit)
    facts = MayShootFacts(arm=branch(now.arm), formation=now.formation, target_zone=b.zone(unit, target))
    try:
        return int(b.settle("may-shoot", facts).most)
    # not allowed at all in that zone
    except Refused:
        return 0


def band_of(b: PowderField, unit: str, target: str) -> str:
    """The band in which a battery would fire, in words; nothing for others."""
    now = b.unit(unit)
    if branch(now.arm) != "artillery":
        return ""
    facts = GunRangeFacts(nation=now.nation, gun=now.gun, distance=b.inches(unit, target), size=now.size)
    return str(b.settle("gun-range", facts).band).replace("_", " ")
