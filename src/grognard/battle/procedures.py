"""Procedures: a paragraph of the rules as a generator that yields the decisions it waits for.

A procedure that calls another with `yield from` waits for it: the chain of callers is the stack of procedures that
interruptions live on. Dice are never thrown where several procedures run side by side, so that the order in which
people answer cannot change the battle.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, TypeVar

from .decisions import Answer, Decision

T = TypeVar("T")
Steps = Generator[Sequence[Decision], tuple[Decision, Answer], T]
"""Yields the decisions that are open, is sent one of them with its answer, returns what the procedure is for."""


def ask(decision: Decision) -> Steps[Answer]:
    """Wait for one decision; the answer comes with the values that were not mentioned."""
    asked, answer = yield (decision,)
    return Answer(answer.seat, answer.decision, answer.option, asked.completed(answer))


def together(procedures: Iterable[Steps[Any]]) -> Steps[list[Any]]:
    """Several procedures side by side, each going on as its own decisions are answered; returns what each returned."""
    running = list(procedures)
    results: list[Any] = [None] * len(running)
    open_: list[Sequence[Decision]] = []
    for i, procedure in enumerate(running):
        # each runs up to its first question before any answer is taken, so all are asked at the same moment
        open_.append(_first(procedure, results, i))
    while any(open_):
        decision, answer = yield [each for several in open_ for each in several]
        # by identity: two seats may be asked the very same thing
        i = next(i for i, several in enumerate(open_) if any(each is decision for each in several))
        try:
            open_[i] = running[i].send((decision, answer))
        except StopIteration as finished:
            results[i], open_[i] = finished.value, ()
    return results


def _first(procedure: Steps[Any], results: list[Any], i: int) -> Sequence[Decision]:
    try:
        return next(procedure)
    except StopIteration as finished:
        results[i] = finished.value
        return ()
