"""Maps of a battle under way: the field drawn once, and on it the troops where they stood, what they had marched since
the map before, and where units were lost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, cast
from xml.sax.saxutils import escape

import shapely  # type: ignore[import-untyped]
from shapely.geometry import Polygon  # type: ignore[import-untyped]

from grognard.army.oob import Arm, FormationName, Leader, Unit
from grognard.battle.pictures import SHAKEN, GhostPicture, LeaderPicture, Picture, UnitPicture, drawn_step
from grognard.printing import battle_map, frame, labels, places
from grognard.printing.features import Feature, features
from grognard.printing.figures import Figure, figure, paint
from grognard.printing.labels import StandingLeader
from grognard.printing.lettering import Room
from grognard.printing.sheet import FRAME, Sheet
from grognard.scenarios.model import Scenario

from ..record import State
from .marks import arrow, card_mark, cross

WIDE = 1240
"""Pixels across the part of the field that was fought over."""
NOTEBOOK = 960
"""Pixels across a map that stands by itself."""
SMALLEST, LARGEST = 0.17, 0.9
"""Pixels a pace."""
MARGIN = 220
"""Paces around the troops that a map shows."""
MARCHED = 90
"""Paces below which no arrow is drawn."""
SMOKE = 26
"""Paces across which a ball of smoke is drawn."""
_AS_DRAWN = {"square": "open_square", "skirmish": "open_order"}
"""Formations of systems that call them otherwise than figures are called."""

_ARMS: dict[str, Arm] = {
    "infantry": "infantry",
    "irregular": "irregular",
    "cavalry": "dragoons",
    "artillery": "foot_artillery",
}
"""An arm of each kind; figures look alike within one."""

MapBox = tuple[float, float, float, float]


class MapRectangle(NamedTuple):
    """A part of a footprint."""

    x0: float
    y0: float
    x1: float
    y1: float
    kind: str


@dataclass
class Cropped(Room):
    """Room for words on a part of the table."""

    box: MapBox | None = None

    def frame(self, margin: float = 4) -> Polygon:
        """Where words may stand: within what is shown."""
        if self.box is None:
            return super().frame(margin)
        x, y, width, height = self.box
        shown = shapely.box(x + margin, y + margin, x + width - margin, y + height - margin)
        return shown.intersection(super().frame(margin))


class Mapped(Protocol):
    """What maps are drawn from besides pictures: a record, or a battle that is still going on."""

    @property
    def scenario(self) -> Scenario:
        """The battle."""
        ...

    @property
    def seat(self) -> str | None:
        """Whose table it is; None for everybody's."""
        ...

    @property
    def states(self) -> Sequence[State]:
        """How things stood at the end of each turn."""
        ...


class Live(NamedTuple):
    """A battle as it stands, which has no turns to look back on."""

    scenario: Scenario
    seat: str | None = None
    states: tuple[State, ...] = ()


