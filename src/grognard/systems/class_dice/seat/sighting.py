"""What a seat may ask of the ground in Class Dice: lines of sight, what a place is worth, how far enemies reach."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.battle.pictures import Row
from grognard.battle.sighting.records import GroundCard, Reach, SightLine
from grognard.ground.features import AreaFeature
from grognard.ground.units import Point
from grognard.kernel.sources import NO_DICE
from grognard.kernel.tables import Tables
from grognard.miniatures import footing, sightlines
from grognard.miniatures.reaching import Reaching, deployed, in_sight, may_charge, reach_of

from ..checks.movement import FULL, AllowanceFacts
from ..table import ground
from ..table.field import ClassField
from ..terms import Cover
from .picture import GUNS, picture
from .view import Briefing, View

RULE = "CD-line-of-sight"
_SHARES = {(3, 4): "¾ of a move", (1, 2): "half a move", (1, 4): "¼ of a move"}


def sightline(b: ClassField, view: View, one: Point, other: Point) -> SightLine:
    """Whether two places see each other; troops in the way count for whoever fires."""
    words = sightlines.SightWords(rule=RULE, kinds={})
    known = sightlines.standing(b, (*view.units, *view.seen))
    sight, limit = b.survey.sight, sightlines.special_limit(b, RULE)
    return sightlines.between_troops(
        b, view.seat, one, other, lambda a, c: sightlines.sightline(sight, a, c, words, troops=known, limit=limit)
    )


def ground_card(b: ClassField, spot: Point) -> GroundCard:
    """What lies at a place: what it costs to go there, and what cover it gives."""
    cover = ground.cover_at(b.ground, spot)
    slope = footing.slope_at(b.ground, spot)
    rows = (*_going(b.t, b.ground.areas_at(spot), slope), *_covered(b.t, cover))
    return footing.card(b.ground, spot, cover="" if cover == "none" else f"{cover} cover", rows=rows)


def _going(t: Tables, areas: Iterable[AreaFeature], slope: str) -> Iterator[Row]:
    """Shares of a move, and where a unit may lose its order."""
    effects, grades = t["CD-terrain-effects"], t["CD-disruptive-grades"]
    found = [*(ground.terrain_of(area) for area in areas), ground.terrain_of_slope(slope)]
    for terrain in dict.fromkeys(each for each in found if each is not None):
        share = effects.get(terrain)
        if share is not None and share["foot"][0] < share["foot"][1]:
            guns = _SHARES.get(tuple(share["guns"]), "") if "guns" in share else "closed to them"
            foot = _SHARES.get(tuple(share["foot"]), "")
            yield Row(label="March", value=foot, note=f"guns: {guns}", rule="CD-terrain-effects")
        if terrain in grades:
            yield Row(label="Order", value=f"disruptive, {grades[terrain]}", rule="CD-disruptive-grades")


def _covered(t: Tables, cover: Cover) -> Iterator[Row]:
    if cover == "none":
        return
    classes = t.value("CD-cover-classes", cover)
    charts = (
        ("Fire", "CD-fire-mods-cover", classes["fire"]),
        ("Charge", "CD-charge-defender-mods", f"cover_{classes['charge']}"),
        ("Morale", "CD-morale-mods-cover", cover),
    )
    for label, rule, key in charts:
        row = t[rule].get(key)
        if row is not None:
            against = "at men in it" if label == "Fire" else "to men in it"
            yield Row(label=label, value=f"{row['value']:+d} {against}".replace("-", "−"), rule=rule)


def reaches(view: View, briefing: Briefing) -> tuple[Reach, ...]:
    """Bands before guns in action, of the usual kind of gun, and the charges of foot and horse after a full move."""
    t = briefing.rules.tables
    table = picture(view, briefing)
    half = t.number("CD-arcs", "front")
    bands = [(ring.text, ring.paces) for ring in table.rings if ring.arms == GUNS]
    found = []
    for unit in in_sight(table.units):
        if deployed(unit):
            found.append(reach_of(unit, Reaching(bands, half, "CD-range-artillery"), charge=False))
        elif may_charge(unit):
            far = _charge(briefing, view, unit.id)
            if far:
                found.append(reach_of(unit, Reaching([("a full move", far)], half, "CD-move-rates"), charge=True))
    return tuple(found)


def _charge(briefing: Briefing, view: View, unit: str) -> int:
    """Paces of a charge after a movement roll that gives a full move; none in formations that do not charge."""
    seen = view.seen[unit]
    facts = AllowanceFacts(arm=seen.arm, formation=seen.formation, quarters=FULL, charging=True)
    allowance = briefing.rules["allowance"]
    return 0 if allowance.refusal(facts) else int(allowance.roll(facts, NO_DICE).settled.paces)
