"""grognard play: the table in the browser, or by words alone in the terminal."""

from __future__ import annotations

import argparse
import sys

from grognard.kernel.errors import BadInput

EPILOG = """examples:
  grognard play                                       the table in the browser
  grognard play --text                                a battle by words alone, chosen from a list
  grognard play --text maida --side British --save maida.grog.json"""
_OF_TEXT = ("system", "side", "seed", "save")
_LIMITS = {
    "battles_a_minute": "battles that one address may begin in a minute",
    "computer_battles": "battles between computers alone that go on at a time",
    "lines": "connections that one address may hold open",
    "words_a_minute": "messages that a live line may send in a minute",
    "upload_bytes": "bytes of a file that is dropped on the page",
    "upload_seconds": "seconds that are spent on following such a file",
    "lab_games": "games of one run of the laboratory",
    "lab_runs": "runs of the laboratory that are fought at a time",
    "lab_kept": "runs of the laboratory that are kept",
    "lab_jobs": "processes of one run; half the cores unless told",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.epilog = EPILOG
    parser.add_argument(
        "battles",
        nargs="*",
        metavar="FOLDER",
        help="battles of your own, as folders or zips; with --text the one that is fought, or a bundled one",
    )
    parser.add_argument("--text", action="store_true", help="in the terminal, by words alone")
    parser.add_argument("--system", help="with --text: the rules")
    parser.add_argument("--side", help="with --text: whom you command")
    parser.add_argument("--seed", type=int, help="with --text: the same seed and answers give the same battle")
    parser.add_argument("--turns", type=int, help="with --text: end it after so many turns")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="with --text: an option of the rules, as in cards=yes; may be given again",
    )
    parser.add_argument("--save", metavar="FILE", help="with --text: keep the battle; goes on from it if it is there")
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
    parser.add_argument("--lab", action="store_true", help="begin runs also for those who come through a tunnel")
    parser.add_argument("--json", action="store_true", help="say its address as JSON")
    for name, unit in _LIMITS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, metavar="N", help=f"{unit}; 0 for no limit")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted, or play in the terminal."""
    if args.text:
        from .console.choosing import play_by_words

        return play_by_words(args)
    for stray in _OF_TEXT:
        if getattr(args, stray) is not None:
            raise BadInput(f"--{stray} is for --text; see grognard play --help")
    if args.turns is not None or args.option:
        raise BadInput("--turns and --option are for --text; see grognard play --help")
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
        limits=Limits(**chosen, uploads=args.uploads, lab=args.lab),
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
