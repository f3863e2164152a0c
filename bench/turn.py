"""What a turn costs with both staffs deciding: Quatre Bras under every system, and how it grows with more units.

.venv/bin/python bench/turn.py [--profile [--system class-dice]]
"""

from __future__ import annotations

import argparse
import cProfile
import math
import pstats
import time
from statistics import median

from _common import exit_with, verdict

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.scenarios.giant import giant
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario
from grognard.simulate.many import staffed

SIZES = (100, 400, 1600)
SYSTEMS = ("cold-steel", "steel-canister", "class-dice", "black-powder")
"""Whose turn of Quatre Bras is measured."""
GROWTH, TURN_MS, GIANT_MS = 1.25, 150, 600
SEEDS = (1, 2, 3, 4, 5)
"""Of the battles by which two systems are held against each other."""
MARCHES = "staff-1"
"""Who fights the giants by which growth is measured: a staff that marches and attacks with any army and never changes.
Others stand while that wins, with a hundred units but not with four hundred."""
BESIDE = 1.0
"""A turn of Class Dice in that of Cold Steel, at most."""
ALIKE = "normal"
"""Who fights them: a staff that marches and attacks under both. The staff at its best stands and fires under Cold Steel
while that wins, and a turn in which nobody marches says nothing of what a turn costs."""


def seconds_a_turn(
    scenario: Scenario, turns: int, first: int = 1, system: str = "cold-steel", seed: int = 1, kind: str = "staff"
) -> float:
    """The mean turn of a battle by staffs, after the first of it, which sets everything up."""
    battle = Battle.begin(systems.game(system), scenario, seed=seed, options={"turns": turns + first})
    marks: list[float] = []
    fight_out(battle, staffed(battle, kind), lambda _: marks.append(time.process_time()))
    marks.append(time.process_time())
    spans = [after - before for before, after in zip(marks[first - 1 :], marks[first:], strict=False)]
    return sum(spans) / len(spans)


def beside(one: str, other: str) -> tuple[float, list[float]]:
    """A turn of Quatre Bras under one system in that of another: the median over the seeds, and each of them. Both are
    measured in one process and seed by seed, so that what else the machine does falls upon both alike."""
    field = load("quatre-bras")
    for system in (one, other):
        # both know the ground before either is measured
        seconds_a_turn(field, 2, system=system, seed=max(SEEDS) + 1, kind=ALIKE)
    ratios = [
        seconds_a_turn(field, 12, system=one, seed=seed, kind=ALIKE)
        / seconds_a_turn(field, 12, system=other, seed=seed, kind=ALIKE)
        for seed in SEEDS
    ]
    return median(ratios), ratios


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", action="store_true", help="where the time of a Quatre Bras turn goes")
    parser.add_argument("--system", default="cold-steel", help="of the profile")
    args = parser.parse_args()
    if args.profile:
        profile = cProfile.Profile()
        profile.enable()
        seconds_a_turn(load("quatre-bras"), 8, system=args.system)
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)
        return 0
    turns = {}
    for system in SYSTEMS:
        seconds_a_turn(load("farm-at-the-crossroads"), 2, system=system)  # compiles what has to be compiled
        turns[system] = seconds_a_turn(load("quatre-bras"), 12, system=system)
        print(f"Quatre Bras under {system}: {turns[system] * 1000:.0f} ms a turn (aim {TURN_MS})")
    ratio, each = beside("class-dice", "cold-steel")
    print(
        f"a turn of Class Dice in that of Cold Steel, by {ALIKE}: {ratio:.2f} (aim {BESIDE:g}; median of "
        + ", ".join(f"{one:.2f}" for one in each)
        + ")"
    )
    spans = {size: seconds_a_turn(giant(size), 2 if size > 400 else 6) for size in SIZES}
    marching = {size: seconds_a_turn(giant(size), 2 if size > 400 else 6, kind=MARCHES) for size in SIZES}
    growth = math.log(marching[SIZES[-1]] / marching[SIZES[0]]) / math.log(SIZES[-1] / SIZES[0])
    for size, span in spans.items():
        print(
            f"giant of {size} units: {span * 1000:.0f} ms a turn" + (f" (aim {GIANT_MS})" if size == SIZES[-1] else "")
        )
    told = ", ".join(f"{span * 1000:.0f} ms with {size}" for size, span in marching.items())
    print(f"by {MARCHES}: {told}; it grows as n^{growth:.2f} (aim n^{GROWTH})")
    quick = max(turns.values()) * 1000 <= TURN_MS and ratio <= BESIDE
    return verdict(quick and growth <= GROWTH and spans[SIZES[-1]] * 1000 <= GIANT_MS)


if __name__ == "__main__":
    exit_with(main())
