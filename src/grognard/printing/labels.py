"""Names of units and flags of leaders, so that none covers a unit or another name."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from shapely.geometry import Polygon  # type: ignore[import-untyped]

from grognard.army.oob import Formation, Leader, Side
from grognard.printing.figures import Figure, paint
from grognard.printing.lettering import Room, Style, baseline, strip, width, write
from grognard.printing.look import fonts, nations
from grognard.printing.naming import surname, unit_label, unit_number
from grognard.printing.shapes import PaperPoint
from grognard.printing.sheet import Sheet

SIZE = 10.6
LEVEL = 38
"""Degrees from east or west within which a label is written level."""


@dataclass(frozen=True)
class Labels:
    """What was written, and which units had to go without."""

    svg: str
    written: dict[str, Polygon]
    dropped: tuple[str, ...]


def unit_labels(figures: list[Figure], room: Room, sheet: Sheet) -> Labels:
    """A name for every unit that has room for one; those nearest the middle of the field are served first."""
    style = Style(SIZE, "sans", sheet.colours.ink, weight=600)
    middle = (sheet.left + sheet.width / 2, sheet.top + sheet.height / 2)
    out, written, dropped = [], {}, []
    # those in the middle are in the thick of it, and there room is scarce
    for fig in sorted(figures, key=lambda f: (math.dist(f.at, middle), f.unit.id)):
        # if the name does not fit, its number may
        found = _fit(fig, unit_label(fig.unit.name), style, room) or _fit(fig, unit_number(fig.unit.name), style, room)
        if found is None:
            dropped.append(fig.unit.id)
            continue
        text, spot, turn, shape = found
        room.take(shape)
        written[fig.unit.id] = shape
        name = write(text, baseline(spot, style, turn), style, sheet, turn, 2.6)
        out.append(f'<g data-label="{fig.unit.id}">{name}</g>')
    missing = tuple(sorted(dropped))
    return Labels(f'<g id="labels" data-dropped="{" ".join(missing)}">{"".join(out)}</g>', written, missing)


def _fit(fig: Figure, text: str, style: Style, room: Room) -> tuple[str, PaperPoint, float, Polygon] | None:
    """The first place of a unit's label where nothing else is."""
    if text:
        for spot, turn in _places(fig, style.measure(text)):
            shape = strip(spot, text, style, turn)
            if room.free(shape):
                return text, spot, turn, shape
    return None


def _places(fig: Figure, long: float) -> Iterator[tuple[PaperPoint, float]]:
    """Behind the rear edge, moved along it, then beside a flank, then a little farther off."""
    x0, y0, x1, y1 = fig.extent
    facing = fig.unit.facing % 360
    level = min(abs(facing - 90), abs(facing - 270)) < LEVEL
    turn = 0.0 if level else facing if math.cos(math.radians(facing)) > 0 else facing - 180
    # between -180 and 180, so that nothing is written upside down
    turn = (turn + 180) % 360 - 180
    wide, deep = (SIZE, long) if level else (long, SIZE)
    for away in (0, 7, 15):
        behind = y1 + 4 + away + deep / 2
        for share in (0.5, 0.36, 0.64, 0.22, 0.78, 0.08, 0.92):
            yield fig.place(x0 + (x1 - x0) * share, behind), turn
        for flank in (x1 + 4 + away + wide / 2, x0 - 4 - away - wide / 2):
            for down in ((y0 + y1) / 2, y1, y0 + 2):
                yield fig.place(flank, down), turn


# ---- leaders ---------------------------------------------------------------------------------------

BARS = {"army": 3, "corps": 3, "division": 2, "brigade": 1, "regiment": 1}


@dataclass(frozen=True)
class StandingLeader:
    """A leader who is on the table, where, and how high he ranks."""

    leader: Leader
    nation: str
    bars: int
    at: PaperPoint


def leaders(side: Side, figures: dict[str, Figure], sheet: Sheet) -> list[StandingLeader]:
    """The leaders of an army whose troops are on the table, highest first."""
    found: list[StandingLeader] = []
    chief = _spot(side.commander, [f for u in side.all_units() if (f := figures.get(u.id))], 110, sheet)
    if chief and surname(side.commander.name):
        found.append(StandingLeader(side.commander, side.nation, 3, chief))
    pending = list(side.formations)
    while pending:
        formation = pending.pop(0)
        pending += formation.formations
        # the army's commander has his flag already, also where he leads a formation himself
        if formation.commander and surname(formation.commander.name) not in ("", surname(side.commander.name)):
            found += _of(formation, formation.commander, figures, side, sheet)
    return sorted(found, key=lambda s: -s.bars)


