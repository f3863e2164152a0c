"""Where battles are kept unless somebody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

import sqlalchemy as sa

from grognard.kernel.errors import BadInput

FILE = "grognard.db"


def default_database() -> str:
    """`grognard.db` in this folder if there is one, else in the user's own data folder."""
    here = Path(FILE)
    if here.is_file():
        return f"sqlite:///{here.resolve()}"
    home = _home()
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{home}: {error.strerror}; name a database with --database sqlite:///battles.db") from None
    return f"sqlite:///{home / FILE}"


def _home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "grognard"


def runs_folder(database: sa.URL) -> Path:
    """Where runs of the laboratory lie: beside the file of the battles, else in the user's own data folder."""
    if database.get_backend_name() == "sqlite" and database.database not in (None, "", ":memory:"):
        return Path(str(database.database)).with_suffix(".runs")
    return _home() / "runs"
