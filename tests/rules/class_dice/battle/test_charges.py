"""Charges in a battle: the chain from the declaration to the melee."""

from __future__ import annotations

import pytest

from grognard.systems.class_dice.acts import charging, local, melee
from grognard.systems.class_dice.facts.bearings import zone
from grognard.systems.class_dice.facts.charge import onset
from grognard.systems.class_dice.game import GAME
from grognard.systems.class_dice.staging import RED, events, run, says, stage, unit
from grognard.systems.class_dice.turn import orders


def column_at_line(*, dice, inches=4, more=(), answers=(), **target):
    """A column of eighteen castings charges a line as strong; the target first rolls local initiative only if asked."""
    charger = unit("a", at=(30, 20), castings=18, formation="column")
    foe = unit("b", RED, at=(30, 20 + inches), facing=180, castings=18, **target)
    b = stage(charger, foe, *more, dice=dice)
    run(charging.charge(b, "a", "b"), says(*answers))
    return b


def outcomes(b):
    return [event.values["result"] for event in events(b, "charge_result")]


# -- getting there


@pytest.mark.rule("CD-charge-sequence", "CD-move-natural-2")
def test_no_movement_is_no_charge():
    b = column_at_line(dice=[1, 1])
    assert not outcomes(b)
    assert b.unit("a").position == stage(unit("a", at=(30, 20))).unit("a").position


@pytest.mark.rule("CD-charge-sequence", "CD-move-apply")
def test_a_charge_that_falls_short_is_a_plain_advance():
    b = column_at_line(dice=[2, 3, 6, 6], inches=7)  # 5: half of 8 inches; the line is free and holds its fire
    assert len(events(b, "charge_short")) == 1
    assert b.survey.distance("a", "b") == 3 * 60


@pytest.mark.rule("CD-charge-roll", "CD-charge-open", "CD-charge-results", "CD-fire-discipline-range")
def test_a_line_that_gives_its_volley_too_late_recoils():
    # movement 8: full; fire discipline 8: free, asked and held; 9 against 5 in the open is +4
    b = column_at_line(dice=[4, 4, 4, 4, 9, 5], answers=[("approach_fire", "done", {}), ("volley", "done", {})])
    assert outcomes(b) == ["defender_recoils"]
    assert b.unit("b").status == "steady"
    assert b.survey.distance("a", "b") >= 100  # it went back 2 inches, and the attacker took its place


@pytest.mark.rule("CD-charge-results", "CD-morale-moves", "CD-status-combine")
def test_broken_in_a_charge_is_ten_inches_back_with_its_back_to_the_enemy():
    answers = [("approach_fire", "done", {}), ("volley", "done", {})]
    b = column_at_line(dice=[4, 4, 4, 4, 10, 3], answers=answers)
    assert outcomes(b) == ["defender_broken"]
    assert b.unit("b").status == "broken"
    assert b.unit("b").heading == 0
    rear = 24 * 60 + 45  # a stand deep behind its old front; turned about, that is its new front
    assert b.unit("b").position[1] == (rear + 10 * 60) * 16


@pytest.mark.rule("CD-charge-surrender")
def test_part_of_a_beaten_unit_is_taken_and_the_rest_runs():
    answers = [("approach_fire", "done", {})]
    b = column_at_line(dice=[4, 4, 4, 4, 10, 1, 4], answers=answers, status="shaken", since=1)
    assert outcomes(b) == ["defender_surrenders"]  # 10 against 1 - 2
    assert b.unit("b").where == "lost"
    assert b.unit("b").prisoners == 7  # four tenths of eighteen


# -- approach fire


@pytest.mark.rule("CD-fire-discipline-range", "CD-charge-attacker-mods", "CD-defensive-fire-limits")
def test_closing_casualties_tell_in_the_charge_roll():
    # discipline 7: fire at 1 inch; the volley 10 + 2 + 2: 8 steps of 54, 14 percent, once 10; then 5 against 5
    b = column_at_line(dice=[4, 4, 3, 4, 10, 1, 5, 5, 4, 4, 6, 6, 6, 6])
    assert events(b, "losses")[0].values["figures"] == 8
    roll = events(b, "charge_result")[0].roll
    assert ("CD-charge-attacker-mods", "closing casualties", -2) in [
        tuple(m) for m in roll.details["ours"]["modifiers"]
    ]
    assert outcomes(b) == ["firefight"]  # minus two


