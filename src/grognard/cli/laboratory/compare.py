"""grognard compare: two runs held against each other."""

from __future__ import annotations

import argparse
from pathlib import Path

from .lab import tell

EPILOG = """examples:
  grognard simulate maida --games 200 --seed 1 --out plain
  grognard simulate maida --games 200 --seed 1 --variant quick-reference --out quick
  grognard compare plain quick

Games of the same seed are compared in pairs, which tells more; others as two groups."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("base", type=Path, help="the folder of a run (grognard simulate --out)")
    parser.add_argument("other", type=Path, help="the folder of another")
    parser.add_argument("--json", action="store_true", help="the differences as JSON")


def run(args: argparse.Namespace) -> int:
    """Run the verb."""
    from grognard.simulate.lab.differences import of_runs
    from grognard.simulate.runs.folder import read_plan, sorted_records

    one, two = read_plan(args.base), read_plan(args.other)
    tell(of_runs(one, sorted_records(args.base), two, sorted_records(args.other)), args)
    return 0
