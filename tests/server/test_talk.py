"""Words between seats of one side: who hears them, for how long, and who never does."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from visiting import Guest, running

from grognard.server.battles import talk as talk_module

BOTH_DATABASES = True
BATTLE = "too-few-orders"
PLAN = "Baranov feints at the bridge while Orlov goes round"


def begin(host: Guest, **more: Any) -> tuple[Any, dict[str, str]]:
    """A battle with a seat for each command and a council of war; the keys by seat."""
    options = {"seats": "commands", "council": True, **more}
    game = host.begin(battle=BATTLE, options=options, seats={"Russians": "me", "French": "me"})
    return game, {seat["seat"]: seat["token"] for seat in game["seats"]}


def done(guest: Guest, token: str) -> None:
    """The first open question answered as usual."""
    guest.default(token, guest.seat(token))


def test_a_council_is_heard_by_those_who_sit_in_it_and_by_no_byte_of_anybody_else(visit: Callable[[], Guest]) -> None:
    host = visit()
    game, tokens = begin(host)
    guests = {seat: visit() for seat in tokens}
    outside = {"host": (visit(), game["host"]), "spectator": (visit(), game["spectator"])}
    stack = ExitStack()
    lines = {seat: stack.enter_context(guests[seat].line(token)) for seat, token in tokens.items()}
    watching = stack.enter_context(outside["spectator"][0].line(game["spectator"]))
    said = guests["colonel-orlov"].post(f"/api/seats/{tokens['colonel-orlov']}/talk", {"text": PLAN})
    assert (said["seat"], said["text"]) == ("colonel-orlov", PLAN)
    for seat in ("russians", "lieutenant-colonel-baranov", "colonel-hesse"):
        talk = guests[seat].seat(tokens[seat])["talk"]
        assert [each["text"] for each in talk["said"]] == [PLAN]
        assert "colonel-orlov" in talk["seats"]
        assert talk["left"] > 800
        assert PLAN in _received(lines[seat]), "it comes over the live line too"
    for seat in ("french", "colonel-ferrand", "colonel-duval"):
        assert guests[seat].seat(tokens[seat])["talk"]["said"] == []
        assert PLAN.encode() not in guests[seat].bytes
        assert PLAN not in _received(lines[seat])
    for guest, token in outside.values():
        assert guest.seat(token)["talk"] is None
        assert PLAN.encode() not in guest.bytes
    assert PLAN not in _received(watching)
    stack.close()


def test_after_the_council_nobody_hears_unless_the_generals_stand_together(visit: Callable[[], Guest]) -> None:
    guest = visit()
    _, tokens = begin(guest)
    for seat in ("russians", "colonel-orlov", "lieutenant-colonel-baranov", "colonel-hesse"):
        done(guest, tokens[seat])
    seat = guest.seat(tokens["colonel-orlov"])
    assert seat["talk"]["seats"] == []
    assert seat["talk"]["left"] is None
    refused = guest.ask("POST", f"/api/seats/{tokens['colonel-orlov']}/talk", {"text": PLAN})
    assert refused.status_code == 409
    assert "can hear it" in refused.json()["error"]


def test_generals_who_stand_together_talk_and_those_far_off_hear_nothing(visit: Callable[[], Guest]) -> None:
    host = visit()
    game = host.begin(battle=BATTLE, options={"seats": "commands"}, seats={"Russians": "me", "French": "me"})
    tokens = {seat["seat"]: seat["token"] for seat in game["seats"]}
    guests = {seat: visit() for seat in tokens}
    for seat, token in tokens.items():
        done(guests[seat], token)
    shown = guests["russians"].asked(tokens["russians"])
    assert shown["talk"]["seats"] == []
    goal = next(each for each in shown["picture"]["leaders"] if each["id"] == "lieutenant-colonel-baranov")
    ride = {"leader": "major-general-tuchin", "to": [int(goal["x"]), int(goal["y"])]}
    body = {"decision": shown["decisions"][0]["id"], "option": "ride", "values": ride, "state": shown["state"]}
    guests["russians"].post(f"/api/seats/{tokens['russians']}/answers", body)
    assert guests["russians"].seat(tokens["russians"])["talk"]["seats"] == ["lieutenant-colonel-baranov"]
    guests["russians"].post(f"/api/seats/{tokens['russians']}/talk", {"text": PLAN})
    for seat, guest in guests.items():
        guest.seat(tokens[seat])
        hears = seat in ("russians", "lieutenant-colonel-baranov")
        assert (PLAN.encode() in guest.bytes) == hears, seat


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001])
def test_nothing_and_too_much_are_refused(guest: Guest, text: str) -> None:
    _, tokens = begin(guest)
    refused = guest.ask("POST", f"/api/seats/{tokens['russians']}/talk", {"text": text})
    assert refused.status_code == 409
    assert "1 to 1,000 letters" in refused.json()["error"]


def test_what_was_said_and_the_clock_outlive_a_restart(address: str) -> None:
    with running(address) as base:
        guest = Guest(base)
        _, tokens = begin(guest)
        guest.post(f"/api/seats/{tokens['russians']}/talk", {"text": PLAN})
        left = guest.seat(tokens["colonel-hesse"])["talk"]["left"]
        guest.http.close()
    with running(address) as base:
        guest = Guest(base)
        talk = guest.seat(tokens["colonel-hesse"])["talk"]
        assert [each["text"] for each in talk["said"]] == [PLAN]
        assert talk["left"] <= left, "the clock went on"
        guest.http.close()


def test_the_server_ends_a_council_whose_time_is_up(
    visit: Callable[[], Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk_module, "MINUTE", 0.04)
    guest = visit()
    _, tokens = begin(guest)
    assert guest.seat(tokens["russians"])["decisions"][0]["kind"] == "confer"
    until = time.monotonic() + 20
    while guest.seat(tokens["colonel-hesse"])["decisions"] and time.monotonic() < until:
        time.sleep(0.05)
    events = [event["kind"] for event in guest.seat(tokens["colonel-hesse"])["events"]]
    assert events.count("council_sits") == events.count("council_over") == 1


def _received(line: Any) -> str:
    """All that has come over a live line so far."""
    found = ""
    while True:
        try:
            found += line.recv(timeout=0.3)
        except TimeoutError:
            return found
