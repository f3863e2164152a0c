"""The turn as it is played, beside the turn as the rules print it."""

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.battle.events import Event
from grognard.kernel.sources import NO_DICE
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed
from grognard.systems.black_powder.checks.command.turn import TurnPhaseFacts

PLAYED = {
    "command": ("initiative", "command"),
    "shooting": ("shooting",),
    "hand_to_hand": ("combat",),
    "initiative_moves": ("initiative",),
    "musketry_and_artillery": ("shooting",),
    "command_moves": ("command",),
    "close_combat": ("combat",),
}
"""Phases of play by the names that the rules print."""


@pytest.mark.rule("BP-TURN-1", "BP-SEQ-1")
@pytest.mark.parametrize("variants, many", [((), 3), (("turn-sequence-v2",), 4)])
def test_play_goes_through_the_phases_in_the_printed_order(variants, many):
    check = systems.rules("black-powder", *variants)["turn-phase"]
    found = [check.roll(TurnPhaseFacts(number=number), NO_DICE).settled for number in range(1, many + 1)]
    assert {each.of for each in found} == {many}
    printed = [phase for each in found for phase in PLAYED[each.phase]]
    options = {"turns": 1, "variants": list(variants)}
    battle = Battle.begin(systems.game("black-powder"), load("farm-at-the-crossroads"), seed=1, options=options)
    fight_out(battle, staffed(battle, "default"))
    events = (each for each in battle.entries if isinstance(each, Event) and each.kind == "phase")
    assert [each.values["phase"] for each in events] == 2 * ["start", *printed, "end"]
