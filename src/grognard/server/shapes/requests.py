"""What is asked of the server, and what it says to it: beginning, answering, looking ahead, the host's word."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from grognard.battle.pictures import TableSpot
from grognard.battle.previews.records import OddsOf, Preview
from grognard.battle.sighting.records import Reach

from .table import SeatCard, Watching

Name = Annotated[str, Meta(max_length=200)]
AnswerKey = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]*$")]
Seed = Annotated[str, Meta(min_length=1, max_length=39, pattern="^[0-9]*$")]
ClockSeconds = Annotated[int, Meta(ge=0, le=30 * 24 * 3600)]
Computer = Literal[
    "staff", "random", "default",
    "easy", "easy:cautious", "easy:bold",
    "normal", "normal:cautious", "normal:bold",
    "hard", "hard:cautious", "hard:bold",
]  # fmt: skip
"""A computer, by its level and character: docs/commanders.md."""
Sitter = Literal["me", "open"] | Computer


class Problem(Struct, frozen=True):
    """Why something was refused."""

    error: str
    rule: str = ""


# -- beginning


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to be set up. Seats by their id or by their side; those not named are the computer's."""

    battle: Name
    system: Name
    options: dict[str, Any] = {}
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | Seed | None = None
    """Where one is chosen, all are told; long ones as a text of digits."""
    seats: Annotated[dict[str, Sitter], Meta(max_length=50)] | None = None
    spectators: Watching = "public"
    clock: ClockSeconds = 0
    """Seconds that people have for each decision, after which the usual answer is given for them; 0 for no clock."""


class GivenSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a new battle, with its link where a person is to sit there."""

    seat: str
    side: str
    title: str
    kind: str
    token: str = ""


class NewLinks(Struct, frozen=True):
    """The links of a new battle. They are told only once."""

    game: str
    host: str
    seats: tuple[GivenSeat, ...]
    spectator: str


# -- playing


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a decision, with the state it was made in."""

    decision: Name
    option: Name
    values: dict[str, Any] = {}
    state: int | None = None
    key: AnswerKey | None = None
    """A new one with each answer, and the same one when it is sent again: it is taken once."""


class OwnPart(Struct, frozen=True, forbid_unknown_fields=True):
    """One's part of the seed: first its hash, and itself when the hashes of all are on the table."""

    promise: Annotated[str, Meta(max_length=64, pattern="^[0-9a-f]*$")] = ""
    part: Annotated[str, Meta(max_length=32, pattern="^[0-9a-f]*$")] = ""


class Considered(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that somebody thinks about."""

    decision: Name
    option: Name
    values: dict[str, Any] = {}


class SpokenText(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say to others of one's side."""

    text: str


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and whom it might fire at or attack."""

    unit: Name
    target: Name


class TwoPlaces(Struct, frozen=True, forbid_unknown_fields=True):
    """Two places of the table, in paces from its south-west corner."""

    start: TableSpot
    end: TableSpot


class OnePlace(Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the table."""

    at: TableSpot


class Accepted(Struct, frozen=True):
    """An answer is on disk."""

    state: int


class Undone(Struct, frozen=True):
    """Whether something was taken back, and who has still to agree."""

    state: int
    undone: bool
    wanted: tuple[str, ...] = ()


class Previewed(Preview, frozen=True, kw_only=True):
    """What an answer would do, or why it would be refused."""

    refusal: Problem | None = None


class ReckonedOdds(Struct, frozen=True):
    """Exact chances."""

    odds: tuple[OddsOf, ...]


class EnemyReach(Struct, frozen=True):
    """How far the enemies reach whom a seat sees."""

    reaches: tuple[Reach, ...]


# -- the host


class SeatingRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat."""

    seat: Name
    kind: Sitter


class Hosted(Struct, frozen=True):
    """How the battle stands after the host's word."""

    paused: bool
    revealed: bool
    seats: tuple[SeatCard, ...]
    token: str = ""
    """The new link of a seat that was given to a person."""
    spectators: Watching = "public"
    trouble: str = ""
    held: bool = False


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether spectators may see everything once the battle is over."""

    revealed: bool = True


class WatchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What spectators are to see while the battle is on."""

    see: Watching
