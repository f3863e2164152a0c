"""Break tests: when one is taken, what it comes to, what the result means."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Chart, Roll, Thrown, check, implements, reckoning
from grognard.kernel.dice import NO_DICE, Dice
from grognard.kernel.facts import Count, Facts
from grognard.kernel.modifiers import each, flag, given, modifiers
from grognard.kernel.tables import Tables

from ...terms import (
    Arm,
    BreakColumn,
    BreakResult,
    BreakRow,
    Casualties,
    Formation,
    Special,
    Stamina,
    Trigger,
    Zone,
    branch,
)
from ..measures import TWO_D6, Inches, switched
from ..troops.formations import fits
from ..troops.squares import BeatenByCavalryFacts, beaten
from ..troops.units import break_row, side_struck


class BreakNeededFacts(Facts):
    """A unit that may owe a break test."""

    cause: Annotated[Trigger, "what happened: fire ended, closing fire, a lost or drawn round, a friend broke"]
    stamina: Annotated[Stamina, "its stamina"] = 3
    casualties: Annotated[Casualties, "casualties on it before this"] = 0
    suffered: Annotated[Casualties, "casualties that it took now"] = 0
    artillery: Annotated[bool, "some of these were from artillery"] = False
    special: Annotated[frozenset[Special], "its special rules"] = frozenset()
    tested: Annotated[Count, "tests for broken friends it has taken in this phase"] = 0


class BreakNeededResult(NamedTuple):
    """Whether it tests, and in which column."""

    tests: bool
    column: BreakColumn


@reckoning("break-needed", "BP-BREAK-1", asks=BreakNeededFacts)
def break_needed(t: Tables, s: BreakNeededFacts) -> BreakNeededResult:
    """Whether a unit takes a break test."""
    shaken = s.casualties + s.suffered >= s.stamina
    wavers = wavering(t, s.special, s.suffered)
    tests = {
        # only beyond stamina: to be just shaken by fire calls for no test
        "shooting": s.suffered > 0 and s.casualties + s.suffered > s.stamina,
        "closing_fire": shaken or (s.artillery and s.suffered > 0),
        "lost": True,
        "drawn": shaken,
        "support_broke": tests_for_friend(t, s.tested),
    }
    return BreakNeededResult(tests[s.cause] or wavers, column_of(t, s.cause))


@implements("BP-SPEC-11")
def wavering(t: Tables, special: frozenset[Special], suffered: int) -> bool:
    """Whether a unit tests for any casualties at all."""
    return bool(t.value("BP-SPEC-11", "wavering")) and "wavering" in special and suffered > 0


@implements("BP-BREAK-3")
def tests_for_friend(t: Tables, tested: int) -> bool:
    """Whether a unit tests because a friend broke that it supported."""
    return tested < t.number("BP-BREAK-3", "tests")


def column_of(t: Tables, cause: Trigger) -> BreakColumn:
    """The column in which a test is read."""
    column: BreakColumn = t.value("BP-BREAK-1", cause)
    return column


class BreakTestFacts(Facts):
    """A unit that takes a break test."""

    cause: Annotated[Trigger, "why it tests"]
    arm: Annotated[Arm, "its arm"] = "infantry"
    formation: Annotated[Formation, "its formation; unlimbered for guns in action"] = "line"
    excess: Annotated[Casualties, "excess casualties"] = 0
    disordered: Annotated[bool, "it is disordered"] = False
    shaken: Annotated[bool, "it is shaken: under fire, before that fire; hand-to-hand, now"] = False
    casualties: Annotated[bool, "it has casualties, new ones included"] = False
    artillery: Annotated[bool, "some casualties came from artillery"] = False
    struck: Annotated[Zone, "the weakest side of it with which an enemy is in contact"] = "front"
    squares: Annotated[bool, "cavalry that lost against squares alone"] = False
    cavalry: Annotated[bool, "some enemy in the combat is cavalry"] = False
    all_cavalry: Annotated[bool, "every enemy in the combat is cavalry"] = False
    special: Annotated[frozenset[Special], "its special rules"] = frozenset()
    taken: Annotated[Count, "break tests it has taken before"] = 0


BREAK_WORDS: dict[BreakResult, str] = {
    "hold": "hold",
    "hold_locked": "hold, locked in melee",
    "hold_disordered": "hold disordered",
    "retreat_good_order": "retreat in good order",
    "retreat_disordered": "retreat disordered",
    "retreat_through_disordered": "retreat disordered, through rear supports",
    "fallback_through_disordered": "fall back disordered, through rear supports",
    "retreat_with_rear_disordered": "retreat together with rear supports, all disordered",
    "fallback_with_all_disordered": "fall back together with all supports, all disordered",
    "retreat_with_all_disordered": "retreat together with all supports, all disordered",
    "break": "break",
}
"""Results as people say them."""


class BreakTestResult(NamedTuple):
    """What it does; what it may do instead, if it likes; and whether it forms a hasty square."""

    result: BreakResult
    instead: BreakResult | Literal[""] = ""
    forms_square: bool = False

    def told(self) -> str:
        """In words."""
        said = BREAK_WORDS[self.result]
        if self.instead:
            said += f" or {BREAK_WORDS[self.instead]}"
        return said + (", forms square, disordered" if self.forms_square else "")


class TableCell(NamedTuple):
    """A cell of the break table."""

    result: BreakResult
    break_if: str = ""
    instead: BreakResult | Literal[""] = ""


class TableLine(NamedTuple):
    """Both columns of a line of the break table."""

    shooting: dict[str, str]
    hth: dict[str, str]


_ROWS: tuple[BreakRow, ...] = ("infantry", "cavalry", "skirmishers")


def break_charts(t: Tables) -> list[Chart]:
    """The table as printed: a row for each score and kind of unit, a column for fire and one for hand-to-hand."""
    found: list[tuple[str, ...]] = []
    for line in reversed(range(len(t.value("BP-BREAK-4", "infantry")))):
        for kind in _ROWS:
            row = t.value("BP-BREAK-4", kind)[line]
            low, high = row.get("from"), row.get("to")
            score = f"{high} or less" if low is None else f"{low} or more" if high is None else str(low)
            found.append((score, kind, *(_printed(TableCell(**row[column])) for column in ("shooting", "hth"))))
    under = [cause.replace("_", " ") for cause, column in t["BP-BREAK-1"].items() if column == "shooting"]
    close = [cause.replace("_", " ") for cause, column in t["BP-BREAK-1"].items() if column == "hth"]
    heads = ("score", "unit", f"shooting ({', '.join(under)})", f"hand-to-hand ({', '.join(close)})")
    return [Chart("break test; guns use the row of the infantry", heads, found)]


def _printed(found: TableCell) -> str:
    said = BREAK_WORDS[found.result] + (f" or {BREAK_WORDS[found.instead]}" if found.instead else "")
    why = {"shaken": "if shaken", "casualties": "if it has any casualties"}.get(found.break_if)
    return f"break {why}, otherwise {said}" if why else said


@check("break-test", "BP-BREAK-4", asks=BreakTestFacts, charts=break_charts)
def break_test(t: Tables) -> Roll[BreakTestFacts, BreakTestResult]:
    """Whether a unit holds, falls back, retreats or breaks."""
    under_fire = t.value("BP-BREAK-2", "under_fire")

    def dice(s: BreakTestFacts) -> Dice:
        return NO_DICE if passes(t, s.special, s.taken) else TWO_D6

    def result(throw: Thrown[BreakTestFacts]) -> BreakTestResult:
        s = throw.s
        score = t.number("BP-SPEC-6", "score") if passes(t, s.special, s.taken) else throw.total
        # guns first, then horse: each changes what the table said
        return _against_horse(t, s, _guns(t, s, cell(t, s, score)))

    return Roll(
        dice=dice,
        modifiers=[
            *modifiers(t, "BP-FORM-1", given("misfit", lambda s: not fits(t, s.arm, s.formation))),
            *modifiers(
                t,
                "BP-BREAK-2",
                each("excess"),
                flag("disordered"),
                flag("artillery", when=lambda s: s.cause in under_fire),
            ),
            # fire has no flank here: only contact counts
            *modifiers(t, "BP-FLANK-1", given("flanked", lambda s: s.cause != "shooting" and flank_struck(t, s))),
            *modifiers(
                t,
                "BP-SQCAV-3",
                flag("squares", "stand_off", when=_beaten_horse),
            ),
        ],
        result=result,
        throws="2d6; none for a steady unit's first test",
        depends=("cause", "arm", "formation", "shaken", "casualties", "cavalry", "all_cavalry", "special", "taken"),
    )


def _beaten_horse(s: BreakTestFacts) -> bool:
    """Cavalry that has lost a round: a draw, or closing fire, is no Stand-Off."""
    return branch(s.arm) == "cavalry" and s.cause == "lost"


@implements("BP-SPEC-6")
def passes(t: Tables, special: frozenset[Special], taken: int) -> bool:
    """Whether a steady unit passes without dice."""
    return "steady" in special and taken < t.number("BP-SPEC-6", "tests")


@implements("BP-FLANK-1")
def flank_struck(t: Tables, s: Any) -> bool:
    """Whether a unit is attacked in flank or rear that has these to fear for: foot and horse."""
    return side_struck(t, s.formation, s.struck) != "front" and branch(s.arm) != "artillery"


def cell(t: Tables, s: BreakTestFacts, score: int) -> BreakTestResult:
    """The cell of the table for a score."""
    line = t.bands("BP-BREAK-4", row_of(t, s.arm, s.formation), TableLine)[score]
    found = TableCell(**getattr(line, column_of(t, s.cause)))
    # the cell itself says who breaks by it
    if (found.break_if == "shaken" and s.shaken) or (found.break_if == "casualties" and s.casualties):
        return BreakTestResult("break")
    return BreakTestResult(found.result, found.instead)


@implements("BP-BREAK-6")
def row_of(t: Tables, arm: Arm, formation: Formation) -> BreakRow:
    """The row of a unit; that of a battery is borrowed."""
    if branch(arm) == "artillery":
        row: BreakRow = t.value("BP-BREAK-6", "row")
        return row
    return break_row(t, arm, formation)


@implements("BP-BREAK-6")
def _guns(t: Tables, s: BreakTestFacts, read: BreakTestResult) -> BreakTestResult:
    """Unlimbered guns cannot go back: they stand or are lost."""
    if branch(s.arm) != "artillery" or s.formation != "unlimbered":
        return read
    # guns cannot go back without their teams
    if t.value("BP-BREAK-5", read.result)["move"] in ("retire", "fallback"):
        return BreakTestResult("break")
    # no choice is left either: to retreat instead is not open to guns
    return BreakTestResult(read.result)


@implements("BP-SQUARE-5", "BP-SQUARE-6")
def _against_horse(t: Tables, s: BreakTestFacts, read: BreakTestResult) -> BreakTestResult:
    """Infantry against cavalry forms a hasty square, or is ridden down."""
    if branch(s.arm) != "infantry" or column_of(t, s.cause) != "hth" or not s.cavalry:
        return read
    facts = BeatenByCavalryFacts(
        result=read.result,
        formation=s.formation,
        all_cavalry=s.all_cavalry,
        any_cavalry=s.cavalry,
        lost=s.cause == "lost",
    )
    after = beaten(t, facts)
    return BreakTestResult(after.result, read.instead, after.forms_square)


class AnotherTestFacts(Facts):
    """A unit that has just failed a break test."""

    special: Annotated[frozenset[Special], "its special rules"] = frozenset()
    used: Annotated[Count, "break tests it has rolled again in this battle"] = 0


class AnotherTestResult(NamedTuple):
    """Whether it may."""

    allowed: bool


@reckoning("another-test", "BP-SPEC-7", asks=AnotherTestFacts)
def another_test(t: Tables, s: AnotherTestFacts) -> AnotherTestResult:
    """Whether a valiant unit may roll a break test again."""
    return AnotherTestResult("valiant" in s.special and s.used < t.number("BP-SPEC-7", "again"))


RetreatKind = Literal["none", "retire", "fallback", "removed"]
SupportsDo = Literal["unaffected", "passed", "rear", "all", "tested"]


class BreakEffectFacts(Facts):
    """The result of a break test, and where the unit's friends are."""

    result: Annotated[BreakResult, "the result"]
    move: Annotated[Inches, "inches of a whole move of the unit"] = 12
    rear_support: Annotated[bool, "it has a rear support"] = False
    behind: Annotated[Inches, "inches it must go to be clear behind its rear support"] = 0
    rear_supports: Annotated[Count, "its rear supports"] = 0
    supports: Annotated[Count, "all its supports, on its flanks too"] = 0
    echelon: Annotated[bool, "cavalry in echelon, where the draft on cavalry formations is in force"] = False


