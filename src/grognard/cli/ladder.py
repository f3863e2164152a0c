"""grognard ladder: commanders fight each other many times from both sides; who is the better, and where he loses."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.kernel.errors import BadInput

from .console.outputs import must_be_writable
from .console.running import MOST_GAMES, MOST_JOBS
from .console.terminal import print_json

if TYPE_CHECKING:
    from grognard.simulate.ladder import Ladder, LadderRow

USUAL_BATTLES = "farm-at-the-crossroads,too-few-orders,even-ground,maida"
USUAL_COMMANDERS = "staff,default,random"

EPILOG = """examples:
  grognard ladder --games 10                                  the staff, nobody and a reckless man, under all systems
  grognard ladder --commanders staff,staff-1 --systems cold-steel --battles maida --games 100 --jobs 4
  grognard ladder --games 50 --out ladder.jsonl               Ctrl-C keeps what was fought; the same command goes on"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    for name, usual, what in (
        ("--battles", USUAL_BATTLES, "battles of two sides (grognard scenario list)"),
        ("--systems", "", "the rules they are fought by; all unless told"),
        ("--commanders", USUAL_COMMANDERS, "who fights whom: each against each"),
    ):
        parser.add_argument(name, default=usual, metavar="NAME[,NAME]", help=what)
    parser.add_argument(
        "--games",
        type=int,
        default=2,
        help="battles of each pair in each battle under each system, half of them with sides changed; 2 unless told",
    )
    parser.add_argument("--jobs", type=int, help="processes; all cores unless told")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; 1 unless told")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add each battle to it as a line, and go on from it")
    parser.add_argument("--json", action="store_true", help="all of it as JSON")


def run(args: argparse.Namespace) -> int:
    """Fight what is not yet in the file, then tell of all of it."""
    from grognard.simulate.ladder import fight_all, keep, kept, must_be_fair, summary

    from .console.progress import progress

    ladder = _asked_for(args)
    must_be_fair(ladder)
    if args.out is not None:
        must_be_writable(args.out)
    rows = kept(args.out) if args.out is not None else []
    done = {row.match for row in rows}
    matches = ladder.matches()
    left = [match for match in matches if match not in done]
    whole = True
    try:
        with progress(f"{len(matches)} battles") as at:
            for row in fight_all(left, max(1, min(args.jobs or os.cpu_count() or 1, MOST_JOBS, len(left)))):
                rows.append(row)
                if args.out is not None:
                    keep(args.out, row)
                done.add(row.match)
                at(sum(match in done for match in matches), len(matches))
    except KeyboardInterrupt:
        whole = False
        print(f"grognard: interrupted; {_fought(rows, ladder)} of {len(matches)} battles were fought", file=sys.stderr)
    found = summary(ladder, rows)
    if args.json:
        print_json(found, indent=None)
    elif found["games"]:
        _show(found)
    return 0 if whole else 130


def _fought(rows: list[LadderRow], ladder: Ladder) -> int:
    wanted = set(ladder.matches())
    return sum(row.match in wanted for row in rows)


def _asked_for(args: argparse.Namespace) -> Ladder:
    from grognard import systems
    from grognard.simulate.ladder import Ladder

    known = systems.playable()
    asked = _names(args.systems) or tuple(known)
    for system in asked:
        if system not in known:
            raise BadInput(f"no system {system!r}; there are {', '.join(known)}")
    if not 2 <= args.games <= MOST_GAMES:
        raise BadInput(f"--games {args.games}: 2 to {MOST_GAMES}")
    if args.jobs is not None and not 1 <= args.jobs <= MOST_JOBS:
        raise BadInput(f"--jobs {args.jobs}: 1 to {MOST_JOBS}")
    if args.seed < 0:
        raise BadInput(f"--seed {args.seed}: a seed is 0 or more")
    return Ladder(_names(args.commanders), _names(args.battles), asked, args.games, args.seed)


def _names(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(",") if each.strip())


def _show(found: dict[str, Any]) -> None:
    from .console import pages

    title = f"{found['games']} of {found['of']} battles, from both sides; in brackets what holds in 95 of 100 cases"
    ratings = [
        (each["commander"], f"{each['elo']} ({each['low']} to {each['high']})", str(each["games"]), _share(each))
        for each in found["ratings"]
    ]
    pages.table(title, ("commander", "Elo", "battles", "won"), ratings)
    pairs = [(each["commander"], each["against"], _counted(each), _share(each)) for each in found["pairs"]]
    pages.table("Each against each", ("commander", "against", "won, drawn, lost", "won"), pairs)
    where = [
        (place["system"], place["battle"], each["commander"], each["against"], _counted(each))
        for place in found["where"]
        for each in place["pairs"]
    ]
    pages.table("Where", ("system", "battle", "commander", "against", "won, drawn, lost"), where)


def _counted(each: dict[str, Any]) -> str:
    return f"{each['won']}, {each['drawn']}, {each['lost']}"


def _share(each: dict[str, Any]) -> str:
    share, low, high = each["wins"]
    return f"{share:.0%} ({low:.0%} to {high:.0%})"
