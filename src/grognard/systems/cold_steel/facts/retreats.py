"""Friends who retreat shake those who see them go: morale checks of adjacent units (CS-5.1)."""

from __future__ import annotations

from collections.abc import Collection

from grognard.kernel.checks import implements

from ..table.battlefield import Battlefield
from . import situations


@implements("CS-5.1")
def check_neighbours(b: Battlefield, checked: Collection[str]) -> set[str]:
    """All friends near a unit that retreats check, once a phase. Who only breaks by such a check frightens his own
    neighbours in the next rally phase. Returns who has checked."""
    return _check(b, shaken_neighbours(b), checked)


def shaken_neighbours(b: Battlefield) -> set[str]:
    """All whom friends who retreat now oblige to check."""
    fleeing = [unit.id for unit in b.on_table() if situations.retreating(unit)]
    return {each for unit in fleeing for each in neighbours(b, unit)}


@implements("CS-5.4a")
def check_about(b: Battlefield, unit: str, checked: Collection[str]) -> set[str]:
    """The friends near one that runs past."""
    return _check(b, neighbours(b, unit), checked, from_whom=unit)


def neighbours(b: Battlefield, unit: str) -> list[str]:
    """Friends who stand near a unit and do not flee themselves: those are past frightening. Skirmishers and the unit
    they come from are one body."""
    now = b.unit(unit)
    near = (b.unit(each) for each in b.friends_within(unit, _within(b)) if each not in (now.parent, now.skirmishers))
    past_fright = b.rules.tables.value("CS-5.1", "past_fright")
    return [each.id for each in near if each.status not in past_fright]


def _within(b: Battlefield) -> int:
    paces: int = b.rules.tables.row("CS-5.2.2a", "friends_retreating").columns["within"]
    return paces


def _check(b: Battlefield, units: Collection[str], checked: Collection[str], from_whom: str = "") -> set[str]:
    """In the order of the roster."""
    due = set(units).difference(checked)
    for unit in [unit.id for unit in b.on_table() if unit.id in due]:
        if b.unit(unit).where == "table":  # skirmishers may just have gone with the unit they came from
            friends = [from_whom] if from_whom else situations.retreating_near(b, unit, _within(b), friends=True)
            rules = ("CS-5.1", "CS-5.2a")
            situations.check_morale(b, unit, cause="friends retreating", rules=rules, friends=friends)
    return due
