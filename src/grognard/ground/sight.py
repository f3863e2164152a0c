"""Line of sight over hills, woods and towns, and past smoke and troops. What blocks how far is passed in.

A contour hides what lies beyond it where it stands above the straight line from eye to eye. So nobody sees through a
hill higher than both, and sight is mutual. With a `Crest`, whoever stands on the topmost contour of a hill is seen from
outside it while he is no farther behind its edge than the crest's reach, and hidden when he is, whatever the straight
line says; this holds for two who differ by no more than the crest's levels, and not for those who look down from above.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from grognard.ground import kernels
from grognard.ground.features import AREAS, HILLS, WOODS, AreaFeature
from grognard.ground.field import Field
from grognard.ground.kernels import ReliefArrays, Screens
from grognard.ground.shapes import Quad, flat
from grognard.ground.units import LEVEL, Point
from grognard.kernel.errors import BadInput


@dataclass(frozen=True, slots=True)
class Crest:
    """How near the edge of a hill one is seen, in sixteenths, and up to which difference of contour levels."""

    reach: int
    levels: int


@dataclass(frozen=True)
class SightRules:
    """What a rule system says about sight."""

    depths: Mapping[str, int] = field(default_factory=dict)
    """How far one sees into or through each kind of area, in sixteenths; kinds not named do not block."""
    eye: Fraction = Fraction(0)
    """Height of a man's eye (and of his hat, to be seen by) in contour levels."""
    crest: Crest | None = None

    def __post_init__(self) -> None:
        # hills and clearings are areas, but the one hides by its height and the other not at all
        unknown = sorted(set(self.depths) - set(AREAS) | set(self.depths) & {*HILLS, "clearing"})
        if unknown:
            raise BadInput(f"sight into {unknown[0]!r}: this is no kind of area that blocks by its depth")
        if self.crest and (self.crest.reach < 0 or self.crest.levels < 0):
            raise BadInput("a crest's reach and levels are not negative")
        eye_steps(self.eye)


def eye_steps(eye: Fraction) -> int:
    """An eye height as whole steps of a contour level."""
    steps = eye * LEVEL
    if steps.denominator != 1 or steps < 0:
        raise BadInput(f"eye height {eye}: it is a multiple of 1/{LEVEL} of a contour level, and not negative")
    return int(steps)


def relief(ground: Field, rules: SightRules) -> ReliefArrays:
    """The areas that can block sight, as the kernels want them."""
    order = sorted(rules.depths)
    found = list(_blocking(ground, order))
    edges = [number for area, _, _ in found for number in area.edges]
    return ReliefArrays(
        edges,
        list(accumulate((len(area.edges) // 4 for area, _, _ in found), initial=0)),
        [number for area, _, _ in found for number in area.box],
        [area.height for area, _, _ in found],
        [kind for _, kind, _ in found],
        [sign for _, _, sign in found],
        [rules.depths[kind] for kind in order],
        rules.crest.reach if rules.crest else -1,
        rules.crest.levels if rules.crest else 0,
    )


def _blocking(ground: Field, order: Sequence[str]) -> Iterable[tuple[AreaFeature, int, int]]:
    for area in ground.areas:
        if area.kind in HILLS:
            # a hill has no depth, so it belongs to no kind
            yield area, -1, 1
        elif area.kind in order:
            yield area, order.index(area.kind), 1
            if area.kind in WOODS:
                # a clearing is not blocking by itself: it takes its stretch off the kind of wood it lies in
                yield from ((clearing, order.index(area.kind), -1) for clearing in ground.clearings_in(area))


@dataclass(frozen=True)
class Sight:
    """Answers about sight on one field under one set of rules."""

    ground: Field
    rules: SightRules

    @cached_property
    def relief(self) -> ReliefArrays:
        """The field as the kernels want it."""
        return relief(self.ground, self.rules)

    @cached_property
    def areas(self) -> tuple[AreaFeature, ...]:
        """The areas of the field as the kernels count them."""
        return tuple(area for area, _, _ in _blocking(self.ground, sorted(self.rules.depths)))

    def clear(
        self,
        a: Point,
        b: Point,
        *,
        eye_a: Fraction | None = None,
        eye_b: Fraction | None = None,
        smoke: Sequence[tuple[int, int, int]] = (),
        screens: Sequence[Quad] = (),
    ) -> bool:
        """Whether a and b see each other. Smoke is x, y and radius; screens are bodies of troops that block sight."""
        ground, areas = self.relief, len(self.relief.heights)
        # two bare points as bodies, so that one line and all pairs go through the same text
        ends = kernels.Bodies([*a, *b], [0, 0], [0, 0], [0] * (2 * areas), *([] for _ in range(7)))
        for end, eye in enumerate((eye_a, eye_b)):
            kernels.place_body(end, ends, ground, eye_steps(self.rules.eye if eye is None else eye))
        return kernels.sees(0, 1, ends, ground, blinds(smoke, screens), [0] * len(ground.depths))


def blinds(
    smoke: Sequence[tuple[int, int, int]], quads: Sequence[Quad], owners: Sequence[int] | None = None
) -> Screens:
    """Smoke and troops as the kernels want them; troops without an owner hide everybody else."""
    puffs = [number for puff in smoke for number in puff]
    return Screens(puffs, flat(quads), list(owners) if owners is not None else [-1] * len(quads))
