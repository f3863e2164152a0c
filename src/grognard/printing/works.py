"""What runs and what was built: water, roads, walls and hedges, villages, buildings, earthworks, bridges, fords."""

from __future__ import annotations

import math
from collections.abc import Callable

import shapely  # type: ignore[import-untyped]
from shapely.geometry import LineString, MultiLineString, Polygon  # type: ignore[import-untyped]

from grognard.printing import shapes
from grognard.printing.cover import Tree, trees
from grognard.printing.features import Feature, of
from grognard.printing.shapes import PaperPoint, PathStep, box, curve, number, path, walk
from grognard.printing.sheet import Sheet


def water(sheet: Sheet, found: list[Feature]) -> str:
    """Streams and rivers with their banks, ponds with ripples."""
    c, runs, ponds = sheet.colours, of(found, "stream", "river"), of(found, "water")
    # all banks below all water, so that none is drawn across the mouth of what flows into a river or a lake
    lakes = shapely.union_all([shapes.polygon(pond.smooth) for pond in ponds])
    courses = {run.index: _into(run, lakes) for run in runs}
    banks = "".join(f'<path stroke-width="1.8" d="{path(pond.smooth, True)}"/>' for pond in ponds)
    banks += "".join(_stroke(courses[run.index], _wide(run) + 1.8) for run in runs)
    beds = "".join(f'<path stroke="none" fill="{c.water}" d="{path(pond.smooth, True)}"/>' for pond in ponds)
    beds += "".join(_stroke(courses[run.index], _wide(run)) for run in runs)
    ripples = "".join(_pond_ripples(pond, sheet) for pond in ponds)
    # the light on the current ends where the current does
    shine = "".join(_open_course(courses[run.index], _wide(run) * 0.28, lakes) for run in runs)
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    groups = ((c.bank, banks), (c.water, beds), (c.water_hi, shine))
    flow = "".join(f'<g {style} stroke="{colour}">{marks}</g>' for colour, marks in groups)
    return flow + ripples + "".join(_ripples(run, sheet) for run in runs if run.kind == "river")


def _wide(run: Feature) -> float:
    return run.width(*((30, 7) if run.kind == "river" else (8, 3.6)))


def _into(run: Feature, lakes: shapely.Geometry) -> list[PaperPoint]:
    """A stream's course; where it ends at the shore of a lake it goes on into it, so that no round end shows there."""
    line, wide = list(run.smooth), _wide(run)
    for _ in range(2):
        (ax, ay), (bx, by) = line[-2:]
        length = math.hypot(bx - ax, by - ay)
        if length and not lakes.is_empty and lakes.distance(shapely.Point(bx, by)) < wide:
            line.append((bx + (bx - ax) / length * wide, by + (by - ay) / length * wide))
        line.reverse()
    return line


def _open_course(line: list[PaperPoint], wide: float, lakes: shapely.Geometry) -> str:
    """A stream's course as a stroke, without what of it lies in other water."""
    left = LineString(line).difference(lakes)
    parts = left.geoms if isinstance(left, MultiLineString) else [left]
    return "".join(_stroke(list(part.coords), wide) for part in parts if not part.is_empty)


def _stroke(line: list[PaperPoint], wide: float) -> str:
    return f'<path stroke-width="{number(wide)}" d="{path(line)}"/>'


def _pond_ripples(pond: Feature, sheet: Sheet) -> str:
    ripples = shapes.hatch(pond.smooth, 0, 6, 14, shapes.dice("pond", pond.index))
    style = f'fill="none" stroke="{sheet.colours.bank}" stroke-width=".6" stroke-opacity=".45"'
    return f'<path {style} d="{ripples}"/>'


def _ripples(river: Feature, sheet: Sheet) -> str:
    """Short strokes with the current where a river is broad enough to have any."""
    width, rnd = river.width(30, 7), shapes.dice("river", river.index)
    if width < 12:
        return ""
    marks = []
    for step in walk(river.smooth, 19, 8):
        off, long = (rnd.random() - 0.5) * (width - 6), 4 + rnd.random() * 5
        x, y = step.x - math.sin(step.angle) * off, step.y + math.cos(step.angle) * off
        dx, dy = math.cos(step.angle) * long, math.sin(step.angle) * long
        marks.append(path([(x - dx, y - dy), (x + dx, y + dy)]))
    style = f'fill="none" stroke="{sheet.colours.bank}" stroke-width=".7" stroke-opacity=".55" stroke-linecap="round"'
    return f'<path {style} d="{"".join(marks)}"/>'


