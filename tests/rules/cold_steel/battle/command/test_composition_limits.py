"""What units made up anew may not do: come together across the table, take ground that is taken, forget what they were
held to, or tell where a hidden enemy stands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.ground.units import SUB
from grognard.systems.cold_steel.composition import joining, wings
from grognard.systems.cold_steel.orders import judging
from grognard.systems.cold_steel.staging import RED, events, stage, unit
from grognard.systems.cold_steel.staging import told as words
from grognard.systems.cold_steel.table.raised import counted
from grognard.systems.cold_steel.table.state import FormationChit, Order, TakePlace, Wing

from ..hiding import wood
from .test_composition import field, foot, refused, told

COMPANIES = {"nation": "french", "companies": 6, "men": 480}


def battalions(names: str, **more: Any) -> Any:
    """Battalions with elite companies side by side."""
    return field(*(foot(name, (500 + 130 * i, 500), **COMPANIES) for i, name in enumerate(names)), **more)


def elites_of(b: Any) -> str:
    """The converged battalion."""
    return next(each.id for each in b.on_table("blue") if "+" in each.id)


def moved(b: Any, name: str, **fields: Any) -> None:
    """A unit is otherwise than it was."""
    b.world.units[name] = replace(b.unit(name), **fields)
    b.restarted(b.world)
    b.knowledge.look()


# -- coming back


@pytest.mark.rule("CS-3.3.2.3e", "CS-3.3.2.3i")
def test_elites_go_back_only_to_parents_beside_them() -> None:
    b = battalions("ab")
    told(b, "a", special="converge", others=("b",))
    new = elites_of(b)
    assert refused(b, new, special="regroup", formation="line") == ""
    moved(b, new, position=(1500 * SUB, 1500 * SUB))
    assert refused(b, new, special="regroup", formation="line") == "CS-3.3.2.3i"


@pytest.mark.rule("CS-3.3.2.3e", "CS-3.3.2.3i")
def test_elites_whose_parent_is_gone_stay_together() -> None:
    b = battalions("ab")
    told(b, "a", special="converge", others=("b",))
    moved(b, "b", where="lost", how="dispersed")
    assert refused(b, elites_of(b), special="regroup", formation="line") == "CS-3.3.2.3i"


@pytest.mark.rule("CS-3.3.2.3e", "CS-3.3.2.3i")
def test_a_battalion_has_its_elites_back_while_other_companies_are_still_away() -> None:
    b = battalions("ab")
    rating = b.entry("a").rated.morale_rating
    told(b, "a", special="converge", others=("b",))
    elites = elites_of(b)
    told(b, "b", special="detach", companies=2)
    away = next(each.id for each in b.on_table("blue") if b.world.raised.get(each.id) and b.world.raised[each.id].of)
    moved(b, "b", position=(600 * SUB, 500 * SUB))  # its line is shorter now: it closes up
    told(b, elites, special="regroup", formation="line")
    assert (b.entry("a"), b.entry("b").rated.morale_rating) == (b.roster.units["a"], rating)
    assert b.entry("b").unit.companies == 4
    moved(b, away, position=(600 * SUB, 460 * SUB))
    told(b, away, special="regroup", formation="line")
    assert (b.entry("b"), b.unit("b").figures) == (b.roster.units["b"], 24)
    assert counted(b)["b"] == (24, 0)


@pytest.mark.rule("CS-3.3.2.3i")
def test_a_battery_has_one_section_back_while_another_is_still_away() -> None:
    """The section that was joined with another battery goes back; the second stays out."""
    guns = {"arm": "foot_artillery", "men": 160, "guns": 8}
    b = field(unit("a", at=(500, 500), **guns), unit("b", at=(800, 500), **guns))
    told(b, "a", special="detach", companies=1)
    first = b.on_table("blue")[-1].id
    told(b, "a", special="detach", companies=1)
    second = next(each.id for each in b.on_table("blue") if each.id not in ("a", "b", first))
    moved(b, first, position=(700 * SUB, 500 * SUB))
    told(b, "b", special="brigade", others=(first,), formation=b.unit("b").formation)
    both = next(each.id for each in b.on_table("blue") if "+" in each.id)
    moved(b, both, position=(650 * SUB, 500 * SUB))
    whole = b.unit("a").figures
    told(b, both, special="regroup", formation=b.unit(both).formation)
    assert b.unit("a").figures == whole + 2 == b.entry("a").unit.guns + b.entry("a").unit.howitzers
    moved(b, second, position=(500 * SUB, 440 * SUB))
    told(b, second, special="regroup", formation=b.unit("a").formation)
    assert (b.entry("a"), b.unit("a").figures) == (b.roster.units["a"], whole + 4)


@pytest.mark.rule("CS-3.3.2.3i", "CS-3.3.2.3s")
def test_men_on_foot_do_not_fall_in_with_men_on_horses() -> None:
    horse = {"arm": "dragoons", "men": 480, "squadrons": 4, "formation": "line", "armament": "carbine"}
    b = field(unit("a", at=(500, 500), **horse))
    told(b, "a", special="detach", companies=1)
    small = next(each.id for each in b.on_table("blue") if each.id != "a")
    told(b, small, special="dismount", formation="line")
    moved(b, small, position=(500 * SUB, 460 * SUB))
    assert b.survey.distance(small, "a") <= joining.joined_within(b)
    assert refused(b, small, special="regroup", formation="line") == "CS-3.3.2.3i"
    told(b, small, special="remount", formation="line")
    assert refused(b, small, special="regroup", formation="line") == ""


@pytest.mark.rule("CS-3.3.2.3c", "CS-3.3.2.3i")
def test_engineers_go_along_and_come_back() -> None:
    b = field(foot("a"), foot("b", (640, 500), engineers=2))
    told(b, "a", special="brigade", others=("b",), formation="line")
    (new,) = b.on_table("blue")
    assert new.engineers == 2
    told(b, new.id, special="regroup", formation="line")
    assert {each.id: each.engineers for each in b.world.units.values() if each.side == "blue"} == {
        "a": 0,
        "b": 2,
        new.id: 0,
    }


@pytest.mark.rule("CS-3.3.2.3i")
def test_units_that_part_stand_where_they_stood_as_one() -> None:
    b = field(foot("a"), foot("b", (630, 500)))
    told(b, "a", special="brigade", others=("b",), formation="line")
    (new,) = b.on_table("blue")
    told(b, new.id, special="regroup", formation="line")
    assert [b.unit(each).position for each in "ab"] == [(500 * SUB, 500 * SUB), (630 * SUB, 500 * SUB)]


# -- what goes along


@pytest.mark.rule("CS-3.3.2.3e")
def test_converged_elites_are_as_shaken_as_the_worst_of_their_parents() -> None:
    b = battalions("ab", state={"b": {"status": "wavering", "disorder": 2}})
    told(b, "a", special="converge", others=("b",))
    new = b.unit(elites_of(b))
    assert (new.status, new.disorder) == ("wavering", 2)


@pytest.mark.rule("CS-3.3.2.3e")
def test_a_battalion_gives_no_elites_when_nobody_else_is_left() -> None:
    b = battalions("ab", state={"b": {"lost": 23}})
    assert joining.donors(b, b.unit("a")) == ()


@pytest.mark.rule("CS-3.3.2.3c", "CS-3.3.2.3i", "CS-5.6")
def test_who_must_stay_put_stays_put_however_it_is_made_up() -> None:
    b = battalions("ab", state={"a": {"held": 3}})
    told(b, "b", special="brigade", others=("a",), formation="line")
    assert b.on_table("blue")[0].held == 2
    b = battalions("a", state={"a": {"held": 3}})
    told(b, "a", special="detach", companies=2)
    assert [each.held for each in b.on_table("blue")] == [2, 2]


@pytest.mark.rule("CS-3.3.2.3c")
@pytest.mark.parametrize("gap, joins", [(60, True), (61, False)])
def test_units_within_60_paces_are_thrown_together(gap: int, joins: bool) -> None:
    b = field(foot("a"), foot("b", (700, 500)))
    apart = b.survey.distance("a", "b")
    b = field(foot("a"), foot("b", (700 + gap - apart, 500)))
    assert b.survey.distance("a", "b") == gap
    assert (refused(b, "a", special="brigade", others=("b",), formation="line") == "") is joins


@pytest.mark.rule("CS-3.3.2.3d")
def test_squadrons_are_brigaded_with_a_special_chit_alone() -> None:
    troop = {"arm": "light_cavalry", "men": 120, "squadrons": 1, "formation": "line"}
    b = field(*(unit(name, at=(500 + 120 * i, 500), **troop) for i, name in enumerate("abc")))
    assert refused(b, "b", special="brigade", others=("a", "c")) == ""
    told(b, "b", special="brigade", others=("a", "c"))
    assert len(b.on_table("blue")) == 1


# -- room


def lake(west: int, east: int) -> dict[str, Any]:
    """Water that nobody crosses, from south to north over the table."""
    corners = [[west, 0], [east, 0], [east, 3000], [west, 3000], [west, 0]]
    shape = {"type": "Polygon", "coordinates": [corners]}
    return {"type": "Feature", "properties": {"kind": "water"}, "geometry": shape}


@pytest.mark.rule("CS-3.3.2.3i")
def test_a_detachment_is_not_put_down_in_the_water_or_in_other_troops() -> None:
    b = field(foot("a", companies=6), features=[lake(575, 800)])
    told(b, "a", special="detach", companies=2)
    small = next(each for each in b.on_table("blue") if each.id != "a")
    assert small.position[0] < b.unit("a").position[0], "on its left: there is water on its right"
    b = field(foot("a", companies=6), foot("b", (370, 500)), foot("c", (500, 484)), features=[lake(575, 800)])
    told(b, "a", special="detach", companies=2)
    assert [each.id for each in b.on_table("blue")] == ["a", "b", "c"]
    assert [event.values["reason"] for event in events(b, "chit_void")] == ["there is no room for it"]
    assert any("cannot carry out" in line for line in words(b))


@pytest.mark.rule("CS-3.3.2.3v")
@pytest.mark.parametrize("right, ahead, rule", [(24, -32, ""), (20, -35, "CS-3.3.2.3v")])
def test_a_shift_aslant_is_measured_in_full(right: int, ahead: int, rule: str) -> None:
    """24 by 32 paces are 40; 20 by 35 are more, by a fraction that rounds up."""
    b = field(foot("a"), foot("b", (660, 500)))
    assert refused(b, "b", special="take_place", right=right, ahead=ahead, formation="line") == rule


@pytest.mark.rule("CS-3.3.2.3v")
def test_the_refusal_of_a_shift_does_not_tell_where_a_hidden_enemy_stands() -> None:
    """He lies in a wood, thirty paces before their front, where nobody has seen him."""
    own = foot("a", (1500, 1000)), foot("b", (1640, 1000))
    foe = unit("x", RED, at=(1640, 1030), facing=180)
    b = stage(*own, foe, size=(3000, 3000), features=[wood(1025, 1100)])
    b.knowledge.seen = {seat.id: frozenset() for seat in b.seats}
    order = Order(formation=FormationChit("line"), special=TakePlace(0, 40))
    assert judging.judge_order(b, "b", order) is None
    b.restarted(b.world)
    b.knowledge.look()
    assert "x" in b.knowledge.seen_by("blue")
    assert judging.judge_order(b, "b", order).rule == "CS-3.3.2.3v"


# -- flanks


@pytest.mark.rule("CS-3.2l")
def test_a_wheeled_flank_may_be_told_to_fall_in_again() -> None:
    b = field(foot("a", companies=6), state={"a": {"wings": (Wing("left", -45),)}})
    assert wings.judge(b, "a", Wing("left")) is None
    assert wings.judge(b, "a", Wing("right")).rule == "CS-3.2l"
    b.world.units["a"] = replace(b.unit("a"), told_wings=(Wing("left"),))
    wings.carry_out(b)
    assert b.unit("a").wings == ()


@pytest.mark.rule("CS-3.2l")
def test_broken_troops_wheel_for_nobody() -> None:
    b = field(foot("a", companies=6), state={"a": {"status": "broken"}})
    assert wings.judge(b, "a", Wing("left", -45)).rule == "CS-3.2l"


@pytest.mark.rule("CS-3.2l")
def test_the_flank_of_troops_who_run_does_not_stay_wheeled() -> None:
    b = field(foot("a", companies=6), state={"a": {"wings": (Wing("left", -45),), "status": "routed"}})
    wings.carry_out(b)
    assert b.unit("a").wings == ()
