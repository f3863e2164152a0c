"""What a page is told once of a system: the phases of a turn in words, and what events look like on a map."""

from __future__ import annotations

from functools import cache

from grognard import systems
from grognard.battle.kinds import Scene, scenes_of

from ..shapes import Step


@cache
def steps(system: str) -> tuple[Step, ...]:
    """All phases of a system in the order of play."""
    game = systems.game(system)
    cards = ((phase, game.phase_card(phase)) for phase in game.phases)
    return tuple(Step(phase, card.number, card.group, card.name, card.short) for phase, card in cards)


def doing(system: str, phase: str) -> str:
    """A phase in words."""
    return next((step.name for step in steps(system) if step.id == phase), phase)


@cache
def scenes(system: str) -> dict[str, tuple[Scene, ...]]:
    """What events look like on a map, by their kinds; those that are captions only are left out."""
    return {name: found for name, kind in systems.game(system).kinds.items() if (found := scenes_of(kind))}
