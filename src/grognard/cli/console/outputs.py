"""Files to be written, looked at before any work is done for them."""

from __future__ import annotations

import os
from pathlib import Path

from grognard.kernel.errors import BadInput


def must_be_writable(path: Path) -> None:
    """Refuse a place where no file can be written."""
    try:
        if path.is_dir():
            raise BadInput(f"{path}: a folder; name a file in it")
        if not path.parent.is_dir():
            raise BadInput(f"{path}: there is no folder {path.parent}; make it first")
        if path.exists() and not path.is_file():
            raise BadInput(f"{path}: not a file; name one that can be written")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise BadInput(f"{path}: cannot be written: permission denied")
    except (OSError, ValueError) as error:
        raise BadInput(f"{str(path)!r}: cannot be written: {getattr(error, 'strerror', None) or error}") from None


def write_text(path: Path, text: str) -> None:
    """Write a file, or say why not."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None
