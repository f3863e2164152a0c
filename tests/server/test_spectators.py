"""Who looks on sees what every seat knows, and nothing that one of them does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from visiting import Guest

from grognard.battle.events import Event, Rolled
from grognard.scenarios.loading import load
from grognard.server.views.hearing import public

BATTLE = "too-few-orders"
BOTH = {"Prussians": "me", "French": "me"}
SEEN = ("x", "y", "formation", "men", "steadiness", "rows", "badges")
SYSTEMS = ["cold-steel", "steel-canister"]


def known(seat: Any) -> set[str]:
    """Ids of all whom a seat commands or sees."""
    view = seat["view"]
    return {*view["units"], *view["seen"], *view["leaders"], *view["leaders_seen"]}


def everybody() -> set[str]:
    """Ids of all units of both armies."""
    return {unit.id for side in load(BATTLE).sides for unit in side.all_units()}


def in_words(seat: Any) -> set[str]:
    """All sentences that a seat was told."""
    return {event["text"] for event in seat["events"] if event["text"]}


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_byte_that_a_spectator_receives_is_a_secret_of_a_seat(visit: Callable[[], Guest], system: str) -> None:
    players, watcher = visit(), visit()
    sides = [side.name for side in load(BATTLE).sides]
    game = players.begin(battle=BATTLE, system=system, seats=dict.fromkeys(sides, "me"))
    tokens = [seat["token"] for seat in game["seats"]]
    shared: set[str] = set()
    turn = 1
    while turn < 4:
        seats = [players.seat(token) for token in tokens]
        shared |= set.intersection(*map(known, seats))
        watch = watcher.seat(game["spectator"])
        turn = seats[0]["turn"]
        at = {unit["id"]: (unit["x"], unit["y"]) for unit in watch["picture"]["units"]}
        assert set(at) <= set.intersection(*map(known, seats))
        assert watch["decisions"] == []
        assert watch["view"] is None
        asked = next((token for token, seat in zip(tokens, seats, strict=True) if seat["decisions"]), None)
        if asked is None:
            break
        players.default(asked)
    told = [in_words(players.seat(token)) for token in tokens]
    assert in_words(watch) <= told[0] & told[1]
    secrets = everybody() - shared
    assert secrets
    received = bytes(watcher.bytes)
    for unit in secrets:
        assert f'"{unit}"'.encode() not in received
    for text in told[0] ^ told[1]:
        assert json.dumps(text, ensure_ascii=False).encode() not in received


def test_a_spectator_sees_troops_in_plain_sight_as_an_enemy_does(guest: Guest) -> None:
    game = guest.begin(seats=BOTH)
    mine, theirs = (guest.seat(seat["token"])["picture"]["units"] for seat in game["seats"])
    watch = guest.seat(game["spectator"])["picture"]
    assert watch["units"]
    seen = {unit["id"]: unit for unit in (*mine, *theirs) if not unit["own"]}
    for unit in watch["units"]:
        assert not unit["own"]
        assert {name: unit[name] for name in SEEN} == {name: seen[unit["id"]][name] for name in SEEN}
        assert [unit[name] for name in ("brigade", "leaders", "told", "order_note", "marks")] == ["", [], [], "", []]
        assert not any(row["label"] == "Quality" for row in unit["rows"])
    assert watch["lines"] == watch["riders"] == watch["ghosts"] == watch["formations"] == []


def test_a_host_who_may_have_a_seat_himself_sees_no_troops(guest: Guest) -> None:
    game = guest.begin(seats=BOTH)
    seat = guest.seat(game["host"])
    assert seat["picture"]["units"] == seat["picture"]["leaders"] == []
    assert seat["view"] is None


def test_the_host_may_show_everything_where_people_play_on_one_side_only(guest: Guest) -> None:
    game = guest.begin(spectators="all")
    token = game["seats"][0]["token"]
    while guest.asked(token)["turn"] < 2:
        guest.default(token)
    watch = guest.seat(game["spectator"])
    assert watch["spectators"] == "all"
    assert len(watch["picture"]["units"]) == 10
    assert any(event["roll"] for event in watch["events"])
    told = guest.post(f"/api/host/{game['host']}/spectators", {"see": "public"})
    assert told["spectators"] == "public"
    assert not any(unit["own"] for unit in guest.seat(game["spectator"])["picture"]["units"])


def test_nobody_looks_over_the_shoulders_of_two_who_play_against_each_other(guest: Guest) -> None:
    body = {"battle": "farm-at-the-crossroads", "system": "cold-steel", "seats": BOTH, "spectators": "all"}
    assert guest.ask("POST", "/api/games", body).status_code == 409
    game = guest.begin(spectators="all")
    back = guest.post(f"/api/host/{game['host']}/seat", {"seat": "french", "kind": "open"})
    assert back["spectators"] == "public"
    refused = guest.ask("POST", f"/api/host/{game['host']}/spectators", {"see": "all"})
    assert refused.status_code == 409
    assert "both sides" in refused.json()["error"]


ROLL = Rolled("x", "CS-1", (3,))


@pytest.mark.parametrize(
    "event, units, rolled",
    [
        (Event("volley", units={"unit": "a"}, roll=ROLL), {"unit": "a"}, True),
        (Event("volley", units={"unit": "a"}, roll=ROLL, owners=("blue",)), {"unit": "a"}, False),
        (
            Event("volley", units={"unit": "a", "target": "b"}, to=("blue", "red"), masked={"red": ("unit",)}),
            {"unit": "", "target": "b"},
            False,
        ),
    ],
)
def test_of_an_event_spectators_learn_what_all_learn(event: Event, units: dict[str, str], rolled: bool) -> None:
    known = public(event, ["blue", "red"])
    assert known is not None
    assert (known.units, known.roll is not None) == (units, rolled)


def test_an_event_that_one_seat_missed_is_not_told_to_spectators() -> None:
    assert public(Event("volley", to=("blue",)), ["blue", "red"]) is None
    assert public(Event("noted", to=()), ["blue", "red"]) is None


def test_secret_values_stay_with_their_owners() -> None:
    event = Event("order", values={"a": 1}, secret={"b": 2}, to=("blue", "red"), owners=("blue",))
    known = public(event, ["blue", "red"])
    assert known is not None
    assert (known.values, known.secret) == ({"a": 1}, {})
