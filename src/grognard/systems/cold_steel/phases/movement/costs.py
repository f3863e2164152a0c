"""What a move leaves behind as the phase ends: disorder, wrecked guns, orders carried out, changes under way."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from grognard.battle.kinds import Noted
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion.placements import Placement

from ...checks.movement.march import MOUNTED, GunAtTheDoubleFacts
from ...effects import units as effects
from ...events.movement import GunRaced, GunWrecked, UnitMarched
from ...facts.marching import one_stand, troops
from ...maneuver import moves
from ...maneuver.courses import HOW
from ...maneuver.movers import Mover
from ...maneuver.plans import way_cost
from ...table.battlefield import Battlefield
from ...table.bodies import shape
from ...table.ground.underfoot import across, under_way
from ...table.state import Forming, Marching, Order, Wheel, halted, straight_on

ROUGH = ("gentle_slope", "moderate_slope", "steep_slope", "light_woods", "heavy_woods")


def settle_up(b: Battlefield, mover: Mover) -> None:
    """One unit's move is over."""
    if b.unit(mover.unit).where != "table":
        return
    if len(mover.path) > 1 and (mover.gone or mover.turned):
        lose_order(b, mover)
        race_guns(b, mover)
    # the change into a building is made without a step of march: it is paid for all the same
    elif mover.doors and mover.change is None:
        moves.through_doors(b, mover.unit, mover.gait)
    carried_out(b, mover)


@implements("CS-6.2b", "CS-6.2d", "CS-6.2e", "CS-6.2f", "CS-6.2g", "CS-6.2h", "CS-6.4a", "CS-6.5b")
def lose_order(b: Battlefield, mover: Mover) -> None:
    """The disorder that the ground and too wide a front cost; that of buildings passes by itself."""
    now = b.unit(mover.unit)
    result = way_cost(b, now, mover, mover.path)
    lost = result.outcome
    if lost is not None and lost.disorder:
        rules = tuple(dict.fromkeys(each.rule for each in result.modifiers if each.value)) or (result.rule,)
        words = ", ".join(dict.fromkeys(each.label for each in result.modifiers if each.value)) or "the move"
        # what buildings cost goes by itself, so it is kept apart from the rest
        lasting = lost.disorder - lost.recovers_next_turn
        effects.disorder(b, now.id, lasting, rules=rules, cause=words)
        effects.disorder(b, now.id, lost.recovers_next_turn, rules=("CS-6.2h",), cause="buildings", passing=True)
    # obstacles it is half across: the marker for them is still to come (CS-6.2d)
    astride = across(b, shape(b, now), Placement(now.position, now.heading))
    if astride != now.astride:
        b.emit(Noted(unit=now.id), sets=[b.change(now.id, astride=astride)], to=())


@implements("CS-6.1c")
def race_guns(b: Battlefield, mover: Mover) -> None:
    """Guns at the double are in danger of being wrecked, each by itself."""
    now = b.unit(mover.unit)
    limbered = b.entry(now.id).rated.arm == "artillery" and now.formation in ("limbered", "march_column")
    if not limbered or mover.gait != "double" or not mover.gone:
        return
    # any part of the way counts, not only where it ends (CS-6.1c)
    met = under_way(b, shape(b, now), mover.path, narrow=one_stand(now.formation))
    scale: Any = str(b.scale)
    facts = GunAtTheDoubleFacts(rough_ground=any(each in ROUGH for each in met.terrain), scale=scale)
    each, left = 1, b.live(now.id)
    while left > 0:
        result = b.roll("gun-at-the-double", facts, by=now.id)
        each = 2 if result.settled.rolled_for == "section" else 1
        if not result.settled.destroyed:
            b.privately(GunRaced(unit=now.id), b.seat_of(now.id), rules=("CS-6.1c",), roll=result)
        else:
            b.report(GunWrecked(unit=now.id), rules=("CS-6.1c",), roll=result)
            effects.lose(b, now.id, each, rules=("CS-6.1c",), cause="wrecked at the double", pieces=_piece(b, now.id))
        left -= each


def _piece(b: Battlefield, unit: str) -> str:
    return "guns" if b.unit(unit).guns else "howitzers"


@implements("CS-3.2n", "CS-6.7.1c")
def carried_out(b: Battlefield, mover: Mover) -> None:
    """The march is over: what of the order is done is taken off it, what of a change is not done stays."""
    now = b.unit(mover.unit)
    fields: dict[str, Any] = {}
    if mover.change is not None and not mover.caught:
        change = mover.change
        # at least one quarter is left, or it would be complete by now
        fields["forming"] = Forming(change.to, change.interval, max(1, mover.forming), change.heading)
        moved = "march" if now.now.moved == "no" else now.now.moved
        fields["now"] = replace(now.now, quarters=mover.quarters, turned=True, moved=moved)
    # who fled did not carry out anything
    if now.order is not None and not mover.flees:
        order = _left_of(now.order, mover)
        if order != now.order:
            fields["order"] = order
    sets = [b.change(now.id, **fields)] if fields else []
    if mover.gone or mover.turned:
        b.report(_told(b, mover), rules=mover.rules, sets=sets)
    elif sets:
        b.emit(Noted(unit=now.id), sets=sets, to=())


def _told(b: Battlefield, mover: Mover) -> UnitMarched:
    """The whole march for the log."""
    now = b.unit(mover.unit)
    # told to wheel though it faced that way already: it just went forward
    faced_already = not mover.turned and mover.how in (HOW["wheel"], HOW["conversion"])
    return UnitMarched(
        unit=mover.unit,
        how=HOW["forward"] if faced_already else mover.how,
        gait=mover.gait,
        paces=mover.gone // SUB,
        degrees=mover.turned or UNSET,
        mounted=troops(b, now, now.formation) in MOUNTED or UNSET,
        # stopped by somebody before it came so far, it was not held
        held=(mover.held if mover.gone >= mover.straight else "") or UNSET,
    )


def _left_of(order: Order, mover: Mover) -> Order:
    """A wheel that is made goes on straight ahead; a march of so many paces ends there. A march without end persists
    (CS-3.3.2b)."""
    move = order.move
    if not isinstance(move, Marching):
        return order
    if isinstance(move, Wheel) and mover.turned:
        left = move.degrees - mover.turned
        move = replace(move, degrees=left) if left else straight_on(move)
    if move.paces:
        # rounded up: a pace begun is a pace of the order done
        left = move.paces - -(-mover.gone // SUB)
        return replace(order, move=replace(move, paces=left) if left > 0 else halted(move))
    return replace(order, move=move)
