"""A battle as a staff map of the time: the ground, both armies in their formations, and who is still to come.

The SVG is made here; PNG and PDF are that SVG on a page of its size, set by Typst.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from xml.sax.saxutils import escape

from shapely.geometry import Polygon  # type: ignore[import-untyped]

from grognard.army.footprints import footprint
from grognard.army.nations import year_of
from grognard.kernel.errors import BadInput
from grognard.printing import arrivals, cover, frame, labels, legend, places, relief, works
from grognard.printing.features import Feature, features, of
from grognard.printing.figures import Figure, figure
from grognard.printing.lettering import Room
from grognard.printing.look import nation_id, nations, palette
from grognard.printing.shapes import box
from grognard.printing.sheet import Sheet, scale_for
from grognard.scenarios.model import Scenario

FORMATS = (".svg", ".png", ".pdf")
SMALL_WIDTH = 480
"""Pixels of a map on a card."""


class DrawnMap:
    """A scenario's map: shown by a notebook, or written to a file."""

    def __init__(self, scenario: Scenario, theme: str = "light") -> None:
        palette(theme)  # refuses one that there is not
        self.scenario, self.theme = scenario, theme

    def svg(self) -> str:
        """As SVG, by itself."""
        return svg(self.scenario, self.theme)

    def save(self, path: str | Path) -> None:
        """Write it to a file whose ending says as what: .svg, .png or .pdf."""
        draw(self.scenario, Path(path), self.theme)

    def __repr__(self) -> str:
        return f"<Map of {self.scenario.header.title}; save('map.svg'), .png or .pdf>"

    def _repr_svg_(self) -> str:
        return self.svg()


def draw(scenario: Scenario, out: Path, theme: str = "light") -> None:
    """Write the map to a file; its ending says as what."""
    kind = as_picture(out)
    text = svg(scenario, theme)
    if kind == ".svg":
        out.write_text(text, encoding="utf-8")
    else:
        out.write_bytes(_set(text, _sheet(scenario, theme), kind))


def as_picture(out: Path) -> str:
    """The kind of picture that a file's ending stands for; refuses any other, and a PDF or PNG without their maker."""
    kind = out.suffix.lower()
    if kind not in FORMATS:
        raise BadInput(f"a map can be written as {', '.join(FORMATS)}; {out.name} is none of them")
    if kind != ".svg" and not _has_typst():
        raise BadInput(
            f"{out.name}: this needs the package typst, which is not installed: pip install 'grognard[print]', "
            "or write the map as .svg"
        )
    return kind


def _has_typst() -> bool:
    try:
        import typst  # noqa: F401
    except ImportError:
        return False
    return True


def _set(text: str, sheet: Sheet, kind: str, ppi: float = 72) -> bytes:
    """The SVG on one page of its own size, a pixel a point."""
    import typst

    width, height = sheet.page
    page = f'#set page(width: {width:.1f}pt, height: {height:.1f}pt, margin: 0pt)\n#image("map.svg", width: 100%)\n'
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "map.svg").write_text(text, encoding="utf-8")
        (Path(folder) / "map.typ").write_text(page, encoding="utf-8")
        source = str(Path(folder) / "map.typ")
        if kind == ".png":
            return typst.compile(source, format="png", ppi=ppi)
        # without the time of day, so that the same battle makes the same file
        return typst.compile(source, format="pdf", timestamp=0)


def svg(scenario: Scenario, theme: str = "light") -> str:
    """The whole map as SVG."""
    sheet = _sheet(scenario, theme)
    found = features(scenario.field, sheet)
    drawn = figures(scenario, sheet)
    width, height = sheet.page
    size = f'width="{width:.1f}" height="{height:.1f}"'
    table = _ground(sheet, found) + frame.grid(sheet) + _people(scenario, sheet, found, drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.1f} {height:.1f}" {size} role="img">'
        f"<title>{escape(scenario.header.title)}</title>{_definitions(scenario, sheet)}"
        f'<rect {size} fill="{sheet.colours.paper}"/><g clip-path="url(#table)">{table}</g>'
        f"{frame.frame(sheet)}{frame.cartouche(scenario, sheet)}{legend.foot(scenario, sheet)}"
        f"{arrivals.arrivals(arrivals.chips(scenario, sheet.scale), sheet)}</svg>\n"
    )


def ground(scenario: Scenario, theme: str = "light", *, small: bool = False) -> str:
    """The ground alone, from edge to edge of the table, with the names of places: what a table in play lies on. The
    small one is for a card: no names, and little that would not be seen."""
    sheet = _sheet(scenario, theme)
    if small:
        sheet = replace(sheet, scale=SMALL_WIDTH / sheet.paces[0])
    found = features(scenario.field, sheet)
    names = "" if small else f'<g id="places">{places.names(found, Room(sheet), sheet, None, set())}</g>'
    box = f"{sheet.left:.1f} {sheet.top:.1f} {sheet.width:.1f} {sheet.height:.1f}"
    size = f'width="{sheet.width:.1f}" height="{sheet.height:.1f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} preserveAspectRatio="none" role="img">'
        f"<title>{escape(scenario.header.title)}</title>{_definitions(scenario, sheet)}"
        f'<rect x="{sheet.left:.1f}" y="{sheet.top:.1f}" {size} fill="{sheet.colours.paper}"/>'
        f'<g clip-path="url(#table)">{_ground(sheet, found)}{names}</g></svg>\n'
    )


