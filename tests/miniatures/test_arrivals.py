"""Units that come onto the table: when, by which edge, and where there is room."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import replace
from tin_table import TinFight, general, table, tin

from grognard.army.oob import Arrival
from grognard.battle.kinds import Kind, Who
from grognard.battle.staging import events
from grognard.ground.placing import Shape
from grognard.ground.units import point
from grognard.miniatures.gathering.arrivals import arrive

BLOCK = Shape.of([(-50, -20, 50, 0)])
"""100 paces wide, 20 deep: with ten paces between, places at an edge are 110 apart."""


class Entered(Kind):
    """A unit comes onto the table."""

    kind: ClassVar = "entered"
    text: ClassVar = "{unit} comes"
    unit: Who
    edge: str


def late(b: TinFight, unit: str, arrival: Arrival | None = None, **fields: object) -> None:
    """Say when and where a unit is due, and that the general of its side comes with it."""
    chain = b.seating.chain
    post = chain.units[unit]
    chain.units[unit] = replace(post, unit=replace(post.unit, arrival=arrival, **fields))
    leader = f"{post.side}-general"
    chain.leaders[leader] = replace(chain.leaders[leader], units=(unit,))


def come(b: TinFight) -> list[tuple[str, str]]:
    """Let those come whose time it is; who came, and by which edge."""
    arrive(b, list(b.units.values()), lambda unit: BLOCK, lambda unit, edge: Entered(unit=unit, edge=edge), rule="X-1")
    return [(event.units["unit"], event.values["edge"]) for event in events(b, "entered")]


def waiting(x: float, y: float, id: str = "n1"):
    return tin(id, x, y, 45, where="waiting")


@pytest.mark.parametrize(
    "edge, place, heading",
    [
        ("south", (1000, 20), 0),
        ("north", (1000, 1980), 180),
        ("west", (20, 700), 90),
        ("east", (1980, 700), 270),
    ],
)
def test_it_comes_in_at_its_edge_where_it_is_expected_facing_the_table(edge, place, heading):
    b = table(waiting(1000, 700))
    late(b, "n1", Arrival(1, edge))
    assert come(b) == [("n1", edge)]
    unit = b.units["n1"]
    assert (unit.where, unit.position, unit.heading) == ("table", point(*place), heading)


@pytest.mark.parametrize("turn, came", [(2, []), (3, [("n1", "south")]), (4, [("n1", "south")])])
def test_not_before_its_turn(turn, came):
    b = table(waiting(1000, 0))
    late(b, "n1", Arrival(3, "south"))
    b.says(turn=turn)
    assert come(b) == came
    assert b.units["n1"].where == ("table" if came else "waiting")


def test_who_has_no_hour_comes_at_once_by_the_edge_that_he_is_beyond():
    b = table(waiting(1000, 700))
    late(b, "n1", off_board="east")
    assert come(b) == [("n1", "east")]


def test_who_is_due_nowhere_stays_away():
    b = table(waiting(1000, 700))
    late(b, "n1")
    assert come(b) == []


def test_who_is_on_the_table_or_gone_does_not_come_again():
    b = table(tin("n1", 1000, 700), tin("n2", 500, 500, where="gone"))
    for unit in ("n1", "n2"):
        late(b, unit, Arrival(1, "south"))
    assert come(b) == []
    assert b.units["n1"].position == point(1000, 700)


@pytest.mark.parametrize(
    "edge, expected, place",
    [
        ("south", (0, 0), (55, 20)),
        ("south", (2000, 0), (1945, 20)),
        ("west", (0, 0), (20, 55)),
        ("west", (0, 2000), (20, 1945)),
        ("east", (2000, 1990), (1980, 1945)),
    ],
)
def test_in_a_corner_the_whole_of_it_is_on_the_table(edge, expected, place):
    b = table(waiting(*expected))
    late(b, "n1", Arrival(1, edge))
    come(b)
    assert b.units["n1"].position == point(*place)


def test_where_somebody_stands_it_goes_to_the_nearest_place_aside_the_left_first():
    b = table(waiting(1000, 0), tin("s1", 1000, 20))
    late(b, "n1", Arrival(1, "south"))
    come(b)
    assert b.units["n1"].position == point(890, 20)
    b = table(waiting(1000, 0), tin("s1", 1000, 20), tin("s2", 890, 20))
    late(b, "n1", Arrival(1, "south"))
    come(b)
    assert b.units["n1"].position == point(1110, 20)


def test_two_who_come_at_once_do_not_stand_on_each_other():
    b = table(waiting(1000, 0), waiting(1000, 0, "n2"))
    for unit in ("n1", "n2"):
        late(b, unit, Arrival(1, "south"))
    assert come(b) == [("n1", "south"), ("n2", "south")]
    assert {unit.position for unit in b.units.values()} == {point(1000, 20), point(890, 20)}


def test_without_room_it_waits_till_there_is():
    crowd = [tin(f"s{place}", 1000 + 110 * place, 20) for place in range(-8, 9)]
    b = table(waiting(1000, 0), *crowd)
    late(b, "n1", Arrival(1, "south"))
    assert come(b) == []
    assert b.units["n1"].where == "waiting"
    b.sets("s-8", where="gone")
    assert come(b) == [("n1", "south")]
    assert b.units["n1"].position == point(120, 20)


def test_the_leader_who_waits_with_it_comes_with_it():
    b = table(waiting(1000, 0), general("north-general", 0, 0, where="waiting"))
    late(b, "n1", Arrival(1, "south"))
    come(b)
    leader = b.leaders["north-general"]
    assert (leader.where, leader.position) == ("table", point(1000, 20))


@pytest.mark.parametrize("where", ["table", "gone"])
def test_a_leader_who_does_not_wait_is_left_where_he_is(where):
    b = table(waiting(1000, 0), general("north-general", 300, 300, where=where))
    late(b, "n1", Arrival(1, "south"))
    come(b)
    leader = b.leaders["north-general"]
    assert (leader.where, leader.position) == (where, point(300, 300))


def test_a_leader_of_others_does_not_come_with_it():
    b = table(waiting(1000, 0), general("south-general", 0, 0, where="waiting"))
    late(b, "n1", Arrival(1, "south"))
    come(b)
    assert b.leaders["south-general"].where == "waiting"


def test_it_is_there_before_it_is_told_and_the_rule_is_named():
    b = table(waiting(1000, 0))
    late(b, "n1", Arrival(1, "south"))
    come(b)
    set_down, told = events(b)[-2:]
    assert [change.fields["where"] for change in set_down.sets if change.key == "n1"] == ["table"]
    assert (set_down.to, told.kind) == ((), "entered")
    assert set_down.rules == told.rules == ("X-1",)
