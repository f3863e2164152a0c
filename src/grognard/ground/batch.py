"""All pairs of many bodies at once: distance, sight and zone, which are what threat, fire and morale ask for.

The kernels run compiled by Numba, which is imported only here and only when they are asked for, or as plain Python
where Numba is missing; they are the same text, so the answers are the same to the last bit.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from pathlib import Path
from types import FunctionType
from typing import Any, Literal, NamedTuple, TypeVar

from grognard.ground import exact, kernels, units
from grognard.ground.kernels import BEYOND, STANDS, UNKNOWN, Answers, Bodies, Nearness, Screens, Stands
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

    numbers: Callable[[Sequence[int]], Any]
    blank: Callable[[int], Any]
    unknown: Callable[[int], Any]
    """A square table so many wide of what nobody has asked for yet, noughts where a row meets its own column."""
    plain: Callable[[Any], list[int]]
    up_to: Callable[[Any, int], tuple[list[int], list[int]]]
    """Where numbers are no greater than that, and what they are."""
    regrouped: Callable[[Any, int, list[int]], Any]
    """Of a square table so many wide, a new one of these rows and columns; noughts in those that are -1."""
    place_all: Callable[..., None]
    begin_all: Callable[..., None]
    begin_one: Callable[..., None]
    measured: Callable[..., int]
    measure_row: Callable[..., None]
    see_pair: Callable[..., int]
    see_any: Callable[..., None]
    nearest_each: Callable[..., None]
    answer_row: Callable[..., None]
    see_across: Callable[..., None]
    quad_gap: Callable[..., int]


KERNELS = (
    kernels.place_all,
    kernels.begin_all,
    kernels.begin_one,
    kernels.measured,
    kernels.measure_row,
    kernels.see_pair,
    kernels.see_any,
    kernels.nearest_each,
    kernels.answer_row,
    kernels.see_across,
    kernels.quad_gap,
)
"""As the fields of a workshop have them."""


def _unknown(wide: int) -> list[int]:
    return [0 if i == j else UNKNOWN for i in range(wide) for j in range(wide)]


def _up_to(numbers: list[int], most: int) -> tuple[list[int], list[int]]:
    places = [i for i, number in enumerate(numbers) if number <= most]
    return places, [numbers[i] for i in places]


def _regrouped(table: list[int], wide: int, which: list[int]) -> list[int]:
    return [table[i * wide + j] if i >= 0 and j >= 0 else 0 for i in which for j in which]


@cache
def _plain() -> _Workshop:
    return _Workshop(list, lambda size: [0] * size, _unknown, list, _up_to, _regrouped, *KERNELS)


@cache
def _compiled() -> _Workshop:
    import numpy as np
    from numba.extending import register_jitable

    for module in (exact, kernels):
        for helper in vars(module).values():
            if isinstance(helper, FunctionType) and helper.__module__ == module.__name__:
                # the helpers are compiled into their callers: with so many pairs a call would cost more than they do
                register_jitable(**_HOW)(helper)

    def unknown(wide: int) -> Any:
        table = np.full(wide * wide, UNKNOWN, np.int8)
        table[:: wide + 1] = 0
        return table

    def up_to(numbers: Any, most: int) -> tuple[list[int], list[int]]:
        (places,) = (numbers <= most).nonzero()
        return places.tolist(), numbers[places].tolist()

    def regrouped(table: Any, wide: int, which: list[int]) -> Any:
        places = np.array(which, np.int64)
        made = table.reshape(wide, wide)[np.ix_(places, places)]
        made[places < 0] = made[:, places < 0] = 0
        return made.ravel()

    return _Workshop(
        lambda numbers: np.array(numbers, np.int64),
        lambda size: np.zeros(size, np.int64),
        unknown,
        lambda numbers: numbers.tolist(),
        up_to,
        regrouped,
        *(_compile(kernel) for kernel in KERNELS),
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
        return Bodies(blank(2 * count), blank(count), blank(count), inside, *[none] * 7)

    def _ask(self, posts: int, bodies: Bodies, screens: Screens, seen: Any) -> None:
        self._made.see_across(posts, self._eye, bodies, self._ground, screens, self._used, seen)


class Pairs:
    """What every body has to do with every other one: who is near is measured at once, all else when somebody asks."""

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
        horizon: int = 0,
        sides: Sequence[int] | None = None,
        engine: Engine = "auto",
    ) -> None:
        """`half_angle` spreads the front zone; `troops_block` lets every body hide what is behind it, or those of which
        it says so when asked by index. Bodies no farther apart than `contact` see each other whatever is between; those
        no farther than `near`, of different `sides` if these are told, if any stand of the one sees one of the other;
        others from eye to eye. Bodies no farther than `horizon` are measured as soon as they stand."""
        self.bodies = list(bodies)
        self._sight, self._smoke, self._troops_block = sight, tuple(smoke), troops_block
        self._outward, self._forward = direction(half_angle)
        self._eye = eye_steps(sight.rules.eye)
        self._made = _workshop(engine)
        self._ground = self._bundle(sight.relief)
        self._used = self._made.numbers([0] * len(sight.relief.depths))
        # where nobody says, everybody is everybody's enemy
        whose = list(sides) if sides is not None else list(range(len(self.bodies)))
        self._near = self._bundle(Nearness(contact, near, whose, self._eye, max(contact, near, horizon)))
        self._screens = self._bundle(self._blinds())
        self._begin()

    def refresh(self) -> None:
        """Answer everything anew."""
        self._screens = self._bundle(self._blinds())
        self._begin()
        self._answer_all()

    def _begin(self) -> None:
        """All bodies stand anew."""
        count = len(self.bodies)
        self._answers = Answers(self._made.blank(count * count), self._made.unknown(count), self._made.unknown(count))
        self._lay_out()
        self._made.begin_all(self._flat, self._near, self._answers)

    def regroup(self, bodies: Sequence[Body], before: Sequence[int], sides: Sequence[int] | None = None) -> None:
        """Other bodies than before: which of the old ones each is, or -1 for one that has come or moved. Only those
        are asked about anew, unless troops block sight."""
        wide, self.bodies = len(self.bodies), list(bodies)
        whose = list(sides) if sides is not None else list(range(len(self.bodies)))
        self._near = self._bundle(self._near._replace(sides=whose))
        if not wide:
            self._begin()
            return
        self._answers = Answers(*(self._made.regrouped(table, wide, list(before)) for table in self._answers))
        self._lay_out()
        for index, old in enumerate(before):
            if old < 0:
                self._stand(index)
        self._screen_anew()

    def _lay_out(self) -> None:
        """Hand all bodies to the kernels, each with room for the parts it may come to have."""
        self._rooms = [max(_ROOM, len(body.parts)) for body in self.bodies]
        areas, blank = len(self._sight.relief.heights), self._made.blank
        self._flat = self._bundle(_flattened(self.bodies, self._rooms, areas, blank))
        self._stands = self._bundle(_stands(self.bodies, areas, blank, looking=self._stands_look))
        self._made.place_all(self._flat, self._ground, self._eye)

    @property
    def _stands_look(self) -> bool:
        """Whether single stands may be asked what they see; else nobody need know where they are."""
        return self._near.reach >= 0

    def _stand(self, index: int) -> None:
        self._made.begin_one(index, self._flat, self._stands, self._ground, self._near, self._answers)

    def _screen_anew(self) -> None:
        """Where troops block sight, whoever has moved may have hidden, or may now hide, any two others."""
        if self._troops_block:
            self._screens = self._bundle(self._blinds())
            self._answers = self._answers._replace(seen=self._made.unknown(len(self.bodies)))

    def _seeing(self) -> tuple[Any, ...]:
        """What the kernels want that tell who sees whom."""
        seen_over = self._flat, self._stands, self._ground, self._screens, self._used
        return (*seen_over, self._near, self._answers)

    def _answer(self, index: int) -> None:
        *seen_over, near, answers = self._seeing()
        self._made.answer_row(index, *seen_over, self._forward, self._outward, near, answers)

    def _answer_all(self) -> None:
        for index in range(len(self.bodies)):
            self._answer(index)

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
        """One body has moved or changed its shape."""
        self._put(index, body)
        self._screen_anew()

    def move(self, changes: Mapping[int, Body]) -> None:
        """Several bodies have moved: one by one, or everything anew where that is less to do."""
        # each change touches a whole row and column: for half of them, all at once is less
        if 2 * len(changes) < len(self.bodies):
            for index, body in changes.items():
                self._put(index, body)
        else:
            for index, body in changes.items():
                self.bodies[self._known(index)] = body
            self._begin()
        self._screen_anew()

    def _put(self, index: int, body: Body) -> None:
        self.bodies[self._known(index)] = body
        # more parts than there is room for would run into those of the next body
        if len(body.parts) > self._rooms[index]:
            self._lay_out()
        else:
            self._write(index, body)
        self._stand(index)

    def _write(self, index: int, body: Body) -> None:
        here, one = self._flat, self._made.numbers
        first, count = int(here.starts[index]), len(body.parts)
        here.points[2 * index : 2 * index + 2] = one(body.eye)
        here.centres[2 * index : 2 * index + 2] = one(centre(body.frame))
        here.frames[8 * index : 8 * index + 8] = one(flat((body.frame,)))
        here.quads[8 * first : 8 * (first + count)] = one(flat(body.parts))
        here.ends[index] = first + count
        if self._stands_look:
            wide = 2 * STANDS
            self._stands.points[wide * index : wide * (index + 1)] = one(_numbers(body.lookouts))

    def distance(self, first: int, second: int) -> int:
        """Sixteenths between the nearest parts of two bodies, rounded up."""
        known = int(self._answers.distances[self._cell(first, second)])
        return known if known < BEYOND else self._made.measured(first, second, self._flat, self._answers)

    def sees(self, first: int, second: int) -> bool:
        """Whether two bodies see each other; nobody sees himself."""
        known = int(self._answers.seen[self._cell(first, second)])
        return bool(known if known != UNKNOWN else self._made.see_pair(first, second, *self._seeing()))

    def zone(self, of: int, about: int) -> Zone:
        """In which zone of `about` the middle of `of` lies."""
        cell = self._cell(about, of)
        if self._answers.zones[cell] == UNKNOWN:
            frame, (x, y) = flat((self.bodies[about].frame,)), centre(self.bodies[of].frame)
            self._answers.zones[cell] = exact.zone_of(x, y, frame, 0, self._forward, self._outward)
        return Zone(int(self._answers.zones[cell]))

    def contacts(self, index: int, reaches: Sequence[int]) -> list[Contact]:
        """Whom a body sees no farther off than the reach of each, by nearness: what a rule on threats goes by."""
        if len(reaches) != len(self.bodies):
            raise BadInput(f"{len(reaches)} reaches for {len(self.bodies)} bodies; each has one")
        row = self.row(index)
        found = [Contact(j, row.distances[j], Zone(row.zones[j])) for j, seen in enumerate(row.seen) if seen]
        near = (contact for contact in found if contact.distance <= reaches[contact.body])
        return sorted(near, key=lambda contact: (contact.distance, contact.body))

    def row(self, index: int) -> RelationRow:
        """All about one body at once, which is much cheaper than asking about each other one."""
        first = self._cell(index, 0)
        self._answer(index)
        return RelationRow(*(self._made.plain(table[first : first + len(self.bodies)]) for table in self._answers))

    def distances(self, index: int) -> list[int]:
        """Sixteenths from one body to each."""
        return self._made.plain(self._distances(index, BEYOND))

    def near(self, index: int, reach: int) -> list[int]:
        """The bodies no farther off than that, itself among them."""
        return self._made.up_to(self._distances(index, reach), reach)[0]

    def gaps(self, index: int, reach: int) -> list[tuple[int, int]]:
        """All others no farther off than that, each with the sixteenths to it."""
        near = self._made.up_to(self._distances(index, reach), reach)
        return [each for each in zip(*near, strict=True) if each[0] != index]

    def _distances(self, index: int, reach: int) -> Any:
        """The row of one body, in which all are measured that are no farther off."""
        first = self._known(index) * len(self.bodies)
        if reach > self._near.horizon:
            self._made.measure_row(index, reach, self._flat, self._answers)
        return self._answers.distances[first : first + len(self.bodies)]

    def nearest(self, indices: Iterable[int], among: Sequence[int], unit: int = 1) -> list[tuple[int, int]]:
        """For each of these bodies, which one among others is nearest, the first of several alike, and the sixteenths
        to it; alike in units of so many sixteenths, a fraction counting as the next one. All at once: a view of a large
        battle asks for hundreds."""
        rows, columns = self._all_known(indices), self._all_known(among)
        if not rows or not columns:
            return []
        numbers, found = self._made.numbers, self._made.blank(2 * len(rows))
        self._made.nearest_each(numbers(rows), numbers(columns), unit, found, self._flat, self._answers)
        told = self._made.plain(found)
        return [(columns[i], far) for i, far in zip(told[::2], told[1::2], strict=True)]

    def seen_by_any(self, indices: Iterable[int], among: Sequence[int]) -> list[int]:
        """For each body among others whether any of these sees it: 1 or 0."""
        return self.any_sees(self.counted(indices), self.counted(among))

    def counted(self, indices: Iterable[int]) -> Any:
        """Bodies by their indices, as the kernels want them: for whoever asks about the same ones again and again."""
        return self._made.numbers(self._all_known(indices))

    def any_sees(self, eyes: Any, others: Any) -> list[int]:
        """The same as `seen_by_any` for bodies that were counted before."""
        if not len(eyes) or not len(others):
            return [0] * len(others)
        found = self._made.blank(len(others))
        self._made.see_any(eyes, others, found, *self._seeing())
        return self._made.plain(found)

    def shown(self, index: int) -> list[int]:
        """In which zone of each other body this one lies: whose flank or rear it has got on."""
        # a column: zones are kept in the row of the body about which they lie
        self._answer(self._known(index))
        return self._made.plain(self._answers.zones[index :: len(self.bodies)])

    def tables(self) -> dict[str, list[int]]:
        """All answers, row by row, as plain lists."""
        self._answer_all()
        return {name: self._made.plain(table) for name, table in self._answers._asdict().items()}

    def _cell(self, first: int, second: int) -> int:
        wide = len(self.bodies)
        if 0 <= first < wide and 0 <= second < wide:
            return first * wide + second
        return self._known(first) * wide + self._known(second)

    def _all_known(self, indices: Iterable[int]) -> list[int]:
        every = list(indices)
        if every:
            self._known(min(every))
            self._known(max(every))
        return every

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
    return list(chain.from_iterable(points))


def _stands(bodies: Sequence[Body], areas: int, blank: Callable[[int], Any], *, looking: bool) -> Stands:
    count = STANDS * len(bodies)
    points = _numbers(chain.from_iterable(body.lookouts for body in bodies)) if looking else blank(2 * count)
    return Stands(points, blank(count), blank(count), blank(count * areas), blank(len(bodies)))


def _flattened(bodies: Sequence[Body], rooms: Sequence[int], areas: int, blank: Callable[[int], Any]) -> Bodies:
    count = len(bodies)
    starts = list(accumulate(rooms, initial=0))
    quads = [0] * (8 * starts[-1])
    for body, start in zip(bodies, starts, strict=False):
        quads[8 * start : 8 * (start + len(body.parts))] = flat(body.parts)
    return Bodies(
        _numbers(body.eye for body in bodies),
        blank(count),
        blank(count),
        blank(count * areas),
        quads,
        blank(4 * starts[-1]),
        starts[:-1],
        [start + len(body.parts) for body, start in zip(bodies, starts, strict=False)],
        flat(body.frame for body in bodies),
        _numbers(centre(body.frame) for body in bodies),
        blank(4 * count),
    )
