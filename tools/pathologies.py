"""What no sensible army does, counted for each of some commanders over the same battles.

    python tools/pathologies.py --commanders staff-1,hard --games 20
    python tools/pathologies.py --commanders staff-1,hard --battles maida --systems cold-steel --games 4

Every commander fights another one from both sides, with the same seeds, and what it does is counted for each hundred
of its unit-turns.
"""

from __future__ import annotations

import argparse
from collections import Counter

from grognard import systems
from grognard.simulate.many import Job, by_side, fit
from grognard.simulate.pathologies import KINDS, counted

BATTLES = "farm-at-the-crossroads,too-few-orders,even-ground,maida,cryslers-farm"


def main() -> None:
    """Count, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commanders", default="staff-1,hard", help="whose doings are counted")
    parser.add_argument("--against", default="staff-1", help="whom they fight")
    parser.add_argument("--battles", default=BATTLES)
    parser.add_argument("--systems", default=",".join(systems.playable()))
    parser.add_argument("--games", type=int, default=2, help="of each commander in each battle, half from either side")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    kinds = args.commanders.split(",")
    turns: Counter[str] = Counter()
    found: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    for seed in range(args.seed, args.seed + max(1, args.games // 2)):
        for system in args.systems.split(","):
            for battle in args.battles.split(","):
                sides = [side.name for side in fit(battle).sides]
                for kind in kinds:
                    for place, pair in enumerate(((kind, args.against), (args.against, kind))):
                        by_side(pair, sides)
                        lived, count = counted(Job(battle, system, {}, pair), seed)[sides[place]]
                        turns[kind] += lived
                        found[kind].update(count)
    print(f"{'for each 100 unit-turns':40}" + "".join(f"{kind:>14}" for kind in kinds))
    for name in KINDS:
        rates = (100 * found[kind][name] / max(1, turns[kind]) for kind in kinds)
        print(f"{name:40}" + "".join(f"{rate:14.3f}" for rate in rates))
    print(f"{'unit-turns':40}" + "".join(f"{turns[kind]:14,}" for kind in kinds))


if __name__ == "__main__":
    main()