def bare(scenario: Scenario, sheet: Sheet) -> str:
    """The field on a sheet of the caller's own, for whoever lays troops on it himself: definitions, then layers."""
    return _definitions(scenario, sheet) + _ground(sheet, features(scenario.field, sheet))


def _sheet(scenario: Scenario, theme: str) -> Sheet:
    palette(theme)
    scale = scale_for(scenario)
    wide, deep = scenario.header.table_paces
    bands = arrivals.bands(arrivals.chips(scenario, scale))
    return Sheet(scale, (wide, deep), bands, legend.foot_height(scenario), theme)


def _definitions(scenario: Scenario, sheet: Sheet) -> str:
    """The table's edge, and a pattern for each nation that is there, which turns with the unit."""
    present = sorted({nation_id(unit.nation) for side in scenario.sides for unit in side.all_units()})
    present += [key for side in scenario.sides if (key := nation_id(side.nation)) not in present]
    patterns = []
    for key in dict.fromkeys(present):
        nation = nations()[key]
        mark, pattern = nation.colours(sheet.theme)[2], nation.pattern
        inner = f'<path fill="{mark}" d="{pattern.fill}"/>' if pattern.fill else ""
        if pattern.stroke:
            inner += f'<path fill="none" stroke="{mark}" stroke-width="{pattern.weight:g}" d="{pattern.stroke}"/>'
        turn = f' patternTransform="rotate({pattern.turn:g})"' if pattern.turn else ""
        size = f'width="{pattern.tile[0]:g}" height="{pattern.tile[1]:g}"'
        patterns.append(f'<pattern id="{key}" {size} patternUnits="userSpaceOnUse"{turn}>{inner}</pattern>')
    table = f'x="{sheet.left:.1f}" y="{sheet.top:.1f}" width="{sheet.width:.1f}" height="{sheet.height:.1f}"'
    return f'<defs><clipPath id="table"><rect {table}/></clipPath>{"".join(patterns)}</defs>'


def _ground(sheet: Sheet, found: list[Feature]) -> str:
    """The field, from the lie of the land up to the avenues."""
    # once: the shading and the hachures must agree about where the ground falls
    heights = relief.relief(sheet, found)
    layers = {
        "relief": relief.picture(heights, sheet),
        "grass": cover.grass(sheet, found),
        "fields": cover.fields(sheet, found),
        "marshes": cover.marshes(sheet, found),
        "hachures": relief.hachures(heights, sheet),
        "contours": relief.contours(sheet, found),
        "water": works.water(sheet, found),
        "woods": cover.woods(sheet, found),
        "roads": works.roads(sheet, found),
        "crossings": works.crossings(sheet, found),
        "villages": works.villages(sheet, found),
        "buildings": works.buildings(sheet, found),
        "walls": works.walls(sheet, found),
        "avenues": works.avenues(sheet, found),
    }
    return "".join(f'<g id="{name}">{marks}</g>' for name, marks in layers.items())


def figures(scenario: Scenario, sheet: Sheet) -> list[Figure]:
    """Every unit that stands on the table when the battle begins."""
    year = year_of(scenario.header.date)
    units = [unit for side in scenario.sides for unit in side.all_units() if unit.present]
    return [figure(unit, footprint(unit, year).parts, sheet) for unit in units]


def _people(scenario: Scenario, sheet: Sheet, found: list[Feature], drawn: list[Figure]) -> str:
    """Names under troops under leaders; each finds its place among those that matter more."""
    room = Room(sheet)
    # troops first: no name may cover a unit, and what matters more chooses its place earlier
    for fig in drawn:
        room.take(Polygon(fig.corners(ahead=9, around=1.5)))
    for crossing in of(found, "bridge", "ford"):
        room.take(Polygon(box(*crossing.middle, 16, 16, 0)))
    done: set[str] = set()
    villages = places.names(found, room, sheet, places.SETTLED, done)
    there = {fig.unit.id: fig for fig in drawn}
    chiefs = [who for side in scenario.sides for who in labels.leaders(side, there, sheet)]
    named = labels.unit_labels(drawn, room, sheet)
    flags = labels.flags(chiefs, room, sheet)
    others = places.names(found, room, sheet, None, done)
    troops = "".join(f'<g data-unit="{fig.unit.id}">{fig.svg}</g>' for fig in drawn)
    return f'<g id="places">{villages}{others}</g><g id="troops">{troops}</g>{named.svg}<g id="leaders">{flags}</g>'