class Atlas:
    """All maps of one report; they share the ground and its scale."""

    def __init__(self, record: Mapped, pictures: dict[int, tuple[Picture, ...]]) -> None:
        self.record, self.pictures = record, pictures
        table = record.scenario.header.table_paces
        self.crop = _crop(pictures, table)
        # within bounds: a skirmish would fill the page with two battalions, a great battle be all dots
        scale = min(LARGEST, max(SMALLEST, WIDE / (self.crop[2] - self.crop[0])))
        none = dict.fromkeys(("north", "east", "south", "west"), 0.0)
        self.sheet = Sheet(scale, (float(table[0]), float(table[1])), none, 0.0, "light")
        self.features = features(record.scenario.field, self.sheet)

    def ground(self) -> str:
        """The field, to be put on the page once, unseen; maps refer to it."""
        field = battle_map.bare(self.record.scenario, self.sheet)
        return (
            f'<svg class="store" width="0" height="0" aria-hidden="true"><defs><g id="field">{field}</g></defs></svg>'
        )

    def whole(self) -> str:
        """The whole table as the battle began, framed as a staff map is."""
        s, edge = self.sheet, FRAME + 8
        low = 64
        box = (s.left - edge, s.top - edge, s.width + 2 * edge, s.height + 2 * edge + low)
        bar = frame.scale_bar(s, s.left + s.width / 2, s.bottom + FRAME + 30)
        rose = frame.compass(s, s.right - 52, s.top + 66)
        inside = f"{frame.grid(s)}{self._troops(0)}"
        return self._svg(box, f"{self._field(inside)}{rose}{frame.frame(s)}{bar}", "The field as the battle began")

    def alone(self, title: str) -> str:
        """The whole table of the first picture by itself, ground and all: what a notebook shows."""
        s, edge = self.sheet, FRAME + 8
        width, height = s.width + 2 * edge, s.height + 2 * edge
        paper = f'<rect x="{s.left - edge:.1f}" y="{s.top - edge:.1f}" width="{width:.1f}" height="{height:.1f}"'
        field = battle_map.bare(self.record.scenario, s)
        inside = f'<g clip-path="url(#table)">{field}{frame.grid(s)}{self._smoke(0)}{self._troops(0)}</g>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{s.left - edge:.1f} {s.top - edge:.1f} {width:.1f} '
            f'{height:.1f}" width="{NOTEBOOK}" role="img"><title>{escape(title)}</title>'
            f'{paper} fill="{s.colours.paper}"/>'
            f"{inside}{frame.compass(s, s.right - 52, s.top + 66)}{frame.frame(s)}</svg>\n"
        )

    def at(self, turn: int, since: int | None) -> str:
        """The part that was fought over, at the end of a turn, with arrows from where troops stood before."""
        s, box = self.sheet, self._box()
        x0, y0, x1, y1 = box[0], box[1], box[0] + box[2], box[1] + box[3]
        # below the troops, so that an arrow ends under the unit that made the march
        arrows = self._arrows(since, turn) + self._crosses(since, turn) if since is not None else ""
        edge = f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" fill="none"'
        border = f'{edge} stroke="{s.colours.ink}" stroke-width="5"/>'
        return self._svg(box, f"{self._field(self._smoke(turn) + arrows + self._troops(turn))}{border}", "")

    def _box(self) -> MapBox:
        """The crop on the sheet: left, top, width, height."""
        (x0, y1), (x1, y0) = self.sheet.at(self.crop[:2]), self.sheet.at(self.crop[2:])
        return x0, y0, x1 - x0, y1 - y0

    def _svg(self, box: MapBox, inner: str, title: str) -> str:
        x, y, width, height = box
        named = f"<title>{escape(title)}</title>" if title else ""
        view = f"{x:.1f} {y:.1f} {width:.1f} {height:.1f}"
        return f'<svg class="map" viewBox="{view}" role="img">{named}{inner}</svg>'

    def _field(self, inner: str) -> str:
        return f'<g clip-path="url(#table)"><use href="#field"/>{inner}</g>'

    # -- troops

    def units(self, turn: int) -> dict[str, UnitPicture]:
        """Everybody on the table that the reader may know of: of two pictures of one unit its owner's."""
        found: dict[str, UnitPicture] = {}
        for picture in self.pictures[turn]:
            for unit in picture.units:
                # who does not own a unit may know less of it than there is to show
                if unit.where == "table" and (unit.own or (self.record.seat and unit.id not in found)):
                    found[unit.id] = unit
        return found

    def _troops(self, turn: int) -> str:
        sheet, room = self.sheet, Cropped(self.sheet, box=self._box() if turn else None)
        shown = list(self.units(turn).values())
        drawn = [(unit, self._figure(unit)) for unit in shown]
        ghosts = [self._figure(ghost) for picture in self.pictures[turn] for ghost in self._ghosts(picture)]
        # all troops first, so that no name is put where a unit drawn later would stand on it
        for _, fig in drawn:
            room.take(Polygon(fig.corners(ahead=9, around=1.5)))
        done: set[str] = set()
        named_places = self._shown(self._box()) if turn else self.features
        villages = places.names(named_places, room, sheet, places.SETTLED, done)
        flags = labels.flags(self._leaders(turn), room, sheet)
        named = labels.unit_labels([fig for _, fig in drawn], room, sheet).svg
        others = places.names(named_places, room, sheet, None, done)
        troops = "".join(f"<g{_pale(unit)}><title>{escape(_about(unit))}</title>{fig.svg}</g>" for unit, fig in drawn)
        faint = "".join(f'<g opacity=".32">{fig.svg}</g>' for fig in ghosts)
        return f"<g>{villages}{others}</g>{faint}{self._cards(turn)}{troops}{_no_ids(named)}{flags}"

    def _shown(self, box: MapBox) -> list[Feature]:
        """What can be named on a part of the field: lines, and places whose middle is on it."""
        x, y, width, height = box
        return [
            feature
            for feature in self.features
            if not (feature.is_area or feature.is_point)
            or (x < feature.middle[0] < x + width and y < feature.middle[1] < y + height)
        ]

    def _ghosts(self, picture: Picture) -> Iterable[GhostPicture]:
        """Enemies where the seat saw them last; in a report of everything there are none."""
        return picture.ghosts if self.record.seat else ()

    def _figure(self, unit: UnitPicture | GhostPicture) -> Figure:
        made = _unit(unit)
        parts = [MapRectangle(*part[:4], part[6]) for part in unit.parts]
        if made.kind == "artillery" and len(parts) == 1 and made.guns > 1:
            parts = list(_split(parts[0], made.guns))
        return figure(made, parts, self.sheet)

    def _cards(self, turn: int) -> str:
        """Cards of the enemy that a seat saw, where troops may be or not; who knows everything needs none."""
        seen = [card for picture in self.pictures[turn] for card in picture.cards if self.record.seat and not card.own]
        return "".join(
            card_mark(self.sheet.at((one.x, one.y)), one.name, self.sheet.colours.ink, self.sheet.colours.panel)
            for one in seen
        )

    def _leaders(self, turn: int) -> list[StandingLeader]:
        found: dict[str, LeaderPicture] = {}
        for picture in self.pictures[turn]:
            for leader in picture.leaders:
                if leader.where == "table" and (leader.own or self.record.seat):
                    found.setdefault(leader.id, leader)
        standing = [
            StandingLeader(Leader(each.name), each.nation, each.level, self.sheet.at((each.x, each.y)))
            for each in found.values()
            if each.level > 1  # brigadiers would hide their brigades
        ]
        return sorted(standing, key=lambda one: -one.bars)

    # -- what changed

    def _arrows(self, since: int, turn: int) -> str:
        before, now = self.units(since), self.units(turn)
        out = []
        for unit in now.values():
            old = before.get(unit.id)
            if old is None or "/" in unit.id:  # it was not there, or they are skirmishers
                continue
            start, end = (old.x, old.y), (unit.x, unit.y)
            if math.dist(start, end) >= MARCHED:
                colour = paint(unit.nation, self.sheet).edge
                out.append(arrow(self.sheet.at(start), self.sheet.at(end), colour))
        return f'<g class="marches">{"".join(out)}</g>'

    def _crosses(self, since: int, turn: int) -> str:
        """Where units that are no more stood last."""
        out = []
        states = self.record.states
        for unit, now in states[turn].units.items():
            if now.destroyed and not states[since].units[unit].destroyed:
                # what is destroyed has no place any more, so the turns before tell where it was
                spots = [place for state in states[since:turn] if (place := state.units[unit].place) is not None]
                if spots:
                    out.append(cross(self.sheet.at(spots[-1]), self.sheet.colours.ink, self.sheet.colours.unit_halo))
        return "".join(out)

    def _smoke(self, turn: int) -> str:
        spots = dict.fromkeys(spot for picture in self.pictures[turn] for spot in picture.smoke)
        r = SMOKE * self.sheet.scale
        balls = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"/>' for x, y in map(self.sheet.at, spots))
        return f'<g fill="{self.sheet.colours.panel}" opacity=".5">{balls}</g>'


