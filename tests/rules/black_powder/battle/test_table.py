"""The table: inches, bodies, zones, woods, moves along a course."""

import pytest

from grognard.ground.units import SUB, point
from grognard.systems.black_powder.facts.backward import way_back
from grognard.systems.black_powder.facts.bearings import line_of_sight
from grognard.systems.black_powder.facts.moving import (
    contact_place,
    lay,
    moves_to_contact,
    run_up,
    stacked_place,
)
from grognard.systems.black_powder.staging import INCH, RED, stage, unit
from grognard.systems.black_powder.table import bodies
from grognard.systems.black_powder.table.ground import building_of, cover_of, in_the_open
from grognard.systems.black_powder.table.orders import Order, deeds, gun_move


def to(x: float, y: float) -> tuple[int, int]:
    return point(x * INCH, y * INCH)


def wood(kind: str, west: float, south: float, east: float, north: float) -> dict:
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {
        "type": "Feature",
        "properties": {"kind": kind, "name": kind},
        "geometry": {"type": "Polygon", "coordinates": [[[x * INCH, y * INCH] for x, y in ring]]},
    }


@pytest.mark.rule("BP-MEAS-1")
def test_the_reduced_scale_shortens_all_but_bases_and_commanders():
    two = unit("a", at=(20, 20)), unit("r", RED, at=(20, 32), facing=180)
    places = {"blue-1": (20, 0)}
    full, reduced = stage(*two, leaders=places), stage(*two, leaders=places, variants=("measuring-66",))
    assert (full.inches("a", "r"), reduced.inches("a", "r")) == (12, 18)
    assert full.survey.body("a") == reduced.survey.body("a")
    leader = "brigadier-blue-1"
    assert full.staff_inches(leader, "a") == reduced.staff_inches(leader, "a") == 18  # 20 less the depth of the line
    far = Order("move", to=to(20, 30))
    assert lay(full, "a", far, 1)[0].gone == 10 * INCH * SUB
    assert lay(reduced, "a", far, 1)[0].gone == 8 * INCH * SUB


@pytest.mark.rule("BP-BASE-1", "BP-SKIRM-3", "BP-GRANDE-2", "BP-MIXED-1", "BP-CAVF-1")
def test_bodies_are_made_of_bases():
    b = stage(unit("a", at=(20, 20)))

    def size(arm, formation, of):
        found = bodies.footprint(b.t, arm, formation, of)
        return round(found.width * 25.4 / INCH), round(found.depth * 25.4 / INCH)

    assert size("foot_artillery", "unlimbered", "standard") == (180, 80)
    assert size("foot_artillery", "unlimbered", "large") == (300, 80)
    assert size("infantry", "line", "standard") == (240, 40)
    assert size("infantry", "attack_column", "standard") == (80, 120)
    assert size("infantry", "skirmish", "tiny") == (145, 20)  # three bases and two half inches
    assert size("infantry", "grande_bande", "standard") == (80, 40)
    assert size("light_cavalry", "echelon", "standard") == (120, 180)
    assert len(bodies.screen(b.t, "grande_bande", "large")) == 6
    assert len(bodies.screen(b.t, "mixed_line", "standard")) == 2
    assert bodies.screen(b.t, "line", "standard") == ()


@pytest.mark.rule("BP-UNIT-4", "BP-FLANK-2")
def test_zones_go_out_from_the_corners():
    b = stage(unit("a", at=(40, 20)), unit("s", at=(10, 20), formation="square"))
    assert b.zone_of("a", to(40, 30)) == "front"
    assert b.zone_of("a", to(50, 20.5)) == "right_flank"
    assert b.zone_of("a", to(30, 20.5)) == "left_flank"
    assert b.zone_of("a", to(40, 10)) == "rear"
    assert b.zone_of("s", to(10, 10)) == "front"


@pytest.mark.rule("BP-MOVE-1", "BP-MOVE-2")
def test_an_order_is_carried_out_move_by_move():
    b = stage(unit("a", at=(20, 10)))
    steps = lay(b, "a", Order("move", to=to(20, 34), formation="attack_column"), 3)
    assert [(step.did, step.formation) for step in steps] == [
        ("form", "attack_column"),
        ("go", "attack_column"),
        ("go", "attack_column"),
    ]
    assert steps[1].gone == 12 * INCH * SUB
    later = lay(b, "a", Order("move", to=to(20, 20), formation="attack_column", form_first=False), 3)
    assert [(step.did, step.formation) for step in later] == [("go", "line"), ("form", "attack_column")]
    assert len(lay(b, "a", Order("move", to=to(20, 40)), 2)) == 2
    assert len(lay(b, "a", Order("move", to=to(20, 40), most=1), 3)) == 1


@pytest.mark.rule("BP-ARTM-1", "BP-ARTM-4", "BP-ART-6")
def test_guns_limber_with_a_move_and_unlimber_for_nothing():
    b = stage(unit("g", at=(20, 10), arm="foot_artillery"), unit("h", at=(40, 10), arm="horse_artillery"))
    assert [step.did for step in lay(b, "g", Order("move", to=to(20, 20), formation="limbered"), 2)] == ["form", "go"]
    limbered = stage(unit("g", at=(20, 10), arm="foot_artillery", formation="limbered"))
    (only,) = lay(limbered, "g", Order("move", to=to(20, 20), formation="unlimbered", facing=90), 1)
    assert (only.formation, only.place.heading, only.arrived) == ("unlimbered", 90, True)
    (short,) = lay(limbered, "g", Order("move", to=to(20, 40), formation="unlimbered"), 1)
    assert short.formation == "unlimbered"
    (by_hand,) = lay(b, "g", Order("hand_haul", to=to(20, 30)), 1)
    assert by_hand.gone == 6 * INCH * SUB


