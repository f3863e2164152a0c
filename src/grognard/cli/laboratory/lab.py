"""grognard lab: change one thing of the rules, fight the same games again, and see what moved."""

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
    from collections.abc import Sequence

    from grognard.simulate.lab.differences import Comparison

EPILOG = """examples:
  grognard lab farm-at-the-crossroads --change CS-8.2.4b.hits_for_a_marker=2 --games 200
  grognard lab maida --change CS-8.2.4b.hits_for_a_marker=1..5 --games 100 --out hits
  grognard lab maida --change quick-reference --change cards=yes --games 300

A change is a number of the rules (RULE.FIELD=VALUE; a modifier by its row), a variant, or an option. Each is fought
with the same seeds as the base."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("battle", help="a bundled battle (grognard scenario list), or a scenario's folder or zip")
    parser.add_argument("--system", default="cold-steel", help="the rules; cold-steel unless told")
    parser.add_argument(
        "--change",
        action="append",
        default=[],
        metavar="WHAT",
        help="RULE.FIELD=VALUE, a range as in =1..5 or =1,4, a variant, or an option; may be given again",
    )
    run_arguments(parser)
    parser.add_argument("--turns", type=int, help="end each game after so many turns")
    parser.add_argument("--json", action="store_true", help="the differences as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the verb."""
    must_be_games(args)
    kinds, options = said_commanders(args.commanders), chosen_options(args)
    from grognard.cli.console.progress import progress
    from grognard.simulate.lab.changes import lab_plan, spread
    from grognard.simulate.lab.differences import of_lab
    from grognard.simulate.many import Job
    from grognard.simulate.runs.running import carry_out

    job = Job(args.battle, args.system, options, kinds)
    wanted = lab_plan(job, spread(args.change), games=args.games, seed=seed_of(args, args.out))
    with fighters(args) as fight, progress(f"{wanted.total} games", rate=True) as at:
        state = carry_out(wanted, fight, args.out, at)
    if not state.whole:
        kept = f"; {args.out} holds them, and the same command goes on" if args.out else ""
        print(
            f"grognard: interrupted; {len(state.records)} of {wanted.total} games were fought out{kept}",
            file=sys.stderr,
        )
        return 130
    if args.out is not None:
        tell_rows(args.out, state)
    tell(of_lab(wanted, state.records), args)
    return 0


def tell(found: Sequence[Comparison], args: argparse.Namespace) -> None:
    """Differences as tables and sentences, or as JSON."""
    from grognard.cli.console import pages
    from grognard.simulate.lab import telling

    if args.json:
        print_json([telling.data(each) for each in found])
        return
    for each in found:
        pages.table(telling.title(each), telling.HEADS, telling.table(each))
    for each in found:
        print(telling.verdict(each))
    print(telling.caution(found))
