"""Games kept in a file, a line for each: a run can be broken off, even in the middle of a line, and goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import msgspec

from grognard.kernel.errors import BadData

Row = TypeVar("Row")


def kept_lines(path: Path, kind: type[Row], called: str) -> list[Row]:
    """The rows of a file; a last line that was cut off when the machine stopped is left out."""
    if not path.exists():
        return []
    rows, lines = [], path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            if line:
                rows.append(msgspec.json.decode(line, type=kind))
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            if number == len(lines):
                break
            raise BadData(f"{path}, line {number}: no {called}: {error}") from None
    return rows


def keep_line(path: Path, row: Any) -> None:
    """Add a row."""
    with path.open("rb+" if path.exists() else "wb+") as file:
        whole = file.read()
        # what was cut off is written over
        file.seek(whole.rfind(b"\n") + 1)
        file.truncate()
        file.write(msgspec.json.encode(row) + b"\n")
