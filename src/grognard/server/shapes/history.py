"""Looking back: the steps of a battle as a link heard of them, the table as it was after one of them, and all that lies
between."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from grognard.battle.pictures import Picture

Seeing = Literal["own", "all"]
"""Whose eyes one looks back with: one's own as they saw it then, or everybody's, when the battle is over."""


class Moment(Struct, frozen=True):
    """A phase that is over, in which the link heard of something; the first is the beginning, before anything."""

    n: int
    turn: int
    phase: str
    """Nothing for the beginning."""
    first: int
    """The events it was told of then, by their numbers; -1 for the beginning."""
    last: int


class History(Struct, frozen=True):
    """All that a link can look back on."""

    steps: tuple[Moment, ...]
    everything: bool
    """Whether the troops of all may be looked at: the battle is over, and its host has revealed it."""


class Past(Struct, frozen=True):
    """The table as it was at the end of a step."""

    step: Moment
    picture: Picture


class Altered(Struct, frozen=True):
    """What has changed in a list of records by id."""

    changed: tuple[Any, ...]
    """Those that are new, or others than before, whole."""
    order: tuple[str, ...] | None = None
    """The ids of all that are there now, in their order; nothing where they are the same as before."""


class Frame(Struct, frozen=True):
    """The next picture of a reel, by what changes from the one before."""

    n: int
    """The last event of which it shows what came of it."""
    turn: int
    phase: str
    whole: bool
    """A picture that the link has seen; otherwise some of those who move, on their way between two of them."""
    fields: dict[str, Any]
    """Fields of the picture that are others now."""
    lists: dict[str, Altered]
    """Of lists of records by id, what has changed."""


class Reel(Struct, frozen=True):
    """What happened, in pictures: each as the link saw it then."""

    first: int
    last: int
    """The events that it tells of, by their numbers."""
    base: Picture
    """The table before the first of them."""
    frames: tuple[Frame, ...]
