"""grognard verify: fight a saved battle again by the rules, and compare every die and event."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("file", type=Path, help="a battle saved by grognard battle --save")
    parser.add_argument("--json", action="store_true", help="what was gone through, as JSON")


def run(args: argparse.Namespace) -> int:
    """Verify, or say in one line what is wrong."""
    from grognard import systems
    from grognard.battle.saves import verify

    from .progress import progress

    with progress(f"{args.file}: fought again") as at:
        found = verify(args.file, systems.game, at)
    if args.json:
        import msgspec

        from .terminal import print_json

        print_json(msgspec.to_builtins(found))
        return 0
    print(
        f"{args.file}: {found.title} under {found.system}, seed {found.seed}: {found.turns} turns, "
        f"{found.answers} answers, {found.dice} throws and {found.events} events, all as the rules have it"
    )
    return 0
