"""Each seat is sent its view and nothing else: all bytes that went to one are searched for what it may not know."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from visiting import Guest

from grognard.scenarios.loading import load

BATTLE = "too-few-orders"


def ids_of(side: str) -> dict[str, str]:
    """Names by id of one army's units."""
    found = next(each for each in load(BATTLE).sides if each.name == side)
    return {unit.id: unit.name for unit in found.all_units()}


def shown(seat: Any) -> set[str]:
    """Ids of others that a seat's own view holds."""
    view = seat["view"]
    return {*view["seen"], *view["ghosts"], *view["leaders_seen"]}


def test_no_byte_of_what_a_seat_receives_betrays_whom_it_never_saw(visit: Callable[[], Guest]) -> None:
    host = visit()
    sides = [side.name for side in load(BATTLE).sides]
    game = host.begin(battle=BATTLE, seats=dict.fromkeys(sides, "me"))
    guests = {seat["side"]: (visit(), seat["token"]) for seat in game["seats"]}
    seen: dict[str, set[str]] = {side: set() for side in sides}
    orders: dict[str, list[str]] = {side: [] for side in sides}
    with_lines = ExitStack()
    lines = {side: with_lines.enter_context(guest.line(token)) for side, (guest, token) in guests.items()}
    turn = 1
    while turn < 4:
        for side, (guest, token) in guests.items():
            seat = guest.seat(token)
            turn = seat["turn"]
            seen[side] |= shown(seat)
            orders[side] += [event["text"] for event in seat["events"] if event["kind"] in ("mission", "assigned")]
            if seat["decisions"]:
                guest.default(token, seat)
    assert any(set(ids_of(other)) - seen[side] for side in sides for other in sides if other != side)
    assert all(orders.values())
    for side, (guest, _) in guests.items():
        received = bytes(guest.bytes) + _drained(lines[side])
        other = next(each for each in sides if each != side)
        for unit in set(ids_of(other)) - seen[side]:
            assert f'"{unit}"'.encode() not in received, f"{side} learnt of {unit}"
        for text in orders[other]:
            assert json.dumps(text, ensure_ascii=False).encode() not in received
    with_lines.close()


def _drained(line: Any) -> bytes:
    """All that has come over a live line."""
    found = bytearray()
    while True:
        try:
            found += line.recv(timeout=0.5).encode()
        except TimeoutError:
            return bytes(found)


def test_what_one_ordered_is_not_told_to_the_other(visit: Callable[[], Guest]) -> None:
    host = visit()
    game = host.begin(seats={"Prussians": "me", "French": "me"})
    (mine, one), (theirs, two) = ((visit(), seat["token"]) for seat in game["seats"])
    mission = {"units": ["1st-line"], "kind": "attack", "objective": [777, 333]}
    body = {"decision": "council", "option": "mission", "values": mission}
    theirs.post(f"/api/seats/{two}/answers", body)
    assert theirs.seat(two)["picture"]["lines"]
    theirs.default(two)
    mine.seat(one)
    mine.default(one)
    mine.seat(one)
    assert b"777" in theirs.bytes
    assert b"777" not in mine.bytes
