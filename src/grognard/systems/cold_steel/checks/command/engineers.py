"""Chapter 3: engineers, works, spiked guns, fires and boats."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import D10
from grognard.kernel.facts import Count, Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, each, flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import Arm, Scale
from .orders import limit

StructureKind = Literal["nothing", "light_works", "medium_works", "heavy_works", "ordinary_building", "stone_building"]
HALF_D10 = D10.read_as("d10/2", lambda face: face // 2)


def paces_per_inch(t: Tables, scale: Scale) -> int:
    """The ground scale that goes with a figure scale."""
    paces: int = t.value("CS-1.7a", "paces_per_inch")[scale]
    return paces


class ObstacleFacts(Facts):
    """Engineers who make or clear an obstacle for one turn."""

    figures: Annotated[int, Range(0, 60), "figures of engineers or sappers at work"]
    scale: Annotated[Scale, "men to a figure; it sets the ground scale"] = "20"
    moved: Annotated[bool, "they move this turn"] = False


class ObstacleResult(NamedTuple):
    """Paces of obstacle made or cleared."""

    paces: int


@check("obstacle", "CS-3.3.2.3f", asks=ObstacleFacts)
def obstacle(t: Tables) -> Roll[ObstacleFacts, ObstacleResult]:
    """Paces of obstacle that engineers make or clear in a turn."""

    def result(throw: Thrown[ObstacleFacts]) -> ObstacleResult:
        inch = paces_per_inch(t, throw.s.scale)
        # to the nearest whole inch of the table, halves up (CS-3.3.2.3f)
        return ObstacleResult((throw.total + inch // 2) // inch * inch)

    return Roll(
        dice=lambda s: s.figures * D10,
        modifiers=modifiers(t, "CS-3.3.2.3f", given("no_engineers", lambda s: not s.figures), flag("moved")),
        result=result,
        depends=("scale",),
    )


class BuildWorksFacts(Facts):
    """Engineers at work on a structure."""

    companies: Annotated[int, Range(0, 20), "companies of engineers or sappers at work"]
    structure: Annotated[StructureKind, "what stands there now"]
    turns: Annotated[int, Range(0, 200), "unbroken turns of work since the last roll"]
    moved: Annotated[bool, "they moved in these turns"] = False


class DestroyWorksFacts(BuildWorksFacts):
    """Engineers who pull a structure down."""

    inflammable: Annotated[bool, "the structure can burn"] = True


class WorkedResult(NamedTuple):
    """How many paces change, and what they become."""

    paces: int
    structure: StructureKind


@check("build-works", "CS-3.3.2.3u", asks=BuildWorksFacts)
def build_works(t: Tables) -> Roll[BuildWorksFacts, WorkedResult]:
    """Paces of works or buildings that engineers raise one level."""
    rises = _one_up(t)
    # heavy works and stone are the top: nothing rises from there
    topmost = modifiers(t, "CS-3.3.2.3u", given("topmost", lambda s: s.structure not in rises))
    return _engineering(t, topmost, rises)


@check("destroy-works", "CS-3.3.2.3g", asks=DestroyWorksFacts)
def destroy_works(t: Tables) -> Roll[BuildWorksFacts, WorkedResult]:
    """Paces of a structure that engineers bring down one level."""
    falls: dict[StructureKind, StructureKind] = t.value("CS-3.3.2.3g", "falls_to")
    bar = given("not_flammable", lambda s: not s.inflammable or s.structure not in falls)
    return _engineering(t, modifiers(t, "CS-3.3.2.3g", bar), falls)


def _engineering(
    t: Tables, bars: list[Modifier], becomes: dict[StructureKind, StructureKind]
) -> Roll[BuildWorksFacts, WorkedResult]:
    least = limit(t, "CS-3.3.2.3u", "no_engineers", "companies")
    turns = limit(t, "CS-3.3.2.3u", "too_soon", "turns")
    needs = modifiers(
        t,
        "CS-3.3.2.3u",
        given("no_engineers", lambda s: s.companies < least),
        flag("moved"),
        given("too_soon", lambda s: s.turns < turns),
    )
    return Roll(
        dice=lambda s: s.companies * HALF_D10,
        modifiers=[*bars, *needs],
        result=lambda throw: WorkedResult(throw.total, becomes[throw.s.structure]),
        depends=("structure",),
    )


def _one_up(t: Tables) -> dict[StructureKind, StructureKind]:
    ladders = [t.value("CS-3.3.2.3u", ladder) for ladder in ("works", "buildings")]
    return {below: above for ladder in ladders for below, above in pairwise(ladder)}


class SpikeGunsFacts(Facts):
    """A unit that tries to spike guns."""

    arm: Annotated[Arm, "arm of the unit"] = "infantry"
    engineers: bool = False
    guns: Annotated[Literal["abandoned", "overrun", "own", "crewed"], "what they are; crewed means by the enemy"] = (
        "abandoned"
    )


class SpikeGunsResult(NamedTuple):
    """Whether the guns are destroyed, and how far around the unit."""

    destroyed: bool
    within: int


@check("spike-guns", "CS-3.3.2.3h", asks=SpikeGunsFacts)
def spike_guns(t: Tables) -> Roll[SpikeGunsFacts, SpikeGunsResult]:
    """Whether a unit spikes the guns around it."""
    enough, within = t.number("CS-3.3.2.3h", "destroyed_from"), t.number("CS-3.3.2.3h", "within")
    return Roll(
        dice=1 * D10,
        modifiers=modifiers(
            t,
            "CS-3.3.2.3h",
            given("crewed", lambda s: s.guns == "crewed"),
            flag("engineers"),
            given("cavalry", lambda s: s.arm == "cavalry"),
        ),
        result=lambda throw: SpikeGunsResult(throw.total >= enough, within),
    )


class BoatSpeedFacts(Facts):
    """A boat under way."""

    bound: Annotated[Literal["upstream", "downstream"], "whichever its course is nearer to"]
    degrees_off: Annotated[int, Range(0, 90), "degrees its course is off straight up or down the stream"] = 0
    scale: Annotated[Scale, "men to a figure; it sets the ground scale"] = "20"


class BoatSpeedResult(NamedTuple):
    """How the course counts and how far the boat goes this turn."""

    course: str
    paces: int


@reckoning("boat-speed", "CS-3.3.2.3t", asks=BoatSpeedFacts)
def boat_speed(t: Tables, s: BoatSpeedFacts) -> BoatSpeedResult:
    """How far a boat goes in a turn."""
    course = s.bound if s.degrees_off <= t.number("CS-3.3.2.3t", "along_up_to") else "across"
    return BoatSpeedResult(course, t.number("CS-3.3.2.3t", course) * paces_per_inch(t, s.scale))


class BoatLandingFacts(Facts):
    """A boat that reaches the far bank."""


class BoatLandingResult(NamedTuple):
    """How far downstream it lands."""

    paces: int


@check("boat-landing", "CS-3.3.2.3t", asks=BoatLandingFacts)
def boat_landing(t: Tables) -> Roll[BoatLandingFacts, BoatLandingResult]:
    """How far a boat drifts downstream as it lands on the far bank."""
    step = t.number("CS-3.3.2.3t", "drift")
    return Roll(dice=1 * D10, result=lambda throw: BoatLandingResult(throw.total * step))


class StartFireFacts(Facts):
    """A unit that sets fire to a structure."""

    flammable: Annotated[bool, "the structure can burn"] = True
    touching: Annotated[bool, "the unit occupies or touches it"] = True
    rain: bool = False


class FireResult(NamedTuple):
    """Whether the structure burns now."""

    burns: bool


@check("start-fire", "CS-3.3.2.3w", asks=StartFireFacts)
def start_fire(t: Tables) -> Roll[StartFireFacts, FireResult]:
    """Whether a unit sets a structure on fire."""
    triggers = given("out_of_touch", lambda s: not s.touching), flag("rain")
    return Roll(
        dice=1 * D10,
        modifiers=[*_only_flammable(t), *modifiers(t, "CS-3.3.2.3w", *triggers)],
        result=_burns(t.number("CS-3.3.2.3w", "burns_from")),
    )


class FireSpreadsFacts(Facts):
    """A structure near one that burns."""

    burned: Annotated[int, Range(0, 200), "turns the fire next to it has burned"]
    distance: Annotated[Paces, "paces between the two"] = 0
    flammable: Annotated[bool, "it can burn"] = True
    downwind: bool = False
    rain: bool = False


@check("fire-spreads", "CS-3.3.2.3y", asks=FireSpreadsFacts)
def fire_spreads(t: Tables) -> Roll[FireSpreadsFacts, FireResult]:
    """Whether a fire leaps to a structure nearby."""
    turns, reach = limit(t, "CS-3.3.2.3y", "too_soon", "turns"), limit(t, "CS-3.3.2.3y", "too_far")
    triggers = (
        given("too_soon", lambda s: s.burned <= turns),
        given("too_far", lambda s: s.distance > reach),
        flag("downwind"),
        flag("rain"),
    )
    return Roll(
        dice=1 * D10,
        modifiers=[*_only_flammable(t), *modifiers(t, "CS-3.3.2.3y", *triggers)],
        result=_burns(t.number("CS-3.3.2.3y", "burns_from")),
    )


def _only_flammable(t: Tables) -> list[Modifier]:
    return modifiers(t, "CS-3.3.2.3w", given("not_flammable", lambda s: not s.flammable))


def _burns(least: int) -> Callable[[Thrown[Any]], FireResult]:
    return lambda throw: FireResult(throw.total >= least)


class FightFireFacts(Facts):
    """A unit that fights a fire this turn."""

    burned: Annotated[int, Range(0, 200), "turns the fire has burned"]


class FightFireResult(NamedTuple):
    """Whether the fire is out."""

    out: bool


@check("fight-fire", "CS-3.3.2.3x", asks=FightFireFacts)
def fight_fire(t: Tables) -> Roll[FightFireFacts, FightFireResult]:
    """Whether a unit puts a fire out."""
    enough = t.number("CS-3.3.2.3x", "out_from")
    return Roll(
        dice=1 * D10,
        modifiers=modifiers(t, "CS-3.3.2.3x", each("burned")),
        result=lambda throw: FightFireResult(throw.total >= enough),
    )


class BurningFacts(Facts):
    """Structures on fire at the end of a turn."""

    lit: Annotated[int, Range(1, 200), "the turn on which the fire was lit"]
    turn: Annotated[int, Range(1, 200), "the turn that ends now"]
    cover: Annotated[Literal["light_works", "medium_works", "heavy_works"], "cover it gave when whole"] = "light_works"
    structures: Annotated[Count, "structures that burn"] = 1


class BurningResult(NamedTuple):
    """What a fire has done so far and does this turn."""

    burned: int
    cover: str
    spreads: bool
    smoke_balls: int


@reckoning("burning", "CS-3.3.2.3w", asks=BurningFacts)
def burning(t: Tables, s: BurningFacts) -> BurningResult:
    """What cover a burning structure still gives, whether its fire may spread, and the smoke it makes."""
    burned = max(0, s.turn - s.lit)
    works = t.value("CS-3.3.2.3u", "works")
    # every full five turns a level, counted from when it was lit
    level = works.index(s.cover) - burned // t.number("CS-3.3.2.3w", "turns_for_a_level")
    spreads = burned > limit(t, "CS-3.3.2.3y", "too_soon", "turns")
    return BurningResult(burned, works[max(0, level)], spreads, smoke_of_fires(t, s.structures))


@implements("CS-3.3.2.3z")
def smoke_of_fires(t: Tables, structures: int) -> int:
    """Smoke balls that burning structures make in a turn."""
    # by the smoke table, which the ruling prefers to the larger number in the text (CS-3.3.2.3z)
    return structures * t.row("CS-B.11a", "structure_fire").value
