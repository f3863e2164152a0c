"""Where commanders ride when they have spoken: behind the middle of their troops, near enough to be heard."""

from __future__ import annotations

from grognard.battle.decisions import Answer, Decision
from grognard.commanders.appreciation import TableSpot, bearing, gap, middle, shifted, toward

from .conduct import INCH, MARGIN, whole
from .table import KnownTable, spot

SAFE = 14 * INCH
"""Paces that a commander keeps from the enemy."""
STIRS = 4 * INCH
"""Paces for which he does not mount."""


def ride(b: KnownTable, decision: Decision, leader: str, main: tuple[str, ...]) -> Answer | None:
    """A commander goes where he hears and is heard: to his brigade, the general to the main effort. He stays with a
    unit that he has joined while it fights."""
    now = b.world.leaders[leader]
    if now.attached and b.in_combat(now.attached):
        return None
    place = _post(b, leader, main)
    here = spot(now.position)
    # with a unit he is lost if it breaks, so without a fight he leaves it
    if place is None or (gap(place, here) < STIRS and not now.attached):
        return None
    # an inch less, so that rounding does not carry him beyond his reach
    reach = b.t.number("BP-CMD-9", "mounted" if now.mounted else "foot") * b.inch / 16 - INCH
    return decision.answer(f"ride:{leader}", to=whole(toward(here, place, reach)))


def _post(b: KnownTable, leader: str, main: tuple[str, ...]) -> TableSpot | None:
    units = [unit for unit in b.under(leader) if b.here(unit)]
    own = [unit for unit in units if b.brigade_of(unit).leader == leader]
    units = own or [unit for unit in main if unit in units] or units
    if not units:
        return None
    place = _heart([b.place(unit) for unit in units])
    foes = [b.place(foe.id) for foe in b.enemies(b.briefing.side)]
    nearest = min(foes, key=lambda foe: (gap(foe, place), foe), default=None)
    if nearest is not None and gap(nearest, place) < SAFE:
        place = shifted(place, bearing(nearest, place), 0.0, SAFE - gap(nearest, place))
    width, height = b.briefing.header.table_paces
    return min(max(place[0], MARGIN), width - MARGIN), min(max(place[1], MARGIN), height - MARGIN)


def _heart(spots: list[TableSpot]) -> TableSpot:
    """The middle of most of them: a straggler does not draw him away."""
    whole_of = middle(spots)
    near = sorted(spots, key=lambda each: (gap(each, whole_of), each))[: max(1, (3 * len(spots) + 3) // 4)]
    return middle(near)
