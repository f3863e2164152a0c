"""Defensive fire: units that fire on an enemy who comes up, or charges."""

from __future__ import annotations

from typing import Any, NamedTuple, get_args

from grognard.battle.decisions import Decision, Option
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice

from ..checks.fire_discipline import ApproachFireFacts, FireOrder
from ..checks.ranges import DefensiveFireFacts
from ..desk import forms
from ..effects.morale import check_all
from ..facts import fire as facts_of
from ..facts.bearings import zone
from ..facts.fire import FirePlan, usual_plan
from ..table.field import ClassField
from ..terms import Effect, Gun, branch
from .firing import discipline, lock, plan_fields, plan_of, plan_usual, shoot, strike

_TELLING = ("close", "short", "canister")
"""Ranges at which those fire unasked who were told nothing else."""


class Volley(NamedTuple):
    """Fire that a unit will give when the enemy has come so near."""

    unit: str
    at: int
    """In paces."""
    plan: FirePlan
    order: FireOrder = "free"


def defensive_reach(b: ClassField, unit: str = "") -> int:
    """Paces within which a unit gives defensive fire, or the farthest of any."""
    if not unit:
        return max(b.t.made(("defensive reach",), lambda: [_short(b, gun) for gun in get_args(Gun)]))
    now = b.unit(unit)
    if branch(now.arm) == "artillery":
        return _short(b, now.gun) if now.formation == "unlimbered" and not now.silenced else 0
    return b.paces(b.t.number("CD-defensive-fire", "small_arms")) if now.weapon and now.status != "broken" else 0


def _short(b: ClassField, gun: Gun) -> int:
    return b.paces(b.t.row("CD-range-artillery", f"{gun}_short").columns["to"])


@implements("CD-defensive-fire", "CD-defensive-fire-limits")
def may_defend(b: ClassField, unit: str, mover: str, target: str = "") -> bool:
    """Whether a unit may give defensive fire at an enemy where he is, who charges a target or moves up."""
    if not b.here(unit) or not b.here(mover) or not b.knows(b.seat_of(unit), mover):
        return False
    now, distance = b.unit(unit), b.survey.distance(unit, mover)
    facts = DefensiveFireFacts(
        branch=b.branch(unit), distance=distance, gun=now.gun, fires=now.defended, charged=unit == target
    )
    # defensive fire goes to the front alone, also from those who could turn
    if zone(b, unit, mover) != "front" or not b.settle("defensive-fire", facts).allowed:
        return False
    plan = usual_plan(b, unit, mover, distance)
    return facts_of.why_not(b, unit, mover, plan, at=distance, own_turn=False) is None


@implements("CD-fire-discipline-range", "CD-fire-discipline-when", "CD-defensive-fire-limits")
def decide(b: ClassField, unit: str, mover: str, reached: int, *, charge: bool) -> Steps[Volley | None]:
    """Whether and when a unit fires at an enemy who comes as near as `reached`: infantry rolls fire discipline first,
    who is free chooses, or does what its seat has said once for all."""
    if b.branch(unit) == "infantry":
        order, at = discipline(b, unit, approach=True, seen=(mover,))
        if order != "free":
            at = at or b.paces(4)  # a firefight has no distance: it fires as soon as it can
            # it holds its fire if the enemy stops farther off than the distance it rolled
            facts = ApproachFireFacts(order=order, at=at, reached=reached)
            fires = b.settle("approach-fire", facts).fires
            return Volley(unit, at, usual_plan(b, unit, mover, at), order) if fires else None
    said = b.instructions(unit).reactions
    if said == "never":
        return None
    if said == "always" or (said == "charges" and not charge):
        near = _usual_distance(b, unit, reached)
        plan = usual_plan(b, unit, mover, near)
        _, fire = facts_of.fire_facts(b, unit, mover, plan, at=near, own_turn=False)
        telling = said == "always" or facts_of.band(b, fire) in _TELLING
        return Volley(unit, near, plan) if telling else None
    volley = yield from _asked(b, unit, mover, reached)
    return volley


def _usual_distance(b: ClassField, unit: str, reached: int) -> int:
    """The distance at which a unit fires that is left to itself: as near as the enemy comes."""
    if b.branch(unit) != "infantry":
        return reached
    return min((each for each in _distances(b) if each >= reached), default=reached)


def _distances(b: ClassField) -> list[int]:
    return [b.paces(inches) for inches in b.t.value("CD-fire-discipline-range", "free")]


def _asked(b: ClassField, unit: str, mover: str, reached: int) -> Steps[Volley | None]:
    fields: dict[str, Any] = dict(plan_fields(b, unit))
    usual: dict[str, Any] = dict(plan_usual(b, unit))
    if b.branch(unit) == "infantry":
        inches = [str(each) for each in b.t.value("CD-fire-discipline-range", "free") if b.paces(each) >= reached]
        if not inches:
            return None
        fields["inches"], usual["inches"] = Choice(tuple(inches)), inches[-1]

    def judge(key: str, values: Any) -> Refusal | None:
        if key != "fire":
            return None
        at = b.paces(int(values["inches"])) if "inches" in values else reached
        return facts_of.why_not(b, unit, mover, plan_of(b, unit, mover, values, at), at=at, own_turn=False)

    fire = Option("fire", "Fire", "CD-defensive-fire", fields, usual, about=unit, form=forms.APPROACH.id)
    hold = Option("done", "Hold fire", "CD-defensive-fire")
    text = f"{b.name_to(b.seat_of(unit), mover)} comes up to {b.name(unit)}. Fire?"
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "approach_fire",
            text,
            [fire, hold],
            default=("fire", {}),
            rules=("CD-defensive-fire",),
            about={"unit": unit, "foe": mover},
            judge=judge,
            done="done",
        )
    )
    if answer.option == "done":
        return None
    at = b.paces(int(answer.values["inches"])) if "inches" in answer.values else reached
    return Volley(unit, at, plan_of(b, unit, mover, answer.values, at))


@implements("CD-defensive-fire-limits")
def give(b: ClassField, volley: Volley, mover: str, target: str = "") -> dict[str, Effect]:
    """A unit gives its defensive fire; what it does to the mover is returned."""
    if not b.here(mover) or not b.here(volley.unit):
        return {}
    now = b.unit(volley.unit)
    # the target of a charge fires at it for nothing; others have only so many such volleys
    if volley.unit != target:
        b.emit(
            Noted(), rules=("CD-defensive-fire-limits",), sets=[b.change(volley.unit, defended=now.defended + 1)], to=()
        )
    # at the distance it was told, or nearer if the mover is already nearer
    distance = min(volley.at, b.survey.distance(volley.unit, mover))
    shots = shoot(b, volley.unit, mover, volley.plan, at=distance, own_turn=False)
    if shots:
        lock(b, volley.unit, volley.order == "firefight")
    return check_all(b, strike(b, shots))
