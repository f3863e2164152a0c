"""How long a short command takes, beside a bare `python -c pass` in the same run. Bar: 8 times."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from _common import exit_with, verdict

BAR, ROUNDS = 8.0, 15
GROGNARD = str(Path(sys.executable).with_name("grognard"))
AS_INSTALLED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""An installation has its bytecode; where that variable is set, every start would compile all modules anew."""
COMMANDS = {
    "grognard --help": [GROGNARD, "--help"],
    "check, rolled": [GROGNARD, "check", "cold-steel", "morale", "--set", "morale_rating=9", "--dice", "7,9"],
    "check, as JSON": [GROGNARD, "check", "cold-steel", "morale", "--set", "morale_rating=9", "--seed", "7", "--json"],
    "check, odds": [GROGNARD, "check", "cold-steel", "artillery", "--set", "guns=6", "--set", "range=400", "--odds"],
    "check, facts": [GROGNARD, "check", "cold-steel", "morale", "--facts"],
    "check, variant": [GROGNARD, "check", "cold-steel", "morale", "--set", "morale_rating=9", "--variant", "module-2"],
}


def main() -> int:
    best = {name: float("inf") for name in ("bare python", *COMMANDS)}
    for _ in range(ROUNDS):  # in turns, so that a busy moment hits all alike
        for name, command in {"bare python": [sys.executable, "-c", "pass"], **COMMANDS}.items():
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, env=AS_INSTALLED, check=True)
            best[name] = min(best[name], time.perf_counter() - start)
    floor = best.pop("bare python")
    print(f"{'bare python':18}{floor * 1000:7.1f} ms")
    for name, took in best.items():
        print(f"{name:18}{took * 1000:7.1f} ms {took / floor:6.1f} times  {'ok' if took / floor <= BAR else 'MISSED'}")
    return verdict(all(took / floor <= BAR for took in best.values()))


if __name__ == "__main__":
    exit_with(main())
