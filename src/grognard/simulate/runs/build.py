"""Which program it was: version and digest of its sources, so that games of two programs do not mix in one run."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from grognard import __version__, systems

LENGTH = 16
"""Hexadecimal digits of the digest that are kept."""
AROUND = ("cli", "server", "reporting", "printing", "handbook")
"""What only shows games: to change it changes none."""


@cache
def build() -> str:
    """The version, and the digest of every module and table that a game may hang on."""
    found = hashlib.sha256()
    for folder in _folders():
        for path in sorted(folder.rglob("*")):
            below = path.relative_to(folder)
            if path.suffix in (".py", ".toml") and below.parts[0] not in AROUND:
                found.update(below.as_posix().encode())
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return f"{__version__}+{found.hexdigest()[:LENGTH]}"


def _folders() -> list[Path]:
    """The program, and systems that lie beside it."""
    own = Path(__file__).parents[2]
    return [own, *sorted({folder for folder in systems.find().values() if own not in folder.parents})]
