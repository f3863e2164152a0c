"""Compiles all kernels of sight and distance, once: otherwise each process of a test run compiles for itself those that
nobody has asked for before it, ten seconds of work."""

from __future__ import annotations

import sys

from grognard.ground.batch import KERNELS, Lookout, Pairs, _compiled, gap_of_quads
from grognard.ground.field import Field
from grognard.ground.relations import Body
from grognard.ground.sight import Sight, SightRules
from grognard.ground.units import point, to_sub


def ask_everything() -> None:
    """Two bodies on an empty field are asked everything that bodies are asked."""
    empty = Field.from_geojson({"type": "FeatureCollection", "paces": [1000, 1000], "features": []}, "an empty field")
    sight = Sight(empty, SightRules({}))
    bodies = [Body.block(point(x, 500), 0, to_sub(50), to_sub(6)) for x in (100, 400)]
    pairs = Pairs(bodies, sight, half_angle=45, engine="numba")
    pairs.sees(0, 1)
    pairs.distance(0, 1)
    pairs.near(0, to_sub(400))
    pairs.nearest([0], [1])
    pairs.seen_by_any([0], [1])
    pairs.update(0, bodies[1])
    pairs.tables()
    Lookout(sight, "numba").look([bodies[0].eye], [bodies[1].eye])
    gap_of_quads(bodies[0].frame, bodies[1].frame)


def main() -> None:
    """Compile, and say which kernel was forgotten here."""
    ask_everything()
    workshop = _compiled()
    left = [each.__name__ for each in KERNELS if not getattr(workshop, each.__name__).signatures]
    if left:
        sys.exit(f"not compiled: {', '.join(left)}; ask for them in {__file__}")


if __name__ == "__main__":
    main()
