"""For small staged situations under any rules: run a procedure, read what happened. For tests and experiments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .decisions import Answer, Decision
from .events import Event
from .fight import Fight
from .procedures import Steps

Choose = Callable[[Decision], Answer]


def run(steps: Steps[Any], choose: Choose | None = None, limit: int = 10_000) -> Any:
    """Run a procedure to its end, answering with the defaults or as `choose` says; returns what it returns."""
    choose = choose or (lambda decision: decision.default)
    try:
        open_ = list(next(steps))
        for _ in range(limit):
            decision = open_[0]
            answer = choose(decision)
            refusal = decision.refusal(answer)
            if refusal is not None:
                raise AssertionError(f"{answer}: {refusal.reason} ({refusal.rule})")
            open_ = list(steps.send((decision, answer)))
    except StopIteration as finished:
        return finished.value
    raise AssertionError("it does not come to an end")


def says(*answers: tuple[str, str, Mapping[str, Any]]) -> Choose:
    """Answers to decisions by kind, or by kind and unit (`volley:a`), each given once in this order; all else by
    default."""
    left = list(answers)

    def choose(decision: Decision) -> Answer:
        for each in left:
            if each[0] in (decision.kind, decision.id):
                left.remove(each)
                return decision.answer(each[1], **each[2])
        return decision.default

    return choose


def events(b: Fight[Any], kind: str = "") -> list[Event]:
    """Events so far, of one kind or of all."""
    return [entry for entry in b.entries if type(entry) is Event and kind in ("", entry.kind)]