def _of(body: Formation, leader: Leader, figures: dict[str, Figure], side: Side, sheet: Sheet) -> list[StandingLeader]:
    there = [figures[u.id] for u in body.all_units() if u.id in figures]
    spot = _spot(leader, there, 46, sheet)
    nation = there[0].unit.nation if there else side.nation
    return [StandingLeader(leader, nation, BARS[body.level], spot)] if spot else []


def _spot(leader: Leader, there: list[Figure], behind: float, sheet: Sheet) -> PaperPoint | None:
    """Where he is said to be, else behind the middle of his troops; nowhere when none has arrived."""
    if not there:
        return None
    if leader.position is not None:
        return sheet.at(leader.position)
    x, y = (sum(f.at[i] for f in there) / len(there) for i in (0, 1))
    a = math.radians(_mean_facing(there))
    return x - math.sin(a) * behind, y + math.cos(a) * behind


def _mean_facing(there: list[Figure]) -> float:
    turns = [math.radians(f.unit.facing) for f in there]
    return math.degrees(math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns))))


def flags(standing: list[StandingLeader], room: Room, sheet: Sheet) -> str:
    """A staff planted on the spot, the name on the flag, bars at the hoist for rank."""
    return "".join(flag for who in standing if (flag := _flag(who, room, sheet)))


def _flag(who: StandingLeader, room: Room, sheet: Sheet) -> str:
    name = surname(who.leader.name)
    long = width(name, 10) + 12 + who.bars * 3.4
    for dx, dy, side, up in _stands():
        x, y = who.at[0] + dx, who.at[1] + dy
        x0 = x if side > 0 else x - long
        cloth = Polygon([(x0, y - up), (x0 + long, y - up), (x0 + long, y - up + 14), (x0, y - up + 14)])
        # a little wider than it is, so that nothing stands against it
        staff = Polygon([(x - 4, y - up), (x + 4, y - up), (x + 4, y + 4), (x - 4, y + 4)])
        if room.free(cloth) and room.free(staff):
            room.take(cloth)
            room.take(staff)
            return _drawn(who, name, (x, y), long, side, up, sheet)
    return ""


def _stands() -> Iterator[tuple[float, float, int, float]]:
    """Where a staff may be planted: on the spot, else ever farther from it; its flag to either side."""
    yield from ((0, 0, side, up) for up in (24, 36, 48) for side in (1, -1))
    for away in (16, 32, 50, 72, 96):
        for step in range(8):
            a = step * math.pi / 4
            yield from ((away * math.cos(a), away * math.sin(a), side, 24) for side in (1, -1))


def _drawn(who: StandingLeader, name: str, at: PaperPoint, long: float, side: int, up: float, sheet: Sheet) -> str:
    p = paint(who.nation, sheet)
    text = nations()[p.nation].colours(sheet.theme)[3]
    w = long * side
    cloth = f"M0 {-up}h{w:.1f}l{-4 * side} 6.5l{4 * side} 6.5h{-w:.1f}z"
    marks = [3.2 + i * 3.4 if side > 0 else -5 - i * 3.4 for i in range(who.bars)]
    hoist = "".join(f"M{mark:.1f} {-up + 3}h1.8v7h-1.8z" for mark in marks)
    x = 5.5 + who.bars * 3.4 if side > 0 else -long + 6.5
    halo = sheet.colours.unit_halo
    return (
        f'<g transform="translate({at[0]:.1f} {at[1]:.1f})">'
        f'<ellipse fill="{sheet.colours.unit_shadow}" fill-opacity=".3" cx="1.5" cy="1" rx="5" ry="2.2"/>'
        f'<path fill="none" stroke="{halo}" stroke-width="3" d="M0 0V{-up}"/>'
        f'<path fill="{p.body}" stroke="{halo}" stroke-width="2.4" d="{cloth}"/>'
        f'<path fill="{p.body}" stroke="{p.edge}" stroke-width=".8" d="{cloth}"/>'
        f'<path fill="none" stroke="{p.edge}" stroke-width="1.3" d="M0 0V{-up - 1}"/><path fill="{text}" d="{hoist}"/>'
        f'<text x="{x:.1f}" y="{-up + 10}" font-family="{fonts()["sans"]}" font-size="10" font-weight="600"'
        f' fill="{text}">{escape(name)}</text><circle r="2.8" fill="{p.edge}" stroke="{halo}" stroke-width=".8"/></g>'
    )
