"""How a staff fights: all that may differ between one staff and another, as one value that is handed in.

Every field's own default is what `staff-1`, the first staff, does. A better way of fighting is a field that another
doctrine sets, so that the first staff stays what it was and can be measured against.
"""

from __future__ import annotations

from msgspec import Struct


class Doctrine(Struct, frozen=True):
    """What a staff believes in."""

    name: str = "staff-1"
    boldness: float = 1.0
    """By this the staff takes the odds for better than they are, or for worse."""


STAFF_1 = Doctrine()
"""The staff as it was first, with all that came later left out."""
USUAL = Doctrine(name="staff")
"""What a staff fights by unless it is told otherwise."""
