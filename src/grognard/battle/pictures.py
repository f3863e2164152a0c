"""What a seat's table looks like, whatever the rule system: units, leaders, riders, smoke, and what was seen last.

A rule system makes a picture from the view and the briefing of a seat and from nothing else, so that a picture never
shows what the seat may not know. Places are in paces, x to the east and y to the north; headings in degrees clockwise
from north. Whoever draws it needs no rules: words are ready to be printed.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Arm = Literal["infantry", "cavalry", "artillery", "irregular"]
Spot = tuple[float, float]
Part = tuple[float, float, float, float, int, str, str]
"""Left, rear, right and front in the unit's own frame (front edge y = 0), men, label, kind of part."""

LEVELS = ("resolute", "determined", "wavering", "broken", "routed", "dispersed")
"""The ladder that badges are drawn for; each system maps its own steps onto it by their number."""


class UnitPicture(Struct, frozen=True, kw_only=True):
    """A unit as it stands on the table, or waits beside it."""

    id: str
    name: str
    short: str = ""
    """As it is written on a map; filled in by whoever shows the picture."""
    side: str
    nation: str
    """A key of army/nations."""
    arm: Arm
    own: bool
    x: float
    y: float
    """The middle of its front edge."""
    heading: int
    formation: str
    parts: tuple[Part, ...] = ()
    where: str = "table"
    """Or `waiting`, `left`, `lost`: then it is only on the roster."""
    men: int
    guns: int = 0
    strength: float
    """What is left of it, as a share of what it began with."""
    level: int
    """0 for resolute to 5 for dispersed."""
    status: str
    """The system's own word for it."""
    disorder: int = 0
    order: str = ""
    """In words; nothing where it is not known."""
    forming: str = ""
    """The formation it is changing to, or `yes` where one only sees that it changes."""
    engaged: tuple[str, ...] = ()
    """Units it is locked with."""
    brigade: str = ""
    leaders: tuple[str, ...] = ()
    """Ids of its commanders, the nearest first."""
    mission: str = ""
    rating: str = ""
    """How good it is, in words; of own units only."""
    marks: tuple[str, ...] = ()
    """Further words worth a chip: `first volley`, `lying down`."""
    arrives: int = 0
    """The turn it is due, while it waits."""


class LeaderPicture(Struct, frozen=True, kw_only=True):
    """A commander."""

    id: str
    name: str
    short: str = ""
    side: str
    nation: str
    own: bool
    x: float
    y: float
    level: int = 1
    """Bars on his flag: 1 for a brigade, 2 for a division or corps, 3 for the army."""
    attached: str = ""
    points: int | None = None
    paces: int = 0
    """That he may still ride with what he has paid."""
    rating: str = ""
    hurt: str = ""
    units: tuple[str, ...] = ()
    where: str = "table"


class RiderPicture(Struct, frozen=True, kw_only=True):
    """An aide or courier on the road."""

    id: str
    leader: str
    x: float
    y: float
    to: str
    to_x: float
    to_y: float
    carries: str
    arrives: int = 0
    """The turn he is expected to arrive, by the straight way."""


class GhostPicture(Struct, frozen=True, kw_only=True):
    """An enemy where he was seen last."""

    id: str
    name: str
    short: str = ""
    side: str
    nation: str
    arm: Arm
    x: float
    y: float
    heading: int
    formation: str
    parts: tuple[Part, ...] = ()
    turn: int


class MissionPicture(Struct, frozen=True, kw_only=True):
    """A written mission, drawn on the map."""

    id: str
    kind: str
    words: str
    units: tuple[str, ...]
    points: tuple[Spot, ...]
    """The route, its objective last."""
    radius: int = 0
    leader: str = ""


class GunsPicture(Struct, frozen=True, kw_only=True):
    """Guns that nobody serves."""

    id: str
    side: str
    x: float
    y: float
    pieces: int
    spiked: bool = False


class Body(Struct, frozen=True, kw_only=True):
    """A formation of the order of battle, for the roster."""

    name: str
    leader: str = ""
    units: tuple[str, ...] = ()
    formations: tuple[Body, ...] = ()


class Ring(Struct, frozen=True, kw_only=True):
    """A range band."""

    name: str
    paces: int
    text: str = ""


class Chip(Struct, frozen=True, kw_only=True):
    """Something about the whole table that belongs in its corner: weather, wind, sight."""

    name: str
    text: str


class Picture(Struct, frozen=True, kw_only=True):
    """The table of one seat."""

    turn: int
    phase: str
    units: tuple[UnitPicture, ...] = ()
    leaders: tuple[LeaderPicture, ...] = ()
    riders: tuple[RiderPicture, ...] = ()
    smoke: tuple[Spot, ...] = ()
    wind_from: int = 270
    """Degrees: whence the wind drives the smoke."""
    ghosts: tuple[GhostPicture, ...] = ()
    missions: tuple[MissionPicture, ...] = ()
    guns: tuple[GunsPicture, ...] = ()
    grid: int | None = None
    """Paces to the side of a space, where the system moves by spaces."""
    formations: tuple[Body, ...] = ()
    rings: tuple[Ring, ...] = ()
    chips: tuple[Chip, ...] = ()


def nearest_level(words: tuple[str, ...], word: str) -> int:
    """The step of a system's own ladder, best first, on the ladder that badges are drawn for."""
    return min(words.index(word), len(LEVELS) - 1) if word in words else 0


class Place(Struct, frozen=True, kw_only=True):
    """Where a unit would stand."""

    quarter: int
    x: float
    y: float
    heading: int
    formation: str
    parts: tuple[Part, ...] = ()


class Penalty(Struct, frozen=True, kw_only=True):
    """What costs paces, order or points, and by which rule."""

    rule: str
    label: str
    value: int
    of: str = ""
    """What is lost: `paces`, `disorder`, `points`."""


class UnitPreview(Struct, frozen=True, kw_only=True):
    """What an order would make of one unit if nobody were in the way."""

    unit: str
    places: tuple[Place, ...] = ()
    """At the end of each quarter of the turn, or each space."""
    paces: int = 0
    degrees: int = 0
    disorder: int = 0
    quarters: int = 0
    """Quarters of the turn that a change of formation takes."""
    unfinished: int = 0
    """Quarters that it still takes next turn."""
    penalties: tuple[Penalty, ...] = ()
    rules: tuple[str, ...] = ()


class Preview(Struct, frozen=True, kw_only=True):
    """What an answer would do. The server fills in the refusal."""

    units: tuple[UnitPreview, ...] = ()
    points: tuple[Spot, ...] = ()
    """A way for a leader, an aide or a mission."""
    cost: int = 0
    """In points of whoever gives it."""
    left: int | None = None
    """Points that he has left then."""
    arrives: int = 0
    """The turn on which what is sent arrives."""
    notes: tuple[str, ...] = ()


class Chance(Struct, frozen=True, kw_only=True):
    """An outcome and how likely it is, in percent."""

    text: str
    percent: float
    value: int | None = None
    """What it amounts to where it is a number, such as hits."""


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
    paces: int | None = None
    band: str = ""
    facts: tuple[str, ...] = ()
    """What was taken for granted because the seat cannot know it."""
    refusal: str = ""
    refusal_rule: str = ""


SMALL = 0.05
"""Percent: rarer outcomes are told together."""
