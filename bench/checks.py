"""A check rolled and explained, every die and modifier listed. Bar: under 20 microseconds for each."""

from __future__ import annotations

import itertools

from _common import exit_with, microseconds, verdict
from odds import situations

from grognard import systems
from grognard.kernel.checks import Reckoning
from grognard.kernel.sources import SeededDice

BAR = 20.0
NAMES = (
    "command-points",
    "initiative",
    "morale",
    "artillery",
    "small-arms",
    "close-combat",
    "leader-hit",
    "disorder-recovery",
)


def main() -> int:
    rules = systems.rules("cold-steel")
    floor = microseconds(lambda: SeededDice.__init__)
    print(f"{'check':26}{'us':>8}  (an attribute look-up in this run: {floor:.3f} us)")
    met = True
    for name in NAMES:
        check = rules[name]
        assert not isinstance(check, Reckoning)
        turns, dice = itertools.cycle(situations(check)), SeededDice(1815)

        def rolled(check=check, turns=turns, dice=dice) -> None:
            check.roll(next(turns), dice)
            dice.thrown.clear()

        took = microseconds(rolled)
        met = met and took < BAR
        print(f"{name:26}{took:8.2f}  {'ok' if took < BAR else 'MISSED'}")
    return verdict(met)


if __name__ == "__main__":
    exit_with(main())
