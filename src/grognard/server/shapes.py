"""What goes over the wire, in both directions: the OpenAPI description and the client's types are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from grognard.battle.pictures import OddsOf, Picture, Preview

Name = Annotated[str, Meta(max_length=200)]
Sitter = Literal["me", "open", "staff", "random", "default"]


class Problem(Struct, frozen=True):
    """Why something was refused."""

    error: str
    rule: str = ""


# -- what is there to play


class Variant(Struct, frozen=True):
    """An overlay on a system's rules."""

    name: str
    about: str


class System(Struct, frozen=True):
    """A rule system that can be played."""

    id: str
    name: str
    about: str
    phases: tuple[str, ...]
    variants: tuple[Variant, ...]


class SideCard(Struct, frozen=True):
    """An army in one line."""

    name: str
    nation: str
    commander: str
    men: int
    guns: int
    units: int


class BattleCard(Struct, frozen=True):
    """A battle on the opening page."""

    id: str
    title: str
    date: str
    place: str
    summary: str
    minutes_per_turn: int
    turns: int
    table: tuple[int, int]
    teaching: bool
    fictitious: bool
    small: bool
    sides: tuple[SideCard, ...]


class Gallery(Struct, frozen=True):
    """All that can be played."""

    systems: tuple[System, ...]
    battles: tuple[BattleCard, ...]
    origin: str = ""
    """Where links for others begin; nothing for where the page came from."""


class RuleText(Struct, frozen=True):
    """A rule in our words."""

    id: str
    title: str
    summary: str
    ruling: str
    doubt: str
    section: str


# -- beginning


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to be set up. Seats by their id or by their side; those not named are the computer's."""

    battle: Name
    system: Name
    options: dict[str, Any] = {}
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | None = None
    seats: Annotated[dict[str, Sitter], Meta(max_length=50)] | None = None


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


# -- a seat


class SeatCard(Struct, frozen=True):
    """Who sits where."""

    seat: str
    side: str
    title: str
    kind: str
    """`player`, `open` while nobody has come, or the computer's kind."""
    connected: bool


class Goal(Struct, frozen=True):
    """Something that earns a side points."""

    side: str
    points: int
    text: str


class LessonCard(Struct, frozen=True):
    """A step of a teaching action."""

    turn: int
    title: str
    goal: str
    hint: str


class Special(Struct, frozen=True):
    """Something that holds in this battle only."""

    title: str
    text: str


class BattleHeader(BattleCard, frozen=True, kw_only=True):
    """A battle as all who sit at it know it."""

    start: str = ""
    scoring: str = ""
    goals: tuple[Goal, ...] = ()
    lessons: tuple[LessonCard, ...] = ()
    special_rules: tuple[Special, ...] = ()


class Told(Struct, frozen=True):
    """An event as a seat learnt of it, in a sentence."""

    n: int
    kind: str
    turn: int
    phase: str
    quarter: int = 0
    text: str = ""
    rules: tuple[str, ...] = ()
    units: dict[str, str] = {}
    values: dict[str, Any] = {}
    secret: dict[str, Any] = {}
    roll: dict[str, Any] | None = None


class Asked(Struct, frozen=True):
    """A decision: what may be answered, and what is answered when nobody cares."""

    id: str
    seat: str
    kind: str
    text: str
    rules: tuple[str, ...]
    about: dict[str, str]
    options: tuple[dict[str, Any], ...]
    default: dict[str, Any]


class Update(Struct, frozen=True, kw_only=True):
    """What has changed since the seat looked last."""

    state: int
    turn: int
    phase: str
    over: bool
    paused: bool
    picture: Picture
    decisions: tuple[Any, ...]
    events: tuple[Told, ...]
    """New ones; all of them when `reset` is set, because something was taken back."""
    reset: bool = False
    waiting: bool
    """It has nothing to decide, and others have."""
    seats: tuple[SeatCard, ...]
    names: dict[str, str]
    """Of all whom the seat knows by id."""
    undo: tuple[str, ...] = ()
    """Seats that ask to take something back that has come to light."""
    outcome: dict[str, Any] | None = None
    trouble: str = ""
    """Why the battle cannot go on, if it cannot."""


class Seat(Update, frozen=True, kw_only=True):
    """All that a link shows."""

    game: str
    seat: str
    side: str
    kind: Literal["player", "spectator", "host"]
    battle: BattleHeader
    system: str
    turns: int
    phases: tuple[str, ...]
    view: Any = None
    """The rule system's own view, for those who know it."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a decision, with the state it was made in."""

    decision: Name
    option: Name
    values: dict[str, Any] = {}
    state: int | None = None


class Considered(Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that somebody thinks about."""

    decision: Name
    option: Name
    values: dict[str, Any] = {}


class Aim(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit and whom it might fire at or attack."""

    unit: Name
    target: Name


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


class Reckoned(Struct, frozen=True):
    """Exact chances."""

    odds: tuple[OddsOf, ...]


# -- the host


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit on a seat."""

    seat: Name
    kind: Sitter


class Hosted(Struct, frozen=True, omit_defaults=True):
    """How the battle stands after the host's word."""

    paused: bool
    revealed: bool
    seats: tuple[SeatCard, ...]
    token: str = ""
    """The new link of a seat that was given to a person."""


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether spectators may see everything once the battle is over."""

    revealed: bool = True
