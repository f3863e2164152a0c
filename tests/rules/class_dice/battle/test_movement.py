"""Marches in a battle: the roll, what ground costs, disruption, friends, guns, skirmishers, morale moves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.systems.class_dice.acts import marching, screens
from grognard.systems.class_dice.acts.runs import draw_off
from grognard.systems.class_dice.effects.losses import lose
from grognard.systems.class_dice.effects.morale import MoraleCall, check_all, suffer
from grognard.systems.class_dice.facts.moving import MarchOrder, lay, vacates
from grognard.systems.class_dice.staging import INCH, RED, events, run, says, stage, unit
from grognard.systems.class_dice.turn import orders
from grognard.systems.class_dice.turn.units import act

SUB = 16


def spot(x: float, y: float) -> tuple[int, int]:
    return round(x * INCH * SUB), round(y * INCH * SUB)


def area(kind: str, west: float, south: float, east: float, north: float, **more):
    ring = [
        [x * INCH, y * INCH] for x, y in ((west, south), (east, south), (east, north), (west, north), (west, south))
    ]
    return {
        "type": "Feature",
        "properties": {"kind": kind, **more},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


def far(*more, **kept):
    return stage(*more, unit("b", RED, at=(60, 45), facing=180), **kept)


def gone(b, unit_id: str, quarters: int, **order) -> float:
    """Inches that a unit gets ahead."""
    laid = lay(b, unit_id, MarchOrder(**order), quarters)
    return laid.moved.straight / SUB / INCH


# -- how far


@pytest.mark.rule("CD-move-apply", "CD-move-rates")
@pytest.mark.parametrize(
    "formation, quarters, inches",
    [("line", 4, 4), ("column", 4, 8), ("column", 3, 6), ("line", 5, 5), ("square", 4, 1)],
)
def test_the_roll_multiplies_the_rate_of_the_formation(formation, quarters, inches):
    b = far(unit("a", at=(30, 10), formation=formation, castings=18))
    assert gone(b, "a", quarters, to=spot(30, 40)) == inches


@pytest.mark.rule("CD-terrain-effects", "CD-terrain-apply")
@pytest.mark.parametrize("kind, inches", [("light_woods", 6), ("heavy_woods", 2), ("field", 8)])
def test_woods_are_paid_for_out_of_the_allowance(kind, inches):
    b = far(unit("a", at=(30, 10), formation="column", castings=18), features=[area(kind, 20, 0, 40, 40)])
    assert gone(b, "a", 4, to=spot(30, 40)) == pytest.approx(inches, abs=0.02)


@pytest.mark.rule("CD-terrain-effects")
def test_guns_do_not_go_into_heavy_woods():
    guns = unit("a", at=(30, 10), arm="artillery", castings=6, formation="limbered")
    b = far(guns, features=[area("heavy_woods", 20, 12, 40, 40)])
    laid = lay(b, "a", MarchOrder(to=spot(30, 40)), 4)
    assert laid.moved.stopped == "ground"
    assert laid.moved.straight / SUB / INCH == pytest.approx(2, abs=0.02)


@pytest.mark.rule("CD-formation-change")
def test_a_change_of_formation_takes_half_the_allowance_at_the_slower_rate():
    b = far(unit("a", at=(30, 10), formation="column", castings=18))
    laid = lay(b, "a", MarchOrder(to=spot(30, 40), formation="line"), 4)
    assert laid.formation == "line"
    assert laid.moved.straight / SUB / INCH == 2


@pytest.mark.rule("CD-formation-change")
def test_an_about_face_takes_half_of_the_allowance():
    b = far(unit("a", at=(30, 20), formation="column", castings=18))
    assert gone(b, "a", 4, to=spot(30, 2)) == pytest.approx(4, abs=0.1)


@pytest.mark.rule("CD-move-artillery", "CD-artillery-move-fire-ap")
def test_guns_that_unlimber_and_fire_get_less_far_and_fire_at_a_low_rate():
    b = far(unit("a", at=(30, 10), arm="artillery", castings=6, formation="limbered", carriage="6pdr_horse"))
    assert gone(b, "a", 4, to=spot(30, 40)) == 14
    assert gone(b, "a", 4, to=spot(30, 40), formation="unlimbered") == 12
    laid = lay(b, "a", MarchOrder(to=spot(30, 40), formation="unlimbered", fire_after=True), 4)
    assert (laid.moved.straight / SUB / INCH, laid.highest_rate) == (9, 2)


@pytest.mark.rule("CD-move-apply")
def test_a_pace_to_the_side_or_back_counts_twice():
    b = far(unit("a", at=(30, 20), castings=18))
    assert gone(b, "a", 4, to=spot(30, 5), keep_front=True) == 2
    assert gone(b, "a", 4, to=spot(50, 20), keep_front=True) == 2


@pytest.mark.rule("CD-move-apply")
def test_a_march_comes_no_nearer_than_an_inch():
    b = stage(unit("a", at=(30, 20), castings=12, formation="column"), unit("b", RED, at=(30, 25), facing=180))
    laid = lay(b, "a", MarchOrder(to=spot(30, 25)), 4)
    assert (laid.moved.stopped, laid.moved.place.position) == ("foe", spot(30, 24))


@pytest.mark.rule("CD-passing-through")
def test_a_march_stops_before_a_friend_in_disorder_and_passes_through_one_in_order():
    for status, through in (("steady", True), ("disordered", False)):
        friend = unit("c", at=(30, 13), status=status, since=1)
        b = far(unit("a", at=(30, 10), formation="column", castings=12), friend)
        laid = lay(b, "a", MarchOrder(to=spot(30, 17)), 4)
        assert ("c" in laid.moved.through) is through


@pytest.mark.rule("CD-move-modifiers")
def test_who_leaves_his_cover_knows_it_in_the_roll():
    b = far(unit("a", at=(30, 10), formation="column", castings=12), features=[area("light_woods", 25, 5, 35, 11)])
    assert vacates(b, "a", MarchOrder(to=spot(30, 20)))
    assert not vacates(b, "a", MarchOrder(to=spot(30, 10)))


# -- in a battle


@pytest.mark.rule("CD-move-table", "CD-unit-activation", "CD-smoke")
def test_a_unit_marches_and_leaves_its_smoke_behind():
    b = far(unit("a", at=(30, 10), formation="column", castings=18, smoke=True), dice=[5, 4])  # 9 - 1: three quarters
    run(act(b, "a", "march", {"to": (30 * INCH, 40 * INCH)}))
    assert b.unit("a").position == spot(30, 16)
    assert (b.unit("a").smoke, b.unit("a").moved, b.unit("a").activated) == (False, True, True)


@pytest.mark.rule("CD-disruptive-table", "CD-disruptive-grades")
def test_a_unit_rolls_once_for_each_piece_of_rough_ground():
    woods = [area("light_woods", 20, 11, 40, 13), area("heavy_woods", 20, 13, 40, 14)]
    b = far(unit("a", at=(30, 10), formation="column", castings=18), features=woods, dice=[6, 5, 1, 2, 2, 2])
    run(act(b, "a", "march", {"to": (30 * INCH, 40 * INCH)}))
    assert [event.values["grade"] for event in events(b, "disruption")] == ["D1", "D2"]
    assert b.unit("a").status == "shaken"  # 3 in light woods, 4 in heavy ones


@pytest.mark.rule("CD-disruptive-table")
def test_general_order_is_not_disrupted():
    woods = [area("light_woods", 20, 11, 40, 13)]
    b = far(unit("a", at=(30, 10), formation="general", castings=18), features=woods, dice=[6, 5])
    run(act(b, "a", "march", {"to": (30 * INCH, 40 * INCH)}))
    assert not events(b, "disruption")


@pytest.mark.rule("CD-percent-results")
def test_stragglers_are_a_share_of_the_whole_unit():
    b = far(
        unit("a", at=(30, 10), formation="column", castings=18),
        features=[area("marsh", 20, 11, 40, 13)],
        dice=[6, 5, 1, 1],
    )
    run(act(b, "a", "march", {"to": (30 * INCH, 40 * INCH)}))
    assert b.unit("a").steps == 54 - 21  # 40 percent of 54, rounded down
    assert not events(b, "morale")


@pytest.mark.rule("CD-prolong")
def test_guns_are_dragged_by_hand_without_a_roll():
    b = far(unit("a", at=(30, 10), arm="artillery", castings=6, carriage="6pdr"), dice=[])
    marching.prolong(b, "a", 4, -1)
    assert b.unit("a").position == spot(30, 16)
    assert b.unit("a").ammunition == 20


@pytest.mark.rule("CD-cavalry-stand-off")
def test_cavalry_draws_off_to_just_outside_four_inches():
    horse = unit("a", at=(30, 20), arm="light_cavalry", castings=10, weapon="")
    b = stage(horse, unit("b", RED, at=(30, 22), facing=180))
    run(draw_off(b, "a"))
    assert b.survey.distance("a", "b") == 241


# -- morale moves


@pytest.mark.rule("CD-morale-moves", "CD-morale-triggers")
def test_a_friend_who_breaks_makes_those_within_three_inches_check():
    friends = unit("c", at=(36, 20)), unit("d", at=(48, 20))
    b = stage(unit("a", at=(30, 20)), *friends, unit("b", RED, at=(30, 24), facing=180), dice=[5, 5])
    check_all(b, suffer(b, "a", "broken", "b", told=False, cause="charge"))
    assert [event.units["unit"] for event in events(b, "morale")] == ["c"]
    assert b.unit("a").status == "broken"


@pytest.mark.rule("CD-morale-moves", "CD-abbreviations")
def test_a_disordered_recoil_is_five_inches_back_with_its_face_to_the_enemy():
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 24), facing=180))
    suffer(b, "a", "recoil", "b", told=False, cause="charge")
    assert (b.unit("a").position, b.unit("a").heading, b.unit("a").status) == (spot(30, 15), 0, "disordered")


@pytest.mark.rule("CD-morale-moves")
def test_who_routs_is_removed():
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 24), facing=180))
    suffer(b, "a", "rout", "b", told=False, cause="charge")
    assert (b.unit("a").where, b.unit("a").fate) == ("lost", "routed")


@pytest.mark.rule("CD-artillery-losses")
def test_gunners_who_are_driven_back_leave_their_guns():
    b = stage(unit("a", at=(30, 20), arm="artillery", castings=6), unit("b", RED, at=(30, 24), facing=180))
    suffer(b, "a", "recoil", "b", told=False, cause="fire")
    assert b.unit("a").fate == "abandoned"


@pytest.mark.rule("CD-morale-surrender", "CD-morale-check")
def test_surrender_needs_a_captor():
    for inches, fate in ((1.5, "surrendered"), (4, "routed")):
        b = stage(unit("a", at=(30, 20), cw=2), unit("b", RED, at=(30, 20 + inches), facing=180), dice=[1, 1])
        check_all(b, [MoraleCall("a", "under fire", "b")])
        assert b.unit("a").fate == fate


# -- skirmishers


@pytest.mark.rule("CD-skirmish-screens")
@pytest.mark.parametrize(
    "more, stands", [({}, 1), ({"light": True}, 2), ({"troop_class": "conscript"}, 0), ({"formation": "square"}, 0)]
)
def test_who_may_put_out_how_many(more, stands):
    assert screens.most_stands(far(unit("a", at=(30, 10), castings=18, **more)), "a") == stands


@pytest.mark.rule("CD-skirmish-procedure", "CD-skirmish-table", "CD-percent-results")
def test_the_worse_screen_is_driven_in():
    mine = unit("a", at=(30, 20), castings=18, screen=1)
    b = stage(mine, unit("b", RED, at=(30, 25), facing=180, castings=18, screen=1), dice=[4, 4, 2, 3])
    screens.skirmish(b, "a", "b")  # 8: no effect; 5: shaken, a fifth of its screen's three castings
    assert (b.unit("a").screen_beaten, b.unit("b").screen_beaten) == (False, True)
    assert b.unit("b").status == "shaken"
    assert b.unit("b").steps == 54 - 1  # nine steps of the screen, 20 percent, at least one


@pytest.mark.rule("CD-crash-through")
def test_a_formed_unit_that_comes_into_a_screen_breaks_through_it():
    mine = unit("a", at=(30, 20), formation="column", castings=18)
    foe = unit("b", RED, at=(30, 27), facing=180, castings=18, screen=1, ammunition=0, weapon="")
    b = stage(mine, foe, dice=[6, 5, 2, 2])  # movement; crash through 4: smoke and shaken
    run(act(b, "a", "march", {"to": (30 * INCH, 26 * INCH)}), says(("volley", "done", {})))
    assert len(events(b, "crash_through")) == 1
    assert (b.unit("a").smoke, b.unit("a").status, b.unit("b").screen_beaten) == (True, "shaken", True)


@pytest.mark.rule("CD-artillery-move-fire-ap", "CD-prolong", "CD-ap-cost")
@pytest.mark.parametrize(
    "word, values, most",
    [
        ("march", {"to": (1800, 660), "formation": "unlimbered", "fire_after": "yes"}, 2),
        ("prolong", {"points": 3, "facing": -1}, 1),
    ],
)
def test_guns_that_moved_fire_at_a_low_rate_only(word, values, most):
    formation = "limbered" if word == "march" else "unlimbered"
    guns = unit("a", at=(30, 10), arm="artillery", castings=6, formation=formation, carriage="6pdr_horse")
    b = stage(guns, unit("b", RED, at=(30, 20), facing=180, weapon=""), dice=[4, 4, 5])
    asked = []

    def choose(decision):
        asked.append(decision)
        return decision.default

    run(act(b, "a", word, values), choose)
    rates = [each.option("fire").fields["rate"] for each in asked if each.kind == "volley"]
    assert [(rate.low, rate.high) for rate in rates] == [(1, most)]


# -- guns left behind, leaders with a brigade


@pytest.mark.rule("CD-artillery-losses")
def test_the_first_enemy_to_reach_abandoned_guns_takes_them():
    guns = unit("g", RED, at=(30, 24), arm="artillery", castings=6, facing=180)
    column = unit("a", at=(30, 18), formation="column", castings=12)
    b = stage(column, guns, unit("b", RED, at=(60, 45), facing=180), dice=[5, 5])
    suffer(b, "g", "recoil", "a", told=False, cause="fire")
    assert b.unit("g").fate == "abandoned"
    run(act(b, "a", "march", {"to": (30 * INCH, 24 * INCH)}))
    assert b.unit("g").fate == "taken"
    assert [event.units["guns"] for event in events(b, "guns_captured")] == ["g"]


@pytest.mark.rule("CD-leader-movement", "CD-leader-attach-to")
def test_a_leader_with_a_brigade_goes_with_the_unit_he_is_beside():
    b = far(unit("a", at=(30, 10), formation="column"), unit("c", at=(40, 10), formation="column"), dice=[4, 4, 4, 4])
    leader = b.world.leaders["divisionnaire-blue"]
    b.world.leaders[leader.id] = replace(
        leader, attached_to="brigade", attached=b.unit("a").brigade, position=spot(31, 10)
    )
    run(act(b, "c", "march", {"to": (40 * INCH, 40 * INCH)}))
    assert b.world.leaders[leader.id].position == spot(31, 10)
    run(act(b, "a", "march", {"to": (30 * INCH, 40 * INCH)}))
    assert b.world.leaders[leader.id].position == b.unit("a").position


@pytest.mark.rule("CD-leader-movement")
def test_a_leader_whose_brigade_is_gone_goes_to_the_nearest_friends():
    b = far(unit("a", at=(30, 10)), unit("c", at=(40, 10), brigade=2))
    leader = b.world.leaders["divisionnaire-blue"]
    b.world.leaders[leader.id] = replace(leader, attached_to="brigade", attached=b.unit("a").brigade)
    suffer(b, "a", "rout", "b", told=False, cause="charge")
    after = b.world.leaders[leader.id]
    assert (after.attached, after.position) == ("", b.unit("c").position)


# -- one check for each unit in all that one event brings


@pytest.mark.rule("CD-morale-check", "CD-morale-triggers")
def test_one_event_makes_each_unit_check_once_whatever_follows_from_it():
    """Ball breaks the first of two conscript battalions and goes on into the second, who has to check for that, and for
    its friends who break beside it."""
    recruits = {"castings": 18, "troop_class": "conscript", "cw": 7}
    b = stage(
        unit("a", at=(20, 20), **recruits),
        unit("c", at=(27, 20), **recruits),
        unit("b", RED, at=(20, 26), facing=180),
        dice=[1, 10],
    )
    check_all(b, [MoraleCall("a", "under fire", "b"), MoraleCall("c", "under fire", "b")])
    assert [event.units["unit"] for event in events(b, "morale")] == ["a", "c"]


@pytest.mark.rule("CD-passing-through", "CD-morale-triggers")
def test_who_is_passed_through_by_a_disordered_unit_checks_for_that():
    # friends on both sides too, so that there is no way round
    friends = unit("c", at=(30, 17), castings=100), unit("d", at=(24, 20)), unit("e", at=(36, 20))
    b = stage(unit("a", at=(30, 20)), *friends, unit("b", RED, at=(30, 24), facing=180), dice=[5, 5])
    check_all(b, suffer(b, "a", "recoil", "b", told=False, cause="charge"))
    assert [event.values["cause"] for event in events(b, "morale")] == ["passed through"]


@pytest.mark.rule("CD-morale-mods-cover")
@pytest.mark.parametrize("drawn, lower", [(False, True), (True, False)])
def test_only_an_enemy_who_caused_the_check_is_looked_up_to(drawn, lower):
    hill = area("hill", 20, 23, 40, 40, height=1, slope="gentle")
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 25), facing=180), features=[hill], dice=[5, 5])
    check_all(b, [MoraleCall("a", "friends break", "b", drawn=drawn)])
    labels = [row[1] for row in events(b, "morale")[0].roll.modifiers]
    assert any("downhill" in label for label in labels) is lower


@pytest.mark.rule("CD-morale-moves")
@pytest.mark.parametrize("effect, where", [("broken", "table"), ("recoil", "table"), ("rout", "left")])
def test_only_who_runs_leaves_the_table(effect, where):
    b = stage(unit("a", at=(30, 4)), unit("b", RED, at=(30, 8), facing=180))
    suffer(b, "a", effect, "b", told=False, cause="charge")
    assert b.unit("a").where == where


@pytest.mark.rule("CD-line-of-sight")
def test_a_hill_hides_what_is_behind_it_and_not_who_stands_on_it():
    hill = area("hill", 20, 22, 40, 30, height=1, slope="gentle")
    on_it = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 25), facing=180), features=[hill])
    assert on_it.survey.sees("a", "b")
    behind = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 33), facing=180), features=[hill])
    assert not behind.survey.sees("a", "b")


# -- dragoons on foot


def dragoons(b):
    """The same field, whose cavalry are dragoons by the order of battle."""
    post = b.seating.chain.units["a"]
    b.seating.chain.units["a"] = replace(post, unit=replace(post.unit, arm="dragoons"))
    return b


@pytest.mark.rule("CD-cavalry-fire", "CD-formation-change")
def test_dragoons_dismount_fight_as_infantry_in_general_order_and_mount_again():
    horse = unit("a", at=(30, 10), arm="light_cavalry", castings=9, formation="column", weapon="musket")
    b = dragoons(far(horse, dice=[4, 4, 4, 4]))
    division = b.division_of("a")
    assert orders.decision(b, division, "", ["a"]).option("dismount:a") is not None
    run(act(b, "a", "dismount", {}))
    now = b.unit("a")
    assert (now.arm, now.formation, now.dismounted) == ("infantry", "general", "light_cavalry")
    assert gone(b, "a", 4, to=spot(30, 40)) == 6  # the rate of infantry in general order
    assert orders.decision(b, division, "", ["a"]).option("mount:a") is None  # it has moved this turn
    b.world.units["a"] = replace(now, moved=False, activated=False)
    run(act(b, "a", "mount", {}))
    assert (b.unit("a").arm, b.unit("a").dismounted) == ("light_cavalry", "")


@pytest.mark.rule("CD-cavalry-fire")
def test_only_dragoons_with_firearms_dismount_and_not_without_getting_under_way():
    horse = unit("a", at=(30, 10), arm="light_cavalry", castings=9, formation="column", weapon="musket")
    b = far(horse)
    assert orders.decision(b, b.division_of("a"), "", ["a"]).option("dismount:a") is None
    still = dragoons(far(horse, dice=[1, 1]))
    run(act(still, "a", "dismount", {}))
    assert still.unit("a").arm == "light_cavalry"


@pytest.mark.rule("CD-leader-movement", "CD-casualty-step")
def test_a_leader_is_not_left_with_a_unit_that_is_destroyed_not_even_for_a_moment():
    b = far(unit("a", at=(30, 10), castings=3), unit("c", at=(40, 10)))
    leader = b.world.leaders["divisionnaire-blue"]
    b.world.leaders[leader.id] = replace(leader, attached_to="regiment", attached="a")
    lose(b, "a", 9, "fire", "b")
    first = next(event for event in events(b) if event.kind == "losses")
    assert [change.key for change in first.sets] == ["a", leader.id]
    assert b.world.leaders[leader.id].position == b.unit("c").position
