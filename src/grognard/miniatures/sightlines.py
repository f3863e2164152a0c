"""A line of sight told: what it meets, what hides its end, and the ground on edge. The verdict is the survey's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from grognard.battle.pictures import Row
from grognard.battle.sighting.records import FEET, Growth, Hidden, SightLine
from grognard.ground import kernels
from grognard.ground.exact import stretch_inside, through_quad
from grognard.ground.features import HILLS, WOODS, AreaFeature
from grognard.ground.field import Field
from grognard.ground.shapes import Quad, distance, distance_to_quad, flat, places_along, point_along
from grognard.ground.sight import Sight, eye_steps
from grognard.ground.units import LEVEL, SUB, Point, spot, to_sub

from .fights import TableFight
from .footing import name_of

FOOT = to_sub(120)
"""How far a slope runs out below its lowest contour, as it is drawn."""
RIM = to_sub(4)
"""As near to a body as a pointer need be to mean it."""
TALL = {"heavy_woods": 36, "light_woods": 26, "building": 30, "village": 26, "town": 32}
"""Feet; for drawing alone."""


class SightWords(NamedTuple):
    """What a system says about sight, beside its numbers."""

    rule: str
    kinds: Mapping[str, str]
    """The rule for each kind of ground that hides; the general one where there is none of its own."""
    crest: str = ""
    """The rule about the brows of hills."""
    band: str = ""
    """The range between the two places."""


class Limit(NamedTuple):
    """How far one sees in this air, in paces."""

    paces: int
    words: str
    rule: str = ""


def special_limit(b: TableFight[Any, Any, Any], rule: str) -> Limit | None:
    """How far one sees by a special rule of the battle, told by a rule of the system."""
    paces = b.special.sight(b.moment()[0])
    return Limit(paces, f"{paces:,} paces is as far as one sees", rule) if paces else None


def sightline(
    sight: Sight,
    a: Point,
    b: Point,
    words: SightWords,
    *,
    limit: Limit | None = None,
    troops: Iterable[tuple[str, Quad]] = (),
) -> SightLine:
    """Whether two places see each other, with all that the line between them meets. Troops that the one who asks
    knows of are told where the line goes over them: whether they are in the way is a question of who fires at whom."""
    ground, far = sight.ground, -(-distance(a, b) // SUB)
    found = sorted((*_hills(sight, a, b, words), *_covers(sight, a, b, words)), key=lambda each: each.at)
    if limit is not None and far > limit.paces:
        found.append(_hidden("air", limit.words, limit.rule, a, b, to_sub(limit.paces)))
    growths = tuple(_growths(sight, a, b))
    return SightLine(
        seen=not found,
        paces=far,
        start=spot(a),
        end=spot(b),
        hidden=tuple(found),
        notes=(*_notes(growths, found, words), *_over(a, b, troops, words)),
        heights=tuple(profile(ground, a, b)),
        eyes=(_eye(sight, a), _eye(sight, b)),
        growths=growths,
        band=words.band,
        rule=words.rule,
    )


def between_troops(
    b: TableFight[Any, Any, Any], seat: str, one: Point, other: Point, told: Callable[[Point, Point], SightLine]
) -> SightLine:
    """The line between two places as the rules judge it for the troops that stand there, of those whom a seat knows:
    from eye to eye, and of men indoors from the walls that they hold. `told` tells the line between two points."""
    units = [_standing_at(b, seat, end) for end in (one, other)]
    ends = [_looks_from(b, unit, *way) for unit, way in zip(units, ((one, other), (other, one)), strict=True)]
    # an eye of each that is the other's too: they stand on the same ground, and the places that were asked about hold
    line = told(*ends) if ends[0] != ends[1] else told(one, other)
    indoors = [unit for unit in units if unit and b.survey.rules.indoors(b.unit(unit))]
    rows = [
        Row(label=f"{b.name_to(seat, unit)}: at the walls, where it looks out and is seen", value="", rule=line.rule)
        for unit in indoors
    ]
    line = replace(line, notes=(*line.notes, *rows))
    first, second = units
    if not first or not second or b.unit(first).side == b.unit(second).side:
        return line
    return _judged(line, b.survey.sees(first, second), b.name_to(seat, second))


def _judged(line: SightLine, seen: bool, name: str) -> SightLine:
    """The line with the rules' own verdict on two enemies, whose stands may see more than one line from eye to eye."""
    if seen == line.seen:
        return line
    words = f"{name}: a part of it is seen past that" if seen else f"{name}: not seen by the troops here"
    row = Row(label=words, value="", tone="good" if seen else "bad", rule=line.rule)
    return replace(line, seen=seen, hidden=() if seen else line.hidden, notes=(*line.notes, row))


