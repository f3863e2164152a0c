"""Changes of a battle, as they are typed: a number of the rules, a variant, an option; and ranges of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from grognard import systems
from grognard.battle.record.fair import written
from grognard.kernel.errors import BadInput

from ..many import Job, fit
from ..runs.build import build
from ..runs.plans import MOST_ARMS, RunPlan, arm

_RANGE = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})(?:/(\d{1,6}))?")


def spread(changes: Iterable[str]) -> list[str]:
    """Changes one by one: `X=1..5` and `X=1..9/2` are ranges, `X=1,4` a list."""
    found = [each for change in changes for each in _each(change.strip())]
    if twice := next((each for each in found if found.count(each) > 1), None):
        raise BadInput(f"--change {twice}: said twice")
    if len(found) >= MOST_ARMS:
        raise BadInput(f"{len(found)} changes at a time: at most {MOST_ARMS - 1}")
    return found


def _each(change: str) -> Iterator[str]:
    place, equals, values = change.partition("=")
    if not equals:
        yield change
        return
    for value in [values] if values.startswith(("[", "{", '"')) else values.split(","):
        found = _RANGE.fullmatch(value.strip())
        if found is None:
            yield f"{place}={value.strip()}"
            continue
        first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if first > last or not step:
            raise BadInput(f"--change {change}: a range goes from the lower to the higher, as in 1..5 or 1..9/2")
        if (last - first) // step >= MOST_ARMS:
            raise BadInput(f"--change {change}: at most {MOST_ARMS - 1} values at a time")
        yield from (f"{place}={number}" for number in range(first, last + 1, step))


def changed(job: Job, change: str) -> Job:
    """A job with one thing changed: an option of its rules, else a variant or a number."""
    name, equals, value = change.partition("=")
    options: dict[str, Any] = dict(job.options)
    if equals and name in systems.game(job.system).options({}):
        options[name] = value
    else:
        # what the scenario is usually fought with stays: to name variants is otherwise to name all of them
        usual = fit(job.battle).header.options_for(job.system, job.options).get("variants", ())
        options["variants"] = [*usual, change]
    return replace(job, options=options)


def lab_plan(base: Job, changes: Sequence[str], *, games: int, seed: int) -> RunPlan:
    """The base and each change of it, with the same seeds."""
    if not changes:
        raise BadInput("nothing is changed: name a --change, as in CS-8.2.4b.hits_for_a_marker=2")
    arms = (arm(base), *(arm(changed(base, change), change) for change in changes))
    return RunPlan(arms, games, written(seed), build(), "lab")
