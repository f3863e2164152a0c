"""What a seat's table looks like, whatever the rule system: units, leaders, riders, smoke, and what was seen last.

A rule system makes a picture from the view and the briefing of a seat and from nothing else, so that a picture never
shows what the seat may not know. Places are in paces, x to the east and y to the north; headings in degrees clockwise
from north. Whoever draws it needs no rules: words are ready to be printed.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Arm = Literal["infantry", "cavalry", "artillery", "irregular"]
Spot = tuple[float, float]
Space = tuple[int, int]
"""Column and row of a space, counted from the south-west corner from 0."""
Part = tuple[float, float, float, float, int, str, str]
"""Left, rear, right and front in the unit's own frame (front edge y = 0), men, label, kind of part."""

LEVELS = ("resolute", "determined", "wavering", "broken", "routed", "dispersed")
"""The ladder that badges are drawn for; each system maps its own steps onto it by their number."""


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
    """Or `waiting`, `beyond`, `left`, `lost`: then it is only on the roster, or in a force beyond the table."""
    men: int
    guns: int = 0
    men_of: int = 0
    guns_of: int = 0
    """What it began with, where that is known; 0 where it is not told."""
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
    space: Space | None = None
    """Where the system moves by spaces: column and row of the one it stands in."""
    cube: str = ""
    """The word of the order cube or chit that lies with it; nothing where there is none, or it is not known."""
    covered: bool = False
    """Its cube still lies face down for everybody else."""
    points: int | None = None
    """Points it may still act with this turn, where the system counts them; of own units only."""
    points_of: int | None = None
    """As many as it had when the turn began."""
    held: str = ""
    """Why it cannot be told anything now; of own units only, as all that follows."""
    held_rule: str = ""
    forming_quarters: int = 0
    """Quarters of a turn that its change of formation still takes."""
    chits: dict[str, Any] = {}
    """The fields of an answer that would give it the order that it has."""
    target: str = ""
    """The enemy whom its order names."""
    lasts: str = ""
    """How long its order goes on, in words."""
    given_by: str = ""
    """Who gave its order: a leader's id, `mission`, `automatic`."""
    awaits: tuple[Awaited, ...] = ()
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
    paces: int = 0
    """That he may still ride with what he has paid."""
    rating: str = ""
    hurt: str = ""
    units: tuple[str, ...] = ()
    where: str = "table"
    radius: int = 0
    """Paces that his word carries on open ground; 0 where it is not known or does not matter."""
    reach: tuple[Space, ...] = ()
    """Spaces that his word reaches as the ground and enemies in sight lie, where the system moves by spaces."""


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


class CardPicture(Struct, frozen=True, kw_only=True):
    """A card that stands for troops, or for nothing: only its owner knows."""

    id: str
    """What everybody calls it; of own cards before they lie on the table, the owner's own word."""
    key: str = ""
    """Of own cards: the word by which decisions name it."""
    name: str
    side: str
    own: bool
    x: float
    y: float
    heading: int
    covered: bool
    """The enemy knows nothing of what is on it."""
    arm: str = ""
    """On its face; nothing where it is not known."""
    infantry: int = 0
    cavalry: int = 0
    batteries: int = 0
    counter: bool = False
    """In a wood or town: a small counter stands for it."""
    units: tuple[str, ...] = ()
    """Of own cards: who is on it."""
    dummy: bool = False
    """Of own cards only: there is nothing behind it."""
    crowded: bool = False
    hits: int = 0
    to: Spot | None = None
    """Where an own dummy is going."""


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


class StructurePicture(Struct, frozen=True, kw_only=True):
    """Works or a building of the map that is not as the map has it: it burns, is in ruins or has been strengthened."""

    id: str
    name: str
    outline: tuple[Spot, ...]
    burning: bool = False
    since: int = 0
    """The turn on which it was set alight."""
    cover: str = ""
    """What it gives now, in words."""
    ruined: bool = False
    """It gives no cover any more."""


class WorkPicture(Struct, frozen=True, kw_only=True):
    """What engineers have made: works or an obstacle along a line, or a gap in an obstacle of the map."""

    id: str
    side: str
    kind: Literal["works", "obstacle", "gap"]
    points: tuple[Spot, ...]
    """The part that is done, from end to end, as a line to draw."""
    text: str
    """Such as `light works, 35 paces`."""
    level: int = 0
    """Works: 1 for light, 2 for medium, 3 for heavy, as the line to draw is."""


class BoatPicture(Struct, frozen=True, kw_only=True):
    """A boat, or several that keep together."""

    id: str
    side: str
    own: bool
    x: float
    y: float
    men: int
    """That it carries."""
    aboard: tuple[str, ...] = ()
    """Units in it, as far as they are known."""


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
    arms: tuple[Arm, ...] = ()
    """Whose weapons reach so far; nothing for everybody's."""


