"""Special rules: each says what applies it, or that it is words."""

import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.scenarios import bundled
from grognard.scenarios.inspection.checking import check, check_scenario
from grognard.scenarios.loading import load
from grognard.scenarios.model import Effect, SpecialRule
from grognard.scenarios.saving import save
from grognard.scenarios.telling import WORDS, in_words, paragraphs, special_rules, status
from grognard.server.lobby.gallery import header

NEITHER = SpecialRule("Wet powder", "Muskets misfire.")
WORDED = replace(NEITHER, words=True)
RAINED = replace(NEITHER, applied={"cold-steel": "weather"})
NO_SKY = ("weather", "sight")
"""What only Cold Steel has rules for."""


def with_rule(rule, battle="hagelberg"):
    scenario = load(battle)
    return replace(scenario, header=replace(scenario.header, special_rule=(rule,)))


def problems(rule, battle="hagelberg"):
    return [each.message for each in check_scenario(with_rule(rule, battle)) if each.where == rule.title]


@pytest.mark.parametrize("rule", [WORDED, RAINED])
def test_a_rule_that_says_what_it_is_is_sound(rule):
    assert problems(rule) == []


@pytest.mark.parametrize("rule", [NEITHER, replace(RAINED, words=True)])
def test_a_rule_that_says_neither_or_both_is_refused(rule):
    (told,) = problems(rule)
    assert "words = true" in told


@pytest.mark.parametrize(
    "means, battle, there",
    [
        ("weather", "hagelberg", True), ("weather", "maida", False), ("weather", "albuera", True),
        ("sight", "auerstedt", True), ("sight", "hagelberg", False), ("arrivals", "quatre-bras", True),
        ("arrivals", "farm-at-the-crossroads", False), ("variants", "mollwitz", True), ("variants", "maida", False),
        ("ground", "maida", True), ("roster", "maida", True), ("rules", "maida", True),
    ],
)  # fmt: skip
def test_what_is_said_to_apply_a_rule_must_be_there(means, battle, there):
    found = problems(replace(NEITHER, applied={"cold-steel": means}), battle)
    assert (found == []) is there


def test_a_system_is_named_as_systems_are():
    (told,) = problems(replace(NEITHER, applied={"Cold Steel": "rules"}))
    assert "Cold Steel" in told


@pytest.mark.parametrize("battle", sorted(bundled()))
def test_bundled_rules_claim_nothing_that_their_system_does_not_do(battle):
    playable = set(systems.playable())
    for rule in load(battle).header.special_rule:
        assert bool(rule.applied or rule.effect) != rule.words
        # what nothing applies says so in its own words
        assert rule.text.startswith("Hint:") is rule.words
        assert set(rule.applied) <= playable
        # what the sky does elsewhere is said by effects
        assert [system for system, by in rule.applied.items() if by in NO_SKY and system != "cold-steel"] == []


SAXON = next(
    unit.position[:2]
    for side in load("hagelberg").sides
    for unit in side.all_units()
    if unit.id == "1st-saxon-battalion"
)
AROUND = tuple((SAXON[0] + right, SAXON[1] + up) for right, up in ((-50, -50), (50, -50), (50, 50), (-50, 50)))
STAY = Effect("stay", units=("1st-saxon-battalion",), area=AROUND)
HARDER = Effect("modifier", turns=(2, 5), on="rally", steps=-2)


@pytest.mark.parametrize(
    "effect, wrong",
    [
        (HARDER, ""), (Effect("wait", units=("1st-saxon-battalion",)), ""),
        (replace(HARDER, on=None), "on what"), (replace(HARDER, steps=0), "on what"),
        (replace(HARDER, turns=(5, 2)), "the first turn comes first"), (replace(HARDER, side="Martians"), "Martians"),
        (replace(HARDER, units=("nobody",)), "nobody"), (Effect("wait"), "names the units"),
        (Effect("sight", paces=150), ""), (Effect("sight"), "how many paces"), (replace(HARDER, paces=9), "how many"),
        (Effect("sight", paces=150, arm="cavalry"), "for everybody"),
        (Effect("fire", place="Hagelberg"), ""), (Effect("fire"), "which place"),
        (Effect("fire", place="Rome"), "Rome"),
        (Effect("fire", place="Hagelberg", side="French"), "for everybody"),
        (STAY, ""), (replace(STAY, units=()), "named: say which"), (replace(STAY, units=("nobody",)), "nobody"),
        (replace(STAY, area=()), "a place, an area or both"),
        (replace(STAY, place="Rome"), "no feature of that name"), (replace(STAY, place="Hagelberg"), ""),
        (replace(STAY, area=(SAXON,)), "within must say how near"), (replace(STAY, area=(SAXON,), within=10), ""),
        (replace(STAY, area=((0, 0), (9, 9))), "corners of a polygon"),
        (replace(STAY, area=((0, 0), (9, 0), (9, 99_999))), "off the table"),
        (replace(STAY, area=((0, 0), (50, 0), (50, 50))), "outside of the place that it may not leave; move it"),
        (replace(STAY, on="rally", steps=1), "on what"),
        (replace(HARDER, place="Hagelberg"), "a place is said of a fire"),
        (replace(HARDER, within=9), "an area, and within"), (replace(HARDER, unless_within=9), "unless_within"),
    ],
)  # fmt: skip
def test_an_effect_names_what_there_is(effect, wrong):
    found = problems(replace(NEITHER, effect=(effect,)))
    assert wrong in " ".join(found)
    assert bool(found) is bool(wrong)


