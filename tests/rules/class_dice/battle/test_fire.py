"""Fire in a battle: volleys, ammunition, smoke, fire discipline, firefights, defensive fire."""

from __future__ import annotations

import pytest

from grognard.systems.class_dice.acts import defending, firing
from grognard.systems.class_dice.facts import fire as facts_of
from grognard.systems.class_dice.facts.fire import FirePlan
from grognard.systems.class_dice.staging import RED, events, run, says, stage, unit
from grognard.systems.class_dice.turn import units


def facing(inches: float = 2, **more):
    """Two battalions of eighteen castings, so far apart."""
    mine = {name.removeprefix("my_"): more.pop(name) for name in list(more) if name.startswith("my_")}
    return (
        unit("a", at=(30, 20), castings=18, **mine),
        unit("b", RED, at=(30, 20 + inches), facing=180, castings=18, **more),
    )


# -- one volley


@pytest.mark.rule("CD-fire-procedure", "CD-initial-volley", "CD-fire-table", "CD-casualty-step")
def test_a_first_volley_of_six_stands_at_short_range():
    b = stage(*facing(), dice=[5])
    firing.volley(b, "a", "b")  # 5 + 2 for the initial volley: column 9-7, six stands: 7 steps
    assert b.unit("b").steps == 54 - 7
    assert b.castings("b") == 16  # 47 steps show sixteen castings
    assert b.unit("a").volleyed


@pytest.mark.rule("CD-smoke", "CD-ap-cost", "CD-fire-mods-cover")
def test_a_unit_stands_in_its_own_smoke_and_fires_worse_for_it():
    b = stage(*facing(), dice=[5, 5, 6, 6])
    firing.volley(b, "a", "b")
    assert (b.unit("a").smoke, b.unit("a").ammunition) == (True, 7)
    firing.volley(b, "a", "b")  # 5 - 2: column 3, six stands: 6 steps
    assert b.unit("b").steps == 54 - 7 - 6
    assert [event.values["effect"] for event in events(b, "morale")] == ["none"]  # past 20 percent it checks


@pytest.mark.rule("CD-ap-natural-9-10")
@pytest.mark.parametrize("dice, left", [([8], 7), ([9], 6), ([10, 7], 6), ([10, 8], 5), ([10, 10], 4)])
def test_high_dice_cost_ammunition(dice, left):
    b = stage(*facing(), dice=[*dice, 6, 6])
    firing.shoot(b, "a", "b")
    assert b.unit("a").ammunition == left


@pytest.mark.rule("CD-out-of-ammo")
def test_who_has_nothing_left_scrounges_and_pays_nothing():
    b = stage(*facing(my_ammunition=0, my_volleyed=True), dice=[9])
    shots = firing.shoot(b, "a", "b")  # 9 - 3 is 6: six stands, 6 steps; a natural 9 costs nothing
    assert shots[0].steps == 6
    assert b.unit("a").ammunition == 0


@pytest.mark.rule("CD-arcs", "CD-fire-procedure")
def test_nobody_fires_to_his_flank():
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(36, 20), facing=180))
    assert facts_of.why_not(b, "a", "b").rule == "CD-arcs"


@pytest.mark.rule("CD-line-of-sight")
def test_troops_between_hide_a_target_from_muskets():
    b = stage(unit("a", at=(30, 20)), unit("c", at=(30, 22)), unit("b", RED, at=(30, 25), facing=180))
    assert facts_of.why_not(b, "a", "b").rule == "CD-line-of-sight"


@pytest.mark.rule("CD-fire-mods-target", "CD-arcs")
def test_fire_into_a_flank_is_worth_five_more_and_calls_for_a_check():
    b = stage(unit("a", at=(30, 20), castings=18), unit("b", RED, at=(30, 22), facing=90, castings=18), dice=[3, 6, 6])
    effects = firing.volley(b, "a", "b")  # 3 + 2 + 5 is 10; flanked at short range, 12 - 5 on the morale table
    assert b.unit("b").steps == 54 - 7
    assert "b" in effects


@pytest.mark.rule("CD-fire-mods-artillery", "CD-range-artillery")
def test_a_battery_fires_canister_where_it_reaches_and_pays_its_rate():
    guns = unit("a", at=(30, 20), arm="artillery", castings=6)
    b = stage(guns, unit("b", RED, at=(30, 24), facing=180, castings=18), dice=[4])
    plan = facts_of.usual_plan(b, "a", "b")
    assert plan.shot == "canister"
    shots = firing.shoot(b, "a", "b", FirePlan(rate=4, shot="canister"))
    # 4 + 5 canister + 2 rate + 1 initial fire is 12: six tubes are three stands, 4 steps
    assert shots[0].steps == 4
    assert b.unit("a").ammunition == 20 - 4


