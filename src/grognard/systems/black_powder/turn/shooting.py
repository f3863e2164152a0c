"""The shooting phase: the units of the side to move shoot, then those who were hit too hard test."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from grognard.battle.decisions import Answer, Decision, Option
from grognard.battle.procedures import Steps, ask
from grognard.kernel.checks import Refusal, implements
from grognard.kernel.domains import Choice, Domain

from ..acts.breaking import clear_tested
from ..acts.shooting import FireTally, feel_fire, shoot, tally_of
from ..checks.troops.formations import SplitFireFacts
from ..desk import forms
from ..facts.fire import ALL, most_dice, targets, usual_target, why_not
from ..table.field import PowderField
from ..terms import Zone

NOBODY = "nobody"
SIDES: dict[str, Zone] = {"left_foe": "left_flank", "right_foe": "right_flank"}
"""Fields of a Grande Bande that fires at a target to its side, each with the zone."""
Felt = dict[str, FireTally]
"""What each target has suffered in this phase."""


@implements("BP-SHOOT-1", "BP-TURN-1")
def shooting_phase(b: PowderField) -> Steps[None]:
    """Each seat of the side to move shoots with its units, one after the other or all at their usual targets."""
    clear_tested(b)
    felt: Felt = {}
    for seat in b.seats_of(b.world.active):
        yield from _shoots(b, seat, felt)
    for unit in [each for each in b.world.units if each in felt]:
        yield from feel_fire(b, unit, felt[unit])


def _shoots(b: PowderField, seat: str, felt: Felt) -> Steps[None]:
    while True:
        able = _able(b, seat)
        if not able:
            return
        # who may be shot at is worked out once for a question
        answer = yield from ask(_asked(b, seat, able))
        if answer.option == "done":
            return
        if answer.option == "at_will":
            for unit in able:
                _fire(b, unit, usual_target(b, unit), felt)
            return
        _one(b, answer, felt)


def _able(b: PowderField, seat: str) -> dict[str, list[str]]:
    """Units of a seat that have somebody to shoot at, with those."""
    own = [unit.id for unit in b.on_table(b.world.active) if b.seat_of(unit.id) == seat and not unit.fired]
    return {unit: found for unit in own if (found := targets(b, unit))}


_WHOLE = (
    Option("at_will", "All others fire as is usual", "BP-SHOOT-1"),
    Option("done", "Nobody else fires", "BP-SHOOT-1"),
)


def _asked(b: PowderField, seat: str, able: Mapping[str, list[str]]) -> Decision:
    def one(key: str) -> Option | None:
        unit = key.removeprefix("fire:")
        if unit in able and unit != key:
            return _option(b, unit, able[unit])
        return next((option for option in _WHOLE if option.key == key), None)

    return Decision(
        seat,
        "shoot",
        "Who fires at whom?",
        lambda: [*_WHOLE, *(_option(b, unit, found) for unit, found in able.items())],
        default=("at_will", {}),
        rules=("BP-SHOOT-1", "BP-SHOOT-5"),
        one=one,
        keys=lambda: [*(each.key for each in _WHOLE), *(f"fire:{unit}" for unit in able)],
        judge=partial(_judge, b),
    )


def _option(b: PowderField, unit: str, found: list[str]) -> Option:
    ahead = [foe for foe in found if b.unit(unit).formation != "grande_bande" or b.zone(unit, foe) == "front"]
    fields: dict[str, Domain] = {"target": Choice(tuple(ahead or found))}
    usual: dict[str, object] = {"target": (ahead or found)[0]}
    if b.unit(unit).formation == "grande_bande":
        for side, zone in SIDES.items():
            fields[side] = Choice((NOBODY, *(foe for foe in found if b.zone(unit, foe) == zone)))
            usual[side] = NOBODY
    return Option(f"fire:{unit}", f"{b.name(unit)} fires", "BP-SHOOT-1", fields, usual, about=unit, form=forms.FIRE.id)


def _judge(b: PowderField, option: str, values: object) -> Refusal | None:
    """A Grande Bande has no more dice in all than its shooting value."""
    if not option.startswith("fire:") or not isinstance(values, dict):
        return None
    unit = option.removeprefix("fire:")
    sides = [side for side in SIDES if values.get(side, NOBODY) != NOBODY]
    if not sides:
        return None
    flank = b.t.number("BP-GRANDE-4", "flank_dice")
    facts = SplitFireFacts(
        shooting=b.unit(unit).shooting,
        left=flank if "left_foe" in sides else 0,
        right=flank if "right_foe" in sides else 0,
    )
    return b.rules["split-fire"].refusal(facts)


@implements("BP-GRANDE-4")
def _one(b: PowderField, answer: Answer, felt: Felt) -> None:
    unit = answer.option.removeprefix("fire:")
    aside = [answer.values[side] for side in SIDES if answer.values.get(side, NOBODY) != NOBODY]
    flank = b.t.number("BP-GRANDE-4", "flank_dice")
    left = b.unit(unit).shooting - flank * len(aside) if aside else ALL
    _fire(b, unit, answer.values["target"], felt, most=left)
    for foe in aside:
        if b.here(foe):
            _shot(b, unit, foe, felt, flank)


def _fire(b: PowderField, unit: str, target: str, felt: Felt, *, most: int = ALL) -> None:
    if target and b.here(target) and b.here(unit) and why_not(b, unit, target) is None:
        _shot(b, unit, target, felt, min(most, most_dice(b, unit, target)))


def _shot(b: PowderField, unit: str, target: str, felt: Felt, most: int) -> None:
    if target not in felt:
        felt[target] = tally_of(b, target)
    if most > 0:
        shoot(b, unit, target, felt[target], most=most)
