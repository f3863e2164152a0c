"""A seat's table in words over the wire: its own picture and nothing else; a line that is read answers nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from visiting import Guest

from grognard.scenarios.loading import load

BATTLE = "too-few-orders"


def texts(words: Any) -> str:
    return "\n".join(line["text"] for part in ("sections", "asked") for each in words[part] for line in each["lines"])


def test_the_words_name_nobody_whom_the_seat_does_not_see(visit: Callable[[], Guest]) -> None:
    game = visit().begin(battle=BATTLE, seats={side.name: "me" for side in load(BATTLE).sides})
    armies = {side.name: {unit.id: unit.name for unit in side.all_units()} for side in load(BATTLE).sides}
    for place in game["seats"]:
        guest, token = visit(), place["token"]
        seat = guest.seat(token)
        told = texts(guest.get(f"/api/seats/{token}/words"))
        seen = {unit["id"] for unit in seat["picture"]["units"]} | {one["id"] for one in seat["picture"]["ghosts"]}
        others = {id: name for side, army in armies.items() if side != place["side"] for id, name in army.items()}
        own = set(armies[place["side"]].values())
        assert set(others) - seen
        assert [name for id, name in others.items() if id not in seen and name in told and name not in own] == []
        assert all(name in told for name in own)


def test_what_the_other_side_does_unseen_changes_no_byte_of_the_words(visit: Callable[[], Guest]) -> None:
    """Two battles alike but for a mission of the enemy's, which nobody else learns of."""
    heard = []
    for mission in (None, {"units": ["1st-line"], "kind": "attack", "objective": [777, 333]}):
        game = visit().begin(seats={"Prussians": "me", "French": "me"})
        (mine, one), (theirs, two) = ((visit(), seat["token"]) for seat in game["seats"])
        theirs.seat(two)
        if mission is not None:
            body = {"decision": "council", "option": "mission", "values": mission}
            theirs.post(f"/api/seats/{two}/answers", body)
        heard.append(mine.ask("GET", f"/api/seats/{one}/words").content)
        heard.append(mine.ask("POST", f"/api/seats/{one}/typed", {"text": "mis", "complete": True}).content)
    assert heard[:2] == heard[2:]


def test_a_line_is_read_and_answers_nothing(visit: Callable[[], Guest]) -> None:
    guest = visit()
    token = guest.begin(seats={"Prussians": "me"})["seats"][0]["token"]
    state = guest.seat(token)["state"]
    read = guest.post(f"/api/seats/{token}/typed", {"text": "mission attack units=fus objective=crossroads farm"})
    assert read["answer"] == {
        "decision": "council",
        "option": "mission",
        "values": {"leader": "major-von-eichstedt", "kind": "attack", "units": ["fusiliers"], "objective": [985, 680]},
    } or read["answer"]["values"]["objective"] == [985, 680]
    assert guest.seat(token)["state"] == state
    taken = guest.post(f"/api/seats/{token}/answers", {**read["answer"], "state": state})
    assert taken["state"] > state
    assert "attack: Crossroads farm" in texts(guest.get(f"/api/seats/{token}/words"))


def test_nonsense_and_unfinished_lines(visit: Callable[[], Guest]) -> None:
    guest = visit()
    game = guest.begin(seats={"Prussians": "me"})
    token = game["seats"][0]["token"]
    guest.seat(token)
    assert "begins nothing" in guest.post(f"/api/seats/{token}/typed", {"text": "banana"})["problem"]
    assert guest.post(f"/api/seats/{token}/typed", {"text": "mis", "complete": True})["completions"] == ["mission"]
    assert guest.ask("POST", f"/api/seats/{token}/typed", {"text": "x" * 1001}).status_code == 422
    assert guest.ask("POST", f"/api/seats/{token}/typed", {}).status_code == 422
    assert guest.ask("GET", "/api/seats/nobody/words").status_code == 404
    assert guest.ask("POST", f"/api/seats/{game['spectator']}/typed", {"text": ""}).status_code in (404, 409)
    looking = guest.get(f"/api/seats/{game['spectator']}/words")
    assert looking["asked"] == []


def test_the_words_of_a_step_are_made_from_the_picture_of_then(visit: Callable[[], Guest]) -> None:
    guest = visit()
    token = guest.begin(seats={"Prussians": "me"})["seats"][0]["token"]
    now = guest.seat(token)
    while now["turn"] < 3:
        usual = now["decisions"][0]
        guest.post(f"/api/seats/{token}/answers", {"decision": usual["id"], **usual["default"], "state": now["state"]})
        now = guest.seat(token)
    first, *_, last = guest.get(f"/api/seats/{token}/history")["steps"]
    told = [guest.get(f"/api/seats/{token}/history/{step['n']}/words") for step in (first, last)]
    assert [each["step"]["n"] for each in told] == [first["n"], last["n"]]
    assert told[0]["sections"] != told[1]["sections"]
    assert guest.ask("GET", f"/api/seats/{token}/history/999/words").status_code == 422
    assert guest.ask("GET", f"/api/seats/{token}/history/0/words?see=all").status_code == 409
