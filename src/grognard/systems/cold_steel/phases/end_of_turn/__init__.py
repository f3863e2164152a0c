"""The last phase of a turn (CS-2i): leader casualties, disorder recovery, and the tasks at the end of the turn."""

from __future__ import annotations

from collections.abc import Callable

from grognard.battle.procedures import Steps
from grognard.kernel.checks import implements

from ... import hidden as cards
from ...checks.turn.sequence import EndOfTurnFacts
from ...effects import sightings
from ...orders import specials
from ...table.battlefield import Battlefield
from ...works import boats, fires
from . import clean_up, guns, leaders, smoke, weather
from .victory import decide, outcome


@implements("CS-2i")
def play(b: Battlefield) -> Steps[None]:
    """The phase from beginning to end. Nobody has anything to decide in it."""
    leaders.leader_casualties(b)
    specials.carry_out(b, "recovery")
    end_turn_tasks(b)
    yield from ()


def fight_fires(b: Battlefield) -> None:
    """Before they spread."""
    specials.carry_out(b, "fire_fighting")


_TASKS: dict[str, tuple[Callable[[Battlefield], object], ...]] = {
    "move_and_thin_smoke": (smoke.drift, smoke.wind_rises),
    "update_rosters": (
        # guns first: contact is counted from one end of turn to the next (CS-9.1e), before anything is tidied away
        guns.spike,
        specials.carry_on_work,
        # who fights a fire does it before it spreads this turn
        fight_fires,
        fires.burn,
        boats.jump_ashore,
        leaders.fresh_horses,
        leaders.successions,
    ),
    "remove_old_markers": (clean_up.tidy,),
}


@implements("CS-10.3a", "CS-10.3b", "CS-10.3c")
def end_turn_tasks(b: Battlefield) -> None:
    """Smoke, rosters, chits and markers, in the order of the rules; then all look about, and the battle may be
    decided."""
    for task in b.settle("end-of-turn", EndOfTurnFacts()).tasks:
        for does in _TASKS[task]:
            does(b)
    weather.changes(b)
    # after weather and smoke: what is recognised now is seen through the air of the coming turn
    cards.watch(b)
    sightings.update(b)
    # last: objectives are judged by where everybody stands when all is done
    decide(b)


__all__ = ["decide", "outcome", "play"]
