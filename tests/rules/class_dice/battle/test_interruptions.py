"""The enemy in the middle of a unit's move: fire when it comes near enough, local initiative as it passes by."""

from __future__ import annotations

import pytest

from grognard.systems.class_dice.acts import charging
from grognard.systems.class_dice.acts.local import carry_out, next_action
from grognard.systems.class_dice.facts.bearings import zone
from grognard.systems.class_dice.staging import INCH, RED, events, run, says, stage, unit
from grognard.systems.class_dice.table.state import Instructions
from grognard.systems.class_dice.turn.units import act

HOLDS = ("volley", "done", {})


def told(b, **said):
    """Red has given these standing instructions."""
    b.world.instructions["red"] = Instructions("red", **said)
    return b


def horse(name="a", side="blue", at=(30, 20), facing=90, **more):
    more = {"formation": "column", **more}
    return unit(name, side, at=at, facing=facing, arm="light_cavalry", castings=10, weapon="", **more)


def rides_past(*foes, dice, choose=None, **said):
    """Horse rides 15 inches to the east, past whoever stands north of its way."""
    b = told(stage(horse(), *foes, dice=dice), **said)
    run(act(b, "a", "march", {"to": (45 * INCH, 20 * INCH)}), choose or says(HOLDS))
    return b


# -- defensive fire


@pytest.mark.rule("CD-defensive-fire", "CD-defensive-fire-limits")
def test_who_passes_before_a_line_is_fired_at_where_he_passes():
    line = unit("b", RED, at=(37, 24), facing=180, castings=12)
    # movement 9: full; discipline 7: fire at an inch, which it never comes near to
    held = rides_past(line, dice=[5, 4, 3, 4, 1, 1])  # local initiative 2 as its flank is in danger: nothing
    assert (events(held, "fired"), held.unit("a").position[0]) == ([], 45 * INCH * 16)
    # discipline 5: fire at 4 inches, where it enters the front zone; then it rides on
    fired = rides_past(line, dice=[5, 4, 2, 3, 5, 1, 1])
    assert [event.values["band"] for event in events(fired, "fired")] == ["medium"]
    kinds = [event.kind for event in list(events(fired)) if event.kind in ("marched", "fired")]
    assert kinds == ["marched", "fired", "marched"]
    assert fired.unit("a").position[0] == 45 * INCH * 16


@pytest.mark.rule("CD-fire-discipline-range")
@pytest.mark.parametrize(
    "discipline, band", [([2, 3], "medium"), ([3, 3], "short"), ([3, 4], "close")], ids=["4 in", "2 in", "1 in"]
)
def test_an_advance_is_fired_at_from_the_distance_that_was_rolled(discipline, band):
    column = unit("a", at=(30, 20), castings=18, formation="column")
    b = stage(column, unit("b", RED, at=(30, 26), facing=180, castings=12), dice=[4, 4, *discipline, 1, 5, 5, 5])
    run(act(b, "a", "march", {"to": (30 * INCH, 25 * INCH)}), says(HOLDS))
    assert [event.values["band"] for event in events(b, "fired")] == [band]


@pytest.mark.rule("CD-fire-discipline-range")
def test_a_line_holds_its_fire_when_the_enemy_stops_farther_off():
    column = unit("a", at=(30, 20), castings=18, formation="column")
    b = stage(column, unit("b", RED, at=(30, 26), facing=180, castings=12), dice=[4, 4, 3, 4])
    run(act(b, "a", "march", {"to": (30 * INCH, 23 * INCH)}), says(HOLDS))
    assert not events(b, "fired")


@pytest.mark.rule("CD-defensive-fire-limits", "CD-morale-moves")
def test_who_is_driven_back_on_his_way_does_not_come_to_its_end():
    column = unit("a", at=(30, 20), castings=18, steps=40, formation="column", cw=10)
    # discipline 5: fire at 4 inches, 10 + 2 - 3; morale 2 - 2 for its status: broken
    b = stage(
        column,
        unit("b", RED, at=(30, 27), facing=180, castings=18),
        dice=[6, 5, 2, 3, 8, 1, 1],
    )
    run(act(b, "a", "march", {"to": (30 * INCH, 25 * INCH)}), says(HOLDS))
    assert b.unit("a").status in ("disordered", "broken")
    assert b.unit("a").position[1] < 23 * INCH * 16  # it got to 23, four inches off, and went back from there


@pytest.mark.rule("CD-defensive-fire", "CD-charge-sequence")
def test_others_fire_at_a_charge_when_it_comes_before_them():
    """A battalion beside the target has the charger before it only near the end of his way."""
    charger = unit("a", at=(30, 16), castings=18, formation="column")
    target = unit("b", RED, at=(30, 23), facing=180, castings=18, ammunition=0, weapon="")
    beside = unit("c", RED, at=(35, 21), facing=250, castings=12, volleyed=True)
    # movement 9; discipline of c 5: fire at 4 inches, 3; the charge 5 against 5
    b = stage(charger, target, beside, dice=[5, 5, 2, 3, 3, 9, 5])
    assert b.survey.distance("a", "c") > 4 * INCH
    run(charging.charge(b, "a", "b"), says(("approach_fire", "done", {}), HOLDS))
    assert [event.units["unit"] for event in events(b, "fired")] == ["c"]


