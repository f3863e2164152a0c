"""Marches: the roll, the way, disruptive ground, and how the enemy meets it."""

from __future__ import annotations

from typing import Any

from grognard.battle.procedures import Steps
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.moving import Stops, Straight, Wheel, advance
from grognard.miniatures.motion.placements import off

from ..checks.movement import ProlongFacts
from ..checks.terrain import DisruptionFacts
from ..effects.losses import lose_percent
from ..effects.morale import check_all, get_status, leave_firefight, passed_through
from ..effects.retreats import carried_along
from ..events.movement import Disrupted, FormationChanged, Marched, Prolonged
from ..facts.moving import MarchOrder, MoveLaid, lay, neighbours, vacates
from ..table import bodies
from ..table.field import ClassField
from ..table.ground import grade_of, rough_pieces
from ..table.state import UnitState
from ..terms import branch
from .charging import charge
from .defending import at_a_march
from .local import next_action, react
from .runs import movement_roll
from .screens import crash_through, screened_by


@implements("CD-move-table", "CD-move-natural-2", "CD-unit-activation")
def march(b: ClassField, unit: str, order: MarchOrder) -> Steps[MoveLaid | None]:
    """A unit rolls to move and goes as far as it was told and may; the enemy fires and reacts. None if it stays."""
    quarters = movement_roll(b, unit, vacating=vacates(b, unit, order))
    if not quarters:
        return None
    laid = lay(b, unit, order, quarters)
    next_action(b)
    leave_firefight(b, unit)
    _set_down(b, unit, laid)
    if laid.gone:
        disrupt(b, unit, laid)
        check_all(b, passed_through(b, unit, laid.moved.through))
        _through_screens(b, unit)
        yield from at_a_march(b, unit)
    if b.here(unit):
        yield from answered(b, unit)
    return laid


@implements("CD-smoke", "CD-formation-change", "CD-leader-movement")
def _set_down(b: ClassField, unit: str, laid: MoveLaid) -> None:
    now, place = b.unit(unit), laid.moved.place
    fields: dict[str, Any] = {
        "position": place.position,
        "heading": place.heading,
        "gone": laid.gone,
        "allowance": laid.allowance,
        "moved": True,
    }
    if now.smoke and laid.gone >= b.paces(b.t.number("CD-smoke", "clears")):
        fields["smoke"] = False
    if laid.formation not in b.t.value("CD-skirmish-screens", "formations"):
        fields["screen"] = 0
    b.report(
        Marched(
            unit=unit,
            paces=laid.moved.straight // SUB,
            how=_how(now, laid),
            stopped=laid.moved.stopped,
            allowance=laid.allowance,
        ),
        rules=("CD-move-apply", "CD-terrain-apply"),
        sets=[b.change(unit, **fields), *carried_along(b, unit, place)],
    )
    if laid.changed:
        b.report(
            FormationChanged(unit=unit, formation=laid.formation),
            rules=("CD-formation-change",),
            sets=[b.change(unit, formation=laid.formation)],
        )


def _how(now: UnitState, laid: MoveLaid) -> str:
    if laid.moved.straight:
        return "marches"
    return "wheels" if laid.moved.place.heading != now.heading else ""


@implements("CD-disruptive-table", "CD-disruptive-grades")
def disrupt(b: ClassField, unit: str, laid: MoveLaid) -> None:
    """A unit rolls for each piece of disruptive ground that it has crossed or was in as it set out."""
    for piece in rough_pieces(laid.toll, laid.swath):
        now = b.unit(unit)
        grade = grade_of(b, piece, now.formation) if now.where == "table" else "none"
        if grade == "none":
            continue
        facts = DisruptionFacts.of({"troop_class": now.troop_class, "grade": grade, "formation": now.formation})
        if b.rules["disruption"].refusal(facts) is not None:
            continue
        roll = b.roll("disruption", facts, by=unit, seen=(unit,))
        found = roll.settled
        b.report(
            Disrupted(unit=unit, ground=piece.terrain, grade=grade, effect=found.effect),
            rules=("CD-disruptive-table",),
            roll=roll,
        )
        if lose_percent(b, unit, found.percent, "stragglers"):
            get_status(b, unit, found.effect, "rough ground", ("CD-disruptive-table",))


@implements("CD-crash-through")
def _through_screens(b: ClassField, unit: str) -> None:
    """A formed unit that has come into an enemy's screen breaks through it."""
    if not b.here(unit) or branch(b.unit(unit).arm) == "artillery":
        return
    ahead = b.paces(b.t.number("CD-skirmish-screens", "ahead"))
    for foe in b.survey.enemies_within(unit, ahead):
        if b.here(unit) and screened_by(b, foe, unit):
            crash_through(b, unit, foe)


def answered(b: ClassField, unit: str) -> Steps[None]:
    """The enemy acts on local initiative, and may charge in its turn."""
    reactions = yield from react(b, unit)
    for each in reactions:
        if each.wish == "charge" and b.here(each.unit) and b.here(unit):
            yield from charge(b, each.unit, unit)


@implements("CD-prolong")
def prolong(b: ClassField, unit: str, points: int, facing: int) -> None:
    """Guns are dragged by hand toward where they face, and turned."""
    now = b.unit(unit)
    facts = ProlongFacts(carriage=now.carriage, points=points, ammunition=now.ammunition)
    found = b.settle("prolong", facts)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    stops = Stops(b.ground.size, neighbours(b, unit, to_sub(found.paces) + 2 * (shape.width + shape.depth)))
    legs: list[Any] = [Wheel(off(start.heading, facing), "centre")] if facing >= 0 else []
    moved = advance(
        shape, start, [*legs, Straight(to_sub(found.paces))], to_sub(found.paces), lambda s: s.length, stops
    )
    gone = moved.straight // SUB
    next_action(b)
    smoke = now.smoke and gone < b.paces(b.t.number("CD-smoke", "clears"))
    b.report(
        Prolonged(unit=unit, paces=gone),
        rules=("CD-prolong",),
        sets=[
            b.change(
                unit,
                position=moved.place.position,
                heading=moved.place.heading,
                moved=True,
                smoke=smoke,
                ammunition=now.ammunition - found.ammunition,
            ),
            *carried_along(b, unit, moved.place),
        ],
    )
