"""The usual answer is what a sensible player would do, and nothing is offered that can come to nothing."""

import pytest

from grognard.systems.steel_canister.facts import fire as fire_facts
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.phases import charges, fire, movement_actions, movement_opportunity
from grognard.systems.steel_canister.staging import BLUE, RED, events, run, stage, unit

FARM = {(5, 6): "strong_point"}


def asked(steps):
    """All that is asked, each answered as usual."""
    found = []

    def choose(decision):
        found.append(decision)
        return decision.default

    run(steps, choose)
    return found


# -- fire


def before_the_farm(phase="7", **more):
    """A weak battalion before a garrison: of its four dice the walls take three, and losses the last."""
    mine = {"killed": 3, "cube": "fire", **more}
    garrison = unit("e", RED, at=(5, 6), facing="S", formation="semi_formed", spent=9)
    return stage(unit("a", at=(5, 5), **mine), garrison, phase=phase, terrain=FARM)


@pytest.mark.rule("SC-3.1", "SC-1.1g")
def test_nobody_is_asked_to_fire_without_dice():
    b = before_the_farm()
    assert fire_facts.targets(b, "a", early=False) == ["e"]
    assert fire_facts.dice_at(b, "a", "e") == 0
    assert not [decision for decision in asked(fire.musketry(b)) if decision.about["unit"] == "a"]
    assert not [shot for shot in events(b, "shot") if shot.units["unit"] == "a"]


@pytest.mark.rule("SC-3.1", "SC-1.1e")
def test_nor_is_fire_without_dice_offered_as_an_action():
    b = before_the_farm("5e")
    assert movement_actions.option(b, "a", "fire", movement_actions.StepsOpen(b, {}, False)) is None
    fresh = before_the_farm("5e", killed=0)
    found = movement_actions.option(fresh, "a", "fire", movement_actions.StepsOpen(fresh, {}, False))
    assert found is not None
    assert found.fields["target"].values == ("e",)


@pytest.mark.rule("SC-1.1i")
def test_nor_when_an_enemy_moves_before_it():
    b = before_the_farm("5f")
    assert [decision.kind for decision in asked(movement_opportunity.provoked(b, "e"))] == ["opportunity_charge"]


@pytest.mark.rule("SC-7.3", "SC-6.4")
def test_who_is_to_fire_and_can_hit_nobody_stands_ready_to_charge():
    assert movement_opportunity._holds(before_the_farm("5f"), before_the_farm("5f").unit("a"))
    fresh = before_the_farm("5f", killed=0)
    assert not movement_opportunity._holds(fresh, fresh.unit("a"))


@pytest.mark.rule("SC-1.1i")
def test_opportunity_fire_says_how_far_with_how_many_dice_and_what_they_promise():
    b = stage(unit("a", at=(5, 5), spent=0), unit("e", RED, at=(5, 6), facing="S", ap=0), phase="5f")
    decision = next(each for each in asked(movement_opportunity.provoked(b, "e")) if each.kind == "opportunity_fire")
    assert decision.option("fire").text == "fire, 1 space away, 4 dice: 80% to hit; 1 action point"
    assert decision.default.option == "fire"


# -- charges


def charging(mine, theirs, **more):
    b = stage(
        unit("a", at=(5, 5), formation="attack_column", cube="charge", **mine),
        unit("e", RED, at=(5, 6), **{"facing": "S", **theirs}),
        phase="5c",
        **more,
    )
    return b, asked(charges.play(b))[0]


@pytest.mark.rule("SC-6.1")
def test_a_charge_that_cannot_be_won_is_not_the_usual_answer():
    b, decision = charging({"killed": 9, "grade": "militia"}, {"formation": "semi_formed"}, terrain=FARM)
    assert [option.key for option in decision.options] == ["charge:e", "decline"]
    assert decision.default.option == "decline"
    assert not events(b, "charges")


@pytest.mark.rule("SC-6.1")
def test_a_charge_into_a_beaten_enemy_is():
    _, decision = charging({"grade": "grenadier"}, {"status": "disordered", "facing": "N", "ap": 0}, dice=3)
    assert decision.default.option == "charge:e"


@pytest.mark.rule("SC-6.1")
@pytest.mark.parametrize("hidden", [{"grade": "grenadier"}, {"guard": True}, {"figures": 24, "killed": 6}])
def test_the_usual_answer_tells_nothing_of_what_is_hidden(hidden):
    plain = charging({}, {"figures": 18}, dice=3)[1].default
    assert charging({}, {"figures": 18, **hidden}, dice=3)[1].default == plain


@pytest.mark.rule("SC-3.1")
def test_odds_say_what_a_die_needs_and_what_is_guessed_once():
    b = stage(unit("a", at=(5, 5), cube="charge"), unit("e", RED, at=(5, 6), facing="S"), phase="5c")
    found = GAME.odds(b, BLUE, "a", "e")
    titles = [each.title for each in found]
    assert "Musketry, 4 dice, a 5 or 6 hits" in titles
    assert any(title.startswith("Fire of e as we come on, 4 dice, a 5 or 6 hits") for title in titles)
    about_the_charge = [each for each in found if each.title.startswith(("Charge", "First round", "Fire of"))]
    assert [bool(each.facts) for each in about_the_charge] == [True, False, False]
