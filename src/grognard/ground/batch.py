"""All pairs of many bodies at once: distance, sight and zone, which are what threat, fire and morale ask for.

The kernels run compiled by Numba, which is imported only here and only when they are asked for, or as plain Python
where Numba is missing; they are the same text, so the answers are the same to the last bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, NamedTuple, TypeVar

from grognard.ground import exact, kernels, units
from grognard.ground.kernels import STANDS, Answers, Bodies, Nearness, Screens, Stands
from grognard.ground.relations import Body, Zone
from grognard.ground.shapes import Quad, centre, distance_of_quads, flat
from grognard.ground.sight import Sight, blinds, eye_steps
from grognard.ground.units import Point, direction
from grognard.kernel.errors import BadInput

Engine = Literal["auto", "numba", "python"]
_HOW: dict[str, Any] = {"forceinline": True, "_nrt": False}
"""The kernels make no arrays, so Numba need not count who holds them; counting would take most of the time."""

_ROOM = 8
"""Parts that each body has room for at least, so that changes of formation seldom move the numbers of others."""

Bundle = TypeVar("Bundle", bound=tuple[Any, ...])


@dataclass(frozen=True, slots=True)
class Contact:
    """Another body that is seen: which, how far off in sixteenths, and in which zone."""

    body: int
    distance: int
    zone: Zone


class RelationRow(NamedTuple):
    """What one body has to do with each, itself included, as plain lists."""

    distances: list[int]
    """In sixteenths."""
    seen: list[int]
    """1 for each body that is seen, 0 for the others."""
    zones: list[int]
    """In which zone of this one each lies; its own entry means nothing."""


@dataclass(frozen=True)
class _Workshop:
    """The kernels in one of their two forms, and how numbers are handed to them and back."""

    place_all: Callable[..., None]
    fill_all: Callable[..., None]
    fill_one: Callable[..., None]
    see_across: Callable[..., None]
    quad_gap: Callable[..., int]
    numbers: Callable[[Sequence[int]], Any]
    blank: Callable[[int], Any]
    plain: Callable[[Any], list[int]]
    any_of: Callable[[Any, int, list[int]], list[int]]
    """Of a square table of flags so many wide, whether any of these rows has each of them."""
    up_to: Callable[[Any, int], list[int]]
    """Where numbers are no greater than that."""
    least: Callable[[Any, int, list[int], list[int]], list[tuple[int, int]]]
    """Of a square table so many wide, for each of these rows which of these columns has the least number, the first of
    several, counted among those that were named; and what it is."""


def _any_of(table: list[int], wide: int, rows: list[int]) -> list[int]:
    return [int(any(table[row * wide + i] for row in rows)) for i in range(wide)]


def _up_to(numbers: list[int], most: int) -> list[int]:
    return [i for i, number in enumerate(numbers) if number <= most]


def _least(table: list[int], wide: int, rows: list[int], columns: list[int]) -> list[tuple[int, int]]:
    found = (min((table[row * wide + column], i) for i, column in enumerate(columns)) for row in rows)
    return [(i, least) for least, i in found]


@cache
def _plain() -> _Workshop:
    made = (kernels.place_all, kernels.fill_all, kernels.fill_one, kernels.see_across, kernels.quad_gap)
    return _Workshop(*made, list, lambda size: [0] * size, list, _any_of, _up_to, _least)


@cache
def _compiled() -> _Workshop:
    import numpy as np
    from numba.extending import register_jitable

    for module in (exact, kernels):
        for helper in vars(module).values():
            if isinstance(helper, FunctionType) and helper.__module__ == module.__name__:
                # the helpers are compiled into their callers: with so many pairs a call would cost more than they do
                register_jitable(**_HOW)(helper)

    def least(table: Any, wide: int, rows: list[int], columns: list[int]) -> list[tuple[int, int]]:
        part = table.reshape(wide, wide)[np.ix_(rows, columns)]
        # the first of several that are least, as the plain version has it
        which = part.argmin(axis=1)
        return list(zip(which.tolist(), part[np.arange(len(rows)), which].tolist(), strict=True))

    return _Workshop(
        _compile(kernels.place_all),
        _compile(kernels.fill_all),
        _compile(kernels.fill_one),
        _compile(kernels.see_across),
        _compile(kernels.quad_gap),
        lambda numbers: np.array(numbers, np.int64),
        lambda size: np.zeros(size, np.int64),
        lambda numbers: numbers.tolist(),
        lambda table, wide, rows: table.reshape(wide, wide)[rows].any(axis=0).astype(np.int64).tolist(),
        lambda numbers, most: np.flatnonzero(numbers <= most).tolist(),
        least,
    )


def _compile(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Compiled, and kept on disk. Numba watches one file only, so the name carries a digest of all that goes in."""
    from numba import njit

    digest = hashlib.sha256()
    for source in (units.__file__, exact.__file__, kernels.__file__, __file__):
        digest.update(Path(str(source)).read_bytes())
    assert isinstance(kernel, FunctionType)
    # a function of another name, and so another file in the cache, whenever any of the sources has changed
    named = FunctionType(kernel.__code__, kernel.__globals__, kernel.__name__)
    named.__qualname__ = f"{kernel.__name__}_{digest.hexdigest()[:12]}"
    try:
        made: Callable[..., Any] = njit(cache=True, **_HOW)(named)
    except RuntimeError:  # nowhere to keep it
        made = njit(cache=False, **_HOW)(named)
    return made


