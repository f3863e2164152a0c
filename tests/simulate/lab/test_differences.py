"""What moved: a planted change is found, none is found where there is none, and as seldom as is stated by chance."""

from __future__ import annotations

import json
from random import Random

import pytest

from grognard.cli import main
from grognard.kernel.errors import BadData, BadInput
from grognard.scenarios.loading import load
from grognard.simulate.lab.changes import changed, lab_plan, spread
from grognard.simulate.lab.differences import ALARMS, compare, of_lab
from grognard.simulate.lab.telling import caution, table, verdict
from grognard.simulate.many import Job
from grognard.simulate.runs.chronicle import GameRecord
from grognard.simulate.runs.plans import plan
from grognard.simulate.runs.running import carry_out, local

DRILL = ["drill-ground", "--system", "steel-canister"]


def made_up(random: Random, seed: int, wins: float = 0.5, lost: float = 30.0) -> GameRecord:
    """A game as it might have come out: who won, what both lost, how long it took."""
    winner = "French" if random.random() < wins else random.choice(["Prussians", ""])
    sides = {
        "Prussians": {"men": 2000, "lost": max(0, round(random.gauss(500, 150)))},
        "French": {"men": 2000, "lost": max(0, round(random.gauss(lost * 20, 150)))},
    }
    return GameRecord(seed, 0.0, {"winner": winner, "level": "", "turns": random.randint(6, 10), "sides": sides})


@pytest.mark.parametrize("paired", [True, False])
def test_no_more_false_alarms_than_stated(paired):
    """300 tables of games by the same made-up rules: an alarm in one of 20 at most, within four standard errors."""
    random, alarms, tables, games = Random(11), 0, 300, 40
    for _ in range(tables):
        base = [made_up(random, seed) for seed in range(games)]
        other = [made_up(random, seed if paired else seed + games) for seed in range(games)]
        found = compare("nothing", base, other)
        assert found.paired is paired
        alarms += bool(found.found)
    assert alarms / tables <= ALARMS + 4 * (ALARMS * (1 - ALARMS) / tables) ** 0.5
    assert alarms, "a test that never alarms would be no test"


def test_what_was_planted_is_found_and_nothing_else():
    random, games = Random(7), 1000
    base = [made_up(random, seed) for seed in range(games)]
    other = [made_up(random, seed, lost=33.0) for seed in range(games)]
    assert [each.measure for each in compare("more fire", base, other).found] == ["French: men lost, %"]


def test_a_handful_of_pairs_that_differ_is_no_finding():
    random = Random(3)
    base = [made_up(random, seed) for seed in range(200)]
    other = list(base)
    for seed in range(5):
        other[seed] = made_up(random, seed, wins=0, lost=90.0)
    found = compare("five games", base, other)
    assert not found.found
    assert "not distinguishable" in verdict(found)


def test_null_runs_of_real_games_raise_no_alarm_beyond_the_stated_rate():
    """40 tables of two groups of ten, drawn from real games of one battle by other seeds each time."""
    games = carry_out(
        plan(["farm-at-the-crossroads"], ["steel-canister"], games=40, seed=1, options={"turns": 2}), local(2)
    ).records
    random, alarms = Random(1), 0
    for _ in range(40):
        drawn = random.sample(games, 20)
        alarms += bool(compare("nothing", drawn[:10], drawn[10:]).found)
    assert alarms <= 6, "2 are to be expected; 7 or more come once in 300 times"


def test_a_planted_number_is_found_in_real_games():
    """Guns hit on a 3 instead of a 5: more men fall, and the table says so."""
    base = Job("farm-at-the-crossroads", "steel-canister", {"turns": 2})
    wanted = lab_plan(base, ["SC-2.2.target=3"], games=20, seed=1)
    (found,) = of_lab(wanted, carry_out(wanted, local(2)).records)
    assert found.paired
    assert any("men lost" in each.measure and each.difference.value > 0 for each in found.found)


