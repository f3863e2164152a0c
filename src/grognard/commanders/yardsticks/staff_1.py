"""The staff as it was first, kept as a commander of its own so that later ones can be measured against it."""

from __future__ import annotations

from .. import staff
from ..doctrine import STAFF_1


def make(system: str, seat: str, seed: int) -> staff.Staff:
    """The first staff of a seat."""
    return staff.make(system, seat, seed, STAFF_1)
