"""What there is to play: rule systems, battles, rules in our words."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Variant(Struct, frozen=True):
    """An overlay on a system's rules."""

    name: str
    about: str


class Choices(Struct, frozen=True):
    """An option of a battle with all that may be chosen, the usual first."""

    name: str
    values: tuple[str | int | bool, ...]
    label: str
    labels: tuple[str, ...]
    """Of the values, in their order."""
    about: str = ""
    """What it means, for whoever has not read the rules."""


class Step(Struct, frozen=True):
    """A phase of a turn, or a part of one."""

    id: str
    number: str
    """As the system numbers it, else its place in the turn."""
    group: str
    """The number of the whole phase: 5 for 5a to 5h."""
    name: str
    short: str = ""
    """Where the name is too long for the ribbon."""


class System(Struct, frozen=True):
    """A rule system that can be played."""

    id: str
    name: str
    about: str
    phases: tuple[str, ...]
    steps: tuple[Step, ...]
    variants: tuple[Variant, ...]
    options: tuple[Choices, ...] = ()


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
    variants: dict[str, tuple[str, ...]]
    """With which it is usually fought, by system."""
    teaches: str = ""
    """What there is to learn in it."""
    briefings: dict[str, str] = {}
    """What each side is told before it begins."""


class BodyCard(Struct, frozen=True):
    """Troops that stand together as a battle begins, on the small map of the opening page."""

    nation: str
    arm: str
    x: float
    y: float
    heading: float
    men: int


class BattleOffer(BattleCard, frozen=True, kw_only=True):
    """A battle on the opening page, with what those at its table are not told: where everybody begins."""

    lengths: dict[str, int] = {}
    """Turns, by system."""
    bodies: tuple[BodyCard, ...] = ()


class LessonTitle(Struct, frozen=True):
    """What a lesson is called in another language."""

    title: str
    about: str


class LessonOffer(Struct, frozen=True):
    """A lesson on the opening page, with how its battle is set up."""

    id: str
    battle: str
    system: str
    side: str
    title: str
    about: str
    minutes: int
    steps: int
    opponent: str
    seed: int
    options: dict[str, Any]
    words: dict[str, LessonTitle] = {}
    """Title and what it is about in other languages."""


class Gallery(Struct, frozen=True):
    """All that can be played."""

    systems: tuple[System, ...]
    battles: tuple[BattleOffer, ...]
    lessons: tuple[LessonOffer, ...]
    """In the order in which they are best taken."""
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