def _workshop(engine: Engine) -> _Workshop:
    if engine == "python":
        return _plain()
    try:
        return _compiled()
    except ImportError:
        if engine == "numba":
            raise
        return _plain()


def gap_of_quads(first: Quad, second: Quad) -> int:
    """The same as `shapes.distance_of_quads`, in a tenth of the time where kernels are compiled: for whoever measures
    one pair after the other by the thousand."""
    return _gap()(first, second)


@cache
def _gap() -> Callable[[Quad, Quad], int]:
    try:
        measured = _compiled().quad_gap
    except ImportError:
        return distance_of_quads

    def gap(first: Quad, second: Quad) -> int:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = first
        (ex, ey), (fx, fy), (gx, gy), (hx, hy) = second
        return measured(ax, ay, bx, by, cx, cy, dx, dy, ex, ey, fx, fy, gx, gy, hx, hy)

    return gap


class Lookout:
    """Sight by the ground alone from many places to many others, all at once."""

    def __init__(self, sight: Sight, engine: Engine = "auto") -> None:
        self._made, self._eye = _workshop(engine), eye_steps(sight.rules.eye)
        self._ground = _bundled(self._made, sight.relief)
        self._screens = _bundled(self._made, blinds((), ()))
        self._used = self._made.numbers([0] * len(sight.relief.depths))
        self._areas = len(sight.relief.heights)

        # kept, because single questions come one by one in their thousands
        self._two, self._answer = self._bodies(2), self._made.blank(1)

    def look(
        self, posts: Sequence[Point], places: Sequence[Point], troops: Sequence[tuple[Quad, int]] = ()
    ) -> list[list[int]]:
        """For each post, whether it sees each of the places: 1 or 0. Parts of bodies that hide others come with the
        index of the place that is their own, since nobody is hidden by himself, or with -1."""
        wide, bodies = len(places), self._bodies(len(posts) + len(places))
        bodies.points[:] = self._made.numbers([number for point in (*posts, *places) for number in point])
        seen = self._made.blank(len(posts) * wide)
        whose = [len(posts) + own if own >= 0 else -1 for _, own in troops]
        screens = _bundled(self._made, blinds((), [part for part, _ in troops], whose)) if troops else self._screens
        self._ask(len(posts), bodies, screens, seen)
        answers = self._made.plain(seen)
        return [answers[i * wide : (i + 1) * wide] for i in range(len(posts))]

    def sees(self, one: Point, other: Point) -> bool:
        """Whether one sees from place to place."""
        self._two.points[:] = self._made.numbers((*one, *other))
        self._ask(1, self._two, self._screens, self._answer)
        return bool(self._answer[0])

    def _bodies(self, count: int) -> Bodies:
        blank, none = self._made.blank, self._made.numbers([])
        inside = blank(count * self._areas)
        return Bodies(blank(2 * count), blank(count), blank(count), inside, none, none, none, none, none, none)

    def _ask(self, posts: int, bodies: Bodies, screens: Screens, seen: Any) -> None:
        self._made.see_across(posts, self._eye, bodies, self._ground, screens, self._used, seen)


