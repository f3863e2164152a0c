"""Outcomes in words: one line each, for tables of odds, for logs and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..facts import text_of


def words(value: Any) -> str:
    """An outcome in one line: what holds, without what does not. One that can fail says so itself, in `told`."""
    if hasattr(value, "told"):
        return str(value.told())
    if not hasattr(value, "_asdict"):
        return ", ".join(map(words, value)) if isinstance(value, tuple) else _plain(value)
    told = [
        _said(name.replace("_", " "), part)
        for name, part in value._asdict().items()
        if part is not False and part != ""
    ]
    return ", ".join(told) or ", ".join(f"not {name.replace('_', ' ')}" for name in value._fields)


def faces_told(faces: Sequence[int], uncounted: Sequence[int]) -> list[str]:
    """Faces as they fell, those in these places in brackets: they do not count."""
    return [f"({face})" if place in uncounted else str(face) for place, face in enumerate(faces)]


def _said(name: str, part: Any) -> str:
    if part is True:
        return name
    return f"{name} ({words(part)})" if isinstance(part, tuple) else f"{name} {_plain(part)}"


def _plain(value: Any) -> str:
    """Words of the program as people write them."""
    return text_of(value).replace("_", " ")
