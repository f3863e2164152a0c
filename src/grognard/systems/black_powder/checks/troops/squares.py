"""Squares: who forms one and how well, hasty squares and routs, and cavalry against squares."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Chart, Roll, Thrown, check, implements, reckoning
from grognard.kernel.facts import Facts
from grognard.kernel.modifiers import given, modifiers
from grognard.kernel.tables import Bands, Tables

from ...terms import Arm, BreakResult, Formation, Special, Terrain, Zone, branch
from ..measures import FAR, ONE_D6, Inches, switched
from ..moving.rates import rate_of
from .units import in_the_open, is_formed

CHARGING: tuple[Special, ...] = (
    "heavy_cavalry",
    "lancers",
    "ferocious_charge",
    "terrifying_charge",
    "determined_charge",
    "fresh_horses",
)  # fmt: skip
"""Special rules that concern charging."""


class MustFormSquareFacts(Facts):
    """Infantry that cavalry contacts."""

    formation: Annotated[Formation, "its formation"] = "line"
    terrain: Annotated[Terrain, "where it stands; obstacle if it is behind one"] = "open"
    in_combat: Annotated[bool, "it is in close combat already"] = False


class MustFormSquareResult(NamedTuple):
    """Whether it rolls to form square."""

    must_roll: bool


@reckoning("must-form-square", "BP-SQUARE-1", asks=MustFormSquareFacts)
def must_form_square(t: Tables, s: MustFormSquareFacts) -> MustFormSquareResult:
    """Whether infantry contacted by cavalry must try to form square."""
    return MustFormSquareResult(squares_up(t, s.formation, s.terrain, in_combat=s.in_combat))


@implements("BP-SQUARE-1")
def squares_up(t: Tables, formation: Formation, terrain: Terrain, *, in_combat: bool) -> bool:
    """Whether infantry that cavalry contacts rolls to form square."""
    return may_square(t, formation) and not in_combat and in_the_open(t, terrain)


@implements("BP-SQUARE-1")
def may_square(t: Tables, formation: Formation) -> bool:
    """Whether infantry in this formation can try to form square: formed, and not in square yet."""
    # formations of other arms are no question here
    infantry = formation in t.value("BP-FORM-1", "arms")["infantry"]
    return infantry and is_formed(t, "infantry", formation) and formation != "square"


class FormSquareFacts(Facts):
    """Infantry that tries to form square."""

    formation: Annotated[Formation, "its formation"] = "line"
    zone: Annotated[Zone, "its zone from which the charge comes"] = "front"
    distance: Annotated[Inches, "inches from which the charge began"] = FAR
    sweeping: Annotated[bool, "it comes as a sweeping advance"] = False
    disordered: Annotated[bool, "the infantry is disordered already"] = False


class FormSquareResult(NamedTuple):
    """Whether it is in square, disordered, and gives closing fire."""

    result: str
    square: bool
    disordered: bool
    closing_fire: bool


def square_charts(t: Tables) -> list[Chart]:
    """The table as printed, and what a sudden charge does."""
    exempt = t.number("BP-SQUARE-3", "exempt")
    spared = ", ".join(each.replace("_", " ") for each in t.value("BP-SQUARE-3", "spared"))
    rows = [(_modified(row), str(row["name"]), _does(row)) for row in t.value("BP-SQUARE-2", "rows")]
    sudden = f"from flank or rear, from within {t.number('BP-SQUARE-3', 'within')} inches, or as a sweeping advance"
    return [
        Chart("modified d6", ("d6", "result", "effect"), rows),
        Chart(
            "sudden charge",
            ("when", "effect"),
            [(sudden, f"the modifier, and disordered, but on a natural {exempt}; {spared} only if the table says so")],
        ),
    ]


def _modified(row: dict[str, Any]) -> str:
    low, high = row.get("from"), row.get("to")
    if low is None or high is None:
        return f"{high} or less" if low is None else f"{low} or more"
    return str(low) if low == high else f"{low} to {high}"


def _does(row: dict[str, Any]) -> str:
    said = ["forms square" if row["square"] else "does not form square"]
    said += ["is disordered"] if row["disordered"] else []
    said += ["gives closing fire"] if row["closing_fire"] else []
    return ", ".join(said)


@check("form-square", "BP-SQUARE-2", asks=FormSquareFacts, charts=square_charts)
def form_square(t: Tables) -> Roll[FormSquareFacts, FormSquareResult]:
    """Whether infantry forms square before the cavalry is upon it."""
    rows: Bands[dict[str, Any]] = t.bands("BP-SQUARE-2", "rows", dict)
    exempt, spared = t.number("BP-SQUARE-3", "exempt"), t.value("BP-SQUARE-3", "spared")

    def result(throw: Thrown[FormSquareFacts]) -> FormSquareResult:
        row, s = rows[throw.total], throw.s
        # the bare die: the modifier for a sudden charge must not take it away
        shaken_up = is_sudden(t, s) and throw.natural != exempt and s.formation not in spared
        disordered = s.disordered or row["disordered"] or shaken_up
        return FormSquareResult(row["name"], row["square"], disordered, row["closing_fire"])

    return Roll(
        dice=ONE_D6,
        modifiers=[
            *modifiers(t, "BP-SQUARE-1", given("unable", lambda s: not may_square(t, s.formation))),
            *modifiers(t, "BP-SQUARE-3", given("sudden", lambda s: is_sudden(t, s))),
        ],
        result=result,
        depends=("formation", "zone", "distance", "sweeping", "disordered"),
    )


@implements("BP-SQUARE-3")
def is_sudden(t: Tables, s: FormSquareFacts) -> bool:
    """Whether a charge takes infantry by surprise: from the flank or rear, from near by, or out of another fight."""
    return s.zone != "front" or s.sweeping or s.distance <= t.number("BP-SQUARE-3", "within")


class BeatenByCavalryFacts(Facts):
    """Infantry whose break test against cavalry is read."""

    result: Annotated[BreakResult, "what the break table says"]
    formation: Annotated[Formation, "its formation"] = "line"
    all_cavalry: Annotated[bool, "every enemy in the combat is cavalry"] = True
    any_cavalry: Annotated[bool, "some enemy in the combat is cavalry"] = True
    lost: Annotated[bool, "it lost the round"] = True


class BeatenByCavalryResult(NamedTuple):
    """What becomes of it: the result that holds, whether it forms square, and whether it is disordered then."""

    result: BreakResult
    forms_square: bool
    disordered: bool


@reckoning("beaten-by-cavalry", "BP-SQUARE-6", asks=BeatenByCavalryFacts)
def beaten_by_cavalry(t: Tables, s: BeatenByCavalryFacts) -> BeatenByCavalryResult:
    """Hasty squares and routs: what cavalry makes of infantry that stood or fell back outside a square."""
    return beaten(t, s)


@implements("BP-SQUARE-5", "BP-SQUARE-6")
def beaten(t: Tables, s: BeatenByCavalryFacts) -> BeatenByCavalryResult:
    """The result of a break test against cavalry, as it holds for infantry."""
    holds = s.result in t.value("BP-SQUARE-5", "results")
    if holds:
        # only if nobody but cavalry is there: foot would shoot a square to pieces
        hasty = s.lost and s.all_cavalry and may_square(t, s.formation)
        return BeatenByCavalryResult(s.result, hasty, hasty or _disorders(t, s.result))
    # outside a square, whoever turns his back on cavalry is ridden down
    routed = s.formation != "square" and s.any_cavalry
    result: BreakResult = "break" if routed else s.result
    return BeatenByCavalryResult(result, False, _disorders(t, result))


def _disorders(t: Tables, result: BreakResult) -> bool:
    return bool(t.value("BP-BREAK-5", result)["disorder"])


class ChargeBonusesFacts(Facts):
    """A unit that fights, and what it may count on."""

    arm: Annotated[Arm, "its arm"] = "heavy_cavalry"
    formation: Annotated[Formation, "its formation"] = "line"
    special: Annotated[frozenset[Special], "its special rules"] = frozenset()
    charged: Annotated[bool, "it charged or counter-charged this turn"] = True
    target: Annotated[Formation, "the formation of the enemy"] = "line"
    terrain: Annotated[Terrain, "where they fight"] = "open"
    massed: Annotated[bool, "it is part of a Massed Column"] = False


class ChargeBonusesResult(NamedTuple):
    """Whether the +1 for charging and the +1 for winning count, the charge rules that work, and what lancers cost the
    enemy's saves against a square in any round."""

    charge: bool
    winning: bool
    special: tuple[Special, ...]
    lancers: int

    def told(self) -> str:
        """In words."""
        rules = ", ".join(rule.replace("_", " ") for rule in self.special)
        said = [
            f"{'+1' if self.charge else 'nothing'} to hit for charging",
            f"{'+1' if self.winning else 'nothing'} for winning",
            f"charge rules: {rules or 'none'}",
        ]
        said += [f"lancers {self.lancers:+d} on the square's saves in every round"] if self.lancers else []
        return ", ".join(said)