def roads(sheet: Sheet, found: list[Feature]) -> str:
    """Roads with casing; paved ones broader, sunken ones between banks."""
    c, ways = sheet.colours, of(found, "road")
    sunken = "".join(_bank_ticks(way, sheet) for way in ways if way.properties.get("sunken"))
    # all casings below all beds, so that roads join without a line across
    casing = "".join(f'<path stroke-width="{number(_road(way) + 1.9)}" d="{path(way.smooth)}"/>' for way in ways)
    bed = "".join(f'<path stroke-width="{number(_road(way))}" d="{path(way.smooth)}"/>' for way in ways)
    style = 'fill="none" stroke-linejoin="round"'
    return f'{sunken}<g {style} stroke="{c.casing}">{casing}</g><g {style} stroke="{c.road}">{bed}</g>'


def _road(way: Feature) -> float:
    return way.width(6, 5.2 if way.properties.get("paved") else 3.4)


def _bank_ticks(way: Feature, sheet: Sheet) -> str:
    near, far = _road(way) / 2 + 1, _road(way) / 2 + 5
    ticks = [
        path([_beside(step, side * near), _beside(step, side * far)])
        for step in walk(way.smooth, 4)
        for side in (-1, 1)
    ]
    return f'<path fill="none" stroke="{sheet.colours.casing}" stroke-width=".8" d="{"".join(ticks)}"/>'


def _beside(step: PathStep, off: float) -> PaperPoint:
    return step.x - math.sin(step.angle) * off, step.y + math.cos(step.angle) * off


def avenues(sheet: Sheet, found: list[Feature]) -> str:
    """Trees along paved roads, and hedges, which are rows of very small ones."""
    spots: list[Tree] = []
    # trees keep off the houses and their gardens
    built = shapely.union_all([shapes.polygon(f.points).buffer(12) for f in of(found, "village", "town", "building")])
    for way in of(found, "road"):
        if way.properties.get("paved"):
            off = _road(way) / 2 + 5
            spots += [(*_beside(s, side * off), 2.6) for s in walk(way.smooth, 19, 8) for side in (-1, 1)]
    spots = [s for s in spots if not shapely.contains_xy(built, s[0], s[1]) and _inside(sheet, s)]
    for hedge in of(found, "hedge"):
        rnd = shapes.dice("hedge", hedge.index)
        row = walk(curve(hedge.points, 6), 4.6)
        spots += [(s.x + rnd.random() - 0.5, s.y + rnd.random() - 0.5, 1.9 + rnd.random() * 0.8) for s in row]
    # from the back to the front, so that nearer crowns stand before farther ones
    return trees(sorted(spots, key=lambda s: s[1]), sheet)


def _inside(sheet: Sheet, spot: Tree) -> bool:
    return sheet.left < spot[0] < sheet.right and sheet.top < spot[1] < sheet.bottom


def walls(sheet: Sheet, found: list[Feature]) -> str:
    """Walls doubled, fences as rails with posts."""
    c = sheet.colours
    out = []
    for wall in of(found, "wall"):
        d = path(wall.points, wall.is_area)
        out.append(
            f'<path stroke="{c.wall}" stroke-width="2.4" d="{d}"/><path stroke="{c.road}" stroke-width=".7" d="{d}"/>'
        )
    for fence in of(found, "fence"):
        posts = "".join(path([_beside(s, -1.8), _beside(s, 1.8)]) for s in walk(fence.points, 7))
        out.append(f'<path stroke="{c.wall}" stroke-width=".8" d="{path(fence.points)}{posts}"/>')
    return f'<g fill="none" stroke-linejoin="round">{"".join(out)}</g>'


DrawnHouse = tuple[list[PaperPoint], bool]


def villages(sheet: Sheet, found: list[Feature]) -> str:
    """Villages and towns: gardens, then houses along every street that runs through them."""
    return "".join(_village(place, found, sheet) for place in of(found, "village", "town"))


