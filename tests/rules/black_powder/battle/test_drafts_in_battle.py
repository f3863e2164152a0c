"""Drafts on staged ground: gunners who take shelter, support charges; morale of brigades and armies."""

import pytest

from grognard.miniatures.motion.placements import Placement
from grognard.systems.black_powder.acts.charging import charge
from grognard.systems.black_powder.acts.support_charges import react
from grognard.systems.black_powder.effects.retreats import compulsory
from grognard.systems.black_powder.staging import RED, events, run, says, stage, unit
from grognard.systems.black_powder.turn.combat import combat_phase
from grognard.systems.black_powder.turn.initiative import initiative_moves
from grognard.systems.black_powder.turn.morale import begin_side, end_side

HORSE = {"arm": "light_cavalry"}
GUNS = {"arm": "foot_artillery"}


# -- gunners who take shelter


def at_the_guns(*more, dice, answers=(), north=16, variants=("sheltering",), friend=(20, 20), **charger):
    units = [
        unit("a", at=(20, 4), **{"hand_to_hand": 1, **charger}),
        unit("b", RED, at=(20, north), facing=180, **GUNS),
        unit("c", RED, at=friend, facing=180, hand_to_hand=1),
    ]
    b = stage(*units, *more, dice=dice, variants=variants)
    run(charge(b, ("a",), "b", 1, by="order"), says(("respond:b", "shelter", {}), *answers))
    return b


@pytest.mark.rule("BP-SHELT-1", "BP-SHELT-2", "BP-SHELT-3")
def test_gunners_fire_and_run_and_the_charge_goes_on_at_their_friend():
    """Two dice without the +1; then the friend meets the charge as it likes."""
    b = at_the_guns(dice=[3, 3, 1, 1, 1])
    assert [len(each.roll.details["ours"]["dice"]) for each in events(b, "fired")] == [2, 3]
    assert list(b.world.contacts) == ["a>c"]
    assert b.unit("b").shelters == "c"


@pytest.mark.rule("BP-SHELT-3")
def test_a_charger_may_halt_one_move_from_the_guns():
    b = at_the_guns(dice=[3, 3], answers=[("redirect", "halt_short", {})], north=14, friend=(20, 18))
    assert not b.world.contacts
    assert b.inches("a", "b") == 10, "where it started, which is nearer than a move"
    assert not b.unit("b").shelters
    assert b.unit("b").disordered


@pytest.mark.rule("BP-SHELT-4")
@pytest.mark.parametrize("test, lost", [([5, 5], False), ([4, 3], True), ([1, 1], True)])
def test_gunners_share_the_fate_of_their_friend(test, lost):
    b = at_the_guns(dice=[3, 3, 1, 1, 1, 3, 1, 1, *test])
    run(combat_phase(b))
    assert (b.unit("b").fate == "broken") == lost
    if not lost:
        assert b.unit("b").shelters == "c", "the fight goes on"


@pytest.mark.rule("BP-SHELT-4")
def test_gunners_come_back_when_the_fight_is_over():
    b = at_the_guns(dice=[3, 3, 1, 1, 1, 1, 4, 1, 4, 3])
    run(combat_phase(b))
    assert not b.in_combat("c")
    assert not b.unit("b").shelters
    assert b.unit("b").disordered


@pytest.mark.rule("BP-SHELT-1")
def test_without_the_draft_guns_stand():
    b = stage(
        unit("a", at=(20, 4)),
        unit("b", RED, at=(20, 16), facing=180, **GUNS),
        unit("c", RED, at=(20, 20), facing=180),
        dice=[1, 1, 1],
    )
    run(charge(b, ("a",), "b", 1, by="order"))
    assert list(b.world.contacts) == ["a>b"]


# -- support charges


def supported(
    *, dice, answers=(("support_charge", "charge", {}),), began=(20, 10), variants=("support-charge",), **horse
):
    b = stage(
        unit("a", at=(20, 20)),
        unit("h", RED, at=(20, 32), facing=180, **{**HORSE, **horse}),
        dice=dice,
        variants=variants,
        leaders={"red-1": (20, 34), "red": (60, 40)},
    )
    x, y = began
    struck = run(react(b, "a", Placement((x * 240, y * 240), 0)), says(*answers))
    return b, struck


@pytest.mark.rule("BP-SUPC-1", "BP-SUPC-2")
def test_cavalry_charges_an_enemy_who_advances():
    """Staff 8, an enemy within 12 inches: 7 or less; then the infantry forms square."""
    b, struck = supported(dice=[4, 3, 4])
    assert struck
    assert list(b.world.contacts) == ["h>a"]
    assert events(b, "support_charge")[0].values["goes"]


@pytest.mark.rule("BP-SUPC-2", "BP-SUPC-3")
def test_a_support_charge_that_does_not_go():
    b, struck = supported(dice=[4, 4])
    assert not struck
    assert b.unit("h").tried == ("a",)
    assert not run(react(b, "a", Placement((4800, 2400), 0)), says(("support_charge", "charge", {})))


@pytest.mark.rule("BP-SUPC-2")
def test_an_enemy_from_the_side_is_harder_to_charge():
    assert not supported(dice=[3, 3], began=(60, 33))[1]
    assert supported(dice=[3, 2, 4], began=(60, 33))[1]


@pytest.mark.rule("BP-SUPC-4")
def test_opportunists_go_more_easily():
    assert supported(dice=[5, 4, 4], special=("opportunist_chargers",))[1]


@pytest.mark.rule("BP-SUPC-3", "BP-CMD-5")
def test_a_support_charge_that_blunders():
    b, struck = supported(dice=[6, 6, 2])
    assert not struck
    assert b.unit("h").tried == ("a", "h")
    assert len(events(b, "blunder")) + len(events(b, "blundered")) == 1
    assert b.inches("a", "h") > 12


