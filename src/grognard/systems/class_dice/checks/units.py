"""Units: class dice, combat worth, stands and castings, steps, formations."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import Roll, check, implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import amount, modifiers
from grognard.kernel.tables import Tables

from ..terms import Arm, Branch, Formation, Status, Steps, TroopClass, branch
from .charts import at_least, by_class, paces

UNSAID = -1
"""A combat worth that the order of battle leaves open."""


class ClassDiceFacts(Facts):
    """A roll of class dice."""

    troop_class: Annotated[TroopClass, "class of the unit"]
    modifier: Annotated[int, Range(-30, 30), "all modifiers together"] = 0


class ClassDiceResult(NamedTuple):
    """The roll before and after modifiers."""

    natural: int
    modified: int


@check("class-dice", "CD-class-dice", asks=ClassDiceFacts)
def class_roll(t: Tables) -> Roll[ClassDiceFacts, ClassDiceResult]:
    """A roll of the dice of a class."""
    return Roll(
        dice=by_class(t),
        modifiers=modifiers(t, "CD-natural-roll", amount("modifiers", lambda s: s.modifier)),
        result=lambda throw: ClassDiceResult(throw.natural, throw.total),
    )


class CombatWorthFacts(Facts):
    """A unit of the order of battle."""

    troop_class: Annotated[TroopClass, "its class"] = "line"
    cw: Annotated[int, Range(UNSAID, 40), "its combat worth; -1 where nobody has said"] = UNSAID


class CombatWorthResult(NamedTuple):
    """Its combat worth, and whether it lies in the usual band of its class."""

    cw: int
    usual: bool


@reckoning("combat-worth", "CD-combat-worth", asks=CombatWorthFacts)
def combat_worth(t: Tables, s: CombatWorthFacts) -> CombatWorthResult:
    """The combat worth of a unit."""
    band = t.value("CD-cw-guideline", s.troop_class)
    cw = band["usual"] if s.cw == UNSAID else s.cw
    least, most = t.number("CD-combat-worth", "least"), t.number("CD-combat-worth", "most")
    if not least <= cw <= most:
        raise refuse("CD-combat-worth", f"combat worth runs from {least} to {most}")
    return CombatWorthResult(cw, band["least"] <= cw <= band["most"])


class UnitSizeFacts(Facts):
    """A unit in stands, or a battery in gun models."""

    branch: Annotated[Branch, "foot, horse or guns"] = "infantry"
    stands: Annotated[int, Range(0, 40), "stands, or gun models of a battery"] = 6


class UnitSizeResult(NamedTuple):
    """Its castings (tubes for guns) and the steps it can lose."""

    castings: int
    steps: int


@reckoning("unit-size", "CD-unit", asks=UnitSizeFacts)
def unit_size(t: Tables, s: UnitSizeFacts) -> UnitSizeResult:
    """How large a unit is, and whether one may be so large or small."""
    size, count = t.value("CD-unit", s.branch), s.stands * per_stand(t, s.branch)
    measured = count if s.branch == "artillery" else s.stands
    if not size["least"] <= measured <= size["most"]:
        raise refuse("CD-unit", f"{size['least']} to {size['most']} {'tubes' if s.branch == 'artillery' else 'stands'}")
    return UnitSizeResult(count, steps_in(t, s.branch, count))


@implements("CD-infantry-stand", "CD-other-stands")
def per_stand(t: Tables, of: Branch) -> int:
    """Castings on a stand, or tubes that a gun model stands for."""
    if of == "infantry":
        return t.number("CD-infantry-stand", "castings")
    return t.number("CD-other-stands", "cavalry" if of == "cavalry" else "tubes_per_model")


@implements("CD-casualty-step")
def steps_in(t: Tables, of: Branch, castings: int) -> int:
    """Steps that so many castings, or tubes, can take."""
    return castings * _worth(t, of)


def castings_in(t: Tables, of: Branch, steps: int) -> int:
    """Castings or tubes shown for so many steps left, rounded up."""
    # rounded up: a casting stands until its last step is gone
    return -(-steps // _worth(t, of))


def _worth(t: Tables, of: Branch) -> int:
    return t.number("CD-casualty-step", "steps_per_tube" if of == "artillery" else "steps_per_casting")


class StandFacts(Facts):
    """Stands in line, gun models side by side, or a leader."""

    base: Annotated[Literal["infantry", "cavalry", "artillery", "limbered", "leader"], "what stands on the bases"]
    stands: Annotated[int, Range(1, 40), "how many"] = 1


class StandResult(NamedTuple):
    """Paces of their front, and from front to rear."""

    wide: int
    deep: int


@reckoning("frontage", "CD-scale", asks=StandFacts)
def frontage(t: Tables, s: StandFacts) -> StandResult:
    """The ground that stands in line take up."""
    base = t.value("CD-scale", s.base)
    quarter = paces(t, 1) // 4  # bases are given in quarters of an inch
    return StandResult(base["wide"] * quarter * s.stands, base["deep"] * quarter)


class CastingsFacts(Facts):
    """Men of history, as castings."""

    men: Annotated[int, Range(1, 6000), "men with the colours"]


class CastingsResult(NamedTuple):
    """Castings that stand for them."""

    castings: int


@reckoning("castings", "CD-scale", asks=CastingsFacts)
def castings(t: Tables, s: CastingsFacts) -> CastingsResult:
    """How many castings stand for so many men: to the nearest, at least one."""
    each = t.number("CD-scale", "men_per_casting")
    # to the nearest in whole numbers: round() would take halves to even
    return CastingsResult(max(1, (2 * s.men + each) // (2 * each)))


class CasualtiesFacts(Facts):
    """A unit that takes casualty steps."""

    branch: Annotated[Branch, "foot, horse or guns"] = "infantry"
    strength: Annotated[Steps, "steps it has left"]
    steps: Annotated[Steps, "steps it takes"]


class CasualtiesResult(NamedTuple):
    """Steps and castings (tubes for guns) left, and whether it is removed."""

    left: int
    castings: int
    removed: bool


@reckoning("casualties", "CD-casualty-step", asks=CasualtiesFacts)
def casualties(t: Tables, s: CasualtiesFacts) -> CasualtiesResult:
    """What casualty steps take from a unit."""
    left = max(0, s.strength - s.steps)
    return CasualtiesResult(left, castings_in(t, s.branch, left), not left)


class LossesFacts(Facts):
    """A unit's losses held against a threshold."""

    starting: Annotated[int, Range(1, 400), "steps it began with"]
    current: Annotated[Steps, "steps it has now"]
    percent: Annotated[int, Range(0, 100), "the threshold"] = 50


