"""Hidden battles as a whole: saved at any point, replayed, and played at random with every variant of the rules."""

import pytest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair
from grognard.battle.record import saves
from grognard.commanders.yardsticks.reckless import Reckless
from grognard.scenarios.loading import load
from grognard.simulate.fuzz import fuzz
from grognard.systems.cold_steel.game import GAME

HIDDEN = {"cards": True, "placing": "players"}
VARIANTS = ("cards-within-600", "figures-to-1200", "news-up-the-chain", "figures-down-orders-late")


def test_saved_at_any_point_a_hidden_battle_goes_on_the_same(tmp_path):
    battle = Battle.begin(GAME, load("farm-at-the-crossroads"), seed=6, options={**HIDDEN, "turns": 2})
    path, player, points = tmp_path / "b.grog.json", Reckless(12), 0
    chairs = {seat.id: Chair(battle, seat.id) for seat in battle.fight.seats}
    while battle.open:
        if points % 5 == 0:
            saves.save(battle, path)
            loaded = saves.load(path, systems.game)
            assert loaded.fight.world == battle.fight.world
            assert [each.data() for each in loaded.open] == [each.data() for each in battle.open]
        decision = battle.open[0]
        battle.answer(player.decide(chairs[decision.seat], decision))
        points += 1
    saves.save(battle, path)
    assert saves.verify(path, systems.game).answers == points


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_play_with_cards_breaks_nothing(variant):
    options = {**HIDDEN, "variants": [variant], "seats": "commands", "council": True}
    done = fuzz("cold-steel", load("too-few-orders"), 21, turns=3, options=options)
    assert done.answers > 10


def test_what_is_offered_in_the_set_up_is_accepted_and_the_default_is_legal():
    battle = Battle.begin(GAME, load("quatre-bras"), seed=2, options=HIDDEN)
    for decision in battle.open:
        assert decision.refusal(decision.default) is None
        keys = [option.key for option in decision.options]
        assert len(set(keys)) == len(keys)
        for option in decision.options:
            assert decision.option(option.key) == option
