"""What a turn costs: Quatre Bras and giants with both staffs deciding, a whole small battle, and answers a second with
random commanders, beside python-chess random playouts in the same run.

    .venv/bin/python bench/turn.py [--profile [--system class-dice]]
"""

from __future__ import annotations

import argparse
import cProfile
import math
import pstats
import random
import time

import chess
from _common import exit_with, verdict

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, fight_out
from grognard.battle.decisions import Answer
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.giant import giant
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario
from grognard.simulate.many import staffed

SIZES = (100, 400, 1600)
OTHERS = ("steel-canister", "class-dice", "black-powder")
"""Systems whose turn of Quatre Bras is measured beside Cold Steel's in the same run."""
GROWTH, TURN_MS, SMALL_S = 1.3, 150, 2.0


def seconds_a_turn(scenario: Scenario, turns: int, first: int = 1, system: str = "cold-steel") -> float:
    """The mean turn of a battle by staffs, after the first of it, which sets everything up."""
    battle = Battle.begin(systems.game(system), scenario, seed=1, options={"turns": turns + first})
    marks: list[float] = []
    fight_out(battle, staffed(battle, "staff"), lambda _: marks.append(time.perf_counter()))
    marks.append(time.perf_counter())
    spans = [after - before for before, after in zip(marks[first - 1 :], marks[first:], strict=False)]
    return sum(spans) / len(spans)


def answers_a_second(seconds: float) -> float:
    """Random commanders in the smallest battle."""
    scenario, taken, seed, spent = load("farm-at-the-crossroads"), 0, 0, 0.0
    while spent < seconds:
        battle = Battle.begin(systems.game("cold-steel"), scenario, seed=seed, options={"turns": 5})
        chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
        players = {seat: Reckless(seed) for seat in chairs}
        start = time.perf_counter()
        while battle.open:
            decision = battle.open[0]
            battle.answer(players[decision.seat].decide(chairs[decision.seat], decision))
        spent += time.perf_counter() - start
        taken += sum(type(entry) is Answer for entry in battle.entries)
        seed += 1
    return taken / spent


def chess_moves_a_second(seconds: float) -> float:
    """Random playouts of python-chess."""
    dice, moves, start = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            board.push(dice.choice(list(board.legal_moves)))
            moves += 1
    return moves / (time.perf_counter() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", action="store_true", help="where the time of a Quatre Bras turn goes")
    parser.add_argument("--system", default="cold-steel", help="of the profile")
    args = parser.parse_args()
    if args.profile:
        profile = cProfile.Profile()
        profile.enable()
        seconds_a_turn(load("quatre-bras"), 8, system=args.system)
        profile.disable()
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)
        return 0
    seconds_a_turn(load("farm-at-the-crossroads"), 2)  # compiles what has to be compiled
    turn = seconds_a_turn(load("quatre-bras"), 12)
    print(f"Quatre Bras: {turn * 1000:.0f} ms a turn (aim {TURN_MS})")
    for system in OTHERS:
        seconds_a_turn(load("farm-at-the-crossroads"), 2, system=system)
        other = seconds_a_turn(load("quatre-bras"), 12, system=system)
        print(f"Quatre Bras under {system}: {other * 1000:.0f} ms a turn ({other / turn:.2f} times, aim 1)")
    start = time.perf_counter()
    small = Battle.begin(systems.game("cold-steel"), load("farm-at-the-crossroads"), seed=1)
    fight_out(small, staffed(small, "staff"))
    whole = time.perf_counter() - start
    print(f"The Farm at the Crossroads, whole: {whole:.2f} s for {small.turn} turns (aim {SMALL_S:g})")
    spans = {size: seconds_a_turn(giant(size), 3 if size > 400 else 6) for size in SIZES}
    growth = math.log(spans[SIZES[-1]] / spans[SIZES[0]]) / math.log(SIZES[-1] / SIZES[0])
    for size, span in spans.items():
        print(f"giant of {size} units: {span * 1000:.0f} ms a turn")
    print(f"it grows as n^{growth:.2f} (aim n^{GROWTH})")
    ours, theirs = answers_a_second(5), chess_moves_a_second(5)
    print(f"random answers: {ours:,.0f} a second; python-chess random moves: {theirs:,.0f} ({theirs / ours:.1f} times)")
    return verdict(turn * 1000 <= TURN_MS and whole <= SMALL_S and growth <= GROWTH)


if __name__ == "__main__":
    exit_with(main())
