"""Random play for as long as one likes: make fuzz, or make fuzz ARGS="--seconds 600 --system cold-steel"."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from pathlib import Path

from grognard import systems
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.simulate.fuzz import fuzz, some_options


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--turns", type=int, default=6, help="turns of each battle")
    parser.add_argument("--system", action="append", help="only this rule system; may be given again")
    parser.add_argument("--battle", action="append", help="only this battle; may be given again")
    parser.add_argument("--plain", action="store_true", help="all options as they usually are")
    args = parser.parse_args()
    playable = [each for each, folder in systems.find().items() if (folder / "game.py").is_file()]
    battles = args.battle or list(bundled())
    scenarios = {battle: load(Path(battle)) for battle in battles}
    end, seed, turns, answers, events, failures = time.monotonic() + args.seconds, args.seed, 0, 0, 0, 0
    while time.monotonic() < end:
        for system in args.system or playable:
            battle = battles[seed % len(battles)]
            options = {} if args.plain else some_options(system, seed)
            try:
                done = fuzz(system, scenarios[battle], seed, args.turns, options)
                turns, answers, events = turns + done.turns, answers + done.answers, events + done.events
            except Exception:
                failures += 1
                print(f"== {system}, {battle}, seed {seed}, options {options}", file=sys.stderr)
                traceback.print_exc()
        seed += 1
    print(f"{seed - args.seed} rounds, {turns} turns, {answers} answers, {events} events: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
