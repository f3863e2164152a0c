"""Friends who have come to stand in one another: one of them shifts to the nearest free place."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.ground.shapes import Quad
from grognard.ground.units import SUB
from grognard.kernel.checks import implements
from grognard.miniatures.motion import crowds
from grognard.miniatures.motion.meetings import UnitPair
from grognard.miniatures.motion.nearness import overlap, trimmed
from grognard.miniatures.motion.placements import Placement, middle

from ..effects.shifting import with_leaders
from ..events.movement import ShiftedClear
from ..facts.marching import one_stand
from ..facts.situations import retreating
from ..table.battlefield import Battlefield
from ..table.bodies import shape, standing
from ..table.forms import SQUARES
from ..table.ground.underfoot import under_way
from ..table.state import UnitState
from .contact import close_range
from .friends import kind_of
from .retreats import away_from

STRIDE, STRIDES = 8, 40
"""Paces from one place that is tried to the next, and how many are tried each way."""
DEEP = 40
"""Paces: a friend in the gap between the divisions of a column is no farther than this from either."""
WAYS = (180, 90, 270, 135, 225, 45, 315, 0)
"""Degrees off its front to which a unit shifts, the rear first: that is the way from the enemy."""
ONWARD = (0, 45, 315, 90, 270)
"""Degrees off the way from the enemy to which those shift who have to go back: not to where they came from."""


@implements("CS-6.8")
def part(b: Battlefield) -> None:
    """No formed unit ends a phase on the ground of a formed friend: it shifts to the nearest free place. The rules say
    what running into friends costs, not where those end who stop there, or who rally in their midst. That has been
    paid for, or was for nothing, as with routers; the shift costs no more."""
    for pair in _entangled(b):
        if not _on_one_ground(b, pair):
            continue  # the shift of another has parted them
        # whoever has less reason to stay shifts; the other only if there is no place for the first
        for unit in sorted(pair, key=lambda each: _stands_fast(b, b.unit(each))):
            place = free_place(b, b.unit(unit))
            if place is not None:
                _shift(b, unit, pair[0] if unit == pair[1] else pair[1], place)
                break


def _entangled(b: Battlefield) -> list[UnitPair]:
    """Pairs of formed friends on the same ground."""
    solid = {
        unit.id: unit
        for unit in b.on_table()
        # a house holds several garrisons; cards may overlap, at a price of their own
        if unit.formation != "garrison" and not _massed(b, unit) and kind_of(b, unit) == "formed"
    }
    pairs = [
        (unit.id, other)
        for unit in solid.values()
        for other in b.survey.gaps(unit.id, DEEP * SUB)
        # each pair once
        if unit.id < other and other in solid and solid[other].side == unit.side
    ]
    return [pair for pair in pairs if _on_one_ground(b, pair)]


def _massed(b: Battlefield, unit: UnitState) -> bool:
    """Whether its card was laid where others have troops: that is paid for when figures replace it (CS-1.6.5a)."""
    card = b.world.cards.get(unit.card)
    return card is not None and card.crowded


def _on_one_ground(b: Battlefield, pair: UnitPair) -> bool:
    one, other = (_frame(b, b.unit(unit)) for unit in pair)
    return overlap(one, other)


def _frame(b: Battlefield, unit: UnitState) -> Quad:
    return trimmed(shape(b, unit), standing(unit))


def _stands_fast(b: Battlefield, unit: UnitState) -> tuple[bool, bool, bool, int, str]:
    """Who has the better reason to stay: whoever fights, guns off their limbers and squares, the steady, the larger."""
    # judged by distance, not by the melee alone: who has just been closed with is not moved either
    fights = bool(unit.melee) or b.survey.nearest_enemy(unit.id)[1] * SUB <= close_range(b)
    rooted = unit.formation.startswith("unlimbered") or unit.formation in SQUARES
    steady = unit.status in ("resolute", "determined") and unit.now.moved == "no"
    return fights, rooted, steady, unit.figures - unit.lost, unit.id


def free_place(b: Battlefield, now: UnitState) -> Placement | None:
    """The nearest place, faced as it is, where a unit stands on nobody's ground and on its feet."""
    body, here = shape(b, now), standing(now)
    reach = body.width + body.depth + STRIDE * STRIDES * SUB
    near = [b.unit(each) for each in b.survey.gaps(now.id, reach)]
    friends = [_frame(b, each) for each in near if each.side == now.side and kind_of(b, each) == "formed"]
    foes = [b.survey.body(each.id) for each in near if each.side != now.side]

    def on_table(place: Placement) -> bool:
        # a deep column must not hang over the edge with its rear
        return b.ground.on_table(place.position) and b.ground.on_table(middle(place, body.depth))

    def passable(place: Placement) -> bool:
        return under_way(b, body, [here, place], narrow=one_stand(now.formation)).passable

    return crowds.free_place(
        body, here, ((bearing, paces * SUB) for bearing, paces in _tries(b, now)),
        friends=friends, foes=foes, keep=close_range(b) + SUB, on_table=on_table, passable=passable,
    )  # fmt: skip


def _tries(b: Battlefield, now: UnitState) -> Iterator[tuple[int, int]]:
    """Bearings and paces to try. Friends do not stop those who have to go back: they end beyond them, if they can."""
    rounds = [(now.heading, list(WAYS))]
    if now.retire or retreating(now):
        rounds.insert(0, (away_from(b, now.id, b.survey.nearest_enemy(now.id)[0]), list(ONWARD)))
    for bearing, ways in rounds:
        # every direction at one distance before the next: the nearest place wins, not the first direction
        for stride in range(1, STRIDES + 1):
            for way in ways:
                yield (bearing + way) % 360, stride * STRIDE


def _shift(b: Battlefield, unit: str, friend: str, place: Placement) -> None:
    b.report(
        ShiftedClear(unit=unit, friend=friend),
        rules=("CS-6.8",),
        sets=[b.change(unit, position=place.position), *with_leaders(b, unit, place)],
    )
