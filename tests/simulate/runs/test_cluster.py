"""The same run on a Dask cluster: a real scheduler and two workers on loopback, one killed while it fights."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.cli import main
from grognard.kernel.errors import BadInput, GrognardError
from grognard.simulate.runs import columns
from grognard.simulate.runs.cluster import cluster
from grognard.simulate.runs.folder import records
from grognard.simulate.runs.plans import plan
from grognard.simulate.runs.running import carry_out, local

pytest.importorskip("distributed")
Started = list[subprocess.Popen[bytes]]
pytestmark = pytest.mark.filterwarnings("ignore")  # of the library, on what it does itself


def start(started: Started, kind: str, *words: str) -> None:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--host", "127.0.0.1", "--no-dashboard"]
    started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory) -> Iterator[tuple[str, Started]]:
    """Its address; then the processes: itself and two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    file, started = folder / "scheduler.json", Started()
    try:
        start(started, "scheduler", "--port", "0", "--scheduler-file", str(file))
        until = time.monotonic() + 90
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        for _ in range(2):
            start(started, "worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        yield address, started
    finally:
        for each in started:
            each.kill()
            each.wait()


def test_another_program_and_no_scheduler_are_refused(scheduler, monkeypatch):
    address, _ = scheduler
    with monkeypatch.context() as other:
        other.setattr("grognard.simulate.runs.cluster.build", lambda: "0.0.9+other")
        with pytest.raises(GrognardError, match="install the same version"), cluster(address):
            pass
    monkeypatch.setattr("grognard.simulate.runs.cluster.WAIT", 1)
    with pytest.raises(BadInput, match="no scheduler answers"), cluster("tcp://127.0.0.1:9"):
        pass


def test_a_worker_is_killed_and_every_game_is_there_once_as_fought_at_home(scheduler, tmp_path: Path):
    address, started = scheduler
    wanted = plan(["farm-at-the-crossroads"], ["steel-canister"], games=10, seed=3, options={"turns": 2})

    def progress(done: int, of: int) -> None:
        if done == 2:
            os.kill(started[1].pid, signal.SIGKILL)

    with cluster(address) as fight:
        far = carry_out(wanted, fight, tmp_path / "far", progress)
    assert started[1].wait(timeout=10) == -signal.SIGKILL
    assert sorted(record.seed for record in records(tmp_path / "far")) == list(range(3, 13))
    near = carry_out(wanted, local(1))
    for name, rows in columns.TABLES.items():
        assert list(rows(wanted, far.records)) == list(rows(wanted, near.records)), name


@pytest.mark.parametrize(
    "words",
    [
        [
            "lab",
            "drill-ground",
            "--system",
            "steel-canister",
            "--turns",
            "1",
            "--games",
            "2",
            "--change",
            "SC-2.2.target=3",
        ],
        ["history", "garcia-hernandez", "--systems", "class-dice", "--games", "1"],
    ],
)
def test_changes_and_real_battles_are_fought_there_as_at_home(scheduler, words, capsys):
    address, _ = scheduler
    told = []
    for where in (["--jobs", "1"], ["--cluster", address]):
        assert main([*words, "--seed", "1", "--json", *where]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]


def test_a_file_of_ones_own_is_not_on_the_workers(tmp_path: Path):
    from grognard.simulate.many import Job
    from grognard.simulate.runs.cluster import _no_files
    from grognard.simulate.runs.hands import GameTask

    with pytest.raises(BadInput, match="not on the workers"):
        _no_files([GameTask(0, Job("maida", options={"variants": ["mine.toml"]}), 1)])
