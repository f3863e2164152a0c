"""No commander is moved by what its seat cannot know: in two battles that differ only in that, it answers alike."""

from __future__ import annotations

import pytest

from grognard.battle.commanding import Chair
from grognard.commanders import KINDS, commander
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.simulate.many import begin

STEPS = 14


@pytest.mark.parametrize("system", ["cold-steel", "steel-canister"])
@pytest.mark.parametrize("kind", [*KINDS, "hard:bold"])
def test_what_the_other_decides_in_secret_moves_no_commander(system, kind):
    """Both seats are asked at once; in one of the battles the other has answered already, at random."""
    quiet, busy = (begin("farm-at-the-crossroads", seed=3, system=system) for _ in range(2))
    seats = [seat.id for seat in quiet.fight.seats]
    alike = {seat: [commander(kind, system, seat, 1) for _ in range(2)] for seat in seats}
    compared = 0
    for step in range(STEPS):
        blind = next((d.seat for d in quiet.open if len({other.seat for other in quiet.open}) > 1), None)
        if blind is not None:
            player = Reckless(step, done=0.0)
            for _ in range(4):
                theirs = [decision for decision in busy.open if decision.seat != blind]
                if theirs:
                    busy.answer(player.decide(Chair(busy, theirs[0].seat), theirs[0]))
        asked = next(d for d in quiet.open if blind in (None, d.seat))
        same = next(d for d in busy.open if d.seat == asked.seat and d.id == asked.id)
        answers = [
            mind.decide(Chair(battle, asked.seat), decision)
            for mind, battle, decision in zip(alike[asked.seat], (quiet, busy), (asked, same), strict=True)
        ]
        assert answers[0] == answers[1]
        compared += blind is not None
        quiet.answer(answers[0])
        busy = quiet.branch()
    assert compared >= 3


@pytest.mark.parametrize("system", ["cold-steel", "class-dice", "steel-canister", "black-powder"])
@pytest.mark.parametrize("kind", [*KINDS, "hard:bold"])
def test_dice_that_have_not_fallen_move_no_commander(system, kind):
    """Two battles with other dice to come: as long as a seat is shown the same, its commander answers the same."""
    one, other = (begin("farm-at-the-crossroads", seed=seed, system=system) for seed in (3, 4))
    minds = {seat.id: [commander(kind, system, seat.id, 1) for _ in range(2)] for seat in one.fight.seats}
    compared = 0
    for _ in range(STEPS):
        decisions = [battle.open[0] for battle in (one, other)]
        seat = decisions[0].seat
        chairs = [Chair(battle, seat) for battle in (one, other)]
        asked = [(decision.id, decision.seat, decision.options) for decision in decisions]
        if asked[0] != asked[1] or chairs[0].view != chairs[1].view:
            break
        answers = [
            mind.decide(chair, decision) for mind, chair, decision in zip(minds[seat], chairs, decisions, strict=True)
        ]
        assert answers[0] == answers[1]
        compared += 1
        one.answer(answers[0])
        other.answer(answers[1])
    assert compared >= 1