def _village(place: Feature, found: list[Feature], sheet: Sheet) -> str:
    area, c = shapes.polygon(place.points), sheet.colours
    rnd = shapes.dice("village", place.index)
    dense = place.kind == "town" or place.properties.get("density") == "dense"
    keep_off = shapely.union_all(
        [LineString(w.smooth).buffer(w.width(6, 4) / 2 + 1.2) for w in of(found, "road", "stream", "river")]
        + [shapes.polygon(b.points).buffer(3) for b in of(found, "building")]
    )
    houses: list[DrawnHouse] = []
    taken: list[Polygon] = []
    gardens: list[list[PaperPoint]] = []
    for street in _streets(area, found):
        for side in (-1, 1):
            for step in walk(street, 10.5 if dense else 13.5, 3 + rnd.random() * 5):
                for row in (0, 1) if dense else (0,):
                    long, deep = 8 + rnd.random() * 5.5, 5.6 + rnd.random() * 2.4
                    spot = _beside(step, side * (5 + deep / 2 + rnd.random() * 2.2 + row * 12))
                    house = box(*spot, long, deep, step.angle + (rnd.random() - 0.5) * 0.14)
                    shape = Polygon(house)
                    # one plot in ten stays empty, as in any village
                    if rnd.random() < 0.1 or not area.contains(shape) or shape.intersects(keep_off):
                        continue
                    if not any(shape.distance(other) < 0.8 for other in taken):
                        taken.append(shape)
                        houses.append((house, rnd.random() < 0.25))
                        gardens.append(box(*_beside(step, side * (20 + row * 12)), 12, 16, step.angle))
    green = "".join(_clipped(plot, area) for plot in gardens)
    return (
        f'<path fill="{c.garden}" fill-opacity=".45" stroke="{c.tree_ink}" stroke-opacity=".35" stroke-width=".7"'
        f' stroke-dasharray="3 2.4" d="{path(place.points, True)}"/>'
        f'<path fill="{c.garden}" stroke="{c.tree_ink}" stroke-opacity=".3" stroke-width=".5" d="{green}"/>'
        + _houses(houses, sheet)
    )


def _clipped(plot: list[PaperPoint], area: Polygon) -> str:
    return path(plot, True) if area.contains(Polygon(plot)) else ""


def _streets(area: Polygon, found: list[Feature]) -> list[list[PaperPoint]]:
    """The roads through a village, or two lanes of its own where none is mapped."""
    out: list[list[PaperPoint]] = []
    for way in of(found, "road"):
        inside = LineString(way.smooth).intersection(area)
        parts = inside.geoms if isinstance(inside, MultiLineString) else [inside]
        # a road that only cuts a corner makes no street
        out += [[(x, y) for x, y in part.coords] for part in parts if isinstance(part, LineString) and part.length > 20]
    return out + _lanes(area, bool(out))


def _lanes(area: Polygon, crossed: bool) -> list[list[PaperPoint]]:
    """Parallel lanes along the longer side, so that a broad village is not one row of houses."""
    corners = list(area.minimum_rotated_rectangle.exterior.coords)
    a, b, c = corners[0], corners[1], corners[2]
    # lanes run along the longer side
    if math.dist(a, b) < math.dist(b, c):
        a, b, c = b, c, (c[0] + a[0] - b[0], c[1] + a[1] - b[1])
    depth = math.dist(b, c)
    count = max(1, int(depth / (64 if crossed else 52)))
    shifts = [(i + 0.5) / count for i in range(count)]
    dx, dy = c[0] - b[0], c[1] - b[1]
    return [[(a[0] + dx * t, a[1] + dy * t), (b[0] + dx * t, b[1] + dy * t)] for t in shifts]


def _houses(houses: list[DrawnHouse], sheet: Sheet) -> str:
    c = sheet.colours
    fall = "".join(path([(x + 1.4, y + 1.8) for x, y in house], True) for house, _ in houses)
    plain = "".join(path(house, True) for house, tone in houses if not tone)
    dark = "".join(path(house, True) for house, tone in houses if tone)
    line = f'stroke="{c.build_ink}" stroke-width=".8"'
    return (
        f'<path fill="{c.fall}" fill-opacity="{c.fall_o}" d="{fall}"/><path fill="{c.build}" {line} d="{plain}"/>'
        f'<path fill="{c.build_2}" {line} d="{dark}"/>'
    )


def buildings(sheet: Sheet, found: list[Feature]) -> str:
    """Single buildings as ranges round a court where they are large enough, and earthworks."""
    made: dict[str, Callable[[Feature, Sheet], str]] = {
        "building": _building,
        "light_works": _works,
        "medium_works": _works,
        "heavy_works": _works,
    }
    return "".join(made[f.kind](f, sheet) for f in found if f.kind in made and f.is_area)


