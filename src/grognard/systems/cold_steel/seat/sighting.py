"""What a seat may ask of the ground in Cold Steel: lines of sight, what a place is worth, how far enemies reach."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.battle.pictures import Row
from grognard.battle.sighting.records import GroundCard, Reach, SightLine
from grognard.ground.shapes import distance
from grognard.ground.units import SUB, Point
from grognard.kernel.checks import implements
from grognard.kernel.tables import Tables
from grognard.miniatures import footing, sightlines
from grognard.miniatures.reaching import Reaching, deployed, in_sight, may_charge, reach_of

from ..checks.movement.frontage import GROUND
from ..table.battlefield import Battlefield
from ..table.ground import going
from ..terms import WOODS, Cover, zones
from .picture import picture
from .view import Briefing, View

_MARCH: dict[str, str] = {each: row for row, several in GROUND.items() for each in several}
"""Rows of the terrain table, by grounds and slopes."""
_COVERED = (
    ("Artillery", "CS-7.2.2a", "CS-7.2.2f", " % against men in it"),
    ("Musketry", "CS-8.2.2a", "CS-8.2.2f", " % against men in it"),
    ("Steel", "CS-9.2.1a", "CS-9.2.1m", " to men in it"),
    ("Morale", "CS-5.2.2a", "CS-5.2.2a", " to men in it"),
)
_FRONT = 45
"""Degrees to each side that a front looks over (CS-1.8a)."""


@implements("CS-1.2e")
def sightline(b: Battlefield, seat: str, one: Point, other: Point) -> SightLine:
    """Whether two places, or the troops at them, see each other in this weather."""
    return sightlines.between_troops(b, seat, one, other, lambda a, c: _line(b, a, c))


def _line(b: Battlefield, one: Point, other: Point) -> SightLine:
    paces = -(-distance(one, other) // SUB)
    air = b.air.limit
    limit = sightlines.Limit(air, f"{air} paces is as far as one sees", "CS-B.8b") if air else None
    words = sightlines.SightWords(
        rule="CS-1.6.3e", kinds={"light_woods": "CS-1.6.3f"}, crest="CS-1.2e", band=zones(b.rules.tables)[paces]
    )
    return sightlines.sightline(b.survey.sight, one, other, words, limit=limit)


def ground_card(b: Battlefield, spot: Point) -> GroundCard:
    """What lies at a place, by the map: what it costs to march there, and what cover it gives."""
    t = b.rules.tables
    covers = sorted(going.cover_at(b.ground, spot))
    kinds = [area.kind for area in b.ground.areas_at(spot)]
    slope = footing.slope_at(b.ground, spot)
    rows = (*_march(t, [*kinds, slope.replace(" ", "_")]), *(row for cover in covers for row in _covered(t, cover)))
    return footing.card(b.ground, spot, cover=", ".join(each.replace("_", " ") for each in covers), rows=rows)


def _march(t: Tables, kinds: list[str]) -> Iterator[Row]:
    for name in dict.fromkeys(_MARCH[kind] for kind in kinds if kind in _MARCH):
        row = t["CS-6.2b"][name]
        costs = [f"{row['paces']} paces"] if "paces" in row else []
        if "shift" in row:
            costs.append(f"front {-row['shift']} class{'es' * (row['shift'] < -1)} less")
        if "disorder" in row:
            costs.append("disorder")
        yield Row(label="March", value=", ".join(costs), rule="CS-6.2b")


def _covered(t: Tables, cover: Cover) -> Iterator[Row]:
    """What a kind of cover is worth, where the chart has a row for it."""
    for label, chart, rule, unit in _COVERED:
        rows = t[chart]
        row = rows.get(cover) or rows.get(WOODS.get(cover, cover))
        if row is not None:
            yield Row(label=label, value=f"{row['value']:+d}{unit}".replace("-", "−"), rule=rule)


def reaches(view: View, briefing: Briefing) -> tuple[Reach, ...]:
    """The zones before guns in action, and how far foot and horse threaten."""
    t = briefing.rules.tables
    names = {row["zone"]: row["name"] for row in t.value("CS-1.2.2a", "rows")}
    bands = sorted((high, zone) for _, high, zone in zones(t).bands if high is not None)
    shot = [(f"{names[zone]} ({zone})", high) for high, zone in bands if high >= t.number("CS-1.8a", "infantry")]
    guns = Reaching(shot, t.number("CS-7.1c", "arc"), "CS-7.1c")
    found = []
    for unit in in_sight(picture(view, briefing).units):
        if deployed(unit):
            found.append(reach_of(unit, guns, charge=False))
        elif may_charge(unit):
            far = t.number("CS-1.8a", unit.arm)
            found.append(reach_of(unit, Reaching([("threatens", far)], _FRONT, "CS-1.8a"), charge=True))
    return tuple(found)
