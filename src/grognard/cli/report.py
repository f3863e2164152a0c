"""grognard report: a saved battle, or a run of many, as one HTML page that needs nothing else."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("file", type=Path, help="a battle saved by grognard battle --save, or the folder of a run")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the page to write, .html")
    parser.add_argument("--seat", help="only what this seat learnt")
    parser.add_argument(
        "--commanders",
        metavar="KIND[,KIND]",
        help="who commanded, as it was said to grognard battle: the report then tells why they ordered what they did",
    )
    parser.add_argument("--luck", type=int, metavar="GAMES", help="games of a run fought again to weigh their dice")
    parser.add_argument("--jobs", type=int, help="processes for that; all cores unless told")
    parser.add_argument("--json", action="store_true", help="say as JSON what was written")


def run(args: argparse.Namespace) -> int:
    """Write the report, and say where it is."""
    from grognard import systems
    from grognard.battle.record import saves
    from grognard.kernel.errors import BadInput
    from grognard.reporting.page import report

    from .console.outputs import must_be_writable, write_text
    from .console.progress import progress
    from .console.running import said_commanders
    from .console.terminal import print_json

    if args.output.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"{args.output}: a report is a page; name a file that ends in .html")
    must_be_writable(args.output)
    with progress(f"{args.file}: read and fought again") as at:
        if args.file.is_dir():
            text = _of_run(args, at)
        else:
            kinds = said_commanders(args.commanders) if args.commanders else ()
            if kinds and args.seat:
                raise BadInput(
                    "--commanders is for the whole battle: what the other side thought is not a seat's to know"
                )
            text = report(saves.read(args.file), systems.game, str(args.file), args.seat, progress=at, commanders=kinds)
    write_text(args.output, text)
    size = len(text.encode())
    if args.json:
        print_json({"file": str(args.output), "bytes": size})
    else:
        print(f"{args.output}: {size // 1024:,} kB")
    return 0


def _of_run(args: argparse.Namespace, at: Callable[[int, int], None]) -> str:
    import os

    from grognard.kernel.errors import BadInput
    from grognard.reporting.laboratory.run_page import LUCKY, run_report

    from .console.running import MOST_GAMES, MOST_JOBS

    if args.commanders:
        raise BadInput("--commanders is for a saved battle: a run knows who commanded")
    if args.seat:
        raise BadInput("--seat is for a saved battle: a run shows both armies")
    lucky, jobs = LUCKY if args.luck is None else args.luck, args.jobs or min(os.cpu_count() or 1, MOST_JOBS)
    if not 0 <= lucky <= MOST_GAMES or not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"--luck is 0 to {MOST_GAMES}, --jobs 1 to {MOST_JOBS}")
    return run_report(args.file, lucky=lucky, jobs=jobs, progress=at)
