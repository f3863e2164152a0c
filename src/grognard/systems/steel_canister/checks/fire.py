"""Sections 2 and 3: artillery, musketry, and what fire does to those it hits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import check, implements, reckoning
from grognard.kernel.dice import D6
from grognard.kernel.facts import Facts, Range
from grognard.kernel.handful import Handful, Hits
from grognard.kernel.modifiers import Modifier, amount, by, counted, each, flag, given, modifiers
from grognard.kernel.tables import Tables

from ..terms import DEEP, FLOOR, GOOD, Arm, Cover, Figures, Formation, Grade, Leader, Status, Weight, branch

Spaces = Annotated[int, Range(1, 60), "spaces to the target"]
Target = Literal["infantry", "cavalry", "artillery"]


class Shooting(Facts):
    """What artillery and musketry both ask."""

    range: Spaces
    grade: Annotated[Grade, "grade of the firer"] = "veteran"
    status: Annotated[Status, "its status"] = "good_order"
    killed: Annotated[Figures, "figures it has lost"] = 0
    in_melee: Annotated[bool, "it is in melee"] = False
    visible: Annotated[bool, "it sees the target"] = True
    target_formation: Annotated[Formation, "formation of the target"] = "line"
    target_cover: Annotated[Cover, "the worst cover of the target; light is also higher ground or a wall"] = "none"
    more_cover: Annotated[int, Range(0, 6), "dice of its further covers, under the variant summed-cover"] = 0
    target_flank: Annotated[bool, "the shot strikes a flank or the rear of a target that has them"] = False
    target_in_melee: Annotated[bool, "the target is in melee"] = False


class ArtilleryFacts(Shooting):
    """A battery and its target."""

    weight: Annotated[Weight, "weight of the guns"] = "medium"
    manned: Annotated[bool, "unlimbered, with its crew"] = True
    turned: Annotated[bool, "it unlimbered or pivoted this turn"] = False


class ShotResult(NamedTuple):
    """Figures hit."""

    hits: int


Band = Literal["canister", "effective", "long", "beyond"]


def band_at(t: Tables, weight: str, spaces: int) -> Band:
    """The band of a range for guns of a weight."""
    ends = t.value("SC-2.1", weight)
    bands: tuple[Band, ...] = ("canister", "effective", "long")
    return next((band for band in bands if spaces <= ends[band]), "beyond")


class GunRangeFacts(Facts):
    """A gun and a distance."""

    range: Spaces
    weight: Annotated[Weight, "weight of the guns"] = "medium"


class GunRangeResult(NamedTuple):
    """The band."""

    band: Band


@reckoning("gun-range", "SC-2.1", asks=GunRangeFacts)
def gun_range(t: Tables, s: GunRangeFacts) -> GunRangeResult:
    """The range band of a target."""
    return GunRangeResult(band_at(t, s.weight, s.range))


class GunClassFacts(Facts):
    """A gun by its ball."""

    pounds: Annotated[int, Range(1, 42), "weight of its ball"]


class GunClassResult(NamedTuple):
    """The class of the gun."""

    weight: str


@reckoning("gun-class", "SC-2.1", asks=GunClassFacts)
def gun_class(t: Tables, s: GunClassFacts) -> GunClassResult:
    """Light, medium or heavy guns."""
    heaviest = t.value("SC-2.1", "pounds")
    return GunClassResult(next((weight for weight, pounds in heaviest.items() if s.pounds <= pounds), "heavy"))


@check("artillery", "SC-2.2", asks=ArtilleryFacts)
def artillery(t: Tables) -> Handful[ArtilleryFacts, ShotResult]:
    """Artillery fire at one unit."""

    def dice(s: ArtilleryFacts) -> int:
        number: int = t.value("SC-2.2", s.weight).get(band_at(t, s.weight, s.range), 0)
        return number

    # prohibitions first: the first that holds ends the reckoning, and its reason is the one told
    bars = modifiers(
        t,
        "SC-2.3",
        given("limbered", lambda s: not s.manned),
        *_bars(t),
        given("out_of_range", lambda s: band_at(t, s.weight, s.range) == "beyond"),
    )
    base = modifiers(t, "SC-2.2", amount("guns at this range", dice))
    listed = modifiers(
        t,
        "SC-2.4",
        given("good_crew", lambda s: s.grade in GOOD),
        given("poor_crew", _poor),
        *_target(t, "enfilade"),
        by("status"),
        flag("turned"),
        each("killed"),
    )
    return Handful(
        of=D6,
        target=t.number("SC-2.2", "target"),
        modifiers=[*bars, *base, *listed],
        result=lambda hits: ShotResult(hits.hits),
        floor=("SC-2.2", FLOOR),
    )


def _poor(s: Shooting) -> bool:
    return s.grade in ("green", "conscript", "militia")


def _bars(t: Tables) -> list[Any]:
    return [
        given("status", lambda s: not t.value("SC-5.2", s.status)["fire"]),
        flag("in_melee"),
        given("unseen", lambda s: not s.visible),
        flag("target_in_melee"),
    ]


def _target(t: Tables, flank: str) -> list[Any]:
    """What the target's formation and cover are worth."""
    return [
        given("deep", lambda s: s.target_formation in DEEP),
        flag("target_flank", flank),
        given("skirmish", lambda s: s.target_formation == "skirmish"),
        given("guns", lambda s: s.target_formation == "unlimbered"),
        by("target_cover", "cover_"),
        further_cover(t, lambda s: s.more_cover),
    ]


