"""Charges: the run-up move by move, contact, closing fire, and who comes to blows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.battle.procedures import Steps
from grognard.ground.shapes import distance as apart
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.charging import ChargeShort, ChargeStopped, short_of
from grognard.miniatures.motion.placements import Placement

from ..checks.fighting.drafts import HaltFacts
from ..checks.fighting.specials import ChargeRulesFacts
from ..checks.moving.changes import ChargeAfterPassageFacts
from ..checks.moving.rates import rate_of
from ..checks.troops.massed import MassedColumnFacts
from ..effects.losses import disorder
from ..effects.marches import carried, pass_lines, ridden_down
from ..effects.retreats import retire
from ..events.combat import (
    ChargeBegins,
    ChargeRan,
    ChargesToo,
    ChargeTurned,
    Contacted,
    TookShelter,
)
from ..facts.charges import may_charge
from ..facts.fire import terrain_of
from ..facts.moving import MoveStep, contact_place, next_step, run_up, stacked_place
from ..table.field import PowderField
from ..table.ground import cover_of
from ..table.orders import Order
from ..terms import Moving, Zone, dispersed
from .asking import asked
from .breaking import break_test
from .meeting import Meeting, Onset, charge_roll, meet
from .shooting import closing_fire, forget_fire
from .victory_moves import follow_through, victory, without

# -- the whole of it


@implements("BP-CHG-1", "BP-MASS-1")
def charge(
    b: PowderField,
    units: Sequence[str],
    target: str,
    moves: int,
    *,
    by: Moving,
    follow_through: bool = False,
    massed: bool = False,
    passage: bool = False,
    how: str = "",
) -> Steps[int]:
    """Units charge an enemy, one after the other or in one mass; the most moves that any of them made. `passage`: on
    the way they may pass through friends. `how`: a sweeping advance (`sweep`) or a charge in the enemy's turn
    (`support`)."""
    # who may not leave a place is not carried out of it by the others
    if massed and _one_mass(b, units) and not any(b.bounds(each) for each in units):
        used = yield from _one_charge(
            b, tuple(units), target, moves, by=by, through=follow_through, how=how, passage=passage
        )
        return used
    most = 0
    for unit in units:
        # asked again for each: the one before may have taken the place, or ended the target
        if b.here(unit) and may_charge(b, unit, target, by=by) is None:
            used = yield from _one_charge(
                b, (unit,), target, moves, by=by, through=follow_through, how=how, passage=passage
            )
            most = max(most, used)
    return most


def _one_mass(b: PowderField, units: Sequence[str]) -> bool:
    facts = MassedColumnFacts(
        units=len(units), formations=frozenset(b.unit(each).formation for each in units), brigade_order=True, faces=1
    )
    return bool(b.settle("massed-column", facts).massed)


@implements("BP-HTH-6", "BP-SQCAV-4")
def sweep(b: PowderField, unit: str, target: str, past: tuple[str, ...] = ()) -> Steps[None]:
    """A sweeping advance: a victory move that charges somebody else, past those whom it rides around."""
    if not past:
        yield from _one_charge(b, (unit,), target, 1, by="initiative", through=False, how="sweep")
        return
    # measured before they are taken off the table, since distance tells how the charge is met
    begun, now = b.inches(unit, target), b.unit(unit)
    _declare(b, (unit,), target, "initiative", "sweep")
    with without(b, past):
        run, zone = run_up(b, unit, target), b.zone(target, unit)
    on = Onset((unit,), target, zone, begun, rate_of(b.t, now.arm, now.formation), run.moved.place, True)
    yield from _come_upon(b, on, through=False, allowed=1, used=1)


def _one_charge(
    b: PowderField,
    units: tuple[str, ...],
    target: str,
    moves: int,
    *,
    by: Moving,
    through: bool,
    how: str,
    passage: bool = False,
) -> Steps[int]:
    first = units[0]
    begun = b.inches(first, target)
    _declare(b, units, target, by, how)
    # in the draft each rolls whether it comes on at all; without it all do
    coming = tuple(each for each in units if charge_roll(b, each, "roll_to_charge"))
    if first not in coming:
        b.report(ChargeShort(unit=first, target=target), rules=("BP-CHSEQ-1",))
        return 0
    for used in range(1, moves + 1):
        run = run_up(b, first, target)
        # the move that makes contact must begin with the target in front; else it is spent on coming round
        if run.reaches and b.zone(first, target) == "front":
            _count(b, coming, used)
            now = b.unit(first)
            # this move and all that are left: it may catch an evader with them
            reach = rate_of(b.t, now.arm, now.formation) * (moves - used + 1)
            on = Onset(coming, target, b.zone(target, first), begun, reach, run.moved.place, how == "sweep")
            yield from _come_upon(b, on, through=through, allowed=moves, used=used)
            return used
        # no nearer with a whole move: further ones would do no better
        if not _come_on(b, coming, target, passage=passage):
            break
        _count(b, coming, used)
        if not _may_go_on(b, first, moves, used):
            break
    b.report(short_of(b, first, target), rules=("BP-CHG-1",))
    # the order is spent, however many of its moves were made
    return moves


def _declare(b: PowderField, units: tuple[str, ...], target: str, by: Moving, how: str) -> None:
    sets = [b.change(each, moved_by=by) for each in units]
    if len(units) > 1:
        sets += [b.change(each, massed=units[0]) for each in units]
    b.report(ChargeBegins(unit=units[0], target=target, how=how), rules=("BP-CHG-1",), sets=sets)
    for other in units[1:]:
        b.report(ChargesToo(unit=other, other=units[0]), rules=("BP-MASS-1",))


def _count(b: PowderField, units: Sequence[str], used: int) -> None:
    sets = [b.change(each, moves=used) for each in units if b.unit(each).moves < used]
    if sets:
        b.emit(Noted(), rules=("BP-CMD-2",), sets=sets, to=())


@implements("BP-POL-4")
def _may_go_on(b: PowderField, unit: str, moves: int, used: int) -> bool:
    """Whether a charger still charges after a move on which it may have passed through friends."""
    if not b.on("passage_of_lines"):
        return True
    facts = ChargeAfterPassageFacts(moves=moves, used=used, disordered=b.unit(unit).disordered)
    return bool(b.settle("charge-after-passage", facts).charge)


@implements("BP-MOVE-4", "BP-POL-1", "BP-POL-4")
def _come_on(b: PowderField, units: Sequence[str], target: str, *, passage: bool) -> bool:
    """A move toward a target that is not reached with it; whether the first got any nearer."""
    gone = False
    for unit in units:
        # the step is laid as a march, so it stops before all enemies, its target too
        step = next_step(b, unit, Order("charge", to=b.survey.middle(target), target=target, passage=passage))
        if step is not None and step.gone:
            _set_down(b, unit, target, step)
            pass_lines(b, unit, step, brigade_order=len(units) > 1)
            gone = gone or unit == units[0]
    return gone


def _set_down(b: PowderField, unit: str, target: str, step: MoveStep) -> None:
    b.report(
        ChargeRan(unit=unit, target=target, paces=step.gone // SUB, inches=round(step.gone / b.inch)),
        rules=("BP-CHG-1", "BP-MOVE-1"),
        sets=[
            b.change(unit, position=step.place.position, heading=step.place.heading),
            *carried(b, unit, step.place),
        ],
    )
    ridden_down(b, unit)


def _place(b: PowderField, unit: str, target: str, place: Placement, rule: str = "BP-INF-1") -> None:
    gone = apart(b.unit(unit).position, place.position)
    b.report(
        ChargeRan(unit=unit, target=target, paces=gone // SUB, inches=round(gone / b.inch)),
        rules=(rule,),
        sets=[b.change(unit, position=place.position, heading=place.heading), *carried(b, unit, place)],
    )
    ridden_down(b, unit)


# -- upon the target


@implements("BP-CHG-2", "BP-SKIRM-7", "BP-SKIRM-8", "BP-GRANDE-12")
def _come_upon(b: PowderField, on: Onset, *, through: bool, allowed: int, used: int) -> Steps[None]:
    """A charge that can reach its target: how it is met, and what comes of that."""
    begun = b.placement(on.first)
    met = yield from meet(b, on)
    # where it stood says whether it was driven back: what drives it back moves it
    if not b.here(on.first) or b.placement(on.first) != begun:
        _stopped(b, on.chargers)  # what met it has thrown it back
        return
    if met.shelter:
        yield from _sheltered(b, on, met)
        return
    if met.contact and b.here(on.target):
        yield from _blows(b, on, met)
        return
    _halt(b, on, evaded=met.evaded)
    if met.overrun:
        for unit in on.chargers:
            yield from victory(b, unit, gone=True, rule="BP-SKIRM-8" if met.company else "BP-GRANDE-12")
    elif met.company and through:
        for unit in on.chargers:
            yield from follow_through(b, unit, allowed=allowed, used=used)


def _stopped(b: PowderField, units: Sequence[str]) -> None:
    sets = [b.change(each, massed="") for each in units if b.unit(each).massed]
    if sets:
        b.emit(Noted(), rules=("BP-MASS-1",), sets=sets, to=())


def _halt(b: PowderField, on: Onset, *, evaded: bool) -> None:
    """A charger whose target is away halts where it would have been upon it; after an evader it goes as far as its
    move takes it."""
    ahead = ""
    for unit in on.chargers:
        place = on.place
        if ahead:
            place = stacked_place(b, unit, ahead)
        elif evaded and b.here(on.target):
            run = run_up(b, unit, on.target)
            place = b.placement(unit) if run.reaches else run.moved.place
        if place != b.placement(unit):
            _place(b, unit, on.target, place, "BP-CHG-1")
        ahead = unit
    _stopped(b, on.chargers)


@implements("BP-INF-1", "BP-MASS-1", "BP-SHOOT-6")
def _blows(b: PowderField, on: Onset, met: Meeting, *, anyhow: bool = False) -> Steps[None]:
    """Chargers are put against the side they strike; closing fire may stop them; those who come on fight."""
    _against(b, on, met.face, anyhow=anyhow)
    coming = list(on.chargers)
    if met.fire:
        coming = yield from closing_fire(b, on.target, coming, most=met.fire)
    # after the fire, as the draft has it: who was hit hardest has the least heart
    coming = [each for each in coming if charge_roll(b, each, "roll_to_close")]
    stopped = [each for each in on.chargers if each not in coming]
    for each in stopped:
        if b.here(each):
            b.report(ChargeStopped(unit=each, target=on.target), rules=("BP-SHOOT-6",))
            _draw_off(b, each, on.target)
    _stopped(b, stopped)
    if not coming or not b.here(on.target):
        # no round follows in which its fire could count
        if b.here(on.target) and not b.in_combat(on.target):
            forget_fire(b, on.target)
        return
    # last of all: who does not hold is gone before blows fall
    if not charge_roll(b, on.target, "roll_to_hold", met.face):
        retire(b, on.target, coming[0], disordered=True, from_combat=True, rules=("BP-CHSEQ-1", "BP-HTH-7"))
        _stopped(b, coming)
        return
    _lock(b, on._replace(chargers=tuple(coming)), met)
    yield from _terrify(b, on.target, coming)


def _against(b: PowderField, on: Onset, face: Zone, *, anyhow: bool) -> None:
    """Where chargers stand in contact: the first at the middle of the side, the others behind one another."""
    ahead = ""
    for unit in on.chargers:
        if ahead:
            place = stacked_place(b, unit, ahead)
        else:
            run = run_up(b, unit, on.target)
            # after turning or riding out the target may stand elsewhere: then where it was aimed at
            place = run.moved.place if run.reaches else on.place
            # skirmishers fight from where they came up; they are not dressed on a side
            if anyhow or not dispersed(b.unit(unit).formation):
                place = contact_place(b, unit, on.target, face, place)
        if place != b.placement(unit):
            _place(b, unit, on.target, place)
        ahead = unit


def _draw_off(b: PowderField, unit: str, target: str) -> None:
    """A charger who stops short without going back stands an inch off."""
    # troops who do not fight keep an inch apart
    if b.inches(unit, target) <= 1 and not b.in_combat(unit):
        retire(b, unit, target, distance=1, disordered=False, from_combat=False, breaks=False, rules=("BP-CHSEQ-1",))


def _lock(b: PowderField, on: Onset, met: Meeting) -> None:
    """They are hand to hand."""
    covered = cover_of(b, on.target, b.unit(on.first).position) != "none"
    for unit in on.chargers:
        fields: dict[str, Any] = {
            "id": f"{unit}>{on.target}",
            "charger": unit,
            "target": on.target,
            "face": met.face,
            "rounds": 0,
            # cover helps in a first round, and who fights already has had his
            "in_cover": covered and not b.in_combat(on.target),
        }
        sets = [Set("contacts", fields["id"], fields), b.change(unit, charged=True)]
        if met.counter:
            sets.append(b.change(on.target, charged=True))
        face = met.face.replace("_", " ")
        b.report(Contacted(unit=unit, target=on.target, face=face), rules=("BP-CHG-1", "BP-HTH-1"), sets=sets)


@implements("BP-SPEC-10")
def _terrify(b: PowderField, target: str, chargers: Sequence[str]) -> Steps[None]:
    """A terrifying charge makes those who are struck test before blows fall."""
    now = b.unit(target)
    for unit in chargers:
        own = b.unit(unit)
        facts = ChargeRulesFacts(
            arm=own.arm, special=frozenset(own.special), terrain=terrain_of(b, target), target=now.formation
        )
        # the test before may have sent it back
        if b.settle("charge-rules", facts).terrifying and b.here(target) and b.in_combat(target):
            yield from break_test(b, target, "drawn", enemy=unit)


# -- those who took shelter


@implements("BP-SHELT-2", "BP-SHELT-3", "BP-SKIRM-5")
def _sheltered(b: PowderField, on: Onset, met: Meeting) -> Steps[None]:
    """Skirmishers behind a friend bring the charge upon him; gunners fire first, and the charger may halt."""
    friend, battery = met.shelter, b.branch(on.target) == "artillery"
    chargers = list(on.chargers)
    if battery:
        chargers = yield from closing_fire(b, on.target, chargers, sheltering=True)
        if not chargers or not b.here(on.target):
            _stopped(b, on.chargers)
            return
        b.report(
            TookShelter(unit=on.target, friend=friend),
            rules=("BP-SHELT-1",),
            sets=[b.change(on.target, shelters=friend)],
        )
        # as the charger's seat calls them: it may not know whom it sees
        guns, other = (b.name_to(b.seat_of(chargers[0]), each) for each in (on.target, friend))
        text = f"The gunners of {guns} have run to {other}"
        goes = yield from asked(
            b,
            chargers[0],
            "redirect",
            text,
            ("turn_upon", f"Charge {other}"),
            ("halt_short", "Halt"),
            "BP-SHELT-3",
            usual=True,
            foe=friend,
        )
        if not goes:
            _halted(b, on, chargers)
            return
    b.report(ChargeTurned(unit=chargers[0], target=friend), rules=("BP-SHELT-3" if battery else "BP-SKIRM-5",))
    # the friend is struck where the charge now comes from, not where the guns were
    turned = on._replace(chargers=tuple(chargers), target=friend, zone=b.zone(friend, chargers[0]))
    again = yield from meet(b, turned)
    if again.contact and b.here(friend) and b.here(chargers[0]):
        yield from _blows(b, turned, again, anyhow=True)
    # no fight came of it, so the gunners can go back
    if battery and not b.in_combat(friend):
        man_again(b, on.target)


def _halted(b: PowderField, on: Onset, chargers: Sequence[str]) -> None:
    """A charge that halts stands one move from the battery, whose gunners come back to it in disorder."""
    for unit in chargers:
        now = b.unit(unit)
        found = b.settle("halted-charge", HaltFacts(charger=now.arm, run=on.begun))
        # where it has not come so near yet it stays
        back = found.inches - b.inches(unit, on.target)
        b.report(ChargeTurned(unit=unit), rules=("BP-SHELT-3",))
        if back > 0:
            retire(
                b,
                unit,
                on.target,
                distance=back,
                disordered=False,
                from_combat=False,
                breaks=False,
                rules=("BP-SHELT-3",),
            )
    man_again(b, on.target)


@implements("BP-SHELT-3", "BP-SHELT-4")
def man_again(b: PowderField, battery: str) -> None:
    """Gunners come back to their guns, in disorder."""
    if b.here(battery) and b.unit(battery).shelters:
        b.report(TookShelter(unit=battery, back=True), rules=("BP-SHELT-4",), sets=[b.change(battery, shelters="")])
        disorder(b, battery, "gunners away from their guns", "BP-SHELT-3")
