"""How good commanders are by the battles they fought against each other: shares with Wilson's interval, and Elo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np

from .intervals import Estimate, share

SURE = 1.96
"""Standard deviations of an interval that holds in 95 of 100 cases."""
PRIOR = 1.0
"""Drawn battles that each is taken to have fought against a middling one: who has won all has no endless rating."""
MIDDLE = 1500.0
SCALE = 400 / log(10)
"""Points of rating for each step of the natural logarithm of the odds."""
ROUNDS = 60


class PairScore(NamedTuple):
    """How one commander fared against another."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Battles in all."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A draw is half a victory."""
        return self.won + self.drawn / 2

    @property
    def turned(self) -> PairScore:
        """As the other sees it."""
        return PairScore(self.lost, self.drawn, self.won)

    def plus(self, other: PairScore) -> PairScore:
        """Both together."""
        return PairScore(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)


def wilson(hits: float, of: int) -> Estimate:
    """The share of hits, with Wilson's interval, which keeps within 0 and 1 however few battles there are."""
    if not of:
        return Estimate(0.5, 0.0, 1.0)
    return share(hits, of)


def elo(names: Sequence[str], scores: Mapping[tuple[str, str], PairScore]) -> dict[str, Estimate]:
    """Ratings about 1,500 by which the scores are likeliest, a draw as half a victory each. Intervals are those of the
    likelihood's curvature: a draw tells more than two tosses of a coin, so they are rather too wide than too narrow."""
    many = len(names)
    games, won = np.zeros((many, many)), np.zeros(many)
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            score = scores.get((one, other), PairScore())
            games[i, j] = score.games
            won[i] += score.points
    strength, curve = np.zeros(many), np.eye(many)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        middling = 1 / (1 + np.exp(-strength))
        slope = won - (games * chance).sum(1) + PRIOR * (0.5 - middling)
        weight = games * chance * (1 - chance)
        curve = np.diag(weight.sum(1) + PRIOR * middling * (1 - middling)) - weight
        step = np.linalg.solve(curve, slope)
        # no more than a good step at once: far from the top the curve is a poor guide
        strength = strength + np.clip(step, -1.0, 1.0)
        if np.abs(step).max(initial=0.0) < 1e-9:
            break
    # about the middle of all: by how much all together are off says nothing of who is the better
    centre = np.eye(many) - 1 / many
    strength = strength - strength.mean()
    spread = np.sqrt(np.diag(centre @ np.linalg.inv(curve) @ centre))
    return {
        name: Estimate(*(float(MIDDLE + SCALE * (strength[i] + side * SURE * spread[i])) for side in (0, -1, 1)))
        for i, name in enumerate(names)
    }
