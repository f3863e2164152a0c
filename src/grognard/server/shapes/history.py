"""Looking back: the steps of a battle as a link heard of them, and the table as it was after one of them."""

from __future__ import annotations

from typing import Literal

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
