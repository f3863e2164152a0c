"""Answers about the ground, whatever the rule system: words are ready to be printed, places are in paces."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from ..pictures import Row, TableSpot

FEET = 20
"""Feet from one contour to the next, as the map is drawn."""

Hider = Literal["hill", "cover", "troops", "air"]
"""What hides: the lie of the land; what grows or is built on it; bodies of men; the weather and the light."""


class Hidden(Struct, frozen=True, kw_only=True):
    """Something that stops a line of sight."""

    by: Hider
    words: str
    """What it is, and how it hides: for a chip on the map."""
    at: int
    """Paces from the place that looks."""
    x: float
    y: float
    rule: str = ""


class Growth(Struct, frozen=True, kw_only=True):
    """What stands on the ground along a line of sight, from so many paces to so many."""

    name: str
    looks: Literal["trees", "houses"]
    start: int
    end: int
    tall: int
    """In feet; for drawing alone."""


class SightLine(Struct, frozen=True, kw_only=True):
    """Whether two places see each other by the ground, and whatever else the one who asks knows of."""

    seen: bool
    paces: int
    start: TableSpot
    end: TableSpot
    hidden: tuple[Hidden, ...] = ()
    """In the order in which they come; nothing where the line is clear."""
    notes: tuple[Row, ...] = ()
    """What the line meets, in words, with the rules that say what it means."""
    heights: tuple[tuple[int, int], ...] = ()
    """The ground on edge: paces and feet."""
    eyes: tuple[int, int] = (0, 0)
    """Feet at which the line begins and ends."""
    growths: tuple[Growth, ...] = ()
    band: str = ""
    """The range between the two, as the rules call it."""
    spaces: int = 0
    """How many spaces that is, where the system moves by spaces."""
    rule: str = ""
    """What says who sees whom."""


class GroundCard(Struct, frozen=True, kw_only=True):
    """What lies at a place, and what it is worth there."""

    title: str
    kind: str
    """What it is: heavy wood, open ground."""
    x: float
    y: float
    feet: int
    slope: str = ""
    """Nothing where it is level."""
    cover: str = ""
    """The cover that it gives, by the rules' own word; nothing where it gives none."""
    rows: tuple[Row, ...] = ()


class Ray(Struct, frozen=True):
    """A line that goes out from a front: whence, in which direction, and from how many to how many paces it holds."""

    x: float
    y: float
    heading: float
    spans: tuple[tuple[int, int], ...]


class ReachBand(Struct, frozen=True):
    """A part of a reach, the nearest first."""

    name: str
    paces: int


class Reach(Struct, frozen=True, kw_only=True):
    """How far an enemy who is seen could fire or charge."""

    unit: str
    kind: Literal["guns", "charge"]
    words: str
    rule: str
    bands: tuple[ReachBand, ...]
    x: float
    y: float
    heading: int
    wide: float
    """Paces of its front."""
    half: float
    """Degrees to each side of straight ahead."""
    rays: tuple[Ray, ...] = ()