class Pairs:
    """What every body has to do with every other one."""

    def __init__(
        self,
        bodies: Sequence[Body],
        sight: Sight,
        *,
        half_angle: float,
        smoke: Sequence[tuple[int, int, int]] = (),
        troops_block: bool | Callable[[int], bool] = False,
        contact: int = -1,
        near: int = -1,
        sides: Sequence[int] | None = None,
        engine: Engine = "auto",
    ) -> None:
        """`half_angle` spreads the front zone; `troops_block` lets every body hide what is behind it, or those of which
        it says so when asked by index. Bodies no farther apart than `contact` see each other whatever is between; those
        no farther than `near`, of different `sides` if these are told, if any stand of the one sees one of the other;
        others from eye to eye."""
        self.bodies = list(bodies)
        self._sight, self._smoke, self._troops_block = sight, tuple(smoke), troops_block
        self._outward, self._forward = direction(half_angle)
        self._eye = eye_steps(sight.rules.eye)
        self._made = _workshop(engine)
        self._ground = self._bundle(sight.relief)
        self._used = self._made.numbers([0] * len(sight.relief.depths))
        # where nobody says, everybody is everybody's enemy
        whose = list(sides) if sides is not None else list(range(len(self.bodies)))
        self._near = self._bundle(Nearness(contact, near, whose, self._eye))
        self.refresh()

    def refresh(self) -> None:
        """Answer everything anew."""
        count = len(self.bodies)
        self._answers = Answers(*(self._made.blank(count * count) for _ in range(3)))
        self._lay_out()
        self._fill_all()

    def _lay_out(self) -> None:
        """Hand all bodies to the kernels, each with room for the parts it may come to have."""
        self._rooms = [max(_ROOM, len(body.parts)) for body in self.bodies]
        self._flat = self._bundle(_flattened(self.bodies, self._rooms, len(self._sight.relief.heights)))
        self._stands = self._bundle(_stands(self.bodies, len(self._sight.relief.heights)))
        self._made.place_all(self._flat, self._ground, self._eye)

    def _fill_all(self) -> None:
        self._screens = self._bundle(self._blinds())
        self._made.fill_all(*self._rest())

    def _rest(self) -> tuple[Any, ...]:
        seen_over = self._flat, self._stands, self._ground, self._screens, self._used
        return (*seen_over, self._forward, self._outward, self._near, self._answers)

    def _blinds(self) -> kernels.Screens:
        hides = self._troops_block
        if not hides:
            return blinds(self._smoke, ())
        hiding = [(owner, body) for owner, body in enumerate(self.bodies) if hides is True or hides(owner)]
        owned = [(part, owner) for owner, body in hiding for part in body.parts]
        return blinds(self._smoke, [part for part, _ in owned], [owner for _, owner in owned])

    def _bundle(self, bundle: Bundle) -> Bundle:
        return _bundled(self._made, bundle)

    def update(self, index: int, body: Body) -> None:
        """One body has moved or changed its shape. Where troops block sight, this touches all pairs."""
        self.bodies[self._known(index)] = body
        # more parts than there is room for would run into those of the next body
        if len(body.parts) > self._rooms[index]:
            self._lay_out()
        else:
            self._write(index, body)
        self._made.fill_one(index, *self._rest())
        # it may have hidden, or may now hide, any two others
        if self._troops_block:
            self._fill_all()

    def move(self, changes: Mapping[int, Body]) -> None:
        """Several bodies have moved: one by one, or everything anew where that is less to do."""
        # each change answers a whole row and column: for half of them, all at once is less
        if 2 * len(changes) < len(self.bodies) and not self._troops_block:
            for index, body in changes.items():
                self.update(index, body)
            return
        for index, body in changes.items():
            self.bodies[self._known(index)] = body
        if changes:
            self.refresh()

    def _write(self, index: int, body: Body) -> None:
        here, one = self._flat, self._made.numbers
        first, count = int(here.starts[index]), len(body.parts)
        here.points[2 * index : 2 * index + 2] = one(body.eye)
        here.centres[2 * index : 2 * index + 2] = one(centre(body.frame))
        here.frames[8 * index : 8 * index + 8] = one(flat((body.frame,)))
        here.quads[8 * first : 8 * (first + count)] = one(flat(body.parts))
        here.ends[index] = first + count
        wide = 2 * STANDS
        self._stands.points[wide * index : wide * (index + 1)] = one(_numbers(body.lookouts))

    def distance(self, first: int, second: int) -> int:
        """Sixteenths between the nearest parts of two bodies, rounded up."""
        return int(self._answers.distances[self._cell(first, second)])

    def sees(self, first: int, second: int) -> bool:
        """Whether two bodies see each other; nobody sees himself."""
        return bool(self._answers.seen[self._cell(first, second)])

    def zone(self, of: int, about: int) -> Zone:
        """In which zone of `about` the middle of `of` lies."""
        return Zone(int(self._answers.zones[self._cell(about, of)]))

    def contacts(self, index: int, reaches: Sequence[int]) -> list[Contact]:
        """Whom a body sees no farther off than the reach of each, by nearness: what a rule on threats goes by."""
        if len(reaches) != len(self.bodies):
            raise BadInput(f"{len(reaches)} reaches for {len(self.bodies)} bodies; each has one")
        row = self._cell(index, 0)
        seen = [j for j in range(len(self.bodies)) if self._answers.seen[row + j]]
        found = [Contact(j, self.distance(index, j), self.zone(j, index)) for j in seen]
        near = (contact for contact in found if contact.distance <= reaches[contact.body])
        return sorted(near, key=lambda contact: (contact.distance, contact.body))

    def row(self, index: int) -> RelationRow:
        """All about one body at once, which is much cheaper than asking about each other one."""
        first = self._cell(index, 0)
        return RelationRow(*(self._made.plain(table[first : first + len(self.bodies)]) for table in self._answers))

    def distances(self, index: int) -> list[int]:
        """Sixteenths from one body to each."""
        first = self._cell(index, 0)
        return self._made.plain(self._answers.distances[first : first + len(self.bodies)])

    def near(self, index: int, reach: int) -> list[int]:
        """The bodies no farther off than that, itself among them."""
        first = self._cell(index, 0)
        return self._made.up_to(self._answers.distances[first : first + len(self.bodies)], reach)

    def nearest(self, indices: Iterable[int], among: Sequence[int]) -> list[tuple[int, int]]:
        """For each of these bodies, which one among others is nearest, the first of several alike, and the sixteenths
        to it. All at once: a view of a large battle asks for hundreds."""
        rows, columns = [self._known(index) for index in indices], [self._known(index) for index in among]
        if not rows or not columns:
            return []
        found = self._made.least(self._answers.distances, len(self.bodies), rows, columns)
        return [(columns[i], far) for i, far in found]

    def seen_by_any(self, indices: Iterable[int]) -> list[int]:
        """For each body whether any of these sees it: 1 or 0."""
        rows = [self._known(index) for index in indices]
        return self._made.any_of(self._answers.seen, len(self.bodies), rows) if rows else [0] * len(self.bodies)

    def shown(self, index: int) -> list[int]:
        """In which zone of each other body this one lies: whose flank or rear it has got on."""
        # a column: zones are kept in the row of the body about which they lie
        return self._made.plain(self._answers.zones[self._known(index) :: len(self.bodies)])

    def tables(self) -> dict[str, list[int]]:
        """All answers, row by row, as plain lists."""
        return {name: self._made.plain(table) for name, table in self._answers._asdict().items()}

    def _cell(self, first: int, second: int) -> int:
        return self._known(first) * len(self.bodies) + self._known(second)

    def _known(self, index: int) -> int:
        if not 0 <= index < len(self.bodies):
            # asked for by name, so a plain answer instead would hide that it is missing
            raise BadInput(f"body {index}: there are {len(self.bodies)}, counted from 0")
        return index


