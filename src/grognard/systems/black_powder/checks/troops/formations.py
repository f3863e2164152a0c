"""What a formation allows: dice, charges, skirmish fire, screens against fire."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts
from grognard.kernel.tables import Tables

from ...terms import DEEP, Arm, Dice, Formation, Size, Terrain, Zone, branch, skirmishing
from .layouts import may_form_echelon
from .units import in_the_open

ALL = "all"
"""All of a unit's dice."""


class FormationFacts(Facts):
    """A unit in a formation."""

    arm: Annotated[Arm, "its arm"] = "infantry"
    size: Annotated[Size, "its size"] = "standard"
    formation: Annotated[Formation, "its formation"]
    shooting: Annotated[Dice, "its dice in shooting"] = 3
    hand_to_hand: Annotated[Dice, "its dice hand-to-hand"] = 6
    closing: Annotated[bool, "it gives closing fire"] = False


class FormationResult(NamedTuple):
    """Dice it throws when it fires, of these how many as skirmish fire, dice hand-to-hand (of a square for each face),
    and whether it may charge."""

    shooting: int
    skirmish: int
    hand_to_hand: int
    charge: bool


@reckoning("formation", "BP-FORM-1", asks=FormationFacts)
def formation(t: Tables, s: FormationFacts) -> FormationResult:
    """How a unit fires and fights in a formation."""
    may_take(t, s.arm, s.formation, s.size)
    fire = fire_dice(t, s.formation, s.shooting, closing=s.closing)
    # closing fire may leave fewer dice than the screen has
    skirmish = min(fire, skirmish_dice(t, s.formation, fire))
    return FormationResult(fire, skirmish, fight_dice(t, s.formation, s.hand_to_hand), may_charge_in(t, s.formation))


@implements("BP-FORM-1")
def may_take(t: Tables, arm: Arm, formation: Formation, size: Size) -> None:
    """Refuse a formation that is not for this arm or size."""
    if formation not in t.value("BP-FORM-1", "arms")[branch(arm)]:
        raise refuse("BP-FORM-1", f"{formation.replace('_', ' ')} is not for {branch(arm)}")
    may_form_echelon(t, formation, size)


@implements("BP-FORM-1")
def fits(t: Tables, arm: Arm, formation: Formation) -> bool:
    """Whether an arm has such a formation at all."""
    return formation in t.value("BP-FORM-1", "arms")[branch(arm)]


@implements("BP-FORM-1", "BP-MIXED-3", "BP-GRANDE-11")
def fire_dice(t: Tables, formation: Formation, shooting: int, *, closing: bool = False) -> int:
    """Dice that a unit throws when it fires; of a square for each face."""
    most: int | str = t.value("BP-FORM-1", formation)["shooting"]
    dice = shooting if most == ALL else min(shooting, int(most))
    kind = skirmishing(formation)
    if closing and kind == "mixed_formation":
        return min(dice, t.number("BP-MIXED-3", "dice"))
    if closing and kind == "grande_bande":
        return min(dice, t.number("BP-GRANDE-11", "dice"))
    return dice


@implements("BP-FORM-2", "BP-FORM-3")
def skirmish_dice(t: Tables, formation: Formation, dice: int) -> int:
    """How many of these dice are skirmish fire: all of skirmishers, one of a Mixed Formation."""
    if formation in t.value("BP-FORM-2", "skirmish_fire"):
        return dice
    return t.number("BP-FORM-3", "skirmish_dice") if skirmishing(formation) == "mixed_formation" else 0


@implements("BP-FORM-1")
def fight_dice(t: Tables, formation: Formation, hand_to_hand: int) -> int:
    """Dice that a unit throws hand-to-hand; of a square for each face."""
    most: int | str = t.value("BP-FORM-1", formation)["hand_to_hand"]
    return hand_to_hand if most == ALL else min(hand_to_hand, int(most))


@implements("BP-FORM-1")
def may_charge_in(t: Tables, formation: Formation) -> bool:
    """Whether this formation lets a unit charge at all."""
    return bool(t.value("BP-FORM-1", formation)["charge"])


@implements("BP-MIXED-2", "BP-FORM-1")
def saves_as_column(t: Tables, formation: Formation) -> bool:
    """Whether a formation has the attack column's +1 to saves; a Mixed Formation is one of its own."""
    return formation == "attack_column" or (formation == "mixed_attack_column" and t.value("BP-MIXED-2", "save"))


@implements("BP-MIXED-2", "BP-FORM-1")
def is_deep(t: Tables, formation: Formation) -> bool:
    """Whether artillery hits a formation the better for its depth."""
    return formation in DEEP or (formation == "mixed_attack_column" and t.value("BP-MIXED-2", "artillery"))


