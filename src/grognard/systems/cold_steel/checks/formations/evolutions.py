"""How infantry passes from one formation to another under a drill table (appendix A)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from grognard.kernel.checks import implements, refuse
from grognard.kernel.modifiers import Hit
from grognard.kernel.tables import ModifierRow, Tables

MOVE, CLOSED_SQUARE, SKIRMISH_SQUARES, NOT_PERMITTED = "move", "closed_square", "skirmish_squares", "not_permitted"
OPEN_ORDERS = ("open_order", "extended_order")


class Times(NamedTuple):
    """The lines of the sum, in quarter turns."""

    listed: Hit | None = None
    flank: Hit | None = None
    interval: Hit | None = None
    road: Hit | None = None
    narrow: Hit | None = None
    discipline: Hit | None = None
    weak: Hit | None = None

    def total(self) -> int:
        """Quarter turns in all."""
        return sum(hit[1] for hit in self if hit)


LINES = {
    "flank": ["CS-A.1a"],
    "interval": ["CS-A.1b", "CS-A.1c"],
    "road": ["CS-A.1f"],
    "narrow": ["CS-A.1k"],
    "discipline": ["CS-A.1i"],
    "weak": ["CS-A.1j"],
}
"""The rules that the lines after the listed time stand under."""


class EvolutionPlan(NamedTuple):
    """What is formed, in what time; by moving means that the stands must move to their new spacing."""

    forms: str
    times: Times
    by_moving: bool = False


class Evolution:
    """One change of formation under one drill. Raises Refused where the drill does not know it."""

    def __init__(self, t: Tables, table: str, *, open_squares: bool, s: Any) -> None:
        self.t, self.table, self.s, self.open_squares = t, table, s, open_squares
        self.cells: Mapping[str, Any] = t[table]
        self.single: str = self.cells["single"]
        """The column one element wide: of companies, platoons or Züge."""
        self.formation = self._named(s.formation)
        # skirmishers ordered into square form skirmish squares, whatever their army calls a square
        self.ordered: str = s.ordered if self.formation in OPEN_ORDERS else self._named(s.ordered)
        self.source, self.target = self._row(self.formation), self._row(self.ordered)

    def _named(self, formation: str) -> str:
        """An army without open squares means the closed one."""
        return CLOSED_SQUARE if formation == "square" and not self.open_squares else formation

    def _row(self, formation: str) -> str:
        """The row or column of the table that a formation is read on."""
        row = formation
        if formation in ("road_column", "narrow_column"):
            # both are the single column, with time added for what is special about them
            row = self.single
        elif formation == CLOSED_SQUARE:
            row = self._own_column() if self.open_squares else "square"
        if row not in self.cells:
            raise refuse(self.table, f"this drill has no {plain(row)}{self._printed_so(row)}")
        return row

    def _said(self, row: str) -> str:
        """A formation, with what the printed table calls it where that is something else."""
        printed = self.cells.get("printed", {}).get(row)
        return f"{plain(row)} (printed: {printed})" if printed else plain(row)

    def _printed_so(self, row: str) -> str:
        """Which of the drill's columns the print calls by a name that the drill does not know."""
        # the print may call a column by another army's name: then the reader is told which is meant
        meant = [own for own, printed in self.cells.get("printed", {}).items() if plain(row) in printed]
        return f"; what is printed so is its {plain(meant[0])}" if meant else ""

    def _own_column(self) -> str:
        """The closed column that a closed square is."""
        own: str = self.single if self.s.elements_abreast == 1 else self.cells["double"]
        if own not in self.cells:
            raise refuse(self.table, "this drill has no column two elements wide")
        return own

    def plan(self) -> EvolutionPlan:
        """How it is done."""
        self._refuse_what_is_not_done()
        if self.formation == self.ordered:
            return self._same_formation()
        # a closed square is a closed column: getting there is closing up, not a change in the table
        if self._is_column(self.source) and self._into_closed_square():
            return EvolutionPlan(CLOSED_SQUARE, self._added(Times(interval=self._closing_up())))
        if self.source == self.target or self._is_its_own_column():
            return EvolutionPlan(self.ordered, self._added(Times(interval=self._within_the_column())))
        return self._listed()

    def _refuse_what_is_not_done(self) -> None:
        flank_march = {self.source, self.target} == {self.single, "line"}
        if self.s.face != "ahead" and not flank_march:
            raise refuse("CS-A.1a", f"only between {plain(self.single)} and line may it face to a flank")
        if "narrow_column" in (self.formation, self.ordered) and not self.t.value("CS-A.1k", "in_force"):
            raise refuse("CS-A.1k", "columns narrower than a company are an option that is not in force")

    def _same_formation(self) -> EvolutionPlan:
        # the way between two intervals, whichever is the tighter
        gap = self._delay(self.s.ordered_interval) - self._delay(self.s.interval)
        if not gap or not self._is_column(self.formation):
            raise refuse(self.table, "it stands in that formation already")
        return EvolutionPlan(self.ordered, Times(interval=self._line("CS-A.1b", "to_and_fro", abs(gap))))

    def _is_column(self, formation: str) -> bool:
        return formation in (self.single, self.cells["double"], "narrow_column")

    def _into_closed_square(self) -> bool:
        """By order, or because a square order to this column means one."""
        if self.ordered == "square" and self.cells[self.source]["square"] == CLOSED_SQUARE:
            if self.formation == CLOSED_SQUARE:
                raise refuse(self.table, "it stands in a closed square already")
            return True
        return self.ordered == CLOSED_SQUARE

    @implements("CS-A.1h")
    def _closing_up(self) -> Hit | None:
        """A closed column is a closed square; other columns become one at once only in drills that say so."""
        if self.cells[self.source]["square"] == CLOSED_SQUARE:
            # drills with a nought in this cell: no time from any interval
            return None
        gap = self._delay("closed") - self._delay(self._interval())
        return self._line("CS-A.1b", "to_and_fro", gap)

    def _is_its_own_column(self) -> bool:
        """Where the square row holds for closed squares, they are still the same as their closed column."""
        same = self.formation == CLOSED_SQUARE and self.ordered == self._own_column()
        return same and self.s.ordered_interval == "closed"

    def _within_the_column(self) -> Hit | None:
        if self.formation == CLOSED_SQUARE and self.ordered == self._own_column():
            gap = self._delay("closed") - self._delay(self.s.ordered_interval)
            return self._line("CS-A.1b", "to_and_fro", gap)
        return self._extending()

    def _listed(self) -> EvolutionPlan:
        # skirmish squares are what a square order means to skirmishers; a closed square they form as the column it is
        gathers = self.formation in OPEN_ORDERS and self.ordered == CLOSED_SQUARE
        target = self._own_column() if gathers else self.target
        change, cell = f"{self._said(self.source)} to {self._said(target)}", self.cells[self.source][target]
        # only the stands move, no time is taken (CS-A.1l)
        if cell == MOVE:
            return EvolutionPlan(self.ordered, self._added(Times()), by_moving=True)
        if cell == SKIRMISH_SQUARES:
            return EvolutionPlan(cell, Times(listed=self._row_of("CS-A.1m", SKIRMISH_SQUARES)))
        if cell == NOT_PERMITTED:
            raise refuse(self.table, f"this drill does not permit {change}")
        listed = ModifierRow(self.table, "", change), cell, ""
        forms = "open_square" if self.ordered == "square" else self.ordered
        return EvolutionPlan(
            forms, self._added(Times(listed=listed, flank=self._flank(cell), interval=self._extending()))
        )

    def _flank(self, listed: int) -> Hit | None:
        if self.s.face == "ahead":
            return None
        row = self.t.row("CS-A.1a", self.s.face).columns
        worth = row["quarters"] if self.s.face == "left" else listed * row["times"]
        # the difference to the listed time, so that the sum comes out at what the rule says
        return self._line("CS-A.1a", self.s.face, worth - listed)

    def _extending(self) -> Hit | None:
        """What a column that is not open loses before it can do anything else."""
        rows = {"half": ("CS-A.1c", "half"), "closed": ("CS-A.1b", "closed")}
        return self._row_of(*rows[self._interval()]) if self._interval() in rows else None

    def _interval(self) -> str:
        if self.formation == CLOSED_SQUARE and self.open_squares:
            return "closed"
        interval: str = self.s.interval if self._is_column(self.formation) else "open"
        return interval

    def _delay(self, interval: str) -> int:
        """Quarter turns between an interval and the open one."""
        delays = {"half": self.t.row("CS-A.1c", "half"), "closed": self.t.row("CS-A.1b", "closed")}
        return delays[interval].value if interval in delays else 0

    def _added(self, times: Times) -> Times:
        """With the extra time for columns on a road and for narrow ones."""
        # road and narrow columns cost their time on the way in and on the way out
        both = (self.formation, self.ordered)
        road = self._row_of("CS-A.1f", "road_column") if "road_column" in both else None
        narrow = self._row_of("CS-A.1k", "narrow_column") if "narrow_column" in both else None
        return times._replace(road=road, narrow=narrow)

    def _row_of(self, rule: str, key: str) -> Hit:
        row = self.t.row(rule, key)
        return row, row.value, ""

    def _line(self, rule: str, key: str, worth: int) -> Hit:
        return self.t.row(rule, key), worth, ""


