"""grognard play: the table in the browser."""

from __future__ import annotations

import argparse
import sys

from grognard.kernel.errors import BadInput

_LIMITS = {
    "battles_a_minute": "battles that one address may begin in a minute",
    "computer_battles": "battles between computers alone that go on at a time",
    "lines": "connections that one address may hold open",
    "words_a_minute": "messages that a live line may send in a minute",
    "upload_bytes": "bytes of a file that is dropped on the page",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("battles", nargs="*", metavar="FOLDER", help="battles of your own, as folders or zips")
    parser.add_argument("--port", type=int, help="on loopback; the first free one from 8765 on unless told")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument("--database", default="", metavar="URL", help="as in sqlite:///battles.db or postgresql://...")
    parser.add_argument(
        "--host-name",
        action="append",
        default=[],
        metavar="NAME",
        help="by which others reach it through a tunnel; may be given again",
    )
    parser.add_argument("--uploads", action="store_true", help="take files also from those who come through a tunnel")
    parser.add_argument("--json", action="store_true", help="say its address as JSON")
    for name, unit in _LIMITS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, metavar="N", help=f"{unit}; 0 for no limit")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from grognard.server.limits import Limits
    from grognard.server.play import serve

    if args.port is not None and not 0 <= args.port <= 65535:
        raise BadInput(f"--port {args.port}: 1 to 65535, or 0 for any that is free")
    chosen = {name: value for name in _LIMITS if (value := getattr(args, name)) is not None}
    for name, value in chosen.items():
        if value < 0:
            raise BadInput(f"--{name.replace('_', '-')} {value}: 0 for no limit, or more")
    serve(
        args.port,
        args.database,
        open_page=not args.no_open,
        names=args.host_name,
        limits=Limits(**chosen, uploads=args.uploads),
        tell=_as_json if args.json else _in_words,
        battles=args.battles,
    )
    return 0


def _in_words(address: str) -> None:
    print(f"Grognard is at {address}  (Ctrl+C ends it; battles go on where they were)", flush=True)


def _as_json(address: str) -> None:
    from .console.terminal import print_json

    print_json({"address": address}, indent=None)
    sys.stdout.flush()
