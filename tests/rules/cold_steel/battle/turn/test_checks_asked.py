"""Play asks the checks of these rules and has no copies. What the ground judges by itself is as the check says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from grognard import systems
from grognard.ground.field import Field
from grognard.ground.sight import Sight
from grognard.ground.units import point
from grognard.kernel.sources import NO_DICE
from grognard.simulate.exercised import listening
from grognard.systems.cold_steel.facts import situations
from grognard.systems.cold_steel.facts.combat import engagements
from grognard.systems.cold_steel.phases import movement, small_arms
from grognard.systems.cold_steel.staging import RED, run, stage, unit
from grognard.systems.cold_steel.table.battlefield import sight_rules
from grognard.systems.cold_steel.table.state import Order, Wheel


@pytest.mark.rule("CS-5.2.2b")
def test_the_morale_check_asks_who_supports():
    b = stage(unit("a", at=(500, 500)), unit("f", at=(500, 400)), unit("r", RED, at=(500, 900), facing=180))
    with listening(b.rules) as ledger:
        assert situations.morale_facts(b, "a").rear_support
    assert ledger["support"].outcomes["rear_support yes"] == 1


@pytest.mark.rule("CS-9")
@pytest.mark.parametrize("gap, pairs", [(20, 1), (21, 0)])
def test_close_combat_asks_who_is_upon_whom(gap, pairs):
    b = stage(unit("a", at=(500, 500)), unit("r", RED, at=(500, 500 + gap), facing=180), phase="close_combat")
    with listening(b.rules) as ledger:
        assert len(engagements.pairings(b)) == pairs
    assert ledger["engaged"].outcomes == Counter({"close_combat yes": pairs} if pairs else {})


@pytest.mark.rule("CS-3.2n")
def test_a_march_asks_what_a_wheel_leaves_of_it():
    ordered = {"a": {"order": Order(Wheel(30))}}
    b = stage(unit("a", at=(500, 500)), unit("r", RED, at=(2800, 2900), facing=180), phase="movement", state=ordered)
    with listening(b.rules) as ledger:
        run(movement.play(b))
    assert b.unit("a").heading == 30
    assert ledger["leftover-movement"].asked


@pytest.mark.rule("CS-1.2.2a")
@pytest.mark.parametrize("paces, zone", [(20, "P3"), (21, "P2"), (120, "P2"), (121, "P1"), (600, "P1"), (601, "P0")])
def test_the_zone_of_a_distance_is_asked(paces, zone):
    b = stage(unit("a", at=(500, 500)), unit("r", RED, at=(500, 900), facing=180))
    with listening(b.rules) as ledger:
        assert situations.zone_at(b, paces) == zone
    assert ledger["zone"].asked == 1


@pytest.mark.rule("CS-8.1e", "CS-8.1j")
def test_muskets_with_a_friend_before_them_ask_how_their_fire_divides():
    friend = unit("friend", at=(545, 540), men=80)
    b = stage(unit("a", at=(500, 500)), friend, unit("x", RED, at=(500, 600), facing=180), phase="small_arms_fire")
    with listening(b.rules) as ledger:
        run(small_arms.play(b))
    assert ledger["divided-fire"].outcomes["friend some"]


# -- crests: the ground judges them, and knows no checks


def hill(west: int, east: int, height: int) -> dict[str, Any]:
    ring = [[west, 0], [east, 0], [east, 1000], [west, 1000], [west, 0]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"kind": "hill", "height": height}, "geometry": geometry}


@pytest.mark.rule("CS-1.2e")
@pytest.mark.parametrize("viewer", [1, 2, 3])
@pytest.mark.parametrize("behind", [0, 1, 19, 20, 21, 150])
def test_the_line_of_sight_does_as_the_check_for_crests_says(viewer, behind):
    rules = systems.rules("cold-steel")
    hills = [hill(500, 1000, 1), hill(600, 1000, 2), hill(0, 100, viewer)]
    field = Field.from_geojson({"type": "FeatureCollection", "paces": [1000, 1000], "features": hills}, "hills")
    sight = Sight(field, sight_rules(rules))
    check = rules["crest"]
    said = check.roll(check.situation(behind=behind, levels_apart=viewer - 2, viewer_above_crest=viewer > 2), NO_DICE)
    assert sight.clear(point(90, 500), point(600 + behind, 500)) is (said.settled.sight == "visible")
