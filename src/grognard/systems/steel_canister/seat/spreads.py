"""What an action may come to cost, exactly: fixed points and the dice on top of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from grognard.battle.previews import records as pre
from grognard.kernel.handful import Handful
from grognard.kernel.odds import Odds
from grognard.kernel.uses.chain import Thrower, chain_odds

from ..checks.moving import StepFacts, fixed_cost
from ..facts.steps import MOST_AP, Way
from ..table.field import Field


class Spent(NamedTuple):
    """Whether an action succeeds, and the points it takes."""

    done: bool
    paid: int


def action_spread(cost: int, points: int) -> Odds[Spent]:
    """An action without dice."""
    return Odds.certain(Spent(cost <= points, min(cost, points)))


def price_of(b: Field, step: StepFacts) -> tuple[int, int]:
    """What a step costs before dice, and its dice."""
    return fixed_cost(b.rules.tables, step), dice_of(b, "step", step.replace(ap_left=MOST_AP))


def dice_of(b: Field, check: str, facts: Any) -> int:
    """How many dice a handful is."""
    made = b.rules[check]
    assert isinstance(made, Handful)
    return len(made.dice(facts).dice)


def way_spread(b: Field, way: Way) -> Odds[Spent]:
    """A step, or two of them through friends: the second is paid with what the first leaves."""

    def tried(throw: Thrower) -> Spent:
        paid, points = 0, way.steps[0].ap_left
        for step in way.steps:
            facts = step.replace(ap_left=points - paid)
            if b.rules["step"].refusal(facts) is not None:
                return Spent(False, points)
            made = throw(b.rules["step"], facts)
            if not made.enters:
                return Spent(False, points)
            paid += made.paid
        return Spent(True, paid)

    return chain_odds(tried)


def march_spread(paid: Mapping[int, Fraction], points: int) -> Odds[Spent]:
    """Several steps, by what they cost together; whoever is stopped on the way has nothing left."""
    stopped = 1 - sum(paid.values(), Fraction(0))
    found = [*((Spent(True, cost), chance) for cost, chance in paid.items()), (Spent(False, points), stopped)]
    whole = lcm(*(chance.denominator for _, chance in found))
    return Odds((spent, int(chance * whole)) for spent, chance in found if chance)


def tallies(spread: Odds[Spent], points: int, most: int | None = None) -> tuple[pre.ChanceTally, pre.ChanceTally]:
    """What it takes of so many points, and what it leaves of them, or of the most that count."""
    had = points if most is None else min(most, points)
    return (
        pre.ChanceTally(label="Costs", chances=chances_of(spread), note=f"of {points}"),
        pre.ChanceTally(label="Left", chances=chances_of(spread, of=had)),
    )


def chances_of(spread: Odds[Spent], of: int | None = None) -> tuple[pre.Chance, ...]:
    """The points it takes, the fewest first; with `of` the points that are left of so many."""
    told: dict[int, Fraction] = {}
    for spent, chance in spread:
        worth = spent.paid if of is None else of - spent.paid if spent.done else -1
        told[worth] = told.get(worth, Fraction(0)) + chance
    order = sorted(told, reverse=of is not None)
    return tuple(pre.Chance(text=_words(worth), percent=_percent(told[worth]), value=worth) for worth in order)


def _words(points: int) -> str:
    return f"{points} AP" if points >= 0 else "stopped"


def _percent(chance: Fraction) -> float:
    return round(100 * float(chance), 2)


def percent(chance: Fraction | int) -> str:
    """As people say it."""
    return f"{round(100 * float(chance))} %"
