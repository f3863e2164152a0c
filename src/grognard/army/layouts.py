"""Where the companies of a battalion stand in each formation, by drill and year.

A layout is the order of the line; most other orders follow from it by the evolutions of the time: a column of
companies is the line wheeled to the right, a column two companies wide is formed on the middle, and a double line sends
the outer companies behind. What an army did otherwise stands in layouts.toml.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct, field

from .nations import Patron, nation
from .oob import Unit

LayoutRow = tuple[str, ...]
Rows = tuple[LayoutRow, ...]
"""From front to rear, each row from left to right."""

LEAST_COMPANY = 40
"""Men. Weaker companies were thrown together, and a detachment has fewer companies than a battalion."""


class Layout(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The order of a battalion's companies, or of its Züge where these were the elements of drill."""

    drill: Patron
    since: int = field(name="from")
    line: LayoutRow
    column: LayoutRow = ()
    double_line: Rows = ()
    zuege: bool = False
    platoons: bool = False
    guard: bool = False
    open_square: bool = True

    @property
    def to_a_company(self) -> int:
        """Elements of the line in one company."""
        return 2 if self.zuege else 1

    @property
    def companies(self) -> int:
        """How many companies it is for."""
        return len(self.line) // self.to_a_company

    def in_column(self) -> LayoutRow:
        """The elements one behind the other, the right wing leading unless the drill has it otherwise."""
        # wheeled to the right, the right wing leads
        return self.column or self.line[::-1]

    def by_company(self) -> LayoutRow:
        """Whole companies from the left of the line: "3rd", or "4th/3rd" where a company is two Züge."""
        step = self.to_a_company
        return tuple("/".join(self.line[i : i + step]) for i in range(0, len(self.line), step))

    def halves(self) -> Layout:
        """The same battalion in half companies: Züge, platoons, sections."""
        if self.zuege:
            return self
        if self.platoons:
            count = 2 * len(self.line)
            # platoons are numbered through the battalion, from the right
            return msgspec.structs.replace(self, line=tuple(ordinal(n) for n in range(count, 0, -1)), zuege=True)
        doubled = [tuple(label for label in order for _ in range(2)) for order in (self.line, self.in_column())]
        return msgspec.structs.replace(self, line=doubled[0], column=doubled[1], double_line=(), zuege=True)


def on_the_middle(line: LayoutRow, abreast: int) -> Rows:
    """A column formed on the middle: the middle elements lead, the next on both sides follow, and so on to the wings.

    What does not fill a row goes last.
    """
    half = abreast // 2
    middle = len(line) // 2
    rows = []
    left, right = line[:middle], line[middle:]
    while len(left) >= half and len(right) >= half:
        rows.append(left[-half:] + right[:half])
        left, right = left[:-half], right[half:]
    return tuple(rows) + ((left + right,) if left or right else ())


def two_rows(line: LayoutRow) -> Rows:
    """A double line: the middle half in front, both wings behind it."""
    # of an odd number the front has one more
    front = (len(line) + 1) // 2
    start = (len(line) - front) // 2
    rows = (line[start : start + front], line[:start] + line[start + front :])
    return tuple(row for row in rows if row)


def rows_of(layout: Layout, formation: str) -> Rows:
    """The elements of a battalion in close order, row by row."""
    match formation:
        case "double_line":
            return layout.double_line or two_rows(layout.line)
        case "column_of_zuege":
            return tuple((label,) for label in layout.halves().in_column())
        case "column_of_companies":
            return _column_of_companies(layout)
        case "column_of_divisions":
            return on_the_middle(layout.line, 2 * layout.to_a_company)
        case "attack_column" | "closed_square":
            return on_the_middle(_drill_elements(layout).line, 2)
        case _:
            return (layout.line,)


def _column_of_companies(layout: Layout) -> Rows:
    """One company wide. Companies of two Züge are formed on the middle too, as this army's attack column was."""
    if layout.zuege:
        return on_the_middle(layout.line, layout.to_a_company)
    return tuple((label,) for label in layout.in_column())


def _drill_elements(layout: Layout) -> Layout:
    """Attack columns and closed squares are two platoons wide: half companies where the army drilled by those."""
    return layout.halves() if layout.platoons else layout


@cache
def layouts() -> dict[str, Layout]:
    """All layouts by name."""
    raw = files(__package__).joinpath("layouts.toml").read_bytes()
    return msgspec.toml.decode(raw, type=dict[str, Layout])


@cache
def layout_for(drill: Patron, year: int, *, guard: bool = False) -> Layout | None:
    """The layout of a drill in a year; guards have their own where the drill gives them one."""
    known = [each for each in layouts().values() if each.drill == drill and each.since <= year]
    own = [each for each in known if each.guard]
    # a guard's own order goes before a later one of the line
    if guard and own:
        return own[0]
    return max((each for each in known if not each.guard), key=lambda each: each.since, default=None)


def battalion(unit: Unit, year: int, men: int = 0) -> Layout:
    """The layout a unit stands in: its army's, or plain numbers if it has not the companies for that.

    `men` is its original strength, if it has lost some since: losses do not change how many companies it counts.
    """
    army = nation(unit.nation)
    drill, drilled = army.layout_of(year)
    # an ally that drills by another army's book has not its guards
    usual = layout_for(drill, drilled, guard=unit.arm == "guard" and army.id == drill)
    full = usual.companies if usual and usual.guard else army.companies_in(year)
    count = unit.companies or _companies(men or unit.men, full)
    # names of companies mean something only where there are as many as the drill has
    if usual is None or usual.companies != count or _of_one_kind(unit, usual):
        return numbered(count, like=usual)
    light = unit.arm == "light_infantry"
    return _named(usual, {label: army.company(label, light=light) for label in usual.line})


def _of_one_kind(unit: Unit, layout: Layout) -> bool:
    """A battalion put together from grenadier companies has no other kinds to name."""
    return unit.arm == "grenadier" and "grenadier" in layout.line


def _companies(men: int, usual: int) -> int:
    return min(usual, max(1, men // LEAST_COMPANY))


def numbered(count: int, *, like: Layout | None = None) -> Layout:
    """A battalion of so many companies with no names but numbers, the 1st on the right."""
    zuege = like is not None and like.zuege
    top = count * (2 if zuege else 1)
    line = tuple(ordinal(n) for n in range(top, 0, -1))
    plain = Layout(drill="", since=0, line=line)
    if like is None:
        return plain
    return msgspec.structs.replace(plain, zuege=zuege, platoons=like.platoons, open_square=like.open_square)


def _named(layout: Layout, names: dict[str, str]) -> Layout:
    def renamed(row: LayoutRow) -> LayoutRow:
        return tuple(names[label] for label in row)

    return msgspec.structs.replace(
        layout,
        line=renamed(layout.line),
        column=renamed(layout.column),
        double_line=tuple(renamed(row) for row in layout.double_line),
    )


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
