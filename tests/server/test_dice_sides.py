"""Every roll that a seat is told of says how many sides its dice have."""

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.scenarios.loading import load
from grognard.server.views.hearing import Hearing
from grognard.simulate.many import staffed


@pytest.mark.parametrize("system, sides", [("cold-steel", {10, 100}), ("steel-canister", {6})])
def test_rolls_are_told_with_the_sides_of_their_dice(system, sides):
    battle = Battle.begin(systems.game(system), load("farm-at-the-crossroads"), seed=3, options={"turns": 3})
    fight_out(battle, staffed(battle, "staff"))
    seat = Hearing(battle, battle.fight.seats[0].id)
    seat.listen()
    rolls = [told.roll for told in seat.told if told.roll and told.roll.get("dice")]
    assert rolls
    assert {roll["sides"] for roll in rolls} == sides
    assert all(max(roll["dice"]) <= roll["sides"] for roll in rolls)
