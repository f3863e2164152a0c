"""Whom a unit fires at with small arms, and with which of its stands: 7.5, 8.1d, 8.1e, 8.1j."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from grognard.ground.arcs import may_bear, middle_of
from grognard.kernel.checks import implements

from ...checks.fire.fire_rules import DividedFireFacts
from ...table.battlefield import Battlefield
from ...table.ground import arcs
from .. import skirmishers as skirmishing
from . import firing
from .firing import Chance
from .ranks import RankPlan, Stand, effective_range, stands_of
from .squares import first_third


class MusketView(NamedTuple):
    """What a unit has before its muskets."""

    unit: str
    stands: list[Stand]
    chances: list[Chance]
    """Enemies that some stand has in its arc and in range, nearest first."""
    reaches: dict[str, dict[int, int]]
    """For each of them, paces by the number of the stand."""


@implements("CS-8.1d", "CS-3.3.2.3l")
def look(b: Battlefield, unit: str) -> MusketView:
    """Enemies that are near, seen, not screened by their skirmishers, and in the arc of some stand."""
    far = effective_range(b, unit)
    near = [each for each in firing.in_sight(b, unit, far) if not skirmishing.screened(b, unit, each.target)]
    # before its stands are looked at: most units have nobody in range
    if not near:
        return MusketView(unit, [], [], {})
    stands = stands_of(b, unit)
    reaches = {each.target: _reaches(b, stands, each.target, far, each.paces) for each in near}
    return MusketView(unit, stands, [each for each in near if reaches[each.target]], reaches)


def _reaches(b: Battlefield, stands: list[Stand], target: str, far: int, paces: int) -> dict[int, int]:
    """Paces to a target from each stand that has it in its arc and range, by the number of the stand."""
    arc, outline, frame = (
        b.rules.tables.number("CS-8.1d", "arc"),
        firing.outline(b, target),
        b.survey.body(target).frame,
    )
    found = {}
    for i, stand in enumerate(stands):
        if stand.figures <= 0:
            continue
        if stand.all_round:
            found[i] = paces
        # the quick test first; the exact one cuts outlines with the arc
        elif may_bear(stand.quad, frame, arc):
            reach = arcs.reach(stand.quad, outline, arc)
            if reach is not None and reach <= far:
                found[i] = reach
    return found


def plan(b: Battlefield, view: MusketView, wishes: Wishes) -> list[RankPlan]:
    """The volleys of a unit: all at the first target of the list, or stand by stand where its player divides them; a
    square that fires by thirds fires the first of them."""
    if view.unit in wishes.thirds:
        return first_third(b, view.unit)
    plans: list[RankPlan] = []
    taken: set[int] = set()
    for target in order(b, view, wishes.named.get(view.unit, "")):
        found = _at(b, view, target, taken, regardless=view.unit in wishes.regardless)
        plans += found
        # not told to divide its fire: the first target with a clear stand gets all of it
        if found and view.unit not in wishes.split:
            break
    return plans


def order(b: Battlefield, view: MusketView, named: str = "") -> list[str]:
    """Its targets as the list ranks them."""
    if len(view.chances) == 1:
        return [view.chances[0].target]
    return [choice.target for choice in firing.ranked(b, view.unit, view.chances, named=named)]


@implements("CS-8.1e", "CS-8.1j")
def _at(b: Battlefield, view: MusketView, target: str, taken: set[int], *, regardless: bool) -> list[RankPlan]:
    """The fire of all stands at one target that are still free for it. If every one of them has a friend before it, the
    unit holds its fire; else those that have hold theirs, or fire into him if they are told to fire regardless."""
    free = {stand: paces for stand, paces in view.reaches[target].items() if stand not in taken}
    masked = _masked(b, view, free)
    clear = [stand for stand in free if stand not in masked]
    # every stand is masked: the unit holds its fire, whatever it was told
    if not clear:
        return []
    # masked stands are taken too: they hold their fire rather than look for another target
    taken.update(free)
    plans = [_together(b, view, target, {stand: free[stand] for stand in clear})]
    for friend in _struck(b, view, free, masked) if regardless else ():
        near = {stand: paces for stand, (who, paces) in masked.items() if who == friend}
        plans.append(_together(b, view, friend, near)._replace(friendly=True))
    return plans


def half_masked(b: Battlefield, view: MusketView, target: str) -> tuple[str, ...]:
    """The friends through whom some stands would have to fire at a target, while others have it clear; its own
    skirmishers are none."""
    masked = _masked(b, view, view.reaches[target])
    # all masked: it is not asked, for it would not fire
    return () if len(masked) == len(view.reaches[target]) else _struck(b, view, view.reaches[target], masked)


@implements("CS-8.1j")
def _struck(
    b: Battlefield, view: MusketView, free: dict[int, int], masked: dict[int, tuple[str, int]]
) -> tuple[str, ...]:
    """The friends whom the stands masked by them would strike. Stands differ in their figures, so the check, for which
    all are alike, is asked about stands of one figure: whether any of the fire goes to that friend."""
    own, struck = b.unit(view.unit).skirmishers, []
    for friend, stands in Counter(who for who, _ in masked.values()).items():
        facts = DividedFireFacts(
            stands=len(view.stands),
            figures_on_stand=1,
            at_first=len(free),
            friend_nearer=stands,
            friend="own_skirmishers" if friend == own else "unit",
        )
        if b.settle("divided-fire", facts).friend:
            struck.append(friend)
    return tuple(struck)


def _together(b: Battlefield, view: MusketView, target: str, reaches: dict[int, int]) -> RankPlan:
    """The fire of some stands on one target."""
    stands = [view.stands[stand] for stand in reaches]
    shots = tuple((stand.figures, paces) for stand, paces in zip(stands, reaches.values(), strict=True))
    # fire from all round has no front: it comes from the middle
    origin = b.survey.middle(view.unit) if stands[0].all_round else middle_of([stand.quad for stand in stands])
    return RankPlan(view.unit, target, shots, origin)


@implements("CS-8.1j")
def _masked(b: Battlefield, view: MusketView, free: dict[int, int]) -> dict[int, tuple[str, int]]:
    """Stands that have a friend before them who is nearer than the target: who, and how near. A unit's own skirmishers
    ahead count first, for they keep the stand from firing at all."""
    farthest, side = max(free.values(), default=0), b.unit(view.unit).side
    # who stands as far as the target or farther is not before it
    friends = [
        who for paces, who, _ in b.survey.around(view.unit, farthest) if paces < farthest and b.unit(who).side == side
    ]
    own = b.unit(view.unit).skirmishers
    masked = {}
    for stand, paces in free.items():
        found = [(who != own, near, who) for who in friends if (near := _before(b, view.stands[stand], who, paces))]
        if found:
            # own skirmishers sort first: they do not get hit, they keep the stand from firing
            masked[stand] = min(found)[2], min(found)[1]
    return masked


def _before(b: Battlefield, stand: Stand, friend: str, paces: int) -> int:
    """Paces to a friend in the stand's arc who is nearer than that; 0 if he is not in the way. Irregulars shift about
    until nobody is."""
    arc = b.rules.tables.number("CS-8.1d", "arc")
    if stand.all_round or not may_bear(stand.quad, b.survey.body(friend).frame, arc):
        return 0
    reach = arcs.reach(stand.quad, firing.outline(b, friend), arc)
    # at least one pace: nought means that nobody is in the way
    return max(1, reach) if reach is not None and reach < paces else 0


class Wishes(NamedTuple):
    """What was decided."""

    named: Mapping[str, str] = {}
    """Targets that attached commanders name, by unit."""
    split: frozenset[str] = frozenset()
    """Units whose stands fire each at its own target."""
    thirds: frozenset[str] = frozenset()
    """Squares that keep two thirds of their fire for the close combat."""
    regardless: frozenset[str] = frozenset()
    """Units whose stands fire even through friends."""
