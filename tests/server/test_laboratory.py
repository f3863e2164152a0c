"""The laboratory of the page: runs that fill, are stopped and gone on with, within the host's limits."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from visiting import Guest, Process, children, database, free_port, is_alive, running

from grognard.server.limits import Limits
from grognard.server.line.discretion import discreet
from grognard.simulate.runs.folder import JOURNAL, MANIFEST, records, sorted_records

WISH: dict[str, Any] = {
    "battle": "drill-ground", "systems": ["steel-canister"], "games": 2, "seed": 5, "options": {"turns": 1},
}  # fmt: skip
LONG = {**WISH, "games": 500, "options": {}}


@contextlib.contextmanager
def laboratory(folder: Path, **limits: Any) -> Iterator[Guest]:
    with running(database(folder), names=["battles.example.org"], limits=Limits(lab_jobs=1, **limits)) as address:
        guest = Guest(address)
        with guest.http:
            yield guest


def until(guest: Guest, run: str, *states: str, seconds: float = 180) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = guest.get(f"/api/laboratory/runs/{run}")
        assert not found["trouble"]
        if found["state"] in states:
            return found
        time.sleep(0.1)
    raise AssertionError(f"not {states}: {found['state']}, {found['done']}")


def fought(guest: Guest, run: str, games: int) -> Any:
    """The run once so many games are there."""
    end = time.monotonic() + 180
    while (found := guest.get(f"/api/laboratory/runs/{run}"))["done"] < games:
        assert not found["trouble"]
        assert time.monotonic() < end
        time.sleep(0.05)
    return found


def refused(guest: Guest, status: int, said: str, wish: Any, **headers: str) -> None:
    found = guest.http.post("/api/laboratory/runs", json=wish, headers=headers)
    assert (found.status_code, said in found.json()["error"]) == (status, True), found.text


def test_a_run_fills_and_ends_in_rows_and_the_page_of_the_command_line(tmp_path: Path) -> None:
    from grognard.reporting.laboratory.run_page import run_report

    with laboratory(tmp_path) as guest:
        begun = guest.post(
            "/api/laboratory/runs", {**WISH, "changes": ["SC-2.2.target=3"], "commanders": {"French": "easy"}}
        )
        assert (begun["state"], begun["total"], begun["done"]) == ("fighting", 4, 0)
        assert begun["commanders"] == {"French": "easy", "Austrians": "staff"}
        run = until(guest, begun["id"], "whole")
        assert (run["done"], run["report"]) == (4, True)
        base, changed = run["arms"]
        assert (base["done"], changed["done"], changed["change"]) == (2, 2, "SC-2.2.target=3")
        assert sum(each["games"] for each in base["shares"]) == 2
        assert all(each["low"] <= each["share"] <= each["high"] for each in base["shares"])
        assert [each["measure"] for each in run["moved"][0]["moved"]] == ["win", "win", "lost", "lost", "turns"]
        folder = tmp_path / "battles.runs" / run["id"]
        page = guest.ask("GET", f"/api/laboratory/runs/{run['id']}/report")
        assert page.text == run_report(folder)
        assert "script-src 'sha256-" in page.headers["content-security-policy"]
        for table in run["files"]:
            rows = guest.ask("GET", f"/api/laboratory/runs/{run['id']}/{table}.parquet")
            assert rows.content == (folder / f"{table}.parquet").read_bytes()
        assert [each["id"] for each in guest.post("/api/laboratory/look")["runs"]] == [run["id"]]
        guest.post(f"/api/laboratory/runs/{run['id']}/delete")
        assert not folder.exists()
        assert guest.ask("GET", f"/api/laboratory/runs/{run['id']}").status_code == 404


def test_a_run_is_stopped_and_gone_on_with_and_nothing_is_fought_twice(tmp_path: Path) -> None:
    with laboratory(tmp_path) as guest:
        run = guest.post("/api/laboratory/runs", LONG)["id"]
        fought(guest, run, 1)
        stopped = guest.post(f"/api/laboratory/runs/{run}/stop")
        assert stopped["state"] == "stopped"
        kept = (tmp_path / "battles.runs" / run / JOURNAL).read_bytes()
        kept = kept[: kept.rfind(b"\n") + 1]
        assert guest.post(f"/api/laboratory/runs/{run}/go-on")["state"] == "fighting"
        fought(guest, run, stopped["done"] + 1)
        guest.post(f"/api/laboratory/runs/{run}/stop")
    assert (tmp_path / "battles.runs" / run / JOURNAL).read_bytes().startswith(kept)
    seeds = [record.seed for record in records(tmp_path / "battles.runs" / run)]
    assert len(set(seeds)) == len(seeds)
    # the next server has them, and makes a page of those that there are
    with laboratory(tmp_path) as guest:
        assert guest.get(f"/api/laboratory/runs/{run}")["state"] == "stopped"
        assert guest.ask("GET", f"/api/laboratory/runs/{run}/report").status_code == 404
        guest.post(f"/api/laboratory/runs/{run}/make-report")
        assert until(guest, run, "stopped")["report"]


def test_what_a_host_allows(tmp_path: Path) -> None:
    with laboratory(tmp_path, lab_games=3, lab_runs=1, lab_kept=1) as guest:
        refused(guest, 429, "--lab-games", {**WISH, "games": 4})
        refused(guest, 429, "--lab-games", {**WISH, "changes": ["SC-2.2.target=3..4"]})
        run = guest.post("/api/laboratory/runs", {**LONG, "games": 3})["id"]
        refused(guest, 429, "--lab-runs", WISH)
        guest.post(f"/api/laboratory/runs/{run}/stop")
        refused(guest, 429, "--lab-kept", WISH)


@pytest.mark.parametrize("allowed", [False, True])
def test_through_a_tunnel_only_where_the_host_lets_them(tmp_path: Path, allowed: bool) -> None:
    far = {"host": "battles.example.org"}
    with laboratory(tmp_path, lab=allowed) as guest:
        own = guest.post("/api/laboratory/runs", LONG)["id"]
        guest.post(f"/api/laboratory/runs/{own}/stop")
        told = guest.http.get("/api/laboratory", headers=far).json()
        assert bool(told["refusal"]) is not allowed
        if not allowed:
            refused(guest, 409, "--lab", WISH, **far)
            found = guest.http.post(f"/api/laboratory/runs/{own}/delete", headers=far)
            assert found.status_code == 409
        # others are shown what they can name, and nothing else
        look = guest.http.post("/api/laboratory/look", json={"runs": []}, headers=far)
        assert look.json()["runs"] == []
        look = guest.http.post("/api/laboratory/look", json={"runs": [own]}, headers=far)
        assert [each["id"] for each in look.json()["runs"]] == [own]


@pytest.mark.parametrize(
    "change, status, said",
    [
        ({"battle": "../../etc"}, 409, "no battle"),
        ({"systems": ["chess"]}, 409, "no system"),
        ({"systems": []}, 422, ""),
        ({"games": 0}, 422, ""),
        ({"commanders": {"Nobody": "staff"}}, 409, "no side"),
        ({"commanders": {"French": "napoleon"}}, 409, "no commander"),
        ({"options": {"variants": ["secret.toml"]}}, 409, "no files"),
        ({"changes": ["/etc/passwd.toml"]}, 409, "no files"),
        ({"changes": ["SC-2.2.target=many"]}, 409, "TOML"),
        ({"options": {"turns": "soon"}}, 409, "turns"),
        ({"options": {"turns": [1]}}, 409, "turns"),
        ({"options": {"variants": "quick"}}, 409, "variants"),
        ({"options": {"nonsense": {}}}, 409, "nonsense"),
        ({"changes": ["SC-2.2.target=3"], "systems": ["steel-canister", "class-dice"]}, 409, "choose one"),
    ],
)
def test_what_cannot_be_fought_is_refused_in_a_sentence(tmp_path: Path, change: Any, status: int, said: str) -> None:
    with laboratory(tmp_path) as guest:
        refused(guest, status, said, {**WISH, **change})
        assert guest.post("/api/laboratory/look")["runs"] == []


def test_a_run_that_was_spoilt_hides_no_other(tmp_path: Path) -> None:
    with laboratory(tmp_path) as guest:
        run = guest.post("/api/laboratory/runs", WISH)["id"]
        guest.post(f"/api/laboratory/runs/{run}/stop")
        other = tmp_path / "battles.runs" / f"{run[:-1]}{'A' if run[-1] != 'A' else 'B'}"
        other.mkdir()
        (other / MANIFEST).write_text("{")
        assert [each["id"] for each in guest.post("/api/laboratory/look")["runs"]] == [run]
        for wrong in ("%2e%2e%2fbattles", run[:-2], "x" * 300):
            assert guest.ask("GET", f"/api/laboratory/runs/{wrong}").status_code == 404
            assert guest.ask("GET", f"/api/laboratory/runs/{wrong}/report").status_code == 404
            assert guest.ask("POST", f"/api/laboratory/runs/{wrong}/delete").status_code in (404, 405)
        assert run in {each.name for each in (tmp_path / "battles.runs").iterdir()}
        # who has the name of a run may delete it, so no log may hold one
        assert run[16:] not in discreet(
            f"GET /api/laboratory/runs/{run}/report; {tmp_path}/battles.runs/{run}/{MANIFEST}"
        )


def test_ctrl_c_in_the_terminal_ends_a_run_with_the_server(tmp_path: Path) -> None:
    """It goes to every process of the terminal, and the one that fights must not take it for its own."""
    server = Process(tmp_path, free_port(), more=("--lab-jobs", "1"))
    run = server.guest.post("/api/laboratory/runs", LONG)["id"]
    fought(server.guest, run, 1)
    hands = children(server.process.pid)
    for pid in (*hands, server.process.pid):
        os.kill(pid, signal.SIGINT)
    assert server.process.wait(30) in (0, 130, -signal.SIGINT)
    server.kill()
    end = time.monotonic() + 30
    while left := [pid for pid in hands if is_alive(pid)]:
        assert time.monotonic() < end, f"left behind: {left}"
        time.sleep(0.1)
    folder = tmp_path / "battles.runs" / run
    assert not (folder / "report.html").exists()
    assert not (folder / "games.parquet").exists()


def test_a_server_that_is_killed_leaves_nobody_at_a_run_and_the_next_goes_on(tmp_path: Path) -> None:
    server = Process(tmp_path, free_port(), more=("--lab-jobs", "2"))
    run = server.guest.post("/api/laboratory/runs", {**LONG, "games": 400})["id"]
    fought(server.guest, run, 1)
    hands = children(server.process.pid)
    assert len(hands) >= 3, "the run has a process, and it two of its own"
    server.kill()
    end = time.monotonic() + 30
    while left := [pid for pid in hands if is_alive(pid)]:
        assert time.monotonic() < end, f"left behind: {left}"
        time.sleep(0.1)
    before = len(sorted_records(tmp_path / "battles.runs" / run))
    server = Process(tmp_path, free_port())
    try:
        assert server.guest.get(f"/api/laboratory/runs/{run}")["state"] == "stopped"
        server.guest.post(f"/api/laboratory/runs/{run}/go-on")
        fought(server.guest, run, before + 1)
    finally:
        server.kill()
    seeds = [record.seed for record in records(tmp_path / "battles.runs" / run)]
    assert len(set(seeds)) == len(seeds)
