"""What a player sees before he commits himself: points and their dice, places, threats."""

from itertools import product

import pytest
from msgspec.structs import replace

from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer, Decision, Option
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed
from grognard.systems.steel_canister.checks.melee import BreakthroughFacts
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.phases import charges
from grognard.systems.steel_canister.staging import BLUE, RED, stage, unit


def seen(b, decision, option, seat=BLUE, **values):
    return GAME.preview(b, seat, Answer(seat, decision, option, values))


def shares(chances):
    return {each.value: each.percent for each in chances}


def spread(found):
    return shares(found.tallies[0].chances)


def left(found):
    return shares(found.tallies[1].chances)


def marching(**more):
    kept = {key: more.pop(key) for key in ("terrain", "edges", "levels") if key in more}
    return stage(unit("a", at=(5, 5), cube="move", **more), unit("e", RED, at=(5, 8), facing="S"), phase="5e", **kept)


@pytest.mark.rule("SC-1.3a", "SC-1.3c", "SC-1.3e")
def test_a_step_with_two_dice():
    found = seen(marching(terrain={(5, 6): "light"}), "action", "a:step", to="forward").units[0]
    assert (found.tallies[0].note, spread(found)) == ("of 3", {1: 44.44, 2: 44.44, 3: 11.11})
    assert left(found) == {2: 44.44, 1: 44.44, 0: 11.11}
    (there,) = found.places
    assert (there.space, there.label, there.heading) == ((5, 6), "1+2D", 0)
    assert [(each.label, each.value, each.of) for each in found.penalties] == [
        ("light terrain", 1, "dice"),
        ("infantry in line", 1, "dice"),
    ]


@pytest.mark.rule("SC-1.3b", "SC-1.3i")
def test_a_step_that_may_prove_too_dear():
    found = seen(marching(terrain={(6, 5): "heavy"}), "action", "a:step", to="right").units[0]
    assert left(found) == {0: 66.67, -1: 33.33}
    assert found.places[0].formation == "semi_formed"
    assert [(each.rule, each.value) for each in found.penalties if each.of == "points"] == [("SC-1.3b", 1)]


@pytest.mark.rule("SC-0.10")
def test_a_step_through_friends_shows_both_spaces():
    friends = unit("s", at=(5, 6), arm="light_infantry", formation="skirmish")
    b = stage(unit("a", at=(5, 5), cube="move"), friends, phase="5e")
    found = seen(b, "action", "a:step", to="forward_through").units[0]
    assert [place.space for place in found.places] == [(5, 6), (5, 7)]
    assert spread(found) == {2: 44.44, 3: 55.56}
    assert left(found) == {1: 44.44, 0: 44.44, -1: 11.11}


@pytest.mark.rule("SC-1.1i", "SC-1.1j")
def test_who_could_answer_a_step():
    b = stage(
        unit("a", at=(5, 5), cube="move", formation="attack_column"),
        unit("e", RED, at=(5, 8), facing="S"),
        unit("h", RED, at=(6, 9), facing="S", arm="light_cavalry", cube="hold"),
        unit("far", RED, at=(12, 9), facing="S"),
        phase="5e",
    )
    found = seen(b, "action", "a:step", to="forward_right").units[0]
    assert [(each.unit, each.kind, each.rule) for each in found.threats] == [
        ("e", "fire", "SC-1.1i"),
        ("h", "charge", "SC-1.1j"),
    ]


@pytest.mark.rule("SC-1.2d", "SC-1.2e")
@pytest.mark.parametrize(
    "option, values, heading, formation",
    [("a:turn", {"facing": "E"}, 90, "line"), ("a:form", {"formation": "square", "facing": "N"}, 0, "square")],
)
def test_turns_and_formations(option, values, heading, formation):
    found = seen(marching(), "action", option, **values).units[0]
    assert (spread(found), left(found)) == ({1: 100.0}, {2: 100.0})
    assert (found.places[0].heading, found.places[0].formation) == (heading, formation)


