"""The battles that come with Grognard: sound, whole, and what history says of them."""

from __future__ import annotations

import pytest

from grognard.scenarios import bundled
from grognard.scenarios.inspection.checking import check
from grognard.scenarios.inspection.walking import walk_leaders
from grognard.scenarios.loading import load
from grognard.scenarios.saving import texts

BATTLES = (
    "albuera",
    "auerstedt",
    "barrosa",
    "bladensburg",
    "champaubert",
    "chippawa",
    "cryslers-farm",
    "culloden",
    "drill-ground",
    "even-ground",
    "farm-at-the-crossroads",
    "garcia-hernandez",
    "goehrde",
    "hagelberg",
    "maida",
    "mollwitz",
    "plains-of-abraham",
    "quatre-bras",
    "saalfeld",
    "sacile",
    "schoengrabern",
    "teugn-hausen",
    "too-few-orders",
    "vimeiro",
)
TEACHING = ("drill-ground", "farm-at-the-crossroads", "too-few-orders")


@pytest.fixture(params=BATTLES)
def battle(request):
    return load(request.param)


def test_all_are_there():
    assert tuple(bundled()) == BATTLES


def test_sound(battle):
    assert [str(problem) for problem in check(battle.header.id)] == []


def test_files_are_as_they_would_be_written(battle):
    """So that a battle changed and saved by a program differs only where it was changed."""
    folder = bundled()[battle.header.id]
    for name, text in texts(battle).items():
        assert (folder / name).read_text(encoding="utf-8") == text


def test_folder_bears_the_id(battle):
    assert bundled()[battle.header.id].name == battle.header.id


def test_every_leader_has_a_place_and_a_reason_for_his_rating(battle):
    for _, leader in walk_leaders(battle.sides):
        assert leader.why
        assert leader.position is not None


def test_leaders_do_not_stand_on_one_spot(battle):
    spots = [leader.position for path, leader in walk_leaders(battle.sides) if path[-1] == "commander"]
    assert len(spots) == len(set(spots))


def test_units_at_the_start_stand_in_their_zones(battle):
    from shapely import Point, Polygon, unary_union

    for side in battle.sides:
        zones = [Polygon(zone.polygon) for zone in battle.header.zone if zone.side == side.name]
        if zones:
            ground = unary_union(zones)
            outside = [u.id for u in side.all_units() if not u.arrival and ground.distance(Point(u.position)) > 0]
            assert outside == []


def test_what_really_happened_is_told(battle):
    outcome = battle.header.outcome
    assert battle.header.teaching == (battle.header.id in TEACHING)
    assert not battle.header.lesson, "notes by turn are told nowhere: lessons wait for what happens"
    if battle.header.fictitious:
        assert outcome is None
    else:
        assert {loss.side for loss in outcome.losses} == {side.name for side in battle.sides}
        assert len(outcome.moment) >= 5
        assert list(outcome.moment) == sorted(outcome.moment, key=lambda moment: moment.turn)


def test_summary_sources_and_victory_are_there(battle):
    assert len(battle.header.summary) > 300
    assert battle.header.source
    assert {condition.side for condition in battle.header.victory.condition} == {side.name for side in battle.sides}


def test_every_side_is_briefed_and_every_aim_is_counted(battle):
    header = battle.header
    assert [each.side for each in header.briefing if len(each.text) > 80] == [each.side for each in header.briefing]
    assert {each.side for each in header.briefing} == {side.name for side in battle.sides}
    assert header.teaches
    assert header.victory.length_turns > 0
    assert [each.text for each in header.victory.condition if each.measure is None] == []


def test_battle_is_as_long_as_its_turns(battle):
    (start, end) = (int(clock[:2]) * 60 + int(clock[3:]) for clock in (battle.header.start, battle.header.end))
    assert end - start == battle.header.victory.length_turns * battle.header.minutes_per_turn


def test_clock_of_arrivals_fits_their_turn(battle):
    hours, minutes = map(int, battle.header.start.split(":"))
    for side in battle.sides:
        for unit in side.all_units():
            if unit.arrival and unit.arrival.clock:
                now = hours * 60 + minutes + (unit.arrival.turn - 1) * battle.header.minutes_per_turn
                assert unit.arrival.clock == f"{now // 60:02}:{now % 60:02}", unit.id


@pytest.mark.parametrize(
    "battle_id, men, guns",
    [
        ("quatre-bras", {"Allies": 33_550, "French": 20_432}, {"Allies": 72, "French": 44}),
        ("maida", {"British expedition": 5_209}, {"British expedition": 16}),
        ("albuera", {"French turning force": 18_881}, {"French turning force": 30}),
    ],
)
def test_strengths(battle_id, men, guns):
    """Sums as worked out from the sources, by hand."""
    sides = {side.name: side for side in load(battle_id).sides}
    for name, expected in men.items():
        assert sum(unit.men for unit in sides[name].all_units()) == expected
    for name, expected in guns.items():
        assert sum(unit.guns + unit.howitzers for unit in sides[name].all_units()) == expected


def test_picton_comes_by_the_brussels_road():
    allies = load("quatre-bras").sides[0]
    kempt = next(formation for formation in allies.formations if "Kempt" in formation.name)
    assert {unit.arrival.by for unit in kempt.units} == {"Brussels road"}


def test_storm_of_albuera_and_fog_of_auerstedt_pass():
    storm, after = load("albuera").header.conditions.change
    assert (storm.turn, storm.weather, storm.sight_paces) == (9, "rain", 150)
    assert (after.turn, after.weather) == (13, "clear")
    fog = load("auerstedt").header.conditions
    assert (fog.weather, fog.sight_paces) == ("fog", 150)
    assert fog.change[-1].weather == "clear"
