"""A seat by words alone: its table in lines, and lines that are typed there."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from grognard.battle.words.situation import WordSection

from .history import Moment


class SeatWords(Struct, frozen=True):
    """What a link shows, in words."""

    state: int
    """The state that it tells of, as in `SeatState`."""
    sections: tuple[WordSection, ...]
    asked: tuple[WordSection, ...]
    """What the seat is asked, with the number of each option."""
    field: tuple[WordSection, ...]
    """The ground and what the battle is for, which never change."""
    purses: tuple[str, ...] = ()
    """What its leaders have left to give orders with, where the rules count that."""
    example: str = ""
    """A line that could be typed now."""


class PastWords(Struct, frozen=True):
    """The table as it was at the end of a step, in words."""

    step: Moment
    sections: tuple[WordSection, ...]


class TypedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that was typed, or is being typed."""

    text: Annotated[str, Meta(max_length=1000)]
    complete: bool = False
    """It is still being typed: how it may go on is wanted, not what it means."""


class TypedMeaning(Struct, frozen=True):
    """An answer that a line means; it still has to be given."""

    decision: str
    option: str
    values: dict[str, Any]


class LineRead(Struct, frozen=True):
    """What a line means: an answer, or why it is none; what was asked for; how it may go on."""

    answer: TypedMeaning | None = None
    said: str = ""
    problem: str = ""
    help: tuple[WordSection, ...] = ()
    completions: tuple[str, ...] = ()