@pytest.mark.rule("CD-firefight", "CD-charge-results")
def test_a_firefight_locks_both_two_inches_apart():
    b = column_at_line(dice=[4, 4, 3, 4, 10, 1, 5, 5, 4, 4, 6, 6, 6, 6])
    assert b.unit("a").firefight
    assert b.unit("b").firefight
    assert b.survey.distance("a", "b") == 120


@pytest.mark.rule("CD-charge-sequence", "CD-morale-triggers")
def test_a_charger_driven_back_by_fire_does_not_get_to_its_roll():
    # 9 + 2 + 2 at one inch: 8 steps (15 percent, no check for line); so it begins weakened and must check
    charger = unit("a", at=(30, 20), castings=18, steps=44, formation="column")
    foe = unit("b", RED, at=(30, 24), facing=180, castings=18)
    b = stage(charger, foe, dice=[4, 4, 3, 4, 9, 1, 1])
    run(charging.charge(b, "a", "b"))
    assert b.unit("a").status == "disordered"
    assert not outcomes(b)
    assert len(events(b, "charge_stopped")) == 1


# -- melee


@pytest.mark.rule("CD-melee", "CD-melee-disorder")
def test_a_melee_costs_the_loser_the_difference_and_disorders_both():
    answers = [("approach_fire", "done", {})]
    dice = [4, 4, 4, 4, 5, 5, 9, 3, 6, 6, 1, 1]
    b = column_at_line(dice=dice, answers=answers)
    assert outcomes(b) == ["melee"]
    fought = events(b, "melee")[0]
    assert fought.values["steps"] == [6, 6]  # nine against three, both lists empty
    assert b.unit("a").status == "disordered"


@pytest.mark.rule("CD-melee")
def test_after_a_third_round_both_recoil():
    answers = [("approach_fire", "done", {})]
    one_round = [5, 5, 6, 6, 6, 6]
    b = column_at_line(dice=[4, 4, 4, 4, 5, 5, *one_round * 3], answers=answers, cw=11)
    assert len(events(b, "melee")) == 3
    assert b.survey.distance("a", "b") == 4 * 60


# -- cavalry


def horse_at_foot(*, dice, answers=(), **foot):
    """Heavy cavalry of twelve castings charges infantry of eighteen from nine inches."""
    horse = unit("a", at=(30, 20), arm="heavy_cavalry", castings=12, weapon="")
    foe = unit("b", RED, at=(30, 29), facing=180, castings=18, **foot)
    b = stage(horse, foe, dice=dice)
    run(charging.charge(b, "a", "b"), says(*answers))
    return b


@pytest.mark.rule("CD-local-initiative-use", "CD-local-initiative-table", "CD-local-initiative-mods")
def test_infantry_forms_square_against_cavalry_by_local_initiative():
    # movement 8; local initiative 8 - 1 is 7: aggressive; discipline 8, free: held
    answers = [("react", "form_square:b", {}), ("approach_fire", "done", {})]
    b = horse_at_foot(dice=[4, 4, 4, 4, 4, 4, 6, 6, 6, 6], answers=answers)
    assert b.unit("b").formation == "square"
    theirs = events(b, "charge_result")[0].roll.details["ours"]["modifiers"]
    assert ("CD-charge-attacker-mods", "cavalry against a square", -5) in [tuple(m) for m in theirs]


@pytest.mark.rule("CD-local-initiative-table")
def test_too_low_a_roll_forms_no_square():
    answers = [("react", "form_square:b", {}), ("approach_fire", "done", {}), ("ride_down", "done", {})]
    b = horse_at_foot(dice=[4, 4, 2, 3, 4, 4, 5, 5, 5], answers=answers)  # 5 - 1 is 4: no action
    assert b.unit("b").formation == "line"


