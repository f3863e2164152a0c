"""Chapter 6: how far a unit moves, and how much disorder the move costs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import TWO_D10
from grognard.kernel.facts import Facts, Paces, Range
from grognard.kernel.modifiers import Modifier, amount, counted, flag, given, modifiers, reckon
from grognard.kernel.tables import Tables

from ...terms import Gait, Scale
from .frontage import FrontageFacts, frontage_of, terrain_rows

Passage = Literal["none", "inside", "cleared"]
Friend = Literal["formed", "routing", "irregular", "detached_skirmishers", "open_order", "extended_order", "leader"]
FOOT = ("infantry", "foot_artillery", "austrian_horse_battery")
MOUNTED = ("cavalry", "horse_artillery")
GroundWorth = Callable[[Any], int]


class MarchFacts(FrontageFacts):
    """A unit's move in one turn."""

    men: Annotated[int, Range(0, 3000), "original strength; 0 leaves frontage out of account"] = 0
    quarters_spent: Annotated[int, Range(0, 4), "quarters of this turn spent on a formation change"] = 0
    paces_spent: Annotated[Paces, "paces spent on a wheel or on taking up new spacing"] = 0
    pounds: Annotated[int, Range(1, 36), "weight of a gun's shot"] = 6
    battalion_gun: Annotated[bool, "a battalion gun (18th century)"] = False
    obstacles: Annotated[int, Range(0, 10), "linear obstacles its last stand gets across this turn"] = 0
    astride_obstacle: Annotated[bool, "it ends the turn partly across one more linear obstacle"] = False
    defile: Annotated[Passage, "a bridge or defile: a stand still in it at the end of the turn, or all clear"] = "none"
    one_stand_front: Annotated[bool, "it moves on a front of one stand"] = False
    structures: Annotated[bool, "it moves into or out of buildings"] = False
    pays_frontage: Annotated[bool, "on too wide a front it gives up paces rather than order"] = False
    must_test_morale: Annotated[bool, "it must test morale while partly across"] = False
    stands_still: Annotated[bool, "it does not move this turn"] = False
    walking_fire: Annotated[bool, "Module 2: it fires as it goes, at the march and half its rate"] = False


class MovementResult(NamedTuple):
    """Paces a unit may move and disorder it takes by moving; how much of that goes by itself next turn."""

    paces: int
    disorder: int
    recovers_next_turn: int
    direction: str


class MovementDisorderResult(NamedTuple):
    """Disorder taken by moving, and how much of it goes by itself next turn."""

    disorder: int
    recovers_next_turn: int


@check("movement", "CS-6.1a", asks=MarchFacts)
def movement(t: Tables) -> Roll[MarchFacts, MovementResult]:
    """How far a unit may move this turn, and the disorder it costs."""
    disordered = _disordered(t)

    def result(throw: Thrown[MarchFacts]) -> MovementResult:
        # what is left after a wheel or a change goes straight ahead only (CS-3.2n)
        turned = throw.s.quarters_spent or throw.s.paces_spent
        direction = "straight ahead" if turned else "as ordered"
        # a march never costs more than there is: nobody goes backward for bad ground
        return MovementResult(max(0, throw.total), *disordered(throw.s), direction)

    return Roll(modifiers=[*_bars(t), *_rate(t), *_penalties(t)], result=result, depends=MarchFacts.names)


@check("movement-disorder", "CS-6.2c", asks=MarchFacts)
def movement_disorder(t: Tables) -> Roll[MarchFacts, MovementDisorderResult]:
    """Disorder markers a move costs, one by one."""
    disordered = _disordered(t)
    markers = [_when_order_matters(modifier) for modifier in _disorder(t)]
    return Roll(modifiers=[*_bars(t), *markers], result=lambda throw: disordered(throw.s), depends=MarchFacts.names)


def _bars(t: Tables) -> list[Modifier]:
    walks = _walks(t)

    def close_and_wide(s: MarchFacts) -> bool:
        # open order passes a dense town as a narrow column does (CS-6.2g)
        return not s.irregular and not s.one_stand_front and s.order == "close"

    return [
        *modifiers(t, "CS-6.1a", given("too_fast", lambda s: s.troops == "unlimbered_artillery" and s.gait != "march")),
        *modifiers(
            t,
            "CS-6.2e",
            given("too_wide", lambda s: s.defile != "none" and not s.irregular and not s.one_stand_front),
        ),
        *modifiers(
            t,
            "CS-6.2g",
            given("too_wide", lambda s: "dense_buildings" in s.terrain and close_and_wide(s) and not s.stands_still),
        ),
        *modifiers(t, "CS-M2-8.2.2", given("only_march", lambda s: walks(s) and s.gait != "march")),
    ]


