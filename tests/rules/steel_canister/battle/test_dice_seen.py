"""Dice in plain sight: whose are seen by whom, and what of them stays hidden."""

import pytest
from msgspec.structs import replace

from grognard.systems.steel_canister.game import GAME
from grognard.systems.steel_canister.phases import fire, melee
from grognard.systems.steel_canister.staging import BLUE, RED, events, run, says, stage, unit


def volley(**more):
    b = stage(unit("a", at=(5, 5), **more), unit("e", RED, at=(5, 6), facing="S"), phase="7", dice=3)
    run(fire.musketry(b), says(("fire:e", "hold", {})))
    return b, events(b, "shot")[0]


@pytest.mark.rule("SC-3.1")
def test_who_is_fired_at_sees_the_dice_fall_and_not_why():
    b, shot = volley(grade="crack")
    mine, theirs, onlooker = (GAME.roll_seen(b, shot, seat) for seat in (BLUE, RED, ""))
    assert mine == shot.roll
    assert mine.modifiers
    assert theirs == onlooker
    assert (theirs.dice, theirs.details["hits"]) == (shot.roll.dice, shot.values["hits"])
    assert (theirs.modifiers, theirs.total, theirs.outcome) == ((), None, None)


@pytest.mark.rule("SC-3.1")
def test_the_dice_of_one_who_is_not_seen_are_not_seen():
    b, shot = volley()
    hidden = replace(shot, masked={RED: ("unit",)})
    assert GAME.roll_seen(b, hidden, RED) is None
    assert GAME.roll_seen(b, hidden, BLUE) == shot.roll


@pytest.mark.rule("SC-4.3a")
def test_of_a_melee_all_dice_are_seen_and_each_knows_what_gave_his_own():
    b = stage(
        unit("a", at=(5, 5), melee=True, attacker=True, first_round=True, came_from=(5, 4), grade="crack"),
        unit("e", RED, at=(5, 5), facing="S", melee=True, first_round=True, grade="militia"),
        phase="8",
        dice=4,
    )
    run(melee.play(b), says())
    fought = events(b, "melee")[0]
    whole = fought.roll.details
    for seat, own, other in ((BLUE, "ours", "theirs"), (RED, "theirs", "ours")):
        seen = GAME.roll_seen(b, fought, seat)
        assert seen.dice == fought.roll.dice
        assert seen.details[own] == whole[own]
        assert seen.details[own]["modifiers"]
        assert seen.details[other]["modifiers"] == []
        assert seen.details[other]["dice"] == whole[other]["dice"]
        assert [list(each) for each in seen.modifiers] == [list(each) for each in whole[own]["modifiers"]]
    assert GAME.roll_seen(b, fought, "").modifiers == ()
    assert GAME.rollers(b, fought) == ("a", "e")


@pytest.mark.rule("SC-3.5")
def test_steadiness_is_the_owners_business():
    b = stage(unit("a", at=(5, 5)), unit("e", RED, at=(5, 6), facing="S"), phase="7", dice=[6, 6, 6, 6, 1, 1, 1])
    run(fire.musketry(b), says(("fire:e", "hold", {})))
    shaken = events(b, "steadiness")[0]
    assert GAME.roll_seen(b, shaken, RED) == shaken.roll
    assert GAME.roll_seen(b, shaken, BLUE) is None
