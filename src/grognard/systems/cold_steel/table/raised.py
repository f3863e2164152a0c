"""Whose men are in a unit now, when units have been made, joined or divided during the battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .battlefield import Battlefield
from .state import Share, UnitState


def shares(b: Battlefield, now: UnitState) -> dict[str, tuple[int, int]]:
    """Whose men are in a unit: figures and losses by unit of the roster. Losses fall on all alike, odd ones on the
    first."""
    return _scaled(shares_of(b, now.id), now.figures, now.lost)


def shares_of(b: Battlefield, unit: str) -> tuple[Share, ...]:
    """The parts of which a unit is made; itself, if it is as it was mustered."""
    raised = b.world.raised.get(unit)
    return raised.parts if raised is not None and raised.parts else (Share(unit, 1),)


def _scaled(parts: Iterable[Share], figures: int, lost: int) -> dict[str, tuple[int, int]]:
    parts = tuple(parts)
    whole = sum(part.figures for part in parts)
    found: dict[str, tuple[int, int]] = {}
    left_figures, left_lost, left_whole = figures, lost, whole
    for part in parts:
        mine = left_figures * part.figures // left_whole if left_whole else 0
        # losses rounded up, so that odd ones fall on the first; never more than it has
        hurt = min(mine, -(-left_lost * part.figures // left_whole)) if left_whole else 0
        found[part.unit] = mine, hurt
        # shares of what is left, not of the whole: so the parts always add up to all of it
        left_figures, left_lost, left_whole = left_figures - mine, left_lost - hurt, left_whole - part.figures
    return found


def counted(b: Battlefield) -> Mapping[str, tuple[int, int]]:
    """Figures and losses of every unit of the roster, wherever its men are now."""
    together: dict[str, tuple[int, int]] = {}  # a unit with its skirmishers, who are anybody's
    for now in b.world.units.values():
        figures, lost = together.get(now.parent or now.id, (0, 0))
        # who is lost is lost with all his men, whatever fell before
        hurt = now.figures if now.where == "lost" else now.lost
        together[now.parent or now.id] = figures + now.figures, lost + hurt
    found = dict.fromkeys(b.roster.units, (0, 0))
    for unit, (figures, lost) in together.items():
        for part, (mine, hurt) in _scaled(shares_of(b, unit), figures, lost).items():
            found[part] = found[part][0] + mine, found[part][1] + hurt
    return found


def less(parts: Iterable[Share], given: Mapping[str, tuple[int, int]]) -> tuple[Share, ...]:
    """What is left of the parts of a unit after some figures have gone."""
    left = ((part.unit, part.figures - given.get(part.unit, (0, 0))[0]) for part in parts)
    return tuple(Share(unit, figures) for unit, figures in left if figures > 0)


def more(parts: Iterable[Share], come: Iterable[Share]) -> tuple[Share, ...]:
    """The parts of a unit that others have joined."""
    found = {part.unit: part.figures for part in parts}
    for part in come:
        found[part.unit] = found.get(part.unit, 0) + part.figures
    return tuple(Share(unit, figures) for unit, figures in found.items())
