"""Melee: rounds of it, the losses, the morale of both, how it ends."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.checks import implements

from ..checks.ammunition import shared_losses
from ..checks.charts import driven_back
from ..checks.melee import MeleeCourseFacts, MeleeStatusFacts
from ..effects.losses import endanger_leaders, lose
from ..effects.morale import MoraleCall, check_all, get_status
from ..effects.retreats import recoil
from ..events.combat import MeleeFought
from ..facts.charge import Onset, melee_facts
from ..table.field import ClassField
from ..terms import Effect, Status

_STATUS_EFFECT: dict[Status, Effect] = {"disordered": "disordered", "shaken": "shaken"}


@implements("CD-melee", "CD-melee-disorder", "CD-no-pursuit")
def fight(b: ClassField, began: Onset, *, ridden_down: bool = False) -> bool:
    """Rounds of melee till somebody gives way; whether the attacker has the ground. Infantry that is ridden down
    fights one round, after which only the cavalry checks its morale."""
    round_ = 1
    while True:
        chargers = tuple(each for each in began.chargers if b.here(each))
        began = began._replace(chargers=chargers)
        if not chargers or not b.here(began.target):
            return bool(chargers)
        # status of later rounds is set only after the dice of this one (CD-melee-disorder)
        _round(b, began, round_, ridden_down=ridden_down)
        worst = _morale(b, began, ridden_down=ridden_down)
        if ridden_down:
            return True
        ours = _worst(worst, began.chargers)
        theirs = worst.get(began.target, "none")
        gone = not b.here(began.target) or not any(b.here(each) for each in began.chargers)
        course = b.settle(
            "melee-course", MeleeCourseFacts(round=round_, attacker=ours, defender=theirs, destroyed=gone)
        )
        if course.course == "over":
            # the ground is his who was not driven back while the other was
            return not driven_back(b.t, ours) and (driven_back(b.t, theirs) or not b.here(began.target))
        if course.course == "apart":
            _part(b, began, course.back)
            return False
        round_ += 1


def _worst(worst: dict[str, Effect], units: Sequence[str]) -> Effect:
    order: tuple[Effect, ...] = ("none", "shaken", "disordered", "recoil", "broken", "rout", "surrender")
    return max((worst.get(each, "none") for each in units), key=order.index)


def _round(b: ClassField, began: Onset, round_: int, *, ridden_down: bool) -> None:
    unit, target = began.chargers[0], began.target
    roll = b.roll("melee", melee_facts(b, began, round_, ridden_down=ridden_down), by=unit, seen=(unit, target))
    found = roll.settled
    b.report(
        MeleeFought(
            unit=unit,
            target=target,
            round=round_,
            winner=found.winner,
            steps=[found.attacker_steps, found.defender_steps],
        ),
        rules=("CD-melee", "CD-melee-modifiers"),
        roll=roll,
    )
    for each, steps in _shared(b, began.chargers, found.attacker_steps):
        if steps and lose(b, each, steps, "melee", target, "CD-melee"):
            endanger_leaders(b, each, steps)
    if found.defender_steps and lose(b, target, found.defender_steps, "melee", unit, "CD-melee"):
        endanger_leaders(b, target, found.defender_steps)
    for each in (*began.chargers, target):
        if b.here(each):
            now = b.unit(each).status
            later = b.settle("melee-status", MeleeStatusFacts(status=now, round=round_ + 1)).status
            if later != now:
                get_status(b, each, _STATUS_EFFECT[later], "melee", ("CD-melee-disorder",))


@implements("CD-combined-action")
def _shared(b: ClassField, units: Sequence[str], steps: int) -> list[tuple[str, int]]:
    """The losses of units that charged together."""
    return list(zip(units, shared_losses(steps, [b.castings(unit) for unit in units]), strict=True))


def _morale(b: ClassField, began: Onset, *, ridden_down: bool) -> dict[str, Effect]:
    unit, target = began.chargers[0], began.target
    rules = ("CD-melee", "CD-morale-check")
    calls = [MoraleCall(each, "melee", target, rules=rules) for each in began.chargers]
    if not ridden_down:
        calls.append(MoraleCall(target, "melee", unit, rules=rules))
    return check_all(b, calls)


def _part(b: ClassField, began: Onset, back: int) -> None:
    """After the last round both sides recoil, in disorder."""
    unit, target = began.chargers[0], began.target
    for each in began.chargers:
        if b.here(each):
            recoil(b, each, target, back, "CD-melee")
    if b.here(target):
        recoil(b, target, unit, back, "CD-melee")
