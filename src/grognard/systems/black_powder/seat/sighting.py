"""What a seat may ask of the ground in Black Powder: lines of sight, what a place is worth, how far enemies reach."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.battle.pictures import Row, UnitPicture
from grognard.battle.sighting.records import GroundCard, Reach, SightLine
from grognard.ground.units import SUB, Point
from grognard.kernel.tables import Tables
from grognard.miniatures import footing, sightlines
from grognard.miniatures.reaching import Reaching, deployed, in_sight, may_charge, reach_of

from ..checks.measures import switched
from ..checks.moving.rates import crossing
from ..table import bodies, ground
from ..table.field import DEEP_WOODS, PowderField
from ..terms import Cover, Terrain, branch, dispersed
from .picture import GUNS, picture
from .view import Briefing, View

RULE = "BP-SHOOT-5"
_WOODS = {DEEP_WOODS: "BP-WOODS-6", "light_woods": "BP-WOODS-11"}


def sightline(b: PowderField, view: View, one: Point, other: Point) -> SightLine:
    """Whether two places see each other; troops in the way count for whoever shoots or charges."""
    words = sightlines.SightWords(rule=RULE, kinds=_WOODS)
    known = sightlines.standing(b, (*view.units, *view.seen))
    sight, limit = b.survey.sight, sightlines.special_limit(b, RULE)
    return sightlines.between_troops(
        b, view.seat, one, other, lambda a, c: sightlines.sightline(sight, a, c, words, troops=known, limit=limit)
    )


def ground_card(b: PowderField, spot: Point) -> GroundCard:
    """What lies at a place: what it does to a move, and what cover it gives."""
    found = ground.terrains_at(b.ground, spot)
    cover = ground.cover_at(b, spot)
    fire = (Row(label="In flames", value="closed to all", rule="BP-MOVE-3"),) if _burns(b, spot) else ()
    rows = (*fire, *(row for each in sorted(found) for row in _going(b.t, each)), *_covered(b.t, cover, found))
    return footing.card(b.ground, spot, cover="" if cover == "none" else cover, rows=rows)


def _burns(b: PowderField, spot: Point) -> bool:
    return not ground.burning_areas(b).isdisjoint(b.ground.areas_at(spot))


def _going(t: Tables, terrain: Terrain) -> Iterator[Row]:
    if terrain == "woods":
        rates = t["BP-WOODS-4"]
        note = f"guns {rates['artillery']}\u2033"
        yield Row(label="March", value=f"{rates['infantry']}\u2033 at most, one move", note=note, rule="BP-WOODS-4")
    elif terrain in ground.ROUGH:
        part = t.value("BP-MOVE-3", "rough_ground")["formed"]
        value = f"1/{part} of the pace in formation"
        yield Row(label="March", value=value, note=_closed(t, "rough_ground"), rule="BP-MOVE-3")
    elif terrain == "building":
        inches = crossing(t, "building")
        yield Row(label="March", value=f"{inches}\u2033 to enter", note=_closed(t, "building"), rule="BP-MOVE-3")


def _closed(t: Tables, terrain: str) -> str:
    arms = [arm for arm, closed in t.value("BP-MOVE-3", "closed").items() if terrain in closed]
    return f"closed to {' and '.join(arms)}" if arms else ""


def _covered(t: Tables, cover: Cover, found: frozenset[Terrain]) -> Iterator[Row]:
    if "woods" in found:
        hard = t.row("BP-SHOOT-3", "hard").value
        yield Row(label="Shooting", value=f"{hard:+d} to hit men in it".replace("-", "−"), rule="BP-WOODS-8")
    if cover != "none":
        yield Row(label="Saves", value=f"{t.row('BP-SAVE-2', cover).value:+d} to men in it", rule="BP-SAVE-2")


def reaches(view: View, briefing: Briefing) -> tuple[Reach, ...]:
    """Ranges before guns in action, of the usual kind of gun, and charges of one move and of all an order gives."""
    t = briefing.rules.tables
    table = picture(view, briefing)
    half = t.number("BP-UNIT-4", "front")
    bands = [(ring.text, ring.paces) for ring in table.rings if ring.arms == GUNS]
    found = []
    for unit in in_sight(table.units):
        if deployed(unit):
            found.append(reach_of(unit, Reaching(bands, half, "BP-ART-4"), charge=False))
        elif may_charge(unit) and not dispersed(view.seen[unit.id].formation):
            found.append(reach_of(unit, Reaching(_charge(t, view, unit), half, "BP-CHG-1"), charge=True))
    return tuple(found)


def _charge(t: Tables, view: View, unit: UnitPicture) -> list[tuple[str, int]]:
    inch = bodies.inch(t, reduced=switched(t, "measuring_66"))
    move = t.number("BP-MOVE-1", branch(view.seen[unit.id].arm)) * inch // SUB
    most = max(row["moves"] for row in t.value("BP-CMD-2", "rows"))
    return [("one move", move), (f"{most} moves", most * move)]
