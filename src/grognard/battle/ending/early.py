"""What would end a battle before its time, told beforehand, and how near it is: the same under all rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from grognard.scenarios.model import Victory

from ..fight import Fight
from .measures import GROUND


class EarlyEnd(Struct, frozen=True, kw_only=True):
    """Something by which a battle ends though turns are left."""

    side: str
    """Whom it is about: the army that quits the field by it, or the side that wins by it."""
    wins: bool = False
    text: str
    rule: str = ""
    down: int | None = None
    """How many of those that it counts are gone already; None where it is not counted, or not for the seat to know."""
    needed: int = 0
    of: int = 0
    then: str = ""
    """What becomes of it by that, where it costs it points."""


class Counted(Struct, frozen=True):
    """What a system counts of an army to say that it is beaten."""

    things: str
    """Units, brigades."""
    fate: str
    """Broken or destroyed."""
    down: int
    of: int
    needed: int
    """So many, or more."""
    rule: str = ""


def least(of: int, breaks: Callable[[int], bool]) -> int:
    """The fewest of so many with which something happens; one more than there are where it never does."""
    return next((number for number in range(1, of + 1) if breaks(number)), of + 1)


def quits(fight: Fight[Any], seat: str, side: str, counted: Counted) -> EarlyEnd:
    """An army quits the field. How many it has and has lost is only for a seat that commands all of it."""
    c, then = counted, _given_up(fight.scenario.header.victory)
    if fight.seats_of(side) != (seat,):
        share = (
            "half or more" if 2 * c.needed in (c.of, c.of + 1) else f"{-(-100 * c.needed // max(1, c.of))} % or more"
        )
        return EarlyEnd(side=side, text=f"{share} of its {c.things} {c.fate}", rule=c.rule, then=then)
    only = c.of == c.needed == 1
    text = (
        f"its only {c.things.removesuffix('s')} {c.fate}" if only else f"{c.needed} of its {c.of} {c.things} {c.fate}"
    )
    return EarlyEnd(side=side, text=text, rule=c.rule, down=c.down, needed=c.needed, of=c.of, then=then)


def _given_up(victory: Victory) -> str:
    """What an army that quits loses beside the battle, where ground counts."""
    ground = any(condition.measure in GROUND for condition in victory.condition)
    return "what it holds is given up, for its men march off" if ground else ""


def by_conditions(victory: Victory) -> tuple[EarlyEnd, ...]:
    """Conditions of the scenario that end it when they have been met for so many turns running."""
    return tuple(
        EarlyEnd(side=each.side, wins=True, text=f"{each.text}, for {_turns(each.ends_after)}")
        for each in victory.condition
        if each.ends_after
    )


def _turns(number: int) -> str:
    return "a turn" if number == 1 else f"{number} turns running"