@pytest.mark.rule("SC-1.2f", "SC-1.3g")
def test_heavy_guns_may_not_come_round():
    b = stage(unit("g", at=(5, 5), arm="foot_artillery", weight="heavy", cube="move"), phase="5e")
    assert left(seen(b, "action", "g:turn", facing="E").units[0]) == {0: 66.67, -1: 33.33}


@pytest.mark.rule("SC-5.3", "SC-1.6", "SC-7.4")
def test_chances_in_words():
    b = stage(unit("a", at=(5, 5), cube="rally", status="halted"), phase="5e", leaders={"blue-1": (4, 4)})
    assert seen(b, "action", "a:rally", facing="N").notes == ("rallies by a step: 50 %",)
    assert seen(b, "action", "leader:brigadier-blue", to="0,0").notes == ("0 of 1 units of his hear him there",)
    b.world.turn = 2
    brigade = "blue: blue brigade"
    assert seen(b, "orders", "order", brigade=brigade, order="move").notes == ("takes effect this turn: 25 %",)
    b.world.brigades[brigade] = replace(b.world.brigades[brigade], written="move")
    assert seen(b, "orders", "order", brigade=brigade, order="move").notes == ("takes effect this turn: 50 %",)


@pytest.mark.rule("SC-6.2", "SC-7.3")
def test_a_charge_and_its_cube():
    b = stage(
        unit("c", at=(5, 4), arm="heavy_cavalry", cube="charge"),
        unit("e", RED, at=(5, 7), facing="S"),
        phase="5a",
        levels={(5, 7): 1},
    )
    found = seen(b, "charge:c", "charge:e").units[0]
    assert [(place.space, place.label) for place in found.places] == [((5, 5), "1"), ((5, 6), "1"), ((5, 7), "1+1D")]
    assert spread(found) == {3: 66.67, 4: 33.33}
    assert [each.unit for each in found.threats] == ["e"]
    notes = ("could charge e: 3 of 4 action points and what dice add",)
    assert seen(b, "cubes", "cube:c", unit="c", cube="charge").notes == notes


@pytest.mark.rule("SC-1.7b", "SC-6.3")
@pytest.mark.parametrize("option, told", [("square", "the square stands in time: 50 %"), ("stand", "melee lost: 76 %")])
def test_a_response_to_a_charge(option, told):
    b = stage(
        unit("a", at=(5, 7)),
        unit("c", RED, at=(5, 10), facing="S", arm="heavy_cavalry", cube="charge"),
        phase="5a",
    )
    b.world.a = RED
    charging = charges.play(b)
    asked = next(charging)[0]
    asked = charging.send((asked, asked.answer("charge:a")))[0]
    assert asked.id == "respond:a"
    assert told in seen(b, asked.id, option).notes


def test_nothing_is_said_of_others_units():
    b = marching()
    assert seen(b, "action", "e:step", to="forward").units == ()
    assert seen(b, "charge:e", "charge:a").units == ()


@pytest.mark.rule("SC-1.2g", "SC-1.1g")
@pytest.mark.parametrize("variants, cost", [((), 1), (("free-fire-phases",), 0)])
def test_a_shot_and_a_breakthrough(variants, cost):
    b = stage(unit("a", at=(5, 5)), unit("e", RED, at=(5, 6), facing="S"), phase="7", variants=variants)
    assert spread(seen(b, "fire:a", "at:e").units[0]) == {cost: 100.0}
    (onward,) = seen(b, "way:a", "forward_left").units[0].places
    assert (onward.space, onward.label) == ((4, 6), "2")


