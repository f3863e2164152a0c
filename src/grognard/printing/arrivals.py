"""Troops still to come, in the margin: at which edge, on which turn."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from grognard.army.oob import Unit
from grognard.printing.figures import edged, filled, paint
from grognard.printing.legend import headed
from grognard.printing.lettering import Style, write
from grognard.printing.sheet import FRAME, Sheet
from grognard.scenarios.model import Scenario

CHIP = 24
"""Pixels a row of arrivals takes."""


@dataclass(frozen=True)
class ArrivalChip:
    """Troops that come on together."""

    edge: str
    nation: str
    text: str
    along: float
    row: int = 0


def chips(scenario: Scenario, scale: float) -> list[ArrivalChip]:
    """Arrivals of one turn, edge and formation in one line, put in rows where they would run into each other."""
    groups: dict[tuple[str, int, str, str], list[Unit]] = defaultdict(list)
    for side in scenario.sides:
        for body in side.formations:
            for unit in body.all_units():
                if unit.arrival:
                    key = (unit.arrival.edge, unit.arrival.turn, side.name, headed(body))
                    groups[key].append(unit)
    loose = [_chip(edge, turn, name, units, scale) for (edge, turn, _, name), units in sorted(groups.items())]
    return _packed(loose, scenario, scale)


def _chip(edge: str, turn: int, name: str, units: list[Unit], scale: float) -> ArrivalChip:
    axis = 0 if edge in ("north", "south") else 1
    along = sum(u.position[axis] for u in units) / len(units) * scale
    nation = Counter(u.nation for u in units).most_common(1)[0][0]
    what = units[0].name if len(units) == 1 else f"{name}: {_tally(units)}"
    return ArrivalChip(edge, nation, f"Turn {turn} · {what}", along)


def _tally(units: list[Unit]) -> str:
    kinds = Counter(unit.kind for unit in units)
    batteries = "battery" if kinds["artillery"] == 1 else "batteries"
    arms = ((kinds["infantry"], "of foot"), (kinds["cavalry"], "of horse"), (kinds["artillery"], batteries))
    return ", ".join(f"{number} {arm}" for number, arm in arms if number)


def _chip_width(chip: ArrivalChip) -> float:
    return CHIP_STYLE.measure(chip.text) * 0.9 + 34


CHIP_STYLE = Style(12.5, anchor="start")


def _packed(loose: list[ArrivalChip], scenario: Scenario, scale: float) -> list[ArrivalChip]:
    """Each as near as there is room to where its troops appear, in the row next to the frame if it can be."""
    taken: dict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
    out = []
    for chip in loose:
        axis = 0 if chip.edge in ("north", "south") else 1
        room, half = scenario.header.table_paces[axis] * scale, _chip_width(chip) / 2 + 5
        row, middle = next(
            (row, spot)
            # as many rows as chips: one of them is certainly free
            for row in range(len(loose))
            for spot in _slots(chip.along, half, room)
            if all(spot + half <= start or end <= spot - half for start, end in taken[chip.edge, row])
        )
        taken[chip.edge, row].append((middle - half, middle + half))
        out.append(ArrivalChip(chip.edge, chip.nation, chip.text, middle, row))
    return out


def _slots(along: float, half: float, room: float) -> list[float]:
    """Places for a chip along an edge, the nearest first."""
    start = min(max(along, half), max(room - half, half))
    shifts = [0.0, *(side * step for step in range(10, 420, 10) for side in (1, -1))]
    return [start + shift for shift in shifts if half <= start + shift <= max(room - half, half)]


def bands(found: list[ArrivalChip]) -> dict[str, float]:
    """How much room the arrivals need outside each edge."""
    rows = {edge: max((chip.row + 1 for chip in found if chip.edge == edge), default=0) for edge in EDGES}
    return {edge: n * CHIP + (16 if n else 0) for edge, n in rows.items()}


EDGES = ("north", "east", "south", "west")


def arrivals(found: list[ArrivalChip], sheet: Sheet) -> str:
    """The chips in their bands, written along the edge, an arrow toward the table."""
    return "".join(_drawn(chip, sheet) for chip in found)


def _drawn(chip: ArrivalChip, sheet: Sheet) -> str:
    off = FRAME + 5 + 8 + chip.row * CHIP + CHIP / 2
    x, y, turn = {
        "north": (sheet.left + chip.along, sheet.top - off, 0),
        "south": (sheet.left + chip.along, sheet.bottom + off, 0),
        "west": (sheet.left - off, sheet.bottom - chip.along, -90),
        "east": (sheet.right + off, sheet.bottom - chip.along, 90),
    }[chip.edge]
    wide, p, c = _chip_width(chip), paint(chip.nation, sheet), sheet.colours
    inward = -1 if chip.edge == "south" else 1
    arrow = f"M{-wide / 2 + 8:.1f} {-3.2 * inward}h9l-4.5 {6.4 * inward}z"
    bar = f"M{-wide / 2 + 3:.1f} {-7 * inward}h19v{3.4 * inward}h-19z"
    style = Style(CHIP_STYLE.size, colour=c.ink, anchor="start")
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn})"><rect x="{-wide / 2:.1f}" y="-10" width="{wide:.1f}"'
        f' height="20" rx="3" fill="{c.panel}" stroke="{c.ink_2}" stroke-opacity=".4" stroke-width=".8"/>'
        f'{filled(bar, p)}{edged(bar, p)}<path fill="{p.edge}" d="{arrow}"/>'
        f"{write(chip.text, (-wide / 2 + 28, 4.2), style, sheet, halo=0)}</g>"
    )
