"""Fire: a unit's volley, what it costs, what it does, and the morale of those who are under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import UNSET

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice, Domain, Number, YesNo

from ..checks.ammunition import AmmunitionSpentFacts
from ..checks.fire import ArtilleryFacts, RicochetFacts
from ..checks.fire_discipline import FireDisciplineFacts, FireOrder
from ..desk import forms
from ..effects.losses import endanger_leaders, lose
from ..effects.morale import MoraleCall, check_all
from ..events.combat import (
    AmmunitionSpent,
    DisciplineRolled,
    FirefightBegins,
    FirefightEnds,
    FiresBeside,
    OutOfAmmunition,
    Ricocheted,
    VolleyFired,
)
from ..facts import fire as facts_of
from ..facts.bearings import zone
from ..facts.fire import PLAIN, FirePlan, usual_plan
from ..facts.morale import trigger_facts
from ..table.field import ClassField
from ..terms import Effect, Zone


class ShotFired(NamedTuple):
    """A volley that was fired and is still to be felt."""

    unit: str
    target: str
    steps: int
    band: str
    zone: Zone


# -- one volley


@implements("CD-fire-procedure", "CD-ap-cost", "CD-initial-volley", "CD-smoke", "CD-combined-action")
def shoot(
    b: ClassField,
    unit: str,
    target: str,
    plan: FirePlan = PLAIN,
    *,
    beside: Sequence[str] = (),
    at: int | None = None,
    own_turn: bool = True,
) -> list[ShotFired]:
    """A unit fires, alone or with others of its brigade as one: they pay, roll once, and stand in their smoke. What
    they hit is felt by `strike`."""
    if facts_of.why_not(b, unit, target, plan, at=at, own_turn=own_turn) is not None:
        return []
    units = (unit, *beside)
    check, facts = facts_of.combined_facts(b, units, target, plan, at=at, own_turn=own_turn)
    roll = b.roll(check, facts, by=unit, seen=(unit, target))
    fired, band = roll.settled, facts_of.band(b, facts)
    behind = None
    if isinstance(facts, ArtilleryFacts):
        # found before anybody is told: what stands behind the target may not be what stands there afterwards
        behind = facts_of.ricochet(b, unit, target, plan, facts, roll.dice[0])
    for other in beside:
        b.report(FiresBeside(unit=other, other=unit), rules=("CD-combined-action",))
    how = plan.shot if check == "artillery" else "volley"
    # no more than it has: together they may spend more than the weakest has left
    paid = {each: min(b.unit(each).ammunition, fired.ammunition) for each in units}
    b.report(
        VolleyFired(unit=unit, target=target, how=how, steps=fired.steps, band=band, firing=facts_of.row(facts)),
        rules=("CD-fire-procedure", "CD-fire-table"),
        roll=roll,
        sets=[
            b.change(each, ammunition=b.unit(each).ammunition - paid[each], volleyed=True, smoke=True, smoked=True)
            for each in units
        ],
    )
    shots = [ShotFired(unit, target, fired.steps, band, zone(b, target, unit))]
    if behind is not None:
        shots += _ricochet(b, unit, *behind)
    for each in units:
        _spend_more(b, each, fired.more)
        shots += _battalion_guns(b, each, target, at, own_turn)
    return shots


@implements("CD-battalion-guns")
def _battalion_guns(b: ClassField, unit: str, target: str, at: int | None, own_turn: bool) -> list[ShotFired]:
    now = b.unit(unit)
    if not now.battalion_guns or not now.ammunition:
        return []
    facts = facts_of.battalion_guns_facts(b, unit, target, at=at, own_turn=own_turn)
    if b.rules["artillery"].refusal(facts) is not None:
        return []
    roll = b.roll("artillery", facts, by=unit, seen=(unit, target))
    fired = roll.settled
    band = facts_of.band(b, facts)
    b.report(
        VolleyFired(unit=unit, target=target, how=facts.shot, steps=fired.steps, band=band, firing=facts.tubes),
        rules=("CD-battalion-guns", "CD-fire-table"),
        roll=roll,
        sets=[b.change(unit, ammunition=now.ammunition - fired.ammunition)],
    )
    _spend_more(b, unit, fired.more)
    return [ShotFired(unit, target, fired.steps, band, zone(b, target, unit))]


@implements("CD-ap-natural-9-10", "CD-out-of-ammo")
def _spend_more(b: ClassField, unit: str, more: bool) -> None:
    now = b.unit(unit)
    if more and now.ammunition:
        # how much ammunition is left is its owner's secret, and with it these dice
        roll = b.roll("ammunition-spent", AmmunitionSpentFacts(left=now.ammunition), secret=b.seat_of(unit))
        extra = roll.settled.extra
        b.privately(
            AmmunitionSpent(unit=unit, extra=extra),
            b.seat_of(unit),
            rules=("CD-ap-natural-9-10",),
            roll=roll,
            sets=[b.change(unit, ammunition=now.ammunition - extra)],
        )
    # told once, in the moment in which the last is gone
    if now.ammunition and not b.unit(unit).ammunition:
        b.privately(OutOfAmmunition(unit=unit), b.seat_of(unit), rules=("CD-out-of-ammo",))


@implements("CD-ricochet")
def _ricochet(b: ClassField, unit: str, behind: str, facts: RicochetFacts) -> list[ShotFired]:
    """Ball goes on with the die of the first fire, and what held for that."""
    roll = b.roll("ricochet", facts, by=unit, seen=(unit, behind))
    steps: int = roll.settled.steps
    b.report(Ricocheted(unit=unit, target=behind, steps=steps), rules=("CD-ricochet",), roll=roll)
    band = facts_of.gun_band(b, facts.gun, facts.distance, "ball")
    return [ShotFired(unit, behind, steps, band, zone(b, behind, unit))]


@implements("CD-morale-triggers", "CD-break-point")
def strike(b: ClassField, shots: Iterable[ShotFired]) -> list[MoraleCall]:
    """Hits are felt; returns the checks of morale that they call for, one for each target."""
    by_target: dict[str, list[ShotFired]] = {}
    for shot in shots:
        by_target.setdefault(shot.target, []).append(shot)
    calls = []
    for target, several in by_target.items():
        if not b.here(target):
            continue
        for shot in several:
            if shot.steps and b.here(target) and lose(b, target, shot.steps, "fire", shot.unit):
                endanger_leaders(b, target, shot.steps)
        if not b.here(target):
            continue
        found = [shot for shot in several if _calls(b, shot)]
        if found:
            # any of several volleys in flank makes it one: one check for all of them
            flank = any(shot.zone != "front" for shot in several)
            calls.append(MoraleCall(target, "under fire", found[0].unit, flank))
    return calls


def _calls(b: ClassField, shot: ShotFired) -> bool:
    facts = trigger_facts(b, shot.target, event="fired_on", hits=shot.steps, zone=shot.zone, band=shot.band)
    return bool(b.settle("morale-trigger", facts).check)


def volley(
    b: ClassField, unit: str, target: str, plan: FirePlan = PLAIN, beside: Sequence[str] = ()
) -> dict[str, Effect]:
    """A unit fires in its activation, and what it hit is felt. In a firefight the target, if it is in one too, fires
    back at once."""
    shots = shoot(b, unit, target, plan, beside=beside)
    if shots and b.unit(unit).firefight and b.unit(target).firefight:
        shots += fires_back(b, target, unit)
    return check_all(b, strike(b, shots))


@implements("CD-firefight")
def fires_back(b: ClassField, unit: str, at: str) -> list[ShotFired]:
    """The other side of a firefight."""
    return shoot(b, unit, at, usual_plan(b, unit, at), own_turn=False)


# -- fire discipline


@implements("CD-fire-discipline-table", "CD-fire-discipline-meaning", "CD-fire-discipline-when")
def discipline(
    b: ClassField, unit: str, *, approach: bool = False, seen: Sequence[str] = (), aimless: bool = False
) -> tuple[FireOrder, int]:
    """Infantry rolls whether it holds its fire, and at how many paces it gives it."""
    now = b.unit(unit)
    facts = FireDisciplineFacts(troop_class=now.troop_class, in_smoke=now.smoke, in_firefight=now.firefight)
    roll = b.roll("fire-discipline", facts, by=unit, seen=(unit, *seen))
    order: FireOrder = roll.settled.order
    told = DisciplineRolled(unit=unit, order=order, approach=approach, aimless=aimless or UNSET)
    b.report(told, rules=("CD-fire-discipline-table",), roll=roll)
    return order, roll.settled.at


def lock(b: ClassField, unit: str, locked: bool) -> None:
    """A unit is in a firefight from now on, or no more."""
    if b.unit(unit).firefight == locked or not b.here(unit) or (locked and b.branch(unit) != "infantry"):
        return
    kind = FirefightBegins(unit=unit) if locked else FirefightEnds(unit=unit)
    b.report(kind, rules=("CD-firefight",), sets=[b.change(unit, firefight=locked)])


# -- the decision to fire


def fire_fields(
    b: ClassField, unit: str, targets: Choice, most: int | None = None
) -> tuple[dict[str, Domain], dict[str, object]]:
    """The fields of an option to fire, and what they are where nothing is said."""
    fields: dict[str, Domain] = {"target": targets}
    fields |= plan_fields(b, unit, most)
    return fields, plan_usual(b, unit, most)


@implements("CD-ap-cost", "CD-artillery-move-fire-ap")
def plan_fields(b: ClassField, unit: str, most: int | None = None) -> dict[str, Domain]:
    """How a unit may fire; guns that have moved, or been dragged, with no more than `most` points."""
    now = b.unit(unit)
    if b.branch(unit) == "artillery":
        highest = b.t.number("CD-ap-cost", "highest_rate") if most is None else most
        most = min(highest, max(1, now.ammunition))
        return {"rate": Number(1, most), "shot": Choice(("usual", "ball", "canister"))}
    return {"extra_ap": YesNo()} if now.ammunition > 1 else {}


def plan_usual(b: ClassField, unit: str, most: int | None = None) -> dict[str, object]:
    """How it fires where nothing is said."""
    now = b.unit(unit)
    if b.branch(unit) == "artillery":
        return {"rate": min(2 if most is None else min(2, most), max(1, now.ammunition)), "shot": "usual"}
    return {"extra_ap": "no"} if now.ammunition > 1 else {}


def plan_of(b: ClassField, unit: str, target: str, values: dict[str, object], at: int | None = None) -> FirePlan:
    """How an answer says that a unit fires."""
    usual = usual_plan(b, unit, target, at)
    shot = values.get("shot", "usual")
    rate = values.get("rate", usual.rate)
    return FirePlan(
        YesNo.means(values.get("extra_ap", False)),
        rate if isinstance(rate, int) else usual.rate,
        usual.shot if shot == "usual" or shot not in ("ball", "canister") else shot,
    )


@implements("CD-unit-activation")
def may_fire(
    b: ClassField, unit: str, *, must: Sequence[str] = (), text: str = "", most: int | None = None
) -> Steps[dict[str, Effect]]:
    """A unit that has done all else may fire, or must at one of some: its seat names the target. Guns spend at most so
    many points."""
    if not b.here(unit):
        return {}
    near = must or facts_of.targets(b, unit)
    if not near:
        return {}
    fields, usual = fire_fields(b, unit, Choice(tuple(near)), most)
    options = [
        Option(
            "fire", "Fire", "CD-fire-procedure", fields, {**usual, "target": near[0]}, about=unit, form=forms.FIRE.id
        )
    ]
    if not must:
        options.append(Option("done", "Hold fire", "CD-unit-activation"))

    def judge(key: str, values: object) -> object:
        if key != "fire" or not isinstance(values, dict):
            return None
        target = values["target"]
        return facts_of.why_not(b, unit, target, plan_of(b, unit, target, values))

    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "volley",
            text or f"{b.name(unit)} may fire",
            options,
            default=("fire", {}),
            rules=("CD-fire-procedure",),
            about={"unit": unit},
            judge=judge,  # type: ignore[arg-type]
            done="" if must else "done",
        )
    )
    if answer.option == "done":
        return {}
    target = answer.values["target"]
    return volley(b, unit, target, plan_of(b, unit, target, answer.values))
