"""Charges: from the declaration to the roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice

from ..checks.charge import ChargeOutcome, charge_table
from ..checks.charge_results import ChargeCourseFacts, ChargeEffectFacts, ChargeEffectResult, ContinueChargeFacts
from ..checks.charts import driven_back
from ..checks.movement import AllowanceFacts
from ..checks.sequence.local_initiative import CounterchargeFacts
from ..desk import forms
from ..effects.morale import leave_firefight, worse
from ..events.combat import (
    ChargeDeclared,
    ChargeRolled,
    ChargesBeside,
    ChargeShort,
    ChargeStopped,
    Countercharged,
)
from ..facts.bearings import before, zone
from ..facts.charge import Onset, charge_facts, onset
from ..facts.moving import ChargeWay, charge_way, run_up
from ..table import ground
from ..table.field import ClassField
from ..terms import Effect, branch
from .charge_ends import beaten, begin_firefight, occupy, thrown_back
from .defending import Volley, at_a_march, decide, defenders, give
from .firing import may_fire
from .local import Reaction, next_action, react
from .melee import fight
from .runs import come_up, draw_off, movement_roll
from .screens import crash_through, screened_by

_WON: dict[str, Literal["attacker", "defender"]] = {"attacker": "defender", "defender": "attacker"}
"""Who has won, by whom the result befalls."""


@implements("CD-charge-sequence", "CD-move-apply")
def charge(b: ClassField, unit: str, target: str, beside: Sequence[str] = ()) -> Steps[None]:
    """The whole of a charge: declaration, movement roll, reactions, crash through, approach fire, roll, result."""
    chargers = (unit, *beside)
    declare(b, chargers, target)
    vacating = ground.sheltered(ground.cover_at(b.ground, b.survey.middle(unit)))
    quarters = movement_roll(b, unit, vacating=vacating)
    now, way = b.unit(unit), charge_way(b, unit, target)
    allowance = 0
    if quarters:
        facts = AllowanceFacts(arm=now.arm, formation=now.formation, quarters=quarters, charging=True)
        allowance = b.settle("allowance", facts).paces
    course = b.settle(
        "charge-course", ChargeCourseFacts(quarters=quarters, allowance=allowance, distance=min(20_000, way.cost))
    ).course
    if course == "home" and way.reaches:
        yield from strike_home(b, chargers, target, way, allowance, continued=0)
    elif course != "none":
        yield from _falls_short(b, chargers, target, way, allowance)


def declare(b: ClassField, chargers: Sequence[str], target: str, *, again: bool = False) -> None:
    """A charge is declared: a new action, against which others may roll."""
    next_action(b)
    for unit in chargers:
        leave_firefight(b, unit)
    b.report(
        ChargeDeclared(unit=chargers[0], target=target, again=again),
        rules=("CD-charge-sequence",),
        sets=[b.change(unit, charged=True, moved=True) for unit in chargers],
    )
    for other in chargers[1:]:
        b.report(ChargesBeside(unit=other, other=chargers[0]), rules=("CD-combined-action",))


def _falls_short(b: ClassField, chargers: Sequence[str], target: str, way: ChargeWay, allowance: int) -> Steps[None]:
    """The way is too long: a plain advance toward the target."""
    unit = chargers[0]
    b.report(ChargeShort(unit=unit, target=target), rules=("CD-charge-sequence",))
    come_up(b, unit, run_up(b, unit, target, way.legs, to_sub(allowance), keep=b.paces(1)), "advances", allowance)
    yield from at_a_march(b, unit)
    yield from react(b, unit)


@implements("CD-charge-sequence", "CD-countercharge")
def strike_home(
    b: ClassField, chargers: Sequence[str], target: str, way: ChargeWay, allowance: int, continued: int
) -> Steps[None]:
    """A charge that can reach its target: reactions, screen, approach fire, the roll, what comes of it."""
    unit, struck = chargers[0], zone(b, target, chargers[0], charge=True)
    reactions = yield from react(b, unit, target)
    if not b.here(target) or not b.here(unit):
        return
    if reactions:
        way = charge_way(b, unit, target)
        if not way.reaches or way.cost > allowance:
            yield from _falls_short(b, chargers, target, way, allowance)
            return
        struck = _struck(b, unit, target, reactions, struck)
    began = onset(b, chargers, target, struck, way.length)
    if any(each.unit == target and each.wish == "countercharge" for each in reactions) and _rides_out(b, target, unit):
        began = began._replace(countercharges=True)
        way = charge_way(b, unit, target)
    worst: Effect = crash_through(b, unit, target) if screened_by(b, target, unit) else "none"
    worst = worse(worst, (yield from _approach(b, unit, target, allowance)))
    left = tuple(each for each in chargers if b.here(each))
    course = b.settle("charge-course", ChargeCourseFacts(quarters=1, allowance=1, effect=worst)).course
    if course == "stopped" or unit not in left:
        b.report(ChargeStopped(unit=unit, target=target), rules=("CD-charge-sequence",))
    elif b.here(target):
        for each in left:
            legs = charge_way(b, each, target).legs
            run = run_up(b, each, target, legs, to_sub(max(allowance, way.cost)))
            come_up(b, each, run, "charges home", allowance)
        yield from _roll(b, began._replace(chargers=left), continued)


def _struck(b: ClassField, unit: str, target: str, reactions: Sequence[Reaction], before_it: Any) -> Any:
    """Where a charge strikes: by where it began, unless the target has turned or formed square meanwhile."""
    turned = any(each.unit == target and each.wish in ("face", "form_square") for each in reactions)
    return zone(b, target, unit, charge=True) if turned else before_it


def _rides_out(b: ClassField, target: str, charger: str) -> bool:
    """Cavalry rides half the way to meet a charge."""
    facts = CounterchargeFacts(arm=b.unit(target).arm, zone=zone(b, target, charger), action="aggressive")
    if not b.settle("countercharge", facts).may:
        return False
    back = charge_way(b, target, charger)
    b.report(Countercharged(unit=target, charger=charger), rules=("CD-countercharge",))
    come_up(b, target, run_up(b, target, charger, back.legs, to_sub(back.cost) // 2, keep=b.paces(1)), "rides out")
    return True


@implements("CD-fire-discipline-range", "CD-defensive-fire-limits")
def _approach(b: ClassField, unit: str, target: str, allowance: int) -> Steps[Effect]:
    """Fire at a charge as it comes on: each volley at its distance, the farthest first; the worst that it does."""
    start = b.survey.distance(unit, target)
    near = min(start, b.paces(b.t.number("CD-defensive-fire", "small_arms")))
    firing = [target] if target in defenders(b, unit, target, within=near) else []
    ready: list[Volley] = []
    for foe in dict.fromkeys([*firing, *defenders(b, unit)]):
        reached = 0 if foe == target else b.survey.distance(foe, unit)
        volley = yield from decide(b, foe, unit, reached, charge=True)
        if volley is not None:
            ready.append(volley)
    worst: Effect = "none"
    for volley in sorted(ready, key=lambda each: -each.at):
        if not b.here(unit) or not b.here(target) or driven_back(b.t, worst):
            break
        at = min(volley.at, start)
        if volley.unit == target and at < b.survey.distance(unit, target):
            run = run_up(b, unit, target, charge_way(b, unit, target).legs, to_sub(allowance), keep=at)
            come_up(b, unit, run, "comes on", allowance)
        worst = worse(worst, give(b, volley, unit, target).get(unit, "none"))
    return worst


@implements("CD-charge-roll", "CD-charge-open", "CD-charge-cover", "CD-charge-results")
def _roll(b: ClassField, began: Onset, continued: int) -> Steps[None]:
    """The charge roll, and what it does."""
    unit, target = began.chargers[0], began.target
    pair, place = charge_facts(b, began), b.placement(target)
    table = charge_table(b.t, pair.theirs.cover)
    roll = b.roll("charge", pair, by=unit, seen=(unit, target))
    outcome: ChargeOutcome = roll.settled.outcome
    b.report(
        ChargeRolled(unit=unit, target=target, winner=_WON.get(outcome.partition("_")[0], "none"), result=outcome),
        rules=("CD-charge-roll", f"CD-charge-{table}"),
        roll=roll,
    )
    now = b.unit(target)
    facts = ChargeEffectFacts(outcome=outcome, defender=branch(now.arm), limbered=now.formation == "limbered")
    effect: ChargeEffectResult = b.settle("charge-effect", facts)
    if effect.melee:
        if fight(b, began) and b.here(unit):
            yield from occupy(b, unit, target, place)
        yield from draw_off(b, unit)
    elif effect.firefight:
        begin_firefight(b, began, effect.halt)
    elif effect.halt or effect.attacker != "none":
        yield from thrown_back(b, began, effect)
    else:
        on = yield from beaten(b, began, effect, outcome, table)
        again = on and (yield from _continues(b, unit, outcome, continued))
        if on and not again and effect.fire:
            yield from may_fire(b, unit)
        yield from draw_off(b, unit)


@implements("CD-continue-charge")
def _continues(b: ClassField, unit: str, outcome: ChargeOutcome, continued: int) -> Steps[bool]:
    """An attacker who has won may go on at the next enemy."""
    near = _next_targets(b, unit, outcome, continued)
    if not near:
        return False
    fields, usual = {"target": Choice(tuple(near))}, {"target": near[0]}
    answer = yield from ask(
        Decision(
            b.seat_of(unit),
            "follow_up",
            f"{b.name(unit)} may continue its charge",
            [
                Option("done", "Halt", "CD-continue-charge"),
                Option("continue", "At them again", "CD-continue-charge", {**fields}, usual, unit, forms.FOLLOW.id),
            ],
            default=("done", {}),
            rules=("CD-continue-charge",),
            about={"unit": unit, "foe": near[0]},
        )
    )
    if answer.option == "done":
        return False
    target = answer.values["target"]
    declare(b, (unit,), target, again=True)
    way = charge_way(b, unit, target)
    yield from strike_home(b, (unit,), target, way, way.cost + 1, continued + 1)
    return True


def _next_targets(b: ClassField, unit: str, outcome: ChargeOutcome, continued: int) -> list[str]:
    """Enemies at whom a charge may go on, the nearest first."""
    arm: Any = b.branch(unit)
    if b.unit(unit).status == "broken":
        return []
    found = []
    for foe in before(b, unit, b.paces(b.t.number("CD-continue-charge", arm))):
        facts = ContinueChargeFacts(
            outcome=outcome, branch=arm, distance=b.survey.distance(unit, foe), continued=continued
        )
        known = b.knows(b.seat_of(unit), foe) and b.settle("continue-charge", facts).allowed
        if known and charge_way(b, unit, foe).reaches:
            found.append(foe)
    return found
