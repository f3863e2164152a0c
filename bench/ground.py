"""Sight, distance and zones of all pairs of units on the field of Quatre Bras, beside a direct Shapely version.

Bars: all pairs of 300 units 50 times faster than Shapely with an STRtree, with the same answers; one moved unit 50
times cheaper than all pairs. Then the growth to 1,600 units, and plain Python, which must agree to the last bit.
Shapely is asked for sight and distance only, ours gives the zones of threat as well. Positions are random, with a
fixed seed.
"""

from __future__ import annotations

import itertools
import random
import time
from fractions import Fraction
from importlib.resources import files

import shapely
from _common import exit_with, microseconds, verdict

from grognard.ground.batch import Pairs
from grognard.ground.features import HILLS
from grognard.ground.field import Field
from grognard.ground.relations import Body
from grognard.ground.sight import Sight, SightRules
from grognard.ground.units import LEVEL, point, to_sub

UNITS, GROWTH = 300, (100, 300, 800, 1600)
FASTER, CHEAPER = 50, 50
RULES = SightRules(
    {"light_woods": to_sub(120), "heavy_woods": to_sub(40), "village": to_sub(30), "town": 0, "building": 0},
    eye=Fraction(1, 10),
)


def field() -> Field:
    """The bundled field of Quatre Bras, or one like it."""
    bundled = files("grognard.scenarios") / "battles" / "quatre-bras" / "field.geojson"
    if bundled.is_file():
        return Field.from_bytes(bundled.read_bytes(), "field.geojson")
    return Field.from_geojson(_like_quatre_bras(), "field.geojson")


def _like_quatre_bras() -> dict[str, object]:
    rng = random.Random(1815)
    features = [_blob(rng, "heavy_woods" if i % 3 else "light_woods", 250, 12) for i in range(12)]
    features += [_blob(rng, "village", 80, 5), _blob(rng, "building", 40, 4), _blob(rng, "building", 40, 4)]
    for _ in range(5):
        x, y = rng.uniform(900, 5100), rng.uniform(900, 3300)
        features += [_round(rng, "hill", x, y, 350 * size, 14, height=3 - size) for size in (1, 2)]
    apart = [f for i, f in enumerate(features) if f["properties"]["kind"] != "hill" or not _crosses(features, i)]
    return {"type": "FeatureCollection", "paces": [6000, 4200], "features": apart}


def _blob(rng: random.Random, kind: str, radius: float, corners: int) -> dict:
    return _round(rng, kind, rng.uniform(500, 5500), rng.uniform(500, 3700), radius, corners)


def _round(rng: random.Random, kind: str, x: float, y: float, radius: float, corners: int, **more: object) -> dict:
    reach = [radius * rng.uniform(0.8, 1.2) for _ in range(corners)]
    ring = [
        list(shapely.affinity.rotate(shapely.Point(x + reach[i], y), 360 * i / corners, (x, y)).coords[0])
        for i in range(corners)
    ]
    geometry = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
    return {"type": "Feature", "properties": {"kind": kind, **more}, "geometry": geometry}


def _crosses(features: list[dict], index: int) -> bool:
    shape = [shapely.Polygon(f["geometry"]["coordinates"][0]) for f in features]
    hills = [i for i, f in enumerate(features) if f["properties"]["kind"] == "hill" and i < index]
    return any(shape[i].overlaps(shape[index]) for i in hills)


def bodies(ground: Field, count: int, seed: int = 1) -> list[Body]:
    """Battalions in line, in column, batteries, anywhere."""
    rng, (width, depth) = random.Random(seed), (side / 16 for side in ground.size)
    shapes = [(160, 6), (60, 40), (100, 30), (40, 40)]
    return [
        Body.block(
            point(rng.uniform(100, width - 100), rng.uniform(100, depth - 100)),
            rng.randrange(360),
            *(to_sub(side) for side in rng.choice(shapes)),
        )
        for _ in range(count)
    ]


