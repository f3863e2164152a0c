"""What the verbs that fight many games have in common: their arguments, who fights, where rows go."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.simulate.runs.running import Fighters, RunState

MOST_GAMES = 100_000
MOST_JOBS = 64
HIGHEST_SEED = 2**128 - 1
"""As long as those that are drawn at a table of several people."""


def run_arguments(parser: argparse.ArgumentParser, games: int = 100) -> None:
    """Arguments of a run, whatever it fights."""
    parser.add_argument("--games", type=int, default=games, help=f"games of each; {games} unless told")
    parser.add_argument("--seed", type=int, help="the first; the same seed gives the same game")
    parser.add_argument("--jobs", type=int, help="processes; all cores unless told")
    parser.add_argument(
        "--commanders",
        default="staff",
        metavar="KIND[,KIND]",
        help="who commands: for all, for each side in their order, or as in French=random",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the rules, as in cards=yes (grognard rules options SYSTEM); may be given again",
    )
    parser.add_argument("--variant", action="append", default=[], help="a variant of the rules; may be given again")
    parser.add_argument("--cluster", metavar="ADDRESS", help="fight on a Dask cluster, as in tcp://10.0.0.5:8786")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep every game there; goes on with what is there")


def must_be_games(args: argparse.Namespace) -> None:
    """Refuse numbers that cannot be fought, before anything is."""
    if not 1 <= args.games <= MOST_GAMES:
        raise BadInput(f"--games {args.games}: 1 to {MOST_GAMES}")
    if args.jobs is not None and not 1 <= args.jobs <= MOST_JOBS:
        raise BadInput(f"--jobs {args.jobs}: 1 to {MOST_JOBS}")
    if args.seed is not None and not 0 <= args.seed <= HIGHEST_SEED:
        raise BadInput(f"--seed {args.seed}: a seed is 0 or more, and below {HIGHEST_SEED + 1}")


def seed_of(args: argparse.Namespace, out: Path | None = None) -> int:
    """The first seed: as it was said, that of the run that is gone on with, or a new one."""
    if args.seed is not None:
        return int(args.seed)
    if out is not None and (out / "manifest.json").is_file():
        from grognard.simulate.runs.folder import read_plan

        return read_plan(out).first
    return int.from_bytes(os.urandom(4), "big")


def said_commanders(said: str) -> tuple[str, ...]:
    """Who commands, checked as far as that goes without the battle."""
    from grognard.commanders import must_be_kind

    kinds = tuple(kind.strip() for kind in said.split(","))
    for kind in kinds:
        must_be_kind(kind.rpartition("=")[2])
    return kinds


def chosen(options: list[str], flag: str = "--option") -> dict[str, Any]:
    """Options as they were typed."""
    found: dict[str, Any] = {}
    for each in options:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise BadInput(f"{flag} {each}: write NAME=VALUE, as in cards=yes")
        if name in found:
            raise BadInput(f"{flag} {each}: {name} is said twice")
        found[name] = value
    return found


def with_flags(found: dict[str, Any], turns: int | None, variants: list[str], flag: str = "--option") -> dict[str, Any]:
    """Options with those that have a flag of their own; none of them said twice."""
    for name, value in (("turns", turns), ("variants", variants or None)):
        if value is None:
            continue
        if name in found:
            raise BadInput(f"{flag} {name}={found[name]} and --{name.removesuffix('s')}: say it once")
        found[name] = value
    if isinstance(found.get("variants"), str):
        raise BadInput(f"{flag} variants={found['variants']}: write --variant {found['variants']}")
    return found


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of a run as they were typed."""
    return with_flags(chosen(args.set, "--set"), args.turns, args.variant, "--set")


@contextmanager
def fighters(args: argparse.Namespace) -> Iterator[Fighters]:
    """Who fights the games: processes of this machine, or a cluster."""
    from grognard.simulate.runs.running import local

    if getattr(args, "cluster", None):
        if args.jobs is not None:
            raise BadInput("--jobs does not go with --cluster: its workers are as many as were started")
        from grognard.simulate.runs.cluster import cluster

        with cluster(args.cluster) as fight:
            yield fight
        return

    yield local(args.jobs or min(os.cpu_count() or 1, MOST_JOBS))


def tell_rows(out: Path, state: RunState) -> None:
    """Write the rows of a run, or say what is missing for it."""
    from grognard.simulate.runs.columns import write_parquet

    try:
        write_parquet(out, state.plan, state.records)
    except ImportError:
        print(
            f"grognard: {out}/games.jsonl holds every game; for Parquet files pip install 'grognard[lab]' and say the "
            "same command again",
            file=sys.stderr,
        )
