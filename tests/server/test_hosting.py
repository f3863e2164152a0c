"""The host's word about seats and spectators: who is turned out hears nothing more, and all are told."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from visiting import Guest, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from grognard.server.archive.storage import Storage
from grognard.server.errors import Ousted
from grognard.server.seats.games import Games
from grognard.server.shapes import NewGame

BOTH_DATABASES = True
BOTH = {"Prussians": "me", "French": "me"}
OUSTED = 4410


def tokens(game: Any) -> dict[str, str]:
    """The players' links by seat."""
    return {seat["seat"]: seat["token"] for seat in game["seats"]}


def hand_over(guest: Guest, game: Any, seat: str, kind: str) -> Any:
    """The host gives a seat to somebody."""
    return guest.post(f"/api/host/{game['host']}/seat", {"seat": seat, "kind": kind})


def hung_up(line: ClientConnection) -> tuple[int | None, str | None, list[str | bytes]]:
    """How a line ends: code, reason, and what was still said."""
    said: list[str | bytes] = []
    with suppress(ConnectionClosed):
        while True:
            said.append(line.recv(timeout=10))
    return line.close_code, line.close_reason, said


def notices(seat: Any) -> list[str]:
    """What all were told."""
    return [each["text"] for each in seat["notices"]]


@pytest.mark.parametrize(
    "kind, whom", [("staff", "the computer"), ("me", "another person"), ("open", "another person")]
)
def test_who_is_turned_out_of_his_seat_hears_so_and_nothing_else(guest: Guest, kind: str, whom: str) -> None:
    game = guest.begin(seats=BOTH)
    old = tokens(game)["french"]
    with guest.line(old) as line:
        line.recv(timeout=10)
        given = hand_over(guest, game, "french", kind)
        code, reason, said = hung_up(line)
    assert (code, said) == (OUSTED, [])
    assert reason == f"the host has given this seat to {whom}; ask him for a new link"
    for method, path, body in (
        ("GET", "", None),
        ("GET", "/history", None),
        ("POST", "/undo", {}),
        ("POST", "/answers", {"decision": "x", "option": "y"}),
        ("POST", "/odds", {"unit": "x", "target": "y"}),
        ("POST", "/preview", {"decision": "x", "option": "y"}),
        ("POST", "/talk", {"text": "x"}),
    ):
        refused = guest.ask(method, f"/api/seats/{old}{path}", body)
        assert (refused.status_code, refused.json()["error"]) == (404, reason)
    with guest.line(old) as line:
        assert hung_up(line)[:2] == (OUSTED, reason)
    if given["token"]:
        assert guest.seat(given["token"])["seat"] == "french"


def test_a_computer_that_is_replaced_by_a_person_turns_nobody_out(guest: Guest) -> None:
    game = guest.begin()
    mine = game["seats"][0]["token"]
    with guest.line(mine) as line:
        line.recv(timeout=10)
        hand_over(guest, game, "french", "open")
        while "given this seat to" not in str(line.recv(timeout=10)):  # others' news may come before
            pass


def test_a_link_that_no_longer_holds_is_noticed_at_the_table_itself(address: str) -> None:
    """Somebody was let in, and before he stood at the table his seat was given to another."""
    games = Games(Storage(address))
    links = games.begin(
        NewGame("farm-at-the-crossroads", "cold-steel", seed=7, seats={"Prussians": "me", "French": "me"})
    )
    visitor = games.admit(links.seats[0].token)
    games.host.seat(links.host, links.seats[0].seat, "staff")
    with pytest.raises(Ousted, match="the computer"):
        games.update(visitor, -1)
    with pytest.raises(Ousted):
        games.arrived(visitor, lambda: None)
    assert not any(card.connected for card in games.everything(links.host).seats)
    games.close()


