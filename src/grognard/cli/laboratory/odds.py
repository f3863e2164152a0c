"""grognard odds: the exact odds of a sequence of checks that is written down in a file."""

from __future__ import annotations

import argparse
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.cli.console.outputs import must_be_writable
from grognard.cli.console.terminal import print_json
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.odds import Odds

EPILOG = """examples:
  grognard odds                                     the programs that come with Grognard
  grognard odds cold-steel-assault                  exact odds, as fractions and in percent
  grognard odds my-charge.toml --plot charge.svg
  grognard odds my-charge.toml --throws 10000 --seed 1   the same with dice, to compare

docs/laboratory.md says how a program is written."""
LONGEST_FRACTION = 30
MOST_THROWS = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument("program", nargs="?", help="a .toml file, or one of those that come with Grognard")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it, as .svg, .png or .pdf")
    parser.add_argument("--throws", type=int, help="throw it so many times with dice besides")
    parser.add_argument("--seed", type=int, default=1, help="of these throws")
    parser.add_argument("--json", action="store_true", help="as JSON, with every fraction")


def run(args: argparse.Namespace) -> int:
    """Run the verb."""
    from grognard.simulate.lab.programs import read

    if args.program is None:
        return _list(args)
    if args.throws is not None and not 1 <= args.throws <= MOST_THROWS:
        raise BadInput(f"--throws {args.throws}: 1 to {MOST_THROWS}")
    if args.plot is not None:
        must_be_writable(args.plot)
        if args.plot.suffix not in (".svg", ".png", ".pdf"):
            raise BadInput(f"--plot {args.plot}: a plot is written as .svg, .png or .pdf")
    program = read(args.program)
    found = [(said, program.odds(start)) for said, start in program.swept()]
    thrown = _thrown(program, args) if args.throws else {}
    if args.plot is not None:
        from grognard.reporting.laboratory.odds_plot import odds_plot

        odds_plot(program.title, found, args.plot)
    if args.json:
        print_json({"program": program.title, "system": program.program.system, "cases": _data(found, thrown)})
    else:
        _tell(program.title, found, thrown, args.throws)
    return 0


def _list(args: argparse.Namespace) -> int:
    from grognard.cli.console import pages
    from grognard.simulate.lab.programs import bundled_programs, read

    listed = [(name, program.program.system, program.title) for name in bundled_programs() for program in [read(name)]]
    if args.json:
        print_json([{"program": name, "system": system, "title": title} for name, system, title in listed])
    else:
        pages.table("programs", ("program", "system", "what it is about"), listed)
    return 0


def _thrown(program: Any, args: argparse.Namespace) -> dict[str, dict[str, int]]:
    from collections import Counter

    from grognard.kernel.sources import SeededDice

    dice = SeededDice(args.seed)
    return {
        said: dict(Counter(program.throw(dice, start) for _ in range(args.throws))) for said, start in program.swept()
    }


def _data(found: list[tuple[str, Odds[str]]], thrown: dict[str, dict[str, int]]) -> list[dict[str, Any]]:
    return [
        {"case": said}
        | {"odds": [{"outcome": end, "chance": float(part), "fraction": str(part)} for end, part in _sorted(odds)]}
        | ({"thrown": thrown[said]} if thrown else {})
        for said, odds in found
    ]


def _sorted(odds: Odds[str]) -> list[tuple[str, Fraction]]:
    return sorted(odds, key=lambda each: -each[1])


def _tell(
    title: str, found: list[tuple[str, Odds[str]]], thrown: dict[str, dict[str, int]], throws: int | None
) -> None:
    from grognard.cli.console import pages

    heads = ("outcome", "chance", "exactly", *((f"of {throws} throws",) if throws else ()))
    for said, odds in found:
        rows = []
        for end, part in _sorted(odds):
            exact = str(part) if len(str(part)) <= LONGEST_FRACTION else "see --json"
            rows.append((end, f"{float(part):.3%}", exact, *((str(thrown[said].get(end, 0)),) if throws else ())))
        pages.table(f"{title}: {said}" if said else title, heads, rows)
