"""Kinds of events, each declared once: who has a part in it, what it tells, its sentence, its deed in a report, and
what it looks like on a map.

    class Shot(Kind):
        \"\"\"A unit fires at another.\"\"\"

        kind: ClassVar = "shot"
        text: ClassVar = "{unit} fires at {target}: {hits} hit"
        retold: ClassVar = (Retold("fire", who="unit", whom="target"),)
        unit: Who
        target: Who
        hits: int
        paid: Secret[int] = UNSET

    b.report(Shot(unit=battery, target=column, hits=3), rules=("X-1",), roll=roll)

A misspelt field is an error of types. The record keeps a plain `Event`; `Shot.read(event)` reads it again, with types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, TypeAlias, TypeVar, get_type_hints

from msgspec import UNSET, Struct, UnsetType

from .events import Event

T = TypeVar("T")
_ROLE, _SECRET = "role", "secret"

Who = Annotated[str, _ROLE]
"""A unit, a leader, or nobody: somebody with a part in it, whom a reader may not be able to make out."""
Secret = Annotated[T | UnsetType, _SECRET]
"""What only the owners of an event know. Whoever else reads it finds it unset."""
Maybe: TypeAlias = T | UnsetType
"""What not every event of its kind tells."""

MaybeWho = Annotated[str | UnsetType, _ROLE]
"""A part that not every event of its kind has."""

UNSEEN = "an unseen unit"


class Retold(Struct, frozen=True):
    """What a kind of event is in the story of a battle report: one of the deeds of `grognard.reporting.story.deeds`."""

    deed: str
    who: str = ""
    """The role of who did it or suffered it."""
    whom: str = ""
    """The role of the other."""
    when: dict[str, Any] = {}
    """Values that the event must have."""
    winner: dict[str, str] = {}
    """What the event calls the winner, as `who` or `whom`."""
    fate: str = ""
    """The value that says what befell a leader."""
    befell: str = ""
    """What befell a leader, where the kind of event says it."""
    body: str = ""
    """The value that names a body of troops."""
    text: str = ""
    """What that body did."""


Act = Literal[
    "march", "charge", "flight", "ride", "form", "come", "go", "fire", "fall", "spirit", "meet", "clash", "sign"
]  # fmt: skip
"""Goes or turns; goes at somebody; runs; a leader or an aide rides; changes its shape; comes into the battle; is out of
it; fires at somebody; men fall; its steadiness is tried, or changes; comes upon somebody; fights somebody hand to hand;
something else that belongs on the map, over those concerned."""

MOVING: frozenset[str] = frozenset(("march", "charge", "flight", "ride", "form", "come"))
"""After these somebody may stand elsewhere, or otherwise."""


class Scene(Struct, frozen=True):
    """What a kind of event looks like on a map, whatever the rules:

        scenes: ClassVar = (Scene("fire", whom="target", paces="paces", count="hits"),)

    It names the roles and values of the event that it is made of, and holds nothing that the event does not tell. A
    kind without a scene is shown by its deed in the story; one that has neither is a caption, with those who have a
    part in it lit.
    """

    act: Act
    who: str = "unit"
    """The role of who does it or suffers it."""
    whom: str = ""
    """The role of the other."""
    paces: str = ""
    """The value that says how far, or at which range."""
    count: str = ""
    """The value that says how many fell, or were hit."""
    note: str = ""
    """The value with a word or two to be written beside it."""
    winner: str = ""
    """The value that says who won."""
    wins: dict[str, Literal["who", "whom"]] = {}
    """What that value calls them."""
    when: dict[str, Any] = {}
    """Values that the event must have."""


BY_DEED: dict[str, Act] = {
    "fire": "fire",
    "charge": "charge",
    "pursued": "charge",
    "stormed_on": "charge",
    "fell_short": "charge",
    "stopped": "sign",
    "evaded": "flight",
    "loss": "fall",
    "leader": "fall",
    "morale": "spirit",
    "clash": "clash",
    "overran": "clash",
    "surprised": "meet",
    "gone": "go",
    "arrived": "come",
    "quit": "sign",
    "trophy": "sign",
}
"""The scene of a kind that only says which deed it is in a story."""


class Letter(Struct, frozen=True):
    """What a kind of event tells of words that are written and carried from one person to another."""

    part: Literal["sent", "delivered", "received"]
    who: str
    """The role of the other person: whom it goes to, or who wrote it."""
    text: str = ""
    """The value that has the words."""


class Parts(NamedTuple):
    """The fields of a kind by where an event keeps them: name in Python, name in the record."""

    units: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    secret: tuple[tuple[str, str], ...]


Filed: TypeAlias = tuple[dict[str, str], dict[str, Any], dict[str, Any]]
"""Roles, open values and secret ones of an event."""


class Kind(Struct):
    """Something that can happen under a rule system."""

    kind: ClassVar[str] = ""
    text: ClassVar[str] = ""
    """Its sentence, with roles and values in braces; nothing where it is not worth a line."""
    retold: ClassVar[tuple[Retold, ...]] = ()
    """What it is in the story of a battle report."""
    scenes: ClassVar[tuple[Scene, ...] | None] = None
    """What it looks like on a map; where nothing is said, as its deed in the story looks."""
    written: ClassVar[Letter | None] = None
    """What it tells of a letter, so that a page can list letters beside talk."""

    def log_text(self, at: Telling) -> str:
        """Its sentence, where filling in `text` is not enough."""
        return at.filled(self.text)

    def filed(self) -> Filed:
        """Roles, open values and secret ones, as an event keeps them."""
        # written out, and nothing gone through that is not there: every event is filed
        by_role, open_values, secret = parts(type(self))
        return (
            {theirs: value for ours, theirs in by_role if (value := getattr(self, ours)) is not UNSET},
            {theirs: value for ours, theirs in open_values if (value := getattr(self, ours)) is not UNSET},
            {theirs: value for ours, theirs in secret if (value := getattr(self, ours)) is not UNSET} if secret else {},
        )

    @classmethod
    def read(cls, event: Event) -> Self:
        """What an event of the record says, with types; parts that its reader cannot know are empty or unset."""
        by_role, open_values, secret = parts(cls)
        said: dict[str, Any] = {ours: event.units[theirs] for ours, theirs in by_role if theirs in event.units}
        said |= {ours: event.values[theirs] for ours, theirs in open_values if theirs in event.values}
        said |= {ours: event.secret[theirs] for ours, theirs in secret if theirs in event.secret}
        return cls(**said)


@cache
def parts(kind: type[Kind]) -> Parts:
    """Where the fields of a kind belong, by their annotations."""
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    marks = {
        name: getattr(hint, "__metadata__", ()) for name, hint in get_type_hints(kind, include_extras=True).items()
    }
    found: dict[str, list[tuple[str, str]]] = {_ROLE: [], "": [], _SECRET: []}
    for ours, theirs in names.items():
        mark = next((each for each in (_ROLE, _SECRET) if each in marks[ours]), "")
        found[mark].append((ours, theirs))
    return Parts(tuple(found[_ROLE]), tuple(found[""]), tuple(found[_SECRET]))


def scenes_of(kind: type[Kind]) -> tuple[Scene, ...]:
    """What a kind of event looks like on a map: as it says, or as its deeds do."""
    if kind.scenes is not None:
        return kind.scenes
    return tuple(
        Scene(BY_DEED[each.deed], each.who, each.whom, when=each.when)
        for each in kind.retold
        if each.deed in BY_DEED and each.who
    )


class Telling:
    """An event that is told to somebody: the battle it belongs to, and names as far as the reader knows them."""

    def __init__(self, b: Any, event: Event) -> None:
        self.b, self.event = b, event

    def name(self, role: str = "unit") -> str:
        """Who had that part in it."""
        who = self.event.units.get(role, "")
        return self.b.name_then(who, self.event.turn) if who else UNSEEN

    def has(self, role: str) -> bool:
        """Whether anybody had that part, seen or not."""
        return role in self.event.units

    def filled(self, template: str) -> str:
        """A template with names for roles and words for values."""
        if not template:
            return ""
        names = {role: self.name(role) for role in self.event.units}
        words = {name: said(value) for name, value in {**self.event.secret, **self.event.values}.items()}
        return template.format_map({"turn": self.event.turn, **words, **names})


def log_text(b: Any, event: Event, kinds: Mapping[str, type[Kind]]) -> str:
    """An event in a sentence that begins with a capital; nothing for one that is not worth a line."""
    kind, at = kinds.get(event.kind), Telling(b, event)
    if kind is None:  # of an older version of the rules
        told = ", ".join(f"{name} {value}" for name, value in event.values.items())
        return f"{event.kind.replace('_', ' ')}: {told}"
    words: str = b.agreed(kind.read(event).log_text(at), event.units.values())
    return words[:1].upper() + words[1:] if words.startswith(_SMALL) else words


_SMALL = (UNSEEN, "skirmishers of ", "the ", "nobody ", "its ", "all ")
"""Words of ours that may begin a sentence; names keep the letters they have."""


def said(value: object) -> object:
    """A word of the rules as one reads it."""
    return value.replace("_", " ") if isinstance(value, str) else value


def many(number: int, one: str, several: str = "") -> str:
    """`1 figure`, `2 figures`."""
    return f"{number} {one if number == 1 else several or one + 's'}"


class TurnBegins(Kind):
    """A turn begins."""

    kind: ClassVar = "turn"
    text: ClassVar = "Turn {turn}"


class PhaseBegins(Kind):
    """A phase begins."""

    kind: ClassVar = "phase"
    phase: str


class Noted(Kind):
    """Something changes that nobody is told of."""

    kind: ClassVar = "noted"
    unit: MaybeWho = UNSET


class BattleOver(Kind):
    """The battle has ended."""

    kind: ClassVar = "over"
    text: ClassVar = "{reason}"
    reason: str
    winner: str
    level: str
    points: dict[str, int]


class GaveUp(Kind):
    """A side has given the battle up."""

    kind: ClassVar = "gave_up"
    text: ClassVar = "{side}: the battle is given up"
    side: str


COMMON: tuple[type[Kind], ...] = (TurnBegins, PhaseBegins, Noted, GaveUp, BattleOver)
"""What happens under all rules."""


def gathered(*modules: ModuleType) -> dict[str, type[Kind]]:
    """The kinds that are declared in some modules, by what the record calls them. One that is derived from another may
    keep its name and say more."""
    found = {each.kind: each for each in COMMON}
    for each in _declared(modules):
        # the first of a name is kept; what was derived from it is read by its own class where it matters
        if not issubclass(each, found.setdefault(each.kind, each)):
            raise TypeError(
                f"two kinds of events are called {each.kind!r}: {found[each.kind].__name__}, {each.__name__}"
            )
    return found


def _declared(modules: Iterable[ModuleType]) -> Iterable[type[Kind]]:
    for module in modules:
        for thing in vars(module).values():
            if isinstance(thing, type) and issubclass(thing, Kind) and thing.kind:
                yield thing
