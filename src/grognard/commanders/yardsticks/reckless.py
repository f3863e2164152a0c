"""A commander who answers anything that is legal: for the fuzzer, for benchmarks, as the worst of opponents."""

from __future__ import annotations

from random import Random
from typing import Any

from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision, Option
from grognard.kernel.domains import Choice, Domain, Number, Several, Spot, Spots, YesNo

TRIES = 4
"""What the fields allow may still be refused as a whole; after so many refusals he takes the default."""


class Reckless:
    """He throws his own dice."""

    def __init__(self, seed: int, *, done: float = 0.2) -> None:
        """`done` is how likely he is to be content where he may go on."""
        self._random, self._done = Random(seed), done

    def decide(self, chair: Chair, decision: Decision) -> Answer:
        """Some legal answer."""
        done = decision.option("done")
        if done is not None and self._random.random() < self._done:
            return decision.answer(done.key)
        for _ in range(TRIES):
            option = decision.drawn(self._random.choice)
            answer = decision.answer(option.key, **self._values(option))
            if decision.refusal(answer) is None:
                return answer
        return decision.answer(done.key) if done is not None else decision.default

    def _values(self, option: Option) -> dict[str, Any]:
        chosen = {}
        for name, domain in option.fields.items():
            if name in option.optional and self._random.random() < 0.5:
                continue
            chosen[name] = self._some(domain)
        return chosen

    def _some(self, domain: Domain) -> Any:
        r = self._random
        match domain:
            case Choice(values):
                return r.choice(values) if values else ""
            case YesNo():
                return r.choice(YesNo.WORDS)
            case Number(low, high):
                return r.randint(low, high)
            case Several(values, most):
                return r.sample(values, r.randint(0, min(len(values), most or 4)))
            case Spot(width, height):
                return (r.randint(0, width), r.randint(0, height))
            case Spots(width, height, most):
                return [(r.randint(0, width), r.randint(0, height)) for _ in range(r.randint(0, min(3, most)))]
            case _:
                return " ".join(r.choices(("hold", "the", "bridge", "advance", "at", "once"), k=r.randint(0, 6)))


def make(system: str, seat: str, seed: int) -> Reckless:
    """One for any seat of any system."""
    return Reckless(seed)