def test_the_same_rules_said_as_a_change_move_nothing():
    base = Job("drill-ground", "steel-canister", {"turns": 1})
    wanted = lab_plan(base, ["SC-0.5.diagonal=2"], games=3, seed=1)
    (found,) = of_lab(wanted, carry_out(wanted, local(1)).records)
    assert (found.otherwise, found.found) == (0, ())
    assert all(each.difference.value == 0 and not each.differing for each in found.moved)
    assert {row[-1] for row in table(found)} == {"not distinguishable"}


def test_a_change_keeps_what_the_scenario_is_usually_fought_with():
    """To name a variant is to name all of them; a change that dropped the usual ones would change two things."""
    change = "CS-8.2.4b.hits_for_a_marker=2"
    base, other = lab_plan(Job("culloden", "cold-steel"), [change], games=1, seed=1).arms
    usual = load("culloden").header.variants["cold-steel"]
    assert usual
    assert "variants" not in base.job.options
    assert other.job.options["variants"] == [*usual, change]


def test_what_the_intervals_promise_is_said_in_whole():
    """Of one change and of two: 99% and 99.5%, and five tables in a hundred."""
    random = Random(2)
    games = [made_up(random, seed) for seed in range(10)]
    said = [caution([compare("x", games, games, tables)]) for tables in (1, 2)]
    assert "hold 99.0% each" in said[0]
    assert "hold 99.5% each" in said[1]
    assert all("at most 5 tell" in each for each in said)


def test_ranges_and_lists_are_changes_one_by_one():
    assert spread(["X-1.a=1..3", "Y-2.b=4,7", "quick", "Z.c=0..10/5"]) == [
        "X-1.a=1", "X-1.a=2", "X-1.a=3", "Y-2.b=4", "Y-2.b=7", "quick", "Z.c=0", "Z.c=5", "Z.c=10",
    ]  # fmt: skip
    for wrong in (["X.a=3..1"], ["X.a=1", "X.a=0..2"], ["X.a=1..900"]):
        with pytest.raises(BadInput):
            spread(wrong)


def test_an_option_is_changed_as_an_option_and_a_number_as_a_variant():
    job = Job("drill-ground", "cold-steel", {"variants": ["quick-reference"]})
    assert changed(job, "cards=yes").options == {"variants": ["quick-reference"], "cards": "yes"}
    assert changed(job, "CS-8.2.4b.hits_for_a_marker=2").options["variants"] == [
        "quick-reference",
        "CS-8.2.4b.hits_for_a_marker=2",
    ]


@pytest.mark.parametrize(
    "change, said",
    [
        ("SC-9.9.nothing=2", "has none for SC-9.9.nothing"),
        ("SC-0.5.diagonal=yes", "not valid TOML"),
        ("SC-0.5.diagonal=true", "a whole number expected"),
        ("SC-0.5.wrong=2", "has no field wrong"),
        ("nonsense", "no variant 'nonsense'"),
    ],
)
def test_a_change_that_cannot_be_is_refused_before_anything_is_fought(change, said, capsys):
    with pytest.raises((BadInput, BadData), match=said):
        lab_plan(Job("drill-ground", "steel-canister"), [change], games=1, seed=1)
    assert main(["lab", *DRILL, "--change", change]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_two_folders_are_compared_in_pairs(tmp_path, capsys):
    words = ["simulate", *DRILL, "--turns", "1", "--games", "3", "--jobs", "1", "--seed", "2", "--out"]
    for name in ("one", "two"):
        assert main([*words, str(tmp_path / name)]) == 0
    capsys.readouterr()
    assert main(["compare", str(tmp_path / "one"), str(tmp_path / "two"), "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["paired"], told["ended_otherwise"], told["distinguishable"]) == (True, 0, False)
    assert main(["compare", str(tmp_path / "one"), str(tmp_path)]) == 2
