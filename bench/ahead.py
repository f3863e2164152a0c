"""What somebody pays who looks ahead: branches of a battle in its middle, and answers by chance, beside python-chess
random playouts in the same run.

    .venv/bin/python bench/ahead.py [--seconds 4]
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from itertools import pairwise
from typing import NamedTuple

import chess
from _common import exit_with, verdict

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed

SYSTEMS = ("cold-steel", "steel-canister", "class-dice", "black-powder")
BRANCH_MS, ANSWERS = 2.0, 5000
MIDDLE, EVERY = 4, 7
"""The turn from which branches are made, and one after so many answers."""


class Branched(NamedTuple):
    """Milliseconds: to make a branch; to look at it, which gives the answers of its phase again; the first answer."""

    made: float
    looked: float
    answered: float


def branches(system: str) -> list[Branched]:
    """Branches through two turns in the middle of Quatre Bras, with both staffs deciding."""
    battle = Battle.begin(systems.game(system), load("quatre-bras"), seed=1, options={"turns": MIDDLE + 2})
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.seats}
    staffs, found, given = staffed(battle, "staff"), [], 0
    while battle.open:
        decision = battle.open[0]
        answer = staffs[decision.seat].decide(chairs[decision.seat], decision)
        given += 1
        if battle.turn >= MIDDLE and given % EVERY == 0:
            marks = [time.process_time()]
            branch = battle.branch()
            marks.append(time.process_time())
            assert branch.open
            marks.append(time.process_time())
            branch.answer(answer)
            marks.append(time.process_time())
            found.append(Branched(*(1000 * (b - a) for a, b in pairwise(marks))))
        battle.answer(answer)
    return found


class Drawn(NamedTuple):
    """Random commanders: answers a second, and of one answer the milliseconds to draw it and to carry it out."""

    rate: float
    draw: float
    rest: float


def drawn(system: str, seconds: float) -> Drawn:
    """Random commanders in the smallest battle."""
    scenario, taken, seed, drawing, doing = load("farm-at-the-crossroads"), 0, 0, 0.0, 0.0
    while drawing + doing < seconds:
        battle = Battle.begin(systems.game(system), scenario, seed=seed, options={"turns": 5})
        chairs = {seat.id: Chair(battle, seat.id) for seat in battle.seats}
        players = {seat: Reckless(seed) for seat in chairs}
        while battle.open:
            decision, start = battle.open[0], time.process_time()
            answer = players[decision.seat].decide(chairs[decision.seat], decision)
            middle = time.process_time()
            battle.answer(answer)
            drawing, doing = drawing + middle - start, doing + time.process_time() - middle
        taken += sum(type(entry) is Answer for entry in battle.entries)
        seed += 1
    return Drawn(taken / (drawing + doing), 1000 * drawing / taken, 1000 * doing / taken)


def chess_moves_a_second(seconds: float) -> float:
    """Random playouts of python-chess."""
    dice, moves, start = random.Random(1), 0, time.process_time()
    while time.process_time() - start < seconds:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            board.push(dice.choice(list(board.legal_moves)))
            moves += 1
    return moves / (time.process_time() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4, help="of random answers, for each system")
    args = parser.parse_args()
    met = True
    for system in SYSTEMS:
        found = branches(system)
        made, looked, answered = (statistics.median(column) for column in zip(*found, strict=True))
        met = met and made <= BRANCH_MS
        print(
            f"mid Quatre Bras, {system}: branch {made:.3f} ms (aim {BRANCH_MS:g}), first look {looked:.1f} ms, "
            f"first answer {answered:.1f} ms; median of {len(found)}"
        )
    theirs = chess_moves_a_second(args.seconds)
    print(f"python-chess random moves: {theirs:,.0f} a second")
    for system in SYSTEMS:
        drawn(system, 0.1)  # compiles what has to be compiled
        ours = drawn(system, args.seconds)
        met = met and ours.rate >= ANSWERS
        print(
            f"random answers in the Farm, {system}: {ours.rate:,.0f} a second (aim {ANSWERS:,}; "
            f"chess {theirs / ours.rate:.0f} times); {ours.draw:.2f} ms to draw one, {ours.rest:.2f} ms to carry it out"
        )
    return verdict(met)


if __name__ == "__main__":
    exit_with(main())
