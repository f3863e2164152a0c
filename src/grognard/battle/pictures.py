"""What a seat's table looks like, whatever the rule system: units, leaders, riders, and generic layers over the ground.

A rule system makes a picture from the view and the briefing of a seat and from nothing else, so that a picture never
shows what the seat may not know. Places are in paces, x to the east and y to the north; headings in degrees clockwise
from north. Whoever draws it needs no rules: words are ready to be printed.

A unit has a core that every system has. What only one system knows of it is a row of label and value (on its card), a
badge (drawn with it) or a mark (a word or two). What only one system has on the ground is an area, a line, a token or a
card, each with words for those who cannot see it and a style from a short list that says how it is drawn, not what it
is.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from grognard.army.footprints import DrawnShape
from grognard.army.oob import Edge as Edge

DrawnArm = Literal["infantry", "cavalry", "artillery", "irregular"]
TableSpot = tuple[float, float]
Space = tuple[int, int]
"""Column and row of a space, counted from the south-west corner from 0."""
DrawnPart = tuple[float, float, float, float, int, str, str]
"""Left, rear, right and front in the unit's own frame (front edge y = 0), men, label, kind of part."""

Tone = Literal["ink", "faint", "notice", "good", "bad"]
"""A colour by what it says: `notice` is worth a look, `good` and `bad` are what they are for the reader."""
AreaStyle = Literal["plain", "strong", "hatched", "fire", "lit", "reach"]
"""An outline; a heavy one; crossed out; in flames; the only ground that is not in shade; a dashed edge."""
LineStyle = Literal["plain", "way", "teeth", "stakes", "gap"]
"""A stroke; a dashed way with a head; a stroke with teeth to the front; a row of crosses; an opening."""
TintStyle = Literal["twilight", "darkness", "fog", "rain", "snow"]
Glyph = Literal["", "diamond", "dot", "square", "triangle", "cross", "star", "prone", "tools"]
"""A small sign on a badge."""


# -- what all layers share: words, badges, rows


class Steadiness(Struct, frozen=True, kw_only=True):
    """How steady a unit is: a step of a ladder, best first, with the system's own word for it."""

    step: int
    """From 0, the best."""
    of: int
    """How many steps the ladder has."""
    word: str


DRAWN, LAST_ON_TABLE = 6, 4
"""Shapes that steps are drawn with, of which the last is for ladders of six steps: for those who are no body any more.
Shorter ladders end with the one before it."""
SHAKEN = 3
"""The shape from which on a unit is drawn pale."""


def drawn_step(steady: Steadiness) -> int:
    """The shape of a step: the best step has the first, the worst the last, whatever the length of the ladder."""
    last = DRAWN - 1 if steady.of >= DRAWN else LAST_ON_TABLE
    return round(steady.step * last / max(1, steady.of - 1))


class Badge(Struct, frozen=True, kw_only=True):
    """Something small that is drawn with a unit."""

    words: str
    """What it says to those who cannot see it."""
    shape: Literal["pips", "tail", "block", "disc"]
    """So many glyphs behind its name; some letters behind its name; a letter in a box beside it; a glyph in a disc."""
    glyph: Glyph = ""
    count: int = 1
    letters: str = ""
    tone: Tone = "ink"
    dashed: bool = False
    """It is not for everybody to see yet."""


class Row(Struct, frozen=True, kw_only=True):
    """A line of a unit's card or of a preview: what it is, and what it is worth."""

    label: str
    value: str
    note: str = ""
    """Small print behind the value."""
    brief: str = ""
    """The same where there is no room for a label; nothing where it can be left out then."""
    tone: Tone = "ink"
    glyph: Glyph = ""
    rule: str = ""
    key: str = ""
    """The measure that `number` counts, where it is one."""
    number: float = 0


class Measure(Struct, frozen=True, kw_only=True):
    """Something that rows of all units count, so that units can be sorted by it and its change be told."""

    key: str
    name: str
    first: Literal["", "most", "least"] = ""
    """Who comes first on a roster that is sorted by it; nothing where it is not sorted by."""
    more: str = ""
    less: str = ""
    """What is told when it has grown or shrunk, `{n}` for by how much; nothing where that is no news."""


# -- units and people


class Awaited(Struct, frozen=True, kw_only=True):
    """A command that is under way to a unit, or with its colonel."""

    rider: str
    """The aide who brings it; nothing where nobody rides."""
    leader: str
    words: str
    turn: int = 0
    """In whose command phase it is acted on, by the straight way; 0 where nobody knows."""