def _rate(t: Tables) -> list[Modifier]:
    """The rate by arm and gait, less what heavy guns lose, less the time and paces already spent."""
    base = [
        *modifiers(
            t,
            "CS-6.1a",
            given("foot", lambda s: s.troops in FOOT),
            given("mounted", lambda s: s.troops in MOUNTED),
            given("prolonging", lambda s: s.troops == "unlimbered_artillery"),
            column=lambda s: s.gait,
        ),
        *modifiers(t, "CS-6.1b", given("austrian_horse_battery", lambda s: s.troops == "austrian_horse_battery")),
    ]
    # a third of the base rate, before anything else is taken off (CS-6.2i)
    loss = _heavy_loss(t, _sum(base))
    heavy, field = _is_heavy(t), _is_field_gun(t)
    cut = [
        *modifiers(t, "CS-6.2i", amount(t.row("CS-6.2i", "heavy").label, lambda s: -loss(s) if heavy(s) else 0)),
        *modifiers(t, "CS-M2-6.2", amount(t.row("CS-M2-6.2", "heavy").label, lambda s: -loss(s) if field(s) else 0)),
    ]
    # then the time, as a share of what is left: before paces for the ground (CS-6.7.1b)
    late = modifiers(t, "CS-6.7.1b", amount(t.row("CS-6.7.1b", "time_spent").label, _time_loss(t, _sum([*base, *cut]))))
    return [
        *base,
        *cut,
        *late,
        *modifiers(t, "CS-M2-8.2.2", amount("walking fire", _walking_loss(t, _sum([*base, *cut, *late])))),
        *modifiers(
            t,
            "CS-3.2n",
            amount("spent on a wheel or on new spacing; the rest straight ahead", lambda s: -s.paces_spent),
        ),
    ]


def _sum(counting: list[Modifier]) -> GroundWorth:
    looks = [modifier.look for modifier in counting]
    return lambda s: reckon(looks, s).total


def _walks(t: Tables) -> Callable[[Any], bool]:
    """Whether a unit fires as it goes, where Module 2 is played."""
    in_force = t.value("CS-M2-8.2.2", "in_force")
    return lambda s: in_force and s.walking_fire


def _walking_loss(t: Tables, rate: GroundWorth) -> GroundWorth:
    """What it gives up of its rate; what is left rounds down."""
    walks, percent = _walks(t), t.number("CS-M2-8.2.2", "percent")
    return lambda s: rate(s) * percent // 100 - rate(s) if walks(s) else 0