@implements("SC-0.11")
def further_cover(t: Tables, dice: Callable[[Any], int]) -> Any:
    """Covers besides the worst, where they add up."""
    summed = t.value("SC-0.11", "summed")
    return amount("further cover", lambda s: -dice(s) if summed else 0, rule="SC-0.11")


class MusketryFacts(Shooting):
    """A unit and the target of its muskets."""

    arm: Annotated[Arm, "arm of the firer"] = "infantry"
    formation: Annotated[Formation, "its formation"] = "line"
    rifles: Annotated[bool, "skirmishers with rifles"] = False
    british: Annotated[bool, "British or King's German Legion"] = False
    moved: Annotated[bool, "it entered a space this turn"] = False
    in_arc: Annotated[bool, "the target is in its front arc, or it fires all round"] = True


def musket_dice(t: Tables, s: MusketryFacts) -> int | None:
    """Dice by formation and range; None where there is no fire whatever the modifiers."""
    bands = t.value("SC-3.1", "bands")
    row = t["SC-3.1"].get(_musket_row(s), {})
    number: int | None = next((row.get(band) for band, end in bands.items() if s.range <= end), None)
    return number


def _musket_row(s: MusketryFacts) -> str:
    if branch(s.arm) == "cavalry":
        return "cavalry_skirmish" if s.formation == "skirmish" else "none"
    if branch(s.arm) == "artillery":
        return "none"
    return "rifles" if s.rifles and s.formation == "skirmish" else s.formation


@check("musketry", "SC-3.1", asks=MusketryFacts)
def musketry(t: Tables) -> Handful[MusketryFacts, ShotResult]:
    """Musketry at one unit."""
    bars = modifiers(
        t,
        "SC-3.2",
        *_bars(t),
        given("out_of_arc", lambda s: not s.in_arc),
        given("no_fire", lambda s: musket_dice(t, s) is None),
    )
    base = modifiers(t, "SC-3.1", amount("formation at this range", lambda s: musket_dice(t, s) or 0))
    foot = _killed_as()
    listed = modifiers(
        t,
        "SC-3.3",
        given("good_troops", lambda s: s.grade in GOOD),
        given("poor_troops", _poor),
        given("british_line", lambda s: s.british and s.formation == "line" and branch(s.arm) == "infantry"),
        *_target(t, "flank"),
        by("status"),
        # skirmishers fire on the move
        flag("moved", when=lambda s: s.formation != "skirmish"),
        *foot,
    )
    return Handful(
        of=D6,
        target=t.number("SC-3.1", "target"),
        modifiers=[*bars, *base, *listed],
        result=lambda hits: ShotResult(hits.hits),
        floor=("SC-3.1", FLOOR),
    )


def _killed_as() -> list[Any]:
    def foot(s: MusketryFacts) -> int:
        return s.killed if branch(s.arm) == "infantry" else 0

    def horse(s: MusketryFacts) -> int:
        return s.killed if branch(s.arm) != "infantry" else 0

    return [counted("infantry_killed", foot), counted("cavalry_killed", horse)]


class FireEffectFacts(Facts):
    """A unit that fire has hit."""

    hits: Annotated[int, Range(0, 12), "hits it took"]
    grade: Annotated[Grade, "its grade"] = "veteran"
    guard: Annotated[bool, "guard"] = False
    status: Annotated[Status, "its status"] = "good_order"
    leader: Annotated[Leader, "highest leader attached"] = "none"
    arm: Annotated[Arm, "its arm"] = "infantry"
    figures: Annotated[int, Range(1, 40), "figures it began with"] = 18
    killed: Annotated[Figures, "figures it had lost before this fire"] = 0


class FireEffectResult(NamedTuple):
    """The result that the unit's status takes in."""

    result: str


