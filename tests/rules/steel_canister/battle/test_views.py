"""What seats are shown."""

from __future__ import annotations

from grognard.battle.battles import Battle
from grognard.scenarios.loading import load
from grognard.systems.steel_canister.game import GAME


def test_a_seat_without_troops_has_a_picture() -> None:
    """With a seat for each command an army's commander may have no unit of his own."""
    battle = Battle.begin(GAME, load("quatre-bras"), seed=1, options={"seats": "commands"})
    for seat in battle.fight.seats:
        picture = GAME.picture(GAME.view(battle.fight, seat.id), GAME.briefing(battle.fight, seat.id))
        assert {leader.id for leader in picture.leaders if leader.own} == set(seat.leaders)
