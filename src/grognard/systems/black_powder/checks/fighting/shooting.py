"""Shooting: what all fire has in common, musketry, and what a unit may shoot at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

from grognard.kernel.checks import OURS, THEIRS, check, implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import Modifier, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Branch, Dice, Formation, Moves, Terrain, Weapon, Wound, Zone, branch, dispersed
from ..measures import Inches
from ..troops.formations import fire_dice, is_screened, skirmish_dice
from .saves import BlowSeen, save_list, saves_again
from .units import UnitFacts, unsteady
from .volleys import PairVolley, Saves, Shot, Striking


class ShootingFacts(UnitFacts):
    """One side of fire: ours shoots, theirs is shot at."""

    distance: Annotated[Inches, "firer: inches to the target"] = 12
    closing: Annotated[bool, "firer: closing fire at a charge"] = False
    not_clear: Annotated[bool, "target: half hidden, or partly outside the arc"] = False
    zone: Annotated[Zone, "target: the zone of it from which the fire comes"] = "front"
    most: Annotated[Dice, "firer: dice that he may throw at this target at most"] = 14
    first: Annotated[bool, "firer: his first fire of the battle"] = False


class FireResult(NamedTuple):
    """Casualties, and whether the target is disordered."""

    casualties: int
    disordered: bool


@implements("BP-SHOOT-4")
def fire_result(t: Tables) -> Callable[[Shot[Any]], FireResult]:
    """Fire read off the dice."""
    disorders = t.value("BP-SHOOT-4", "natural_six")
    return lambda shot: FireResult(shot.casualties, shot.six and disorders)


def wound(s: Any) -> Wound:
    """What a target was hit by."""
    return "closing_fire" if s.foe.closing else "shooting"


def shot_at(guns: Callable[[Any], int] | None = None) -> BlowSeen:
    """Fire as its target sees it."""
    return BlowSeen(
        wound=wound,
        by=lambda s: branch(s.foe.arm),
        covered=lambda _: True,
        guns=guns,
        wounds=("shooting", "closing_fire"),
        # guns are never cavalry, so the rows against horse can be left out
        horse=guns is None,
    )


OF_TARGET = ("morale", "casualties", "cover", "terrain", "brigade", "massed", "not_clear", "zone")
OF_FIRER = ("size", "distance", "closing", "most", "first")


def target_saves(t: Tables, blow: BlowSeen) -> Saves:
    """The saves of a target."""
    return Saves(save_list(t, blow), lambda s: s.morale, saves_again(t))


def common_list(t: Tables, near: Callable[[Any], bool]) -> list[Modifier]:
    """What all fire adds to hit."""
    return modifiers(t, "BP-SHOOT-3", given("near", near), given("unsteady", unsteady), given("hard", _hard(t)))


@implements("BP-WOODS-8")
def _hard(t: Tables) -> Callable[[Any], bool]:
    """Which targets are hard to hit."""
    woods = t.value("BP-WOODS-8", "terrain")

    def hard(s: Any) -> bool:
        target = s.foe
        screened = is_screened(t, target.formation, target.zone)
        # who is upon the firer is clear, woods or not
        unclear = not s.closing and (target.not_clear or target.terrain in woods)
        return screened or target.formation == "unlimbered" or unclear

    return hard


class MusketryFacts(ShootingFacts):
    """Infantry, or cavalry with carbines: ours shoots, theirs is shot at."""

    shooting: Annotated[Dice, "firer: his shooting value, size counted in"] = 3
    weapon: Annotated[Weapon, "firer: what he shoots with"] = "smoothbore_musket"


@check("musketry", "BP-SHOOT-1", asks=MusketryFacts)
def musketry(t: Tables) -> PairVolley[FireResult]:
    """Fire of small arms: dice to hit, then saves of the target."""
    return PairVolley(
        striking=small_arms(t),
        saves=target_saves(t, shot_at()),
        result=fire_result(t),
        idle={OURS: ("size", *OF_TARGET), THEIRS: (*OF_FIRER, "shooting", "weapon")},
    )


@implements("BP-SHOOT-2", "BP-SHOOT-3", "BP-SHOOT-6")
def small_arms(t: Tables) -> Striking:
    """How small arms strike."""
    close = t.number("BP-SHOOT-3", "close")
    reach = {weapon: inches for weapon, inches in t["BP-SHOOT-2"].items() if isinstance(inches, int)}

    def near(s: Any) -> bool:
        # skirmish fire counts as near at any range; the three reasons do not add up
        return s.distance <= close or s.closing or dispersed(s.formation)

    def dice(s: Any) -> Sequence[int]:
        number = musket_dice(t, s)
        skirmish = skirmish_dice(t, s.formation, number)
        # the dice of a battalion's screen have their +1 already where all dice have it
        bonus = 0 if near(s) else t.row("BP-SHOOT-3", "near").value
        # the first dice are the screen's: their own bonus makes them unlike the others
        return [bonus if die < skirmish else 0 for die in range(number)]

    return Striking(
        t.number("BP-SHOOT-1", "hits_on"),
        [
            *modifiers(
                t, "BP-SHOOT-2", given("out_of_range", lambda s: not s.closing and s.distance > reach[s.weapon])
            ),
            *modifiers(t, "BP-SHOOT-5", given("silent", lambda s: not t.value("BP-FORM-1", s.formation)["shooting"])),
            *common_list(t, near),
        ],
        dice,
        marksmen(t),
    )


@implements("BP-SPEC-11")
def musket_dice(t: Tables, s: Any) -> int:
    """Dice of small arms; the die more of a first fire counts within what the formation allows."""
    if not s.shooting:
        return 0
    # the extra die comes first, then the limit of the formation
    return int(min(s.most, fire_dice(t, s.formation, s.shooting + first_fire(t, s), closing=s.closing)))


@implements("BP-SPEC-11")
def first_fire(t: Tables, s: Any) -> int:
    """Dice more that a unit has for its first fire."""
    return t.number("BP-SPEC-11", "first_fire") if s.first and "first_fire" in s.special else 0


@implements("BP-SPEC-9")
def marksmen(t: Tables) -> Callable[[Any], int]:
    """Dice that missed and are thrown again."""
    again = t.number("BP-SPEC-9", "again")
    return lambda s: again if "sharpshooters" in s.special else 0


class MayShootFacts(Facts):
    """A unit and a target that it would shoot at."""

    arm: Annotated[Branch, "foot, horse or guns"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    target_zone: Annotated[Zone, "the zone of the shooter in which the target lies"] = "front"
    seen: Annotated[bool, "it sees the target"] = True
    fighting: Annotated[bool, "it, or the target, is in close combat"] = False
    fired: Annotated[bool, "it has shot in this turn"] = False
    moves: Annotated[Moves, "moves it has made in this turn"] = 0
    not_clear: Annotated[bool, "the target is Not Clear"] = False
    nearer: Annotated[bool, "another target in range and arc is nearer"] = False
    nearer_clear: Annotated[bool, "that nearer one is clear"] = True


class MayShootResult(NamedTuple):
    """That it may, and at most with how many dice: all, or some at a flank."""

    allowed: bool
    most: int


@reckoning("may-shoot", "BP-SHOOT-5", asks=MayShootFacts)
def may_shoot(t: Tables, s: MayShootFacts) -> MayShootResult:
    """Whether a unit may shoot at a target."""
    rule = "BP-SHOOT-5"
    whole = 14
    flank = t.number("BP-GRANDE-4", "flank_dice") if s.formation == "grande_bande" else 0
    aside = s.target_zone in ("left_flank", "right_flank") and flank
    ahead = s.target_zone == "front" or s.formation in all_round(t)
    reasons = (
        ("fighting", s.fighting),
        ("silent", not t.value("BP-FORM-1", s.formation)["shooting"]),
        ("fired", s.fired),
        ("unseen", not s.seen),
        ("arc", not ahead and not aside),
        # guns have rules of their own for firing after a move
        ("moved", s.arm != "artillery" and s.moves > t.number(rule, "most_moves")),
        # a nearer one that is not clear may be passed over for one that is
        ("nearer", s.nearer and (s.nearer_clear or s.not_clear)),
    )
    for row, holds in reasons:
        if holds:
            raise refuse(rule, t.row(rule, row).label)
    return MayShootResult(True, whole if ahead else flank)


@implements("BP-UNIT-4", "BP-FORM-2")
def all_round(t: Tables) -> Sequence[Formation]:
    """Formations that shoot to all sides."""
    return (*t.value("BP-FORM-2", "all_round"), *t.value("BP-UNIT-4", "all_front"))


class ClearnessFacts(Facts):
    """How a target shows itself."""

    hidden: Annotated[int, Range(0, 100), "percent of it that are hidden"] = 0
    outside: Annotated[bool, "part of it lies outside the arc"] = False
    terrain: Annotated[Terrain, "the ground it stands on"] = "open"


class ClearnessResult(NamedTuple):
    """Whether it is Not Clear."""

    not_clear: bool


@reckoning("clearness", "BP-SHOOT-5", asks=ClearnessFacts)
def clearness(t: Tables, s: ClearnessFacts) -> ClearnessResult:
    """Whether a target is Not Clear."""
    half = s.hidden * t.number("BP-SHOOT-5", "of") >= 100 * t.number("BP-SHOOT-5", "hidden")
    return ClearnessResult(half or s.outside or s.terrain in t.value("BP-WOODS-8", "terrain"))
