"""A handful of dice: the modifiers say how many are thrown, and every die that shows enough is a hit.

`Handful` is one side's throw (fire at a target); `Handfuls` are two sides' at once, whose hits are compared (a melee).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, NamedTuple

from .checks import (
    OURS,
    THEIRS,
    Check,
    Memory,
    Out,
    Refusal,
    Refused,
    Result,
    S,
    refusal_of,
    refused_by,
    refused_result,
)
from .dice import Dice, Die, Pool
from .domains import Domain
from .modifiers import Applied, Modifier
from .odds import Odds
from .opposed import Pair, both_sides
from .reckoner import Reckoner
from .sources import DiceSource


class Hits(NamedTuple, Generic[S]):
    """What a result is read from."""

    hits: int
    dice: int
    s: S


def needs(of: Die, target: int, does: str) -> str:
    """What a die needs, in words."""
    most = max(of.faces)
    shown = f"{most}" if target >= most else f"{target} or {most}" if target == most - 1 else f"{target} or more"
    return f"a {shown} {does}"


class Handful(Check[S, Out]):
    """One throw. `none` says when there are no dice whatever the modifiers; `floor` names the rule of no fewer than 0.

    `depends` names the facts that `result` looks at itself; `does` says what a die does that shows enough.
    """

    def __init__(
        self,
        *,
        of: Die,
        target: int,
        modifiers: Sequence[Modifier],
        result: Callable[[Hits[S]], Out],
        floor: tuple[str, str],
        none: Callable[[S], bool] = lambda _: False,
        depends: Sequence[str] = (),
        does: str = "hits",
    ) -> None:
        self.of, self.target, self.modifiers, self.result = of, target, modifiers, result
        self._floor, self._none = floor, none
        self.needs = needs(of, target, does)
        self._reckon = Reckoner(modifiers)
        self._depends: Callable[[S], Hashable] = attrgetter(*depends) if depends else lambda _: None
        self._known: Memory[Out] = Memory()

    @property
    def sides(self) -> int:
        return max(self.of.faces)

    def refusal(self, s: S) -> Refusal | None:
        return None if self._reckon.sum(s) is not None else refusal_of(self._reckon.explain(s).forbidden)

    def dice(self, s: S) -> Dice:
        """The dice that this situation throws."""
        worth = self._reckon.sum(s)
        if worth is None:
            raise refused_by(self._reckon, s)
        return self._pool(s, worth[0])

    def applied(self, s: S) -> tuple[Applied, ...]:
        """The modifiers that count, without a throw."""
        reckoned = self._reckon.explain(s)
        if reckoned.forbidden:
            return refused_result(self, reckoned).modifiers
        pool = self._pool(s, reckoned.total)
        return floored(reckoned.applied, reckoned.total, pool.count, self._floor)

    def _pool(self, s: S, worth: int) -> Pool:
        return Pool(0 if self._none(s) else max(0, worth), self.of, self.target)

    def roll(self, s: S, dice: DiceSource) -> Result[Out]:
        reckoned = self._reckon.explain(s)
        if reckoned.forbidden:
            return refused_result(self, reckoned)
        pool = self._pool(s, reckoned.total)
        faces = dice.throw(pool, self.name) if pool.count else ()
        hits = pool.natural(faces)
        outcome = self.result(Hits(hits, pool.count, s))
        applied = floored(reckoned.applied, reckoned.total, pool.count, self._floor)
        details = {"pool": pool.count, "hits": hits}
        return Result(self.name, self.rule, faces, hits, applied, pool.count, outcome, None, details)

    def odds(self, s: S) -> Odds[Out]:
        pool = self.dice(s)
        # modifiers change nothing but the number of dice, so all that lead to one number share its odds
        key = (len(pool.dice), self._depends(s))
        return self._known.get(key) or self._known.keep(key, self._odds(s, pool))

    def _odds(self, s: S, pool: Dice) -> Odds[Out]:
        return Odds((self.result(Hits(hits, len(pool.dice), s)), weight) for hits, weight in pool.weights.items())


def floored(
    applied: Sequence[Applied], total: int, count: int, floor: tuple[str, str], side: str = ""
) -> tuple[Applied, ...]:
    """The modifiers with what brings them to the number of dice really thrown."""
    # a row of its own for what the floor took off, so that the list adds up to the dice on the table
    return tuple(applied) if total == count else (*applied, Applied(*floor, count - total, side))


class Compared(NamedTuple):
    """What a melee is read from: hits of both, and both sides."""

    ours_hits: int
    theirs_hits: int
    ours: Any
    theirs: Any


class Handfuls(Check[Pair, Out]):
    """Two throws compared. Each side reckons its own dice; `depends` is what `result` looks at besides the hits."""

    def __init__(
        self,
        *,
        of: Die,
        target: int,
        modifiers: Sequence[Modifier],
        result: Callable[[Compared], Out],
        floor: tuple[str, str],
        none: Callable[[Any], bool] = lambda _: False,
        depends: Callable[[Pair], Hashable] = lambda _: None,
        forbids: Callable[[Pair], Refusal | None] = lambda _: None,
    ) -> None:
        self.of, self.target, self.modifiers, self.result = of, target, modifiers, result
        self._floor, self._none, self._depends, self._forbids = floor, none, depends, forbids
        self.needs = needs(of, target, "hits")
        self._reckon = {side: Reckoner(modifiers, side) for side in (OURS, THEIRS)}
        self._known: Memory[Out] = Memory()

    @property
    def sides(self) -> int:
        return max(self.of.faces)

    def refusal(self, s: Pair) -> Refusal | None:
        return self._forbids(s)

    def pools(self, s: Pair) -> tuple[Pool, Pool]:
        """What each side throws."""
        if refusal := self._forbids(s):
            raise Refused(refusal)
        # both are faced before either reckons: some rows look at the other side
        us, them = s.ours.facing(s.theirs), s.theirs.facing(s.ours)
        return self._pool(us, self._worth(OURS, us)), self._pool(them, self._worth(THEIRS, them))

    def _worth(self, name: str, side: Any) -> int:
        worth = self._reckon[name].sum(side)
        if worth is None:
            raise refused_by(self._reckon[name], side)
        return worth[0]

    def _pool(self, side: Any, worth: int) -> Pool:
        return Pool(0 if self._none(side) else max(0, worth), self.of, self.target)

    def roll(self, s: Pair, dice: DiceSource) -> Result[Out]:
        if refusal := self._forbids(s):
            return Result(self.name, self.rule, (), None, (), None, None, refusal)
        ours = self._side(OURS, s.ours.facing(s.theirs), dice)
        theirs = self._side(THEIRS, s.theirs.facing(s.ours), dice)
        outcome = self.result(Compared(ours["hits"], theirs["hits"], *s))
        return Result(
            self.name,
            self.rule,
            ours["dice"] + theirs["dice"],
            ours["hits"] - theirs["hits"],
            ours["modifiers"] + theirs["modifiers"],
            ours["hits"] - theirs["hits"],
            outcome,
            None,
            {OURS: ours, THEIRS: theirs},
        )

    def _side(self, name: str, s: Any, dice: DiceSource) -> dict[str, Any]:
        reckoned = self._reckon[name].explain(s)
        pool = self._pool(s, reckoned.total)
        # none are asked for where none are thrown: a person with real dice is not troubled for nothing
        faces = dice.throw(pool, f"{self.name}, {name}") if pool.count else ()
        applied = floored(reckoned.applied, reckoned.total, pool.count, self._floor, name)
        return {
            "dice": faces,
            "natural": 0,
            "modifiers": applied,
            "total": pool.count,
            "hits": pool.natural(faces),
        }

    def odds(self, s: Pair) -> Odds[Out]:
        ours, theirs = self.pools(s)
        key = (ours.count, theirs.count, self._depends(s))
        return self._known.get(key) or self._known.keep(key, self._odds(s, ours, theirs))

    def _odds(self, s: Pair, ours: Pool, theirs: Pool) -> Odds[Out]:
        return Odds(
            (self.result(Compared(mine, his, *s)), weight * other)
            for mine, weight in ours.weights.items()
            for his, other in theirs.weights.items()
        )

    def domains(self) -> Mapping[str, Domain]:
        return both_sides(self.asks.domains())

    def meanings(self) -> Mapping[str, str]:
        return both_sides(self.asks.meanings())

    def defaults(self) -> Mapping[str, object]:
        return both_sides(self.asks.defaults)

    def read(self, given: Mapping[str, object]) -> Pair:
        return Pair.read(self.asks, given)

    def checked(self, given: Mapping[str, object]) -> dict[str, Any]:
        return Pair.checked(self.asks, given)
