"""Whom friends who retreat oblige to check their morale (CS-5.1)."""

from __future__ import annotations

from ..table.battlefield import Battlefield
from . import situations


def shaken_neighbours(b: Battlefield) -> set[str]:
    """All whom friends who retreat now oblige to check."""
    fleeing = [unit.id for unit in b.on_table() if situations.retreating(unit)]
    return {each for unit in fleeing for each in neighbours(b, unit)}


def neighbours(b: Battlefield, unit: str) -> list[str]:
    """Friends who stand near a unit and do not flee themselves: those are past frightening. Skirmishers and the unit
    they come from are one body."""
    now = b.unit(unit)
    near = (
        b.unit(each)
        for each in b.survey.friends_within(unit, fright_reach(b))
        if each not in (now.parent, now.skirmishers)
    )
    past_fright = b.rules.tables.value("CS-5.1", "past_fright")
    return [each.id for each in near if each.status not in past_fright]


def fright_reach(b: Battlefield) -> int:
    """Paces within which friends who retreat shake a unit."""
    paces: int = b.rules.tables.row("CS-5.2.2a", "friends_retreating").columns["within"]
    return paces