@check("fire-effect", "SC-3.5", asks=FireEffectFacts)
def fire_effect(t: Tables) -> Handful[FireEffectFacts, FireEffectResult]:
    """What fire does to the status of a unit: steadiness dice against the levels it is pressed by."""
    results = t.value("SC-3.5", "results")

    def result(hits: Hits[FireEffectFacts]) -> FireEffectResult:
        # each die of steadiness takes back one of the levels by which the hits press
        level = pressed(t, hits.s) - hits.hits
        return FireEffectResult(results[min(max(level, 0), len(results) - 1)])

    # our ruling: losses tell in steadiness as in melee, or one hit at a time would never shake anybody
    told = t.value("SC-3.5", "losses_tell")
    return Handful(
        of=D6,
        target=t.number("SC-3.5", "target"),
        modifiers=[*steadiness(t), *standing(t), *(losses(t) if told else ())],
        result=result,
        floor=("SC-3.5", FLOOR),
        depends=("hits", "figures", "killed"),
        does="steadies",
    )


@implements("SC-3.5")
def pressed(t: Tables, s: FireEffectFacts) -> int:
    """Levels by which fire presses a unit: the first hit presses nobody who has most of his men."""
    return max(0, s.hits - free_hits(t, s.figures, s.killed))


@implements("SC-3.5")
def free_hits(t: Tables, figures: int, killed: int) -> int:
    """Hits of one fire that do not press a unit: none where it has lost too many already."""
    spent = t.value("SC-3.5", "spent")
    # multiplied out, so that exactly a third is a third of any number of figures
    gone = killed * spent["of"] >= figures * spent["lost"]
    return 0 if gone and t.value("SC-3.5", "losses_tell") else t.number("SC-3.5", "free_hits")


def steadiness(t: Tables) -> list[Modifier]:
    """The dice every unit has."""
    return modifiers(t, "SC-3.5", given("steadiness", lambda s: True))


@implements("SC-4.4a", "SC-4.4f", "SC-4.4g")
def standing(t: Tables) -> list[Modifier]:
    """Grade, leader and status, as melee and steadiness count them."""
    # printed with +1, guard is read as a flag on top of the grade; a variant takes it for a grade of its own
    graded = t.value("SC-4.4a", "guard_is") == "flag"
    return [
        *modifiers(t, "SC-4.4a", flag("guard"), by("grade" if graded else lambda s: "" if s.guard else s.grade)),
        *modifiers(t, "SC-4.4f", by("leader")),
        *modifiers(t, "SC-4.4g", by("status")),
    ]


@implements("SC-4.4h")
def losses(t: Tables) -> list[Modifier]:
    """Figures killed, as melee and steadiness count them."""
    return modifiers(
        t,
        "SC-4.4h",
        counted("infantry", lambda s: s.killed if branch(s.arm) == "infantry" else 0),
        counted("cavalry", lambda s: s.killed if branch(s.arm) == "cavalry" else 0),
        counted("artillery", lambda s: s.killed if branch(s.arm) == "artillery" else 0),
    )


class GunArcFacts(Facts):
    """A battery and the space of a target, as the battery faces."""

    ahead: Annotated[int, Range(-60, 60), "spaces straight ahead"]
    aside: Annotated[int, Range(-60, 60), "spaces to the side"] = 0


class GunArcResult(NamedTuple):
    """Whether it can be fired at."""

    in_arc: bool


@reckoning("gun-arc", "SC-2.3", asks=GunArcFacts)
def gun_arc(t: Tables, s: GunArcFacts) -> GunArcResult:
    """Whether a space lies in the arc of unlimbered guns."""
    return GunArcResult(guns_bear(t, s.ahead, s.aside))


def guns_bear(t: Tables, ahead: int, aside: int) -> bool:
    """Whether guns bear on a space so far ahead and aside."""
    # both sides of the narrow arc count in; straight abeam and behind are out
    return ahead > 0 and t.number("SC-2.3", "ahead") * abs(aside) <= ahead


class UnmannedGunsFacts(Facts):
    """Guns whose crew has run, in the end phase."""

    crew_status: Annotated[Status, "status of the crew"] = "good_order"
    crew_here: Annotated[bool, "the crew is in the space of the guns"] = False
    enemy_here: Annotated[bool, "an enemy unit is in the space"] = False
    friend_here: Annotated[bool, "a friendly unit is in the space"] = False


class UnmannedGunsResult(NamedTuple):
    """What becomes of the guns."""

    captured: bool
    may_be_manned: bool


@reckoning("unmanned-guns", "SC-2.5", asks=UnmannedGunsFacts)
def unmanned_guns(t: Tables, s: UnmannedGunsFacts) -> UnmannedGunsResult:
    """Whether unmanned guns are taken, or may be manned again."""
    levels = t.value("SC-5.1", "levels")
    fit = levels[s.crew_status] <= levels[t.value("SC-2.5", "re_man")]
    return UnmannedGunsResult(s.enemy_here and not s.friend_here, s.crew_here and fit and not s.enemy_here)
