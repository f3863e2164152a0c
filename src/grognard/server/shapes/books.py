"""What is asked of the rulebooks and of the desk for checks; what they answer are records of `grognard.handbook`."""

from __future__ import annotations

from msgspec import Struct

from grognard.handbook.answers import CheckOdds


class CheckSituations(Struct, frozen=True):
    """One situation or two, each by its facts as a person types them, under some variants."""

    situations: tuple[dict[str, str], ...]
    variants: tuple[str, ...] = ()


class CheckAlong(Struct, frozen=True):
    """A situation, and the fact along which its odds are wanted."""

    facts: dict[str, str]
    against: str
    variants: tuple[str, ...] = ()


class CheckTries(Struct, frozen=True):
    """A situation, and how many of its steps are known to have been tried."""

    facts: dict[str, str]
    variants: tuple[str, ...] = ()
    tried: int = 0


class CheckDice(Struct, frozen=True):
    """A situation, and the dice that were thrown; nothing where they are to be thrown here."""

    facts: dict[str, str]
    dice: str = ""
    variants: tuple[str, ...] = ()


class OddsTold(Struct, frozen=True):
    """The odds of the situations asked for, in their order."""

    situations: tuple[CheckOdds, ...]
