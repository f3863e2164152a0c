"""Victory conditions that a program can count: what each measure needs, takes and refuses."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from grognard.scenarios import bundled
from grognard.scenarios.inspection.checking import check, check_scenario
from grognard.scenarios.inspection.measuring import TAKES
from grognard.scenarios.loading import from_texts, load
from grognard.scenarios.model import Condition, MeasureName, Victory
from grognard.scenarios.saving import texts

PLAIN = Condition(side="French", kind="other", points=1, text="a condition")
CROSSED = ((0, 0), (100, 100), (100, 0), (0, 100))


def told(**fields) -> list[str]:
    """What a check says of the farm at the crossroads with one condition only."""
    scenario = load("farm-at-the-crossroads")
    condition = msgspec.structs.replace(PLAIN, **fields)
    victory = msgspec.structs.replace(scenario.header.victory, condition=(condition,))
    header = msgspec.structs.replace(scenario.header, victory=victory)
    return [problem.message for problem in check_scenario(msgspec.structs.replace(scenario, header=header))]


@pytest.fixture(scope="module")
def ids():
    prussians, french = sorted(load("farm-at-the-crossroads").sides, key=lambda side: side.name, reverse=True)
    return {"ours": [unit.id for unit in french.all_units()], "theirs": [unit.id for unit in prussians.all_units()]}


@pytest.mark.parametrize(
    "fields",
    [
        {"measure": "held", "place": "Crossroads farm", "arm": "infantry", "ends_after": 2},
        {"measure": "held", "area": ((0, 0), (100, 0), (100, 100))},
        {"measure": "clear", "area": ((900, 590),), "within": 120},
        {"measure": "clear", "place": "East road", "within": 30},
        {"measure": "men_lost", "each": 50, "most": 4},
        {"measure": "men_formed", "needed": 1000},
        {"measure": "men_formed", "each": 500, "edge": "west"},
        {"measure": "units_in", "place": "Birch wood", "edge": "west", "needed": 2},
        {"measure": "units_out", "edge": "west"},
        {"measure": "units_destroyed", "each": 1, "arm": "cavalry"},
    ],
)
def test_sound(fields):
    assert told(**fields) == []


@pytest.mark.parametrize("fields", [{}, {"place": "Crossroads farm"}])
def test_what_nothing_counts_is_pointed_out(fields):
    uncounted, nothing = sorted(told(**fields))
    assert uncounted.startswith("'a condition' is not counted, and earns no points")
    assert nothing.startswith("nothing that is counted earns points")


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"measure": "held"}, "measure = 'held' needs a place or an area"),
        ({"measure": "clear"}, "measure = 'clear' needs a place or an area"),
        ({"measure": "units_in", "edge": "west"}, "measure = 'units_in' needs a place or an area"),
        ({"measure": "units_out"}, "measure = 'units_out' needs an edge"),
        ({"measure": "leaders_lost"}, "measure = 'leaders_lost' needs leaders"),
        ({"measure": "bodies_beaten"}, "measure = 'bodies_beaten' needs bodies"),
        ({"measure": "bodies_reduced", "percent": 30}, "measure = 'bodies_reduced' needs bodies"),
        ({"each": 2}, "each needs a measure; without one nothing is counted"),
        (
            {"measure": "men_lost", "arm": "cavalry"},
            "arm means nothing to measure = 'men_lost'; it takes each, most, needed",
        ),
        ({"measure": "men_lost", "most": 2}, "most = 2 needs each; without it the points are earned once"),
        ({"measure": "men_lost", "each": 2, "needed": 3}, "each = 2 and needed = 3; one of them is enough"),
        ({"measure": "held", "place": "Atlantis"}, "place = 'Atlantis'; field.geojson has no feature of that name"),
        ({"measure": "held", "place": "East road"}, "place = 'East road' is a road; within must say how near to it"),
        ({"place": "Crossroads farm", "within": 5}, "within needs a measure; without one nothing is counted"),
        ({"measure": "clear", "within": 5}, "within = 5 paces of what; set a place or an area"),
        ({"measure": "clear", "area": ((1, 1),)}, "area is one spot; within must say how near to it"),
        (
            {"measure": "clear", "area": ((1, 1), (2, 2)), "within": 9},
            "area has the corners of a polygon, one after the other, or is one spot",
        ),
        (
            {"measure": "clear", "area": CROSSED},
            "area has the corners of a polygon, one after the other, or is one spot",
        ),
        (
            {"measure": "clear", "area": ((1801, 1),), "within": 9},
            "corner (1801, 1) is off the table of 1800 by 1200",
        ),
        ({"measure": "units_formed", "units": ("nobody",)}, "units has 'nobody'; no unit has this id"),
        ({"measure": "bodies_beaten", "bodies": (("nobody",),)}, "bodies has 'nobody'; no unit has this id"),
        ({"measure": "leaders_lost", "leaders": ("Nobody",)}, "leaders has 'Nobody'; no leader has this name"),
    ],
)
def test_refused(fields, said):
    assert said in told(**fields)


def test_whoever_is_named_is_of_the_side_that_is_counted(ids):
    ours, theirs = ids["ours"][0], ids["theirs"][0]
    assert told(measure="units_formed", units=(ours,)) == []
    assert told(measure="units_beaten", units=(theirs,)) == []
    assert told(measure="bodies_reduced", bodies=((theirs,),), percent=25) == []
    own = told(measure="units_formed", units=(theirs,))
    assert own == [f"units has {theirs!r} of Prussians; 'units_formed' counts the own side's"]
    foe = told(measure="bodies_beaten", bodies=((ours,),))
    assert foe == [f"bodies has {ours!r} of French; 'bodies_beaten' counts the enemy side's"]
    french, prussian = (side.commander.name for side in sorted(load("farm-at-the-crossroads").sides, key=_name))
    assert told(measure="leaders_lost", leaders=(prussian,)) == []
    assert "counts the enemy side's" in told(measure="leaders_lost", leaders=(french,))[0]


def _name(side):
    return side.name


def test_a_unit_is_in_one_body_and_no_body_is_empty(ids):
    first, second = ids["theirs"][:2]
    assert told(measure="bodies_beaten", bodies=((first,), (second, first))) == [f"bodies has {first!r} more than once"]
    assert told(measure="bodies_beaten", bodies=((first,), ())) == ["a body without a unit"]


def test_no_more_can_be_needed_than_are_named(ids):
    units = tuple(ids["theirs"][:2])
    assert told(measure="units_beaten", units=units, needed=2) == []
    assert told(measure="units_beaten", units=units, needed=3) == ["needed = 3, but only 2 are named"]


def test_the_line_of_what_is_wrong_is_named(folder, spoil):
    line = spoil("scenario.toml", 'place = "Hill"', 'place = "Hill"\neach = 3')
    assert str(check(folder)[0]).startswith(f"scenario.toml, line {line + 1}: each means nothing to measure = 'held'")


def test_every_measure_says_what_it_takes():
    assert set(TAKES) == set(get_args(MeasureName))


@pytest.mark.parametrize(
    "scoring, levels",
    [
        ("", ((3, "marginal"), (6, "clear"), (10, "decisive"))),
        ("points; a lead of 2 is marginal, 4 clear", ((2, "marginal"), (4, "clear"))),
        ("5 points at most; a lead of 8 is crushing, 1 narrow", ((1, "narrow"), (8, "crushing"))),
    ],
)
def test_levels_are_read_from_the_words(scoring, levels):
    assert Victory(length_turns=1, scoring=scoring).levels == levels


def test_scoring_without_levels_is_pointed_out(folder, spoil):
    spoil("scenario.toml", "a lead of 2 is marginal, 4 clear, 8 decisive", "whoever has more")
    (problem,) = check(folder)
    assert (problem.severity, problem.message.split(";")[1]) == ("warning", " whoever has more' names no levels")


@pytest.mark.parametrize("battle", sorted(bundled()))
def test_everything_in_the_bundled_battles_can_be_counted(battle):
    victory = load(battle).header.victory
    assert [condition.text for condition in victory.condition if condition.measure is None] == []
    assert victory.levels[0][1] == "marginal"


def test_long_lists_of_names_are_written_one_a_line_and_read_again():
    albuera = load("albuera")
    written = texts(albuera)
    assert '    ["2-34e", "3-34e"],\n' in written["scenario.toml"]
    assert from_texts(written).header == albuera.header