@pytest.mark.rule("BP-WOODS-4", "BP-WOODS-6", "BP-WOODS-7")
def test_woods_slow_horse_and_hide_who_is_deep_in_them():
    trees = [wood("heavy_woods", 0, 30, 72, 48)]
    b = stage(
        unit("c", at=(20, 29.9), arm="light_cavalry"),
        unit("e", RED, at=(40, 30.5), facing=180),
        unit("d", RED, at=(60, 40), facing=180),
        unit("o", at=(40, 15)),
        unit("p", at=(60, 15)),
        features=trees,
    )
    (step,) = lay(b, "c", Order("move", to=to(20, 47)), 1)
    assert (step.woods, step.gone) == (True, 12 * INCH * SUB)
    assert not b.deep_in_woods("e")
    assert b.deep_in_woods("d")
    assert b.survey.sees("o", "e")
    assert not b.survey.sees("p", "d")
    assert b.in_woods("d")
    assert not b.in_woods("c")


@pytest.mark.rule("BP-MOVE-3", "BP-WOODS-11")
def test_rough_ground_is_half_as_fast_and_closed_to_guns():
    rough = [wood("light_woods", 0, 10, 72, 48)]
    b = stage(
        unit("a", at=(10, 20)),
        unit("s", at=(30, 20), size="tiny", formation="skirmish"),
        unit("g", at=(50, 9), arm="foot_artillery", formation="limbered"),
        features=rough,
    )
    assert lay(b, "a", Order("move", to=to(10, 40)), 1)[0].gone == 6 * INCH * SUB
    assert lay(b, "s", Order("move", to=to(30, 40)), 1)[0].gone == 12 * INCH * SUB
    (guns,) = lay(b, "g", Order("move", to=to(50, 40)), 1)
    assert guns.gone < 1.5 * INCH * SUB


@pytest.mark.rule("BP-SAVE-2", "BP-HTH-3", "BP-SQUARE-1")
def test_cover_and_buildings():
    ground = [wood("village", 0, 30, 20, 48), wood("heavy_woods", 30, 30, 50, 48)]
    b = stage(unit("v", at=(10, 40)), unit("w", at=(40, 40)), unit("o", at=(40, 10)), features=ground, size=(72, 60))
    assert [cover_of(b, each) for each in "vwo"] == ["building", "cover", "none"]
    assert [building_of(b, each) for each in "vwo"] == ["medium", "none", "none"]
    assert [in_the_open(b, each) for each in "vwo"] == [False, False, True]


@pytest.mark.rule("BP-CHG-1", "BP-INF-1", "BP-MASS-1")
def test_charges_run_up_and_close_to_the_middle_of_a_face():
    b = stage(
        unit("a", at=(22, 20)),
        unit("r", RED, at=(20, 30), facing=180),
        unit("far", RED, at=(60, 30), facing=180),
        unit("x", at=(40, 20), formation="attack_column"),
    )
    assert run_up(b, "a", "r").reaches
    assert moves_to_contact(b, "a", "r") == 1
    assert moves_to_contact(b, "a", "far") == 0 or moves_to_contact(b, "a", "far") > 1
    place = contact_place(b, "a", "r", "front", b.placement("a"))
    assert (place.position, place.heading) == (b.unit("r").position, 0)
    behind = stacked_place(b, "x", "a")
    assert behind.position[1] < b.unit("a").position[1]


@pytest.mark.rule("BP-HTH-7")
def test_a_way_back_leads_straight_from_the_enemy():
    b = stage(unit("a", at=(20, 30)), unit("r", RED, at=(20, 36), facing=180))
    back = way_back(b, "a", "r", b.sub(12))
    assert back.straight == b.sub(12)
    assert back.place.heading == 0
    assert back.place.position[1] == b.unit("a").position[1] - b.sub(12)


@pytest.mark.rule("BP-SHOOT-5")
def test_troops_hide_those_behind_them():
    b = stage(
        unit("a", at=(20, 10)),
        unit("f", at=(20, 18)),
        unit("r", RED, at=(20, 30), facing=180),
        unit("s", RED, at=(45, 30), facing=180),
    )
    assert line_of_sight(b, "a", "r") == "hidden"
    assert line_of_sight(b, "f", "r") == "clear"
    assert line_of_sight(b, "a", "r", past=("f",)) == "clear"
    assert line_of_sight(b, "f", "s") in ("clear", "not_clear")


@pytest.mark.rule("BP-CMD-2", "BP-ARTM-2")
def test_an_order_says_what_it_asks_for():
    b = stage(unit("g", at=(20, 10), arm="foot_artillery"), unit("a", at=(40, 10)))
    guns, foot = b.unit("g"), b.unit("a")
    assert deeds(guns, Order("move", to=(0, 0), formation="limbered")) == ("limber", "move")
    assert deeds(foot, Order("form", formation="square")) == ("form_square",)
    assert deeds(foot, Order("charge", target="r", follow_through=True)) == ("charge", "follow_through")
    assert gun_move(guns, Order("prolong", to=(0, 0))) == "prolong"
    assert gun_move(foot, Order("move", to=(0, 0))) == ""
