"""One server for one file: a second one is told where the first is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from grognard.kernel.errors import BadInput

from .schema import read_address

try:
    import fcntl
except ImportError:  # Windows has another way to say the same
    import msvcrt

    def _hold(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]

else:

    def _hold(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def claimed(database: str, address: str) -> Iterator[None]:
    """Hold a database file for the server at an address; the system lets go of it when the process ends, however."""
    name = read_address(database).database if database.startswith("sqlite") else None
    if not name or name == ":memory:":
        yield
        return
    place = Path(f"{name}.lock")
    with _opened(place) as file:
        try:
            _hold(file)
        except OSError:
            first = place.read_text("utf-8").strip() or "this machine"
            raise BadInput(f"{name}: a server at {first} has these battles already; use that one, or end it") from None
        # only now that it is held: before, the other server's address stood in it
        file.truncate(0)
        file.write(address)
        file.flush()
        yield


def _opened(place: Path) -> IO[str]:
    try:
        return os.fdopen(os.open(place, os.O_RDWR | os.O_CREAT, 0o644), "r+", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{place}: {error.strerror}; a server needs to write beside its database") from None
