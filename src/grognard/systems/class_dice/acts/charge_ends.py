"""What the result of a charge does to both sides."""

from __future__ import annotations

from typing import Any

from grognard.battle.procedures import Steps
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement

from ..checks.charge_results import ChargeEffectResult, ChargeSurrenderFacts, RideDownFacts
from ..effects.losses import leaders_off, remove, spent
from ..effects.morale import MoraleCall, check_all, leave_firefight, suffer
from ..effects.retreats import recoil, straight_back
from ..events.combat import GunsSilenced, Occupied, RodeDown, Surrendered
from ..facts.charge import Onset
from ..facts.fire import usual_plan
from ..facts.moving import MarchOrder, course_to, run_up
from ..table.field import ClassField
from .firing import fires_back, lock, may_fire, shoot, strike
from .melee import fight
from .runs import come_up, draw_off, set_down, take_guns, yes_or_no

REACH = 6
"""Inches that an attacker goes at most to take the ground it has won: a recoil and a little."""


@implements("CD-firefight", "CD-charge-cavalry-firefight")
def begin_firefight(b: ClassField, began: Onset, halt: int) -> None:
    """Attacker and defender are locked at a short distance, and both fire at once."""
    unit, target = began.chargers[0], began.target
    for each in began.chargers:
        _halts(b, each, target, halt)
    for each in (*began.chargers, target):
        lock(b, each, True)
    # both are fired before either is felt: the fire of a firefight is simultaneous
    shots = [shot for each in began.chargers for shot in shoot(b, each, target, usual_plan(b, each, target))]
    check_all(b, strike(b, [*shots, *fires_back(b, target, unit)]))


def _halts(b: ClassField, unit: str, target: str, halt: int) -> None:
    """A charge stops so many paces short of its target, on the line it came."""
    if not b.here(unit) or not b.here(target):
        return
    back = halt - b.survey.distance(unit, target)
    if back > 0:
        moved = straight_back(b, unit, "", back, about=False)
        if not moved.edge:
            come_up(b, unit, moved.place, moved.spent, "halts, back")


@implements("CD-charge-results")
def thrown_back(b: ClassField, began: Onset, effect: ChargeEffectResult) -> Steps[None]:
    """The attacker does not get in."""
    target, calls = began.target, list[MoraleCall]()
    for unit in began.chargers:
        if effect.halt:
            _halts(b, unit, target, effect.halt)
        if effect.attacker == "surrender":
            calls += surrenders(b, unit, target)
        elif effect.attacker != "none" and b.here(unit):
            calls += suffer(b, unit, effect.attacker, target, told=False, cause="charge")
    check_all(b, calls)
    if effect.fire:
        for unit in began.chargers:
            yield from may_fire(b, unit)
    for unit in began.chargers:
        yield from draw_off(b, unit)


@implements("CD-charge-artillery", "CD-ride-down", "CD-charge-results")
def beaten(b: ClassField, began: Onset, effect: ChargeEffectResult, outcome: Any, table: Any) -> Steps[bool]:
    """The defender gives way; whether the attacker may go on from there."""
    unit, target = began.chargers[0], began.target
    # put by before anybody gives way: this is the ground that may be taken
    place = b.placement(target)
    facts = RideDownFacts(outcome=outcome, table=table, attacker=b.branch(unit), defender=b.branch(target))
    rode = False
    if b.settle("ride-down", facts).allowed:
        text = f"{b.name(unit)} may ride the infantry down"
        rode = yield from yes_or_no(
            b, unit, "ride_down", text, "Ride them down", "Let them go", "CD-ride-down", foe=target
        )
    if rode:
        b.report(RodeDown(unit=unit, target=target), rules=("CD-ride-down",))
        fight(b, began, ridden_down=True)
    if b.here(target):
        check_all(b, _gives_way(b, unit, target, effect))
    # silenced guns are not taken: the charge ends before them
    if not b.here(unit) or effect.guns_silenced:
        return False
    if rode:
        yield from draw_off(b, unit)
        return False
    if effect.occupy:
        yield from occupy(b, unit, target, place)
    return b.here(unit)


def _gives_way(b: ClassField, unit: str, target: str, effect: ChargeEffectResult) -> list[MoraleCall]:
    if effect.guns_taken:
        remove(b, target, "taken", rules=("CD-charge-artillery",))
    elif effect.guns_silenced:
        b.report(GunsSilenced(unit=target), rules=("CD-charge-artillery",), sets=[b.change(target, silenced=True)])
    elif effect.defender == "surrender":
        return surrenders(b, target, unit)
    elif effect.defender != "none":
        return suffer(b, target, effect.defender, unit, told=False, cause="charge")
    elif effect.back:
        leave_firefight(b, target)
        recoil(b, target, unit, effect.back, "CD-charge-results")
    return []


@implements("CD-charge-surrender")
def surrenders(b: ClassField, unit: str, by: str) -> list[MoraleCall]:
    """Part of a unit is taken, and the rest runs."""
    if not b.here(unit):
        return []
    if b.branch(unit) == "artillery":
        remove(b, unit, "taken", rules=("CD-charge-artillery",))
        return []
    roll = b.roll("charge-surrender", ChargeSurrenderFacts(castings=b.castings(unit)), by=unit, seen=(unit,))
    taken = roll.settled.prisoners
    now, worth = b.unit(unit), b.t.number("CD-casualty-step", "steps_per_casting")
    left = max(0, now.steps - taken * worth)
    b.report(
        Surrendered(unit=unit, castings=taken),
        rules=("CD-charge-surrender",),
        roll=roll,
        sets=[
            b.change(unit, prisoners=now.prisoners + taken, steps=left, **spent(left, "surrendered")),
            *([] if left else leaders_off(b, unit)),
        ],
    )
    if not left:
        remove(b, unit, "surrendered", rules=("CD-charge-surrender",))
        return []
    return suffer(b, unit, "rout", by, told=False, cause="charge")


@implements("CD-charge-results", "CD-no-pursuit")
def occupy(b: ClassField, unit: str, target: str, place: Placement) -> Steps[None]:
    """The attacker may put its front where the defender's was."""
    text = f"{b.name(unit)} may take the ground it has won"
    takes = yield from yes_or_no(b, unit, "occupy", text, "Take it", "Stay", "CD-charge-results", foe=target)
    if not takes or not b.here(unit):
        return
    legs = course_to(b, b.unit(unit), b.placement(unit), MarchOrder(to=place.position), to_sub(b.paces(REACH)))
    moved = run_up(b, unit, "", legs, to_sub(b.paces(REACH)))
    if moved.place != b.placement(unit):
        b.report(
            Occupied(unit=unit, paces=moved.straight // SUB),
            rules=("CD-charge-results",),
            sets=set_down(b, unit, moved.place),
        )
        take_guns(b, unit)
