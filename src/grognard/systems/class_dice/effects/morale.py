"""Morale: what results do to units, and checks one after the other, as one calls for the next.

Whatever happens to a unit is put into a queue. One event (a volley, a charge, a round of melee) calls for one check of
each unit, however many causes it gives in all that follows from it: those who break draw others along, who do not check
again because of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import UNSET

from grognard.kernel.checks import implements

from ..checks.ammunition import BatteryLossFacts
from ..checks.charts import driven_back
from ..checks.fire_discipline import FirefightFacts
from ..checks.status import NewStatusFacts
from ..checks.terrain import PassingThroughFacts
from ..events.combat import FirefightEnds
from ..events.troops import MoraleChecked, StatusGot
from ..facts.morale import morale_facts, trigger_facts
from ..table.field import ClassField
from ..terms import Effect
from .losses import remove, surrender_whole
from .retreats import go_back

_WORSE: tuple[Effect, ...] = ("none", "shaken", "disordered", "recoil", "broken", "rout", "surrender")


class MoraleCall(NamedTuple):
    """A unit that must check its morale."""

    unit: str
    cause: str
    by: str = ""
    """The enemy who caused it, from whom it would go back."""
    flank: bool = False
    """It was fired on in flank or rear."""
    drawn: bool = False
    """Friends caused it, not the enemy."""
    rules: tuple[str, ...] = ("CD-morale-triggers", "CD-morale-check")


@implements("CD-morale-triggers", "CD-morale-check")
def check_all(b: ClassField, calls: Iterable[MoraleCall]) -> dict[str, Effect]:
    """All these check, and whoever must because of them; the worst that befell each."""
    queue, worst = deque(calls), dict[str, Effect]()
    while queue:
        call = queue.popleft()
        # one event, one check of each unit: this is also what brings the chain to an end
        if not b.here(call.unit) or call.unit in worst:
            continue
        effect = _checked(b, call)
        worst[call.unit] = effect
        queue += suffer(b, call.unit, effect, call.by, told=True)
    return worst


def worse(one: Effect, other: Effect) -> Effect:
    """The worse of two."""
    return max(one, other, key=_WORSE.index)


def _checked(b: ClassField, call: MoraleCall) -> Effect:
    # that friends ran gives no enemy the advantage of the slope
    facts = morale_facts(b, call.unit, by="" if call.drawn else call.by, flank=call.flank)
    roll = b.roll("morale", facts, by=call.unit, seen=(call.unit,))
    effect: Effect = roll.settled.effect
    by = call.by if call.by else UNSET
    before, sets = b.unit(call.unit).status, _status(b, call.unit, effect)
    status = effect if effect in ("rout", "surrender") else sets[0].fields["status"] if sets else before
    b.report(
        MoraleChecked(unit=call.unit, cause=call.cause, effect=effect, status=status, before=before, by=by),
        rules=call.rules,
        roll=roll,
        sets=sets,
    )
    return effect


@implements("CD-status-combine")
def _status(b: ClassField, unit: str, effect: Effect) -> list:  # type: ignore[type-arg]
    now = b.unit(unit)
    found = b.settle("new-status", NewStatusFacts(status=now.status, effect=effect))
    return [b.change(unit, status=found.status, since=b.world.turn)] if found.anew else []


def get_status(b: ClassField, unit: str, effect: Effect, cause: str, rules: tuple[str, ...]) -> None:
    """A unit gets a status by a result that is no morale check."""
    sets = _status(b, unit, effect)
    if sets and b.here(unit):
        told = StatusGot(unit=unit, status=sets[0].fields["status"], before=b.unit(unit).status, cause=cause)
        b.report(told, rules=rules, sets=sets)


@implements("CD-charge-results", "CD-artillery-losses", "CD-firefight", "CD-morale-surrender")
def suffer(b: ClassField, unit: str, effect: Effect, by: str, *, told: bool, cause: str = "") -> list[MoraleCall]:
    """A result takes effect: status, the way back, the end; returns the checks that it calls for. `told` where the
    status was set already."""
    if not told:
        get_status(b, unit, effect, cause, ("CD-charge-results",))
    if not driven_back(b.t, effect) or not b.here(unit):
        return []
    # before it goes back: who sees it break is who stands beside it now
    near = _friends_near(b, unit) if effect in ("broken", "rout", "surrender") else []
    if not b.settle("firefight", FirefightFacts(effect=effect)).goes_on:
        leave_firefight(b, unit)
    beside = _friends_check(b, near, by, "friends break")
    if b.branch(unit) == "artillery" and _abandons(b, unit, effect):
        return beside
    if effect == "surrender":
        surrender_whole(b, unit, rules=("CD-morale-surrender",))
        return beside
    went = go_back(b, unit, by, effect)
    return beside + _friends_check(b, _upset(b, unit, went.through), by, "passed through")


def _abandons(b: ClassField, unit: str, effect: Effect) -> bool:
    """Whether gunners leave their guns."""
    facts = BatteryLossFacts(unlimbered=b.unit(unit).formation == "unlimbered", effect=effect)
    if not b.settle("battery-loss", facts).removed:
        return False
    remove(b, unit, "abandoned", rules=("CD-artillery-losses",))
    return True


def _friends_near(b: ClassField, unit: str) -> list[str]:
    """Friends who see a unit break or rout beside them."""
    within = b.paces(b.t.number("CD-morale-triggers", "friend_within"))
    return [
        friend
        for friend in b.survey.friends_within(unit, within)
        if b.settle(
            "morale-trigger", trigger_facts(b, friend, event="friend_lost", distance=b.survey.distance(unit, friend))
        ).check
    ]


@implements("CD-passing-through")
def _upset(b: ClassField, unit: str, through: Iterable[str]) -> list[str]:
    """Those through whom a unit has gone, who must check because of it."""
    mover = b.unit(unit)
    facts = PassingThroughFacts(mover=mover.status, retreating=True)
    return list(through) if b.settle("passing-through", facts).friend_checks else []


def _friends_check(b: ClassField, friends: Iterable[str], by: str, cause: str) -> list[MoraleCall]:
    return [MoraleCall(friend, cause, by, drawn=True) for friend in friends if b.here(friend)]


def leave_firefight(b: ClassField, unit: str) -> None:
    """A unit is in its firefight no more."""
    if b.unit(unit).firefight and b.here(unit):
        b.report(FirefightEnds(unit=unit), rules=("CD-firefight",), sets=[b.change(unit, firefight=False)])


@implements("CD-passing-through")
def passed_through(b: ClassField, mover: str, through: Iterable[str]) -> list[MoraleCall]:
    """Checks of those through whom a disordered unit has marched."""
    return _friends_check(b, _upset(b, mover, through), "", "passed through")
