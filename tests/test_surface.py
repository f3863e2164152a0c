"""The library's surface: its names, how its things show themselves, saving and loading, maps."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import grognard
from grognard.doors import DOORS, door

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def battle():
    return grognard.begin("farm-at-the-crossroads", seed=7)


def test_every_name_is_listed_before_it_is_used():
    code = "import grognard, sys; print(*dir(grognard)); print('numpy' in sys.modules, 'msgspec' in sys.modules)"
    names, loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert names.split() == sorted(grognard.__all__)
    assert {"Battle", "load", "scenario", "rules"} <= set(names.split())
    assert loaded == "False False", "listing imports nothing"


@pytest.mark.parametrize("name", grognard.__all__)
def test_every_name_has_a_home(name):
    assert getattr(grognard, name) is not None


def test_there_is_nothing_else():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        grognard.nonsense  # noqa: B018


@pytest.mark.parametrize("wish", DOORS)
def test_every_door_leads_somewhere(wish):
    assert callable(door(wish))


# ---- reprs


def test_rules_and_checks_say_what_they_are():
    rules = grognard.rules("cold-steel")
    assert repr(rules).startswith(f"<Ruleset cold-steel: {len(rules)} checks: ")
    assert "and" in repr(rules)
    told = repr(rules["morale"])
    assert told.startswith("<Check morale [CS-5.2a]: Morale check")
    assert "must be told morale_rating; may be told status, disorder," in told
    assert "morale_rating" in repr(rules["close-combat"])  # two sides, one set of facts


def test_odds_are_read_line_by_line():
    morale = grognard.rules("cold-steel")["morale"]
    told = repr(morale.odds(morale.situation(morale_rating=9, disorder=2))).splitlines()
    assert told[0] == "Odds of 6 outcomes:"
    assert told[1].split() == ["6.000%", "3/50", "result", "dispersed,", "status", "dispersed"]
    assert len(told) == 7


def test_long_odds_are_cut_and_say_so():
    odds = grognard.Odds((number, 1) for number in range(100))
    assert repr(odds).splitlines()[0] == "Odds of 100 outcomes:"
    assert repr(odds).splitlines()[-1].strip() == "and 76 more"
    assert "and 76 more outcomes" in odds._repr_html_()


def test_a_battle_and_its_decisions_say_where_they_stand(battle):
    told = repr(battle)
    assert told.startswith("<Battle The Farm at the Crossroads, cold-steel, seed 7: turn 1, ")
    assert all(decision.seat in told for decision in battle.open)
    decision = battle.open[0]
    assert repr(decision).startswith(f"<Decision {decision.id} of {decision.seat}: {decision.text}; options ")
    assert decision.options[0].key in repr(decision)


def test_a_battle_that_is_over_says_who_won():
    battle = grognard.begin("farm-at-the-crossroads", seed=7, options={"turns": 1})
    while battle.open:
        battle.answer(battle.open[0].default)
    assert "over on turn 1" in repr(battle)
    assert battle.outcome == battle.game.outcome(battle.fight)
    assert set(battle.outcome["sides"]) == {side.name for side in battle.scenario.sides}


def test_a_scenario_says_who_fights():
    told = repr(grognard.scenario("maida"))
    assert told.startswith("<Scenario maida: Maida, 1806-07-04; British expedition (5,209 men) against ")
    assert len(told) < 200


# ---- pictures in a notebook


def test_a_battle_is_drawn_with_everybody_on_the_table(battle):
    drawn = ElementTree.fromstring(battle._repr_svg_())
    titles = {title.text.partition(":")[0] for title in drawn.iter(f"{SVG}title")}
    there = {unit.name for side in battle.scenario.sides for unit in side.all_units() if unit.present}
    assert there <= titles
    assert drawn.find(f"{SVG}title").text == "The Farm at the Crossroads, turn 1"


def test_a_scenario_is_drawn_as_its_map():
    farm = grognard.scenario("farm-at-the-crossroads")
    drawn = ElementTree.fromstring(farm._repr_svg_())
    shown = {part.get("data-unit") for part in drawn.iter(f"{SVG}g")} - {None}
    assert shown == {unit.id for side in farm.sides for unit in side.all_units() if unit.present}
    assert farm.map()._repr_svg_() == farm.map().svg() == farm._repr_svg_()


def rows(html: str) -> int:
    """The rows of all tables; the page must be well-formed."""
    page = ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")
    return sum(len(body) for body in page.iter("tbody"))


def test_odds_are_bars():
    morale = grognard.rules("cold-steel")["morale"]
    html = morale.odds(morale.situation(morale_rating=9, disorder=2))._repr_html_()
    assert rows(html) == 6
    assert "width:34.00%" in html
    assert "17/50" in html


CHARTED = ("cold-steel", "steel-canister")


@pytest.mark.parametrize("system", CHARTED)
def test_the_rules_are_the_list_of_their_checks(system):
    rules = grognard.rules(system)
    assert rows(rules._repr_html_()) == len(rules) > 20


# one by one, so that the processes of a run share them out: together they take half a minute
@pytest.mark.parametrize("system, name", [(system, name) for system in CHARTED for name in grognard.rules(system)])
def test_every_check_is_a_chart(system, name):
    check = grognard.rules(system)[name]
    html = check._repr_html_()
    rows(html)
    assert check.rule in html
    assert "\n" not in repr(check)


def test_a_decision_lists_its_options(battle):
    for decision in battle.open:
        assert rows(decision._repr_html_()) == len(decision.options)


def test_what_strangers_wrote_is_escaped():
    assert "&lt;b&gt;" in grognard.Odds([("<b>", 1), ("&", 1)])._repr_html_()


# ---- files


def test_a_saved_battle_is_loaded_and_goes_on_the_same(tmp_path):
    battle = grognard.begin("farm-at-the-crossroads", seed=7)
    battle.answer(battle.open[0].default)
    battle.save(tmp_path / "one.grog.json")
    again = grognard.load(str(tmp_path / "one.grog.json"))
    assert again.entries == battle.entries
    assert repr(again) == repr(battle)


def test_what_is_no_saved_battle_is_refused_with_what_it_is(tmp_path):
    with pytest.raises(grognard.BadInput, match=r"to read it: grognard\.scenario\('maida'\)"):
        grognard.load("maida")
    with pytest.raises(grognard.BadInput, match="cannot be read"):
        grognard.load(tmp_path / "none.grog.json")


def test_a_map_is_saved_as_its_ending_says(tmp_path):
    drawn = grognard.scenario("farm-at-the-crossroads").map()
    drawn.save(tmp_path / "map.svg")
    assert (tmp_path / "map.svg").read_text("utf-8") == drawn.svg()
    drawn.save(str(tmp_path / "map.png"))
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(grognard.BadInput, match=r"\.svg, \.png, \.pdf"):
        drawn.save(tmp_path / "map.bmp")


def test_without_its_extra_a_map_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    drawn = grognard.scenario("farm-at-the-crossroads").map()
    with pytest.raises(grognard.GrognardError, match=r"pip install 'grognard\[print\]'"):
        drawn.save(tmp_path / "map.png")
    drawn.save(tmp_path / "map.svg")


def test_an_unknown_theme_is_refused_at_once():
    with pytest.raises(grognard.BadInput):
        grognard.scenario("maida").map("plaid")


# ---- what the pages show


def test_the_tour_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec("\n".join(BLOCK.findall((ROOT / "docs/library.md").read_text("utf-8"))), {})
    out = capsys.readouterr().out
    assert "\ndetermined\n" in out
    assert "17/50" in out
    assert "not allowed" in out
    assert {path.name for path in tmp_path.iterdir()} == {"maida.svg", "farm.grog.json"}


INTERNALS = re.compile(r"from grognard[\w.]* import|import grognard\.|\.fight\b|battle\.game\b|\b_[a-z]\w*\(")


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_no_example_reaches_into_internals(page):
    for block in BLOCK.findall((ROOT / page).read_text("utf-8")):
        assert not INTERNALS.findall(block)
        for name in re.findall(r"\bgrognard\.(\w+)", block):
            assert name in grognard.__all__
