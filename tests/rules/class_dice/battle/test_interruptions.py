"""The enemy in the middle of a unit's move: fire when it comes near enough, local initiative as it passes by."""

from __future__ import annotations

import pytest

from grognard.systems.class_dice.acts import charging
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
