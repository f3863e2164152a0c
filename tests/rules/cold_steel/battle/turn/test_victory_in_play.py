"""How a battle ends, and what its outcome says."""

import pytest
from msgspec.structs import replace

from grognard.battle.events import Set
from grognard.battle.kinds import Noted
from grognard.scenarios.model import Condition, Victory
from grognard.systems.cold_steel.phases import end_of_turn
from grognard.systems.cold_steel.phases.end_of_turn import victory
from grognard.systems.cold_steel.setup import Options, begin
from grognard.systems.cold_steel.staging import BLUE, RED, events, run, scenario, stage, unit
from grognard.systems.cold_steel.table.state import Abandoned

PHASE = "leader_casualties_and_disorder_recovery"
RING = [[400, 400], [600, 400], [600, 600], [400, 600], [400, 400]]
FARM = {
    "type": "Feature",
    "properties": {"kind": "village", "name": "Farm"},
    "geometry": {"type": "Polygon", "coordinates": [RING]},
}
HOLDS = Condition(BLUE, "ground", 3, "Blue holds the farm", place="Farm", measure="held")
LOSSES = Condition(RED, "losses", 1, "a point for each 100 men", measure="men_lost", each=100)


def field(*conditions, turns=20, state=None, scoring="", blue=2, red=2, **more):
    own = [unit(f"b{i}", at=(500 + 400 * i, 520), men=480) for i in range(blue)]
    foes = [unit(f"r{i}", RED, at=(500 + 400 * i, 2500), facing=180) for i in range(red)]
    return stage(
        *own,
        *foes,
        dice=[],
        phase=PHASE,
        state=state,
        features=[FARM],
        victory=Victory(length_turns=turns, condition=tuple(conditions), scoring=scoring),
        **more,
    )


def test_a_battle_lasts_as_long_as_the_scenario_says():
    b = field(HOLDS, turns=2)
    run(end_of_turn.play(b))
    assert not b.world.over
    b.world.turn = 2
    run(end_of_turn.play(b))
    assert b.world.over == "blue: a marginal victory after 2 turns: blue 3, red 0 points"
    over = events(b, "over")[0]
    assert over.to is None
    assert (over.values["winner"], over.values["level"]) == (BLUE, "marginal")
    assert over.values["points"] == {BLUE: 3, RED: 0}


def test_or_as_long_as_the_players_agreed():
    b = begin(scenario(unit("a", at=(500, 500)), unit("r", RED, at=(500, 900)), turns=9), Options(turns=3))
    assert b.world.turns == 3
    assert field(turns=9).world.turns == 9


def test_level_points_are_a_drawn_battle():
    b = field(turns=1)
    victory.decide(b)
    assert b.world.over == "A drawn battle after 1 turn: blue 0, red 0"
    assert end_of_turn.outcome(b)["winner"] == ""


def test_an_army_half_of_which_is_beaten_quits_the_field():
    b = field(state={"r0": {"status": "routed"}})
    victory.decide(b)
    assert b.world.over.startswith("blue: a marginal victory after 1 turn: red: 1 of 2 units beaten")
    result = end_of_turn.outcome(b)
    assert (result["winner"], result["sides"][RED]["routed"]) == (BLUE, 1)


def test_a_beaten_vanguard_does_not_end_the_battle_while_more_troops_are_coming():
    b = field(red=3, state={"r0": {"status": "routed"}, "r1": {"where": "waiting"}, "r2": {"where": "waiting"}})
    victory.decide(b)
    assert not b.world.over


def test_ground_held_long_enough_ends_the_battle():
    b = field(replace(HOLDS, ends_after=2))
    victory.decide(b)
    assert (b.world.over, b.world.held) == ("", {"blue:Farm": 1})
    b.world.turn = 2
    victory.decide(b)
    assert b.world.over.startswith("blue: a decisive victory")
    assert end_of_turn.outcome(b)["level"] == "decisive"


def test_ground_lost_in_between_counts_from_the_start():
    b = field(replace(HOLDS, ends_after=2))
    victory.decide(b)
    b.emit(Noted(), sets=[b.change("b0", position=(16 * 1500, 16 * 1500))])
    victory.decide(b)
    assert (b.world.over, b.world.held) == ("", {})