def _standing_at(b: TableFight[Any, Any, Any], seat: str, place: Point) -> str:
    """The unit that the seat knows to stand at a place, or nothing."""
    known = (*b.knowledge.eyes(seat), *(unit for unit in b.knowledge.seen_by(seat) if b.here(unit)))
    near = [(distance_to_quad(place, b.survey.body(unit).frame), unit) for unit in known]
    return min((each for each in near if each[0] <= RIM), default=(0, ""))[1]


def _looks_from(b: TableFight[Any, Any, Any], unit: str, place: Point, toward: Point) -> Point:
    if not unit:
        return place
    return b.survey.rules.window(b.unit(unit), toward) or b.survey.body(unit).eye


def standing(b: TableFight[Any, Any, Any], units: Iterable[str]) -> list[tuple[str, Quad]]:
    """Those of some units who stand on the table, by name and ground: the troops of a `sightline`."""
    return [(b.name(unit), b.survey.body(unit).frame) for unit in units if b.unit(unit).where == "table"]


def _eye(sight: Sight, point: Point) -> int:
    return round((sight.ground.height_at(point) + Fraction(sight.rules.eye)) * FEET)


def _hidden(by: str, words: str, rule: str, a: Point, b: Point, at: int) -> Hidden:
    x, y = spot(point_along(a, b, at))
    return Hidden(by=by, words=words, rule=rule, at=round(at / SUB), x=x, y=y)  # type: ignore[arg-type]


# -- hills


