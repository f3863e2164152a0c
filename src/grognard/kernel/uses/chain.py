"""Chains of checks: a small program that throws one check after another, played with dice or worked out exactly.

    def charge(throw):
        volley = throw(small_arms, facts)
        if volley.casualties >= 6:
            status = throw(morale, shaken.replace(casualties_percent=25)).status
        …
        return verdict

`play(charge, dice)` rolls it; `chain_odds(charge)` runs it along every path its outcomes can take and adds up the
weights as fractions. A program must decide by nothing but the outcomes it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from ..checks import Check, Result
from ..odds import Odds
from ..sources import DiceSource

R = TypeVar("R", bound=Hashable)
Thrower = Callable[[Check[Any, Any], Any], Any]
Program = Callable[[Thrower], R]


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
    ends: dict[R, Fraction] = {}
    path: list[int] | None = []
    while path is not None:
        end, chance, path = _walk(program, path)
        ends[end] = ends.get(end, Fraction(0)) + chance
    # back to whole weights, as all odds have them
    whole = lcm(*(chance.denominator for chance in ends.values()))
    return Odds((end, int(chance * whole)) for end, chance in ends.items())


def _walk(program: Program[R], path: list[int]) -> tuple[R, Fraction, list[int] | None]:
    """Run the program along a path of outcome numbers, first outcomes after its end, and name the path to try next."""
    taken: list[int] = []
    widths: list[int] = []
    chance = Fraction(1)

    def throw(check: Check[Any, Any], s: Any) -> Any:
        nonlocal chance
        odds = check.odds(s)
        # beyond the path that was asked for: the first outcome, so that each run opens one new branch to its end
        choice = path[len(taken)] if len(taken) < len(path) else 0
        outcome, weight = list(odds.weights.items())[choice]
        taken.append(choice)
        widths.append(len(odds))
        chance *= Fraction(weight, odds.total)
        return outcome

    end = program(throw)
    # the next path: the last choice that has outcomes left goes one further, as an odometer does
    while taken and taken[-1] + 1 == widths[-1]:
        taken.pop()
        widths.pop()
    return end, chance, [*taken[:-1], taken[-1] + 1] if taken else None
