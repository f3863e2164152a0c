"""Appendix A: where the companies of a battalion stand, and the room that formations take."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from grognard.kernel.checks import implements, reckoning, refuse
from grognard.kernel.facts import Facts, Range
from grognard.kernel.tables import Tables

from ..movement.frontage import RankOrder
from .evolutions import plain

Battalion = Literal[
    "french_1791", "french_1808", "french_guard", "prussian_1788", "prussian_1808", "russian", "british", "austrian"
]
Drawn = Literal[
    "line",
    "double_line",
    "column_of_zuege",
    "column_of_platoons",
    "column_of_companies",
    "column_of_divisions",
    "square",
]
Elite = Literal["grenadier", "voltigeur", "light"]
Interval = Literal["open", "half", "closed"]

LAYOUTS: dict[str, str] = {
    "french_1791": "CS-A.3b",
    "french_1808": "CS-A.3c",
    "french_guard": "CS-A.3d",
    "prussian_1788": "CS-A.3e",
    "prussian_1808": "CS-A.3f",
    "russian": "CS-A.3g",
    "british": "CS-A.3h",
    "austrian": "CS-A.3i",
}
NO_ONE: frozenset[Elite] = frozenset()


class CompanyLayoutFacts(Facts):
    """A battalion to be laid out."""

    battalion: Annotated[Battalion, "whose battalion, and since when; british is also american"]
    formation: Annotated[Drawn, "its formation, by the name its own army gives it"] = "line"
    detached: Annotated[frozenset[Elite], "companies that are away"] = NO_ONE


class CompanyLayoutResult(NamedTuple):
    """Rows from front to rear, each from left to right; how many of the smallest elements it is wide, and how deep."""

    rows: tuple[str, ...]
    across: int
    deep: int
    elements: str
    note: str


@reckoning("company-layout", "CS-A.3b", asks=CompanyLayoutFacts)
def company_layout(t: Tables, s: CompanyLayoutFacts) -> CompanyLayoutResult:
    """Where the companies of a battalion stand in a formation."""
    rule = LAYOUTS[s.battalion]
    layout = t[rule]
    if s.formation == "square":
        return _square(t, s.battalion)
    if s.formation not in layout:
        raise refuse(rule, f"this battalion forms no {plain(s.formation)}")
    if s.formation == "column_of_divisions" and s.detached >= set(layout.get("detached_together", ["none"])):
        raise refuse(rule, "with both elite companies away the column is one of companies")
    rows = [[name for name in row if name not in s.detached] for row in layout[s.formation]]
    rows = [row for row in rows if row]
    platoons = s.formation == "column_of_platoons"
    wide = 1 if platoons else layout.get("platoons_to_a_company", 1)
    # a company of two platoons is two of the smallest elements wide
    across = max(len(row) for row in rows) * wide
    elements = "platoons" if platoons else layout["elements"]
    return CompanyLayoutResult(tuple(", ".join(row) for row in rows), across, len(rows), elements, layout["note"])


def _square(t: Tables, battalion: str) -> CompanyLayoutResult:
    layout = t[LAYOUTS[battalion]]
    if not forms_open_squares(t, battalion):
        raise refuse(LAYOUTS[battalion], "this army forms no open square: its square is the closed column")
    return CompanyLayoutResult(("in any order",), 0, 0, layout["elements"], layout["note"])


def forms_open_squares(t: Tables, battalion: str) -> bool:
    """Whether a battalion, or the infantry of a drill, has another square than its closed column."""
    opens: bool = battalion not in LAYOUTS or t.value(LAYOUTS[battalion], "open_square")
    return opens


class ColumnDepthFacts(Facts):
    """A column of companies, divisions, platoons or Züge."""

    element_front: Annotated[int, Range(1, 1000), "front of one element in paces"]
    base_depth: Annotated[int, Range(1, 200), "depth of a stand in paces"] = 20
    elements: Annotated[int, Range(1, 24), "elements one behind the other"] = 1
    interval: Annotated[Interval, "open, half or closed interval"] = "open"


class ColumnDepthResult(NamedTuple):
    """Paces from the front of one element to that of the next, and from the head of the column to its tail."""

    spacing: int
    depth: int


@reckoning("column-depth", "CS-A.3a", asks=ColumnDepthFacts)
def column_depth(t: Tables, s: ColumnDepthFacts) -> ColumnDepthResult:
    """Spacing and depth of a column at open, half or closed interval."""
    spacing = s.base_depth
    if s.interval != "closed":
        # never closer than the stands are deep: then they touch
        spacing = max(spacing, -(-s.element_front * t.number("CS-A.3a", s.interval) // 100))
    return ColumnDepthResult(spacing, spacing * (s.elements - 1) + s.base_depth)


class OpenOutFacts(Facts):
    """A unit that opens or closes its ranks to the sides."""

    line_front: Annotated[int, Range(1, 2000), "its front in paces as a line"]
    standing_in: Annotated[RankOrder, "close, open or extended order now"] = "close"
    ordered: Annotated[RankOrder, "the order it is to take"] = "open"


class OpenOutResult(NamedTuple):
    """The new front, and the paces that the farthest stand has to move for it."""

    front: int
    paces: int


@reckoning("open-out", "CS-A.6", asks=OpenOutFacts)
@implements("CS-A.1l")
def open_out(t: Tables, s: OpenOutFacts) -> OpenOutResult:
    """Front of line, open and extended order, and the movement to change between them."""
    before, after = (s.line_front * t.number("CS-A.6", order) for order in (s.standing_in, s.ordered))
    # both wings move alike, so each makes up half of the difference
    return OpenOutResult(after, -(-abs(after - before) // 2))
