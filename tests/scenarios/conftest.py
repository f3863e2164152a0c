"""A small scenario that tests copy and spoil."""

from __future__ import annotations

import pytest

from grognard.scenarios.loading import from_texts
from grognard.scenarios.starting import start

MAIDA = "maida"


@pytest.fixture
def folder(tmp_path):
    """A new, sound scenario in a folder."""
    path = tmp_path / "battle"
    start(path, "A battle")
    return path


@pytest.fixture
def texts(folder):
    """The texts of its files by name."""
    return {name: (folder / name).read_text() for name in ("scenario.toml", "armies.toml", "field.geojson")}


@pytest.fixture
def scenario(texts):
    """The same as a record."""
    return from_texts(texts)


@pytest.fixture
def spoil(folder):
    """Replace a piece of text in one of its files; returns the line it stands on."""

    def _spoil(name: str, old: str, new: str) -> int:
        text = (folder / name).read_text()
        assert old in text, f"{old!r} is not in {name}"
        (folder / name).write_text(text.replace(old, new, 1))
        return text[: text.index(old)].count("\n") + 1

    return _spoil
