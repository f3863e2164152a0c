"""Where dice come from: a seed, a script, or a person's hand. Every die is recorded with its purpose.

Seeded dice are the raw 64-bit words of PCG64 as NumPy seeds it (`numpy.random.PCG64(seed).random_raw()`), so anybody
can recheck a battle's dice with NumPy; computed here because importing NumPy would take longer than the whole command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from .dice import Dice, Die
from .errors import BadInput

_M32, _M64, _M128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
_PCG_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645


class Throw(NamedTuple):
    """Dice that were thrown, as they lay on the table, and what for."""

    purpose: str
    dice: str
    faces: tuple[int, ...]


class DiceSource(Protocol):
    """Anything that can throw dice and remembers what it threw."""

    thrown: list[Throw]

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        """The faces of these dice."""
        ...


class SeededDice:
    """Dice from a seed: the same seed gives the same dice on every machine."""

    def __init__(self, seed: int) -> None:
        if seed < 0:
            raise BadInput(f"seed {seed}: a seed is 0 or more")
        self.seed = seed
        self.thrown: list[Throw] = []
        self._state, self._increment = _seeded(seed)

    def word(self) -> int:
        """The next raw 64-bit word of the stream."""
        state = self._state = (self._state * _PCG_MULTIPLIER + self._increment) & _M128
        # PCG's XSL-RR output, as NumPy has it: fold both halves, then turn by the top six bits
        folded, turn = (state >> 64) ^ (state & _M64), state >> 122
        return ((folded >> turn) | (folded << (64 - turn))) & _M64

    def roll(self, die: Die) -> int:
        """One face, without bias: words beyond the last whole multiple of the number of faces are rejected."""
        word, limit, faces = self.word(), die.limit, die.faces
        while word >= limit:
            word = self.word()
        return faces[word % len(faces)]

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        faces = dice.throw(self.roll)
        self.thrown.append(Throw(purpose, dice.text, faces))
        return faces

    @property
    def state(self) -> tuple[int, int]:
        """All that must be saved to go on with the same stream."""
        return self._state, self._increment

    def go_on_from(self, state: tuple[int, int]) -> None:
        """Go on from a saved state."""
        self._state, self._increment = state


class HashedDice(SeededDice):
    """Dice from a long seed, of which those that fell tell nothing about those to come: the n-th word of a stream is
    the first 64 bits of the SHA-256 of `SEED/STREAM/N`, the seed in decimal and n counted from 1."""

    def __init__(self, seed: int, stream: str) -> None:
        from hashlib import sha256

        self.seed = seed
        self.thrown = []
        # counted instead of chained, so that anybody can recompute one word by itself
        self._drawn, self._text, self._hash = 0, f"{seed}/{stream}/", sha256

    def word(self) -> int:
        self._drawn += 1
        return int.from_bytes(self._hash(f"{self._text}{self._drawn}".encode()).digest()[:8], "big")

    @property
    def state(self) -> tuple[int, int]:
        return self._drawn, 0

    def go_on_from(self, state: tuple[int, int]) -> None:
        self._drawn = state[0]


class ScriptedDice:
    """Dice written down beforehand: for tests, and for dice that were already rolled."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._left = list(faces)
        self.thrown: list[Throw] = []

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        def take(_: Die) -> int:
            if not self._left:
                raise BadInput(f"{purpose} takes {dice}: too few dice given")
            return self._left.pop(0)

        faces = dice.accept(dice.throw(take))
        self.thrown.append(Throw(purpose, str(dice), faces))
        return faces

    def must_be_used_up(self) -> None:
        """Refuse leftovers: a die too many means that something was rolled that the rules do not ask for."""
        if self._left:
            left = ",".join(map(str, self._left))
            raise BadInput(f"too many dice: {left} left over; {self._asked()} is all it takes")

    def _asked(self) -> str:
        return " and ".join(f"{throw.dice} for {throw.purpose}" for throw in self.thrown) or "no dice"