@reckoning("charge-bonuses", "BP-SQCAV-1", asks=ChargeBonusesFacts)
def charge_bonuses(t: Tables, s: ChargeBonusesFacts) -> ChargeBonusesResult:
    """What a charge is worth against squares, in woods, in a Massed Column and in echelon."""
    square = branch(s.arm) == "cavalry" and s.target == "square"
    echelon = switched(t, "cavalry_formations") and s.formation == "echelon" and not t.number("BP-CAVF-3", "charged")
    masses = s.massed and not t.number("BP-MASS-4", "charged")
    rules = [
        rule for rule in CHARGING if rule in s.special and s.charged and not charge_rule_lost(t, rule, s, square=square)
    ]
    # no lance is levelled among trees: as the saves have it
    levelled = square and "lancers" in s.special and s.terrain not in t.value("BP-WOODS-10", "terrain")
    lancers = t.row("BP-SQCAV-2", "lancers").value if levelled else 0
    winning = not (s.massed and not t.number("BP-MASS-4", "won"))
    return ChargeBonusesResult(s.charged and not square and not echelon and not masses, winning, tuple(rules), lancers)


@implements("BP-SQCAV-1", "BP-WOODS-10")
def charge_rule_lost(t: Tables, rule: Special, s: Any, *, square: bool) -> bool:
    """Whether cavalry gains nothing from a rule of charging: against a square, or in woods."""
    woods = set(t.value("BP-WOODS-10", "terrain"))
    # the fight is in woods if either stands in them
    in_woods = branch(s.arm) == "cavalry" and bool({s.terrain, getattr(getattr(s, "foe", s), "terrain", "")} & woods)
    return (square and rule in t.value("BP-SQCAV-1", "lost")) or (in_woods and rule in t.value("BP-WOODS-10", "lost"))


class RideAroundFacts(Facts):
    """Cavalry that won a round."""

    arm: Annotated[Literal["light_cavalry", "heavy_cavalry"], "its arm"] = "light_cavalry"
    only_squares: Annotated[bool, "all it fights are infantry in square"] = True
    won: Annotated[bool, "it won the round"] = True
    shaken: Annotated[bool, "it is shaken"] = False
    disordered: Annotated[bool, "it is disordered"] = False


class RideAroundResult(NamedTuple):
    """Whether it may ride past, how many inches, and whether it is disordered then."""

    may: bool
    inches: int
    disordered: bool


@reckoning("ride-around", "BP-SQCAV-4", asks=RideAroundFacts)
def ride_around(t: Tables, s: RideAroundFacts) -> RideAroundResult:
    """Whether cavalry rides on past a square it has beaten."""
    may = s.only_squares and s.won and not s.shaken and not s.disordered
    if not may:
        return RideAroundResult(False, 0, False)
    return RideAroundResult(True, rate_of(t, s.arm), bool(t.value("BP-SQCAV-4", "disordered")))
