"""The staff and grand-tactical cards: dummies of its own, and an enemy of whom it sees only cards."""

from __future__ import annotations

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import fight_out
from grognard.scenarios.loading import load
from grognard.simulate.many import staffed
from grognard.systems.cold_steel.seat.view import SeenCard
from grognard.systems.cold_steel.staff import hiding

GAME = systems.game("cold-steel")


def test_a_staff_lays_dummies_on_its_flanks_and_sends_them_forward_out_of_reach():
    battle = Battle.begin(GAME, load("quatre-bras"), seed=2, options={"cards": True, "turns": 2})
    fight_out(battle, staffed(battle, "staff"))
    events = battle.events("french")
    assert [event.kind for event in events].count("dummy_laid") > 1
    assert "dummy_sent" in [event.kind for event in events]


def test_a_covered_card_is_taken_for_troops_that_may_not_be_there():
    def strength(**told: object) -> float:
        card = SeenCard("red-card-1", "red", (0, 0), 180, **told)
        view = type("View", (), {"cards_seen": {card.id: card}, "side": "blue"})()
        (foe,) = hiding.cards(view, lambda arm, figures: float(figures))
        return foe.strength

    unknown, counted = strength(), strength(uncovered=True, arm="infantry", infantry=5)
    assert 0 < unknown < counted
    assert strength(uncovered=True, arm="cavalry", cavalry=1, batteries=1) == 22


def test_a_hidden_battle_with_seats_for_all_commanders_is_fought_to_a_decision():
    options = {"cards": True, "placing": "players", "council": True, "seats": "commands"}
    battle = Battle.begin(GAME, load("too-few-orders"), seed=9, options=options)
    fight_out(battle, staffed(battle, "staff"))
    assert battle.over
    assert GAME.outcome(battle.fight)["turns"] > 1
