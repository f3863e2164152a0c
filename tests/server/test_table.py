"""A battle over HTTP: beginning, looking, answering, live lines, undo, the host, and what is refused."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from visiting import SMALL, Guest
from websockets.exceptions import ConnectionClosed

HOT_SEAT = {"Prussians": "me", "French": "me"}


def heard(line: Any, state: int, seconds: float = 20) -> list[dict[str, Any]]:
    """All updates up to a state."""
    found = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        update = json.loads(line.recv(timeout=seconds))
        if "state" in update:
            found.append(update)
            if update["state"] >= state:
                return found
    raise AssertionError(f"state {state} never came")


def test_the_gallery_has_battles_and_systems(guest: Guest) -> None:
    found = guest.get("/api/gallery")
    assert [system["id"] for system in found["systems"]][:4] == [
        "cold-steel",
        "black-powder",
        "class-dice",
        "steel-canister",
    ]
    small = next(battle for battle in found["battles"] if battle["id"] == SMALL)
    assert small["small"]
    assert small["teaching"]
    assert [side["units"] for side in small["sides"]] == [5, 5]
    assert all(variant["about"] for system in found["systems"] for variant in system["variants"])
    assert small["lengths"] == {"black-powder": 10, "class-dice": 10, "cold-steel": 10, "steel-canister": 10}


def test_the_gallery_draws_armies_up_and_the_table_does_not(guest: Guest) -> None:
    battles = {battle["id"]: battle for battle in guest.get("/api/gallery")["battles"]}
    assert sum(body["men"] for body in battles[SMALL]["bodies"]) == sum(s["men"] for s in battles[SMALL]["sides"])
    assert {body["arm"] for body in battles["maida"]["bodies"]} == {"infantry", "cavalry", "artillery"}
    assert not battles["even-ground"]["bodies"], "an imagined battle that is no lesson gives nothing away"
    made = guest.begin(seats={"Prussians": "me", "French": "staff"})
    token = next(seat["token"] for seat in made["seats"] if seat.get("token"))
    assert "bodies" not in guest.seat(token)["battle"]


def test_the_map_has_the_ground_and_no_troops(guest: Guest) -> None:
    small, full = (guest.ask("GET", f"/api/battles/{SMALL}/map.svg?size={size}") for size in ("small", "full"))
    assert small.text.startswith("<svg")
    assert len(small.content) < len(full.content)
    assert "data-unit" not in full.text
    assert guest.ask("GET", "/api/battles/../map.svg").status_code == 404


def test_a_rule_is_told_in_our_words(guest: Guest) -> None:
    assert guest.get("/api/rules/cold-steel/CS-3.2k")["id"] == "CS-3.2k"
    assert guest.ask("GET", "/api/rules/cold-steel/CS-99").status_code == 404
    assert guest.ask("GET", "/api/rules/nonsense/CS-1").status_code == 404


def test_two_clicks_and_one_fights_the_computer(guest: Guest) -> None:
    game = guest.begin()
    assert [seat["kind"] for seat in game["seats"]] == ["player", "staff"]
    token = game["seats"][0]["token"]
    while (seat := guest.asked(token))["turn"] < 3:
        guest.default(token, seat)
    assert seat["picture"]["units"]
    assert seat["picture"]["rings"]
    assert any(event["text"].startswith("Turn 2") for event in seat["events"])
    assert [event["n"] for event in seat["events"]] == list(range(len(seat["events"])))


def test_a_live_line_tells_what_is_new_and_catches_up_after_it_was_cut(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    before = guest.asked(token)
    with guest.line(token, before["state"]) as line:
        first = json.loads(line.recv(timeout=10))
        assert (first["state"], first["events"], first["reset"]) == (before["state"], [], False)
        state = guest.default(token)["state"]
        new = heard(line, state)[-1]["events"]
    then = guest.asked(token)
    assert new
    guest.default(token)
    with guest.line(token, then["state"]) as line:
        missed = heard(line, then["state"] + 1)[-1]
    assert [event["n"] for event in missed["events"]][:1] == [len(then["events"])]


def test_who_is_connected_can_be_seen(guest: Guest) -> None:
    game = guest.begin(seats=HOT_SEAT)
    mine, theirs = (seat["token"] for seat in game["seats"])
    with guest.line(mine):
        time.sleep(0.2)
        assert [seat["connected"] for seat in guest.seat(theirs)["seats"]] == [True, False]


def test_a_guessed_link_leads_nowhere(guest: Guest) -> None:
    game = guest.begin()
    for path in ("seats/x", f"seats/{game['game']}", f"host/{game['seats'][0]['token']}/pause", "host/x/undo"):
        method = "GET" if path.startswith("seats") else "POST"
        assert guest.ask(method, f"/api/{path}").status_code == 404
    assert guest.ask("POST", f"/api/seats/{game['spectator']}/undo").status_code == 404
    with guest.line("guessed") as line, pytest.raises(ConnectionClosed) as closed:
        line.recv(timeout=10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_a_seat_cannot_answer_for_another(guest: Guest) -> None:
    game = guest.begin(seats={"Prussians": "me", "French": "open"})
    mine, theirs = (seat["token"] for seat in game["seats"])
    asked = guest.asked(theirs)["decisions"][0]
    assert asked["seat"] == "french"
    guest.default(mine)  # now the council is over for one of the two
    body = {"decision": asked["id"], **asked["default"]}
    refused = guest.ask("POST", f"/api/seats/{mine}/answers", body)
    assert refused.status_code == 409
    assert guest.seat(theirs)["decisions"][0]["id"] == asked["id"]


def test_a_stale_answer_is_refused(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    seat = guest.asked(token)
    guest.default(token, seat)
    first = seat["decisions"][0]
    body = {"decision": first["id"], **first["default"], "state": seat["state"]}
    again = guest.ask("POST", f"/api/seats/{token}/answers", body)
    assert again.status_code == 409
    assert "since" in again.json()["error"]


def test_a_refusal_names_its_rule(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    guest.default(token)
    seat = guest.asked(token)
    option = next(each for each in seat["decisions"][0]["options"] if each["key"].startswith(("order:", "mark:")))
    body = {"decision": "command", "option": option["key"], "values": {"movement": "wheel", "degrees": 0}}
    refused = guest.ask("POST", f"/api/seats/{token}/answers", body)
    assert refused.status_code == 409
    assert refused.json()["rule"].startswith("CS-")
    assert guest.post(f"/api/seats/{token}/preview", body)["refusal"]["rule"].startswith("CS-")


def test_an_order_can_be_looked_at_before_it_is_given(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    guest.default(token)
    before = guest.asked(token)
    body = {"decision": "command", "option": "mark:i-musketeers", "values": {"movement": "forward", "gait": "quick"}}
    found = guest.post(f"/api/seats/{token}/preview", body)
    assert found["refusal"] is None
    (unit,) = found["units"]
    assert [place["label"] for place in unit["places"]] == ["¼", "½", "¾", "1"]
    assert unit["moves"]
    assert unit["track"][0]["text"].endswith(" paces")
    assert unit["places"][-1]["parts"]
    assert guest.seat(token)["state"] == before["state"]


def test_odds_are_told_of_own_units_against_enemies_in_sight_only(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    aim = {"unit": "half-battery", "target": "1st-line"}
    found = guest.post(f"/api/seats/{token}/odds", aim)["odds"]
    assert found
    for odds in found:
        assert odds["refusal"] or abs(sum(chance["percent"] for chance in odds["chances"]) - 100) < 0.1
    for wrong in ({"unit": "1st-line", "target": "half-battery"}, {"unit": "half-battery", "target": "nobody"}):
        assert guest.ask("POST", f"/api/seats/{token}/odds", wrong).status_code == 409


def test_an_answer_is_taken_back_until_something_comes_to_light(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    guest.default(token)
    before = guest.asked(token)
    body = {"decision": "command", "option": "mark:i-musketeers", "values": {"movement": "forward"}}
    guest.post(f"/api/seats/{token}/answers", body)
    assert guest.post(f"/api/seats/{token}/undo")["undone"]
    after = guest.seat(token)
    assert after["picture"]["units"] == before["picture"]["units"]
    assert after["state"] > before["state"]
    guest.default(token)  # the turn is fought
    guest.asked(token)
    assert guest.ask("POST", f"/api/seats/{token}/undo").status_code == 409


def test_the_host_takes_back_a_turn_only_if_all_who_play_ask_for_it(guest: Guest) -> None:
    game = guest.begin(seats=HOT_SEAT)
    one, two = (seat["token"] for seat in game["seats"])
    last = ""
    while (before := guest.seat(one))["turn"] < 2:
        last = next(token for token in (one, two) if guest.seat(token)["decisions"])
        guest.default(last)
    assert guest.ask("POST", f"/api/host/{game['host']}/undo").status_code == 409
    wished = guest.post(f"/api/seats/{one}/undo")
    assert (wished["undone"], wished["wanted"]) == (False, ["french"])
    assert guest.seat(two)["undo"] == ["prussians"]
    assert guest.post(f"/api/seats/{two}/undo")["undone"]
    after = guest.seat(one)
    assert after["turn"] == 1
    assert after["state"] > before["state"]
    guest.default(last)
    again = guest.seat(one)
    assert [event["text"] for event in again["events"]] == [event["text"] for event in before["events"]]


def test_nobody_answers_while_the_host_has_paused(guest: Guest) -> None:
    game = guest.begin()
    token = game["seats"][0]["token"]
    seat = guest.asked(token)
    assert guest.post(f"/api/host/{game['host']}/pause")["paused"]
    first = seat["decisions"][0]
    assert guest.seat(token)["paused"]
    body = {"decision": first["id"], **first["default"]}
    assert guest.ask("POST", f"/api/seats/{token}/answers", body).status_code == 409
    assert not guest.post(f"/api/host/{game['host']}/resume")["paused"]
    guest.default(token)


def test_the_host_hands_a_seat_to_the_computer_and_back(guest: Guest) -> None:
    game = guest.begin()
    token = game["seats"][0]["token"]
    guest.asked(token)
    guest.post(f"/api/host/{game['host']}/seat", {"seat": "prussians", "kind": "staff"})
    assert guest.ask("GET", f"/api/seats/{token}").status_code == 404
    back = guest.post(f"/api/host/{game['host']}/seat", {"seat": "prussians", "kind": "me"})["token"]
    assert guest.seat(back)["seat"] == "prussians"
    wrong = guest.ask("POST", f"/api/host/{game['host']}/seat", {"seat": "nobody", "kind": "staff"})
    assert wrong.status_code == 409


def test_two_battles_at_once_do_not_meet(guest: Guest) -> None:
    one, two = (guest.begin(seed=seed)["seats"][0]["token"] for seed in (1, 2))
    for token in (one, two, one, two):
        guest.default(token)
    first, second = guest.asked(one), guest.asked(two)
    assert first["game"] != second["game"]
    assert [e["text"] for e in first["events"]] != [e["text"] for e in second["events"]]


@pytest.mark.parametrize(
    "body",
    [
        {"battle": "nowhere", "system": "cold-steel"},
        {"battle": SMALL, "system": "nonsense"},
        {"battle": SMALL, "system": "cold-steel", "options": {"variants": ["/etc/grognard.toml"]}},
        {"battle": SMALL, "system": "cold-steel", "options": {"turns": "many"}},
        {"battle": SMALL, "system": "cold-steel", "seats": {"Martians": "me"}},
        {"battle": SMALL, "system": "cold-steel", "seed": -1},
        {"battle": "../../etc", "system": "../../etc"},
        [],
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(guest: Guest, body: Any) -> None:
    found = guest.ask("POST", "/api/games", body)
    assert found.status_code in (409, 422)
    assert found.json()["error"]


def test_a_battle_of_computers_is_fought_to_its_end_before_spectators(guest: Guest) -> None:
    seats = {"Prussians": "staff", "French": "staff"}
    game = guest.begin(seats=seats, options={"turns": 3})
    watch = guest.asked(game["spectator"], 60)
    assert watch["over"]
    assert watch["outcome"]["sides"]
    assert not any(unit["own"] for unit in watch["picture"]["units"])
    guest.post(f"/api/host/{game['host']}/reveal", {"revealed": True})
    shown = guest.seat(game["spectator"])["picture"]["units"]
    assert len(shown) >= 10
    assert all(unit["own"] for unit in shown)


def test_phases_are_told_in_words(guest: Guest) -> None:
    game = guest.begin(system="steel-canister")
    seat = guest.asked(game["seats"][0]["token"])
    steps = {step["id"]: step for step in seat["steps"]}
    assert [step["id"] for step in seat["steps"]] == seat["phases"]
    name, short = "Cavalry charge, player A, the side that goes first", "Cavalry charge"
    assert steps["5a"] == {"id": "5a", "number": "5a", "group": "5", "name": name, "short": short}
    assert len({step["group"] for step in seat["steps"]}) == 12
    assert seat["doing"] == steps[seat["phase"]]["name"]
    systems = {system["id"]: system for system in guest.get("/api/gallery")["systems"]}
    assert [step["name"] for step in systems["cold-steel"]["steps"]][:4] == [
        "Command",
        "Initiative",
        "Rally and morale",
        "Movement",
    ]
    assert systems["cold-steel"]["steps"][3]["number"] == "4"
    assert systems["cold-steel"]["steps"][2]["short"] == "Rally"


def test_what_is_long_is_sent_packed(guest: Guest) -> None:
    token = guest.begin()["seats"][0]["token"]
    found = guest.ask("GET", f"/api/seats/{token}")
    assert found.headers["content-encoding"] == "gzip"
    assert guest.ask("GET", f"/api/battles/{SMALL}/map.svg").text.startswith("<svg")


def test_a_message_rides_to_another_commander_and_only_he_reads_it(guest: Guest) -> None:
    game = guest.begin(battle="quatre-bras", options={"seats": "commands"}, seats={"French": "me", "Allies": "default"})
    tokens = {seat["seat"]: seat["token"] for seat in game["seats"] if seat["side"] == "French"}
    assert len(tokens) > 1
    sender, token, option = writing(guest, tokens)
    leader = option["fields"]["leader"]["values"][0]
    to = next(one for one in option["fields"]["to"]["values"] if one != leader)
    named = guest.seat(token)["names"]
    assert all(named[one] and named[one] != one for one in option["fields"]["to"]["values"])
    values = {"leader": leader, "to": to, "text": "the farm at seven"}
    body = {"decision": "command", "option": "message", "values": values}
    assert guest.post(f"/api/seats/{token}/preview", body)["refusal"] is None
    guest.post(f"/api/seats/{token}/answers", body)
    told = {seat: [event["text"] for event in guest.seat(each)["events"]] for seat, each in tokens.items()}
    assert any("the farm at seven" in text for text in told[sender])
    others = [text for seat, texts in told.items() if seat != sender for text in texts]
    assert not any("the farm at seven" in text for text in others)


def writing(guest: Guest, tokens: dict[str, str]) -> tuple[str, str, Any]:
    """The first seat that may write a message, once all have got to giving orders."""
    for _ in range(200):
        for seat, token in tokens.items():
            shown = guest.seat(token)
            for decision in shown["decisions"]:
                for option in decision["options"]:
                    if decision["id"] == "command" and option["key"] == "message":
                        return seat, token, option
            if shown["decisions"] and shown["decisions"][0]["id"] != "command":
                guest.default(token, shown)
        time.sleep(0.02)
    raise AssertionError("nobody may write")


def test_a_paused_battle_lets_no_computer_go_on_either(guest: Guest) -> None:
    game = guest.begin(seats={"Prussians": "staff", "French": "staff"})
    assert guest.post(f"/api/host/{game['host']}/pause")["paused"]
    time.sleep(0.3)
    before = guest.seat(game["spectator"])
    time.sleep(0.3)
    assert guest.seat(game["spectator"])["state"] == before["state"]
    guest.post(f"/api/host/{game['host']}/resume")
    assert guest.asked(game["spectator"], 120)["over"]


def test_a_seat_handed_to_the_computer_is_played_by_it(guest: Guest) -> None:
    game = guest.begin(seats=HOT_SEAT)
    mine, theirs = (seat["token"] for seat in game["seats"])
    guest.asked(theirs)
    told = guest.post(f"/api/host/{game['host']}/seat", {"seat": "french", "kind": "staff"})
    assert [seat["kind"] for seat in told["seats"]] == ["player", "staff"]
    assert guest.ask("GET", f"/api/seats/{theirs}").status_code == 404
    while (seat := guest.asked(mine))["turn"] < 2:
        guest.default(mine, seat)
