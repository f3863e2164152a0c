"""A side gives up: its commander says so, whatever else is asked, and the battle ends there and then."""

from __future__ import annotations

from typing import Any

from grognard.kernel.checks import Refusal

from ..decisions import Answer
from ..fight import Fight
from .victory import Ending

GIVE_UP = "give-up"
"""What such an answer calls decision and option. It is no question: whoever commands an army may say it at any time."""


def giving_up(seat: str) -> Answer:
    """The answer by which a seat gives the battle up."""
    return Answer(seat, GIVE_UP, GIVE_UP)


def side_of(b: Fight[Any], seat: str) -> str:
    """The side that a seat commands as a whole; nothing for who serves under another."""
    return next((each.side for each in b.seats if each.id == seat and b.seats_of(each.side)[0] == seat), "")


def refusal(b: Fight[Any], answer: Answer, *, over: bool) -> Refusal | None:
    """Why a seat may not give up, if it may not."""
    if answer.option != GIVE_UP or answer.values:
        return Refusal("", f"to give a battle up say {GIVE_UP} and no more")
    if over:
        return Refusal("", "the battle is over")
    return None if side_of(b, answer.seat) else Refusal("", "only the commander of the army may give the battle up")


def by_giving_up(b: Fight[Any]) -> Ending | None:
    """The end of a battle that a side has given up."""
    side = b.world.gave_up
    return Ending(f"{side} gave up the battle", quits=(side,), gave_up=True) if side else None
