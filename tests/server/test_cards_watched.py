"""Cards for those who look on: as they lie on the table, and nothing of what is on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from visiting import Guest


def set_up(guest: Guest) -> tuple[Any, dict[str, str]]:
    """A battle in which the defender has laid his cards, a dummy among them."""
    game = guest.begin(seed=1, seats={"Prussians": "me", "French": "me"}, options={"cards": True, "placing": "players"})
    tokens = {seat["seat"]: seat["token"] for seat in game["seats"]}
    state = guest.seat(tokens["french"])["state"]
    dummy = {"decision": "deploy", "option": "dummy", "values": {"arm": "cavalry", "spot": [1300, 900]}}
    guest.post(f"/api/seats/{tokens['french']}/answers", {**dummy, "state": state})
    guest.default(tokens["french"])
    return game, tokens


def test_spectators_see_covered_cards_and_no_byte_of_what_is_on_them(visit: Callable[[], Guest]) -> None:
    host, watcher = visit(), visit()
    game, tokens = set_up(host)
    own = [card for card in host.seat(tokens["french"])["picture"]["cards"] if card["own"]]
    seen = watcher.seat(game["spectator"])["picture"]
    assert {card["id"] for card in seen["cards"]} == {card["id"] for card in own}
    assert all(card["face"] == "back" and not card["own"] and not card["units"] for card in seen["cards"])
    assert not any(card["key"] or card["signs"] or card["hollow"] or card["label"] for card in seen["cards"])
    for secret in (*(unit for card in own for unit in card["units"]), *(card["key"] for card in own)):
        assert f'"{secret}"'.encode() not in watcher.bytes
    assert seen["areas"] == []


def test_whoever_may_see_everything_sees_the_dummy_too(visit: Callable[[], Guest]) -> None:
    guest = visit()
    game = guest.begin(seed=1, seats={"French": "me"}, options={"cards": True, "placing": "players"}, spectators="all")
    cards = guest.seat(game["spectator"])["picture"]["cards"]
    assert {card["side"] for card in cards if card["own"]} == {"Prussians", "French"}
