"""Which battle is played by words, under which rules and on which side: as it was said, or as it is asked for."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.fight import Seat
from grognard.battle.record import saves
from grognard.cli.battle import told
from grognard.cli.console.running import HIGHEST_SEED, chosen
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.simulate.many import begin, staffed

from .outputs import must_be_writable
from .playing import WordGame
from .prompt import pick

FIRST = "farm-at-the-crossroads"
"""The battle to begin with."""


def play_by_words(args: argparse.Namespace) -> int:
    """Choose, play, and tell how it ended."""
    _refuse_strays(args)
    keep = Path(args.save) if args.save else None
    if keep is not None:
        must_be_writable(keep)
        saves.clear_drafts(keep)
    battle = saves.load(keep, systems.game) if keep is not None and keep.exists() else _begun(args)
    if battle is None:
        return 0
    seat = _seat(battle.seats, args.side)
    if seat is None:
        return 0
    header = battle.scenario.header
    print(f"\n{header.title}, {header.date}, {header.place} (seed {battle.seed})\n{header.summary}")
    code = WordGame(battle, seat.id, staffed(battle, "staff"), keep).play()
    if battle.over:
        print(f"\n{header.title}: {'; '.join(_ended(battle.outcome))}")
        print("\n".join(told(battle.outcome)))
    return code


def _refuse_strays(args: argparse.Namespace) -> None:
    if len(args.battles) > 1:
        raise BadInput(f"--text plays one battle, not {len(args.battles)}; see grognard play --help")
    if args.seed is not None and not 0 <= args.seed <= HIGHEST_SEED:
        raise BadInput(f"--seed {args.seed}: a seed is 0 or more, and below {HIGHEST_SEED + 1}")
    for name in ("port", "database", "host_name", "json", "no_open"):
        if getattr(args, name):
            raise BadInput(f"--{name.replace('_', '-')} does not go with --text; see grognard play --help")


def _begun(args: argparse.Namespace) -> Battle | None:
    """A new battle; None where the input ended before it was chosen."""
    name = args.battles[0] if args.battles else _battle()
    if name is None:
        return None
    system = args.system or _system()
    if system is None:
        return None
    seed = int.from_bytes(os.urandom(4), "big") if args.seed is None else args.seed
    options: dict[str, Any] = chosen(args.option)
    if args.turns is not None:
        options["turns"] = args.turns
    return begin(name, seed=seed, system=system, options=options)


def _battle() -> str | None:
    names = sorted(bundled(), key=lambda name: (name != FIRST, name))
    titles = [f"{(header := load(name).header).title}, {header.date}" for name in names]
    print("Which battle?")
    at = pick("battle: ", titles)
    return None if at is None else names[at]


def _system() -> str | None:
    names = list(systems.playable())
    usual = names.index("cold-steel") if "cold-steel" in names else 0
    print("Under which rules?")
    at = pick("rules: ", names, usual)
    return None if at is None else names[at]


def _seat(seats: Sequence[Seat], wanted: str | None) -> Seat | None:
    """The seat that is asked for, by its side, its id or its title."""
    if wanted is None:
        print("Whom do you command?")
        at = pick("side: ", [seat.title for seat in seats])
        return None if at is None else seats[at]
    found = [seat for seat in seats if wanted.lower() in (seat.side.lower(), seat.id.lower(), seat.title.lower())]
    if not found:
        raise BadInput(f"--side {wanted}: there are {', '.join(seat.title for seat in seats)}")
    return found[0]


def _ended(outcome: dict[str, Any]) -> list[str]:
    if not outcome["winner"]:
        return ["drawn"]
    level = outcome["level"]
    return [f"{outcome['winner']} won" + (f", a {level} victory" if level else "")]
