"""A check rolled and explained, every die and modifier listed, beside two bare dice of the standard library."""

from __future__ import annotations

import itertools
from random import Random

from _common import exit_with, microseconds, verdict
from odds import situations

from grognard import systems
from grognard.kernel.checks import Reckoning
from grognard.kernel.sources import SeededDice

BAR = 36
"""Times as long as two bare dice: 20 microseconds where those take 0.55."""
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
    bare = Random(1815)
    floor = microseconds(lambda: bare.randint(1, 10) + bare.randint(1, 10))
    print(f"{'two bare dice':26}{floor:8.2f} us")
    met = True
    for name in NAMES:
        check = rules[name]
        assert not isinstance(check, Reckoning)
        turns, dice = itertools.cycle(situations(check)), SeededDice(1815)

        def rolled(check=check, turns=turns, dice=dice) -> None:
            check.roll(next(turns), dice)
            dice.thrown.clear()

        took = microseconds(rolled)
        fits = took < BAR * floor
        met = met and fits
        print(f"{name:26}{took:8.2f} us{took / floor:6.1f} times (bar {BAR})  {'ok' if fits else 'MISSED'}")
    return verdict(met)


if __name__ == "__main__":
    exit_with(main())