class ShapelyPairs:
    """The same questions in a direct way: a tree of areas, and each line of sight cut with those it meets."""

    def __init__(self, ground: Field) -> None:
        self.areas = [area for area in ground.areas if area.kind in HILLS or area.kind in RULES.depths]
        self.shapes = [shapely.Polygon(area.rings[0], area.rings[1:]) for area in self.areas]
        self.tree = shapely.STRtree(self.shapes)

    def answers(self, units: list[Body]) -> dict[tuple[int, int], tuple[bool, float]]:
        """Sight and distance of every pair."""
        blocks = [shapely.Polygon(unit.frame) for unit in units]
        held = [set(self.tree.query(shapely.Point(unit.eye), predicate="intersects").tolist()) for unit in units]
        tops = [max((self.areas[i].height for i in inside), default=0) * LEVEL + LEVEL // 10 for inside in held]
        return {
            (i, j): (self._sees(units, held, tops, i, j), blocks[i].distance(blocks[j]))
            for i, j in itertools.combinations(range(len(units)), 2)
        }

    def _sees(self, units: list[Body], held: list[set[int]], tops: list[int], i: int, j: int) -> bool:
        line = shapely.LineString([units[i].eye, units[j].eye])
        used: dict[str, float] = {}
        for index in self.tree.query(line, predicate="intersects"):
            area, shape = self.areas[index], self.shapes[index]
            if area.kind not in HILLS:
                used[area.kind] = used.get(area.kind, 0) + line.intersection(shape).length
            elif not (index in held[i] and index in held[j]) and self._hidden(
                line, shape, area.height, tops[i], tops[j]
            ):
                return False
        return all(length <= RULES.depths[kind] for kind, length in used.items())

    @staticmethod
    def _hidden(line: shapely.LineString, shape: shapely.Polygon, height: int, first: int, second: int) -> bool:
        if min(first, second) >= height * LEVEL:
            return False
        for place in shapely.get_parts(line.intersection(shape.boundary)):
            share = line.project(place) / line.length
            if first + share * (second - first) < height * LEVEL:
                return True
        return False


def disagreements(pairs: Pairs, theirs: dict[tuple[int, int], tuple[bool, float]]) -> int:
    """Pairs where sight differs, or distance by more than our rounding up to a sixteenth."""
    return sum(
        pairs.sees(i, j) != seen or not -1e-6 <= pairs.distance(i, j) - distance < 1 + 1e-6
        for (i, j), (seen, distance) in theirs.items()
    )


def seconds(work: object) -> float:
    """Best of three, for what takes long."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        work()  # type: ignore[operator]
        best = min(best, time.perf_counter() - start)
    return best


def main() -> int:
    """Measure, compare, print."""
    ground = field()
    sight, units = Sight(ground, RULES), bodies(ground, UNITS)
    pairs = Pairs(units, sight, half_angle=45, engine="numba")
    plain = Pairs(units, sight, half_angle=45, engine="python")
    peer = ShapelyPairs(ground)
    wrong = disagreements(pairs, peer.answers(units))
    all_pairs = microseconds(pairs.refresh) / 1e3
    shapely_time = seconds(lambda: peer.answers(units)) * 1e3
    plain_time = seconds(plain.refresh) * 1e3
    moved = itertools.cycle(bodies(ground, 50, seed=2))
    one = microseconds(lambda: (pairs.update(7, next(moved)), pairs.row(7))) / 1e3
    pairs.update(7, units[7])
    equal = pairs.tables() == plain.tables()
    sights = sum(pairs.tables()["seen"]) // 2
    print(f"{UNITS} units on {len(ground.areas)} areas: {UNITS * (UNITS - 1) // 2:,} pairs, {sights:,} see each other")
    print(f"all pairs      {all_pairs:10.2f} ms")
    print(f"plain Python   {plain_time:10.2f} ms   same to the last bit: {'yes' if equal else 'NO'}")
    print(
        f"Shapely        {shapely_time:10.2f} ms   {shapely_time / all_pairs:6.0f} times slower (bar {FASTER}), "
        f"{wrong} different answers"
    )
    print(f"one moved unit {one:10.3f} ms   {all_pairs / one:6.0f} times cheaper than all pairs (bar {CHEAPER})")
    for count in GROWTH:
        many = Pairs(bodies(ground, count, seed=3), sight, half_angle=45, engine="numba")
        took = microseconds(many.refresh, repeat=3) / 1e3
        print(f"{count:6,} units {took:12.2f} ms   {took * 2e3 / (count * (count - 1)):6.3f} microseconds a pair")
    passed = equal and not wrong and shapely_time >= FASTER * all_pairs and all_pairs >= CHEAPER * one
    return verdict(passed)


if __name__ == "__main__":
    exit_with(main())