class ScreenedFacts(Facts):
    """A unit that is fired at."""

    formation: Annotated[Formation, "its formation"]
    zone: Annotated[Zone, "its zone from which the fire comes"] = "front"
    terrain: Annotated[Terrain, "where it stands"] = "open"


class ScreenedResult(NamedTuple):
    """Whether it is a target of skirmishers, and whether it is Not Clear; either costs the same single -1."""

    skirmishers: bool
    not_clear: bool


@reckoning("screened", "BP-FORM-2", asks=ScreenedFacts)
def screened(t: Tables, s: ScreenedFacts) -> ScreenedResult:
    """Whether skirmishers or woods make a unit hard to hit."""
    return ScreenedResult(is_screened(t, s.formation, s.zone), s.terrain in t.value("BP-WOODS-8", "terrain"))


@implements("BP-FORM-2", "BP-FORM-3", "BP-GRANDE-5")
def is_screened(t: Tables, formation: Formation, zone: Zone) -> bool:
    """Whether fire from a zone meets skirmishers."""
    match skirmishing(formation):
        case "skirmish_company":
            return True
        case "mixed_formation":
            return zone in t.value("BP-FORM-3", "zones")
        case "grande_bande":
            return zone in t.value("BP-GRANDE-5", "zones")
        case _:
            return False


class SplitFireFacts(Facts):
    """A Grande Bande that fires at several targets."""

    shooting: Annotated[Dice, "its dice in shooting"] = 3
    front: Annotated[Dice, "dice into its front zone"] = 0
    left: Annotated[Dice, "dice into its left flank zone"] = 0
    right: Annotated[Dice, "dice into its right flank zone"] = 0


class SplitFireResult(NamedTuple):
    """Dice it throws, all of them skirmish fire."""

    dice: int


@reckoning("split-fire", "BP-GRANDE-4", asks=SplitFireFacts)
def split_fire(t: Tables, s: SplitFireFacts) -> SplitFireResult:
    """How a Grande Bande may divide its fire."""
    dice, flank = s.front + s.left + s.right, t.number("BP-GRANDE-4", "flank_dice")
    if dice > s.shooting:
        raise refuse("BP-GRANDE-4", "no more dice than its shooting value")
    if max(s.left, s.right) > flank:
        raise refuse("BP-GRANDE-4", f"at most {flank} into a flank zone")
    return SplitFireResult(dice)


class SkirmishChargeFacts(Facts):
    """Skirmishers who would charge."""

    formation: Annotated[Formation, "the formation of those who charge"] = "grande_bande"
    target: Annotated[Formation, "the formation of the enemy"]
    terrain: Annotated[Terrain, "where the enemy is"] = "open"


class SkirmishChargeResult(NamedTuple):
    """Whether they may, and what they add to their saves in that fight."""

    charge: bool
    save: int


@reckoning("skirmishers-charge", "BP-GRANDE-8", asks=SkirmishChargeFacts)
def skirmishers_charge(t: Tables, s: SkirmishChargeFacts) -> SkirmishChargeResult:
    """Whom skirmishers may charge."""
    return SkirmishChargeResult(
        skirmishers_may_charge(t, s.formation, s.target, s.terrain), wood_saves(t, s.formation, s.terrain)
    )


@implements("BP-FORM-2", "BP-GRANDE-8", "BP-GRANDE-13", "BP-CHG-1")
def skirmishers_may_charge(t: Tables, formation: Formation, target: Formation, terrain: Terrain) -> bool:
    """Whether a unit in this formation may charge one in that: a Skirmish Company not formed troops in the open, a
    Grande Bande only its like, and in woods infantry and cavalry too."""
    # guns are no formed troops
    guns = target in t.value("BP-FORM-1", "arms")["artillery"]
    if formation == "grande_bande":
        woods = terrain in t.value("BP-GRANDE-13", "terrain") and not guns
        return target in t.value("BP-GRANDE-8", "targets") or woods
    formed = not guns and target not in t.value("BP-UNIT-4", "unformed")
    return formation != "skirmish" or not (formed and in_the_open(t, terrain))


@implements("BP-WOODS-9", "BP-WOODS-11")
def wood_saves(t: Tables, formation: Formation, terrain: Terrain) -> int:
    """What skirmishers add to their saves when they fight in woods."""
    if formation not in t.value("BP-WOODS-9", "formations"):
        return 0
    for rule in ("BP-WOODS-9", "BP-WOODS-11"):
        if terrain in t.value(rule, "terrain"):
            return t.row(rule, "in_woods").value
    return 0