@pytest.mark.rule("CD-ricochet")
def test_ball_goes_on_into_the_unit_behind():
    guns = unit("a", at=(30, 10), arm="artillery", castings=6)
    first = unit("b", RED, at=(30, 17), facing=180, castings=18)
    second = unit("c", RED, at=(30, 20), facing=180, castings=18)
    b = stage(guns, first, second, dice=[8])
    shots = firing.shoot(b, "a", "b", FirePlan(rate=2))
    # 8 + 1 initial fire is 9: 4 steps of six tubes; behind at long range 8 + 1 - 3 - 2 is 4: 3 steps
    assert [(shot.target, shot.steps) for shot in shots] == [("b", 4), ("c", 3)]
    assert len(events(b, "ricochet")) == 1


@pytest.mark.rule("CD-battalion-guns")
def test_battalion_guns_fire_beside_the_muskets():
    mine = unit("a", at=(30, 20), castings=18, battalion_guns="4pdr")
    b = stage(mine, unit("b", RED, at=(30, 22), facing=180, castings=18), dice=[5, 6])
    shots = firing.shoot(b, "a", "b")
    assert [shot.steps for shot in shots] == [7, 1]  # 6 + 3 canister - 1 rate - 2 smoke is 6: two tubes, a stand, 1
    assert b.unit("a").ammunition == 6


# -- fire discipline and firefights


@pytest.mark.rule("CD-fire-discipline-when", "CD-fire-discipline-meaning", "CD-unit-activation", "CD-pinned-4in")
def test_infantry_that_cannot_hold_its_fire_does_not_march():
    b = stage(*facing(4), dice=[3, 4, 5])  # 7: fire
    run(units.act(b, "a", "march", {"to": (1800, 100)}))
    assert len(events(b, "fired")) == 1
    assert not events(b, "movement")
    assert not b.unit("a").firefight


@pytest.mark.rule("CD-fire-discipline-meaning", "CD-firefight")
def test_ff_locks_it_in_a_firefight():
    b = stage(*facing(4), dice=[1, 2, 5])
    run(units.act(b, "a", "march", {"to": (1800, 100)}))
    assert b.unit("a").firefight


@pytest.mark.rule("CD-fire-discipline-when")
def test_infantry_with_nobody_within_four_inches_does_not_roll():
    b = stage(*facing(5), dice=[5])
    run(units.act(b, "a", "fire", {"target": "b"}))
    assert not events(b, "discipline")
    assert len(events(b, "fired")) == 1


@pytest.mark.rule("CD-firefight")
def test_both_fire_in_a_firefight():
    b = stage(*facing(2, firefight=True, my_firefight=True), dice=[5, 5])
    firing.volley(b, "a", "b")
    assert {event.units["unit"] for event in events(b, "fired")} == {"a", "b"}
    assert b.unit("a").steps < 54


@pytest.mark.rule("CD-firefight", "CD-fire-discipline-meaning")
def test_free_leaves_the_firefight():
    b = stage(*facing(2, my_firefight=True), dice=[5, 5, 5])
    run(units.act(b, "a", "stay", {}), says(("volley", "done", {})))
    assert not b.unit("a").firefight


# -- defensive fire


@pytest.mark.rule("CD-defensive-fire")
@pytest.mark.parametrize("inches, may", [(4, True), (4.5, False)])
def test_small_arms_give_defensive_fire_within_four_inches(inches, may):
    b = stage(*facing(inches))
    assert defending.may_defend(b, "b", "a") is may


@pytest.mark.rule("CD-defensive-fire-limits")
def test_a_unit_gives_defensive_fire_once_in_an_enemy_divisions_activation():
    b = stage(*facing(4, defended=1))
    assert not defending.may_defend(b, "b", "a")
    assert defending.may_defend(b, "b", "a", "b")  # but always at who charges it


@pytest.mark.rule("CD-fire-discipline-range")
def test_approach_fire_is_held_if_the_enemy_stops_farther_off():
    b = stage(*facing(4), dice=[3, 3])  # 6: fire at 2 inches
    assert run(defending.decide(b, "b", "a", 240, charge=False)) is None


@pytest.mark.rule("CD-fire-discipline-range", "CD-fire-discipline-table")
def test_approach_fire_is_given_at_the_distance_rolled():
    b = stage(*facing(4), dice=[3, 3])
    volley = run(defending.decide(b, "b", "a", 60, charge=True))
    assert (volley.unit, volley.at, volley.order) == ("b", 120, "fire")


# -- units that fire as one


def brigade_before(foe_inches: float = 3, **second):
    """Two battalions side by side, and an enemy before both."""
    first = unit("a", at=(30, 20), castings=9)
    other = unit("c", at=(33, 20), castings=9, **second)
    return first, other, unit("b", RED, at=(31.5, 20 + foe_inches), facing=180, castings=18)


@pytest.mark.rule("CD-combined-action", "CD-fire-discipline-when")
def test_two_battalions_of_a_brigade_fire_as_one():
    b = stage(*brigade_before(), dice=[4, 4, 4, 4, 5])  # both roll fire discipline, 8: free; then one die for both
    run(units.act(b, "a", "fire", {"target": "b", "beside": ("c",), "extra_ap": "no"}))
    (fired,) = events(b, "fired")
    assert (fired.values["firing"], fired.values["steps"]) == (6, 6)  # 5 - 3 medium + 2 is 4: six stands, 6 steps
    for each in ("a", "c"):
        now = b.unit(each)
        assert (now.ammunition, now.smoke, now.volleyed, now.activated) == (7, True, True, True)


