"""Files that visitors bring: good, old, damaged, huge, and such as would do harm."""

from __future__ import annotations

import asyncio
import io
import json
import time
import zipfile
from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest
from visiting import Guest, database, running

from grognard.battle.record import saves
from grognard.kernel.errors import BadInput
from grognard.scenarios import bundled, files
from grognard.server.limits import Limits
from grognard.server.workshop import Workshop

SAVES = Path(__file__).parents[1] / "saves"
OLD = sorted(SAVES.glob("*.json"))
FARM = bundled()["farm-at-the-crossroads"]


def sent(content: bytes, name: str = "battle.json", **more: Any) -> dict[str, Any]:
    return {"name": name, "content": b64encode(content).decode(), **more}


def folder(change: dict[str, bytes] | None = None, top: str = "farm/") -> dict[str, bytes]:
    found = {f"{top}{path.relative_to(FARM)}": path.read_bytes() for path in FARM.rglob("*") if path.is_file()}
    return found | {f"{top}{name}": content for name, content in (change or {}).items()}


def brought(contents: dict[str, bytes]) -> dict[str, Any]:
    return {"name": "farm", "files": {name: b64encode(content).decode() for name, content in contents.items()}}


def zipped(contents: dict[str, bytes]) -> dict[str, Any]:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return {"name": "farm.zip", "zip": b64encode(held.getvalue()).decode()}


def refused(guest: Guest, path: str, body: Any, status: int = 409) -> str:
    found = guest.ask("POST", path, body)
    assert found.status_code == status, found.text
    said: str = found.json()["error"]
    return said


# -- saved battles


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.name)
def test_a_battle_of_an_older_version_is_looked_at_and_opened(guest: Guest, path: Path) -> None:
    card = guest.post("/api/saves/look", sent(path.read_bytes()))
    assert card["title"] == "The Farm at the Crossroads"
    assert card["over"]
    assert {seat["side"] for seat in card["seats"]} == {"Prussians", "French"}
    made = guest.post("/api/saves", sent(path.read_bytes(), seats={"Prussians": "me", "French": "staff"}))
    token = next(seat["token"] for seat in made["seats"] if seat.get("token"))
    assert guest.seat(token)["over"]
    assert guest.get(f"/api/seats/{token}/history")["everything"], "who has the file knows everything"
    assert guest.ask("GET", f"/api/seats/{token}/save").content == path.read_bytes() or card["held"] == ""


def test_a_battle_goes_on_where_it_was_saved(guest: Guest) -> None:
    made = guest.begin(seats={"Prussians": "me", "French": "staff"}, options={"turns": 3})
    token = next(seat["token"] for seat in made["seats"] if seat.get("token"))
    guest.default(token, guest.asked(token))
    before = guest.asked(token)
    file = guest.ask("GET", f"/api/seats/{token}/save").content
    again = guest.post("/api/saves", sent(file, seats={"Prussians": "me", "French": "staff"}))
    other = next(seat["token"] for seat in again["seats"] if seat.get("token"))
    after = guest.asked(other)
    assert [each["id"] for each in after["decisions"]] == [each["id"] for each in before["decisions"]]
    assert not guest.get(f"/api/seats/{other}/history")["everything"]
    guest.default(other, after)


@pytest.fixture(scope="module")
def good() -> bytes:
    return (SAVES / "cold-steel-0.1.0.grog.json").read_bytes()


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lambda text: text[: len(text) // 2], "cut short"),
        (lambda text: b"", "cut short"),
        (lambda text: b"{}", "not a saved battle"),
        (lambda text: b"[1, 2]", "not a saved battle"),
        (lambda text: b"\xff\xfe\x00", "cut short"),
        (lambda text: text.replace(b"cold-steel", b"cold-steal"), "changed after it was saved"),
        (lambda text: text.replace(b'"version":1', b'"version":99').replace(b'"version":2', b'"version":99'), "99"),
    ],
)
def test_what_is_damaged_is_refused_by_its_name(guest: Guest, good: bytes, spoil: Any, said: str) -> None:
    told = refused(guest, "/api/saves", sent(spoil(good), "hill.json"))
    assert told.startswith("hill.json: ")
    assert said in told


def resealed(good: bytes, **change: Any) -> bytes:
    data = json.loads(good)
    data.pop("digest")
    found = {**data, **change, "digest": ""}
    return saves.sealed(found)


