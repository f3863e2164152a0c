"""Appendix A: how long infantry takes to change formation."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple

from grognard.kernel.checks import Refusal, Refused, Roll, Thrown, check, implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.modifiers import Hit, Modifier
from grognard.kernel.tables import FORBID, ModifierRow, Tables

from ...terms import Army, Discipline
from .evolutions import LINES, Evolution, EvolutionPlan, Times, plain, with_options
from .layouts import Interval, forms_open_squares

Formation = Literal[
    "line", "double_line", "column_of_companies", "column_of_divisions", "column_of_zuege", "column_of_platoons",
    "square", "closed_square", "open_order", "extended_order", "road_column", "narrow_column",
]  # fmt: skip
Drill = Literal[
    "by_nation", "austrian", "british", "french_1791", "french_1808",
    "prussian_1788", "prussian_1799", "prussian_1808", "russian",
]  # fmt: skip
TABLES: dict[str, str] = {
    "austrian": "CS-A.2a",
    "british": "CS-A.2b",
    "french_1791": "CS-A.2c",
    "french_1808": "CS-A.2d",
    "prussian_1788": "CS-A.2e",
    "prussian_1799": "CS-A.2f",
    "prussian_1808": "CS-A.2g",
    "russian": "CS-A.2h",
}


class DrillFacts(Facts):
    """Infantry of some army."""

    nation: Annotated[Army, "whose infantry"] = "other"
    year: Annotated[int, Range(1690, 1850), "year of the battle"] = 1809
    drill: Annotated[Drill, "the drill it follows, where that is not its nation's"] = "by_nation"


class DrillResult(NamedTuple):
    """The drill a unit follows and the table that holds its times."""

    drill: str
    table: str


@reckoning("drill", "CS-A.2i", asks=DrillFacts)
def drill(t: Tables, s: DrillFacts) -> DrillResult:
    """Which table of formation times infantry uses."""
    return drill_book(t, s)


def drill_book(t: Tables, s: DrillFacts) -> DrillResult:
    """The drill said, or that of the nation in that year."""
    if s.drill != "by_nation":
        return DrillResult(s.drill, TABLES[s.drill])
    doctrine = doctrine_of(t, s.nation)
    if doctrine == "none":
        raise refuse("CS-A.2i", "the scenario must say which drill this army follows")
    # in an overlapping year the later table stands, as the bands have it (CS-A.2i)
    found = t.bands("CS-A.2i", doctrine, _named)[s.year]
    return DrillResult(found, TABLES[found])


def _named(drill: str) -> str:
    return drill


def doctrine_of(t: Tables, nation: str) -> str:
    """Whose ways an army follows."""
    doctrines: dict[str, list[str]] = t.value("CS-A.2i", "doctrine")
    return next((doctrine for doctrine, armies in doctrines.items() if nation in armies), "none")


class FormationChangeFacts(DrillFacts):
    """Infantry ordered to change formation."""

    formation: Annotated[
        Formation,
        "formation it is in, as its own army calls it (printed otherwise: a Russian column_of_platoons as open column "
        "of companies, a Russian or from 1808 Prussian column_of_companies as open column of divisions); square is the "
        "open square",
    ]
    ordered: Annotated[Formation, "formation it is ordered to take"]
    interval: Annotated[Interval, "interval of the column it is in"] = "open"
    ordered_interval: Annotated[Interval, "interval of the column it is to form"] = "open"
    face: Annotated[Literal["ahead", "left", "right"], "where the new line or column will face"] = "ahead"
    elements_abreast: Annotated[int, Range(1, 2), "a closed square is a closed column so many elements wide"] = 1
    irregular: Annotated[bool, "an irregular unit"] = False
    discipline: Annotated[Discipline, "discipline class"] = "trained"
    companies: Annotated[int, Range(1, 12), "companies present"] = 6
    regulation_companies: Annotated[int, Range(1, 12), "companies by regulation"] = 6


class Finish(NamedTuple):
    """The turn in which a change is done, counted from 1, and the quarters of that turn that are left."""

    turn: int
    quarters_left: int


class FormationChangeResult(NamedTuple):
    """Time in quarter turns and what comes of it; by moving means that the stands must move to their new spacing."""

    quarter_turns: int
    formation: str
    interval: str
    by_moving: bool
    done_on_turn: int
    quarters_left: int


@implements("CS-6.7.1c")
def finish(t: Tables, quarter_turns: int) -> Finish:
    """When a change that begins this turn is done; what is unfinished goes on first thing next turn."""
    whole = t.number("CS-6.7.1a", "quarters")
    # a change of no time is still done in the turn it is ordered
    turns = max(1, -(-quarter_turns // whole))
    return Finish(turns, turns * whole - quarter_turns)


@check("formation-change", "CS-6.7.1a", asks=FormationChangeFacts)
def formation_change(t: Tables) -> Roll[FormationChangeFacts, FormationChangeResult]:
    """How long infantry takes to change formation, and what it forms."""
    plan = _remembered(t)

    def result(throw: Thrown[FormationChangeFacts]) -> FormationChangeResult:
        made = plan(throw.s)
        forms, moves = (made.forms, made.by_moving) if isinstance(made, EvolutionPlan) else (throw.s.ordered, False)
        interval = throw.s.ordered_interval if forms.startswith(("column", "narrow")) else "none"
        return FormationChangeResult(throw.total, forms, interval, moves, *finish(t, throw.total))

    return Roll(modifiers=_lines(t, plan), result=result, depends=FormationChangeFacts.names)


def _remembered(t: Tables) -> Callable[[Any], EvolutionPlan | Refusal]:
    """The plan for a situation, made once for all the lines that are read off it."""
    last: tuple[FormationChangeFacts | None, EvolutionPlan | Refusal] = (None, Refusal("", ""))

    def plan(s: FormationChangeFacts) -> EvolutionPlan | Refusal:
        nonlocal last
        seen, made = last
        # by identity: all lines of one sum are read off the same facts object
        if seen is not s:
            try:
                made = _plan(t, s)
            except Refused as refused:
                made = refused.refusal
            last = (s, made)
        return made

    return plan


def _plan(t: Tables, s: FormationChangeFacts) -> EvolutionPlan:
    if s.irregular:
        raise refuse("CS-6.7", "irregulars have no formations")
    book = drill_book(t, s)
    evolution = Evolution(t, book.table, open_squares=forms_open_squares(t, book.drill), s=s)
    return with_options(t, s, evolution.plan())


def _printed(t: Tables, rule: str) -> str:
    """What the table calls columns that the army calls otherwise."""
    named = [f"{plain(own)} is printed as {name}" for own, name in t[rule].get("printed", {}).items()]
    return f" ({'; '.join(named)})" if named else ""


def _lines(t: Tables, plan: Callable[[Any], EvolutionPlan | Refusal]) -> list[Modifier]:
    """A modifier for each line of the sum, after one that refuses what cannot be done."""
    drills = [
        ModifierRow(rule, "", f"times of the {plain(drill)} drill{_printed(t, rule)}") for drill, rule in TABLES.items()
    ]
    rows = {"listed": [*drills, *t.rows("CS-A.1m").values()]}
    for name, rules in LINES.items():
        rows[name] = [row for rule in rules if t[rule].get("in_force", True) for row in t.rows(rule).values()]

    def bar(s: Any) -> Hit | None:
        found = plan(s)
        return (
            None if isinstance(found, EvolutionPlan) else (ModifierRow(found.rule, "", found.reason, op=FORBID), 0, "")
        )

    def line(name: str) -> Modifier:
        read = attrgetter(f"times.{name}")
        return Modifier(tuple(rows[name]), lambda s: read(plan(s)))

    return [Modifier((), bar), *(line(name) for name in Times._fields)]
