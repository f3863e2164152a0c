"""Charges: from the declaration to the roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from grognard.battle.decisions import Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.ground.units import to_sub
from grognard.kernel.checks import implements
from grognard.kernel.domains import Choice
from grognard.miniatures.charging import ChargeStopped, short_of
from grognard.miniatures.motion.placements import Placement

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
    Countercharged,
)
from ..facts.bearings import before, zone
from ..facts.charge import Onset, charge_facts, onset
from ..facts.moving import ChargeWay, charge_way, run_up
from ..table import ground
from ..table.field import ClassField
from ..terms import Effect, branch
from .approach import Passage, SetDown, come_under_fire
from .charge_ends import beaten, begin_firefight, occupy, thrown_back
from .firing import may_fire
from .local import Reaction, next_action, react
from .melee import fight
from .runs import come_up, draw_off, facing_foes, movement_roll
from .screens import crash_through, screened_by

_WON: dict[str, Literal["attacker", "defender"]] = {"attacker": "defender", "defender": "attacker"}
"""Who has won, by whom the result befalls."""


@implements("CD-charge-sequence", "CD-move-apply")
def charge(b: ClassField, unit: str, target: str, beside: Sequence[str] = ()) -> Steps[None]:
    """The whole of a charge: declaration, movement roll, reactions, crash through, approach fire, roll, result."""
    chargers = (unit, *beside)
    declare(b, chargers, target)
    # by where it stands: a charge leaves its cover in any case
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
    b.report(short_of(b, unit, target), rules=("CD-charge-sequence",))
    run = run_up(b, unit, target, way.legs, to_sub(allowance), keep=b.paces(1))
    passage = yield from come_under_fire(b, unit, run.path, _coming(b, unit, "advances", allowance))
    if b.here(unit) and not driven_back(b.t, passage.worst) and not passage.reactions:
        come_up(b, unit, run.place, max(0, run.spent - passage.gone), "advances", allowance)
    yield from charged_in_turn(b, unit, passage.reactions)
    yield from answered(b, unit)


def _coming(b: ClassField, unit: str, how: str, allowance: int) -> SetDown:
    """Sets a charger down where it is fired at."""
    before = 0

    def come(place: Placement, gone: int) -> None:
        nonlocal before
        come_up(b, unit, place, gone - before, how, allowance)
        before = gone

    return come


@implements("CD-local-initiative-actions")
def charged_in_turn(b: ClassField, unit: str, reactions: Sequence[Reaction]) -> Steps[None]:
    """Those charge a unit who have decided to, on local initiative."""
    for each in reactions:
        if each.wish == "charge" and b.here(each.unit) and b.here(unit):
            yield from charge(b, each.unit, unit)


@implements("CD-cavalry-stand-off")
def answered(b: ClassField, unit: str) -> Steps[None]:
    """The enemy acts on local initiative when a unit has moved, and may charge in his turn; his cavalry need not stay
    within 4 inches of it."""
    reactions = yield from react(b, unit)
    yield from charged_in_turn(b, unit, reactions)
    if not b.here(unit) or b.branch(unit) == "cavalry":
        return
    within = b.paces(b.t.number("CD-cavalry-stand-off", "within"))
    for rider in b.survey.enemies_within(unit, within):
        if b.here(rider) and unit in facing_foes(b, rider) and b.instructions(rider).reactions != "never":
            yield from draw_off(b, rider)


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
        # the target may have turned, gone back or formed square: the old way may lead nowhere
        way = charge_way(b, unit, target)
        if not way.reaches or way.cost > allowance:
            yield from _falls_short(b, chargers, target, way, allowance)
            return
        # a flank that was struck as the charge began stays a flank, unless the target has turned to it
        struck = _struck(b, unit, target, reactions, struck)
    began = onset(b, chargers, target, struck, way.length)
    if any(each.unit == target and each.wish == "countercharge" for each in reactions) and _rides_out(b, target, unit):
        began = began._replace(countercharges=True)
        way = charge_way(b, unit, target)
    worst: Effect = crash_through(b, unit, target) if screened_by(b, target, unit) else "none"
    passage = yield from _approach(b, unit, target, way, allowance)
    worst = worse(worst, passage.worst)
    # a target that saw the charge late acts while it comes on, and may have turned by then
    if passage.reactions and b.here(target):
        began = began._replace(strikes=_struck(b, unit, target, passage.reactions, struck))
    left = tuple(each for each in chargers if b.here(each))
    course = b.settle("charge-course", ChargeCourseFacts(quarters=1, allowance=1, effect=worst)).course
    if course == "stopped" or unit not in left:
        b.report(ChargeStopped(unit=unit, target=target), rules=("CD-charge-sequence",))
    elif b.here(target):
        # those who charged beside it are set down last: the approach fire was all at the first of them
        for each in left:
            legs = charge_way(b, each, target).legs
            run = run_up(b, each, target, legs, to_sub(max(allowance, way.cost)))
            come_up(b, each, run.place, run.spent, "charges home", allowance)
        near = b.paces(b.t.number("CD-combined-action", "within"))
        # who did not get up to the target in time has no part in the charge
        left = tuple(each for each in left if each == unit or b.survey.distance(each, target) <= near)
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
    run = run_up(b, target, charger, back.legs, to_sub(back.cost) // 2, keep=b.paces(1))
    come_up(b, target, run.place, run.spent, "rides out")
    return True


def _approach(b: ClassField, unit: str, target: str, way: ChargeWay, allowance: int) -> Steps[Passage]:
    """Fire at a charge as it comes on, and what the target does that has not seen it begin."""
    run = run_up(b, unit, target, way.legs, to_sub(max(allowance, way.cost)))
    passage = yield from come_under_fire(b, unit, run.path, _coming(b, unit, "comes on", allowance), target)
    return passage


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
    # no movement roll for a continuation: it has what its way costs, and a little
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
