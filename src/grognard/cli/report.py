"""grognard report: a saved battle as an illustrated report, one HTML page that needs nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("file", type=Path, help="a battle saved by grognard battle --save")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the page to write, .html")
    parser.add_argument("--seat", help="only what this seat learnt")
    parser.add_argument("--json", action="store_true", help="say as JSON what was written")


def run(args: argparse.Namespace) -> int:
    """Write the report, and say where it is."""
    from grognard import systems
    from grognard.battle.record import saves
    from grognard.kernel.errors import BadInput
    from grognard.reporting.page import report

    from .console.outputs import must_be_writable, write_text
    from .console.progress import progress
    from .console.terminal import print_json

    if args.output.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"{args.output}: a report is a page; name a file that ends in .html")
    must_be_writable(args.output)
    with progress(f"{args.file}: read and fought again") as at:
        text = report(saves.read(args.file), systems.game, str(args.file), args.seat, progress=at)
    write_text(args.output, text)
    size = len(text.encode())
    if args.json:
        print_json({"file": str(args.output), "bytes": size})
    else:
        print(f"{args.output}: {size // 1024:,} kB")
    return 0
