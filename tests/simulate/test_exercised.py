"""The ledger of play: what is heard, what can come up, what is explained."""

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from grognard import systems
from grognard.kernel.sources import ScriptedDice
from grognard.simulate.exercised import WhyUnused, listening, never, outdated, possible, read_page, traits, unexplained


def test_an_ear_hears_every_check_and_goes_away_again():
    rules = systems.rules("cold-steel")
    check = rules["command-points"]
    with listening(rules) as ledger:
        check.roll(check.situation(rating="superior"), ScriptedDice([9, 9]))
        check.odds(check.situation(rating="superior"))
    check.roll(check.situation(rating="superior"), ScriptedDice([9, 9]))
    heard = ledger["command-points"]
    assert (heard.asked, heard.weighed) == (1, 1)
    assert list(heard.modifiers) == ["CS-3.1.2a superior"]
    assert set(ledger) == set(rules)


def test_what_can_come_up_is_found_by_trying_the_facts():
    rules = systems.rules("cold-steel")
    modifiers, outcomes = possible(rules["morale"])
    assert {"CS-5.2.2a disorder", "CS-5.2.2a surprised"} <= modifiers
    assert {"status broken", "status routed", "status determined"} <= outcomes


def test_what_never_came_up_is_listed_by_check():
    rules = systems.rules("cold-steel")
    check = rules["command-points"]
    with listening(rules) as ledger:
        check.roll(check.situation(rating="superior"), ScriptedDice([9, 9]))
    missing = never([rules], ledger)
    assert "modifier CS-3.1.2a smoke_balls" in missing["command-points"]
    assert "modifier CS-3.1.2a superior" not in missing["command-points"]
    assert missing["morale"] == ["asked"]


def test_an_outcome_is_taken_apart():
    assert list(traits((3, "lost by 40", False, None))) == ["some", "lost by #", "no", "none"]


PAGE = """
## cold-steel

| check | what | why |
|---|---|---|
| `rocket-*` | `asked` | no bundled battle has rockets |
| `morale`, `rally` | `modifier CS-5.2.2a snow`, `outcome status gone` | it never snows |

## steel-canister

| `step` | `outcome enters no` | |
"""


def test_the_page_explains_what_it_names():
    reasons = read_page(PAGE)
    assert reasons[0] == WhyUnused("cold-steel", ("rocket-*",), ("asked",), "no bundled battle has rockets")
    missing = {"rocket-impact": ["asked"], "rally": ["modifier CS-5.2.2a snow", "outcome status worse"]}
    assert unexplained("cold-steel", missing, reasons) == {"rally": ["outcome status worse"]}
    assert outdated("cold-steel", missing, reasons) == []
    assert outdated("cold-steel", {"rocket-impact": ["asked"]}, reasons) == [reasons[1]]
    seldom = [each._replace(why=f"seldom: {each.why}") for each in reasons]
    assert outdated("cold-steel", {}, seldom) == []


DOCS = Path(__file__).parents[2] / "docs" / "exercised.md"
PLAYED = [system for system, folder in systems.find().items() if (folder / "game.py").is_file()]


def test_the_page_speaks_of_checks_that_there_are():
    for each in read_page(DOCS.read_text("utf-8")):
        assert each.system in PLAYED
        known = list(systems.rules(each.system))
        assert not [check for check in each.checks if not any(fnmatchcase(name, check) for name in known)]
        assert {what.split()[0] for what in each.whats} <= {"asked", "modifier", "outcome"}
        assert each.why


@pytest.mark.parametrize("system", PLAYED)
def test_play_asks_every_check_or_the_page_says_why_not(system):
    """By its name in the sources outside `checks/`: a new rule that nobody asks is found out at once."""
    folder = systems.folder_of(system)
    outside = [path for path in folder.rglob("*.py") if "checks" not in path.relative_to(folder).parts]
    sources = "".join(path.read_text("utf-8") for path in outside)
    silent = {name: ["asked"] for name in systems.rules(system) if f'"{name}"' not in sources}
    assert unexplained(system, silent, read_page(DOCS.read_text("utf-8"))) == {}
