"""Dice that nobody can foretell, and that everybody can check: the seed is made of the server's part and one part from
each person who plays.

Everybody draws 128 bits and first shows only their hash, the server before all others. When all hashes are on the table
the parts are given, and the seed is the hash of them all: whoever gave one honest part knows that nobody has chosen the
seed, even if all others, and the server with them, were in league. `docs/fair-dice.md` says how to recompute it by
hand, and `grognard verify` does.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from grognard.kernel.errors import BadData, BadInput

PART = re.compile("[0-9a-f]{32}")
"""128 bits in hexadecimal."""
COMMITMENT = re.compile("[0-9a-f]{64}")
SERVER = "server"
SAFE = 2**53
"""Seeds from here on are written as text: many readers of JSON would change them as numbers."""


def committed(game: str, who: str, part: str) -> str:
    """What is shown of a part before it is given; `who` is a seat, or nobody for the server."""
    return _hash(f"{game} {f'seat {who}' if who else SERVER} {part}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def written(seed: int) -> int | str:
    """A seed as JSON can carry it."""
    return seed if seed < SAFE else str(seed)


class Pledge(Struct, frozen=True, omit_defaults=True):
    """One seat's part: first its hash, then the part itself."""

    commitment: str = ""
    part: str = ""


class Fair(Struct, frozen=True, omit_defaults=True):
    """The parts of a seed."""

    game: str
    """The name of the battle, so that a hash of one is worth nothing in another."""
    commitment: str
    """The hash of the server's part, shown before any seat shows its own."""
    part: str
    """The server's part itself."""
    seats: dict[str, Pledge] = {}
    """Those of all persons who play, in the order of the table."""
    chosen: str = ""
    """A seed that the host has chosen instead; all know it, and nobody has a part in it."""
    draw: int = 1
    """How often all seats drew: anew where somebody had lost his part, or where another came to play."""

    @property
    def promised(self) -> bool:
        """Whether all hashes are on the table."""
        return all(each.commitment for each in self.seats.values())

    @property
    def seed(self) -> int | None:
        """What the parts come to; None while some are missing."""
        if self.chosen:
            return int(self.chosen)
        if not all(each.part for each in self.seats.values()):
            return None
        # names beside the parts, so that two seats cannot exchange theirs and have the same seed
        parts = " ".join(f"{who}={part}" for who, part in [(SERVER, self.part), *_parts(self.seats)])
        return int(_hash(f"{self.game} seed {parts}")[:32], 16)

    def promise(self, seat: str, commitment: str) -> Fair:
        """A seat shows the hash of its part. Where it had shown another, all draw anew: what others may have given
        since must not be of use to it."""
        if not COMMITMENT.fullmatch(commitment):
            raise BadInput("the hash of a part is 64 hexadecimal digits, in small letters")
        fair = self.anew(self.seats) if self._must(seat).commitment not in ("", commitment) else self
        # whoever shows the same hash once more keeps the part that he has given
        return fair._with(seat, Pledge(commitment, fair.seats[seat].part))

    def give(self, seat: str, part: str) -> Fair:
        """A seat gives the part whose hash it has shown."""
        if not PART.fullmatch(part):
            raise BadInput("a part is 32 hexadecimal digits, in small letters")
        # a part that is on the table before the last hash could be answered by choosing that hash
        if not self.promised:
            raise BadInput("parts are given when the hashes of all are on the table")
        if committed(self.game, seat, part) != self._must(seat).commitment:
            raise BadInput("this is not the part whose hash was shown")
        return self._with(seat, replace(self.seats[seat], part=part))

    def among(self, seats: Iterable[str]) -> Fair:
        """The same with these persons at the table. Where a part was given before one came or left, all draw anew: by
        who comes and goes nobody shall choose among seeds that he knows."""
        people = list(seats)
        if people == list(self.seats):
            return self
        # hashes tell nothing, so while only these are there nobody loses by who comes or goes
        if any(pledge.part for pledge in self.seats.values()):
            return self.anew(people)
        return replace(self, seats={seat: self.seats.get(seat, Pledge()) for seat in people})

    def anew(self, seats: Iterable[str]) -> Fair:
        """The same battle with all parts drawn anew."""
        return replace(self, seats={seat: Pledge() for seat in seats}, draw=self.draw + 1)

    def _must(self, seat: str) -> Pledge:
        if seat not in self.seats:
            raise BadInput("no part is asked of this seat")
        return self.seats[seat]

    def _with(self, seat: str, pledge: Pledge) -> Fair:
        return replace(self, seats={**self.seats, seat: pledge})


def _parts(seats: Mapping[str, Pledge]) -> list[tuple[str, str]]:
    return [(seat, pledge.part) for seat, pledge in seats.items()]


class Seen(Struct, frozen=True):
    """What a player kept of what he saw and gave: with it a server is found out that has exchanged everything."""

    commitments: dict[str, str] = {}
    """By seat, or nobody for the server."""
    parts: dict[str, str] = {}
    """Parts by the seat that gave them."""


def check(fair: Fair | None, seed: int, seen: Seen) -> None:
    """BadData where a seed does not follow from its parts, a part is not what was promised, or a player saw other."""
    if fair is None or fair.chosen:
        # a player who kept something was promised parts: a record without any is not of his battle
        if seen.commitments or seen.parts:
            raise BadData("its seed was chosen or drawn by one alone: it has no commitments and no parts")
        return
    told = [("", Pledge(fair.commitment, fair.part)), *fair.seats.items()]
    for who, pledge in told:
        if committed(fair.game, who, pledge.part) != pledge.commitment:
            raise BadData(f"the part of {_name(who)} is not the one that was promised: its hash is another")
    if fair.seed != seed:
        raise BadData(f"its seed is {seed}; its parts come to {fair.seed}")
    for who, commitment in seen.commitments.items():
        _same(dict(told), who, "commitment", commitment)
    for who, part in seen.parts.items():
        _same(dict(told), who, "part", part)


def _same(told: Mapping[str, Pledge], who: str, what: str, mine: str) -> None:
    if who not in told:
        raise BadData(f"{_name(who)} has no part in its seed; there are {', '.join(map(_name, told))}")
    theirs: str = getattr(told[who], what)
    if theirs != mine:
        raise BadData(f"the {what} of {_name(who)} is {theirs or 'none'} there; you have {mine}")


def _name(who: str) -> str:
    return who or "the server"