@pytest.mark.rule("CD-combined-action", "CD-firefight")
def test_each_of_those_who_fire_as_one_has_his_own_discipline():
    b = stage(*brigade_before(), dice=[4, 4, 1, 1, 5])  # a is free, c rolls 2: a firefight
    run(units.act(b, "a", "fire", {"target": "b", "beside": ("c",), "extra_ap": "no"}))
    assert (b.unit("a").firefight, b.unit("c").firefight) == (False, True)


@pytest.mark.rule("CD-combined-action")
@pytest.mark.parametrize(
    "second",
    [{"status": "shaken", "since": 1}, {"brigade": 2}, {"weapon": "rifle"}, {"ammunition": 0}],
    ids=lambda each: next(iter(each)),
)
def test_who_is_not_alike_does_not_fire_with_others(second):
    b = stage(*brigade_before(**second))
    assert facts_of.why_not_together(b, ("a", "c"), "b", FirePlan()).rule == "CD-combined-action"


@pytest.mark.rule("CD-combined-action")
def test_the_range_band_must_be_the_same():
    first, other = unit("a", at=(30, 20), castings=9), unit("c", at=(33, 18), castings=9)
    b = stage(first, other, unit("b", RED, at=(31.5, 23), facing=180, castings=18))
    assert facts_of.why_not_together(b, ("a", "c"), "b", FirePlan()).rule == "CD-combined-action"


# -- villages


def village(west: float, south: float, east: float, north: float, **more):
    ring = [[x * 60, y * 60] for x, y in ((west, south), (east, south), (east, north), (west, north), (west, south))]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"kind": "village", **more}, "geometry": geometry}


@pytest.mark.rule("CD-line-of-sight", "CD-cover-classes", "CD-fire-mods-cover")
def test_those_who_hold_a_village_fire_out_of_it_and_are_fired_at():
    houses = [village(27, 22, 33, 30)]
    b = stage(*facing(4), features=houses)  # b stands two inches behind the edge
    assert facts_of.targets(b, "a") == ["b"]
    assert facts_of.targets(b, "b") == ["a"]
    assert facts_of.small_arms_facts(b, "a", "b", FirePlan()).cover == "medium"
    assert facts_of.small_arms_facts(b, "b", "a", FirePlan()).cover == "none"


@pytest.mark.rule("CD-line-of-sight")
def test_a_village_between_hides():
    b = stage(*facing(5), features=[village(27, 21.5, 33, 23.5)])
    assert facts_of.targets(b, "a") == []


@pytest.mark.rule("CD-ricochet")
def test_ball_does_not_go_on_through_a_village():
    guns = unit("a", at=(30, 10), arm="artillery", castings=6)
    foes = unit("b", RED, at=(30, 17), facing=180, castings=18), unit("c", RED, at=(30, 20), facing=180, castings=18)
    b = stage(guns, *foes, dice=[8], features=[village(27, 16.5, 33, 18.5)])
    assert [shot.target for shot in firing.shoot(b, "a", "b", FirePlan(rate=2))] == ["b"]


@pytest.mark.rule("CD-ricochet", "CD-fire-mods-artillery")
def test_a_ricochet_tells_how_it_came_about():
    guns = unit("a", at=(30, 10), arm="artillery", castings=6)
    foes = unit("b", RED, at=(30, 17), facing=180, castings=18), unit("c", RED, at=(30, 20), facing=180, castings=18)
    b = stage(guns, *foes, dice=[8])
    firing.shoot(b, "a", "b", FirePlan(rate=2))
    modifiers = events(b, "ricochet")[0].roll.modifiers
    assert ("CD-ricochet", "the die of the first fire", 8) in [tuple(each) for each in modifiers]


@pytest.mark.rule("CD-fire-discipline-when", "CD-fire-discipline-meaning")
def test_an_enemy_out_of_sight_does_not_hold_a_battalion_up():
    # a wood three inches deep between them: no fire discipline, it rolls to march and goes
    wood = village(20, 20.5, 40, 23.5)
    wood["properties"]["kind"] = "heavy_woods"
    b = stage(*facing(4, my_formation="column"), features=[wood], dice=[4, 4])
    run(units.act(b, "a", "march", {"to": (1800, 60)}))
    assert not events(b, "discipline")


@pytest.mark.rule("CD-firefight")
def test_who_cannot_hold_its_fire_fires_at_those_close_before_it():
    far = unit("c", RED, at=(38, 25.5), facing=180, castings=18)
    b = stage(*facing(3), far, dice=[3, 4, 5])  # 7: fire
    run(units.act(b, "a", "fire", {"target": "c", "extra_ap": "no"}))
    assert [event.units["target"] for event in events(b, "fired")] == ["b"]