@pytest.mark.rule("CD-ride-down", "CD-charge-open")
def test_cavalry_rides_infantry_down():
    # 5 + 6 against 5: +6, disordered; one round: 5 + 6 + … against 5 - 8
    answers = [
        ("react", "done", {}),
        ("approach_fire", "done", {}),
        ("ride_down", "ride_down", {}),
        ("volley", "done", {}),
    ]
    b = horse_at_foot(dice=[4, 4, 4, 4, 5, 4, 5, 4, 6, 6], answers=answers)
    assert outcomes(b) == ["defender_disordered"]
    assert len(events(b, "rode_down")) == 1
    assert b.unit("b").steps < 54
    assert b.unit("a").status == "disordered"


@pytest.mark.rule("CD-countercharge", "CD-charge-cavalry-firefight")
def test_cavalry_countercharges_and_meets_the_charge_half_way():
    horse = unit("a", at=(30, 20), arm="heavy_cavalry", castings=12, weapon="")
    foe = unit("b", RED, at=(30, 30), facing=180, arm="heavy_cavalry", castings=12, weapon="")
    b = stage(horse, foe, dice=[4, 4, 4, 4, 6, 4, 3, 3, 6, 6, 6, 6, 3, 3, 6, 6, 6, 6, 3, 3, 6, 6, 6, 6])
    run(charging.charge(b, "a", "b"), says(("react", "countercharge:b", {})))
    assert len(events(b, "countercharged")) == 1
    assert outcomes(b) == ["melee"]  # +2 would be a firefight: cavalry alone shifts inward


# -- local initiative that is compulsory


@pytest.mark.rule("CD-local-initiative-mandatory", "CD-arcs")
def test_a_unit_charged_in_flank_must_roll_and_turns_to_face():
    charger = unit("a", at=(30, 20), castings=18, formation="column")
    foe = unit("b", RED, at=(30, 24), facing=90, castings=18)
    b = stage(charger, foe, dice=[4, 4, 4, 4, 5, 5, 9, 4])
    answers = [("approach_fire", "done", {}), ("volley", "done", {}), ("occupy", "done", {})]
    run(charging.charge(b, "a", "b"), says(*answers))
    assert zone(b, "b", "a") == "front"
    assert events(b, "local_initiative")[0].values["compulsory"]


@pytest.mark.rule("CD-local-initiative-mandatory")
def test_squares_need_not_roll():
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 24), facing=90, formation="square"))
    assert not local.in_danger(b, "b", "a", charged=True)


@pytest.mark.rule("CD-local-initiative-limits")
def test_a_unit_acts_on_local_initiative_once_a_turn():
    b = stage(unit("a", at=(30, 20)), unit("b", RED, at=(30, 24), facing=90, local_acts=1))
    assert not local.may_roll(b, "b", "a", charge=False)


# -- guns


@pytest.mark.rule("CD-charge-artillery")
def test_guns_that_must_recoil_are_taken():
    charger = unit("a", at=(30, 20), castings=18, formation="column")
    guns = unit("b", RED, at=(30, 23), facing=180, arm="artillery", castings=6)
    b = stage(charger, guns, dice=[4, 4, 10, 4])
    run(charging.charge(b, "a", "b"), says(("approach_fire", "done", {}), ("volley", "done", {})))
    assert b.unit("b").fate == "taken"


@pytest.mark.rule("CD-combined-action", "CD-charge-mass")
def test_two_units_charge_as_one_with_the_mass_of_both():
    one = unit("a", at=(30, 20), castings=18, formation="column")
    other = unit("c", at=(32, 20), castings=18, formation="column", cw=12)
    b = stage(one, other, unit("b", RED, at=(31, 24), facing=180, castings=18), dice=[4, 4, 4, 4, 5, 5])
    run(charging.charge(b, "a", "b", ("c",)), says(("approach_fire", "done", {}), ("volley", "done", {})))
    ours = [tuple(m) for m in events(b, "charge_result")[0].roll.details["ours"]["modifiers"]]
    assert ("CD-charge-mass", "mass 2 to 1", 3) in ours
    assert not [m for m in ours if m[1] == "CW difference"]  # the average of 11 and 12, rounded down


# -- who holds what, and who has seen it


