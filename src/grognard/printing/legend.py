"""Both armies under the map: nations by colour and pattern, formations, commanders and what they come to."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

from grognard.army.nations import nation as named
from grognard.army.oob import Formation, Side, Unit
from grognard.printing.figures import edged, filled, paint
from grognard.printing.frame import compass, scale_bar
from grognard.printing.lettering import Style, write
from grognard.printing.look import nation_id
from grognard.printing.naming import surname
from grognard.printing.sheet import FRAME, Sheet
from grognard.scenarios.model import Scenario


def count(units: list[Unit]) -> str:
    """What a body of troops comes to: men, units of foot and of horse, guns."""
    men, guns = sum(u.men for u in units), sum(u.guns + u.howitzers + u.battalion_guns for u in units)
    foot = sum(u.kind == "infantry" for u in units)
    horse = sum(u.kind == "cavalry" for u in units)
    parts = [f"{men:,} men", f"{foot} of foot" if foot else "", f"{horse} of horse" if horse else "", _guns(guns)]
    return " · ".join(part for part in parts if part)


def _guns(number: int) -> str:
    return f"{number} gun{'s' if number > 1 else ''}" if number else ""


ROW = 21


@dataclass(frozen=True)
class LegendEntry:
    """A line of an army's list: a body of troops under its commander."""

    text: str
    detail: str


def entries(side: Side) -> list[LegendEntry]:
    """The formations that have units of their own."""
    out: list[LegendEntry] = []
    pending = list(side.formations)
    while pending:
        body = pending.pop(0)
        pending = [*body.formations, *pending]
        if body.units:
            out.append(LegendEntry(headed(body), count(list(body.units))))
    return out


_RANKS = {"General", "Brigade", "Division", "Marshal", "Colonel", "Major", "Captain", "of", "von", "van", "de", "Count"}


def headed(body: Formation) -> str:
    """A body of troops with the name of who leads it, unless it bears that name already."""
    name = body.name.split(" (")[0]
    leader = body.commander.name if body.commander else ""
    # the commander of the artillery has no name of his own to add to "Artillery"
    known = any(word.casefold() in name.casefold() for word in leader.split()[-2:] if word not in _RANKS)
    return f"{name}, {surname(leader)}" if surname(leader) and not known else name


def foot_height(scenario: Scenario) -> float:
    """Room under the map: the longer of the two armies' lists."""
    return 40 + max(170, *(_legend_height(side) for side in scenario.sides))


def _legend_height(side: Side) -> float:
    return 66 + ROW * (len(_by_nation(side)) + _rows(entries(side))) + 14


def _by_nation(side: Side) -> dict[str, list[Unit]]:
    sorted_out: dict[str, list[Unit]] = defaultdict(list)
    for unit in side.all_units():
        sorted_out[nation_id(unit.nation)].append(unit)
    return dict(sorted(sorted_out.items(), key=lambda item: -sum(u.men for u in item[1])))


def legend(side: Side, x: float, y: float, wide: float, sheet: Sheet) -> str:
    """An army: its name, commander and total, a swatch for each nation, and its formations in two columns."""
    c = sheet.colours
    head = Style(21, colour=c.ink, weight=600, spacing=0.6, anchor="start")
    under = Style(15, colour=c.ink_2, italic=True, anchor="start")
    row = Style(14.5, colour=c.ink, anchor="start")
    out = [write(side.name, (x, y + 20), head, sheet, halo=0)]
    out.append(write(f"{side.commander.name} · {count(list(side.all_units()))}", (x, y + 42), under, sheet, halo=0))
    top = y + 56
    for nation, units in _by_nation(side).items():
        out.append(swatch(nation, x, top + 2, sheet))
        out.append(write(f"{named(nation).name}: {count(units)}", (x + 48, top + 13), row, sheet, halo=0))
        top += ROW
    return "".join(out) + _formations(side, x, top + 12, wide, sheet)


def _rows(listed: list[LegendEntry]) -> int:
    """Two columns, unless the list is short."""
    return len(listed) if len(listed) <= 3 else math.ceil(len(listed) / 2)


def _formations(side: Side, x: float, y: float, wide: float, sheet: Sheet) -> str:
    listed = entries(side)
    rows = _rows(listed)
    column = wide / 2 if len(listed) > rows else wide
    name = Style(13.5, colour=sheet.colours.ink, anchor="start")
    detail = Style(12.5, colour=sheet.colours.ink_2, italic=True, anchor="start")
    out = []
    for i, entry in enumerate(listed):
        at = (x + (i // rows) * column, y + (i % rows) * ROW + 10)
        text = f"{entry.text}  "
        out.append(write(text, at, name, sheet, halo=0))
        shift = min(name.measure(text) * 0.86, column - 150)
        fits = shift + detail.measure(entry.detail) * 0.84 < column
        said = entry.detail if fits else entry.detail.split(" · ")[0]
        out.append(write(said, (at[0] + shift + 8, at[1]), detail, sheet, halo=0))
    return "".join(out)


def swatch(nation: str, x: float, y: float, sheet: Sheet) -> str:
    """A small line of the nation's troops, front to the top."""
    p = paint(nation, sheet)
    d = f"M{x:.1f} {y:.1f}h38v13h-38z"
    return filled(d, p) + edged(d, p) + f'<path stroke="{p.edge}" stroke-width="2.4" d="M{x:.1f} {y:.1f}h38"/>'


def foot(scenario: Scenario, sheet: Sheet) -> str:
    """Under the map: one army to the left, the other to the right, compass and scale between."""
    top = sheet.bottom + FRAME + sheet.bands["south"] + 30
    left, right = sheet.left - FRAME, sheet.right + FRAME
    middle, gap = (
        (left + right) / 2,
        max(1000 * sheet.scale if sheet.paces[0] > 3000 else 500 * sheet.scale, 380) / 2 + 40,
    )
    wide = (right - left) / 2 - gap
    out = [compass(sheet, middle, top + 60), scale_bar(sheet, middle, top + 142)]
    for side, x in zip(scenario.sides, (left, middle + gap), strict=False):
        out.append(legend(side, x, top, wide, sheet))
    return "".join(out)