class LossesResult(NamedTuple):
    """Whether the losses reach it."""

    met: bool


@reckoning("losses", "CD-loss-percent", asks=LossesFacts)
def losses(t: Tables, s: LossesFacts) -> LossesResult:
    """Whether a unit has lost so many percent."""
    return LossesResult(at_least(s.starting - s.current, s.starting, s.percent))


@implements("CD-rounding")
def share_of(t: Tables, steps: int, percent: int) -> int:
    """So many percent of a strength in steps: rounded down, at least one."""
    # a percentage never comes to nothing
    return max(t.number("CD-rounding", "least"), steps * percent // 100)


class FormationFacts(Facts):
    """A unit and a formation."""

    arm: Annotated[Arm, "its arm"]
    formation: Annotated[Formation, "the formation"]


class FormationResult(NamedTuple):
    """What the formation allows."""

    fire: bool
    charge: bool


@reckoning("formation", "CD-formations", asks=FormationFacts)
def formation(t: Tables, s: FormationFacts) -> FormationResult:
    """Whether a unit may take up a formation, and what it can do in it."""
    row = t.value("CD-formations", s.formation)
    if branch(s.arm) not in row["arms"]:
        raise refuse("CD-formations", f"{s.formation.replace('_', ' ')} is not for {s.arm.replace('_', ' ')}")
    return FormationResult(row["fire"], row["charge"])


class GoodOrderFacts(Facts):
    """A unit by its status."""

    status: Annotated[Status, "its status"]


class GoodOrderResult(NamedTuple):
    """Whether it is in good order."""

    good_order: bool


@reckoning("good-order", "CD-good-order", asks=GoodOrderFacts)
def good_order(t: Tables, s: GoodOrderFacts) -> GoodOrderResult:
    """Whether a unit counts as in good order."""
    return GoodOrderResult(in_good_order(t, s.status))


def in_good_order(t: Tables, status: Status) -> bool:
    """Neither disordered nor broken."""
    return status in t.value("CD-good-order", "statuses")
