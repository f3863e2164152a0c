"""The ledger of play: what is heard, what can come up, what is explained."""

from grognard import systems
from grognard.kernel.sources import ScriptedDice
from grognard.simulate.exercised import Why, listening, never, outdated, possible, read_page, traits, unexplained


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
    assert reasons[0] == Why("cold-steel", "rocket-*", "asked", "no bundled battle has rockets")
    missing = {"rocket-impact": ["asked"], "rally": ["modifier CS-5.2.2a snow", "outcome status worse"]}
    assert unexplained("cold-steel", missing, reasons) == {"rally": ["outcome status worse"]}
    late = outdated("cold-steel", missing, reasons)
    assert {(each.check, each.what) for each in late} == {
        ("morale", "modifier CS-5.2.2a snow"),
        ("morale", "outcome status gone"),
        ("rally", "outcome status gone"),
    }
