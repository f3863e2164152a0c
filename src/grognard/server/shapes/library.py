"""Battles to keep: branches, files that are brought, and what became of a battle in figures."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .offers import BattleOffer
from .requests import ClockSeconds, GivenSeat, Name, Seed, Sitter

Tokens = Annotated[tuple[Name, ...], Meta(max_length=50)]
SitterMap = Annotated[dict[str, Sitter], Meta(max_length=50)]


class Copying(Struct, frozen=True, forbid_unknown_fields=True):
    """The other seats of the same battle that one plays."""

    also: Tokens = ()


class BranchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A new battle from a moment of this one."""

    step: Annotated[int, Meta(ge=0, lt=2**31)] | None = None
    """Of the history: the battle goes on at its end. Nothing for now."""
    also: Tokens = ()
    seats: SitterMap | None = None
    """Who sits where; else all sit where they sit, and computers for people who are not here."""


class BranchLinks(Struct, frozen=True):
    """The links of a branch, and where it begins."""

    game: str
    host: str
    seats: tuple[GivenSeat, ...]
    spectator: str
    turn: int
    phase: str


class SaveFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A saved battle that was brought."""

    name: Name
    content: bytes
    seats: SitterMap | None = None


class OpenSeat(Struct, frozen=True):
    """A seat of a battle that was brought."""

    id: str
    side: str
    title: str


class SaveCard(Struct, frozen=True):
    """What is in a file."""

    title: str
    date: str
    system: str
    turn: int
    turns: int
    over: bool
    made_by: str
    seats: tuple[OpenSeat, ...]
    held: str
    """Why it cannot be followed to its end, in a sentence; nothing where it can."""


class ScenarioFiles(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of one's own: a zip, or the files of a folder by their paths."""

    name: Name
    zip: bytes | None = None
    files: Annotated[dict[str, bytes], Meta(max_length=400)] = {}


class ScenarioStart(ScenarioFiles, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The same, to be fought."""

    system: Name
    options: dict[str, Any] = {}
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | Seed | None = None
    seats: SitterMap | None = None
    clock: ClockSeconds = 0


class FoundProblem(Struct, frozen=True):
    """What is wrong in a scenario, or worth a look."""

    severity: Literal["error", "warning"]
    file: str
    line: int
    where: str
    message: str


class ScenarioCard(Struct, frozen=True):
    """A battle of one's own as it was found."""

    sound: bool
    problems: tuple[FoundProblem, ...]
    battle: BattleOffer | None = None
    """Where it can be fought."""
