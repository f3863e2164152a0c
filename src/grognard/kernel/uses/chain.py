"""Chains of checks: a small program that throws one check after another, played with dice or worked out exactly.

    def charge(throw):
        volley = throw(small_arms, facts)
        if volley.casualties >= 6:
            status = throw(morale, shaken.replace(casualties_percent=25)).status
        …
        return verdict

`play(charge, dice)` rolls it; `chain_odds(charge)` runs it along every path its outcomes can take and adds up the
weights as fractions. A program must decide by nothing but the outcomes it is given.

Rounds that repeat have far more paths than states. `Relay` is a chain in legs that hand one state on: chances of all
paths to one state are added up before the next leg.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Generic, TypeVar

from ..checks import Check, Result
from ..odds import Odds
from ..sources import DiceSource

R = TypeVar("R", bound=Hashable)
State = TypeVar("State", bound=Hashable)
Thrower = Callable[[Check[Any, Any], Any], Any]
Program = Callable[[Thrower], R]


class ReckonedChain(Generic[R]):
    """A program that knows a shorter way to its odds than along every path."""

    def __call__(self, throw: Thrower) -> R:
        raise NotImplementedError

    def odds(self) -> Odds[R]:
        """As every path would add up to."""
        raise NotImplementedError


class Relay(ReckonedChain[R], Generic[State, R]):
    """A chain in legs: what matters of all that came before is one state. A leg that has nothing left to do hands it on
    as it is."""

    def __init__(
        self, begin: State, legs: Sequence[Callable[[State, Thrower], State]], end: Callable[[State], R]
    ) -> None:
        self.begin, self.legs, self.end = begin, legs, end

    def __call__(self, throw: Thrower) -> R:
        state = self.begin
        for leg in self.legs:
            state = leg(state, throw)
        return self.end(state)

    def odds(self) -> Odds[R]:
        states = {self.begin: Fraction(1)}
        for leg in self.legs:
            after: dict[State, Fraction] = {}
            for state, chance in states.items():
                for left, part in _ends(lambda throw, state=state, leg=leg: leg(state, throw)).items():  # type: ignore[misc]
                    after[left] = after.get(left, Fraction(0)) + chance * part
            states = after
        return whole_odds(states).map(self.end)


def play(program: Program[R], dice: DiceSource) -> tuple[R, list[Result[Any]]]:
    """Roll the chain once: what it comes to, and every check on the way."""
    made: list[Result[Any]] = []

    def throw(check: Check[Any, Any], s: Any) -> Any:
        result = check.roll(s, dice)
        made.append(result)
        return result.settled

    return program(throw), made


def chain_odds(program: Program[R]) -> Odds[R]:
    """The exact odds of what the chain comes to."""
    return program.odds() if isinstance(program, ReckonedChain) else whole_odds(_ends(program))


def whole_odds(ends: Mapping[R, Fraction]) -> Odds[R]:
    """Chances as odds, which are kept in whole weights."""
    whole = lcm(*(chance.denominator for chance in ends.values()))
    return Odds((end, int(chance * whole)) for end, chance in ends.items())


def _ends(program: Program[R]) -> dict[R, Fraction]:
    ends: dict[R, Fraction] = {}
    walker = _Walker(program)
    while walker.path is not None:
        end, ways, of = walker.walk()
        ends[end] = ends.get(end, Fraction(0)) + Fraction(ways, of)
    return ends


class _Walker(Generic[R]):
    """Runs a program along one path of outcome numbers after another."""

    def __init__(self, program: Program[R]) -> None:
        self._program = program
        self.path: list[int] | None = []
        self._forks: list[tuple[list[tuple[Any, int]], int]] = []
        """The outcomes of each throw on the last path, and their weights together: good as long as the paths agree."""

    def walk(self) -> tuple[R, int, int]:
        """Run along the path, first outcomes after its end, and name the path to try next; what came, its weight."""
        path, forks = self.path or [], self._forks
        taken: list[int] = []
        ways = of = 1

        def throw(check: Check[Any, Any], s: Any) -> Any:
            nonlocal ways, of
            place = len(taken)
            if place == len(forks):
                odds = check.odds(s)
                forks.append((list(odds.weights.items()), odds.total))
            # beyond the path that was asked for: the first outcome, so that each run opens one new branch to its end
            choice = path[place] if place < len(path) else 0
            outcomes, total = forks[place]
            outcome, weight = outcomes[choice]
            taken.append(choice)
            ways, of = ways * weight, of * total
            return outcome

        end = self._program(throw)
        # the next path: the last choice that has outcomes left goes one further, as an odometer does
        while taken and taken[-1] + 1 == len(forks[-1][0]):
            taken.pop()
            forks.pop()
        self.path = [*taken[:-1], taken[-1] + 1] if taken else None
        return end, ways, of