class Near(Struct, frozen=True, kw_only=True):
    """The nearest enemy in sight, as the rules measure."""

    unit: str
    paces: int
    band: str = ""
    spaces: int = 0
    """How many spaces that is, where the system moves by spaces."""


class UnitPicture(Struct, frozen=True, kw_only=True):
    """A unit as it stands on the table, or waits beside it."""

    id: str
    name: str
    short: str = ""
    """As it is written on a map; filled in by whoever shows the picture."""
    side: str
    nation: str
    """A key of army/nations."""
    arm: DrawnArm
    own: bool
    x: float
    y: float
    """The middle of its front edge."""
    heading: int
    formation: str
    parts: tuple[DrawnPart, ...] = ()
    shape: DrawnShape = ""
    faint: bool = False
    """Something else on the table stands for it."""
    where: str = "table"
    """Or `waiting`, `beyond`, `left`, `lost`: then it is only on the roster, or at the margin of the table."""
    men: int
    guns: int = 0
    men_of: int = 0
    guns_of: int = 0
    """What it began with, where that is known; 0 where it is not told."""
    strength: float
    """What is left of it, as a share of what it began with."""
    steadiness: Steadiness
    badges: tuple[Badge, ...] = ()
    rows: tuple[Row, ...] = ()
    """What its card says of how it stands, besides its strength."""
    marks: tuple[str, ...] = ()
    """Further words worth a line of their own."""
    order: str = ""
    """In words; nothing where it is not known."""
    order_note: str = ""
    """By whom it was given and how long it goes on, in words; of own units only, as all that follows."""
    order_values: dict[str, Any] = {}
    """The fields of an answer that would give it the order that it has."""
    target: str = ""
    """The enemy whom its order names."""
    left_to: str = ""
    """By whom it is told what to do when its seat has done and has told it nothing, in words: its officers. What they
    mean to do is in the preview of the answer that ends the seat's part."""
    told: tuple[Row, ...] = ()
    """What else it has been told."""
    awaits: tuple[Awaited, ...] = ()
    held: str = ""
    """Why it cannot be told anything now."""
    held_rule: str = ""
    engaged: tuple[str, ...] = ()
    """Units it is locked with, as far as they are seen; of all units, as `space`."""
    brigade: str = ""
    leaders: tuple[str, ...] = ()
    """Ids of its commanders, the nearest first."""
    arrives: int = 0
    """The turn it is due, while it waits."""
    space: Space | None = None
    """Where the system moves by spaces: column and row of the one it stands in."""
    nearest: Near | None = None


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
    """That he may still give orders with, where the system counts them."""
    rating: str = ""
    hurt: str = ""
    """What has befallen him, in words."""
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
    arm: DrawnArm
    x: float
    y: float
    heading: int
    formation: str
    parts: tuple[DrawnPart, ...] = ()
    shape: DrawnShape = ""
    turn: int


class BodyPicture(Struct, frozen=True, kw_only=True):
    """A formation of the order of battle, for the roster."""

    name: str
    note: str = ""
    """Small print below its name: whether it is its turn to act."""
    leader: str = ""
    units: tuple[str, ...] = ()
    formations: tuple[BodyPicture, ...] = ()


# -- layers


class Layer(Struct, frozen=True, kw_only=True):
    """Lines and areas of one kind that the reader may put out of sight, and that are listed beside the roster."""

    key: str
    name: str
    none: str
    """What is said while there are none."""
    riders: bool = False
    """Riders are listed with it: what they carry belongs here. Where no layer says so they have a list of their own."""


class Area(Struct, frozen=True, kw_only=True):
    """A piece of ground: corners, spaces, or all within so many paces of one spot."""

    id: str
    words: str
    """What it is, for those who cannot see it, and for a pointer that rests on it."""
    outline: tuple[TableSpot, ...] = ()
    radius: int = 0
    spaces: tuple[Space, ...] = ()
    label: str = ""
    """Written above it."""
    style: AreaStyle = "plain"
    side: str = ""
    """Drawn in the colours of this side."""
    of: str = ""
    """Whose it is: drawn only while he is in hand or pointed at; nothing for what is always drawn."""
    layer: str = ""


class Line(Struct, frozen=True, kw_only=True):
    """A way or a line on the ground."""

    id: str
    words: str
    points: tuple[TableSpot, ...]
    label: str = ""
    """Written at its end."""
    style: LineStyle = "plain"
    weight: int = 1
    """From 1, the thinnest, to 3."""
    side: str = ""
    units: tuple[str, ...] = ()
    """Whose way it is: it begins in their midst."""
    radius: int = 0
    """A way: paces around its end that it is about."""
    layer: str = ""