class NoDiceSource:
    """For checks that throw none, and so can be asked without dice."""

    def __init__(self) -> None:
        self.thrown: list[Throw] = []

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        """None where none are asked for; anything else is a mistake in the program."""
        if dice.dice:
            raise AssertionError(f"{purpose} takes {dice}, where no dice were expected")
        return ()


NO_DICE = NoDiceSource()


class DiceByHand:
    """A person rolls real dice and types what they show; a slip of the finger is asked again, never guessed at."""

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
        self._ask, self._tell = ask, tell
        self.thrown: list[Throw] = []

    def throw(self, dice: Dice, purpose: str) -> tuple[int, ...]:
        if not dice.dice:
            return ()
        held: list[int] = []
        while True:
            have = f" ({','.join(map(str, held))} so far)" if held else ""
            try:
                typed = read_faces(self._ask(f"{purpose}, roll {dice}{have}: "))
                if not typed:
                    raise BadInput(f"{dice}: type what the dice show, one by one or all at once, as in 7,9")
                # asked of the dice themselves, because some throw again after certain faces
                if _wants_more(dice, [*held, *typed]):
                    held += typed
                    continue
                faces = dice.accept([*held, *typed])
            except BadInput as error:
                self._tell(str(error))
                continue
            self.thrown.append(Throw(purpose, str(dice), faces))
            return faces


class _NoMore(Exception):
    """Dice are still to be thrown when all that were given are used."""


def _wants_more(dice: Dice, faces: Sequence[int]) -> bool:
    """Whether these are the first dice of a throw that takes more; a face that is on none of them is refused."""
    left = list(faces)

    def take(die: Die) -> int:
        if not left:
            raise _NoMore
        face = left.pop(0)
        if face not in die.worth:
            raise BadInput(f"{face} is not on a {die}")
        return face

    try:
        dice.throw(take)
    except _NoMore:
        return True
    return False


def read_faces(text: str) -> list[int]:
    """Faces typed with commas or spaces between them; `00` is how percentile dice show 100."""
    words = text.replace(",", " ").split()
    try:
        return [100 if word == "00" else int(word) for word in words]
    except ValueError:
        raise BadInput(f"cannot read dice {text!r}: write whole numbers with commas, as in 7,9") from None


def _seeded(seed: int) -> tuple[int, int]:
    """Initial state and increment, by NumPy's SeedSequence with a pool of four words."""
    high, low, stream_high, stream_low = _seed_words(_seed_pool(seed))
    # odd, as the generator needs it for its full period
    increment = ((((stream_high << 64) | stream_low) << 1) | 1) & _M128
    state = (increment + ((high << 64) | low)) & _M128
    return (state * _PCG_MULTIPLIER + increment) & _M128, increment


def _seed_pool(seed: int) -> list[int]:
    entropy = [seed & _M32]
    # 32 bits at a time, the lowest first, as SeedSequence takes a long number
    while seed := seed >> 32:
        entropy.append(seed & _M32)
    constant = 0x43B0D7E5

    def hashed(value: int) -> int:
        nonlocal constant
        value ^= constant
        constant = (constant * 0x931E8875) & _M32
        value = (value * constant) & _M32
        return value ^ (value >> 16)

    def mixed(x: int, y: int) -> int:
        value = (0xCA01F9DD * x - 0x4973F715 * y) & _M32
        return value ^ (value >> 16)

    pool = [hashed(entropy[i] if i < len(entropy) else 0) for i in range(4)]
    for source in range(4):
        for target in range(4):
            if source != target:
                pool[target] = mixed(pool[target], hashed(pool[source]))
    for word in entropy[4:]:
        for target in range(4):
            pool[target] = mixed(pool[target], hashed(word))
    return pool


def _seed_words(pool: list[int]) -> list[int]:
    constant, halves = 0x8B51F9DD, []
    for i in range(8):
        value = pool[i % 4] ^ constant
        constant = (constant * 0x58F38DED) & _M32
        value = (value * constant) & _M32
        halves.append(value ^ (value >> 16))
    return [halves[2 * i] | (halves[2 * i + 1] << 32) for i in range(4)]
