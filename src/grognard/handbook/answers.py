"""What the desk hands out: a check's form, its odds, one throw, as records for whoever shows them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class FactField(Struct, frozen=True, kw_only=True):
    """A fact that a check asks for, with all that a form needs."""

    name: str
    side: str = ""
    """Whose it is, where two sides have the same facts."""
    meaning: str
    allowed: str
    kind: str
    low: int = 0
    high: int = 0
    values: tuple[str, ...] = ()
    most: int = 0
    required: bool
    start: str
    """What a form begins with: its default, or a value to begin with where it has none."""


class CheckForm(Struct, frozen=True, kw_only=True):
    """A check before it is asked."""

    system: str
    check: str
    rule: str
    title: str
    dice: str
    facts: tuple[FactField, ...]
    rules: tuple[str, ...]
    """Those that have a say in it."""


class OutcomeChance(Struct, frozen=True):
    """An outcome, and how likely it is, exactly."""

    label: str
    """As short as it can be told from the others."""
    words: str
    outcome: Any
    probability: str
    """As a fraction."""
    percent: float


class InForce(Struct, frozen=True):
    """A modifier that counts in a situation."""

    rule: str
    label: str
    value: str
    side: str = ""


class ThrowNumber(Struct, frozen=True):
    """A number that the dice can show, by how many throws, and the outcome it leads to, by its place."""

    shown: str
    ways: int
    outcome: int


class CheckOdds(Struct, frozen=True, kw_only=True):
    """The odds of a check in a situation; or why the rules do not allow it."""

    outcomes: tuple[OutcomeChance, ...] = ()
    headlines: tuple[OutcomeChance, ...] = ()
    """Who wins, before the many ways to win; nothing where outcomes have no such."""
    modifiers: tuple[InForce, ...] = ()
    throws: tuple[ThrowNumber, ...] = ()
    """Of checks that read one throw off a table."""
    refusal: str = ""
    rule: str = ""
    problem: str = ""
    """What is wrong with the facts of this situation."""


class SeriesPoint(Struct, frozen=True):
    """A value of the fact, or neighbours that come to the same, with the chance of every band in percent."""

    value: str
    low: int
    high: int
    percents: tuple[float, ...]
    fractions: tuple[str, ...]
    refusal: str = ""


class OddsSeries(Struct, frozen=True):
    """The odds along one fact, all others as they are; one point for a number that makes no difference."""

    fact: str
    number: bool
    bands: tuple[str, ...]
    """Outcomes in the order of the dice; the last is nothing where it stands for all others."""
    points: tuple[SeriesPoint, ...]


class FactStep(Struct, frozen=True):
    """A fact changed by one step, and the chance of every band then, in percent."""

    fact: str
    value: str
    percents: tuple[float, ...]


class FactSteps(Struct, frozen=True):
    """What one step of one fact would change, the greatest changes first."""

    bands: tuple[str, ...]
    """Outcomes, or who wins where outcomes say so."""
    now: tuple[float, ...]
    steps: tuple[FactStep, ...]
    left_out: int = 0
    """Steps that would have taken too long."""
    tried: int = 0
    of: int = 0
    """So many were tried of so many; while some still wait, one may ask again."""


class CheckThrow(Struct, frozen=True, kw_only=True):
    """A check that was made."""

    dice: tuple[int, ...]
    uncounted: tuple[int, ...] = ()
    words: str
    lines: tuple[str, ...]
    """All of it as a person reads it: dice, every modifier with its rule, total, outcome."""
    total: int | None = None
    natural: int | None = None
    refusal: str = ""
    rule: str = ""
    seed: int | None = None
    """From which the dice fell, for whoever wants to recheck them."""
