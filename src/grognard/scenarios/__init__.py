"""The battle format, the bundled battles."""

from __future__ import annotations

from pathlib import Path

_BATTLES = Path(__file__).parent / "battles"


def bundled() -> dict[str, Path]:
    """The battles that come with Grognard: id to folder, in alphabetical order."""
    return {folder.name: folder for folder in sorted(_BATTLES.iterdir()) if (folder / "scenario.toml").is_file()}
