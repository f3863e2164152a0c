"""Messages between leaders, as they come about in a battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.army.oob import Formation, Leader
from grognard.systems.cold_steel.staging import RED, scenario, unit

from ..playing import command, events, play

GENERAL, BRIGADIER = "general-blue", "general-first"


def brigades(paces: int) -> Any:
    """A general, and so many paces off a brigadier with a battalion; a second battalion stands by the general."""
    made = scenario(
        unit("a", at=(1000, 1000 + paces)), unit("x", RED, at=(1000, 2900), facing=180), leaders={"blue": (1000, 1000)}
    )
    first = Formation(
        "first", Leader("General first", position=(1000, 1000 + paces)), units=made.sides[0].formations[0].units
    )
    return replace(made, sides=(replace(made.sides[0], formations=(first,)), made.sides[1]))


@pytest.mark.rule("CS-3.2c", "CS-3.2d", "CS-3.1.2a")
@pytest.mark.parametrize("paces, turn", [(480, 1), (481, 2), (960, 2)])
def test_a_courier_rides_480_paces_a_turn_and_word_from_above_is_worth_three_the_turn_after(paces: int, turn: int):
    """What reaches him on one turn he reads, and acts on, in the next command phase."""
    letter = command(1, "blue", "message", leader=GENERAL, to=BRIGADIER, text="Hold where you are.")
    battle = play(brigades(paces), letter, turns=4)
    assert [event.turn for event in events(battle, "message_arrived")] == [turn]
    (read,) = events(battle, "message")
    assert (read.turn, read.values["text"]) == (turn + 1, "Hold where you are.")
    rolls = {event.turn: event.roll for event in events(battle, "points", leader=BRIGADIER)}
    told = "new order received from his superior last turn"
    worth = {at: {label: value for _, label, value in roll.modifiers}.get(told) for at, roll in rolls.items()}
    assert worth == {at: 3 if at == turn + 1 else None for at in rolls}


@pytest.mark.rule("CS-3.2c", "CS-3.2k")
def test_a_message_costs_a_point_and_the_enemy_learns_nothing_of_it():
    letter = command(1, "blue", "message", leader=GENERAL, to=BRIGADIER, text="Hold where you are.")
    battle = play(brigades(480), letter, turns=2)
    (sent,) = events(battle, "message_sent")
    points = next(event.values["points"] for event in events(battle, "points", leader=GENERAL))
    left = next(each.fields["points"] for each in sent.sets if each.key == GENERAL)
    assert left == points - 1
    kinds = ("message_sent", "message_arrived", "message")
    assert [event.to for kind in kinds for event in events(battle, kind)] == [("blue",)] * 3