def test_a_file_that_names_files_of_this_machine_is_refused(guest: Guest, good: bytes, tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("about = 'hidden words'")
    told = refused(guest, "/api/saves", sent(resealed(good, options={"variants": [str(secret)]})))
    assert "variants" in told
    assert "hidden words" not in told


@pytest.mark.parametrize(
    "change, said",
    [
        ({"system": "chess"}, "system = 'chess'"),
        ({"entries": [], "at": 0}, "nothing has happened"),
        ({"seed": "x"}, "seed"),
        ({"scenario": {}}, "scenario"),
        ({"at": 10**9}, "battle.json"),
    ],
)
def test_what_was_made_by_hand_is_refused_in_a_sentence(guest: Guest, good: bytes, change: Any, said: str) -> None:
    told = refused(guest, "/api/saves", sent(resealed(good, **change)))
    assert said in told
    assert "Traceback" not in told


def test_a_seat_that_is_not_there(guest: Guest, good: bytes) -> None:
    assert "no 'Romans'" in refused(guest, "/api/saves", sent(good, seats={"Romans": "me"}))


# -- scenarios


@pytest.mark.parametrize("make", [brought, zipped])
@pytest.mark.parametrize("top", ["", "farm/"])
def test_a_scenario_is_checked_and_fought(guest: Guest, make: Any, top: str) -> None:
    card = guest.post("/api/scenarios/check", make(folder(top=top)))
    assert card["sound"]
    assert card["battle"]["title"] == "The Farm at the Crossroads"
    wanted = {"system": "cold-steel", "seats": {"Prussians": "me", "French": "staff"}, "seed": 5}
    made = guest.post("/api/scenarios/fight", make(folder(top=top)) | wanted)
    seat = guest.asked(made["seats"][0]["token"])
    assert seat["battle"]["title"] == "The Farm at the Crossroads"
    assert guest.ask("GET", f"/api/seats/{made['seats'][0]['token']}/map.svg?size=small").text.startswith("<svg")


def test_the_checker_says_what_is_wrong_where(guest: Guest) -> None:
    armies = (FARM / files.ARMIES).read_text("utf-8").replace("men = 640", "men = -4")
    bad = folder({files.ARMIES: armies.encode()})
    card = guest.post("/api/scenarios/check", brought(bad))
    assert not card["sound"]
    assert card["battle"] is None
    first = card["problems"][0]
    assert first["file"] == files.ARMIES
    assert first["line"] > 0
    wanted = {"system": "cold-steel"}
    assert refused(guest, "/api/scenarios/fight", brought(bad) | wanted).startswith("farm: armies.toml")


@pytest.mark.parametrize("name", ["../evil.toml", "farm/../../evil.toml", "/etc/evil.toml", "\\evil.toml", "a\\..\\b"])
@pytest.mark.parametrize("make", [brought, zipped])
def test_names_that_lead_out(guest: Guest, make: Any, name: str) -> None:
    card = guest.post("/api/scenarios/check", make(folder() | {name: b"x"}))
    assert not card["sound"]
    assert "points out of the" in card["problems"][0]["message"]


def test_too_many_and_too_long_when_unpacked(guest: Guest) -> None:
    many = zipped({f"ratings/{i}.toml": b"" for i in range(300)})
    assert "300 files" in guest.post("/api/scenarios/check", many)["problems"][0]["message"]
    long = zipped(folder({files.FIELD: b" " * (files.MAX_FILE + 1)}))
    assert "longer than" in guest.post("/api/scenarios/check", long)["problems"][0]["message"]
    bomb = zipped(folder({f"ratings/x{i}.toml": b"#" * files.MAX_FILE for i in range(8)}))
    assert "together" in guest.post("/api/scenarios/check", bomb)["problems"][0]["message"]


def test_what_is_no_scenario(guest: Guest) -> None:
    no_zip = {"name": "x.zip", "zip": b64encode(b"PK nothing").decode()}
    assert "not a zip" in guest.post("/api/scenarios/check", no_zip)["problems"][0]["message"]
    empty = guest.post("/api/scenarios/check", {"name": "photos", "files": {"a.png": ""}})
    assert "missing" in empty["problems"][0]["message"]


# -- who may, and how much


def test_from_elsewhere_only_where_the_host_allows_it(tmp_path: Path, good: bytes) -> None:
    through = {"host": "battles.example.org", "x-forwarded-for": "203.0.113.5"}
    with running(database(tmp_path), names=["battles.example.org"], limits=Limits()) as address:
        guest = Guest(address)
        found = guest.http.post("/api/saves/look", json=sent(good), headers=through)
        assert found.status_code == 409
        assert "--uploads" in found.json()["error"]
        # a tunnel that hides the name does not hide whom it speaks for
        found = guest.http.post("/api/saves/look", json=sent(good), headers={"x-forwarded-for": "203.0.113.5"})
        assert found.status_code == 409
        assert guest.http.post("/api/saves/look", json=sent(good)).status_code == 200
        guest.http.close()
    with running(database(tmp_path), names=["battles.example.org"], limits=Limits(uploads=True)) as address:
        guest = Guest(address)
        assert guest.http.post("/api/saves/look", json=sent(good), headers=through).status_code == 200
        guest.http.close()


def test_no_more_than_so_many_bytes(tmp_path: Path, good: bytes) -> None:
    with running(database(tmp_path), limits=Limits(upload_bytes=50_000)) as address:
        guest = Guest(address)
        told = refused(guest, "/api/saves", sent(good, "large.json"), 413)
        assert told.startswith("large.json: 78,190 bytes")
        assert "--upload-bytes" in told
        assert "the most that is read" in refused(guest, "/api/saves", sent(bytes(200_000)), 413)
        assert (
            guest.ask("POST", "/api/scenarios/check", brought(folder({"ratings/z.toml": bytes(60_000)}))).status_code
            == 413
        )
        guest.http.close()


def test_no_more_than_so_many_files_a_minute(tmp_path: Path, good: bytes) -> None:
    with running(database(tmp_path), limits=Limits(battles_a_minute=1)) as address:
        guest = Guest(address)
        statuses = [guest.ask("POST", "/api/saves/look", sent(good)).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        guest.http.close()


def test_what_is_refused_leaves_nothing_behind(guest: Guest, good: bytes) -> None:
    refused(guest, "/api/saves", sent(good[:-40]))
    assert msgspec.json.decode(good)["format"] == saves.FORMAT


def test_work_on_a_file_that_takes_too_long_is_ended_and_the_next_is_done() -> None:
    async def both() -> tuple[str, int]:
        dock = Workshop(within=1.0)
        try:
            # the first one makes the process, which takes its time
            dock._within = None
            assert await dock.made("ready", len, "ready") == 5
            dock._within = 1.0
            with pytest.raises(BadInput) as refusal:
                await dock.made("endless", time.sleep, 600)
            dock._within = 60.0
            return str(refusal.value), await dock.made("other", len, "four")
        finally:
            dock.close()

    said, length = asyncio.run(both())
    assert "--upload-seconds" in said
    assert length == 4
