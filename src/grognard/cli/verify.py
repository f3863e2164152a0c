"""grognard verify: check a saved battle's seed and dice, fight it again by the rules, and compare every event."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.battle.record.saves import Verified

EPILOG = """examples:
  grognard verify farm.grog.json
  grognard verify farm.grog.json --commitment 5f0c… --part french=9a41…   with what your browser saw and gave"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("file", type=Path, help="a battle saved by grognard battle --save, or from a table")
    parser.add_argument(
        "--commitment",
        action="append",
        default=[],
        metavar="[SEAT=]HASH",
        help="what was promised before the first die as you saw it: by the server, or by a seat; may be given again",
    )
    parser.add_argument(
        "--part",
        action="append",
        default=[],
        metavar="SEAT=PART",
        help="the part of the seed that you gave; may be given again",
    )
    parser.add_argument("--json", action="store_true", help="what was gone through, as JSON")


def run(args: argparse.Namespace) -> int:
    """Verify, or say in one line what is wrong."""
    from grognard import systems
    from grognard.battle.record.fair import Seen
    from grognard.battle.record.saves import verify

    from .console.progress import progress

    commitments = dict(_named(each, "--commitment", 64) for each in args.commitment)
    parts = dict(_named(each, "--part", 32) for each in args.part)
    if "" in parts:
        raise BadInput(f"--part {parts['']}: say whose it is, as in --part french={parts['']}")
    with progress(f"{args.file}: fought again") as at:
        found = verify(args.file, systems.game, at, Seen(commitments, parts))
    if args.json:
        import msgspec

        from grognard.battle.record.fair import written

        from .console.terminal import print_json

        print_json({**msgspec.to_builtins(found), "seed": written(found.seed)})
        return 0
    print(
        f"{args.file}: {found.title} under {found.system}, seed {found.seed}: {found.turns} turns, "
        f"{found.answers} answers, {found.dice} throws and {found.events} events, all as the rules have it; "
        f"{_told(found)}"
    )
    return 0


def _named(given: str, option: str, digits: int) -> tuple[str, str]:
    """Whose it is, and what; a hash or a part is so many hexadecimal digits."""
    seat, _, number = given.rpartition("=")
    number = number.strip().lower()
    if len(number) != digits or set(number) - set("0123456789abcdef"):
        raise BadInput(f"{option} {given}: {digits} hexadecimal digits are wanted, after SEAT= where they are a seat's")
    return seat, number


def _told(found: Verified) -> str:
    """What is said about where the seed came from."""
    if found.parts is None:
        return "every die is what the seed gives"
    givers = ", ".join(("the server", *found.parts))
    return f"every die is what the seed gives, and the seed follows from the parts that were promised ({givers})"