def test_an_effect_is_told_where_the_rules_have_something_to_change():
    rule = replace(NEITHER, effect=(HARDER,))
    assert status(rule, "cold-steel") == "applied, by rally 2 steps harder, turns 2 to 5"
    # there no dice are thrown for it
    assert status(rule, "black-powder") == WORDS
    assert "rally 2 steps harder" in status(rule)


def test_troops_that_stay_and_arrive_when_they_are_free_again_are_refused():
    late = next(unit for side in load("quatre-bras").sides for unit in side.all_units() if unit.arrival)
    stay = Effect("stay", units=(late.id,), area=((0, 0), (900, 0), (900, 900)), turns=(1, late.arrival.turn))
    assert problems(replace(NEITHER, effect=(stay,)), "quatre-bras") == []
    (told,) = problems(replace(NEITHER, effect=(replace(stay, turns=(1, late.arrival.turn - 1)),)), "quatre-bras")
    assert f"comes on turn {late.arrival.turn}" in told
    assert "come earlier" in told


def test_a_wrong_effect_is_told_with_its_line(tmp_path):
    folder = tmp_path / "mine"
    save(with_rule(replace(NEITHER, effect=(replace(STAY, place="Rome"),))), folder)
    (told,) = [each for each in check(folder) if each.where == NEITHER.title]
    assert (told.file, told.severity) == ("scenario.toml", "error")
    assert "place" in (folder / "scenario.toml").read_text().splitlines()[told.line - 1]


@pytest.mark.parametrize("system", systems.playable())
def test_troops_that_stay_are_told_under_every_system(system):
    rule = replace(NEITHER, effect=(replace(STAY, place="Hagelberg", area=(), turns=(1, 9), unless_within=300),))
    told = "troops that may not leave Hagelberg unless an enemy is within 300 paces, turns 1 to 9"
    assert status(rule) == status(rule, system) == f"applied, by {told}"
    assert in_words(replace(STAY, within=20)) == "troops that may not leave 20 paces around their ground"


def test_what_the_sky_does_under_one_system_and_an_effect_under_others_is_told_of_both():
    rule = replace(RAINED, effect=(Effect("sight", turns=(9, 12), paces=150),))
    assert status(rule) == "applied, by sight of 150 paces, turns 9 to 12; under cold-steel by the weather"
    assert status(rule, "cold-steel") == "applied, by the weather"
    assert status(rule, "class-dice") == "applied, by sight of 150 paces, turns 9 to 12"
    assert status(rule, "steel-canister") == "applied, by sight of 150 paces, turns 9 to 12"


def test_what_is_applied_and_what_is_words_is_told_apart():
    assert status(RAINED, "cold-steel") == "applied, by the weather"
    assert status(RAINED, "steel-canister") == status(WORDED) == WORDS
    assert status(RAINED) == "applied under cold-steel, by the weather; under other rules words"
    (shown,) = [text for heading, text in paragraphs(with_rule(WORDED)) if heading == "special"]
    assert WORDS in shown


@pytest.mark.parametrize("system, by", [("cold-steel", "the weather"), ("steel-canister", "")])
def test_the_log_and_the_table_say_it_for_the_rules_in_play(system, by):
    scenario = with_rule(RAINED)
    _, line = special_rules(scenario, system)
    assert line == f"Wet powder [{status(RAINED, system)}]: Muskets misfire."
    (card,) = header(scenario, system).special_rules
    assert card.applied == by
    assert special_rules(load("maida"), system) == []
