"""A clock for each decision: when a person's time is over the usual answer is given."""

from __future__ import annotations

import time

import pytest

from grognard.server.archive.storage import Storage
from grognard.server.battles import house
from grognard.server.battles.clock import DecisionClock
from grognard.server.limits import NO_LIMITS
from grognard.server.seats.games import Games
from grognard.server.shapes import NewGame

HALF_A_MINUTE = 30


class Asked:
    def __init__(self, name: str, seat: str = "A") -> None:
        self.id, self.seat = name, seat


def test_each_decision_has_its_own_time():
    now = [100.0]
    clock = DecisionClock(60, now=lambda: now[0])
    one, other = Asked("one"), Asked("other")
    clock.look([one])
    now[0] += 40
    clock.look([one, other])
    assert clock.left([one, other]) == 20
    assert clock.left([other]) == 60
    assert clock.overdue([one, other]) is None
    now[0] += 20
    assert clock.overdue([one, other]) is one
    clock.stop()
    clock.look([one, other])
    assert clock.left([one, other]) == 60


def test_what_was_open_on_disk_has_been_so_since_the_last_answer():
    clock = DecisionClock(60, since=100.0, now=lambda: 130.0)
    clock.look([one := Asked("one")])
    assert clock.left([one]) == 30
    assert DecisionClock().left([one]) is None


def begun(games: Games, clock: int):
    wanted = NewGame("farm-at-the-crossroads", "steel-canister", seed=7, seats={"Prussians": "me"}, clock=clock)
    links = games.begin(wanted)
    return next(each.token for each in links.seats if each.token)


def waited(games: Games, token: str, until):
    for _ in range(600):
        seen = games.everything(token)
        if until(seen):
            return seen
        time.sleep(0.1)
    pytest.fail("it did not come")


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(house, "CLOCK", 0.05)
    return f"sqlite:///{tmp_path}/battles.db"


def test_time_runs_out_and_the_usual_answer_is_given(place):
    games = Games(Storage(place), limits=NO_LIMITS)
    token = begun(games, 1)
    first = waited(games, token, lambda seen: seen.decisions or seen.notices)
    assert first.clock is not None
    assert first.clock.seconds == 1
    seen = waited(games, token, lambda seen: len(seen.notices) >= 2)
    assert "has run out of time: the usual answer was given" in seen.notices[-1].text
    games.close()


def test_without_a_clock_nobody_hurries_and_with_one_the_rest_of_the_time_outlives_a_restart(place):
    games = Games(Storage(place), limits=NO_LIMITS)
    free, timed = begun(games, 0), begun(games, HALF_A_MINUTE)
    assert waited(games, free, lambda seen: seen.decisions).clock is None
    left = waited(games, timed, lambda seen: seen.decisions).clock.left
    assert 0 < left <= HALF_A_MINUTE
    games.close()
    time.sleep(0.5)
    games = Games(Storage(place), limits=NO_LIMITS)
    again = waited(games, timed, lambda seen: seen.decisions).clock.left
    assert again <= left
    assert games.everything(free).clock is None
    games.close()


def test_a_pause_stops_the_clock(place):
    games = Games(Storage(place), limits=NO_LIMITS)
    wanted = NewGame("farm-at-the-crossroads", "steel-canister", seed=7, seats={"Prussians": "me"}, clock=2)
    links = games.begin(wanted)
    token = next(each.token for each in links.seats if each.token)
    waited(games, token, lambda seen: seen.decisions)
    games.host.pause(links.host, True)
    before = len(games.everything(token).notices)
    time.sleep(2.5)
    seen = games.everything(token)
    assert seen.clock.left is None
    assert len(seen.notices) == before
    games.close()


def test_a_battle_that_nobody_looks_at_is_answered_too(place, monkeypatch):
    games = Games(Storage(place), limits=NO_LIMITS)
    token = begun(games, 1)
    games.close()
    time.sleep(1.2)
    monkeypatch.setattr(house, "FORGOTTEN", 0.1)
    storage = Storage(place)
    assert storage.overdue()
    games = Games(storage, limits=NO_LIMITS)
    for _ in range(600):
        if games.in_memory():
            break
        time.sleep(0.1)
    assert games.in_memory() == 1
    waited(games, token, lambda seen: seen.notices)
    games.close()
