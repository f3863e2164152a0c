"""The laboratory over the line: what one may ask of it, and how a run stands."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .offers import SideCard
from .requests import Name, Seed

SaidChange = Annotated[str, Meta(min_length=1, max_length=120)]
RunStage = Literal["under_way", "reporting", "whole", "stopped"]


class RunWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A run to be fought."""

    battle: Name
    systems: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=16)]
    games: Annotated[int, Meta(ge=1, le=100_000)]
    """Of each system, and of each change."""
    seed: Annotated[int, Meta(ge=0, lt=2**53)] | Seed | None = None
    commanders: Annotated[dict[str, Name], Meta(max_length=8)] = {}
    """Kinds by side; those not named have a staff."""
    options: dict[str, Any] = {}
    changes: Annotated[tuple[SaidChange, ...], Meta(max_length=16)] = ()
    """Each is fought beside the base, by the same seeds; of one system only."""


class RunsSought(Struct, frozen=True, forbid_unknown_fields=True):
    """Which runs somebody knows of."""

    runs: Annotated[tuple[Name, ...], Meta(max_length=500)] = ()


class CommanderKind(Struct, frozen=True):
    """Who may command."""

    kind: str
    about: str
    has_character: bool = False
    """Whether a character may be named behind it, as in `hard:bold`."""


class LabBench(Struct, frozen=True):
    """What the laboratory of this server offers and bears; 0 stands for as much as one likes."""

    refusal: str
    """Why this visitor may begin nothing; empty where he may."""
    games: int
    runs: int
    kept: int
    kinds: tuple[CommanderKind, ...]
    characters: tuple[str, ...]
    reports: bool
    """Whether pages with plots can be made here."""


class ShareTold(Struct, frozen=True):
    """How often something was so, and where the true share lies, 19 times in 20."""

    name: str
    """A side; nothing for a draw."""
    games: int
    share: float
    low: float
    high: float


class LevelTold(Struct, frozen=True):
    """Games that one side won by one degree."""

    winner: str
    level: str
    games: int


class CostTold(Struct, frozen=True):
    """What a side lost."""

    side: str
    bars: tuple[int, ...]
    """Games by per cent lost, in equal steps from 0 to 100."""
    mean: float
    median: float
    highest: float


class RunArmTold(Struct, frozen=True):
    """One of the things of a run, as far as it has come."""

    system: str
    change: str
    done: int
    shares: tuple[ShareTold, ...] = ()
    lengths: tuple[tuple[int, int], ...] = ()
    """Turns, and the games that lasted so many."""
    levels: tuple[LevelTold, ...] = ()
    costs: tuple[CostTold, ...] = ()


class MeasureMoved(Struct, frozen=True):
    """A measure of a game in the base and in a change."""

    measure: Literal["win", "lost", "turns"]
    side: str
    """Whose; nothing for what both share."""
    base: float
    other: float
    difference: float
    low: float
    high: float
    told: bool
    """Whether it can be told from chance."""


class ChangeMoved(Struct, frozen=True):
    """What a change moved, in games of the same seed."""

    change: str
    pairs: int
    otherwise: int
    """Pairs that ended otherwise."""
    level: float
    moved: tuple[MeasureMoved, ...]


class RunTold(Struct, frozen=True):
    """A run: what is fought, how far it has come, what came of it so far."""

    id: str
    begun: str
    """When, as 2026-01-31T12:00:00Z."""
    battle: str
    title: str
    sides: tuple[SideCard, ...]
    state: RunStage
    games: int
    total: int
    done: int
    seed: str
    commanders: dict[str, str]
    settings: tuple[str, ...]
    """Options and variants that are not the usual ones."""
    arms: tuple[RunArmTold, ...]
    moved: tuple[ChangeMoved, ...] = ()
    seconds_left: int | None = None
    weighed: tuple[int, int] = (0, 0)
    """Games whose dice have been weighed for the report, and of how many."""
    report: bool = False
    files: tuple[str, ...] = ()
    """Rows that can be fetched."""
    trouble: str = ""


class RunsTold(Struct, frozen=True):
    """Runs, the latest first."""

    runs: tuple[RunTold, ...]
