"""Bodies, distances, zones and sight, kept up to date as units move."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace
from tin_table import INCH, table, tin, woods

from grognard.ground.relations import Zone, gap
from grognard.ground.units import point, to_sub


def test_distances_are_in_the_rules_measure_and_a_fraction_counts_as_the_next():
    b = table(tin("n1", 500, 620, 180), tin("s1", 500, 500), tin("s2", 500, 400))
    assert b.survey.gap("n1", "s1") == to_sub(120)
    assert b.survey.distance("n1", "s1") == 12
    b.sets("n1", position=point(500, 620.5))
    assert b.survey.distance("n1", "s1") == 13
    assert b.survey.distance_to("s1", point(500, 531)) == 4
    assert b.survey.gaps("s1") == {"n1": to_sub(120.5), "s2": to_sub(80)}
    assert b.survey.gaps("s1", within=to_sub(80)) == {"s2": to_sub(80)}


def test_who_is_around():
    b = table(tin("n1", 500, 620, 180), tin("n2", 700, 620, 180), tin("s1", 500, 500), tin("s2", 610, 500))
    assert b.survey.nearest_enemy("s1") == ("n1", 12)
    assert b.survey.enemies_within("s1", 12) == ["n1"]
    assert b.survey.enemies_within("s1", 11.9) == []
    assert b.survey.friends_within("s1", 1) == ["s2"]
    assert sorted(b.survey.around("s1", within=12)) == [(1, "s2", True), (12, "n1", True)]
    assert b.survey.nearest_enemy(b.on_table("north")[0].id)[0] in {"s1", "s2"}
    for foe in ("n1", "n2"):
        b.sets(foe, where="away")
    assert b.survey.nearest_enemy("s1") == ("", b.survey.rules.far)


def test_who_is_near_is_the_same_whatever_was_asked_before():
    pieces = [
        tin(f"{side[0]}{i}", 100 + 170 * i, y, 0) for side, y in (("south", 400), ("north", 520)) for i in range(8)
    ]
    b, dice = table(*pieces), random.Random(2)
    for _ in range(60):
        unit, inches = dice.choice(pieces).id, dice.choice((0, 3, 7, 10, 12, 40, 90, 200))
        fresh = table(*b.units.values())
        assert b.survey.enemies_within(unit, inches) == fresh.survey.enemies_within(unit, inches)
        assert b.survey.friends_within(unit, inches) == fresh.survey.friends_within(unit, inches)
        near = b.survey.gaps(unit, within=inches * INCH)
        assert list(near.items()) == [each for each in fresh.survey.gaps(unit).items() if each[1] <= inches * INCH]
        if dice.random() < 0.3:
            b.sets(unit, position=point(dice.randrange(100, 1500), dice.randrange(300, 700)))


def test_zones_and_hands():
    b = table(tin("s1", 500, 500), tin("n1", 500, 700), tin("n2", 700, 490), tin("n3", 300, 490), tin("n4", 500, 300))
    assert [b.survey.zone("s1", each) for each in ("n1", "n2", "n3", "n4")] == ["front", "flank", "flank", "rear"]
    assert (b.survey.hand("s1", "n2"), b.survey.hand("s1", "n3")) == ("right", "left")
    b.sets("s1", formation="square")
    assert b.survey.zone("s1", "n4") == "front"


def test_rules_may_tell_zones_in_a_way_of_their_own(monkeypatch):
    b = table(tin("s1", 500, 500), tin("n1", 500, 700))
    monkeypatch.setattr(b.survey.rules, "zone", lambda of, other: Zone.REAR)
    assert b.survey.zone("s1", "n1") == "rear"


def test_woods_hide_but_not_from_those_in_contact():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500), features=(woods(0, 600, 2000, 700),))
    assert not b.survey.sees("s1", "n1")
    assert not b.survey.point_sees(point(500, 500), "n1")
    assert b.survey.point_sees(point(500, 750), "n1")
    b.sets("n1", position=point(500, 660))
    b.sets("s1", position=point(500, 650))
    assert b.survey.sees("s1", "n1")


def test_haze_limits_sight():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500))
    assert b.survey.sees("s1", "n1")
    b.says(haze=29)
    assert not b.survey.sees("s1", "n1")
    assert not b.survey.point_sees(point(500, 500), "n1")
    b.says(haze=30)
    assert b.survey.sees("s1", "n1")
    assert b.survey.point_sees(point(500, 500), "n1")


@pytest.mark.parametrize("formation, hidden", [("line", True), ("open", False)])
def test_troops_hide_what_is_behind_them_where_the_rules_say_so(formation, hidden):
    pieces = tin("s1", 500, 500), tin("s2", 500, 600, formation=formation), tin("n1", 500, 800, 180)
    assert table(*pieces).survey.sees("s1", "n1")
    b = table(*pieces, solid=True)
    assert b.survey.sees("s1", "n1") is not hidden
    assert b.survey.point_sees(point(500, 500), "n1") is not hidden
    assert b.survey.point_sees(point(500, 700), "n1")
    b.sets("s2", position=point(900, 600))
    assert b.survey.sees("s1", "n1")
    b.sets("s2", position=point(500, 600), formation="line")
    assert not b.survey.sees("s1", "n1")


def test_bodies_are_made_anew_only_when_something_they_depend_on_changes():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500))
    b.survey.distance("n1", "s1")
    made = b.bodies_made
    b.sets("n1", masked=True)
    b.survey.distance("n1", "s1")
    assert b.bodies_made == made
    b.sets("n1", heading=90)
    b.survey.distance("n1", "s1")
    assert b.bodies_made == made + 1


def test_supposing_a_unit_elsewhere_leaves_no_trace():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500))
    before = b.survey.distance("n1", "s1")
    with b.survey.supposing(replace(b.unit("s1"), position=point(500, 700))):
        assert b.survey.distance("n1", "s1") == 10
        assert b.survey.middle("s1") == point(500, 690)
    assert b.survey.distance("n1", "s1") == before
    assert b.unit("s1").position == point(500, 500)


def test_after_supposing_what_was_measured_before_holds_again():
    b = table(tin("n1", 500, 800, 180), tin("n2", 900, 700, 180), tin("s1", 500, 500), tin("s2", 900, 500))
    before, near = b.survey.standing, b.survey.enemies_within("s1", 40)
    assert (near, b.survey.nearest_enemy("s1")) == (["n1", "n2"], ("n1", 30))
    with b.survey.supposing(replace(b.unit("s1"), position=point(900, 650))):
        assert b.survey.standing is not before
        assert b.survey.nearest_enemy("s1") == ("n2", 5)
        supposed = b.survey.standing
        with b.survey.supposing(replace(b.unit("n2"), position=point(100, 100))):
            assert b.survey.nearest_enemy("s1")[0] == "n1"
        assert b.survey.standing is supposed
        assert b.survey.enemies_within("s1", 5) == ["n2"]
    assert b.survey.standing is before
    assert (b.survey.enemies_within("s1", 40), b.survey.nearest_enemy("s1")) == (near, ("n1", 30))
    assert b.survey.gaps("s2") == table(*b.units.values()).survey.gaps("s2")


def test_to_suppose_a_unit_where_it_stands_moves_nobody():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500))
    before = b.survey.standing
    with b.survey.supposing(b.unit("s1")):
        assert b.survey.standing is before
        assert b.survey.nearest_enemy("s1") == ("n1", 30)


@pytest.mark.parametrize("solid", [False, True])
def test_all_pairs_stay_right_through_any_moves(solid):
    dice = random.Random(3)
    names = [f"{side}{i}" for side in "ns" for i in range(1, 7)]

    def somewhere():
        return point(dice.randrange(200, 1800), dice.randrange(200, 1800))

    wood = (woods(600, 600, 1200, 900),)
    b = table(*(replace(tin(each, 0, 0), position=somewhere()) for each in names), features=wood, solid=solid)
    for _ in range(40):
        for each in dice.sample(names, dice.randrange(1, 5)):
            where = dice.choice(["table"] * 6 + ["away"])
            b.sets(each, position=somewhere(), heading=dice.randrange(360), where=where)
        fresh = table(*b.world.units.values(), features=wood, solid=solid)
        here = [unit.id for unit in b.on_table()]
        for one in here:
            assert b.survey.gaps(one) == fresh.survey.gaps(one)
            for other in here:
                if one != other:
                    assert b.survey.gap(one, other) == gap(b.survey.body(one).parts, b.survey.body(other).parts)
                    assert b.survey.sees(one, other) == fresh.survey.sees(one, other)
                    assert b.survey.zone(one, other) == fresh.survey.zone(one, other)


def test_another_world_is_surveyed_anew():
    b = table(tin("n1", 500, 800, 180), tin("s1", 500, 500))
    assert b.survey.gap("n1", "s1") == 30 * INCH
    b.restarted(table(tin("n1", 500, 700, 180), tin("s1", 500, 500)).world)
    assert b.survey.gap("n1", "s1") == 20 * INCH
