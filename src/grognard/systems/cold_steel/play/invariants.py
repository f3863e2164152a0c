"""What must hold after every event, whatever anybody answers."""

from __future__ import annotations

from .battlefield import Battlefield


def broken(b: Battlefield) -> list[str]:
    """What does not hold, in words; nothing if all is well."""
    return []
