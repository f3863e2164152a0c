"""The phases of a turn in words, for the ribbon over the table."""

from __future__ import annotations

from functools import cache

from grognard import systems

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
