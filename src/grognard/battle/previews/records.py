"""Previews and odds as a page shows them, whatever the rule system: records alone, with words ready to be printed.

As with a picture, places are in paces and headings in degrees clockwise from north.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from grognard.army.footprints import DrawnShape

from ..pictures import DrawnPart, Line, Row, Space, TableSpot, Tone

SpanStyle = Literal["full", "hatched", "empty"]
"""On the way; getting ready; at rest."""


class Chance(Struct, frozen=True, kw_only=True):
    """An outcome and how likely it is, in percent."""

    text: str
    percent: float
    value: int | None = None
    """What it amounts to where it is a number, such as hits; below zero for what fails, or makes it worse."""


class LineOfFire(Struct, frozen=True, kw_only=True):
    """Fire that a question is about: who would fire at whom, who is in the way of it, and what they risk."""

    unit: str
    target: str
    past: tuple[str, ...] = ()
    danger: str = ""
    heading: int | None = None
    """Where its front will look, if it is turned for it first."""
    turning: str = ""
    """What that turn means, in words."""


class Place(Struct, frozen=True, kw_only=True):
    """Where a unit would stand."""

    label: str = ""
    """When it would be there, or what it takes to come so far; nothing where that goes without saying."""
    x: float
    y: float
    heading: int
    formation: str
    parts: tuple[DrawnPart, ...] = ()
    shape: DrawnShape = ""
    space: Space | None = None


class Span(Struct, frozen=True, kw_only=True):
    """A part of the turn, and what a unit does in it."""

    text: str
    share: int
    style: SpanStyle = "full"


class ChanceTally(Struct, frozen=True, kw_only=True):
    """Something that dice decide, with the exact chances of each number."""

    label: str
    chances: tuple[Chance, ...]
    note: str = ""


class Threat(Struct, frozen=True, kw_only=True):
    """An enemy in sight who could answer a move."""

    unit: str
    kind: Literal["fire", "charge"]
    text: str
    rule: str = ""


class Penalty(Struct, frozen=True, kw_only=True):
    """What costs something, and by which rule."""

    rule: str
    label: str
    value: int
    of: str = ""
    """What is lost, as one counts it."""
    tone: Tone = "ink"


class UnitPreview(Struct, frozen=True, kw_only=True):
    """What an order would make of one unit if nobody were in the way."""

    unit: str
    order: str = ""
    """What it is told, in words, where that is not the seat's own word: what its officers mean to do."""
    target: str = ""
    """The enemy whom that names."""
    places: tuple[Place, ...] = ()
    """One after the other, as far as they are worth showing."""
    moves: bool = False
    """It would stand elsewhere, or otherwise: then its places are drawn."""
    track: tuple[Span, ...] = ()
    """How it would spend the turn."""
    scale: tuple[str, ...] = ()
    """What is written below the track, from its beginning to its end."""
    tallies: tuple[ChanceTally, ...] = ()
    rows: tuple[Row, ...] = ()
    """What else would become of it."""
    penalties: tuple[Penalty, ...] = ()
    rules: tuple[str, ...] = ()
    threats: tuple[Threat, ...] = ()
    """Enemies in sight who could fire at it or charge it there."""
    odds: tuple[OddsOf, ...] = ()
    """Its chances against the target of its order, from where it would stand then, or as far as it would come."""


class Preview(Struct, frozen=True, kw_only=True):
    """What an answer would do. The server fills in the refusal."""

    said: str = ""
    """The answer as a sentence, where it is one that somebody speaks."""
    units: tuple[UnitPreview, ...] = ()
    points: tuple[TableSpot, ...] = ()
    """A way for whoever is sent."""
    lines: tuple[Line, ...] = ()
    """Ways that would be gone without a word of the seat's."""
    cost: int = 0
    """In points of whoever gives it."""
    left: int | None = None
    """Points that he has left then."""
    arrives: int = 0
    """The turn on which what is sent arrives."""
    acts: int = 0
    """The turn from which on it is acted on, where that is not this one: what is shown is that turn's, from here."""
    acts_rule: str = ""
    price: tuple[Penalty, ...] = ()
    """What the cost is made of."""
    notes: tuple[str, ...] = ()


class Worth(Struct, frozen=True, kw_only=True):
    """A modifier in odds."""

    rule: str
    label: str
    value: int
    side: str = ""
    """`theirs` for what counts for the enemy."""


class OddsOf(Struct, frozen=True, kw_only=True):
    """The exact chances of one check against one target."""

    title: str
    check: str
    rule: str
    chances: tuple[Chance, ...] = ()
    modifiers: tuple[Worth, ...] = ()
    mean: float | None = None
    shares: tuple[Chance, ...] = ()
    """Whom it strikes, where that may be one's own: each chance once, so that they come to a hundred in all."""
    paces: int | None = None
    band: str = ""
    spaces: int = 0
    """How many spaces that is, where the system moves by spaces."""
    after: str = ""
    """What comes before it, where it is not made from where the unit stands now: a move that it was told to make."""
    facts: tuple[str, ...] = ()
    """What was taken for granted because the seat cannot know it."""
    refusal: str = ""
    refusal_rule: str = ""
    beyond: bool = False
    """It cannot come to this as things are: what has to come before it has no chance, as the way to the enemy."""


SMALL = 0.05
"""Percent: rarer outcomes are told together."""