@pytest.mark.rule("CD-melee", "CD-morale-moves", "CD-no-pursuit")
@pytest.mark.parametrize("morale, holds", [([6, 6, 1, 1], True), ([1, 1, 1, 1], False)], ids=["stands", "recoils"])
def test_a_victor_who_goes_back_does_not_hold_the_ground(morale, holds):
    charger = unit("a", at=(30, 20), castings=18, formation="column", cw=9)
    b = stage(charger, unit("b", RED, at=(30, 20.1), facing=180, castings=18, cw=9), dice=[9, 4, *morale])
    assert melee.fight(b, onset(b, ["a"], "b", "front", 240)) is holds


@pytest.mark.rule("CD-charge-results", "CD-firefight")
def test_a_charge_that_halts_does_so_on_the_line_it_came():
    """It came at forty degrees off the target's front; it halts there, and is still before its front."""
    charger = unit("a", at=(25.2, 17.5), facing=40, castings=18, formation="column")
    foe = unit("b", RED, at=(30, 24), facing=180, castings=18, ammunition=0, weapon="")
    b = stage(charger, foe, dice=[6, 5, 1, 4, 6, 6, 6, 6])  # 1 against 4: it halts at 3 inches
    run(charging.charge(b, "a", "b"), says(("volley", "done", {})))
    assert outcomes(b) == ["attacker_halts"]
    assert zone(b, "b", "a") == "front"


@pytest.mark.rule("CD-local-initiative-mods")
def test_whoever_reacts_to_a_cavalry_charge_is_the_less_likely_to():
    charger = unit("a", at=(30, 12), arm="light_cavalry", castings=10, formation="column", weapon="")
    foe = unit("b", RED, at=(30, 20), facing=180, castings=12)
    beside = unit("c", RED, at=(36, 15), facing=180, castings=12)  # its flank is in danger by the charge past it
    b = stage(charger, foe, beside, dice=[5, 5] + [4, 4] * 6 + [5, 5] * 6)
    run(charging.charge(b, "a", "b"))
    rolls = [event for event in events(b, "local_initiative") if event.units["unit"] == "c"]
    assert all(
        ("CD-local-initiative-mods", "reacting to a cavalry charge", -1) in map(tuple, each.roll.modifiers)
        for each in rolls
    )
    assert rolls


@pytest.mark.rule("CD-charge-sequence", "CD-defensive-fire", "CD-fire-discipline-when")
def test_a_target_that_did_not_see_the_charge_begin_fires_when_it_comes_into_view():
    """A village hides the charger at first; four inches off he has come round its corner."""
    charger = unit("a", at=(26, 12), facing=0, arm="light_cavalry", castings=10, formation="column", weapon="")
    foe = unit("b", RED, at=(30, 24), facing=190, castings=12, formation="square")
    houses = {
        "type": "Feature",
        "properties": {"kind": "village"},
        "geometry": {
            "type": "Polygon",
            "coordinates": [[[60 * x, 60 * y] for x, y in ((27.2, 14), (32, 14), (32, 18), (27.2, 18), (27.2, 14))]],
        },
    }
    b = stage(charger, foe, features=[houses], dice=[6, 5] + [3, 4] + [5] * 20)
    assert not b.knows("red", "a")
    run(charging.charge(b, "a", "b"))
    assert [event.units["unit"] for event in events(b, "discipline")] == ["b"]


@pytest.mark.rule("CD-combined-action")
@pytest.mark.parametrize("inches, may", [(3, True), (3.1, False)])
def test_those_who_charge_together_stand_within_three_inches_of_each_other(inches, may):
    # four stands are three inches wide
    pair = unit("a", at=(30, 20), castings=12), unit("c", at=(33 + inches, 20), castings=12)
    b = stage(*pair, unit("b", RED, at=(33, 24.5), facing=180))
    option = orders.decision(b, b.division_of("a"), "", ["a", "c"]).option("charge:a")
    assert ("beside" in option.fields) is may


@pytest.mark.rule("CD-charge-sequence")
@pytest.mark.parametrize("side", [RED, "blue"])
def test_odds_of_a_charge_name_who_is_in_its_way(side):
    charger = unit("a", at=(30, 20), castings=18, formation="column")
    foe = unit("b", RED, at=(30, 26), facing=180, castings=18)
    b = stage(charger, foe, unit("c", side, at=(31, 23), facing=180, castings=6))
    (told,) = [each for each in GAME.odds(b, b.seat_of("a"), "a", "b") if each.check == "charge"]
    assert told.refusal == "in its way: c"
