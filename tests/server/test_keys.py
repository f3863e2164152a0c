"""Keys of answers: one that is sent again is known again, and is not taken twice, whatever has happened since."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from visiting import Guest, Process, free_port, running

from grognard.server.archive.storage import Storage

BOTH_DATABASES = True
KEY = "5f0c-A_z9"


def mission(seat: Any, key: str = KEY, x: int = 777) -> dict[str, Any]:
    """An answer that may be given more than once, so that one would notice."""
    values = {"units": ["1st-line"], "kind": "attack", "objective": [x, 333]}
    return {"decision": "council", "option": "mission", "values": values, "state": seat["state"], "key": key}


def given(seat: Any) -> int:
    """How many missions the council has given."""
    return sum(event["kind"] == "mission" for event in seat["events"])


@pytest.fixture
def french(guest: Guest) -> tuple[Guest, str]:
    """The French of the small battle."""
    game = guest.begin(seats={"French": "me"})
    return guest, next(seat["token"] for seat in game["seats"] if "token" in seat)


def test_an_answer_that_is_sent_again_is_taken_once(french: tuple[Guest, str]) -> None:
    guest, token = french
    body = mission(guest.asked(token))
    first = guest.post(f"/api/seats/{token}/answers", body)
    again = guest.post(f"/api/seats/{token}/answers", body)
    seat = guest.seat(token)
    assert given(seat) == 1
    assert first["state"] == again["state"] == seat["state"]


def test_another_key_is_another_answer_and_no_key_is_none(french: tuple[Guest, str]) -> None:
    guest, token = french
    for key, x in ((KEY, 700), ("another-one", 710)):
        guest.post(f"/api/seats/{token}/answers", mission(guest.asked(token), key, x))
    for x in (720, 730):
        body = mission(guest.asked(token), x=x)
        del body["key"]
        guest.post(f"/api/seats/{token}/answers", body)
    assert given(guest.seat(token)) == 4


def test_what_was_refused_may_be_sent_again_under_its_key(french: tuple[Guest, str]) -> None:
    guest, token = french
    seat = guest.asked(token)
    late = {**mission(seat), "state": seat["state"] + 1}
    assert guest.ask("POST", f"/api/seats/{token}/answers", late).status_code == 409
    guest.post(f"/api/seats/{token}/answers", mission(seat))
    assert given(guest.seat(token)) == 1


def test_an_answer_that_was_taken_back_is_not_carried_out_again(french: tuple[Guest, str]) -> None:
    guest, token = french
    body = mission(guest.asked(token))
    guest.post(f"/api/seats/{token}/answers", body)
    assert guest.post(f"/api/seats/{token}/undo")["undone"]
    state = guest.post(f"/api/seats/{token}/answers", body)["state"]
    seat = guest.seat(token)
    assert given(seat) == 0
    assert state == seat["state"]


def test_a_key_is_a_seats_own(guest: Guest) -> None:
    game = guest.begin(seats={"Prussians": "me", "French": "me"})
    for token in (seat["token"] for seat in game["seats"]):
        seat = guest.asked(token)
        first = seat["decisions"][0]
        body = {"decision": first["id"], **first["default"], "key": KEY}
        guest.post(f"/api/seats/{token}/answers", body)
        assert not any(
            each["id"] == first["id"] and each["seat"] == seat["seat"] for each in guest.seat(token)["decisions"]
        )


def test_a_repeated_answer_is_acknowledged_while_the_battle_is_paused(guest: Guest) -> None:
    game = guest.begin(seats={"French": "me"})
    token = next(seat["token"] for seat in game["seats"] if "token" in seat)
    body = mission(guest.asked(token))
    guest.post(f"/api/seats/{token}/answers", body)
    guest.post(f"/api/host/{game['host']}/pause")
    guest.post(f"/api/seats/{token}/answers", body)
    fresh = guest.ask("POST", f"/api/seats/{token}/answers", {**body, "key": "another-one"})
    assert fresh.status_code == 409


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space", "line\nbreak", "quote'", "é" * 9, 7, ["a"] * 9])
def test_a_key_that_is_none_is_refused(french: tuple[Guest, str], key: Any) -> None:
    guest, token = french
    seat = guest.asked(token)
    refused = guest.ask("POST", f"/api/seats/{token}/answers", mission(seat, key))
    assert refused.status_code == 422
    assert "key" in refused.json()["error"]
    assert guest.seat(token)["state"] == seat["state"]


def test_many_at_once_under_one_key_are_one(french: tuple[Guest, str]) -> None:
    guest, token = french
    body = mission(guest.asked(token))
    found: list[int] = []

    def send() -> None:
        with httpx.Client(base_url=guest.base, timeout=60) as other:
            found.append(other.post(f"/api/seats/{token}/answers", json=body).status_code)

    threads = [threading.Thread(target=send) for _ in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [200] * 8
    assert given(guest.seat(token)) == 1


@pytest.mark.flaky(reruns=1)  # a server that dies and comes again, by the clock
def test_keys_outlive_a_server_that_is_killed(tmp_path: Path, address: str) -> None:
    port = free_port()
    first = Process(tmp_path, port, address)
    game = first.guest.begin(seats={"French": "me"})
    token = next(seat["token"] for seat in game["seats"] if "token" in seat)
    kept, undone = mission(first.guest.asked(token)), "taken-back"
    first.guest.post(f"/api/seats/{token}/answers", kept)
    back = mission(first.guest.asked(token), undone, 700)
    first.guest.post(f"/api/seats/{token}/answers", back)
    assert first.guest.post(f"/api/seats/{token}/undo")["undone"]
    first.kill()
    second = Process(tmp_path, port, address)
    try:
        for body in (kept, back):
            second.guest.post(f"/api/seats/{token}/answers", body)
        assert given(second.guest.seat(token)) == 1
    finally:
        second.kill()


def test_a_database_of_yesterday_is_opened_and_played_on(address: str) -> None:
    with running(address) as server:
        guest = Guest(server)
        game = guest.begin(seats={"French": "me"})
        token = next(seat["token"] for seat in game["seats"] if "token" in seat)
        guest.post(f"/api/seats/{token}/answers", mission(guest.asked(token)))
        before = guest.seat(token)
        guest.http.close()
    engine = sa.create_engine(address)
    with engine.begin() as c:
        c.execute(sa.text("ALTER TABLE journal DROP COLUMN once"))
        c.execute(sa.text("ALTER TABLE games DROP COLUMN secret"))
    engine.dispose()
    with running(address) as server:
        guest = Guest(server)
        after = guest.asked(token)
        assert (after["state"], after["picture"]) == (before["state"], before["picture"])
        for _ in range(2):
            guest.post(f"/api/seats/{token}/answers", mission(after, "new-key-1", 700))
        assert given(guest.seat(token)) == 2
        guest.http.close()
    secrets = []
    for _ in range(2):
        storage = Storage(address)
        kept = storage.read(game["game"])
        storage.close()
        assert kept is not None
        secrets.append(kept.secret)
    assert len(secrets[0]) == 64
    assert secrets[0] == secrets[1]


def test_the_key_stands_in_the_row_of_its_answer(address: str) -> None:
    with running(address) as server:
        guest = Guest(server)
        game = guest.begin(seats={"French": "me"})
        token = next(seat["token"] for seat in game["seats"] if "token" in seat)
        guest.post(f"/api/seats/{token}/answers", mission(guest.asked(token)))
        guest.http.close()
    storage = Storage(address)
    kept = storage.read(game["game"])
    storage.close()
    assert kept is not None
    assert kept.once == (f"french {KEY}",)
