"""Buildings and works: who goes in and comes out, what it costs, and lying down."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.ground.units import SUB, to_sub
from grognard.systems.cold_steel.orders import judging, options, specials
from grognard.systems.cold_steel.phases import movement
from grognard.systems.cold_steel.phases.end_of_turn import clean_up
from grognard.systems.cold_steel.staging import RED, run, stage, unit
from grognard.systems.cold_steel.table.ground.cover import cover_against, cover_at
from grognard.systems.cold_steel.table.state import Doings, FormationChit, Order, PlainChit, Straight, Structure

from ..ground import area

FAR_FOE = unit("r", RED, at=(2800, 2900), facing=180)


def played(order: Order, feature: Any, given: Any = None, state: Any = None) -> Any:
    b = stage(
        unit("a", **{"at": (500, 500), **(given or {})}),
        FAR_FOE,
        features=[feature],
        phase="movement",
        state={"a": {"order": order, **(state or {})}},
    )
    run(movement.play(b))
    return b


def next_turn(b: Any) -> None:
    clean_up.tidy(b)
    b.world.turn += 1
    b.world.units["a"] = replace(b.unit("a"), now=Doings(), order=b.unit("a").order or Order())
    run(movement.play(b))


@pytest.mark.rule("CS-3.3.2.3ac", "CS-6.2h")
@pytest.mark.parametrize("kind, markers", [("building", 1), ("village", 1), ("light_works", 0)])
def test_foot_beside_a_place_goes_in_and_buildings_cost_passing_disorder(kind, markers):
    b = played(Order(special=PlainChit("occupy")), area(kind, 400, 515, 600, 640))
    now = b.unit("a")
    assert now.formation == "garrison"
    assert cover_at(b, b.survey.middle("a")) == {"light_works"}
    assert (now.disorder, now.passing_disorder) == (markers, markers)
    next_turn(b)
    clean_up.tidy(b)
    assert b.unit("a").disorder == 0


@pytest.mark.rule("CS-3.3.2.3ac")
@pytest.mark.parametrize("south, legal", [(520, True), (521, False)])
def test_occupying_takes_contact(south, legal):
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[area("medium_works", 400, south, 600, 640)])
    refused = judging.judge_order(b, "a", Order(special=PlainChit("occupy")))
    assert (refused is None) == legal
    assert ("occupy" in options.order_option(b, "a").fields["special"].values) == legal
    if not legal:
        assert refused.rule == "CS-3.3.2.3ac"


@pytest.mark.rule("CS-3.3.2.3ac")
def test_horse_guns_and_other_chits_stay_out():
    village = area("village", 400, 400, 600, 640)
    horse = unit("a", at=(500, 500), arm="light_cavalry", men=240, squadrons=2)
    for made, order in (
        (horse, Order(special=PlainChit("occupy"))),
        (unit("a", at=(500, 500)), Order(formation=FormationChit("open_order"), special=PlainChit("occupy"))),
        (unit("a", at=(500, 500), formation="garrison"), Order(special=PlainChit("occupy"))),
    ):
        b = stage(made, FAR_FOE, features=[village])
        assert judging.judge_order(b, "a", order).rule == "CS-3.3.2.3ac"


@pytest.mark.rule("CS-3.3.2.3ac")
def test_ruins_are_not_occupied():
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[area("building", 400, 400, 600, 640, name="Mill")])
    assert judging.judge_order(b, "a", Order(special=PlainChit("occupy"))) is None
    b.world.structures["Mill"] = Structure("Mill", burnt=1)
    assert judging.judge_order(b, "a", Order(special=PlainChit("occupy"))).rule == "CS-3.3.2.3ac"


@pytest.mark.rule("CS-3.3.2.3ac")
def test_a_building_is_left_with_a_formation_chit_only_works_without():
    garrison = {"at": (500, 500), "formation": "garrison"}
    b = stage(unit("a", **garrison), FAR_FOE, features=[area("village", 400, 400, 600, 640)])
    assert judging.judge_order(b, "a", Order(special=PlainChit("leave"))).rule == "CS-3.3.2.3ac"
    assert judging.judge_order(b, "a", Order(formation=FormationChit("line"), special=PlainChit("leave"))) is None
    assert judging.judge_order(b, "a", Order(Straight())).rule == "CS-3.3.2.3ac"
    assert judging.judge_order(b, "a", Order(Straight(), formation=FormationChit("line"))) is None
    assert "leave" in options.order_option(b, "a").fields["special"].values
    b = stage(unit("a", **garrison), FAR_FOE, features=[area("heavy_works", 400, 400, 600, 640)])
    assert judging.judge_order(b, "a", Order(special=PlainChit("leave"))) is None
    assert judging.judge_order(b, "a", Order(Straight())).rule == "CS-3.3.2.3ac"
    leave, line = PlainChit("leave"), FormationChit("line")
    assert judging.judge_order(b, "a", Order(Straight(), line, special=leave)).rule == "CS-3.2m"
    b = stage(unit("a", at=(500, 500)), FAR_FOE, features=[area("village", 400, 400, 600, 640)])
    loose = FormationChit("open_order")
    assert judging.judge_order(b, "a", Order(formation=loose, special=leave)).rule == "CS-3.3.2.3ac"


@pytest.mark.rule("CS-3.3.2.3ac", "CS-6.2h")
def test_who_leaves_a_building_forms_up_with_passing_disorder():
    order, given = Order(formation=FormationChit("open_order"), special=PlainChit("leave")), {"formation": "garrison"}
    b = played(order, area("village", 400, 400, 600, 640), given)
    now = b.unit("a")
    assert (now.formation, now.disorder, now.passing_disorder) == ("open_order", 1, 1)
    assert specials.of(order).done(b, now, order)
    b = played(Order(special=PlainChit("leave")), area("light_works", 400, 400, 600, 640), given)
    assert (b.unit("a").formation, b.unit("a").disorder) == ("open_order", 0)


@pytest.mark.rule("CS-6.2h")
def test_who_marches_off_from_a_building_has_twenty_paces_less():
    order = Order(Straight(), formation=FormationChit("open_order"))
    works = played(order, area("light_works", 400, 400, 600, 505), {"formation": "garrison"})
    house = played(order, area("village", 400, 400, 600, 505), {"formation": "garrison"})
    assert (works.unit("a").position[1] - house.unit("a").position[1]) == to_sub(20)
    assert house.unit("a").passing_disorder == 1
    assert works.unit("a").passing_disorder == 0


@pytest.mark.rule("CS-6.2f", "CS-6.2g")
@pytest.mark.parametrize("density, formation, goes, markers", [
    ("sparse", "line", True, 1), ("sparse", "open_order", True, 0), ("sparse", "march_column", True, 0),
    ("dense", "line", False, 0), ("dense", "open_order", True, 1), ("dense", "march_column", True, 1),
])  # fmt: skip
def test_moving_through_a_built_area(density, formation, goes, markers):
    village = area("village", 300, 505, 700, 1200, density=density)
    b = played(Order(Straight()), village, {"formation": formation, "men": 240})
    now = b.unit("a")
    assert (now.position[1] > 510 * SUB) == goes
    assert now.disorder == markers
    still = played(Order(), area("village", 300, 300, 700, 1200, density=density), {"formation": formation, "men": 240})
    assert still.unit("a").disorder == 0


@pytest.mark.rule("CS-3.3.2.3ab")
def test_who_lies_down_is_in_light_cover_and_stays_where_he_is():
    b = stage(unit("a", at=(500, 500)), FAR_FOE, state={"a": {"prone": True}})
    assert cover_against(b, "a", (to_sub(500), to_sub(900))) == {"light_cover"}
    for order in (Order(Straight()), Order(formation=FormationChit("open_order")), Order(special=PlainChit("reform"))):
        assert judging.judge_order(b, "a", order).rule == "CS-3.3.2.3ab"
    b.world.units["a"] = replace(b.unit("a"), order=Order(Straight()))
    run(movement.play(b))
    assert b.unit("a").position == (500 * SUB, 500 * SUB)
