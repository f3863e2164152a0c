"""The last phase of a turn (CS-2i): leader casualties, disorder recovery, and the tasks at the end of the turn."""

from __future__ import annotations

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ... import cards, sightings
from ...battlefield import Battlefield
from ...telling import Tell
from ...works import boats, fires, labour, tells
from . import clean_up, guns, leaders, recovery, smoke, victory, weather
from .victory import outcome

TELLS: dict[str, Tell] = {
    **leaders.TELLS, **smoke.TELLS, **weather.TELLS, **guns.TELLS, **sightings.TELLS, **victory.TELLS,
    **tells.TELLS,
}  # fmt: skip


@implements("CS-2i")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end. Nobody has anything to decide in it."""
    leaders.leader_casualties(b)
    recovery.disorder_removal(b)
    end_turn_tasks(b)
    yield from ()


@implements("CS-10.3a", "CS-10.3b", "CS-10.3c")
def end_turn_tasks(b: Battlefield) -> None:
    """Smoke first, then rosters, then chits and markers; then all look about, and the battle may be decided."""
    smoke.drift(b)
    smoke.wind_rises(b)
    guns.spike(b)
    labour.carry_on(b)
    fires.burn(b)
    boats.jump_ashore(b)
    leaders.fresh_horses(b)
    leaders.successions(b)
    clean_up.tidy(b)
    weather.changes(b)
    cards.watch(b)
    sightings.update(b)
    victory.decide(b)


__all__ = ["TELLS", "outcome", "play"]
