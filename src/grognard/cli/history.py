"""grognard history: real battles fought by staffs, beside what happened: who won, what it cost, how long it took."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from grognard.kernel.errors import BadInput

from .console.outputs import must_be_writable
from .console.terminal import print_json

MOST_GAMES, MOST_JOBS = 100_000, 64
HEADS = ("battle", "rules", "won by history's winner", "drawn", "men lost, %", "turns")

EPILOG = """examples:
  grognard history --games 20 --jobs 4                    every real battle under all systems
  grognard history maida culloden --systems cold-steel    two of them under one
  grognard history --games 50 --out past.jsonl            Ctrl-C keeps what was fought; the same command goes on
  grognard history --games 50 --out past.jsonl --markdown    the table of a page, fought or read from the file"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("battles", nargs="*", metavar="BATTLE", help="bundled battles; all real ones unless told")
    parser.add_argument("--systems", default="", metavar="NAME[,NAME]", help="the rules; all unless told")
    parser.add_argument("--games", type=int, default=4, help="of each battle under each system; 4 unless told")
    parser.add_argument("--jobs", type=int, help="processes; all cores unless told")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; 1 unless told")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add each battle to it as a line, and go on from it")
    parser.add_argument("--markdown", action="store_true", help="the table as part of a Markdown page")
    parser.add_argument("--json", action="store_true", help="all of it as JSON")


def run(args: argparse.Namespace) -> int:
    """Fight what is not yet in the file, then tell of all of it."""
    from grognard.simulate import history

    from .console.progress import progress

    wanted = _asked_for(args)
    if args.out is not None:
        must_be_writable(args.out)
    rows = history.kept(args.out) if args.out is not None else []
    done = {row.match for row in rows}
    left = [match for match in wanted if match not in done]
    whole, faults = True, []
    try:
        with progress(f"{len(wanted)} battles") as at:
            for row in history.fight_all(left, max(1, min(args.jobs or os.cpu_count() or 1, MOST_JOBS, len(left)))):
                if row.fault:
                    faults.append(row)
                    continue
                rows.append(row)
                if args.out is not None:
                    history.keep(args.out, row)
                done.add(row.match)
                at(sum(match in done for match in wanted), len(wanted))
    except KeyboardInterrupt:
        whole = False
        print(f"grognard: interrupted; {len(done)} of {len(wanted)} battles were fought", file=sys.stderr)
    found = history.summary(rows, wanted)
    for row in faults:
        one = row.match
        print(f"grognard: {one.battle} under {one.system}, seed {one.seed}, failed: {row.fault}", file=sys.stderr)
    if args.json:
        print_json(found, indent=None)
    elif args.markdown:
        print(history.markdown(found))
    elif found["games"]:
        _show(found)
    return 130 if not whole else 1 if faults else 0


def _asked_for(args: argparse.Namespace) -> list[Any]:
    from grognard import systems
    from grognard.simulate.history import matches, real_battles

    known, real = systems.playable(), real_battles()
    asked = tuple(each.strip() for each in args.systems.split(",") if each.strip()) or tuple(known)
    for kind, names, allowed in (("system", asked, known), ("real battle", args.battles, real)):
        for name in names:
            if name not in allowed:
                raise BadInput(f"no {kind} {name!r}; there are {', '.join(allowed)}")
    for name, number, least, most in (("games", args.games, 1, MOST_GAMES), ("jobs", args.jobs or 1, 1, MOST_JOBS)):
        if not least <= number <= most:
            raise BadInput(f"--{name} {number}: {least} to {most}")
    if args.seed < 0:
        raise BadInput(f"--seed {args.seed}: a seed is 0 or more")
    return matches(args.battles or real, asked, args.games, args.seed)


def _show(found: dict[str, Any]) -> None:
    from .console import pages

    title = (
        f"{found['games']} of {found['of']} battles between staffs; in brackets what holds in 95 of 100 cases, "
        "behind it what history tells"
    )
    pages.table(title, HEADS, [_row(entry) for entry in found["battles"]])


def _row(entry: dict[str, Any]) -> tuple[str, ...]:
    from grognard.simulate.history import estimated, told_of_past

    won, turns = entry["won"], entry["turns"]
    lost = "; ".join(
        f"{side} {estimated(each)}, {told_of_past(each['history'])}" for side, each in entry["lost"].items()
    )
    return (
        entry["battle"],
        entry["system"],
        f"{entry['winner']} {won['times']} of {entry['games']} ({won['low']:.0%} to {won['high']:.0%})",
        str(entry["drawn"]),
        lost,
        f"{estimated(turns)}, {turns['history']}",
    )
