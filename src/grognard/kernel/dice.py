"""Dice expressions: what is rolled, how it is read, and how likely each reading is.

An expression has a text form both ways (`2d10`, `3d6 drop 1`, `5d6 >= 4`, `d100`, `3dav`), the faces it accepts, the
*natural* number those faces make, and the exact weights of every natural. Play and odds share this one declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import comb
from typing import Any

from .errors import BadInput

Weights = dict[int, int]
"""How many of all equally likely throws give each natural number."""


def convolve(left: Weights, right: Weights) -> Weights:
    """Weights of the sum of two independent numbers."""
    out: Weights = {}
    for a, weight_a in left.items():
        for b, weight_b in right.items():
            out[a + b] = out.get(a + b, 0) + weight_a * weight_b
    return out


def tally(numbers: Iterable[int]) -> Weights:
    """Count how often each number occurs."""
    out: Weights = {}
    for number in numbers:
        out[number] = out.get(number, 0) + 1
    return out


class Die:
    """One die. Its `faces` are what a person reads off it; `worth` is what each face counts for."""

    def __init__(self, name: str, faces: Sequence[int], worth: Sequence[int] | None = None) -> None:
        self.name = name
        self.faces = tuple(faces)
        self.worth = dict(zip(self.faces, worth or faces, strict=True))
        # words above it would make the low faces likelier by a hair; they are drawn again
        self.limit = (1 << 64) - (1 << 64) % len(self.faces)
        """Random 64-bit words below this give every face the same chance."""

    def __rmul__(self, count: int) -> Sum:
        return Sum(count, self)

    def read_as(self, name: str, worth: Callable[[int], int]) -> Die:
        """The same die, each face counted as `worth(face)`: a halved d10, for instance."""
        return Die(name, self.faces, [worth(face) for face in self.faces])

    def __repr__(self) -> str:
        return self.name


def die(sides: int) -> Die:
    """An ordinary die, numbered from 1."""
    return Die(f"d{sides}", range(1, sides + 1))


D6 = die(6)
D10 = die(10)
D100 = die(100)
AVERAGE_DIE = Die("dav", (2, 3, 3, 4, 4, 5))


class Dice:
    """Base of all expressions. Subclasses give `dice`, `natural`, `weights` and their text."""

    dice: tuple[Die, ...] = ()

    def natural(self, faces: Sequence[int]) -> int:
        """The number these faces make, before any modifier."""
        raise NotImplementedError

    total_name = "total"
    """What a person calls the dice with their modifiers."""
    plain = True
    """Whether the table, and whoever is told of it, read the natural number: no key or name of their own."""

    def __init_subclass__(cls) -> None:
        cls.plain = (cls.key, cls.counted, cls.total_name) == (Dice.key, Dice.counted, Dice.total_name)

    def key(self, faces: Sequence[int]) -> int:
        """What the result table is entered with; the natural number, unless a rule reads the faces otherwise."""
        return self.natural(faces)

    def counted(self, faces: Sequence[int]) -> int:
        """What the dice count for in a total that people read; the key, unless that is only a sign for the table."""
        return self.key(faces)

    def key_name(self, key: int) -> str:
        """A key as a chart shows it."""
        return str(key)

    def uncounted(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The dice that lie on the table but do not count, by their places among the faces."""
        return ()

    @cached_property
    def weights(self) -> Weights:
        """How many of all equally likely throws give each key."""
        return tally(self.key(faces) for faces in product(*(d.faces for d in self.dice)))

    @property
    def sides(self) -> int:
        """The highest face of its dice; 0 without any."""
        return max((max(d.faces) for d in self.dice), default=0)

    @cached_property
    def text(self) -> str:
        """The text form, kept."""
        return str(self)

    def throw(self, roll: Callable[[Die], int]) -> tuple[int, ...]:
        """Roll all dice with `roll`, one after the other."""
        return tuple(map(roll, self.dice))

    def accept(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Faces read off real dice, refused with a plain reason if they cannot have been rolled."""
        if len(faces) != len(self.dice):
            raise BadInput(f"{self} takes {_some_dice(len(self.dice))}; {len(faces)} given ({_listed(faces)})")
        for face, d in zip(faces, self.dice, strict=True):
            if face not in d.worth:
                raise BadInput(f"{face} is not on a {d}: its faces are {_faces(d)}")
        return tuple(faces)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Dice) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<{self}>"


class NoDice(Dice):
    """Nothing is rolled; the modifiers alone decide."""

    def natural(self, faces: Sequence[int]) -> int:
        return 0

    def __str__(self) -> str:
        return "no dice"


class Sum(Dice):
    """The sum of `count` like dice."""

    def __init__(self, count: int, of: Die) -> None:
        self.count, self.of = count, of
        self.dice = (of,) * count
        # nearly all dice: then a sum needs no look-up for each face
        self._as_shown = all(face == worth for face, worth in of.worth.items())

    def natural(self, faces: Sequence[int]) -> int:
        return sum(faces) if self._as_shown else sum(self.of.worth[face] for face in faces)

    @cached_property
    def weights(self) -> Weights:
        one = tally(self.of.worth[face] for face in self.of.faces)
        out: Weights = {0: 1}
        for _ in range(self.count):
            out = convolve(out, one)
        return out

    def __str__(self) -> str:
        return f"{self.count if self.count != 1 else ''}{self.of}"


class DropLowest(Dice):
    """The sum of the best dice: the `drop` lowest do not count."""

    def __init__(self, count: int, of: Die, drop: int) -> None:
        if not 0 <= drop < count:
            raise BadInput(f"cannot drop {drop} of {count} dice: drop 0 to {count - 1}")
        self.count, self.of, self.drop = count, of, drop
        self.dice = (of,) * count

    def natural(self, faces: Sequence[int]) -> int:
        return sum(sorted(self.of.worth[face] for face in faces)[self.drop :])

    def uncounted(self, faces: Sequence[int]) -> tuple[int, ...]:
        rising = sorted(range(len(faces)), key=lambda place: (self.of.worth[faces[place]], place))
        return tuple(sorted(rising[: self.drop]))

    def __str__(self) -> str:
        return f"{self.count}{self.of} drop {self.drop}"


class Pool(Dice):
    """How many of `count` dice show `target` or more."""

    def __init__(self, count: int, of: Die, target: int) -> None:
        self.count, self.of, self.target = count, of, target
        self.dice = (of,) * count

    def natural(self, faces: Sequence[int]) -> int:
        return sum(self.of.worth[face] >= self.target for face in faces)

    @cached_property
    def weights(self) -> Weights:
        good = sum(self.of.worth[face] >= self.target for face in self.of.faces)
        # a target that every face reaches, or none, leaves one case only
        one = {hit: weight for hit, weight in ((0, len(self.of.faces) - good), (1, good)) if weight}
        out: Weights = {0: 1}
        for _ in range(self.count):
            out = convolve(out, one)
        return out

    def __str__(self) -> str:
        return f"{self.count if self.count != 1 else ''}{self.of} >= {self.target}"


class Reroll(Dice):
    """One die, rolled again as long as it shows one of the faces in `again`."""

    def __init__(self, of: Die, again: Iterable[int]) -> None:
        self.of, self.again = of, frozenset(again)
        self.dice = (of,)

    def natural(self, faces: Sequence[int]) -> int:
        return self.of.worth[faces[-1]]

    @cached_property
    def weights(self) -> Weights:
        # a face that is rolled again never stands: the others share all throws evenly
        return tally(self.of.worth[face] for face in self.of.faces if face not in self.again)

    def throw(self, roll: Callable[[Die], int]) -> tuple[int, ...]:
        faces = [roll(self.of)]
        while faces[-1] in self.again:
            faces.append(roll(self.of))
        return tuple(faces)

    def accept(self, faces: Sequence[int]) -> tuple[int, ...]:
        if not faces:
            raise BadInput(f"{self} takes a die; none given")
        for face in faces:
            if face not in self.of.worth:
                raise BadInput(f"{face} is not on a {self.of}: its faces are {_faces(self.of)}")
        if faces[-1] in self.again:
            raise BadInput(f"{faces[-1]} is rolled again: give the next die too, as in {_listed([*faces, 1])}")
        if stray := [face for face in faces[:-1] if face not in self.again]:
            raise BadInput(f"{stray[0]} settles it: the dice after it ({_listed(faces)}) were not needed")
        return tuple(faces)

    def __str__(self) -> str:
        return f"{self.of} again {','.join(map(str, sorted(self.again)))}"


class Followed(Dice):
    """One die, after which another is thrown if it shows one of the faces in `on`, and none after that.

    The table is entered with ten times the first face plus the second, nought where there is none: a save that is owed
    again after a 1, a roll that may be made again but whose second throw stands.
    """

    def __init__(self, of: Die, on: Iterable[int]) -> None:
        self.of, self.on = of, frozenset(on)
        self.dice = (of,)

    def natural(self, faces: Sequence[int]) -> int:
        return self.of.worth[faces[-1]]

    def key(self, faces: Sequence[int]) -> int:
        return 10 * faces[0] + (faces[1] if len(faces) > 1 else 0)

    def counted(self, faces: Sequence[int]) -> int:
        return self.natural(faces)

    def key_name(self, key: int) -> str:
        return f"{key // 10} then {key % 10}" if key % 10 else str(key // 10)

    @cached_property
    def weights(self) -> Weights:
        seconds = {face: self.of.faces if face in self.on else () for face in self.of.faces}
        # a face that settles it stands for as many throws as there are second faces
        settled = {10 * face: len(self.of.faces) for face, after in seconds.items() if not after}
        return settled | {10 * face + second: 1 for face, after in seconds.items() for second in after}

    def throw(self, roll: Callable[[Die], int]) -> tuple[int, ...]:
        first = roll(self.of)
        return (first, roll(self.of)) if first in self.on else (first,)

    def accept(self, faces: Sequence[int]) -> tuple[int, ...]:
        if not faces:
            raise BadInput(f"{self} takes a die; none given")
        for face in faces:
            if face not in self.of.worth:
                raise BadInput(f"{face} is not on a {self.of}: its faces are {_faces(self.of)}")
        wanted = 2 if faces[0] in self.on else 1
        if len(faces) < wanted:
            raise BadInput(f"after a {faces[0]} another die is thrown: give it too, as in {_listed([*faces, 1])}")
        if len(faces) > wanted:
            raise BadInput(f"{faces[wanted - 1]} settles it: the dice after it ({_listed(faces)}) were not needed")
        return tuple(faces)

    def __str__(self) -> str:
        return f"{self.of} then {','.join(map(str, sorted(self.on)))}"


class Under(Dice):
    """A sum of dice that is rolled under a number: the total is by how much it stays below."""

    total_name = "by so much the dice are below it"

    def __init__(self, dice: Sum) -> None:
        self.sum = dice
        self.dice = dice.dice

    def natural(self, faces: Sequence[int]) -> int:
        return self.sum.natural(faces)

    def key(self, faces: Sequence[int]) -> int:
        # below nought, so that the number to roll under, which comes as a modifier, less the dice is the total
        return -self.natural(faces)

    def __str__(self) -> str:
        return f"{self.sum} under"


class Repeats(Dice):
    """How many faces come up at least `times` times among `count` dice: guns hit twice, for instance."""

    def __init__(self, count: int, of: Die, times: int) -> None:
        self.count, self.of, self.times = count, of, times
        self.dice = (of,) * count

    def natural(self, faces: Sequence[int]) -> int:
        return sum(number >= self.times for number in tally(faces).values())

    @cached_property
    def weights(self) -> Weights:
        """Face by face: choose which dice show it, and count the face if they are enough."""
        # keyed by dice that show none of the faces so far, and faces that came up often enough
        left: dict[tuple[int, int], int] = {(self.count, 0): 1}
        for _ in self.of.faces:
            after: dict[tuple[int, int], int] = {}
            for (dice, found), weight in left.items():
                for shown in range(dice + 1):
                    key = (dice - shown, found + (shown >= self.times))
                    after[key] = after.get(key, 0) + weight * comb(dice, shown)
            left = after
        return {found: weight for (dice, found), weight in left.items() if not dice}

    def __str__(self) -> str:
        return f"{self.count}{self.of} repeats {self.times}"


class Doubles(Dice):
    """A sum of dice entered in the table as 0 when all dice show the same face."""

    def __init__(self, dice: Sum) -> None:
        self.sum = dice
        self.dice = dice.dice

    def natural(self, faces: Sequence[int]) -> int:
        return self.sum.natural(faces)

    def key(self, faces: Sequence[int]) -> int:
        return 0 if len(set(faces)) == 1 else self.natural(faces)

    def counted(self, faces: Sequence[int]) -> int:
        return self.natural(faces)

    def key_name(self, key: int) -> str:
        return str(key) if key else "doubles"

    def __str__(self) -> str:
        return f"{self.sum} doubles"


NO_DICE = NoDice()
TWO_D10 = 2 * D10
PERCENTILE = 1 * D100

# Compiled when dice are first read from text: most commands never do, and it takes as long as rolling them.
_TEXT = (
    r"(?P<count>\d*)d(?P<sides>av|\d+)"
    r"(?: (?P<word>drop|>=|again|then|repeats|doubles|under)(?: ?(?P<rest>[\d,]+))?)?"
)


def parse(text: str) -> Dice:
    """The expression a text stands for: the other way of `str(dice)`."""
    cleaned = " ".join(text.lower().replace("≥", ">=").split())
    if cleaned == str(NO_DICE):
        return NO_DICE
    match = re.fullmatch(_TEXT, cleaned)
    if not match:
        raise BadInput(f"cannot read dice {text!r}: write 2d10, d100, 3d6 drop 1, 5d6 >= 4, 2d10 doubles or 3dav")
    sides = match["sides"]
    if sides != "av" and not 2 <= int(sides) <= 1000:
        raise BadInput(f"cannot read dice {text!r}: a die has 2 to 1000 sides")
    count, of = int(match["count"] or 1), AVERAGE_DIE if sides == "av" else die(int(sides))
    numbers = [int(n) for n in (match["rest"] or "").split(",") if n]
    match match["word"], numbers:
        case None, _:
            return Sum(count, of)
        case "drop", [number]:
            return DropLowest(count, of, number)
        case ">=", [number]:
            return Pool(count, of, number)
        case "repeats", [number] if number > 0:
            return Repeats(count, of, number)
        case "again", [_, *_] if count == 1:
            return Reroll(of, numbers)
        case "then", [_, *_] if count == 1:
            return Followed(of, numbers)
        case "under", []:
            return Under(Sum(count, of))
        case "doubles", []:
            return Doubles(Sum(count, of))
    raise BadInput(f"cannot read dice {text!r}: {match['word']} needs other numbers")


def _some_dice(count: int) -> str:
    return "no dice" if not count else "1 die" if count == 1 else f"{count} dice"


def _listed(faces: Iterable[int]) -> str:
    return ",".join(map(str, faces))


def _faces(d: Die) -> str:
    faces = sorted(set(d.faces))
    return f"{faces[0]} to {faces[-1]}"


class DiceBy:
    """What is thrown, by one of the facts: the class of a unit, for instance."""

    def __init__(self, kinds: Mapping[Any, Dice], of: Callable[[Any], Any]) -> None:
        self.kinds, self._of = kinds, of

    def __call__(self, s: Any) -> Dice:
        return self.kinds[self._of(s)]


def uncounted(dice: Dice | Callable[[Any], Dice], faces: Sequence[int]) -> tuple[int, ...]:
    """The places of those faces that did not count, where it is known what was thrown. Of dice that hang on a fact,
    those of the same number are taken: a record keeps the faces, not the facts."""
    kinds = dice.kinds.values() if isinstance(dice, DiceBy) else (dice,) if isinstance(dice, Dice) else ()
    found = {kind.uncounted(faces) for kind in kinds if len(kind.dice) == len(faces)}
    return found.pop() if len(found) == 1 else ()
