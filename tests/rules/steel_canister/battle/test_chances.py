"""Odds before commitment: exact, the same as the checks', and blind to what the seat cannot know."""

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from grognard.battle.decisions import Answer
from grognard.battle.worlds import snapshot
from grognard.kernel.errors import BadInput
from grognard.kernel.sources import SeededDice
from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.knowledge import known
from grognard.systems.steel_canister.phases import charges
from grognard.systems.steel_canister.staging import BLUE, RED, run, says, stage, unit

HORSE = {"arm": "heavy_cavalry", "cube": "charge"}


def told(odds):
    return {each.text: each.percent for each in odds.chances}


def field(dice=1, **theirs):
    return stage(unit("c", at=(5, 4), **HORSE), unit("e", RED, at=(5, 7), facing="S", **theirs), phase="5a", dice=dice)


@pytest.mark.rule("SC-3.1", "SC-3.5")
def test_a_volley_and_what_it_does():
    b = stage(unit("a", at=(5, 5)), unit("e", RED, at=(5, 6), facing="S"), phase="7")
    volley, effect, charge = GAME.odds(b, BLUE, "a", "e")[:3]
    assert volley.title == "Musketry, 4 dice, a 5 or 6 hits"
    assert [each.value for each in volley.chances] == [0, 1, 2, 3, 4]
    assert (volley.chances[0].percent, round(volley.mean, 3), volley.spaces) == (19.75, 1.333, 1)
    assert [(each.rule, each.value) for each in volley.modifiers] == [("SC-3.1", 4)]
    assert sum(told(effect).values()) == pytest.approx(100, abs=0.05)
    assert "veteran" in effect.facts[0]
    assert charge.title.startswith("Charge")


@pytest.mark.rule("SC-7.3")
@pytest.mark.parametrize("cube, first", [("charge", "melee"), ("fire", "musketry")])
def test_what_it_is_to_do_comes_first(cube, first):
    b = stage(unit("a", at=(5, 5), cube=cube), unit("e", RED, at=(5, 6), facing="S"), phase="5c")
    assert GAME.odds(b, BLUE, "a", "e")[0].check == first


@pytest.mark.rule("SC-2.2")
def test_guns_and_why_not():
    b = stage(unit("g", at=(5, 4), arm="foot_artillery"), unit("e", RED, at=(5, 7), facing="S"), phase="6")
    assert [each.check for each in GAME.odds(b, BLUE, "g", "e")] == ["artillery", "fire-effect"]
    b = stage(unit("g", at=(5, 4), arm="foot_artillery"), unit("e", RED, at=(9, 4), facing="S"), phase="6")
    (refused,) = GAME.odds(b, BLUE, "g", "e")
    assert (refused.refusal_rule, refused.chances) == ("SC-2.3", ())


@pytest.mark.rule("SC-6.3", "SC-1.7b", "SC-4.3a")
def test_the_parts_of_a_charge_make_the_whole():
    whole, melee, square = GAME.odds(field(), BLUE, "c", "e")
    ends = told(whole)
    assert sum(ends.values()) == pytest.approx(100, abs=0.05)
    assert ends["they form square in time"] == told(square)["it forms in time"] == 50.0
    won = sum(share for text, share in ends.items() if text.startswith("we win"))
    first = sum(share for text, share in told(melee).items() if text.startswith("we win"))
    assert won > 50 * first / 100  # against those whom the attempt left in disorder it goes better
    assert [(each.value, each.side) for each in melee.modifiers] == [(5, "ours"), (1, "theirs")]


@pytest.mark.rule("SC-6.3")
def test_the_odds_of_a_charge_are_those_of_the_battle():
    """The same charge rolled many times over, with the answers that the odds take for granted."""
    b, squares, games = field(), 0, 1000
    start, said = snapshot(b.world), told(GAME.odds(b, BLUE, "c", "e")[0])["they form square in time"]
    b.use_dice(dict.fromkeys(("", *(seat.id for seat in b.seats)), SeededDice(7)))
    for _ in range(games):
        b.restarted(snapshot(start))
        run(charges.play(b), says(("respond:e", "square", {}), ("press", "pull_up", {})))
        squares += b.unit("e").formation == "square"
    assert 100 * squares / games == pytest.approx(said, abs=5)


