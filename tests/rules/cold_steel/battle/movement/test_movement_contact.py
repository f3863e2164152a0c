"""The movement phase: enemies who close with each other, friends who run into each other."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.battle.decisions import Answer
from grognard.ground.units import SUB, to_sub
from grognard.systems.cold_steel.invariants import broken
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.phases.movement import plan
from grognard.systems.cold_steel.seat import previews
from grognard.systems.cold_steel.staging import RED, events, run, stage, told, unit
from grognard.systems.cold_steel.table.state import Attack, FormationChit, Order, Straight, Wheel

from ..marching import play

CHARGE = Order(Straight(gait="quick"), combat=Attack())
ADVANCE = Order(Straight(gait="quick"))


def foe(at: tuple[float, float] = (500, 600), name: str = "r", **more: Any) -> Any:
    return unit(name, RED, at=at, facing=more.pop("facing", 180), **more)


def y(b: Any, name: str = "a") -> float:
    return b.unit(name).position[1] / SUB


# -- the enemy


@pytest.mark.rule("CS-3.2m")
@pytest.mark.parametrize("order, paces", [(CHARGE, 20), (ADVANCE, 21)])
def test_who_may_attack_enters_close_range_and_who_may_not_stops_a_pace_short(order, paces):
    b = play(unit("a", at=(500, 500)), foe(), orders={"a": order})
    assert b.survey.distance("a", "r") == paces
    assert b.unit("a").now.came_into == (("r",) if order.attacks else ())


@pytest.mark.rule("CS-3.2m")
def test_without_an_attack_nobody_steps_into_close_range_from_just_outside():
    b = play(unit("a", at=(500, 500)), foe((500, 521)), orders={"a": ADVANCE})
    assert y(b) == 500
    away = play(unit("a", at=(500, 500)), foe((500, 521)), orders={"a": Order(Straight("backward"))})
    assert y(away) == 380


@pytest.mark.rule("CS-2e", "CS-A.1e")
def test_two_attackers_meet_half_way():
    b = play(unit("a", at=(500, 500)), foe((500, 700)), orders={"a": CHARGE, "r": CHARGE})
    assert y(b) == pytest.approx(590, abs=1)
    assert y(b, "r") == pytest.approx(610, abs=1)
    assert b.unit("a").now.came_into == ("r",)
    assert b.unit("r").now.came_into == ("a",)


@pytest.mark.rule("CS-2e")
def test_the_faster_of_two_attackers_covers_more_of_the_ground():
    horse = unit("a", at=(500, 500), arm="heavy_cavalry", men=300)
    b = play(
        horse,
        foe((500, 800)),
        orders={"a": Order(Straight(gait="double"), combat=Attack()), "r": Order(Straight(), combat=Attack())},
    )
    assert y(b) - 500 == pytest.approx((800 - y(b, "r")) * 400 / 120, rel=0.05)


@pytest.mark.rule("CS-2e")
def test_an_attacker_brings_a_marching_enemy_to_a_stand():
    b = play(unit("a", at=(500, 500)), foe((500, 620)), orders={"a": CHARGE, "r": Order(Straight())})
    assert b.survey.distance("a", "r") == 20
    assert "a closes with r" in told(b)


@pytest.mark.rule("CS-9.2.3b")
def test_who_begins_the_phase_in_close_range_stays_there():
    b = play(unit("a", at=(500, 500)), foe((500, 515)), orders={"a": Order(Straight("backward"))})
    assert y(b) == 500
    assert b.unit("a").now.engaged
    free = play(
        unit("a", at=(500, 500)),
        foe((500, 515)),
        orders={"a": Order(Straight("backward"))},
        state={"r": {"status": "routed"}},
    )
    assert not free.unit("a").now.engaged
    assert y(free) == 380


@pytest.mark.rule("CS-9.2.3b", "CS-9.2.3c")
def test_a_battalion_joins_a_combat_on_the_flank_of_the_enemy():
    locked = {"a": {"melee": ("r",)}, "r": {"melee": ("a",)}}
    flank = unit("f", at=(680, 610), facing=270, men=240)
    b = play(
        unit("a", at=(500, 500)),
        foe((500, 515)),
        flank,
        orders={"f": Order(Straight(), combat=Attack("r"))},
        state=locked,
    )
    assert b.survey.distance("f", "r") > 20  # it passes behind the enemy's line, out of reach
    flank = unit("f", at=(680, 518), facing=270, men=240)
    b = play(
        unit("a", at=(500, 500)),
        foe((500, 515)),
        flank,
        orders={"f": Order(Straight(), combat=Attack("r"))},
        state=locked,
    )
    assert b.survey.distance("f", "r") == 20
    assert b.survey.zone("r", "f") == "flank"
    assert "r" in b.unit("f").now.came_into


@pytest.mark.rule("CS-9.2.3b")
def test_who_is_engaged_with_one_enemy_cannot_join_against_another():
    b = play(
        unit("a", at=(500, 500)),
        foe((500, 515)),
        unit("f", at=(800, 500)),
        foe((800, 515), "q"),
        orders={"f": Order(Wheel(-80), combat=Attack("r"))},
        state={"a": {"melee": ("r",)}, "r": {"melee": ("a",)}},
    )
    assert b.unit("f").position == (800 * SUB, 500 * SUB)


def squadrons(name: str, at: tuple[float, float], **more: Any) -> Any:
    return unit(name, at=at, arm="heavy_cavalry", men=160, squadrons=1, **more)


@pytest.mark.rule("CS-9.2.3d")
@pytest.mark.parametrize("place, joins", [((800, 470), True), ((800, 560), False)])
def test_cavalry_may_wheel_to_a_right_angle_to_join_a_melee(place, joins):
    """The enemy is a little before its flank, or a little behind it."""
    b = play(
        unit("a", at=(500, 500), men=240),
        foe((500, 515), men=240),
        squadrons("h", place),
        orders={"h": Order(Straight(gait="double"), combat=Attack("r"))},
        state={"a": {"melee": ("r",)}, "r": {"melee": ("a",)}},
    )
    assert (b.unit("h").heading != 0) == joins
    assert ("r" in b.unit("h").now.came_into) == joins


@pytest.mark.rule("CS-9.2.3e")
def test_cavalry_comes_up_behind_cavalry_in_a_melee_without_disorder():
    b = play(
        squadrons("front", (500, 500)),
        squadrons("second", (500, 380)),
        unit("r", RED, at=(500, 515), facing=180, arm="heavy_cavalry", men=160, squadrons=1),
        orders={"second": Order(Straight(gait="double"), combat=Attack("r"))},
        state={"front": {"melee": ("r",)}, "r": {"melee": ("front",)}},
    )
    assert b.survey.distance("second", "front") <= 3
    assert b.unit("second").now.came_into == ("r",)
    assert b.unit("second").disorder == b.unit("front").disorder == 0


@pytest.mark.rule("CS-9.2.3e")
def test_foot_in_the_melee_cannot_be_reinforced_through():
    b = play(
        unit("front", at=(500, 500), formation="double_line"),
        squadrons("second", (500, 380)),
        foe((500, 515)),
        orders={"second": Order(Straight(gait="double"), combat=Attack("r"))},
        state={"front": {"melee": ("r",)}, "r": {"melee": ("front",)}},
    )
    assert b.unit("second").now.came_into == ()


@pytest.mark.rule("CS-5.2.3a")
def test_wavering_troops_do_not_advance_on_the_enemy_they_see():
    waver = {"a": {"status": "wavering"}}
    assert y(play(unit("a", at=(500, 500)), foe(), orders={"a": ADVANCE}, state=waver)) == 500
    assert y(play(unit("a", at=(500, 500)), foe(), orders={"a": Order(Straight("backward"))}, state=waver)) == 380
    column = Order(formation=FormationChit("column_of_divisions"))
    b = play(unit("a", at=(500, 500)), foe(), orders={"a": column}, state=waver)
    assert b.unit("a").formation == "column_of_divisions"


@pytest.mark.rule("CS-5.2.3a")
def test_an_enemy_out_of_sight_does_not_hold_wavering_troops():
    ring = [[300, 900], [700, 900], [700, 1200], [300, 1200], [300, 900]]
    town = {
        "type": "Feature",
        "properties": {"kind": "town"},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }
    b = play(
        unit("a", at=(500, 500)),
        foe((500, 1500)),
        orders={"a": ADVANCE},
        state={"a": {"status": "wavering"}},
        features=[town],
    )
    assert y(b) == 680


# -- friends


COLUMN = {"formation": "column_of_divisions", "interval": "closed", "men": 300}
FAR_FOE = foe((2800, 2900))


@pytest.mark.rule("CS-6.8")
def test_a_line_that_marches_through_a_line_disorders_both():
    b = play(unit("a", at=(500, 500)), unit("b", at=(500, 520)), FAR_FOE, orders={"a": ADVANCE})
    assert y(b) == 680
    assert b.unit("a").disorder == b.unit("b").disorder == 2
    assert b.unit("a").now.met == ("b",)
    assert b.unit("b").now.met == ("a",)
    assert len(events(b, "ran_through")) == 1


@pytest.mark.rule("CS-6.8")
def test_two_friends_in_the_way_cost_two_markers_each():
    others = (unit("b", at=(460, 520), men=120), unit("c", at=(540, 520), men=120))
    b = play(unit("a", at=(500, 500)), *others, FAR_FOE, orders={"a": ADVANCE})
    assert (b.unit("a").disorder, b.unit("b").disorder, b.unit("c").disorder) == (4, 2, 2)


@pytest.mark.rule("CS-6.8")
@pytest.mark.parametrize(
    "more, state",
    [({"formation": "open_order"}, {}), ({"formation": "extended_order"}, {}), ({"arm": "irregular"}, {})],
)
def test_loose_troops_are_passed_through_without_harm(more, state):
    b = play(unit("a", at=(500, 500)), unit("b", at=(500, 530), **more), FAR_FOE, orders={"a": ADVANCE}, state=state)
    assert y(b) == 680
    assert b.unit("a").disorder == b.unit("b").disorder == 0


@pytest.mark.rule("CS-6.8", "CS-5.2.3c")
def test_runaways_pass_through_a_line_without_harm():
    b = play(unit("a", at=(500, 500)), unit("b", at=(500, 440)), foe((500, 700)), state={"a": {"status": "routed"}})
    assert y(b) < 440
    assert b.unit("b").disorder == 0


@pytest.mark.rule("CS-6.8")
def test_neighbours_dressed_edge_to_edge_do_not_disorder_each_other():
    b = play(unit("a", at=(500, 500)), unit("b", at=(620, 500)), FAR_FOE, orders={"a": ADVANCE})
    assert y(b) == 680
    assert b.unit("a").disorder == b.unit("b").disorder == 0


@pytest.mark.rule("CS-6.8")
def test_a_column_that_follows_another_runs_into_nobody():
    order = Order(Straight())
    b = play(
        unit("a", at=(500, 480), **COLUMN),
        unit("b", at=(500, 540), **COLUMN),
        FAR_FOE,
        orders={"a": order, "b": order},
    )
    assert (y(b), y(b, "b")) == (600, 660)
    assert b.unit("a").disorder == b.unit("b").disorder == 0


@pytest.mark.rule("CS-6.8")
def test_who_cannot_get_clear_of_a_friend_stops_short_of_him():
    b = play(unit("a", at=(500, 500)), unit("b", at=(500, 690)), FAR_FOE, orders={"a": ADVANCE})
    assert 660 <= y(b) <= 690
    assert b.survey.distance("a", "b") <= 12
    assert b.unit("a").disorder == b.unit("b").disorder == 0


def hemmed_in(formation: Any) -> Any:
    """A column among others that stand close on both sides."""
    walls = [unit(f"w{i}", at=(388 + 25 * i, 490), facing=90, men=1200) for i in range(10)]
    return play(
        unit("a", at=(500, 512), formation="column_of_companies", men=360),
        *walls,
        FAR_FOE,
        orders={"a": Order(formation=FormationChit(formation))},
    )


@pytest.mark.rule("CS-6.8")
def test_a_square_formed_in_the_midst_of_friends_disorders_all_of_them():
    b = hemmed_in("open_square")
    assert b.unit("a").formation == "open_square"
    hit = [f"w{i}" for i in range(10) if b.unit(f"w{i}").disorder]
    assert hit
    assert b.unit("a").disorder == 2 * len(hit)


@pytest.mark.rule("CS-6.8")
def test_a_line_formed_in_the_midst_of_friends_disorders_all_of_them():
    b = hemmed_in("line")
    assert b.unit("a").formation == "line"
    hit = [f"w{i}" for i in range(10) if b.unit(f"w{i}").disorder]
    assert len(hit) > 1
    assert {b.unit(each).disorder for each in hit} == {2}
    assert b.unit("a").disorder == 2 * len(hit)


def deploys_beside(x: float) -> Any:
    """A column of divisions forms a line of 120 paces beside another line of that width."""
    return play(
        unit("a", at=(500, 500), formation="column_of_divisions", men=480),
        unit("b", at=(x, 500)),
        FAR_FOE,
        orders={"a": Order(formation=FormationChit("line"))},
    )


@pytest.mark.rule("CS-6.8")
@pytest.mark.parametrize("x, markers", [(610, 2), (640, 0)])
def test_a_column_that_has_no_room_to_deploy_runs_into_its_neighbour(x, markers):
    b = deploys_beside(x)
    assert b.unit("a").formation == "line"
    assert b.unit("a").disorder == b.unit("b").disorder == markers
    assert b.unit("b").now.met == (("a",) if markers else ())
    assert len(events(b, "ran_through")) == bool(markers)
    assert broken(b) == []
    if not markers:
        assert b.unit("a").position == (to_sub(500), to_sub(500))


@pytest.mark.rule("CS-6.8")
def test_whoever_orders_a_line_is_shown_whom_it_runs_into():
    b = stage(
        unit("a", at=(500, 500), formation="column_of_divisions", men=480),
        unit("b", at=(610, 500)),
        FAR_FOE,
        phase="command",
    )
    seen = plan(b, "a", Order(formation=FormationChit("line")))
    assert seen.among == ("b",)
    assert seen.disorder == deploys_beside(610).unit("a").disorder == 2
    values = {"unit": "a", "formation": "line"}
    shown = previews.preview(b, b.seat_of("a"), Answer(b.seat_of("a"), "command", "order", values))
    assert [(each.rule, each.value) for each in shown.units[0].penalties] == [("CS-6.8", 2)]
    assert "a has no room here: it runs into b as it forms, and both lose order" in shown.notes


# -- forming before the enemy


AHEAD = foe((570, 510), men=120, formation="column_of_companies", interval="closed")
"""An enemy before what is to be the right wing of a line."""
ASIDE = foe((570, 470), facing=270)
"""A line to the right of it."""


def deploying(enemy: Any, order: Order | None = None) -> Any:
    """A column at (500, 500) that is told to form a line of 120 paces."""
    given = unit("a", at=(500, 500), formation="column_of_divisions", men=480)
    order = order or Order(formation=FormationChit("line"))
    return stage(given, enemy, state={"a": {"order": order}}, phase="movement")


def deployed(enemy: Any, order: Order | None = None) -> Any:
    b = deploying(enemy, order)
    run(movement.play(b))
    return b


@pytest.mark.rule("CS-3.2m")
def test_forming_line_does_not_carry_a_unit_into_p3():
    b = deployed(AHEAD)
    assert b.unit("a").formation == "line"
    assert 21 <= b.survey.distance("a", "r") <= 25
    x, y = b.unit("a").position
    assert x == to_sub(500)
    assert to_sub(460) <= y < to_sub(500)  # on the ground that its rear divisions stood on


@pytest.mark.rule("CS-3.2m")
def test_an_attack_chit_lets_it_form_into_p3():
    b = deployed(AHEAD, Order(formation=FormationChit("line"), combat=Attack("r")))
    assert b.unit("a").formation == "line"
    assert b.unit("a").position == (to_sub(500), to_sub(500))
    assert b.survey.distance("a", "r") <= 20


@pytest.mark.rule("CS-3.2m", "CS-A.1d")
def test_where_the_enemy_is_too_near_for_a_line_the_column_waits():
    b = deployed(ASIDE)
    assert b.unit("a").formation == "column_of_divisions"
    assert b.unit("a").forming.to == "line"
    assert "a is too near the enemy to form line" in told(b)


@pytest.mark.rule("CS-3.2m")
@pytest.mark.parametrize("enemy", [AHEAD, ASIDE])
def test_what_is_shown_of_forming_before_the_enemy_is_what_happens(enemy):
    shown, after = plan(deploying(enemy), "a", Order(formation=FormationChit("line"))), deployed(enemy).unit("a")
    assert (shown.places[-1].position, shown.formation) == (after.position, after.formation)
    assert shown.too_near == (after.formation != "line")