# -- local initiative


@pytest.mark.rule("CD-local-initiative-use", "CD-local-initiative-actions")
def test_who_is_passed_by_may_act_while_the_enemy_passes():
    foe = horse("b", RED, at=(37, 25), facing=180)

    def choose(decision):
        wished = decision.kind == "react" and decision.seat == "red"
        return decision.answer("charge:b") if wished else decision.default

    # movement 9; local initiative 9: aggressive; its charge: movement 9, blue's initiative 2: nothing; 10 against 1
    b = rides_past(foe, dice=[5, 4, 5, 4, 5, 4, 1, 1, 10, 1, 3], choose=choose, reactions="ask")
    assert [event.units["unit"] for event in events(b, "charges")] == ["b"]
    assert b.unit("a").position[0] < 45 * INCH * 16  # it was caught on its way


@pytest.mark.rule("CD-local-initiative-use")
def test_who_turns_to_face_does_not_stop_the_march():
    foe = horse("b", RED, at=(37, 25), facing=180)

    def choose(decision):
        return decision.answer("face:b") if decision.kind == "react" else decision.default

    b = rides_past(foe, dice=[5, 4, 5, 4], choose=choose, reactions="ask")
    assert len(events(b, "local_initiative")) == 1
    assert b.unit("a").position[0] == pytest.approx(45 * INCH * 16, abs=16)


# -- cavalry draws off


@pytest.mark.rule("CD-cavalry-stand-off")
@pytest.mark.parametrize("said, inches", [("charges", 4), ("never", 3)])
def test_cavalry_draws_off_when_foot_comes_within_four_inches(said, inches):
    column = unit("a", at=(30, 20), castings=18, formation="column")
    b = told(stage(column, horse("b", RED, at=(30, 27), facing=180), dice=[4, 4]), reactions=said)
    run(act(b, "a", "march", {"to": (30 * INCH, 24 * INCH)}), says(HOLDS))
    assert b.survey.distance("a", "b") // INCH == inches
    assert len(events(b, "drew_off")) == (inches == 4)


# -- what local initiative does


def by_itself(b, wish, *, compulsory=False, **said):
    next_action(b)
    return [each.wish for each in carry_out(b, "b", "a", {"wish": wish, **said}, charge=False, compulsory=compulsory)]


@pytest.mark.rule("CD-local-initiative-mandatory")
def test_a_line_among_friends_turns_as_far_as_it_has_room():
    """To face the enemy squarely it would have to stand on its neighbour; thirty degrees less are enough."""
    line = unit("b", RED, at=(30, 24), facing=180, castings=12)
    friend = unit("c", RED, at=(30, 26.1), facing=180, castings=12)
    foe = unit("a", at=(34, 24), facing=270, castings=12)
    b = stage(foe, line, friend, dice=[4, 4])
    assert by_itself(b, "face", compulsory=True) == ["face"]
    assert zone(b, "b", "a") == "front"


@pytest.mark.rule("CD-local-initiative-mandatory")
def test_who_has_no_room_to_turn_withdraws_from_the_danger():
    friends = [unit(f"f{i}", RED, at=(30, 24 + side), facing=180, castings=12) for i, side in enumerate((-0.8, 0.8))]
    foe = unit("a", at=(34, 24), facing=270, castings=12)
    b = stage(foe, unit("b", RED, at=(30, 24), facing=180, castings=12), *friends, dice=[4, 4, 6, 6])
    assert by_itself(b, "face", compulsory=True) == ["withdraw"]
    assert not events(b, "faced")


@pytest.mark.rule("CD-local-initiative-actions", "CD-local-initiative-limits")
@pytest.mark.parametrize("hand, inches", [("leftward", 2), ("rightward", -2)])
def test_a_step_aside_takes_a_movement_roll_and_counts_twice(hand, inches):
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 40), facing=180, castings=12), dice=[4, 4, 5, 4])
    assert by_itself(b, "sidestep", aside=hand) == ["sidestep"]
    assert b.unit("b").position[0] == (30 + inches) * INCH * 16
    assert b.unit("b").moved


@pytest.mark.rule("CD-local-initiative-actions")
@pytest.mark.parametrize("dice, goes", [([4, 4], True), ([3, 3], False)], ids=["aggressive", "not aggressive"])
def test_an_advance_is_an_aggressive_action(dice, goes):
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 40), facing=180, castings=12), dice=[*dice, 5, 4])
    by_itself(b, "advance")
    assert (b.unit("b").position[1] == 36 * INCH * 16) is goes


@pytest.mark.rule("CD-local-initiative-actions")
def test_nobody_comes_nearer_to_an_enemy_by_stepping_aside_unless_it_is_aggressive():
    other = unit("c", at=(40, 40), facing=270)  # to the left of b, who faces south
    for dice, gone in (([4, 4], 2), ([3, 3], 0)):
        line = unit("b", RED, at=(30, 40), facing=180, castings=12)
        b = stage(unit("a", at=(30, 20)), other, line, dice=[*dice, 5, 4])
        by_itself(b, "sidestep", aside="leftward")
        assert b.unit("b").position[0] == (30 + gone) * INCH * 16