class Chip(Struct, frozen=True, kw_only=True):
    """Something about the whole table that belongs in its corner: weather, wind, sight."""

    name: str
    text: str


class EdgeCardPicture(Struct, frozen=True, kw_only=True):
    """A card that lies at an edge of the table, for troops beyond it."""

    side: str
    edge: str
    own: bool
    face_down: bool = True
    """Nothing on it is known."""
    infantry: int = 0
    cavalry: int = 0
    """Figures, where it is known."""
    read: int = 0
    """The turn in which an enemy's card was read."""
    words: str = ""


class ForcePicture(Struct, frozen=True, kw_only=True):
    """Own troops beyond the edge of the table."""

    id: str
    side: str
    edge: str
    place: int
    """Paces along the edge from its western or southern end."""
    x: float
    y: float
    """That place on the edge."""
    units: tuple[str, ...]
    leader: str = ""
    task: str = ""
    """`movement`, `defence`, `screen`; nothing while it has no orders."""
    status: str = ""
    """`idle`, `marching`, `posted`, `fighting`, `arriving`, `astray`, `out`."""
    words: str = ""
    """What it is doing, ready to be printed."""
    due: int = 0
    """The turn in which it is expected; 0 where nobody knows."""
    objective: Spot | None = None
    """Where its mission leads once it is on the table."""


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
    structures: tuple[StructurePicture, ...] = ()
    works: tuple[WorkPicture, ...] = ()
    boats: tuple[BoatPicture, ...] = ()
    grid: int | None = None
    """Paces to the side of a space, where the system moves by spaces; the first has its corner at 0, 0."""
    spaces: Space | None = None
    """How many columns and rows of spaces there are."""
    ground: tuple[str, ...] = ()
    """What each space counts as: a string for each row from the south, a letter for each column from the west."""
    ground_words: dict[str, str] = {}
    """What the letters stand for."""
    formations: tuple[Body, ...] = ()
    rings: tuple[Ring, ...] = ()
    chips: tuple[Chip, ...] = ()
    cards: tuple[CardPicture, ...] = ()
    zones: tuple[tuple[Spot, ...], ...] = ()
    """Before the battle: corners of the ground on which the seat may set up."""
    weather: str = "clear"
    """`clear`, `fog`, `rain`, `snow`."""
    wind: str = ""
    """Its strength in the system's words; nothing where it is not known."""
    light: str = "day"
    """`day`, `twilight`, `darkness`."""
    forces: tuple[ForcePicture, ...] = ()
    edge_cards: tuple[EdgeCardPicture, ...] = ()


def nearest_level(words: tuple[str, ...], word: str) -> int:
    """The step of a system's own ladder, best first, on the ladder that badges are drawn for."""
    return min(words.index(word), len(LEVELS) - 1) if word in words else 0


class Chance(Struct, frozen=True, kw_only=True):
    """An outcome and how likely it is, in percent."""

    text: str
    percent: float
    value: int | None = None
    """What it amounts to where it is a number, such as hits."""


class Place(Struct, frozen=True, kw_only=True):
    """Where a unit would stand."""

    quarter: int
    x: float
    y: float
    heading: int
    formation: str
    parts: tuple[Part, ...] = ()
    space: Space | None = None
    cost: int = 0
    """Points that it takes to come so far from the place before, dice not counted."""
    dice: int = 0
    """Dice that may make it dearer."""


class Threat(Struct, frozen=True, kw_only=True):
    """An enemy in sight who could answer a move."""

    unit: str
    kind: str
    """`fire` or `charge`."""
    text: str
    rule: str = ""


class Penalty(Struct, frozen=True, kw_only=True):
    """What costs paces, order or points, and by which rule."""

    rule: str
    label: str
    value: int
    of: str = ""
    """What is lost: `paces`, `disorder`, `points`, `dice`."""


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
    points: int | None = None
    """Points it has to act with before it."""
    spread: tuple[Chance, ...] = ()
    """What it may come to cost in points, the dice included: exact chances, the cheapest first."""
    left: tuple[Chance, ...] = ()
    """Points it would have left; -1 for one that is stopped by the cost."""
    threats: tuple[Threat, ...] = ()
    """Enemies in sight who could fire at it or charge it there."""
    odds: tuple[OddsOf, ...] = ()
    """Its chances against the target of its order, from where it would stand then, or as far as it would come."""


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
    price: tuple[Penalty, ...] = ()
    """What the cost is made of."""
    missions: tuple[MissionPicture, ...] = ()
    """Missions that would be given without a word of the seat's."""
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
    paces: int | None = None
    band: str = ""
    facts: tuple[str, ...] = ()
    """What was taken for granted because the seat cannot know it."""
    refusal: str = ""
    refusal_rule: str = ""


SMALL = 0.05
"""Percent: rarer outcomes are told together."""
