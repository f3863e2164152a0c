"""grognard report: a saved battle as an illustrated report, one HTML page that needs nothing else."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("file", type=Path, help="a battle saved by grognard battle --save")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="FILE", help="the page to write, .html")
    parser.add_argument("--seat", help="only what this seat learnt")
    parser.add_argument("--json", action="store_true", help="say as JSON what was written")


def run(args: argparse.Namespace) -> int:
    """Write the report, and say where it is."""
    import json

    from grognard import systems
    from grognard.battle import saves
    from grognard.kernel.errors import BadInput
    from grognard.reporting.page import report

    if args.out.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"{args.out}: a report is a page; name a file that ends in .html")
    if not args.out.parent.is_dir():
        raise BadInput(f"{args.out}: there is no folder {args.out.parent}; make it first")
    text = report(saves.read(args.file), systems.game, str(args.file), args.seat)
    try:
        args.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{args.out}: cannot be written: {error.strerror or error}") from None
    size = len(text.encode())
    print(json.dumps({"file": str(args.out), "bytes": size}) if args.json else f"{args.out}: {size // 1024:,} kB")
    return 0
