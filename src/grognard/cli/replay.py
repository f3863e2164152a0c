"""grognard replay: read a saved battle turn by turn, all of it or as one seat lived it."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("file", type=Path, help="a battle saved by grognard battle --save")
    parser.add_argument("--seat", help="only what this seat learnt")
    parser.add_argument("--turn", type=int, help="only this turn")
    parser.add_argument("--dice", action="store_true", help="with every die and modifier")
    parser.add_argument("--json", action="store_true", help="the events as JSON, one a line")


def run(args: argparse.Namespace) -> int:
    """Tell the battle from its events; the rules are not asked again."""
    import msgspec

    from grognard import systems
    from grognard.battle.record import saves
    from grognard.battle.record.replaying import Replay
    from grognard.kernel.errors import BadInput
    from grognard.simulate.log import Log

    from .console.terminal import print_json

    if args.dice and args.json:
        raise BadInput("--dice does not go with --json, which has all dice; see grognard replay --help")
    replay = Replay(saves.read(args.file), systems.game, str(args.file))
    replay.must_have(args.seat)
    if args.turn is not None and not 1 <= args.turn <= replay.turns:
        raise BadInput(f"{args.file}: no turn {args.turn}; it has 1 to {replay.turns}")
    chosen = (event for event in replay.events(args.seat) if args.turn in (None, event.turn))
    if args.json:
        for event in chosen:
            print_json(msgspec.to_builtins(event), indent=None)
        return 0
    with saves.followed(str(args.file)):  # a sentence, too, is made of what the record names
        log = Log(replay.game, replay.fight, dice=args.dice)
        for line in log.lines(chosen):
            print(line)
        for line in log.rest():
            print(line)
    return 0
