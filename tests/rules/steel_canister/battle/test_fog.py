"""Fog and storms of a battle: how many spaces one sees (SC-0.6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.battle.commanding import fight_out
from grognard.ground.units import spot
from grognard.scenarios.loading import load
from grognard.scenarios.model import Effect, SpecialRule
from grognard.simulate.many import begin, staffed
from grognard.systems.steel_canister.game import GAME

FOGGY = 2
"""Turns of fog."""


def foggy(paces: int) -> Any:
    found = load("farm-at-the-crossroads")
    rule = SpecialRule("Fog", "Nobody sees far.", effect=(Effect("sight", turns=(1, FOGGY), paces=paces),))
    scenario = replace(found, header=replace(found.header, special_rule=(rule,)))
    return begin(scenario, seed=1, system="steel-canister", options={"turns": 4})


@pytest.mark.rule("SC-0.6", "SC-0.1")
@pytest.mark.parametrize("paces, spaces", [(60, 1), (150, 1), (239, 1), (240, 2), (400, 3), (800, 6)])
def test_paces_of_fog_are_whole_spaces_and_the_next_one_is_always_seen(paces: int, spaces: int) -> None:
    fight = foggy(paces).fight
    assert fight.sight_limit == spaces
    here, last = (0, 0), (fight.board.width - 1, fight.board.height - 1)
    assert fight.board.range(here, last) > spaces
    assert not fight.sees(here, last)


@pytest.mark.rule("SC-0.6")
def test_in_fog_nobody_is_seen_farther_off_and_afterwards_all_are_again() -> None:
    battle = foggy(300)
    assert not any(battle.fight.seen_by(seat.id) for seat in battle.fight.seats)
    far = {True: 0, False: 0}

    def look(*_: Any) -> None:
        fight = battle.fight
        fog = fight.moment()[0] <= FOGGY
        fight.knowledge.look()
        for seat in fight.seats:
            for foe in fight.seen_by(seat.id):
                near = min(fight.board.range(post, fight.unit(foe).space) for post in fight._posts(seat.id))
                far[fog] += near > 2
        assert fight.sight_limit == (2 if fog else 0)

    fight_out(battle, staffed(battle, "staff"), each_answer=look)
    assert far[True] == 0
    assert far[False] > 0


@pytest.mark.rule("SC-0.6")
def test_the_tool_says_that_the_air_hides() -> None:
    battle = foggy(150)
    fight, seat = battle.fight, battle.fight.seats[0].id
    board = fight.board
    here = next(unit.space for unit in fight.on_board())
    there = (here[0], here[1] + 3 if here[1] + 3 < board.height else here[1] - 3)
    line = GAME.sightline(fight, seat, board.middle(here), board.middle(there))
    assert not line.seen
    assert ("air", "1 space is as far as one sees") in [(each.by, each.words) for each in line.hidden]
    assert GAME.looks_over(fight, spot(board.middle(here)), [spot(board.middle(there))]) == [False]
