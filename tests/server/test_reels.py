"""What happened, in pictures: it ends in exactly the picture that the seat has, and shows no more than it learnt."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from visiting import Guest

from grognard import systems
from grognard.battle.kinds import Scene
from grognard.scenarios.loading import load
from grognard.server.shapes import Told
from grognard.server.views.reels import LED, MOST_WHOLE, PLACED, Glimpse, glimpses

BATTLE, HIDING = "farm-at-the-crossroads", "too-few-orders"
PLAYABLE = systems.playable()


def played(guest: Guest, turn: int, **more: Any) -> tuple[str, Any]:
    """A battle against the computer up to a turn, and the seat's table."""
    token = next(seat["token"] for seat in guest.begin(**more)["seats"] if seat.get("token"))
    while (seat := guest.asked(token))["turn"] < turn and not seat["over"]:
        guest.default(token, seat)
    return token, seat


def reel(guest: Guest, token: str, first: int, last: int, **more: str) -> Any:
    """What happened from one event to another."""
    query = "&".join(f"{name}={value}" for name, value in {"first": first, "last": last, **more}.items())
    return guest.get(f"/api/seats/{token}/reel?{query}")


def shown(film: Any) -> list[Any]:
    """All pictures of a reel, one after the other: plain data, put together by the words of its description alone."""
    pictures = [film["base"]]
    for frame in film["frames"]:
        now = {**pictures[-1], **frame["fields"]}
        for name, altered in frame["lists"].items():
            records = {each["id"]: each for each in now[name]} | {each["id"]: each for each in altered["changed"]}
            order = list(records) if altered["order"] is None else altered["order"]
            now[name] = [records[id] for id in order]
        pictures.append(now)
    return pictures


# -- what it shows


