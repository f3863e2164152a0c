"""A battle in figures, for pages that draw them: what `review` makes of a record."""

from __future__ import annotations

from msgspec import Struct


class ReviewedSide(Struct, frozen=True):
    """A side whose men the reader can count."""

    name: str
    nation: str
    began: int
    men: tuple[int, ...]
    """In its ranks before the first turn, then at the end of each."""


class ReviewedMoment(Struct, frozen=True):
    """A turn on which much changed."""

    turn: int
    side: str
    """That it went against."""
    text: str
    headline: str
    """The same in a few words."""


class FormationLosses(Struct, frozen=True):
    """What a greater formation lost, and to what."""

    side: str
    name: str
    nation: str
    began: int
    lost: int
    small_arms: int
    artillery: int
    close: int
    other: int
    """Run off, taken, dispersed, or where nothing is known."""


class ReviewedRoll(Struct, frozen=True):
    """A roll that decided something, with its exact odds."""

    turn: int
    phase: str
    side: str
    text: str
    title: str
    rule: str
    rule_title: str
    dice: tuple[str, ...]
    chance: str
    """As a fraction."""
    percent: float
    tail: str
    """`or better`, `or worse` where the chance is of that much; nothing where it is of just this."""
    stake: str
    men: int
    """Whose fate it was."""
    unlikely: bool


class LuckLine(Struct, frozen=True):
    """What one side's rolls of one sort came to."""

    title: str
    rolls: int
    expected: float
    actual: float
    spread: float


class ReviewedLuck(Struct, frozen=True):
    """How far one side's dice lay from what was to be expected, in standard deviations of the whole battle."""

    side: str
    nation: str
    rolls: int
    course: tuple[float, ...]
    """Before the first turn, then at the end of each."""
    band: tuple[float, ...]
    """Within which two battles in three lie then."""
    sorts: tuple[LuckLine, ...]


class FallenMen(Struct, frozen=True):
    """A hexagon of the field in which men fell."""

    x: float
    y: float
    men: int


class FallenPlace(Struct, frozen=True):
    """Somewhere that many fell, by the nearest name."""

    name: str
    x: float
    y: float
    men: int


class Review(Struct, frozen=True):
    """A battle in figures, as far as the reader may know them."""

    title: str
    date: str
    system: str
    rules: str
    seat: str
    """Whose review it is; nothing where all is told."""
    verdict: str
    why: str
    price: str
    turns: int
    over: bool
    table: tuple[int, int]
    sides: tuple[ReviewedSide, ...]
    points: dict[str, int]
    winner: str
    moments: tuple[ReviewedMoment, ...]
    formations: tuple[FormationLosses, ...]
    rolls: tuple[ReviewedRoll, ...]
    luck: tuple[ReviewedLuck, ...]
    trouble: str
    """Why there are no odds and no luck, if there are none."""
    across: float
    """Of a hexagon, in paces."""
    fallen: tuple[FallenMen, ...]
    places: tuple[FallenPlace, ...]