def _bundled(workshop: _Workshop, bundle: Bundle) -> Bundle:
    """The same bundle with its lists as the kernels want them."""
    make = workshop.numbers
    made: Bundle = type(bundle)(*(make(item) if isinstance(item, list) else item for item in bundle))
    return made


def _numbers(points: Iterable[Point]) -> list[int]:
    return [number for point in points for number in point]


def _stands(bodies: Sequence[Body], areas: int) -> Stands:
    count = STANDS * len(bodies)
    points = [number for body in bodies for number in _numbers(body.lookouts)]
    return Stands(points, [0] * count, [0] * count, [0] * (count * areas), [0] * len(bodies))


def _flattened(bodies: Sequence[Body], rooms: Sequence[int], areas: int) -> Bodies:
    count = len(bodies)
    starts = list(accumulate(rooms, initial=0))
    quads = [0] * (8 * starts[-1])
    for body, start in zip(bodies, starts, strict=False):
        quads[8 * start : 8 * (start + len(body.parts))] = flat(body.parts)
    return Bodies(
        [number for body in bodies for number in body.eye],
        [0] * count,
        [0] * count,
        [0] * (count * areas),
        quads,
        [0] * (4 * starts[-1]),
        starts[:-1],
        [start + len(body.parts) for body, start in zip(bodies, starts, strict=False)],
        flat(body.frame for body in bodies),
        [number for body in bodies for number in centre(body.frame)],
    )
