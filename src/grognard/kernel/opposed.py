"""Opposed rolls: each side throws dice and adds its own modifiers; the difference of the totals decides.

Both sides look at the same list of modifiers, or each at a list of its own. Where a rule also reads the dice as they
fell, `naturals` is set, and the result is given both natural numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from .checks import OURS, THEIRS, Check, Memory, Out, Refusal, Refused, Result, last_step, refused_by
from .dice import Dice, Weights, convolve, uncounted
from .domains import Domain
from .errors import BadInput
from .facts import Facts
from .modifiers import Modifier
from .odds import Odds
from .reckoner import Reckoner
from .sources import DiceSource


class Pair(NamedTuple):
    """The two sides of a contest."""

    ours: Any
    theirs: Any

    @classmethod
    def read(cls, asks: type[Facts], given: Mapping[str, object]) -> Pair:
        """Both sides from facts that may be wrong."""
        sides = _parted(given)
        return cls(*(_named(side, asks.of, sides[side]) for side in (OURS, THEIRS)))

    @staticmethod
    def checked(asks: type[Facts], given: Mapping[str, object]) -> dict[str, Any]:
        """The facts given, read and checked, without asking for those that are missing."""
        checked = {side: _named(side, asks.read, facts) for side, facts in _parted(given).items()}
        return {f"{side}.{name}": value for side, facts in checked.items() for name, value in facts.items()}


class Contest(NamedTuple):
    """What a result is read from: our total minus theirs, both sides, and the dice of each where they are asked for."""

    difference: int
    ours: Any
    theirs: Any
    naturals: tuple[int, int] = (0, 0)


class Opposed(Check[Pair, Out]):
    """`depends` gives what `result` looks at besides the difference; `forbids` says which pairs never meet. `theirs`
    are the other side's modifiers, where they are not the same; `naturals` gives the result both natural numbers."""

    def __init__(
        self,
        *,
        dice: Dice | Callable[[Any], Dice],
        modifiers: Sequence[Modifier],
        result: Callable[[Contest], Out],
        depends: Callable[[Pair], Hashable],
        forbids: Callable[[Pair], Refusal | None] = lambda _: None,
        theirs: Sequence[Modifier] | None = None,
        naturals: bool = False,
    ) -> None:
        self.modifiers, self.result, self.naturals = [*modifiers, *(theirs or ())], result, naturals
        self._groups = [("ours", modifiers), ("theirs", theirs)] if theirs is not None else [("modifiers", modifiers)]
        self._dice = dice
        other = modifiers if theirs is None else theirs
        self._reckon = {OURS: Reckoner(modifiers, OURS), THEIRS: Reckoner(other, THEIRS)}
        self._depends, self._forbids = depends, forbids
        self._known: Memory[Out] = Memory()
        # worked out once: modifiers only shift this curve, they never change its form
        self._differences = _difference(dice, dice) if isinstance(dice, Dice) else None

    def groups(self) -> Sequence[tuple[str, Sequence[Modifier]]]:
        return self._groups

    @property
    def sides(self) -> int:
        return self._dice.sides if isinstance(self._dice, Dice) else 0

    def uncounted(self, faces: Sequence[int]) -> tuple[int, ...]:
        return uncounted(self._dice, faces)

    def dice(self, side: Any) -> Dice:
        """What a side has to throw."""
        return self._dice if isinstance(self._dice, Dice) else self._dice(side)

    def refusal(self, s: Pair) -> Refusal | None:
        return self._forbids(s)

    def roll(self, s: Pair, dice: DiceSource) -> Result[Out]:
        if refusal := self._forbids(s):
            return Result(self.name, self.rule, (), None, (), None, None, refusal)
        us, them = _facing(s)
        ours, theirs = self._side(OURS, us, dice), self._side(THEIRS, them, dice)
        difference = ours["total"] - theirs["total"]
        naturals = (ours["natural"], theirs["natural"]) if self.naturals else (0, 0)
        outcome = self.result(Contest(difference, *s, naturals))
        return Result(
            self.name,
            self.rule,
            ours["dice"] + theirs["dice"],
            ours["natural"] - theirs["natural"],
            ours["modifiers"] + theirs["modifiers"],
            difference,
            outcome,
            None,
            {OURS: ours, THEIRS: theirs},
        )

    def _side(self, name: str, s: Any, dice: DiceSource) -> dict[str, Any]:
        wanted = self.dice(s)
        faces = dice.throw(wanted, self._purposes[name])
        natural, reckoned = wanted.natural(faces), self._reckon[name].explain(s)
        total, applied = natural + reckoned.total, tuple(reckoned.applied)
        if reckoned.halvings:
            total, applied = last_step(total, reckoned, name)
        return {"dice": faces, "natural": natural, "modifiers": applied, "total": total}

    @cached_property
    def _purposes(self) -> dict[str, str]:
        return {side: f"{self.name}, {side}" for side in (OURS, THEIRS)}

    def odds(self, s: Pair) -> Odds[Out]:
        if refusal := self._forbids(s):
            raise Refused(refusal)
        ours, theirs = _facing(s)
        edge = self._worth(OURS, ours) - self._worth(THEIRS, theirs)
        dice = None if isinstance(self._dice, Dice) else (self.dice(ours), self.dice(theirs))
        key = (edge, self._depends(s), dice)
        return self._known.get(key) or self._known.keep(key, self._odds(s, edge))

    def _worth(self, name: str, side: Facts) -> int:
        worth = self._reckon[name].sum(side)
        if worth is None:
            raise refused_by(self._reckon[name], side)
        return worth[0]

    def _odds(self, s: Pair, edge: int) -> Odds[Out]:
        ours, theirs = self.dice(s.ours), self.dice(s.theirs)
        if not self.naturals:
            differences = self._differences or _difference(ours, theirs)
            return Odds((self.result(Contest(d + edge, *s)), weight) for d, weight in differences.items())
        return Odds(
            (self.result(Contest(one - other + edge, *s, (one, other))), weight * more)
            for one, weight in ours.weights.items()
            for other, more in theirs.weights.items()
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


V = TypeVar("V")


def both_sides(of_one: Mapping[str, V]) -> dict[str, V]:
    """What one side has by fact, for both sides: `ours.disorder`, `theirs.disorder`."""
    return {f"{side}.{name}": value for side in (OURS, THEIRS) for name, value in of_one.items()}


def _facing(s: Pair) -> tuple[Facts, Facts]:
    return s.ours.facing(s.theirs), s.theirs.facing(s.ours)


def _difference(ours: Dice, theirs: Dice) -> Weights:
    """Weights of our dice less theirs."""
    return convolve(ours.weights, {-number: weight for number, weight in theirs.weights.items()})


def _parted(given: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Facts by side: `ours.disorder` and `theirs.disorder`; a fact without a side, such as the weather, is both's."""
    both = {name: value for name, value in given.items() if "." not in name}
    sides: dict[str, dict[str, object]] = {OURS: dict(both), THEIRS: dict(both)}
    for name, value in given.items():
        side, dot, fact = name.partition(".")
        if dot and side not in sides:
            raise BadInput(f"{name}: say whose, as in {OURS}.{fact} or {THEIRS}.{fact}")
        if dot:
            sides[side][fact] = value
    return sides


def _named(side: str, read: Callable[[Mapping[str, object]], Any], facts: Mapping[str, object]) -> Any:
    """Read one side's facts, and name the side in front of what is wrong with them."""
    try:
        return read(facts)
    except BadInput as error:
        raise BadInput(f"{side}: {error}") from None
