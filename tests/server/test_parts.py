"""The seed of a battle between people: made of a part of each, promised before any is given; no die before, and nobody
reads it before the end."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from visiting import Guest, database, running

from grognard import systems
from grognard.battle.record import saves
from grognard.battle.record.fair import Seen, committed
from grognard.kernel.errors import BadData

BOTH = {"Prussians": "me", "French": "open"}


class Drawer:
    """Somebody who draws a part, promises it and gives it, as a page does."""

    def __init__(self, guest: Guest, token: str) -> None:
        self.guest, self.token, self.part = guest, token, secrets.token_hex(16)
        seat = self.look()
        self.game, self.seat = seat["game"], seat["seat"]

    def look(self) -> Any:
        return self.guest.seat(self.token)

    @property
    def hash(self) -> str:
        return committed(self.game, self.seat, self.part)

    def promise(self) -> None:
        self.guest.post(f"/api/seats/{self.token}/dice", {"promise": self.hash})

    def give(self) -> None:
        self.guest.post(f"/api/seats/{self.token}/dice", {"part": self.part})

    def refused(self, **own: str) -> str:
        found = self.guest.ask("POST", f"/api/seats/{self.token}/dice", own)
        assert found.status_code in (409, 422), found.text
        return str(found.json()["error"])


@pytest.fixture
def table(guest: Guest, visit: Callable[[], Guest]) -> tuple[Any, Drawer, Drawer]:
    """A battle of two people whose seed is drawn."""
    game = guest.begin(seed=None, seats=BOTH, options={"turns": 1})
    one, other = (Drawer(visit(), seat["token"]) for seat in game["seats"])
    return game, one, other


def notices(seat: Any) -> str:
    return " ".join(each["text"] for each in seat["notices"])


def played_out(*people: Drawer) -> None:
    while not people[0].look()["over"]:
        for each in people:
            if each.look()["decisions"]:
                each.guest.default(each.token)


def test_nothing_happens_before_all_have_given_their_part(table: tuple[Any, Drawer, Drawer]):
    game, one, other = table
    watcher = one.guest.seat(game["spectator"])
    assert watcher["dice"]["commitment"] == one.look()["dice"]["commitment"] != ""
    one.promise()
    assert "hashes of all" in one.refused(part=one.part)
    other.promise()
    one.give()
    seat = one.look()
    assert (seat["decisions"], seat["events"], seat["over"], seat["dice"]["begun"]) == ([], [], False, False)
    assert [each["given"] for each in seat["dice"]["seats"]] == [True, False]
    assert "not the part" in other.refused(part="0" * 32)
    other.give()
    assert one.look()["decisions"]
    assert one.look()["dice"]["begun"]
    one.promise()  # too late to change anything
    assert one.look()["dice"]["draw"] == 1


def test_the_seed_is_read_nowhere_before_the_end_and_verified_after_it(
    table: tuple[Any, Drawer, Drawer], visit: Callable[[], Guest], tmp_path: Path
):
    game, one, other = table
    kept = one.look()["dice"]["commitment"]
    for each in (one, other):
        each.promise()
    for each in (one, other):
        each.give()
    third = visit()
    played_out(one, other)
    for each in (one, other):
        each.guest.get(f"/api/seats/{each.token}/history")
        assert each.guest.ask("GET", f"/api/seats/{each.token}/save").status_code == 409
        each.guest.ask("GET", f"/api/seats/{each.token}/report")
    third.seat(game["spectator"])
    third.seat(game["host"])
    read = bytes(one.guest.bytes + other.guest.bytes + third.bytes)
    third.post(f"/api/host/{game['host']}/reveal", {"revealed": True})
    told = third.seat(game["spectator"])["dice"]
    path = tmp_path / "farm.json"
    path.write_bytes(third.ask("GET", f"/api/seats/{game['spectator']}/save").content)
    content = saves.read(path)
    assert content.fair is not None
    assert told["seed"] == str(content.seed) == json.loads(path.read_bytes())["seed"]
    assert told["part"] == content.fair.part
    for secret in (told["seed"], told["part"], f"{content.seed:x}", one.part, other.part):
        assert secret.encode() not in read
    mine = Seen({"": kept, other.seat: other.hash}, {one.seat: one.part})
    assert saves.verify(path, systems.game, seen=mine).parts == (one.seat, other.seat)
    with pytest.raises(BadData, match="you have"):
        saves.verify(path, systems.game, seen=Seen({}, {one.seat: other.part}))
    assert str(content.seed) in third.ask("GET", f"/api/seats/{game['spectator']}/report").text


def test_against_a_computer_the_one_person_gives_a_part_too(guest: Guest):
    game = guest.begin(seed=None, seats={"French": "me"})
    (token,) = [seat["token"] for seat in game["seats"] if seat.get("token")]
    alone = Drawer(guest, token)
    assert [each["seat"] for each in alone.look()["dice"]["seats"]] == ["french"]
    alone.promise()
    alone.give()
    assert guest.asked(token)["dice"]["begun"]


def test_where_computers_play_alone_the_server_draws_alone(guest: Guest):
    game = guest.begin(seed=None, seats={}, options={"turns": 1})
    dice = guest.seat(game["spectator"])["dice"]
    assert (dice["begun"], dice["seats"], dice["seed"]) == (True, [], "")
    assert dice["commitment"]


@pytest.mark.parametrize("seed", [7, str(2**127)])
def test_a_chosen_seed_is_told_to_all_at_once(guest: Guest, seed: int | str):
    game = guest.begin(seed=seed, seats=BOTH)
    for token in (*(seat["token"] for seat in game["seats"]), game["spectator"]):
        seat = guest.seat(token)
        assert f"chosen the seed {seed}: the dice can be foretold" in notices(seat)
        assert seat["dice"]["chosen"] == str(seed)


def test_a_server_that_was_killed_in_between_goes_on_where_it_was(tmp_path: Path):
    address = database(tmp_path)
    with running(address) as base:
        guest = Guest(base)
        game = guest.begin(seed=None, seats=BOTH)
        one, other = (Drawer(guest, seat["token"]) for seat in game["seats"])
        one.promise()
        other.promise()
        one.give()
        before = one.look()["dice"]
        guest.http.close()
    with running(address) as base:
        guest = Guest(base)
        one.guest = other.guest = guest
        assert one.look()["dice"] == before
        one.give()
        other.give()
        assert one.look()["decisions"]
        after = one.look()
        guest.http.close()
    with running(address) as base:
        one.guest = Guest(base)
        assert one.look()["decisions"] == after["decisions"]
        one.guest.default(one.token)
        one.guest.http.close()


def test_a_seat_given_to_the_computer_has_no_part(table: tuple[Any, Drawer, Drawer]):
    game, one, other = table
    one.promise()
    one.guest.post(f"/api/host/{game['host']}/seat", {"seat": other.seat, "kind": "staff"})
    seat = one.look()
    assert [each["seat"] for each in seat["dice"]["seats"]] == [one.seat]
    assert "given this seat to the computer" in notices(seat)
    one.give()
    assert one.guest.asked(one.token)["dice"]["begun"]


def test_who_leaves_after_a_part_was_given_makes_all_draw_anew(table: tuple[Any, Drawer, Drawer]):
    game, one, other = table
    one.promise()
    other.promise()
    one.give()
    one.guest.post(f"/api/host/{game['host']}/seat", {"seat": other.seat, "kind": "staff"})
    seat = one.look()
    assert (seat["dice"]["draw"], seat["dice"]["begun"]) == (2, False)
    assert "draw their part of the dice anew" in notices(seat)
    one.part = secrets.token_hex(16)
    one.promise()
    one.give()
    assert one.guest.asked(one.token)["dice"]["begun"]


def test_a_part_that_was_lost_makes_all_draw_anew_and_all_are_told(table: tuple[Any, Drawer, Drawer]):
    _, one, other = table
    one.promise()
    other.promise()
    other.give()
    one.part = secrets.token_hex(16)
    one.promise()
    seat = other.look()
    assert (seat["dice"]["draw"], seat["dice"]["promised"]) == (2, False)
    assert "all draw theirs anew" in notices(seat)
    assert [each["given"] for each in seat["dice"]["seats"]] == [False, False]


@pytest.mark.parametrize("own", [{"promise": "abc"}, {"part": "abc"}, {}, {"promise": "x" * 64}, {"part": 3}])
def test_what_is_no_part_is_refused(table: tuple[Any, Drawer, Drawer], own: dict[str, Any]):
    _, one, _ = table
    assert one.refused(**own)