def _heavy_loss(t: Tables, rate: GroundWorth) -> GroundWorth:
    """What is left rounds down, so the loss rounds up."""
    share = t.row("CS-6.2i", "heavy").columns
    return lambda s: -(-rate(s) * share["lost"] // share["of"])


def _is_heavy(t: Tables) -> Callable[[Any], bool]:
    pounds = t.row("CS-6.2i", "heavy").columns["pounds"]
    return lambda s: s.troops not in ("infantry", "cavalry") and s.pounds >= pounds


def _is_field_gun(t: Tables) -> Callable[[Any], bool]:
    """Lighter guns that move as heavy ones in the 18th century."""
    in_force, heavy = t.value("CS-M2-6.2", "in_force"), _is_heavy(t)
    # heavy ones have been cut already
    return lambda s: in_force and s.troops not in ("infantry", "cavalry") and not s.battalion_gun and not heavy(s)


def _time_loss(t: Tables, rate: GroundWorth) -> GroundWorth:
    quarters = t.number("CS-6.7.1a", "quarters")

    def loss(s: MarchFacts) -> int:
        if not s.quarters_spent:
            return 0
        full = rate(s)
        # what is left rounds down
        return full * (quarters - s.quarters_spent) // quarters - full

    return loss


@implements("CS-6.2c")
def _penalties(t: Tables) -> list[Modifier]:
    """Paces lost to the ground, each row once and each obstacle by itself, and to a front held in hand."""
    fronts = frontage_of(t)

    def kept_in_hand(s: MarchFacts) -> int:
        return fronts(s).penalty if s.pays_frontage else 0

    return [
        *terrain_rows(t, "paces"),
        # half across counts for the paces, not yet for the marker
        *modifiers(t, "CS-6.2d", counted("obstacles", lambda s: s.obstacles + s.astride_obstacle), column=_paces),
        *modifiers(t, "CS-6.2h", flag("structures"), column=_paces),
        *modifiers(t, "CS-6.4b", amount(t.row("CS-6.4b", "kept_in_hand").label, kept_in_hand)),
    ]


def _paces(_: Any) -> str:
    return "paces"


def _markers(_: Any) -> str:
    return "disorder"


def _disorder(t: Tables) -> list[Modifier]:
    """Markers for the ground and for too wide a front."""
    fronts = frontage_of(t)
    early_obstacle = t.value("CS-6.2d", "marker_before_morale_test")
    early_defile = t.value("CS-6.2e", "marker_before_morale_test")

    def crossed(s: MarchFacts) -> int:
        # by a variant the marker comes early to who must test morale half across (CS-6.2d)
        return s.obstacles + (early_obstacle and s.astride_obstacle and s.must_test_morale)

    def cleared(s: MarchFacts) -> bool:
        return s.defile == "cleared" or (early_defile and s.defile == "inside" and s.must_test_morale)

    def strung_out(s: MarchFacts) -> bool:
        return "sparse_buildings" in s.terrain and s.order == "close" and not s.one_stand_front

    return [
        *modifiers(t, "CS-6.2b", given("steep", lambda s: "steep_slope" in s.terrain), column=_markers),
        *modifiers(t, "CS-6.2d", counted("obstacles", crossed), column=_markers),
        *modifiers(t, "CS-6.2e", given("defile", cleared), column=_markers),
        *modifiers(t, "CS-6.2f", given("sparse_buildings", strung_out), column=_markers),
        *modifiers(t, "CS-6.2g", given("dense_buildings", lambda s: "dense_buildings" in s.terrain), column=_markers),
        *modifiers(t, "CS-6.2h", flag("structures"), column=_markers),
        # either paces or order: who gives up paces keeps his order (CS-6.4a)
        *modifiers(t, "CS-6.4a", given("too_wide", lambda s: not s.pays_frontage and fronts(s).disorder)),
    ]


@implements("CS-6.6")
def _keeps_order(s: Any) -> bool:
    """Irregulars have no order to lose, and nobody loses it standing still."""
    return bool(s.irregular or s.stands_still)


def _when_order_matters(modifier: Modifier) -> Modifier:
    return Modifier(modifier.rows, lambda s: None if _keeps_order(s) else modifier.look(s))


def _disordered(t: Tables) -> Callable[[Any], MovementDisorderResult]:
    everything = _sum(_disorder(t))
    passing = t.row("CS-6.2h", "structures").columns["disorder"]

    def disordered(s: MarchFacts) -> MovementDisorderResult:
        if _keeps_order(s):
            return MovementDisorderResult(0, 0)
        # that of buildings is among the rest, and goes by itself
        return MovementDisorderResult(everything(s), passing if s.structures else 0)

    return disordered


class GunAtTheDoubleFacts(Facts):
    """A gun on the move behind its team."""

    gait: Annotated[Gait, "the gait it moves at"] = "double"
    rough_ground: Annotated[bool, "any part of the move on a slope of any kind, in cover or in woods"] = False
    scale: Annotated[Scale, "men to a figure"] = "20"


class GunAtTheDoubleResult(NamedTuple):
    """What the roll was for, and whether it is lost."""

    rolled_for: str
    destroyed: bool


@check("gun-at-the-double", "CS-6.1c", asks=GunAtTheDoubleFacts)
def gun_at_the_double(t: Tables) -> Roll[GunAtTheDoubleFacts, GunAtTheDoubleResult]:
    """Whether a gun is wrecked by moving at the double."""
    smooth, rough = t.number("CS-6.1c", "wrecked"), t.number("CS-6.1c", "wrecked_on_rough_ground")
    coarse = t.number("CS-6.1c", "section_above_scale")

    def result(throw: Thrown[GunAtTheDoubleFacts]) -> GunAtTheDoubleResult:
        rolled_for = "section" if int(throw.s.scale) > coarse else "gun"
        # any slope, cover or wood on any part of the way
        return GunAtTheDoubleResult(rolled_for, throw.total <= (rough if throw.s.rough_ground else smooth))

    return Roll(
        dice=TWO_D10,
        modifiers=modifiers(t, "CS-6.1c", given("slower", lambda s: s.gait != "double")),
        result=result,
        depends=("rough_ground", "scale"),
    )


class InterpenetrationFacts(Facts):
    """A unit that meets friends during the movement phase."""

    unit: Annotated[Friend, "the unit that moves or changes formation"] = "formed"
    other: Annotated[Friend, "those it meets"] = "formed"
    others: Annotated[int, Range(1, 10), "how many of them this turn; each counts once"] = 1
    overlap: Annotated[bool, "it overlaps or passes through them, rather than dressing on them"] = True


class InterpenetrationResult(NamedTuple):
    """Disorder on the unit, and on each of those it met."""

    disorder: int
    disorder_on_others: int


@reckoning("interpenetration", "CS-6.8", asks=InterpenetrationFacts)
def interpenetration(t: Tables, s: InterpenetrationFacts) -> InterpenetrationResult:
    """Disorder when friends run into each other."""
    exempt = t.value("CS-6.8", "exempt")
    # one exempt kind is enough: then neither is disordered (CS-6.8)
    if not s.overlap or s.unit in exempt or s.other in exempt:
        return InterpenetrationResult(0, 0)
    disorder = t.number("CS-6.8", "disorder")
    return InterpenetrationResult(disorder * s.others, disorder)
