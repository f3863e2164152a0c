"""Cavalry on the ground: squadrons in line, in column, on the road."""

from __future__ import annotations

from .foot import PERIOD, ROAD, Spacing, swarm
from .layouts import ordinal
from .nations import nation
from .oob import FormationName, Interval, Unit
from .shapes import Cell, Footprint, ranks_of_boxes

TROOPER = 1.25  # paces of front a horseman takes, boot to boot
HORSE = 4  # paces a rank of horse takes in depth, with the distance to the next
BETWEEN = 12  # paces between squadrons in line
CLOSED_GAP = 3  # paces between the squadrons of a closed column
OPEN_PITCH, HALF_PITCH = 0.6, 0.3  # of a squadron's front, from the front of one to that of the next
SQUADRON = 150  # troopers, where the order of battle does not count squadrons
MOST_SQUADRONS = 12
TROOPS = 2  # companies, or troops, of a squadron

FORMATIONS: tuple[FormationName, ...] = (
    "line",
    "column_of_squadrons",
    "column_of_troops",
    "march_column",
    "open_order",
    "extended_order",
    "irregular",
)


def squadrons_of(unit: Unit, original: int | None = None) -> int:
    """How many squadrons a body of cavalry has; reckoned by its strength where the order of battle does not say."""
    return unit.squadrons or min(MOST_SQUADRONS, max(1, round((original or unit.men) / SQUADRON)))


class Regiment:
    """A regiment's measures at its full strength."""

    def __init__(self, unit: Unit, year: int, original: int) -> None:
        self.men = unit.men
        self.squadrons = squadrons_of(unit, original)
        ranks = unit.ranks or nation(unit.nation).ranks(year, mounted=True)
        self.front = original / self.squadrons / ranks * TROOPER
        self.depth = float(HORSE * ranks)
        self.labels = tuple(ordinal(n + 1) for n in range(self.squadrons))

    @property
    def line_front(self) -> float:
        """The front of the whole line, intervals and all."""
        return self.squadrons * self.front + (self.squadrons - 1) * BETWEEN

    def column(self, labels: tuple[str, ...], front: float, interval: Interval) -> Footprint:
        """Squadrons or troops one behind the other."""
        closed = self.depth + CLOSED_GAP
        pitch = max(closed, {"open": front * OPEN_PITCH, "half": front * HALF_PITCH, "closed": closed}[interval])
        rows = tuple((label,) for label in labels)
        return ranks_of_boxes(rows, Cell(front, self.depth, 0, "squadron"), pitch, self.men)


def on_horse(
    unit: Unit, year: int, formation: FormationName, interval: Interval, original: int, spacing: Spacing = PERIOD
) -> Footprint:
    """What a body of cavalry covers in a formation it can take. The first squadron stands on the right of the line."""
    body = Regiment(unit, year, original)
    match formation:
        case "line":
            cell = Cell(body.front, body.depth, BETWEEN, "squadron")
            return ranks_of_boxes((body.labels[::-1],), cell, 0, body.men)
        case "column_of_troops":
            troops = tuple(label for label in body.labels for _ in range(TROOPS))
            return body.column(troops, body.front / TROOPS, interval)
        case "march_column":
            return on_the_march(body)
        case "irregular":
            return swarm(unit.men, original)
        case "open_order" | "extended_order":
            return loose(body, spacing.open_order if formation == "open_order" else spacing.extended_order)
        case _:
            return body.column(body.labels, body.front, interval)


def on_the_march(body: Regiment) -> Footprint:
    """A road column by fours, as long as the line it wheels into."""
    pitch = max(body.line_front / body.squadrons, HORSE + 1)
    rows = tuple((label,) for label in body.labels)
    return ranks_of_boxes(rows, Cell(ROAD, pitch - 1, 0, "squadron"), pitch, body.men)


def loose(body: Regiment, spread: float) -> Footprint:
    """Flankers and hussars in open order: the line drawn apart."""
    cell = Cell(body.line_front * spread / body.squadrons, 2 * body.depth, 0, "dots")
    return ranks_of_boxes((body.labels[::-1],), cell, 0, body.men)
