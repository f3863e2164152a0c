"""What a rule system says about its own events so that a report can tell them: its `report.toml`, if it has one."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from grognard import systems
from grognard.battle.kinds import Retold
from grognard.kernel.errors import BadData


class Status(Struct, frozen=True, forbid_unknown_fields=True):
    """The steps on which a unit's heart sinks."""

    ladder: tuple[str, ...] = ()
    """Best first."""
    beaten: str = ""
    """The first step on which it is out of the fight."""
    final: tuple[str, ...] = ()
    """Steps that are the end of it, so that its end need not be told again."""
    words: dict[str, str] = {}
    """The steps that are worth telling, in the past tense."""


class Counting(Struct, frozen=True, forbid_unknown_fields=True):
    """Rolls of one sort, and what luck means in them."""

    title: str
    events: tuple[str, ...]
    count: str = ""
    """A number in the outcome of which more is better."""
    passes: dict[str, list[Any]] = {}
    """Or the values of the outcome that are a success for who rolled."""
    against: dict[str, list[Any]] = {}
    """And those that are one for the other side, where two roll."""
    matters: tuple[str, ...] = ()
    """The parts of the outcome of which the odds are given."""


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a `report.toml`."""

    clock: bool = False
    """Whether its turns are as long as the scenario says."""
    status: Status = Status()
    losses: dict[str, str] = {}
    """Sentences for losses that are not told with fire or close combat, by their cause."""
    results: dict[str, str] = {}
    """What the loser of a close combat did."""
    undecided: dict[str, str] = {}
    """What both did in one that nobody won; the empty word for any other result."""
    ends: dict[str, str] = {}
    """What became of a unit that is gone."""
    phrases: dict[str, tuple[str, ...]] = {}
    """Sentences of the system's own in place of those of `phrases.toml`, by deed: a coin is not fired."""
    fates: dict[str, str] = {}
    """What befell a leader; the empty word where it is not known."""
    dice: tuple[Counting, ...] = ()

    def counting(self, kind: str) -> Counting | None:
        """How rolls in such an event are counted, if they are."""
        return next((one for one in self.dice if kind in one.events), None)


class Lexicon(Wording, frozen=True):
    """The words of a `report.toml`, and the deed that each kind of event is."""

    events: dict[str, tuple[Retold, ...]] = {}
    """Which deed each kind of event is, as the kinds declare it."""


@cache
def lexicon(system: str) -> Lexicon:
    """The words of a system; a system that has none is told by its losses and movements alone."""
    path = systems.folder_of(system) / "report.toml"
    kinds = systems.game(system).kinds if system in systems.playable() else {}
    declared = {kind: each.retold for kind, each in kinds.items() if each.retold}
    if not path.is_file():
        return Lexicon(events=declared)
    try:
        words = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Wording)
        return Lexicon(**msgspec.structs.asdict(words), events=declared)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadData(f"{path}: {error}") from None