def _hills(sight: Sight, a: Point, b: Point, words: SightWords) -> Iterator[Hidden]:
    """The contours that come between, by the very question that the survey asks; of one hill the worst is told."""
    ground, rules = sight.relief, sight.rules
    areas = len(ground.heights)
    ends = kernels.Bodies([*a, *b], [0, 0], [0, 0], [0] * (2 * areas), *([] for _ in range(7)))
    for end in (0, 1):
        kernels.place_body(end, ends, ground, eye_steps(rules.eye))
    length = distance(a, b)
    worst: dict[str, tuple[int, Hidden]] = {}
    # as the survey has it: from the western end, so that rounding cannot make one direction differ from the other
    first, second = (0, 1) if a <= b else (1, 0)
    for area, feature in enumerate(sight.areas):
        if feature.kind not in HILLS or not kernels.hill_hides(first, second, length, area, ends, ground):
            continue
        inside = ends.inside[area] + ends.inside[areas + area]
        brow = inside == 1 and kernels.on_crest(first, second, area, ends, ground)
        found = max(((_above(ends, feature, length, at), at) for at in _met(feature, a, b)), default=(0, length // 2))
        name = name_of(feature)
        text = f"the brow of {name}" if brow else f"{name}, {max(1, found[0])} feet above the line"
        told = _hidden("hill", text, words.crest if brow and words.crest else words.rule, a, b, found[1])
        if name not in worst or worst[name][0] < found[0]:
            worst[name] = found[0], told
    yield from (told for _, told in worst.values())


def _above(ends: kernels.Bodies, hill: AreaFeature, length: int, at: int) -> int:
    """Feet by which a contour stands above the line from eye to eye."""
    line: float = ends.eyes[0] + (ends.eyes[1] - ends.eyes[0]) * at / max(1, length)
    return round((hill.height * LEVEL - line) * FEET / LEVEL)


def _met(area: AreaFeature, a: Point, b: Point) -> list[int]:
    return sorted(places_along(a, b, _edges(area)))


def _edges(area: AreaFeature) -> Iterable[tuple[int, int, int, int]]:
    edges = area.edges
    return ((edges[i], edges[i + 1], edges[i + 2], edges[i + 3]) for i in range(0, len(edges), 4))


# -- what grows and what is built


def _covers(sight: Sight, a: Point, b: Point, words: SightWords) -> Iterator[Hidden]:
    """Each kind of ground of which the line goes through more than one sees into."""
    length = distance(a, b)
    for kind, depth in sight.rules.depths.items():
        inside = stretches(sight.ground, kind, a, b)
        if not _too_deep(sight, kind, a, b, length):
            continue
        area, at = _end_of_sight(inside, depth) if inside else (None, depth)
        name = name_of(area) if area is not None else kind.replace("_", " ")
        yield _hidden("cover", f"{name}, after {round(at / SUB)} paces", words.kinds.get(kind, words.rule), a, b, at)


def _end_of_sight(inside: Sequence[tuple[AreaFeature, int, int]], depth: int) -> tuple[AreaFeature, int]:
    """Where one has looked into such ground as far as one can."""
    gone = 0
    for area, start, end in inside:
        if gone + end - start > depth:
            return area, start + depth - gone
        gone += end - start
    return inside[-1][0], inside[-1][2]


def _too_deep(sight: Sight, kind: str, a: Point, b: Point, length: int) -> bool:
    """The survey's own sum for one kind of ground."""
    # always in the same direction, as the survey adds it up: rounding must not depend on who looks at whom
    west, east = (a, b) if a <= b else (b, a)
    ground, order = sight.relief, sorted(sight.rules.depths)
    used = 0
    for area in range(len(ground.heights)):
        if ground.heights[area] > 0 or ground.kinds[area] != order.index(kind):
            continue
        first, last = ground.starts[area], ground.starts[area + 1]
        used += ground.signs[area] * stretch_inside(*west, *east, length, ground.edges, first, last)
    return used > sight.rules.depths[kind]


def stretches(ground: Field, kind: str, a: Point, b: Point) -> list[tuple[AreaFeature, int, int]]:
    """Where a line lies in ground of one kind, clearings left out: the area, from how far to how far, in order."""
    length, found = distance(a, b), []
    for area in ground.areas:
        if area.kind != kind:
            continue
        holes = ground.clearings_in(area) if kind in WOODS else ()
        # all places at which the line may go in or out; a touch of a corner only makes a piece of no length
        cuts = sorted({0, length, *_met(area, a, b), *(at for hole in holes for at in _met(hole, a, b))})
        for start, end in pairwise(cuts):
            # between two cuts nothing changes, so the middle of the piece speaks for all of it
            middle = point_along(a, b, (start + end) // 2)
            if end > start and area.holds(middle) and not any(hole.holds(middle) for hole in holes):
                found.append((area, start, end))
    return sorted(found, key=lambda each: each[1])


def _growths(sight: Sight, a: Point, b: Point) -> Iterator[Growth]:
    for kind in sight.rules.depths:
        for area, start, end in stretches(sight.ground, kind, a, b):
            yield Growth(
                name=name_of(area),
                looks="trees" if kind in WOODS else "houses",
                start=round(start / SUB),
                end=round(end / SUB),
                tall=TALL.get(kind, FEET),
            )


def _notes(growths: Sequence[Growth], found: Sequence[Hidden], words: SightWords) -> Iterator[Row]:
    """The line in words, from its beginning."""
    first = min((each.start for each in growths), default=None)
    open_for = min((each.at for each in found), default=None)
    start = min(each for each in (first, open_for) if each is not None) if growths or found else None
    if start is None:
        yield Row(label="Open all the way", value="", tone="good", rule=words.rule)
    elif start > 0:
        yield Row(label=f"Open for {start} paces", value="", tone="good")
    stopped = {each.words.split(",")[0] for each in found if each.by == "cover"}
    for growth in growths:
        if growth.name not in stopped:
            through = f"{growth.end - growth.start} paces of it, little enough to see through"
            yield Row(label=growth.name, value=through, tone="good")
    for each in found:
        yield Row(label=each.words, value="", tone="bad", rule=each.rule, number=each.at)


def _over(a: Point, b: Point, troops: Iterable[tuple[str, Quad]], words: SightWords) -> Iterator[Row]:
    met = [name for name, frame in troops if through_quad(*a, *b, flat([frame]), 0) and not _holds(frame, (a, b))]
    if met:
        yield Row(label=f"Over the heads of {', '.join(sorted(met))}", value="", tone="notice", rule=words.rule)


def _holds(frame: Quad, ends: Iterable[Point]) -> bool:
    """Whether one of the ends lies in a body, or at its rim: he who looks is not in his own way."""
    return any(distance_to_quad(end, frame) <= RIM for end in ends)


# -- the ground on edge


def profile(ground: Field, a: Point, b: Point) -> list[tuple[int, int]]:
    """Heights along a line, in paces and feet: at each contour its own, and level between the feet of two slopes.

    A contour hides where it stands above the line, so that ground drawn straight from contour to contour never hides
    more than the contours do.
    """
    length = distance(a, b)
    marks = sorted({(at, hill.height) for hill in ground.hills for at in _met(hill, a, b)})
    marks = [(0, ground.height_at(a)), *marks, (length, ground.height_at(b))]
    found = [marks[0]]
    for (start, low), (end, high) in pairwise(marks):
        level = ground.height_at(point_along(a, b, (start + end) // 2))
        if end - start > SUB:
            if level < low or (start == 0 and level == low < high):
                found.append((min(end, start + FOOT) if start else max(0, end - FOOT), level))
            if level < high and end - FOOT > found[-1][0]:
                found.append((end - FOOT, level))
        found.append((end, high))
    return [(-(-at // SUB), height * FEET) for at, height in found]
