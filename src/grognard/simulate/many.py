"""A battle begun, given its commanders, and fought to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from msgspec import Struct

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.battle.record import saves
from grognard.commanders import commander, must_be_kind
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled
from grognard.scenarios.inspection.checking import must_be_sound
from grognard.scenarios.loading import load
from grognard.scenarios.model import Scenario

from .runs.chronicle import Chronicle, GameRecord


class Job(Struct, frozen=True):
    """What is fought: a scenario under a system, by which kind of commanders."""

    battle: str
    system: str = "cold-steel"
    options: dict[str, Any] = {}
    commanders: tuple[str, ...] = ("staff",)
    """A kind for all, one for each side in their order, or `SIDE=KIND` for the sides that are not left to staffs."""


def begin(
    battle: str | Path | Scenario, *, seed: int, system: str = "cold-steel", options: Mapping[str, Any] | None = None
) -> Battle:
    """A battle that waits for its first decisions: a bundled one by its id, a scenario, or its folder or zip."""
    scenario = battle if isinstance(battle, Scenario) else fit(battle)
    return Battle.begin(systems.game(system), scenario, seed=seed, options=options)


def resume(path: str | Path) -> Battle:
    """A saved battle, which goes on where it was saved."""
    if str(path) in bundled() and not Path(path).exists():
        raise BadInput(f"{path} is a battle to begin, not a saved one; to read it: grognard.scenario({str(path)!r})")
    return saves.load(Path(path), systems.game)


def fit(battle: str | Path) -> Scenario:
    """A battle that can be fought; one of somebody's own is looked through first."""
    scenario = load(battle)
    if str(battle) not in bundled() or Path(battle).exists():
        must_be_sound(scenario, str(battle))
    return scenario


def begin_job(job: Job, seed: int) -> Battle:
    """The battle of a job with a seed."""
    return begin(job.battle, seed=seed, system=job.system, options=job.options)


def staffed(battle: Battle, *kinds: str) -> dict[str, Any]:
    """A computer commander for every seat; their own dice come from the battle's seed."""
    # dice of their own: what a staff tosses up must not shift the dice of the battle, nor be alike for two seats
    seats, of = battle.fight.seats, by_side(kinds, [side.name for side in battle.scenario.sides])
    return {
        seat.id: commander(of[seat.side], battle.game.id, seat.id, battle.seed * len(seats) + place)
        for place, seat in enumerate(seats)
    }


def by_side(kinds: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """The kind of commander that each side has."""
    # from the last sign on: a side of somebody's own may have one in its name
    said = [(each.rpartition("=")[0].lower(), each.rpartition("=")[2]) for each in kinds if "=" in each]
    named = dict(said)
    if len(named) < len(said):
        raise BadInput(f"{', '.join(kinds)}: a side is named twice")
    plain = [each for each in kinds if "=" not in each] or ["staff"]
    if len(plain) not in (1, len(sides)):
        raise BadInput(f"{len(plain)} commanders; name one for all, or one for each of {', '.join(sides)}")
    for kind in (*plain, *named.values()):
        must_be_kind(kind)
    known = {side.lower(): side for side in sides}
    for side in named:
        if side not in known:
            raise BadInput(f"no side {side!r}; there are {', '.join(sides)}")
    found = dict(zip(sides, plain * len(sides) if len(plain) == 1 else plain, strict=False))
    return found | {known[side]: kind for side, kind in named.items()}


def fight_one(job: Job, seed: int, scenario: Scenario | None = None) -> GameRecord:
    """Fight to the end. A scenario is handed in where its folder may not be at hand."""
    start = perf_counter()
    battle = (
        begin_job(job, seed) if scenario is None else begin(scenario, seed=seed, system=job.system, options=job.options)
    )
    chronicle = Chronicle(battle)
    fight_out(battle, staffed(battle, *job.commanders), each_answer=chronicle.look)
    return chronicle.closed(battle, perf_counter() - start)
