"""The facts of hand-to-hand: who fights with whom, who supports whom, what a round and a break test ask."""

from __future__ import annotations

from typing import Any

from grognard.ground.relations import behind
from grognard.kernel.checks import implements
from grognard.kernel.opposed import Pair
from grognard.miniatures.motion.placements import bearing_to, off

from ..checks.fighting.breaking import BreakTestFacts
from ..checks.fighting.charging import MayChargeFacts, ResponsesFacts
from ..checks.fighting.hand_to_hand import HandToHandFacts
from ..checks.fighting.supports import SupportFacts
from ..checks.troops.units import side_struck
from ..table.field import MOST_INCHES, PowderField
from ..table.ground import building_of
from ..terms import Support, Trigger, Zone, branch
from .bearings import line_of_sight
from .fire import terrain_of, unit_fields

_WORST: tuple[Zone, ...] = ("front", "left_flank", "right_flank", "rear")
AWAY = 90
"""Degrees off the fight beyond which a supporter faces away from it."""

# -- who fights whom


def combats(b: PowderField) -> list[tuple[str, ...]]:
    """All that hang together by contacts, each in the order of the roster."""
    left = [unit for unit in b.world.units if b.in_combat(unit)]
    found = []
    while left:
        group, open_ = [], [left[0]]
        while open_:
            unit = open_.pop(0)
            if unit not in group:
                group.append(unit)
                open_ += b.opponents(unit)
        found.append(tuple(unit for unit in b.world.units if unit in group))
        left = [unit for unit in left if unit not in group]
    return found


def struck_side(b: PowderField, unit: str) -> Zone:
    """The weakest side of a unit with which an enemy is in contact."""
    now = b.unit(unit)
    faces = [each.face for each in b.contacts_of(unit) if each.target == unit]
    # formations without flanks are struck in front wherever it comes from
    sides = [side_struck(b.t, now.formation, face) for face in faces]
    return max(sides, key=_WORST.index, default="front")


