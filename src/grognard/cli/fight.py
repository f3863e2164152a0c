"""grognard fight: two battalions, one of them yours, in the terminal, every roll in plain sight."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from grognard import systems
from grognard.cli.console.prompt import ask
from grognard.cli.console.terminal import print_json
from grognard.handbook.explaining import explained
from grognard.kernel.checks import Result
from grognard.kernel.errors import BadInput
from grognard.kernel.sources import SeededDice
from grognard.kernel.uses.export import plain, result_data
from grognard.systems.cold_steel.duel import ORDERS, Duel, DuelBattalion, DuelOrder, battalions

PACES = 300
"""How far apart they begin."""
MOST_TURNS = 15


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the verb."""
    parser.add_argument("--seed", type=int, help="the same seed and orders give the same fight")
    parser.add_argument("--watch", action="store_true", help="the computer commands both")
    parser.add_argument("--brief", action="store_true", help="what happens, without the dice")
    parser.add_argument("--json", action="store_true", help="the whole fight as JSON; the computer commands both")


def run(args: argparse.Namespace) -> int:
    """Fight until one side is beaten."""
    for stray in ("watch", "brief"):
        if args.json and getattr(args, stray):
            raise BadInput(f"--{stray} does not go with --json; see grognard fight --help")
    seed = int.from_bytes(os.urandom(4), "big") if args.seed is None else args.seed
    rules = systems.rules("cold-steel")
    duel = Duel(rules, SeededDice(seed), battalions(), PACES)
    if args.json:
        print_json(_told(duel, seed))
        return 0
    # without a terminal nobody can answer, and a script must not hang on a question
    watching = args.watch or not sys.stdin.isatty()
    ours, theirs = duel.sides
    print(f"Cold Steel, open ground, {PACES} paces: {ours.name} against {theirs.name} (seed {seed})")
    if not watching:
        print(f"You command {ours.name}. Empty answer: do as the adjutant advises; q: leave.")
    while not duel.over and duel.turn < MOST_TURNS:
        order = duel.advice(0) if watching else _ask(duel)
        if order is None:
            print("You ride off; the regiment is not amused.")
            return 0
        _turn(duel, order, args.brief)
    print(f"\n{_verdict(duel)}")
    return 0


def _told(duel: Duel, seed: int) -> dict[str, Any]:
    """The fight as data: every event with its roll, and how it ended."""
    turns = []
    while not duel.over and duel.turn < MOST_TURNS:
        events = [
            {"text": event.text, **({"roll": _rolled(duel, event.result)} if event.result else {})}
            for event in duel.play((duel.advice(0), duel.advice(1)))
        ]
        turns.append({"turn": duel.turn, "paces": duel.paces, "events": events})
    return {"seed": seed, "turns": turns, "sides": [plain(side) for side in duel.sides], "verdict": _verdict(duel)}


def _rolled(duel: Duel, result: Result[Any]) -> dict[str, Any]:
    return result_data(duel.rules.system, duel.rules[result.check], result)


def _turn(duel: Duel, order: DuelOrder, brief: bool) -> None:
    print(f"\nTurn {duel.turn + 1}, {duel.paces} paces apart")
    for side in duel.sides:
        print(f"  {_state(side)}")
    for event in duel.play((order, duel.advice(1))):
        print(f"- {event.text}")
        if event.result and not brief:
            print("  " + explained(duel.rules[event.result.check], event.result).replace("\n", "\n  "))


def _state(side: DuelBattalion) -> str:
    return f"{side.name}: {side.live} of {side.figures} figures, {side.status}, {side.disorder} disorder"


def _ask(duel: Duel) -> DuelOrder | None:
    """The player's order; nonsense is asked again."""
    legal, advice = duel.legal(0), duel.advice(0)
    print(f"\n{duel.paces} paces apart. {_state(duel.sides[0])}")
    for number, order in enumerate(legal, 1):
        odds = f" (wins the fight {duel.chances(0):.0%} of the time)" if order == "charge" else ""
        print(f"  {number}  {ORDERS[order]}{odds}{'   <- advised' if order == advice else ''}")
    while True:
        line = ask("order: ")
        if line is None or (answer := line.lower()) in ("q", "quit"):
            return None
        if not answer:
            return advice
        if answer.isdigit() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        print(f"write 1 to {len(legal)}, nothing, or q")


def _verdict(duel: Duel) -> str:
    beaten = [side for side in duel.sides if side.beaten]
    standing = [side for side in duel.sides if not side.beaten]
    if not beaten:
        return f"After {duel.turn} turns both still stand. " + "; ".join(map(_state, duel.sides)) + "."
    if not standing:
        return "Both are done for. " + "; ".join(map(_state, duel.sides)) + "."
    return f"{standing[0].name} holds the field. " + "; ".join(map(_state, duel.sides)) + "."
