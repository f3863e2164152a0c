"""Dice: text forms, weights against brute force and against icepool and dyce, refusals."""

from itertools import product

import dyce
import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel.dice import (
    AVERAGE_DIE,
    D6,
    D10,
    D100,
    NO_DICE,
    Dice,
    Doubles,
    DropLowest,
    Followed,
    Pool,
    Repeats,
    Reroll,
    Sum,
    Under,
    parse,
)
from grognard.kernel.errors import BadInput

EXPRESSIONS = [
    Sum(2, D10),
    Sum(1, D100),
    Sum(3, D6),
    Sum(3, AVERAGE_DIE),
    DropLowest(3, D6, 1),
    DropLowest(4, D6, 2),
    Pool(5, D6, 4),
    Pool(3, D10, 8),
    Doubles(Sum(2, D10)),
    Repeats(4, D6, 2),
    Repeats(3, D10, 3),
    Under(Sum(2, D6)),
]


def brute_force(dice: Dice) -> dict[int, int]:
    """Count every throw one by one."""
    counts: dict[int, int] = {}
    for faces in product(*(die.faces for die in dice.dice)):
        counts[dice.key(faces)] = counts.get(dice.key(faces), 0) + 1
    return counts


@pytest.mark.parametrize("dice", EXPRESSIONS, ids=str)
def test_weights_equal_brute_force(dice):
    assert {k: w for k, w in dice.weights.items() if w} == brute_force(dice)


@pytest.mark.parametrize("dice", [*EXPRESSIONS, Reroll(D10, [9, 10]), Followed(D6, [1]), NO_DICE], ids=str)
def test_text_form_both_ways(dice):
    assert parse(str(dice)) == dice
    assert parse(f" {str(dice).upper()} ".replace(">=", "≥")) == dice


@given(st.integers(1, 5), st.sampled_from([4, 6, 8, 10]))
def test_sums_agree_with_icepool_and_dyce(count, sides):
    ours = Sum(count, parse(f"d{sides}").dice[0]).weights
    theirs = icepool.Die(count @ icepool.d(sides))
    assert ours == {int(k): v for k, v in theirs.items()}
    assert ours == {int(k): int(v) for k, v in (count @ dyce.H(sides)).items()}


@given(st.integers(1, 8), st.integers(1, 7))
def test_pools_agree_with_icepool(count, target):
    ours = {k: v for k, v in Pool(count, D6, target).weights.items() if v}
    theirs = {int(k): v for k, v in (count @ (icepool.d6 >= target)).items() if v}
    total_ours, total_theirs = sum(ours.values()), sum(theirs.values())
    assert {k: v * total_theirs for k, v in ours.items()} == {k: v * total_ours for k, v in theirs.items()}


@given(st.integers(2, 5), st.data())
def test_drop_lowest_agrees_with_icepool(count, data):
    drop = data.draw(st.integers(0, count - 1))
    theirs = icepool.d6.highest(count, count - drop) if drop < count - 1 else icepool.d6.highest(count)
    assert DropLowest(count, D6, drop).weights == {int(k): v for k, v in theirs.items()}


def test_average_die_is_the_wargamers_average_die():
    assert sorted(AVERAGE_DIE.faces) == [2, 3, 3, 4, 4, 5]
    assert Sum(1, AVERAGE_DIE).weights == {2: 1, 3: 2, 4: 2, 5: 1}


def test_a_halved_die_is_typed_as_it_lies_and_counts_half():
    halved = Sum(2, D10.read_as("d10/2", lambda face: face // 2))
    assert halved.accept([9, 3]) == (9, 3)
    assert halved.natural([9, 3]) == 5
    assert halved.weights[0] == 1


def test_rerolls_take_the_last_die_and_never_end_on_one_that_is_rolled_again():
    dice = Reroll(D10, [9, 10])
    assert dice.natural(dice.accept([9, 10, 3])) == 3
    assert dice.weights == dict.fromkeys(range(1, 9), 1)
    assert dice.throw(_taking([10, 9, 4])) == (10, 9, 4)
    with pytest.raises(BadInput, match="rolled again"):
        dice.accept([9])
    with pytest.raises(BadInput, match="settles it"):
        dice.accept([3, 4])


def test_a_die_that_another_follows_is_read_as_both():
    dice = Followed(D6, [1, 6])
    assert dice.weights == {10 * face: 6 for face in (2, 3, 4, 5)} | {
        10 * a + b: 1 for a in (1, 6) for b in range(1, 7)
    }
    assert dice.throw(_taking([1, 1, 4])) == (1, 1)
    assert (dice.natural([1, 5]), dice.key([1, 5]), dice.key([4])) == (5, 15, 40)
    with pytest.raises(BadInput, match="after a 6 another die is thrown"):
        dice.accept([6])
    with pytest.raises(BadInput, match="5 settles it"):
        dice.accept([1, 5, 2])
    with pytest.raises(BadInput, match="3 settles it"):
        dice.accept([3, 4])


def test_rolled_under_a_number_the_total_is_what_is_left():
    dice = Under(Sum(2, D6))
    assert (dice.natural([3, 4]), dice.key([3, 4])) == (7, -7)
    assert dice.weights == {-total: weight for total, weight in Sum(2, D6).weights.items()}


def _taking(faces):
    left = list(faces)
    return lambda _: left.pop(0)


@pytest.mark.parametrize(
    "dice, faces, reason",
    [
        (Sum(2, D10), [11, 0], "11 is not on a d10: its faces are 1 to 10"),
        (Sum(2, D10), [5, 0], "0 is not on a d10"),
        (Sum(2, D10), [5, 6, 7], "2d10 takes 2 dice; 3 given"),
        (Sum(2, D10), [], "2d10 takes 2 dice; 0 given"),
        (Sum(1, D100), [101], "1 to 100"),
        (NO_DICE, [4], "takes no dice"),
        (Reroll(D10, [9]), [], "none given"),
        (Reroll(D10, [9]), [12], "12 is not on a d10"),
        (Followed(D6, [1]), [], "none given"),
        (Followed(D6, [1]), [7], "7 is not on a d6"),
    ],
)
def test_impossible_faces_are_refused_with_the_reason(dice, faces, reason):
    with pytest.raises(BadInput, match=reason):
        dice.accept(faces)


@pytest.mark.parametrize("text", ["", "d", "2x10", "d1", "3d6 drop", "3d6 drop 3", "d5000", "2d6 again 1", "fish"])
def test_nonsense_is_not_dice(text):
    with pytest.raises(BadInput):
        parse(text)
