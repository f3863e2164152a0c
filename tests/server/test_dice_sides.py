"""Every roll that a seat is told of says how many sides its dice have, and what came of them."""

import re

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.scenarios.loading import load
from grognard.server.views.hearing import Hearing
from grognard.simulate.many import staffed


def rolls_of(system):
    """What the first seat is told of dice in three turns."""
    battle = Battle.begin(systems.game(system), load("farm-at-the-crossroads"), seed=3, options={"turns": 3})
    fight_out(battle, staffed(battle, "staff"))
    seat = Hearing(battle, battle.fight.seats[0].id)
    seat.listen()
    return [told.roll for told in seat.told if told.roll and told.roll.get("dice")]


@pytest.mark.parametrize("system, sides", [("cold-steel", {10, 100}), ("steel-canister", {6})])
def test_rolls_are_told_with_the_sides_of_their_dice(system, sides):
    rolls = rolls_of(system)
    assert {roll["sides"] for roll in rolls} == sides
    assert all(max(roll["dice"]) <= roll["sides"] for roll in rolls)


def test_where_each_die_counts_for_itself_it_is_said_what_came_of_them():
    """The modifiers' sum is no result there: a die of 2 with `+1 -1 = 0` would be read as a wrong sum."""
    parts = [part for roll in rolls_of("black-powder") if roll["check"] == "artillery" for part in roll["parts"]]
    mine = [part["told"] for part in parts if part["own"]]
    others = [part["told"] for part in parts if not part["own"]]
    assert mine
    assert all(
        re.fullmatch(r"\d+ of \d+ (hit|saved); \d( or more)? (hits|saves)|nothing to save", told) for told in mine
    )
    # what the enemy's dice needed would tell his morale value
    assert others
    assert all(re.fullmatch(r"\d+ of \d+ (hit|saved)|nothing to save", told) for told in others)


def test_dice_that_are_to_stay_below_a_number_say_so_and_add_up():
    """The total is a margin there: dice of 4 and 1 with `+8 +1 = 4` would be read as a wrong sum."""
    orders = [roll for roll in rolls_of("black-powder") if roll["check"] == "command"]
    assert orders
    assert all(roll["counts"] == "below" for roll in orders)
    mine = [roll for roll in orders if roll.get("modifiers")]
    assert mine
    assert all(sum(worth for _, _, worth in roll["modifiers"]) - sum(roll["dice"]) == roll["total"] for roll in mine)
    assert all(roll.get("counts") != "below" for roll in rolls_of("cold-steel"))
