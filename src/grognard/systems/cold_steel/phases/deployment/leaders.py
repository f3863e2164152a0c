"""Commanders in the set-up: put down by themselves, or carried along with their troops."""

from __future__ import annotations

from grognard.battle.events import Set
from grognard.ground.units import Point, to_sub

from ...events.hidden import LeaderPutDown
from ...table.battlefield import Battlefield

Began = dict[str, Point]
"""The middle of each commander's troops before anybody was moved."""


def present(b: Battlefield, seat: str) -> list[str]:
    """The commanders of a seat on the table."""
    own = next(each.leaders for each in b.seats if each.id == seat)
    return [leader for leader in own if b.world.leaders[leader].where == "table"]


def places(b: Battlefield, seat: str) -> Began:
    """The middle of the troops under each of them."""
    found = ((leader, _middle(b, leader)) for leader in present(b, seat))
    return {leader: middle for leader, middle in found if middle is not None}


def _middle(b: Battlefield, leader: str) -> Point | None:
    units = [b.unit(unit) for unit in b.roster.leaders[leader].units if b.unit(unit).where == "table"]
    if not units:
        return None
    return sum(u.position[0] for u in units) // len(units), sum(u.position[1] for u in units) // len(units)


def put(b: Battlefield, seat: str, leader: str, at: Point) -> None:
    """A commander with his aides goes to a place."""
    aides = [rider.id for rider in b.world.riders.values() if rider.leader == leader]
    b.privately(
        LeaderPutDown(leader=leader),
        seat,
        rules=("CS-1.6b",),
        sets=[Set("leaders", leader, {"position": at}), *(Set("riders", aide, {"position": at}) for aide in aides)],
    )


def follow(b: Battlefield, seat: str, began: Began, put_down: set[str]) -> None:
    """Whoever was not put down himself goes where his troops went, as far as the table reaches."""
    width, height = (to_sub(paces) for paces in b.scenario.header.table_paces)
    for leader, before in began.items():
        now = _middle(b, leader)
        if leader in put_down or now is None or now == before:
            continue
        x, y = b.world.leaders[leader].position
        at = x + now[0] - before[0], y + now[1] - before[1]
        put(b, seat, leader, (min(max(at[0], 0), width), min(max(at[1], 0), height)))
