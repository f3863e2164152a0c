"""Copies and branches: to whoever plays alone at any time, to others when all is shown; and the end of a battle."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from visiting import SMALL, Guest

from grognard import systems
from grognard.battle.battles import Battle
from grognard.battle.events import Event
from grognard.battle.record import saves
from grognard.battle.record.recorded import drawn_after
from grognard.server.seats.history import phase_ends

OURS, THEIRS = "Prussians", "French"
SOLO = {OURS: "me", THEIRS: "staff"}
FRIENDS = {OURS: "me", THEIRS: "open"}


class Sat:
    """A battle with its links by side."""

    def __init__(self, guest: Guest, seats: dict[str, str], turns: int = 2) -> None:
        made = guest.begin(seats=seats, options={"turns": turns})
        self.guest, self.host, self.spectator, self.game = guest, made["host"], made["spectator"], made["game"]
        self.tokens = {seat["side"]: seat["token"] for seat in made["seats"] if seat.get("token")}

    @property
    def mine(self) -> str:
        return self.tokens[OURS]

    def play(self, steps: int = 10_000) -> Sat:
        """Everything as the rules suggest, so often or to the end."""
        while steps:
            states = {token: self.guest.seat(token) for token in self.tokens.values()}
            if all(state["over"] for state in states.values()):
                break
            for token, state in states.items():
                if state["decisions"]:
                    self.guest.default(token, state)
                    steps -= 1
        return self

    def ask(self, what: str, body: Any = None, token: str = "") -> Any:
        return self.guest.ask("POST", f"/api/seats/{token or self.mine}/{what}", body or {})

    def history(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.guest.get(f"/api/seats/{self.mine}/history")["steps"]
        return found


@pytest.fixture(scope="module")
def over(visit: Any) -> Sat:
    return Sat(visit(), SOLO).play()


def read(content: bytes) -> saves.Saved:
    return saves.from_bytes(content, "the file")


def test_who_plays_alone_takes_a_copy_at_any_time_and_all_later_comers_are_told(guest: Guest) -> None:
    sat = Sat(guest, SOLO).play(1)
    turn = guest.asked(sat.mine)["turn"]
    found = guest.ask("GET", f"/api/seats/{sat.mine}/save")
    assert found.status_code == 200
    assert f"-turn-{turn}.json" in found.headers["content-disposition"]
    assert saves.resumed(read(found.content), systems.game).decisions(OURS.lower())
    notices = [each["text"] for each in guest.seat(sat.mine)["notices"]]
    assert any("a copy of this battle was taken" in text and "dice to come" in text for text in notices)


def test_a_copy_before_the_dice_is_refused(guest: Guest) -> None:
    made = guest.ask(
        "POST", "/api/games", {"battle": SMALL, "system": "cold-steel", "seats": {OURS: "me", THEIRS: "open"}}
    ).json()
    tokens = [seat["token"] for seat in made["seats"]]
    for what in ("save", "branch"):
        refused = guest.ask("POST", f"/api/seats/{tokens[0]}/{what}", {"also": tokens[1:]})
        assert refused.status_code == 409
        assert "dice of this battle have not begun" in refused.json()["error"]


@pytest.mark.parametrize("what", ["save", "branch"])
def test_nothing_of_a_battle_between_people_while_it_is_on(guest: Guest, what: str) -> None:
    sat = Sat(guest, FRIENDS).play(2)
    for token in (*sat.tokens.values(), sat.spectator, sat.host):
        refused = sat.ask(what, token=token)
        assert refused.status_code in (404, 409)
        assert "hidden" in refused.json()["error"] or "shown both armies" in refused.json()["error"]
    # one who has both links sits at both sides himself
    assert sat.ask(what, {"also": [sat.tokens[THEIRS]]}).status_code == 200


@pytest.mark.parametrize("what", ["save", "branch"])
def test_a_person_who_was_replaced_by_a_computer_still_counts(guest: Guest, what: str) -> None:
    sat = Sat(guest, FRIENDS).play(1)
    guest.post(f"/api/host/{sat.host}/seat", {"seat": THEIRS.lower(), "kind": "staff"})
    refused = sat.ask(what)
    assert refused.status_code == 409
    assert "hidden" in refused.json()["error"]


def test_friends_have_it_when_all_is_shown(guest: Guest) -> None:
    sat = Sat(guest, FRIENDS, turns=1).play()
    assert sat.ask("save").status_code == sat.ask("branch", {"step": 0}).status_code == 409
    guest.post(f"/api/host/{sat.host}/reveal", {"revealed": True})
    assert sat.ask("save", token=sat.spectator).status_code == 200
    begun = sat.ask("branch", {"step": 0}, token=sat.tokens[THEIRS]).json()
    kinds = {seat["side"]: seat["kind"] for seat in begun["seats"]}
    assert kinds == {OURS: "staff", THEIRS: "player"}, "the other seat is the computer's: its player is not here"


def test_links_of_another_battle_prove_nothing(guest: Guest) -> None:
    one, other = Sat(guest, FRIENDS).play(1), Sat(guest, FRIENDS).play(1)
    refused = one.ask("save", {"also": [other.tokens[THEIRS]]})
    assert refused.status_code == 404
    assert "another battle" in refused.json()["error"]


def test_a_branch_goes_on_from_any_step_with_the_same_dice(over: Sat) -> None:
    whole = read(over.guest.ask("GET", f"/api/seats/{over.mine}/save").content)
    before = over.guest.seat(over.mine)
    steps = [step for step in over.history() if step["turn"] == 1][::2]
    assert len(steps) > 2
    for step in steps:
        begun = over.ask("branch", {"step": step["n"]}).json()
        token = next(seat["token"] for seat in begun["seats"] if seat.get("token"))
        seat = over.guest.asked(token)
        assert not seat["over"]
        assert (begun["turn"], begun["phase"]) >= (step["turn"], "")
        past = over.guest.get(f"/api/seats/{over.mine}/history/{step['n']}")["picture"]
        now = over.guest.get(f"/api/seats/{token}/history/0")["picture"]
        assert len(past["units"]) == len(now["units"]) or step["n"] > 0
        # the same answers give the same battle: what was recorded up to there is the beginning of the branch
        kept = read(over.guest.ask("GET", f"/api/seats/{token}/save").content)
        place = 0 if step["n"] == 0 else phase_ends(whole.entries)[step["turn"], step["phase"]]
        assert kept.entries[:place] == whole.entries[:place]
        assert kept.seed == whole.seed
    assert over.guest.seat(over.mine)["state"] == before["state"], "the battle itself is as it was"


def test_a_branch_can_be_verified_from_its_seed(over: Sat, tmp_path: Path) -> None:
    step = over.history()[len(over.history()) // 2]
    begun = over.ask("branch", {"step": step["n"]}).json()
    token = next(seat["token"] for seat in begun["seats"] if seat.get("token"))
    while not (seat := over.guest.seat(token))["over"]:
        if seat["decisions"]:
            over.guest.default(token, seat)
    file = tmp_path / "branch.json"
    file.write_bytes(over.guest.ask("GET", f"/api/seats/{token}/save").content)
    assert saves.verify(file, systems.game).turns == 2


def test_a_branch_of_the_end_and_of_no_step_is_refused(over: Sat) -> None:
    last = over.history()[-1]["n"]
    assert "choose an earlier one" in over.ask("branch", {"step": last}).json()["error"]
    assert "choose an earlier one" in over.ask("branch").json()["error"]
    found = over.ask("branch", {"step": last + 1})
    assert found.status_code == 422
    assert f"0 to {last}" in found.json()["error"]


def test_where_the_dice_stand_after_a_record() -> None:
    content = saves.read(Path(__file__).parents[1] / "saves" / "cold-steel-0.1.0.grog.json")
    battle = Battle(systems.game(content.system), content.scenario, content.options, content.seed, content.fair)
    seats = [each.id for each in battle.seats]
    stated = {stream: (int(a, 16), int(b, 16)) for stream, (a, b) in content.dice.items()}
    assert drawn_after(content.entries[: content.at], content.seed, seats) == stated
    assert any(type(entry) is Event for entry in content.entries)


# -- the end of one


@contextlib.contextmanager
def gone(sat: Sat) -> Iterator[None]:
    yield
    assert sat.guest.ask("GET", f"/api/seats/{sat.mine}").status_code == 404
    assert sat.guest.ask("GET", f"/api/seats/{sat.spectator}").status_code == 404


def test_its_host_deletes_a_battle(guest: Guest) -> None:
    sat = Sat(guest, SOLO).play(1)
    assert guest.ask("POST", f"/api/host/{sat.mine}/delete", {}).status_code == 404, "a seat is no host"
    refused = guest.ask("POST", f"/api/host/{sat.host}/delete", {})
    assert refused.status_code == 409, "he does not show that the seat is his own"
    with gone(sat):
        guest.post(f"/api/host/{sat.host}/delete", {"also": [sat.mine]})


def test_not_while_others_play_it(guest: Guest) -> None:
    sat = Sat(guest, FRIENDS).play(2)
    refused = guest.ask("POST", f"/api/host/{sat.host}/delete", {"also": [sat.mine]})
    assert refused.status_code == 409
    assert "others play this battle" in refused.json()["error"]
    assert guest.seat(sat.mine)["turn"] == 1
