"""Files from strangers, read with a limit: a device, a folder or a file without end is refused in a sentence."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from .errors import BadData, BadInput

TYPE_CHECKING = False  # as in typing, whose import every command would pay for
if TYPE_CHECKING:
    from typing import BinaryIO

_HANDED_OVER = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")
"""Pipes that a shell has connected already; any other pipe may wait for ever for somebody to write into it."""
_CHUNK = 1 << 20


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a file of at most so many bytes."""
    try:
        kind = os.stat(path).st_mode
        if not stat.S_ISREG(kind) and not (stat.S_ISFIFO(kind) and str(path).startswith(_HANDED_OVER)):
            raise BadData(f"{path}: {_said(kind)}; name a file")
        with open(path, "rb") as file:
            return _read(file, path, most)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # a null in the name
        raise BadInput(f"{str(path)!r} is no name of a file") from None


def _read(file: BinaryIO, path: Path, most: int) -> bytes:
    content = bytearray()
    while chunk := file.read(_CHUNK):
        content += chunk
        if len(content) > most:
            raise BadData(f"{path}: longer than {most:,} bytes, the most that is read")
    return bytes(content)


def read_text(path: Path, most: int) -> str:
    """As `read_bytes`, for text in UTF-8 with or without a mark at its beginning."""
    content = read_bytes(path, most)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadData(f"{path}, line {line}: not text in UTF-8") from None


def _said(kind: int) -> str:
    if stat.S_ISDIR(kind):
        return "a folder, not a file"
    return "a pipe" if stat.S_ISFIFO(kind) else "a device, not a file"