@pytest.mark.parametrize("system", PLAYABLE)
def test_the_playback_of_a_seat_ends_in_exactly_the_picture_that_the_seat_has(guest: Guest, system: str) -> None:
    token, seat = played(guest, 5, system=system)
    newest = len(seat["events"]) - 1
    for first in {0, newest // 3, newest // 2, newest - 9, newest}:
        film = reel(guest, token, first, newest)
        while film["last"] < newest:  # a long one comes in parts
            film = reel(guest, token, film["last"] + 1, newest)
        assert film["last"] == newest
        assert shown(film)[-1] == seat["picture"]


@pytest.mark.parametrize("system", PLAYABLE)
def test_every_whole_picture_is_one_that_the_seat_saw(guest: Guest, system: str) -> None:
    token, seat = played(guest, 4, system=system)
    steps = guest.get(f"/api/seats/{token}/history")["steps"]
    compared = 0
    for step in steps[1:]:
        film = reel(guest, token, step["first"], step["last"])
        assert film["first"] <= step["first"] <= step["last"] <= film["last"]
        then = guest.get(f"/api/seats/{token}/history/{step['n']}")["picture"]
        last = shown(film)[-1]
        if film["frames"][-1]["phase"] == step["phase"]:
            assert last == then
            compared += 1
    assert compared > 3
    assert shown(reel(guest, token, 0, 0))[0]["units"] == guest.get(f"/api/seats/{token}/history/0")["picture"]["units"]
    assert seat["scenes"]


@pytest.mark.parametrize("system", PLAYABLE)
def test_on_the_way_only_places_of_those_are_shown_who_were_named_just_then(guest: Guest, system: str) -> None:
    token, seat = played(guest, 6, system=system)
    events = seat["events"]
    moved = 0
    for start in range(0, len(events), 60):
        film = reel(guest, token, start, min(start + 59, len(events) - 1))
        pictures, before = shown(film), film["first"] - 1
        for frame, was, now in zip(film["frames"], pictures, pictures[1:], strict=False):
            if not frame["whole"]:
                assert not frame["fields"]
                assert set(frame["lists"]) <= {"units", "leaders"}
                named = {who for n in range(before + 1, frame["n"] + 1) for who in events[n]["units"].values()}
                moved += _compared(was["units"], now["units"], named, PLACED)
                moved += _compared(was["leaders"], now["leaders"], named, LED)
            before = frame["n"]
    assert moved


def _compared(was: list[Any], now: list[Any], named: set[str], fields: tuple[str, ...]) -> int:
    assert [each["id"] for each in was] == [each["id"] for each in now]
    changed = [(old, new) for old, new in zip(was, now, strict=True) if old != new]
    for old, new in changed:
        assert old["id"] in named
        assert {name for name in old if old[name] != new[name]} <= set(fields)
    return len(changed)


def test_a_march_has_its_quarters(guest: Guest) -> None:
    token, seat = played(guest, 3)
    marched = next(event for event in seat["events"] if event["kind"] == "marched" and event["values"]["paces"] > 60)
    who = marched["units"]["unit"]
    film = reel(guest, token, marched["n"], marched["n"])
    places = [next((unit["x"], unit["y"]) for unit in each["units"] if unit["id"] == who) for each in shown(film)]
    assert len(set(places)) >= 4


# -- what it does not show


@pytest.mark.parametrize("system", PLAYABLE)
def test_no_byte_of_a_reel_betrays_whom_the_seat_never_saw(visit: Callable[[], Guest], system: str) -> None:
    players = visit()
    sides = [side.name for side in load(HIDING).sides]
    game = players.begin(battle=HIDING, system=system, seats=dict.fromkeys(sides, "me"))
    tokens = {seat["side"]: seat["token"] for seat in game["seats"]}
    seen: dict[str, set[str]] = {side: set() for side in tokens}
    for _ in range(400):
        tables = {side: players.seat(token) for side, token in tokens.items()}
        for side, seat in tables.items():
            seen[side] |= {unit["id"] for name in ("units", "ghosts") for unit in seat["picture"][name]}
            if seat["decisions"]:
                players.default(tokens[side], seat)
        if any(seat["turn"] >= 4 or seat["over"] for seat in tables.values()):
            break
    for side, token in tokens.items():
        backward = visit()
        newest = len(players.seat(token)["events"]) - 1
        for first in range(0, newest + 1, 40):
            reel(backward, token, first, min(first + 39, newest))
        others = {unit.id for each in load(HIDING).sides if each.name != side for unit in each.all_units()}
        for unit in others - seen[side]:
            assert f'"{unit}"'.encode() not in bytes(backward.bytes), f"{side} learnt of {unit}"


def test_who_looks_on_sees_no_more_on_the_way_than_all_saw(guest: Guest) -> None:
    game = guest.begin(battle=HIDING, seats=dict.fromkeys((side.name for side in load(HIDING).sides), "me"))
    tokens = [seat["token"] for seat in game["seats"]]
    while guest.seat(tokens[0])["turn"] < 4:
        for token in tokens:
            if (seat := guest.seat(token))["decisions"]:
                guest.default(token, seat)
    watching = guest.seat(game["spectator"])
    film = reel(guest, game["spectator"], 0, len(watching["events"]) - 1)
    assert film["frames"]
    for picture in shown(film):
        assert not any(unit["own"] for unit in picture["units"])
        assert picture["lines"] == picture["riders"] == picture["ghosts"] == []
    host = reel(guest, game["host"], 0, 0) if guest.seat(game["host"])["events"] else None
    assert host is None or not any(picture["units"] for picture in shown(host))


# -- asking for it


def test_a_reel_that_nobody_can_have_is_refused(guest: Guest) -> None:
    token, seat = played(guest, 2)
    newest = len(seat["events"]) - 1
    for first, last in ((1, 0), (0, newest + 1), (-1, 0), (0, 2**31), (10**400, 0)):
        found = guest.ask("GET", f"/api/seats/{token}/reel?first={first}&last={last}")
        assert found.status_code == 422, found.text
    for query in ("", "?first=0", "?first=x&last=0", "?first=0&last=0&see=theirs"):
        assert guest.ask("GET", f"/api/seats/{token}/reel{query}").status_code == 422
    assert guest.ask("GET", f"/api/seats/{token}/reel?first=0&last=0&see=all").status_code == 409
    assert guest.ask("GET", f"/api/seats/{token[:-1]}/reel?first=0&last=0").status_code == 404


def test_a_very_long_reel_comes_in_parts(guest: Guest) -> None:
    token, seat = played(guest, 9)
    newest, first, parts = len(seat["events"]) - 1, 0, 0
    while first <= newest:
        film = reel(guest, token, first, newest)
        assert sum(frame["whole"] for frame in film["frames"]) <= MOST_WHOLE
        assert film["first"] <= first <= film["last"]
        first, parts = film["last"] + 1, parts + 1
    assert parts > 1


# -- the moments


def told(n: int, kind: str, quarter: int, **units: str) -> Told:
    """An event of a march."""
    return Told(n, kind, 1, "movement", quarter, "", (), units, {}, {}, None)


SCENES = {"goes": (Scene("march"),), "shoots": (Scene("fire"),)}


def test_those_who_move_in_one_part_of_a_phase_move_together() -> None:
    heard = [
        told(0, "goes", 1, unit="a"), told(1, "shoots", 1, unit="c"), told(2, "goes", 1, unit="b"),
        told(3, "goes", 2, unit="a"), told(4, "goes", 0, unit="c"), told(5, "shoots", 0, unit="c"),
        told(6, "goes", 0, unit="d"), told(7, "goes", 0, unit="e"), told(8, "goes", 0, unit=""),
    ]  # fmt: skip
    assert glimpses(heard, SCENES, 9) == [
        Glimpse(0, 2, frozenset("ab")), Glimpse(3, 3, frozenset("a")), Glimpse(4, 4, frozenset("c")),
        Glimpse(6, 7, frozenset("de")),
    ]  # fmt: skip


def test_very_many_moments_are_taken_together() -> None:
    heard = [told(n, "goes", 0, unit=str(n)) for n in range(0, 40, 2)]
    found = glimpses(heard, SCENES, 6)
    assert len(found) == 5
    assert frozenset().union(*(each.named for each in found)) == {str(n) for n in range(0, 40, 2)}