def test_no_hand_over_opens_the_eyes_of_spectators(guest: Guest) -> None:
    """Two played against each other: what the seats are now does not matter, until it is over."""
    game = guest.begin(seats=BOTH)
    hand_over(guest, game, "french", "staff")
    refused = guest.ask("POST", f"/api/host/{game['host']}/spectators", {"see": "all"})
    assert refused.status_code == 409
    assert "until the battle is over" in refused.json()["error"]
    watch = guest.seat(game["spectator"])
    assert watch["spectators"] == "public"
    assert not any(unit["own"] for unit in watch["picture"]["units"])


def test_who_sat_there_once_is_remembered_on_disk(address: str) -> None:
    with running(address) as base:
        guest = Guest(base)
        game = guest.begin(seats={"Prussians": "me", "French": "open"})
        guest.seat(tokens(game)["french"])
        hand_over(guest, game, "french", "staff")
        guest.http.close()
    with running(address) as base:
        guest = Guest(base)
        assert guest.ask("POST", f"/api/host/{game['host']}/spectators", {"see": "all"}).status_code == 409
        assert any("the computer" in text for text in notices(guest.seat(tokens(game)["prussians"])))
        guest.http.close()


def test_where_nobody_ever_came_the_computer_s_enemy_may_be_watched(guest: Guest) -> None:
    game = guest.begin(seats={"Prussians": "me", "French": "open"})
    assert guest.ask("POST", f"/api/host/{game['host']}/spectators", {"see": "all"}).status_code == 409
    hand_over(guest, game, "french", "staff")
    assert guest.post(f"/api/host/{game['host']}/spectators", {"see": "all"})["spectators"] == "all"


def test_all_are_told_what_the_host_does_with_seats_and_spectators(visit: Callable[[], Guest]) -> None:
    guest = visit()
    game = guest.begin()
    mine, title = game["seats"][0]["token"], game["seats"][1]["title"]
    guest.post(f"/api/host/{game['host']}/spectators", {"see": "all"})
    hand_over(guest, game, "french", "me")
    for token in (mine, game["spectator"], game["host"]):
        told = notices(guest.seat(token))
        assert told[0] == "the host has chosen the seed 7: the dice can be foretold"
        assert told[1] == "the host lets spectators see everything"
        assert told[2] == f"{title}: the host has given this seat to a person"


# -- taking back


def wishing(guest: Guest) -> tuple[Any, str, str]:
    """A battle of two in which the first asks to take back what has come to light."""
    game = guest.begin(seats=BOTH)
    one, two = (tokens(game)[seat] for seat in ("prussians", "french"))
    until = time.monotonic() + 60
    while guest.seat(one)["turn"] < 2 and time.monotonic() < until:
        for token in (one, two):
            if guest.seat(token)["decisions"]:
                guest.default(token)
    assert not guest.post(f"/api/seats/{one}/undo")["undone"]
    return game, one, two


def test_a_wish_to_take_back_says_what_and_can_be_refused(guest: Guest) -> None:
    _, one, two = wishing(guest)
    seat = guest.seat(two)
    assert seat["undo"] == ["prussians"]
    assert re.fullmatch(r"the last word of turn 1, [a-z ]+ \((Prussians|French)\)", seat["undo_of"])
    own = guest.ask("POST", f"/api/seats/{one}/undo/refuse")
    assert (own.status_code, own.json()["error"]) == (409, "nobody asks to take anything back")
    refused = guest.post(f"/api/seats/{two}/undo/refuse")
    assert (refused["undone"], refused["state"]) == (False, seat["state"])
    for token in (one, two):
        after = guest.seat(token)
        assert (after["undo"], after["undo_of"]) == ([], "")
        assert "no, nothing is taken back" in notices(after)[-1]
    assert guest.ask("POST", f"/api/seats/{two}/undo/refuse").status_code == 409


def test_who_asked_is_told_that_it_was_granted(guest: Guest) -> None:
    _, one, two = wishing(guest)
    wish = guest.seat(two)["undo_of"]
    assert guest.post(f"/api/seats/{two}/undo")["undone"]
    assert notices(guest.seat(one))[-1] == f"taken back, as all wished: {wish}"
