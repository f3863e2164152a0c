"""Infantry on the ground: what each formation of a battalion covers."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

from .layouts import Layout, battalion, rows_of
from .nations import nation
from .oob import FormationName, Interval, Unit
from .shapes import Cell, Footprint, Part, box, ranks_of_boxes, shares

FILE = 0.75  # paces of front a man takes in the ranks, elbow to elbow
RANK, DRESSING = 1.4, 1.2  # paces a rank takes in depth, and the file closers behind the last
CLOSED_GAP = 3  # paces between the bars of a closed column, room to dress and to turn outward
LINES_APART = 12  # paces between the two lines of a double line
LOOSE_DEPTH = 14  # paces, open and extended order with their supports
ROAD = 6  # paces, the width of a marching column: eight files, or a country road
KNOT_PITCH, KNOT_STAGGER = 26, 4  # paces from one skirmish square to the next, and how far every other hangs back
SWARM_WIDTH, SWARM_DEPTH = 5, 2.7  # paces for the square root of the men, irregulars in a loose crowd
PAIR_FRONT, SCREEN_ROW, SCREEN_ROWS_APART = 3.5, 4, 6  # paces: a pair of skirmishers, a row of them, front to front

COLUMNS = ("column_of_zuege", "column_of_companies", "column_of_divisions", "attack_column")
FORMATIONS: tuple[FormationName, ...] = (
    "line", "double_line", "column_of_companies", "column_of_divisions", "column_of_zuege", "attack_column",
    "march_column", "open_square", "closed_square", "skirmish_squares", "open_order", "extended_order", "garrison",
    "irregular",
)  # fmt: skip


class Spacing(Struct, frozen=True):
    """How far opened ranks spread, in fronts of the line. A rule system with other measures hands in its own."""

    open_order: float = 1.6
    extended_order: float = 2.6


PERIOD = Spacing()


def depth_of(ranks: int) -> float:
    """Depth of a line: 5.4 paces in three ranks, 4 in two."""
    return ranks * RANK + DRESSING


class Battalion:
    """A battalion's measures: those of its full strength, since losses close the files but do not narrow a unit."""

    def __init__(self, unit: Unit, year: int, original: int) -> None:
        self.unit = unit
        self.layout: Layout = battalion(unit, year, original)
        self.ranks = unit.ranks or nation(unit.nation).ranks(year)
        self.front = original / self.ranks * FILE
        self.depth = depth_of(self.ranks)
        self.original = original

    def rows(self, formation: str, pitch: float) -> Footprint:
        """A formation of rows, each element with its share of the front."""
        rows = rows_of(self.layout, formation)
        share = self.front / sum(len(row) for row in rows)
        return ranks_of_boxes(rows, Cell(share, self.depth, 0, "company"), pitch, self.unit.men)


def on_foot(
    unit: Unit, year: int, formation: FormationName, interval: Interval, original: int, spacing: Spacing
) -> Footprint:
    """What a body of infantry covers in a formation it can take."""
    body = Battalion(unit, year, original)
    match formation:
        case "line":
            return body.rows("line", 0)
        case "double_line":
            return body.rows("double_line", body.depth + LINES_APART)
        case "open_order" | "extended_order":
            return loose(body, formation, spacing)
        case "open_square":
            return open_square(body) if body.layout.open_square else closed_square(body)
        case "closed_square":
            return closed_square(body)
        case "skirmish_squares":
            return skirmish_squares(body)
        case "march_column":
            return on_the_march(body)
        case "garrison":
            return garrison(body)
        case "irregular":
            return swarm(unit.men, original)
        case _:
            return column(body, formation, interval)


def column(body: Battalion, formation: str, interval: Interval) -> Footprint:
    """A column of divisions, companies or Züge: 2, 1 or half a company wide, a bar for each row.

    An attack column is a column of divisions at half interval, formed on the middle: the French, their allies and the
    Spanish led with the two middle companies; Prussians from 1808 and Russians, who drilled by half companies, with
    their two middle Züge or platoons. Others are drawn by their own elements in the same way.
    """
    rows = rows_of(body.layout, formation)
    front = body.front * max(len(row) for row in rows) / sum(len(row) for row in rows)
    return body.rows(formation, column_pitch(front, body.depth, interval))


def column_pitch(front: float, depth: float, interval: Interval) -> float:
    """Front to front in a column: the front of a row when open, half of it, or a few paces between bars when closed."""
    closed = depth + CLOSED_GAP
    # never closer than the bars themselves are deep
    return max(closed, {"open": front, "half": front / 2, "closed": closed}[interval])