def test_wavering_troops_hold_no_ground():
    b = field(HOLDS, turns=1, state={"b0": {"status": "wavering"}})
    victory.decide(b)
    assert end_of_turn.outcome(b)["sides"][BLUE]["points"] == 0


def test_losses_are_counted_in_men():
    b = field(LOSSES, turns=1, state={"b0": {"lost": 6}})
    victory.decide(b)
    told = end_of_turn.outcome(b)
    blue = told["sides"][BLUE]
    assert (blue["men"], blue["lost"], blue["percent"]) == (960, 120, 13)
    assert told["sides"][RED]["points"] == 1
    assert told["sides"][RED]["lines"] == [
        {"points": 1, "how": "men lost: 120, 1 point for each 100", "text": "a point for each 100 men"}
    ]


def test_a_destroyed_unit_has_nobody_left():
    b = field(state={"b0": {"where": "lost", "how": "dispersed"}}, blue=3)
    assert [standing.men for standing in victory.tally(b).armies[0].units] == [0, 480, 480]
    assert end_of_turn.outcome(b)["sides"][BLUE]["destroyed"] == 1


def test_skirmishers_who_are_out_still_belong_to_their_battalion():
    b = field(state={"b0": {"figures": 20, "skirmishers": "b0/s"}})
    b.world.units["b0/s"] = replace(b.world.units["b0"], id="b0/s", parent="b0", skirmishers="", figures=4, lost=2)
    assert victory.tally(b).armies[0].units[0].men == 440


def test_units_that_marched_off_are_not_lost():
    b = field(state={"b0": {"where": "left", "left_by": "north"}})
    gone = victory.tally(b).armies[0].units[0]
    assert (gone.left_by, gone.place, gone.men, gone.destroyed) == ("north", None, 480, False)


def test_guns_are_taken_when_they_are_spiked_or_the_enemy_stands_among_them():
    b = field()
    place = (16 * 500, 16 * 500)
    b.emit(Noted(), sets=[Set("abandoned", "g", {"id": "g", "side": RED, "position": place, "pieces": 6})])
    assert victory.tally(b).armies[0].guns_taken == 0
    b.world.abandoned["g"] = Abandoned("g", RED, place, 6, touched_by=BLUE)
    assert victory.tally(b).armies[0].guns_taken == 6
    b.world.abandoned["g"] = Abandoned("g", RED, place, 6, spiked=True)
    assert victory.tally(b).armies[0].guns_taken == 6


def test_guns_lost_are_those_shot_to_pieces_and_those_of_lost_batteries():
    b = stage(
        unit("g", at=(500, 500), arm="foot_artillery"),
        unit("h", at=(900, 500), arm="foot_artillery"),
        unit("a", at=(1500, 500)),
        unit("r", RED, at=(500, 2500)),
        dice=[],
        phase=PHASE,
        state={"g": {"lost": 2, "guns": 4}, "h": {"where": "lost"}},
    )
    assert end_of_turn.outcome(b)["sides"][BLUE]["guns_lost"] == 2 + 8


def test_fallen_leaders_count():
    b = field(Condition(RED, "losses", 2, "their general", measure="leaders_lost", leaders=("General blue",)), turns=1)
    b.world.fallen = ((BLUE, "General blue"),)
    victory.decide(b)
    told = end_of_turn.outcome(b)
    assert told["sides"][RED]["points"] == 2
    assert told["sides"][BLUE]["leaders_lost"] == ["General blue"]


def test_before_the_end_the_outcome_says_how_it_stands():
    told = end_of_turn.outcome(field(HOLDS))
    assert (told["winner"], told["level"], told["why"]) == ("", "", "the battle goes on")
    assert told["sides"][BLUE]["points"] == 3


@pytest.mark.rule("CS-2i", "CS-10.3b")
def test_a_turn_without_anything_to_do_passes_quietly():
    b = field()
    run(end_of_turn.play(b))
    assert {event.kind for event in events(b)} <= {"noted", "sighted"}
