"""Dice sources: the seeded stream against NumPy, scripts, and dice typed by hand."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.dice import D6, D10, PERCENTILE, TWO_D10, NoDice, Reroll, Sum
from grognard.kernel.errors import BadInput
from grognard.kernel.sources import DiceByHand, ScriptedDice, SeededDice, read_faces


@given(st.integers(0, 2**256))
def test_words_are_numpys_pcg64(seed):
    dice = SeededDice(seed)
    assert [dice.word() for _ in range(20)] == numpy.random.PCG64(seed).random_raw(20).tolist()


def test_a_seed_gives_these_dice_for_ever():
    dice = SeededDice(7)
    assert [dice.throw(TWO_D10, "morale") for _ in range(4)] == [(4, 6), (7, 5), (2, 3), (9, 6)]
    assert dice.thrown[0] == ("morale", "2d10", (4, 6))


def test_a_saved_state_goes_on_where_it_stopped():
    dice = SeededDice(1806)
    dice.throw(Sum(50, D6), "warming up")
    resumed = SeededDice(1806)
    resumed.go_on_from(dice.state)
    assert [dice.word() for _ in range(10)] == [resumed.word() for _ in range(10)]


def test_words_beyond_the_last_whole_multiple_are_rolled_again():
    dice = SeededDice(1)
    words = iter([2**64 - 1, 13])
    dice.word = lambda: next(words)
    assert dice.roll(D10) == 13 % 10 + 1


def test_every_face_comes_up_about_as_often():
    dice = SeededDice(99)
    faces = [dice.roll(D10) for _ in range(10_000)]
    assert all(900 < faces.count(face) < 1100 for face in D10.faces)


def test_negative_seeds_are_refused():
    with pytest.raises(BadInput, match="0 or more"):
        SeededDice(-1)


def test_scripts_must_be_used_up_and_be_long_enough():
    script = ScriptedDice([3, 4, 5])
    assert script.throw(TWO_D10, "morale") == (3, 4)
    with pytest.raises(BadInput, match="5 left over; 2d10 for morale is all it takes"):
        script.must_be_used_up()
    with pytest.raises(BadInput, match="too few dice"):
        ScriptedDice([3]).throw(TWO_D10, "morale")
    with pytest.raises(BadInput, match="11 is not on a d10"):
        ScriptedDice([11, 0]).throw(TWO_D10, "morale")


def test_scripts_feed_rerolls_until_one_counts():
    script = ScriptedDice([9, 10, 3])
    assert script.throw(Reroll(D10, [9, 10]), "wind") == (9, 10, 3)
    script.must_be_used_up()


def test_dice_by_hand_ask_again_after_a_slip_of_the_finger():
    answers, told = iter(["seven", "", "7 11", "7, 9, 3", "7, 9"]), []
    dice = DiceByHand(lambda prompt: next(answers), told.append)
    assert dice.throw(TWO_D10, "morale") == (7, 9)
    assert len(told) == 4
    assert dice.thrown == [("morale", "2d10", (7, 9))]
    assert dice.throw(NoDice(), "nothing") == ()


def test_dice_by_hand_come_one_by_one():
    answers, asked = iter(["7", "12", "9", "9", "10", "3"]), []
    dice = DiceByHand(lambda prompt: asked.append(prompt) or next(answers), asked.append)
    assert dice.throw(TWO_D10, "morale") == (7, 9)
    assert asked == [
        "morale, roll 2d10: ",
        "morale, roll 2d10 (7 so far): ",
        "12 is not on a d10",
        "morale, roll 2d10 (7 so far): ",
    ]
    assert dice.throw(Reroll(D10, [9, 10]), "wind") == (9, 10, 3)


@pytest.mark.parametrize("text, faces", [("7,9", [7, 9]), ("7 9", [7, 9]), (" 38 ", [38]), ("00", [100]), ("", [])])
def test_faces_are_read_as_people_type_them(text, faces):
    assert read_faces(text) == faces


def test_00_is_how_percentile_dice_show_100():
    assert ScriptedDice(read_faces("00")).throw(PERCENTILE, "fire") == (100,)


@pytest.mark.parametrize("text", ["7;9", "x", "7.5"])
def test_unreadable_faces_are_refused(text):
    with pytest.raises(BadInput, match="whole numbers with commas"):
        read_faces(text)