def open_square(body: Battalion) -> Footprint:
    """A ring one line thick with a quarter of the line on each side; the companies stand in any order."""
    thick = body.depth
    # a quarter of the line to a side; a small battalion's is widened, so that there is still a hollow
    side = max(body.front / 4 + thick, 3 * thick)
    men = shares(body.unit.men, 4)
    inner, edge = side - 2 * thick, (side - thick) / 2
    return Footprint(
        (
            box(0, 0, side, thick, men[0], "front", "company"),
            box(edge, -thick, thick, inner, men[1], "right", "company"),
            box(0, thick - side, side, thick, men[2], "rear", "company"),
            box(-edge, -thick, thick, inner, men[3], "left", "company"),
        )
    )


def closed_square(body: Battalion) -> Footprint:
    """A solid column, two drill elements wide, its rows closed up until they touch: closed square, masse."""
    rows = rows_of(body.layout, "closed_square")
    share = body.front / sum(len(row) for row in rows)
    deep = body.depth + CLOSED_GAP
    return ranks_of_boxes(rows, Cell(share, deep, 0, "company"), deep, body.unit.men)


def loose(body: Battalion, formation: str, spacing: Spacing) -> Footprint:
    """Open or extended order: the line drawn apart, each company on its own stretch."""
    spread = spacing.open_order if formation == "open_order" else spacing.extended_order
    line = body.layout.line
    cell = Cell(body.front * spread / len(line), LOOSE_DEPTH, 0, "dots")
    return ranks_of_boxes((line,), cell, 0, body.unit.men)


def skirmish_squares(body: Battalion) -> Footprint:
    """A line of knots, one to a company, every other a little behind: what skirmishers run into when horse comes."""
    labels = body.layout.by_company()
    side = sqrt(body.original / len(labels))
    pitch = max(KNOT_PITCH, side + LINES_APART)
    first = -(len(labels) - 1) * pitch / 2
    men = shares(body.unit.men, len(labels))
    return Footprint(
        tuple(
            box(first + i * pitch, -KNOT_STAGGER * (i % 2), side, side, men[i], label, "company")
            for i, label in enumerate(labels)
        )
    )


def on_the_march(body: Battalion) -> Footprint:
    """A road column, as long as the line it wheels into: the rule by which columns of route kept their distances."""
    rows = tuple((label,) for label in body.layout.in_column())
    pitch = max(body.front / len(rows), 2 * DRESSING)
    return ranks_of_boxes(rows, Cell(ROAD, pitch - DRESSING, 0, "company"), pitch, body.unit.men)


EDGES = {0: (), 1: ("front",), 2: ("front", "rear"), 3: ("front", "left", "right")}
"""Which edges get one more company than the others, by how many are over."""


def garrison(body: Battalion) -> Footprint:
    """Companies as bars along the edges of what they hold, facing outward; the front edge is never left empty."""
    labels = body.layout.by_company()
    each, over = divmod(len(labels), 4)
    count = {edge: each + (edge in EDGES[over]) for edge in ("front", "right", "rear", "left")}
    bar, thick = body.front / len(labels), body.depth
    side = max(count.values()) * bar * PERIOD.open_order + 2 * thick
    dealt = iter(zip(shares(body.unit.men, len(labels)), labels, strict=True))
    return Footprint(
        tuple(_posted(edge, i, n, side, bar, thick, *next(dealt)) for edge, n in count.items() for i in range(n))
    )


def _posted(edge: str, i: int, n: int, side: float, bar: float, thick: float, men: int, label: str) -> Part:
    """The i-th of n companies at one edge of a square of that side."""
    along = ((i + 0.5) / n - 0.5) * (side - 2 * thick)
    match edge:
        case "front":
            return box(along, 0, bar, thick, men, label, "company")
        case "rear":
            return box(-along, thick - side, bar, thick, men, label, "company")
        case _:
            out = (side - thick) / 2 * (1 if edge == "right" else -1)
            return box(out, (bar - side) / 2 + along, thick, bar, men, label, "company")


def swarm(men: int, original: int) -> Footprint:
    """Irregulars: a crowd with no front to speak of."""
    root = sqrt(original)
    return Footprint((box(0, 0, SWARM_WIDTH * root, SWARM_DEPTH * root, men, "", "dots"),))


def screen(men: int, front: float | None = None) -> Footprint:
    """Skirmishers thrown out before a unit: two rows of dots on a front of their own, placed by who sends them."""
    wide = front if front is not None else max(1, men / 2) * PAIR_FRONT
    return ranks_of_boxes(
        (("skirmishers",), ("skirmishers",)), Cell(wide, SCREEN_ROW, 0, "dots"), SCREEN_ROWS_APART, men
    )
