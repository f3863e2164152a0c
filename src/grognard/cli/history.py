"""grognard history: real battles fought by staffs, beside what happened: who won, what it cost, how long it took."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.kernel.errors import BadInput

from .console.outputs import must_be_writable, write_text
from .console.running import fighters, must_be_games, tell_rows
from .console.terminal import print_json

if TYPE_CHECKING:
    from grognard.simulate.runs.plans import RunPlan

HEADS = ("battle", "rules", "won by history's winner", "drawn", "men lost, %", "turns")

EPILOG = """examples:
  grognard history --games 20 --jobs 4                    every real battle under all systems
  grognard history maida culloden --systems cold-steel    two of them under one
  grognard history --games 50 --out past                  Ctrl-C keeps what was fought; the same command goes on
  grognard history --games 50 --out past --page past.html     with a plot for each system
  grognard history --games 50 --out past --markdown       the table of a page, fought or read from the folder"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("battles", nargs="*", metavar="BATTLE", help="bundled battles; all real ones unless told")
    parser.add_argument("--systems", default="", metavar="NAME[,NAME]", help="the rules; all unless told")
    parser.add_argument("--games", type=int, default=4, help="of each battle under each system; 4 unless told")
    parser.add_argument("--jobs", type=int, help="processes; all cores unless told")
    parser.add_argument("--cluster", metavar="ADDRESS", help="fight on a Dask cluster, as in tcp://10.0.0.5:8786")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; 1 unless told")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep every game there; goes on with what is there")
    parser.add_argument("--page", type=Path, metavar="FILE", help="all of it as a page with plots, .html")
    parser.add_argument("--markdown", action="store_true", help="the table as part of a Markdown page")
    parser.add_argument("--json", action="store_true", help="all of it as JSON")


def run(args: argparse.Namespace) -> int:
    """Fight what is not yet in the folder, then tell of all of it."""
    wanted = _asked_for(args)
    if args.page is not None:
        must_be_writable(args.page)
    from grognard.simulate.history import markdown, summary
    from grognard.simulate.runs.running import carry_out

    from .console.progress import progress

    with fighters(args) as fight, progress(f"{wanted.total} battles", rate=True) as at:
        state = carry_out(wanted, fight, args.out, at)
    if not state.whole:
        fought = f"{len(state.records)} of {wanted.total} battles were fought"
        print(f"grognard: interrupted; {fought}", file=sys.stderr)
    elif args.out is not None:
        tell_rows(args.out, state)
    found = summary(wanted, state.records)
    if args.page is not None and state.records:
        from grognard.reporting.laboratory.past_page import past_report

        write_text(args.page, past_report(wanted, state.records))
    if args.json:
        print_json(found, indent=None)
    elif args.markdown:
        print(markdown(found))
    elif found["games"]:
        _show(found)
    return 0 if state.whole else 130


def _asked_for(args: argparse.Namespace) -> RunPlan:
    from grognard import systems
    from grognard.simulate.history import past_plan, real_battles

    must_be_games(args)
    known, real = systems.playable(), real_battles()
    asked = tuple(each.strip() for each in args.systems.split(",") if each.strip()) or tuple(known)
    for kind, names, allowed in (("system", asked, known), ("real battle", args.battles, real)):
        for name in names:
            if name not in allowed:
                raise BadInput(f"no {kind} {name!r}; there are {', '.join(allowed)}")
    return past_plan(args.battles or real, asked, games=args.games, seed=args.seed)


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