def _crop(pictures: dict[int, tuple[Picture, ...]], table: tuple[int, int]) -> MapBox:
    """The part of the table in which there were troops, with a margin, no flatter or taller than a page likes."""
    spots = [
        (unit.x, unit.y) for shown in pictures.values() for one in shown for unit in one.units if unit.where == "table"
    ]
    if not spots:
        return 0, 0, table[0], table[1]
    low = [max(0.0, min(spot[i] for spot in spots) - MARGIN) for i in (0, 1)]
    high = [min(float(table[i]), max(spot[i] for spot in spots) + MARGIN) for i in (0, 1)]
    low[0], high[0] = _widened(low[0], high[0], 1.1 * (high[1] - low[1]), table[0])
    # after the width, which may have grown by the line before
    low[1], high[1] = _widened(low[1], high[1], 0.45 * (high[0] - low[0]), table[1])
    return low[0], low[1], high[0], high[1]


def _widened(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    """At least so wide, within the table."""
    more = max(0.0, least - (high - low)) / 2
    low, high = low - more, high + more
    low, high = (0.0, high - low) if low < 0 else (low, high)
    return (max(0.0, low - (high - most)), most) if high > most else (low, high)


def _unit(shown: UnitPicture | GhostPicture) -> Unit:
    """What figures are drawn from, made from the picture alone: it may show a unit that no order of battle has."""
    return Unit(
        id=shown.id,
        name=shown.name.replace("skirmishers of ", "sk. "),
        arm=_ARMS[shown.arm],
        nation=shown.nation,
        men=1,  # the parts say how large it is
        experience="trained",
        position=(shown.x, shown.y),
        facing=float(shown.heading % 360),
        formation=cast(FormationName, _AS_DRAWN.get(shown.formation, shown.formation)),
        guns=shown.guns if isinstance(shown, UnitPicture) and shown.guns else len(shown.parts),
    )


def _split(part: MapRectangle, guns: int) -> Iterable[MapRectangle]:
    step = (part.x1 - part.x0) / guns
    for i in range(guns):
        yield MapRectangle(part.x0 + i * step, part.y0, part.x0 + (i + 1) * step, part.y1, "gun")


def _pale(unit: UnitPicture) -> str:
    return ' opacity=".5"' if drawn_step(unit.steadiness) >= SHAKEN else ""


def _about(unit: UnitPicture) -> str:
    return f"{unit.name}: {unit.formation.replace('_', ' ')}, {unit.men:,} men, {unit.steadiness.word}"


def _no_ids(svg: str) -> str:
    """Several maps stand on one page, and an id only once."""
    return svg.replace(' id="labels"', "")


def key_turns(chapters: Sequence[int], last: int) -> list[int]:
    """The turns of which there is a map: the beginning, the end of every chapter."""
    return sorted({0, *chapters, last})
