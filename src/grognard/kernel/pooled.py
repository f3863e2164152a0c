"""Pooled percentages: N shooters at p percent make N·p percent; each full 100 is a sure hit, the rest is rolled once.

Some rules send certain rolls astray (percentile doubles with a friend in the way): then every sure hit is rolled for
too, only to see whether it strays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple

from .checks import Check, Memory, Out, Refusal, Result, S, last_step, refusal_of, refused_by, refused_result
from .dice import PERCENTILE
from .modifiers import Applied, Modifier, Reckoned
from .odds import Odds
from .reckoner import Reckoner
from .sources import DiceSource

HUNDRED = 100
DOUBLES = frozenset(face for face in range(1, HUNDRED + 1) if face % 11 == 0 or face == HUNDRED)
"""Percentile rolls whose two dice show the same digit; 00 reads as 100."""


class PercentagePool(NamedTuple):
    """The percentages of one pooled roll."""

    each: int
    shooters: int
    percent: int

    @property
    def automatic(self) -> int:
        """Hits that are certain."""
        return self.percent // HUNDRED

    @property
    def remainder(self) -> int:
        """The chance of one more hit, in percent."""
        return self.percent % HUNDRED


class Volley(NamedTuple, Generic[S]):
    """What a result is read from."""

    hits: int
    astray: int
    s: S


class Pooled(Check[S, Out]):
    """Many shooters, one percentage. `result` turns hits (and hits gone astray) into the outcome.

    `further` adds percent from shooters with another percentage (it is told this one), `divide` cuts the pool down.
    `floor` is the rule by which a percentage is never below 0.
    """

    def __init__(
        self,
        *,
        shooters: Callable[[S], int],
        modifiers: Sequence[Modifier],
        result: Callable[[Volley[S]], Out],
        floor: tuple[str, str],
        further: Callable[[S, int], int] | None = None,
        divide: Callable[[S], int] | None = None,
        strays: Callable[[S], bool] | None = None,
        depends: Sequence[str] = (),
    ) -> None:
        self.shooters, self.result, self.modifiers = shooters, result, modifiers
        self._floor, self._further, self._divide, self._strays = floor, further, divide, strays
        self._reckon = Reckoner(modifiers)
        self._depends: Callable[[S], Any] = attrgetter(*depends) if depends else lambda _: None
        self._known: Memory[Out] = Memory()

    @property
    def sides(self) -> int:
        return PERCENTILE.sides

    def refusal(self, s: S) -> Refusal | None:
        return refusal_of(self._reckon.explain(s).forbidden)

    def pool(self, s: S) -> PercentagePool:
        """The percentages, without rolling."""
        worth = self._reckon.sum(s)
        if worth is None:
            raise refused_by(self._reckon, s)
        return self._pool(s, *worth)

    def _pool(self, s: S, worth: int, halvings: int) -> PercentagePool:
        return PercentagePool(max(worth >> halvings, 0), self.shooters(s), self._percent(s, worth, halvings))

    def _percent(self, s: S, worth: int, halvings: int) -> int:
        each = max(worth >> halvings, 0)  # halving rounds down, as >> does
        percent = each * self.shooters(s)
        if self._further:
            percent += self._further(s, each)
        # divided when all shooters are added up, so that rounding down happens only once
        return percent // self._divide(s) if self._divide else percent

    def roll(self, s: S, dice: DiceSource) -> Result[Out]:
        reckoned = self._reckon.explain(s)
        if reckoned.forbidden:
            return refused_result(self, reckoned)
        pool = self._pool(s, reckoned.total, len(reckoned.halvings))
        faces, hits, astray = self._throw(pool, bool(self._strays and self._strays(s)), dice)
        outcome = self.result(Volley(hits, astray, s))
        details = {
            "percent_each": pool.each,
            "shooters": pool.shooters,
            "pool_percent": pool.percent,
            "automatic": pool.automatic,
            "remainder": pool.remainder,
            "hits": hits,
        }
        # the last die is the one for the rest; those before it only tell which sure hits strayed
        natural = faces[-1] if pool.remainder else None
        applied = self._applied(reckoned)
        return Result(self.name, self.rule, faces, natural, applied, pool.each, outcome, None, details)

    def _throw(self, pool: PercentagePool, strays: bool, dice: DiceSource) -> tuple[tuple[int, ...], int, int]:
        """Faces, hits and hits gone astray."""
        # sure hits are rolled for only to see whether they stray; with nobody in the way they cost no dice
        chances = [HUNDRED] * pool.automatic if strays else []
        chances += [pool.remainder] if pool.remainder else []
        faces = tuple(dice.throw(PERCENTILE, self.name)[0] for _ in chances)
        astray = sum(strays and face in DOUBLES for face in faces)
        struck = sum(
            face <= chance and not (strays and face in DOUBLES) for face, chance in zip(faces, chances, strict=True)
        )
        return faces, struck + (0 if strays else pool.automatic), astray

    def _applied(self, reckoned: Reckoned) -> tuple[Applied, ...]:
        total, applied = last_step(reckoned.total, reckoned)
        if total >= 0:
            return applied
        rule, label = self._floor
        return (*applied, Applied(rule, label, -total))

    def odds(self, s: S) -> Odds[Out]:
        worth = self._reckon.sum(s)
        if worth is None:
            raise refused_by(self._reckon, s)
        # the percentage alone tells what is known already: the whole pool is made only for what is not
        strays = bool(self._strays and self._strays(s))
        key = (self._percent(s, *worth), strays, self._depends(s))
        return self._known.get(key) or self._known.keep(key, self._odds(s, self._pool(s, *worth), strays))

    def _odds(self, s: S, pool: PercentagePool, strays: bool) -> Odds[Out]:
        cases = _strayed(pool) if strays else _straight(pool)
        return Odds((self.result(Volley(hits, astray, s)), weight) for (hits, astray), weight in cases.items())


Cases = dict[tuple[int, int], int]
"""Weights of (hits, hits gone astray)."""


def _straight(pool: PercentagePool) -> Cases:
    hits, chance = pool.automatic, pool.remainder
    # weights need not come to 100 in all: odds compare them with their own total
    return {(hits, 0): HUNDRED - chance, (hits + 1, 0): chance} if chance else {(hits, 0): 1}


def _strayed(pool: PercentagePool) -> Cases:
    """Every sure hit and the rest are rolled one by one; doubles go astray."""
    cases: Cases = {(0, 0): 1}
    for chance in [HUNDRED] * pool.automatic + ([pool.remainder] if pool.remainder else []):
        # doubles stray whether or not they would have hit: they are counted apart from hits and misses
        struck = sum(face not in DOUBLES for face in range(1, chance + 1))
        one = {(0, 1): len(DOUBLES), (1, 0): struck, (0, 0): HUNDRED - len(DOUBLES) - struck}
        cases = _together(cases, one)
    return cases


def _together(left: Cases, right: Cases) -> Cases:
    out: Cases = {}
    for (hits, astray), weight in left.items():
        for (more_hits, more_astray), more in right.items():
            key = (hits + more_hits, astray + more_astray)
            out[key] = out.get(key, 0) + weight * more
    return out
