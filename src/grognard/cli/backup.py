"""grognard backup: a copy of all battles of a server, also while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("to", type=Path, metavar="FILE", help="where the copy goes; it must not exist yet")
    parser.add_argument("--database", default="", metavar="URL", help="as for play; the usual one unless told")
    parser.add_argument("--json", action="store_true", help="what was copied, as JSON")


def run(args: argparse.Namespace) -> int:
    """Copy, and count what is in the copy."""
    import json

    from grognard.server.archive.backup import backup
    from grognard.server.archive.places import default_database

    found = backup(args.database or default_database(), args.to)
    if args.json:
        print(json.dumps({"file": str(args.to), "battles": found}))
    else:
        print(
            f"{args.to}: {found} battle{'s' * (found != 1)}. To play them: grognard play --database sqlite:///{args.to}"
        )
    return 0
