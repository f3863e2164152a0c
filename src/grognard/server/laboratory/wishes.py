"""A run that somebody asks for, checked before anything is fought."""

from __future__ import annotations

import secrets

from grognard import systems
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled
from grognard.simulate.lab.changes import lab_plan, spread
from grognard.simulate.many import Job
from grognard.simulate.runs.plans import MOST_GAMES, RunPlan, plan

from ..errors import TooMany
from ..limits import Limits
from ..lobby import gallery
from ..shapes.laboratory import RunWish

SEED_BITS = 32


def planned(wish: RunWish, limits: Limits) -> RunPlan:
    """What is to be fought; BadInput for what cannot be, TooMany for more than the server bears."""
    battle = _place(wish.battle)
    for system in wish.systems:
        if system not in systems.playable():
            raise BadInput(f"no system {system[:100]!r}; there are {', '.join(systems.playable())}")
        _no_files(system, wish)
    seed = secrets.randbits(SEED_BITS) if wish.seed is None else int(wish.seed)
    kinds = tuple(f"{side}={kind}" for side, kind in wish.commanders.items()) or ("staff",)
    if wish.changes:
        if len(wish.systems) > 1:
            raise BadInput("a change is a change of one system's rules: choose one")
        job = Job(battle, wish.systems[0], wish.options, kinds)
        found = lab_plan(job, spread(wish.changes), games=wish.games, seed=seed)
    else:
        found = plan([battle], wish.systems, games=wish.games, seed=seed, options=wish.options, commanders=kinds)
    if found.total > (most := limits.lab_games or MOST_GAMES):
        raise TooMany(
            f"{found.total:,} games in all; a run of this server has at most {most:,} (its host can change this with "
            "--lab-games)"
        )
    return found


def _place(battle: str) -> str:
    """What processes find the battle by; only those that are offered can be named."""
    offered = gallery.battles()
    if battle not in offered:
        raise BadInput(f"no battle {battle[:100]!r}")
    return battle if battle in bundled() else str(offered[battle])


def _no_files(system: str, wish: RunWish) -> None:
    """Variants are those of the system, or a number of its own: a stranger must not name files of this machine."""
    named = wish.options.get("variants", [])
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise BadInput("options, variants: a list of names expected")
    for each in (*named, *wish.changes):
        if each.endswith(".toml"):
            raise BadInput(f"{each[:100]}: no files here; name a variant of {system}, or RULE.FIELD=VALUE")
