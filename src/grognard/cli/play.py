"""grognard play: the table in the browser."""

from __future__ import annotations

import argparse

from grognard.kernel.errors import BadInput


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("--port", type=int, help="on loopback; the first free one from 8765 on unless told")
    parser.add_argument("--no-open", action="store_true", help="do not open a browser")
    parser.add_argument("--database", default="", metavar="URL", help="as in sqlite:///battles.db or postgresql://...")
    parser.add_argument("--host-name", default="", metavar="NAME", help="by which others reach it through a tunnel")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from grognard.server.play import serve

    if args.port is not None and not 0 <= args.port <= 65535:
        raise BadInput(f"--port {args.port}: 1 to 65535, or 0 for any that is free")
    origin = args.host_name if "://" in args.host_name or not args.host_name else f"https://{args.host_name}"
    serve(args.port, args.database, open_page=not args.no_open, origin=origin)
    return 0
