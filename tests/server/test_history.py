"""Looking back: a past table is what the link saw then, whatever has happened since, and nothing more."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from copy import copy
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from visiting import Guest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.commanding import Chair, fight_out
from grognard.battle.events import Event
from grognard.battle.pictures import Picture
from grognard.commanders import commander
from grognard.scenarios.loading import load
from grognard.server.seats.history import MOST_RECORDS, STRETCH, RecordedBattle, moments, phase_ends
from grognard.server.shapes import Told
from grognard.server.views import showing

BATTLE = "too-few-orders"
TURNS = 6
SYSTEMS = ["cold-steel", "steel-canister"]


def sides(battle: str = BATTLE) -> list[str]:
    """The armies of a battle."""
    return [side.name for side in load(battle).sides]


def as_seen(picture: Any) -> Any:
    """Who stands on a table, and where; who was seen last where, and the smoke."""
    units = {unit["id"]: (unit["x"], unit["y"], unit["formation"], unit["men"]) for unit in picture["units"]}
    leaders = {leader["id"]: (leader["x"], leader["y"]) for leader in picture["leaders"]}
    return units, leaders, picture["ghosts"], picture["lines"], picture["smoke"]


def played_to(guest: Guest, tokens: list[str], turn: int) -> None:
    """All who sit there answer as the rules suggest until that turn."""
    while guest.seat(tokens[0])["turn"] < turn:
        for token in tokens:
            seat = guest.seat(token)
            if seat["decisions"]:
                guest.default(token, seat)


# -- what is seen is what was seen


def watched(battle: str, system: str, **options: Any) -> tuple[Battle, dict[int, dict[str, Picture]]]:
    """Some turns of a battle, and the table of each seat when it had looked about at the start of each phase."""
    game, noted = copy(systems.game(system)), {}
    play = game.phase

    def phase(fight: Any) -> Any:
        fight.knowledge.look()
        noted[len(fight.entries)] = {
            seat.id: showing.lettered(game.picture(game.view(fight, seat.id), game.briefing(fight, seat.id)))
            for seat in fight.seats
        }
        yield from play(fight)

    game.phase = phase  # type: ignore[method-assign]
    found = Battle.begin(game, load(battle), seed=7, options=options)
    seats = [seat.id for seat in found.fight.seats]
    staffs = {seat: commander("staff", game.id, seat, n) for n, seat in enumerate(seats)}
    chairs = {seat: Chair(found, seat) for seat in seats}
    while found.open and found.turn < TURNS:
        asked = found.open[0]
        found.answer(staffs[asked.seat].decide(chairs[asked.seat], asked))
    return found, noted


@pytest.mark.parametrize(
    "battle, system, options",
    [
        (BATTLE, "cold-steel", {}),
        (BATTLE, "steel-canister", {}),
        ("farm-at-the-crossroads", "cold-steel", {"cards": True}),
    ],
)
def test_a_past_table_is_to_the_letter_what_the_seat_saw_then(
    battle: str, system: str, options: dict[str, Any]
) -> None:
    fought, noted = watched(battle, system, **options)
    record = RecordedBattle(fought)
    record.follow(fought.entries[: fought.checkpoints[-1].entry])
    assert len(noted) > TURNS
    differing = 0
    for place in sorted(noted, key=lambda place: (place % 7, place)):
        for seat, then in noted[place].items():
            past = record.at(place)
            view, briefing = past.view(seat), past.game.briefing(past.fight, seat)
            assert showing.seat_picture(past, seat, view, briefing) == then
            differing += then != noted[0][seat]
    assert differing


def test_a_past_table_is_the_one_that_was_sent_when_the_next_phase_began(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    noted: dict[int, Any] = {}
    while (seat := guest.asked(token))["turn"] < 5:
        noted.setdefault(seat["turn"], seat["picture"])
        guest.default(token, seat)
    last = {step["turn"]: step["n"] for step in guest.get(f"/api/seats/{token}/history")["steps"]}
    for turn in (2, 3, 4):
        past = guest.get(f"/api/seats/{token}/history/{last[turn - 1]}")
        assert past["picture"]["turn"] == turn - 1
        assert as_seen(past["picture"]) == as_seen(noted[turn])


def test_no_byte_of_the_past_betrays_whom_the_seat_never_saw(visit: Callable[[], Guest]) -> None:
    players = visit()
    game = players.begin(battle=BATTLE, seats=dict.fromkeys(sides(), "me"))
    tokens = {seat["side"]: seat["token"] for seat in game["seats"]}
    seen: dict[str, set[str]] = {side: set() for side in tokens}
    turn = 1
    while turn < 4:
        for side, token in tokens.items():
            seat = players.seat(token)
            turn = seat["turn"]
            view = seat["view"]
            seen[side] |= {*view["seen"], *view["ghosts"], *view["leaders_seen"]}
            if seat["decisions"]:
                players.default(token, seat)
    for side, token in tokens.items():
        backward = visit()
        for step in backward.get(f"/api/seats/{token}/history")["steps"]:
            backward.get(f"/api/seats/{token}/history/{step['n']}")
        others = {unit.id for each in load(BATTLE).sides if each.name != side for unit in each.all_units()}
        assert others - seen[side]
        for unit in others - seen[side]:
            assert f'"{unit}"'.encode() not in bytes(backward.bytes), f"{side} learnt of {unit}"


def test_what_is_learnt_later_does_not_stand_in_an_earlier_table(guest: Guest) -> None:
    token = guest.begin(battle=BATTLE, seats={sides()[0]: "me"})["seats"][0]["token"]
    first = set(as_seen(guest.asked(token)["picture"])[0])
    while not set(as_seen(guest.asked(token)["picture"])[0]) - first:
        guest.default(token)
    assert set(as_seen(guest.get(f"/api/seats/{token}/history/0")["picture"])[0]) == first


def test_who_was_not_identified_then_has_no_name_and_no_id_in_the_past(guest: Guest) -> None:
    hidden = {"cards": True, "placing": "players"}
    game = guest.begin(battle=BATTLE, seed=1, seats={sides()[0]: "me"}, options=hidden)
    token = next(seat["token"] for seat in game["seats"] if "token" in seat)
    while guest.asked(token)["turn"] < 9:
        guest.default(token)
    names = {unit.id: unit.name for each in load(BATTLE).sides for unit in each.all_units()}
    strangers = 0
    for step in guest.get(f"/api/seats/{token}/history")["steps"]:
        picture = guest.get(f"/api/seats/{token}/history/{step['n']}")["picture"]
        for unit in (*picture["units"], *picture["ghosts"]):
            if unit.get("own"):
                continue
            known = unit["name"].startswith(names.get(unit["id"], "?"))
            assert known or unit["id"].startswith("unknown-"), unit
            strangers += not known
    assert strangers


def test_who_looks_on_looks_back_on_what_all_saw(guest: Guest) -> None:
    game = guest.begin(battle=BATTLE, seats=dict.fromkeys(sides(), "me"))
    tokens = [seat["token"] for seat in game["seats"]]
    played_to(guest, tokens, 3)
    steps = guest.get(f"/api/seats/{game['spectator']}/history")
    assert len(steps["steps"]) > 1
    assert not steps["everything"]
    for step in steps["steps"]:
        seen = guest.get(f"/api/seats/{game['spectator']}/history/{step['n']}")["picture"]
        assert not any(unit["own"] for unit in seen["units"])
        assert seen["lines"] == seen["riders"] == seen["ghosts"] == []
    bare = guest.get(f"/api/seats/{game['host']}/history/0")["picture"]
    assert bare["units"] == bare["leaders"] == []


# -- steps


def test_steps_are_phases_that_are_over_with_what_was_told_in_them(guest: Guest) -> None:
    game = guest.begin()
    token = game["seats"][0]["token"]
    assert [step["n"] for step in guest.get(f"/api/seats/{token}/history")["steps"]] == [0]
    while guest.asked(token)["turn"] < 3:
        guest.default(token)
    seat = guest.asked(token)
    steps = guest.get(f"/api/seats/{token}/history")["steps"]
    assert [step["n"] for step in steps] == list(range(len(steps)))
    assert steps[0]["last"] == -1
    told = {event["n"]: event for event in seat["events"]}
    for step in steps[1:]:
        assert (step["turn"], step["phase"]) < (seat["turn"], "~")
        for n in range(step["first"], step["last"] + 1):
            assert (told[n]["turn"], told[n]["phase"]) == (step["turn"], step["phase"])
        assert told[step["first"]]["text"]
    assert (seat["turn"], seat["phase"]) not in [(step["turn"], step["phase"]) for step in steps]
    covered = {n for step in steps[1:] for n in range(step["first"], step["last"] + 1)}
    worth = {n for n, event in told.items() if event["text"] and event["kind"] not in ("turn", "phase")}
    now = {n for n, event in told.items() if (event["turn"], event["phase"]) == (seat["turn"], seat["phase"])}
    assert worth <= covered | now


def test_a_unit_stands_where_it_stood(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    begun = as_seen(guest.asked(token)["picture"])[0]
    while guest.asked(token)["turn"] < 4:
        guest.default(token)
    now = as_seen(guest.asked(token)["picture"])[0]
    assert any(who in now and now[who][:2] != begun[who][:2] for who in begun)
    assert as_seen(guest.get(f"/api/seats/{token}/history/0")["picture"])[0] == begun


def test_what_is_taken_back_has_not_been(guest: Guest) -> None:
    game = guest.begin(seats={"Prussians": "me", "French": "me"})
    tokens = [seat["token"] for seat in game["seats"]]
    played_to(guest, tokens, 3)
    before = guest.get(f"/api/seats/{tokens[0]}/history")["steps"]
    guest.get(f"/api/seats/{tokens[0]}/history/{len(before) - 1}")
    while guest.seat(tokens[0])["turn"] > 2:
        for token in tokens:
            guest.ask("POST", f"/api/seats/{token}/undo")
    after = guest.get(f"/api/seats/{tokens[0]}/history")["steps"]
    assert len(after) < len(before)
    assert after == before[: len(after)]
    assert guest.ask("GET", f"/api/seats/{tokens[0]}/history/{len(before) - 1}").status_code == 422
    last = guest.get(f"/api/seats/{tokens[0]}/history/{len(after) - 1}")
    assert last["step"] == after[-1]


# -- everything, when it is over


def fought(guest: Guest, **more: Any) -> Any:
    """A small battle that is over."""
    game = guest.begin(**more)
    token = game["seats"][0]["token"]
    while not guest.asked(token)["over"]:
        guest.default(token)
    return game


def test_all_troops_are_shown_when_the_battle_is_over_and_revealed_and_not_before(guest: Guest) -> None:
    game = guest.begin()
    token = game["seats"][0]["token"]
    guest.post(f"/api/host/{game['host']}/reveal")
    refused = guest.ask("GET", f"/api/seats/{token}/history/0?see=all")
    assert refused.status_code == 409
    assert "revealed" in refused.json()["error"]
    guest.post(f"/api/host/{game['host']}/reveal", {"revealed": False})
    while not guest.asked(token)["over"]:
        guest.default(token)
    assert not guest.get(f"/api/seats/{token}/history")["everything"]
    assert guest.ask("GET", f"/api/seats/{token}/history/0?see=all").status_code == 409
    guest.post(f"/api/host/{game['host']}/reveal")
    history = guest.get(f"/api/seats/{token}/history")
    assert history["everything"]
    all_of_them = guest.get(f"/api/seats/{token}/history/0?see=all")["picture"]
    assert {unit["side"] for unit in all_of_them["units"]} == set(sides("farm-at-the-crossroads"))
    assert all(unit["own"] == (unit["side"] == game["seats"][0]["side"]) for unit in all_of_them["units"])
    assert all(unit["brigade"] for unit in all_of_them["units"])
    own = guest.get(f"/api/seats/{token}/history/0")["picture"]
    assert {unit["side"] for unit in own["units"] if unit["own"]} == {game["seats"][0]["side"]}
    everybody = guest.get(f"/api/seats/{game['spectator']}/history")
    assert everybody["everything"]
    assert len(everybody["steps"]) >= len(history["steps"])
    assert all(unit["own"] for unit in guest.get(f"/api/seats/{game['spectator']}/history/1")["picture"]["units"])


# -- refusals


@pytest.mark.parametrize("n", ["-1", "9999", "x", "1.5", "9" * 400, "%00", "2147483648"])
def test_numbers_that_are_no_steps_are_refused(guest: Guest, n: str) -> None:
    token = guest.begin()["seats"][0]["token"]
    found = guest.ask("GET", f"/api/seats/{token}/history/{n}")
    assert found.status_code == 422, found.text
    assert found.json()["error"]


def test_nobody_looks_back_with_a_link_that_leads_nowhere(server: str, guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    for foreign in (token[:-1], token[::-1], "x" * 43, "%00"):
        for path in ("history", "history/0", "history/0?see=all"):
            assert httpx.get(f"{server}/api/seats/{foreign}/{path}").status_code == 404
    assert httpx.get(f"{server}/api/seats/{token}/history/0?see=theirs").status_code == 422


# -- the record


@pytest.fixture(scope="module", params=SYSTEMS)
def battle(request: pytest.FixtureRequest) -> Battle:
    """A battle that computers have fought to its end, by the library."""
    game = systems.game(request.param)
    found = Battle.begin(game, load("farm-at-the-crossroads"), seed=7)
    seats = [seat.id for seat in found.fight.seats]
    fight_out(found, {seat: commander("staff", game.id, seat, n) for n, seat in enumerate(seats)})
    return found


def test_phases_end_where_the_battle_put_its_world_by(battle: Battle) -> None:
    points = [point.entry for point in battle.checkpoints]
    ends = phase_ends(battle.entries[: points[-1]])
    assert set(ends.values()) <= set(range(points[-1] + 1))
    events = [place for place, entry in enumerate(battle.entries) if type(entry) is Event]
    # dice may lie between the end of a phase and its successor's first event, and change nothing
    assert [next(n for n in events if n >= point) for point in points[1:-1]] == list(ends.values())[:-1]
    assert list(ends.values())[-1] == points[-1]


def test_the_world_of_a_step_is_the_one_that_was_put_by(battle: Battle) -> None:
    record = RecordedBattle(battle)
    points = battle.checkpoints
    record.follow(battle.entries[: points[-1].entry])
    order = [*range(0, len(points), 7), *range(len(points) - 1, 0, -11)]
    for point in (points[n] for n in order):
        assert record.at(point.entry).fight.world == point.world


def test_a_record_that_grows_is_read_on_and_one_that_changes_is_read_anew(battle: Battle) -> None:
    record, points = RecordedBattle(battle), battle.checkpoints
    middle, last = points[len(points) // 2], points[-1]
    record.follow(battle.entries[: middle.entry])
    assert record.at(middle.entry).fight.world == middle.world
    record.follow(battle.entries[: last.entry])
    assert record.at(last.entry).fight.world == last.world
    record.follow(battle.entries[: middle.entry])
    assert record.at(middle.entry).fight.world == middle.world
    other = Battle.begin(battle.game, battle.scenario, seed=8)
    seats = [seat.id for seat in other.fight.seats]
    fight_out(other, {seat: commander("staff", other.game.id, seat, n + 5) for n, seat in enumerate(seats)})
    record.follow(other.entries[: other.checkpoints[-1].entry])
    assert record.at(other.checkpoints[-1].entry).fight.world == other.checkpoints[-1].world


def test_a_long_record_is_kept_in_stretches(battle: Battle) -> None:
    assert len(battle.entries) > STRETCH
    record = RecordedBattle(battle)
    record.follow(list(battle.entries))
    assert record.at(len(battle.entries)).fight.world == battle.fight.world
    picture = showing.open_picture(record.at(STRETCH))
    assert picture == showing.open_picture(record.at(STRETCH))


def test_only_what_is_worth_telling_makes_a_step() -> None:
    def told(n: int, kind: str, turn: int, phase: str, text: str) -> Told:
        return Told(n, kind, turn, phase, 0, text, (), {}, {}, {}, None)

    heard = [
        told(0, "turn", 1, "a", "Turn 1"), told(1, "order", 1, "a", "An order"), told(2, "noted", 1, "b", ""),
        told(3, "volley", 1, "c", "A volley"), told(4, "volley", 1, "c", "Another"), told(5, "volley", 2, "a", "Later"),
    ]  # fmt: skip
    found = moments(heard, {(1, "a"): 4, (1, "b"): 6, (1, "c"): 9})
    assert [(step.turn, step.phase, step.first, step.last) for step in found] == [
        (1, "", -1, -1),
        (1, "a", 1, 1),
        (1, "c", 3, 4),
    ]
    assert moments([replace(heard[1], text="")], {(1, "a"): 4}) == found[:1]


# -- without troubling those who play


def test_the_past_is_drawn_without_the_lock_of_the_table(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    token = guest.begin()["seats"][0]["token"]
    while guest.asked(token)["turn"] < 2:
        guest.default(token)
    entered, go_on = threading.Event(), threading.Event()
    drawn = showing.seat_picture

    def slowly(battle: Battle, *more: Any) -> Any:
        if not battle.checkpoints:  # a battle for looking at
            entered.set()
            assert go_on.wait(30)
        return drawn(battle, *more)

    monkeypatch.setattr(showing, "seat_picture", slowly)
    asking = threading.Thread(target=lambda: httpx.get(f"{guest.base}/api/seats/{token}/history/1", timeout=60))
    asking.start()
    assert entered.wait(30)
    begun = time.monotonic()
    guest.default(token)
    assert json.dumps(guest.seat(token))
    assert time.monotonic() - begun < 10
    go_on.set()
    asking.join(30)
    assert not asking.is_alive()


def test_many_battles_are_looked_back_on_by_turns(guest: Guest) -> None:
    tokens = [guest.begin(seed=seed)["seats"][0]["token"] for seed in range(MOST_RECORDS + 3)]
    first = [guest.get(f"/api/seats/{token}/history/0") for token in tokens]
    again = [guest.get(f"/api/seats/{token}/history/0") for token in reversed(tokens)]
    assert first == again[::-1]
