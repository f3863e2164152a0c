"""Whom the list of targets chooses instead of whom an order names, and why (CS-7.5b)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from grognard.kernel.checks import implements

from ...table.battlefield import Battlefield
from . import aiming, firing, laying, ranks
from .firing import Chance


class Overruled(NamedTuple):
    """Whom a unit fires at though its order names somebody else."""

    target: str
    ordered: str
    why: str
    """The step of the list that comes first; nothing where it could not fire at whom it was ordered to."""


def ordered_at(b: Battlefield, unit: str) -> str:
    """The target that a commander ordered; what its own officers had in mind was nobody's order."""
    order = b.unit(unit).order
    return order.target if order is not None and order.by in b.world.leaders else ""


@implements("CS-7.5b")
def overruled(
    b: Battlefield, unit: str, ordered: str, targets: Collection[str], found: Iterable[Chance]
) -> Overruled | None:
    """Whom it fires at, the first of `targets`, instead of the one that was ordered; None where none was or it fires at
    him too. `found` are all whom it could fire at."""
    if not ordered or not targets or ordered in targets:
        return None
    target, choices = next(iter(targets)), firing.ranked(b, unit, found)
    listed = [choice.target for choice in choices]
    # one who stands before the target on the list and is not fired at cannot be: friends are in the way
    able = ordered in listed and target in listed and listed.index(ordered) > listed.index(target)
    step = next((choice.step for choice in choices if choice.target == target), 0)
    return Overruled(target, ordered, _words(b, step) if able else "")


def foreseen(b: Battlefield, unit: str, ordered: str, known: Collection[str]) -> Overruled | None:
    """The same before the phase of fire, as all stand now: by those of whom a seat knows."""
    now = b.unit(unit)
    if b.entry(unit).rated.arm == "artillery":
        seen = firing.in_sight(b, unit, laying.reach_of(b, now)) if laying.may_fire(b, now) else []
        found = [each for each in seen if each.target in known]
        return overruled(b, unit, ordered, [each.target for each in laying.lay(b, {unit: found}, {})], found)
    if b.entry(unit).rated.weapon == "none" or not ranks.may_fire(b, now):
        return None
    view = aiming.look(b, unit)
    found = [each for each in view.chances if each.target in known]
    return overruled(b, unit, ordered, [choice.target for choice in firing.ranked(b, unit, found)[:1]], found)


def _words(b: Battlefield, step: int) -> str:
    words: str = b.rules.tables.value("CS-7.5a", "targets")[step - 1]
    return words
