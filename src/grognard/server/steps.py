"""The phases of a turn in words, for the ribbon over the table."""

from __future__ import annotations

import re
from functools import cache

from grognard import systems

from .shapes import Step


@cache
def steps(system: str) -> tuple[Step, ...]:
    """All phases of a system in the order of play."""
    game = systems.game(system)
    return tuple(_step(code, place, game.phase_name(code)) for place, code in enumerate(game.phases, start=1))


def _step(code: str, place: int, name: str) -> Step:
    """A phase; where its code is a number of its own, as in 5a, the name need not repeat it."""
    numbered = re.match(r"\d+", code)
    words = name.removeprefix(code).strip() if numbered else name
    number, group = (code, numbered.group()) if numbered else (str(place), str(place))
    return Step(code, number, group, words[:1].upper() + words[1:])


def doing(system: str, phase: str) -> str:
    """A phase in words."""
    return next((step.name for step in steps(system) if step.id == phase), phase)