def plain(words: str) -> str:
    """A formation's name as people write it."""
    return words.replace("_", " ")


def with_options(t: Tables, s: Any, plan: EvolutionPlan) -> EvolutionPlan:
    """The options that lengthen or shorten a change that takes time at all; none makes it shorter than the least."""
    times = plan.times
    # what takes no time is not made quicker or slower by discipline (CS-A.1i)
    if plan.by_moving or not times.total():
        return plan
    least = t.number("CS-A.1i", "least")
    if t.value("CS-A.1i", "in_force"):
        row = t.row("CS-A.1i", _group(t, s.discipline))
        times = times._replace(discipline=_at_least(least, times, row))
    few = s.companies * 100 <= s.regulation_companies * t.number("CS-A.1j", "percent")
    if t.value("CS-A.1j", "in_force") and few:
        times = times._replace(weak=_at_least(least, times, t.row("CS-A.1j", "weak")))
    return plan._replace(times=times)


def _group(t: Tables, discipline: str) -> str:
    """The row that names a discipline class: `raw_recruits_or_rabble`."""
    return next(key for key in t.rows("CS-A.1i") if discipline in key.split("_or_"))


def _at_least(least: int, times: Times, row: ModifierRow) -> Hit:
    before = times.total()
    # never below the least, and the line shows what it really took off
    return row, max(least, before + row.value) - before, ""
