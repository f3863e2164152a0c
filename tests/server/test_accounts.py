"""What is left of a battle that is over: the report and the file, to whoever may know what is in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from visiting import SMALL, Guest

from grognard import systems
from grognard.battle.record import saves
from grognard.printing.look import palette
from grognard.server.seats.accounts import written

TURNS = 2
OURS, THEIRS = "Prussians", "French"


class Fought:
    """A short battle against the computer, fought to its end."""

    def __init__(self, guest: Guest) -> None:
        made = guest.begin(seats={OURS: "me", THEIRS: "staff"}, options={"turns": TURNS})
        self.guest, self.host, self.spectator = guest, made["host"], made["spectator"]
        self.token: str = next(seat["token"] for seat in made["seats"] if seat.get("token"))

    def to_its_end(self) -> Fought:
        """Everything as the rules suggest."""
        while not (seat := self.guest.seat(self.token))["over"]:
            if seat["decisions"]:
                self.guest.default(self.token, seat)
        return self

    def asked(self, what: str, token: str = "") -> Any:
        """The answer to a request for what is left."""
        return self.guest.ask("GET", f"/api/seats/{token or self.token}/{what}")


@pytest.fixture(scope="module")
def fought(visit: Callable[[], Guest]) -> Fought:
    """It is over, and nothing has been revealed."""
    return Fought(visit()).to_its_end()


def test_nothing_is_told_before_the_end(guest: Guest) -> None:
    fresh = Fought(guest)
    for what in ("report", "review"):
        refused = fresh.asked(what)
        assert refused.status_code == 409
        assert "not over" in refused.json()["error"]


def test_a_seat_reads_what_it_lived_and_no_more(fought: Fought) -> None:
    page = fought.asked("report")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert f"as the {OURS} lived it" in page.text
    assert "--seed" not in page.text, "with the seed one could fight the other side's battle again"
    assert page.text == fought.asked("report").text


def test_spectators_and_the_file_wait_for_the_host_and_then_tell_all(
    visit: Callable[[], Guest], tmp_path: Path
) -> None:
    fought = Fought(visit()).to_its_end()
    onlooker = fought.spectator
    for refused in (fought.asked(what, onlooker) for what in ("report", "review", "save")):
        assert refused.status_code == 409
        assert "host" in refused.json()["error"]
    assert fought.guest.ask("POST", f"/api/host/{fought.host}/reveal", {"revealed": True}).status_code == 200
    file = fought.asked("save")
    assert file.status_code == 200
    assert f'filename="{SMALL}.json"' in file.headers["content-disposition"]
    kept = tmp_path / "battle.json"
    kept.write_bytes(file.content)
    assert saves.verify(kept, systems.game).title == "The Farm at the Crossroads"
    whole = fought.asked("report").text
    minds = {THEIRS.lower(): "staff"}
    assert whole == written(file.content, "", True, minds) == fought.asked("report", onlooker).text
    assert "Why they did it" in whole
    own = written(file.content, OURS.lower(), True, {})
    assert whole != own
    assert "Why they did it" not in own


def test_the_same_in_figures_is_what_the_seat_lived_until_all_is_shown(visit: Callable[[], Guest]) -> None:
    fought = Fought(visit()).to_its_end()
    own = fought.asked("review").json()
    assert own["seat"] == OURS.lower()
    assert [side["name"] for side in own["sides"]] == [OURS]
    assert {row["side"] for row in own["formations"]} == {OURS}
    assert {line["side"] for line in own["luck"]} <= {OURS}
    assert len(own["sides"][0]["men"]) == own["turns"] + 1 == TURNS + 1
    fought.guest.ask("POST", f"/api/host/{fought.host}/reveal", {"revealed": True})
    whole = fought.asked("review").json()
    assert whole["seat"] == ""
    assert {side["name"] for side in whole["sides"]} == {OURS, THEIRS}
    assert whole == fought.asked("review", fought.spectator).json()
    for side in whole["sides"]:
        lost = sum(row["lost"] for row in whole["formations"] if row["side"] == side["name"])
        assert lost == side["began"] - side["men"][-1]


def test_a_link_that_leads_nowhere_has_no_report(guest: Guest) -> None:
    for what in ("report", "review", "save"):
        assert guest.ask("GET", f"/api/seats/{'x' * 43}/{what}").status_code == 404


def test_the_page_that_waits_for_a_report_has_its_colours() -> None:
    waits = (Path(__file__).parents[2] / "web" / "src" / "told" / "waiting.ts").read_text("utf-8")
    light = palette("light")
    assert f"--paper:{light.paper};--ink:{light.ink};--ink-2:{light.ink_2};--second:{light.build_ink}" in waits
