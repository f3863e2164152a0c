"""What hits do: losses, disorder, skirmishers who go back, morale checks at the end of a fire phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.kernel.checks import implements

from ..table.battlefield import Battlefield
from ..terms import Side
from . import skirmishers
from . import units as effects
from .morale import check_losses


class FireHarm(NamedTuple):
    """What a fire does to a unit."""

    unit: str
    losses: int
    disorder: int
    cause: str
    rules: tuple[str, ...]
    musketry: bool = False


def whence(b: Battlefield, struck: str, firer: str, losses: int) -> tuple[Side, ...]:
    """From where fire has cost a unit casualties in this phase (CS-5.2.2b), this fire included."""
    before = b.unit(struck).now.fire_from
    # losses only: fire that cost nobody does not count as fire on the flank (CS-5.2.2b)
    if not losses or b.unit(struck).where != "table" or b.unit(firer).where != "table":
        return before
    return tuple(dict.fromkeys((*before, b.survey.zone(struck, firer))))


def suffer(b: Battlefield, harm: FireHarm, by: str) -> None:
    """Losses are marked, disorder markers are put down; frontages stay (CS-7.1i, CS-8.1l)."""
    effects.lose(b, harm.unit, harm.losses, rules=harm.rules, cause=harm.cause, by=by, musketry=harm.musketry)
    effects.disorder(b, harm.unit, harm.disorder, rules=harm.rules, cause=harm.cause)


@implements("CS-3.3.2.3n", "CS-5.1")
def after_fire(b: Battlefield, struck: Iterable[str], **due_to: bool) -> None:
    """The end of a fire phase: skirmishers who lost men go back to their parents, then all check morale who have lost
    another quarter of their strength."""
    struck = list(dict.fromkeys(struck))
    # before they go back: then nobody can tell any more whose losses these were
    parents = [b.unit(unit).parent for unit in struck if b.unit(unit).parent]
    skirmishers.regroup_after_fire(b)
    # in the order of the roster, so that the dice of the checks fall in the same order every time
    there = [unit.id for unit in b.on_table() if unit.id in {*struck, *parents}]
    check_losses(b, there, **due_to)