def faces_engaged(b: PowderField, unit: str) -> int:
    """How many faces of a square are engaged: as many as enemies stand on different sides of it."""
    middle, heading = b.survey.middle(unit), b.unit(unit).heading
    # quarters about its middle, the first of them 45 degrees to either side of the front
    sides = {(off(heading, bearing_to(middle, b.survey.middle(foe))) + 45) % 360 // 90 for foe in b.opponents(unit)}
    return max(1, len(sides))


# -- supports


@implements("BP-HTH-5", "BP-CCS-1", "BP-CCS-2")
def support_of(b: PowderField, friend: str, unit: str, *, taken: bool = False) -> Support | str:
    """Which support a friend gives to a unit that fights; nothing if none."""
    now, other = b.unit(unit), b.unit(friend)
    toward = bearing_to(b.survey.middle(friend), b.survey.middle(unit))
    facts = SupportFacts(
        # a square has no zones: whoever stands by it is behind it
        zone=b.zone_of(unit, b.survey.middle(friend)) if not b.survey.all_front(unit) else "rear",
        distance=b.inches(unit, friend),
        arm=other.arm,
        formation=other.formation,
        shaken=b.shaken(friend),
        in_combat=b.in_combat(friend),
        faces_away=abs(off(other.heading, toward)) > AWAY and not b.survey.all_front(friend),
        taken=taken,
        straight_behind=behind(b.survey.body(unit).frame, b.survey.middle(friend)),
        supported_arm=now.arm,
        supported_formation=now.formation,
    )
    kind: Support | str = b.settle("support", facts).kind
    return kind


def supports(b: PowderField, unit: str, *, also: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """The friends who support a unit that fights, by the support they give. Each supports one friend only: the first of
    the roster whom it could; `also` are others who fight beside it though no contact says so yet."""
    found: dict[str, list[str]] = {"rear": [], "left_flank": [], "right_flank": []}
    near = b.survey.friends_within(unit, b.t.number("BP-HTH-5", "reach"))
    for friend in (each for each in near if each not in also):
        kind = support_of(b, friend, unit, taken=_supports_another(b, friend, unit))
        if kind:
            found[kind].append(friend)
    return found


def _supports_another(b: PowderField, friend: str, unit: str) -> bool:
    """Whether a friend supports somebody else who fights and comes before a unit in the roster."""
    # asked in the roster's order, so that the answer is the same for all who ask
    for other in b.world.units:
        if other == unit:
            return False
        if other != friend and b.unit(other).side == b.unit(friend).side and b.here(other) and b.in_combat(other):
            near = b.inches(friend, other) <= b.t.number("BP-HTH-5", "reach")
            # without looking further: else two friends could ask about each other for ever
            if near and support_of(b, friend, other):
                return True
    return False


# -- a round


@implements("BP-HTH-1", "BP-HTH-2", "BP-HTH-3")
def fight_facts(b: PowderField, unit: str, *, most: int = 14, closing_fire: int = 0, **more: Any) -> HandToHandFacts:
    """One side of a round as it stands; `more` for what is only supposed (charged, struck, formation …)."""
    now = b.unit(unit)
    helped = supports(b, unit)
    # cover counts in the first round only
    fresh = any(each.target == unit and each.in_cover and not each.rounds for each in b.contacts_of(unit))
    fields: dict[str, Any] = {
        **unit_fields(b, unit),
        "hand_to_hand": now.hand_to_hand,
        "most": most,
        "faces": faces_engaged(b, unit) if now.formation == "square" else 1,
        "charged": now.charged,
        "won": now.won,
        "struck": struck_side(b, unit),
        "covered": fresh,
        "as_square": now.as_square,
        "rear": bool(helped["rear"]),
        "left": bool(helped["left_flank"]),
        "right": bool(helped["right_flank"]),
        "building": building_of(b, unit),
        "closing_fire": closing_fire,
    }
    return HandToHandFacts(**{**fields, **more})


def round_facts(b: PowderField, unit: str, foe: str) -> Pair:
    """Both sides of a round of two units."""
    return Pair(fight_facts(b, unit), fight_facts(b, foe))


# -- charges


@implements("BP-CHG-1")
def charge_facts(b: PowderField, unit: str, target: str, *, in_front: bool | None = None) -> MayChargeFacts:
    """What a charge asks, as both stand now; with `in_front` for a charge whose last move begins elsewhere."""
    now, foe = b.unit(unit), b.unit(target)
    return MayChargeFacts(
        arm=now.arm,
        formation=now.formation,
        shaken=b.shaken(unit),
        disordered=now.disordered,
        in_combat=b.in_combat(unit),
        brigade=b.brigade_of(unit).morale,
        seen=line_of_sight(b, unit, target) != "hidden",
        in_front=b.zone(unit, target) == "front" if in_front is None else in_front,
        zone=b.zone(target, unit),
        target=foe.formation,
        target_terrain=terrain_of(b, target),
    )


@implements("BP-CHG-2")
def response_facts(b: PowderField, target: str, charger: str, zone: Zone, begun: int) -> ResponsesFacts:
    """What the target of a charge asks itself when it is reached: struck on a side, from so many inches away."""
    now, foe = b.unit(target), b.unit(charger)
    formed = [each for each in b.survey.friends_within(target, 12) if b.formed(each) and not b.in_combat(each)]
    return ResponsesFacts(
        arm=now.arm,
        formation=now.formation,
        zone=side_struck(b.t, now.formation, zone),
        shaken=b.shaken(target),
        disordered=now.disordered,
        in_combat=b.in_combat(target),
        fired=now.closing_fired,
        terrain=terrain_of(b, target),
        charger=foe.arm,
        charger_formation=foe.formation,
        begun=min(MOST_INCHES, begun),
        friend=min((b.inches(target, each) for each in formed), default=MOST_INCHES),
    )


# -- break tests


@implements("BP-BREAK-1", "BP-BREAK-2", "BP-SQCAV-3")
def break_facts(
    b: PowderField, unit: str, cause: Trigger, *, excess: int = 0, artillery: bool = False, shaken: bool | None = None
) -> BreakTestFacts:
    """What a break test asks; `shaken` where it counts as it was before the fire."""
    now = b.unit(unit)
    foes = [b.unit(foe) for foe in b.opponents(unit)]
    horse = [branch(foe.arm) == "cavalry" for foe in foes]
    square = [foe.formation == "square" or foe.as_square for foe in foes]
    facts = BreakTestFacts(
        cause=cause,
        arm=now.arm,
        # skirmishers who huddle are read in the row of squares
        formation="square" if now.as_square else now.formation,
        excess=excess,
        disordered=now.disordered,
        shaken=b.shaken(unit) if shaken is None else shaken,
        # excess came from casualties too, though stamina keeps no more of them
        casualties=now.casualties > 0 or excess > 0,
        artillery=artillery,
        struck=struck_side(b, unit),
        squares=bool(foes) and all(square),
        cavalry=any(horse),
        all_cavalry=bool(foes) and all(horse),
        special=frozenset(now.special),
        taken=int(now.steady_used),
    )
    return b.specially("morale", facts, unit=unit)
