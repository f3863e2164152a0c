"""The PostgreSQL of the tests leaves nothing behind, and is missed aloud where everything has to be tested."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from databases import found_postgres

import postgres

BEGUN = """
import os, postgres
postgres.prepare()
print(os.environ[postgres.FOLDER], postgres.shared(), flush=True)
input()
"""


@pytest.mark.parametrize("how", ["killed", "ended"])
def test_it_goes_away_with_a_run_that_is_killed(how: str) -> None:
    found_postgres()
    script = BEGUN if how == "killed" else f"{BEGUN}postgres.end()"
    run = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=Path(postgres.__file__).parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with run:
        assert run.stdout is not None
        folder = Path(run.stdout.readline().split()[0])
        assert folder.is_dir()
        if how == "killed":
            run.kill()
        else:
            run.communicate("\n", timeout=60)
    stop = time.monotonic() + 60
    while folder.exists() and time.monotonic() < stop:
        time.sleep(0.05)
    assert not folder.exists()


def test_where_there_is_none_it_is_skipped_or_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise postgres.NoPostgres(postgres.MISSING)

    monkeypatch.setattr(postgres, "shared", none)
    for said, outcome in (("true", pytest.fail.Exception), ("", pytest.skip.Exception)):
        monkeypatch.setenv("CI", said)
        with pytest.raises(outcome, match="no PostgreSQL here"):
            found_postgres()


def test_what_it_needs_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(postgres.shutil, "which", lambda _: None)
    monkeypatch.setattr(Path, "glob", lambda *_: iter(()))
    with pytest.raises(postgres.NoPostgres, match="apt-get install postgresql"):
        postgres.binaries()