class Token(Struct, frozen=True, kw_only=True):
    """A thing that lies or floats somewhere, and is no unit."""

    id: str
    words: str
    x: float
    y: float
    glyph: Literal["guns", "boat", "disc"] = "disc"
    """Pieces without crews; a hull; a disc with its letters."""
    count: int = 1
    letters: str = ""
    label: str = ""
    """Written below it."""
    side: str = ""


class Sign(Struct, frozen=True, kw_only=True):
    """The sign of an arm on a card, and how many of it."""

    arm: str
    count: int = 0
    """0 where they have not been counted."""


Face = Literal["back", "signs", "frame", "slip"]
"""What one sees of a card: its back; the signs on it; only its frame, round troops that are seen; a slip with words."""


class CardPicture(Struct, frozen=True, kw_only=True):
    """A card that stands for troops, or for nothing: only its owner knows."""

    id: str
    """What everybody calls it; of own cards before they lie on the table, the owner's own word."""
    key: str = ""
    """Of own cards: the word by which decisions name it."""
    name: str
    words: str
    """All that is known of it, in words."""
    side: str
    own: bool
    x: float
    y: float
    heading: int
    wide: int
    deep: int
    """In paces."""
    face: Face
    signs: tuple[Sign, ...] = ()
    label: str = ""
    """On a tab above it."""
    tone: Tone = "ink"
    units: tuple[str, ...] = ()
    """Of own cards: who is on it."""
    hollow: bool = False
    """Of own cards only: there is nothing behind it."""
    to: TableSpot | None = None
    """Where an own card is going."""


class MarginPicture(Struct, frozen=True, kw_only=True):
    """Something beside the table: troops beyond an edge, or a card that lies there."""

    id: str
    words: str
    side: str
    own: bool
    edge: Edge
    x: float
    y: float
    """Its place on the edge."""
    face: Face
    title: str = ""
    note: str = ""
    signs: tuple[Sign, ...] = ()
    units: tuple[str, ...] = ()
    to: TableSpot | None = None
    """Where it is going on the table."""


class RangeRing(Struct, frozen=True, kw_only=True):
    """A range band: an arc before the front of a unit in hand."""

    name: str
    paces: int
    text: str = ""
    arms: tuple[DrawnArm, ...] = ()
    """Whose weapons reach so far; nothing for everybody's."""


class Chip(Struct, frozen=True, kw_only=True):
    """Something about the whole table that belongs in its corner: wind, sight."""

    name: str
    text: str


class Tint(Struct, frozen=True, kw_only=True):
    """What lies over the whole table: weather, or want of light."""

    style: TintStyle
    words: str


class Yardstick(Struct, frozen=True):
    """What a system counts distances in, where that is not paces: an inch of the table, and the paces it stands for."""

    one: str
    many: str
    paces: float
    words: dict[str, tuple[str, str]] = {}
    """One and many in other languages of the pages, by `de` and `fr`."""


class Picture(Struct, frozen=True, kw_only=True):
    """The table of one seat."""

    turn: int
    phase: str
    units: tuple[UnitPicture, ...] = ()
    leaders: tuple[LeaderPicture, ...] = ()
    riders: tuple[RiderPicture, ...] = ()
    ghosts: tuple[GhostPicture, ...] = ()
    formations: tuple[BodyPicture, ...] = ()
    measures: tuple[Measure, ...] = ()
    yardstick: Yardstick | None = None
    ladder: str = "Steadiness"
    """What the steps of `Steadiness` are steps of, in the system's own word: morale."""
    smoke: tuple[TableSpot, ...] = ()
    wind_from: int = 270
    """Degrees: whence the wind drives the smoke."""
    tints: tuple[Tint, ...] = ()
    chips: tuple[Chip, ...] = ()
    whose: dict[str, str] = {}
    """Phases that are one side's, by their ids, with that side; those that are everybody's, or not settled yet, are not
    in it."""
    rings: tuple[RangeRing, ...] = ()
    layers: tuple[Layer, ...] = ()
    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    tokens: tuple[Token, ...] = ()
    cards: tuple[CardPicture, ...] = ()
    margin: tuple[MarginPicture, ...] = ()
    grid: int | None = None
    """Paces to the side of a space, where the system moves by spaces; the first has its corner at 0, 0."""
    spaces: Space | None = None
    """How many columns and rows of spaces there are."""
    ground: tuple[str, ...] = ()
    """What each space counts as: a string for each row from the south, a letter for each column from the west."""
    ground_words: dict[str, str] = {}
    """What the letters stand for."""
