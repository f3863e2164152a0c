"""Whoever commands an army may give the battle up at any time, under every system: it ends there and then."""

from __future__ import annotations

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.decisions import Answer
from grognard.battle.ending.giving_up import GIVE_UP, giving_up
from grognard.battle.record import saves
from grognard.kernel.checks import Refused
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed


def fought(system: str, answers: int, **options: str) -> Battle:
    battle = Battle.begin(systems.game(system), load("farm-at-the-crossroads"), seed=4, options=options)
    staffs, chairs = staffed(battle, "default"), {seat.id: Chair(battle, seat.id) for seat in battle.seats}
    for _ in range(answers):
        decision = battle.open[0]
        battle.answer(staffs[decision.seat].decide(chairs[decision.seat], decision))
    return battle


@pytest.mark.parametrize("answers", [0, 9])
def test_the_other_side_has_won_and_the_record_says_so(system, answers, tmp_path):
    battle = fought(system, answers)
    loser, winner = battle.seats[0], battle.seats[-1]
    battle.answer(giving_up(loser.id))
    assert battle.over
    assert battle.outcome["winner"] == winner.side
    assert f"{loser.side} gave up the battle" in battle.outcome["why"]
    assert [event.kind for event in battle.events(winner.id)][-2:] == ["gave_up", "over"], "all are told"

    saves.save(battle, tmp_path / "up.grog.json")
    loaded = saves.load(tmp_path / "up.grog.json", systems.game)
    assert loaded.over
    assert loaded.outcome == battle.outcome
    assert saves.verify(tmp_path / "up.grog.json", systems.game).answers == answers + 1
    with pytest.raises(Refused, match="the battle is over"):
        loaded.answer(giving_up(winner.id))


def test_it_is_no_answer_to_what_is_asked(system):
    battle = fought(system, 0)
    seat = battle.seats[0].id
    for spoilt in (Answer(seat, GIVE_UP, "now"), Answer(seat, GIVE_UP, GIVE_UP, {"to": "the enemy"})):
        refusal = battle.refusal(spoilt)
        assert refusal is not None
        assert GIVE_UP in refusal.reason
    assert battle.refusal(giving_up("nobody")) is not None
    assert not battle.over


def test_a_branch_before_it_goes_on(system):
    battle = fought(system, 5)
    other = battle.branch()
    battle.answer(giving_up(battle.seats[0].id))
    assert battle.over
    assert not other.over
    battle.rewind(max(i for i, entry in enumerate(battle.entries) if isinstance(entry, Answer)))
    assert not battle.over
    assert battle.entries == other.entries


def test_only_the_commander_of_an_army_may():
    options = {"seats": "commands"}
    battle = Battle.begin(systems.game("cold-steel"), load("quatre-bras"), seed=4, options=options)
    second = next(seat for seat in battle.seats if battle.fight.seats_of(seat.side)[0] != seat.id)
    refusal = battle.refusal(giving_up(second.id))
    assert refusal is not None
    assert "only the commander of the army" in refusal.reason
