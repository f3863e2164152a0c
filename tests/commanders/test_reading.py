"""Units as a staff counts them, made into bodies and a situation: the same under all rules."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from grognard.army.oob import Unit
from grognard.commanders.appreciation import Foe
from grognard.commanders.clusters import Group, Member, grouped
from grognard.commanders.reading import OwnUnit, SituationReader
from grognard.ground.field import Field
from grognard.scenarios.loading import load

SOLDIER = OwnUnit(
    place=(0.0, 0.0), facing=0.0, where="here", strength=500.0, at_start=600.0, figures=10, steadiness=1.0, formed=True,
    pace=100.0,
)  # fmt: skip
WAITING = replace(SOLDIER, where="waiting", due=4)


class TinReader(SituationReader[SimpleNamespace]):
    """Its view holds the units as a staff counts them."""

    touch, abreast = 200.0, 150.0

    def __init__(self):
        scenario = load("farm-at-the-crossroads")
        field = Field.from_geojson(scenario.field, "field.geojson")
        super().__init__(scenario.header, scenario.sides[0].name, "south", field, [Group("a", "A", "foot", ("a",))])

    def last(self, view):
        return 9

    def members(self, view, group):
        return view.units

    def foes(self, view):
        return view.enemies

    def beaten(self, view):
        return [unit.where == "gone" for unit in view.units]

    def sees(self, one, other):
        return True


def read(*units, enemies=()):
    return TinReader().situation(SimpleNamespace(turn=2, units=list(units), enemies=enemies))


def test_a_body_counts_those_of_its_units_who_stand_formed():
    shaken = replace(SOLDIER, place=(0.0, 900.0), steadiness=0.1, formed=False)
    s = read(SOLDIER, replace(SOLDIER, place=(300.0, 0.0), figures=30, steadiness=0.5), shaken, WAITING)
    (body,) = s.bodies
    assert (body.place, body.spots) == ((150.0, 0.0), ((0.0, 0.0), (300.0, 0.0)))
    assert (body.strength, body.at_start) == (1000.0, 1800.0)
    assert body.steadiness == pytest.approx((10 * 1.0 + 30 * 0.5 + 10 * 0.1) / 50)
    assert body.front == pytest.approx(450.0)
    assert body.here
    assert (s.turn, s.last, s.down) == (2, 9, 0.0)


def test_who_is_still_to_come_makes_a_body_that_is_due():
    (body,) = read(WAITING, replace(WAITING, due=6)).bodies
    assert (body.here, body.due, body.strength, body.steadiness) == (False, 4, 1000.0, 1.0)


def test_nothing_is_left_of_a_body_whose_units_are_gone():
    s = read(replace(SOLDIER, where="gone"))
    assert s.bodies == ()
    assert s.down == 1.0


@pytest.mark.parametrize("away, age, fighting", [(199.0, 0, True), (201.0, 0, False), (10.0, 1, False)])
def test_troops_near_an_enemy_in_sight_are_in_the_fight(away, age, fighting):
    foe = Foe("x", "foot", 500.0, (0.0, away), 180.0, 1.0, age)
    (body,) = read(SOLDIER, enemies=(foe,)).bodies
    assert body.fighting is fighting


def listed(name: str, x: float, **more) -> Unit:
    return Unit(name, f"Battalion {name}", "infantry", "nowhere", 500, "trained", (x, 0), 0, "line", **more)


def test_units_of_a_brigade_that_stand_together_are_grouped_few_at_a_time():
    members = [
        Member(listed(name, x), "B", "foot", ("brigadier", "general"))
        for name, x in zip("abcd", (0, 100, 200, 900), strict=True)
    ]
    members[1] = replace(members[1], leaders=("general",))
    groups = grouped(members, most=2, apart=150)
    assert [group.units for group in groups] == [("a", "b"), ("c",), ("d",)]
    assert [group.leaders for group in groups] == [("general",), ("brigadier", "general"), ("brigadier", "general")]
    assert groups[0].name == "Battalion a and 1 more of B"


def test_sorts_stay_apart_and_guns_alone():
    loose = [Member(listed("a", 0), "B", "foot"), Member(listed("b", 10), "B", "foot", sort="loose")]
    guns = [Member(listed("g", 20), "B", "guns"), Member(listed("h", 30), "B", "guns")]
    assert [group.units for group in grouped([*loose, *guns], most=4, apart=150)] == [("a",), ("b",), ("g",), ("h",)]
