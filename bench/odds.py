"""Exact odds of every check with dice, beside the same distribution built with icepool and dyce in the same run.

Bars: 50 times faster than icepool for a single check, 20 times for pooled fire and opposed rolls. Each of our queries
starts from the facts: it reads every modifier and then gives the odds. The peers are handed the modifiers already
added up and only build the dice, add, and read the table. All three must give the same chances. `cold` is our time when
nothing is remembered from earlier queries.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import dyce
import icepool
from _common import exit_with, microseconds, verdict

from grognard import systems
from grognard.kernel.checks import Check, Refused, Roll, Thrown
from grognard.kernel.dice import Dice, DropLowest, Sum
from grognard.kernel.domains import Number
from grognard.kernel.modifiers import Modifier, reckon
from grognard.kernel.opposed import Contest, Opposed
from grognard.kernel.pooled import Pooled

SINGLE, PAIRED = 50, 20
SITUATIONS = 8


def situations(check: Check[Any, Any]) -> list[Any]:
    """Some situations that the rules allow and that take dice."""
    rng, found = random.Random(check.name), []
    domains, defaults = check.domains(), check.defaults()
    for _ in range(400):
        share = rng.choice((0.1, 0.3, 0.6))
        facts = {}
        for name, domain in domains.items():
            if name not in defaults or rng.random() < share:
                wide = isinstance(domain, Number) and domain.high - domain.low > 100
                facts[name] = rng.randint(domain.low, domain.low + 100) if wide else rng.choice(domain.every())
        situation = check.read(facts)
        if check.refusal(situation) is None and len(check.odds(situation)) > 1:
            found.append(situation)
        if len(found) == SITUATIONS:
            break
    return found


def peers(check: Check[Any, Any], situation: Any) -> tuple[Any, Any] | None:
    """The same distribution as functions of icepool and dyce, from the summed modifiers on."""
    if isinstance(check, Opposed):
        return _opposed_peers(check, situation)
    if isinstance(check, Pooled):
        return _pooled_peers(check, situation)
    return _roll_peers(check, situation) if isinstance(check, Roll) else None


def _roll_peers(check: Roll[Any, Any], s: Any) -> tuple[Any, Any] | None:
    dice = check.dice(s)
    built = _built(dice)
    if built is None:
        return None
    worth = _worth(check.modifiers, s)
    outcomes = list(check.odds(s).weights)
    table = {natural + worth: outcomes.index(_outcome(check, s, natural, worth)) for natural in dice.weights}
    pool, histogram = built
    return lambda: (pool() + worth).map(table), lambda: _read_off(histogram() + worth, table)


def _built(dice: Dice) -> tuple[Any, Any] | None:
    """How each peer builds these dice; None for kinds that have no plain counterpart there."""
    if not isinstance(dice, Sum | DropLowest):
        return None
    count, faces = dice.count, [dice.of.worth[face] for face in dice.of.faces]
    one, histogram = icepool.Die(faces), dyce.H(faces)
    if isinstance(dice, Sum):
        return lambda: count @ one, lambda: count @ histogram
    keep = count - dice.drop
    return lambda: one.highest(count, keep), lambda: (count @ dyce.P(histogram)).at(slice(-keep, None))


def _read_off(histogram: Any, table: dict[int, int]) -> Any:
    """A dyce histogram with every total replaced by the number of its outcome."""
    rows: dict[int, int] = {}
    for total, count in histogram.items():
        rows[table[int(total)]] = rows.get(table[int(total)], 0) + int(count)
    return dyce.H(rows)


def _worth(modifiers: Sequence[Modifier], s: Any) -> int:
    return reckon([modifier.look for modifier in modifiers], s).total


def _outcome(check: Roll[Any, Any], s: Any, natural: int, worth: int) -> Any:
    return check.result(Thrown(natural + worth, natural, s))


def _pooled_peers(check: Pooled[Any, Any], s: Any) -> tuple[Any, Any] | None:
    pool = check.pool(s)
    if not pool.remainder or len(check.odds(s)) != 2:
        return None
    hits, rest = pool.automatic, pool.remainder
    return lambda: (icepool.d100 <= rest) + hits, lambda: dyce.H(100).le(rest) + hits


def _opposed_peers(check: Opposed[Any], pair: Any) -> tuple[Any, Any] | None:
    us, them = pair.ours.facing(pair.theirs), pair.theirs.facing(pair.ours)
    lists = [modifiers for _, modifiers in check.groups()]  # one that both look at, or one for each
    edge = _worth(lists[0], us) - _worth(lists[-1], them)
    ours, theirs = check.dice(us), check.dice(them)
    built, other = _built(ours), _built(theirs)
    if built is None or other is None:
        return None
    outcomes = list(check.odds(pair).weights)

    def number(one: int, two: int) -> int:
        naturals = (one, two) if check.naturals else (0, 0)
        return outcomes.index(check.result(Contest(one - two + edge, *pair, naturals)))

    throws = list(itertools.product(ours.weights, theirs.weights))
    # where the result reads the dice as they fell, each peer has to go through the pairs of throws
    if check.naturals:
        pairs = {throw: number(*throw) for throw in throws}
        return (
            lambda: icepool.map(lambda one, two: pairs[one, two], built[0](), other[0]()),
            lambda: _pair_off(built[1](), other[1](), pairs),
        )
    table = {one - two + edge: number(one, two) for one, two in throws}
    return (
        lambda: (built[0]() - other[0]() + edge).map(table),
        lambda: _read_off(built[1]() - other[1]() + edge, table),
    )


def _pair_off(ours: Any, theirs: Any, pairs: dict[tuple[int, int], int]) -> Any:
    """Two dyce histograms with every pair of totals replaced by the number of its outcome."""
    rows: dict[int, int] = {}
    for one, weight in ours.items():
        for two, more in theirs.items():
            place = pairs[int(one), int(two)]
            rows[place] = rows.get(place, 0) + int(weight) * int(more)
    return dyce.H(rows)


def agree(check: Check[Any, Any], situation: Any, both: tuple[Any, Any]) -> None:
    """All three give the same chances, outcome by outcome, or the comparison is worth nothing."""
    ours = check.odds(situation)
    chances = {i: Fraction(weight, ours.total) for i, weight in enumerate(ours.weights.values())}
    for built in (both[0](), both[1]()):
        weights = {int(k): int(v) for k, v in built.items()}
        first, total = min(weights) if isinstance(check, Pooled) else 0, sum(weights.values())
        assert {k - first: Fraction(v, total) for k, v in weights.items() if v} == chances, (check.name, situation)


def measure(system: str, name: str) -> tuple[str, float, float, float, float, int] | None:
    """Microseconds of ours, ours cold, icepool and dyce for one check."""
    check = systems.rules(system)[name]
    found = [(s, both) for s in situations(check) if (both := peers(check, s)) is not None]
    if not found:
        return None
    for situation, both in found:
        agree(check, situation, both)
    turns = itertools.cycle([s for s, _ in found])
    memory = check._known  # type: ignore[attr-defined]

    def cold() -> None:
        memory.clear()
        check.odds(next(turns))

    ours, ours_cold = microseconds(lambda: check.odds(next(turns))), microseconds(cold)
    pools, hs = itertools.cycle([p for _, (p, _) in found]), itertools.cycle([h for _, (_, h) in found])
    bar = SINGLE if isinstance(check, Roll) else PAIRED
    return name, ours, ours_cold, microseconds(lambda: next(pools)(), 3), microseconds(lambda: next(hs)(), 3), bar


def main() -> int:
    print(f"{'check':26}{'ours us':>9}{'cold us':>9}{'icepool':>10}{'dyce':>9}{'ratio':>8}{'cold':>7}  bar")
    met = True
    for system in systems.find():
        for name in systems.Declarations(system):
            try:
                row = measure(system, name)
            except Refused:
                row = None
            if row is None:
                continue
            name, ours, cold, pool, h, bar = row
            passed = pool / ours >= bar
            met = met and passed
            ratios = f"{pool / ours:8.0f}{pool / cold:7.0f}  {bar} {'ok' if passed else 'MISSED'}"
            print(f"{name:26}{ours:9.2f}{cold:9.2f}{pool:10.1f}{h:9.1f}{ratios}")
    return verdict(met)


if __name__ == "__main__":
    exit_with(main())