@pytest.mark.rule("BP-SUPC-1")
def test_without_the_draft_nobody_is_asked():
    b, struck = supported(dice=[], variants=())
    assert not struck
    assert not events(b, "support_charge")


@pytest.mark.rule("BP-SUPC-1")
def test_shaken_cavalry_does_not_try():
    assert not supported(dice=[], casualties=3)[1]
    assert not supported(dice=[], disordered=True)[1]


# -- brigades and armies


def first(b):
    return b.brigade_of("a").morale


LOST = {"where": "lost", "fate": "broken"}


@pytest.mark.rule("BP-BRIG-1", "BP-BRIG-3")
@pytest.mark.parametrize(
    "states, morale",
    [
        ({"a": LOST, "b": {"casualties": 3}}, "good"),
        ({"a": LOST, "b": {"casualties": 3}, "c": {"casualties": 3}}, "broken"),
        ({"a": {"casualties": 3}, "b": {"casualties": 3}, "c": {"casualties": 3}}, "good"),
        ({name: {"casualties": 3} for name in "abcd"}, "broken"),
    ],
)
def test_when_a_brigade_is_broken(states, morale):
    b = stage(
        *(unit(name, at=(10 + 12 * i, 20), **states.get(name, {})) for i, name in enumerate("abcd")),
        unit("x", RED, at=(40, 44), facing=180),
        dice=[],
        variants=("play-on",),
    )
    run(begin_side(b))
    assert b.brigade_of("d").morale == morale


@pytest.mark.rule("BP-BRIG-4", "BP-HTH-7")
def test_units_of_a_broken_brigade_go_back_from_enemies_who_are_near():
    b = stage(
        unit("a", at=(10, 20), casualties=3),
        unit("b", at=(40, 20), casualties=3),
        unit("e", at=(60, 8), brigade=2),
        unit("f", at=(60, 12), brigade=3),
        unit("x", RED, at=(10, 31), facing=180),
        dice=[],
    )
    run(begin_side(b))
    assert first(b) == "broken"
    run(compulsory(b))
    assert b.inches("a", "x") == 23
    assert b.unit("b").position == unit_place(40, 20)
    assert b.unit("a").ordered


@pytest.mark.rule("BP-BRIG-4", "BP-DISM-1")
@pytest.mark.parametrize("word", ["retire", "turn"])
def test_a_unit_of_a_broken_brigade_goes_back_one_move_and_not_two(word):
    """By its own initiative, or because it must: who only turned has not gone back yet."""
    b = stage(
        unit("a", at=(20, 60), casualties=3),
        unit("e", at=(60, 8), brigade=2),
        unit("f", at=(60, 12), brigade=3),
        unit("x", RED, at=(20, 69), facing=180),
        unit("y", RED, at=(20, 37)),
        dice=[],
        size=(90, 90),
    )
    run(begin_side(b))
    assert first(b) == "broken"
    began = b.unit("a").position[1]
    values = {"facing": 10} if word == "turn" else {}
    run(initiative_moves(b), says(("initiative", f"{word}:a", values), ("initiative", "done", {})))
    assert b.unit("a").moved_by == "initiative"
    run(compulsory(b))
    assert len(events(b, "withdrew") + events(b, "fell_back")) == 1
    assert round((began - b.unit("a").position[1]) / 240) == 12
    assert b.inches("a", "y") <= 12, "an enemy is near still, behind it"


def unit_place(x, y):
    return x * 15 * 16, y * 15 * 16


@pytest.mark.rule("BP-BMOR-3")
def test_in_the_draft_only_the_shaken_go_back():
    b = stage(
        unit("a", at=(10, 20)),
        unit("b", at=(40, 20), casualties=3),
        unit("c", at=(60, 20), casualties=3),
        unit("x", RED, at=(10, 31), facing=180),
        unit("y", RED, at=(40, 31), facing=180),
        dice=[],
        variants=("brigade-morale-v2",),
    )
    run(begin_side(b))
    assert b.brigade_of("a").morale == "shaken"
    run(compulsory(b))
    assert b.inches("a", "x") == 11
    assert b.inches("b", "y") == 23


@pytest.mark.rule("BP-ARMY-1", "BP-ARMY-2")
def test_an_army_is_broken_when_half_its_brigades_are():
    b = stage(
        unit("a", at=(10, 20), casualties=3),
        unit("e", at=(60, 8), brigade=2),
        unit("x", RED, at=(10, 44), facing=180),
        dice=[],
    )
    run(begin_side(b))
    assert b.world.broken == ("blue",)
    assert b.brigade_of("e").morale == "broken"
    assert events(b, "army_broken")


@pytest.mark.rule("BP-SPEC-5")
@pytest.mark.parametrize("die, disordered", [(3, True), (4, False)])
def test_elite_units_dress_their_ranks(die, disordered):
    b = stage(
        unit("a", at=(10, 20), special=("elite_4",), disordered=True),
        unit("b", at=(30, 20), disordered=True),
        unit("x", RED, at=(10, 44), facing=180),
        dice=[die],
    )
    run(begin_side(b))
    assert b.unit("a").disordered == disordered
    assert b.unit("b").disordered


@pytest.mark.rule("BP-STATE-4")
def test_disorder_is_shaken_off_as_the_turn_ends():
    b = stage(
        unit("a", at=(10, 20), disordered=True),
        unit("b", at=(30, 20), disordered=True, retired=True),
        unit("x", RED, at=(10, 44), facing=180, disordered=True),
        dice=[],
    )
    run(end_side(b))
    assert [b.unit(each).disordered for each in "abx"] == [False, True, True]