class BreakEffectResult(NamedTuple):
    """How it moves and how far, whether it is disordered, what its supports do, and how many units move with it."""

    move: RetreatKind
    inches: int
    disordered: bool
    supports: SupportsDo
    moved: int


@reckoning("break-effect", "BP-BREAK-5", asks=BreakEffectFacts)
def break_effect(t: Tables, s: BreakEffectFacts) -> BreakEffectResult:
    """What the result of a break test does."""
    row = t.value("BP-BREAK-5", s.result)
    far = {"none": 0, "removed": 0, "retire": s.move}.get(row["move"], 0)
    if row["move"] == "fallback":
        half = s.move * t.number("BP-BREAK-5", "part") // t.number("BP-BREAK-5", "of")
        # no farther than behind the friend: there it is safe
        far = s.behind if s.rear_support else half
    along = {"rear": s.rear_supports, "all": s.supports}.get(row["supports"], 0)
    leaves = row["move"] in ("retire", "fallback")
    disordered = row["disorder"] and not (leaves and s.echelon and keeps_order(t))
    return BreakEffectResult(row["move"], far, disordered, row["supports"], along + 1 if leaves else 0)


@implements("BP-CAVF-3")
def keeps_order(t: Tables) -> bool:
    """Whether cavalry in echelon retreats without disorder."""
    return switched(t, "cavalry_formations") and not t.value("BP-CAVF-3", "disordered_by_retreat")
