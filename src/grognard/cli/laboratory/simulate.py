"""grognard simulate: battles fought thousands of times into a folder, with every game as a row."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from grognard.cli.console.running import (
    chosen_options,
    fighters,
    must_be_games,
    run_arguments,
    said_commanders,
    seed_of,
    tell_rows,
)
from grognard.cli.console.terminal import print_json

if TYPE_CHECKING:
    from grognard.simulate.runs.running import RunState

EPILOG = """examples:
  grognard simulate farm-at-the-crossroads --games 1000 --seed 1 --jobs 2 --out farm
  grognard simulate maida even-ground --system cold-steel --system class-dice --games 100 --out four
  grognard simulate maida --games 500 --set cards=yes --variant quick-reference --out cards

Ctrl-C keeps the games that are finished; the same command goes on. docs/laboratory.md says what is in the folder."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("battle", nargs="+", help="bundled battles (grognard scenario list), or scenarios' folders")
    parser.add_argument("--system", action="append", help="the rules; may be given again, to compare them")
    run_arguments(parser)
    parser.add_argument("--turns", type=int, help="end each game after so many turns")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the verb."""
    must_be_games(args)
    kinds, options = said_commanders(args.commanders), chosen_options(args)
    from grognard.cli.console.progress import progress
    from grognard.simulate.runs.plans import plan
    from grognard.simulate.runs.running import carry_out

    wanted = plan(
        args.battle,
        args.system or ["cold-steel"],
        games=args.games,
        seed=seed_of(args, args.out),
        options=options,
        commanders=kinds,
    )
    with fighters(args) as fight, progress(f"{wanted.total} games", rate=True) as at:
        state = carry_out(wanted, fight, args.out, at)
    if args.out is not None and state.whole:
        tell_rows(args.out, state)
    _tell(state, args)
    return 0 if state.whole else 130


def _tell(state: RunState, args: argparse.Namespace) -> None:
    from grognard.cli.console import pages
    from grognard.simulate.outcomes import HEADS, rows, summary

    if not state.whole:
        kept = f"; {args.out} holds them, and the same command goes on" if args.out else ""
        print(
            f"grognard: interrupted; {len(state.records)} of {state.plan.total} games were fought out{kept}",
            file=sys.stderr,
        )
    by_arm = [
        (arm, [record for record in state.records if record.arm == number])
        for number, arm in enumerate(state.plan.arms)
    ]
    told = [(arm, fought) for arm, fought in by_arm if fought]
    if args.json:
        each = [summary(arm.job, fought) for arm, fought in told]
        for one in each:
            del one["each"]  # a row each, in the files
        print_json({"build": state.plan.build, "seed": state.plan.seed, "runs": each})
        return
    for arm, fought in told:
        title, table = rows(arm.job, fought)
        pages.table(title, HEADS, table)
