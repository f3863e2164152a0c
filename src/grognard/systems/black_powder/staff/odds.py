"""What charges, fire and orders are worth, by their exact odds, on the table as the staff knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.kernel.checks import Refused

from ..facts import fire
from ..facts.command import command_facts
from ..facts.moving import moves_to_contact
from ..facts.rates import rate_of
from ..seat import charge_odds as ends
from ..table.orders import Order
from ..table.state import UnitState
from ..terms import Giving
from .reading import worth
from .table import KnownTable

GAINS = {ends.THEY_BREAK: 1.0, ends.THEY_GO: 0.5, ends.AWAY: 0.15, ends.LOCKED: 0.1, ends.BOTH: 0.2}
LOSSES = {ends.STOPPED: 0.3, ends.WE_GO: 0.5, ends.WE_BREAK: 1.0, ends.LOCKED: 0.1, ends.BOTH: 0.35}
"""What the ends of a charge are worth: parts of the enemy's strength won, and of our own lost."""
LEAST, MOST = 0.5, 2.0
"""By how much the enemy's strength can outweigh ours in this."""
GUNS = 1.3
"""Guns are worth more than their men to those who can take them."""
DISORDER = 0.5
"""Casualties that disorder is worth, to those who shoot."""
TELLING = {"shaken": 1.4, "worn": 1.2, "fresh": 1.0}
"""What a casualty is worth: more upon those who have to test for it, or will."""


class ChargePromise(NamedTuple):
    """A charge of one unit."""

    target: str
    value: float
    """If it comes home: what is won less what is lost, in parts of the unit's own strength."""
    moves: int
    """To contact."""


class Reckoner:
    """Odds while no enemy stirs; those of a unit hold until it is changed itself."""

    def __init__(self, b: KnownTable) -> None:
        self.b = b
        self._promises: dict[tuple[str, str], tuple[UnitState, UnitState, float]] = {}
        self._fire: dict[tuple[str, str], float] = {}
        self._moves: dict[tuple[str, tuple[str, ...], Order, Giving], tuple[tuple[Any, ...], tuple[float, ...]]] = {}

    # -- charges

    def promise(self, unit: str, target: str) -> float:
        """What a charge is worth if it comes home."""
        ours, theirs = self.b.unit(unit), self.b.unit(target)
        known = self._promises.get((unit, target))
        # kept as long as both are the same records: any change makes new ones
        if known is None or known[0] is not ours or known[1] is not theirs:
            known = self._promises[unit, target] = ours, theirs, self._promise(unit, target)
        return known[2]

    def _promise(self, unit: str, target: str) -> float:
        b = self.b
        shares = ends.charge_shares(b, unit, target, rounds=1)
        mine, theirs = worth(b.unit(unit)), worth(b.unit(target))
        # a small unit that beats a great one wins more, but within limits: odds count more than size
        scale = min(MOST, max(LEAST, theirs * (GUNS if b.branch(target) == "artillery" else 1.0) / max(1.0, mine)))
        won = sum(float(shares.get(end, 0)) * value for end, value in GAINS.items())
        lost = sum(float(shares.get(end, 0)) * value for end, value in LOSSES.items())
        return won * scale - lost

    def charge(self, unit: str, target: str, most: int, limit: float) -> ChargePromise | None:
        """A charge with so many moves at most; None where they do not bring it there, or it promises less than this."""
        b = self.b
        if b.inches(unit, target) > most * rate_of(b, b.unit(unit), ""):
            return None
        value = self.promise(unit, target)
        # before the way is laid, which takes longer than to look up such a promise
        moves = moves_to_contact(b, unit, target, most) if value >= limit else 0
        # 0 is not there at all
        return ChargePromise(target, value, moves) if moves else None

    # -- fire

    def fire(self, unit: str, target: str) -> float:
        """What a volley is worth, in casualties."""
        key = unit, target
        # by ids alone: a Reckoner does not outlive the next stir of an enemy
        if key not in self._fire:
            self._fire[key] = self._fired(unit, target)
        return self._fire[key]

    def _fired(self, unit: str, target: str) -> float:
        b, now = self.b, self.b.unit(target)
        pair = fire.fire_facts(b, unit, target, most=fire.most_dice(b, unit, target))
        odds = b.rules[fire.fire_check(b, unit)].odds(pair)
        state = "shaken" if b.shaken(target) else "worn" if now.casualties + 1 >= now.stamina else "fresh"
        mean = sum(float(chance) * shot.casualties for shot, chance in odds)
        disorder = 0.0 if now.disordered else sum(float(chance) for shot, chance in odds if shot.disordered)
        return float(mean * TELLING[state] + DISORDER * disorder)

    # -- orders

    def moves(self, leader: str, units: Sequence[str], order: Order, giving: Giving) -> tuple[float, ...]:
        """How likely an order is to give at least one, two and three moves, and last: to pass, so that he goes on."""
        states = (self.b.world.leaders[leader], *(self.b.unit(unit) for unit in units))
        key = leader, tuple(units), order, giving
        known = self._moves.get(key)
        if known is None or any(one is not other for one, other in zip(known[0], states, strict=True)):
            known = self._moves[key] = states, self._told(leader, units, order, giving)
        return known[1]

    def _told(self, leader: str, units: Sequence[str], order: Order, giving: Giving) -> tuple[float, ...]:
        b = self.b
        facts = command_facts(b, leader, units, order, giving)
        try:
            odds = b.rules["command"].odds(facts)
        except Refused:
            return 0.0, 0.0, 0.0, 0.0
        least = [sum(float(chance) for told, chance in odds if told.moves >= n) for n in (1, 2, 3)]
        passed = sum(float(chance) for told, chance in odds if told.passed)
        return least[0], least[1], least[2], passed
