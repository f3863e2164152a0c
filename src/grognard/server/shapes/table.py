"""What a link shows, and what is new since."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from grognard.battle.decisions import Option
from grognard.battle.ending.early import EarlyEnd
from grognard.battle.forms import Form
from grognard.battle.kinds import Letter, Scene
from grognard.battle.pictures import Picture
from grognard.battle.previews.records import Chance, LineOfFire
from grognard.scenarios.lessons import Lesson

from .offers import BattleCard, Step

Watching = Literal["public", "all"]
"""What spectators see: what every seat knows, or everything."""


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


class Special(Struct, frozen=True):
    """Something that holds in this battle only."""

    title: str
    text: str
    applied: str = ""
    """What carries it out under the rules of this battle, in words; nothing where it is words for people to keep."""


class BattleHeader(BattleCard, frozen=True, kw_only=True):
    """A battle as all who sit at it know it."""

    start: str = ""
    scoring: str = ""
    goals: tuple[Goal, ...] = ()
    lessons: dict[str, Lesson] = field(default_factory=dict)
    """For the rules that it is fought by, by name; without what the other side will do."""
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
    letter: Letter | None = None
    """What it tells of a letter: whose role and which value to look at."""


class PreferredAnswer(Struct, frozen=True):
    """An option by its key, with values."""

    option: str
    values: dict[str, Any]


class Asked(Struct, frozen=True):
    """A decision: what may be answered, and what is answered when nobody cares."""

    id: str
    seat: str
    kind: str
    text: str
    rules: tuple[str, ...]
    about: dict[str, str]
    options: tuple[Option, ...]
    default: PreferredAnswer
    done: str = ""
    """The option with which a person says that he has nothing more to say."""
    chances: dict[str, tuple[Chance, ...]] = {}
    """Exact odds of those about whom it is decided, by id: above zero for the better, below for the worse."""
    lines: tuple[LineOfFire, ...] = ()
    """Lines of fire that it is about, drawn while it is open."""


class Earned(Struct, frozen=True):
    """Points, and for what."""

    points: int
    how: str
    text: str


class SideOutcome(Struct, frozen=True):
    """How a side came out of it."""

    men: int
    lost: int
    percent: int
    units: int
    guns_lost: int
    points: int
    lines: tuple[Earned, ...]
    leaders_lost: tuple[str, ...] = ()


class OutcomeTold(Struct, frozen=True):
    """Who won, and by what."""

    winner: str
    level: str
    why: str
    turns: int
    sides: dict[str, SideOutcome]
    quits: tuple[str, ...] = ()
    """Whose army left the field before its time, and gave up what it held."""


class Said(Struct, frozen=True):
    """What one seat said to others of its side."""

    n: int
    seat: str
    text: str
    turn: int


class Talk(Struct, frozen=True):
    """Words among seats of one side."""

    seats: tuple[str, ...]
    """With whom one may talk now."""
    said: tuple[Said, ...]
    """What one has heard and said."""
    left: float | None = None
    """Seconds that people may still talk over what they are asked; nothing where that has no bounds."""
    occasion: str = ""
    """What they are asked while their time runs, in the system's words."""


class Notice(Struct, frozen=True):
    """What everybody at the table is told: seats given away, what spectators see, what was taken back."""

    n: int
    turn: int
    text: str


class SeatPart(Struct, frozen=True):
    """A seat's part of the seed."""

    seat: str
    commitment: str = ""
    """Its hash; nothing while the seat has not promised it."""
    given: bool = False
    part: str = ""
    """Told when the battle is over and shown to all."""


class DiceTold(Struct, frozen=True, kw_only=True):
    """What is known of the seed from which all dice follow."""

    begun: bool
    """False while parts of it are missing: nothing happens before."""
    commitment: str = ""
    """The hash of the server's part, promised before all others."""
    promised: bool = False
    """All hashes are on the table: now the parts are given."""
    draw: int = 1
    """Counted on when all draw anew."""
    seats: tuple[SeatPart, ...] = ()
    chosen: str = ""
    """A seed that the host has chosen: whoever knows it can foretell the dice."""
    part: str = ""
    """The server's, told when the battle is over and shown to all; so is the seed."""
    seed: str = ""


class ClockTold(Struct, frozen=True):
    """The clock of a battle that has one."""

    seconds: int
    """For each decision of a person; when they are over the usual answer is given."""
    left: float | None = None
    """For what the seat is asked now, the first to run out; nothing while it is asked nothing, or nobody may answer."""


class Update(Struct, frozen=True, kw_only=True):
    """What has changed since the seat looked last."""

    state: int
    turn: int
    phase: str
    over: bool
    paused: bool
    picture: Picture
    decisions: tuple[Asked, ...]
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
    undo_of: str = ""
    """What they would have back, in words."""
    outcome: OutcomeTold | None = None
    trouble: str = ""
    """What went wrong, and what can be done about it; nothing when all is well."""
    held: bool = False
    """Nobody may answer before the host has decided: the record no longer fits the rules."""
    doing: str = ""
    """The present phase in words."""
    spectators: Watching = "public"
    talk: Talk | None = None
    """Of players only."""
    notices: tuple[Notice, ...] = ()
    """The latest."""
    dice: DiceTold
    clock: ClockTold | None = None
    ends: tuple[EarlyEnd, ...] = ()
    """What would end the battle before its turns are over, and how near that is for the seat's own army."""


class SeatState(Update, frozen=True, kw_only=True):
    """All that a link shows."""

    game: str
    seat: str
    side: str
    kind: Literal["player", "spectator", "host"]
    battle: BattleHeader
    system: str
    turns: int
    phases: tuple[str, ...]
    steps: tuple[Step, ...]
    """The phases in words, in the same order."""
    untold: str
    """What units do under these rules that were told nothing, in words."""
    unreached: str
    """Why a unit can be told nothing, where nothing else says why."""
    forms: dict[str, Form] = {}
    """How the fields of options are described to people, by the ids that options name."""
    scenes: dict[str, tuple[Scene, ...]] = {}
    """What events look like on a map, by their kinds."""
    view: Any = None
    """The rule system's own view, for those who know it."""
