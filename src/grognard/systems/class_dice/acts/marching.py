"""Marches: the roll, the way, disruptive ground, and how the enemy meets it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec import UNSET

from grognard.battle.procedures import Steps
from grognard.ground.shapes import distance as apart
from grognard.ground.units import SUB, to_sub
from grognard.kernel.checks import implements
from grognard.miniatures.motion.moving import Stops, Straight, Wheel, advance
from grognard.miniatures.motion.placements import Placement, off
from grognard.miniatures.motion.swaths import Swath

from ..checks.charts import driven_back
from ..checks.movement import ProlongFacts
from ..checks.terrain import DisruptionFacts
from ..effects.losses import lose_percent
from ..effects.morale import check_all, get_status, leave_firefight, passed_through
from ..events.movement import Disrupted, FormationChanged, Marched, Prolonged
from ..facts.moving import MarchOrder, MoveLaid, lay, neighbours, vacates
from ..table import bodies
from ..table.field import ClassField
from ..table.ground import RoughPiece, as_it_is, grade_of, rough_pieces
from ..terms import Formation, branch
from .approach import come_under_fire
from .charging import answered, charged_in_turn
from .local import next_action, take_formation
from .runs import in_smoke, movement_roll, set_down, take_guns
from .screens import crash_through, screened_by


@implements("CD-move-table", "CD-move-natural-2", "CD-unit-activation")
def march(b: ClassField, unit: str, order: MarchOrder) -> Steps[MoveLaid | None]:
    """A unit rolls to move and goes as far as it was told and may; the enemy fires and reacts, on its way and at its
    end. None if it stays."""
    quarters = movement_roll(b, unit, vacating=vacates(b, unit, order))
    if not quarters:
        return None
    laid = lay(b, unit, order, quarters)
    next_action(b)
    leave_firefight(b, unit)
    yield from _goes(b, unit, order, quarters, laid)
    if b.here(unit):
        yield from answered(b, unit)
    return laid


def _goes(b: ClassField, unit: str, order: MarchOrder, quarters: int, laid: MoveLaid) -> Steps[None]:
    """A march from its beginning to its end, unless somebody stops it."""
    # formed first, so that it is fired at in its new formation
    if laid.changed and laid.goes_as == laid.formation:
        form(b, unit, laid.formation)
        order = order._replace(formation=None)
    journey = Journey(b, unit, laid)
    passage = yield from come_under_fire(b, unit, laid.moved.path, journey.come)
    if not b.here(unit) or driven_back(b.t, passage.worst):
        return
    if passage.reactions:
        yield from charged_in_turn(b, unit, passage.reactions)
        # the rest of its way is laid anew from here, with what it has left
        if b.here(unit) and b.placement(unit) == journey.place:  # nobody has thrown it back
            rest = lay(b, unit, order, quarters, laid.left - journey.spent)
            yield from _goes(b, unit, order, quarters, rest)
        return
    journey.arrive()


class Journey:
    """A march under way: where the unit is, and what ground has disrupted it."""

    def __init__(self, b: ClassField, unit: str, laid: MoveLaid) -> None:
        self.b, self.unit, self.laid = b, unit, laid
        self.place, self.before = b.placement(unit), b.unit(unit).gone
        self.spent = 0
        """Sixteenths of its allowance that it has used."""
        self._path = [self.place]
        self._rough: set[str] = set()

    def come(self, place: Placement, gone: int) -> None:
        """It is stopped on its way, so many sixteenths from where it set out."""
        moved = self.laid.moved
        # the cost of a part is taken as its share of the way
        whole = max(1, sum(apart(one.position, other.position) for one, other in pairwise(moved.path)))
        self._set_down(place, moved.spent * gone // whole, gone, "marches")

    def arrive(self) -> None:
        """It comes to the end of its march."""
        moved = self.laid.moved
        turned = "wheels" if moved.place.heading != self.place.heading else ""
        how = "marches" if moved.straight else turned
        self._set_down(moved.place, moved.spent, moved.straight, how, stopped=moved.stopped, held=moved.held or UNSET)
        if self.b.here(self.unit):
            if self.laid.changed and self.laid.goes_as != self.laid.formation:
                form(self.b, self.unit, self.laid.formation)
            check_all(self.b, passed_through(self.b, self.unit, moved.through))
            take_guns(self.b, self.unit)

    @implements("CD-smoke", "CD-formation-change", "CD-leader-movement")
    def _set_down(self, place: Placement, spent: int, straight: int, how: str, **more: Any) -> None:
        b, unit = self.b, self.unit
        ahead = apart(self.place.position, place.position) if self.spent else straight
        self.place, self.spent = place, spent
        self._path.append(place)
        # rounded up: a pace that was begun is gone
        gone = self.before - (-spent // SUB)
        fields = {"gone": gone, "allowance": self.laid.allowance, "moved": True, "smoke": in_smoke(b, unit, gone)}
        b.report(
            Marched(unit=unit, paces=ahead // SUB, how=how, allowance=self.laid.allowance, **more),
            rules=("CD-move-apply", "CD-terrain-apply"),
            sets=set_down(b, unit, place, **fields),
        )
        if spent:
            self._disrupt()
            _through_screens(b, unit)

    @implements("CD-disruptive-table", "CD-disruptive-grades")
    def _disrupt(self) -> None:
        """It rolls once for each piece of disruptive ground that it has crossed or was in as it set out."""
        for piece in rough_pieces(self.laid.toll, Swath(self.laid.shape, tuple(self._path))):
            if piece.key not in self._rough and self.b.here(self.unit):
                self._rough.add(piece.key)
                _disrupted(self.b, self.unit, piece)


def form(b: ClassField, unit: str, formation: Formation) -> None:
    """A unit takes up another formation in its activation."""
    take_formation(b, unit, formation, "CD-formation-change")


def _disrupted(b: ClassField, unit: str, piece: RoughPiece) -> None:
    now = b.unit(unit)
    grade = grade_of(b, piece, now.formation)
    if grade == "none":
        return
    facts = DisruptionFacts.of({"troop_class": now.troop_class, "grade": grade, "formation": now.formation})
    if b.rules["disruption"].refusal(facts) is not None:
        return
    roll = b.roll("disruption", facts, by=unit, seen=(unit,))
    found = roll.settled
    b.report(
        Disrupted(unit=unit, ground=as_it_is(b, piece), grade=grade, effect=found.effect),
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


@implements("CD-cavalry-fire", "CD-formation-change")
def change_horses(b: ClassField, unit: str) -> None:
    """Dragoons get off their horses, to fire and fight as infantry in general order, or on them again: a change of
    formation, for which they must get under way."""
    now = b.unit(unit)
    if not movement_roll(b, unit):
        return
    if now.dismounted:
        fields: dict[str, Any] = {"arm": now.dismounted, "dismounted": "", "formation": "column"}
    else:
        fields = {"arm": "infantry", "dismounted": now.arm, "formation": "general"}
    b.report(
        FormationChanged(unit=unit, formation="mounted" if now.dismounted else "dismounted"),
        rules=("CD-cavalry-fire",),
        sets=[b.change(unit, moved=True, **fields)],
    )


@implements("CD-prolong")
def prolong(b: ClassField, unit: str, points: int, facing: int) -> None:
    """Guns are dragged by hand toward where they face, and turned."""
    now = b.unit(unit)
    facts = ProlongFacts(carriage=now.carriage, points=points, ammunition=now.ammunition)
    found = b.settle("prolong", facts)
    shape, start = bodies.shape(b.t, now), b.placement(unit)
    near = neighbours(b, unit, to_sub(found.paces) + 2 * (shape.width + shape.depth))
    stops = Stops(b.ground.size, near, bounds=b.bounds(unit))
    legs: list[Any] = [Wheel(off(start.heading, facing), "centre")] if facing >= 0 else []
    moved = advance(
        shape, start, [*legs, Straight(to_sub(found.paces))], to_sub(found.paces), lambda s: s.length, stops
    )
    gone = moved.straight // SUB
    next_action(b)
    fields = {"moved": True, "smoke": in_smoke(b, unit, gone), "ammunition": now.ammunition - found.ammunition}
    b.report(Prolonged(unit=unit, paces=gone), rules=("CD-prolong",), sets=set_down(b, unit, moved.place, **fields))
