"""Scores, levels of victory, and battles that end before their time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tallies import FARM, FIELD, OUTSIDE, tally, unit

from grognard.battle.ending.outcomes import percent_of
from grognard.battle.ending.tally import Army, Tally, UnitStanding, after_quitting
from grognard.battle.ending.victory import Ending, Score, broken, early_end, score, settle, turns_held, verdict
from grognard.ground.field import Field
from grognard.scenarios import bundled
from grognard.scenarios.loading import load
from grognard.scenarios.model import Condition, Victory

# ---- scores and levels


def test_a_score_tells_how_each_condition_was_counted():
    conditions = (
        Condition("Blue", "ground", 3, "holds the farm", place="Farm", measure="held"),
        Condition("White", "ground", 2, "the farm is not Blue", place="Farm", measure="clear"),
        Condition("Blue", "losses", 1, "for each 500 men", measure="men_lost", each=500, most=1),
        Condition("Blue", "exit", 4, "two march off", measure="units_out", needed=2, edge="east"),
        Condition("Blue", "other", 9, "fights with honour"),
    )
    blue, white = score(conditions, tally([unit(place=FARM)], [unit("b", men=0, destroyed=True)] * 2), FIELD)
    assert (blue.side, blue.points, white.points) == ("Blue", 4, 0)
    assert [(line.points, line.how) for line in blue.lines] == [
        (3, "held"),
        (1, "men lost: 1,200, 1 point for each 500, once at the most"),
        (0, "units out: 0 of 2 needed"),
        (0, "for people to judge"),
    ]
    assert [(line.points, line.how, line.text) for line in white.lines] == [(0, "not clear", "the farm is not Blue")]


VICTORY = Victory(length_turns=10, scoring="points; a lead of 3 is marginal, 6 clear, 10 decisive")


def scores(blue, white):
    return Score("Blue", blue, ()), Score("White", white, ())


@pytest.mark.parametrize(
    "blue, white, winner, level",
    [
        (0, 0, "", "draw"),
        (2, 0, "", "draw"),
        (3, 0, "Blue", "marginal"),
        (5, 0, "Blue", "marginal"),
        (1, 7, "White", "clear"),
        (9, 0, "Blue", "clear"),
        (0, 10, "White", "decisive"),
        (30, 2, "Blue", "decisive"),
    ],
)
def test_the_lead_is_called_as_the_scenario_says(blue, white, winner, level):
    ended = verdict(VICTORY, scores(blue, white))
    assert (ended.winner, ended.level, ended.lead) == (winner, level, abs(blue - white))


def test_whoever_quits_has_lost_by_the_lowest_level_at_least():
    quits = Ending("White: broken", quits=("White",))
    assert verdict(VICTORY, scores(0, 2), quits).winner == "Blue"
    assert verdict(VICTORY, scores(0, 2), quits).level == "marginal"
    assert verdict(VICTORY, scores(6, 0), quits).level == "clear"
    both = Ending("both", quits=("Blue", "White"))
    assert verdict(VICTORY, scores(0, 9), both).winner == "White"


# ---- early ends


def wrecks(count, of):
    return tuple(unit(str(at), beaten=at < count) for at in range(of))


@pytest.mark.parametrize("down, of, breaks", [(0, 1, False), (4, 9, False), (4, 8, True), (5, 9, True), (9, 9, True)])
def test_an_army_breaks_at_half_its_units(down, of, breaks):
    assert bool(broken(Army("Blue", wrecks(down, of)))) is breaks


def test_a_beaten_vanguard_does_not_break_an_army_that_is_still_coming():
    coming = tuple(unit(f"late-{at}", None) for at in range(6))
    assert broken(Army("Blue", (*wrecks(2, 2), *coming))) == ""
    assert broken(Army("Blue", (*wrecks(6, 6), *coming))) == "6 of 12 units beaten or destroyed"
    assert broken(Army("Blue", coming)) == ""


def test_an_army_is_finished_without_a_formed_unit_unless_more_come():
    scattered = tuple(unit(str(at), formed=False) for at in range(3))
    gone = unit("gone", None, left_by="south")
    assert broken(Army("Blue", (*scattered, gone))) == "no formed unit left on the field"
    assert broken(Army("Blue", (*scattered, gone, unit("late", None)))) == ""
    assert broken(Army("Blue", (*scattered, unit("last")))) == ""


def test_early_end_names_who_quits():
    assert early_end(VICTORY, tally([unit()], [unit("b")]), FIELD) is None
    ending = early_end(VICTORY, tally([unit()], [unit("b", beaten=True)]), FIELD)
    assert ending == Ending("White: 1 of 1 units beaten or destroyed", quits=("White",))


def test_a_condition_met_long_enough_wins_at_once():
    holds = Condition("Blue", "ground", 1, "holds the farm", place="Farm", measure="held", ends_after=2)
    victory = replace(VICTORY, condition=(holds,))
    first = tally([unit(place=FARM)], [unit("b")])
    assert early_end(victory, first, FIELD) is None
    second = replace(first, held=turns_held(victory.condition, first, FIELD))
    assert second.held == {"Blue:Farm": 1}
    ending = early_end(victory, second, FIELD)
    assert ending == Ending("holds the farm, for 2 turns running", winner="Blue")
    assert settle(victory, second, FIELD, ending)[1].level == "decisive"
    lost = replace(second, armies=tally([unit(place=OUTSIDE)], [unit("b")]).armies)
    assert turns_held(victory.condition, lost, FIELD) == {}


def test_an_army_that_quits_leaves_its_ground():
    conditions = (
        Condition("White", "ground", 5, "holds the farm", place="Farm", measure="held"),
        Condition("White", "preservation", 1, "saved", measure="men_formed", each=100),
        Condition("Blue", "ground", 1, "the farm is free", place="Farm", measure="clear"),
    )
    victory = replace(VICTORY, condition=conditions)
    stands = tally([unit()], [unit("b", FARM), unit("c", beaten=True)])
    ending = early_end(victory, stands, FIELD)
    (blue, white), ended = settle(victory, stands, FIELD, ending)
    # the steady battalion marches off and is saved, which leaves White ahead: it has what it came for, Blue the field
    assert (blue.points, white.points, ended.winner, ended.level) == (1, 6, "", "draw")
    assert settle(victory, stands, FIELD)[1].winner == "White"
    assert after_quitting(stands, ()) == stands


def test_lines_that_came_out_otherwise_because_an_army_quit_say_so():
    conditions = (
        Condition("White", "ground", 4, "the farm is White", place="Farm", measure="held"),
        Condition("White", "losses", 1, "for each Blue unit", measure="units_beaten", each=1),
        Condition("Blue", "ground", 2, "the farm is free", place="Farm", measure="clear"),
        Condition("Blue", "guns", 1, "for each gun", measure="guns_taken", each=1),
    )
    victory = replace(VICTORY, condition=conditions)
    stands = tally([unit()], [unit("b", FARM), unit("c", beaten=True, arm="artillery", guns=3)])
    (blue, white), _ = settle(victory, stands, FIELD, early_end(victory, stands, FIELD))
    off = "the White quit the field, and whoever of theirs stood there marched off"
    assert [line.how for line in white.lines] == [f"not held: {off}", "units beaten: 0, 1 point for each"]
    assert [line.how for line in blue.lines] == [
        f"clear: {off}",
        "guns taken: 3, 1 point for each: the White quit the field",
    ]
    # who did not hold the place before gave nothing up
    elsewhere = tally([unit()], [unit("b"), unit("c", beaten=True)])
    (blue, white), _ = settle(victory, elsewhere, FIELD, early_end(victory, elsewhere, FIELD))
    assert (white.lines[0].how, blue.lines[0].how) == ("not held", "clear")


@pytest.mark.parametrize("part, whole, percent", [(119, 1990, 6), (1, 200, 1), (1, 201, 0), (7, 7, 100), (0, 0, 0)])
def test_shares_are_rounded_and_not_cut(part, whole, percent):
    assert percent_of(part, whole) == percent


def test_who_quits_far_ahead_on_points_has_not_lost():
    quits = Ending("White: broken", quits=("White",))
    ended = verdict(VICTORY, scores(0, 3), quits)
    assert (ended.winner, ended.level) == ("", "draw")
    assert "3 points ahead" in ended.why


def test_guns_that_nobody_leads_off_fall_to_those_who_stay():
    gone = after_quitting(
        tally([unit()], [unit("b", arm="artillery", guns=6, beaten=True), unit("c", arm="artillery", guns=4)]),
        ("White",),
    )
    assert gone.armies[0].guns_taken == 6
    assert [each.marched_off for each in gone.armies[1].units] == [False, True]


# ---- the bundled battles


@pytest.mark.parametrize("battle", sorted(bundled()))
def test_every_bundled_battle_can_be_counted_at_its_start(battle):
    scenario = load(battle)
    armies = tuple(
        Army(
            side.name, tuple(UnitStanding(u.id, u.kind, u.men, u.men, u.position if u.present else None) for u in units)
        )
        for side in scenario.sides
        for units in [list(side.all_units())]
    )
    field = Field.from_geojson(scenario.field, "field.geojson")
    begun = Tally(armies)
    victory = scenario.header.victory
    assert early_end(victory, begun, field) is None
    for side in score(victory.condition, begun, field):
        for line, condition in zip(side.lines, [c for c in victory.condition if c.side == side.side], strict=True):
            assert line.points == 0 or condition.kind in ("ground", "exit", "preservation"), line
    stripped = tuple(_ruined(army) if army.side == armies[0].side else army for army in armies)
    ending = early_end(victory, Tally(stripped), field)
    assert settle(victory, Tally(stripped), field, ending)[1].winner == armies[1].side


def _ruined(army):
    gone = (replace(one, men=0, destroyed=True, place=None) for one in army.units)
    return replace(army, units=tuple(gone))