def test_every_option_of_a_battle_has_a_preview_and_every_pair_its_odds():
    battle = Battle.begin(GAME, load("farm-at-the-crossroads"), seed=3, options={"turns": 5})
    chairs, staff = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}, staffed(battle, "staff")
    told, asked = 0, 0
    while battle.open:
        decision, asked = battle.open[0], asked + 1
        if asked % 5 == 0:
            for option in decision.options:
                values = {name: getattr(domain, "values", ((660, 660),))[-1] for name, domain in option.fields.items()}
                GAME.preview(battle.fight, decision.seat, decision.answer(option.key, **values))
            view = GAME.view(battle.fight, decision.seat)
            here = [own.id for own in view.units.values() if own.where == "board"]
            for own, foe in product(here, view.seen):
                for odds in GAME.odds(battle.fight, decision.seat, own, foe):
                    told += 1
                    assert odds.refusal or sum(each.percent for each in odds.chances) == pytest.approx(100, abs=0.2)
        battle.answer(staff[decision.seat].decide(chairs[decision.seat], decision))
    assert told > 100


@pytest.mark.rule("SC-1.3a", "SC-1.3i")
def test_a_march_with_its_dice_space_by_space():
    b = marching(terrain={(5, 6): "light"}, formation="attack_column")
    found = seen(b, "action", "a:march", place=(660, 900))
    (there,) = found.units
    assert [(each.space, each.label) for each in there.places] == [((5, 6), "1+1D"), ((5, 7), "2+1D")]
    assert spread(there) == {2: 66.67, 3: 33.33}
    assert found.notes == ("2 spaces: 2 action points and 1 die", "gets so far, space by space: 100 %, 100 %")
    assert not seen(b, "action", "a:march", place=(60, 60)).units


@pytest.mark.rule("SC-1.3a")
def test_a_march_of_one_space_costs_what_the_step_does():
    b = marching(terrain={(5, 6): "light"})
    one = seen(b, "action", "a:step", to="forward").units[0]
    assert seen(b, "action", "a:march", place=(660, 780)).units[0].tallies == one.tallies


# -- questions


def weighed(b, kind, option, **about):
    decision = Decision(BLUE, kind, "?", [Option(option, option, "SC-6.4")], default=(option, {}), about=about)
    found = GAME.weigh(b, decision, decision.answer(option))
    return [odds for each in found.units for odds in each.odds]


@pytest.mark.rule("SC-6.4", "SC-6.3")
def test_a_charge_of_opportunity_carries_the_odds_of_a_charge():
    horse = {"arm": "heavy_cavalry", "cube": "charge"}
    b = stage(unit("c", at=(5, 4), **horse), unit("e", RED, at=(5, 7), facing="S"), phase="5a")
    asked = weighed(b, "opportunity_charge", "charge", unit="c", target="e")
    assert asked
    assert asked == [each for each in GAME.odds(b, BLUE, "c", "e") if not each.refusal][: len(asked)]
    ordered = GAME.weigh(
        b,
        Decision(BLUE, "charge", "?", [Option("charge:e", "e", "SC-6.2", about="e")], about={"unit": "c"}),
        Answer(BLUE, "charge:c", "charge:e", {}),
    )
    assert list(ordered.units[0].odds) == asked
    assert weighed(b, "opportunity_charge", "hold", unit="c", target="e") == []


@pytest.mark.rule("SC-4.5a", "SC-6.8")
@pytest.mark.parametrize("margin", [1, 4, 12])
def test_going_after_the_beaten_carries_the_odds_of_the_breakthrough(margin):
    b = stage(unit("a", at=(4, 5), formation="attack_column", may_break=margin), phase="9a")
    (found,) = weighed(b, "breakthrough", "roll", unit="a")
    told = {each.text: each.percent for each in found.chances}
    assert sum(told.values()) == pytest.approx(100, abs=0.05)
    facts = BreakthroughFacts(margin=margin)
    on = float(b.rules["breakthrough"].odds(facts).chance(lambda out: out.ap > 0))
    assert sum(share for text, share in told.items() if text.startswith("it goes on")) == pytest.approx(
        100 * on, abs=0.1
    )
    assert weighed(b, "breakthrough", "hold", unit="a") == []