@pytest.mark.rule("SC-4.3a")
def test_both_sides_of_a_melee_see_the_same():
    b = stage(
        unit("a", at=(5, 5), melee=True, attacker=True, came_from=(5, 4), formation="attack_column"),
        unit("e", RED, at=(5, 5), facing="S", melee=True),
        phase="8",
    )
    ours, theirs = told(GAME.odds(b, BLUE, "a", "e")[0]), told(GAME.odds(b, RED, "e", "a")[0])
    assert ours["we win: the enemy retreats"] == theirs["we lose: it retreats"]
    assert ours["locked in melee"] == theirs["locked in melee"]


def test_only_own_units_at_enemies_in_sight():
    wood = {(x, 6): "heavy" for x in range(16)}
    b = stage(unit("a", at=(5, 4)), unit("e", RED, at=(5, 9), facing="S"), terrain=wood, phase="5e")
    for mine, his in (("a", "e"), ("e", "a"), ("a", "a"), ("nobody", "e"), ("a", "nobody")):
        with pytest.raises(BadInput):
            GAME.odds(b, BLUE, mine, his)


# -- secrets

HIDDEN = [
    {"grade": "grenadier"},
    {"guard": True},
    {"figures": 24, "killed": 6},
    {"spent": 3},
    {"shots": 1, "shot_early": True},
    {"in_command": False},
    {"lances": True},
    {"improved": True},
]


def all_that_is_told(b):
    answers = [
        Answer(BLUE, "charge:c", "charge:e", {}),
        Answer(BLUE, "cubes", "cube:c", {"unit": "c", "cube": "charge"}),
        Answer(BLUE, "action", "a:step", {"to": "forward"}),
        Answer(BLUE, "action", "leader:brigadier-blue", {"to": "2,2"}),
    ]
    return [
        *(GAME.odds(b, BLUE, own, "e") for own in ("a", "c")),
        *(GAME.preview(b, BLUE, answer) for answer in answers),
        GAME.picture(GAME.view(b, BLUE), GAME.briefing(b, BLUE)),
    ]


def secretive(phase, *others, **theirs):
    return stage(
        unit("a", at=(4, 5), formation="attack_column", cube="move"),
        unit("c", at=(5, 4), **HORSE),
        unit("e", RED, at=(5, 7), facing="S", **{"figures": 18, **theirs}),
        *others,
        phase=phase,
        terrain={(5, 8): "heavy", (4, 8): "heavy", (6, 8): "heavy"},
    )


@pytest.mark.parametrize("phase", ["3", "5a", "5e", "7"])
@pytest.mark.parametrize("hidden", HIDDEN, ids=lambda each: next(iter(each)))
def test_what_is_told_does_not_depend_on_what_is_hidden(phase, hidden):
    assert all_that_is_told(secretive(phase)) == all_that_is_told(secretive(phase, **hidden))


@pytest.mark.parametrize("phase", ["3", "5e"])
def test_nor_on_who_stands_out_of_sight(phase):
    behind = unit("x", RED, at=(5, 11), facing="S", arm="heavy_cavalry", cube="hold")
    one, other = secretive(phase), secretive(phase, behind)
    assert "x" not in other.seen_by(BLUE)
    assert all_that_is_told(one) == all_that_is_told(other)


def test_nor_on_covered_cubes_and_attached_leaders():
    one, other = secretive("3"), secretive("3", cube="hold")
    other.world.leaders["brigadier-red"] = replace(other.world.leaders["brigadier-red"], attached="e")
    assert all_that_is_told(one) == all_that_is_told(other)


def test_asking_changes_nothing():
    b = secretive("5e")
    before, entries = encode(b.world), list(b.entries)
    all_that_is_told(b)
    assert (encode(b.world), b.entries) == (before, entries)


def test_the_known_field_has_fresh_points_before_they_are_counted():
    b = secretive("2")
    b.world.units["a"] = replace(b.unit("a"), ap=0)
    assert known.known(b, BLUE).unit("a").ap == 3