def _building(farm: Feature, sheet: Sheet) -> str:
    c = sheet.colours
    outline = shapes.polygon(farm.points)
    # corners stay square, as walls have them
    court = outline.buffer(-8, join_style="mitre")
    rings = path(farm.points, True)
    yard = ""
    if isinstance(court, Polygon) and court.area > 60:
        inner = path(list(court.exterior.coords)[:-1], True)
        yard = f'<path fill="{c.meadow}" stroke="{c.build_ink}" stroke-width=".7" d="{inner}"/>'
    fall = path([(x + 1.6, y + 2) for x, y in farm.points], True)
    weight = 1.6 if farm.properties.get("stone") else 1
    return (
        f'<path fill="{c.fall}" fill-opacity="{c.fall_o}" d="{fall}"/>'
        f'<path fill="{c.build_2}" stroke="{c.build_ink}" stroke-width="{weight}" d="{rings}"/>{yard}'
    )


def _works(work: Feature, sheet: Sheet) -> str:
    """A parapet with its slope outward in ticks, thicker for stronger works."""
    c = sheet.colours
    weight = {"light_works": 1.6, "medium_works": 2.6, "heavy_works": 3.8}[work.kind]
    edge = shapes.ring(work.points)
    # ticks fall outward, whichever way the corners were given
    sign = 1 if shapely.LinearRing(edge).is_ccw else -1
    ticks = "".join(path([_beside(s, 0), _beside(s, sign * (3 + weight))]) for s in walk(edge, 4))
    return (
        f'<path fill="{c.fallow}" fill-opacity=".7" d="{path(work.points, True)}"/>'
        f'<path fill="none" stroke="{c.wall}" stroke-width="{weight}" d="{path(work.points, True)}"/>'
        f'<path fill="none" stroke="{c.wall}" stroke-width=".7" d="{ticks}"/>'
    )


def crossings(sheet: Sheet, found: list[Feature]) -> str:
    """Bridges with their parapets along the road, fords as dotted ways through the water."""
    return "".join(_crossing(feature, found, sheet) for feature in of(found, "bridge", "ford"))


def _crossing(place: Feature, found: list[Feature], sheet: Sheet) -> str:
    x, y = place.middle
    run = _nearest(place.middle, of(found, "stream", "river"))
    wide = run.width(*((30, 7) if run.kind == "river" else (8, 3.6))) if run else 10
    angle = _direction(place, run, _nearest(place.middle, of(found, "road"), 14))
    move = f'<g transform="translate({number(x)} {number(y)}) rotate({number(math.degrees(angle))})">'
    half = wide / 2 + 5
    c = sheet.colours
    if place.kind == "ford":
        way = f"M{number(-half)} -3.4H{number(half)}M{number(-half)} 3.4H{number(half)}"
        dots = f'stroke="{c.casing}" stroke-width="1.1" stroke-dasharray="2.6 2.2"'
        return f'{move}<path fill="none" {dots} d="{way}"/></g>'
    rails = "".join(
        f"M{number(-half - 3)} {5.8 * side}L{number(-half)} {4 * side}H{number(half)}L{number(half + 3)} {5.8 * side}"
        for side in (-1, 1)
    )
    return (
        f'{move}<path fill="{c.road}" d="M{number(-half)} -4H{number(half)}V4H{number(-half)}Z"/>'
        f'<path fill="none" stroke="{c.wall}" stroke-width="1.4" stroke-linejoin="round" d="{rails}"/></g>'
    )


def _nearest(spot: PaperPoint, among: list[Feature], within: float = 80) -> Feature | None:
    # by distance, then by the order of the map, so that a tie is settled the same way each time
    near = [(LineString(f.smooth).distance(shapely.Point(spot)), f.index, f) for f in among if len(f.smooth) > 1]
    best = min(near, key=lambda n: n[:2], default=None)
    return best[2] if best and best[0] <= within else None


def _direction(place: Feature, run: Feature | None, road: Feature | None) -> float:
    """Which way one crosses: along the road or the bridge as drawn, else straight over the water."""
    if len(place.points) > 1:
        (ax, ay), (bx, by) = place.points[0], place.points[-1]
        return math.atan2(by - ay, bx - ax)
    if road:
        return _angle_at(road, place.middle)
    return _angle_at(run, place.middle) + math.pi / 2 if run else 0.0


def _angle_at(line: Feature, spot: PaperPoint) -> float:
    return min(walk(line.smooth, 3), key=lambda s: math.dist((s.x, s.y), spot)).angle
